package algorithms

import (
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// Star2: Star1 that probes.
//
// B. Ballard, "The *-minimax search procedure for trees containing chance nodes", Artificial
// Intelligence 21 (1983). The code shown is ours.
//
//	L(c), U(c)  a lower, an upper bound on the value of child c of a chance node: the value of
//	            the first child of c where Max moves at c, and where Min does; minp and maxp
//	            elsewhere. Until c is searched they are part.low and part.high
//
// Before a chance node searches its children, it probes those where Max or Min moves: of each,
// only the first child is searched. A value of Max's is then a lower bound, one of Min's an
// upper bound. They are better than minp and maxp, so windows are narrower, and the node can be
// cut at once. A child that is not cut is searched later, its first child again with it. For
// the other symbols and the unit see star1.go. Ballard describes this for regular trees, in which
// players take turns and chance moves in between; here other trees are allowed, too.
//
// A probe is an enter and an exit of the child with the mark Probe, and between them the
// search of its first child. The chance node has no backup of it. The value of the exit is the bound.
//
// Needs: two players; minp and maxp, and leaves between them. Guarantee: the minimax value.
//
// Ties: leftmost, as in alphabeta.go.

var Star2 = engine.Algorithm{
	ID: "star2", Name: "Star2", Paper: "Ballard 1983", Outside: true,
	Needs: "kind minimax, minp, maxp", Guarantee: "the minimax value", Sound: true,
	Options: []string{"strict", "depth"}, Chance: true, Divides: true,
	Terms: []string{"star2", "star1", "chance-node", "window"}, TwoPlayers: true,
	Term: &engine.Term{Name: "Star2", Text: "Star1 that first probes the children of a chance node: it searches only the first child of each. This gives better bounds than minp and maxp.", Source: "Ballard 1983"},
	Code: engine.Pseudocode{
		{"Star2(x, α, β):", "enter"},
		{"  if x is a leaf: return u(x); on the frontier: return e(x)", "leaf"},
		{"  Chance: L(c) := minp, U(c) := maxp for each child c; then for those where Max or Min moves:"},
		{"    w := Star2(first child of c, A, B)   (Max: A is minp.  Min: B is maxp)", "enter:probe"},
		{"    Max: L(c) := w.  Min: U(c) := w", "exit:probe"},
		{"    if the sum of P · U {<=|<} α or that of P · L {>=|>} β then return it", "prune:star-alpha:first prune:star-beta:first"},
		{"  for each child c of x, left to right:   (at a chance node not those with P(c) = 0)"},
		{"    A, B := α, β"},
		{"    Chance: A := (α - v - sum of P · U over later children) / P(c)"},
		{"            B := (β - v - sum of P · L over later children) / P(c)"},
		{"    w := Star2(c, A, B)   (Chance: A at least minp, B at most maxp)", "backup"},
		{"    Max: v := max(v, w), α := max(α, v).  Min: v := min(v, w), β := min(β, v)", "backup+"},
		{"    Chance: v := v + P(c) · w", "backup:chance"},
		{"    Max: if v {>=|>} β then return v", "prune:beta"},
		{"    Min: if v {<=|<} α then return v", "prune:alpha"},
		{"    Chance: if w {<=|<} A then return v + sum of P · U over later children", "prune:star-alpha"},
		{"    Chance: if w {>=|>} B then return v + sum of P · L over later children", "prune:star-beta"},
		{"  return v", "exit"},
	},
	Need: []engine.Need{engine.NeedMinimax, engine.NeedRange}, Relies: engine.Always, Procedure: star2, Judged: engine.ByModel, Reference: &engine.ReferenceMinimax,
}

func star2(r *engine.Run) { newStar(r, true).Search(r.AtRoot()) }

// probeAll probes the children of chance node f, and reports whether f is cut then.
func (s *starRun) probeAll(f *engine.Frame, moves int, m *mean) (cut bool) {
	for i := range moves {
		p := s.parts[m.parts+i]
		if p.prob.Score == 0 {
			continue
		}
		c := f.Below
		if below := s.Play(f, i); below > 0 && c.Mover > 0 && !s.Stops(c.Ply) {
			c.Alpha, c.Beta = s.lowEnd(f, m, &p), s.highEnd(f, m, &p)
			s.probe(c, below)
			if c.Mover == 1 {
				m.lowProved = m.lowProved && c.Below.AtLeast
				s.raise(f, m, i, c.Value[0], trace.Probe)
			} else {
				m.highProved = m.highProved && c.Below.AtMost
				s.lower(f, m, i, c.Value[0], trace.Probe)
			}
			if s.enough(f, m, 0) {
				s.Pos.Undo()
				return true
			}
		}
		s.Pos.Undo()
	}
	return false
}

// probe searches the first child of f. The opposite end of the window is open, so that the value is a
// bound.
func (s *starRun) probe(f *engine.Frame, moves int) {
	open := trace.Bound{Score: s.least, Node: trees.NoNode, Child: trees.NoNode, Given: true}
	if f.Mover == 1 {
		f.Alpha = open
	} else {
		open.Score = s.most
		f.Beta = open
	}
	s.Ev.Probe = true
	s.Enter(f, moves)
	s.Ev.Probe = false
	c := f.Below
	c.Alpha, c.Beta = f.Alpha, f.Beta
	s.Search(c, s.Play(f, 0))
	s.Pos.Undo()
	s.Take(f)
	if s.Observer == nil {
		return
	}
	if f.Mover == 1 {
		f.RaiseAlpha(f.Value[0])
	} else {
		f.LowerBeta(f.Value[0])
	}
	s.EmitBackup(f, true)
	s.Ev.Probe = true
	s.Exit(f, false)
	s.Ev.Probe = false
}

// setProbeLines gives the enter and the exit of a probe lines of their own.
func (s *starRun) setProbeLines() {
	enter, exit := s.Lines.Named("enter:probe"), s.Lines.Named("exit:probe")
	s.LineOf = func(e *trace.Event) int {
		switch {
		case !e.Probe:
			return e.Line
		case e.Type == trace.Enter:
			return enter
		}
		return exit
	}
}
