package algorithms

import (
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// A zero-window search asks whether a value is at least a score γ. This file has what pvs.go and
// memory.go have in common: the smallest difference between two scores, and cuts that answer.

// scoreGap returns a number that divides every difference between two scores of a player in the search,
// so that no score lies between γ less the gap and γ. If there is no better one, it is ScoreStep. Results
// do not depend on it, but with a whole point a window is [4, 5], as in books.
func scoreGap(r *engine.Run, player int) trees.Score {
	if r.Tree == nil {
		return max(r.Delta, engine.ScoreStep)
	}
	root := int(r.Frames[0].Node)
	if root == 0 && r.Cursor != nil {
		root = r.Cursor.Node()
	}
	gap := r.Unit
	take := func(v trees.Vector, known bool) {
		for s := v[player-1]; known && s != 0; {
			gap, s = s, gap%s
		}
		gap = max(gap, -gap)
	}
	for n := root; n < r.Tree.End(root); n++ {
		if r.Tree.IsChance(n) {
			return engine.ScoreStep
		}
		if r.Tree.IsLeaf(n) {
			take(r.Tree.Value(n))
		} else {
			take(r.Tree.Static(n))
		}
	}
	return gap
}

// askedEnd returns an end of a window that no node holds: a question.
func askedEnd(s trees.Score) trace.Bound {
	return trace.Bound{Score: s, Node: trees.NoNode, Child: trees.NoNode, Given: true}
}

// isQuestion reports whether an end of a window is a question.
func isQuestion(b *trace.Bound) bool { return b.Given && b.Node == trees.NoNode }

// cutAnswered cuts the children of f from move on, since v answers the question about limit. The
// node may be searched again with another question, so the cut is provisional.
func cutAnswered(r *engine.Run, f *engine.Frame, move int, rule trace.Rule, limit trees.Opt) {
	was := r.Provisional
	r.Provisional = true
	r.Cut(f, move, rule, limit, f.TermOf(0))
	r.Provisional = was
}
