package ties

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"espalier/search/engine"
	"espalier/trees"
)

// This file computes under which tie rules the cuts of a search hold.
//
//	T    the tree
//	T'   the tree without the subtrees that were cut and never searched
//
// The cuts hold under a tie rule if the root has the same value in T and in T'. In T' the tie rule has the
// same order of the children that are left. So this is a statement about the leaves that the tree has, under
// the same cuts; the search itself would make other cuts under another rule.
//
// For each node, a pair is a value in T and a value in T' under the same tie rule. A node with nothing cut below
// it has the same value in both.

const (
	maxPairs     = 2_000     // of one node
	maxPairSteps = 2_000_000 // comparisons of pairs, for the cuts of one run
	maxEach      = 100       // nodes with cuts that are judged one by one
	maxTried     = 20        // pairs whose tie rule is written out to find a short one
)

// A Cut is what was cut at a node.
type Cut struct {
	Node int32
	Kids []int32 // the children that were cut and never searched
	// Changes is set if a tie rule exists under which these cuts alone change the value of the root; see Survival.Each.
	Changes bool
}

// A Survival says under which tie rules the cuts of a run hold.
type Survival struct {
	Cuts []Cut // in the order of their nodes
	Each bool  // Changes of each cut is known; with many cuts it is not computed
	// Unknown says why it is not known whether the cuts hold; Breaks is nil then.
	Unknown string
	// Breaks has for each value of the root that is not always found with the cuts one tie rule under which
	// it is not. Empty: the cuts hold under every tie rule.
	Breaks []Break
}

// A Break is a tie rule under which the cuts change the value of the root.
type Break struct {
	Value trees.Vector // of the root in the whole tree
	Cut   trees.Vector // of the root without what was cut
	Rule  []Choice     // the tie rule: where it takes another child than the leftmost one, with or without the cuts
}

// BreakOf returns the break of a value of the root; nil: with this value of the root, the cuts hold.
func (s *Survival) BreakOf(v *trees.Vector) *Break {
	i := slices.IndexFunc(s.Breaks, func(b Break) bool { return b.Value == *v })
	if i < 0 {
		return nil
	}
	return &s.Breaks[i]
}

// Survive computes under which tie rules cuts hold. cut are the topmost nodes that were cut and never entered,
// in the tree of the result.
func (r *Result) Survive(ctx context.Context, cut []int32) (*Survival, error) {
	s := &Survival{}
	if len(cut) == 0 {
		return s, nil
	}
	if r.sets == nil {
		s.Unknown = "the tie rules were sampled"
		return s, nil
	}
	give, err := engine.TakeTurn(ctx)
	if err != nil {
		return nil, err
	}
	defer give()
	t := r.sets.t
	at := map[int32]int{} // in s.Cuts
	for _, k := range cut {
		n := int32(t.Parent(int(k)))
		i, ok := at[n]
		if !ok {
			i = len(s.Cuts)
			at[n] = i
			s.Cuts = append(s.Cuts, Cut{Node: n})
		}
		s.Cuts[i].Kids = append(s.Cuts[i].Kids, k)
	}
	slices.SortFunc(s.Cuts, func(a, b Cut) int { return int(a.Node - b.Node) })
	p := &pairing{solver: r.sets, ctx: ctx}
	root, err := p.without(cut)
	switch {
	case errors.Is(err, errMany):
		s.Unknown = "there are too many combinations of ties"
	case errors.Is(err, errNoValue):
		s.Unknown = err.Error()
	case err != nil:
		return nil, err
	}
	if err != nil {
		return s, nil
	}
	for _, v := range r.Values {
		if b := p.breakOf(root, &v.Vector); b != nil {
			s.Breaks = append(s.Breaks, *b)
		}
	}
	if len(s.Cuts) > maxEach {
		return s, nil
	}
	for i := range s.Cuts {
		root, err := p.without(s.Cuts[i].Kids)
		if errors.Is(err, errMany) || errors.Is(err, errNoValue) {
			return s, nil // what is known of all cuts together is still right
		}
		if err != nil {
			return nil, err
		}
		s.Cuts[i].Changes = slices.ContainsFunc(root, func(x pair) bool { return x.whole != x.cut })
	}
	s.Each = true
	return s, nil
}

// errNoValue is wrapped where T' has a node without a value.
var errNoValue = errors.New("a node has no value without what was cut")

// A pair is a value of a node in T and its value in T', under the same tie rule.
type pair struct {
	whole, cut trees.Vector
	// The children that are taken, and their pairs; nil for a node with nothing cut below it.
	parts *parts
}

