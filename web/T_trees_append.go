package web

import (
	"strconv"
	"strings"

	"espalier/trees"
)

// appendStrings appends a list of texts.
func appendStrings(b []byte, list []string) []byte {
	b = append(b, '[')
	for i, text := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = trees.AppendQuoted(b, text)
	}
	return append(b, ']')
}

func appendFaults(b []byte, faults []trees.Fault) []byte {
	b = append(b, '[')
	for i, f := range faults {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"id":`...)
		b = strconv.AppendInt(b, int64(f.ID), 10)
		b = append(b, `,"node":`...)
		b = strconv.AppendInt(b, int64(f.Node), 10)
		b = trees.AppendQuoted(append(b, `,"field":`...), f.Field)
		b = trees.AppendQuoted(append(b, `,"message":`...), f.Message)
		b = append(b, '}')
	}
	return append(b, ']')
}

func appendIDs(b []byte, ids []trees.ID) []byte {
	b = append(b, '[')
	for i, id := range ids {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(id), 10)
	}
	return append(b, ']')
}

// inWords is "a, b and c".
func inWords(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

func appendNodes(b []byte, nodes []int32) []byte {
	b = append(b, '[')
	for i, n := range nodes {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	return append(b, ']')
}

func appendNumberKey(b []byte, key string, n int) []byte {
	b = append(append(append(b, `,"`...), key...), `":`...)
	return strconv.AppendInt(b, int64(n), 10)
}
