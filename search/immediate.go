package search

import (
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
//	Best   the best value so far: f.value
//
// Needs: maxp or maxsum. Guarantee: the max^n value, since no child to the
// right can be better for the mover.
//
// Ties: leftmost; a later child could at best equal the child that is kept.

var immediateAlgorithm = Algorithm{
	ID: "immediate", Name: "Immediate pruning", Paper: "Korf 1991", Section: "3.1",
	Needs: "kind maxn, maxsum or maxp", Guarantee: "the max^n value", Sound: true,
	Options: []string{"strict", "order", "depth"},
	Chance:  true, chanceCode: sumOf("Immediate(c)"),
	Terms: []string{"immediate-pruning", "maxp", "maxn-value"},
	code: pseudocode{
		{"Immediate(x):", "enter"},
		{"  if x is a leaf, or on the frontier: return its score vector", "leaf"},
		{"  for each child c of x, {order}:"},
		{"    if Best[p] {>=|>} maxp: return Best   (p moves at x; no score is better)", "prune:immediate"},
		{"    v := Immediate(c)", "backup"},
		{"    if v[p] > Best[p]: Best := v   (the first child is always taken)", "backup+"},
		{"  return Best", "exit"},
	},
	need: []need{needMaxN, needMaxSumOrMaxP}, relies: always, run: immediate, sum: boundSum{bounds: 1}, Judged: ByModel, Reference: &referenceMaxn,
}

type immediateRun struct{ *run }

func immediate(r *run) { immediateRun{r}.search(r.root()) }

func (s immediateRun) search(f *frame, moves int) {
	if s.enter(f, moves) {
		return
	}
	if f.mover == 0 {
		s.expect(f, moves, s)
		return
	}
	p := place(f.mover)
	for n := range moves {
		if n > 0 && f.value[p] >= s.most[p] && !s.leftIsOpen(f) {
			s.cut(f, n, trace.Immediate, trees.Some(s.most[p]-s.over), f.term())
			break
		}
		s.search(f.below, s.play(f, s.child(f, n)))
		s.Pos.Undo()
		improved := n == 0 || f.below.value[p]+f.tie > f.value[p]
		if improved {
			s.take(f)
		}
		if s.observer != nil {
			s.emitBackup(f, improved)
		}
	}
	s.exit(f, true)
}
