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

// othersPass says why an opponent passes: another one has replied.
func (x *Explainer) othersPass(s *Sentence, e *Event) {
	if e.Choice == nil {
		x.cut(s, e, ".")
		return
	}
	x.cut(s, e, ". ")
	switch r, mover := e.Choice.Reply, x.moverAt(e.Node); mover {
	case 0: // the tree is not built
		x.appendf(s, e, "%p has replied at %n, and only one opponent may reply: the others pass.", r.Player, r.Node)
	case r.Player:
		x.appendf(s, e, "%p has replied at %n, and passes here.", r.Player, r.Node)
	default:
		x.appendf(s, e, "%p has replied at %n, and only one opponent may reply: %p passes.", r.Player, r.Node, mover)
	}
}

// lastReply says why an opponent may not pass: nobody else is left to reply.
func (x *Explainer) lastReply(s *Sentence, e *Event) {
	if e.Choice == nil {
		x.cut(s, e, ".")
		return
	}
	x.cut(s, e, ". ")
	x.appendf(s, e, "One opponent has to reply, and after %p nobody can: %p does not pass.", e.Choice.Reply.Player, e.Choice.Reply.Player)
}

// modelBackup is for a backup where the opponent chooses by what it expects, and the player foresees this.
func (x *Explainer) modelBackup(s *Sentence, e *Event, mover int) {
	expects := e.Choice.Expects
	opponent, child := expects.Player, expects.Child.Score
	switch {
	case mover == 0: // the tree is not built
		x.appendf(s, e, "%n gives %v, and %p expects %s there. %n keeps %v.", e.Child, &e.Value, opponent, child, e.Node, &e.Best)
	case mover == opponent && e.Improved:
		x.appendf(s, e, "%p expects %s from %n, %t at %n, and would choose it. Then play ends with %v.", opponent, child, e.Child, x.compared(e, "most"), e.Node, &e.Best)
	case mover == opponent && child == expects.Best:
		x.appendf(s, e, "%p also expects %s from %n. In a tie the leftmost child wins, so %n keeps %v.", opponent, child, e.Child, e.Node, &e.Best)
	case mover == opponent:
		x.appendf(s, e, "%p expects %s from %n, less than %s. %n keeps %v.", opponent, child, e.Child, expects.Best, e.Node, &e.Best)
	default:
		got, best := e.Value[mover-1], e.Best[mover-1]
		switch {
		case e.Improved:
			x.appendf(s, e, "%p gets %s from %n, %t at %n. ", mover, got, e.Child, x.compared(e, "most"), e.Node)
		case got == best:
			x.appendf(s, e, "%p also gets %s from %n. In a tie the leftmost child wins, so %n keeps %v. ", mover, got, e.Child, e.Node, &e.Best)
		default:
			x.appendf(s, e, "%p gets %s from %n, less than %s. %n keeps %v. ", mover, got, e.Child, best, e.Node, &e.Best)
		}
		x.appendf(s, e, "%p expects to be left with %s at %n.", opponent, expects.Best, e.Node)
	}
}

// modelExit ends the sentence of an exit with what the opponent expects.
func (x *Explainer) modelExit(s *Sentence, e *Event) {
	if e.Exact {
		x.appendf(s, e, "%n returns %v, where play ends. %p expects %s.", e.Node, &e.Value, e.Choice.Expects.Player, e.Choice.Expects.Best)
		return
	}
	x.appendf(s, e, "%n returns %v, which need not be where play ends. So far %p expects %s.", e.Node, &e.Value, e.Choice.Expects.Player, e.Choice.Expects.Best)
}

// model says that the opponent expects no more here than at a node above, and will not come here.
func (x *Explainer) model(s *Sentence, e *Event) {
	held, own := e.Terms[0], e.Terms[1]
	x.cut(s, e, ": ")
	x.appendf(s, e, "%p will not come to %n. It expects at most %s here, %t the %s at %n.", held.Player, e.Node, own.Score, lessOrEqual(own.Score, held.Score), held.Score, held.Node)
}

// modelSum says that what the opponent expects leaves the player too little.
func (x *Explainer) modelSum(s *Sentence, e *Event) {
	above, own := e.Terms[0], e.Terms[1]
	x.cut(s, e, ": ")
	x.appendf(s, e, "%p has no use for %n. %p expects at least %s here, so %p gets at most ", above.Player, e.Node, own.Player, own.Score, above.Player)
	left := x.subtract(s, e, e.Limit.Score, own)
	x.appendf(s, e, ", %t the %s at %n.", lessOrEqual(left, above.Score), above.Score, above.Node)
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

// stillUnstable returns the end of a sentence about a node at the depth limit that is not searched on
// though it is unstable; "" for another.
func stillUnstable(e *Event) string {
	if e.Choice == nil || e.Choice.Unstable == trees.Stable {
		return ""
	}
	return " of quiescence, though " + e.Choice.Unstable.Reason()
}
