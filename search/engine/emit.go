package engine

import (
	"espalier/trace"
	"espalier/trees"
)

// This file emits events. An engine's result must not depend on these functions.

// observation is what the events of a run say, and who gets them. An engine sets what is its own: how bounds are
// inherited, the note and the line of an event.
type observation struct {
	Observer      trace.Observer // nil: no observer, or the observer has stopped observing
	finalObserver trace.Observer // gets the last event
	Ev            trace.Event
	Lines         *EventLines
	Terms         []trace.Term // used again for the terms of a cut, where these are more than two
	Provisional   bool         // the children of the emitted cut may be re-searched
	Note, Also    trace.Note   // of each event; nil: an event has none
	unstable      Unstable     // of an Enter at the depth limit, with quiescence
	// Inherit sets the bounds that a node has from its ancestors; nil: it has none.
	Inherit func(f *Frame, bounds *[trees.MaxPlayers]trace.Bound)
	// OwnBound returns the bound that the mover at f has by the best child so far; nil: it is the score that the
	// run is about, or the mover's own.
	OwnBound func(f *Frame) (score trees.Score, given bool)
	// LineOf returns the line of an enter or exit event, which has that of its type; nil: it keeps it.
	LineOf func(e *trace.Event) int
	// Returned is the note of the last event of a decision rule; nil: an OwnRule.
	Returned trace.Note
}

func (r *Run) NewEvent(t trace.Type, node int32) *trace.Event {
	e := &r.Ev
	e.Type, e.Node, e.Child, e.Line = t, node, -1, r.Lines.ByType[t]
	if e.Notes = e.Notes[:0]; r.Note != nil {
		e.Notes = append(e.Notes, r.Note)
	}
	if r.Also != nil {
		e.AddNote(r.Also)
	}
	return e
}

func (r *Run) Emit() {
	switch {
	case r.Observer == nil:
		return // the observer has set StopObserving
	case r.Ev.Recorder != nil:
		r.Ev.Recorder.Record(&r.Ev)
	default:
		r.Observer(&r.Ev)
	}
	r.Ev.Seq++
	if r.Ev.StopObserving {
		r.Observer, r.Ev.StopObserving = nil, false
		r.setAtOnce()
	}
}

func (r *Run) emitStart(algorithm string, options []trace.Option) {
	e := r.NewEvent(trace.Start, r.Frames[0].Node)
	e.Width, e.Players = r.Width(), r.Players
	e.Scalar, e.Implicit = r.Kind != trees.MaxN, r.Tree == nil
	e.Algorithm, e.MaxSum, e.Options = algorithm, r.MaxSum, options
	r.Emit()
	if e.Recorder != nil {
		r.step = PollEvery // it never waits
	}
	r.setAtOnce()
}

// SetBounds sets the bounds at the node of f: the bounds of its ancestors that the
// engine uses, and the node's own best if it has one.
func (r *Run) SetBounds(f *Frame) {
	e := &r.Ev
	for p := range r.Players {
		e.Bounds[p].Given = false
	}
	if r.Inherit != nil {
		r.Inherit(f, &e.Bounds)
	}
	if f.Mover > 0 && f.Known && !r.Windowed {
		whose := f.Mover
		if r.About != 0 {
			whose = r.About
		}
		score, given := f.Value[whose-1], true
		if r.OwnBound != nil {
			score, given = r.OwnBound(f)
		}
		// Field by field, for the reason given in take.
		own := &e.Bounds[f.Mover-1]
		own.Score, own.Node, own.Child, own.Given = score, f.Node, f.BestChild, given
	}
	if e.Window {
		r.setWindow(f)
	}
}

func (r *Run) setWindow(f *Frame) {
	r.Ev.Alpha = trees.Opt{Score: f.Alpha.Score, Given: f.Alpha.Given}
	r.Ev.Beta = trees.Opt{Score: f.Beta.Score, Given: f.Beta.Given}
}

// CopyScores copies score by score, for the reason given in take.
func (r *Run) CopyScores(to, from *trees.Vector) {
	to[0], to[1], to[2] = from[0], from[1], from[2]
	if r.Players > 3 {
		copy(to[3:], from[3:])
	}
}

func (r *Run) EmitEnter(f *Frame) {
	e := r.NewEvent(trace.Enter, f.Node)
	if r.LineOf != nil {
		e.Line = r.LineOf(e)
	}
	e.Player, e.Depth, e.About = f.Mover, int(f.Ply), r.About
	e.Chance = f.Mover == 0 && f.Moves > 0 && !r.Stops(f.Ply)
	e.Parent, e.Move, e.Text = -1, -1, e.Text[:0]
	if r.Tree == nil && f.Above != nil {
		e.Parent, e.Move = f.Above.Node, int32(f.Above.Move)
		if r.described != nil {
			e.Text = r.described.AppendLast(e.Text)
		}
	}
	if r.Tree != nil {
		e.Text = append(e.Text, r.Tree.Action(int(f.Node))...)
	}
	if r.Ordering != nil && f.Above != nil {
		if why := r.Ordering.reason(f.Above); why != nil {
			e.AddNote(why)
		}
	}
	r.SetBounds(f)
	f.exitLine = 0
	if r.settled != nil && f.Moves > 0 && int(f.Ply) >= r.Limit {
		r.setUnstable(e)
	}
	r.Emit()
}

