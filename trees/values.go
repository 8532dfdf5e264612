package trees

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// ParseVector reads width numbers in the format of a link: "3,0,6", or "5" for one number.
// Brackets, and spaces instead of commas, are allowed: a user can type a value as it
// is drawn.
func ParseVector(s string, width int) ([]Number, error) {
	list := make([]Number, 0, width)
	inner := strings.TrimSpace(s)
	if strings.HasPrefix(inner, "(") && strings.HasSuffix(inner, ")") {
		inner = inner[1 : len(inner)-1]
	}
	parts := strings.Split(inner, ",")
	if blanks := strings.Fields(inner); len(parts) == 1 && len(blanks) > 1 {
		parts = blanks
	}
	if len(parts) != width {
		return nil, fmt.Errorf("%s has %s; %s needed", quoted(s), count(len(parts), "score"), isOrAre(width))
	}
	for _, part := range parts {
		n, err := ParseNumber(strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, nil
}

// ParseValue reads a value as ParseVector does, in units of the tree. A number that is no whole
// number of units cannot be a value of the tree: the error says so.
func (h *Header) ParseValue(s string) (v Vector, err error) {
	list, err := ParseVector(s, h.Width())
	if err != nil {
		return v, err
	}
	for p, n := range list {
		score, ok := n.In(h.unit())
		if !ok {
			return Vector{}, fmt.Errorf("%s cannot be a value here: all numbers of this tree are multiples of 1/%d, of at most %d such parts", n, h.unit(), MaxUnits)
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
		return v[0].In(h.unit()).String()
	}
	b := []byte{'('}
	for p, s := range v[:h.Players] {
		if p > 0 {
			b = append(b, ", "...)
		}
		b = s.In(h.unit()).Append(b)
	}
	return string(append(b, ')'))
}

// AppendValueJSON appends a value as in a JSON document: a list of scores, or a bare number
// where a value is one number.
func (h *Header) AppendValueJSON(b []byte, v *Vector) []byte {
	return appendValueJSON(b, v, h.unit(), h.Width(), h.Kind != MaxN)
}

// appendValueJSON appends a list of width scores, or a bare number if scalar is set.
func appendValueJSON(b []byte, v *Vector, unit Score, width int, scalar bool) []byte {
	if scalar {
		return v[0].In(unit).AppendJSON(b)
	}
	b = append(b, '[')
	for p, s := range v[:width] {
		if p > 0 {
			b = append(b, ',')
		}
		b = s.In(unit).AppendJSON(b)
	}
	return append(b, ']')
}

func appendScores(b []byte, v *Vector, unit Score, width int) []byte {
	for p, s := range v[:width] {
		if p > 0 {
			b = append(b, ',')
		}
		b = s.In(unit).Append(b)
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
	u.tidy = false // the values of t stay in its vectors
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
		if t.flags[n]&flagUnknown == 0 && t.value[n] >= 0 && t.vectors[t.value[n]] == v {
			continue // it is the value that the tree gives, with its mark of who says so
		}
		u.value[n] = int32(len(u.vectors))
		u.flags[n] = u.flags[n]&^(flagUnknown|flagNotFromPaper) | flagOwnValue
		u.vectors = append(u.vectors, v)
	}
	u.findNegative()
	if err := u.fit(nil); err != nil {
		err.Path = "values"
		return nil, err
	}
	// Values in units of t stay comparable with those of the copy.
	if unit, ok := lcm(u.Unit, t.Unit); ok && unit == t.Unit {
		u.rescale(unit)
	}
	// The values of t respect the heuristics, so a new value causes the
	// contradiction.
	if c := u.contradiction(); c != nil {
		return nil, ErrorAt(fmt.Sprintf("values.%d", c.leaf), "player %d has %s, which the heuristic at %s does not allow: its bound is %s",
			c.player+1, c.score.In(t.Unit), t.Name(c.holder), c.bound.In(t.Unit))
	}
	return &u, nil
}

// PlainValue returns a value in the format of a link: "3,0,6".
func (h *Header) PlainValue(v *Vector) string {
	return string(appendScores(nil, v, h.unit(), h.Width()))
}
