package hidden

import (
	"context"
	"fmt"

	"espalier/search/engine"
	"espalier/trees"
)

// Counterfactual regret minimization (CFR).
//
// M. Zinkevich, M. Johanson, M. Bowling and C. Piccione, "Regret minimization in games with
// incomplete information", NIPS 2007: equations 7 and 8 and theorem 4.
//
//	σ^t(I, a)   Strategy   the probability of move a at information set I in iteration t
//	R^T(I, a)   Regret     the sum over all iterations of π_{-i}(I) (u_i(σ with a at I) − u_i(σ))
//	avg σ(I, a) Average    the strategies of all iterations, weighed by π_i(I)
//
// In each iteration all players keep the strategies of regret matching: a move has the part that its
// positive regret has of the positive regrets of its set, and all moves are equal where there is none.
// The regrets are those of all players under these strategies.
//
// With two players whose scores have a constant sum and with perfect recall, the average strategies
// approach an equilibrium. With more players, or other scores, there is no guarantee. Gains says for any
// number of players how far the strategies are from an equilibrium.
//
// Probabilities and regrets are floating-point numbers. The same tree and the same number of
// iterations give the same numbers.

const (
	// MaxCFRNodes is the number of nodes of a tree for CFR: each iteration visits all of them, and a
	// person reads a line for each information set.
	MaxCFRNodes = 2_000
	// MaxCFRVisits bounds the nodes that all iterations of a request visit.
	MaxCFRVisits = 10_000_000

	// passEvery is how many nodes a run visits before others may compute.
	passEvery = 4096
)

// A CFR is a run of counterfactual regret minimization. Its sets change with each iteration.
type CFR struct {
	Sets       []CFRSet // in the order of their first nodes
	Iterations int

	t     *trees.Tree
	setOf []int       // the information set of each node; -1: a leaf or chance
	prob  []float64   // of the moves of chance
	pays  [][]float64 // of the leaves, for each player
}

// A CFRSet is an information set, with what CFR has of it.
type CFRSet struct {
	Name     string // "": the player sees the node
	Player   int    // from 1
	Nodes    []int
	Moves    []string
	Strategy []float64 // of the next iteration
	Regret   []float64 // summed over all iterations
	Average  []float64

	sum []float64 // of the strategies, weighed by the reach of the player
}

// NewCFR prepares a run. The tree must have known values, perfect recall, an information set of several
// nodes, and at most MaxCFRNodes nodes.
func NewCFR(t *trees.Tree) (*CFR, error) {
	switch {
	case t.Kind == trees.Path:
		return nil, trees.ErrorAt("kind", "a path tree has one player and no information sets; CFR is for games")
	case t.Len() > MaxCFRNodes:
		return nil, &engine.LimitError{Path: "tree", Message: fmt.Sprintf("the tree has %d nodes; CFR takes at most %d", t.Len(), MaxCFRNodes)}
	}
	c := &CFR{t: t, setOf: make([]int, t.Len()), prob: make([]float64, t.Len()), pays: make([][]float64, t.Len())}
	byName := map[string]int{}
	for n := range t.Len() {
		c.setOf[n] = -1
		if n > 0 {
			c.prob[n] = t.Prob(n).Float()
		}
		switch {
		case t.IsLeaf(n):
			v, known := t.Value(n)
			if !known {
				return nil, trees.ErrorAt(t.Place(n)+".value", "the value of %s is unknown; CFR needs all values", t.Name(n))
			}
			c.pays[n] = payoffs(t, &v)
		case !t.IsChance(n):
			c.join(n, byName)
		}
	}
	if err := c.checkRecall(); err != nil {
		return nil, err
	}
	if !t.Imperfect() {
		return nil, trees.ErrorAt("root", "no information set has several nodes: everybody sees where the game is, and a search finds an equilibrium")
	}
	for i := range c.Sets {
		c.Sets[i].match()
		c.Sets[i].average()
	}
	return c, nil
}

// payoffs returns the scores of all players at a leaf. Min’s are the negative of Max’s.
func payoffs(t *trees.Tree, v *trees.Vector) []float64 {
	pays := make([]float64, t.Players)
	for p := range t.Width() {
		pays[p] = v[p].In(t.Unit).Float()
	}
	if t.Kind == trees.Minimax {
		pays[1] = -pays[0]
	}
	return pays
}

// join puts a node into its information set.
func (c *CFR) join(n int, byName map[string]int) {
	name := c.t.Infoset(n)
	i, known := byName[name]
	if name == "" || !known {
		i = len(c.Sets)
		kids := c.t.Kids(n)
		set := CFRSet{Name: name, Player: c.t.Mover(n)}
		for _, list := range []*[]float64{&set.Strategy, &set.Regret, &set.Average, &set.sum} {
			*list = make([]float64, len(kids))
		}
		for k, kid := range kids {
			move := c.t.Action(int(kid))
			if move == "" {
				move = fmt.Sprintf("move %d", k+1)
			}
			set.Moves = append(set.Moves, move)
		}
		c.Sets = append(c.Sets, set)
		byName[name] = i
	}
	c.Sets[i].Nodes = append(c.Sets[i].Nodes, n)
	c.setOf[n] = i
}

