package treestore

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
)

const (
	// MaxRememberedTokens is how many of the newest revisions have their tokens in
	// memory. A page that was disconnected resends far fewer edits.
	MaxRememberedTokens = 256
	// MaxTokenBytes is the greatest length of a token. A page sends 22 or 36 bytes, and
	// a request may have 64. The rest is for the number of one of its edits.
	MaxTokenBytes = 72
	// tokenDigestSize is the length of a token's digest.
	tokenDigestSize = 8
)

type tokenDigest [tokenDigestSize]byte

// A tokenMemory holds the digests of the tokens with which the newest revisions of a
// tree were made, the newest last. By it, an edit that is sent again is recognised and not
// made twice. It is stored with each whole draft, so that loading a tree does not read
// hundreds of revisions. A revision without a token has a zero digest.
type tokenMemory struct {
	newest  int // the revision of the last digest
	digests []tokenDigest
}

// tokensAfter returns the memory of a tree whose revisions up to this one have unknown tokens.
func tokensAfter(revision int) tokenMemory { return tokenMemory{newest: revision} }

func digestOfToken(token string) (d tokenDigest) {
	if token != "" {
		sum := sha256.Sum256([]byte(token))
		copy(d[:], sum[:])
	}
	return d
}

// Add appends the token of the next revision.
func (m *tokenMemory) Add(token string) {
	m.newest++
	m.digests = append(m.digests, digestOfToken(token))
	if len(m.digests) > 2*MaxRememberedTokens {
		m.digests = append([]tokenDigest(nil), m.kept()...)
	}
}

func (m *tokenMemory) kept() []tokenDigest {
	return m.digests[max(0, len(m.digests)-MaxRememberedTokens):]
}

// Newest returns the last revision whose token is remembered.
func (m *tokenMemory) Newest() int { return m.newest }

// Oldest returns the first revision whose token is remembered, or the one after
// Newest if none is.
func (m *tokenMemory) Oldest() int { return m.newest - len(m.kept()) + 1 }

// Find returns the newest revision that may have been made with the token, or 0.
func (m *tokenMemory) Find(token string) int {
	if token == "" {
		return 0
	}
	d, kept := digestOfToken(token), m.kept()
	for i := len(kept) - 1; i >= 0; i-- {
		if kept[i] == d {
			return m.Oldest() + i
		}
	}
	return 0
}

// Append appends the encoded digests to b, for the record of the next revision.
func (m *tokenMemory) Append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(m.newest))
	for _, d := range m.kept() {
		b = append(b, d[:]...)
	}
	return b
}

// readTokens decodes the digests in the record of a revision. Append has encoded them.
func readTokens(b []byte, revision int) (m tokenMemory, err error) {
	newest, n := binary.Uvarint(b)
	if n <= 0 || newest != uint64(revision-1) || len(b[n:])%tokenDigestSize != 0 || len(b[n:])/tokenDigestSize > MaxRememberedTokens {
		return m, errors.New("its tokens cannot be read")
	}
	m.newest = int(newest)
	for b = b[n:]; len(b) > 0; b = b[tokenDigestSize:] {
		m.digests = append(m.digests, tokenDigest(b[:tokenDigestSize]))
	}
	return m, nil
}
