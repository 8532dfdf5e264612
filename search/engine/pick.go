package engine

import (
	"strconv"

	"espalier/trace"
	"espalier/trees"
)

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

// A Pick is a note of an Enter (another order of visits): why the search goes on with this child of its parent. Without one,
// children are visited from left to right.
type Pick struct {
	trace.BareNote
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

var pickKind = trace.NewNoteKind("pick", readPick)

// Kind returns the kind of a Pick.
func (k *Pick) Kind() *trace.NoteKind { return pickKind }

// Clone returns a copy.
func (k *Pick) Clone() trace.Note {
	c := *k
	return &c
}

// Write writes what belongs to the reason.
func (k *Pick) Write(w *trace.NoteWriter) {
	w.Uints(uint64(k.How), uint64(k.Place), uint64(k.Player))
	switch k.How {
	case PickKiller:
		w.Int(int64(k.Node))
	case PickHistory:
		w.Uints(uint64(k.Score))
	case PickBest, PickWorst, PickStatic:
		w.Uints(uint64(k.About))
		w.Bool(k.Least)
		w.Score(k.Score)
	}
}

func readPick(r *trace.NoteReader) trace.Note {
	k := &Pick{How: PickHow(r.Byte()), Place: int(r.Uint()), Player: int(r.Uint()), Node: -1}
	switch k.How {
	case PickKiller:
		k.Node = int32(r.Int())
	case PickHistory:
		k.Score = trees.Score(r.Uint())
	case PickBest, PickWorst, PickStatic:
		k.About, k.Least, k.Score = int(r.Uint()), r.Bool(), r.Score()
	}
	return k
}

// AppendJSON appends the member pick.
func (k *Pick) AppendJSON(b []byte, e *trace.Event) []byte {
	b = append(append(b, `,"pick":{"how":"`...), pickNames[k.How]...)
	b = trace.AppendInt(append(b, `","place":`...), k.Place)
	b = trace.AppendInt(append(b, `,"player":`...), k.Player)
	switch k.How {
	case PickKiller:
		b = trace.AppendInt(append(b, `,"from":`...), int(k.Node))
	case PickHistory:
		b = trace.AppendInt(append(b, `,"history":`...), int(k.Score))
	case PickBest, PickWorst, PickStatic:
		b = trace.AppendInt(append(b, `,"of":`...), k.About)
		b = trace.AppendScore(append(b, `,"score":`...), k.Score, e.Unit)
	}
	return append(b, '}')
}

// Shift returns the pick with the score that the search has taken off.
func (k *Pick) Shift(off *trees.Vector) trace.Note {
	if k.About == 0 {
		return nil
	}
	c := *k
	c.Score += off[k.About-1]
	return &c
}

// Explain ends the sentence of an enter.
func (k *Pick) Explain(x *trace.Explainer, s *trace.Sentence, e *trace.Event, part trace.SentencePart) bool {
	if part != trace.EndOfEnter {
		return false
	}
	k.explain(x, s, e)
	return true
}

// explain says why the node that is entered is the next child of its parent.
func (k *Pick) explain(x *trace.Explainer, s *trace.Sentence, e *trace.Event) {
	rank := "the best"
	switch k.How {
	case PickLeft:
		s.Add(". No reason puts another child first: the visits go on from left to right")
		return
	case PickPosition:
		x.Write(s, e, ". %t: this move was best when the same position was searched before", k.place())
		return
	case PickKiller:
		x.Write(s, e, ". %t: its move is a killer, it made a cut at %n", k.place(), k.Node)
		return
	case PickHistory:
		x.Write(s, e, ". %t: its move has the largest history score of those that are left, %t", k.place(), strconv.FormatInt(int64(k.Score), 10))
		return
	case PickWorst:
		rank = "the worst"
	case PickStatic:
		if k.Least {
			rank = "the least static score for"
		} else {
			rank = "the largest static score for"
		}
		x.Write(s, e, ". %t: it has %t %p of those that are left, %s", k.place(), rank, k.About, k.Score)
		return
	}
	x.Write(s, e, ". %t: it is %t for %p of those that are left", k.place(), rank, k.Player)
	if k.About == k.Player {
		x.Write(s, e, ", with %s", k.Score)
	} else {
		x.Write(s, e, ", with %s for %p", k.Score, k.About)
	}
}

// place says which visit of the parent's children this is.
func (k *Pick) place() string {
	if k.Place == 1 {
		return "it is visited first"
	}
	return "it is visited next"
}
