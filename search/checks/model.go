package checks

import (
	"fmt"
	"math/big"
	"slices"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trace/program"
	"espalier/trees"
)

// This file has what the rules of an algorithm change in what is judged: whose values are right at a
// node, and whether cuts are judged by the values that they could hide or by the rule alone.

// A model says what is judged of a run.
type model struct {
	values  bool // whether a value is what the children give
	cuts    bool // whether what was cut could change the root
	replies bool // only one opponent replies to each move, as in BRS+
	mixes   bool // the value of an opponent's node is an average over models of that player
	weights [engine.ModelCount]int
	windows engine.Windows
}

// readModel sets the model of the run.
func (c *checker) readModel() {
	c.model = model{values: true, cuts: true}
	a := c.algorithm
	if a == nil {
		return
	}
	m := &c.model
	switch a.Judged {
	case engine.NotJudged:
		m.values, m.cuts, c.judged = false, false, false
		c.report.Remarks = append(c.report.Remarks, fmt.Sprintf("There is no model of %s here: neither its cuts nor its values are judged.", engine.SpokenName(a)))
		return
	case engine.ByValues:
		m.cuts, c.judged = false, false
		c.report.Remarks = append(c.report.Remarks, fmt.Sprintf("There is no model of %s here: its values are judged, its cuts are not.", engine.SpokenName(a)))
	}
	m.replies = slices.Contains(c.rules, trace.OneReply)
	if m.mixes = a.Mixes; m.mixes {
		o := optionsOf(&c.with)
		m.weights = engine.ModelWeights(&o)
	}
	if m.replies || m.mixes { // values below a cut can matter by the rule alone
		m.cuts = false
	}
	m.windows = a.Windows
}

// stancesOf returns the stances that a run can have that claims to be an algorithm.
func stancesOf(run *program.Run, a *engine.Algorithm) []engine.Stance {
	given, _ := run.ReadOptions()
	o := optionsOf(&given)
	if t := run.Tree; t != nil && t.Kind == trees.MaxN && t.Players > 1 {
		return []engine.Stance{a.StanceOn(t, &o)}
	}
	root := int8(1)
	if movers := run.Movers(); len(movers) > 0 {
		root = max(movers[0], 1)
	}
	if run.Kind != trees.MaxN || run.Players < 2 {
		return []engine.Stance{{By: a}}
	}
	return a.Stances(run.Players, int(root), &o)
}

// namesOrder reports whether the header of a run names an order of visits.
func namesOrder(run *program.Run) bool {
	o, _ := run.ReadOptions()
	return o.Order != "" && o.Order != engine.GivenOrder.String()
}

// blends reports whether the value of a node is an average of what its children give.
func (c *checker) blends(node int32) bool {
	mover := c.nodes[node].mover
	return mover == 0 || c.model.mixes && int(mover) != c.rootPlayer
}

// mixture returns the average over the models of the player who moves at a node.
func (c *checker) mixture(f *frame) (v trees.Vector, known bool) {
	if len(f.children) == 0 || f.pruned {
		return v, false
	}
	kids := f.children
	if c.run.Tree != nil {
		kids = slices.Clone(kids)
		slices.SortFunc(kids, func(a, b int32) int { return c.run.Number(a) - c.run.Number(b) })
	}
	p, root := int(c.nodes[f.node].mover)-1, c.rootPlayer-1
	means := make([]mean, c.run.Width())
	for m, weight := range c.model.weights {
		if weight == 0 {
			continue
		}
		best := int32(program.None)
		for _, k := range kids {
			if !c.nodes[k].has {
				return v, false
			}
			of := func(n int32) trees.Score {
				v := c.valueOf(n)
				return engine.OpponentModel(m).Wants(&v, p, root)
			}
			if best == program.None || c.cmp(of(k), of(best)) > 0 {
				best = k
			}
		}
		value := c.valueOf(best)
		for q := range means {
			means[q].add(big.NewRat(int64(weight), engine.WeightOfAll), value[q])
		}
	}
	return nearest(means)
}

// A mean is the sum of scores times their probabilities. With a win among them it is infinite, and that of a
// win and a loss is not known.
type mean struct {
	sum      big.Rat
	infinite trees.Score // 0: no score is
	unknown  bool
}

func (m *mean) add(weight *big.Rat, s trees.Score) {
	switch {
	case weight.Sign() == 0:
	case s.IsInfinite():
		m.unknown = m.unknown || m.infinite == -s
		m.infinite = s
	default:
		m.sum.Add(&m.sum, new(big.Rat).Mul(weight, new(big.Rat).SetInt64(int64(s))))
	}
}

// nearest rounds an exact value to units.
func nearest(means []mean) (v trees.Vector, known bool) {
	for p := range means {
		m := &means[p]
		if m.unknown {
			return v, false
		}
		if v[p] = m.infinite; v[p] != 0 {
			continue
		}
		f, _ := m.sum.Float64()
		v[p] = trees.Score(f + 0.5)
		if f < 0 {
			v[p] = trees.Score(f - 0.5)
		}
	}
	return v, true
}

// reply returns the place in the stack of the opponent's node that answers the last move of the root
// player with another child than its first, or -1.
func (c *checker) reply(depth int) int {
	at := -1
	for i := range depth {
		f := &c.stack[i]
		switch {
		case int(c.nodes[f.node].mover) == c.rootPlayer:
			at = -1
		case at < 0 && !c.isFirst(f, f.current):
			at = i
		}
	}
	return at
}

// isFirst reports whether a child is the first move of an open node.
func (c *checker) isFirst(f *frame, child int32) bool {
	if t := c.run.Tree; t != nil && c.run.Nodes[child].Tree != program.None {
		return t.Kids(int(c.run.Nodes[f.node].Tree))[0] == c.run.Nodes[child].Tree
	}
	return f.children[0] == child
}

// playsAnother reports whether the first child that an opponent's node visits is not its first move, though
// another opponent has replied.
func (c *checker) playsAnother(f *frame, child int32) bool {
	return c.model.replies && c.run.Tree != nil && len(f.children) == 0 && c.judged && int(c.nodes[f.node].mover) != c.rootPlayer &&
		c.reply(len(c.stack)-1) >= 0 && !c.isFirst(f, child)
}
