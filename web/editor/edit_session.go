package editor

import (
	"context"
	"crypto/rand"
	"net/http"
	"sync"

	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/app"
	"espalier/web/draw"
	"espalier/web/fair"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/store/records"
	"espalier/web/treestore"
	"espalier/web/words"
)

// An editSession is a saved tree that is open on some connections. It caches what
// is equal for all clients: the description of a revision, its picture, and the
// comparison of the algorithms on it.
type editSession struct {
	id treestore.ID

	mu          sync.Mutex
	clients     int
	editors     map[*draftClient]struct{} // clients with the edit key
	description sharedRevision            // without the picture
	picture     pictureRevision           // the picture for a view that folds nothing
	compare     *sharedComparison
	presence    *presence   // of the editors
	memory      *fair.Lease // of the tree; nil: no revision was charged yet
	charged     int         // the revision that it is for
}

// A sharedRevision is the cached description of the newest revision.
type sharedRevision struct {
	number int
	text   []byte
}

// A pictureRevision is the cached picture of the newest revision.
type pictureRevision struct {
	number    int
	picture   *draw.EditablePicture
	svg       []byte // of a draft message; nil: not yet needed
	patchBase *draw.EditablePicture
	patch     []byte // of a draft message: the changes from patchBase
}

// editSessions are the sessions of a server, by tree.
type editSessions struct {
	mu     sync.Mutex
	byID   map[treestore.ID]*editSession
	server string // names this server to others
}

// enter adds a client to the session of a tree, which it creates if needed.
func (r *editSessions) enter(store *records.Store, id treestore.ID, client *draftClient) *editSession {
	r.mu.Lock()
	defer r.mu.Unlock()
	session := r.byID[id]
	if session == nil {
		if r.byID == nil {
			r.byID, r.server = map[treestore.ID]*editSession{}, rand.Text()
		}
		session = &editSession{id: id, editors: map[*draftClient]struct{}{}}
		session.presence = &presence{store: store, id: id, server: r.server, here: map[*draftClient]*person{}, away: map[string]*awayPerson{}, changed: func() {
			session.mu.Lock()
			defer session.mu.Unlock()
			session.notify()
		}}
		r.byID[id] = session
	}
	session.mu.Lock()
	defer session.mu.Unlock()
	session.clients++
	if client.key != "" {
		session.editors[client] = struct{}{}
		session.notify()
	}
	return session
}

// leave removes a client. An empty session is removed.
func (r *editSessions) leave(session *editSession, client *draftClient) {
	session.presence.remove(client)
	r.mu.Lock()
	defer r.mu.Unlock()
	session.mu.Lock()
	defer session.mu.Unlock()
	if client.key != "" {
		delete(session.editors, client)
		session.notify()
	}
	if session.clients--; session.clients == 0 {
		session.memory.Release()
		delete(r.byID, session.id)
		session.presence.end()
	}
}

// revisionsHeld is how many revisions of a tree are in memory: the newest, one that a slow
// client has not been sent yet, and what is cached of it.
const revisionsHeld = 3

// charge charges the memory of a revision to the client that shows it first.
func (session *editSession) charge(pool *fair.Pool, client *draftClient, s *treestore.Saved) error {
	session.mu.Lock()
	defer session.mu.Unlock()
	if session.charged == s.Number {
		return nil
	}
	size := int64(revisionsHeld * s.Draft.Bytes())
	if session.memory == nil || !session.memory.Resize(size) {
		lease, err := pool.Try(fair.ClientFrom(client.ctx), size)
		if err != nil {
			return tooMuchOpen(client.ctx, err, s)
		}
		session.memory.Release()
		session.memory = lease
	}
	session.charged = s.Number
	return nil
}

// tooMuchOpen returns the error of a tree for which the client has no memory left.
func tooMuchOpen(ctx context.Context, err error, s *treestore.Saved) error {
	if ctx.Err() != nil {
		return err
	}
	return &problem.Error{Status: http.StatusTooManyRequests, Path: "drafts",
		Message: "the saved trees that are open from your address use all the memory that one address may use; a tree of " +
			words.Plural(s.Nodes, "node") + " does not fit beside them. Close a page with a saved tree, and try again"}
}

