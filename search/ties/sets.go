package ties

import (
	"cmp"
	"context"
	"math"
	"math/big"
	"slices"

	"espalier/search/engine"
	"espalier/trees"
)

// This file computes the values that each node can have.
//
//	V(x)     the values of node x under all tie rules: sets[x]
//	p        the mover at x
//
// A value v of child c can be that of x if each other child has a value that gives p no more than v does. The
// subtrees of the children are resolved independently, so one comparison for each other child is enough.

// A solver has the values of all nodes.
type solver struct {
	ctx   context.Context
	t     *trees.Tree
	sets  [][]member
	sums  map[int][][]sum // of chance nodes
	steps int
}

// A member is a value that a node can have.
type member struct {
	value trees.Vector
	ways  *big.Int // to choose at the nodes below, with this value
	share float64  // of the tie rules
	cost  int      // nodes below where the tie rule is not the leftmost one; the fewest
}

// never is the cost of what no tie rule gives. A sum of some is less than the largest int.
const never = math.MaxInt32

func (s *solver) solve() error {
	for n := s.t.Len() - 1; n >= 0; n-- {
		if n%passEvery == 0 {
			if err := engine.PassTurn(s.ctx); err != nil {
				return err
			}
		}
		switch {
		case s.t.IsLeaf(n):
			v, _ := s.t.Value(n)
			s.sets[n] = []member{{value: v, ways: big.NewInt(1), share: 1}}
		case s.t.IsChance(n):
			sums, err := s.combine(n)
			if err != nil {
				return err
			}
			s.sums[n] = sums
			last := sums[len(sums)-1]
			for i := range last {
				s.sets[n] = append(s.sets[n], last[i].member)
			}
		default:
			if err := s.choose(n); err != nil {
				return err
			}
		}
		if len(s.sets[n]) > MaxValues {
			return errMany
		}
	}
	return nil
}

// spend counts steps of the exact computation.
func (s *solver) spend(steps int) error {
	if s.steps += steps; s.steps > maxSteps {
		return errMany
	}
	return nil
}

// A ranked is the values of a child by the score of the mover. Each list has an entry for each score, in
// ascending order.
type ranked struct {
	scores  []trees.Score
	ways    []*big.Int // with at most this score
	share   []float64  // with exactly this score
	below   []float64  // with less
	cost    []int      // the fewest with at most this score
	members [][]int    // of the set, with exactly this score
}

func rank(set []member, p int) *ranked {
	order := make([]int, len(set))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(set[a].value[p], set[b].value[p]) })
	r := &ranked{}
	for _, i := range order {
		m := &set[i]
		last := len(r.scores) - 1
		if last < 0 || r.scores[last] != m.value[p] {
			ways, below, cost := new(big.Int), 0.0, never
			if last >= 0 {
				ways.Set(r.ways[last])
				below, cost = r.below[last]+r.share[last], r.cost[last]
			}
			r.scores, r.ways, r.below = append(r.scores, m.value[p]), append(r.ways, ways), append(r.below, below)
			r.share, r.cost, r.members = append(r.share, 0), append(r.cost, cost), append(r.members, nil)
			last++
		}
		r.ways[last].Add(r.ways[last], m.ways)
		r.share[last] += m.share
		r.cost[last] = min(r.cost[last], m.cost)
		r.members[last] = append(r.members[last], i)
	}
	return r
}

// A standing is where a score is among those of a child.
type standing struct {
	ways     *big.Int // with at most the score
	equal    float64  // the share with exactly the score
	less     float64
	cost     int // the fewest with at most the score
	costLess int
	equalAt  int  // the index in ranked; -1: no value has the score
	always   bool // the child has no other score
}

// at is asked about scores of at least what the mover is sure of, so that each child has values up to them.
func (r *ranked) at(score trees.Score) standing {
	i, found := slices.BinarySearch(r.scores, score)
	if !found {
		i--
	}
	x := standing{ways: r.ways[i], cost: r.cost[i], costLess: never, equalAt: -1}
	if !found {
		x.less, x.costLess = r.below[i]+r.share[i], r.cost[i]
		return x
	}
	x.equalAt, x.equal, x.less, x.always = i, r.share[i], r.below[i], len(r.scores) == 1
	if i > 0 {
		x.costLess = r.cost[i-1]
	}
	return x
}

