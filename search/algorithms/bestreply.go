package algorithms

import (
	"strconv"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/games"
)

// Best-reply search.
//
// M. Schadd and M. Winands, "Best-reply search for multi-player games", IEEE Transactions on
// Computational Intelligence and AI in Games 3 (2011). We could read the abstract of it: only the opponent with the
// strongest counter move is allowed to move, so more turns of the root player can be searched; and that of
// Esser et al., "Improving best-reply search" (2013): only one move, the best among all opponents, is
// chosen, and the search may consider invalid positions. A public program has the procedure: alpha-beta, in which a
// layer of the root player takes turns with a layer that joins the moves of all opponents. Another one, which cites the paper,
// describes the same layer. The code shown is ours.
//
//	P            the player who moves at the root, player 1 if it is a leaf: s.About
//	layer        the nodes from a move of P to the next turn of P
//	reply        the node of the layer where an opponent has moved; none: all so far have passed
//	pass         the move of a node that is a pass; see trees.Passing
//	alpha, beta  what P and the opponents are sure of on the path: f.Alpha, f.Beta; with unpruned there are none
//
// Between two moves of P exactly one opponent moves, and all others pass, before and after. Which one, and
// with which move, is the choice of all together: they leave P as little as they can. Only if no
// opponent has a move but to pass do all of them pass. The positions after a pass that the rules do not
// allow are not positions of the game.
//
// Ours: a layer is walked node by node, as the turns go, so that the tree shows who passes. A pass is a ply
// of the option depth; the program counts a layer as one. If the search stops within a layer, at the depth limit or at a
// leaf, the passes that lead there are no reply. P moves as the tree or the rules allow, and a pass is then a
// move as any other.
//
// Needs: two players or more, no chance nodes, a pass of each opponent who is not the last one to reply.
// With one opponent who moves in turn nobody has to pass, and the search is alpha-beta. Guarantee: P's score if one opponent
// replies to each move of P. It is no value of the game, nor a bound on one: a pass may help P or harm P.
//
// Ties: leftmost. In a game the pass is the last move, so in a tie the opponent who moves first replies.

var BestReply = engine.Algorithm{
	ID: "brs", Name: "Best-reply search", Paper: "Schadd & Winands 2011", Outside: true,
	Needs: "kind maxn, two players or more, no chance nodes; a pass where an opponent does not reply", Guarantee: "the root player’s score if one opponent replies to each move and all others pass; no value of the game, which may have no such pass", Sound: true,
	Assumes: "After a move of player %d, the opponent with the strongest reply moves; the others pass.",
	Options: []string{"unpruned", "depth"},
	Terms:   []string{"brs", "pass", "brs-plus", "paranoid", "coalition"}, Seat: 12, Rule: 8,
	Term: &engine.Term{Name: "best-reply search", Text: "Short: BRS. A search in which the opponents play against the player at the root, but between two of this player’s moves only one of them moves, the best reply; all others pass. Most games have no such pass, so the search visits positions that cannot arise, and its value is not that of the game.", Source: "Schadd & Winands 2011"},
	Code: engine.Pseudocode{
		{"BRS(x, {~α, β, |}reply):   (P moves at the root; at first reply = none)", "enter"},
		{"  if x is a leaf, or on the frontier: return its score vector", "leaf"},
		{"  P moves: reply := none"},
		{"  Others, if reply = none: without the pass, if after it no opponent can reply"},
		{"  for each child c of x, left to right (if reply is a node, only the pass):"},
		{"    w := BRS(c, {~α, β, |}x if another moves and c is not the pass, else reply)", "backup"},
		{"    P: v := max(v, w){~, α := max(α, v)|}.  Others: v := min(v, w){~, β := min(β, v)|}", "backup+"},
		{"{~    P: if v >= β: return v|}", "prune:beta"},
		{"{~    Others: if v <= α: return v|}", "prune:alpha"},
		{"  skip the moves of an opponent who has to pass", "prune:others-pass"},
		{"  skip the pass of an opponent who has to reply", "prune:last-reply"},
		{"  return v", "exit"},
	},
	Need: []engine.Need{engine.NeedMaxN, engine.NeedOpponent, needPasses}, AsGiven: true, Passes: true, Reference: &referenceBestReply,
	Procedure: bestReply,
}

