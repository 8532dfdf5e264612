package trace

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"espalier/trees"
)

// bytesLeft are the bytes that several recorders share.
type bytesLeft struct{ left int64 }

// A partOfBytes is what one recorder has of them.
type partOfBytes struct {
	*bytesLeft
	taken int64
}

func (b *partOfBytes) Take(bytes int64) bool {
	if b.left < bytes {
		return false
	}
	b.left -= bytes
	b.taken += bytes
	return true
}

func (b *partOfBytes) Free() { b.left, b.taken = b.left+b.taken, 0 }

func record(events []Event, cap int, b Budget) *Recorder {
	r := NewRecorder(cap, b)
	for i := range events {
		r.Observe(&events[i])
	}
	return r
}

func TestRecorderReturnsEvents(t *testing.T) {
	for seed := range uint64(60) {
		_, events := randomRun(seed)
		if seed%2 == 0 {
			for i := range events {
				events[i].Implicit = true
			}
		}
		r := record(events, MaxRecorded, nil)
		if r.Len() != len(events) || r.Total() != len(events) || r.Truncated() {
			t.Fatalf("run %d: Len() = %d, Total() = %d, Truncated() = %v, want %d events", seed, r.Len(), r.Total(), r.Truncated(), len(events))
		}
		check := func(i int, e *Event) {
			if got, want := string(AppendJSON(nil, e)), string(AppendJSON(nil, &events[i])); got != want {
				t.Fatalf("run %d: Event(%d) =\n%s, want\n%s", seed, i, got, want)
			}
		}
		var e Event
		for i := len(events) - 1; i >= 0; i -= 1 + int(seed%7) {
			if !r.Event(i, &e) {
				t.Fatalf("run %d: Event(%d) is missing", seed, i)
			}
			check(i, &e)
		}
		from, to := len(events)/3, len(events)*2/3
		next := from
		r.Read(from, to, func(e *Event) bool {
			if e.Seq != next {
				t.Fatalf("run %d: Read gives event %d, want %d", seed, e.Seq, next)
			}
			check(next, e)
			next++
			return true
		})
		if next != to {
			t.Fatalf("run %d: Read(%d, %d) ended at %d", seed, from, to, next)
		}
		if r.Event(-1, &e) || r.Event(len(events), &e) {
			t.Errorf("run %d: Event past the ends = true, want false", seed)
		}
	}
}

// TestPackHasRoomForMoreTypes records types that do not exist yet. Each event
// that is read must have the recorded type and the fields that all types share.
// No such type may be read as another type or as the last event of a run.
func TestPackHasRoomForMoreTypes(t *testing.T) {
	for _, further := range []Type{TypeCount, TypeCount + 1, 15, 16, 128, 255} {
		for _, node := range []int32{4, 9} { // the node of the previous event, and another node
			e := Event{Seq: 2, Type: further, Line: 7, Node: node, Child: -1, Value: points(1, 2, 3), HasValue: true, Width: 3, Players: 3}
			enter := Event{Type: Enter, Node: 4, Player: 1, Parent: -1, Move: -1, Child: -1, Width: 3, Players: 3}
			exit := Event{Seq: 3, Type: Exit, Line: 2, Node: 4, Child: -1, Value: points(3, 2, 1), HasValue: true, Exact: true, Width: 3, Players: 3}
			r := record([]Event{{Type: Start, Width: 3, Players: 3}, enter, e, exit}, MaxRecorded, nil)
			if r.Len() != 0 || further.Last() {
				t.Fatalf("%v ended the run", further)
			}
			r.Publish()
			for _, want := range []Event{e, exit} {
				var got Event
				if !r.Event(want.Seq, &got) {
					t.Fatalf("%v at node %d: event %d is missing", further, node, want.Seq)
				}
				if got.Type != want.Type || got.Node != want.Node || got.Line != want.Line || got.Value != want.Value || !got.HasValue || got.Exact != want.Exact {
					t.Errorf("%v at node %d: event %d = %+v, want %+v", further, node, want.Seq, got, want)
				}
			}
		}
	}
	if got, want := Type(TypeCount).String(), fmt.Sprintf("type %d", TypeCount); got != want {
		t.Errorf("String() of an unknown type = %q, want %q", got, want)
	}
}

// TestRecorderReturnsEveryType records each type after an event at the same node
// and after an event at another node; the two are packed differently.
func TestRecorderReturnsEveryType(t *testing.T) {
	long := everyEvent()[0]
	long.Type, long.Node, long.Detail = Failed, 5, strings.Repeat("the value is unknown ", 10_000)
	for _, e := range append(append(everyEvent(), everyPrune()...), long) {
		for _, before := range []int32{e.Node, e.Child, e.Parent, 40} {
			first := Event{Type: Enter, Node: before, Player: 1, Parent: -1, Move: -1, Child: -1, Width: e.Width, Scalar: e.Scalar,
				Implicit: e.Implicit, About: e.About, Players: e.Players, Window: e.Window, Sampling: e.Sampling, Draw: Draw{Rival: -1}}
			e.Seq = 1
			r := record([]Event{first, e}, MaxRecorded, nil)
			r.Publish()
			seen := 0
			r.Read(1, 2, func(got *Event) bool {
				seen++
				if got, want := string(AppendJSON(nil, got)), string(AppendJSON(nil, &e)); got != want {
					t.Errorf("%v after an event at node %d: Read gives\n%.300s, want\n%.300s", e.Type, before, got, want)
				}
				return true
			})
			if seen != 1 {
				t.Errorf("%v after an event at node %d: Read gives %d events, want 1", e.Type, before, seen)
			}
		}
	}
}

