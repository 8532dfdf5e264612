// Package key makes and reads the edit keys of saved trees and their read-only ids.
// It imports trees for the kinds of its errors alone.
package key

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"strings"

	"espalier/trees"
)

// A Key is the edit key of a tree. Whoever has it may edit the tree. It consists of 128 random
// bits and is not stored: the store has only the ID.
type Key string

// An ID is the read-only id of a tree, which is a one-way hash of its key. Whoever has it may
// read the tree, but cannot compute the key.
type ID string

const (
	secretBytes = 16 // 128 bits
	// Chars is the length of a key and of an id.
	Chars = 26 // in base32: 130 bits
)

// The two spare bits of the last of the 26 characters distinguish a key from an id, so that who
// mixes them up gets a helpful error.
const (
	keyMark = 0
	idMark  = 1
)

// idDomain separates this use of the hash from any other.
const idDomain = "espalier/library/id/1\x00"

// Letters is the encoding of keys and ids.
var Letters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// New returns a new key.
func New() Key {
	var secret [secretBytes]byte
	rand.Read(secret[:]) // never fails
	return Key(encodeSecret(secret[:], keyMark))
}

// Of returns the key that follows from a text. It is as secret as the text, which names its use.
func Of(text string) Key {
	hash := sha256.Sum256([]byte("espalier/library/key/1\x00" + text))
	return Key(encodeSecret(hash[:secretBytes], keyMark))
}

// ID returns the read-only id of the key's tree.
func (k Key) ID() ID {
	hash := sha256.Sum256([]byte(idDomain + string(k)))
	return ID(encodeSecret(hash[:secretBytes], idMark))
}

// encodeSecret encodes 128 bits and the mark.
func encodeSecret(secret []byte, mark byte) string {
	return Letters.EncodeToString(append(secret[:secretBytes:secretBytes], mark<<6))[:Chars]
}

// ParseKey reads an edit key.
func ParseKey(s string) (Key, error) {
	mark, err := parse(s)
	switch {
	case err != nil:
		return "", err
	case mark != keyMark:
		return "", &SpellingError{fmt.Sprintf("%s is the read-only id of a tree; editing needs its edit key", s)}
	}
	return Key(s), nil
}

// ParseID reads a read-only id.
func ParseID(s string) (ID, error) {
	mark, err := parse(s)
	switch {
	case err != nil:
		return "", err
	case mark != idMark:
		// The key is a secret: the error does not repeat it.
		return "", &SpellingError{"this is an edit key; send the tree's read-only id"}
	}
	return ID(s), nil
}

// ParseAny reads a key or an id. For a key it returns both, for an id only the id.
func ParseAny(s string) (Key, ID, error) {
	if k, err := ParseKey(s); err == nil {
		return k, k.ID(), nil
	}
	id, err := ParseID(s)
	return "", id, err
}

func parse(s string) (mark byte, err error) {
	wrong := &SpellingError{fmt.Sprintf("%.40q is no tree's id or key; they are %d characters of a-z and 2-7", s, Chars)}
	if len(s) != Chars {
		return 0, wrong
	}
	last := strings.IndexByte("abcdefghijklmnopqrstuvwxyz234567", s[Chars-1])
	secret, err := Letters.DecodeString(s)
	if err != nil || last < 0 {
		return 0, wrong
	}
	mark = byte(last & 3)
	if (mark != keyMark && mark != idMark) || encodeSecret(secret, mark) != s {
		return 0, wrong
	}
	return mark, nil
}

// A SpellingError reports a text that is not an id or a key.
type SpellingError struct{ Message string }

func (e *SpellingError) Error() string { return e.Message }

// Kind returns trees.NotFound.
func (e *SpellingError) Kind() trees.ErrorKind { return trees.NotFound }

// Place returns "saved".
func (e *SpellingError) Place() string { return "saved" }

// Reason returns Message.
func (e *SpellingError) Reason() string { return e.Message }
