package trees

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// ParseVector reads width scores in the format of a link: "3,0,6", or "5" for one score.
// Brackets, and spaces instead of commas, are allowed: a user can type a value as it
// is drawn.
func ParseVector(s string, width int) (Vector, error) {
	var v Vector
	inner := strings.TrimSpace(s)
	if strings.HasPrefix(inner, "(") && strings.HasSuffix(inner, ")") {
		inner = inner[1 : len(inner)-1]
	}
	parts := strings.Split(inner, ",")
	if blanks := strings.Fields(inner); len(parts) == 1 && len(blanks) > 1 {
		parts = blanks
	}
	if len(parts) != width {
		return v, fmt.Errorf("%s has %s; %s wanted", quoted(s), count(len(parts), "score"), isOrAre(width))
	}
	for p, part := range parts {
		score, err := ParseScore(strings.TrimSpace(part))
		if err != nil {
			return Vector{}, err
		}
		v[p] = score
	}
	return v, nil
}

func isOrAre(n int) string {
	if n == 1 {
		return "1 is"
	}
	return fmt.Sprintf("%d are", n)
}

// FormatValue returns a value as it is drawn: (5, 2, 2), or a bare number
// where a value is one number.
func (h Header) FormatValue(v Vector) string {
	if h.Kind != MaxN {
		return v[0].String()
	}
	b := []byte{'('}
	for p, s := range v[:h.Players] {
		if p > 0 {
			b = append(b, ", "...)
		}
		b = s.Append(b)
	}
	return string(append(b, ')'))
}

// AppendValueJSON appends a value as in a JSON document: a list of width
// scores, or a bare number if scalar is set.
func AppendValueJSON(b []byte, v *Vector, width int, scalar bool) []byte {
	if scalar {
		return v[0].Append(b)
	}
	return append(appendScores(append(b, '['), v, width), ']')
}

func appendScores(b []byte, v *Vector, width int) []byte {
	for p, s := range v[:width] {
		if p > 0 {
			b = append(b, ',')
		}
		b = s.Append(b)
	}
	return b
}

// WithValues returns a copy of the tree with other values at some leaves, by
// node number. It returns an *Error for the first value, in the order of the
// numbers, that is not allowed.
func (t *Tree) WithValues(values map[int]Vector) (*Tree, error) {
	if len(values) == 0 {
		return t, nil
	}
	u := *t
	u.value = slices.Clone(t.value)
	u.flags = slices.Clone(t.flags)
	u.vectors = slices.Clone(t.vectors)
	for _, n := range slices.Sorted(maps.Keys(values)) {
		v, path := values[n], fmt.Sprintf("values.%d", n)
		switch {
		case n < 0 || n >= t.Len():
			return nil, ErrorAt(path, "there is no node %d; the tree has the nodes 0 to %d", n, t.Len()-1)
		case !t.IsLeaf(n):
			return nil, ErrorAt(path, "node %d is not a leaf; only a leaf has a value", n)
		case t.Kind == Path:
			return nil, ErrorAt(path, noPathValue)
		}
		if why := t.vectorProblem(&v); why != "" {
			return nil, ErrorAt(path, "%s", why)
		}
		u.value[n] = int32(len(u.vectors))
		u.flags[n] = u.flags[n]&^(flagUnknown|flagNotFromPaper) | flagOwnValue
		u.vectors = append(u.vectors, v)
	}
	u.findNegative()
	// The values of t respect the heuristics, so a new value causes the
	// contradiction.
	if c := u.contradiction(); c != nil {
		return nil, ErrorAt(fmt.Sprintf("values.%d", c.leaf), "player %d has %s, which the heuristic at %s does not allow: its bound is %s",
			c.player+1, c.score, t.Name(c.holder), c.bound)
	}
	return &u, nil
}
