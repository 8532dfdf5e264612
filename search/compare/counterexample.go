package compare

import (
	"context"
	"math/rand/v2"
	"slices"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees"
)

// This file searches for counterexamples: trees on which an unsound algorithm
// fails, that is, returns another value than max^n. Random trees are tried until
// the algorithm fails on one; this tree is then shrunk (see shrink.go) until
// nothing can be removed.
//
// The trees are like those of the papers: players move in turn, and scores are
// multiples of δ. In half of the trees the scores of every leaf add up to maxsum. In
// the other half they may add up to less: maxsum is only a bound on the sum, and with
// two players some algorithms fail nowhere but there. For an algorithm that needs a
// heuristic, the tree gets bounds that are correct for all values below a node; they
// are exact or up to two steps looser.

// Limits of the random trees. Larger trees would show nothing more: algorithms
// fail on small trees, and shrinking tries every part of a tree many times.
const (
	MaxTrialNodes     = 500
	MaxTrialBranching = 50
	MaxTrialDepth     = 50

	// MaxTrialSteps is the largest maxsum, in steps of δ: shrinking tries
	// every lower value of every score.
	MaxTrialSteps = 10_000

	// DefaultTries and MaxTries limit the number of trees of one search. With 15
	// nodes, some hundred thousand trees are tried per second.
	DefaultTries = 2_000_000
	MaxTries     = 20_000_000

	// ProgressEvery is the number of trees between two progress reports, which
	// takes a fraction of a second.
	ProgressEvery = 1 << 15
)

// Not every failure shrinks to the smallest size, so the search returns the
// smallest result of the first mostFailures failures. If failures are rare, the
// search ends earlier: after the first failure it tries as many trees again as
// before, and at least moreTries.
const (
	mostFailures = 64
	moreTries    = 50_000
)

// A TrialSize limits the random trees of a search.
type TrialSize struct {
	Players   int
	Branching int         // maximum number of children of a node
	Depth     int         // maximum number of plies below the root
	Nodes     int         // maximum number of nodes
	MinP      trees.Score // the least score of each player, a multiple of Delta
	MaxSum    trees.Score
	Delta     trees.Score // the step of the scores
	Unit      trees.Score // of the scores above; 0: trees.Unit
}

func (s *TrialSize) unit() trees.Score {
	if s.Unit == 0 {
		return trees.Unit
	}
	return s.Unit
}

// minima returns the sum of the least scores of all players. Where Max plays against Min, the scores are
// those of Max, and maxsum is the most that Max gets.
func (s *TrialSize) minima(a *engine.Algorithm) trees.Score {
	if needsChance(a) {
		return s.MinP
	}
	return trees.Score(s.Players) * s.MinP
}

// Check returns an error that names the first field that is out of range for trials of the
// algorithm, or nil.
func (s *TrialSize) Check(a *engine.Algorithm) error {
	whole := func(path string, n, least, most int) error {
		if n < least || n > most {
			return engine.Refuse(path, "%d is out of range: %d to %d", n, least, most)
		}
		return nil
	}
	for _, err := range []error{
		whole("players", s.Players, 2, trees.MaxPlayers),
		whole("branching", s.Branching, 2, MaxTrialBranching),
		whole("depth", s.Depth, 1, MaxTrialDepth),
		whole("nodes", s.Nodes, 3, MaxTrialNodes),
	} {
		if err != nil {
			return err
		}
	}
	unit, most := s.unit(), trees.MaxScore // a trial with chance nodes multiplies the scores, and they must fit
	minima := s.minima(a)
	switch {
	case s.Delta <= 0 || s.Delta > most:
		return engine.Refuse("delta", "%s is out of range: the step between two scores is above 0 and at most %s", s.Delta.In(unit), most.In(unit))
	case s.MinP > most || s.MinP < -most:
		return engine.Refuse("minp", "%s is out of range: %s to %s", s.MinP.In(unit), (-most).In(unit), most.In(unit))
	case s.MinP%s.Delta != 0:
		return engine.Refuse("minp", "%s is no multiple of delta, which is %s: all scores are", s.MinP.In(unit), s.Delta.In(unit))
	case s.MaxSum < minima+s.Delta && s.MinP != 0:
		return engine.Refuse("maxsum", "%s is out of range: at least %s, which is delta more than the least scores", s.MaxSum.In(unit), (minima + s.Delta).In(unit))
	case s.MaxSum < s.Delta && s.MinP == 0 || s.MaxSum > most:
		return engine.Refuse("maxsum", "%s is out of range: delta, which is %s, to %s", s.MaxSum.In(unit), s.Delta.In(unit), most.In(unit))
	case s.MaxSum-minima > most:
		return engine.Refuse("minp", "%s is too far below maxsum, which is %s: between them there may be at most %s", s.MinP.In(unit), s.MaxSum.In(unit), most.In(unit))
	case (s.MaxSum-minima)/s.Delta > MaxTrialSteps:
		return engine.Refuse("maxsum", "it is more than %d steps of delta above the least scores, the limit; make maxsum smaller, or minp or delta larger", MaxTrialSteps)
	}
	return nil
}