// checkRecall checks perfect recall: at all nodes of an information set the mover has passed the same
// own sets with the same moves.
func (c *CFR) checkRecall() error {
	type step struct{ before, set, move int }
	number := map[step]int{}
	passed := make([][]int, c.t.Len()) // of each node, for each player: the number of the way
	for n := range c.t.Len() {
		if n == 0 {
			passed[n] = make([]int, c.t.Players+1)
			continue
		}
		parent := c.t.Parent(n)
		passed[n] = passed[parent]
		if set := c.setOf[parent]; set >= 0 {
			passed[n] = append([]int(nil), passed[parent]...)
			p := c.t.Mover(parent)
			way := step{passed[parent][p], set, c.t.IndexInParent(n)}
			if number[way] == 0 {
				number[way] = len(number) + 1
			}
			passed[n][p] = number[way]
		}
	}
	for i := range c.Sets {
		set := &c.Sets[i]
		for _, n := range set.Nodes[1:] {
			if first := set.Nodes[0]; passed[n][set.Player] != passed[first][set.Player] {
				return trees.ErrorAt(c.t.Place(n)+".infoset", "%s forgets: the own moves on the way to %s and to %s differ, and both are in information set %q; CFR needs perfect recall",
					c.t.MoverName(set.Player), c.t.Name(first), c.t.Name(n), set.Name)
			}
		}
	}
	return nil
}

// Run makes iterations.
func (c *CFR) Run(ctx context.Context, iterations int) error {
	if c.t.Len()*(c.Iterations+iterations) > MaxCFRVisits {
		return &engine.LimitError{Path: "iterations", Message: fmt.Sprintf("%d iterations on %d nodes are more than %d visits, the most of a request; at most %d iterations are possible on this tree",
			c.Iterations+iterations, c.t.Len(), MaxCFRVisits, MostIterations(c.t))}
	}
	give, err := engine.TakeTurn(ctx)
	if err != nil {
		return err
	}
	defer give()
	reach := make([]float64, c.t.Players+1)
	values := make([]float64, c.t.Len()*c.t.Players)
	visits := passEvery
	for range iterations {
		if visits += c.t.Len(); visits > passEvery {
			if err := engine.PassTurn(ctx); err != nil {
				return err
			}
			visits = 0
		}
		for p := range reach {
			reach[p] = 1
		}
		c.visit(0, reach, values)
		for i := range c.Sets {
			c.Sets[i].match()
		}
		c.Iterations++
	}
	for i := range c.Sets {
		c.Sets[i].average()
	}
	return nil
}

// A Checkpoint is what a run has reached after some iterations.
type Checkpoint struct {
	Iterations    int
	Values, Gains []float64 // as Values and Gains return them
}

// RunTo makes iterations up to each of these numbers, which ascend, and returns what is reached there.
func (c *CFR) RunTo(ctx context.Context, numbers []int) ([]Checkpoint, error) {
	give, err := engine.TakeTurn(ctx)
	if err != nil {
		return nil, err
	}
	defer give()
	var list []Checkpoint
	for _, n := range numbers {
		if err := c.Run(ctx, n-c.Iterations); err != nil {
			return nil, err
		}
		list = append(list, Checkpoint{n, c.Values(), c.Gains()})
	}
	return list, nil
}

// MostIterations returns how many iterations a request can make on a tree.
func MostIterations(t *trees.Tree) int { return MaxCFRVisits / t.Len() }

// visit adds the regrets and strategies at and below a node. reach[p] is the probability that the moves
// of player p lead there, reach[0] that of chance. It returns the values of the node for all players.
func (c *CFR) visit(n int, reach, values []float64) []float64 {
	players := c.t.Players
	v := values[n*players : (n+1)*players]
	if c.pays[n] != nil {
		copy(v, c.pays[n])
		return v
	}
	clear(v)
	mover, set := 0, (*CFRSet)(nil)
	if at := c.setOf[n]; at >= 0 {
		set = &c.Sets[at]
		mover = set.Player
	}
	own, kids := reach[mover], c.t.Kids(n)
	for i, k := range kids {
		p := c.prob[k]
		if set != nil {
			p = set.Strategy[i]
		}
		reach[mover] = own * p
		for q, score := range c.visit(int(k), reach, values) {
			v[q] += p * score
		}
	}
	reach[mover] = own
	if set == nil {
		return v
	}
	others := 1.0
	for p, r := range reach {
		if p != mover {
			others *= r
		}
	}
	for i, k := range kids {
		set.Regret[i] += others * (values[int(k)*players+mover-1] - v[mover-1])
		set.sum[i] += own * set.Strategy[i]
	}
	return v
}

