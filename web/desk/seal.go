package desk

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"fmt"

	"espalier/web/store/key"
)

// The content of a desk is encrypted with AES-256-GCM. The key of the cipher is derived from that of the desk, which
// has 128 random bits and is not stored. The id of the desk is authenticated with it, so the content of one desk
// cannot be put in the place of another one's.

// boxDomain separates this use of a key from any other.
const boxDomain = "espalier/desk/box/1"

// sealer returns the cipher of a desk.
func sealer(k key.Key) cipher.AEAD {
	const keyBytes = 32
	derived, err := hkdf.Key(sha256.New, []byte(k), nil, boxDomain, keyBytes)
	if err != nil {
		panic(err) // the length is constant
	}
	block, err := aes.NewCipher(derived)
	if err != nil {
		panic(err) // as above
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err) // as above
	}
	return aead
}

// seal encrypts the content of a desk.
func seal(k key.Key, content []byte) []byte {
	return sealer(k).Seal(nil, nil, content, []byte(k.ID()))
}

// unseal decrypts what seal has returned.
func unseal(k key.Key, box []byte) ([]byte, error) {
	content, err := sealer(k).Open(nil, nil, box, []byte(k.ID()))
	if err != nil {
		return nil, fmt.Errorf("the content of the desk %s cannot be decrypted: %w", k.ID(), err)
	}
	return content, nil
}