// A Counterexample is a tree on which an algorithm fails, and how it was
// found.
type Counterexample struct {
	Tree                  *trees.Tree // nil: none was found
	Value, ReferenceValue trees.Vector
	NoValue               bool // the algorithm returned no value
	Tries                 int  // trees, or assignments of values, that were searched
	Failures              int  // number of tries on which the algorithm failed
	// For a given tree:
	Leaves       []int                // leaves for which values were tried
	Values       map[int]trees.Vector // new values of the leaves that must change; nil: none found
	Step         trees.Score          // difference between two scores that were tried
	Combinations float64              // number of combinations of values of the leaves
	Exhaustive   bool                 // the search tries all combinations, unless it finds a failure first
}

// checkUnsound rejects algorithms and options that have no counterexample.
func checkUnsound(a *engine.Algorithm, o engine.Options) error {
	switch {
	case !a.SoundWith(o) && o.HasDepth:
		return engine.Refuse("options.depth", "counterexamples are searched to the leaves; leave out the depth")
	case !a.SoundWith(o):
		return nil
	}
	for _, option := range a.Options {
		if option == "as_printed" {
			return engine.Refuse("algorithm", "%s is sound: there is no tree on which it fails; as the paper prints it there is, with the option as_printed", a.ID)
		}
	}
	return engine.Refuse("algorithm", "%s is sound: there is no tree on which it fails; %s", a.ID, failingInWords())
}

// failingInWords names the algorithms that can fail, by themselves or as printed.
func failingInWords() string {
	var unsound, printed []string
	for _, a := range algorithms.All() {
		switch {
		case !a.Sound:
			unsound = append(unsound, a.ID)
		case slices.Contains(a.Options, "as_printed"):
			printed = append(printed, a.ID)
		}
	}
	return trees.InWords(unsound) + " are not, and " + trees.InWords(printed) + " with as_printed"
}

// A trialSearch searches for a tree on which an algorithm or, for Trials, a claim fails.
type trialSearch struct {
	algorithm *engine.Algorithm // nil: of a claim
	size      TrialSize         // with the least score of every player at 0
	least     trees.Score       // of every player, which is taken from all scores until a tree is found; see shift.go
	claim     *Trials
	broken    func() bool // the claim fails on the tree
	every     int         // trees between two progress reports
	rng       *rand.Rand
	search    *engine.Repeated
	tree      *arena // the tree that search searches
	spare     *arena
	outcomes  []trees.Vector
	table     bool
	steps     int
	below     bool        // in this tree the scores of a leaf may add up to less than maxsum
	unit      trees.Score // of the scores of its trees
}

// FindCounterexample searches random trees of the given size for a tree on which the
// algorithm fails, and shrinks this tree. Equal seeds give equal results. After
// every ProgressEvery trees, progress, which may be nil, is called with the number
// of trees tried. Counterexample returns a NotApplicableError if the algorithm has
// no counterexample, and the context's error if the context ends.
func FindCounterexample(ctx context.Context, a *engine.Algorithm, o engine.Options, size TrialSize, seed uint64, tries int, progress func(tries int)) (found Counterexample, err error) {
	if err := checkUnsound(a, o); err != nil {
		return found, err
	}
	if err := size.Check(a); err != nil {
		return found, err
	}
	if needsChance(a) && size.Players != 2 {
		return found, engine.Refuse("players", "%s plays Max against Min, so there are 2 players, not %d", a.ID, size.Players)
	}
	if tries < 1 || tries > MaxTries {
		return found, engine.Refuse("tries", "%d is out of range: 1 to %d", tries, MaxTries)
	}
	h, err := newTrialSearch(ctx, a, o, size, seed)
	if err != nil {
		return found, err
	}
	give, err := engine.TakeTurn(ctx)
	if err != nil {
		return found, err
	}
	defer give()
	defer engine.Stopped(&err)
	failed := false
	if found.Tries, found.Failures, failed = h.find(tries, moreTries, progress); !failed {
		return found, nil
	}
	if !h.tree.chance {
		h.tree.rotate()
	}
	found.Value, found.ReferenceValue = *h.value(), *h.tree.solve()
	found.NoValue = h.search.RootHasNoValue()
	h.tree.raise(h.least)
	if found.Tree, err = h.tree.tree(h.header()); err == nil {
		found.Value, found.ReferenceValue = h.inUnitOf(found.Tree, found.Value), h.inUnitOf(found.Tree, found.ReferenceValue)
	}
	return found, err
}