// notify makes the editors send their number. The caller holds mu.
func (session *editSession) notify() {
	for client := range session.editors {
		client.wake.Send()
	}
}

// editorCount returns the number of clients with the edit key; a whole class may
// be reading.
func (session *editSession) editorCount() int {
	session.mu.Lock()
	defer session.mu.Unlock()
	return len(session.editors)
}

// message returns the description of a revision for all clients; see draftAnswer.
func (session *editSession) message(s *treestore.Saved) []byte {
	session.mu.Lock()
	defer session.mu.Unlock()
	if session.description.number != s.Number {
		session.description = sharedRevision{s.Number, app.AppendMembers([]byte{','}, answerOf(s.Draft, s.Base))}
	}
	return session.description.text
}

// sharedPicture returns the cached picture of a revision for a view that folds and
// opens nothing and whose current node is drawn; nil for other views.
func (session *editSession) sharedPicture(s *treestore.Saved, view *draw.DraftView) *draw.EditablePicture {
	if len(view.Folded)+len(view.Opened) > 0 || view.Sideways {
		return nil
	}
	session.mu.Lock()
	defer session.mu.Unlock()
	if session.picture.number != s.Number {
		session.picture = pictureRevision{number: s.Number, picture: draw.NewEditablePicture(s.Draft, layout.Select(s.Draft.Tree()), false)}
	}
	if at, ok := s.Draft.Find(view.At); ok && !session.picture.picture.Shown.Draws(at) {
		return nil
	}
	return session.picture.picture
}

// pictureMember returns the member of a draft message with a picture: whole, or
// as a patch of the picture before, which the client has.
func (session *editSession) pictureMember(now, before *draw.EditablePicture) []byte {
	session.mu.Lock()
	defer session.mu.Unlock()
	d := &session.picture
	switch {
	case d.picture != now: // not the shared one
		return appendPicture(nil, now, before)
	case before == nil:
		if d.svg == nil {
			d.svg = appendPicture(nil, now, nil)
		}
		return d.svg
	case d.patchBase != before:
		d.patchBase, d.patch = before, appendPicture(nil, now, before)
	}
	return d.patch
}

func appendPicture(b []byte, now, before *draw.EditablePicture) []byte {
	if before == nil {
		return trees.AppendQuoted(append(b, `,"svg":`...), now.SVG())
	}
	return now.PatchFrom(append(b, `,"patch":`...), before)
}

// A sharedComparison is computed once for all clients of a revision.
type sharedComparison struct {
	number int
	done   chan struct{}    // closed when result is set
	result *play.Comparison // nil: cancelled or failed
}

// comparison compares the algorithms on a revision, or waits for another client
// that is doing so. It returns nil when the context ends.
func (session *editSession) comparison(ctx context.Context, s *app.Core, saved *treestore.Saved) *play.Comparison {
	for ctx.Err() == nil {
		session.mu.Lock()
		c := session.compare
		create := c == nil || c.number != saved.Number
		if create {
			c = &sharedComparison{number: saved.Number, done: make(chan struct{})}
			session.compare = c
		}
		session.mu.Unlock()
		if create {
			session.compareFor(ctx, s, c, saved)
			return c.result
		}
		select {
		case <-c.done:
			if c.result != nil {
				return c.result
			}
		case <-ctx.Done():
		}
	}
	return nil
}

// compareFor computes a comparison that others may wait for, and closes done even
// if it fails.
func (session *editSession) compareFor(ctx context.Context, s *app.Core, c *sharedComparison, saved *treestore.Saved) {
	defer func() {
		if c.result == nil { // another client must retry
			session.mu.Lock()
			if session.compare == c {
				session.compare = nil
			}
			session.mu.Unlock()
		}
		close(c.done)
	}()
	c.result = play.CompareDraft(s, ctx, saved.Draft)
}
