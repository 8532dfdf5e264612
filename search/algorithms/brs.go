package algorithms

import (
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// BRS+, best-reply search that keeps the turn order.
//
// M. Esser, M. Gras, M. Winands, M. Schadd and M. Lanctot, "Improving best-reply search", Computers
// and Games 2013; M. Schadd and M. Winands, "Best-reply search for multi-player games", IEEE
// Transactions on Computational Intelligence and AI in Games 3 (2011). The code shown is ours.
//
//	P        the player who moves at the root, player 1 if it is a leaf
//	reply    the node since P's last move where an opponent did not play the first move: a frame, or nil
//	first    the first move of a node, which the move ordering thinks best; here the leftmost child
//
// The opponents play against P, as in paranoid. But between two moves of P only one of them may choose
// among all moves, the best reply; the others play the first move. In best-reply search of
// 2011 the others pass instead, so it visits positions that the game does not have. It needs a pass
// for every opponent; see bestreply.go. BRS+ stays within the tree.
//
// Needs: two players or more, no chance nodes. Guarantee: P's score in the part of the tree that
// this rule allows. It is no value of the whole game: an opponent may have a better move than the first one.
//
// The papers search the part with alpha-beta. This search visits all of it, so that the part is seen.
//
// Ties: leftmost.

var BRSPlus = engine.Algorithm{
	ID: "brs-plus", Name: "BRS+", Paper: "Esser et al. 2013", Outside: true,
	Needs: "kind maxn, two players or more, no chance nodes", Guarantee: "the root player’s score if only one opponent replies to each move and the others play their first move; no value of the whole tree", Sound: true,
	Options: []string{"depth"},
	Terms:   []string{"brs-plus", "paranoid", "coalition"}, Seat: 8, Rule: 6,
	Assumes: "After a move of player %d, one opponent replies against player %d; the others play their first move.",
	Term:    &engine.Term{Name: "best-reply search plus", Text: "Written BRS+: best-reply search that keeps the turn order. Between two moves of the player at the root only one opponent chooses freely; the others do not pass, but play their first move. So it searches a part of the tree, and its value is not that of the whole tree.", Source: "Esser et al. 2013"},
	Code: engine.Pseudocode{
		{"BRS+(x, reply):   (P moves at the root; at first reply = none)", "enter"},
		{"  if x is a leaf, or on the frontier: return its score vector", "leaf"},
		{"  P moves: reply := none"},
		{"  for each child c of x, left to right:"},
		{"    v := BRS+(c, x if another moves and c is not the first, else reply)", "backup"},
		{"    P: if v[P] > Best[P]: Best := v   (the first child is always taken)", "backup+"},
		{"    Others: if v[P] < Best[P]: Best := v", "backup+:least"},
		{"    Others, if reply is a node: skip all children but the first", "prune:reply"},
		{"  return Best", "exit"},
	},
	Need: []engine.Need{engine.NeedMaxN, engine.NeedOpponent}, AsGiven: true, Judged: engine.ByModel, Reference: &referenceBRS,
	Procedure: brs,
}

type brsRun struct {
	attackRun
	replied Reply // the note of a cut
}

func brs(r *engine.Run) {
	p := r.RootMover()
	s := &brsRun{attackRun: newAttack(r, p)}
	f, moves := r.AtRoot()
	s.Search(f, moves, p-1, nil)
}

func (s *brsRun) Search(f *engine.Frame, moves, p int, reply *engine.Frame) {
	r := s.Run
	if r.Enter(f, moves) {
		return
	}
	mine := f.Mover-1 == p
	left := moves
	switch {
	case mine:
		reply = nil
	case reply != nil:
		left = 1
	}
	exact := true
	for i := range left {
		next := reply
		if !mine && i > 0 {
			next = f
		}
		s.Search(f.Below, r.Play(f, i), p, next)
		r.Pos.Undo()
		v := f.Below.Value[p]
		improved := i == 0 || mine && v > f.Value[p] || !mine && v < f.Value[p]
		if improved {
			r.Take(f)
		}
		if r.Observer != nil {
			s.emitChoice(f, improved, !mine)
			exact = exact && f.Below.Exact
		}
	}
	if left < moves {
		s.replied = Reply{Player: reply.Mover, Node: reply.Node}
		s.Note = &s.replied
		r.Cut(f, left, trace.OneReply, trees.Opt{})
		s.Note = nil
	}
	r.Exit(f, exact)
}

// referenceBRS searches the same part of the tree.
var referenceBRS = engine.Reference{
	Name: ruleReferenceName, Agreement: valuesAgree, Remark: "only one opponent replies", Own: true,
	Want: func(t *trees.Tree, root, node int) (int, bool) {
		return engine.RootPlayer(t, root), t.Mover(node) != engine.RootPlayer(t, root)
	},
	Part: func(t *trees.Tree, root, depth int) ([]trees.Vector, bool) {
		values := make([]trees.Vector, t.End(root)-root)
		known := true
		p := engine.RootPlayer(t, root)
		var value func(n int, free bool) trees.Vector
		value = func(n int, free bool) (v trees.Vector) {
			ok := true
			switch {
			case t.IsLeaf(n):
				v, ok = t.Value(n)
			case depth >= 0 && t.Level(n)-t.Level(root) >= depth:
				v, ok = t.Static(n)
			case t.Mover(n) == p:
				for i, k := range t.Kids(n) {
					if w := value(int(k), true); i == 0 || w[p-1] > v[p-1] {
						v = w
					}
				}
			default:
				v = value(int(t.Kids(n)[0]), free)
				for _, k := range t.Kids(n)[1:] {
					if !free {
						break
					}
					if w := value(int(k), false); w[p-1] < v[p-1] {
						v = w
					}
				}
			}
			known = known && ok
			values[n-root] = v
			return v
		}
		value(root, true)
		return values, known
	},
}
