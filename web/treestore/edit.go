package treestore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"espalier/trees"
	"espalier/web/nats"
)

const (
	// wholeEvery is how many revisions there may be from one that holds its
	// whole draft to the next: a tree is read from at most so many records.
	wholeEvery = 32
	// maxTries bounds how often an edit is applied anew because somebody else
	// was quicker: so many servers would have to edit one tree at one moment.
	maxTries = 100
	// tryWait is between tries where the store says that a revision exists
	// and does not show it yet: a cluster's leader is just changing.
	tryWait = 20 * time.Millisecond
	// leaderTime is how long an edit waits for a cluster that has lost a
	// server, and leaderWait is between tries.
	leaderTime = 5 * time.Second
	leaderWait = 200 * time.Millisecond
)

// Operations besides those of trees.Edit.
const (
	opCreate  = "create"
	opUndo    = "undo"
	opRedo    = "redo" // undo of an undo
	opRestore = "restore"
	opText    = "text"
	opNotes   = "notes"
)

// A Request asks for one edit: of Edit, Undo and Restore one is given.
type Request struct {
	Edit    trees.Edit
	Undo    int // the revision whose change is to be taken back
	Restore int // the revision whose draft is to be the newest
	// Base is the revision that a text, or notes, was typed against; 0: the newest. What
	// others have done since is kept, and so is what was typed. Other edits
	// need none: they say what they change.
	Base int
	// Token names the request: the same token is applied once, as long as it
	// is one of the last KeptTokens revisions, or, where it changed nothing, as
	// long as the tree is in memory. "": none.
	Token string
}

// Edited is what came of a request.
type Edited struct {
	Saved       // the newest revision
	Made    int // the revision that the request made; 0: it changes nothing
	Created []trees.ID
	Select  trees.ID
	Again   bool // the token had been applied before
	Unread  bool // it is a text that cannot be read
}

// Create keeps a new tree, and gives the key to edit it. When it returns the
// tree is on the disk.
func (l *Store) Create(ctx context.Context, draft *trees.Draft, words string) (Key, *Saved, error) {
	if l != nil {
		if err := l.disk.Ready(); err != nil {
			return "", nil, err
		}
	}
	st, done, err := l.use(ctx, true)
	if err != nil {
		return "", nil, err
	}
	defer done()
	key := newKey()
	t := l.acquire(key.ID())
	defer l.release(t)
	if err := t.take(ctx); err != nil {
		return "", nil, err
	}
	defer t.give()
	t.gen = st.gen
	saved, err := l.add(ctx, st, t, &step{draft: draft, op: opCreate, words: words}, newTag())
	if err != nil {
		return "", nil, err
	}
	return key, saved, nil
}

// Edit applies a request to the newest revision, whatever others do
// meanwhile. When it returns the new revision is on the disk. Errors of the
// edit itself are *trees.Error; what others did may stand in the way of an
// undo or a text, as a *ConflictError.
func (l *Store) Edit(ctx context.Context, id ID, req Request) (*Edited, error) {
	if len(req.Token) > MaxToken {
		return nil, &trees.Error{Path: "token", Message: fmt.Sprintf("a token has at most %d bytes; this one has %d", MaxToken, len(req.Token)), OverLimit: true}
	}
	if l != nil {
		if err := l.disk.Ready(); err != nil {
			return nil, err
		}
	}
	var edited *Edited
	err := l.with(ctx, id, func(st *store, t *tree) error {
		err := l.ready(ctx, st, t, false)
		if named := max(req.Base, req.Undo, req.Restore); err == nil && named > t.newest.Load().Number {
			if err = l.ready(ctx, st, t, true); err == nil && req.Base > t.newest.Load().Number {
				err = &NoRevisionError{req.Base, t.newest.Load().Number, true}
			}
		}
		if err != nil {
			return err
		}
		edited, err = l.edit(ctx, st, t, req)
		return err
	})
	return edited, err
}

