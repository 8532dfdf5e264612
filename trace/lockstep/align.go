package lockstep

import (
	"slices"

	"espalier/trace"
	"espalier/trees"
)

// Two or three runs on one tree are shown in lockstep: each aligned step shows
// the same event in every run that has it.
//
// An event has a key: its type, its node and child, and the number of the visit
// to each. Keys are almost unique in a run. An event of one run and an event of
// another run with the same key are an anchor. The anchors are in almost the same
// order in both runs, because all runs search depth first from the left; only
// second visits come later. So two runs are aligned on the largest set of anchors
// that has the same order in both. At an anchor both runs advance. Between two
// anchors come the events that only one run has: first the events of the first
// run, then the events of the second run, while the other run waits. But if the
// events of the second run begin with prunes, and those of the first run do not,
// these prunes come first, because the runs begin to differ there.
//
// A third run is aligned with the result for the first two.

// An eventKey identifies an event in a run.
type eventKey struct {
	what              trace.Type
	node, child       int32 // child: backed up, re-searched, or the first that is cut; -1 elsewhere
	visit, childVisit int32 // 1 at the first
}

// A recordedEvent is the part of an event that the alignment needs.
type recordedEvent struct {
	key         eventKey
	value       trees.Vector
	known       bool
	cut         []int32
	provisional bool
	detail      string
	size        trace.StepSize
}

// A RecordedRun is the events of a run in their order.
type RecordedRun struct {
	Events []recordedEvent
	visits map[int32]int32
	sizer  trace.StepSizer
}

// Observe appends an event.
func (r *RecordedRun) Observe(e *trace.Event) {
	if r.visits == nil {
		r.visits = map[int32]int32{}
	}
	at := eventKey{what: e.Type, node: e.Node, child: -1}
	ev := recordedEvent{value: e.Value, known: e.HasValue, provisional: e.Provisional, size: r.sizer.Size(e)}
	switch e.Type {
	case trace.Enter:
		r.visits[e.Node]++
	case trace.Backup, trace.Research:
		at.child, at.childVisit = e.Child, r.visits[e.Child]
	case trace.Prune:
		at.child = e.Cut[0]
		ev.cut = slices.Clone(e.Cut)
	case trace.Failed:
		ev.detail = e.Detail
	}
	at.visit = r.visits[e.Node]
	ev.key = at
	r.Events = append(r.Events, ev)
}

// An AlignedStep is the set of runs that advance, one bit for each run.
type AlignedStep uint8

func (m AlignedStep) has(run int) bool { return m&(1<<run) != 0 }

// Align returns the aligned steps of the runs. Each event of a run is in one of
// them.
func Align(runs []*RecordedRun) []AlignedStep {
	var aligned []AlignedStep
	var keys []eventKey
	for i, r := range runs {
		aligned, keys = merge(aligned, keys, r.Events, 1<<i)
	}
	return aligned
}

func merge(aligned []AlignedStep, keys []eventKey, events []recordedEvent, bit AlignedStep) ([]AlignedStep, []eventKey) {
	anchors := commonOrder(keys, events)
	var m []AlignedStep
	var p []eventKey
	from, next := 0, 0
	for _, a := range append(anchors, anchor{len(keys), len(events)}) {
		cuts := from == a.left || keys[from].what != trace.Prune
		for ; cuts && next < a.right && events[next].key.what == trace.Prune; next++ {
			m, p = append(m, bit), append(p, events[next].key)
		}
		m, p = append(m, aligned[from:a.left]...), append(p, keys[from:a.left]...)
		for ; next < a.right; next++ {
			m, p = append(m, bit), append(p, events[next].key)
		}
		if a.left < len(keys) {
			m, p = append(m, aligned[a.left]|bit), append(p, keys[a.left])
			next++
		}
		from = a.left + 1
	}
	return m, p
}

// An anchor is a pair of events with the same key: their indexes on the left and
// on the right.
type anchor struct{ left, right int }

// commonOrder returns the largest set of anchors that is increasing on both
// sides. For unique keys this is the longest increasing subsequence, found by
// patience sorting in O(n log n). Positions of a key that occurs several times on
// the left are tried from the right, so that no pile gets two of them (Hunt &
// Szymanski 1977).
func commonOrder(keys []eventKey, events []recordedEvent) []anchor {
	at := map[eventKey][]int{}
	for i := len(keys) - 1; i >= 0; i-- {
		at[keys[i]] = append(at[keys[i]], i)
	}
	type link struct {
		anchor
		before int // index into links, -1: none
	}
	var links []link
	var piles []int // the link on top of each pile: the least end of a chain of that length
	for j := range events {
		for _, i := range at[events[j].key] {
			n, _ := slices.BinarySearchFunc(piles, i, func(l, i int) int { return links[l].left - i })
			before := -1
			if n > 0 {
				before = piles[n-1]
			}
			links = append(links, link{anchor{i, j}, before})
			if n == len(piles) {
				piles = append(piles, 0)
			}
			piles[n] = len(links) - 1
		}
	}
	if len(piles) == 0 {
		return nil
	}
	var anchors []anchor
	for l := piles[len(piles)-1]; l >= 0; l = links[l].before {
		anchors = append(anchors, links[l].anchor)
	}
	slices.Reverse(anchors)
	return anchors
}

// Positions returns the step of each run at an aligned step, and whether the run
// advanced there. All runs begin together, so every run has a step.
func Positions(aligned []AlignedStep, runs, at int) (steps []int, moved []bool) {
	steps, moved = make([]int, runs), make([]bool, runs)
	for r := range runs {
		steps[r] = -1
		for _, m := range aligned[:at+1] {
			if m.has(r) {
				steps[r]++
			}
		}
		moved[r] = aligned[at].has(r)
	}
	return steps, moved
}
