package traces

import (
	"context"
	"fmt"
	"strconv"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/recorded"
	"espalier/trace"
	"espalier/trace/program"
	"espalier/trees"
	"espalier/web/fair"
	"espalier/web/maps"
	"espalier/web/run"
	"espalier/web/store/key"
)

// This file feeds a run to its map: while the program sends it, and one that is too large to be a
// tree as it is stored.

// FollowMap returns what feeds a run to its map; nil: it can be played, and is searched as every
// other run. unplayable: it is known that it cannot be.
func (h *Handlers) FollowMap(ctx context.Context, of run.Recorded, unplayable bool) (maps.Printed, error) {
	t, err := h.Traces().Load(ctx, of.ID)
	if err != nil {
		return nil, err
	}
	r, ok := t.Revision(of.Revision)
	if !ok {
		return nil, errNoRevision(t, of.Revision)
	}
	number := of.Revision
	if number == 0 {
		number = t.Newest()
	}
	if err := h.allowed(ctx, opened{t, r, number}, ""); err != nil {
		return nil, err
	}
	m := mapFeeder{of: of.ID, key: string(of.ID) + " " + strconv.Itoa(number)}
	switch {
	case r.Live:
		l, err := h.liveRun(ctx, of.ID)
		if err != nil {
			return nil, err
		}
		return &liveMap{mapFeeder: m, h: h, live: l}, nil
	case unplayable, r.Nodes > trees.MaxNodes, r.Events > run.MaxPrintedEvents:
		return &storedMap{mapFeeder: m, h: h, of: opened{t, r, number}}, nil
	}
	return nil, nil
}

// mapOf returns the map of a run for its page.
func mapOf(p *tracePage, o *opened) *maps.Map {
	return &maps.Map{Title: p.Title, Program: true, Run: fmt.Sprintf(`{"trace":%q,"revision":%d}`, o.ID, o.Number), Rules: program.Rules}
}

// largeStyles are the style sheets of the page of a run that grows, or is too large to be played.
func (p *tracePage) largeStyles() []string {
	styles := []string{"shared/pages", "shared/tree", "traces/traces", "traces/ids"}
	if p.Map != nil {
		styles = append(styles, "map/pane", "map/map")
	}
	return styles
}

// A mapFeeder sends the events of a run and the names of its nodes.
type mapFeeder struct {
	of       key.ID
	key      string
	run      *program.Run // as far as it is read
	as       toldAs
	follower *program.Follower
}

// toldAs is what all events of a run have in common. It is not known from the first line on: where it
// changes, the run is sent anew.
type toldAs struct {
	unit      trees.Score
	kind      trees.Kind
	players   int
	algorithm string
	tree      *trees.Tree
}

func (m *mapFeeder) Key() string { return m.key }

func (m *mapFeeder) Allowed(ctx context.Context) error { return run.TraceIDAllowed(ctx, m.of) }

func (m *mapFeeder) Bytes() int64 {
	if m.follower == nil {
		return 0
	}
	return m.follower.Bytes()
}

// namedAtOnce is how many nodes are named while others wait.
const namedAtOnce = 4096

// feed sends the next events of a run, and returns how much there was.
func (m *mapFeeder) feed(r *program.Run, ended bool, to *maps.Intake) int {
	if len(r.Nodes) == 0 {
		return 0
	}
	m.run = r
	if as := (toldAs{r.Unit, r.Kind, r.Players, r.Algorithm, r.Tree}); m.follower == nil || as != m.as {
		m.as = as
		claimed, _ := algorithms.Find(r.Algorithm)
		o := recorded.ReplayAs(claimed)
		o.Step = func(event, seq int) { m.step(event, seq, to) }
		m.follower = program.NewFollower(o)
		tree := r.OwnTree()
		to.Begin(tree, explainerOf(r, tree, claimed))
	}
	named := 0
	if r.Tree == nil {
		for n := to.Nodes(); n < len(r.Nodes) && named < namedAtOnce; n++ {
			to.Node(m.names(int32(n)))
			named++
		}
	}
	return named + m.follower.Observe(r, eventsAtOnce, ended, to.Event)
}

// names returns what a node is called: at the node, where its move says most, and in sentences.
func (m *mapFeeder) names(n int32) (label, name string) {
	if label = m.run.Move(n); label == "" || label == m.run.OwnName(n) {
		label = m.run.Label(n)
	}
	return label, m.run.Name(n)
}

