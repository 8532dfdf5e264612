package games

import (
	"fmt"

	"espalier/trees"
)

// MaxBuilt bounds the nodes of the tree of a game: that of tic-tac-toe has 549,946.
const MaxBuilt = 600_000

// Build returns the tree of a position to a depth, as a document has it. A position at
// the depth is a leaf with its static value. The tree has at most the given number of nodes.
// pass is called now and then while it is built, so that others can compute; it may be nil.
// Its error ends the building.
func Build(pos Position, depth, most int, pass func() error) (*trees.Tree, error) {
	return BuildExtended(pos, depth, 0, most, pass)
}

// BuildExtended returns the same tree, where a position at the depth or below that is unstable has its
// moves, too, up to the given number of plies below the depth.
func BuildExtended(pos Position, depth, further, most int, pass func() error) (*trees.Tree, error) {
	s := pos.Scores()
	if exact := MostPlies(pos); depth > exact && pos.Height() > exact {
		return nil, &InexactError{exact}
	}
	header := trees.Header{Players: pos.Players(), Unit: s.Unit, MaxSum: trees.Some(s.MaxSum), MaxP: trees.All(s.MaxP), Delta: s.Delta}
	if s.StaticOutcomes || pos.Height() <= depth {
		header.Outcomes = s.Outcomes
	}
	w := treeBuilder{Builder: trees.NewGameBuilder(header, most), pos: pos, further: further, passer: passer{pass: pass}}
	if n, ok := pos.(noted); ok {
		w.WriteMoves(n.written)
	}
	w.bounded, _ = pos.(trees.Bounded)
	w.chanced, _ = pos.(trees.Chanced)
	if w.settled, _ = pos.(trees.Settled); w.settled != nil {
		w.SayUnstable()
	}
	var v trees.Vector
	w.node(trees.Node{}, pos.Look(&v), depth, &v)
	return w.tree(w.Builder)
}

// An InexactError reports a depth below which the expectations of chance nodes are not exact.
type InexactError struct{ Most int } // the largest depth

func (e *InexactError) Error() string {
	return fmt.Sprintf("below %d plies the expectations of the chance nodes are no whole numbers of the smallest part of a point that the scores are counted in; %d is the largest depth here", e.Most, e.Most)
}

type treeBuilder struct {
	*trees.Builder
	pos     Position
	bounded trees.Bounded // nil: the game has no bounds
	chanced trees.Chanced // nil: the game has no chance nodes
	settled trees.Settled // nil: the game does not say which positions are stable
	further int           // plies below the depth
	passer
}

// passEvery is how many nodes are added between two calls of pass.
const passEvery = 256

// A passer calls a function again and again while a tree is built. Its error ends the
// building.
type passer struct {
	pass  func() error // nil: there is none
	count int
	err   error
}

// goesOn is called at each node. It returns false if the building has ended.
func (p *passer) goesOn() bool {
	if p.count++; p.count%passEvery == 0 && p.pass != nil && p.err == nil {
		p.err = p.pass()
	}
	return p.err == nil
}

// tree returns the tree, or why the building has ended.
func (p *passer) tree(b *trees.Builder) (*trees.Tree, error) {
	if p.err != nil {
		return nil, p.err
	}
	return b.Tree()
}

// node adds the present position, which has the given number of moves; v is its value if it has none.
// depth is how many plies are left to the depth, less than 0 below it.
func (w *treeBuilder) node(n trees.Node, moves, depth int, v *trees.Vector) {
	var low, up, static trees.Vector
	if !w.goesOn() {
		return
	}
	why := trees.Stable
	if moves > 0 && w.settled != nil {
		why = w.settled.Unstable()
	}
	expands := moves > 0 && (depth > 0 || depth > -w.further && why != trees.Stable)
	switch {
	case moves == 0:
		n.Value = v
	case !expands:
		w.pos.Static(&static)
		n.Value = &static
	default:
		n.Player = w.pos.Mover()
		n.Chance = n.Player == 0
		if w.pos.Static(&static) {
			n.Static = &static
		}
		if w.bounded != nil && w.bounded.Low(&low) && w.bounded.Up(&up) {
			n.Low, n.Up = &low, &up
		}
	}
	w.Open(n)
	if why != trees.Stable {
		w.Unstable(why)
	}
	if expands {
		var next trees.Vector
		for i := range moves {
			if w.Err() != nil || w.err != nil {
				return // the position is not used again
			}
			var kid trees.Node
			if n.Chance {
				kid.Prob = w.chanced.Prob(i)
			}
			kids, _ := w.pos.Do(i, &next)
			kid.Label = string(w.pos.AppendLast(nil))
			w.node(kid, kids, depth-1, &next)
			w.pos.Undo()
		}
	}
	w.Close()
}

// DepthWithin returns the greatest depth at which the tree of a position has at most the
// given number of nodes and exact expectations, and whether that is the whole tree. It calls pass
// often, if that is not nil, and ends with its error.
func DepthWithin(pos Position, most int, pass func() error) (depth int, whole bool, err error) {
	c := depthCounter{passer: passer{pass: pass}, pos: pos}
	deepest := MostPlies(pos)
	for depth = 1; depth <= deepest; depth++ {
		c.left, c.deeper = most, false
		c.countTo(depth)
		switch {
		case c.err != nil:
			return 0, false, c.err
		case c.left < 0:
			return depth - 1, false, nil
		case !c.deeper:
			return depth, true, nil
		}
	}
	return depth - 1, deepest == pos.Height(), nil
}

type depthCounter struct {
	passer
	pos    Position
	left   int
	deeper bool // a position at the depth has moves
}

// countTo subtracts the nodes to a depth from left, until none are left.
func (c *depthCounter) countTo(depth int) {
	var v trees.Vector
	moves := c.pos.Look(&v)
	if c.left--; c.left < 0 || moves == 0 || !c.goesOn() {
		return
	}
	if depth == 0 {
		c.deeper = true
		return
	}
	for i := range moves {
		c.pos.Do(i, &v)
		c.countTo(depth - 1)
		c.pos.Undo()
		if c.left < 0 || c.err != nil {
			return
		}
	}
}
