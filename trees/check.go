package trees

import (
	"math"
	"unicode/utf8"
)

// What a document must fulfil. Every error names the place and says what would be right.

func (t *Tree) checkHeader() error {
	if r := utf8.RuneCountInString(t.Title); r > MaxTitleRunes {
		return errLimit("title", "the title has %d characters; a title has at most %d", r, MaxTitleRunes)
	}
	if !utf8.ValidString(t.Title) {
		return errAt("title", "the title is not UTF-8")
	}
	switch t.Kind {
	case Minimax:
		if t.Players == 0 {
			t.Players = 2
		} else if t.Players != 2 {
			return errAt("players", "a minimax tree has 2 players, not %d", t.Players)
		}
	case Path:
		if t.Players == 0 {
			t.Players = 1
		} else if t.Players != 1 {
			return errAt("players", "a path tree has 1 player, not %d", t.Players)
		}
	default:
		if t.Players == 0 {
			return errAt("players", "a maxn tree needs its number of players, 1 to %d", MaxPlayers)
		}
		if t.Players < 1 || t.Players > MaxPlayers {
			return errAt("players", "%d is out of range: players are 1 to %d", t.Players, MaxPlayers)
		}
	}
	if t.MaxSum.Given && t.MaxSum.Score < 0 {
		return errAt("maxsum", "%s is below 0", t.MaxSum.Score)
	}
	if t.MaxP.Given && t.MaxP.Score < 0 {
		return errAt("maxp", "%s is below 0", t.MaxP.Score)
	}
	if t.Delta < 0 {
		return errAt("delta", "%s is below 0", t.Delta)
	}
	if len(t.Outcomes) > MaxOutcomes {
		return errLimit("outcomes", "a tree has at most %d outcomes", MaxOutcomes)
	}
	for i := range t.Outcomes {
		if err := t.checkScores(&t.Outcomes[i], placeIn("outcomes", i)); err != nil {
			return err
		}
	}
	return nil
}

// checkScores holds one outcome against 0, maxp and maxsum. Those are about
// max^n scores; a minimax utility may be anything.
func (t *Tree) checkScores(v *Vector, path string) error {
	if t.Kind != MaxN {
		return nil
	}
	limit := t.UpperBound()
	for p, s := range v[:t.Players] {
		if s < 0 {
			return errAt(path, "player %d has %s; scores are 0 or more", p+1, s)
		}
		if limit.Given && s > limit.Score {
			return errAt(path, "player %d has %s, more than maxp, which is %s", p+1, s, limit.Score)
		}
	}
	if sum := v.Sum(t.Players); t.MaxSum.Given && sum > t.MaxSum.Score {
		return errAt(path, "the scores add up to %s, more than maxsum, which is %s", sum, t.MaxSum.Score)
	}
	return nil
}

func (t *Tree) checkLeaf(n int, path string) error {
	if v, ok := t.Value(n); ok {
		return t.checkScores(&v, path)
	}
	return nil
}

func (t *Tree) checkNode(n int) error {
	if p := t.Mover(n); p > t.Players {
		return errAt(t.Place(n)+".player", "player %d is out of range: this tree has %d players", p, t.Players)
	}
	if t.Cost(n) != 0 && (t.Kind != Path || n == 0) {
		return errAt(t.Place(n)+".cost", "only an edge of a path tree has a cost")
	}
	if t.Cost(n) < 0 {
		return errAt(t.Place(n)+".cost", "%s is below 0", t.Cost(n))
	}
	if !t.IsLeaf(n) {
		return t.checkInner(n)
	}
	switch {
	case t.low[n] != none:
		return errAt(t.Place(n)+".low", "a leaf has a value, not bounds")
	case t.up[n] != none:
		return errAt(t.Place(n)+".up", "a leaf has a value, not bounds")
	case t.static[n] != none:
		return errAt(t.Place(n)+".static", "a leaf has a value, not a static evaluation")
	}
	if t.Kind == Path {
		if t.value[n] != none || t.flags[n]&flagUnknown != 0 || len(t.Alternatives(n)) > 0 {
			return errAt(t.Place(n)+".value", "a leaf of a path tree has no value: its worth is the cost of the path to it")
		}
		return nil
	}
	if t.value[n] == none && t.flags[n]&flagUnknown == 0 {
		return errAt(t.Place(n)+".value", "a node without children needs a value, alternatives, or null for unknown")
	}
	if err := t.checkLeaf(n, t.Place(n)+".value"); err != nil {
		return err
	}
	for i := range t.Alternatives(n) {
		if err := t.checkScores(&t.Alternatives(n)[i], placeIn(t.Place(n)+".alternatives", i)); err != nil {
			return err
		}
	}
	return nil
}

