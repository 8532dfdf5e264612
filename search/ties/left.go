package ties

import (
	"context"

	"espalier/search/engine"
	"espalier/trees"
)

// A leftmost has the values of all nodes under the leftmost rule.
type leftmost struct {
	t     *trees.Tree
	value []trees.Vector
	best  []int32 // the child that is taken; trees.NoNode at leaves and chance nodes
	other []int32 // the child that would be taken without it; trees.NoNode: there is none
	ties  []int32
}

func resolveLeft(t *trees.Tree) *leftmost {
	l := &leftmost{t: t, value: make([]trees.Vector, t.Len()), best: make([]int32, t.Len()), other: make([]int32, t.Len())}
	for n := t.Len() - 1; n >= 0; n-- { // children have larger numbers than their parent
		l.best[n], l.other[n] = trees.NoNode, trees.NoNode
		switch {
		case t.IsLeaf(n):
			l.value[n], _ = t.Value(n)
		case t.IsChance(n):
			for _, k := range t.Kids(n) {
				addWeighed(t, int(k), &l.value[n], &l.value[k])
			}
		default:
			p := engine.Place(t.Mover(n))
			for _, k := range t.Kids(n) {
				switch {
				case l.best[n] == trees.NoNode || l.value[k][p] > l.value[l.best[n]][p]:
					l.best[n], l.other[n] = k, l.best[n]
				case l.other[n] == trees.NoNode || l.value[k][p] > l.value[l.other[n]][p]:
					l.other[n] = k
				}
			}
			l.value[n] = l.value[l.best[n]]
		}
	}
	for n := range t.Len() {
		if o := l.other[n]; o != trees.NoNode && l.tied(n, o) {
			l.ties = append(l.ties, int32(n))
		}
	}
	return l
}

// tied reports whether a child is as good for the mover as the best one.
func (l *leftmost) tied(n int, k int32) bool {
	p := engine.Place(l.t.Mover(n))
	return l.value[k][p] == l.value[l.best[n]][p]
}

// addWeighed adds the value of a child of a chance node, times its probability.
func addWeighed(t *trees.Tree, kid int, sum, v *trees.Vector) {
	p := t.Prob(kid)
	for s := range t.Players {
		sum[s] += p.Weigh(v[s])
	}
}

// decide finds the ties that change the root alone.
func (l *leftmost) decide(ctx context.Context, r *Result) error {
	for i, n := range l.ties {
		if i%passEvery == 0 {
			if err := engine.PassTurn(ctx); err != nil {
				return err
			}
		}
		for _, k := range l.t.Kids(int(n)) {
			if k == l.best[n] || !l.tied(int(n), k) {
				continue
			}
			if root := l.rootWith(int(n), l.value[k]); root != l.value[0] {
				r.Deciding = append(r.Deciding, Deciding{Choice{n, l.best[n], k}, root})
			}
		}
	}
	return nil
}

// rootWith returns the value of the root if node n has the value v.
func (l *leftmost) rootWith(n int, v trees.Vector) trees.Vector {
	for ; n != 0 && v != l.value[n]; n = l.t.Parent(n) {
		up := l.t.Parent(n)
		if l.t.IsChance(up) {
			was := l.value[up]
			addWeighed(l.t, n, &was, &v)
			p := l.t.Prob(n)
			for s := range l.t.Players {
				was[s] -= p.Weigh(l.value[n][s])
			}
			v = was
			continue
		}
		rival, p := l.best[up], engine.Place(l.t.Mover(up))
		if rival == int32(n) {
			rival = l.other[up]
		}
		if rival == trees.NoNode {
			continue
		}
		if w := &l.value[rival]; w[p] > v[p] || w[p] == v[p] && rival < int32(n) {
			v = *w
		}
	}
	if n != 0 {
		return l.value[0]
	}
	return v
}

// Line returns the expected play under the tie rule that takes some children first, in the order of the choices, and
// else the leftmost: the nodes from the root to a leaf, or to a chance node.
func Line(t *trees.Tree, rule []Choice) (line []int32) {
	first := map[int32][]int32{}
	for _, c := range rule {
		first[c.Node] = append(first[c.Node], c.To)
	}
	value, best := make([]trees.Vector, t.Len()), make([]int32, t.Len())
	for n := t.Len() - 1; n >= 0; n-- {
		switch {
		case t.IsLeaf(n):
			value[n], _ = t.Value(n)
		case t.IsChance(n):
			for _, k := range t.Kids(n) {
				addWeighed(t, int(k), &value[n], &value[k])
			}
		default:
			p := engine.Place(t.Mover(n))
			best[n] = trees.NoNode
			for _, list := range [][]int32{first[int32(n)], t.Kids(n)} {
				for _, k := range list {
					if best[n] == trees.NoNode || value[k][p] > value[best[n]][p] {
						best[n] = k
					}
				}
			}
			value[n] = value[best[n]]
		}
	}
	n := int32(0)
	for line = append(line, n); !t.IsLeaf(int(n)) && !t.IsChance(int(n)); line = append(line, n) {
		n = best[n]
	}
	return line
}
