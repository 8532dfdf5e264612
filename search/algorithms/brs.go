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
//	P            the player who moves at the root, player 1 if it is a leaf: s.About
//	reply        the node since P's last move where an opponent did not play the first move: a frame, or nil
//	first        the first move of a node, which the move ordering thinks best; here the leftmost child
//	alpha, beta  what P and the opponents are sure of on the path: f.Alpha, f.Beta
//
// The opponents play against P, as in paranoid. But between two moves of P only one of them may choose
// among all moves, the best reply; the others play the first move. In best-reply search of
// 2011 the others pass instead, so it visits positions that the game does not have. It needs a pass
// for every opponent; see bestreply.go. BRS+ stays within the tree.
//
// Needs: two players or more, no chance nodes. Guarantee: P's score in the part of the tree that
// this rule allows. It is no value of the whole game: an opponent may have a better move than the first one.
//
// The papers search the part with alpha-beta. With unpruned the search visits all of it.
//
// Ties: leftmost.

var BRSPlus = engine.Algorithm{
	ID: "brs-plus", Name: "BRS+", Paper: "Esser et al. 2013", Outside: true,
	Needs: "kind maxn, two players or more, no chance nodes", Guarantee: "the root player’s score if only one opponent replies to each move and the others play their first move; no value of the whole tree", Sound: true,
	Options: []string{"unpruned", "depth"},
	Terms:   []string{"brs-plus", "paranoid", "coalition", "window"}, Seat: 8, Rule: 6,
	Assumes: "After a move of player %d, one opponent replies against player %d; the others play their first move.",
	Term:    &engine.Term{Name: "best-reply search plus", Text: "Written BRS+: best-reply search that keeps the turn order. Between two moves of the player at the root only one opponent chooses freely; the others do not pass, but play their first move. So it searches a part of the tree, and its value is not that of the whole tree.", Source: "Esser et al. 2013"},
	Code: engine.Pseudocode{
		{"BRS+(x, {~α, β, |}reply):   (P moves at the root; at first reply = none)", "enter"},
		{"  if x is a leaf, or on the frontier: return its score vector", "leaf"},
		{"  P moves: reply := none"},
		{"  for each child c of x, left to right (if reply is a node, only the first):"},
		{"    w := BRS+(c, {~α, β, |}x if another moves and c is not the first, else reply)", "backup"},
		{"    P: v := max(v, w){~, α := max(α, v)|}.  Others: v := min(v, w){~, β := min(β, v)|}", "backup+"},
		{"{~    P: if v >= β: return v|}", "prune:beta"},
		{"{~    Others: if v <= α: return v|}", "prune:alpha"},
		{"  Others, if reply is a node: skip all children but the first", "prune:reply"},
		{"  return v", "exit"},
	},
	Need: []engine.Need{engine.NeedMaxN, engine.NeedOpponent}, AsGiven: true, Judged: engine.ByModel, Reference: &referenceBRS,
	Procedure: brs,
}

type brsRun struct {
	*engine.Run
	replied Reply // the note of a cut
}

func brs(r *engine.Run) {
	oneReplies(r)
	f, moves := r.AtRoot()
	(&brsRun{Run: r}).Search(f, moves, nil)
}

// oneReplies says what the events of BRS+ and best-reply search have.
func oneReplies(r *engine.Run) {
	r.About, r.Ev.OneReplies = r.RootMover(), true
	if !r.Unpruned {
		r.Inherit, r.Windowed, r.Ev.Window = engine.FromWindow, true, true
	}
}

// Search searches the node of f. reply is the node since the last move of P where an opponent has replied, or nil.
func (s *brsRun) Search(f *engine.Frame, moves int, reply *engine.Frame) {
	if s.Enter(f, moves) {
		f.AtLeast, f.AtMost = f.Exact, f.Exact
		return
	}
	if f.Mover == s.About {
		s.rootMoves(f, moves)
	} else {
		s.othersMove(f, moves, reply)
	}
}

// rootMoves searches a node of P.
func (s *brsRun) rootMoves(f *engine.Frame, moves int) {
	p, c := engine.Place(s.About), f.Below
	f.AtMost = true
	for i := range moves {
		c.Alpha, c.Beta = f.Alpha, f.Beta
		s.Search(c, s.Play(f, i), nil)
		s.Pos.Undo()
		f.AtMost = f.AtMost && c.AtMost
		improved := i == 0 || c.Value[p] > f.Value[p]
		if improved {
			s.Take(f)
			f.AtLeast = c.AtLeast
			if !s.Unpruned {
				f.RaiseAlpha(f.Value[p])
			}
		}
		if s.Observer != nil {
			s.EmitBackup(f, improved)
		}
		if f.Beta.Given && f.Value[p] >= f.Beta.Score && i+1 < moves {
			f.AtMost = false
			s.Cut(f, i+1, trace.Beta, trees.Opt{}, s.BetaTerm(f), f.TermOf(p))
			break
		}
	}
	s.Exit(f, f.AtLeast && f.AtMost)
}

// othersMove searches a node of an opponent, who plays the first move if reply is not nil.
func (s *brsRun) othersMove(f *engine.Frame, moves int, reply *engine.Frame) {
	p, c := engine.Place(s.About), f.Below
	left := moves
	if reply != nil {
		left = 1
	}
	f.AtLeast = true
	for i := range left {
		next := reply
		if i > 0 {
			next = f
		}
		c.Alpha, c.Beta = f.Alpha, f.Beta
		s.Search(c, s.Play(f, i), next)
		s.Pos.Undo()
		f.AtLeast = f.AtLeast && c.AtLeast
		improved := i == 0 || c.Value[p] < f.Value[p]
		if improved {
			s.Take(f)
			f.AtMost = c.AtMost
			if !s.Unpruned {
				f.LowerBeta(f.Value[p])
			}
		}
		if s.Observer != nil {
			s.EmitBackup(f, improved)
		}
		if f.Alpha.Given && f.Value[p] <= f.Alpha.Score && i+1 < left {
			f.AtLeast = false
			s.Cut(f, i+1, trace.Alpha, trees.Opt{}, f.AlphaTerm(s.About), f.TermOf(p))
			break
		}
	}
	if left < moves {
		s.replied = Reply{Player: reply.Mover, Node: reply.Node}
		s.Note = &s.replied
		s.Cut(f, left, trace.OneReply, trees.Opt{})
		s.Note = nil
	}
	s.Exit(f, f.AtLeast && f.AtMost)
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
