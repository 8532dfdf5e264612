package assign

import (
	"context"
	"slices"

	"espalier/web/judge"
	"espalier/web/learn"
	"espalier/web/problem"
	"espalier/web/run"
)

// A fact is what the rule needs to know of a part. It stays the same.
type fact struct {
	run  run.Identity // empty: no run is drawn
	step int          // the step that the part shows
	asks bool
	seen int // of a part that asks: the last step that may be seen before it is answered
	like *run.Likeness
}

// factOf returns the fact of a part. Parts count from 0 here.
func (h *Handlers) factOf(ctx context.Context, a *assignment, place int) (fact, error) {
	a.mu.Lock()
	f, known := a.facts[place]
	a.mu.Unlock()
	if known {
		return f, nil
	}
	one, err := h.open(ctx, a, place)
	if err != nil {
		return fact{}, err
	}
	f = fact{run: one.identity, step: one.step, asks: a.Parts[place].asks() > 0, seen: one.seen}
	switch {
	case !f.asks:
	case a.Parts[place].Program != nil: // a program is written, and no question about a run
	case one.exercise != nil:
		f.like = one.exercise.Likeness()
	case one.shown.Tree != nil:
		f.like = one.shown.Likeness()
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.facts == nil {
		a.facts = map[int]fact{}
	}
	a.facts[place] = f
	return f, nil
}

// openOf returns the open questions of a student. r is nil for somebody who has no token, for whom every
// question is open.
func (h *Handlers) openOf(ctx context.Context, a *assignment, r *record) (open []judge.Open, err error) {
	for k, place := range a.items() {
		if r == nil && a.closed(nil, h.now()) || r != nil && (h.reveals(a, r, k) || r.final(k)) {
			continue
		}
		f, err := h.factOf(ctx, a, place)
		if err != nil {
			return nil, err
		}
		if r != nil && r.Trees[place] != "" { // a tree of the student's own
			e, err := learn.OpenAssigned(r.Trees[place], a.Parts[place].Algorithm)
			if err != nil {
				return nil, err
			}
			f.run, f.like = e.Identity(), e.Likeness()
		}
		if f.run != (run.Identity{}) {
			open = append(open, judge.Open{Part: place, Run: f.run, Shown: f.seen, Like: f.like})
		}
	}
	return open, nil
}

// limitOf returns what open questions leave of a part.
func (h *Handlers) limitOf(ctx context.Context, a *assignment, place int, open []judge.Open) (judge.Limit, error) {
	f, err := h.factOf(ctx, a, place)
	if err != nil || f.run == (run.Identity{}) || !a.Parts[place].isScene() {
		return judge.NoLimit, err
	}
	step := f.step
	if f.asks {
		step = f.seen
	}
	return judge.LimitOf(place, f.run, step, f.asks, open), nil
}

// titleOf returns the title of an assignment, as far as it may be read.
func titleOf(a *assignment, open []judge.Open) string {
	return judge.Limit{Neutral: len(open) > 0}.Title(a.Title, "Homework")
}

// upTo returns a part with what a limit leaves of its texts: of the note, and of the title of a typed tree.
func (p *part) upTo(ctx context.Context, l judge.Limit) part {
	shown := *p
	shown.Note, _ = l.Note(p.Note)
	members, err := problem.SplitObject(p.Show, "show")
	if err != nil || !l.Neutral {
		return shown
	}
	for i, m := range members {
		if m.Key != "tree" && m.Key != "text" {
			continue
		}
		reading, wrong := run.ReadNotationInTurn(ctx, m)
		if wrong != nil || l.Title(reading.Tree.Title, "") != "" {
			continue
		}
		untitled := *reading.Tree
		untitled.Title = ""
		if m.Key == "tree" {
			members[i].Raw = untitled.AppendJSON(nil)
		} else {
			members[i].Raw = problem.Raw(untitled.Text())
		}
	}
	shown.Show = problem.Raw(problem.Object(members))
	return shown
}

// settles returns the items whose answers close a part and can be made final to open it. Nil: one of them
// is not answered yet, or the right answers are not withheld until the end.
func (a *assignment) settles(r *record, l judge.Limit) (items []int) {
	if r == nil || a.Feedback != atEnd || r.Finished {
		return nil
	}
	for _, place := range l.By {
		k := a.itemAt(place)
		if r.Items[k] == nil {
			return nil
		}
		items = append(items, k)
	}
	return items
}

// closedWords says why a part is closed.
func (a *assignment) closedWords(l judge.Limit) string {
	return "opens after " + partsOf(l.By)
}

// A limitAnswer is the limit of a part, as a student gets it.
type limitAnswer struct {
	Until    *int  `json:"until"` // null: no step is withheld
	Closed   bool  `json:"closed"`
	ClosedBy []int `json:"closed_by"`
}

func limitAnswerOf(l judge.Limit) limitAnswer {
	v := limitAnswer{Closed: l.Closed, ClosedBy: []int{}}
	if l.Until >= 0 {
		v.Until = &l.Until
	}
	for _, place := range l.By {
		v.ClosedBy = append(v.ClosedBy, place+1)
	}
	v.ClosedBy = slices.Compact(v.ClosedBy)
	return v
}
