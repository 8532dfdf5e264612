package checks

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"espalier/trace"
	"espalier/trace/program"
)

// This file names the nodes of sentences. What a node is called depends on the others in the sentence, so
// a sentence is first written with marks.

// mark begins and ends the number of a node in a sentence that is not finished.
const mark = '\x00'

// A Named is a node that a sentence calls by another name than the program.
type Named struct {
	Name string // in the sentence
	ID   string // as the program prints it
}

// name returns the mark of a node, for a sentence of a check.
func (c *checker) name(n int32) string {
	if n == program.None {
		return "a child"
	}
	return string(mark) + strconv.Itoa(int(n)) + string(mark)
}

// finished returns a sentence with the names of its nodes in place of their marks, and those that the
// program names differently.
func finished(r *program.Run, text string) (string, []Named) {
	if !strings.ContainsRune(text, mark) {
		return text, nil
	}
	parts := strings.Split(text, string(mark)) // each second one is a node
	var nodes []int32
	for i := 1; i < len(parts); i += 2 {
		n := nodeOf(parts[i])
		if n < len(r.Nodes) && !slices.Contains(nodes, int32(n)) {
			nodes = append(nodes, int32(n))
		}
	}
	names := r.Called(nodes)
	for i := 1; i < len(parts); i += 2 {
		if at := slices.Index(nodes, int32(nodeOf(parts[i]))); at >= 0 {
			if parts[i] = names[at]; i == 1 && parts[0] == "" && r.OwnName(nodes[at]) != names[at] && r.OwnLabel(nodes[at]) == "" && isPhrase(names[at]) {
				first, size := utf8.DecodeRuneInString(names[at])
				parts[i] = string(unicode.ToUpper(first)) + names[at][size:]
			}
		}
	}
	var others []Named
	for i, n := range nodes {
		if id := r.OwnName(n); id != "" && id != names[i] && "node "+id != names[i] {
			others = append(others, Named{names[i], id})
		}
	}
	return strings.Join(parts, ""), others
}

func nodeOf(mark string) int {
	n, err := strconv.Atoi(mark)
	if err != nil {
		return int(^uint32(0) >> 1)
	}
	return n
}

// NamesInWords lists the ids of nodes that a sentence calls by other names.
func NamesInWords(names []Named) string {
	var list []string
	for _, n := range names {
		list = append(list, n.Name+" is "+n.ID)
	}
	return strings.Join(list, ", ")
}

// isPhrase reports whether a name is one of the judge's own, such as "the root" and "node 7".
func isPhrase(name string) bool {
	return strings.HasPrefix(name, "the ") || strings.HasPrefix(name, "node ")
}

// explained returns the sentence of a step of the reference, with the nodes named as those of the run.
func (c *checker) explained(s trace.Sentence, inf *program.Inferred) string {
	var b strings.Builder
	for _, span := range s {
		if span.Node >= 0 && span.Node < len(inf.Of) && inf.Of[span.Node] != program.None {
			b.WriteString(c.name(inf.Of[span.Node]))
			continue
		}
		b.WriteString(span.Text)
	}
	return b.String()
}
