package engine

import "espalier/trace"

// An OwnRule is a note of the Done of a decision rule: the value is that of the rule, which is what an exhaustive search
// is compared with. It has no member in JSON.
type OwnRule struct{ trace.BareNote }

var ownRuleKind = trace.NewNoteKind("own-rule", func(*trace.NoteReader) trace.Note { return &OwnRule{} })

// Kind returns the kind of an OwnRule.
func (o *OwnRule) Kind() *trace.NoteKind { return ownRuleKind }

// Clone returns the note.
func (o *OwnRule) Clone() trace.Note { return o }
