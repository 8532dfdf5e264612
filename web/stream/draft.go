package stream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/app"
	"espalier/web/draw"
	"espalier/web/problem"
	"espalier/web/request"
	"espalier/web/treestore"
	"espalier/web/words"
)

// A draftClient is a saved tree that is open on a connection, to be edited if
// the client has the key. One goroutine handles its messages in order, and sends
// the revisions of others: of several the newest, so that a slow client skips
// some.
type draftClient struct {
	c       *conn
	id      string
	ctx     context.Context
	cancel  context.CancelCauseFunc
	key     treestore.Key // empty: may only read
	tree    treestore.ID
	quiet   bool
	patches bool // the client wants to know what changed of the picture it has
	session *editSession

	requests chan *message // view, edit and close
	wake     chan struct{} // holds one signal: newest or people have changed
	newest   atomic.Pointer[treestore.Saved]

	// Of the goroutine alone.
	view          draw.DraftView
	shown         *treestore.Saved
	people        int                   // that the client knows of
	drawn         *draw.EditablePicture // that the client has, where it takes patches
	othersAfter   time.Time             // what others do next is shown no earlier
	later         <-chan time.Time
	forgetResults func()
}

// openDraft begins to show a saved tree.
func (c *conn) openDraft(m *message) error {
	key, id, err := treestore.ParseAny(m.Saved)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.stopped:
		return problem.ErrStopping
	case c.drafts[m.ID] != nil:
		return problem.Refused("id", "a draft with the id %q is open; close it, or take another id", m.ID)
	case len(c.drafts) == MaxDrafts:
		return problem.Refused("id", "%s are open on this connection, the limit; close one", words.Plural(MaxDrafts, "saved tree"))
	}
	v := &draftClient{c: c, id: m.ID, key: key, tree: id, quiet: m.Quiet, patches: m.Patches, view: m.View,
		requests: make(chan *message, MaxPendingEdits), wake: make(chan struct{}, 1), forgetResults: func() {}}
	v.ctx, v.cancel = context.WithCancelCause(c.ctx)
	c.drafts[v.id] = v
	c.work.Add(1)
	go func() {
		defer c.work.Done()
		defer c.guard(v.id)
		defer v.cancel(nil)
		defer c.freeDraft(v)
		if err := v.serve(); err != nil && c.ctx.Err() == nil {
			c.fail(v.id, err)
		}
	}()
	return nil
}

// freeDraft frees the id of a draft.
func (c *conn) freeDraft(v *draftClient) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.drafts[v.id] == v {
		delete(c.drafts, v.id)
	}
}

// handleDraft hands a message to its draft. It waits while too many are before
// it; the client's next messages then wait, too.
func (c *conn) handleDraft(m *message) {
	c.mu.Lock()
	v := c.drafts[m.ID]
	c.mu.Unlock()
	switch {
	case v == nil && m.Type == "edit":
		c.refuse(m, problem.Refused("id", "there is no draft %q open on this connection; open it first", m.ID))
	case v == nil:
		// It has been closed, which its client may not know yet.
	default:
		if m.Type == "close" { // after the edits before it
			c.freeDraft(v)
		}
		select {
		case v.requests <- m:
		case <-v.ctx.Done():
		}
	}
}

// serve shows the draft until it is closed. Its error is the reason of an end that
// the client has not caused.
func (v *draftClient) serve() error {
	saved, err := v.load()
	if err != nil {
		return err
	}
	v.session = v.c.s.sessions.enter(v.tree, v)
	defer v.c.s.sessions.leave(v.session, v)
	defer func() { v.forgetResults() }()
	stop, err := v.c.s.Library.Follow(v.ctx, v.tree, saved.Number, func(s *treestore.Saved) {
		v.newest.Store(s)
		v.notify()
	})
	if err != nil {
		return err
	}
	defer stop()
	v.show(saved, nil)
	for {
		select {
		case <-v.ctx.Done():
			return v.ended()
		case m := <-v.requests:
			// Of what comes after the end something may be left out: nothing of it
			// is done, or an edit would be made without those before it.
			if v.ctx.Err() != nil {
				return v.ended()
			}
			switch m.Type {
			case "view":
				v.view = m.View
				v.show(v.shown, nil)
			case "edit":
				v.edit(m)
			case "close":
				return nil
			}
		case <-v.wake:
			if wait := time.Until(v.othersAfter); wait <= 0 {
				if err := v.look(); err != nil {
					return err
				}
			} else if v.later == nil {
				v.later = time.After(wait)
			}
		case <-v.later:
			v.later = nil
			v.notify()
		}
	}
}

// ended returns why the draft has ended; nil: the client has closed it.
func (v *draftClient) ended() error {
	if cause := context.Cause(v.ctx); errors.Is(cause, problem.ErrStopping) {
		return cause
	}
	return nil
}

