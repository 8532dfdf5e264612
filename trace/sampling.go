package trace

import (
	"strconv"

	"espalier/trees"
)

// This file is about searches that take samples: their members of an event, the packed forms,
// the JSON and the sentences. Each sample enters the root, goes down a path, evaluates its last
// node, and goes back up.

// DrawHow says how a sample came to a node.
type DrawHow uint8

const (
	NotDrawn   DrawHow = iota // it begins at the node
	FirstVisit                // the leftmost child without a visit
	ByUCB                     // the best upper confidence bound
	ByChance                  // a child of a chance node, by its probability
	DrawCount                 // number of ways
)

var drawNames = [DrawCount]string{"", "first", "ucb", "drawn"}

func (h DrawHow) String() string { return drawNames[h] }

// A Draw says why a sample goes on to a child.
type Draw struct {
	How    DrawHow
	Player int // who chooses; 0: chance, or nobody
	// By UCB: the mean score of the child, what is added to it (below 0 for a side that wants
	// less), the child that is next in the order and its sum; Rival is -1 without another child.
	Mean, Bonus trees.Score
	Rival       int32
	RivalUCB    trees.Score
}

// putDraw writes the members of an Enter.
func (p *packer) putDraw(w *[shortRecord]byte, i uint, e *Event) uint {
	i = putUint(w, i, uint64(e.Draw.How)|uint64(e.Draw.Player)<<2)
	if e.Draw.How == NotDrawn {
		return putUint(w, i, uint64(e.Visits))
	}
	if e.Draw.How != ByUCB {
		return i
	}
	i = putScore(w, i, e.Draw.Mean)
	i = putScore(w, i, e.Draw.Bonus)
	i = putNode(w, i, e.Draw.Rival, e.Node)
	return putScore(w, i, e.Draw.RivalUCB)
}

func (u *unpacker) draw(e *Event) {
	how := u.uint()
	e.Draw = Draw{How: DrawHow(how & 3), Player: int(how >> 2), Rival: -1}
	switch e.Draw.How {
	case NotDrawn:
		e.Visits = int(u.uint())
	case ByUCB:
		e.Draw.Mean, e.Draw.Bonus = u.score(), u.score()
		e.Draw.Rival = u.number(e.Node)
		e.Draw.RivalUCB = u.score()
	}
}

// packDraw appends the members of an Enter in the form for clients.
func (p *Packer) packDraw(b []byte, e *Event) []byte {
	b = appendUint(b, uint64(e.Draw.How))
	switch e.Draw.How {
	case NotDrawn:
		return appendUint(b, uint64(e.Visits))
	case ByUCB:
		b = appendUint(b, uint64(e.Draw.Player))
		b = p.score(b, e.Draw.Mean)
		b = p.score(b, e.Draw.Bonus)
		b = p.number(b, e.Draw.Rival)
		return p.score(b, e.Draw.RivalUCB)
	}
	return appendUint(b, uint64(e.Draw.Player))
}

// appendDraw appends the members of an Enter as JSON.
func appendDraw(b []byte, e *Event) []byte {
	if e.Draw.How == NotDrawn {
		return strconv.AppendInt(append(b, `,"sample":`...), int64(e.Visits), 10)
	}
	b = append(append(b, `,"draw":{"how":"`...), drawNames[e.Draw.How]...)
	b = strconv.AppendInt(append(b, `","player":`...), int64(e.Draw.Player), 10)
	if e.Draw.How == ByUCB {
		b = AppendScore(append(b, `,"mean":`...), e.Draw.Mean, e.unit())
		b = AppendScore(append(b, `,"bonus":`...), e.Draw.Bonus, e.unit())
		b = append(b, `,"next":`...)
		if e.Draw.Rival < 0 {
			b = append(b, `null`...)
		} else {
			b = append(b, '{')
			b = strconv.AppendInt(append(b, `"node":`...), int64(e.Draw.Rival), 10)
			b = append(AppendScore(append(b, `,"ucb":`...), e.Draw.RivalUCB, e.unit()), '}')
		}
	}
	return append(b, '}')
}

// appendRollout appends the members of a Leaf as JSON.
func appendRollout(b []byte, e *Event) []byte {
	if e.Plies == 0 {
		return b
	}
	b = strconv.AppendInt(append(b, `,"rollout":{"plies":`...), int64(e.Plies), 10)
	if !e.Implicit {
		b = strconv.AppendInt(append(b, `,"leaf":`...), int64(e.Reached), 10)
	}
	return append(b, '}')
}