func TestRecorderBounds(t *testing.T) {
	type nodeBounds struct {
		bounds      [trees.MaxPlayers]Bound
		alpha, beta trees.Opt
	}
	for seed := range uint64(40) {
		_, events := randomRun(seed)
		r := record(events, MaxRecorded, nil)
		boundsByNode := map[int32]nodeBounds{}
		for i, e := range events {
			if e.Type == Enter || e.Type == Backup {
				boundsByNode[e.Node] = nodeBounds{e.Bounds, e.Alpha, e.Beta}
			}
			var got nodeBounds
			var ok bool
			got.bounds, got.alpha, got.beta, ok = r.Bounds(i)
			if want, known := boundsByNode[e.Node]; ok != known || ok && got != want {
				t.Fatalf("run %d: Bounds(%d) = %+v %v, want %+v %v", seed, i, got, ok, want, known)
			}
		}
	}
}

func TestRecorderStopsAtLimit(t *testing.T) {
	_, events := randomRun(3)
	for _, cap := range []int{0, 1, 255, 256, 257, 300} {
		r := record(events, cap, nil)
		if r.Len() != cap || !r.Truncated() || r.Total() != len(events) {
			t.Errorf("cap %d: Len() = %d, Truncated() = %v, Total() = %d, want %d events of %d", cap, r.Len(), r.Truncated(), r.Total(), cap, len(events))
		}
		var e Event
		for i := range cap {
			if !r.Event(i, &e) || e.Type != events[i].Type || e.Node != events[i].Node {
				t.Fatalf("cap %d: Event(%d) = %+v, want %+v", cap, i, e, events[i])
			}
		}
	}
}

func TestBudgetIsSharedAndReleased(t *testing.T) {
	_, events := randomRun(3)
	long := make([]Event, 0, 50*len(events))
	for range 50 {
		long = append(long, events[1:len(events)-1]...)
	}
	const all = 10 * grantBytes
	b := &bytesLeft{all}
	first, second := record(long, MaxRecorded, &partOfBytes{bytesLeft: b}), record(long, MaxRecorded, &partOfBytes{bytesLeft: b})
	if !first.Truncated() || !second.Truncated() {
		t.Fatalf("Truncated() = %v, %v, want both: %d events of both do not fit %d bytes", first.Truncated(), second.Truncated(), len(long), all)
	}
	if first.Len() == 0 || second.Len() != 0 {
		t.Errorf("Len() = %d, %d: want the first to have used the budget up", first.Len(), second.Len())
	}
	var e Event
	if i := first.Len() - 1; !first.Event(i, &e) || e.Node != long[i].Node {
		t.Errorf("Event(%d) = %+v, want %+v", i, e, long[i])
	}
	first.Release()
	first.Release()
	second.Release()
	if b.left != all {
		t.Errorf("after the release %d bytes are left, want %d", b.left, all)
	}
	if first.Event(0, &e) || first.Len() != 0 {
		t.Error("a released recorder still has events")
	}
}

func TestRecorderCanBeReadDuringRun(t *testing.T) {
	_, events := randomRun(3)
	r := NewRecorder(MaxRecorded, nil)
	var wait sync.WaitGroup
	for reader := range 3 {
		wait.Go(func() {
			var e Event
			for n := 0; n < 5*len(events); {
				if n = r.Len(); n == 0 {
					continue
				}
				i := (n - 1) * (reader + 1) / 3
				if !r.Event(i, &e) {
					t.Errorf("Event(%d) is missing although Len() was %d", i, n)
					return
				}
				if want := events[i%len(events)].Node; e.Node != want {
					t.Errorf("Event(%d) is about node %d, want %d", i, e.Node, want)
					return
				}
			}
		})
	}
	for range 5 {
		for i := range events {
			r.Observe(&events[i])
			if i%100 == 0 {
				r.Publish()
			}
		}
	}
	wait.Wait()
	r.Release()
}

func BenchmarkRecorder(b *testing.B) {
	_, events := randomRun(3)
	n := 0
	size := 0
	for b.Loop() {
		r := record(events, MaxRecorded, nil)
		n += len(events)
		size = len(r.tail.packed)
		for _, block := range r.blocks {
			size += len(block.packed)
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "events/s")
	b.ReportMetric(float64(size)/float64(len(events)), "B/event")
}

func BenchmarkRecorderEvent(b *testing.B) {
	_, events := randomRun(3)
	r := record(events, MaxRecorded, nil)
	var e Event
	for i := 0; b.Loop(); i++ {
		r.Event(i*97%len(events), &e)
	}
}

// To find an event, its block is read from the start. So a block is complete when it is large,
// too: events of a leaf-value table can each list thousands of outcomes.
func TestBlocksOfLargeEvents(t *testing.T) {
	excluded := make([]Excluded, trees.MaxOutcomes)
	for i := range excluded {
		excluded[i] = Excluded{Value: trees.Points(i, i%7, 1), Player: 1 + i%3}
	}
	r := NewRecorder(MaxRecorded, nil)
	e := Event{Type: Start, Players: 3, Width: 3}
	r.Record(&e)
	const events = 40
	for n := range events {
		e = Event{Seq: n + 1, Type: Prune, Rule: Table, Players: 3, Width: 3, Child: -1, Cut: []int32{int32(n + 1)}, Excluded: excluded}
		r.Record(&e)
	}
	r.Publish()
	if len(r.blocks) < events-1 {
		t.Errorf("%d events of some 100 KB are in %d blocks", events, len(r.blocks)+1)
	}
	var got Event
	for i := range events {
		if !r.Event(i+1, &got) || len(got.Excluded) != len(excluded) || got.Excluded[i] != excluded[i] || got.Cut[0] != int32(i+1) {
			t.Fatalf("event %d has %d outcomes", i+1, len(got.Excluded))
		}
	}
}
