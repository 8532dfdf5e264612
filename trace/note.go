package trace

import (
	"slices"
	"strings"

	"espalier/trees"
)

// A Note is what an algorithm adds to an event: why its search goes on with a child, what an opponent expects, which
// values are possible. Each kind of note is one type, beside the engine that writes it, with all that is known of it: how it is
// packed, its JSON, what it changes beside nodes, and its sentences. It embeds a BareNote, and has the methods for
// what it does. No kind is defined in this package.
type Note interface {
	// Kind returns the entry of the note in the table of kinds.
	Kind() *NoteKind
	// Write writes what the function of its kind reads.
	Write(w *NoteWriter)
	// AppendJSON appends the note as fields of the JSON object of its event, each after a comma.
	AppendJSON(b []byte, e *Event) []byte
	// Clone returns a copy that stays as it is.
	Clone() Note

	// Explain writes a part of the sentence of the event. It returns false if the note has nothing to say there.
	Explain(x *Explainer, s *Sentence, e *Event, part SentencePart) (said bool)
	// Change changes the states of nodes at an Enter, a Backup or an Exit, in place of what another search
	// changes. It returns false if it changes nothing.
	Change(c *Change, e *Event) (changed bool)
	// Ties reports whether the child of a Backup, which is not better than the best so far, is as good for the mover. equal says
	// whether the scores of the mover are equal.
	Ties(mover int, equal bool) bool
	// Certify adds to the certificate of a Prune.
	Certify(c *Certificate, e *Event)
	// Count adds to the counters of a run.
	Count(s *Stats, e *Event)
	// Shift returns the note with the scores that a search has taken off each player; nil: it has no score.
	Shift(off *trees.Vector) Note
}

// A SentencePart is a place in a sentence where a note can say something.
type SentencePart uint8

const (
	WholeSentence  SentencePart = iota // in place of the sentence that other searches have
	StartReason                        // after “… starts at …”: the rest of the sentence
	AtDepthLimit                       // after “… at the depth limit”
	AfterMove                          // after “… moves at …”, before the bounds
	EndOfEnter                         // before the full stop of an Enter
	AfterDraw                          // after the sentence about an Enter of a search by samples
	ReturnedAtDone                     // in place of “… returns … , the value of …”
)

// A BareNote says nothing and changes nothing. Each kind of note embeds it.
type BareNote struct{}

// AppendJSON appends nothing.
func (BareNote) AppendJSON(b []byte, _ *Event) []byte { return b }

// Write writes nothing.
func (BareNote) Write(*NoteWriter) {}

// Explain says nothing.
func (BareNote) Explain(*Explainer, *Sentence, *Event, SentencePart) bool { return false }

// Change changes nothing.
func (BareNote) Change(*Change, *Event) bool { return false }

// Ties reports whether the scores of the mover are equal.
func (BareNote) Ties(_ int, equal bool) bool { return equal }

// Certify adds nothing.
func (BareNote) Certify(*Certificate, *Event) {}

// Count counts nothing.
func (BareNote) Count(*Stats, *Event) {}

// Shift returns nil.
func (BareNote) Shift(*trees.Vector) Note { return nil }

// A NoteKind is a kind of note.
type NoteKind struct {
	name string // in the packed form
	tag  byte   // in recordings, and the place in JSON
	read func(r *NoteReader) Note
}

// A packedPlace is a kind that has a place of its own in the packed form: in the record packedChoice.
type packedPlace struct {
	name string
	bit  byte // in packedChoice; 0: its bytes are always there
	at   int  // which of its notes comes first; 0: it has no bytes
}

// packedPlaces are these kinds, in their order in JSON. They belong to the first version of the packed form, which does not
// change: any other kind has a record packedNote, and comes after them in JSON, in the order of the names.
var packedPlaces = [...]packedPlace{
	{"regime", 1, 1}, {"least", 0, 2}, {"pick", 16, 5}, {"reply", 4, 3}, {"unstable", 8, 4},
	{"expects", 32, 6}, {"proof", 64, 7}, {"models", 128, 8}, {"set", 2, 9}, {"own-rule", 0, 0},
}

