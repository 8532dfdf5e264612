package algorithms

import (
	"math"
	"math/rand/v2"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// UCT for several players: max^n by sampling.
//
// L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006, section 2; for
// several players N. Sturtevant, "An analysis of UCT in multi-player games", CG 2008, section 2:
// a sample gives a score vector, and at each node the mover chooses by its own score. The four
// phases and their names are those of C. Browne et al., "A survey of Monte Carlo tree search
// methods", IEEE TCIAIG 4 (2012), section 3.
//
//	N(x)   how many samples have passed x: visits
//	Q(x)   the sum of their score vectors: sum
//	p      the player to move at x
//	C      the exploration constant: s.c, in units of a score. The option exploration gives it in
//	       hundredths of the span of the scores, the most minus the least that a player can get;
//	       so 141, the default, is the √2 of UCB1 for rewards from 0 to 1
//	UCB(c) Q(c)[p]/N(c) + C·√(ln N(x)/N(c))
//
// Needs: nothing. Guarantee: none. The value is an estimate, the mean of the samples at the root,
// which are also spent on moves that turn out bad. The chosen move is the child with most visits.
// Where players are indifferent, max^n takes the leftmost child, and samples mix them all, so the
// two need not agree for any number of samples.
//
// Means and UCB values in events and in the result are rounded to hundredths of a point. The
// search itself does not round.
//
// Ties: children without a visit come first, from left to right; of equal UCB values and of
// equal numbers of visits the leftmost child wins.
//
// A run is repeated exactly by its seed. It holds one entry for each sample, not for each
// position.

// pollRollout is the number of random moves between two checks of the context.
const pollRollout = 1 << 8

var MCTS = engine.Algorithm{
	ID: "mcts-maxn", Name: "MCTS max^n", Paper: "Kocsis & Szepesvári 2006; Sturtevant 2008", Section: "UCT", Outside: true,
	Needs: "kind maxn", Guarantee: "none: the mean of random samples, an estimate", Estimate: true,
	Options: []string{"samples", "seed", "exploration", "depth"},
	Chance:  true, ChanceCode: engine.Pseudocode{{"  if chance moves at x: c := a child drawn by its probability", "enter:drawn"}},
	Terms: []string{"mcts", "uct", "rollout", "maxn"}, Seat: 10,
	Code: engine.Pseudocode{
		{"repeat for each sample: Sample(root); then choose the child with most visits", "done"},
		{"Sample(x):", "enter"},
		{"  if x is a leaf, or on the frontier: v := its score vector", "leaf"},
		{"  else if x is new: v := the end of a random game from x", "leaf:rollout"},
		{"  else p moves at x:"},
		{"    c := the first child without a visit", "enter:first"},
		{"    if there is none: c := the child with the largest Q(c)[p]/N(c) + C √(ln N(x)/N(c))", "enter:ucb"},
		{"    v := Sample(c)"},
		{"  Q(x) := Q(x) + v;  N(x) := N(x) + 1", "backup backup+"},
		{"  return v", "exit"},
	},
	Need: []engine.Need{engine.NeedMaxN, needSamples}, Procedure: mctsMaxn, Reference: &engine.ReferenceMaxn,
}

func mctsMaxn(r *engine.Run) { newSampler(r).Search() }

// A sampler is a run with the tree that its samples have grown.
type sampler struct {
	*engine.Run
	rng    *rand.Rand
	c      float64     // the exploration constant, in units of a score
	step   trees.Score // see rounded
	tree   []sampled   // the root first
	plies  int         // random moves played, for checks of the context
	rolled int         // the line of a random game
}

// A sampled is a node of the tree. Its children are a list from left to right: those that have
// been visited are the leftmost ones, since moves are tried in their order.
type sampled struct {
	sum              [trees.MaxPlayers]float64 // Q; a sum of units of a game such as Pig is too large for whole numbers
	visits           int32                     // N
	firstKid, newest int32                     // the list of children; 0: none
	next             int32                     // the sibling to the right; 0: none was visited
	kids             int32                     // how many children were visited
	favourite        int32                     // the child with most visits; 0: none
	move             int32                     // that leads to the node
	number           int32                     // of the node; 0 if nodes have none
}

func newSampler(r *engine.Run) *sampler {
	samples, seed, exploration := engine.DefaultSamples, engine.DefaultSeed, engine.DefaultExploration
	if r.HasSamples {
		samples = r.Samples
	}
	if r.HasSeed {
		seed = r.Seed
	}
	if r.HasExploration {
		exploration = r.Exploration
	}
	r.Samples = samples
	s := &sampler{
		Run: r, rng: rand.New(rand.NewPCG(uint64(seed), 0)),
		c:    float64(exploration) / 100 * float64(r.Span()),
		step: shownPart(r.Unit),
		tree: engine.Grown[sampled](r, 0, nil, min(samples+1, 1<<10))[:1],
	}
	if r.Observer != nil {
		s.setLines()
	}
	return s
}

// setLines sets the lines of enter events, which depend on how the node was drawn, and of random games.
func (s *sampler) setLines() {
	s.rolled = s.Lines.Named("leaf:rollout")
	var drawn [trace.DrawCount]int
	for how := range drawn {
		drawn[how] = s.Lines.Named("enter:"+trace.DrawHow(how).String(), "enter")
	}
	s.LineOf = func(e *trace.Event) int {
		if e.Type == trace.Enter {
			return drawn[e.Draw.How]
		}
		return e.Line
	}
}

// Search takes the samples. Then the root has their mean, and the line of most visits.
func (s *sampler) Search() {
	s.take(func(f *engine.Frame, moves int) { s.sample(f, moves, 0) })
	at := int32(0)
	for s.tree[at].favourite != 0 {
		at = s.tree[at].favourite
	}
	s.end(s.tree[at].number)
}

// take takes the samples, each from the root.
func (s *sampler) take(sample func(f *engine.Frame, moves int)) {
	for taken := range s.Samples {
		if taken > 0 && s.MaxPositions > 0 && s.Stats.Nodes+s.plies >= s.MaxPositions {
			s.Samples = taken
			break
		}
		f, moves := s.AtRoot()
		s.Ev.Draw, s.Ev.Visits = trace.Draw{Rival: -1}, taken+1
		sample(f, moves)
	}
}

// end gives the root the mean of the samples, and a line to a node; entry 0 is that of the root.
func (s *sampler) end(line int32) {
	top := &s.Frames[0]
	top.Value, top.Known, top.Leaf = s.mean(0), true, line
	s.Ev.Visits, s.Ev.Samples = 0, s.Samples
	if best := s.tree[0].favourite; best != 0 {
		top.BestChild, s.Ev.Visits = s.tree[best].number, int(s.tree[best].visits)
		s.Result.Move = int(s.tree[best].move)
	}
}

// sample takes one sample through the node of f, which is entry x of the tree, and leaves its
// score vector in the frame.
func (s *sampler) sample(f *engine.Frame, moves int, x int32) {
	isNew := s.tree[x].visits == 0 && x != 0
	if s.Enter(f, moves) {
		s.tree[x].number = f.Node
		s.count(f, x)
		return
	}
	s.tree[x].number = f.Node
	if isNew {
		s.rollout(f, moves)
		s.count(f, x)
		if s.Observer != nil {
			s.EmitExitAt(f, s.rolled)
		}
		return
	}
	s.tree = engine.Grown(s.Run, f.Ply, s.tree, 1) // a child that is chosen may be new
	c := s.choose(f, moves, x)
	s.sample(f.Below, s.Play(f, int(s.tree[c].move)), c)
	s.Pos.Undo()
	s.CopyScores(&f.Value, &f.Below.Value)
	f.Known = true
	s.count(f, x)
	improved := s.prefer(x, c)
	if s.Observer != nil {
		s.emitSampled(f, x, improved)
	}
	s.Exit(f, false)
}

// count adds the vector in the frame to entry x.
func (s *sampler) count(f *engine.Frame, x int32) {
	t := &s.tree[x]
	for p := range s.Players {
		t.sum[p] += float64(f.Value[p])
	}
	t.visits++
}

// prefer makes c, which was just visited, the favourite of x if it has most visits.
func (s *sampler) prefer(x, c int32) bool {
	t, kid := &s.tree[x], &s.tree[c]
	if t.favourite == c {
		return false
	}
	if t.favourite != 0 {
		best := &s.tree[t.favourite]
		if kid.visits < best.visits || kid.visits == best.visits && kid.move > best.move {
			return false
		}
	}
	t.favourite = c
	return true
}

// choose returns the child of entry x that the sample goes on to, and says why in the next event.
func (s *sampler) choose(f *engine.Frame, moves int, x int32) int32 {
	if f.Mover == 0 {
		s.Ev.Draw = trace.Draw{How: trace.ByChance, Rival: -1}
		return s.kid(x, s.byChance(moves))
	}
	if tried := s.tree[x].kids; int(tried) < moves {
		s.Ev.Draw = trace.Draw{How: trace.FirstVisit, Player: f.Mover, Rival: -1}
		return s.add(x, tried)
	}
	p, sign := s.goal(f.Mover)
	logN := ln(s.tree[x].visits)
	var best, next int32
	var most, second, mean, bonus float64
	for c := s.tree[x].firstKid; c != 0; c = s.tree[c].next {
		n := float64(s.tree[c].visits)
		m, b := s.tree[c].sum[p]/n, s.c*math.Sqrt(logN/n)
		switch ucb := sign*m + b; {
		case best == 0 || ucb > most:
			best, next, most, second, mean, bonus = c, best, ucb, most, m, b
		case next == 0 || ucb > second:
			next, second = c, ucb
		}
	}
	if s.Observer != nil {
		s.Ev.Draw = trace.Draw{How: trace.ByUCB, Player: f.Mover, Mean: s.rounded(mean), Bonus: s.rounded(sign * bonus), Rival: -1}
		if next != 0 {
			s.Ev.Draw.Rival, s.Ev.Draw.RivalUCB = s.tree[next].number, s.rounded(sign*second)
		}
	}
	return best
}

// goal returns the player whose score the mover looks at, from 0, and 1 or −1: the mover wants
// more of it, or less.
func (s *sampler) goal(mover int) (player int, sign float64) {
	switch s.About {
	case 0:
		return mover - 1, 1
	case mover:
		return mover - 1, 1
	}
	return s.About - 1, -1
}

// kid returns the child of entry x by a move, which may be visited for the first time. At a
// chance node children are not visited in the order of moves.
func (s *sampler) kid(x int32, move int) int32 {
	for c := s.tree[x].firstKid; c != 0; c = s.tree[c].next {
		if s.tree[c].move == int32(move) {
			return c
		}
	}
	return s.add(x, int32(move))
}

// add adds a child to entry x.
func (s *sampler) add(x, move int32) int32 {
	c := int32(len(s.tree))
	s.tree = append(s.tree, sampled{move: move})
	t := &s.tree[x]
	if t.firstKid == 0 {
		t.firstKid = c
	} else {
		s.tree[t.newest].next = c
	}
	t.newest = c
	t.kids++
	return c
}

// byChance draws a move of the chance node at the current position.
func (s *sampler) byChance(moves int) int {
	u := s.rng.Float64()
	for i := range moves - 1 {
		p := s.Chanced.Prob(i)
		if u -= float64(p.Score) / float64(p.Unit); u < 0 {
			return i
		}
	}
	return moves - 1
}

// rollout plays random moves from the node of f to a leaf or the frontier, and takes its value.
// The moves are no nodes of the tree.
func (s *sampler) rollout(f *engine.Frame, moves int) {
	mover, plies := f.Mover, 0
	for ; moves > 0 && !s.Stops(f.Ply+int32(plies)); plies++ {
		if s.plies++; s.plies%pollRollout == 0 {
			s.StoppedAt = f.Ply + int32(plies)
			s.CheckStop()
		}
		move := 0
		if mover == 0 {
			move = s.byChance(moves)
		} else if moves > 1 {
			move = s.rng.IntN(moves)
		}
		moves, mover = s.Pos.Do(move, &f.Value)
	}
	reached := int32(-1)
	if s.Cursor != nil {
		reached = int32(s.Cursor.Node())
	}
	if moves == trees.Unknown || moves > 0 && !s.Pos.(trees.Evaluated).Static(&f.Value) {
		s.StoppedAt = f.Ply + int32(plies)
		panic(engine.Stop{Err: s.Unknown(max(0, reached))})
	}
	for range plies {
		s.Pos.Undo()
	}
	s.Stats.Leaves++
	f.Known, f.Leaf = true, f.Node
	if s.Observer != nil {
		s.emitRollout(f, plies, reached)
	}
}

// mean returns the mean of the samples through an entry, rounded to hundredths of a point.
func (s *sampler) mean(x int32) (v trees.Vector) {
	t := &s.tree[x]
	for p := range s.Players {
		v[p] = s.rounded(t.sum[p] / float64(t.visits))
	}
	return v
}

// rounded returns a score rounded to hundredths of a point, or, if the unit has no hundredths, to
// the next smaller part of a point that it has.
func (s *sampler) rounded(score float64) trees.Score {
	return trees.Score(math.Round(score/float64(s.step))) * s.step
}

// shownPart returns a hundredth of a point, or the next smaller part that is a whole number of
// units.
func shownPart(unit trees.Score) trees.Score {
	parts := trees.Score(100)
	for unit%parts != 0 && parts < unit {
		parts++
	}
	return max(1, unit/parts)
}

// ln is the natural logarithm, rounded so that all processors agree on it.
func ln(n int32) float64 {
	const parts = 1 << 32
	return math.Round(math.Log(float64(n))*parts) / parts
}

// needSamples requires options in range.
func needSamples(a *engine.Algorithm, p *engine.Problem, o *engine.Options) error {
	samples := engine.DefaultSamples
	if o.HasSamples {
		samples = o.Samples
	}
	switch {
	case samples < 1 || samples > engine.MaxSamples:
		return engine.Refuse("options.samples", "%d is not between 1 and %d, the most samples of a run", samples, engine.MaxSamples)
	case o.HasSeed && (o.Seed < 0 || o.Seed > engine.MaxSeed):
		return engine.Refuse("options.seed", "%d is not between 0 and %d", o.Seed, engine.MaxSeed)
	case o.HasExploration && (o.Exploration < 0 || o.Exploration > engine.MaxExploration):
		return engine.Refuse("options.exploration", "%d is not between 0 and %d, in hundredths of the span of the scores", o.Exploration, engine.MaxExploration)
	}
	return nil
}

// emitRollout emits the score vector that a random game from the node of f has ended with.
func (s *sampler) emitRollout(f *engine.Frame, plies int, reached int32) {
	e := s.NewEvent(trace.Leaf, f.Node)
	s.CopyScores(&e.Value, &f.Value)
	e.HasValue, e.Plies, e.Reached, e.Line = true, plies, reached, s.rolled
	s.Emit()
	e.Plies, e.Reached = 0, -1
}

// emitSampled emits that a sample has come back to the node of f, which is entry x.
func (s *sampler) emitSampled(f *engine.Frame, x int32, improved bool) {
	c := f.Below
	e := s.NewEvent(trace.Backup, f.Node)
	e.Child, e.Improved, e.Chance = c.Node, improved, f.Mover == 0
	s.CopyScores(&e.Value, &c.Value)
	mean := s.mean(x)
	s.CopyScores(&e.Best, &mean)
	e.HasValue, e.HasBest, e.Visits = true, true, int(s.tree[x].visits)
	if improved {
		e.Line = s.Lines.Improved
	}
	s.Emit()
}
