package checks

import "fmt"

// This file has two things that are judged of the run as a whole. After a mistake the program goes on with values and
// windows that a right search would not have, and what it visits and cuts then may be right for those: such a claim is
// counted, and not made. And a run may cut where a bound is met, or only where it is exceeded, but not the one here and
// the other there.

// A doubt is whether what the run holds at an open node may follow from a mistake.
type doubt struct {
	above bool // its window
	below bool // the value of a child, or which children it has visited
}

func (f *frame) doubtful() bool { return f.doubt.above || f.doubt.below }

// isFollowOn reports whether a mistake about the children of an open node may follow from an earlier one, and counts it.
func (c *checker) isFollowOn(f *frame) bool {
	if c.claimsAll || !f.doubtful() {
		return false
	}
	c.report.Follow++
	return true
}

// atEquals is what a run does where α and β are equal.
type atEquals struct {
	cut int // the first event with a cut; None: there is none
	on  int // how often it goes on
}

// isEqual reports whether the best of an open node meets the other end of its window, and does not exceed it.
func (c *checker) isEqual(f *frame) bool {
	return c.windowed && c.judged && f.has && c.nodes[f.node].mover > 0 && !f.win.vague && !c.remembers() && !c.atLimit(f) && c.outside(f, &f.win) == 0
}

// isPoint reports whether the ends of a window are equal: a bound was met above, and the run went on.
func (w *window) isPoint() bool {
	return !w.vague && w.alpha.is && w.beta.is && !w.alpha.next && !w.beta.next && w.alpha.score == w.beta.score
}

// goesOn says where a run cuts that goes on elsewhere.
func (c *checker) goesOn() string {
	where := "at " + c.name(c.run.Events[c.mixed].Node)
	if line := c.run.ProgramLine(c.mixed); line > 0 {
		where = fmt.Sprintf("at line %d", line)
	}
	return " The bound is met: the search goes on here, but it cuts " + where + "."
}

// A scene is what is known of the node whose call has made a mistake about which children are visited, and with which
// window.
type scene struct {
	node int32
	win  window // that the path gives, for what is passed on with the best of the node
	best bound  // of the mover
	beta bool   // the mistake is about β, and not about α
	max  bool   // the mover makes values large
}

func (c *checker) sceneOf(f *frame) *scene {
	if !c.windowed || c.nodes[f.node].mover == 0 {
		return nil
	}
	return &scene{node: f.node, win: f.win, best: bound{score: c.windowScore(&f.best), is: f.has}, max: c.holdsAlpha(f.node)}
}

func (c *checker) sceneOfCut(cut *cutMade) *scene {
	node := c.run.Events[cut.seq].Node
	if !c.windowed || c.nodes[node].mover <= 0 || c.run.Nodes[node].Chance {
		return nil
	}
	return &scene{node: node, win: cut.win, best: bound{score: cut.value, is: cut.has}, max: c.holdsAlpha(node)}
}
