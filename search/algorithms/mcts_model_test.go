package algorithms_test

import (
	"fmt"
	"math"
	"slices"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// A sampleModel follows the events of a search by samples.
type sampleModel struct {
	t      *trees.Tree
	a      *engine.Algorithm
	o      engine.Options
	about  int
	c      float64
	sums   map[int32][]float64
	visits map[int32]int
	path   []int32
	value  trees.Vector // that the sample has brought up
}

func newSampleModel(t *trees.Tree, a *engine.Algorithm, o engine.Options) *sampleModel {
	m := &sampleModel{t: t, a: a, o: o, sums: map[int32][]float64{}, visits: map[int32]int{}}
	if a.Reference.TwoSides {
		m.about = engine.RootPlayer(t, o.Root)
	}
	least, known := t.Minima()
	span := trees.Score(0)
	for p := range t.Players {
		most := t.Most(p)
		if !known || !most.Given {
			span = spanOfLeaves(t)
			break
		}
		span = max(span, most.Score-least[p])
	}
	m.c = float64(o.Exploration) / 100 * float64(span)
	return m
}

func (m *sampleModel) follow(events []trace.Event) error {
	for i := range events {
		if err := m.event(&events[i]); err != nil {
			return fmt.Errorf("event %d, %s at node %d: %w", i, events[i].Type, events[i].Node, err)
		}
	}
	return nil
}

func (m *sampleModel) event(e *trace.Event) error {
	if !e.Sampling {
		return fmt.Errorf("the event is not that of samples")
	}
	switch e.Type {
	case trace.Enter:
		if err := m.enter(e); err != nil {
			return err
		}
		m.path = append(m.path, e.Node)
	case trace.Leaf:
		return m.leaf(e)
	case trace.Backup:
		m.add(e.Node, &e.Value)
		if e.Value != m.value {
			return fmt.Errorf("value is %v, the sample is %v", e.Value, m.value)
		}
		return m.check(e.Node, e.Visits, &e.Best, e)
	case trace.Exit:
		if at := m.path[len(m.path)-1]; at != e.Node {
			return fmt.Errorf("node %d is open", at)
		}
		m.path = m.path[:len(m.path)-1]
		if e.Value != m.value || e.Exact {
			return fmt.Errorf("value is %v, exact %t, the sample is %v", e.Value, e.Exact, m.value)
		}
	case trace.Done:
		return m.done(e)
	}
	return nil
}

func (m *sampleModel) add(node int32, v *trees.Vector) {
	if m.sums[node] == nil {
		m.sums[node] = make([]float64, m.t.Players)
	}
	for p := range m.t.Players {
		m.sums[node][p] += float64(v[p])
	}
	m.visits[node]++
}

func (m *sampleModel) check(node int32, visits int, mean *trees.Vector, e *trace.Event) error {
	if visits != m.visits[node] {
		return fmt.Errorf("visits are %d, want %d", visits, m.visits[node])
	}
	for p := range m.t.Players {
		want := m.sums[node][p] / float64(m.visits[node])
		if math.Abs(float64(mean[p])-want) > float64(m.t.Unit)/200*1.0001 {
			return fmt.Errorf("mean of player %d is %d, want %.1f", p+1, mean[p], want)
		}
	}
	if e.Type == trace.Backup && e.Improved && e.Child != m.most(node) {
		return fmt.Errorf("node %d is called most visited, want %d", e.Child, m.most(node))
	}
	return nil
}

// most returns the leftmost child with most visits.
func (m *sampleModel) most(node int32) int32 {
	best := int32(-1)
	for _, k := range m.t.Kids(int(node)) {
		if m.visits[k] > 0 && (best < 0 || m.visits[k] > m.visits[best]) {
			best = k
		}
	}
	return best
}

func (m *sampleModel) frontier(node int32) bool {
	return m.t.IsLeaf(int(node)) || m.o.HasDepth && m.t.Level(int(node))-m.t.Level(m.o.Root) == m.o.Depth
}

func (m *sampleModel) leaf(e *trace.Event) error {
	m.value = e.Value
	m.add(e.Node, &e.Value)
	end := e.Node
	if e.Plies > 0 {
		end = e.Reached
	}
	level := m.t.Level(int(end)) - m.t.Level(int(e.Node))
	if level != e.Plies || !m.frontier(end) {
		return fmt.Errorf("a random game of %d plies ends at node %d", e.Plies, end)
	}
	for n := end; n != e.Node; n = int32(m.t.Parent(int(n))) {
		if n < 0 {
			return fmt.Errorf("node %d is not below", end)
		}
	}
	want, _ := m.t.Value(int(end))
	if !m.t.IsLeaf(int(end)) {
		want, _ = m.t.Static(int(end))
	}
	if e.Value != want {
		return fmt.Errorf("value is %v, want %v", e.Value, want)
	}
	return nil
}

func (m *sampleModel) enter(e *trace.Event) error {
	if len(m.path) == 0 {
		if int(e.Node) != m.o.Root || e.Visits != m.visits[e.Node]+1 || e.Draw.How != trace.NotDrawn {
			return fmt.Errorf("sample %d begins at node %d", e.Visits, e.Node)
		}
		return nil
	}
	parent := m.path[len(m.path)-1]
	if m.frontier(parent) || m.visits[parent] == 0 && int(parent) != m.o.Root {
		return fmt.Errorf("the sample goes on below node %d", parent)
	}
	kids := m.t.Kids(int(parent))
	mover := m.t.Mover(int(parent))
	if mover == 0 {
		if e.Draw.How != trace.ByChance || !slices.Contains(kids, e.Node) {
			return fmt.Errorf("chance does not draw the node")
		}
		return nil
	}
	if e.Draw.Player != mover {
		return fmt.Errorf("player %d chooses, want %d", e.Draw.Player, mover)
	}
	for _, k := range kids {
		if m.visits[k] == 0 {
			if e.Node != k || e.Draw.How != trace.FirstVisit {
				return fmt.Errorf("entered %s, want node %d for the first time", e.Draw.How, k)
			}
			return nil
		}
	}
	p, sign := mover-1, 1.0
	if m.about != 0 && mover != m.about {
		p, sign = m.about-1, -1
	}
	best, most := int32(-1), 0.0
	for _, k := range kids {
		n := float64(m.visits[k])
		ucb := sign*m.sums[k][p]/n + m.c*math.Sqrt(math.Log(float64(m.visits[parent]))/n)
		if best < 0 || ucb > most+1e-3 {
			best, most = k, ucb
		}
	}
	if e.Node != best || e.Draw.How != trace.ByUCB {
		return fmt.Errorf("entered %s, want node %d by UCB", e.Draw.How, best)
	}
	if d := math.Abs(sign*float64(e.Draw.Mean+e.Draw.Bonus) - most); d > float64(m.t.Unit)/100 {
		return fmt.Errorf("mean and bonus differ from the UCB value by %.0f", d)
	}
	if other := e.Draw.Rival; other >= 0 && sign*float64(e.Draw.RivalUCB) > most+float64(m.t.Unit)/100 || (other < 0) != (len(kids) == 1) {
		return fmt.Errorf("the next child is %d with %d", other, e.Draw.RivalUCB)
	}
	return nil
}

func (m *sampleModel) done(e *trace.Event) error {
	root := int32(m.o.Root)
	if e.Samples != m.visits[root] || e.Samples != m.o.Samples {
		return fmt.Errorf("samples are %d, want %d", e.Samples, m.visits[root])
	}
	if err := m.check(root, m.visits[root], &e.Value, e); err != nil {
		return err
	}
	for i, n := range e.Path {
		if want := m.most(n); i+1 < len(e.Path) && e.Path[i+1] != want || i+1 == len(e.Path) && want >= 0 {
			return fmt.Errorf("the line %v leaves most visits at node %d", e.Path, n)
		}
	}
	if len(e.Path) > 1 && e.Visits != m.visits[e.Path[1]] {
		return fmt.Errorf("the choice has %d visits, want %d", e.Visits, m.visits[e.Path[1]])
	}
	return nil
}

// spanOfLeaves returns the difference between the largest and the least score of any player at a leaf, or 0.
func spanOfLeaves(t *trees.Tree) trees.Score {
	scores := []trees.Score{0}
	for n := range t.Len() {
		if v, known := t.Value(n); t.IsLeaf(n) && known {
			scores = append(scores, v[:t.Width()]...)
		}
	}
	return slices.Max(scores) - slices.Min(scores)
}
