package lockstep

import (
	"slices"

	"espalier/trace"
	"espalier/trees"
)

// Two or three runs on one tree are shown in lockstep: at every moment the
// same place of the tree in each, as far as they come to the same places.
//
// An event has a place: what happens, at which node and with which of its
// children, on which visit of each. No two events of a run share one, nearly;
// an event of one run and an event of another with the same place are an
// anchor. Runs take their anchors in nearly the same order, since all search
// the tree depth first and from the left; only a second visit comes late. So
// they are aligned on the largest set of anchors that both take in the same
// order. At an anchor both runs move on together. Between two anchors each
// has events that the other skips: they are told one after another, those of
// the first run first, and the other run waits meanwhile at the last anchor.
// But a run that cuts there does so before the other goes on: that is where
// they part.
//
// A third run is aligned in the same way with what the first two became.

// A eventKey is the place of an event.
type eventKey struct {
	what              trace.Type
	node, child       int32 // child: backed up, searched again, or the first that is cut; -1 elsewhere
	visit, childVisit int32 // 1 at the first
}

// A told event is what lockstep keeps of one.
type recordedEvent struct {
	place       eventKey
	value       trees.Vector
	known       bool
	cut         []int32
	provisional bool
	detail      string
}

// A told run is the list of its events, and where it came to.
type RecordedRun struct {
	Events []recordedEvent
	visits map[int32]int32
}

func (r *RecordedRun) Observe(e *trace.Event) {
	if r.visits == nil {
		r.visits = map[int32]int32{}
	}
	at := eventKey{what: e.Type, node: e.Node, child: -1}
	ev := recordedEvent{value: e.Value, known: e.HasValue, provisional: e.Provisional}
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
	ev.place = at
	r.Events = append(r.Events, ev)
}

// A AlignedStep says which runs move on, one bit a run.
type AlignedStep uint8

func (m AlignedStep) has(run int) bool { return m&(1<<run) != 0 }

// Align gives the moments of the runs in lockstep. Every run moves on by one
// event at as many moments as it has events.
func Align(runs []*RecordedRun) []AlignedStep {
	var moments []AlignedStep
	var places []eventKey
	for i, r := range runs {
		moments, places = merge(moments, places, r.Events, 1<<i)
	}
	return moments
}

func merge(moments []AlignedStep, places []eventKey, events []recordedEvent, bit AlignedStep) ([]AlignedStep, []eventKey) {
	anchors := commonOrder(places, events)
	var m []AlignedStep
	var p []eventKey
	from, next := 0, 0
	for _, a := range append(anchors, anchor{len(places), len(events)}) {
		cuts := from == a.left || places[from].what != trace.Prune
		for ; cuts && next < a.right && events[next].place.what == trace.Prune; next++ {
			m, p = append(m, bit), append(p, events[next].place)
		}
		m, p = append(m, moments[from:a.left]...), append(p, places[from:a.left]...)
		for ; next < a.right; next++ {
			m, p = append(m, bit), append(p, events[next].place)
		}
		if a.left < len(places) {
			m, p = append(m, moments[a.left]|bit), append(p, places[a.left])
			next++
		}
		from = a.left + 1
	}
	return m, p
}

// An anchor is a place that stands on both sides.
type anchor struct{ left, right int }

// commonOrder finds the largest set of anchors that rises on both sides. Where
// places are single this is the longest rising subsequence, found by patience
// sorting in n log n; a place that stands twice on the left is tried from the
// right, so that no pile takes two of it (Hunt & Szymanski 1977).
func commonOrder(places []eventKey, events []recordedEvent) []anchor {
	at := map[eventKey][]int{}
	for i := len(places) - 1; i >= 0; i-- {
		at[places[i]] = append(at[places[i]], i)
	}
	type link struct {
		anchor
		before int // index into links, -1: none
	}
	var links []link
	var piles []int // the link on top of each pile: the least end of a chain of that length
	for j := range events {
		for _, i := range at[events[j].place] {
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

// Positions gives the step of each run at a moment, and whether the run moved
// on to it then. All runs begin together, so that none is before its first step.
func Positions(moments []AlignedStep, runs, at int) (steps []int, moved []bool) {
	steps, moved = make([]int, runs), make([]bool, runs)
	for r := range runs {
		steps[r] = -1
		for _, m := range moments[:at+1] {
			if m.has(r) {
				steps[r]++
			}
		}
		moved[r] = moments[at].has(r)
	}
	return steps, moved
}