// step says which line an event comes from. What was skipped before may have its name from it.
func (m *mapFeeder) step(event, seq int, to *maps.Intake) {
	e := &m.run.Events[event]
	to.Line(seq, int(e.Line))
	if n := e.Node; (e.Type == program.Enter || e.Type == program.Leaf) && m.run.Tree == nil && m.run.Nodes[n].Cut != program.None {
		label, name := m.names(n)
		to.Rename(n, label, name)
	}
}

// explainerOf returns what says in words what the events of a run mean.
func explainerOf(r *program.Run, tree *trees.Tree, claimed *engine.Algorithm) trace.Explainer {
	name := "the program"
	if claimed != nil {
		name = engine.SpokenName(claimed)
	}
	if tree != nil {
		x := trace.NewExplainer(tree, name, true)
		x.Printed = true
		return x
	}
	x := trace.Explainer{Kind: r.Kind, Algorithm: name, Sound: true, Printed: true}
	if r.MaxSum.Given {
		if sum, ok := r.MaxSum.Number.In(r.Unit); ok {
			x.MaxSum = trees.Some(sum)
		}
	}
	return x
}

// A liveMap feeds a run while the program sends it.
type liveMap struct {
	mapFeeder
	h    *Handlers
	live *live
}

// Allowed asks by what the run has become: it may now be like that of an open question.
func (m *liveMap) Allowed(ctx context.Context) error { return m.h.newestAllowed(ctx, m.of) }

func (m *liveMap) Next(ctx context.Context, to *maps.Intake) (events int, more <-chan struct{}, err error) {
	give, err := engine.TakeTurn(ctx)
	if err != nil {
		return 0, nil, err
	}
	defer give()
	l := m.live
	if err := fair.Enter(ctx, l.reading); err != nil {
		return 0, nil, err
	}
	defer fair.Leave(l.reading)
	ended, changed, err := l.now()
	if err != nil {
		return 0, nil, err
	}
	if events = m.feed(l.feed.reader.Peek(), ended, to); ended {
		changed = nil
	}
	return events, changed, nil
}

func (m *liveMap) Fault() string {
	if f := m.live.faultLine(); f != nil {
		return maps.FaultText(f.Line, f.Message)
	}
	return ""
}

// Close lets go of the run, which may have left the memory.
func (m *liveMap) Close() { m.run, m.follower, m.live = nil, nil, nil }

// A storedMap maps a run that has ended, and shares it with the page.
type storedMap struct {
	mapFeeder
	h  *Handlers
	of opened

	read    *run.TraceRun // nil: it has not begun
	release func()
}

// begin reads the run, or takes it as it is kept, in the slot in which it is mapped.
func (m *storedMap) begin(ctx context.Context) error {
	end, err := m.h.mostlyAlone(ctx, m.of)
	if err != nil {
		return err
	}
	m.release = end
	ctx, release, err := m.h.slot(ctx, m.of.Bytes)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	m.release = func() {
		cancel() // the run is not used any more
		release()
		end()
	}
	// Who asked was allowed to by FollowMap.
	m.read, err = run.ReadTrace(run.Unguarded(ctx), m.h.Saved(), m.of.ID, m.of.Number, false)
	return err
}

func (m *storedMap) Next(ctx context.Context, to *maps.Intake) (events int, more <-chan struct{}, err error) {
	if m.read == nil {
		if err := m.begin(ctx); err != nil {
			return 0, nil, err
		}
	}
	give, err := engine.TakeTurn(ctx)
	if err != nil {
		return 0, nil, err
	}
	defer give()
	for range roundsAtOnce {
		n := m.feed(m.read.Run, true, to)
		if events += n; n == 0 {
			break
		}
		if err := engine.PassTurn(ctx); err != nil {
			return events, nil, err
		}
	}
	return events, nil, nil
}

// roundsAtOnce is how many times eventsAtOnce events are added before the map may be made anew.
const roundsAtOnce = 64

func (m *storedMap) Fault() string {
	if m.read != nil && m.read.Fault != nil {
		return maps.FaultText(m.read.Fault.Line, m.read.Fault.Message)
	}
	if f := m.of.Fault; f != nil { // what comes after the line was not kept
		return maps.FaultText(f.Line, f.Detail)
	}
	return ""
}

// Close lets go of the run, and of what is needed to map it.
func (m *storedMap) Close() {
	if m.release != nil {
		m.release()
	}
	m.read, m.run, m.follower = nil, nil, nil
}
