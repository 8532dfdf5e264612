package program

import (
	"encoding/binary"
	"strings"
)

const (
	// pieceBits is the size of a piece of memory that short texts share.
	pieceBits  = 16
	pieceBytes = 1 << pieceBits
	// maxShared is the most different moves and labels that are kept only once: a run has few
	// moves, or many that are all different.
	maxShared = 1 << 12
)

// An arena keeps short texts in large pieces of memory. Those who have a text have its place, which
// the collector of garbage need not follow.
type arena struct {
	pieces []*strings.Builder
	bytes  int64 // of all pieces
}

// A place is where a text begins; 0: it is empty.
type place uint32

// own keeps a text.
func (a *arena) own(text []byte) place {
	if len(text) == 0 {
		return 0
	}
	var size [binary.MaxVarintLen64]byte
	n := binary.PutUvarint(size[:], uint64(len(text)))
	last := len(a.pieces) - 1
	if last < 0 || a.pieces[last].Len()+n+len(text) > pieceBytes {
		piece := &strings.Builder{}
		piece.Grow(max(pieceBytes, 1+n+len(text)))
		a.pieces, a.bytes = append(a.pieces, piece), a.bytes+int64(piece.Cap())
		if last++; last == 0 {
			piece.WriteByte(0) // no text has the place 0
		}
	}
	piece := a.pieces[last]
	at := place(last<<pieceBits + piece.Len())
	piece.Write(size[:n])
	piece.Write(text)
	return at
}

// at returns the text at a place.
func (a *arena) at(p place) string {
	if p == 0 {
		return ""
	}
	text := a.pieces[p>>pieceBits].String()[p&(pieceBytes-1):]
	size, n := int(text[0]), 1
	for shift := 7; text[n-1] >= 0x80; shift += 7 {
		size += (int(text[n]) - 1) << shift
		n++
	}
	return text[n : n+size]
}

// A sharing keeps texts that may come often only once.
type sharing struct {
	*arena
	seen map[string]place
}

func (s *sharing) own(text []byte) place {
	if p, ok := s.seen[string(text)]; ok {
		return p
	}
	p := s.arena.own(text)
	if s.seen == nil {
		s.seen = map[string]place{}
	}
	if len(s.seen) < maxShared {
		s.seen[s.at(p)] = p
	}
	return p
}
