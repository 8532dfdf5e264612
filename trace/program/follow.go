package program

import (
	"espalier/trace"
	"espalier/trees"
)

// A Follower turns a run that still grows into the events of a search. Its nodes have the numbers of
// Run.Number, and become known when they are entered or cut, as those of an implicit tree.
type Follower struct {
	options Replay
	player  *player
	next    int // event of the run
	began   bool
	ended   bool
	events  []trace.Event
}

// NewFollower returns a follower that is before the first event. Of the options it has Name, TwoSides
// and Step.
func NewFollower(o Replay) *Follower {
	o.Pass, o.Reference, o.ByAppearance = nil, nil, true
	return &Follower{options: o}
}

// Take returns the next events, of at most most events of the run, with what they imply. r is the
// same run each time, as Reader.Peek returns it. ended says that nothing more comes: then the
// last event follows, too. The result is valid until the next call.
func (f *Follower) Take(r *Run, most int, ended bool) []trace.Event {
	f.events = f.events[:0]
	f.Observe(r, most, ended, f.keep)
	return f.events
}

// Observe is Take, and calls observe with each event instead, which is reused for the next one. It
// returns how many there were.
func (f *Follower) Observe(r *Run, most int, ended bool, observe trace.Observer) int {
	if len(r.Nodes) == 0 || f.ended {
		return 0
	}
	if f.player == nil || f.player.run.Unit != r.Unit || f.player.run.Players != r.Players {
		f.begin(r)
	}
	p := f.player
	p.run, p.observe = r, observe
	from := 0
	if f.began {
		from = p.e.Seq
	}
	if !f.began {
		f.began = true
		p.start()
	}
	p.grow()
	end := min(len(r.Events), f.next+most)
	for ; f.next < end; f.next++ {
		p.event(f.next, &r.Events[f.next])
	}
	if ended && f.next == len(r.Events) {
		f.ended = true
		p.end()
	}
	return p.e.Seq - from
}

// begin goes to the same place of the run, where its numbers have another unit than before.
func (f *Follower) begin(r *Run) {
	p := &player{Replay: f.options, run: r, tree: r.OwnTree(), scale: 1}
	unit := max(1, r.Unit)
	if p.tree != nil && p.tree.Unit%unit == 0 {
		p.scale, unit = p.tree.Unit/unit, p.tree.Unit
	}
	p.facts = headerFacts(r, unit)
	f.player = p
	if f.began {
		p.start()
		for i := range f.next {
			p.event(i, &r.Events[i])
		}
	}
}

func (f *Follower) keep(e *trace.Event) { f.events = append(f.events, e.Clone()) }

// headerFacts returns the limits that the header of a run gives, in a unit.
func headerFacts(r *Run, unit trees.Score) facts {
	b := trees.NewBuilder(r.header())
	b.Open(trees.Node{Unknown: true})
	b.Close()
	t, err := b.Tree()
	if err != nil {
		f := facts{unit: unit, players: r.Players}
		f.most = make([]trees.Opt, r.Width())
		return f
	}
	f := factsOf(t) // which needs no finer unit than that of the limits
	in := func(o trees.Opt) trees.Opt {
		s, whole := o.Score.In(f.unit).In(unit)
		return trees.Opt{Score: s, Given: o.Given && whole}
	}
	f.maxSum = in(f.maxSum)
	for i := range f.most {
		f.most[i] = in(f.most[i])
	}
	f.unit = unit
	return f
}

// Skip goes on to an event of the run without telling what comes before; at most to its end.
func (f *Follower) Skip(r *Run, event int) {
	if len(r.Nodes) == 0 {
		return
	}
	if f.player == nil || f.player.run.Unit != r.Unit || f.player.run.Players != r.Players {
		f.begin(r)
	}
	p := f.player
	p.run, p.observe = r, nil
	if !f.began {
		f.began = true
		p.start()
	}
	p.grow()
	for ; f.next < min(len(r.Events), event); f.next++ {
		p.event(f.next, &r.Events[f.next])
	}
}

// A Standing is what is known of a node at a moment of the run.
type Standing struct {
	Node     int32
	Value    trees.Vector // its value, or while it is open the best so far
	HasValue bool
	Open     bool
	Cut      bool // it was skipped, and not visited
	Visited  bool
}

// Next returns the number of the event of the run that comes next.
func (f *Follower) Next() int { return f.next }

// Path returns the open nodes, the root first, or the root alone when all have ended.
func (f *Follower) Path() (list []Standing) {
	if f.player == nil {
		return nil
	}
	for i := range f.player.stack {
		o := &f.player.stack[i]
		list = append(list, Standing{Node: o.node, Value: o.best, HasValue: o.has, Open: true, Visited: true})
	}
	if len(list) == 0 {
		list = append(list, f.At(0))
	}
	return list
}

// At returns what is known of a node that is not open.
func (f *Follower) At(node int32) Standing {
	p := f.player
	s, n := &p.nodes[node], &p.run.Nodes[node]
	return Standing{Node: node, Value: p.valueOf(node), HasValue: s.has, Visited: s.visited, Cut: !s.visited && n.Cut != None && int(n.Cut) < f.next}
}

// Unit returns the unit of the values of Path and At.
func (f *Follower) Unit() trees.Score { return f.player.facts.unit }

// Stats returns the counters of the run so far.
func (f *Follower) Stats() trace.Stats {
	if f.player == nil {
		return trace.Stats{}
	}
	return f.player.stats
}

// Mover returns the mover of a node; 0: chance.
func (f *Follower) Mover(node int32) int { return int(f.player.movers[node]) }

// Shape returns an event with what all events of the run have in common, but for the window: how a value
// is written, and whose score the two sides are about. It is called after Skip, Observe or Take.
func (f *Follower) Shape() trace.Event {
	e := &f.player.e
	return trace.Event{Width: e.Width, Unit: e.Unit, Players: e.Players, Scalar: e.Scalar, About: e.About, Parent: -1, Move: -1}
}
