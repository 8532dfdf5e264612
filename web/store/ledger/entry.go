package ledger

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
)

// A Sum identifies a stored value. "" means that it is unknown.
type Sum string

const (
	// SumChars is the length of a Sum.
	SumChars = 22
	sumBytes = 16
)

// SumOf returns the sum of a stored value.
func SumOf(value []byte) Sum {
	sum := sha256.Sum256(value)
	return Sum(base64.RawStdEncoding.EncodeToString(sum[:sumBytes]))
}

// The kinds of entries.
const (
	marked      = byte('v')
	imported    = byte('i')
	deletedKey  = byte('x')
	deletedRoot = byte('X')
)

const (
	// entryHead is the length of what comes before the key.
	entryHead = 1 + 1 + 2 + 4 + SumChars
	checkSize = 4
	// leastEntry is the size of an entry without a key and a note.
	leastEntry = entryHead + checkSize
	maxNote    = 1<<16 - 1
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// entry returns the entry of a mark.
func (m Mark) entry(kind byte, key string) []byte {
	return m.appendEntry(make([]byte, 0, entryHead+len(key)+len(m.Note)+checkSize), kind, key)
}

func (m Mark) appendEntry(b []byte, kind byte, key string) []byte {
	begin := len(b)
	note := m.Note[:min(len(m.Note), maxNote)]
	b = append(b, kind, byte(len(key)))
	b = binary.LittleEndian.AppendUint16(b, uint16(len(note)))
	b = binary.LittleEndian.AppendUint32(b, uint32(m.Number))
	b = append(b, m.Sum...)
	b = append(b, make([]byte, entryHead-(len(b)-begin))...)
	b = append(append(b, key...), note...)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b[begin:], castagnoli))
}

// readEntry reads the entry at the beginning of b. size is 0 if there is no whole one.
func readEntry(b []byte) (kind byte, key string, m Mark, size int) {
	if len(b) < leastEntry {
		return 0, "", m, 0
	}
	switch b[0] {
	case marked, imported, deletedKey, deletedRoot:
	default:
		return 0, "", m, 0
	}
	keyEnd := entryHead + int(b[1])
	noteEnd := keyEnd + int(binary.LittleEndian.Uint16(b[2:]))
	if len(b) < noteEnd+checkSize || crc32.Checksum(b[:noteEnd], castagnoli) != binary.LittleEndian.Uint32(b[noteEnd:]) {
		return 0, "", m, 0
	}
	m.Number = int(binary.LittleEndian.Uint32(b[4:]))
	if b[8] != 0 {
		m.Sum = Sum(b[8:entryHead])
	}
	m.Note = string(b[keyEnd:noteEnd])
	return b[0], string(b[entryHead:keyEnd]), m, noteEnd + checkSize
}
