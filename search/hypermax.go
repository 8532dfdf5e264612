package search

import (
	"espalier/trace"
	"espalier/trees"
)

// Hypermax, which is wrong with three players or more.
//
// M. Fridenfalk, "N-person minimax and alpha-beta pruning", NICOGRAPH International 2014. The text
// of the paper was not at hand. A thesis that describes it and three public programs agree on
// the procedure, so this is theirs: a vector with the best score of each player on the
// path, at first −∞ for everybody; it is copied for each child; the rest of a node is
// cut if its scores sum to 0 or more, after the average has been subtracted from each value.
//
//	sum      the sum of the scores of every leaf. The average of a value is sum / n, so after it has been
//	         subtracted, the test "sum of α >= 0" says: sum of α >= sum
//	α        the best score of each player on the path: s.alphas[f.ply]
//	p        the player who moves at x: f.mover
//
// Needs: a tree of which all leaves have the sum maxsum. Guarantee: none. It is alpha-beta with one
// entry for each player, and right with two. With more it fails as deep pruning does: a value that
// cannot become the root's can still decide which other value does.
//
// Ties: leftmost.

var hypermaxAlgorithm = Algorithm{
	ID: "hypermax", Name: "Hypermax (unsound)", Paper: "Fridenfalk 2014", Outside: true,
	Needs: "kind maxn, maxsum, a tree whose leaves all sum to maxsum", Guarantee: "none: with more than two players the value may be wrong", exhibit: true,
	Options: []string{"depth"},
	Terms:   []string{"hypermax", "deep-pruning", "constant-sum", "sound", "maxn-value"},
	code: pseudocode{
		{"Hypermax(x, α):   (at first α[q] = −∞ for each player q)", "enter"},
		{"  if x is a leaf, or on the frontier: return its score vector", "leaf"},
		{"  for each child c of x, left to right:"},
		{"    v := Hypermax(c, copy of α); p is the player to move at x", "backup"},
		{"    if c is the first child: Best := v", "backup+:first"},
		{"    if v[p] > α[p]: α[p] := v[p], Best := v", "backup+"},
		{"    if the sum of all α[q] >= sum: skip the rest" + wrongRemark, "prune:hypermax"},
		{"  return Best", "exit"},
	},
	need: []need{needMaxN, needMaxSum, needConstantSum}, asGiven: true, Reference: &referenceMaxn,
	run: hypermax,
}

type hypermaxRun struct {
	*run
	alphas [][trees.MaxPlayers]trace.Bound // by ply
}

func hypermax(r *run) {
	s := &hypermaxRun{run: r, alphas: make([][trees.MaxPlayers]trace.Bound, len(r.frames))}
	r.inherit = func(f *frame, bounds *[trees.MaxPlayers]trace.Bound) { *bounds = s.alphas[f.ply] }
	s.search(r.root())
}

func (s *hypermaxRun) search(f *frame, moves int) {
	if s.enter(f, moves) {
		return
	}
	p, alpha := f.mover-1, &s.alphas[f.ply]
	for i := range moves {
		s.alphas[f.below.ply] = *alpha
		s.search(f.below, s.play(f, i))
		s.Pos.Undo()
		v := f.below.value[p]
		better := !alpha[p].Given || v > alpha[p].Score
		if i == 0 || better {
			s.take(f)
		}
		if better {
			alpha[p] = f.best()
		}
		if s.observer != nil {
			s.emitValue(f, i == 0, better)
		}
		if terms := s.sumTerms(alpha); terms != nil && i+1 < moves {
			s.cut(f, i+1, trace.Hypermax, s.MaxSum, terms...)
			break
		}
	}
	s.exit(f, false)
}

func (s *hypermaxRun) emitValue(f *frame, first, better bool) {
	line := s.lines.byType[trace.Backup]
	switch {
	case better:
		line = s.lines.improved
	case first:
		line = s.lines.first
	}
	s.emitBackupAt(f, first || better, line)
}

// sumTerms returns the entries of α if they reach the sum, else nil.
func (s *hypermaxRun) sumTerms(alpha *[trees.MaxPlayers]trace.Bound) []trace.Term {
	s.terms = s.terms[:0]
	sum := trees.Score(0)
	for q := range s.Players {
		b := &alpha[q]
		if !b.Given {
			return nil
		}
		sum += b.Score
		s.terms = append(s.terms, trace.Term{Player: q + 1, Node: b.Node, Score: b.Score, Origin: trace.BackedUp})
	}
	if sum < s.MaxSum.Score {
		return nil
	}
	return s.terms
}

// needConstantSum requires that the scores of every leaf add up to maxsum.
func needConstantSum(a *Algorithm, p *Problem, _ *Options) error {
	if p.Tree == nil {
		return refuse("algorithm", "%s is shown on trees whose leaves all have the same sum, and the tree of %s is not built; choose a figure or a tree of your own", a.ID, p.source())
	}
	for n := range p.Tree.Len() {
		if v, known := p.Tree.Value(n); p.Tree.IsLeaf(n) && known && v.Sum(p.Tree.Players) != p.Tree.MaxSum.Score {
			return refuse("algorithm", "%s needs the same sum of scores at every leaf, and those of %s sum to %s, not to maxsum = %s", a.ID, p.Tree.Name(n), v.Sum(p.Tree.Players).In(p.Tree.Unit), p.Tree.MaxSum.Score.In(p.Tree.Unit))
		}
	}
	return nil
}
