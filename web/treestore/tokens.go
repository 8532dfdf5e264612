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
	// KeptTokens is of how many revisions the tokens are known: a page that
	// was cut off sends again what it has no answer to, which is far less.
	KeptTokens = 256
	// MaxToken is the length of a token in bytes. A page's are 22 or 36 long, and
	// a request may have 64; the rest is room for the number of one of its edits.
	MaxToken = 72
	// digestSize is what is kept of a token beside the record that holds it.
	digestSize = 8
)

type digest [digestSize]byte

// tokens are the digests of the newest revisions' tokens, the newest last.
// They stand in a record that holds its draft, so that a tree is read without
// reading hundreds of revisions. A revision without a token has a zero.
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

// add notes the token of the revision that follows.
func (t *tokens) add(token string) {
	t.newest++
	t.digests = append(t.digests, digestOf(token))
	if len(t.digests) > 2*KeptTokens {
		t.digests = append([]digest(nil), t.digests[len(t.digests)-KeptTokens:]...)
	}
}

// find gives the newest revision that may have been made with the token; 0:
// none was.
func (t *tokens) find(token string) int {
	if token == "" {
		return 0
	}
	d := digestOf(token)
	for i := len(t.digests) - 1; i >= max(0, len(t.digests)-KeptTokens); i-- {
		if t.digests[i] == d {
			return t.newest - (len(t.digests) - 1 - i)
		}
	}
	return 0
}

// append writes the digests for a record of the revision that follows.
func (t *tokens) append(b []byte) []byte {
	kept := t.digests[max(0, len(t.digests)-KeptTokens):]
	b = binary.AppendUvarint(b, uint64(t.newest))
	for _, d := range kept {
		b = append(b, d[:]...)
	}
	return b
}

func readTokens(b []byte, revision int) (t tokens, err error) {
	newest, n := binary.Uvarint(b)
	if n <= 0 || newest != uint64(revision-1) || len(b[n:])%digestSize != 0 || len(b[n:])/digestSize > KeptTokens {
		return t, errors.New("its tokens cannot be read")
	}
	t.newest = int(newest)
	for b = b[n:]; len(b) > 0; b = b[digestSize:] {
		t.digests = append(t.digests, digest(b[:digestSize]))
	}
	return t, nil
}

// An idle is a request that changed nothing, so that no revision holds its
// token. It is known in memory alone, as long as the tree is: sent again after
// somebody else's edit it could change something, which nobody asked for.
type idle struct {
	token, request string
	came           Edited // without the revision
}

// addIdle remembers a request that changed nothing.
func (t *tree) addIdle(s *step) {
	if s.request == "" {
		return // it has no token to come again with
	}
	t.idle = append(t.idle, idle{s.token, s.request, Edited{Created: s.created, Select: s.selected, Unread: s.unread()}})
	if len(t.idle) > KeptTokens {
		t.idle = slices.Delete(t.idle, 0, 1)
	}
}

// findIdle gives what a request came to that changed nothing; nil: there was none.
func (t *tree) findIdle(token, request string) (*Edited, error) {
	i := slices.IndexFunc(t.idle, func(i idle) bool { return i.token == token })
	if i < 0 {
		return nil, nil
	}
	if t.idle[i].request != request {
		return nil, &trees.Error{Path: "token", Message: "this token named another request, which changed nothing; each request needs a token of its own"}
	}
	e := t.idle[i].came
	e.Saved = *t.newest.Load()
	return &e, nil
}

// digest tells requests apart that came with the same token.
func (r *Request) digest() string {
	base := 0
	if op := r.Edit.Op(); op == opText || op == opNotes {
		base = r.Base
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%d %d %d ", r.Undo, r.Restore, base)
	sum.Write(canonical(r.Edit.Source()))
	return hex.EncodeToString(sum.Sum(nil)[:digestSize])
}

// canonical is JSON without what does not matter: blanks, and the order of
// the members.
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