type bestReplyRun struct {
	*engine.Run
	passing trees.Passing // nil: there are no passes
	cutting []int         // the moves of a cut
	replied Reply         // the note of a cut
}

func bestReply(r *engine.Run) {
	oneReplies(r)
	s := &bestReplyRun{Run: r}
	s.passing, _ = r.Pos.(trees.Passing)
	f, moves := r.AtRoot()
	s.Search(f, moves, nil, false)
}

// pass returns the number of the move that is a pass at the current position, or trees.NoPass.
func (s *bestReplyRun) pass() int {
	if s.passing == nil {
		return trees.NoPass
	}
	return s.passing.Pass()
}

// Search searches the node of f. reply is the node of its layer where an opponent has moved, or nil.
// before: an opponent who has passed in this layer has another move.
func (s *bestReplyRun) Search(f *engine.Frame, moves int, reply *engine.Frame, before bool) {
	if s.Enter(f, moves) {
		f.AtLeast, f.AtMost = f.Exact, f.Exact
		return
	}
	switch {
	case f.Mover == s.About:
		s.rootReplies(f, moves)
	case reply != nil:
		s.passAfter(f, reply)
	default:
		s.mayReply(f, moves, before)
	}
}

// rootReplies searches a node of the root player.
func (s *bestReplyRun) rootReplies(f *engine.Frame, moves int) {
	p, c := engine.Place(s.About), f.Below
	f.AtMost = true
	for i := range moves {
		c.Alpha, c.Beta = f.Alpha, f.Beta
		s.Search(c, s.Play(f, i), nil, false)
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

// mayReply searches a node of an opponent before anybody has replied: the opponent replies or passes.
func (s *bestReplyRun) mayReply(f *engine.Frame, moves int, before bool) {
	p, c := engine.Place(s.About), f.Below
	pass := s.pass()
	has := moves > 1 || pass == trees.NoPass // a move that is no pass
	skips := pass != trees.NoPass && (has || before) && !s.canReplyAfter(f, pass)
	f.AtLeast = true
	first := true
	for i := range moves {
		if skips && i == pass {
			continue
		}
		c.Alpha, c.Beta = f.Alpha, f.Beta
		if i == pass {
			s.Search(c, s.Play(f, i), nil, before || has)
		} else {
			s.Search(c, s.Play(f, i), f, false)
		}
		s.Pos.Undo()
		f.AtLeast = f.AtLeast && c.AtLeast
		improved := first || c.Value[p] < f.Value[p]
		first = false
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
		if f.Alpha.Given && f.Value[p] <= f.Alpha.Score && s.othersFrom(f, i+1, pass, skips) {
			f.AtLeast, skips = false, false
			s.cutMoves(f, trace.Alpha, f.AlphaTerm(s.About), f.TermOf(p))
			break
		}
	}
	if skips {
		s.cutting = append(s.cutting[:0], pass)
		s.cutBy(f, trace.LastReply, f)
	}
	s.Exit(f, f.AtLeast && f.AtMost)
}

// othersFrom lists the moves from one on, and before them a pass that is skipped and further left. It reports whether there
// are any but this pass.
func (s *bestReplyRun) othersFrom(f *engine.Frame, move, pass int, skips bool) (others bool) {
	s.cutting = s.cutting[:0]
	if skips && pass < move {
		s.cutting = append(s.cutting, pass)
	}
	for i := move; i < f.Moves; i++ {
		s.cutting = append(s.cutting, i)
		others = others || !skips || i != pass
	}
	return others
}

// cutBy cuts the listed moves because of the reply at a node of the layer.
func (s *bestReplyRun) cutBy(f *engine.Frame, rule trace.Rule, reply *engine.Frame) {
	s.replied = Reply{Player: reply.Mover, Node: reply.Node}
	s.Note = &s.replied
	s.cutMoves(f, rule)
	s.Note = nil
}

// cutMoves cuts the listed moves of the node of f.
func (s *bestReplyRun) cutMoves(f *engine.Frame, rule trace.Rule, terms ...trace.Term) {
	s.Stats.Prunes[rule]++
	if s.Seen == nil {
		s.Stats.Pruned += len(s.cutting)
	}
	if !s.Tracked {
		return
	}
	s.Ev.Cut = s.Ev.Cut[:0]
	for _, move := range s.cutting {
		k := s.Kid(f, move)
		s.Ev.Cut = append(s.Ev.Cut, k)
		if s.Seen != nil {
			s.Seen[k] |= engine.SeenCut
		}
	}
	if s.Observer != nil {
		s.EmitCut(f, false, rule, trees.Opt{}, terms)
	}
}

// passAfter searches a node of an opponent who passes, since another node of the layer has the reply.
func (s *bestReplyRun) passAfter(f, reply *engine.Frame) {
	c, pass := f.Below, s.pass()
	c.Alpha, c.Beta = f.Alpha, f.Beta
	s.Search(c, s.Play(f, pass), reply, false)
	s.Pos.Undo()
	s.Take(f)
	f.AtLeast, f.AtMost = c.AtLeast, c.AtMost
	if s.Observer != nil {
		s.EmitBackup(f, true)
	}
	if f.Moves > 1 {
		s.cutting = s.cutting[:0]
		for i := range f.Moves {
			if i != pass {
				s.cutting = append(s.cutting, i)
			}
		}
		s.cutBy(f, trace.OthersPass, reply)
	}
	s.Exit(f, f.AtLeast && f.AtMost)
}

// canReplyAfter reports whether an opponent can reply after the pass at the node of f, before the root player's
// turn and within the depth limit. It visits no node.
func (s *bestReplyRun) canReplyAfter(f *engine.Frame, pass int) (can bool) {
	var v trees.Vector
	played := int32(0)
	for pass != trees.NoPass && !can {
		moves, mover := s.Pos.Do(pass, &v)
		played++
		if moves <= 0 || mover == s.About || s.Stops(f.Ply+played) {
			break
		}
		pass = s.pass()
		can = moves > 1 || pass == trees.NoPass
	}
	for range played {
		s.Pos.Undo()
	}
	return can
}

// needPasses requires a pass of every opponent who may have to pass.
func needPasses(a *engine.Algorithm, p *engine.Problem, o *engine.Options) error {
	switch {
	case p.Tree != nil:
		return needPassesOn(a, p.Tree, p.StartNode(o), o)
	case p.Game == "":
		return engine.Refuse("algorithm", "in %s all opponents but one pass, and %s has no passes; brs-plus needs none: there the others play their first move", a.ID, p.Source())
	}
	if engine.HasPasses(p.Pos) {
		return nil
	}
	why := ""
	if g, ok := games.Find(p.Game); ok {
		why = ". " + g.Pass
	}
	return engine.Refuse("algorithm", "in %s all opponents but one pass, and the positions of %s have no passes; brs-plus needs none: there the others play their first move%s", a.ID, p.Source(), why)
}

// needPassesOn checks the nodes of a tree that the search can reach. Before the reply a node needs a pass if
// another opponent has had no turn in the layer; after it, each node of an opponent does.
func needPassesOn(a *engine.Algorithm, t *trees.Tree, root int, o *engine.Options) error {
	p := engine.RootPlayer(t, root)
	const everybody = 1<<(trees.MaxPlayers+1) - 2
	all := everybody & (1<<(t.Players+1) - 1) &^ (1 << p)
	var check func(n int, replied bool, turns int) error
	check = func(n int, replied bool, turns int) error {
		if t.IsLeaf(n) || o.OnFrontier(t, root, n) {
			return nil
		}
		own, pass := t.Mover(n) == p, t.Pass(n)
		turns |= 1 << t.Mover(n)
		if !own && pass == trees.NoPass && (replied || turns != all) {
			return noPass(a, t, n, replied, all&^turns)
		}
		for i, k := range t.Kids(n) {
			var err error
			switch {
			case own:
				err = check(int(k), false, 0)
			case i == pass:
				err = check(int(k), replied, turns)
			case !replied:
				err = check(int(k), true, turns)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	return check(root, false, 0)
}

// noPass says which node lacks a pass, and why it needs one. later are the opponents without a turn so far.
func noPass(a *engine.Algorithm, t *trees.Tree, n int, replied bool, later int) error {
	why := "another opponent has replied"
	if !replied {
		var list []string
		for q := range t.Players {
			if later>>(q+1)&1 == 1 {
				list = append(list, strconv.Itoa(q+1))
			}
		}
		why = "player " + trees.InWords(list) + " may reply instead"
		if len(list) > 1 {
			why = "players " + trees.InWords(list) + " may reply instead"
		}
	}
	return engine.Refuse(t.Place(n)+".children", "%s needs a pass at %s, since %s; name the move to a child “pass”, as in <pass> (1,2,3). brs-plus needs no passes: there the others play their first move", a.ID, t.Name(n), why)
}

// referenceBestReply searches the same part of the tree, layer by layer: it lists the ends of a layer, which are the lines with
// one reply, or if there is none those of passes alone, and takes the worst one for the root player.
var referenceBestReply = engine.Reference{
	Name: ruleReferenceName, Agreement: valuesAgree, Remark: "one opponent replies, the others pass", Own: true,
	Want: func(t *trees.Tree, root, node int) (int, bool) {
		return engine.RootPlayer(t, root), t.Mover(node) != engine.RootPlayer(t, root)
	},
	Part: func(t *trees.Tree, root, depth int) ([]trees.Vector, bool) {
		values, inLayer := make([]trees.Vector, t.End(root)-root), make([]bool, t.End(root)-root)
		known := true
		p := engine.RootPlayer(t, root)
		ends := func(n int) bool {
			return t.IsLeaf(n) || depth >= 0 && t.Level(n)-t.Level(root) >= depth || t.Mover(n) == p
		}
		var list func(n, replies, want int, to []int) []int
		list = func(n, replies, want int, to []int) []int {
			if ends(n) {
				if replies == want {
					to = append(to, n)
				}
				return to
			}
			for i, k := range t.Kids(n) {
				if i == t.Pass(n) {
					to = list(int(k), replies, want, to)
				} else if replies < want {
					to = list(int(k), replies+1, want, to)
				}
			}
			return to
		}
		var value func(n int) trees.Vector
		value = func(n int) (v trees.Vector) {
			ok := true
			switch {
			case t.IsLeaf(n):
				v, ok = t.Value(n)
			case depth >= 0 && t.Level(n)-t.Level(root) >= depth:
				v, ok = t.Static(n)
			case t.Mover(n) == p:
				for i, k := range t.Kids(n) {
					if w := value(int(k)); i == 0 || w[p-1] > v[p-1] {
						v = w
					}
				}
			default:
				layer := list(n, 0, 1, nil)
				if len(layer) == 0 {
					layer = list(n, 0, 0, nil)
				}
				for i, k := range layer {
					w := value(k)
					if i == 0 || w[p-1] < v[p-1] {
						v = w
					}
					for m := t.Parent(k); m != n; m = t.Parent(m) {
						if !inLayer[m-root] || w[p-1] < values[m-root][p-1] {
							values[m-root], inLayer[m-root] = w, true
						}
					}
				}
			}
			known = known && ok
			values[n-root] = v
			return v
		}
		value(root)
		return values, known
	},
}
