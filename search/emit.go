package search

import (
	"espalier/trace"
	"espalier/trees"
)

// This file emits events. An engine's result must not depend on these functions.

// observation is what the events of a run say, and who gets them. An engine sets what is its own: how bounds are
// inherited, the note and the line of an event.
type observation struct {
	observer      trace.Observer // nil: no observer, or the observer has stopped observing
	finalObserver trace.Observer // gets the last event
	ev            trace.Event
	lines         *eventLines
	terms         []trace.Term   // used again for the terms of a cut, where these are more than two
	provisional   bool           // the children of the emitted cut may be re-searched
	note          trace.Note     // of each event; nil: an event has none
	unstable      trace.Unstable // of an Enter at the depth limit, with quiescence
	// inherit sets the bounds that a node has from its ancestors; nil: it has none.
	inherit func(f *frame, bounds *[trees.MaxPlayers]trace.Bound)
	// ownBound returns the bound that the mover at f has by the best child so far; nil: it is the score that the
	// run is about, or the mover's own.
	ownBound func(f *frame) (score trees.Score, given bool)
	// lineOf returns the line of an enter or exit event, which has that of its type; nil: it keeps it.
	lineOf func(e *trace.Event) int
}

func (r *run) begin(t trace.Type, node int32) *trace.Event {
	e := &r.ev
	e.Type, e.Node, e.Child, e.Line = t, node, -1, r.lines.byType[t]
	if e.Notes = e.Notes[:0]; r.note != nil {
		e.Notes = append(e.Notes, r.note)
	}
	return e
}

func (r *run) emit() {
	switch {
	case r.observer == nil:
		return // the observer has set StopObserving
	case r.ev.Recorder != nil:
		r.ev.Recorder.Record(&r.ev)
	default:
		r.observer(&r.ev)
	}
	r.ev.Seq++
	if r.ev.StopObserving {
		r.observer, r.ev.StopObserving = nil, false
		r.setAtOnce()
	}
}

func (r *run) emitStart(algorithm string, options []trace.Option) {
	e := r.begin(trace.Start, r.frames[0].node)
	e.Width, e.Players = r.Width(), r.Players
	e.Scalar, e.Implicit = r.Kind != trees.MaxN, r.Tree == nil
	e.Algorithm, e.MaxSum, e.Options = algorithm, r.MaxSum, options
	r.emit()
	if e.Recorder != nil {
		r.step = pollEvery // it never waits
	}
	r.setAtOnce()
}

// setBounds sets the bounds at the node of f: the bounds of its ancestors that the
// engine uses, and the node's own best if it has one.
func (r *run) setBounds(f *frame) {
	e := &r.ev
	for p := range r.Players {
		e.Bounds[p].Given = false
	}
	if r.inherit != nil {
		r.inherit(f, &e.Bounds)
	}
	if f.mover > 0 && f.known && !r.windowed {
		whose := f.mover
		if r.about != 0 {
			whose = r.about
		}
		score, given := f.value[whose-1], true
		if r.ownBound != nil {
			score, given = r.ownBound(f)
		}
		// Field by field, for the reason given in take.
		own := &e.Bounds[f.mover-1]
		own.Score, own.Node, own.Child, own.Given = score, f.node, f.bestChild, given
	}
	if e.Window {
		r.setWindow(f)
	}
}

func (r *run) setWindow(f *frame) {
	r.ev.Alpha = trees.Opt{Score: f.alpha.Score, Given: f.alpha.Given}
	r.ev.Beta = trees.Opt{Score: f.beta.Score, Given: f.beta.Given}
}

// copyScores copies score by score, for the reason given in take.
func (r *run) copyScores(to, from *trees.Vector) {
	to[0], to[1], to[2] = from[0], from[1], from[2]
	if r.Players > 3 {
		copy(to[3:], from[3:])
	}
}

func (r *run) emitEnter(f *frame) {
	e := r.begin(trace.Enter, f.node)
	if r.lineOf != nil {
		e.Line = r.lineOf(e)
	}
	e.Player, e.Depth, e.About = f.mover, int(f.ply), r.about
	e.Chance = f.mover == 0 && f.moves > 0 && !r.stops(f.ply)
	e.Parent, e.Move, e.Text = -1, -1, e.Text[:0]
	if r.Tree == nil && f.above != nil {
		e.Parent, e.Move = f.above.node, int32(f.above.move)
		if r.described != nil {
			e.Text = r.described.AppendLast(e.Text)
		}
	}
	if r.Tree != nil {
		e.Text = append(e.Text, r.Tree.Action(int(f.node))...)
	}
	if r.order != nil && f.above != nil {
		if why := r.order.reason(f.above); why != nil {
			e.AddNote(why)
		}
	}
	r.setBounds(f)
	f.exitLine = 0
	if r.settled != nil && f.moves > 0 && int(f.ply) >= r.limit {
		r.setUnstable(e)
	}
	r.emit()
}

