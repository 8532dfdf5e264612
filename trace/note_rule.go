package trace

// An OwnRule is a note of the Done of a decision rule: the value is that of the rule, which is what an exhaustive search
// is compared with. It has no member in JSON.
type OwnRule struct{ BareNote }

var ownRuleKind = &NoteKind{read: func(*NoteReader) Note { return &OwnRule{} }}

// Kind returns the kind of an OwnRule.
func (o *OwnRule) Kind() *NoteKind { return ownRuleKind }

// Clone returns the note.
func (o *OwnRule) Clone() Note { return o }
