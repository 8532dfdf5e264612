package algorithms

import (
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// Immediate pruning.
//
// R. Korf, "Multi-player alpha-beta pruning", Artificial Intelligence 48
// (1991), section 3.1; N. Sturtevant and R. Korf, "On pruning techniques for
// multi-player games", AAAI 2000, "Immediate Pruning".
//
//	maxp   the most that any player can get: r.MaxP (maxsum if maxp is not given)
//	Best   the best value so far: f.Value
//
// Needs: maxp or maxsum. Guarantee: the max^n value, since no child to the
// right can be better for the mover.
//
// Ties: leftmost; a later child could at best equal the child that is kept.

var Immediate = engine.Algorithm{
	ID: "immediate", Name: "Immediate pruning", Paper: "Korf 1991", Section: "3.1",
	Needs: "kind maxn, maxsum or maxp", Guarantee: "the max^n value", Sound: true,
	Options: []string{"strict", "order", "depth"},
	Chance:  true, ChanceCode: engine.SumOf("Immediate(c)"),
	Terms: []string{"immediate-pruning", "maxp", "maxn-value"},
	Term:  &engine.Term{Name: "immediate pruning", Text: "If the mover already has the maximum score, the remaining children are cut.", Source: "Korf 1991, section 3.1"},
	Code: engine.Pseudocode{
		{"Immediate(x):", "enter"},
		{"  if x is a leaf, or on the frontier: return its score vector", "leaf"},
		{"  for each child c of x, {order}:"},
		{"    if Best[p] {>=|>} maxp: return Best   (p moves at x; no score is better)", "prune:immediate"},
		{"    v := Immediate(c)", "backup"},
		{"    if v[p] > Best[p]: Best := v   (the first child is always taken)", "backup+"},
		{"  return Best", "exit"},
	},
	Need: []engine.Need{engine.NeedMaxN, engine.NeedMaxSumOrMaxP}, Relies: engine.Always, Procedure: immediate, Sum: engine.BoundSum{Bounds: 1}, Judged: engine.ByModel, Reference: &engine.ReferenceMaxn,
}

type immediateRun struct{ *engine.Run }

func immediate(r *engine.Run) { immediateRun{r}.Search(r.AtRoot()) }

func (s immediateRun) Search(f *engine.Frame, moves int) {
	if s.Enter(f, moves) {
		return
	}
	if f.Mover == 0 {
		s.Expect(f, moves, s)
		return
	}
	p := engine.Place(f.Mover)
	for n := range moves {
		if n > 0 && f.Value[p] >= s.Most[p] && !s.LeftIsOpen(f) {
			s.Cut(f, n, trace.Immediate, trees.Some(s.Most[p]-s.Over), f.Term())
			break
		}
		s.Search(f.Below, s.Play(f, s.Child(f, n)))
		s.Pos.Undo()
		improved := n == 0 || f.Below.Value[p]+f.Tie > f.Value[p]
		if improved {
			s.Take(f)
		}
		if s.Observer != nil {
			s.EmitBackup(f, improved)
		}
	}
	s.Exit(f, true)
}
