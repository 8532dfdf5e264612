package trace_test

import (
	"bytes"
	"reflect"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// A hunch is a note without a place in packedPlaces: what a player hopes for at the node of a Backup.
type hunch struct {
	trace.BareNote
	Player int
	Hope   trees.Score
	Nodes  []int32
}

var hunchKind = trace.NewNoteKind("hunch", func(r *trace.NoteReader) trace.Note {
	return &hunch{Player: int(r.Uint()), Hope: r.Score(), Nodes: r.Nodes()}
})

func (h *hunch) Kind() *trace.NoteKind { return hunchKind }

func (h *hunch) Clone() trace.Note {
	c := *h
	return &c
}

func (h *hunch) Write(w *trace.NoteWriter) {
	w.Uints(uint64(h.Player))
	w.Score(h.Hope)
	w.Nodes(h.Nodes)
}

func (h *hunch) AppendJSON(b []byte, e *trace.Event) []byte {
	return trace.AppendScore(append(b, `,"hope":`...), h.Hope, e.Unit)
}

func (h *hunch) Explain(x *trace.Explainer, s *trace.Sentence, e *trace.Event, part trace.SentencePart) bool {
	if part != trace.WholeSentence || !x.Chooses(e) {
		return false
	}
	x.Write(s, e, "%p hopes for %s at %n, %t.", h.Player, h.Hope, e.Node, x.Compared(e, "most"))
	return true
}

func (h *hunch) Change(c *trace.Change, e *trace.Event) bool {
	if e.Type != trace.Backup {
		return false
	}
	c.Best(e.Child)
	c.Text(e.Node, c.Words(append(c.Buffer(), "hope"...)))
	return true
}

// TestNote: a kind of note is recorded, packed, explained and
// shown, also beside one that has its own place in the packed form. A reader of the packed form can skip it.
func TestNote(t *testing.T) {
	tree, err := trees.ReadText("players 2 maxsum 9 1[ (5,4) 2[ (6,1) (4,4) ] ]")
	if err != nil {
		t.Fatal(err)
	}
	events := []trace.Event{
		{Type: trace.Start, Algorithm: "hunches"},
		{Type: trace.Enter, Player: 1, Parent: -1, Move: -1},
		{Type: trace.Enter, Node: 1, Depth: 1, Parent: -1, Move: -1, Notes: []trace.Note{&engine.Unstable{Why: trees.Threat}}},
		{Type: trace.Backup, Child: 1, Value: trees.Points(5, 4), HasValue: true, Best: trees.Points(5, 4), HasBest: true, Improved: true,
			Notes: []trace.Note{&hunch{Player: 2, Hope: 300 * trees.Unit, Nodes: []int32{3, 1}}}},
	}
	for i := range events {
		e := &events[i]
		e.Seq, e.Width, e.Players, e.Unit = i, 2, 2, trees.Unit
	}
	last := &events[3]
	last.AddNote(&algorithms.Attack{Player: 2})
	if first, has := trace.NoteOf[*algorithms.Attack](last); !has || last.Notes[0] != trace.Note(first) {
		t.Errorf("the notes are %v, want first the one with a place in the packed form", last.Notes)
	}

	r := trace.NewRecorder(100, nil)
	for _, e := range events {
		r.Record(&e)
	}
	r.Publish()
	r.Read(0, len(events), func(e *trace.Event) bool {
		if want := events[e.Seq].Notes; len(want) != len(e.Notes) || len(want) > 0 && !reflect.DeepEqual(e.Notes, want) {
			t.Errorf("event %d is recorded with %v, want %v", e.Seq, e.Notes, want)
		}
		return true
	})

	last.Notes = last.Notes[1:]
	if b := trace.AppendJSON(nil, last); !bytes.HasSuffix(b, []byte(`,"hope":300}`)) {
		t.Errorf("the JSON is %s", b)
	}
	x := trace.NewExplainer(tree, "hunches", true)
	if s, want := x.Explain(last).String(), "Player 2 hopes for 300 at the root, the first value."; s != want {
		t.Errorf("the sentence is %q, want %q", s, want)
	}
	f := trace.NewFold(tree, nil)
	for i := range events {
		f.Apply(&events[i], nil)
	}
	if root, kid := f.State(0), f.State(1); root.Text != "hope" || !kid.Best {
		t.Errorf("the root is %+v, its child %+v", root, kid)
	}

	plain := *last
	plain.Notes = nil
	var with, without trace.Packer
	with.Append(nil, &events[0])
	without.Append(nil, &events[0])
	noted, bare := with.Append(nil, last), without.Append(nil, &plain)
	// the type; the name after its length; the length of the note, and the note
	if skip := 1 + 1 + len("hunch") + 1 + int(noted[7]); noted[0] != 13 || string(noted[2:7]) != "hunch" || !bytes.Equal(noted[skip:], bare) {
		t.Errorf("packed it is % x, without the note % x", noted, bare)
	}
}
