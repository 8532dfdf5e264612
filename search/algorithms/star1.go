package algorithms

import (
	"math/bits"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// Star1: alpha-beta in trees with chance nodes.
//
// B. Ballard, "The *-minimax search procedure for trees containing chance nodes", Artificial
// Intelligence 21 (1983). The code shown is ours.
//
//	u(x), e(x)   Max's utility at leaf x, and the static value of a node on the frontier
//	v            the best utility so far: f.Value[0]; at a chance node the sum so far of P(c) · w
//	alpha, beta  what Max and Min are sure of on the path: f.Alpha, f.Beta; at first infinite
//	P(i)         the probability of child i of a chance node: part.prob
//	minp, maxp   bounds on all leaves: s.LeastOf, s.Most
//	low, high    bounds on the value of a chance node: the sums of P(i) · part.low and of
//	             P(i) · part.high. They are minp and maxp of a child that was not searched
//	A, B         the window of child i:
//	             A = (alpha - (high without child i)) / P(i)
//	             B = (beta - (low without child i)) / P(i)
//
// The window of the child is clipped to minp and maxp. The node is cut where the value of the
// child is at least B or at most A as they are before that: where low reaches beta, or high
// reaches alpha. A child of probability 0 is not searched.
//
// A and B have numerators of probabilities in their denominators. So the search runs in a
// smaller unit than that of the tree (trees.Tree.WindowUnit), in which they are whole numbers.
// If the scores of the tree are too large in it, the unit of the tree is used, and A and B
// are rounded. That changes no cut: a value is a whole number of units, so it is at most A if it is
// at most A rounded down, and at least B if it is at least B rounded up. With strict it is below A
// if it is below A rounded up, and above B if it is above B rounded down.
//
// Needs: two players; minp and maxp, and leaves between them. Guarantee: the minimax value.
//
// Ties: leftmost, as in alphabeta.go.

var Star1 = engine.Algorithm{
	ID: "star1", Name: "Star1", Paper: "Ballard 1983", Outside: true,
	Needs: "kind minimax, minp, maxp", Guarantee: "the minimax value", Sound: true,
	Options: []string{"strict", "depth"}, Chance: true, Divides: true,
	Terms: []string{"star1", "chance-node", "alpha-beta", "window"}, TwoPlayers: true,
	Term: &engine.Term{Name: "Star1", Text: "Alpha-beta with chance nodes. Each child of a chance node gets its own window, computed from α, β and the bounds on the other children, at first minp and maxp.", Source: "Ballard 1983"},
	Code: engine.Pseudocode{
		{"Star1(x, α, β):", "enter"},
		{"  if x is a leaf: return u(x); on the frontier: return e(x)", "leaf"},
		{"  for each child c of x, left to right:   (at a chance node not those with P(c) = 0)"},
		{"    A, B := α, β"},
		{"    Chance: A := (α - v - maxp · P(later children)) / P(c)"},
		{"            B := (β - v - minp · P(later children)) / P(c)"},
		{"    w := Star1(c, A, B)   (Chance: A at least minp, B at most maxp)", "backup"},
		{"    Max: v := max(v, w), α := max(α, v).  Min: v := min(v, w), β := min(β, v)", "backup+"},
		{"    Chance: v := v + P(c) · w", "backup:chance"},
		{"    Max: if v {>=|>} β then return v", "prune:beta"},
		{"    Min: if v {<=|<} α then return v", "prune:alpha"},
		{"    Chance: if w {<=|<} A then return v + maxp · P(later children)", "prune:star-alpha"},
		{"    Chance: if w {>=|>} B then return v + minp · P(later children)", "prune:star-beta"},
		{"  return v", "exit"},
	},
	Need: []engine.Need{engine.NeedMinimax, engine.NeedRange}, Relies: engine.Always, Procedure: star1, Judged: engine.ByModel, Reference: &engine.ReferenceMinimax,
}

// A part is what is known about a child of a chance node: bounds on its value, and their origins.
type part struct {
	prob              trees.Number
	low, high         trees.Score
	lowFrom, highFrom trace.ScoreOrigin
}

// starRun is a run of Star1 or Star2.
type starRun struct {
	*engine.Run
	least, most trees.Score
	probes      bool   // Star2
	parts       []part // of the children of all chance nodes on the path
}

func star1(r *engine.Run) { newStar(r, false).Search(r.AtRoot()) }

func newStar(r *engine.Run, probes bool) *starRun {
	r.About, r.Inherit, r.Windowed, r.Ev.Window = 1, engine.FromWindow, true, true
	s := &starRun{Run: r, least: r.Least.Score, most: r.MaxP.Scores[0], probes: probes}
	if r.Tree != nil {
		s.least, s.most = r.Tree.MinP.Scores[0], r.Tree.MaxP.Scores[0]
	}
	if probes && r.Observer != nil {
		s.setProbeLines()
	}
	return s
}

func (s *starRun) Search(f *engine.Frame, moves int) {
	if s.Enter(f, moves) {
		f.AtLeast, f.AtMost = f.Exact, f.Exact
		return
	}
	switch f.Mover {
	case 0:
		s.chance(f, moves)
	case 1:
		s.max(f, moves)
	default:
		s.min(f, moves)
	}
}

func (s *starRun) max(f *engine.Frame, moves int) {
	f.AtMost = true
	for i := range moves {
		c := f.Below
		c.Alpha, c.Beta = f.Alpha, f.Beta
		s.Search(c, s.Play(f, i))
		s.Pos.Undo()
		f.AtMost = f.AtMost && c.AtMost
		improved := i == 0 || c.Value[0] > f.Value[0]
		if improved {
			s.Take(f)
			f.AtLeast = c.AtLeast
			f.RaiseAlpha(f.Value[0])
		}
		if s.Observer != nil {
			s.EmitBackup(f, improved)
		}
		if f.Beta.Given && f.Value[0]-s.Over >= f.Beta.Score && i+1 < moves {
			// Nothing is above maxp.
			f.AtMost = f.Beta.Node == trees.NoNode
			s.Cut(f, i+1, trace.Beta, trees.Opt{}, s.endTerm(f, &f.Beta, 2, trace.Maximum), f.TermOf(0))
			break
		}
	}
	s.Exit(f, f.AtLeast && f.AtMost)
}

func (s *starRun) min(f *engine.Frame, moves int) {
	f.AtLeast = true
	for i := range moves {
		c := f.Below
		c.Alpha, c.Beta = f.Alpha, f.Beta
		s.Search(c, s.Play(f, i))
		s.Pos.Undo()
		f.AtLeast = f.AtLeast && c.AtLeast
		improved := i == 0 || c.Value[0] < f.Value[0]
		if improved {
			s.Take(f)
			f.AtMost = c.AtMost
			f.LowerBeta(f.Value[0])
		}
		if s.Observer != nil {
			s.EmitBackup(f, improved)
		}
		if f.Alpha.Given && f.Value[0]+s.Over <= f.Alpha.Score && i+1 < moves {
			f.AtLeast = f.Alpha.Node == trees.NoNode
			s.Cut(f, i+1, trace.Alpha, trees.Opt{}, s.endTerm(f, &f.Alpha, 1, trace.Minimum), f.TermOf(0))
			break
		}
	}
	s.Exit(f, f.AtLeast && f.AtMost)
}

// endTerm returns an end of the window at f as a term of a certificate. limit is its origin if
// the window ends there because no leaf is beyond it.
func (s *starRun) endTerm(f *engine.Frame, end *trace.Bound, player int, limit trace.ScoreOrigin) trace.Term {
	t := trace.Term{Player: player, Node: end.Node, Score: end.Score}
	if end.Node == trees.NoNode {
		t.Origin = limit
		return t
	}
	for a := f; a != nil; a = a.Above {
		if a.Node == end.Node && a.Mover == 0 {
			t.Origin = trace.Window
		}
	}
	return t
}

// A mean is the state of a chance node: bounds on its value, and whether they are proved.
type mean struct {
	low, high             trees.Score
	lowProved, highProved bool
	parts                 int         // index of the first child's part
	left                  trees.Score // children of a probability above 0 that are not yet searched
}

func (s *starRun) chance(f *engine.Frame, moves int) {
	m := mean{low: s.least, high: s.most, lowProved: true, highProved: true, parts: len(s.parts)}
	for i := range moves {
		p := s.Chanced.Prob(i)
		if p.Score > 0 {
			m.left++
		}
		s.parts = append(s.parts, part{p, s.least, s.most, trace.Minimum, trace.Maximum})
	}
	f.Value, f.Leaf = trees.Vector{}, f.Node
	f.AtLeast, f.AtMost = true, true
	if !s.probes || !s.probeAll(f, moves, &m) {
		s.average(f, moves, &m)
	}
	s.parts = s.parts[:m.parts]
	s.Exit(f, f.AtLeast && f.AtMost)
}

// average searches the children of chance node f until a bound on its value is enough.
func (s *starRun) average(f *engine.Frame, moves int, m *mean) {
	c := f.Below
	for i := range moves {
		p := s.parts[m.parts+i]
		if p.prob.Score == 0 {
			continue
		}
		c.Alpha, c.Beta = s.lowEnd(f, m, &p), s.highEnd(f, m, &p)
		s.Search(c, s.Play(f, i))
		s.Pos.Undo()
		v := c.Value[0]
		f.Value[0] += s.Weighed(v, p.prob, f.Ply)
		f.Known = true
		f.AtLeast, f.AtMost = f.AtLeast && c.AtLeast, f.AtMost && c.AtMost
		m.lowProved, m.highProved = m.lowProved && c.AtLeast, m.highProved && c.AtMost
		s.raise(f, m, i, v, trace.BackedUp)
		s.lower(f, m, i, v, trace.BackedUp)
		if s.Observer != nil {
			s.EmitBackupAt(f, false, s.Lines.Chance)
		}
		if m.left--; m.left > 0 && s.enough(f, m, i+1) {
			return
		}
	}
}

// raise and lower replace the bounds on the value of a child.
func (s *starRun) raise(f *engine.Frame, m *mean, child int, v trees.Score, from trace.ScoreOrigin) {
	p := &s.parts[m.parts+child]
	m.low += s.Weighed(v, p.prob, f.Ply) - s.Weighed(p.low, p.prob, f.Ply)
	p.low, p.lowFrom = v, from
}

func (s *starRun) lower(f *engine.Frame, m *mean, child int, v trees.Score, from trace.ScoreOrigin) {
	p := &s.parts[m.parts+child]
	m.high += s.Weighed(v, p.prob, f.Ply) - s.Weighed(p.high, p.prob, f.Ply)
	p.high, p.highFrom = v, from
}

// enough cuts the children of f from next on if a bound on its value reaches beta or alpha, and
// makes the bound its value. It reports whether it does so.
func (s *starRun) enough(f *engine.Frame, m *mean, next int) bool {
	switch {
	case f.Beta.Given && m.low-s.Over >= f.Beta.Score:
		f.Value[0], f.AtLeast, f.AtMost = m.low, m.lowProved, false
		s.cutMean(f, m, next, trace.StarBeta, f.Beta.Score)
	case f.Alpha.Given && m.high+s.Over <= f.Alpha.Score:
		f.Value[0], f.AtLeast, f.AtMost = m.high, false, m.highProved
		s.cutMean(f, m, next, trace.StarAlpha, f.Alpha.Score)
	default:
		return false
	}
	f.Known = true
	return true
}

func (s *starRun) cutMean(f *engine.Frame, m *mean, next int, rule trace.Rule, limit trees.Score) {
	s.Terms = s.Terms[:0]
	if s.Observer != nil {
		for i, p := range s.parts[m.parts : m.parts+f.Moves] {
			t := trace.Term{Prob: p.prob, Node: s.Kid(f, i), Score: p.low, Origin: p.lowFrom}
			if rule == trace.StarAlpha {
				t.Score, t.Origin = p.high, p.highFrom
			}
			s.Terms = append(s.Terms, t)
		}
	}
	s.Cut(f, next, rule, trees.Some(limit), s.Terms...)
}

// lowEnd and highEnd return the ends of the window of a child of f, which has the given part.
func (s *starRun) lowEnd(f *engine.Frame, m *mean, p *part) trace.Bound {
	end := trace.Bound{Score: s.least, Node: trees.NoNode, Child: trees.NoNode, Given: true}
	if !f.Alpha.Given {
		return end
	}
	share := f.Alpha.Score - (m.high - s.Weighed(p.high, p.prob, f.Ply))
	if share > s.Weighed(s.least, p.prob, f.Ply) {
		end.Score, end.Node = s.most, f.Node
		if share < s.Weighed(s.most, p.prob, f.Ply) {
			end.Score = divided(share, p.prob, s.Strict)
		}
	}
	return end
}

func (s *starRun) highEnd(f *engine.Frame, m *mean, p *part) trace.Bound {
	end := trace.Bound{Score: s.most, Node: trees.NoNode, Child: trees.NoNode, Given: true}
	if !f.Beta.Given {
		return end
	}
	share := f.Beta.Score - (m.low - s.Weighed(p.low, p.prob, f.Ply))
	if share < s.Weighed(s.most, p.prob, f.Ply) {
		end.Score, end.Node = s.least, f.Node
		if share > s.Weighed(s.least, p.prob, f.Ply) {
			end.Score = divided(share, p.prob, !s.Strict)
		}
	}
	return end
}

// divided returns a share of the value of a chance node, divided by the probability of a child,
// rounded up or down to whole units. Its size must fit a score.
func divided(share trees.Score, p trees.Number, up bool) trees.Score {
	whole, rest := share/p.Score, share%p.Score
	if rest < 0 {
		whole, rest = whole-1, rest+p.Score
	}
	high, low := bits.Mul64(uint64(rest), uint64(p.Unit))
	part, left := bits.Div64(high, low, uint64(p.Score))
	if left > 0 && up {
		part++
	}
	return whole*p.Unit + trees.Score(part)
}
