package assign

import (
	"crypto/rand"
	"encoding/binary"
	"strings"

	"espalier/web/store/key"
)

// A student opens the same work on another device with a link that ends in three words. The token follows
// from them, so the store need not have them.
//
// The words are proquints (D. Wilkerson, "A proposal for identifiers that are readable, spellable, and
// pronounceable", arXiv:0901.4016): 16 bits as consonant, vowel, consonant, vowel, consonant.

const (
	consonants = "bdfghjklmnprstvz"
	vowels     = "aiou"
	wordsOf    = 3 // 48 bits
)

// newWords returns random words.
func newWords() string {
	var b [2 * wordsOf]byte
	rand.Read(b[:]) // never fails
	var list [wordsOf]string
	for i := range list {
		n := binary.BigEndian.Uint16(b[2*i:])
		list[i] = string([]byte{consonants[n>>12], vowels[n>>10&3], consonants[n>>6&15], vowels[n>>4&3], consonants[n&15]})
	}
	return strings.Join(list[:], "-")
}

// readWords returns words as newWords writes them; a person may type them in capitals and with spaces.
// ok is false if they are none.
func readWords(text string) (string, bool) {
	list := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == '-' || r == ' ' })
	if len(list) != wordsOf {
		return "", false
	}
	for _, word := range list {
		if len(word) != 5 {
			return "", false
		}
		for i := range len(word) {
			if letters := [2]string{consonants, vowels}[i%2]; strings.IndexByte(letters, word[i]) < 0 {
				return "", false
			}
		}
	}
	return strings.Join(list, "-"), true
}

// tokenOf returns the token of the student of an assignment who has these words.
func tokenOf(id key.ID, words string) key.Key {
	return key.Of("assignment " + string(id) + " " + words)
}