func (l *Store) edit(ctx context.Context, st *store, t *tree, req Request) (*Edited, error) {
	// What this writer makes is marked, so that a revision whose
	// acknowledgement was lost on the way is known as its own.
	tag := newTag()
	token, digest := req.Token, ""
	if token == "" {
		token = tag
	} else {
		digest = req.digest()
	}
	began, first := time.Now(), t.newest.Load()
	for range maxTries {
		if e, err := l.applied(ctx, st, t, token, digest); e != nil || err != nil {
			if e != nil {
				e.Again = req.Token != ""
			}
			return e, err
		}
		next, err := l.apply(ctx, st, t, req)
		if err != nil {
			return nil, err
		}
		newest := t.newest.Load()
		next.token, next.request = token, digest
		next.follow(newest.Draft)
		if next.base, err = l.begunFrom(ctx, st, t, req, next); err != nil {
			return nil, err
		}
		if next.change.Empty() {
			if err := l.ready(ctx, st, t, true); err != nil {
				return nil, err
			}
			if t.newest.Load() != newest {
				continue // it may change something now
			}
			t.addIdle(next)
			return &Edited{Saved: *newest, Created: next.created, Select: next.selected, Unread: next.unread()}, nil
		}
		saved, err := l.add(ctx, st, t, next, tag)
		if err == nil {
			return &Edited{Saved: *saved, Made: saved.Number, Created: next.created, Select: next.selected, Unread: next.unread()}, nil
		}
		if err := l.anew(ctx, st, t, err, began); err != nil {
			return nil, err
		}
	}
	if t.newest.Load() == first {
		return nil, st.Unavailable(nil) // a leader that knows of the revision does not show it
	}
	return nil, &UnavailableError{Message: fmt.Sprintf("others were quicker %d times; try again in a moment", maxTries)}
}

// anew makes ready for another try after a revision could not be added. It
// gives the error on where another try is of no use.
func (l *Store) anew(ctx context.Context, st *store, t *tree, err error, began time.Time) error {
	var away *UnavailableError
	switch {
	case errors.Is(err, nats.ErrKeyExists):
		newest := t.newest.Load()
		if err := l.refresh(ctx, st, t); err != nil {
			return err
		}
		if t.newest.Load() == newest {
			return pause(ctx, tryWait)
		}
		return nil
	case errors.As(err, &away) && st.Shared() && st.Usable() && time.Since(began) < leaderTime:
		// The cluster is choosing another leader. The token tells whether the
		// revision was kept.
		return l.outlast(ctx, st, t, began.Add(leaderTime))
	}
	return err
}