// choose computes the values of a node with a mover.
func (s *solver) choose(n int) error {
	kids, p := s.t.Kids(n), engine.Place(s.t.Mover(n))
	if len(kids) == 1 {
		s.sets[n] = s.sets[kids[0]]
		return nil
	}
	by := make([]*ranked, len(kids))
	sure := trees.Score(math.MinInt64) // what the mover gets under every tie rule
	for i, k := range kids {
		by[i] = rank(s.sets[k], p)
		sure = max(sure, by[i].scores[0])
	}
	var scores []trees.Score
	for _, r := range by {
		for _, score := range r.scores {
			if score >= sure {
				scores = append(scores, score)
			}
		}
	}
	slices.Sort(scores)
	scores = slices.Compact(scores)
	found := map[trees.Vector]int{}
	var set []member
	for _, score := range scores {
		if err := s.spend(len(kids)); err != nil {
			return err
		}
		at := make([]standing, len(kids))
		for i, r := range by {
			at[i] = r.at(score)
		}
		ways, costs := withoutEach(at), newCosts(at)
		lots := newLots(at)
		for i, k := range kids {
			if at[i].equalAt < 0 {
				continue
			}
			if err := s.spend(lots.steps); err != nil {
				return err
			}
			share := lots.without(i)
			cost, _ := costs.of(i)
			for _, m := range by[i].members[at[i].equalAt] {
				m := &s.sets[k][m]
				x := member{m.value, new(big.Int).Mul(m.ways, ways[i]), m.share * share, min(never, m.cost+cost)}
				if j, ok := found[x.value]; ok {
					set[j].add(&x)
					continue
				}
				found[x.value] = len(set)
				if set = append(set, x); len(set) > MaxValues {
					return errMany
				}
			}
		}
	}
	s.sets[n] = set
	return nil
}

// add joins two members with the same value.
func (m *member) add(x *member) {
	m.ways.Add(m.ways, x.ways)
	m.share += x.share
	m.cost = min(m.cost, x.cost)
}

// withoutEach returns for each child the product of the ways of all others.
func withoutEach(at []standing) []*big.Int {
	list, product := make([]*big.Int, len(at)), big.NewInt(1)
	for i := range at {
		list[i] = new(big.Int).Set(product)
		product.Mul(product, at[i].ways)
	}
	product = big.NewInt(1)
	for i := len(at) - 1; i >= 0; i-- {
		list[i].Mul(list[i], product)
		product.Mul(product, at[i].ways)
	}
	return list
}

// costs sums the costs of the children left and right of each.
type costs struct{ less, left, right []int }

func newCosts(at []standing) *costs {
	c := &costs{make([]int, len(at)+1), make([]int, len(at)+1), make([]int, len(at)+1)}
	for i := range at {
		c.less[i+1] = c.less[i] + at[i].costLess
		c.left[i+1] = c.left[i] + at[i].cost
	}
	for i := len(at) - 1; i >= 0; i-- {
		c.right[i] = c.right[i+1] + at[i].cost
	}
	return c
}

// of returns the cost of taking child i, without the cost below it, and whether another child, further left,
// is as good.
func (c *costs) of(i int) (cost int, otherwise bool) {
	plain, other := c.less[i]+c.right[i+1], c.left[i]+1+c.right[i+1]
	return min(plain, other), other < plain
}

// lots computes with what probability a child is taken if all children that are best are equally likely: the
// expectation of 1/(1 + T), where T others are as good. With g(z) the product over the others of
// P(less) + P(equal)·z, this is the integral of g from 0 to 1.
type lots struct {
	at      []standing
	always  int     // children that are always as good
	factor  float64 // of the children that never are
	unsure  []int   // the others
	steps   int     // of each call of without for one of the others
	certain float64 // the result for a child of always
	known   bool
}

func newLots(at []standing) *lots {
	l := &lots{at: at, factor: 1}
	for i := range at {
		switch {
		case at[i].equalAt < 0:
			l.factor *= at[i].less
		case at[i].always:
			l.always++
		default:
			l.unsure = append(l.unsure, i)
		}
	}
	l.steps = 1 + len(l.unsure)*len(l.unsure)
	return l
}

