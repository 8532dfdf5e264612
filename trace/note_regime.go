package trace

import (
	"strconv"

	"espalier/trees"
)

// A Regime is a note of a Start (MP-Mix, directed offensive): the rule that a search chose at its root, and why.
type Regime struct {
	BareNote
	Rule     string       // the id of the algorithm whose rule it is
	Name     string       // its name in sentences
	Player   int          // who moves at the root; 1 where chance does
	Standing trees.Vector // the estimated scores at the root
	Leader   int          // who has the largest; among equals the first
	Second   int          // who has the largest of all others
	Lead     trees.Score  // the difference
	// Threshold is T_d if the root player leads, T_o if another does; not given: there is none.
	Threshold trees.Opt
	Reached   bool // the lead is the threshold or more
	Target    int  // whom the root player attacks; 0: nobody
}

var regimeKind = &NoteKind{bit: 1, read: readRegime}

// Kind returns the kind of a Regime.
func (r *Regime) Kind() *NoteKind { return regimeKind }

// Clone returns a copy.
func (r *Regime) Clone() Note {
	c := *r
	return &c
}

// Write writes the rule. Clients have its name by its id.
func (r *Regime) Write(w *NoteWriter) {
	if w.Text(r.Rule); !w.Clients() {
		w.Text(r.Name)
	}
	w.Value(&r.Standing)
	w.Uints(uint64(r.Player), uint64(r.Leader), uint64(r.Second), uint64(r.Target))
	w.Score(r.Lead)
	w.Opt(r.Threshold)
	w.Bool(r.Reached)
}

func readRegime(u *NoteReader) Note {
	r := &Regime{Rule: u.Text(), Name: u.Text(), Standing: u.Value()}
	for _, player := range [...]*int{&r.Player, &r.Leader, &r.Second, &r.Target} {
		*player = int(u.Uint())
	}
	r.Lead, r.Threshold, r.Reached = u.Score(), u.Opt(), u.Bool()
	return r
}

// AppendJSON appends the member regime.
func (r *Regime) AppendJSON(b []byte, e *Event) []byte {
	b = appendString(append(b, `,"regime":{"rule":`...), r.Rule)
	b = AppendValue(append(b, `,"standing":`...), &r.Standing, e.unit(), e.Width, e.Scalar)
	b = appendInt(append(b, `,"player":`...), r.Player)
	b = appendInt(append(b, `,"leader":`...), r.Leader)
	b = appendInt(append(b, `,"second":`...), r.Second)
	b = AppendScore(append(b, `,"lead":`...), r.Lead, e.unit())
	b = AppendOpt(append(b, `,"threshold":`...), r.Threshold, e.unit())
	b = strconv.AppendBool(append(b, `,"reached":`...), r.Reached)
	b = appendInt(append(b, `,"target":`...), r.Target)
	return append(b, '}')
}

// Explain ends the sentence of a start with the rule.
func (r *Regime) Explain(x *Explainer, s *Sentence, e *Event, part SentencePart) bool {
	if part != StartReason {
		return false
	}
	switch {
	case r.Second == 0 && r.Target == r.Leader && r.Standing != (trees.Vector{}):
		x.Write(s, e, ": %p attacks %p, the leader of the others by the estimated scores %v.", r.Player, r.Target, &r.Standing)
		return true
	case r.Second == 0:
		x.Write(s, e, ": %p attacks %p.", r.Player, r.Target)
		return true
	}
	name := "T_d"
	if r.Leader != r.Player {
		name = "T_o"
	}
	than := "less than"
	if r.Reached {
		than = "at least"
	}
	x.Write(s, e, ": by the estimated scores %v %p leads %p by %s, %t %t = %s. ", &r.Standing, r.Leader, r.Second, r.Lead, than, name, r.Threshold.Score)
	switch {
	case r.Target > 0:
		x.Write(s, e, "so %p attacks %p: the rule is %t.", r.Player, r.Target, r.Name)
	case r.Reached:
		x.Write(s, e, "so %p expects all others to attack: the rule is %t.", r.Player, r.Name)
	default:
		x.Write(s, e, "so the rule is %t.", r.Name)
	}
	return true
}
