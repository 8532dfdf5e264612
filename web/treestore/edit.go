package treestore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"espalier/trees"
	"espalier/web/cluster"
	"espalier/web/store"
	"espalier/web/store/key"
	"espalier/web/store/ledger"
	"espalier/web/store/records"
)

// wholeEvery bounds the distance between two revisions that hold their whole draft, and
// with it the number of records that a load reads.
const wholeEvery = 32

// The operations of revisions. Some are those of trees.Edit.
const (
	opCreate  = "create"
	opUndo    = "undo"
	opRedo    = "redo" // undo of an undo
	opRestore = "restore"
	opText    = "text"
	opNotes   = "notes"
)

// A Request is one edit: exactly one of Edit, Undo and Restore is set.
type Request struct {
	Edit    trees.Edit
	Undo    int // the revision to undo
	Restore int // the revision to restore
	// Base is the revision that the client had when it made the edit; 0 means the newest.
	// A text and notes are merged with later edits. Other edits need no base: they are
	// merged only if they cannot be made on the newest revision, for instance because
	// a node was deleted.
	Base int
	// Token makes retries safe: requests with the same token are applied once. This
	// holds as long as the revision is among the last MaxRememberedTokens or among those
	// after Since. For a request that changed nothing it holds as long as the tree is in
	// memory. "" is no token.
	Token string
	// Since is the newest revision that the client had when it sent the request for
	// the first time, or 0 if it is not known.
	Since int
}

// Edited is the result of a request.
type Edited struct {
	Saved           // the newest revision
	NewRevision int // the revision that the request made; 0 if it changes nothing
	Created     []trees.ID
	Select      trees.ID
	Duplicate   bool // the request had been applied before
	Unparsed    bool // the request is a text with a syntax error
}

// Create stores a new tree and returns its edit key. When it returns, the tree is on the
// disk.
func (l *Store) Create(ctx context.Context, draft *trees.Draft, words string) (Key, *Saved, error) {
	if l != nil {
		if err := l.disk.Ready(ctx); err != nil {
			return "", nil, err
		}
	}
	bucket, done, err := l.use(ctx, true)
	if err != nil {
		return "", nil, err
	}
	defer done()
	key := key.New()
	t := openTree{l.acquire(key.ID()), l, bucket}
	defer l.release(t.tree)
	if err := t.lock(ctx, "create", true); err != nil {
		return "", nil, err
	}
	defer t.unlock()
	t.gen.Store(int64(bucket.Gen))
	var saved *Saved
	again := false
	err = l.patiently(ctx, func(time.Time) (err error) {
		saved, err = t.add(ctx, &step{draft: draft, op: opCreate, summary: words}, l.machine.Tag())
		if again && errors.Is(err, store.ErrKeyExists) {
			// An earlier attempt has stored it. Nobody else knows the id.
			saved, err = t.completeCreation(ctx)
		}
		again = true
		return err
	})
	if err == nil {
		if err = t.noted(); err != nil {
			t.store.records.Drop(ctx, bucket.Bucket, allKeys(t.id)) // nobody knows its key
		}
	}
	if err != nil {
		return "", nil, err
	}
	return key, saved, nil
}

// completeCreation makes the head of a tree whose first revision is stored, and reads it.
func (t openTree) completeCreation(ctx context.Context) (*Saved, error) {
	if _, err := t.bucket.makeHead(ctx, t.id); err != nil {
		return nil, err
	}
	if err := t.refresh(ctx); err != nil {
		return nil, err
	}
	return t.newest.Load(), nil
}