// sampled explains an event of a search by samples, and returns false if the event is explained
// as in any search.
func (x *Explainer) sampled(s *Sentence, e *Event) bool {
	if x.explainedBy(s, e, WholeSentence) {
		return true
	}
	switch e.Type {
	case Enter:
		x.enterSampled(s, e)
		x.explainedBy(s, e, AfterDraw)
	case Leaf:
		x.leafSampled(s, e)
	case Backup:
		x.backupSampled(s, e)
	case Exit:
		x.exitSampled(s, e)
	case Done:
		x.doneSampled(s, e)
	default:
		return false
	}
	return true
}

func (x *Explainer) enterSampled(s *Sentence, e *Event) {
	d := &e.Draw
	switch {
	case d.How == NotDrawn:
		x.Write(s, e, "sample %t begins at %n.", strconv.Itoa(e.Visits), e.Node)
	case d.How == ByChance:
		x.Write(s, e, "chance picks %n%t.", e.Node, x.After(e.Node))
	case d.How == FirstVisit:
		x.Write(s, e, "%p tries %n%t for the first time.", d.Player, e.Node, x.After(e.Node))
	case d.Rival < 0:
		x.Write(s, e, "%p goes to %n%t, the only child.", d.Player, e.Node, x.After(e.Node))
	case e.About > 0 && d.Player != e.About:
		x.Write(s, e, "%p wants less for %p and tries %n%t: %s − %s = %s, %t %s of %n.", d.Player, e.About, e.Node, x.After(e.Node),
			d.Mean, -d.Bonus, d.Mean+d.Bonus, comparedTo(d.Mean+d.Bonus < d.RivalUCB, "less than"), d.RivalUCB, d.Rival)
	default:
		x.Write(s, e, "%p tries %n%t: %s + %s = %s, %t %s of %n.", d.Player, e.Node, x.After(e.Node),
			d.Mean, d.Bonus, d.Mean+d.Bonus, comparedTo(d.Mean+d.Bonus > d.RivalUCB, "more than"), d.RivalUCB, d.Rival)
	}
}

// comparedTo returns the words between two numbers. Rounded to hundredths, they may show no
// difference.
func comparedTo(differ bool, words string) string {
	if differ {
		return words + " the"
	}
	return "about the"
}

func (x *Explainer) leafSampled(s *Sentence, e *Event) {
	switch {
	case e.Plies > 0 && !e.Implicit && x.Tree != nil:
		x.Write(s, e, "%n is new. A random game from there ends at %n: %v.", e.Node, e.Reached, &e.Value)
	case e.Plies > 0:
		x.Write(s, e, "%n is new. A random game of %t from there ends with %v.", e.Node, trees.Plural(e.Plies, "move"), &e.Value)
	case x.leaf(e.Node):
		x.Write(s, e, "%n is a leaf: the sample ends with %v.", e.Node, &e.Value)
	default:
		x.Write(s, e, "%n is at the depth limit: the sample ends with its static value %v.", e.Node, &e.Value)
	}
}

func (x *Explainer) backupSampled(s *Sentence, e *Event) {
	x.Write(s, e, "%n was visited %t. The mean is now %v", e.Node, timesOver(e.Visits), &e.Best)
	if e.Improved {
		x.Write(s, e, "%t%n has the most visits", ". ", e.Child)
	}
	s.Add(".")
}

// timesOver returns "once", "twice" or "12 times".
func timesOver(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return strconv.Itoa(n) + " times"
}

func (x *Explainer) exitSampled(s *Sentence, e *Event) {
	x.Write(s, e, "%n returns the sample %v.", e.Node, &e.Value)
}

func (x *Explainer) doneSampled(s *Sentence, e *Event) {
	x.Write(s, e, "after %t the mean at the root is %v, an estimate", trees.Plural(e.Samples, "sample"), &e.Value)
	if len(e.Path) > 1 {
		x.Write(s, e, "%t%n was visited most, %t, and is the choice", ". ", e.Path[1], timesOver(e.Visits))
	}
	if e.Reference == nil || e.Implicit {
		s.Add(".")
		return
	}
	plain := "max^n"
	if e.About > 0 {
		plain = "a search of every node against the coalition"
	}
	x.Write(s, e, "%t%t returns %v.", ". ", plain, &e.Reference.Value)
}
