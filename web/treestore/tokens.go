package treestore

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"espalier/trees"
)

const (
	// MaxRememberedTokens is how many of the newest revisions are searched for a
	// token: a page that was disconnected resends far fewer edits.
	MaxRememberedTokens = 256
	// MaxToken is the length of a token in bytes. A page sends 22 or 36, a request
	// may have 64; the rest holds the number of one of its edits.
	MaxToken = 72
	// digestSize is the length of a token's digest.
	digestSize = 8
)

type digest [digestSize]byte

// tokens are the digests of the newest revisions' tokens, the newest last. They
// are stored with each whole draft, so that loading a tree does not read
// hundreds of revisions. A revision without a token has a zero digest.
type tokens struct {
	newest  int // the revision of the last digest
	digests []digest
}

func digestOf(token string) (d digest) {
	if token != "" {
		sum := sha256.Sum256([]byte(token))
		copy(d[:], sum[:])
	}
	return d
}

// add appends the token of the next revision.
func (t *tokens) add(token string) {
	t.newest++
	t.digests = append(t.digests, digestOf(token))
	if len(t.digests) > 2*MaxRememberedTokens {
		t.digests = append([]digest(nil), t.digests[len(t.digests)-MaxRememberedTokens:]...)
	}
}

// find returns the newest revision that may have been made with the token; 0:
// none.
func (t *tokens) find(token string) int {
	if token == "" {
		return 0
	}
	d := digestOf(token)
	for i := len(t.digests) - 1; i >= max(0, len(t.digests)-MaxRememberedTokens); i-- {
		if t.digests[i] == d {
			return t.newest - (len(t.digests) - 1 - i)
		}
	}
	return 0
}

// append appends the encoded digests, for a record of the next revision.
func (t *tokens) append(b []byte) []byte {
	kept := t.digests[max(0, len(t.digests)-MaxRememberedTokens):]
	b = binary.AppendUvarint(b, uint64(t.newest))
	for _, d := range kept {
		b = append(b, d[:]...)
	}
	return b
}

func readTokens(b []byte, revision int) (t tokens, err error) {
	newest, n := binary.Uvarint(b)
	if n <= 0 || newest != uint64(revision-1) || len(b[n:])%digestSize != 0 || len(b[n:])/digestSize > MaxRememberedTokens {
		return t, errors.New("its tokens cannot be read")
	}
	t.newest = int(newest)
	for b = b[n:]; len(b) > 0; b = b[digestSize:] {
		t.digests = append(t.digests, digest(b[:digestSize]))
	}
	return t, nil
}

// A noChange is a request that changed nothing, so no revision holds its token.
// It is remembered in memory only: resent after another client's edit it
// could change something, which the user did not intend.
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

// findNoChange returns the result of a request that changed nothing; nil: none.
func (t *tree) findNoChange(token, request string) (*Edited, error) {
	i := slices.IndexFunc(t.noChanges, func(i noChange) bool { return i.token == token })
	if i < 0 {
		return nil, nil
	}
	if t.noChanges[i].request != request {
		return nil, &trees.Error{Path: "token", Message: "this token named another request, which changed nothing; each request needs a token of its own"}
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
	return hex.EncodeToString(sum.Sum(nil)[:digestSize])
}

// canonical returns JSON without insignificant blanks and with sorted members.
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
