package program

import (
	"strconv"

	"espalier/trees"
)

// Format is the format of the lines that Run writes.
const Format = "espalier/trace/1"

// AppendHeader appends the header of the trace of a program, as a line.
func AppendHeader(b []byte, t *trees.Tree, text, algorithm, title string) []byte {
	b = append(append(append(b, `{"format":"`...), Format...), '"')
	if title != "" {
		b = trees.AppendQuoted(append(b, `,"title":`...), title)
	}
	b = append(append(append(b, `,"kind":"`...), t.Kind.String()...), '"')
	if t.Kind == trees.MaxN {
		b = strconv.AppendInt(append(b, `,"players":`...), int64(t.Players), 10)
	}
	if algorithm != "" {
		b = trees.AppendQuoted(append(b, `,"algorithm":`...), algorithm)
	}
	b = trees.AppendQuoted(append(b, `,"program":`...), text)
	b = t.AppendJSON(append(b, `,"tree":`...))
	return append(b, "}\n"...)
}