// Edit applies a request to the newest revision. Concurrent edits are allowed. When it
// returns, the new revision is on the disk. The error of an invalid edit is a *trees.Error,
// and that of an undo or a text that conflicts with later edits is a *ConflictError.
func (l *Store) Edit(ctx context.Context, id ID, req Request) (*Edited, error) {
	if len(req.Token) > MaxTokenBytes {
		return nil, &trees.Error{Path: "token", Message: fmt.Sprintf("a token has at most %d bytes; this one has %d", MaxTokenBytes, len(req.Token)), OverLimit: true}
	}
	if l != nil {
		if err := l.disk.Ready(ctx); err != nil {
			return nil, err
		}
	}
	// The tag identifies a revision of this call whose acknowledgement was lost.
	tag := ""
	if l != nil {
		tag = l.machine.Tag()
	}
	var edited *Edited
	err := l.patiently(ctx, func(began time.Time) error {
		return l.withTree(ctx, id, editing+req.Token, func(t openTree) error {
			err := t.ready(ctx, false)
			if named := max(req.Base, req.Undo, req.Restore); err == nil && named > t.newest.Load().Number {
				if err = t.ready(ctx, true); err == nil && req.Base > t.newest.Load().Number {
					err = &NoRevisionError{req.Base, t.newest.Load().Number, true}
				}
			}
			if err != nil {
				return err
			}
			if edited, err = t.edit(ctx, req, tag, began); err == nil {
				err = t.noted()
			}
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	return edited, nil
}

// noted returns an error if the newest revision is not in the ledger of an embedded store. It must not
// be acknowledged then: if it were lost, nobody would notice. Later tries write the entry again.
func (t openTree) noted() error {
	if t.bucket.Shared() || t.sum == "" {
		return nil
	}
	if err := t.bucket.acknowledged(t.id, t.newest.Load().Number, t.sum); err != nil {
		return cluster.DiskError(err)
	}
	return nil
}

// edit makes an edit. Attempts of the same call have the same tag, and end together.
func (t openTree) edit(ctx context.Context, req Request, tag string, began time.Time) (*Edited, error) {
	token, digest := req.Token, ""
	if token == "" {
		token = tag
	} else {
		digest = req.digestBody()
	}
	first, since := t.newest.Load(), req.Since
	for range maxAttempts {
		e, err := t.applied(ctx, token, digest, since)
		since = t.newest.Load().Number // where the next attempt begins its search
		if e != nil || err != nil {
			if e != nil {
				e.Duplicate = req.Token != ""
			}
			return e, err
		}
		newest := t.newest.Load()
		next, err := t.apply(ctx, req)
		if err != nil {
			// Another server may have a newer revision, on which the edit is possible or
			// which an earlier attempt of this request has made.
			if rerr := t.ready(ctx, true); rerr != nil {
				return nil, rerr
			}
			if t.newest.Load() != newest {
				continue
			}
			return nil, err
		}
		next.token, next.request = token, digest
		if err := t.store.inTurn(ctx, next.draft, 0, func() error { return next.setChange(ctx, newest.Draft) }); err != nil {
			return nil, err
		}
		if next.base, err = t.textBase(ctx, req, next); err != nil {
			return nil, err
		}
		if next.change.Empty() {
			if err := t.ready(ctx, true); err != nil {
				return nil, err
			}
			if t.newest.Load() != newest {
				continue // the edit may change something in the newer revision
			}
			t.addNoChange(next)
			return &Edited{Saved: *newest, Created: next.created, Select: next.selected, Unparsed: next.unparsed()}, nil
		}
		// The chunks of each attempt have a tag of their own: those of a failed one are deleted,
		// possibly after the next attempt.
		saved, err := t.add(ctx, next, t.store.machine.Tag())
		if err == nil {
			return &Edited{Saved: *saved, NewRevision: saved.Number, Created: next.created, Select: next.selected, Unparsed: next.unparsed()}, nil
		}
		if err := t.prepareRetry(ctx, err, began); err != nil {
			return nil, err
		}
	}
	if t.newest.Load() == first {
		return nil, t.bucket.Unavailable(nil) // the key exists, but the leader does not return it
	}
	return nil, &store.UnavailableError{Message: fmt.Sprintf("other edits came first %d times; try again in a moment", maxAttempts)}
}

// applied returns the result of an earlier request with the token, or of an earlier attempt
// of this request, and nil if there was none. It fails if the earlier request had another
// digest.
func (t openTree) applied(ctx context.Context, token, digest string, since int) (*Edited, error) {
	if e, err := t.findNoChange(token, digest); e != nil || err != nil {
		return e, err
	}
	n, err := t.sentBefore(ctx, token, since)
	if n == 0 || err != nil {
		return nil, err
	}
	r, err := t.bucket.readRecord(ctx, t.id, n)
	if err != nil {
		return nil, t.bucket.absent(ctx, t.id, err)
	}
	if r.head.Token != token {
		return nil, nil
	}
	if r.head.Request != digest {
		return nil, &trees.Error{Path: "token", Message: fmt.Sprintf("this token belongs to another request, which made revision %d; each request needs its own token", n)}
	}
	parts, err := t.bucket.parts(ctx, t.id, r)
	if err != nil {
		return nil, err
	}
	created, err := readIDs(parts[partCreated])
	if err != nil {
		return nil, &records.DamagedError{ID: t.id, Revision: n, Err: err}
	}
	return &Edited{Saved: *t.newest.Load(), NewRevision: n, Created: created, Select: r.head.Select, Unparsed: r.head.Op == opText && r.head.Base != 0}, nil
}

// A step is a revision that is about to be added.
type step struct {
	draft    *trees.Draft
	change   *trees.Change // from the newest revision; nil if there is none
	op       string
	summary  string
	target   int
	token    string
	request  string // its digest, if the client sent a token
	created  []trees.ID
	selected trees.ID
	base     int  // as in Revision
	merged   bool // created and selected are computed from the change
	whole    bool // the revision must hold its whole draft
}

// unparsed reports whether the step is a text with a syntax error.
func (s *step) unparsed() bool { return s.op == opText && s.base != 0 }

// setChange computes the difference from the newest draft.
func (s *step) setChange(ctx context.Context, newest *trees.Draft) (err error) {
	if s.change, err = trees.DiffIn(ctx, newest, s.draft); err == nil && s.merged {
		s.created = s.change.Created()
		if len(s.created) > 0 {
			s.selected = s.created[0]
		}
	}
	return err
}

// apply computes the draft of a request from the newest one.
func (t openTree) apply(ctx context.Context, req Request) (*step, error) {
	newest := t.newest.Load()
	switch {
	case req.Undo != 0:
		return t.undo(ctx, req.Undo)
	case req.Restore != 0:
		old, err := t.at(ctx, req.Restore)
		if err != nil {
			return nil, err
		}
		// Merged as a change, so that ids of deleted nodes are not reused.
		var draft *trees.Draft
		err = t.store.inTurn(ctx, old.Draft, 0, func() (err error) {
			change, err := trees.DiffIn(ctx, newest.Draft, old.Draft)
			if err == nil {
				draft, err = newest.Draft.MergeIn(ctx, change)
			}
			return conflict(err)
		})
		if err != nil {
			return nil, err
		}
		return &step{draft: draft, merged: true, op: opRestore, target: req.Restore, summary: fmt.Sprintf("revision %d restored", req.Restore)}, nil
	case req.Edit.Op() == opText && req.Base != 0 && req.Base != newest.Number:
		return t.text(ctx, req)
	case req.Edit.Op() == opNotes && req.Base != 0 && req.Base != newest.Number:
		return t.notes(ctx, req)
	}
	var a trees.EditResult
	err := t.store.inTurn(ctx, newest.Draft, len(req.Edit.Source()), func() (err error) {
		a, err = newest.Draft.ApplyIn(ctx, req.Edit)
		return err
	})
	if err != nil && req.Base != 0 && req.Base < newest.Number {
		if s := t.onBase(ctx, req); s != nil {
			return s, nil
		}
	}
	if err != nil {
		return nil, err
	}
	return &step{draft: a.Draft, op: req.Edit.Op(), summary: a.Summary, created: a.Created, selected: a.Select}, nil
}

// onBase makes an edit on the revision that the client had, and merges its change into the
// newest revision. It returns nil if that is not possible either.
func (t openTree) onBase(ctx context.Context, req Request) *step {
	base, err := t.at(ctx, req.Base)
	if err != nil {
		return nil
	}
	s := &step{merged: true, op: req.Edit.Op()}
	err = t.store.inTurn(ctx, base.Draft, len(req.Edit.Source()), func() error {
		a, err := base.Draft.ApplyIn(ctx, req.Edit)
		var change *trees.Change
		if err == nil {
			s.summary = a.Summary
			change, err = trees.DiffIn(ctx, base.Draft, a.Draft)
		}
		if err == nil {
			s.draft, err = t.newest.Load().Draft.MergeIn(ctx, change)
		}
		return err
	})
	if err != nil {
		return nil
	}
	return s
}

func conflict(err error) error {
	var c *trees.ConflictError
	if errors.As(err, &c) {
		return &ConflictError{c.Error()}
	}
	return err
}

// add stores the revision after the newest one. The error is store.ErrKeyExists if another
// writer has stored that revision.
func (t openTree) add(ctx context.Context, s *step, tag string) (*Saved, error) {
	n := 1
	last := t.newest.Load()
	if last != nil {
		n = last.Number + 1
	}
	r := record{head: head{
		Prev: t.sum, Op: s.op, Words: s.summary, Of: s.target, Token: s.token, Request: s.request,
		Nodes: s.draft.Tree().Len(), Base: s.base, Whole: t.wholeRevision, Select: s.selected,
	}}
	t.store.stamp(&r.head)
	full, since := t.draftBytes, t.changeBytes
	var value []byte
	var chunks [][]byte
	err := t.store.inTurn(ctx, s.draft, 0, func() (err error) {
		r.parts[partCreated] = appendIDs(nil, s.created)
		if s.change != nil {
			if r.parts[partChange], err = s.change.AppendJSONIn(ctx, nil); err != nil {
				return err
			}
		}
		change := len(r.parts[partChange])
		since += change
		if last == nil || s.whole || n-t.wholeRevision >= wholeEvery || since > full || !t.store.verifyChange(ctx, last, r.parts[partChange], s.draft) {
			if r.parts[partDraft], err = s.draft.AppendJSONIn(ctx, nil); err != nil {
				return err
			}
			r.parts[partTokens] = t.tokens.Append(nil)
			r.head.Whole, full, since = n, len(r.parts[partDraft]), 0
			if change >= full {
				r.parts[partChange] = nil
			}
		}
		value, chunks, err = r.encode(tag)
		return err
	})
	if err != nil {
		return nil, err
	}
	// All writes of an edit together may take as long as one.
	ctx = cluster.WriteUntil(ctx, time.Now().Add(cluster.WriteTime(t.store.config.Patience)))
	if err := t.write(ctx, n, tag, value, chunks); err != nil {
		return nil, err
	}
	sum := sumOf(value)
	if err := t.bucket.acknowledged(t.id, n, sum); errors.Is(err, ledger.ErrDisputed) {
		t.outdated.Store(true)
		return nil, t.store.records.Doubted(&records.DamagedError{ID: t.id, Revision: n, Newest: n, Err: ledger.ErrDisputed})
	} else if err != nil {
		t.store.log.Warn("library: a lost revision might not be noticed", "id", t.id, "revision", n, "err", err)
	}
	// The revision is stored: from here on nothing may fail.
	t.wholeRevision, t.draftBytes, t.changeBytes = r.head.Whole, full, since
	t.tokens.Add(s.token)
	t.sum, t.there = sum, time.Now()
	t.store.records.SendMarks(t.bucket.Bucket, string(t.id))
	if r.head.Whole == n {
		t.hint(ctx, n)
	}
	saved := &Saved{ID: t.id, Draft: s.draft, made: r.head.made(), Revision: Revision{Number: n, Time: r.head.Time, Summary: s.summary, Op: s.op, Target: s.target, Nodes: r.head.Nodes, Base: s.base}}
	t.publish(saved)
	return saved, nil
}

// verifyChange reports whether an encoded change, applied to a revision, yields the draft.
// If it does not, there is a bug, and the caller stores the whole draft, so that no data is
// lost.
func (l *Store) verifyChange(ctx context.Context, from *Saved, change []byte, to *trees.Draft) bool {
	c, err := trees.ReadChangeIn(ctx, change)
	var d *trees.Draft
	if err == nil {
		d, err = from.Draft.MergeIn(ctx, c)
	}
	equal := false
	if err == nil {
		equal, err = trees.EqualIn(ctx, d, to)
	}
	switch {
	case equal:
		return true
	case ctx.Err() != nil:
		return false // the next step of the caller fails with the context
	}
	l.log.Error("library: a change does not lead to its draft, which is kept whole", "id", from.ID, "revision", from.Number+1, "err", err)
	return false
}
