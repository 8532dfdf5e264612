package maps

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"espalier/trace"
	"espalier/trace/tiles"
	"espalier/trees"
	"espalier/web/words"
)

// This file draws the map of the run of another program, which still comes in, or is too large to be
// a tree.

// A Printed run is that of another program.
type Printed interface {
	// Key names the run and its revision.
	Key() string
	// Allowed returns an error if whoever asks may not see the run.
	Allowed(ctx context.Context) error
	// Next sends what comes next, and returns how much there was; in turn with the searches of others, and so
	// little at a time that a map can be made in between. At the end of what there is it returns what
	// is closed when more has come; nil: nothing more comes. A run whose values get another unit is sent
	// again from its first event on.
	Next(ctx context.Context, to *Intake) (events int, more <-chan struct{}, err error)
	// Fault says why the run was not read further; "": it was.
	Fault() string
	// Bytes returns how much memory is needed to follow the run, besides the run itself.
	Bytes() int64
	// Close gives back what is needed to follow the run.
	Close()
}

// FaultText says that a run was not read beyond a line.
func FaultText(line int, detail string) string {
	return fmt.Sprintf("Line %d cannot be read: %s. The map shows what comes before it.", line, detail)
}

// An Intake takes in the run of another program. It has the number of each node, in the order in which the
// run has spoken of them.
type Intake struct {
	m *mapped

	names *printedNames // guarded by the mu of m

	last trace.Event // Done or Failed
	err  error       // why it ends
	cut  bool        // at a cut by the rule that it was to stop at
}

// Begin begins the run, perhaps anew. tree is the one that it is on, whose numbers its nodes have
// then; nil: there is none.
func (t *Intake) Begin(tree *trees.Tree, x trace.Explainer) {
	m := t.m
	if m.recorder != nil {
		m.recorder.Release()
	}
	rec := trace.NewRecorder(MaxEvents, alone{m.memory})
	m.builder = tiles.NewLinkedBuilder()
	if tree != nil {
		m.builder = tiles.NewBuilder(func(n int32) []int32 { return tree.Kids(int(n)) })
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.recorder = rec
	t.names = &printedNames{tree: tree, explainer: x}
}

// A printedNames knows what sentences say of a run.
type printedNames struct {
	tree      *trees.Tree // that the program has searched; nil: it is not known
	explainer trace.Explainer
	nodes     nodeNames
	lines     lineTable
}

// printedNames returns the names that the run has printed so far.
func (m *mapped) printedNames() *printedNames {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.intake.names
}

// explain returns what says in words what the events mean.
func (n *printedNames) explain() trace.Explainer {
	x := n.explainer
	x.Named = func(node int32) string {
		_, name := n.nameOf(node)
		return name
	}
	return x
}

// Nodes returns how many nodes have their names.
func (t *Intake) Nodes() int { return t.names.nodes.count }

// Node says what the next node is called: at the node, and in sentences.
func (t *Intake) Node(label, name string) {
	if grown := t.names.nodes.add(label, name); grown > 0 && !t.m.memory.take(grown, grown) {
		t.err = errMemory
	}
}

const (
	// chargeEvery is the number of events between two looks at the memory of the map.
	chargeEvery = 1 << 12
	// bytesInMap is what a node takes in a map, and mapsAtOnce how many maps there are while a run
	// goes on: the newest and the one before.
	bytesInMap, mapsAtOnce = 20, 2
)

// alone is the budget of a recording whose map is charged otherwise.
type alone struct{ *memory }

func (b alone) Take(bytes int64) bool { return b.take(bytes, bytes) }

// Rename says what a node is called of which the run has said more.
func (t *Intake) Rename(node int32, label, name string) {
	if grown := t.names.nodes.rename(int(node), label, name); grown > 0 && !t.m.memory.take(grown, grown) {
		t.err = errMemory
	}
}

var errMemory = errors.New("the memory for maps is used up")

// Line says that an event, and those after it, come from a line of the program.
func (t *Intake) Line(event, line int) {
	if grown := t.names.lines.add(event, line); grown > 0 && !t.m.memory.take(grown, grown) {
		t.err = errMemory
	}
}

// Event is the observer of the run.
func (t *Intake) Event(e *trace.Event) {
	m := t.m
	if t.cut || t.err != nil {
		return
	}
	m.builder.Add(e)
	m.recorder.Record(e)
	if m.builder.Events()%chargeEvery == 0 && !m.memory.hold(m.builder.Bytes()+m.printed.Bytes()+mapsAtOnce*bytesInMap*int64(m.builder.Totals().Nodes)) {
		t.err = errMemory
	}
	if e.StopObserving = false; m.recorder.Full() {
		t.err = errMemory
	}
	if e.Type.Last() {
		t.last = e.Clone()
	}
	t.cut = m.stop != trace.NoRule && e.Type == trace.Prune && e.Rule == m.stop
}

// beginPrinted begins to follow the run of a program. It goes on when the request that began it has
// ended. It holds no slot while nothing comes: the program may be silent for long.
func (m *mapped) beginPrinted(parent context.Context) {
	ctx, undo := m.start(parent)
	m.intake = &Intake{m: m, names: &printedNames{}}
	m.recorder = trace.NewRecorder(0, nil)
	go func() {
		defer undo()
		defer m.printed.Close()
		defer m.guard()
		m.follow(m.h.WithTurn(ctx))
	}()
}

// follow reads the run until it has ended.
func (m *mapped) follow(ctx context.Context) {
	began, last, cost, shown := time.Now(), time.Time{}, time.Duration(0), -1
	show := func(s state) {
		now := time.Now()
		s.Seconds = now.Sub(began).Seconds()
		m.recorder.Publish()
		m.publish(ctx, s)
		last, cost, shown = time.Now(), time.Since(now), m.builder.Events()
	}
	for {
		events, more, err := m.take(ctx)
		t := m.intake
		if err == nil {
			err = t.err
		}
		if err != nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		if over := err != nil || t.cut || events == 0 && more == nil; over {
			s := state{over: true}
			m.finishPrinted(&s, t, err)
			ctx = context.WithoutCancel(ctx)
			show(s)
			m.builder = nil // the map has all that is needed
			return
		}
		wait := time.Until(last.Add(max(mapEvery, mapShare*cost)))
		switch {
		case m.builder.Events() == shown || m.h.watched(m) == 0:
			wait = -1 // nothing to show
		case wait <= 0:
			show(state{State: running})
			wait = -1
		}
		if events == 0 {
			pause(ctx, more, wait)
		}
	}
}

// take takes in what comes next. A run that fails there ends, and not the server.
func (m *mapped) take(ctx context.Context) (events int, more <-chan struct{}, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			m.h.Log.Error("the map of a trace failed", "cause", fmt.Sprint(cause), "stack", string(debug.Stack()))
			err = errors.New("the events of the trace cannot be made")
		}
	}()
	return m.printed.Next(ctx, m.intake)
}

