package trace

import (
	"strings"

	"espalier/trees"
)

// This file writes the sentence of a backup: the child's value for the player who
// moves, and whether this value is better than the best value so far.

func (x *Explainer) backup(s *Sentence, e *Event) {
	mover := x.Mover(e)
	switch {
	case !e.HasValue && x.Kind == trees.Path:
		x.Write(s, e, "no path through %n is better than the best so far.", e.Child)
	case !e.HasValue && e.HasBest:
		x.Write(s, e, "%n returned no value. %n keeps %v.", e.Child, e.Node, &e.Best)
	case !e.HasValue:
		x.Write(s, e, "%n returned no value, and %n has none yet.", e.Child, e.Node)
	case e.Chance:
		x.chanceBackup(s, e)
	case x.Kind == trees.Path:
		x.costBackup(s, e)
	case mover == 0 && e.Improved:
		x.Write(s, e, "%n gives %n its best value so far: %v.", e.Child, e.Node, &e.Value)
	case mover == 0:
		x.Write(s, e, "%n gives %v, which is not better. %n keeps %v.", e.Child, &e.Value, e.Node, &e.Best)
	case e.Questions != GuessedWindows && e.question() != notAsked:
		x.questionBackup(s, e, mover)
	case e.About > 0:
		x.sidesBackup(s, e, mover)
	default:
		x.maxnBackup(s, e, mover)
	}
}

// Chooses reports whether the event is a backup of a value among which a mover chooses.
func (x *Explainer) Chooses(e *Event) bool {
	return e.Type == Backup && e.HasValue && !e.Chance && x.Kind != trees.Path
}

// fromZero reports whether 0 is the least score of every player.
func (x *Explainer) fromZero() bool {
	if x.Tree == nil {
		return true
	}
	least, known := x.Tree.Minima()
	return known && least == trees.Vector{}
}

func (x *Explainer) maxnBackup(s *Sentence, e *Event, mover int) {
	got, best := e.Value[mover-1], e.Best[mover-1]
	switch {
	case e.Improved && x.MaxSum.Given && e.Players > 1:
		x.Write(s, e, "%p gets %s from %n, %t at %n. So %p gets at least %s there, and ",
			mover, got, e.Child, x.Compared(e, "most"), e.Node, mover, got)
		switch {
		case e.Players == 2:
			x.Write(s, e, "%p at most ", 3-mover)
		case x.fromZero():
			s.Add("each other player at most ")
		default: // another player can get more if a third one has less than 0
			s.Add("the others together at most ")
		}
		x.subtract(s, e, x.MaxSum.Score, Term{Score: got})
		s.Add(".")
	case e.Improved:
		x.Write(s, e, "%p gets %s from %n, %t. The best value at %n is now %v.", mover, got, e.Child, x.Compared(e, "most"), e.Node, &e.Best)
	case got == best:
		x.Write(s, e, "%p also gets %s from %n. In a tie the leftmost child wins, so %n keeps %v.", mover, got, e.Child, e.Node, &e.Best)
	default:
		x.Write(s, e, "%p gets %s from %n, less than %s. %n keeps %v.", mover, got, e.Child, best, e.Node, &e.Best)
	}
}

// sidesBackup is for two-sided searches: one side maximises the score of one
// player, the other side minimises the same score.
func (x *Explainer) sidesBackup(s *Sentence, e *Event, mover int) {
	side := about(e)
	got, best := e.Value[side-1], e.Best[side-1]
	gets := "%p gets %s from %n"
	args := []any{mover, got, e.Child}
	end, word := "α", "most"
	held := e.Alpha
	if mover != side {
		gets = "%p holds %p to %s through %n"
		args = []any{mover, side, got, e.Child}
		end, word, held = "β", "least", e.Beta
	}
	switch {
	case x.exactChild(e):
		if mover != side && !e.Improved && got > best {
			x.Write(s, e, "%n gives %p %s, which is no better for %p. %n keeps %s.", e.Child, side, got, mover, e.Node, best)
			return
		}
	case mover == side && (!e.Improved && got < best || e.Alpha.Given && got < e.Alpha.Score):
		gets = "%p gets at most %s from %n"
	case mover != side && !e.Improved && got > best:
		x.Write(s, e, "%n gives %p at least %s, which is no better for %p. %n keeps %s.", e.Child, side, got, mover, e.Node, best)
		return
	}
	if !e.Improved && got == best {
		gets = strings.Replace(strings.Replace(gets, " gets ", " also gets ", 1), " holds ", " also holds ", 1)
	}
	x.Write(s, e, gets, args...)
	switch {
	case e.Improved && e.Window && held.Given && held.Score == got:
		x.Write(s, e, ", %t at %n: %t is %s.", x.Compared(e, word), e.Node, end, got)
	case e.Improved:
		x.Write(s, e, ", %t at %n.", x.Compared(e, word), e.Node)
	case got == best:
		x.Write(s, e, ". In a tie the leftmost child wins, so %n keeps %s.", e.Node, best)
	default:
		x.Write(s, e, ", which is no better. %n keeps %s.", e.Node, best)
	}
}

// exactChild reports whether the child's value cannot be a bound: the search has
// no window, or the child is a leaf.
func (x *Explainer) exactChild(e *Event) bool {
	return !e.Window || x.Tree != nil && x.Tree.IsLeaf(int(e.Child))
}

func (x *Explainer) costBackup(s *Sentence, e *Event) {
	switch {
	case e.Improved:
		x.Write(s, e, "through %n a path costs %v, %t at %n.", e.Child, &e.Value, x.Compared(e, "least"), e.Node)
	case e.Value[0] == e.Best[0]:
		x.Write(s, e, "through %n a path also costs %v. In a tie the leftmost child wins at %n.", e.Child, &e.Value, e.Node)
	default:
		x.Write(s, e, "through %n every path costs at least %v. %n keeps %v.", e.Child, &e.Value, e.Node, &e.Best)
	}
}

// Compared describes an improved value: it is the first value, or the most (or
// least) so far.
func (x *Explainer) Compared(e *Event, word string) string {
	if x.Tree != nil && x.Tree.Kids(int(e.Node))[0] == e.Child {
		return "the first value"
	}
	return "the " + word + " so far"
}

// Mover returns the mover at the node of a backup: from the tree, or from a
// bound that the node holds; 0 if neither is known.
func (x *Explainer) Mover(e *Event) int {
	if x.Tree != nil {
		return x.Tree.Mover(int(e.Node))
	}
	for p := range e.Bounds[:e.Players] {
		if b := &e.Bounds[p]; b.Given && b.Node == e.Node {
			return p + 1
		}
	}
	return 0
}
