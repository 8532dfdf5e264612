package assign

import (
	"context"
	"crypto/hmac"
	"errors"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"espalier/web/app"
	"espalier/web/learn"
	"espalier/web/run"
	"espalier/web/store/key"
)

// ownTrees makes the trees of a student, in an assignment where each student has trees of their own. They
// have the form of the trees of the assignment, and as many cuts, or one more or less.
func (h *Handlers) ownTrees(ctx context.Context, a *assignment) (trees map[int]string, err error) {
	for place := range a.Parts {
		if a.Parts[place].Own == "" {
			continue
		}
		if trees == nil {
			trees = map[int]string{}
			var release func()
			if ctx, release, err = h.AcquireSearchSlot(h.WithTurn(ctx), app.SmallSearch); err != nil {
				return nil, err
			}
			defer release()
		}
		if trees[place], err = ownTree(ctx, &a.Parts[place]); err != nil {
			return nil, err
		}
	}
	return trees, nil
}

// ownTree returns another tree for an exercise; its own one if no random tree fits.
func ownTree(ctx context.Context, p *part) (string, error) {
	model, err := learn.OpenAssigned(p.Tree, p.Algorithm)
	if err != nil {
		return "", err
	}
	cuts, err := model.Cuts(ctx)
	if err != nil {
		return "", err
	}
	q, err := url.ParseQuery(p.Own)
	if err != nil {
		return "", err
	}
	for range maxOwnTries {
		q.Set("seed", strconv.FormatUint(uint64(learn.SecretSeed()), 10))
		e, err := learn.NewAssigned(ctx, q)
		if err != nil {
			return "", err
		}
		n, err := e.Cuts(ctx)
		if err != nil {
			return "", err
		}
		if text := e.Tree.Text(); max(n-cuts, cuts-n) <= 1 && text != p.Tree {
			return text, nil
		}
	}
	return p.Tree, nil
}

// exercises are those of open homework: no public page prints the solution of one. They are in memory, and
// read from the store when the server starts and once an hour.
type exercises struct {
	read chan struct{} // closed when they have been read once

	mu  sync.Mutex
	of  map[key.ID]*openExercises
	all map[string]int // how often an exercise, by its identity, is among them
}

// An openExercises has the exercises of an assignment.
type openExercises struct {
	closes *int64 // ms; nil: it stays open
	runs   map[string]bool
}

