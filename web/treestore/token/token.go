// Package token remembers with which tokens the newest revisions of a tree were
// made, so that an edit that is sent again is made once. It imports the standard
// library only.
package token

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
)

const (
	// Remembered is how many of the newest revisions are remembered: a page that
	// was disconnected resends far fewer edits.
	Remembered = 256
	// MaxBytes is the length of a token. A page sends 22 or 36, a request may have
	// 64; the rest holds the number of one of its edits.
	MaxBytes = 72
	// digestSize is the length of a token's digest.
	digestSize = 8
)

type digest [digestSize]byte

// A Memory is the digests of the newest revisions' tokens, the newest last. It is
// stored with each whole draft, so that loading a tree does not read hundreds of
// revisions. A revision without a token has a zero digest.
type Memory struct {
	newest  int // the revision of the last digest
	digests []digest
}

// After returns the memory of a tree of whose first revisions nothing is known.
func After(revision int) Memory { return Memory{newest: revision} }

func digestOf(token string) (d digest) {
	if token != "" {
		sum := sha256.Sum256([]byte(token))
		copy(d[:], sum[:])
	}
	return d
}

// Add appends the token of the next revision.
func (m *Memory) Add(token string) {
	m.newest++
	m.digests = append(m.digests, digestOf(token))
	if len(m.digests) > 2*Remembered {
		m.digests = append([]digest(nil), m.kept()...)
	}
}

func (m *Memory) kept() []digest { return m.digests[max(0, len(m.digests)-Remembered):] }

// Newest returns the last revision whose token is remembered.
func (m *Memory) Newest() int { return m.newest }

// Oldest returns the first revision whose token is remembered; the one after
// Newest if there is none.
func (m *Memory) Oldest() int { return m.newest - len(m.kept()) + 1 }

// Find returns the newest revision that may have been made with the token; 0:
// none.
func (m *Memory) Find(token string) int {
	if token == "" {
		return 0
	}
	d, kept := digestOf(token), m.kept()
	for i := len(kept) - 1; i >= 0; i-- {
		if kept[i] == d {
			return m.Oldest() + i
		}
	}
	return 0
}

// Append appends the encoded digests, for a record of the next revision.
func (m *Memory) Append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(m.newest))
	for _, d := range m.kept() {
		b = append(b, d[:]...)
	}
	return b
}

// Read decodes what Append has encoded for a record of the revision.
func Read(b []byte, revision int) (m Memory, err error) {
	newest, n := binary.Uvarint(b)
	if n <= 0 || newest != uint64(revision-1) || len(b[n:])%digestSize != 0 || len(b[n:])/digestSize > Remembered {
		return m, errors.New("its tokens cannot be read")
	}
	m.newest = int(newest)
	for b = b[n:]; len(b) > 0; b = b[digestSize:] {
		m.digests = append(m.digests, digest(b[:digestSize]))
	}
	return m, nil
}