func (v *draftClient) load() (*treestore.Saved, error) {
	ctx, cancel := context.WithTimeout(v.ctx, app.StoreTimeout)
	defer cancel()
	return v.c.s.Library.Load(ctx, v.tree)
}

func (v *draftClient) notify() {
	select {
	case v.wake <- struct{}{}:
	default: // it is about to look
	}
}

// look shows what others have done.
func (v *draftClient) look() error {
	if s := v.newest.Load(); s != nil && s.Deleted {
		return treestore.ErrNotFound
	} else if s != nil && s.Number > v.shown.Number {
		v.show(s, nil)
	}
	if k := v.session.people(); v.key != "" && k != v.people {
		v.people = k
		b := trees.AppendNumberKey(appendHead(nil, "people", v.id), "people", k)
		v.c.send(v.ctx, append(b, '}'))
	}
	return nil
}

// edit makes an edit. The client is answered once it is on the disk, even
// while the server is stopping.
func (v *draftClient) edit(m *message) {
	if v.key == "" {
		v.c.refuse(m, request.ErrReadOnly)
		return
	}
	edit, err := request.ReadEdit(m.Edit, "edit")
	if err != nil {
		v.c.refuse(m, err)
		return
	}
	edit.Base, edit.Token = m.Base, m.Token
	ctx, cancel := context.WithTimeout(context.WithoutCancel(v.ctx), app.StoreTimeout)
	defer cancel()
	edited, err := v.c.s.Library.Edit(ctx, v.tree, edit)
	if err != nil {
		v.c.refuse(m, request.AtEdit("edit", err))
		return
	}
	if at := edited.Select; at != 0 {
		v.view.At = at
	}
	v.show(&edited.Saved, &acknowledged{m.Seq, edited})
}

// refuse answers an edit that cannot be.
func (c *conn) refuse(m *message, err error) {
	p := problem.Of(err)
	if p.Status == http.StatusInternalServerError {
		c.s.Log.Error("edit failed", "id", m.ID, "err", err)
	}
	b := trees.AppendNumberKey(appendHead(nil, "refused", m.ID), "seq", m.Seq)
	text, _ := json.Marshal(p)
	c.send(c.ctx, append(append(b, ','), text[1:]...))
}

// acknowledged is the edit of this client that a draft message answers.
type acknowledged struct {
	seq    int
	edited *treestore.Edited
}

// show sends a revision with its picture.
func (v *draftClient) show(s *treestore.Saved, answers *acknowledged) {
	began := time.Now()
	v.people = v.session.people()
	b := v.message(s, answers)
	// Many who edit at once must not keep the server at drawing for each
	// other, while their own edits wait.
	v.othersAfter = began.Add(max(othersEvery, min(othersShare*time.Since(began), othersMost)))
	// An answer must arrive even when the draft is being closed.
	ctx := v.ctx
	if answers != nil {
		ctx = v.c.ctx
	}
	isNew := v.shown == nil || v.shown.Number != s.Number
	v.shown = s
	v.c.send(ctx, b)
	if isNew && !v.quiet {
		v.results(s)
	}
}

// message is the draft message of a revision.
func (v *draftClient) message(s *treestore.Saved, answers *acknowledged) []byte {
	size := 1 << 10
	if !v.quiet {
		size += draw.BytesOfNode * min(s.Nodes, layout.MaxDrawn)
	}
	b := appendHead(make([]byte, 0, size), "draft", v.id)
	b = trees.AppendNumberKey(b, "revision", s.Number)
	b = trees.AppendQuoted(append(b, `,"words":`...), s.Summary)
	b = trees.AppendQuoted(append(b, `,"op":`...), s.Op)
	b = trees.AppendNumberKey(b, "of", s.Target)
	b = trees.AppendNumberKey(b, "people", v.people)
	if answers != nil {
		b = trees.AppendNumberKey(b, "seq", answers.seq)
		b = trees.AppendNumberKey(b, "made", answers.edited.NewRevision)
		b = trees.AppendIDs(append(b, `,"created":`...), answers.edited.Created)
		b = trees.AppendNumberKey(b, "select", int(answers.edited.Select))
		// Which the newest revision need not say: somebody else may have made it.
		b = strconv.AppendBool(append(b, `,"unread":`...), answers.edited.Unparsed)
	}
	if v.quiet {
		return append(b, '}')
	}
	now := v.session.sketch(s, &v.view)
	if now == nil {
		now = draw.NewEditablePicture(s.Draft, layout.SelectFor(s.Draft.Tree(), v.view.Wish(s.Draft)))
	}
	b = append(b, v.session.picture(now, v.drawn)...)
	if v.patches {
		v.drawn = now
	}
	b = append(b, v.session.message(s)...)
	return append(b, '}')
}

// path is the page of the tree: that of the key, or that of who may read.
func (v *draftClient) path() string {
	if v.key != "" {
		return fmt.Sprintf("/edit/%s", v.key)
	}
	return fmt.Sprintf("/t/%s", v.tree)
}
