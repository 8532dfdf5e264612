package engine

import (
	"cmp"
	"slices"

	"espalier/trace"
	"espalier/trees"
)

// This file has the reference searches of an explicit tree. They visit every node,
// without cuts, frames and events. They share no code with the engines except for
// the tree, so that runs can be checked against them.

// A Reference is an exhaustive search, and how pages speak of its value. It is defined by
// the goal of the mover at each node: the largest or the smallest score of one player
// (from 1).
type Reference struct {
	// Name is the name of the search on the page of a run. Without a name, the value is that
	// of an algorithm (Algorithm.Exhaustive), and has its name.
	Name string
	// Agreement is the sentence about a result that agrees with a named reference.
	Agreement string
	// Remark is said of a result in a table of results, where it need not be the max^n value.
	Remark string
	// TwoSides: a player or a side plays against all others, so that leaves that are equal
	// for one are equal for all. Ties do not matter then.
	TwoSides bool

	Want func(t *trees.Tree, root, node int) (player int, least bool)
	// With returns the search for a tree and the options of a run; nil: they do not matter.
	With func(t *trees.Tree, root int, o *Options) *Reference
	// Sets is set if a node has a set of values: it returns the set of every node below root, by
	// node - root, and false if the search reaches a leaf of unknown value.
	Sets func(t *trees.Tree, root, depth int) ([][]trees.Vector, bool)
	// Part returns the values of the nodes below root, by node - root, if the search does not
	// visit the whole tree: those that it visits. Whether a node has this value depends on the path to it.
	Part func(t *trees.Tree, root, depth int) ([]trees.Vector, bool)
	// Whole returns the values of the nodes below root, by node - root, if the mover at a node does not
	// choose by the value of the node alone.
	Whole func(t *trees.Tree, root, depth int) ([]trees.Vector, bool)
	// Own: the value is that of the rule of one algorithm, not of max^n, minimax or paranoid.
	Own bool
	// Score returns the only player whose score the search is about; nil: it is about all
	// scores. What does not change this score does not change the value of the root.
	Score func(t *trees.Tree, root int) int
	// Agree returns the only player whose score is compared with that of a run; nil: all
	// scores are compared. Minimax and alpha-beta are about one score, but both return the
	// same leaf, so all its scores are compared.
	Agree func(t *trees.Tree, root int) int
}

// ComparesOnePlayer reports whether only the score of one player is compared.
func (s *Reference) ComparesOnePlayer() bool { return s.Agree != nil }

// Usual reports whether the value is that of max^n, of minimax, or of the root player against a coalition.
func (s *Reference) Usual() bool {
	return !s.Own && s.Sets == nil && s.Part == nil && s.Whole == nil && s.With == nil && s != &ReferenceCost
}

// Asks reports whether some of its windows are questions, after which nodes are searched again.
func (a *Algorithm) Asks() bool { return a.Questions != trace.NoQuestions }

// In ReferenceMaxn every mover maximises the mover's own score.
var ReferenceMaxn = Reference{Want: func(t *trees.Tree, _, node int) (int, bool) {
	return t.Mover(node), false
}}

// In ReferenceMinimax player 1 maximises the score of player 1, and player 2
// minimises it.
var ReferenceMinimax = Reference{
	Remark: "player 2 against player 1", TwoSides: true,
	Want:  func(t *trees.Tree, _, node int) (int, bool) { return 1, t.Mover(node) == 2 },
	Score: func(*trees.Tree, int) int { return 1 },
}

// In ReferenceParanoid the root player maximises the root player's score, and all
// others minimise it.
var ReferenceParanoid = Reference{
	Name: "exhaustive search against the coalition", Agreement: "The scores of the root player agree.",
	Remark: "against a coalition", TwoSides: true,
	Want: func(t *trees.Tree, root, node int) (int, bool) {
		return RootPlayer(t, root), t.Mover(node) != RootPlayer(t, root)
	},
	Score: RootPlayer, Agree: RootPlayer,
}

// RootPlayer returns the player who moves at the root; 1 at a chance node.
func RootPlayer(t *trees.Tree, root int) int { return max(1, t.Mover(root)) }

// ReferenceNone has no values: a search that respects information sets is not compared with one that sees every node.
var ReferenceNone = Reference{Own: true, Part: func(*trees.Tree, int, int) ([]trees.Vector, bool) { return nil, false }}

// ReferenceCost finds the least cost.
var ReferenceCost = Reference{
	Name: "the least cost", Agreement: "The values agree.",
	Want: func(*trees.Tree, int, int) (int, bool) { return 1, true },
}

// ReferenceWith returns the reference for a tree and the options of a run.
func (a *Algorithm) ReferenceWith(t *trees.Tree, root int, o *Options) *Reference {
	if a.Reference.With == nil {
		return a.Reference
	}
	return a.Reference.With(t, root, o)
}

// Value returns the value of searching t from root to depth plies (negative: to the leaves).
// It returns false if the search reaches a leaf of unknown value.
func (s *Reference) Value(t *trees.Tree, root, depth int) (trees.Vector, bool) {
	values, known := s.Values(t, root, depth)
	if !known {
		return trees.Vector{}, false
	}
	return values[0], true
}

