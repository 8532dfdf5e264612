package trace

import (
	"espalier/trees"
)

// maxLabels is the maximum number of different texts that a fold interns. Most
// runs repeat few texts; in a run with continuous scores a larger number would
// not help.
const maxLabels = 1 << 14

// labels formats the texts beside nodes, as in the papers.
type labels struct {
	interned map[string]string
	b        []byte
	least    trees.Vector // the least score of each player
	// unknown: the least scores are not known.
	unknown bool
}

// intern returns the text in b as a string; equal texts share one string.
func (t *labels) intern() string {
	if s, found := t.interned[string(t.b)]; found {
		return s
	}
	s := string(t.b)
	if t.interned == nil {
		t.interned = map[string]string{}
	}
	if len(t.interned) < maxLabels {
		t.interned[s] = s
	}
	return s
}

// value formats a value: (5, 2, 2), or 5 if a value is one number.
func (t *labels) value(e *Event, v *trees.Vector) string {
	t.b = AppendTuple(t.b[:0], e, v)
	return t.intern()
}

// untilNow follows a value that can still change.
const untilNow = " …"

// AppendTuple appends a value of the event as it is written beside a node: (5, 2, 2), or 5.
func AppendTuple(b []byte, e *Event, v *trees.Vector) []byte {
	if e.Scalar {
		return appendMinus(b, v[0], e.unit())
	}
	b = append(b, '(')
	for p := range e.Width {
		if p > 0 {
			b = append(b, ", "...)
		}
		b = appendMinus(b, v[p], e.unit())
	}
	return append(b, ')')
}

// window formats the window: [3, ∞].
func (t *labels) window(e *Event) string {
	t.b = append(t.b[:0], '[')
	if e.Alpha.Given {
		t.b = appendMinus(t.b, e.Alpha.Score, e.unit())
	} else {
		t.b = append(t.b, "−∞"...)
	}
	t.b = append(t.b, ", "...)
	if e.Beta.Given {
		t.b = appendMinus(t.b, e.Beta.Score, e.unit())
	} else {
		t.b = append(t.b, "∞"...)
	}
	t.b = append(t.b, ']')
	return t.intern()
}

// bestOf formats the bounds on the node's value that follow from the mover's best
// score so far: the mover gets at least this score, and every other player at
// most maxsum minus this score and the least scores of the others: (≥5, ≤4, ≤4). Bounds of ancestors are not
// included: they do not limit the value of the node, but only decide whether this
// value can reach the ancestors. own is the index of the mover's score.
func (t *labels) bestOf(e *Event, mover, own int, maxsum trees.Opt) string {
	sign := "≥"
	if e.About > 0 || t.unknown && e.Width > 2 {
		maxsum = trees.Opt{}
	}
	if e.About > 0 && mover != e.About || e.Scalar && e.Players == 1 {
		sign = "≤" // the mover is Min or the coalition, or the tree is a path tree
	}
	return t.bounds(e, own, sign, maxsum)
}

// bounds formats the best score of one player, from 0, as a bound, and what maxsum leaves for the others.
func (t *labels) bounds(e *Event, own int, sign string, maxsum trees.Opt) string {
	b := t.b[:0]
	if e.Scalar {
		t.b = appendMinus(append(b, sign...), e.Best[own], e.unit())
		return t.intern()
	}
	others := t.least.Sum(e.Width) - t.least[own]
	b = append(b, '(')
	for p := range e.Width {
		if p > 0 {
			b = append(b, ", "...)
		}
		switch {
		case p == own:
			b = appendMinus(append(b, sign...), e.Best[p], e.unit())
		case maxsum.Given:
			b = appendMinus(append(b, "≤"...), maxsum.Score-e.Best[own]-others+t.least[p], e.unit())
		default:
			b = append(b, "–"...)
		}
	}
	t.b = append(b, ')')
	return t.intern()
}

// boundOf returns the index of the score of the best value that bounds the node: the mover's,
// or that of the one player whom the search is about.
func boundOf(e *Event, mover int) int {
	switch {
	case e.Scalar:
		return 0
	case e.About > 0:
		return e.About - 1
	}
	return mover - 1
}

// appendMinus appends a score with a typographic minus sign.
func appendMinus(b []byte, s, unit trees.Score) []byte {
	if s < 0 {
		b, s = append(b, "−"...), -s
	}
	return s.In(unit).Append(b)
}