type parts struct {
	inWhole, inCut int   // indices of the children
	pairs          []int // of each child of a chance node; of a node with a mover only those of inWhole and inCut
}

// A pairing computes pairs.
type pairing struct {
	*solver
	ctx   context.Context
	gone  map[int32]bool
	pairs map[int32][]pair // of the nodes with something cut below them
	steps int
}

// without returns the pairs of the root if some subtrees are cut.
func (p *pairing) without(cut []int32) ([]pair, error) {
	p.gone, p.pairs = map[int32]bool{}, map[int32][]pair{}
	var above []int
	for _, k := range cut {
		p.gone[k] = true
		for n := p.t.Parent(int(k)); n != trees.NoNode && p.pairs[int32(n)] == nil; n = p.t.Parent(n) {
			p.pairs[int32(n)] = []pair{}
			above = append(above, n)
		}
	}
	slices.Sort(above)
	for _, n := range slices.Backward(above) {
		if err := engine.PassTurn(p.ctx); err != nil {
			return nil, err
		}
		var list []pair
		var err error
		if p.t.IsChance(n) {
			list, err = p.combine(n)
		} else {
			list, err = p.choose(n)
		}
		if err != nil {
			return nil, err
		}
		p.pairs[int32(n)] = list
	}
	return p.pairsOf(0), nil
}

func (p *pairing) spend(steps int) error {
	if p.steps += steps; p.steps > maxPairSteps {
		return errMany
	}
	return nil
}

// pairsOf returns the pairs of a node. Of a node that is gone, what it would have in T' does not count.
func (p *pairing) pairsOf(n int32) []pair {
	if list, above := p.pairs[n]; above {
		return list
	}
	list := make([]pair, len(p.sets[n]))
	for i := range list {
		v := p.sets[n][i].value
		list[i] = pair{whole: v, cut: v}
	}
	return list
}

// A candidate is a pair of a child that can be taken.
type candidate struct{ kid, pair int }

// choose computes the pairs of a node with a mover. Child k is taken in T and child l in T'. Where k and l differ,
// an order of the children exists unless l is as good as k in T, and k as good as l in T'.
func (p *pairing) choose(n int) ([]pair, error) {
	kids, place := p.t.Kids(n), engine.Place(p.t.Mover(n))
	of := make([][]pair, len(kids))
	var inWhole, inCut []candidate
	sureWhole, sureCut, left := trees.Score(0), trees.Score(0), 0
	for i, k := range kids {
		of[i] = p.pairsOf(k)
		whole := slices.MinFunc(of[i], func(a, b pair) int { return engine.ByScore(place)(a.whole, b.whole) }).whole[place]
		if i == 0 || whole > sureWhole {
			sureWhole = whole
		}
		if p.gone[k] {
			continue
		}
		cut := slices.MinFunc(of[i], func(a, b pair) int { return engine.ByScore(place)(a.cut, b.cut) }).cut[place]
		if left == 0 || cut > sureCut {
			sureCut = cut
		}
		left++
	}
	if left == 0 {
		return nil, fmt.Errorf("at %s every child was cut: %w", p.t.Name(n), errNoValue)
	}
	for i, k := range kids {
		for j := range of[i] {
			if of[i][j].whole[place] >= sureWhole {
				inWhole = append(inWhole, candidate{i, j})
			}
			if !p.gone[k] && of[i][j].cut[place] >= sureCut {
				inCut = append(inCut, candidate{i, j})
			}
		}
	}
	if err := p.spend(len(inWhole) * len(inCut)); err != nil {
		return nil, err
	}
	type values struct{ whole, cut trees.Vector }
	found := map[values]bool{}
	var list []pair
	for _, w := range inWhole {
		for _, c := range inCut {
			v := values{of[w.kid][w.pair].whole, of[c.kid][c.pair].cut}
			if found[v] || w.kid == c.kid && w.pair != c.pair {
				continue
			}
			s := v.whole[place]
			x := v.cut[place]
			if w.kid != c.kid {
				y, z := of[c.kid][c.pair].whole[place], of[w.kid][w.pair].cut[place]
				stays := !p.gone[kids[w.kid]]
				if y > s || stays && (z > x || y == s && z == x) {
					continue
				}
			}
			ok := true
			for i := range kids {
				if i == w.kid || i == c.kid {
					continue
				}
				if err := p.spend(1); err != nil {
					return nil, err
				}
				if p.firstWithin(of[i], p.gone[kids[i]], place, s, x) < 0 {
					ok = false
					break
				}
			}
			if !ok {
				continue
			}
			found[v] = true
			list = append(list, pair{v.whole, v.cut, &parts{w.kid, c.kid, []int{w.pair, c.pair}}})
			if len(list) > maxPairs {
				return nil, errMany
			}
		}
	}
	return list, nil
}

