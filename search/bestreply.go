package search

import (
	"strconv"

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
//	P            the player who moves at the root, player 1 if it is a leaf: s.about
//	layer        the nodes from a move of P to the next turn of P
//	reply        the node of the layer where an opponent has moved; none: all so far have passed
//	pass         the move of a node that is a pass; see trees.Passing
//	alpha, beta  what P and the opponents are sure of on the path: f.alpha, f.beta
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

var bestReplyAlgorithm = Algorithm{
	ID: "brs", Name: "Best-reply search", Paper: "Schadd & Winands 2011", Outside: true,
	Needs: "kind maxn, two players or more, no chance nodes; a pass where an opponent does not reply", Guarantee: "the root player’s score if one opponent replies to each move and all others pass; no value of the game, which may have no such pass", Sound: true,
	Assumes: "After a move of player %d, the opponent with the strongest reply moves; the others pass.",
	Options: []string{"depth"},
	Terms:   []string{"brs", "pass", "brs-plus", "paranoid", "coalition"}, Seat: 12, Rule: 8,
	code: pseudocode{
		{"BRS(x, α, β, reply):   (P moves at the root; at first reply = none)", "enter"},
		{"  if x is a leaf, or on the frontier: return its score vector", "leaf"},
		{"  P moves: reply := none"},
		{"  Others, if reply = none: without the pass, if after it no opponent can reply"},
		{"  for each child c of x, left to right (if reply is a node, only the pass):"},
		{"    w := BRS(c, α, β, x if another moves and c is not the pass, else reply)", "backup"},
		{"    P: v := max(v, w), α := max(α, v).  Others: v := min(v, w), β := min(β, v)", "backup+"},
		{"    P: if v >= β: return v", "prune:beta"},
		{"    Others: if v <= α: return v", "prune:alpha"},
		{"  skip the moves of an opponent who has to pass", "prune:others-pass"},
		{"  skip the pass of an opponent who has to reply", "prune:last-reply"},
		{"  return v", "exit"},
	},
	need: []need{needMaxN, needOpponent, needPasses}, asGiven: true, passes: true, Reference: &referenceBestReply,
	run: bestReply,
}

type bestReplyRun struct {
	*run
	passing trees.Passing // nil: there are no passes
	cutting []int         // the moves of a cut
	replied trace.Reply   // the note of a cut
}

func bestReply(r *run) {
	r.about, r.inherit, r.windowed, r.ev.Window = r.rootMover(), fromWindow, true, true
	r.ev.OneReplies = true
	s := &bestReplyRun{run: r}
	s.passing, _ = r.Pos.(trees.Passing)
	f, moves := r.root()
	s.search(f, moves, nil, false)
}

// pass returns the number of the move that is a pass at the current position, or trees.NoPass.
func (s *bestReplyRun) pass() int {
	if s.passing == nil {
		return trees.NoPass
	}
	return s.passing.Pass()
}

// search searches the node of f. reply is the node of its layer where an opponent has moved, or nil.
// before: an opponent who has passed in this layer has another move.
func (s *bestReplyRun) search(f *frame, moves int, reply *frame, before bool) {
	if s.enter(f, moves) {
		f.atLeast, f.atMost = f.exact, f.exact
		return
	}
	switch {
	case f.mover == s.about:
		s.rootReplies(f, moves)
	case reply != nil:
		s.passAfter(f, reply)
	default:
		s.mayReply(f, moves, before)
	}
}

// rootReplies searches a node of the root player.
func (s *bestReplyRun) rootReplies(f *frame, moves int) {
	p, c := place(s.about), f.below
	f.atMost = true
	for i := range moves {
		c.alpha, c.beta = f.alpha, f.beta
		s.search(c, s.play(f, i), nil, false)
		s.Pos.Undo()
		f.atMost = f.atMost && c.atMost
		improved := i == 0 || c.value[p] > f.value[p]
		if improved {
			s.take(f)
			f.atLeast = c.atLeast
			f.raiseAlpha(f.value[p])
		}
		if s.observer != nil {
			s.emitBackup(f, improved)
		}
		if f.beta.Given && f.value[p] >= f.beta.Score && i+1 < moves {
			f.atMost = false
			s.cut(f, i+1, trace.Beta, trees.Opt{}, s.betaTerm(f), f.termOf(p))
			break
		}
	}
	s.exit(f, f.atLeast && f.atMost)
}

// mayReply searches a node of an opponent before anybody has replied: the opponent replies or passes.
func (s *bestReplyRun) mayReply(f *frame, moves int, before bool) {
	p, c := place(s.about), f.below
	pass := s.pass()
	has := moves > 1 || pass == trees.NoPass // a move that is no pass
	skips := pass != trees.NoPass && (has || before) && !s.canReplyAfter(f, pass)
	f.atLeast = true
	first := true
	for i := range moves {
		if skips && i == pass {
			continue
		}
		c.alpha, c.beta = f.alpha, f.beta
		if i == pass {
			s.search(c, s.play(f, i), nil, before || has)
		} else {
			s.search(c, s.play(f, i), f, false)
		}
		s.Pos.Undo()
		f.atLeast = f.atLeast && c.atLeast
		improved := first || c.value[p] < f.value[p]
		first = false
		if improved {
			s.take(f)
			f.atMost = c.atMost
			f.lowerBeta(f.value[p])
		}
		if s.observer != nil {
			s.emitBackup(f, improved)
		}
		if f.alpha.Given && f.value[p] <= f.alpha.Score && s.othersFrom(f, i+1, pass, skips) {
			f.atLeast, skips = false, false
			s.cutMoves(f, trace.Alpha, f.alphaTerm(s.about), f.termOf(p))
			break
		}
	}
	if skips {
		s.cutting = append(s.cutting[:0], pass)
		s.cutBy(f, trace.LastReply, f)
	}
	s.exit(f, f.atLeast && f.atMost)
}

// othersFrom lists the moves from one on, and before them a pass that is skipped and further left. It reports whether there
// are any but this pass.
func (s *bestReplyRun) othersFrom(f *frame, move, pass int, skips bool) (others bool) {
	s.cutting = s.cutting[:0]
	if skips && pass < move {
		s.cutting = append(s.cutting, pass)
	}
	for i := move; i < f.moves; i++ {
		s.cutting = append(s.cutting, i)
		others = others || !skips || i != pass
	}
	return others
}

// cutBy cuts the listed moves because of the reply at a node of the layer.
func (s *bestReplyRun) cutBy(f *frame, rule trace.Rule, reply *frame) {
	s.replied = trace.Reply{Player: reply.mover, Node: reply.node}
	s.note = &s.replied
	s.cutMoves(f, rule)
	s.note = nil
}

// cutMoves cuts the listed moves of the node of f.
func (s *bestReplyRun) cutMoves(f *frame, rule trace.Rule, terms ...trace.Term) {
	s.stats.Prunes[rule]++
	if s.seen == nil {
		s.stats.Pruned += len(s.cutting)
	}
	if !s.tracked {
		return
	}
	s.ev.Cut = s.ev.Cut[:0]
	for _, move := range s.cutting {
		k := s.kid(f, move)
		s.ev.Cut = append(s.ev.Cut, k)
		if s.seen != nil {
			s.seen[k] |= seenCut
		}
	}
	if s.observer != nil {
		s.emitCut(f, false, rule, trees.Opt{}, terms)
	}
}

// passAfter searches a node of an opponent who passes, since another node of the layer has the reply.
func (s *bestReplyRun) passAfter(f, reply *frame) {
	c, pass := f.below, s.pass()
	c.alpha, c.beta = f.alpha, f.beta
	s.search(c, s.play(f, pass), reply, false)
	s.Pos.Undo()
	s.take(f)
	f.atLeast, f.atMost = c.atLeast, c.atMost
	if s.observer != nil {
		s.emitBackup(f, true)
	}
	if f.moves > 1 {
		s.cutting = s.cutting[:0]
		for i := range f.moves {
			if i != pass {
				s.cutting = append(s.cutting, i)
			}
		}
		s.cutBy(f, trace.OthersPass, reply)
	}
	s.exit(f, f.atLeast && f.atMost)
}

// canReplyAfter reports whether an opponent can reply after the pass at the node of f, before the root player's
// turn and within the depth limit. It visits no node.
func (s *bestReplyRun) canReplyAfter(f *frame, pass int) (can bool) {
	var v trees.Vector
	played := int32(0)
	for pass != trees.NoPass && !can {
		moves, mover := s.Pos.Do(pass, &v)
		played++
		if moves <= 0 || mover == s.about || s.stops(f.ply+played) {
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
func needPasses(a *Algorithm, p *Problem, o *Options) error {
	switch {
	case p.Tree != nil:
		return needPassesOn(a, p.Tree, p.start(o), o)
	case p.Game == "":
		return refuse("algorithm", "in %s all opponents but one pass, and %s has no passes; brs-plus needs none: there the others play their first move", a.ID, p.source())
	}
	if hasPasses(p.Pos) {
		return nil
	}
	why := ""
	if g, ok := games.Find(p.Game); ok {
		why = ". " + g.Pass
	}
	return refuse("algorithm", "in %s all opponents but one pass, and the positions of %s have no passes; brs-plus needs none: there the others play their first move%s", a.ID, p.source(), why)
}

// needPassesOn checks the nodes of a tree that the search can reach. Before the reply a node needs a pass if
// another opponent has had no turn in the layer; after it, each node of an opponent does.
func needPassesOn(a *Algorithm, t *trees.Tree, root int, o *Options) error {
	p := rootPlayer(t, root)
	const everybody = 1<<(trees.MaxPlayers+1) - 2
	all := everybody & (1<<(t.Players+1) - 1) &^ (1 << p)
	var check func(n int, replied bool, turns int) error
	check = func(n int, replied bool, turns int) error {
		if t.IsLeaf(n) || o.onFrontier(t, root, n) {
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
func noPass(a *Algorithm, t *trees.Tree, n int, replied bool, later int) error {
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
	return refuse(t.Place(n)+".children", "%s needs a pass at %s, since %s; name the move to a child “pass”, as in <pass> (1,2,3). brs-plus needs no passes: there the others play their first move", a.ID, t.Name(n), why)
}

// referenceBestReply searches the same part of the tree, layer by layer: it lists the ends of a layer, which are the lines with
// one reply, or if there is none those of passes alone, and takes the worst one for the root player.
var referenceBestReply = Reference{
	Name: ruleReferenceName, Agreement: valuesAgree, Remark: "one opponent replies, the others pass", own: true,
	want: func(t *trees.Tree, root, node int) (int, bool) {
		return rootPlayer(t, root), t.Mover(node) != rootPlayer(t, root)
	},
	part: func(t *trees.Tree, root, depth int) ([]trees.Vector, bool) {
		values, inLayer := make([]trees.Vector, t.End(root)-root), make([]bool, t.End(root)-root)
		known := true
		p := rootPlayer(t, root)
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