// add adds the exercises of an assignment and of a student who has trees of their own; one may be nil.
func (x *exercises) add(h *Handlers, a *assignment, one *record) {
	var runs []string
	for place := range a.Parts {
		p := &a.Parts[place]
		if !p.isExercise() {
			continue
		}
		text := p.Tree
		if one != nil {
			text = one.Trees[place]
		}
		if text == "" {
			continue
		}
		e, err := learn.OpenAssigned(text, p.Algorithm)
		if err != nil {
			h.Log.Error("homework: cannot open an exercise", "id", a.id, "err", err)
			continue
		}
		runs = append(runs, e.Identity().Run)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.of == nil {
		x.of, x.all = map[key.ID]*openExercises{}, map[string]int{}
	}
	of := x.of[a.id]
	if of == nil {
		if len(runs) == 0 {
			return
		}
		of = &openExercises{runs: map[string]bool{}}
		x.of[a.id] = of
	}
	if of.closes = a.ends(nil); a.Late == lateMarked {
		of.closes = nil
	}
	for _, r := range runs {
		if !of.runs[r] && len(x.all) < MaxOpenExercises {
			of.runs[r] = true
			x.all[r]++
		}
	}
}

// remove removes the exercises of an assignment.
func (x *exercises) remove(id key.ID) {
	x.mu.Lock()
	defer x.mu.Unlock()
	of := x.of[id]
	if of == nil {
		return
	}
	for r := range of.runs {
		if x.all[r]--; x.all[r] == 0 {
			delete(x.all, r)
		}
	}
	delete(x.of, id)
}

// ids returns the assignments that have exercises.
func (x *exercises) ids() []key.ID {
	x.mu.Lock()
	defer x.mu.Unlock()
	return slices.Collect(maps.Keys(x.of))
}

// pass returns the pass with which a student can see the result of an exercise: its address is sent only
// to a student who may know the right answer.
func (a *assignment) pass(of run.Identity) string {
	return string(a.id) + "." + a.tag("result "+of.Run)
}

// passes reports whether a pass is that of an exercise.
func (h *Handlers) passes(ctx context.Context, of run.Identity, pass string) bool {
	id, _, ok := strings.Cut(pass, ".")
	known, err := key.ParseID(id)
	if !ok || err != nil {
		return false
	}
	a, err := h.load(ctx, known)
	return err == nil && a.Salt != "" && hmac.Equal([]byte(pass), []byte(a.pass(of)))
}

// IsOpenExercise reports whether a run is an exercise of homework that is not closed, and the pass is none
// of that homework. It waits until the exercises have been read after the start.
func (h *Handlers) IsOpenExercise(ctx context.Context, of run.Identity, pass string) bool {
	x := &h.exercises
	select {
	case <-x.read:
	case <-ctx.Done():
		return true // nothing is printed
	}
	if h.passes(ctx, of, pass) {
		return false
	}
	now := h.now().UnixMilli()
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.all[of.Run] == 0 {
		return false
	}
	for _, a := range x.of {
		if a.runs[of.Run] && (a.closes == nil || now <= *a.closes) {
			return true
		}
	}
	return false
}

// exerciseTopic is the topic on which servers notify each other of assignments with new exercises.
const exerciseTopic = key.ID(prefix + "exercises")

// notifyExercises notifies the other servers that an assignment or a student has new exercises.
func (h *Handlers) notifyExercises(id key.ID) {
	if h.shared {
		h.Store.Announce(h.Stopping, exerciseTopic, []byte(id))
	}
}

// readExercises reads the exercises when the server starts, and listens to other servers.
func (h *Handlers) readExercises() {
	if h.shared {
		stop, err := h.Store.Listen(h.Stopping, exerciseTopic, func(text []byte) {
			h.background.Go(func() { h.readExercisesOf(h.Stopping, key.ID(text)) })
		})
		if err == nil {
			defer stop()
		} else if h.Stopping.Err() == nil {
			h.Log.Warn("homework: cannot listen for new exercises of other servers; they are read once an hour", "err", err)
		}
	}
	h.fillExercises(h.Stopping)
	close(h.exercises.read)
	if h.shared {
		<-h.Stopping.Done()
	}
}

// fillExercises reads the exercises of all assignments from the store.
func (h *Handlers) fillExercises(ctx context.Context) {
	keys, err := h.ListValues(ctx, prefix+"*")
	if err != nil {
		if ctx.Err() == nil {
			h.Log.Warn("homework: cannot read the exercises of open homework; the next try is in an hour", "err", err)
		}
		return
	}
	there := map[key.ID]bool{}
	for _, name := range keys {
		if root, student := studentIn(name); student == "" {
			there[idIn(root)] = true
		}
	}
	for _, id := range h.exercises.ids() {
		if !there[id] { // another server has deleted it
			h.exercises.remove(id)
		}
	}
	for id := range there {
		h.readExercisesOf(ctx, id)
	}
}

// readExercisesOf reads the exercises of an assignment from the store.
func (h *Handlers) readExercisesOf(ctx context.Context, id key.ID) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	data, sequence, err := h.ReadValue(ctx, newRoot(id))
	if missing(err) {
		h.exercises.remove(id)
		return
	}
	var a *assignment
	if err == nil {
		a, err = readStored(newRoot(id), data, sequence)
	}
	if err == nil {
		h.exercises.add(h, a, nil)
		if a.hasOwn() {
			var students []row
			if students, err = h.rows(ctx, newRoot(id)); err == nil {
				for _, one := range students {
					h.exercises.add(h, a, one.record)
				}
			}
		}
	}
	if err != nil && ctx.Err() == nil && !errors.Is(err, errNoAssignment) {
		h.Log.Warn("homework: cannot read the exercises of an assignment", "id", id, "err", err)
	}
}

// hasExercises reports whether some parts are exercises.
func (a *assignment) hasExercises() bool {
	for i := range a.Parts {
		if a.Parts[i].isExercise() {
			return true
		}
	}
	return false
}

// hasOwn reports whether students have trees of their own.
func (a *assignment) hasOwn() bool {
	for i := range a.Parts {
		if a.Parts[i].Own != "" {
			return true
		}
	}
	return false
}