// firstWithin returns the first pair with at most a score in T and another in T'; -1: there is none.
func (p *pairing) firstWithin(list []pair, gone bool, place int, whole, cut trees.Score) int {
	return slices.IndexFunc(list, func(x pair) bool {
		return x.whole[place] <= whole && (gone || x.cut[place] <= cut)
	})
}

// combine computes the pairs of a chance node.
func (p *pairing) combine(n int) ([]pair, error) {
	type values struct{ whole, cut trees.Vector }
	last := []pair{{parts: &parts{}}}
	for _, k := range p.t.Kids(n) {
		if p.gone[k] {
			return nil, fmt.Errorf("at %s a child of chance was cut: %w", p.t.Name(n), errNoValue)
		}
		of := p.pairsOf(k)
		if err := p.spend(len(last) * len(of)); err != nil {
			return nil, err
		}
		found := map[values]bool{}
		var next []pair
		for _, before := range last {
			for i := range of {
				x := pair{before.whole, before.cut, nil}
				addWeighed(p.t, int(k), &x.whole, &of[i].whole)
				addWeighed(p.t, int(k), &x.cut, &of[i].cut)
				if v := (values{x.whole, x.cut}); !found[v] {
					found[v] = true
					x.parts = &parts{pairs: append(slices.Clone(before.parts.pairs), i)}
					next = append(next, x)
				}
			}
			if len(next) > maxPairs {
				return nil, errMany
			}
		}
		last = next
	}
	return last, nil
}

// breakOf returns a tie rule under which the root has a value in T and another one in T'; nil: there is none.
func (p *pairing) breakOf(root []pair, v *trees.Vector) *Break {
	var best *Break
	tried := 0
	for i := range root {
		x := &root[i]
		if x.whole != *v || x.cut == x.whole {
			continue
		}
		if tried++; tried > maxTried {
			break
		}
		b := &Break{Value: x.whole, Cut: x.cut}
		p.explain(0, x, &b.Rule)
		if best == nil || len(b.Rule) < len(best.Rule) {
			best = b
		}
	}
	return best
}

// explain appends the choices of a tie rule with the values of a pair.
func (p *pairing) explain(n int, x *pair, list *[]Choice) {
	if x.parts == nil { // nothing is cut below
		p.solver.explain(n, p.memberOf(n, &x.whole), list)
		return
	}
	kids := p.t.Kids(n)
	if p.t.IsChance(n) {
		for i, k := range kids {
			p.explain(int(k), &p.pairsOf(k)[x.parts.pairs[i]], list)
		}
		return
	}
	place := engine.Place(p.t.Mover(n))
	chosen := make([]pair, len(kids))
	for i, k := range kids {
		of := p.pairsOf(k)
		var at int
		switch i {
		case x.parts.inWhole:
			at = x.parts.pairs[0]
		case x.parts.inCut:
			at = x.parts.pairs[1]
		default:
			at = p.firstWithin(of, p.gone[k], place, x.whole[place], x.cut[place])
		}
		chosen[i] = of[at]
	}
	p.order(n, x, chosen, list)
	for i, k := range kids {
		p.explain(int(k), &chosen[i], list)
	}
}

// order appends the shortest beginning of an order of the children under which those of a pair are taken.
func (p *pairing) order(n int, x *pair, chosen []pair, list *[]Choice) {
	kids, place := p.t.Kids(n), engine.Place(p.t.Mover(n))
	// taken returns the child that is taken in T or T' under an order that begins with some children.
	taken := func(first []int, whole bool) int {
		best := -1
		score := func(i int) trees.Score {
			if whole {
				return chosen[i].whole[place]
			}
			return chosen[i].cut[place]
		}
		try := func(i int) {
			if (whole || !p.gone[kids[i]]) && (best < 0 || score(i) > score(best)) {
				best = i
			}
		}
		for _, i := range first {
			try(i)
		}
		for i := range kids {
			try(i)
		}
		return best
	}
	w, c := x.parts.inWhole, x.parts.inCut
	for _, first := range [][]int{{}, {w}, {c}, {w, c}, {c, w}} {
		if taken(first, true) != w || taken(first, false) != c {
			continue
		}
		for i, k := range first {
			from := taken(first[:i], k == w)
			*list = append(*list, Choice{int32(n), kids[from], kids[k]})
		}
		return
	}
}
