package trace

import (
	"encoding/binary"

	"espalier/trees"
)

// This file writes the numbers, scores and lists of the packed form.

// packScore writes what putScore writes.
func packScore(b []byte, s trees.Score) []byte {
	if whole := uint64(s) / uint64(trees.Unit); whole < longScore && trees.Score(whole)*trees.Unit == s {
		return binary.LittleEndian.AppendUint16(b, uint16(whole))
	}
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint16(b, longScore), uint64(s))
}

// packOpt writes what putOpt writes.
func packOpt(b []byte, o trees.Opt) []byte {
	if !o.Given {
		return append(b, 0)
	}
	return packScore(append(b, 1), o.Score)
}

func packBool(b []byte, x bool) []byte {
	if x {
		return append(b, 1)
	}
	return append(b, 0)
}

// pack appends an option: its name, a byte that says what its value is, and the number or the word.
func (o *Option) pack(b []byte) []byte {
	b = packString(b, o.Name)
	if o.Word != "" {
		return packString(append(b, packedWord), o.Word)
	}
	return appendUint(packBool(b, o.Flag), zigzag(int64(o.Num)))
}

// packedWord says that the value of an option is a word; 0: it is a number, 1: it is a flag.
const packedWord = 2

func packString(b []byte, s string) []byte {
	return append(appendUint(b, uint64(len(s))), s...)
}

// packNodes writes node numbers as differences, which are small for siblings.
func packNodes(b []byte, nodes []int32, from int32) []byte {
	b = appendUint(b, uint64(len(nodes)))
	for _, n := range nodes {
		b = appendUint(b, zigzag(int64(n-from)))
		from = n
	}
	return b
}

func zigzag(n int64) uint64 { return uint64(n<<1) ^ uint64(n>>63) }

func appendUint(b []byte, n uint64) []byte { return binary.AppendUvarint(b, n) }

func putUint(w *[shortRecord]byte, i uint, n uint64) uint {
	for n >= 0x80 {
		w[i%shortRecord] = byte(n) | 0x80
		n >>= 7
		i++
	}
	w[i%shortRecord] = byte(n)
	return i + 1
}

// putNode writes a node as its difference from another node, which is usually
// small. This is as fast as four bytes (measured), and shorter.
func putNode(w *[shortRecord]byte, i uint, n, from int32) uint {
	return putUint(w, i, zigzag(int64(n-from)))
}

// putScore writes a small integer score in two bytes, and any other score as
// longScore and eight bytes.
func putScore(w *[shortRecord]byte, i uint, s trees.Score) uint {
	if whole := uint64(s) / uint64(trees.Unit); whole < longScore && trees.Score(whole)*trees.Unit == s {
		binary.LittleEndian.PutUint16(w[i:i+2], uint16(whole))
		return i + 2
	}
	binary.LittleEndian.PutUint16(w[i:i+2], longScore)
	binary.LittleEndian.PutUint64(w[i+2:i+10], uint64(s))
	return i + 10
}

const longScore = 1<<16 - 1

func putOpt(w *[shortRecord]byte, i uint, o trees.Opt) uint {
	if !o.Given {
		w[i%shortRecord] = 0
		return i + 1
	}
	w[i%shortRecord] = 1
	return putScore(w, i+1, o.Score)
}