func (t *Tree) checkInner(n int) error {
	if t.flags[n]&(flagOwnValue|flagUnknown) != 0 {
		return errAt(t.Place(n)+".value", "an inner node has no value of its own; its children decide it")
	}
	if len(t.Alternatives(n)) > 0 {
		return errAt(t.Place(n)+".alternatives", "only a leaf has alternatives")
	}
	if t.flags[n]&flagChosen != 0 {
		return errAt(t.Place(n)+".chosen", "only a leaf's value can be chosen")
	}
	if t.Mover(n) == 0 {
		if t.Kind != Path {
			return errAt(t.Place(n)+".player", "an inner node needs its mover, 1 to %d", t.Players)
		}
		t.mover[n] = 1
	}
	low, hasLow := t.Low(n)
	up, hasUp := t.Up(n)
	if hasUp && t.Kind == Path {
		return errAt(t.Place(n)+".up", "a path tree has lower bounds only")
	}
	if hasLow && t.Kind == MaxN {
		for p, s := range low[:t.Width()] {
			if s < 0 {
				return errAt(t.Place(n)+".low", "player %d has %s; scores are 0 or more", p+1, s)
			}
		}
	}
	for p := range t.Width() {
		if hasLow && hasUp && low[p] > up[p] {
			return errAt(t.Place(n)+".low", "player %d has at least %s but at most %s", p+1, low[p], up[p])
		}
	}
	return nil
}

// checkHeuristics holds every heuristic against every leaf below it, in one
// pass from the last node to the first.
func (t *Tree) checkHeuristics() error {
	bounded := false
	for n := range t.Len() {
		bounded = bounded || t.low[n] != none || t.up[n] != none
	}
	if !bounded {
		return nil
	}
	type span struct{ least, most [MaxPlayers]int32 } // the leaves that give each player least and most
	spans := make([]span, t.Len())
	values := make([]Vector, t.Len())
	if t.Kind == Path {
		for n := 1; n < t.Len(); n++ {
			values[n][0] = values[t.parent[n]][0] + t.Cost(n)
		}
	}
	for n := t.Len() - 1; n >= 0; n-- {
		s := &spans[n]
		for p := range s.least {
			s.least[p], s.most[p] = none, none
		}
		if t.IsLeaf(n) {
			known := t.Kind == Path
			if t.Kind != Path {
				values[n], known = t.Value(n)
			}
			for p := range t.Width() {
				if known {
					s.least[p], s.most[p] = int32(n), int32(n)
				}
			}
			continue
		}
		for _, k := range t.Kids(n) {
			for p := range t.Width() {
				if l := spans[k].least[p]; l != none && (s.least[p] == none || values[l][p] < values[s.least[p]][p]) {
					s.least[p] = l
				}
				if m := spans[k].most[p]; m != none && (s.most[p] == none || values[m][p] > values[s.most[p]][p]) {
					s.most[p] = m
				}
			}
		}
	}
	for n := range t.Len() {
		for p := range t.Width() {
			for _, leaf := range []int32{spans[n].least[p], spans[n].most[p]} {
				if leaf == none || t.IsLeaf(n) {
					continue
				}
				if err := t.contradiction(n, int(leaf), p, values[leaf][p], ""); err != nil {
					return err
				}
			}
		}
	}
	return t.checkAlternatives()
}

// checkAlternatives holds the alternatives of a leaf, too, against the
// heuristics above it: a figure tries each of them.
func (t *Tree) checkAlternatives() error {
	for leaf := range t.Len() {
		for i, v := range t.Alternatives(leaf) {
			for a := t.Parent(leaf); a >= 0; a = t.Parent(a) {
				for p := range t.Width() {
					if err := t.contradiction(a, leaf, p, v[p], placeIn(t.Place(leaf)+".alternatives", i)); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// checkHeuristic holds the heuristic of inner node n against one leaf below it.
func (t *Tree) checkHeuristic(n, leaf int, path string) error {
	v, known := t.Value(leaf)
	for p := range t.Width() {
		if !known {
			break
		}
		if err := t.contradiction(n, leaf, p, v[p], path); err != nil {
			return err
		}
	}
	return nil
}

// contradiction says what is wrong where player p (from 0) has score s at the
// leaf, and the heuristic of n does not allow it. The path is that of the
// heuristic unless another is given.
func (t *Tree) contradiction(n, leaf, p int, s Score, path string) error {
	who := "the leaf"
	if path == "" {
		who = t.Place(leaf)
	}
	at := func(field string) string {
		if path != "" {
			return path
		}
		return t.Place(n) + field
	}
	low, up := Score(math.MinInt64), Score(math.MaxInt64)
	if v, ok := t.Low(n); ok {
		low = v[p]
	}
	if v, ok := t.Up(n); ok {
		up = v[p]
	}
	if s < low {
		return errAt(at(".low"), "%s gives player %d %s, below the lower bound %s of the heuristic at %s", who, p+1, s, low, t.Place(n))
	}
	if s > up {
		return errAt(at(".up"), "%s gives player %d %s, above the upper bound %s of the heuristic at %s", who, p+1, s, up, t.Place(n))
	}
	return nil
}
