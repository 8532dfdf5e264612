package entry

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"strings"
)

// alphabet has the letters and digits that cannot be confused when they are read
// aloud or from the back row: no 0 O, no 1 I L, no U beside V.
const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ"

const (
	codeChars   = 8
	secretChars = 27 // of the alphabet: 132 bits
	keyChars    = codeChars + secretChars
	idBytes     = 12 // of a follower's name
	macBytes    = 12
)

// A Code names a room. Anybody who has it can follow.
type Code string

// A Key is a presenter's key: the code of the room in small letters, and a secret. So it needs no
// index, and its length distinguishes it from a code.
type Key string

// A FollowerID is the random name of a follower in one room.
type FollowerID string

func randomText(chars int) string {
	text := make([]byte, 0, chars)
	for len(text) < chars {
		var random [32]byte
		rand.Read(random[:]) // never fails
		for _, b := range random {
			if n := int(b) & 31; n < len(alphabet) && len(text) < chars {
				text = append(text, alphabet[n])
			}
		}
	}
	return string(text)
}

// NewCode returns a random code.
func NewCode() Code { return Code(randomText(codeChars)) }

// NewKey returns a random key of a room.
func NewKey(c Code) Key { return Key(strings.ToLower(string(c) + randomText(secretChars))) }

// ReadCode reads a code, also in small letters.
func ReadCode(text string) (Code, bool) {
	upper := strings.ToUpper(text)
	return Code(upper), len(text) == codeChars && ofAlphabet(upper)
}

// ReadKey reads a key.
func ReadKey(text string) (Key, bool) {
	return Key(text), len(text) == keyChars && text == strings.ToLower(text) && ofAlphabet(strings.ToUpper(text))
}

func ofAlphabet(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return !strings.ContainsRune(alphabet, r) }) < 0
}

// Code returns the code of the room of the key.
func (k Key) Code() Code { return Code(strings.ToUpper(string(k[:codeChars]))) }

// Hash returns the hash of the key, which is stored instead of the key.
func (k Key) Hash() string {
	sum := sha256.Sum256([]byte("espalier/room/key/1\x00" + string(k)))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// Matches reports whether hash is the hash of the key.
func (k Key) Matches(hash string) bool {
	return subtle.ConstantTimeCompare([]byte(k.Hash()), []byte(hash)) == 1
}

// A Secret is shared by the servers of one store to recognise followers. So a follower who returns, to
// another server or after a restart, needs no look-up.
type Secret []byte

// NewToken returns a new follower and the token that identifies them later.
func (s Secret) NewToken(c Code) (FollowerID, string) {
	var random [idBytes]byte
	rand.Read(random[:])
	id := base64.RawURLEncoding.EncodeToString(random[:])
	return FollowerID(id), id + s.mac(c, id)
}

// ReadToken returns the follower of a token of this room.
func (s Secret) ReadToken(c Code, token string) (FollowerID, bool) {
	n := base64.RawURLEncoding.EncodedLen(idBytes)
	if len(token) != n+base64.RawURLEncoding.EncodedLen(macBytes) {
		return "", false
	}
	id, mac := token[:n], token[n:]
	return FollowerID(id), hmac.Equal([]byte(mac), []byte(s.mac(c, id)))
}

// Follows returns a text that says that a browser has been in a room. It identifies nobody.
func (s Secret) Follows(c Code) string { return s.mac(c, "\x00follows") }

// ReadFollows reports whether a text is that of Follows.
func (s Secret) ReadFollows(c Code, text string) bool {
	return hmac.Equal([]byte(text), []byte(s.Follows(c)))
}

func (s Secret) mac(c Code, id string) string {
	h := hmac.New(sha256.New, s)
	h.Write([]byte("espalier/room/follower/1\x00" + string(c) + "\x00" + id))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:macBytes])
}