// choicePlaces are the places of packedPlaces in the order of packedChoice.
var choicePlaces = func() (list [len(packedPlaces) - 1]byte) {
	for tag, p := range packedPlaces {
		if p.at > 0 {
			list[p.at-1] = byte(tag)
		}
	}
	return list
}()

// place returns the entry of the kind in packedPlaces, or nil.
func (k *NoteKind) place() *packedPlace {
	if int(k.tag) < len(packedPlaces) {
		return &packedPlaces[k.tag]
	}
	return nil
}

// noteKinds has the kinds of the program by their tags: first those of packedPlaces, of which a program may lack some.
var noteKinds = make([]*NoteKind, len(packedPlaces))

// NewNoteKind returns a kind of note, for a variable of the package that has its type. The name is that of the packed form. read reads
// what Write of the note writes. The order in which packages are initialized changes nothing.
func NewNoteKind(name string, read func(r *NoteReader) Note) *NoteKind {
	k := &NoteKind{name: name, read: read}
	if tag := slices.IndexFunc(packedPlaces[:], func(p packedPlace) bool { return p.name == name }); tag >= 0 {
		if noteKinds[tag] != nil {
			panic("two kinds of note have the name " + name)
		}
		k.tag, noteKinds[tag] = byte(tag), k
		return k
	}
	others := noteKinds[len(packedPlaces):]
	at, taken := slices.BinarySearchFunc(others, name, func(k *NoteKind, name string) int { return strings.Compare(k.name, name) })
	if taken {
		panic("two kinds of note have the name " + name)
	}
	noteKinds = slices.Insert(noteKinds, len(packedPlaces)+at, k)
	for tag, k := range noteKinds[len(packedPlaces):] {
		k.tag = byte(len(packedPlaces) + tag)
	}
	return k
}

// NoteOf returns the note of a kind that an event has; false: it has none.
func NoteOf[N Note](e *Event) (n N, has bool) {
	for _, note := range e.Notes {
		if n, has = note.(N); has {
			return n, true
		}
	}
	return n, false
}

// AddNote adds a note to the event, in the order of the kinds.
func (e *Event) AddNote(n Note) {
	e.Notes = append(e.Notes, n)
	for at := len(e.Notes) - 1; at > 0 && e.Notes[at-1].Kind().tag > n.Kind().tag; at-- {
		e.Notes[at], e.Notes[at-1] = e.Notes[at-1], n
	}
}

// cloneNotes returns copies that stay as they are.
func cloneNotes(notes []Note) []Note {
	if len(notes) == 0 {
		return nil
	}
	list := make([]Note, len(notes))
	for i, n := range notes {
		list[i] = n.Clone()
	}
	return list
}

// explainedBy reports whether a note of the event says something at a part of the sentence.
func (x *Explainer) explainedBy(s *Sentence, e *Event, part SentencePart) bool {
	for _, n := range e.Notes {
		if n.Explain(x, s, e, part) {
			return true
		}
	}
	return false
}

// noteRecord is written in place of a type, before the record of an event that has notes: how many, and each after its
// tag.
const noteRecord = 0xFC

// record writes the record of the notes of an event, into the room at the end of b where that is enough.
func (w *NoteWriter) record(b []byte, e *Event, width int) {
	w.b, w.width = append(b, extended, noteRecord, byte(len(e.Notes))), width
	for _, n := range e.Notes {
		w.b = append(w.b, n.Kind().tag)
		n.Write(w)
	}
}

// notes reads the notes of an event, after the type of their record.
func (u *unpacker) notes() []Note {
	list := make([]Note, u.byte())
	r := &NoteReader{u.reader, u.width}
	for i := range list {
		list[i] = noteKinds[r.byte()].read(r)
	}
	u.reader = r.reader
	return list
}

// packedChoice is written in place of a type, before an event that has a note of packedPlaces. packedNote is the same for any
// other note.
const (
	packedChoice = 14
	packedNote   = 13
)

