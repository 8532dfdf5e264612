package engine

import (
	"fmt"
	"slices"

	"espalier/trees"
	"espalier/trees/games"
)

// This file has the checks before a search starts. Every error has the path of the
// wrong field and describes a correct value.

// A Need checks one requirement of an algorithm.
type Need func(a *Algorithm, p *Problem, o *Options) error

// Check reports why the algorithm cannot run on the problem with the options:
// a NotApplicableError, or nil.
func (a *Algorithm) Check(p *Problem, o Options) error {
	if err := a.checkListed(&o); err != nil {
		return err
	}
	if err := checkRoot(p, &o); err != nil {
		return err
	}
	for i, need := range a.Need {
		if err := need(a, p, &o); err != nil {
			return err
		}
		if i > 0 {
			continue
		}
		// Right after the kind of the tree: other needs do not matter then.
		if err := a.checkChance(p, &o); err != nil {
			return err
		}
	}
	if p.Endless() && !o.HasDepth && !(o.Deepening && o.HasNodes) {
		return Refuse("options.depth", "play can go in circles here, so the search needs a depth%s", orDeepening(a))
	}
	if most := p.ExactPlies; most > 0 && p.Pos.Height() > most && !(o.HasDepth && o.Depth <= most) {
		return Refuse("options.depth", "%s", (&games.InexactError{Most: most}).Error())
	}
	return a.checkOptions(p, &o)
}

func orDeepening(a *Algorithm) string {
	if slices.Contains(a.Options, "deepening") {
		return ", or deepening with a limit on its nodes"
	}
	return ""
}

// checkListed rejects an option that the algorithm does not list.
func (a *Algorithm) checkListed(o *Options) error {
	for _, opt := range o.Given() {
		names := a.OptionNames()
		if slices.Contains(names, opt.Name) {
			continue
		}
		if a.Replay != nil {
			return Refuse("options."+opt.Name, "a recorded run takes no options: it is as the program printed it")
		}
		return Refuse("options."+opt.Name, "%s does not take this option; it takes %s", a.ID, trees.InWords(names))
	}
	return nil
}

func checkRoot(p *Problem, o *Options) error {
	switch {
	case p.Tree == nil && o.Root != 0:
		return Refuse("options.root", "%s is searched from its root, 0, not from node %d", p.Source(), o.Root)
	case p.Tree != nil && (o.Root < 0 || o.Root >= p.Tree.Len()):
		return Refuse("options.root", "there is no node %d; the tree has the nodes 0 to %d", o.Root, p.Tree.Len()-1)
	}
	return nil
}

func checkNodes(_ *Algorithm, _ *Problem, o *Options) error {
	if o.Nodes < 1 || o.Nodes > MaxSearchNodes {
		return Refuse("options.nodes", "%d is not between 1 and %d, the limit of one search", o.Nodes, MaxSearchNodes)
	}
	return nil
}

// checkOptions checks that the problem supports the options that are given.
func (a *Algorithm) checkOptions(p *Problem, o *Options) error {
	for _, s := range OptionSpecs {
		if s.check == nil || !s.IsGiven(o) {
			continue
		}
		if err := s.check(a, p, o); err != nil {
			return err
		}
	}
	return nil
}

func checkDiscrete(_ *Algorithm, p *Problem, _ *Options) error {
	if p.Delta <= 0 {
		return Refuse("options.discrete", "the tree has no delta, the smallest difference between two scores of a player; give it one above 0, or leave the option out")
	}
	return nil
}

func checkTable(_ *Algorithm, p *Problem, o *Options) error {
	switch {
	case p.Tree == nil && len(p.Outcomes) == 0:
		return Refuse("options.table", "a leaf-value table needs the possible outcomes, and those of %s are not listed; leave the option out", p.Source())
	case len(p.Outcomes) > trees.MaxOutcomes:
		return Refuse("options.table", "there are %d outcomes; a leaf-value table has at most %d rows", len(p.Outcomes), trees.MaxOutcomes)
	case p.Tree == nil && !p.StaticOutcomes && o.HasDepth && o.Depth < p.Pos.Height():
		return Refuse("options.depth", "with a leaf-value table the static values must be among the outcomes, and those of %s are not; leave out depth or table", p.Source())
	}
	return nil
}

// Source names an implicit tree.
func (p *Problem) Source() string {
	if p.Game != "" {
		return "the game " + p.Game
	}
	return "a generated tree"
}

func checkHeuristic(a *Algorithm, p *Problem, o *Options) error {
	if err := NeedBounds(a, p, o); err != nil {
		if p.Game != "" {
			return Refuse("options.heuristic", "the positions of %s have no low and up; leave the option out", p.Source())
		}
		return Refuse("options.heuristic", "no inner node of the tree has low or up; give some, or leave the option out")
	}
	return nil
}

