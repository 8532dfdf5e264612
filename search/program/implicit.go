package program

import (
	"fmt"
	"strconv"

	"go.starlark.net/starlark"

	"espalier/trees"
	"espalier/trees/games"
)

// An Implicit tree is not built: a program makes the positions that it asks for. Either Game or Generator is given.
type Implicit struct {
	Game      *games.Document
	Generator *games.Generator
	// Vectors: a value has the score of each player also where there are two. Else it is then the score of player 1,
	// as minimax and alpha-beta have it (engine.ReferenceMinimax).
	Vectors bool
}

// open returns the tree at its root. The error is that of its document.
func (i *Implicit) open() (*positionSource, error) {
	s := &positionSource{looked: make([]looked, 1)}
	if i.Game != nil {
		pos, err := games.Open(i.Game)
		if err != nil {
			return nil, err
		}
		s.pos, s.scores, s.unit, s.document = pos, pos.Scores(), games.UnitOf(pos), pos.AppendDocument(nil)
	} else {
		pos, err := i.Generator.Position()
		if err != nil {
			return nil, err
		}
		sum := trees.Score(i.Generator.MaxSum) * trees.Unit
		s.pos, s.scores, s.unit = pos, games.Scores{MaxSum: sum, MaxP: sum, Delta: trees.Unit}, trees.Unit
	}
	s.evaluated, _ = s.pos.(trees.Evaluated)
	s.described, _ = s.pos.(trees.Described)
	s.chanced, _ = s.pos.(trees.Chanced)
	s.number = s.pos.Players() == 2 && !i.Vectors
	s.height = s.pos.Height()
	s.root = &node{from: s}
	s.at = s.root
	moves := s.pos.Look(&s.value)
	s.looked[0] = looked{moves: int32(moves), mover: int8(s.pos.Mover())}
	return s, nil
}

// A positionSource is a tree whose nodes are made when they are asked for. One position is moved to the node that is
// asked about.
type positionSource struct {
	pos       trees.Position
	evaluated trees.Evaluated // nil: it has no heuristic values
	described trees.Described // nil: its moves have no text
	chanced   trees.Chanced   // nil: it has no chance nodes
	document  []byte          // of the game; nil: it is none
	scores    games.Scores
	unit      trees.Score
	number    bool
	height    int // how far a search can go down

	root, at *node
	value    trees.Vector // of at, if that is a leaf
	looked   []looked     // by the number of the node
}

// looked is what was found at a node. moves is notLooked before.
type looked struct {
	moves int32
	mover int8
}

const notLooked = -2

func (s *positionSource) scalar() bool { return s.number }
func (s *positionSource) players() int { return s.pos.Players() }

func (s *positionSource) name(n *node) string {
	if n.parent == nil {
		return "root"
	}
	if move, is := s.attr(n, "move").(starlark.String); is {
		return string(move)
	}
	return strconv.Itoa(n.id)
}

func (s *positionSource) count(n *node) int { return int(s.look(n).moves) }

func (s *positionSource) look(n *node) looked {
	if s.looked[n.id].moves == notLooked {
		s.goTo(n)
	}
	return s.looked[n.id]
}

// limit returns an error at a node below which the position cannot be searched.
func (s *positionSource) limit(n *node) error {
	if n.depth() >= s.height && s.count(n) > 0 {
		return fmt.Errorf("a search can go %d plies down here: stop above, with node.heuristic", s.height)
	}
	return nil
}

func (s *positionSource) expand(n *node) []*node {
	count := s.count(n)
	list, all := make([]*node, count), make([]node, count)
	for i := range all {
		all[i] = node{from: s, parent: n, index: i, id: len(s.looked)}
		s.looked = append(s.looked, looked{moves: notLooked})
		list[i] = &all[i]
	}
	return list
}

// goTo moves the position to a node.
func (s *positionSource) goTo(n *node) {
	for s.at != n && !n.isBelow(s.at) {
		s.pos.Undo()
		s.at = s.at.parent
	}
	s.down(n)
}

// down moves it from a node above.
func (s *positionSource) down(n *node) {
	if s.at == n {
		return
	}
	s.down(n.parent)
	moves, mover := s.pos.Do(n.index, &s.value)
	s.at, s.looked[n.id] = n, looked{int32(moves), int8(mover)}
}

func (s *positionSource) attr(n *node, name string) starlark.Value {
	switch name {
	case "value":
		if s.count(n) > 0 {
			return starlark.None
		}
		s.goTo(n)
		return fromVector(&s.value, s.players(), s.unit, s.number)
	case "heuristic":
		var v trees.Vector
		if s.goTo(n); s.evaluated == nil || !s.evaluated.Static(&v) {
			return starlark.None
		}
		return fromVector(&v, s.players(), s.unit, s.number)
	case "player":
		if p := s.look(n).mover; p > 0 {
			return starlark.MakeInt(int(p))
		}
		return starlark.None
	case "chance":
		return starlark.Bool(s.isChance(n))
	case "probability":
		if n.parent == nil || !s.isChance(n.parent) {
			return starlark.None
		}
		return fromNumber(s.probability(n))
	case "move":
		if s.described == nil {
			return starlark.None
		}
		s.goTo(n)
		return text(string(s.described.AppendLast(nil)))
	case "label":
		return starlark.None
	}
	return nil
}

func (s *positionSource) isChance(n *node) bool {
	at := s.look(n)
	return at.mover == 0 && at.moves > 0
}

// probability returns that of a child of a chance node.
func (s *positionSource) probability(n *node) trees.Number {
	s.goTo(n.parent)
	return s.chanced.Prob(n.index)
}

func (s *positionSource) info() *gameInfo {
	kind := trees.MaxN
	if s.number {
		kind = trees.Minimax
	}
	of := func(score trees.Score) starlark.Value {
		if score == 0 {
			return starlark.None
		}
		return fromNumber(trees.Number{Score: score, Unit: s.unit})
	}
	return &gameInfo{starlark.StringDict{"players": starlark.MakeInt(s.players()), "kind": starlark.String(kind.String()),
		"minp": starlark.MakeInt(0), "maxp": of(s.scores.MaxP), "maxsum": of(s.scores.MaxSum), "delta": of(s.scores.Delta)}}
}

// appendHeader appends what the header of a trace says of the tree.
func (s *positionSource) appendHeader(b []byte) []byte {
	limit := func(name string, score trees.Score) {
		if score != 0 {
			b = append(append(append(b, `,"`...), name...), `":`...)
			b = trees.Number{Score: score, Unit: s.unit}.AppendJSON(b)
		}
	}
	if s.number {
		b = append(b, `,"kind":"minimax"`...)
	} else {
		b = strconv.AppendInt(append(b, `,"kind":"maxn","players":`...), int64(s.players()), 10)
		limit("maxsum", s.scores.MaxSum)
	}
	b = append(b, `,"minp":0`...)
	limit("maxp", s.scores.MaxP)
	limit("delta", s.scores.Delta)
	if s.document != nil {
		b = append(append(b, `,"game":`...), s.document...)
	}
	return b
}
