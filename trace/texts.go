package trace

import "espalier/trees"

// maxLabels is how many different texts a fold interns. Most runs repeat few
// texts; a run of continuous scores would not profit from more.
const maxLabels = 1 << 14

// labels formats the texts beside nodes, as the papers print them.
type labels struct {
	interned map[string]string
	b        []byte
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

// value formats (5, 2, 2), or 5 where a value is one number.
func (t *labels) value(e *Event, v *trees.Vector) string {
	t.b = appendTuple(t.b[:0], e, v)
	return t.intern()
}

func appendTuple(b []byte, e *Event, v *trees.Vector) []byte {
	if e.Scalar {
		return appendMinus(b, v[0])
	}
	b = append(b, '(')
	for p := range e.Width {
		if p > 0 {
			b = append(b, ", "...)
		}
		b = appendMinus(b, v[p])
	}
	return append(b, ')')
}

// window formats [3, ∞].
func (t *labels) window(e *Event) string {
	t.b = append(t.b[:0], '[')
	if e.Alpha.Given {
		t.b = appendMinus(t.b, e.Alpha.Score)
	} else {
		t.b = append(t.b, "−∞"...)
	}
	t.b = append(t.b, ", "...)
	if e.Beta.Given {
		t.b = appendMinus(t.b, e.Beta.Score)
	} else {
		t.b = append(t.b, "∞"...)
	}
	t.b = append(t.b, ']')
	return t.intern()
}

// bounds formats what the mover's best value so far proves about the node's
// value: at least that much for the mover, and for every other player at most
// the rest of maxsum: (≥5, ≤4, ≤4). Bounds of ancestors are not included: they
// do not limit the node's value, only whether it can matter above.
func (t *labels) bounds(e *Event, mover int, maxsum trees.Opt) string {
	b := t.b[:0]
	who, sign := mover, "≥"
	if e.About > 0 {
		who, maxsum = e.About, trees.Opt{}
	}
	if e.About > 0 && mover != e.About || e.Scalar && e.Players == 1 {
		sign = "≤" // Min, the coalition, or least cost
	}
	if e.Scalar {
		t.b = appendMinus(append(b, sign...), e.Best[0])
		return t.intern()
	}
	b = append(b, '(')
	for p := range e.Width {
		if p > 0 {
			b = append(b, ", "...)
		}
		switch {
		case p == who-1:
			b = appendMinus(append(b, sign...), e.Best[p])
		case maxsum.Given:
			b = appendMinus(append(b, "≤"...), maxsum.Score-e.Best[who-1])
		default:
			b = append(b, "–"...)
		}
	}
	t.b = append(b, ')')
	return t.intern()
}

// appendMinus appends a score with a typographic minus sign.
func appendMinus(b []byte, s trees.Score) []byte {
	if s < 0 {
		b, s = append(b, "−"...), -s
	}
	return appendScore(b, s)
}
