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
	most := All(maxp).Scores
	return dualOf(&v, n, &most)
}

func dualOf(v *Vector, n int, most *Vector) (dual Vector) {
	for i := range n {
		dual[i] = most[i] - v[i]
	}
	return dual
}

// Dual returns the tree under the transformation. It needs maxp, or maxsum if there is
// no maxp: the header says from which score the others are taken. The least sum of an
// outcome is computed from the leaves, their alternatives and the header's outcomes. If a
// leaf has an unknown value, it is the sum of the players' least scores. What depends on a
// least score that is not known is left out of the header.
func (t *Tree) Dual() (*Tree, error) {
	limit := t.MaxP
	if !limit.Given && t.MaxSum.Given {
		limit = All(t.MaxSum.Score)
	}
	if t.Kind != MaxN {
		return nil, ErrorAt("kind", "a %s tree has no such dual; the transformation is about max^n scores", t.Kind)
	}
	if !limit.Given {
		return nil, ErrorAt("maxp", "the transformation subtracts every score from maxp, and the tree has neither maxp nor maxsum; give it one")
	}
	n, most := t.Players, &limit.Scores
	dual := func(v *Vector) *Vector {
		if v == nil {
			return nil
		}
		w := dualOf(v, n, most)
		return &w
	}
	h := t.Header
	h.MinP, h.MaxP, h.MaxSum = Limits{}, Limits{}, Opt{}
	if least, known := t.Minima(); known {
		h.MaxP = Limits{Scores: dualOf(&least, MaxPlayers, most), Given: true, Each: limit.Each || t.MinP.Each}
		if h.MaxP.Each {
			h.MaxP = h.MaxP.resize(n)
		}
	}
	if least := t.leastSum(); least.Given {
		h.MaxSum = Some(most.Sum(n) - least.Score)
	}
	h.Outcomes = nil
	for i := range t.Outcomes {
		h.Outcomes = append(h.Outcomes, dualOf(&t.Outcomes[i], n, most))
	}
	b := NewBuilder(h)
	for i := range t.Len() {
		node := t.Node(i)
		node.Value, node.Static = dual(node.Value), dual(node.Static)
		node.Low, node.Up = dual(node.Up), dual(node.Low)
		alternatives := node.Alternatives
		node.Alternatives = nil
		for i := range alternatives {
			node.Alternatives = append(node.Alternatives, dualOf(&alternatives[i], n, most))
		}
		b.Open(node)
		for a := i; a >= 0 && t.End(a) == i+1; a = t.Parent(a) {
			b.Close()
		}
	}
	return b.Tree()
}

// leastSum returns a lower bound on the sum of any outcome; not given: there is none.
func (t *Tree) leastSum() Opt {
	least := Opt{}
	take := func(v *Vector) {
		if s := v.Sum(t.Players); !least.Given || s < least.Score {
			least = Some(s)
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
			each, known := t.Minima()
			if !known {
				return Opt{}
			}
			return Some(each.Sum(t.Players))
		}
		take(&v)
		for i := range t.Alternatives(n) {
			take(&t.Alternatives(n)[i])
		}
	}
	return least
}