// notes appends the notes of an event: a reader can skip a packedNote that it does not know.
func (p *Packer) notes(b []byte, e *Event) []byte {
	w := &p.noted
	w.clients, w.width, w.unit = true, p.shape.width, p.shape.unit
	bits, choice := byte(0), false
	for _, n := range e.Notes {
		k := n.Kind()
		if place := k.place(); place != nil {
			bits, choice = bits|place.bit, true
			continue
		}
		w.b = w.b[:0]
		n.Write(w)
		b = appendUint(packString(append(b, packedNote), k.name), uint64(len(w.b)))
		b = append(b, w.b...)
	}
	if !choice {
		return b
	}
	w.b = append(b, packedChoice, bits)
	for _, tag := range choicePlaces {
		at := slices.IndexFunc(e.Notes, func(n Note) bool { return n.Kind().tag == tag })
		switch {
		case at >= 0:
			e.Notes[at].Write(w)
		case packedPlaces[tag].bit == 0:
			w.Uints(0) // what the note would have said: nobody is attacked
		}
	}
	b, w.b = w.b, nil
	return b
}

// A NoteWriter writes a note, for a recording or for clients.
type NoteWriter struct {
	b       []byte
	width   int         // scores of a value
	unit    trees.Score // of a point
	clients bool
}

// Clients reports whether the note is written for clients, as README.md of this folder describes it, and not for a
// recording.
func (w *NoteWriter) Clients() bool { return w.clients }

// Byte writes a byte.
func (w *NoteWriter) Byte(n byte) { w.b = append(w.b, n) }

// Bool writes a byte, 1 or 0.
func (w *NoteWriter) Bool(x bool) { w.b = packBool(w.b, x) }

// Uints writes whole numbers from 0.
func (w *NoteWriter) Uints(list ...uint64) {
	b := w.b
	for _, n := range list {
		for ; n >= 0x80; n >>= 7 {
			b = append(b, byte(n)|0x80)
		}
		b = append(b, byte(n))
	}
	w.b = b
}

// Int writes a whole number.
func (w *NoteWriter) Int(n int64) { w.Uints(zigzag(n)) }

// Text writes a text.
func (w *NoteWriter) Text(s string) { w.b = packString(w.b, s) }

// Score writes a score.
func (w *NoteWriter) Score(s trees.Score) {
	if w.clients {
		w.b = packPoints(w.b, s, w.unit)
	} else {
		w.b = packScore(w.b, s)
	}
}

// Opt writes a score that may be missing.
func (w *NoteWriter) Opt(o trees.Opt) {
	if w.Bool(o.Given); o.Given {
		w.Score(o.Score)
	}
}

// Value writes a value.
func (w *NoteWriter) Value(v *trees.Vector) {
	for i := range w.width {
		w.Score(v[i])
	}
}

// Nodes writes a list of nodes.
func (w *NoteWriter) Nodes(list []int32) { w.b = packNodes(w.b, list, 0) }

// A NoteReader reads a note of a recording.
type NoteReader struct {
	reader
	width int // scores of a value
}

// Byte reads what NoteWriter.Byte has written; so do the others.
func (r *NoteReader) Byte() byte { return r.byte() }

// Bool reads a byte, 1 or 0.
func (r *NoteReader) Bool() bool { return r.bool() }

// Uint reads a whole number from 0.
func (r *NoteReader) Uint() uint64 { return r.uint() }

// Int reads a whole number.
func (r *NoteReader) Int() int64 { return r.int() }

// Text reads a text.
func (r *NoteReader) Text() string { return r.string() }

// Score reads a score.
func (r *NoteReader) Score() trees.Score { return r.score() }

// Opt reads a score that may be missing.
func (r *NoteReader) Opt() trees.Opt { return r.opt() }

// Value reads a value.
func (r *NoteReader) Value() (v trees.Vector) {
	for i := range r.width {
		v[i] = r.score()
	}
	return v
}

// Nodes reads a list of nodes.
func (r *NoteReader) Nodes() []int32 { return r.nodes([]int32{}, 0) }
