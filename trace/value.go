package trace

import (
	"strings"

	"espalier/trees"
)

// ValueText formats a value, in units of its tree, as in the papers: (5, 2, 2), or one number.
func ValueText(v *trees.Vector, width int, unit trees.Score) string {
	if width == 1 {
		return Minus(v[0].In(unit).String())
	}
	b := []byte{'('}
	for p, s := range v[:width] {
		if p > 0 {
			b = append(b, ", "...)
		}
		b = s.In(unit).Append(b)
	}
	return Minus(string(append(b, ')')))
}

// Minus replaces each hyphen by the typographic minus sign.
func Minus(s string) string { return strings.ReplaceAll(s, "-", "−") }

// Tenths formats a number of tenths: 0.3, or 1.
func Tenths(n int) string {
	return trees.Number{Score: trees.Score(n), Unit: 10}.Reduced().String()
}

// unit returns the unit of the event's scores.
func (e *Event) unit() trees.Score {
	if e.Unit == 0 {
		return trees.Unit
	}
	return e.Unit
}

// text returns a score of the event, with a typographic minus sign.
func (e *Event) text(s trees.Score) string { return Minus(s.In(e.unit()).String()) }
