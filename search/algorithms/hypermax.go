package algorithms

import (
	"espalier/search/engine"
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
//	α        the best score of each player on the path: s.alphas[f.Ply]
//	p        the player who moves at x: f.Mover
//
// Needs: a tree of which all leaves have the sum maxsum. Guarantee: none. It is alpha-beta with one
// entry for each player, and right with two. With more it fails as deep pruning does: a value that
// cannot become the root's can still decide which other value does.
//
// Ties: leftmost.

var Hypermax = engine.Algorithm{
	ID: "hypermax", Name: "Hypermax (unsound)", Paper: "Fridenfalk 2014", Outside: true,
	Needs: "kind maxn, maxsum, a tree whose leaves all sum to maxsum", Guarantee: "none: with more than two players the value may be wrong", Exhibit: true,
	Options: []string{"depth"},
	Terms:   []string{"hypermax", "deep-pruning", "constant-sum", "sound", "maxn-value"},
	Term:    &engine.Term{Name: "hypermax", Text: "Alpha-beta with one entry for each player: the best score of each on the path. The rest of a node is cut when these scores add up to the constant sum of the leaves, or more. With three players or more this is unsound, as deep pruning is.", Source: "Fridenfalk 2014"},
	Code: engine.Pseudocode{
		{"Hypermax(x, α):   (at first α[q] = −∞ for each player q)", "enter"},
		{"  if x is a leaf, or on the frontier: return its score vector", "leaf"},
		{"  for each child c of x, left to right:"},
		{"    v := Hypermax(c, copy of α); p is the player to move at x", "backup"},
		{"    if c is the first child: Best := v", "backup+:first"},
		{"    if v[p] > α[p]: α[p] := v[p], Best := v", "backup+"},
		{"    if the sum of all α[q] >= sum: skip the rest" + engine.WrongRemark, "prune:hypermax"},
		{"  return Best", "exit"},
	},
	Need: []engine.Need{engine.NeedMaxN, engine.NeedMaxSum, needConstantSum}, AsGiven: true, Reference: &engine.ReferenceMaxn,
	Procedure: hypermax,
}

type hypermaxRun struct {
	*engine.Run
	alphas [][trees.MaxPlayers]trace.Bound // by ply
}

func hypermax(r *engine.Run) {
	s := &hypermaxRun{Run: r, alphas: make([][trees.MaxPlayers]trace.Bound, len(r.Frames))}
	r.Inherit = func(f *engine.Frame, bounds *[trees.MaxPlayers]trace.Bound) { *bounds = s.alphas[f.Ply] }
	s.Search(r.AtRoot())
}

func (s *hypermaxRun) Search(f *engine.Frame, moves int) {
	if s.Enter(f, moves) {
		return
	}
	p, alpha := f.Mover-1, &s.alphas[f.Ply]
	for i := range moves {
		s.alphas[f.Below.Ply] = *alpha
		s.Search(f.Below, s.Play(f, i))
		s.Pos.Undo()
		v := f.Below.Value[p]
		better := !alpha[p].Given || v > alpha[p].Score
		if i == 0 || better {
			s.Take(f)
		}
		if better {
			alpha[p] = f.Best()
		}
		if s.Observer != nil {
			s.emitValue(f, i == 0, better)
		}
		if terms := s.sumTerms(alpha); terms != nil && i+1 < moves {
			s.Cut(f, i+1, trace.Hypermax, s.MaxSum, terms...)
			break
		}
	}
	s.Exit(f, false)
}

func (s *hypermaxRun) emitValue(f *engine.Frame, first, better bool) {
	line := s.Lines.ByType[trace.Backup]
	switch {
	case better:
		line = s.Lines.Improved
	case first:
		line = s.Lines.First
	}
	s.EmitBackupAt(f, first || better, line)
}

// sumTerms returns the entries of α if they reach the sum, else nil.
func (s *hypermaxRun) sumTerms(alpha *[trees.MaxPlayers]trace.Bound) []trace.Term {
	s.Terms = s.Terms[:0]
	sum := trees.Score(0)
	for q := range s.Players {
		b := &alpha[q]
		if !b.Given {
			return nil
		}
		sum += b.Score
		s.Terms = append(s.Terms, trace.Term{Player: q + 1, Node: b.Node, Score: b.Score, Origin: trace.BackedUp})
	}
	if sum < s.MaxSum.Score {
		return nil
	}
	return s.Terms
}

// needConstantSum requires that the scores of every leaf add up to maxsum.
func needConstantSum(a *engine.Algorithm, p *engine.Problem, _ *engine.Options) error {
	if p.Tree == nil {
		return engine.Refuse("algorithm", "%s is shown on trees whose leaves all have the same sum, and the tree of %s is not built; choose a figure or a tree of your own", a.ID, p.Source())
	}
	for n := range p.Tree.Len() {
		if v, known := p.Tree.Value(n); p.Tree.IsLeaf(n) && known && v.Sum(p.Tree.Players) != p.Tree.MaxSum.Score {
			return engine.Refuse("algorithm", "%s needs the same sum of scores at every leaf, and those of %s sum to %s, not to maxsum = %s", a.ID, p.Tree.Name(n), v.Sum(p.Tree.Players).In(p.Tree.Unit), p.Tree.MaxSum.Score.In(p.Tree.Unit))
		}
	}
	return nil
}
