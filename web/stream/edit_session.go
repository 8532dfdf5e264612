package stream

import (
	"context"
	"sync"

	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/app"
	"espalier/web/draw"
	"espalier/web/request"
	"espalier/web/run"
	"espalier/web/treestore"
)

// An editSession is a saved tree that is open on some connections. Its clients
// share what is the same for all: the description of a revision, and the
// comparison of the algorithms on it.
type editSession struct {
	id treestore.ID

	mu        sync.Mutex
	viewers   int
	editors   map[*draftClient]struct{} // those who have the edit key open
	described sharedRevision            // without the picture
	drawn     drawnRevision             // the picture for a view that folds nothing
	compare   *sharedComparison
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

// editSessions are the sessions of a server, by the id of the tree.
type editSessions struct {
	mu   sync.Mutex
	byID map[treestore.ID]*editSession
}

// enter adds a client to the session of a tree, which is made for the first one.
func (r *editSessions) enter(id treestore.ID, v *draftClient) *editSession {
	r.mu.Lock()
	defer r.mu.Unlock()
	in := r.byID[id]
	if in == nil {
		if r.byID == nil {
			r.byID = map[treestore.ID]*editSession{}
		}
		in = &editSession{id: id, editors: map[*draftClient]struct{}{}}
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

// leave removes a client. An empty session is removed.
func (r *editSessions) leave(in *editSession, v *draftClient) {
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

// notify makes the editors read their number again. The session is locked.
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

// message returns the description of a revision for all clients; see AppendDraft.
func (in *editSession) message(s *treestore.Saved) []byte {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.described.number != s.Number {
		in.described = sharedRevision{s.Number, request.AppendDraft(nil, s.Draft, s.Base)}
	}
	return in.described.text
}

// sketch gives the picture of a revision as everybody sees it who has folded
// and opened nothing, and works at a node that it shows; nil for others.
func (in *editSession) sketch(s *treestore.Saved, v *draw.DraftView) *draw.EditablePicture {
	if len(v.Folded)+len(v.Opened) > 0 {
		return nil
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.drawn.number != s.Number {
		in.drawn = drawnRevision{number: s.Number, sketch: draw.NewEditablePicture(s.Draft, layout.Select(s.Draft.Tree()))}
	}
	if at, ok := s.Draft.Find(v.At); ok && !in.drawn.sketch.Shown.Draws(at) {
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
func (in *editSession) comparison(ctx context.Context, s *app.Core, saved *treestore.Saved) *run.Comparison {
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
func (in *editSession) compareFor(ctx context.Context, s *app.Core, c *sharedComparison, saved *treestore.Saved) {
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