func checkTransposition(_ *Algorithm, p *Problem, o *Options) error {
	if o.AsPrinted {
		return Refuse("options.transposition", "the printed procedures have no table of positions; leave out transposition or as_printed")
	}
	return checkHash(p, "transposition")
}

func checkDeepening(_ *Algorithm, p *Problem, _ *Options) error {
	if err := checkHash(p, "deepening"); err != nil {
		return err
	}
	if _, ok := p.Pos.(trees.Evaluated); !ok {
		return Refuse("options.deepening", "iterative deepening needs a static value where it stops, and these positions have none; leave the option out")
	}
	return nil
}

// checkHash requires positions with a hash for an option that stores
// positions. Nodes of an explicit tree have none.
func checkHash(p *Problem, option string) error {
	if _, ok := p.Pos.(trees.Hashed); !ok {
		return Refuse("options."+option, "this option needs positions that have a hash, as those of games and of the generator %s; these have none; leave it out", games.Takeaway)
	}
	return nil
}

// checkDepth requires a static value at every inner node where the search
// would stop. It checks all of these nodes, also nodes that a search would cut, so
// that the result does not depend on the order of moves.
func checkDepth(a *Algorithm, p *Problem, o *Options) error {
	if o.Depth < 0 {
		return Refuse("options.depth", "%d is below 0; the depth is the number of plies below the root", o.Depth)
	}
	if p.Tree == nil {
		if _, ok := p.Pos.(trees.Evaluated); !ok && o.Depth < p.Pos.Height() {
			return Refuse("options.depth", "the positions of a generated tree have no static values; leave the depth out, or make it %d, the height of the tree, or more", p.Pos.Height())
		}
		return nil
	}
	t, root := p.Tree, p.StartNode(o)
	for n := root; n < t.End(root); n++ {
		if t.IsLeaf(n) || !o.OnFrontier(t, root, n) {
			continue
		}
		v, ok := t.Static(n)
		if !ok {
			return Refuse(t.Place(n)+".static", "with depth %d the search stops at %s, which has no static value; give it one, or choose another depth", o.Depth, t.Name(n))
		}
		if a.Relies != nil && a.Relies(o) {
			if why := a.staticProblem(p, root, n, &v); why != "" {
				return Refuse(t.Place(n)+".static", "with depth %d the search stops at %s, and %s cuts by limits that its static value breaks: %s", o.Depth, t.Name(n), a.ID, why)
			}
		}
	}
	return nil
}

// staticProblem describes a limit of the tree, or a bound at the node or above it, that a
// static value breaks. A search that cuts by it would be wrong.
func (a *Algorithm) staticProblem(p *Problem, root, n int, v *trees.Vector) string {
	t := p.Tree
	if sum := v.Sum(p.Width()); p.MaxSum.Given && sum > p.MaxSum.Score {
		return fmt.Sprintf("its sum is %s, above maxsum, %s", sum.In(p.Unit), p.MaxSum.Score.In(p.Unit))
	}
	for player := range p.Width() {
		if s := v[player]; p.MaxP.Given && s > p.MaxP.Scores[player] {
			return fmt.Sprintf("player %d has %s, above the most that a player can have, %s", player+1, s.In(p.Unit), p.MaxP.Scores[player].In(p.Unit))
		}
		if least := t.MinP.Of(player); (p.Kind == trees.MaxN || a.Divides) && least.Given && v[player] < least.Score {
			return fmt.Sprintf("player %d has %s, below minp, %s", player+1, v[player].In(p.Unit), least.Score.In(p.Unit))
		}
	}
	for at := n; ; at = t.Parent(at) {
		low, hasLow := t.Low(at)
		up, hasUp := t.Up(at)
		for player := range p.Width() {
			if s := v[player]; hasLow && s < low[player] || hasUp && s > up[player] {
				return fmt.Sprintf("player %d has %s, outside low and up at %s", player+1, s.In(p.Unit), t.Name(at))
			}
		}
		if at == root {
			return ""
		}
	}
}

// Always and WithHeuristic are what Algorithm.Relies can be.
func Always(*Options) bool          { return true }
func WithHeuristic(o *Options) bool { return o.Heuristic }

// StartNode returns the node of the explicit tree where the search starts.
func (p *Problem) StartNode(o *Options) int {
	if c, ok := p.Pos.(*trees.Cursor); ok && o.Root == 0 {
		return c.Node()
	}
	return o.Root
}

func NeedMaxN(a *Algorithm, p *Problem, _ *Options) error {
	if p.Kind != trees.MaxN {
		return Refuse("algorithm", "%s searches trees of kind maxn, with a score for each player at every leaf; this one is of kind %s", a.ID, p.Kind)
	}
	return nil
}

