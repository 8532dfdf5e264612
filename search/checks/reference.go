package checks

import (
	"fmt"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trace/program"
)

// maxReference is the most nodes of a run that is held against its reference.
const maxReference = 100_000

// reference runs the algorithm on the tree of the run, and finds the first event at which the two
// differ: which node comes next, or whether the rest is cut.
func (c *checker) reference() {
	r := c.run
	if c.algorithm == nil || len(r.Nodes) == 0 || len(r.Nodes) > maxReference || c.unplaced() {
		return
	}
	if c.infinite && (c.model.mixes || c.hasChance()) {
		return // no engine averages infinite values
	}
	inf, err := r.InferWithWins()
	if err != nil {
		return
	}
	p := engine.OnTree(inf.Tree, 0)
	options := optionsOf(&c.with)
	by := c.algorithm
	if r.Reduced {
		by = algorithms.OnTwoSides(by)
	}
	if by.Check(&p, options) != nil {
		return
	}
	at := 0
	// A cut that skips nothing new is compared only where the reference cuts, too: all children may
	// have been probed.
	skip := func(prunes int32) { // to the next line that is compared
		for at < len(r.Events) {
			if e := &r.Events[at]; e.Type == program.Enter || e.Type == program.Leaf || e.Type == program.Prune && (e.Skips > 0 || prunes == e.Node) {
				return
			}
			at++
		}
	}
	names := func(n int32) string {
		if of := inf.Of[n]; of != program.None {
			return c.name(of)
		}
		return inf.Tree.Name(int(n))
	}
	visited := make([]bool, inf.Tree.Len())
	x := trace.NewExplainer(inf.Tree, engine.SpokenName(c.algorithm), c.algorithm.SoundWith(options))
	differs, ended := false, false
	_, err = by.Run(c.ctx, p, options, func(e *trace.Event) {
		switch e.Type {
		case trace.Enter, trace.Leaf, trace.Prune:
		default:
			return
		}
		if e.Type == trace.Enter && inf.Tree.IsLeaf(int(e.Node)) {
			if _, known := inf.Tree.Value(int(e.Node)); known {
				return // its leaf event follows
			}
		}
		if e.Type != trace.Prune && !visited[e.Node] {
			visited[e.Node] = true
			c.report.Visits.Reference++
		}
		if differs || ended {
			return
		}
		prunes := int32(program.None)
		if e.Type == trace.Prune {
			prunes = inf.Of[e.Node]
		}
		skip(prunes)
		for at < len(r.Events) && r.Events[at].Implied && r.Events[at].Node != prunes && inf.Tree.Parent(int(e.Node)) != int(inf.Node[r.Events[at].Node]) {
			at++ // both have left the node, with children that neither has visited
			skip(prunes)
		}
		if at == len(r.Events) {
			if !r.Complete {
				ended = true
				return
			}
			differs = true
			c.report.First = Difference{Line: int(r.Events[at-1].Line), Text: fmt.Sprintf("The run ends here. %s goes on: %s", c.algorithm.Name, c.explained(x.Explain(e), inf))}
			return
		}
		mine := &r.Events[at]
		same := inf.Node[mine.Node] == e.Node && (mine.Type == program.Prune) == (e.Type == trace.Prune)
		if same {
			at++
			return
		}
		differs = true
		did := ""
		switch mine.Type {
		case program.Prune:
			did = fmt.Sprintf("The run cuts the rest of the children of %s.", c.name(mine.Node))
		case program.Leaf:
			did = fmt.Sprintf("The run visits the leaf %s.", c.name(mine.Node))
		default:
			did = fmt.Sprintf("The run enters %s.", c.name(mine.Node))
		}
		should := fmt.Sprintf("%s visits %s.", c.algorithm.Name, names(e.Node))
		if e.Type == trace.Prune {
			should = fmt.Sprintf("%s cuts: %s", c.algorithm.Name, c.explained(x.Explain(e), inf))
		}
		c.report.First = Difference{Line: int(mine.Line), Text: did + " " + should}
	})
	if err != nil || !r.Complete || c.algorithm.Judged != engine.ByModel {
		c.report.Visits = Visits{}
	} else {
		for i := range r.Nodes {
			if r.Nodes[i].Visited {
				c.report.Visits.Run++
			}
		}
	}
	if engine.EndedByEngine(err) {
		err = nil // it has met a leaf that the run has not seen
	}
	for skip(program.None); at < len(r.Events) && r.Events[at].Implied; skip(program.None) {
		at++
	}
	if err == nil && !differs && at < len(r.Events) {
		differs = true
		c.report.First = Difference{Line: int(r.Events[at].Line), Text: fmt.Sprintf("%s has ended here, or needs a leaf that the run has not seen.", c.algorithm.Name)}
	}
	c.follows = err == nil && !differs
}

// otherRules says so if the cuts of the algorithm are not judged one by one. A run that does the
// same as its reference needs no such judgement.
func (c *checker) otherRules() {
	switch {
	case c.algorithm == nil || len(c.run.Events) == 0:
		return
	case c.algorithm.Judged == engine.NotJudged:
		c.add(0, c.run.Events[0].Node, Undecided, false, "What %s does is not judged.", engine.SpokenName(c.algorithm))
		return
	case c.follows || c.algorithm.Judged == engine.ByValues:
		return
	}
	for _, cut := range c.cutsMade {
		if !cut.known {
			why := fmt.Sprintf("whether %s cuts here is not judged from the run alone", c.algorithm.Name)
			if c.report.First.Line > 0 {
				why += "; see where it first differs from the reference"
			}
			c.undecided(cut.seq, why)
			return
		}
	}
	if !c.judged && len(c.cutsMade) == 0 && c.report.First.Line > 0 && c.report.Errors == 0 {
		c.add(len(c.run.Events)-1, 0, Undecided, false, "The run never cuts. Whether %s does is not judged from the run alone; line %d is the first that differs from the reference.", c.algorithm.Name, c.report.First.Line)
	}
}
