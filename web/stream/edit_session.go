package stream

import (
	"context"
	"sync"

	"espalier/trees"
	"espalier/web/app"
	"espalier/web/draw"
	"espalier/web/library"
	"espalier/web/request"
	"espalier/web/run"
)

// A editSession is a saved tree that somebody looks at. Its viewers share what is the
// same for all: what is said of a revision, and what the algorithms do on it.
type editSession struct {
	id library.ID

	mu      sync.Mutex
	viewers int
	editors map[*viewer]struct{} // those who have the edit key open
	told    sharedRevision       // without the picture
	drawn   drawnRevision        // the picture for a view that folds nothing
	compare *sharedComparison
}

// A sharedRevision is a part of what every viewer is sent of a revision. Only
// the newest is kept.
type sharedRevision struct {
	number int
	text   []byte
}

// A drawnRevision is the picture of the newest revision.
type drawnRevision struct {
	number int
	sketch *draw.EditablePicture
	svg    []byte // of a draft message, once somebody wants it
	before *draw.EditablePicture
	since  []byte // of a draft message, what changed since before
}

// editSessions are the rooms of a server, by the id of the tree.
type editSessions struct {
	mu   sync.Mutex
	byID map[library.ID]*editSession
}

// enter adds a viewer to the room of a tree, which is made for the first one.
func (r *editSessions) enter(id library.ID, v *viewer) *editSession {
	r.mu.Lock()
	defer r.mu.Unlock()
	in := r.byID[id]
	if in == nil {
		if r.byID == nil {
			r.byID = map[library.ID]*editSession{}
		}
		in = &editSession{id: id, editors: map[*viewer]struct{}{}}
		r.byID[id] = in
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	in.viewers++
	if v.key != "" {
		in.editors[v] = struct{}{}
		in.notify()
	}
	return in
}

// leave takes a viewer out. An empty room is forgotten.
func (r *editSessions) leave(in *editSession, v *viewer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	in.mu.Lock()
	defer in.mu.Unlock()
	if v.key != "" {
		delete(in.editors, v)
		in.notify()
	}
	if in.viewers--; in.viewers == 0 {
		delete(r.byID, in.id)
	}
}

// notify has the editors look at how many they are. The room is locked.
func (in *editSession) notify() {
	for v := range in.editors {
		v.notify()
	}
}

// people counts those who have the edit key open: readers may be a whole
// class, and change nothing.
func (in *editSession) people() int {
	in.mu.Lock()
	defer in.mu.Unlock()
	return len(in.editors)
}

// message gives what is said of a revision to everybody; see AppendDraft.
func (in *editSession) message(s *library.Saved) []byte {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.told.number != s.Number {
		in.told = sharedRevision{s.Number, request.AppendDraft(nil, s.Draft, s.Base)}
	}
	return in.told.text
}

// sketch gives the picture of a revision as everybody sees it who has folded
// and opened nothing, and works at a node that it shows; nil for others.
func (in *editSession) sketch(s *library.Saved, v *draw.DraftView) *draw.EditablePicture {
	if len(v.Folded)+len(v.Opened) > 0 {
		return nil
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.drawn.number != s.Number {
		in.drawn = drawnRevision{number: s.Number, sketch: draw.NewEditablePicture(s.Draft, trees.Drawn(s.Draft.Tree()))}
	}
	if at, ok := s.Draft.Find(v.At); ok && !in.drawn.sketch.Shown.Full(at) {
		return nil
	}
	return in.drawn.sketch
}

// picture gives the member of a draft message that says a picture, to a viewer
// who has the picture before; nil: none.
func (in *editSession) picture(now, before *draw.EditablePicture) []byte {
	in.mu.Lock()
	defer in.mu.Unlock()
	d := &in.drawn
	switch {
	case d.sketch != now: // of one viewer alone
		return appendPicture(nil, now, before)
	case before == nil:
		if d.svg == nil {
			d.svg = appendPicture(nil, now, nil)
		}
		return d.svg
	case d.before != before:
		d.before, d.since = before, appendPicture(nil, now, before)
	}
	return d.since
}

func appendPicture(b []byte, now, before *draw.EditablePicture) []byte {
	if before == nil {
		return trees.AppendQuoted(append(b, `,"svg":`...), now.SVG())
	}
	return now.PatchFrom(append(b, `,"patch":`...), before)
}

// A sharedComparison is made once for all viewers of a revision.
type sharedComparison struct {
	number int
	done   chan struct{}   // closed when made is there
	made   *run.Comparison // nil: it was given up
}

// comparison compares the algorithms on a revision, or waits for the viewer
// that is at it. It gives nil when the context ends.
func (in *editSession) comparison(ctx context.Context, s *app.Core, saved *library.Saved) *run.Comparison {
	for ctx.Err() == nil {
		in.mu.Lock()
		c := in.compare
		mine := c == nil || c.number != saved.Number
		if mine {
			c = &sharedComparison{number: saved.Number, done: make(chan struct{})}
			in.compare = c
		}
		in.mu.Unlock()
		if mine {
			in.compareFor(ctx, s, c, saved)
			return c.made
		}
		select {
		case <-c.done:
			if c.made != nil {
				return c.made
			}
		case <-ctx.Done():
		}
	}
	return nil
}

// compareFor makes a comparison that others may wait for: they hear of its end in any
// case.
func (in *editSession) compareFor(ctx context.Context, s *app.Core, c *sharedComparison, saved *library.Saved) {
	defer func() {
		if c.made == nil { // somebody else may want it still
			in.mu.Lock()
			if in.compare == c {
				in.compare = nil
			}
			in.mu.Unlock()
		}
		close(c.done)
	}()
	c.made = run.CompareDraft(s, ctx, saved.Draft)
}
