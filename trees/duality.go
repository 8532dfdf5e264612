package trees

// The min/max duality of Sturtevant & Korf 2000, Table 1.
//
// A game in which every player minimises points becomes one in which every
// player maximises them:
//
//	s^i        = maxp_min - s_i
//	minp_max   = maxp_min - maxp_min = 0
//	maxp_max   = maxp_min - minp_min
//	maxsum_max = n*maxp_min - minsum_min
//
// If the transformation is applied twice, the result is the original scores, provided
// that no score is above maxp_min.

// Dual returns the outcome v of n players under the transformation; maxp is
// maxp_min.
func Dual(v Vector, n int, maxp Score) Vector {
	for i := range v[:n] {
		v[i] = maxp - v[i]
	}
	return v
}

// Dual returns the tree under the transformation. It needs maxp, or maxsum if there is
// no maxp: the header says from which score the others are taken. The least sum of an outcome is computed from the leaves, their alternatives
// and the header's outcomes; if a leaf has an unknown value, the least sum is 0.
func (t *Tree) Dual() (*Tree, error) {
	limit := t.MaxP
	if !limit.Given {
		limit = t.MaxSum
	}
	if t.Kind != MaxN {
		return nil, ErrorAt("kind", "a %s tree has no such dual; the transformation is about max^n scores", t.Kind)
	}
	if !limit.Given {
		return nil, ErrorAt("maxp", "the transformation takes every score from maxp, and the tree has neither maxp nor maxsum; give it one")
	}
	n, maxp := t.Players, limit.Score
	dual := func(v *Vector) *Vector {
		if v == nil {
			return nil
		}
		w := Dual(*v, n, maxp)
		return &w
	}
	h := t.Header
	h.MaxP = limit
	h.MaxSum = Some(Score(n)*maxp - t.leastSum())
	h.Outcomes = nil
	for _, o := range t.Outcomes {
		h.Outcomes = append(h.Outcomes, Dual(o, n, maxp))
	}
	b := NewBuilder(h)
	for i := range t.Len() {
		node := t.Node(i)
		node.Value, node.Static = dual(node.Value), dual(node.Static)
		node.Low, node.Up = dual(node.Up), dual(node.Low)
		alternatives := node.Alternatives
		node.Alternatives = nil
		for _, a := range alternatives {
			node.Alternatives = append(node.Alternatives, Dual(a, n, maxp))
		}
		b.Open(node)
		for a := i; a >= 0 && t.End(a) == i+1; a = t.Parent(a) {
			b.Close()
		}
	}
	return b.Tree()
}

// leastSum returns a lower bound on the sum of any outcome.
func (t *Tree) leastSum() Score {
	least, seen := Score(0), false
	take := func(v *Vector) {
		if s := v.Sum(t.Players); !seen || s < least {
			least, seen = s, true
		}
	}
	for i := range t.Outcomes {
		take(&t.Outcomes[i])
	}
	for n := range t.Len() {
		if !t.IsLeaf(n) {
			continue
		}
		v, known := t.Value(n)
		if !known {
			return 0
		}
		take(&v)
		for i := range t.Alternatives(n) {
			take(&t.Alternatives(n)[i])
		}
	}
	return least
}