func NeedTwoPlayers(a *Algorithm, p *Problem, _ *Options) error {
	if p.Kind == trees.Minimax || p.Kind == trees.MaxN && p.Players == 2 {
		return nil
	}
	if p.Kind == trees.Path {
		return Refuse("algorithm", "%s searches trees of two players: of kind minimax, or of kind maxn with players 2; this one is of kind path", a.ID)
	}
	return Refuse("algorithm", "%s searches trees of two players: of kind minimax, or of kind maxn with players 2; this one has players %d", a.ID, p.Players)
}

func NeedMinimax(a *Algorithm, p *Problem, _ *Options) error {
	if p.Kind != trees.Minimax {
		return Refuse("algorithm", "%s searches trees of kind minimax; this one is of kind %s", a.ID, p.Kind)
	}
	return nil
}

// NeedRange requires minp and maxp, and leaves between them.
func NeedRange(a *Algorithm, p *Problem, o *Options) error {
	t := p.Tree
	least, most := p.Least, p.MaxP.Of(0)
	if t != nil {
		least, most = t.MinP.Of(0), t.MaxP.Of(0)
	}
	switch {
	case !least.Given:
		return Refuse("tree.minp", "%s needs minp, the least value that a leaf can have; the tree does not give it", a.ID)
	case !most.Given:
		return Refuse("tree.maxp", "%s needs maxp, the largest value that a leaf can have; the tree does not give it", a.ID)
	}
	if t == nil { // who makes the positions keeps to the range
		return nil
	}
	root := p.StartNode(o)
	for n := root; n < t.End(root); n++ {
		if v, known := t.Value(n); t.IsLeaf(n) && known && (v[0] < least.Score || v[0] > most.Score) {
			return Refuse(t.Place(n)+".value", "%s relies on minp and maxp, and %s has %s, which is not from %s to %s; correct the value, or minp and maxp",
				a.ID, t.Name(n), v[0].In(t.Unit), least.Score.In(t.Unit), most.Score.In(t.Unit))
		}
	}
	return nil
}

func NeedPath(a *Algorithm, p *Problem, _ *Options) error {
	if p.Kind != trees.Path {
		return Refuse("algorithm", "%s searches trees of kind path, whose edges have costs; this one is of kind %s", a.ID, p.Kind)
	}
	return nil
}

func NeedMaxSum(a *Algorithm, p *Problem, _ *Options) error {
	if !p.MaxSum.Given {
		return Refuse("tree.maxsum", "%s needs maxsum, an upper bound on the sum of the scores of any outcome; the tree does not give it", a.ID)
	}
	return nil
}

// NeedMinima requires the least scores of all players: without them, the bounds of two
// players say nothing where there are others.
func NeedMinima(a *Algorithm, p *Problem, _ *Options) error {
	if Enough(2, p.Players, p.NoMinima) {
		return nil
	}
	return Refuse("tree.minp", "%s adds the bounds of two players, so it needs minp, the least score of any outcome: the tree has scores below 0 and does not give it", a.ID)
}

func NeedMaxSumOrMaxP(a *Algorithm, p *Problem, _ *Options) error {
	switch {
	case p.MaxP.Given:
	case p.MaxSum.Given:
		return Refuse("tree.minp", "%s needs maxp, an upper bound on one score, or minp, the least score of any outcome, beside maxsum: the tree has scores below 0 and gives neither", a.ID)
	default:
		return Refuse("tree.maxp", "%s needs maxp, an upper bound on one score, or maxsum, an upper bound on the sum of the scores of any outcome; the tree gives neither", a.ID)
	}
	return nil
}

// NeedBounds requires a heuristic at one inner node or more of an explicit tree,
// since without a heuristic nothing is cut. In an implicit tree without a
// heuristic, 0 and maxp are used.
func NeedBounds(a *Algorithm, p *Problem, _ *Options) error {
	if p.Tree == nil {
		if _, ok := p.Pos.(trees.Bounded); p.Game != "" && !ok {
			return Refuse("algorithm", "%s needs a monotonic heuristic: low or up, bounds on each player's score; the positions of %s have none", a.ID, p.Source())
		}
		return nil
	}
	for n := range p.Tree.Len() {
		if p.Tree.IsLeaf(n) {
			continue
		}
		if _, ok := p.Tree.Low(n); ok {
			return nil
		}
		if _, ok := p.Tree.Up(n); ok {
			return nil
		}
	}
	return Refuse("root", "%s needs a monotonic heuristic: low or up, bounds on each player's score, on at least one inner node; no node of the tree has one", a.ID)
}
