package program

import (
	"strconv"

	"espalier/trees"
)

// Format is the format of the lines that Run writes.
const Format = "espalier/trace/1"

// AppendHeader appends the header of the trace of a program, as a line.
// The error is that of an implicit tree.
func (r *Request) AppendHeader(b []byte, algorithm, title string) ([]byte, error) {
	root, err := r.root()
	if err != nil {
		return b, err
	}
	b = append(append(append(b, `{"format":"`...), Format...), '"')
	if title != "" {
		b = trees.AppendQuoted(append(b, `,"title":`...), title)
	}
	if algorithm != "" {
		b = trees.AppendQuoted(append(b, `,"algorithm":`...), algorithm)
	}
	b = trees.AppendQuoted(append(b, `,"program":`...), r.Text)
	return append(root.from.appendHeader(b), "}\n"...), nil
}

// root returns the root of what a program searches.
func (r *Request) root() (*node, error) {
	if r.Implicit == nil {
		return &node{from: &treeSource{tree: r.Tree}}, nil
	}
	s, err := r.Implicit.open()
	if err != nil {
		return nil, err
	}
	return s.root, nil
}

func (s *treeSource) appendHeader(b []byte) []byte {
	t := s.tree
	b = append(append(append(b, `,"kind":"`...), t.Kind.String()...), '"')
	if t.Kind == trees.MaxN {
		b = strconv.AppendInt(append(b, `,"players":`...), int64(t.Players), 10)
	}
	return t.AppendJSON(append(b, `,"tree":`...))
}
