package classroom

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"espalier/trees"
	"espalier/trees/figures"
	"espalier/web/classroom/entry"
	"espalier/web/problem"
	"espalier/web/store"
)

// A hand-in that was taken out is deleted with the typed tree that a show of it has stored. Its number stays, with a
// mark in the store: it is not given to another hand-in, and each way to the tree answers that it was taken out.

// An outHand is a hand-in that is taken out.
type outHand struct {
	Number int    `json:"n"`
	Digest string `json:"d,omitempty"` // of its tree; empty: it cannot be read
}

func handOut(n int) error {
	return problem.Refused("hand", "hand-in %s was taken out of this room", handID(n))
}

// isOut reports whether a hand-in was taken out.
func (r *room) isOut(n int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.out[n]
}

// noHandIn returns the error for a hand-in that is not in the store. Another server may have taken it out.
func (r *room) noHandIn(ctx context.Context, n int) error {
	if r.isOut(n) {
		return handOut(n)
	}
	switch _, _, err := r.h.ReadValue(ctx, OutKey(r.code, n)); {
	case err == nil:
		return handOut(n)
	case !errors.Is(err, store.ErrNoKey):
		return err
	}
	return problem.Refused("hand", "there is no hand-in %s in this room", handID(n))
}

// outHands returns hand-ins as they are taken out, with the digests of their trees.
func (r *room) outHands(ctx context.Context, numbers []int) (list []outHand) {
	for _, n := range numbers {
		one := outHand{Number: n}
		if in, err := r.readHandIn(ctx, n); err == nil {
			one.Digest = in.digest()
		}
		list = append(list, one)
	}
	return list
}

// digest returns the digest of the tree; empty: it cannot be read or shown.
func (in *handIn) digest() string {
	t, err := trees.ReadText(in.Text)
	if err != nil {
		return ""
	}
	s, err := newSource(t.AppendJSON(nil))
	if err != nil {
		return ""
	}
	return s.digest()
}

// handsOf returns the hand-ins of a person.
func (r *room) handsOf(ctx context.Context, by entry.FollowerID) ([]outHand, error) {
	numbers, err := r.handNumbers(ctx)
	if err != nil {
		return nil, err
	}
	var list []outHand
	for _, n := range numbers {
		if in, err := r.readHandIn(ctx, n); err == nil && in.By == by {
			list = append(list, outHand{n, in.digest()})
		}
	}
	return list, nil
}

// removeHandIns takes hand-ins out, with another change of the value. What shows them leaves the screen first.
func (r *room) removeHandIns(ctx context.Context, hands []outHand, also func(v *value) error) (value, error) {
	v, err := r.leaveScreen(ctx, hands, func(v *value) error {
		v.Outs++
		return also(v)
	})
	if err != nil || len(hands) == 0 {
		return v, err
	}
	for _, one := range hands {
		if _, err := r.h.CreateValue(ctx, OutKey(r.code, one.Number), []byte("{}"), ""); err != nil && !errors.Is(err, store.ErrKeyExists) {
			return v, err
		}
	}
	r.noteOut(hands)
	r.announce(update{Out: hands})
	if v.shows(hands) { // it was shown again before it was noted
		if v, err = r.leaveScreen(ctx, hands, func(*value) error { return nil }); err != nil {
			return v, err
		}
	}
	return v, r.deleteOut(ctx, hands)
}

// readOuts reads who and what another server has taken out or let in, if it was not reported here.
func (r *room) readOuts(ctx context.Context) error {
	r.mu.Lock()
	outs, read := r.value.Outs, r.outsRead
	r.mu.Unlock()
	if outs == read {
		return nil
	}
	keys, err := r.h.ListValues(ctx, PartsOf(r.code))
	if err != nil {
		return err
	}
	if err := r.readPeople(ctx, keys, true); err != nil {
		return err
	}
	var hands []outHand
	stored := map[string]bool{}
	for _, name := range keys {
		if n, ok := NumberIn(name, r.code, "o"); ok {
			hands = append(hands, outHand{Number: n})
		}
		if digest, ok := DigestIn(name, r.code); ok {
			stored[digest] = true
		}
	}
	r.noteOut(hands)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stored, r.outsRead = stored, outs
	return nil
}

// noteOut notes hand-ins that were taken out.
func (r *room) noteOut(hands []outHand) {
	r.inClass(func() {
		for _, one := range hands {
			if !r.out[one.Number] {
				r.out[one.Number] = true
				r.hands = max(r.hands, one.Number)
				r.walled = max(0, r.walled-1)
			}
			delete(r.stored, one.Digest)
		}
	})
	r.h.runs.dropOf(r)
}

