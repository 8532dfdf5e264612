package claims

import (
	"context"
	"fmt"
	"math/rand/v2"

	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// Sturtevant & Korf 2000, “Depth-First Branch-and-Bound Pruning”: h(1) ≤ 8 where the players
// have taken 3, 2 and 6 of 16 tricks.
var tricksTaken = Claim{
	ID:    "sk2000-tricks",
	Holds: "Each player gets at least the tricks taken so far, and at most maxsum less the tricks of the others. With these bounds branch and bound returns the max^n value.",
	Conditions: []Condition{
		{"kept", "A trick that was taken cannot be lost again: the heuristic is monotonic.", "in one position a player may hold up to 3 tricks that can be lost again"},
		{"sum", "The scores of a leaf sum to at most maxsum.", "a leaf may have up to 3 tricks more"},
	},
	trials: func(without string) compare.Trials {
		s := compare.Trials{Title: "A bound of the heuristic is wrong", Size: small, Free: without != ""}
		if without == "sum" {
			s.Leaf = func(rng *rand.Rand) trees.Vector { return divided(rng, small.Players, 9+rng.IntN(4)) }
		}
		s.Change = func(t *compare.Trial, rng *rand.Rand) {
			taken := takenSoFar(t, rng)
			if without == "kept" && t.Mover(0) > 0 {
				i := rng.IntN(t.Len())
				taken[i][rng.IntN(t.Players())] += points(1 + rng.IntN(3))
			}
			setTricks(t, taken)
		}
		s.Claim = func(ctx context.Context, t *compare.Trial) (func() bool, error) {
			bnb, err := t.Runner(ctx, config("bnb"), nil)
			return func() bool {
				if !tricksAreBounds(t) {
					return false
				}
				if without == "" && outOfBounds(t) {
					return true
				}
				value := *bnb.Run()
				return value != *t.Solve()
			}, err
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		res, err := f.run(config("bnb"), nil)
		return brokenBound(f.Tree) + fmt.Sprintf(" Branch and bound returns %s, max^n %s.", f.Tree.FormatValue(res.Value), f.Tree.FormatValue(compare.MaxN(f.Tree, compare.Leftmost))), []engine.AlgorithmConfig{config("bnb")}, err
	},
}

// brokenBound names a leaf that is outside of the bounds above it.
func brokenBound(t *trees.Tree) string {
	for n := range t.Len() {
		v, known := t.Value(n)
		for up := t.Parent(n); known && up >= 0; up = t.Parent(up) {
			low, hasLow := t.Low(up)
			most, hasUp := t.Up(up)
			for p := range t.Players {
				if hasUp && v[p] > most[p] {
					return fmt.Sprintf("At %s the heuristic gives player %d at most %s, and %s gives %s.", t.Name(up), p+1, most[p].In(trees.Unit), t.Name(n), v[p].In(trees.Unit))
				}
				if hasLow && v[p] < low[p] {
					return fmt.Sprintf("At %s the heuristic gives player %d at least %s, and %s gives %s.", t.Name(up), p+1, low[p].In(trees.Unit), t.Name(n), v[p].In(trees.Unit))
				}
			}
		}
	}
	return "The bounds are not those of the tricks."
}

// takenSoFar returns for each node the number of tricks that each player has certainly taken: at
// most the number at any leaf
// below, and at least the number at the parent.
func takenSoFar(t *compare.Trial, rng *rand.Rand) []trees.Vector {
	taken := make([]trees.Vector, t.Len())
	for i := t.Len() - 1; i >= 0; i-- {
		first, kids := t.Kids(i)
		if kids == 0 {
			taken[i] = *t.Value(i)
			continue
		}
		taken[i] = taken[first]
		for k := first + 1; k < first+kids; k++ {
			for p := range t.Players() {
				taken[i][p] = min(taken[i][p], taken[k][p])
			}
		}
	}
	for i := range t.Len() {
		if t.Mover(i) == 0 {
			continue
		}
		for p := range t.Players() {
			least := trees.Score(0)
			if up := t.Parent(i); up >= 0 {
				least = taken[up][p]
			}
			taken[i][p] = max(least, taken[i][p]-points(rng.IntN(3)))
		}
	}
	return taken
}

// setTricks gives inner nodes the bounds that follow from the tricks taken.
func setTricks(t *compare.Trial, taken []trees.Vector) {
	for i := range t.Len() {
		if t.Mover(i) > 0 {
			t.SetBounds(i, taken[i], mostTricks(t, &taken[i]))
		}
	}
}

// mostTricks is maxsum less what the others have taken.
func mostTricks(t *compare.Trial, taken *trees.Vector) (up trees.Vector) {
	for p := range t.Players() {
		up[p] = small.MaxSum - taken.Sum(t.Players()) + taken[p]
	}
	return up
}

// tricksAreBounds reports whether the bounds follow from the tricks taken, after a change of
// the tree.
func tricksAreBounds(t *compare.Trial) bool {
	for i := range t.Len() {
		if t.Mover(i) > 0 && t.HasBounds(i) {
			if low, up := t.Bounds(i); *up != mostTricks(t, low) {
				return false
			}
		}
	}
	return true
}

// outOfBounds reports whether a leaf is outside of the bounds of a node above it.
func outOfBounds(t *compare.Trial) bool {
	for i := range t.Len() {
		if t.Mover(i) > 0 {
			continue
		}
		for up := t.Parent(i); up >= 0; up = t.Parent(up) {
			low, high := t.Bounds(up)
			for p := range t.Players() {
				if s := t.Value(i)[p]; t.HasBounds(up) && (s < low[p] || s > high[p]) {
					return true
				}
			}
		}
	}
	return false
}

// Sturtevant & Korf 2000, “Alpha-Beta Branch-and-Bound Pruning”: the general bound.
var generalBound = Claim{
	ID:    "sk2000-abbnb",
	Holds: "ABBnB returns the max^n value, and visits only leaves that both shallow pruning and branch and bound visit.",
	Conditions: []Condition{
		{"heuristic", "The bounds of the heuristic hold for every leaf below their node.", "one lower bound may be up to 3 points too high"},
		{"first", "A first child is never cut, because its parent has no score yet.", "the procedure as the paper prints it, which tests a first child, too"},
		{ID: "sum", Text: "The scores of a leaf sum to at most maxsum, and none is negative."},
	},
	trials: func(without string) compare.Trials {
		s := compare.Trials{Title: "ABBnB is wrong here", Size: small, Bounds: true, Free: without == "heuristic"}
		if without == "heuristic" {
			s.Change = func(t *compare.Trial, rng *rand.Rand) {
				if i := rng.IntN(t.Len()); t.Mover(i) > 0 {
					low, _ := t.Bounds(i)
					low[rng.IntN(t.Players())] += points(1 + rng.IntN(3))
				}
			}
		}
		s.Claim = func(ctx context.Context, t *compare.Trial) (func() bool, error) {
			var runs [3]*compare.TrialRun
			for i, c := range []engine.AlgorithmConfig{abbnbConfig(without), config("shallow"), config("bnb")} {
				var err error
				if runs[i], err = t.Runner(ctx, c, nil); err != nil {
					return nil, err
				}
			}
			return func() bool {
				value := *runs[0].Run()
				if runs[0].NoValue() || value != *t.Solve() {
					return true
				}
				if without != "" {
					return false
				}
				runs[1].Run()
				runs[2].Run()
				return someLeaf(t, runs[0], func(leaf int) bool { return !runs[1].Visited(leaf) || !runs[2].Visited(leaf) })
			}, nil
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		c := abbnbConfig(f.Without)
		res, err := f.run(c, nil)
		value := "no value"
		if !res.NoValue {
			value = f.Tree.FormatValue(res.Value)
		}
		explanation := ""
		if f.Without == "heuristic" {
			explanation = brokenBound(f.Tree) + " "
		}
		return explanation + fmt.Sprintf("ABBnB returns %s, max^n %s.", value, f.Tree.FormatValue(compare.MaxN(f.Tree, compare.Leftmost))), []engine.AlgorithmConfig{c}, err
	},
}

func abbnbConfig(without string) engine.AlgorithmConfig {
	return config("abbnb", func(o *engine.Options) { o.AsPrinted = without == "first" })
}

// Sturtevant & Korf 2000, the same section: in a two-player game this reduces to alpha-beta.
var twoPlayers = Claim{
	ID:    "sk2000-two-players",
	Holds: "Each cut of ABBnB is a cut of shallow pruning or of the heuristic alone: no cut needs both.",
	Conditions: []Condition{
		{"players", "The game has two players.", "three players"},
		{ID: "tricks", Text: "The heuristic counts tricks taken: the upper bound of a player is maxsum less the tricks of the others."},
	},
	trials: func(without string) compare.Trials {
		s := compare.Trials{Title: "ABBnB adds bounds and heuristic", Size: small}
		if without == "" {
			s.Size.Players = 2
		}
		s.Change = func(t *compare.Trial, rng *rand.Rand) { setTricks(t, takenSoFar(t, rng)) }
		s.Claim = func(ctx context.Context, t *compare.Trial) (func() bool, error) {
			abbnb, err := t.Runner(ctx, config("abbnb"), nil)
			return func() bool {
				if !tricksAreBounds(t) || outOfBounds(t) {
					return false
				}
				abbnb.Run()
				return abbnb.Stats().Prunes[trace.ABBnB] > 0
			}, err
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		shallow, err := f.run(config("shallow"), nil)
		if err != nil {
			return "", nil, err
		}
		bnb, err := f.run(config("bnb"), nil)
		if err != nil {
			return "", nil, err
		}
		both, err := f.run(config("abbnb"), nil)
		return fmt.Sprintf("ABBnB visits %d leaves, shallow pruning %d, branch and bound %d: a cut needs both together.", both.Stats.Leaves, shallow.Stats.Leaves, bnb.Stats.Leaves), []engine.AlgorithmConfig{config("abbnb")}, err
	},
}

// Sturtevant & Korf 2000, “Experimental Results”: points taken in Hearts allow branch and
// bound alone.
var heartsHeuristic = Claim{
	ID:    "sk2000-hearts",
	Holds: "ABBnB visits the same leaves as branch and bound: adding backed-up scores to the heuristic cuts nothing more.",
	Conditions: []Condition{
		{"goal", "Points are bad, as in Hearts: the score of a player is maxp less the points taken.", "points are good, as tricks in Sergeant Major"},
		{ID: "points", Text: "The heuristic counts the points that each player has taken so far."},
	},
	trials: func(without string) compare.Trials {
		s := compare.Trials{Title: "ABBnB cuts more than branch and bound", Size: small, MaxP: small.MaxSum}
		s.Change = func(t *compare.Trial, rng *rand.Rand) { setTricks(t, takenSoFar(t, rng)) }
		if without == "" {
			all := small.MaxSum // all points of a game
			s.Size.MaxSum = trees.Score(small.Players-1) * all
			s.Leaf = func(rng *rand.Rand) trees.Vector {
				return trees.Dual(divided(rng, small.Players, int(all/trees.Unit)), small.Players, all)
			}
			s.Change = setHearts
		}
		s.Claim = func(ctx context.Context, t *compare.Trial) (func() bool, error) {
			bnb, err := t.Runner(ctx, config("bnb"), nil)
			if err != nil {
				return nil, err
			}
			abbnb, err := t.Runner(ctx, config("abbnb"), nil)
			return func() bool {
				if without != "" && (!tricksAreBounds(t) || outOfBounds(t)) {
					return false
				}
				bnb.Run()
				abbnb.Run()
				return someLeaf(t, bnb, func(leaf int) bool { return !abbnb.Visited(leaf) })
			}, err
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		return fmt.Sprintf("Branch and bound visits %s, ABBnB does not.", names(f)), []engine.AlgorithmConfig{config("abbnb"), config("bnb")}, nil
	},
}

// setHearts gives inner nodes the bounds that follow from the points taken. Each player can
// still take between none and all of the remaining points.
func setHearts(t *compare.Trial, rng *rand.Rand) {
	all := small.MaxSum
	for i := range t.Len() { // as points
		if t.Mover(i) == 0 {
			*t.Value(i) = trees.Dual(*t.Value(i), t.Players(), all)
		}
	}
	taken := takenSoFar(t, rng)
	for i := range t.Len() {
		if t.Mover(i) == 0 {
			*t.Value(i) = trees.Dual(*t.Value(i), t.Players(), all)
			continue
		}
		up := trees.Dual(taken[i], t.Players(), all)
		low, left := up, all-taken[i].Sum(t.Players())
		for p := range t.Players() {
			low[p] -= left
		}
		t.SetBounds(i, low, up)
	}
}