// outlast waits until the tree can be read again.
func (l *Store) outlast(ctx context.Context, st *store, t *tree, until time.Time) error {
	for {
		if err := pause(ctx, leaderWait); err != nil {
			return err
		}
		err := l.refresh(ctx, st, t)
		var away *UnavailableError
		if err == nil || !errors.As(err, &away) || !st.Usable() || time.Now().After(until) {
			return err
		}
	}
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// applied returns what an earlier request with the token, or an earlier try of
// this one, came to; nil: there was none. digest is that of the request, which
// must be the same.
func (l *Store) applied(ctx context.Context, st *store, t *tree, token, digest string) (*Edited, error) {
	n := t.tokens.find(token)
	if n == 0 {
		return t.findIdle(token, digest)
	}
	r, err := st.readRecord(ctx, t.id, n)
	if err != nil {
		return nil, gone(err)
	}
	if r.head.Token != token {
		return nil, nil
	}
	if r.head.Request != digest {
		return nil, &trees.Error{Path: "token", Message: fmt.Sprintf("this token named another request, which made revision %d; each request needs a token of its own", n)}
	}
	parts, err := st.parts(ctx, t.id, r)
	if err != nil {
		return nil, err
	}
	created, err := readIDs(parts[partCreated])
	if err != nil {
		return nil, &DamagedError{t.id, n, err}
	}
	return &Edited{Saved: *t.newest.Load(), Made: n, Created: created, Select: r.head.Select, Unread: r.head.Op == opText && r.head.Base != 0}, nil
}

// A step is a revision in the making.
type step struct {
	draft    *trees.Draft
	change   *trees.Change // from the newest; nil: there is none
	op       string
	words    string
	of       int
	token    string
	request  string // its digest, where the client gave the token
	created  []trees.ID
	selected trees.ID
	base     int  // as in Revision
	merged   bool // what is created and selected follows from the change
}

// unread reports whether the step is a text that cannot be read.
func (s *step) unread() bool { return s.op == opText && s.base != 0 }

// follow works out what the step changes of the newest draft.
func (s *step) follow(newest *trees.Draft) {
	s.change = trees.Diff(newest, s.draft)
	if s.merged {
		s.created = s.change.Created()
		if len(s.created) > 0 {
			s.selected = s.created[0]
		}
	}
}

// apply makes the draft that a request asks for from the newest one.
func (l *Store) apply(ctx context.Context, st *store, t *tree, req Request) (*step, error) {
	newest := t.newest.Load()
	switch {
	case req.Undo != 0:
		return l.undo(ctx, st, t, req.Undo)
	case req.Restore != 0:
		old, err := l.at(ctx, st, t, req.Restore)
		if err != nil {
			return nil, err
		}
		// As a change, so that the ids that were given since are not given again.
		draft, err := newest.Draft.Merge(trees.Diff(newest.Draft, old.Draft))
		if err != nil {
			return nil, conflict(err)
		}
		return &step{draft: draft, merged: true, op: opRestore, of: req.Restore, words: fmt.Sprintf("revision %d restored", req.Restore)}, nil
	case req.Edit.Op() == opText && req.Base != 0 && req.Base != newest.Number:
		return l.text(ctx, st, t, req)
	case req.Edit.Op() == opNotes && req.Base != 0 && req.Base != newest.Number:
		return l.notes(ctx, st, t, req)
	}
	a, err := newest.Draft.Apply(req.Edit)
	if err != nil {
		return nil, err
	}
	return &step{draft: a.Draft, op: req.Edit.Op(), words: a.Summary, created: a.Created, selected: a.Select}, nil
}

func conflict(err error) error {
	var c *trees.ConflictError
	if errors.As(err, &c) {
		return &ConflictError{c.Error()}
	}
	return err
}

// add makes the revision after the newest. The error is nats.ErrKeyExists where
// another one has made it.
func (l *Store) add(ctx context.Context, st *store, t *tree, s *step, tag string) (*Saved, error) {
	n := 1
	last := t.newest.Load()
	if last != nil {
		n = last.Number + 1
	}
	r := record{head: head{
		Time: time.Now().UTC(), Op: s.op, Words: s.words, Of: s.of, Token: s.token, Request: s.request,
		Nodes: s.draft.Tree().Len(), Base: s.base, Whole: t.whole, Select: s.selected,
	}}
	r.parts[partCreated] = appendIDs(nil, s.created)
	if s.change != nil {
		r.parts[partChange] = s.change.AppendJSON(nil)
	}
	change := len(r.parts[partChange])
	full, since := t.full, t.since+change
	if last == nil || n-t.whole >= wholeEvery || since > full || !l.leads(last, r.parts[partChange], s.draft) {
		r.parts[partDraft] = s.draft.AppendJSON(nil)
		r.parts[partTokens] = t.tokens.append(nil)
		r.head.Whole, full, since = n, len(r.parts[partDraft]), 0
		if change >= full {
			r.parts[partChange] = nil
		}
	}
	value, chunks, err := r.encode(tag)
	if err != nil {
		return nil, err
	}
	if err := l.write(ctx, st, t, n, tag, value, chunks); err != nil {
		return nil, err
	}
	// It is kept: from here on nothing may fail.
	t.whole, t.full, t.since = r.head.Whole, full, since
	t.tokens.add(s.token)
	if r.head.Whole == n {
		l.hint(ctx, st, t, n)
	}
	saved := &Saved{ID: t.id, Draft: s.draft, Revision: Revision{Number: n, Time: r.head.Time, Words: s.words, Op: s.op, Of: s.of, Nodes: r.head.Nodes, Base: s.base}}
	t.publish(saved)
	return saved, nil
}

// leads reports whether a change, as it is kept, leads from a revision to the
// draft, as the readers of the next revisions will take it to. Where it does
// not, the program is wrong; then the draft is kept itself, so that nothing is
// lost by it.
func (l *Store) leads(from *Saved, change []byte, to *trees.Draft) bool {
	c, err := trees.ReadChange(change)
	if err == nil {
		var d *trees.Draft
		if d, err = from.Draft.Merge(c); err == nil && trees.Diff(d, to).Empty() {
			return true
		}
	}
	l.log.Error("library: a change does not lead to its draft, which is kept whole", "id", from.ID, "revision", from.Number+1, "err", err)
	return false
}