func (l *lots) without(i int) float64 {
	if !l.at[i].always {
		return l.integral(i, l.always)
	}
	if !l.known {
		l.certain, l.known = l.integral(-1, l.always-1), true
	}
	return l.certain
}

// integral leaves out child i, and has some children that are always as good.
func (l *lots) integral(i, always int) float64 {
	g := []float64{l.factor}
	for _, j := range l.unsure {
		if j == i {
			continue
		}
		g = append(g, 0)
		for d := len(g) - 1; d >= 0; d-- {
			g[d] *= l.at[j].less
			if d > 0 {
				g[d] += g[d-1] * l.at[j].equal
			}
		}
	}
	sum := 0.0
	for d, c := range g {
		sum += c / float64(d+always+1)
	}
	return sum
}

// A sum is a value of the first children of a chance node, each weighed by its probability.
type sum struct {
	member
	before, kid int // with the fewest nodes: the sum of the children before, and the member of this child
}

// combine computes the values of a chance node: for each number of its first children, their sums.
func (s *solver) combine(n int) (levels [][]sum, err error) {
	last := []sum{{member: member{ways: big.NewInt(1), share: 1}}}
	for _, k := range s.t.Kids(n) {
		found := map[trees.Vector]int{}
		var next []sum
		if err := s.spend(len(last) * len(s.sets[k])); err != nil {
			return nil, err
		}
		for b := range last {
			for i := range s.sets[k] {
				m := &s.sets[k][i]
				x := sum{member{last[b].value, new(big.Int).Mul(last[b].ways, m.ways), last[b].share * m.share, min(never, last[b].cost+m.cost)}, b, i}
				addWeighed(s.t, int(k), &x.value, &m.value)
				j, ok := found[x.value]
				if !ok {
					found[x.value] = len(next)
					next = append(next, x)
					continue
				}
				if x.cost < next[j].cost {
					next[j].before, next[j].kid = b, i
				}
				next[j].add(&x.member)
			}
		}
		if len(next) > MaxValues {
			return nil, errMany
		}
		levels, last = append(levels, next), next
	}
	return levels, nil
}

// explain appends the nodes below n where a tie rule that gives m, with the fewest such nodes, takes another child
// than the leftmost rule.
func (s *solver) explain(n int, m *member, list *[]Choice) {
	if m.cost == 0 {
		return
	}
	kids := s.t.Kids(n)
	if s.t.IsChance(n) {
		levels := s.sums[n]
		i := len(levels) - 1
		at := slices.IndexFunc(levels[i], func(x sum) bool { return x.value == m.value })
		for ; i >= 0; i-- {
			x := &levels[i][at]
			s.explain(int(kids[i]), &s.sets[kids[i]][x.kid], list)
			at = x.before
		}
		return
	}
	p := engine.Place(s.t.Mover(n))
	at := make([]standing, len(kids))
	for i, k := range kids {
		at[i] = rank(s.sets[k], p).at(m.value[p])
	}
	costs := newCosts(at)
	for i, k := range kids {
		taken := s.memberOf(int(k), &m.value)
		cost, otherwise := costs.of(i)
		if taken == nil || taken.cost+cost != m.cost {
			continue
		}
		from := int32(trees.NoNode)
		var below []Choice
		for o, other := range kids {
			if o == i {
				s.explain(int(k), taken, &below)
				continue
			}
			x := s.cheapest(other, p, m.value[p], o < i && !otherwise)
			if from == trees.NoNode && x.value[p] == m.value[p] {
				from = other
			}
			s.explain(int(other), x, &below)
		}
		if otherwise {
			*list = append(*list, Choice{int32(n), from, k})
		}
		*list = append(*list, below...)
		return
	}
}

// memberOf returns the member of a node with a value; nil: it cannot have the value.
func (s *solver) memberOf(n int, v *trees.Vector) *member {
	for i := range s.sets[n] {
		if m := &s.sets[n][i]; m.value == *v {
			return m
		}
	}
	return nil
}

// cheapest returns the member of a child with at most a score, or with less, whose cost is least.
func (s *solver) cheapest(kid int32, p int, score trees.Score, less bool) *member {
	set := s.sets[kid]
	best := -1
	for i := range set {
		if v := set[i].value[p]; v > score || less && v == score {
			continue
		}
		if best < 0 || set[i].cost < set[best].cost {
			best = i
		}
	}
	return &set[best]
}
