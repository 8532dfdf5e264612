package trace

import (
	"strconv"

	"espalier/trees"
)

// Expects is a note of a Backup or an Exit (αβ*): what the opponent expects, by a search of its own.
type Expects struct {
	BareNote
	Player int         // the opponent
	Child  trees.Opt   // at the child of a Backup
	Best   trees.Score // at the node, as far as it is searched
}

var expectsKind = &NoteKind{bit: 32, read: func(r *NoteReader) Note {
	return &Expects{Player: int(r.Uint()), Child: r.Opt(), Best: r.Score()}
}}

// Kind returns the kind of an Expects.
func (o *Expects) Kind() *NoteKind { return expectsKind }

// Clone returns a copy.
func (o *Expects) Clone() Note { return &Expects{Player: o.Player, Child: o.Child, Best: o.Best} }

// Write writes the opponent and the two scores.
func (o *Expects) Write(w *NoteWriter) {
	w.Uints(uint64(o.Player))
	w.Opt(o.Child)
	w.Score(o.Best)
}

// AppendJSON appends the member expects.
func (o *Expects) AppendJSON(b []byte, e *Event) []byte {
	b = appendInt(append(b, `,"expects":{"player":`...), o.Player)
	b = AppendOpt(append(b, `,"child":`...), o.Child, e.unit())
	return append(AppendScore(append(b, `,"best":`...), o.Best, e.unit()), '}')
}

// Change shows the value of a node until now, which is no bound on anyone's score.
func (o *Expects) Change(c *Change, e *Event) bool {
	if e.Type != Backup {
		return false
	}
	if e.Improved {
		c.Best(e.Child)
	}
	c.Text(e.Node, c.SoFar(&e.Best))
	return true
}

// Ties reports a tie of the opponent by what it expects.
func (o *Expects) Ties(mover int, equal bool) bool {
	if mover == o.Player {
		return o.Child.Score == o.Best
	}
	return equal
}

// Explain writes the sentence of a backup or an exit.
func (o *Expects) Explain(x *Explainer, s *Sentence, e *Event, part SentencePart) bool {
	switch {
	case part != WholeSentence:
		return false
	case e.Type == Exit:
		o.explainExit(x, s, e)
	case x.Chooses(e):
		o.explainBackup(x, s, e)
	default:
		return false
	}
	return true
}

// explainBackup is for a backup where the opponent chooses by what it expects, and the player foresees this.
func (o *Expects) explainBackup(x *Explainer, s *Sentence, e *Event) {
	opponent, child, mover := o.Player, o.Child.Score, x.Mover(e)
	switch {
	case mover == 0: // the tree is not built
		x.Write(s, e, "%n gives %v, and %p expects %s there. %n keeps %v.", e.Child, &e.Value, opponent, child, e.Node, &e.Best)
	case mover == opponent && e.Improved:
		x.Write(s, e, "%p expects %s from %n, %t at %n, and would choose it. Then play ends with %v.", opponent, child, e.Child, x.Compared(e, "most"), e.Node, &e.Best)
	case mover == opponent && child == o.Best:
		x.Write(s, e, "%p also expects %s from %n. In a tie the leftmost child wins, so %n keeps %v.", opponent, child, e.Child, e.Node, &e.Best)
	case mover == opponent:
		x.Write(s, e, "%p expects %s from %n, less than %s. %n keeps %v.", opponent, child, e.Child, o.Best, e.Node, &e.Best)
	default:
		got, best := e.Value[mover-1], e.Best[mover-1]
		switch {
		case e.Improved:
			x.Write(s, e, "%p gets %s from %n, %t at %n. ", mover, got, e.Child, x.Compared(e, "most"), e.Node)
		case got == best:
			x.Write(s, e, "%p also gets %s from %n. In a tie the leftmost child wins, so %n keeps %v. ", mover, got, e.Child, e.Node, &e.Best)
		default:
			x.Write(s, e, "%p gets %s from %n, less than %s. %n keeps %v. ", mover, got, e.Child, best, e.Node, &e.Best)
		}
		x.Write(s, e, "%p expects to be left with %s at %n.", opponent, o.Best, e.Node)
	}
}

// explainExit ends the sentence of an exit with what the opponent expects.
func (o *Expects) explainExit(x *Explainer, s *Sentence, e *Event) {
	if e.Exact {
		x.Write(s, e, "%n returns %v, where play ends. %p expects %s.", e.Node, &e.Value, o.Player, o.Best)
		return
	}
	x.Write(s, e, "%n returns %v, which need not be where play ends. So far %p expects %s.", e.Node, &e.Value, o.Player, o.Best)
}

// model says that the opponent expects no more here than at a node above, and will not come here.
func (x *Explainer) model(s *Sentence, e *Event) {
	held, own := e.Terms[0], e.Terms[1]
	x.Cut(s, e, ": ")
	x.Write(s, e, "%p will not come to %n. It expects at most %s here, %t the %s at %n.", held.Player, e.Node, own.Score, lessOrEqual(own.Score, held.Score), held.Score, held.Node)
}

// model compares what the opponent expects here with what it expects above.
func (c *Certificate) model(t *trees.Tree, e *Event) {
	held, own := e.Terms[0], e.Terms[1]
	score := e.text(own.Score)
	c.Who, c.Sum = "player "+strconv.Itoa(held.Player)+" expects", e.text(held.Score)
	c.Limit = "≥ " + score + ", the most it expects at " + nodeName(t, e.Node)
	c.Short = c.Sum + " ≥ " + score
	if held.Score == own.Score {
		c.Tie = "A tie: the opponent expects no more here. In a tie the leftmost child wins."
	}
}

// modelSum says that what the opponent expects leaves the player too little.
func (x *Explainer) modelSum(s *Sentence, e *Event) {
	above, own := e.Terms[0], e.Terms[1]
	x.Cut(s, e, ": ")
	x.Write(s, e, "%p has no use for %n. %p expects at least %s here, so %p gets at most ", above.Player, e.Node, own.Player, own.Score, above.Player)
	left := x.subtract(s, e, e.Limit.Score, own)
	x.Write(s, e, ", %t the %s at %n.", lessOrEqual(left, above.Score), above.Score, above.Node)
}
