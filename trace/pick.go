package trace

import (
	"strconv"

	"espalier/trees"
)

// This file is about searches that do not visit children from left to right: why a child is the
// next one, its packed forms, its JSON and its sentences. Only an Enter has a Pick.

// PickHow says why a child is visited next.
type PickHow uint8

const (
	PickLeft     PickHow = iota // no other reason: it is the leftmost that is left
	PickBest                    // best order: its value is best for the mover
	PickWorst                   // worst order
	PickStatic                  // its static value is best for the mover
	PickKiller                  // the move made a cut elsewhere in the same ply
	PickHistory                 // the move was best most often
	PickPosition                // the move was best in the same position
	PickCount                   // number of reasons
)

var pickNames = [PickCount]string{"left", "best", "worst", "static", "killer", "history", "transposition"}

func (h PickHow) String() string { return pickNames[h] }

// A Pick says why a search goes on with a child.
type Pick struct {
	How    PickHow
	Place  int // how many children were visited, with this one
	Player int // who moves at the parent
	// PickKiller: where the move made a cut; else -1.
	Node int32
	// PickBest, PickWorst, PickStatic: the score of player About, which the mover wants to be large, or
	// with Least small. PickHistory: the sum of the move, a count.
	Score trees.Score
	About int
	Least bool
}

func (p *packer) pick(b []byte, k *Pick) []byte {
	b = append(b, byte(k.How), byte(k.Player), byte(k.About))
	b = packBool(b, k.Least)
	b = appendUint(b, uint64(k.Place))
	b = appendUint(b, zigzag(int64(k.Node)))
	return appendUint(b, zigzag(int64(k.Score)))
}

func (u *unpacker) pick() *Pick {
	k := &Pick{How: PickHow(u.byte()), Player: int(u.byte()), About: int(u.byte())}
	k.Least, k.Place = u.bool(), int(u.uint())
	k.Node, k.Score = int32(u.int()), trees.Score(u.int())
	return k
}

// pick appends a Pick in the form for clients.
func (p *Packer) pick(b []byte, k *Pick) []byte {
	b = append(b, byte(k.How))
	b = appendUint(b, uint64(k.Place))
	b = appendUint(b, uint64(k.Player))
	switch k.How {
	case PickKiller:
		b = appendUint(b, zigzag(int64(k.Node)))
	case PickHistory:
		b = appendUint(b, uint64(k.Score))
	case PickBest, PickWorst, PickStatic:
		b = p.score(packBool(appendUint(b, uint64(k.About)), k.Least), k.Score)
	}
	return b
}

func appendPick(b []byte, e *Event, k *Pick) []byte {
	b = append(append(b, `,"pick":{"how":"`...), pickNames[k.How]...)
	b = appendInt(append(b, `","place":`...), k.Place)
	b = appendInt(append(b, `,"player":`...), k.Player)
	switch k.How {
	case PickKiller:
		b = appendInt(append(b, `,"from":`...), int(k.Node))
	case PickHistory:
		b = appendInt(append(b, `,"history":`...), int(k.Score))
	case PickBest, PickWorst, PickStatic:
		b = appendInt(append(b, `,"of":`...), k.About)
		b = appendScore(append(b, `,"score":`...), k.Score, e.unit())
	}
	return append(b, '}')
}

// pick says why the node that is entered is the next child of its parent.
func (x *Explainer) pick(s *Sentence, e *Event, k *Pick) {
	rank := "the best"
	switch k.How {
	case PickLeft:
		s.text(". No reason puts another child first: the visits go on from left to right")
		return
	case PickPosition:
		x.appendf(s, e, ". %t: this move was best when the same position was searched before", place(k))
		return
	case PickKiller:
		x.appendf(s, e, ". %t: its move is a killer, it made a cut at %n", place(k), k.Node)
		return
	case PickHistory:
		x.appendf(s, e, ". %t: its move has the largest history score of those that are left, %t", place(k), strconv.FormatInt(int64(k.Score), 10))
		return
	case PickWorst:
		rank = "the worst"
	case PickStatic:
		if k.Least {
			rank = "the least static score for"
		} else {
			rank = "the largest static score for"
		}
		x.appendf(s, e, ". %t: it has %t %p of those that are left, %s", place(k), rank, k.About, k.Score)
		return
	}
	x.appendf(s, e, ". %t: it is %t for %p of those that are left", place(k), rank, k.Player)
	if k.About == k.Player {
		x.appendf(s, e, ", with %s", k.Score)
	} else {
		x.appendf(s, e, ", with %s for %p", k.Score, k.About)
	}
}

// place says which visit of the parent's children this is.
func place(k *Pick) string {
	if k.Place == 1 {
		return "it is visited first"
	}
	return "it is visited next"
}
