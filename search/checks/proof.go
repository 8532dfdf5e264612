package checks

import (
	"slices"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace/program"
	"espalier/trees"
)

// This file runs a proof through an engine before it is reported: the tree with the values that the proof
// names must give the root that it claims.

// maxProved is the most nodes that are visited to confirm the proofs of a run; what is left is
// undecided.
const maxProved = 50_000_000

// A tieRule says which of equal children a run takes.
type tieRule uint8

const (
	leftmost  tieRule = iota // of several equals, or the run shows no tie
	rightmost                // all ties that the run shows went to the right
	mixed                    // the run shows both, or which child is the left one is not known
)

// tieRule returns the rule that the run shows.
func (c *checker) tieRule() tieRule {
	switch {
	case c.unplaced():
		return mixed
	case c.options.TiesLeft || !c.tiesRight:
		return leftmost
	case c.tiesLeft:
		return mixed
	}
	return rightmost
}

// A proofTree is the tree of a run with some values of leaves that it has not seen.
type proofTree struct {
	*finalTree
	given   map[int32]trees.Vector
	present []bool // it has a value, or a node below has
	kids    *families
	height  int
}

// with returns the tree with the given values.
func (j *finalTree) with(given map[int32]trees.Vector, kids *families) *proofTree {
	t := &proofTree{finalTree: j, given: given, kids: kids, present: make([]bool, len(j.state))}
	levels := make([]int32, len(j.state))
	j.inOrder(func(n int32) error {
		if _, is := given[n]; is || len(kids.of(n)) == 0 && j.hasLeaf(n) {
			t.present[n] = true
			return nil
		}
		for _, k := range kids.of(n) {
			if t.present[k] {
				t.present[n] = true
				levels[n] = max(levels[n], levels[k]+1)
			}
		}
		return nil
	})
	if len(levels) > 0 {
		t.height = int(levels[0])
	}
	return t
}

// A proofPosition walks through a proofTree as engines do.
type proofPosition struct {
	*proofTree
	path []int32
}

func (p *proofPosition) Players() int {
	if p.c.run.Kind == trees.Minimax {
		return 2
	}
	return p.c.run.Players
}

func (p *proofPosition) Height() int { return p.height }

func (p *proofPosition) node() int32 { return p.path[len(p.path)-1] }

func (p *proofPosition) Look(v *trees.Vector) (moves int) {
	n := p.node()
	if given, is := p.given[n]; is {
		*v = given
		return 0
	}
	for _, k := range p.kids.of(n) {
		if p.present[k] {
			moves++
		}
	}
	if moves == 0 {
		*v = p.c.valueOf(n)
	}
	return moves
}

func (p *proofPosition) Mover() int {
	if _, is := p.given[p.node()]; is || len(p.kids.of(p.node())) == 0 {
		return 0
	}
	return int(p.c.nodes[p.node()].mover)
}

func (p *proofPosition) Do(move int, v *trees.Vector) (moves, mover int) {
	for _, k := range p.kids.of(p.node()) {
		if !p.present[k] {
			continue
		}
		if move == 0 {
			p.path = append(p.path, k)
			break
		}
		move--
	}
	return p.Look(v), p.Mover()
}

func (p *proofPosition) Undo() { p.path = p.path[:len(p.path)-1] }

// gives reports whether an engine finds a value at the root of the tree; score is the only one that
// counts, or -1.
func (t *proofTree) gives(want *trees.Vector, score int) bool {
	c := t.c
	o := engine.Options{Target: c.target, HasTarget: c.target > 0}
	id := "maxn"
	switch {
	case c.run.Kind == trees.Minimax, c.isTwoSided() && c.by.TwoPlayers:
		id = "minimax"
	case c.isTwoSided():
		id = "paranoid"
	case c.target > 0:
		id = "directed-offensive"
	}
	a, _ := algorithms.Find(id)
	p := engine.Problem{Pos: &proofPosition{proofTree: t, path: []int32{0}}, Kind: c.run.Kind, Unit: max(c.run.Unit, 1), Players: max(c.run.Players, 1), NoMinima: c.run.Kind == trees.MaxN}
	if c.run.Kind == trees.Minimax {
		p.Players = 2
	}
	res, err := a.Run(c.ctx, p, o, nil)
	if err != nil {
		return false
	}
	if score >= 0 {
		return res.Value[score] == want[score]
	}
	return res.Value == *want
}

