package engine

import (
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/games"
)

// Quiescence (option quiescence): a search with a depth limit does not stop at an unstable position.
//
// C. Shannon, "Programming a computer for playing chess", Philosophical Magazine 41 (1950), section 3:
// an evaluation is meant for positions that are relatively quiescent; D. Beal, "A generalised
// quiescence search algorithm", Artificial Intelligence 43 (1990).
//
//	d  the depth limit: option depth, or the present depth of iterative deepening
//	q  the most plies below d: option quiescence
//
// The tree that is searched: a position at ply d or below is on the frontier if it is stable, or
// at ply d + q. At every other position all moves are searched, not only those that change much.
// So there is no stand-pat: a mover cannot refuse to move and take the static value. With two
// players a program needs it where it leaves out quiet moves, since one of these may be best. In
// max^n a static value would be a bound on the mover's score alone, and nothing follows from it for
// the others. Therefore each algorithm returns here the value that it returns on the tree which is
// cut off at this frontier, and cuts by the same rules.
//
// Needs: positions that are trees.Settled, and a depth limit.

// MaxQuiescence is the most plies that quiescence adds. A trick of six players needs five.
const MaxQuiescence = 64

// setQuiescence prepares the option, before the first position is searched.
func (r *Run) setQuiescence() {
	if r.Quiescence > 0 {
		r.settled, _ = r.Pos.(trees.Settled)
	}
}

// deepest returns the largest ply that the search can reach.
func (r *Run) deepest() int {
	plies := min(r.Pos.Height(), r.Limit)
	if r.settled != nil {
		plies = min(r.Pos.Height(), plies+r.Quiescence)
	}
	return plies
}

// Stops reports whether the search stops at the current position, which is at the given ply and has
// moves.
func (r *Run) Stops(ply int32) bool {
	return int(ply) >= r.Limit && (r.settled == nil || !r.goesOn(ply))
}

// goesOn reports whether the search goes on at the current position, at the depth limit or below.
func (r *Run) goesOn(ply int32) bool {
	return int(ply) < min(r.Limit+r.Quiescence, len(r.Frames)-2) && r.settled.Unstable() != trees.Stable
}

// Extends reports for the node of f, which is a leaf or at the depth limit or below, whether the
// search goes on, and counts the node if so.
func (r *Run) Extends(f *Frame) bool {
	if r.settled == nil || f.Moves <= 0 || !r.goesOn(f.Ply) {
		return false
	}
	r.Stats.Extended++
	return true
}

// setUnstable sets why the node that is entered, at the depth limit or below, is unstable.
func (r *Run) setUnstable(e *trace.Event) {
	if why := r.settled.Unstable(); why != trees.Stable {
		r.unstable.Why = why
		e.AddNote(&r.unstable)
	}
}

// checkQuiescence requires a depth limit, and positions that say whether they are stable.
func checkQuiescence(_ *Algorithm, p *Problem, o *Options) error {
	_, settled := p.Pos.(trees.Settled)
	switch {
	case o.Quiescence < 0 || o.Quiescence > MaxQuiescence:
		return Refuse("options.quiescence", "%d is not between 0 and %d, the number of plies below the depth limit", o.Quiescence, MaxQuiescence)
	case p.Tree != nil && !p.Tree.SaysUnstable():
		return Refuse("options.quiescence", "the nodes of this tree do not say whether they are stable, as those of some games do; leave the option out")
	case !settled:
		return Refuse("options.quiescence", "the positions of %s do not say whether they are stable; those of %s do; leave the option out", p.Source(), settledGames())
	case !o.HasDepth && !o.Deepening:
		return Refuse("options.quiescence", "it goes on below a depth limit, and there is none; give depth, too")
	}
	return nil
}

// settledGames lists the games whose positions say whether they are stable.
func settledGames() string {
	var ids []string
	for _, g := range games.Games() {
		if g.Unstable != "" {
			ids = append(ids, g.ID)
		}
	}
	return trees.InWords(ids)
}

// OnFrontier reports whether a search of the tree from root may stop at an inner node. Without
// quiescence these are all nodes at the depth.
func (o *Options) OnFrontier(t *trees.Tree, root, n int) bool {
	switch plies := t.Level(n) - t.Level(root); {
	case !o.HasDepth || plies < o.Depth || plies > o.Depth+o.Quiescence:
		return false
	case plies == o.Depth+o.Quiescence:
		return true
	default:
		return t.Unstable(n) == trees.Stable
	}
}

// An Unstable is a note of an Enter at the depth limit or below (option quiescence): why the node is unstable. The search
// goes on there if the event has a Player or is of a chance node; else the limit of quiescence is reached.
type Unstable struct {
	trace.BareNote
	Why trees.Instability
}

var unstableKind = trace.NewNoteKind("unstable", func(r *trace.NoteReader) trace.Note { return &Unstable{Why: trees.Instability(r.Byte())} })

// Kind returns the kind of an Unstable.
func (u *Unstable) Kind() *trace.NoteKind { return unstableKind }

// Clone returns a copy.
func (u *Unstable) Clone() trace.Note { return &Unstable{Why: u.Why} }

// Write writes the reason, for clients as a word.
func (u *Unstable) Write(w *trace.NoteWriter) {
	if w.Clients() {
		w.Text(u.Why.String())
	} else {
		w.Byte(byte(u.Why))
	}
}

// AppendJSON appends the member unstable.
func (u *Unstable) AppendJSON(b []byte, _ *trace.Event) []byte {
	return append(append(append(b, `,"unstable":"`...), u.Why.String()...), '"')
}

// goesOn reports whether the node is searched on.
func (u *Unstable) goesOn(e *trace.Event) bool { return e.Player > 0 || e.Chance }

// Count counts a node that is searched on.
func (u *Unstable) Count(s *trace.Stats, e *trace.Event) {
	if u.goesOn(e) {
		s.Extended++
	}
}

// Explain writes whether the search goes on at the depth limit.
func (u *Unstable) Explain(x *trace.Explainer, s *trace.Sentence, e *trace.Event, part trace.SentencePart) bool {
	switch {
	case part == trace.AtDepthLimit:
		s.Add(" of quiescence, though " + u.Why.Reason())
	case part == trace.AfterMove && u.goesOn(e):
		s.Add(". ")
		x.Write(s, e, "the depth limit is reached, but %n is unstable, since %t: it is searched on", e.Node, u.Why.Reason())
	default:
		return false
	}
	return true
}
