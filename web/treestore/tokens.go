package treestore

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"espalier/trees"
	"espalier/web/store/records"
)

// MaxSearchedRevisions bounds how far back the search for an edit that is sent again
// goes. It reads two records for each 225 revisions.
const MaxSearchedRevisions = 20_000

// sentBefore returns the newest revision after since that may have been made with a token, or
// 0. Revisions up to since are not searched, since the client had not sent the edit yet.
func (t openTree) sentBefore(ctx context.Context, name string, since int) (int, error) {
	n := t.tokens.Find(name)
	known := t.tokens.Oldest() // the revisions from here on are searched
	if n != 0 || name == "" || since == 0 || known <= since+1 {
		return n, nil
	}
	unknown := &ConflictError{fmt.Sprintf("this edit was sent when revision %d was the newest, and had no answer; %d others have been made since, so it "+
		"is no longer known whether it was made; make it again if the tree is without it", since, t.tokens.Newest()-since)}
	for known > since+1 {
		if t.tokens.Newest()-known >= MaxSearchedRevisions {
			return 0, unknown
		}
		// The draft from which this revision is read is not older than known.
		older, err := t.tokensBefore(ctx, min(known+wholeEvery-1, t.tokens.Newest()))
		if records.IsDamaged(err) || err == nil && (older.Newest() < known-1 || older.Oldest() >= known) {
			return 0, unknown
		} else if err != nil {
			return 0, err
		}
		if n := older.Find(name); n != 0 {
			return n, nil
		}
		known = older.Oldest()
	}
	return 0, nil
}

// tokensBefore returns the tokens of the revisions before the draft from which a revision is
// read.
func (t openTree) tokensBefore(ctx context.Context, revision int) (m tokenMemory, err error) {
	r, err := t.bucket.readRecord(ctx, t.id, revision)
	if err == nil && r.head.Whole != revision {
		r, err = t.bucket.readRecord(ctx, t.id, r.head.Whole)
	}
	if err != nil {
		return m, t.bucket.absent(ctx, t.id, err)
	}
	parts, err := t.bucket.parts(ctx, t.id, r)
	if err != nil {
		return m, err
	}
	if m, err = readTokens(parts[partTokens], r.revision); err != nil {
		err = &records.DamagedError{ID: t.id, Revision: r.revision, Err: err}
	}
	return m, err
}

// A noChange is a request that changed nothing, so that no revision has its token. It is kept
// in memory only. Sent again after an edit of another client it could change something, which
// the user did not intend.
type noChange struct {
	token, request string
	result         Edited // without the revision
}

// addNoChange records a request that changed nothing.
func (t *tree) addNoChange(s *step) {
	if s.request == "" {
		return // without a token it cannot be resent
	}
	t.noChanges = append(t.noChanges, noChange{s.token, s.request, Edited{Created: s.created, Select: s.selected, Unparsed: s.unparsed()}})
	if len(t.noChanges) > MaxRememberedTokens {
		t.noChanges = slices.Delete(t.noChanges, 0, 1)
	}
}

// findNoChange returns the result of an earlier request that changed nothing, or nil.
func (t *tree) findNoChange(token, request string) (*Edited, error) {
	i := slices.IndexFunc(t.noChanges, func(i noChange) bool { return i.token == token })
	if i < 0 {
		return nil, nil
	}
	if t.noChanges[i].request != request {
		return nil, &trees.Error{Path: "token", Message: "this token belongs to another request, which changed nothing; each request needs its own token"}
	}
	e := t.noChanges[i].result
	e.Saved = *t.newest.Load()
	return &e, nil
}

// digestBody returns a digest that detects a different request with the same token.
func (r *Request) digestBody() string {
	base := 0
	if op := r.Edit.Op(); op == opText || op == opNotes {
		base = r.Base
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%d %d %d ", r.Undo, r.Restore, base)
	sum.Write(canonical(r.Edit.Source()))
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// canonical returns JSON without insignificant spaces and with sorted members.
func canonical(source []byte) []byte {
	in := json.NewDecoder(bytes.NewReader(source))
	in.UseNumber()
	var v any
	if in.Decode(&v) != nil {
		return source
	}
	out, err := json.Marshal(v)
	if err != nil {
		return source
	}
	return out
}
