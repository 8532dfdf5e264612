package algorithms_test

import (
	"fmt"
	"math"
	"slices"

	"espalier/search/algorithms"
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
	// Of information sets: the availability of each move, and whether the last node was entered by a move that was new.
	available map[int32]int
	isNew     bool
}

func newSampleModel(t *trees.Tree, a *engine.Algorithm, o engine.Options) *sampleModel {
	m := &sampleModel{t: t, a: a, o: o, sums: map[int32][]float64{}, visits: map[int32]int{}, available: map[int32]int{}}
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

// move is the key of the statistics of the move to a node: the node itself, or, with information sets, the child of the first node of the set
// by the same move. at is that of the node, where its mover chooses.
func (m *sampleModel) move(node int32) int32 {
	parent := m.t.Parent(int(node))
	if !m.a.Infosets || parent < 0 {
		return node
	}
	return m.t.Kids(m.first(parent))[m.t.IndexInParent(int(node))]
}

func (m *sampleModel) at(node int32) int32 {
	if !m.a.Infosets {
		return node
	}
	return int32(m.t.Len() + m.first(int(node)))
}

// first returns the first node of the information set of a node.
func (m *sampleModel) first(node int) int {
	for _, set := range m.t.Infosets() {
		if set.Name == m.t.Infoset(node) {
			return set.Nodes[0]
		}
	}
	return node
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
		m.addBoth(e.Node, &e.Value)
		if e.Value != m.value {
			return fmt.Errorf("value is %v, the sample is %v", e.Value, m.value)
		}
		if err := m.checkSet(e.Node, e); err != nil {
			return err
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

// addBoth adds a sample that has chosen at a node, to the node and to the move to it, and makes the moves there available once more.
func (m *sampleModel) addBoth(node int32, v *trees.Vector) {
	m.add(m.at(node), v)
	if m.a.Infosets {
		m.add(m.move(node), v)
		for _, k := range m.t.Kids(int(node)) {
			m.available[m.move(k)]++
		}
	}
}

// checkSet checks the note about the choice at a node.
func (m *sampleModel) checkSet(node int32, e *trace.Event) error {
	n, has := trace.NoteOf[*algorithms.ChoiceInSet](e)
	chooses := m.a.Infosets && m.t.Mover(int(node)) > 0
	switch {
	case has != chooses:
		return fmt.Errorf("the event says something of an information set: %t", has)
	case has && (n.Name != m.t.Infoset(int(node)) || n.Available != m.available[m.move(m.t.Kids(int(node))[0])]):
		return fmt.Errorf("the choice is in information set %q, available %d times, want %q", n.Name, n.Available, m.t.Infoset(int(node)))
	}
	return nil
}

func (m *sampleModel) check(node int32, visits int, mean *trees.Vector, e *trace.Event) error {
	at := m.at(node)
	if visits != m.visits[at] {
		return fmt.Errorf("visits are %d, want %d", visits, m.visits[at])
	}
	for p := range m.t.Players {
		want := m.sums[at][p] / float64(m.visits[at])
		if math.Abs(float64(mean[p])-want) > float64(m.t.Unit)/200*1.0001 {
			return fmt.Errorf("mean of player %d is %d, want %.1f", p+1, mean[p], want)
		}
	}
	if e.Type == trace.Backup && e.Improved && e.Child != m.most(node) {
		return fmt.Errorf("node %d is called most visited, want %d", e.Child, m.most(node))
	}
	return nil
}

// most returns the leftmost child with most visits. With information sets, chance has none.
func (m *sampleModel) most(node int32) int32 {
	best := int32(-1)
	if m.a.Infosets && m.t.IsChance(int(node)) {
		return best
	}
	for _, k := range m.t.Kids(int(node)) {
		if m.visits[m.move(k)] > 0 && (best < 0 || m.visits[m.move(k)] > m.visits[m.move(best)]) {
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
	m.add(m.move(e.Node), &e.Value)
	if int(e.Node) == m.o.Root && m.at(e.Node) != m.move(e.Node) {
		m.add(m.at(e.Node), &e.Value)
	}
	if m.a.Infosets && m.isNew != (e.Plies > 0) && !m.frontier(e.Node) {
		return fmt.Errorf("a random game of %d plies, after a move that is new: %t", e.Plies, m.isNew)
	}
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
		if int(e.Node) != m.o.Root || e.Visits != m.visits[m.at(e.Node)]+1 || e.Draw.How != trace.NotDrawn {
			return fmt.Errorf("sample %d begins at node %d", e.Visits, e.Node)
		}
		m.isNew = false
		return nil
	}
	parent := m.path[len(m.path)-1]
	seen := m.visits[parent] > 0
	if m.a.Infosets {
		seen = !m.isNew
	}
	m.isNew = e.Draw.How == trace.FirstVisit
	if m.frontier(parent) || !seen && int(parent) != m.o.Root {
		return fmt.Errorf("the sample goes on below node %d", parent)
	}
	kids := m.t.Kids(int(parent))
	mover := m.t.Mover(int(parent))
	if err := m.checkSet(parent, e); err != nil {
		return err
	}
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
		if m.visits[m.move(k)] == 0 {
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
		n, possible := float64(m.visits[m.move(k)]), m.visits[parent]
		if m.a.Infosets {
			possible = m.available[m.move(k)]
		}
		ucb := sign*m.sums[m.move(k)][p]/n + m.c*math.Sqrt(math.Log(float64(possible))/n)
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
	if e.Samples != m.visits[m.at(root)] || e.Samples != m.o.Samples {
		return fmt.Errorf("samples are %d, want %d", e.Samples, m.visits[m.at(root)])
	}
	if err := m.check(root, e.Samples, &e.Value, e); err != nil {
		return err
	}
	for i, n := range e.Path {
		if want := m.most(n); i+1 < len(e.Path) && e.Path[i+1] != want || i+1 == len(e.Path) && want >= 0 {
			return fmt.Errorf("the line %v leaves most visits at node %d", e.Path, n)
		}
	}
	if len(e.Path) > 1 && e.Visits != m.visits[m.move(e.Path[1])] {
		return fmt.Errorf("the choice has %d visits, want %d", e.Visits, m.visits[m.move(e.Path[1])])
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
