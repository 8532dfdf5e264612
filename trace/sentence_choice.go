package trace

import "espalier/trees"

// This file writes the sentences of the decision rules: why a search follows one of them, and
// what their movers choose.

// regime ends the sentence of a start with the rule that the search chose at its root.
func (x *Explainer) regime(s *Sentence, e *Event, r *Regime) {
	switch {
	case r.Second == 0 && r.Target == r.Leader && r.Standing != (trees.Vector{}):
		x.appendf(s, e, ": %p attacks %p, the leader of the others by the estimated scores %v.", r.Player, r.Target, &r.Standing)
		return
	case r.Second == 0:
		x.appendf(s, e, ": %p attacks %p.", r.Player, r.Target)
		return
	}
	name := "T_d"
	if r.Leader != r.Player {
		name = "T_o"
	}
	than := "less than"
	if r.Reached {
		than = "at least"
	}
	x.appendf(s, e, ": by the estimated scores %v %p leads %p by %s, %t %t = %s. ", &r.Standing, r.Leader, r.Second, r.Lead, than, name, r.Threshold.Score)
	switch {
	case r.Target > 0:
		x.appendf(s, e, "so %p attacks %p: the rule is %t.", r.Player, r.Target, r.Name)
	case r.Reached:
		x.appendf(s, e, "so %p expects all others to attack: the rule is %t.", r.Player, r.Name)
	default:
		x.appendf(s, e, "so the rule is %t.", r.Name)
	}
}

// oneReply says why an opponent may not choose: another one has replied.
func (x *Explainer) oneReply(s *Sentence, e *Event) {
	if e.Choice == nil {
		x.cut(s, e, ".")
		return
	}
	x.cut(s, e, ". ")
	if r := e.Choice.Reply; x.moverAt(e.Node) == r.Player {
		x.appendf(s, e, "%p has replied at %n, so the first move is played here.", r.Player, r.Node)
	} else {
		x.appendf(s, e, "%p has replied at %n, and only one opponent may reply, so the first move is played here.", r.Player, r.Node)
	}
}

// leastBackup is for a mover who makes the score of another player as small as possible.
func (x *Explainer) leastBackup(s *Sentence, e *Event, mover int) {
	target := e.least()
	got, best := e.Value[target-1], e.Best[target-1]
	if mover == 0 { // the tree is not built
		x.appendf(s, e, "%n leaves %p with %s", e.Child, target, got)
	} else {
		x.appendf(s, e, "%p leaves %p with %s through %n", mover, target, got, e.Child)
	}
	switch {
	case e.Improved:
		x.appendf(s, e, ", %t at %n. The value of %n is now %v.", x.compared(e, "least"), e.Node, e.Node, &e.Best)
	case got == best:
		x.appendf(s, e, ", as much as before. In a tie the leftmost child wins, so %n keeps %v.", e.Node, &e.Best)
	default:
		x.appendf(s, e, ", more than %s. %n keeps %v.", best, e.Node, &e.Best)
	}
}