// find tries random trees until one fails, and makes h.tree the smallest tree found after
// more tries. It reports whether there is one.
func (h *trialSearch) find(most, more int, progress func(tries int)) (tries, failures int, failed bool) {
	var best *arena
	until := most
	for tries < until && failures < mostFailures {
		tries++
		if progress != nil && tries%h.every == 0 {
			progress(tries)
		}
		h.grow()
		if !h.fails() {
			continue
		}
		if failures++; failures == 1 {
			until = min(most, tries+max(tries, more))
		}
		h.shrink()
		if best == nil || h.tree.smaller(best) {
			best = &arena{}
			best.copyFrom(h.tree)
		}
	}
	if best != nil {
		h.tree.copyFrom(best)
		h.lower()
	}
	return tries, failures, best != nil
}

func newTrialSearch(ctx context.Context, a *engine.Algorithm, o engine.Options, size TrialSize, seed uint64) (*trialSearch, error) {
	h := &trialSearch{algorithm: a, size: size, rng: rand.New(rand.NewPCG(seed, 0)), tree: &arena{}, spare: &arena{}, table: o.Table, every: ProgressEvery, unit: size.unit()}
	h.size.MaxSum, h.size.MinP, h.least = size.MaxSum-size.minima(a), 0, size.MinP
	h.steps = int(h.size.MaxSum / size.Delta)
	if needsChance(a) {
		h.withChance()
	}
	h.tree.players, h.tree.height = size.Players, size.Depth
	sum := trees.Some(h.size.MaxSum)
	p := engine.Problem{Pos: h.tree, Unit: h.unit, Players: size.Players, MaxSum: sum, MaxP: trees.All(sum.Score), Delta: h.size.Delta}
	if h.tree.chance {
		p = h.chanceProblem()
	}
	if o.Table {
		p.Outcomes = make([]trees.Vector, 1) // replaced for each tree; see value
	}
	var err error
	h.search, err = a.Repeat(ctx, p, o, nil)
	return h, err
}

func (h *trialSearch) header() trees.Header {
	header := trees.Header{Title: h.title(), Players: h.size.Players, Unit: h.unit, MaxSum: trees.Some(h.size.MaxSum + trees.Score(h.size.Players)*h.least), Delta: h.size.Delta}
	if h.least != 0 {
		header.MinP = trees.All(h.least)
	}
	if h.tree.chance {
		header = h.chanceHeader()
	}
	return header
}

// title is that of a tree on which the algorithm fails.
func (h *trialSearch) title() string {
	if h.algorithm == nil {
		return ""
	}
	return "A tree on which " + engine.InnerName(h.algorithm) + " fails"
}

// value returns the algorithm's value of the tree.
func (h *trialSearch) value() *trees.Vector {
	h.tree.at = 0
	if h.table {
		h.outcomes = h.tree.outcomes(h.outcomes)
		h.search.Outcomes = h.outcomes
	}
	return h.search.Value()
}

// fails reports whether the algorithm or the claim fails on the tree.
func (h *trialSearch) fails() bool {
	if h.claim != nil {
		return h.broken()
	}
	truth := h.tree.solve()
	return !same(h.value(), truth, h.size.Players)
}

func same(a, b *trees.Vector, players int) bool {
	for p := range players {
		if a[p] != b[p] {
			return false
		}
	}
	return true
}

// smaller reports whether t has fewer nodes.
func (t *arena) smaller(than *arena) bool { return len(t.nodes) < len(than.nodes) }