// proves reports whether values of leaves that the run has not seen give the root a value, by the tie
// rule that the run shows. known is false if that would take too long.
func (j *finalTree) proves(given map[int32]trees.Vector, kids *families, want *trees.Vector, score int) (holds, known bool) {
	n := len(j.state)
	if j.proved += n; j.proved > maxProved || j.did(n) != nil {
		return false, false
	}
	if !j.with(given, kids).gives(want, score) {
		return false, true
	}
	if score >= 0 {
		return true, true
	}
	also := func(order func(n int32) []int32) bool {
		other := newFamilies(n, func(i int32) []int32 {
			if list := kids.of(i); len(list) < 2 {
				return list
			}
			return order(i)
		})
		return j.with(given, other).gives(want, score)
	}
	if j.c.tieRule() == mixed && !also(func(n int32) []int32 { return j.orderedBy(n, rightmost) }) {
		return false, true
	}
	return !j.eitherLeft || also(j.inTree), true
}

// isReturned reports whether the run returns a value as the root's. It proves nothing then, unless another value
// is wrong: the run may only have taken another one of equal children.
func (j *finalTree) isReturned(v trees.Vector) bool {
	return j.c.valueErrors == 0 && j.c.nodes[0].has && j.c.same(j.c.at(0), &v)
}

// inTree returns the children of a node in the order of the header's tree.
func (j *finalTree) inTree(n int32) []int32 {
	kids := slices.Clone(j.c.run.Kids(n))
	slices.SortFunc(kids, j.c.byNumber)
	return kids
}

func (c *checker) byNumber(a, b int32) int { return c.run.Number(a) - c.run.Number(b) }

// orderedBy returns the children of a node in the order in which equals are taken. Where the run shows a
// tie, the child that it took comes first, unless all ties went one way.
func (j *finalTree) orderedBy(n int32, rule tieRule) []int32 {
	kids := j.c.run.Kids(n)
	order := j.c.byNumber
	if !j.c.byTree {
		order = j.c.lastVisit(kids)
	}
	if !slices.IsSortedFunc(kids, order) {
		kids = slices.Clone(kids)
		slices.SortStableFunc(kids, order)
	}
	if rule == rightmost && len(kids) > 1 {
		kids = slices.Clone(kids)
		slices.Reverse(kids)
	}
	s := &j.c.nodes[n]
	if s.taken != program.None && s.tied && j.c.tieRule() == mixed && kids[0] != s.taken {
		i := slices.Index(kids, s.taken)
		kids = slices.Concat(kids[i:i+1], kids[:i], kids[i+1:])
	}
	return kids
}

// lastVisit compares children by the order in which the last visit of their parent has searched them. What it
// has left out comes after them.
func (c *checker) lastVisit(kids []int32) func(a, b int32) int {
	last := int32(0)
	for _, k := range kids {
		last = max(last, c.nodes[k].in)
	}
	return func(a, b int32) int {
		x, y := &c.nodes[a], &c.nodes[b]
		switch now := x.in == last; {
		case now && y.in == last:
			return int(x.place - y.place)
		case now:
			return -1
		case y.in == last:
			return 1
		}
		return 0
	}
}

// all returns the values of all free leaves at one end.
func (e *ends) all(side int) map[int32]trees.Vector {
	given := map[int32]trees.Vector{}
	for n := range e.state {
		if e.state[n] == free {
			given[int32(n)] = e.extreme(int32(n), side)
		}
	}
	return given
}

// confirms reports whether values give the root the amount of one end.
func (e *ends) confirms(values []LeafValue, side int) (holds, known bool) {
	given := map[int32]trees.Vector{}
	for _, v := range values {
		given[v.leaf] = v.Value
	}
	if len(values) > MaxValues {
		given = e.all(side) // not all are listed
	}
	want := e.at[side].of(0)
	if !e.c.hasChance() {
		return e.proves(given, e.substituted(side), &e.now, e.score)
	}
	if e.proved += len(e.state); e.proved > maxProved || e.did(len(e.state)) != nil {
		return false, false
	}
	got := e.exactly(given, side)
	return got.cmp(&want) == 0, true
}

// exactly evaluates a tree of two sides with given values in fractions; other free leaves are absent.
func (e *ends) exactly(given map[int32]trees.Vector, side int) amount {
	at := newAmounts(len(e.state))
	e.inOrder(func(n int32) error {
		v, is := given[n]
		switch {
		case is:
			at.set(n, amount{whole: v[e.score], is: true})
		case e.state[n] == free:
		default:
			at.set(n, e.compute(at, side, n))
		}
		return nil
	})
	return at.of(0)
}
