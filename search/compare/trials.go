package compare

import (
	"context"
	"math/rand/v2"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// This file tries a claim about searches on random trees, as Counterexample tries an
// algorithm. The claims of the papers are in package claims.

// moreTrials is the number of trees that are tried after the first one on which a claim
// fails, to find a smaller one.
const moreTrials = 5_000

// trialsEvery is the number of trees between two progress reports.
const trialsEvery = 1 << 9

// Trials describe a claim, and the random trees on which it is tried.
type Trials struct {
	Title   string // of a tree on which the claim fails
	Size    TrialSize
	MaxP    trees.Score // the most that a leaf gives a player; 0: Size.MaxSum
	Kind    trees.Kind  // trees.Minimax: Max moves at the root, the scores sum to 0
	Uniform bool        // each inner node has as many children, all leaves are at one depth
	Free    bool        // the trees may break the limits of their header
	Bounds  bool        // inner nodes get correct bounds
	// Chance: some inner nodes are chance nodes. The trees are of kind minimax, with two players,
	// and their leaves are from 0 to Size.MaxSum, unless Leaf makes others. Leaf counts in points.
	Chance bool
	// Leaf returns the value of a leaf; nil: maxsum is divided at random.
	Leaf func(rng *rand.Rand) trees.Vector
	// Change changes a random tree before it is tried; nil: nothing is changed.
	Change func(t *Trial, rng *rand.Rand)
	// Claim prepares the claim. fails then reports whether it fails on the tree of t; it also
	// says so of trees that do not meet the conditions of the claim, as not failing.
	Claim func(ctx context.Context, t *Trial) (fails func() bool, err error)
}

// A Failure is the smallest tree found on which a claim fails.
type Failure struct {
	Tree     *trees.Tree // nil: none was found
	Marked   []int       // the nodes that the claim marked on it
	Tries    int
	Failures int // number of tries on which the claim failed
}

// A Trial is a random tree. Its nodes are numbered level by level from 0, the root, so
// children have larger numbers than their parent, and siblings are adjacent.
type Trial struct {
	h      *trialSearch
	marked []int32
}

// Search tries the claim. Equal seeds give equal results. After every few trees, progress,
// which may be nil, is called with the number of trees tried.
func (s *Trials) Search(ctx context.Context, seed uint64, tries int, progress func(tries int)) (found Failure, err error) {
	h := &trialSearch{size: s.Size, claim: s, rng: rand.New(rand.NewPCG(seed, 1)), tree: &arena{}, spare: &arena{}, every: trialsEvery, unit: trees.Unit}
	h.steps = int(s.Size.MaxSum / s.Size.Delta)
	h.tree.players, h.tree.height = s.Size.Players, s.Size.Depth
	h.tree.unchecked, h.tree.zeroSum = s.Free, s.Kind == trees.Minimax
	if s.Chance {
		h.withChance()
	}
	t := &Trial{h: h}
	fails, err := s.Claim(ctx, t)
	if err != nil {
		return found, err
	}
	give, err := engine.TakeTurn(ctx)
	if err != nil {
		return found, err
	}
	defer give()
	defer engine.Stopped(&err)
	trials := 0
	h.broken = func() bool {
		if trials++; trials%16 == 0 { // a claim may be checked without a search
			if err := engine.PassTurn(ctx); err != nil {
				panic(engine.Stop{Err: err})
			}
		}
		t.marked = t.marked[:0]
		return fails()
	}
	failed := false
	if found.Tries, found.Failures, failed = h.find(tries, moreTrials, progress); !failed {
		return found, nil
	}
	if s.Kind == trees.MaxN && !s.Chance {
		h.tree.rotate()
	}
	fails() // marks
	header := trees.Header{Title: s.Title, Kind: s.Kind, Players: s.Size.Players, MaxSum: s.maxSum(), MaxP: s.maxP(), Delta: s.Size.Delta}
	if s.Free && s.Kind == trees.MaxN && h.tree.anyBelow0() {
		header.MinP = trees.All(0) // the limit that the searches get, whatever the leaves are
	}
	if s.Chance {
		header = h.chanceHeader()
		header.Title = s.Title
	}
	found.Tree, err = h.tree.tree(header)
	for _, i := range t.marked {
		found.Marked = append(found.Marked, int(h.tree.nodes[i].number))
	}
	return found, err
}

func (s *Trials) maxSum() trees.Opt {
	if s.Kind == trees.Minimax {
		return trees.Opt{}
	}
	return trees.Some(s.Size.MaxSum)
}

func (s *Trials) maxP() trees.Limits {
	if s.MaxP == 0 {
		return trees.Limits{}
	}
	return trees.All(s.MaxP)
}

// maxValue returns the limits on scores that a search gets.
func (s *Trials) maxValue() trees.Limits {
	switch sum := s.maxSum(); {
	case s.MaxP != 0:
		return s.maxP()
	case sum.Given:
		return trees.All(sum.Score)
	}
	return trees.Limits{}
}

// Problem returns the problem of searching a tree as the trials do: its limits are those
// that a search gets, whatever the leaves are.
func (s *Trials) Problem(t *trees.Tree) engine.Problem {
	p := engine.OnTree(t, 0)
	if s.Chance {
		return p
	}
	p.MaxSum, p.MaxP = s.maxSum(), s.maxValue()
	return p
}

// growUniform makes a random uniform tree of random depth and branching.
func (h *trialSearch) growUniform(first int) {
	t, depth, b := h.tree, 1+h.rng.IntN(h.size.Depth), 2+h.rng.IntN(h.size.Branching-1)
	for i := int32(0); int(i) < len(t.nodes); i++ {
		level := int(t.nodes[i].level)
		if t.beginsLevel(i) && len(t.nodes)+(len(t.nodes)-int(i))*b > h.size.Nodes {
			depth = level // the children of this level would be too many
		}
		if level == depth {
			t.value[i] = h.anyLeaf()
			continue
		}
		s := &t.nodes[i]
		s.mover = h.mover(first, level)
		s.first, s.kids = int32(len(t.nodes)), int32(b)
		for range b {
			t.add(arenaNode{parent: i, level: int16(level + 1)})
		}
	}
	h.reshape()
}

// beginsLevel reports whether node i is the first of its level.
func (t *arena) beginsLevel(i int32) bool { return i == 0 || t.nodes[i-1].level < t.nodes[i].level }

func (h *trialSearch) mover(first, level int) int8 {
	return int8((first+level)%h.size.Players + 1)
}

func (h *trialSearch) anyLeaf() trees.Vector {
	if h.claim != nil && h.claim.Leaf != nil {
		v := h.claim.Leaf(h.rng)
		if h.tree.chance {
			for p := range v {
				v[p] *= chanceScale
			}
		}
		return v
	}
	if h.tree.chance {
		return h.utility()
	}
	return h.leaf()
}

// reshape makes the tree one that the claim is about.
func (h *trialSearch) reshape() {
	if h.claim == nil {
		return
	}
	if h.claim.Bounds {
		h.bound()
	}
	if h.claim.Change != nil {
		h.claim.Change(&Trial{h: h}, h.rng)
	}
}

// Len returns the number of nodes, Players that of the players.
func (t *Trial) Len() int     { return len(t.h.tree.nodes) }
func (t *Trial) Players() int { return t.h.size.Players }

// Parent returns the parent of a node; -1: it is the root.
func (t *Trial) Parent(i int) int { return int(t.h.tree.nodes[i].parent) }

// Kids returns the first child of a node, and the number of its children.
func (t *Trial) Kids(i int) (first, n int) {
	return int(t.h.tree.nodes[i].first), int(t.h.tree.nodes[i].kids)
}

// Range returns the largest score of a leaf, in the unit of the trials: maxp of trees with chance
// nodes, whose minp is 0.
func (t *Trial) Range() trees.Score { return t.h.size.MaxSum }

// Level returns the number of plies from the root to a node.
func (t *Trial) Level(i int) int { return int(t.h.tree.nodes[i].level) }

// Mover returns the player who moves at a node, from 1; 0: it is a leaf or a chance node.
func (t *Trial) Mover(i int) int {
	if t.h.tree.nodes[i].kids == 0 {
		return 0
	}
	return int(t.h.tree.nodes[i].mover)
}

// Value returns the value of a leaf; of an inner node, its max^n value after Solve.
func (t *Trial) Value(i int) *trees.Vector { return &t.h.tree.value[i] }

// Solve returns the max^n value of the root, with ties to the left.
func (t *Trial) Solve() *trees.Vector { return t.h.tree.solve() }

// A TieRule says which of several equal children wins.
type TieRule int

const (
	Leftmost TieRule = iota
	Rightmost
)

// SolveTo is Solve with a tie rule.
func (t *Trial) SolveTo(rule TieRule) *trees.Vector {
	if rule == Leftmost {
		return t.Solve()
	}
	a := t.h.tree
	for i := len(a.nodes) - 1; i >= 0; i-- {
		n := &a.nodes[i]
		if n.kids == 0 {
			continue
		}
		p, best := n.mover-1, n.first
		for k := n.first + 1; k < n.first+n.kids; k++ {
			if a.value[k][p] >= a.value[best][p] {
				best = k
			}
		}
		a.value[i] = a.value[best]
	}
	return &a.value[0]
}

// MaxN returns the max^n value of a tree whose leaves are all known.
func MaxN(t *trees.Tree, rule TieRule) trees.Vector {
	a := &arena{}
	a.take(t, 0)
	trial := &Trial{h: &trialSearch{tree: a}}
	return *trial.SolveTo(rule)
}

// Bounds returns the lower and upper bounds of a node on the scores below it.
func (t *Trial) Bounds(i int) (low, up *trees.Vector) { return &t.h.tree.low[i], &t.h.tree.up[i] }

// SetBounds gives an inner node its bounds.
func (t *Trial) SetBounds(i int, low, up trees.Vector) {
	t.h.tree.low[i], t.h.tree.up[i] = low, up
	t.h.tree.nodes[i].has |= hasLow | hasUp
}

// HasBounds reports whether a node has both bounds.
func (t *Trial) HasBounds(i int) bool {
	return t.h.tree.nodes[i].has&(hasLow|hasUp) == hasLow|hasUp
}

// Uniform reports whether each inner node has the same number of children and all leaves are
// at one depth.
func (t *Trial) Uniform() (branching, depth int, ok bool) {
	nodes := t.h.tree.nodes
	depth = int(nodes[len(nodes)-1].level)
	branching = int(nodes[0].kids)
	for i := range nodes {
		if leaf := nodes[i].kids == 0; leaf != (int(nodes[i].level) == depth) || !leaf && int(nodes[i].kids) != branching {
			return 0, 0, false
		}
	}
	return branching, depth, true
}

// Mark remembers a node on which the claim fails.
func (t *Trial) Mark(i int) { t.marked = append(t.marked, int32(i)) }

// A TrialRun is an algorithm that runs on each tree of the trials.
type TrialRun struct {
	search *engine.Repeated
	tree   *arena
	seen   []bool
}

// Runner prepares an algorithm. change, which may be nil, changes what the algorithm knows.
func (t *Trial) Runner(ctx context.Context, c engine.AlgorithmConfig, change func(*engine.Problem)) (*TrialRun, error) {
	return t.runner(ctx, c, change, nil)
}

// Watched is a Runner whose searches are observed, which takes longer.
func (t *Trial) Watched(ctx context.Context, c engine.AlgorithmConfig, observer trace.Observer) (*TrialRun, error) {
	return t.runner(ctx, c, nil, observer)
}

func (t *Trial) runner(ctx context.Context, c engine.AlgorithmConfig, change func(*engine.Problem), observer trace.Observer) (*TrialRun, error) {
	s := t.h.claim
	p := engine.Problem{Pos: t.h.tree, Unit: t.h.unit, Kind: s.Kind, Players: s.Size.Players, MaxSum: s.maxSum(), MaxP: s.maxValue(), Delta: s.Size.Delta}
	if s.Chance {
		p = t.h.chanceProblem()
	}
	if change != nil {
		change(&p)
	}
	r, err := c.Algorithm.Repeat(ctx, p, c.Options, observer)
	return &TrialRun{search: r, tree: t.h.tree}, err
}

// Run searches the tree and returns the value of its root.
func (r *TrialRun) Run() *trees.Vector {
	t := r.tree
	t.at = 0
	r.seen = r.seen[:0]
	for range t.nodes {
		r.seen = append(r.seen, false)
	}
	t.visits = r.seen
	r.search.Stats = trace.Stats{}
	return r.search.Value()
}

// Visited reports whether the last search looked at a node.
func (r *TrialRun) Visited(i int) bool { return r.seen[i] }

// Stats returns the counts of the last search.
func (r *TrialRun) Stats() *trace.Stats { return &r.search.Stats }

// NoValue reports whether the last search returned no value.
func (r *TrialRun) NoValue() bool { return r.search.RootHasNoValue() }