// Equal returns the children of the root that are best for its mover, as values says; empty
// if the search does not look at them, or nobody moves there.
func (s *Reference) Equal(t *trees.Tree, root, depth int, values []trees.Vector) []int32 {
	best := []int32{}
	if t.IsLeaf(root) || t.IsChance(root) || depth == 0 {
		return best
	}
	player, least := s.Want(t, root, root)
	key := func(n int32) trees.Score {
		v := values[int(n)-root][player-1]
		if least {
			return -v
		}
		return v
	}
	for _, k := range t.Kids(root) {
		switch {
		case len(best) == 0 || key(k) > key(best[0]):
			best = append(best[:0], k)
		case key(k) == key(best[0]):
			best = append(best, k)
		}
	}
	return best
}

// Values returns the value of every node below root, by node - root.
func (s *Reference) Values(t *trees.Tree, root, depth int) ([]trees.Vector, bool) {
	if s.Sets != nil {
		sets, known := s.Sets(t, root, depth)
		return worstOf(t, root, depth, sets), known
	}
	if s.Part != nil {
		return s.Part(t, root, depth)
	}
	if s.Whole != nil {
		return s.Whole(t, root, depth)
	}
	end := t.End(root)
	values := make([]trees.Vector, end-root)
	frontier := t.Height() + 1
	if depth >= 0 {
		frontier = t.Level(root) + depth
	}
	if t.Kind == trees.Path {
		for n := root + 1; n < end; n++ {
			values[n-root][0] = values[t.Parent(n)-root][0] + t.Cost(n)
		}
	}
	// Children have larger numbers than their parent.
	for n := end - 1; n >= root; n-- {
		v := &values[n-root]
		known := true
		switch {
		case t.Level(n) > frontier:
		case t.IsLeaf(n) && t.Kind == trees.Path:
		case t.IsLeaf(n):
			*v, known = t.Value(n)
		case t.Level(n) == frontier:
			*v, known = t.Static(n)
		case t.IsChance(n):
			for _, k := range t.Kids(n) {
				p := t.Prob(int(k))
				for s := range t.Width() {
					v[s] += p.Weigh(values[int(k)-root][s])
				}
			}
		default:
			player, least := s.Want(t, root, n)
			for i, k := range t.Kids(n) {
				c := &values[int(k)-root]
				if i == 0 || !least && c[player-1] > v[player-1] || least && c[player-1] < v[player-1] {
					*v = *c
				}
			}
		}
		if !known {
			return nil, false
		}
	}
	return values, true
}

// compareWithReference compares a run's result with the value of the reference
// search, and returns the root's children that are best by it. It returns nil if the
// reference search has no value.
func (a *Algorithm) compareWithReference(r *Run, res *Result) (*trace.Reference, []int32) {
	root, depth := int(r.Frames[0].Node), -1
	if r.HasDepth {
		depth = r.Depth
	}
	if r.settled != nil {
		return a.compareOnCut(r, res, root)
	}
	return a.compareOn(r, res, r.Tree, root, depth)
}

// compareOnCut compares with the reference search of the tree that is cut off where a search with
// quiescence stops. There it has no limit.
func (a *Algorithm) compareOnCut(r *Run, res *Result, root int) (*trace.Reference, []int32) {
	t := r.Tree.CutOff(root, func(n int) bool { return r.OnFrontier(r.Tree, root, n) })
	reference, equal := a.compareOn(r, res, t, 0, -1)
	for i, k := range equal { // the root has the same children
		equal[i] = r.Tree.Kids(root)[t.IndexInParent(int(k))]
	}
	return reference, equal
}

func (a *Algorithm) compareOn(r *Run, res *Result, t *trees.Tree, root, depth int) (*trace.Reference, []int32) {
	s := a.ReferenceWith(t, root, &r.Options)
	values, known := s.Values(t, root, depth)
	if !known {
		return nil, nil
	}
	v := values[0]
	reference := &trace.Reference{Value: v, Agrees: v == res.Value}
	if s.Sets != nil {
		sets, _ := s.Sets(t, root, depth)
		reference.Agrees = reference.Agrees && slices.Equal(sets[0], res.Set)
	}
	if s.Agree != nil && !t.IsLeaf(root) {
		p := s.Agree(t, root)
		reference.Agrees = v[p-1] == res.Value[p-1]
	}
	return reference, s.Equal(t, root, depth, values)
}

// worstOf returns for each node the first value of its set that is worst for the root player; for
// the root, that of the child where it is best.
func worstOf(t *trees.Tree, root, depth int, sets [][]trees.Vector) []trees.Vector {
	values := make([]trees.Vector, len(sets))
	p := RootPlayer(t, root) - 1
	for i, s := range sets {
		if len(s) > 0 {
			values[i] = slices.MinFunc(s, ByScore(p))
		}
	}
	if len(sets) == 0 || t.IsLeaf(root) || depth == 0 {
		return values
	}
	for i, k := range t.Kids(root) {
		if v := values[int(k)-root]; i == 0 || v[p] > values[0][p] {
			values[0] = v
		}
	}
	return values
}

func ByScore(p int) func(a, b trees.Vector) int {
	return func(a, b trees.Vector) int { return cmp.Compare(a[p], b[p]) }
}
