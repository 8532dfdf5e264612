package classroom

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"

	"espalier/trees"
	"espalier/web/nats"
	"espalier/web/problem"
	"espalier/web/request"
	"espalier/web/stream"
)

// A source is a typed tree. A value names it by its hash, and each connection gets it
// once.
type source struct {
	hash    string // sha256:HEX of tree
	tree    []byte // its normalised JSON
	message stream.Outgoing
}

const hashPrefix = "sha256:"

func newSource(tree []byte) (*source, error) {
	if len(tree) > MaxSource {
		return nil, overLimit("show", "the tree has %d bytes as JSON; a room shows typed trees of at most %d: save it, and show it by its id", len(tree), MaxSource)
	}
	sum := sha256.Sum256(tree)
	s := &source{hash: hashPrefix + hex.EncodeToString(sum[:]), tree: tree}
	b := trees.AppendQuoted([]byte(`{"type":"source","hash":`), s.hash)
	b = append(append(b, `,"tree":`...), tree...)
	s.message = stream.Share(append(b, '}'))
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

// typedTree returns the tree of a show that the value cannot hold: a typed one, one
// that the room has shown before, or a hand-in.
func (h *Handlers) typedTree(ctx context.Context, name string, raw []byte, r *room) (*source, error) {
	switch name {
	case "tree", "text":
		t, _, err := request.ReadNotationInTurn(ctx, problem.Member{Key: name, Raw: raw})
		if err != nil {
			return nil, err
		}
		return newSource(t.AppendJSON(nil))
	}
	text, err := problem.ReadString(raw, name)
	if err != nil {
		return nil, err
	}
	if name == "source" {
		digest, ok := readDigest(text)
		if !ok || r == nil {
			return nil, problem.Refused(name, "%.80q is no tree that this room has shown; a tree is first shown as tree or as text", text)
		}
		s, err := r.source(ctx, digest)
		if errors.Is(err, errNoSource) {
			return nil, problem.Refused(name, "this room has not shown the tree %.80q lately; send it as tree or as text", text)
		}
		return s, err
	}
	n, ok := ReadNumber("h", text)
	if !ok || r == nil {
		return nil, problem.Refused(name, "%.40q is no hand-in of this room", text)
	}
	in, err := r.readHandIn(ctx, n)
	if errors.Is(err, nats.ErrNoKey) {
		return nil, problem.Refused(name, "there is no hand-in %.40q in this room", text)
	}
	if err != nil {
		return nil, err
	}
	t, err := trees.ReadText(in.Text)
	if err != nil {
		return nil, err
	}
	return newSource(t.AppendJSON(nil))
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
	tree, _, err := r.h.store.Get(ctx, SourceKey(r.code, digest))
	if errors.Is(err, nats.ErrNoKey) {
		return nil, errNoSource
	}
	if err != nil {
		return nil, err
	}
	return newSource(tree)
}

// keepSource stores a tree before the value names it.
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
	if _, err := r.h.store.Create(ctx, SourceKey(r.code, digest), s.tree); err != nil && !errors.Is(err, nats.ErrKeyExists) {
		return err
	}
	r.mu.Lock()
	r.stored[digest] = true
	var old []string
	for other := range r.stored {
		if len(r.stored)-len(old) > MaxSources && other != digest && r.sources[other] == nil {
			old = append(old, other)
		}
	}
	for _, other := range old {
		delete(r.stored, other)
	}
	r.mu.Unlock()
	for _, other := range old {
		r.h.store.Purge(ctx, SourceKey(r.code, other))
	}
	return nil
}