// match sets the strategy by regret matching.
func (s *CFRSet) match() {
	for i, r := range s.Regret {
		s.Strategy[i] = max(r, 0)
	}
	normalize(s.Strategy)
}

func (s *CFRSet) average() {
	copy(s.Average, s.sum)
	normalize(s.Average)
}

// normalize makes weights add up to 1; if all are 0, they become equal.
func normalize(w []float64) {
	sum := 0.0
	for _, x := range w {
		sum += x
	}
	for i := range w {
		if sum > 0 {
			w[i] /= sum
		} else {
			w[i] = 1 / float64(len(w))
		}
	}
}

// Values returns the expected score of each player, from 0, if all play their average strategies.
func (c *CFR) Values() []float64 {
	return c.expected(0, func(set *CFRSet) []float64 { return set.Average })
}

func (c *CFR) expected(n int, strategy func(*CFRSet) []float64) []float64 {
	if c.pays[n] != nil {
		return c.pays[n]
	}
	v := make([]float64, c.t.Players)
	for i, k := range c.t.Kids(n) {
		p := c.prob[k]
		if at := c.setOf[n]; at >= 0 {
			p = strategy(&c.Sets[at])[i]
		}
		for q, score := range c.expected(int(k), strategy) {
			v[q] += p * score
		}
	}
	return v
}

// BestResponse returns the most that a player, from 1, can get if all others play their average
// strategies.
func (c *CFR) BestResponse(player int) float64 {
	b := &response{c: c, player: player, reach: make([]float64, c.t.Len()), value: make([]float64, c.t.Len()), known: make([]bool, c.t.Len()), choice: make([]int, len(c.Sets))}
	for n := range c.t.Len() {
		if n == 0 {
			b.reach[0] = 1
			continue
		}
		parent := c.t.Parent(n)
		b.reach[n] = b.reach[parent]
		switch at := c.setOf[parent]; {
		case at < 0:
			b.reach[n] *= c.prob[n]
		case c.Sets[at].Player != player:
			b.reach[n] *= c.Sets[at].Average[c.t.IndexInParent(n)]
		}
	}
	return b.of(0)
}

// A response is a best response of a player. reach of a node is the probability that chance and all
// others move there.
type response struct {
	c            *CFR
	player       int
	reach, value []float64
	known        []bool
	choice       []int // the move at each information set, from 1; 0: not chosen yet
}

// of returns the value of a node. Below a node of the player come only sets on a longer way of own moves,
// by perfect recall, so a choice never needs itself.
func (b *response) of(n int) float64 {
	if b.known[n] {
		return b.value[n]
	}
	c, v := b.c, 0.0
	at := c.setOf[n]
	switch {
	case c.pays[n] != nil:
		v = c.pays[n][b.player-1]
	case at >= 0 && c.Sets[at].Player == b.player:
		v = b.of(int(c.t.Kids(n)[b.best(at)]))
	default:
		for i, k := range c.t.Kids(n) {
			p := c.prob[k]
			if at >= 0 {
				p = c.Sets[at].Average[i]
			}
			v += p * b.of(int(k))
		}
	}
	b.value[n], b.known[n] = v, true
	return v
}

// best returns the move that is best over all nodes of a set; in a tie the leftmost.
func (b *response) best(at int) int {
	if b.choice[at] > 0 {
		return b.choice[at] - 1
	}
	best, most := 0, 0.0
	for i := range b.c.Sets[at].Moves {
		sum := 0.0
		for _, n := range b.c.Sets[at].Nodes {
			sum += b.reach[n] * b.of(int(b.c.t.Kids(n)[i]))
		}
		if i == 0 || sum > most {
			best, most = i, sum
		}
	}
	b.choice[at] = best + 1
	return best
}

// Gains returns what each player could gain by a best response to the average strategies of the others.
// The largest is the ε of an ε-equilibrium. With two players and a constant sum, their mean is the
// exploitability.
func (c *CFR) Gains() []float64 {
	gains := c.Values()
	for p := range gains {
		gains[p] = max(0, c.BestResponse(p+1)-gains[p])
	}
	return gains
}

// ConstantSum reports whether there are two players whose scores have the same sum at all leaves: then
// CFR approaches an equilibrium.
func (c *CFR) ConstantSum() bool {
	if c.t.Players != 2 {
		return false
	}
	if c.t.Kind == trees.Minimax {
		return true
	}
	sum, known := trees.Score(0), false
	for n := range c.t.Len() {
		if !c.t.IsLeaf(n) {
			continue
		}
		v, _ := c.t.Value(n)
		if known && v.Sum(2) != sum {
			return false
		}
		sum, known = v.Sum(2), true
	}
	return true
}