// grow makes a random tree.
func (h *trialSearch) grow() {
	t, rng := h.tree, h.rng
	t.clear()
	t.add(arenaNode{parent: -1})
	h.below = rng.Uint32()&1 == 0
	first := rng.IntN(h.size.Players)
	room := h.size.Nodes - 1
	if h.tree.zeroSum {
		first = 0 // Max moves at the root
	}
	if h.claim != nil && h.claim.Uniform {
		h.growUniform(first)
		return
	}
	for i := int32(0); int(i) < len(t.nodes); i++ {
		level := int(t.nodes[i].level)
		most := min(h.size.Branching, room)
		// Half of the nodes that may be leaves become leaves: bounds come from
		// leaves among inner nodes.
		if most < 2 || level == h.size.Depth || i > 0 && rng.Uint32()&1 == 0 {
			t.value[i] = h.anyLeaf()
			continue
		}
		kids := 2 + rng.IntN(most-1)
		room -= kids
		s := &t.nodes[i]
		s.mover = h.mover(first, level)
		s.first, s.kids = int32(len(t.nodes)), int32(kids)
		for range kids {
			t.add(arenaNode{parent: i, level: int16(level + 1)})
		}
		if t.chance {
			h.maybeChance(i)
		}
	}
	if h.algorithm != nil && h.algorithm.ByHeuristic {
		h.bound()
	}
	h.reshape()
}

// leaf divides a sum at random among some or all players: with many players,
// bounds reach maxsum only if few players have most of the sum. The sum is maxsum; in
// a tree whose leaves may add up to less, it is a random sum for half of the leaves.
func (h *trialSearch) leaf() (v trees.Vector) {
	sum := h.steps
	if h.below && h.rng.Uint32()&1 == 0 {
		sum = h.rng.IntN(h.steps + 1)
	}
	var among [trees.MaxPlayers]int
	players := h.size.Players
	for p := range players {
		among[p] = p
	}
	n := 1 + h.rng.IntN(players)
	var cuts [trees.MaxPlayers + 1]int
	for i := range n - 1 {
		cut := h.rng.IntN(sum + 1)
		j := i
		for ; j > 0 && cuts[j-1] > cut; j-- {
			cuts[j] = cuts[j-1]
		}
		cuts[j] = cut
	}
	cuts[n-1] = sum
	last := 0
	for i := range n {
		k := i + h.rng.IntN(players-i)
		among[i], among[k] = among[k], among[i]
		v[among[i]] = trees.Score(cuts[i]-last) * h.size.Delta
		last = cuts[i]
	}
	return v
}

// bound gives every inner node a heuristic: the extreme scores below it,
// loosened by up to two steps, but no looser than the parent's.
func (h *trialSearch) bound() {
	t := h.tree
	for i := len(t.nodes) - 1; i >= 0; i-- {
		s := &t.nodes[i]
		if s.kids == 0 {
			t.low[i], t.up[i] = t.value[i], t.value[i]
			continue
		}
		t.low[i], t.up[i] = t.low[s.first], t.up[s.first]
		for k := s.first + 1; k < s.first+s.kids; k++ {
			for p := range t.players {
				t.low[i][p] = min(t.low[i][p], t.low[k][p])
				t.up[i][p] = max(t.up[i][p], t.up[k][p])
			}
		}
	}
	for i := range t.nodes {
		s := &t.nodes[i]
		if s.kids == 0 {
			continue
		}
		s.has = hasLow | hasUp
		for p := range t.players {
			t.low[i][p] = max(0, t.low[i][p]-h.slack())
			t.up[i][p] = min(h.size.MaxSum, t.up[i][p]+h.slack())
			if s.parent >= 0 {
				t.low[i][p] = max(t.low[i][p], t.low[s.parent][p])
				t.up[i][p] = min(t.up[i][p], t.up[s.parent][p])
			}
		}
	}
}

// slack returns 0 in half of the cases, else one or two steps.
func (h *trialSearch) slack() trees.Score {
	return trees.Score(max(0, h.rng.IntN(4)-1)) * h.size.Delta
}

// Unchecked searches an explicit tree although its leaves may be outside minp and maxp, to show
// what comes of it. It returns the value alone.
func Unchecked(c engine.AlgorithmConfig, p engine.Problem) (res engine.Result, err error) {
	defer engine.Stopped(&err)
	a := &arena{}
	a.take(p.Tree, 0)
	p = engine.Problem{Pos: a, Unit: p.Unit, Kind: p.Kind, Players: p.Players, Least: p.Tree.MinP.Of(0), MaxP: p.MaxP}
	s, err := c.Algorithm.Repeat(context.Background(), p, c.Options, nil)
	if err != nil {
		return res, err
	}
	a.at = 0
	res.Value, res.Width = *s.Value(), 1
	return res, nil
}