// pause waits until there is more, or what is known already may be shown; wait < 0: it is shown.
func pause(ctx context.Context, more <-chan struct{}, wait time.Duration) {
	var due <-chan time.Time
	if wait >= 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		due = timer.C
	}
	select {
	case <-more:
	case <-due:
	case <-ctx.Done():
	}
}

// finishPrinted says how the run ended.
func (m *mapped) finishPrinted(s *state, t *Intake, err error) {
	switch {
	case t.cut:
		m.ended(s, errStopRule)
		return
	case errors.Is(err, errMemory):
		s.State, s.Reason = stopped, "The memory for maps is used up; the map has the first "+words.Grouped(m.builder.Events())+" events. Close another map, and load the page again."
		return
	case err != nil:
		if m.ended(s, err); s.State == cancelled {
			s.Reason = "The map does not follow the program any more."
		}
		return
	}
	switch e := &t.last; {
	case m.printed.Fault() != "":
		s.State, s.Reason = stopped, m.printed.Fault()
	case e.Type == trace.Done:
		s.State = done
		if e.HasValue {
			s.Value = trace.ValueText(&e.Value, e.Width, e.Unit)
		}
		var list []string
		for _, n := range e.Path[min(1, len(e.Path)):] {
			label, _ := t.names.nameOf(n)
			list = append(list, label)
		}
		s.Line = strings.Join(list, " ")
	case e.Type == trace.Failed:
		s.State, s.Reason = stopped, e.Detail
	default:
		s.State, s.Reason = stopped, "The program has printed no event."
	}
}

// nameOf returns what a node is called: at the node, and in sentences.
func (n *printedNames) nameOf(node int32) (label, name string) {
	if t := n.tree; t != nil {
		name = t.Name(int(node))
		if label = t.Written(int(node)); label == "" {
			label = name
		}
		return label, name
	}
	return n.nodes.of(int(node))
}
