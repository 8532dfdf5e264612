package trace

import "espalier/trees"

// maxLabels is how many different texts a fold keeps for reuse. Most runs write
// the same few again and again; a run of continuous scores has no use for more.
const maxLabels = 1 << 14

// labels writes what stands beside a node, as the papers do.
type labels struct {
	interned map[string]string
	b        []byte
}

// intern returns the text in b as a string, the same string for the same text.
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

// value: (5, 2, 2), or 5 where a value is one number.
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

// window: [3, ∞].
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

// bounds reports what the mover's best so far makes certain of the node's
// value: at least that much for the mover, and for every other player at most
// what that leaves of maxsum: (≥5, ≤4, ≤4). What ancestors hold limits what
// can become of the value further up, not the value itself, and is not in it.
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

// appendMinus appends a score with a minus sign as it is set in print.
func appendMinus(b []byte, s trees.Score) []byte {
	if s < 0 {
		b, s = append(b, "−"...), -s
	}
	return appendScore(b, s)
}