// deleteOut deletes the trees of hand-ins that were taken out. A tree that is also shown otherwise stays.
func (r *room) deleteOut(ctx context.Context, hands []outHand) error {
	for _, one := range hands {
		if v := r.snapshot(); one.Digest != "" && !v.keeps(hashPrefix+one.Digest) {
			r.h.purgeSource(ctx, SourceKey(r.code, one.Digest))
		}
		if err := r.h.RemoveMatching(ctx, HandInKey(r.code, one.Number)); err != nil {
			return err
		}
	}
	return nil
}

// isOf reports whether a show is of one of some hand-ins: it names the hand-in, or its tree alone.
func (s *show) isOf(hands []outHand) bool {
	return slices.ContainsFunc(hands, func(one outHand) bool {
		if s.Hand != "" {
			return s.Hand == handID(one.Number)
		}
		return one.Digest != "" && s.Source == hashPrefix+one.Digest
	})
}

// shows reports whether a value shows one of some hand-ins, or asks about it.
func (v *value) shows(hands []outHand) bool { return v.Show.isOf(hands) || v.asksAbout(hands) }

func (v *value) asksAbout(hands []outHand) bool {
	if v.Question == nil {
		return false
	}
	asked := show{Run: v.askedRun()}
	asked.readSource()
	return asked.isOf(hands)
}

// keepBefore keeps what a value shows before it shows a hand-in. The error is that of a hand-in that was taken out.
func (r *room) keepBefore(ctx context.Context, v *value, next *show) error {
	if next.Hand == "" {
		return nil
	}
	if n, ok := ReadNumber("h", next.Hand); ok && r.isOut(n) {
		return handOut(n)
	}
	if v.Show.Hand != "" {
		return nil
	}
	before := v.Show
	step, err := r.stepOf(ctx, v)
	if err != nil {
		return err
	}
	before.Step, before.Play = step, nil
	v.Before = &before
	return nil
}

// leaveScreen ends the show of hand-ins and a question about them, with another change of the value.
func (r *room) leaveScreen(ctx context.Context, hands []outHand, also func(v *value) error) (value, error) {
	sources := make([]*source, 1) // change reads it after the function
	return r.change(ctx, false, func(v *value) error {
		if err := also(v); err != nil {
			return err
		}
		if v.asksAbout(hands) {
			v.Question = nil
		}
		if !v.Show.isOf(hands) {
			return nil
		}
		s, info, err := r.showBefore(ctx, v, hands)
		if err != nil {
			return err
		}
		v.moveOn(&s, false)
		v.setShow(s)
		sources[0] = info.source
		return nil
	}, sources...)
}

// showBefore returns what a room showed before a hand-in, or else its scene, or else the first figure.
func (r *room) showBefore(ctx context.Context, v *value, hands []outHand) (show, *roomRun, error) {
	if v.Before != nil {
		s := *v.Before
		s.readSource()
		if info, err := r.h.runOf(ctx, s.Run, r); err == nil && !s.isOf(hands) {
			return s, info, nil
		}
	}
	if v.Lesson != nil {
		if raw, _, _, err := r.h.Lessons.SceneOf(ctx, v.Lesson.ID, v.Lesson.Scene); err == nil {
			if s, info, err := r.h.readShow(ctx, raw, r, nil); err == nil && r.keepSource(ctx, info.source) == nil {
				return s, info, nil
			}
		}
	}
	for _, paper := range figures.Papers() {
		for _, f := range paper.Figures {
			if f.Tree != nil {
				return r.h.readShow(ctx, fmt.Appendf(nil, `{"figure":%q}`, f.ID), r, nil)
			}
		}
	}
	return show{}, nil, errors.New("classroom: there is no figure with a tree")
}

// mayStay reports why a hand-in that was just stored cannot stay: its person was taken out meanwhile, or another server
// has taken one with its number out, which is used then.
func (r *room) mayStay(ctx context.Context, m *member, n int) (used bool, err error) {
	if r.h.shared {
		if err := r.readPerson(ctx, m.follower); err != nil {
			return false, err
		}
		switch _, _, err := r.h.ReadValue(ctx, OutKey(r.code, n)); {
		case err == nil:
			return true, nil
		case !errors.Is(err, store.ErrNoKey):
			return false, err
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if p := r.people[m.follower]; p != nil && p.Out {
		return false, errWaits
	}
	return false, nil
}

var errWaits = problem.Refused("type", "the presenter has not let you in; wait until you are")