func (r *Run) emitLeaf(f *Frame) {
	e := r.NewEvent(trace.Leaf, f.Node)
	r.CopyScores(&e.Value, &f.Value)
	e.HasValue = true
	r.Emit()
	r.EmitExitAt(f, e.Line) // a leaf returns at its own line
}

// EmitBackup emits that the value of the current child has reached the node of
// f.
func (r *Run) EmitBackup(f *Frame, improved bool) {
	line := r.Lines.ByType[trace.Backup]
	if improved {
		line = r.Lines.Improved
	}
	r.EmitBackupAt(f, improved, line)
}

func (r *Run) EmitBackupAt(f *Frame, improved bool, line int) {
	c := f.Below
	e := r.NewEvent(trace.Backup, f.Node)
	e.Child, e.Improved, e.Chance = c.Node, improved, f.Mover == 0
	r.CopyScores(&e.Value, &c.Value)
	r.CopyScores(&e.Best, &f.Value)
	e.HasValue, e.HasBest, e.Line = c.Known, f.Known, line
	r.SetBounds(f)
	r.Emit()
}

func (r *Run) emitPrune(f *Frame, move int, rule trace.Rule, limit trees.Opt, terms []trace.Term) {
	cut := r.Ev.Cut[:0]
	if r.Ordering != nil {
		cut = r.Ordering.appendCut(f, cut, move)
	} else if r.Tree != nil {
		cut = append(cut, r.Tree.Kids(int(f.Node))[move:]...)
	} else {
		for i := move; i < f.Moves; i++ {
			cut = append(cut, f.FirstKid+int32(InOrder(i, r.SearchedFirst)))
		}
	}
	r.Ev.Cut = cut
	r.EmitCut(f, move == 0, rule, limit, terms)
}

// EmitCut emits the prune of the children in ev.Cut. first: no child has been searched.
func (r *Run) EmitCut(f *Frame, first bool, rule trace.Rule, limit trees.Opt, terms []trace.Term) {
	e := r.NewEvent(trace.Prune, f.Node)
	e.Rule, e.Limit, e.Sum = rule, limit, trees.Opt{}
	e.Line = r.Lines.ByRule[rule]
	if first {
		e.Line = r.Lines.atFirst[rule]
		f.exitLine = e.Line
	}
	if n := len(terms); n > 0 && terms[n-1].Origin == trace.Delta && r.Lines.discrete > 0 {
		e.Line = r.Lines.discrete
	}
	e.Provisional = r.Provisional
	e.Terms = append(e.Terms[:0], terms...)
	if limit.Given {
		e.Sum.Given = true
		for _, t := range terms {
			e.Sum.Score += r.summand(&t, rule)
		}
	}
	r.Emit()
}

// summand returns what a term of a certificate adds to its sum.
func (r *Run) summand(t *trace.Term, rule trace.Rule) trees.Score {
	if rule.Weighs() {
		return t.Prob.Weigh(t.Score)
	}
	return t.Score
}

// Kid returns the number of a child of the node of f.
func (r *Run) Kid(f *Frame, move int) int32 {
	if r.Tree != nil {
		return r.Tree.Kids(int(f.Node))[move]
	}
	return f.FirstKid + int32(move)
}

// Exit ends the search of the node of f.
func (r *Run) Exit(f *Frame, exact bool) {
	if r.Observer != nil || r.Ordering != nil {
		r.exitSeen(f, exact)
	}
}

// exitSeen is exit for a run that has an observer or learns an order. It is a function of its own so
// that exit is inlined.
func (r *Run) exitSeen(f *Frame, exact bool) {
	if r.Ordering != nil {
		r.Ordering.learn(f)
	}
	if r.Observer != nil {
		r.EmitExit(f, exact)
	}
}

func (r *Run) EmitExit(f *Frame, exact bool) {
	// A static value below proves nothing, except for an engine that knows the side of
	// its window.
	f.Exact = exact && f.Known && r.sound && (r.Windowed || f.Statics == r.Statics)
	line := r.Lines.ByType[trace.Exit]
	if f.exitLine > 0 { // cut before the first child, it has no best to return
		line = f.exitLine
	}
	r.EmitExitAt(f, line)
}

func (r *Run) EmitExitAt(f *Frame, line int) {
	e := r.NewEvent(trace.Exit, f.Node)
	if e.Line = line; r.LineOf != nil {
		e.Line = r.LineOf(e)
	}
	r.CopyScores(&e.Value, &f.Value)
	e.HasValue, e.Exact = f.Known, f.Exact
	if e.Window {
		r.setWindow(f) // for the sentence
	}
	r.Emit()
}

func (r *Run) emitDone(res *Result) {
	e := r.NewEvent(trace.Done, r.Frames[0].Node)
	e.Value, e.HasValue = res.Value, !res.NoValue
	e.Path, e.Stats, e.Reference = res.Line, &res.Stats, res.Reference
	r.Emit()
}

func (r *Run) emitError(node int32, err error) {
	e := r.NewEvent(trace.Failed, node)
	e.Detail = err.Error()
	r.Emit()
}