func (r *run) emitLeaf(f *frame) {
	e := r.begin(trace.Leaf, f.node)
	r.copyScores(&e.Value, &f.value)
	e.HasValue = true
	r.emit()
	r.emitExitAt(f, e.Line) // a leaf returns at its own line
}

// emitBackup emits that the value of the current child has reached the node of
// f.
func (r *run) emitBackup(f *frame, improved bool) {
	line := r.lines.byType[trace.Backup]
	if improved {
		line = r.lines.improved
	}
	r.emitBackupAt(f, improved, line)
}

func (r *run) emitBackupAt(f *frame, improved bool, line int) {
	c := f.below
	e := r.begin(trace.Backup, f.node)
	e.Child, e.Improved, e.Chance = c.node, improved, f.mover == 0
	r.copyScores(&e.Value, &c.value)
	r.copyScores(&e.Best, &f.value)
	e.HasValue, e.HasBest, e.Line = c.known, f.known, line
	r.setBounds(f)
	r.emit()
}

func (r *run) emitPrune(f *frame, move int, rule trace.Rule, limit trees.Opt, terms []trace.Term) {
	cut := r.ev.Cut[:0]
	if r.order != nil {
		cut = r.order.appendCut(f, cut, move)
	} else if r.Tree != nil {
		cut = append(cut, r.Tree.Kids(int(f.node))[move:]...)
	} else {
		for i := move; i < f.moves; i++ {
			cut = append(cut, f.firstKid+int32(inOrder(i, r.searchedFirst)))
		}
	}
	r.ev.Cut = cut
	r.emitCut(f, move == 0, rule, limit, terms)
}

// emitCut emits the prune of the children in ev.Cut. first: no child has been searched.
func (r *run) emitCut(f *frame, first bool, rule trace.Rule, limit trees.Opt, terms []trace.Term) {
	e := r.begin(trace.Prune, f.node)
	e.Rule, e.Limit, e.Sum = rule, limit, trees.Opt{}
	e.Line = r.lines.byRule[rule]
	if first {
		e.Line = r.lines.atFirst[rule]
		f.exitLine = e.Line
	}
	if n := len(terms); n > 0 && terms[n-1].Origin == trace.Delta && r.lines.discrete > 0 {
		e.Line = r.lines.discrete
	}
	e.Provisional = r.provisional
	e.Terms = append(e.Terms[:0], terms...)
	if limit.Given {
		e.Sum.Given = true
		for _, t := range terms {
			e.Sum.Score += r.summand(&t, rule)
		}
	}
	r.emit()
}

// summand returns what a term of a certificate adds to its sum.
func (r *run) summand(t *trace.Term, rule trace.Rule) trees.Score {
	if rule.Weighs() {
		return t.Prob.Weigh(t.Score)
	}
	return t.Score
}

// kid returns the number of a child of the node of f.
func (r *run) kid(f *frame, move int) int32 {
	if r.Tree != nil {
		return r.Tree.Kids(int(f.node))[move]
	}
	return f.firstKid + int32(move)
}

// exit ends the search of the node of f.
func (r *run) exit(f *frame, exact bool) {
	if r.observer != nil || r.order != nil {
		r.exitSeen(f, exact)
	}
}

// exitSeen is exit for a run that has an observer or learns an order. It is a function of its own so
// that exit is inlined.
func (r *run) exitSeen(f *frame, exact bool) {
	if r.order != nil {
		r.order.learn(f)
	}
	if r.observer != nil {
		r.emitExit(f, exact)
	}
}

func (r *run) emitExit(f *frame, exact bool) {
	// A static value below proves nothing, except for an engine that knows the side of
	// its window.
	f.exact = exact && f.known && r.sound && (r.windowed || f.statics == r.statics)
	line := r.lines.byType[trace.Exit]
	if f.exitLine > 0 { // cut before the first child, it has no best to return
		line = f.exitLine
	}
	r.emitExitAt(f, line)
}

func (r *run) emitExitAt(f *frame, line int) {
	e := r.begin(trace.Exit, f.node)
	if e.Line = line; r.lineOf != nil {
		e.Line = r.lineOf(e)
	}
	r.copyScores(&e.Value, &f.value)
	e.HasValue, e.Exact = f.known, f.exact
	if e.Window {
		r.setWindow(f) // for the sentence
	}
	r.emit()
}

func (r *run) emitDone(res *Result) {
	e := r.begin(trace.Done, r.frames[0].node)
	e.Value, e.HasValue = res.Value, !res.NoValue
	e.Path, e.Stats, e.Reference = res.Line, &res.Stats, res.Reference
	r.emit()
}

func (r *run) emitError(node int32, err error) {
	e := r.begin(trace.Failed, node)
	e.Detail = err.Error()
	r.emit()
}
