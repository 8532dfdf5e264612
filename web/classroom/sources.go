package classroom

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"espalier/trees"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/socket"
	"espalier/web/store"
)

// A source is a typed tree. A value refers to it by its hash, and each connection gets it once.
type source struct {
	hash    string // sha256:HEX of tree
	tree    []byte // its normalised JSON
	message socket.Outgoing
}

const hashPrefix = "sha256:"

func newSource(tree []byte) (*source, error) {
	if len(tree) > MaxSource {
		return nil, problem.OverLimit("show", "as JSON the tree has %d bytes; a typed tree in a room has at most %d. Save it and show it by its id", len(tree), MaxSource)
	}
	sum := sha256.Sum256(tree)
	s := &source{hash: hashPrefix + hex.EncodeToString(sum[:]), tree: tree}
	s.message = socket.Share(app.AppendJSON(nil, struct {
		Type string          `json:"type"`
		Hash string          `json:"hash"`
		Tree json.RawMessage `json:"tree"`
	}{"source", s.hash, tree}))
	return s, nil
}

// digest returns the hexadecimal part of the hash.
func (s *source) digest() string { return strings.TrimPrefix(s.hash, hashPrefix) }

// readDigest reads a hash, with or without its prefix.
func readDigest(text string) (string, bool) {
	digest := strings.TrimPrefix(text, hashPrefix)
	sum, err := hex.DecodeString(digest)
	return digest, err == nil && len(sum) == sha256.Size && digest == strings.ToLower(digest)
}

// A library has the trees that a room can show. It remembers the last typed tree.
type library struct {
	run.Library
	h     *Handlers
	room  *room   // nil: none, so only a new typed tree can be shown
	typed *source // the typed tree that was opened; nil: none
}

// open opens a source. The value of a room does not contain typed trees, so a typed tree is replaced
// with a reference to it.
func (l *library) open(ctx context.Context, s run.Source) (*run.Opened, error) {
	o, err := run.Open(ctx, l, s)
	if err != nil {
		return nil, err
	}
	switch s := s.(type) {
	case run.Typed:
		if l.typed, err = newSource(o.Tree.AppendJSON(nil)); err != nil {
			return nil, err
		}
		o.Source = run.Shown{Hash: l.typed.hash}
	case run.Shown:
		o.Source = run.Shown{Hash: l.typed.hash, Hand: s.Hand}
	}
	return o, nil
}

// Shown returns a typed tree that the room has shown before, or the tree of a hand-in.
func (l *library) Shown(ctx context.Context, s run.Shown) (t *trees.Tree, err error) {
	if s.Hash == "" {
		if t, err = l.handIn(ctx, s.Hand); err == nil {
			l.typed, err = newSource(t.AppendJSON(nil))
		}
		return t, err
	}
	digest, ok := readDigest(s.Hash)
	if !ok || l.room == nil {
		return nil, problem.Refused("source", "this room has not shown a tree %.80q; show a tree first as tree or as text", s.Hash)
	}
	l.typed, err = l.room.source(ctx, digest)
	if errors.Is(err, errNoSource) && s.Hand != "" { // it was deleted with the same tree of somebody else
		if t, err = l.handIn(ctx, s.Hand); err == nil {
			if l.typed, err = newSource(t.AppendJSON(nil)); err == nil && l.typed.digest() == digest {
				return t, nil
			}
		}
		err = errNoSource
	}
	if errors.Is(err, errNoSource) {
		return nil, problem.Refused("source", "this room no longer has the tree %.80q; send it again as tree or as text", s.Hash)
	}
	if err != nil {
		return nil, err
	}
	reading, err := run.ReadNotationInTurn(ctx, problem.Member{Key: "tree", Raw: l.typed.tree})
	if err != nil {
		return nil, err
	}
	return reading.Tree, nil
}

// handIn returns the tree that a follower has handed in.
func (l *library) handIn(ctx context.Context, name string) (*trees.Tree, error) {
	n, ok := ReadNumber("h", name)
	if !ok || l.room == nil {
		return nil, problem.Refused("hand", "%.40q is not a hand-in of this room", name)
	}
	in, err := l.room.readHandIn(ctx, n)
	if errors.Is(err, store.ErrNoKey) {
		return nil, l.room.noHandIn(ctx, n)
	}
	if err != nil {
		return nil, err
	}
	return trees.ReadText(in.Text)
}

var errNoSource = &problem.Error{Status: http.StatusNotFound, Path: "hash", Message: "there is no such tree in this room"}

// source returns a tree that the room has shown.
func (r *room) source(ctx context.Context, digest string) (*source, error) {
	r.mu.Lock()
	s := r.sources[digest]
	r.mu.Unlock()
	if s != nil {
		return s, nil
	}
	tree, _, err := r.h.ReadValue(ctx, SourceKey(r.code, digest))
	if errors.Is(err, store.ErrNoKey) {
		return nil, errNoSource
	}
	if err != nil {
		return nil, err
	}
	return newSource(tree)
}

// keepSource stores a tree before the value refers to it.
func (r *room) keepSource(ctx context.Context, s *source) error {
	if s == nil {
		return nil
	}
	digest := s.digest()
	r.mu.Lock()
	known := r.stored[digest]
	r.mu.Unlock()
	if known {
		return nil
	}
	if _, err := r.h.CreateValue(ctx, SourceKey(r.code, digest), s.tree, ""); err != nil && !errors.Is(err, store.ErrKeyExists) {
		return err
	}
	for _, other := range r.noteStored(digest) {
		r.h.purgeSource(ctx, SourceKey(r.code, other))
	}
	return nil
}

// noteStored notes that a tree is stored, and forgets those beyond MaxSources, which it returns.
func (r *room) noteStored(digest string) (old []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stored[digest] = true
	for other := range r.stored {
		if len(r.stored)-len(old) > MaxSources && other != digest && !r.value.keeps(hashPrefix+other) {
			old = append(old, other)
		}
	}
	for _, other := range old {
		delete(r.stored, other)
	}
	return old
}
