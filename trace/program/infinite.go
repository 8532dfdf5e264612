package program

import (
	"math"

	"espalier/trees"
)

// This file reads what programs print of infinite values: inf, -Infinity, 1e308, and numbers with which
// they stand for a win, a loss, or a node that was not searched.

// MinInfinite is the least size of a value that is taken for an infinite one where no limit is known and no
// leaf has such a value.
const MinInfinite = 1e9

// The marks of infinite numbers in numbers.all.
const (
	infinite         = wideFrom + 1
	negativeInfinite = wideFrom + 2
)

// infinity returns the sign of a literal or text that stands for an infinite number; 0: it does not.
func infinity(raw []byte) int {
	if len(raw) >= 2 && raw[0] == '"' && raw[len(raw)-1] == '"' {
		raw = raw[1 : len(raw)-1]
	}
	sign := 1
	if len(raw) > 0 && (raw[0] == '-' || raw[0] == '+') {
		if raw[0] == '-' {
			sign = -1
		}
		raw = raw[1:]
	}
	switch string(raw) {
	case "inf", "Inf", "INF", "infinity", "Infinity", "∞":
		return sign
	}
	return 0
}

// addInfinite adds an infinite number.
func (n *numbers) addInfinite(sign int) {
	if sign < 0 {
		n.all = append(n.all, negativeInfinite)
	} else {
		n.all = append(n.all, infinite)
	}
}

// size returns a number that was read.
func (n *numbers) size(i int) float64 {
	x := n.all[i]
	switch {
	case x == infinite:
		return math.Inf(1)
	case x == negativeInfinite:
		return math.Inf(-1)
	case x > -wideFrom:
		return float64(x)
	}
	if w := n.wide[-wideFrom-x]; w.Unit > 0 {
		return w.Float()
	}
	return math.Float64frombits(uint64(n.wide[-wideFrom-x].Score))
}

// limit takes the numbers of an event that are beyond the limits of the header for infinite ones. Without
// a limit it takes those of at least MinInfinite at inner nodes, unless a leaf has shown one as large. Of a program with
// its text that searches a known tree, no smaller number is a win or a loss: the leaves are those of the tree, and what is
// beyond the limits is a mistake, such as a score with the wrong sign.
func (r *Reader) limit(e *Event) {
	n, h := &r.run.numbers, &r.run.Header
	known := h.Program != "" && h.Tree != nil
	if (h.MinP == nil && h.MaxP == nil || known) && n.most < MinInfinite {
		return
	}
	width := r.run.Width()
	for _, value := range [...]int32{e.Value, e.Best} {
		if value == None {
			continue
		}
		for p := range width {
			i := int(value)*width + p
			x := n.size(i)
			least, most := h.Least(p), h.Most(p)
			far := e.Type != Leaf && math.Abs(x) >= MinInfinite && math.Abs(x) > r.largest
			if known && math.Abs(x) < MinInfinite {
				most, least = Optional{}, Optional{}
			}
			switch {
			case most.Given && x > most.Float()+closely, !most.Given && x > 0 && far:
				n.all[i] = infinite
			case least.Given && x < least.Float()-closely, !least.Given && x < 0 && far:
				n.all[i] = negativeInfinite
			case e.Type == Leaf && !math.IsInf(x, 0):
				r.largest = max(r.largest, math.Abs(x))
			}
		}
	}
}

// isInfinite reports whether a value has an infinite score.
func isInfinite(v *trees.Vector) bool {
	for _, s := range v {
		if s.IsInfinite() {
			return true
		}
	}
	return false
}

// HasInfiniteLeaf reports whether a leaf has an infinite score. No tree of a figure or a game has one, so the
// leaf is unknown in the tree of the run.
func (r *Run) HasInfiniteLeaf() bool {
	for i := range r.Events {
		if e := &r.Events[i]; e.Type == Leaf && e.Value != None {
			if v := r.Value(e.Value); isInfinite(&v) {
				return true
			}
		}
	}
	return false
}
