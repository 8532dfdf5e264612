package entry

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"
)

// PassTime is how long a pass can be used. It is short, because a presenter sends the pass to another
// device, where it may stay in a history of messages.
const PassTime = 10 * time.Minute

// passCipher returns the cipher of passes. A pass contains a key, which only the servers of the store
// can read.
func (s Secret) passCipher() cipher.AEAD {
	h := hmac.New(sha256.New, s)
	h.Write([]byte("espalier/room/pass/1"))
	block, err := aes.NewCipher(h.Sum(nil))
	if err != nil {
		panic(err) // the sum has the size of a key
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		panic(err) // AES has the size of a block that is expected
	}
	return aead
}

// NewPass returns a text with which another device can lead the room of a key until a given time of the
// library, which is the same for all servers of a store.
func (s Secret) NewPass(k Key, until time.Time) string {
	aead := s.passCipher()
	nonce := make([]byte, aead.NonceSize())
	rand.Read(nonce)
	plain := binary.BigEndian.AppendUint64(nil, uint64(until.UnixMilli()))
	return base64.RawURLEncoding.EncodeToString(aead.Seal(nonce, nonce, append(plain, k...), nil))
}

// ReadPass returns the key of a pass that has not expired.
func (s Secret) ReadPass(text string, now time.Time) (Key, bool) {
	aead := s.passCipher()
	sealed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(sealed) < aead.NonceSize() {
		return "", false
	}
	plain, err := aead.Open(nil, sealed[:aead.NonceSize()], sealed[aead.NonceSize():], nil)
	if err != nil || len(plain) < 8 || now.UnixMilli() > int64(binary.BigEndian.Uint64(plain)) {
		return "", false
	}
	return ReadKey(string(plain[8:]))
}
