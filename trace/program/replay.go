package program

import (
	"math"

	"espalier/trace"
	"espalier/trees"
)

// A Replay turns a run into the events of a search. What the program did not print, such as the
// bounds and the best value so far, is computed from what it did print.
type Replay struct {
	// Name is the name of the run in its first event.
	Name string
	// TwoSides: one player plays against all others, as in paranoid search.
	TwoSides bool
	// Reference returns the value that the result is compared with; nil: there is none.
	Reference func(value *trees.Vector) *trace.Reference
	// Step is called for each event of the run with the number of its event; nil:
	// it is not called.
	Step func(event, seq int)
	// Begin is called before the first event that an event of the run implies, and End before the last one of
	// all, with the numbers of these; nil: they are not called.
	Begin func(event, seq int)
	End   func(seq int)
	// Pass is called between events, often enough that others may compute in between; nil: never.
	Pass func() error
	// ByAppearance: nodes have the numbers that answers call them by (Run.Number), not those of
	// the inferred tree.
	ByAppearance bool
}

// An Outcome is how a run ends.
type Outcome struct {
	Value    trees.Vector
	HasValue bool
	Line     []int32 // from the root to the leaf that the value comes from
	Stats    trace.Stats
}

// passEvents is the number of events between two calls of Replay.Pass.
const passEvents = 1024

// Play calls observe with the events, on the tree that was inferred from the run; nil: with none.
func (o Replay) Play(r *Run, inf *Inferred, observe trace.Observer) (Outcome, error) {
	p := &player{Replay: o, run: r, tree: inf.Tree, observe: observe, scale: 1, facts: factsOf(inf.Tree)}
	if inf.Tree.Unit%max(1, r.Unit) == 0 {
		p.scale = inf.Tree.Unit / max(1, r.Unit)
	}
	if !o.ByAppearance {
		p.number = inf.Node
	}
	p.start()
	for i := range r.Events {
		if o.Pass != nil && i%passEvents == 0 {
			if err := o.Pass(); err != nil {
				return Outcome{}, err
			}
		}
		p.event(i, &r.Events[i])
	}
	return p.end(), nil
}

// facts are what the limits of the scores are.
type facts struct {
	unit     trees.Score
	players  int
	maxSum   trees.Opt
	most     []trees.Opt
	fromZero bool // no score is below 0, and one can be 0
}

func factsOf(t *trees.Tree) facts {
	f := facts{unit: t.Unit, players: t.Players, maxSum: t.MaxSum}
	least, known := t.Minima()
	f.fromZero = known && least == trees.Vector{}
	for p := range t.Width() {
		f.most = append(f.most, t.Most(p))
	}
	return f
}

// start emits the first event.
func (p *player) start() {
	p.grow()
	p.about = 0
	if p.run.Kind == trees.Minimax {
		p.about = 1
	}
	if p.TwoSides && len(p.movers) > 0 && p.run.Kind == trees.MaxN {
		p.about = max(1, int(p.movers[0]))
	}
	p.begin(trace.Start, 0)
	p.e.Width, p.e.Unit, p.e.Players, p.e.Scalar = p.run.Width(), p.facts.unit, p.facts.players, p.run.Kind != trees.MaxN
	p.e.Window, p.e.About = p.run.Kind == trees.Minimax, p.about
	p.e.Algorithm, p.e.MaxSum, p.e.Implicit = p.Name, p.facts.maxSum, p.tree == nil
	p.emit()
}

// grow makes room for the nodes that the run has now.
func (p *player) grow() {
	p.movers = p.run.appendMovers(p.movers)
	for n := len(p.nodes); n < len(p.run.Nodes); n++ {
		p.nodes = append(p.nodes, nodeState{taken: None})
		if above := p.run.Nodes[n].Parent; len(p.outcomes) > 0 && above != None {
			if count, counted := p.outcomes[above]; counted {
				p.outcomes[above] = count + 1
			}
		}
	}
	if missing := len(p.nodes)*p.run.Width() - len(p.values); missing > 0 {
		p.values = append(p.values, make([]trees.Score, missing)...)
	}
	if p.tree != nil || p.observe == nil {
		return // no observer asks which child each node is
	}
	for n := len(p.ranks); n < len(p.run.Nodes); n++ {
		rank, above := int32(None), p.run.Nodes[n].Parent
		if above != None {
			rank = p.kids[above]
			p.kids[above]++
		}
		p.ranks, p.kids = append(p.ranks, rank), append(p.kids, 0)
	}
}

// of returns the number of a node in events.
func (p *player) of(node int32) int32 {
	if p.number != nil {
		return p.number[node]
	}
	return int32(p.run.Number(node))
}

// A player goes through the events of a run.
type player struct {
	Replay
	run     *Run
	tree    *trees.Tree // nil: it is not known yet
	number  []int32     // of the nodes in events; nil: as Run.Number
	facts   facts
	observe trace.Observer
	e       trace.Event
	scale   trees.Score // from the unit of the run to that of the tree
	about   int         // see trace.Event
	movers  []int8
	nodes   []nodeState
	values  []trees.Score // of nodes that have one, by node
	ranks   []int32       // of a run without a tree: which child each node is
	kids    []int32       // how many each has
	stack   []opened
	visits  int32
	// outcomes has how many children the chance nodes have that were averaged: the run counts them in
	// linear time while it grows.
	outcomes map[int32]int
	stats    trace.Stats
}

// A nodeState is what the run has said of a node so far.
type nodeState struct {
	taken   int32 // the child that the value came from, or None
	in      int32 // the visit of its parent in which it was visited last
	place   int32 // which of the children of an open node it is, if it is among them
	has     bool  // a value, which the player has
	exact   bool  // it is the value that all children give
	visited bool
}

// An opened node was entered and has not ended.
type opened struct {
	node      int32
	visit     int32
	best      trees.Vector
	has       bool
	bestChild int32
	children  []int32   // with a value, each once
	parts     []float64 // of a chance node, by place of the child: its probability and its value
	average   average
	ranked    []ranked // children that were the best or may be, as a heap; nil: not needed yet
	cut       bool
	inexact   bool // a child has a value that is not proved
}

func (p *player) begin(t trace.Type, node int32) {
	p.e.Type, p.e.Node, p.e.Child = t, p.of(node), -1
	p.e.HasValue, p.e.HasBest, p.e.Improved, p.e.Exact, p.e.Chance = false, false, false, false, false
	p.e.Cut, p.e.Terms, p.e.Rule, p.e.BecauseChild, p.e.Parent, p.e.Move = p.e.Cut[:0], p.e.Terms[:0], trace.NoRule, -1, -1, -1
	p.e.Player, p.e.Sum, p.e.Limit = 0, trees.Opt{}, trees.Opt{}
}

func (p *player) emit() {
	if p.observe != nil {
		p.observe(&p.e)
		if p.e.StopObserving {
			p.observe, p.e.StopObserving = nil, false
		}
	}
	p.e.Seq++
}

func (p *player) step(event int) {
	if p.Step != nil {
		p.Step(event, p.e.Seq)
	}
}

func (p *player) value(i int32) trees.Vector {
	v := p.run.Value(i)
	for k := range p.run.Width() {
		if !v[k].IsInfinite() {
			v[k] *= p.scale
		}
	}
	return v
}

// valueOf returns the value of a node, of as many scores as values of the run have.
func (p *player) valueOf(node int32) (v trees.Vector) {
	width := p.run.Width()
	copy(v[:], p.values[int(node)*width:int(node+1)*width])
	return v
}

func (p *player) setValue(node int32, v *trees.Vector) {
	width := p.run.Width()
	copy(p.values[int(node)*width:int(node+1)*width], v[:])
}

func (p *player) event(i int, e *Event) {
	p.e.Line = p.run.ProgramLine(i)
	if p.Begin != nil {
		p.Begin(i, p.e.Seq)
	}
	switch e.Type {
	case Enter:
		p.enter(i, e)
	case Leaf:
		p.enter(i, e)
		p.leaf(i, e)
	case Prune:
		p.prune(i, e)
	case Exit:
		p.exit(i, e)
	default: // it repeats the event before
		if p.Step != nil {
			p.Step(i, p.e.Seq-1)
		}
	}
}

func (p *player) enter(i int, e *Event) {
	n := &p.run.Nodes[e.Node]
	s := &p.nodes[e.Node]
	if d := len(p.stack); d > 0 {
		above := &p.stack[d-1]
		if s.in == above.visit && !s.has {
			p.begin(trace.Research, above.node)
			p.e.Child = p.of(e.Node)
			p.stats.Researched++
			p.emit()
		}
		s.in = above.visit
	}
	*s = nodeState{taken: None, in: s.in, place: s.place, visited: true}
	p.setValue(e.Node, &trees.Vector{})
	p.visits++
	p.stats.Nodes++
	f := opened{node: e.Node, visit: p.visits, bestChild: None}
	p.stack = append(p.stack, f)
	p.begin(trace.Enter, e.Node)
	if e.Type == Enter && !n.Chance {
		p.e.Player = int(p.movers[e.Node])
	}
	p.e.Depth, p.e.Chance = len(p.stack)-1, n.Chance && e.Type == Enter
	p.e.Text = append(p.e.Text[:0], p.run.Move(e.Node)...)
	if p.tree != nil && p.number != nil {
		p.e.Text = append(p.e.Text[:0], p.tree.Action(int(p.e.Node))...)
	}
	if p.e.Implicit && n.Parent != None && p.observe != nil {
		p.e.Parent, p.e.Move = p.of(n.Parent), p.ranks[e.Node]
	}
	p.bounds()
	p.step(i)
	p.emit()
}

func (p *player) leaf(i int, e *Event) {
	p.stats.Leaves++
	s := &p.nodes[e.Node]
	var value trees.Vector
	if e.Value != None {
		value, s.has = p.value(e.Value), true
	} else if at := p.run.Nodes[e.Node].Tree; p.tree != nil && at != None {
		if value, s.has = p.tree.Value(int(at)); !s.has {
			value, s.has = p.tree.Static(int(at))
		}
	}
	p.setValue(e.Node, &value)
	s.exact = true
	p.stack = p.stack[:len(p.stack)-1]
	if s.has {
		p.begin(trace.Leaf, e.Node)
		p.e.Value, p.e.HasValue = value, true
		p.step(i)
		p.emit()
	}
	p.begin(trace.Exit, e.Node)
	p.e.Value, p.e.HasValue, p.e.Exact = value, s.has, s.has
	p.emit()
	p.backup(e.Node)
}

func (p *player) exit(i int, e *Event) {
	f := p.stack[len(p.stack)-1]
	s := &p.nodes[e.Node]
	value := p.valueOf(e.Node)
	switch {
	case e.Null:
	case e.Value != None:
		value, s.has = p.value(e.Value), true
	case f.has:
		value, s.has = f.best, true
	}
	p.setValue(e.Node, &value)
	s.taken = f.bestChild
	for _, k := range f.children {
		if s.has && p.valueOf(k) == value {
			s.taken = k
			break
		}
	}
	s.exact = s.has && !f.cut && !f.inexact && e.Limit == Exactly && f.has && f.best == value
	p.begin(trace.Exit, e.Node)
	p.e.Value, p.e.HasValue, p.e.Exact = value, s.has, s.exact
	p.step(i)
	p.emit()
	p.stack = p.stack[:len(p.stack)-1]
	p.backup(e.Node)
}

// backup emits that the value of a child has reached the innermost open node.
func (p *player) backup(child int32) {
	if len(p.stack) == 0 {
		return
	}
	f, s := &p.stack[len(p.stack)-1], &p.nodes[child]
	chance := p.run.Nodes[f.node].Chance
	again := int(s.place) < len(f.children) && f.children[s.place] == child
	improved := false
	if s.has {
		if !again {
			s.place = int32(len(f.children))
			f.children = append(f.children, child)
		}
		f.inexact = f.inexact || !s.exact
		switch {
		case chance:
			p.weigh(f, child)
			f.best, f.has = p.averageOf(f), true
		case again:
			improved = p.improveAgain(f, child)
		default:
			improved = p.improve(f, child)
		}
	} else {
		f.inexact = true
		if chance && again {
			p.weigh(f, child)
		}
	}
	p.begin(trace.Backup, f.node)
	p.e.Child, p.e.Chance = p.of(child), chance
	p.e.Value, p.e.HasValue = p.valueOf(child), s.has
	p.e.Best, p.e.HasBest, p.e.Improved = f.best, f.has, improved
	p.bounds()
	p.emit()
}

// improve lets a node take the value of a child if it is better.
func (p *player) improve(f *opened, child int32) bool {
	v := p.valueOf(child)
	if f.ranked != nil {
		f.rank(p.key(f.node, &v), p.nodes[child].place)
	}
	if f.has && p.key(f.node, &v) <= p.key(f.node, &f.best) {
		return false
	}
	f.best, f.has, f.bestChild = v, true, child
	return true
}

// improveAgain is improve for a child that had a value already in this visit. Of equals the one that was
// visited first is the best.
func (p *player) improveAgain(f *opened, child int32) bool {
	before, had := f.best, f.has
	v := p.valueOf(child)
	key := p.key(f.node, &v)
	if f.ranked != nil {
		f.rank(key, p.nodes[child].place)
	}
	if len(f.ranked) > mostRanked*len(f.children) {
		f.ranked = nil // most are old values
	}
	switch held := p.key(f.node, &f.best); {
	case !f.has, key > held, key == held && p.nodes[child].place < p.nodes[f.bestChild].place:
		f.best, f.has, f.bestChild = v, true, child
	case child == f.bestChild && key < held:
		f.bestChild = p.firstBest(f)
		f.best = p.valueOf(f.bestChild)
	case child == f.bestChild:
		f.best = v
	}
	return f.bestChild == child && (!had || before != f.best)
}

// mostRanked is how many values are ranked for each child before the children are ranked anew.
const mostRanked = 4

// A ranked child had a key when it was ranked.
type ranked struct {
	key   trees.Score
	place int32
}

func (a ranked) before(b ranked) bool { return a.key > b.key || a.key == b.key && a.place < b.place }

// rank adds a child to the heap.
func (f *opened) rank(key trees.Score, place int32) {
	f.ranked = append(f.ranked, ranked{key, place})
	for i := len(f.ranked) - 1; i > 0 && f.ranked[i].before(f.ranked[(i-1)/2]); i = (i - 1) / 2 {
		f.ranked[i], f.ranked[(i-1)/2] = f.ranked[(i-1)/2], f.ranked[i]
	}
}

// unrank removes the first of the heap.
func (f *opened) unrank() {
	last := len(f.ranked) - 1
	f.ranked[0] = f.ranked[last]
	f.ranked = f.ranked[:last]
	for i := 0; ; {
		first := i
		for k := 2*i + 1; k <= 2*i+2 && k < last; k++ {
			if f.ranked[k].before(f.ranked[first]) {
				first = k
			}
		}
		if first == i {
			return
		}
		f.ranked[i], f.ranked[first] = f.ranked[first], f.ranked[i]
		i = first
	}
}

// firstBest returns the best child with a value. All children are ranked once; after that each value
// costs a step in the heap, in which older values of a child are passed over.
func (p *player) firstBest(f *opened) int32 {
	if f.ranked == nil {
		for place, k := range f.children {
			if v := p.valueOf(k); p.nodes[k].has {
				f.rank(p.key(f.node, &v), int32(place))
			}
		}
	}
	for {
		k := f.children[f.ranked[0].place]
		if v := p.valueOf(k); p.nodes[k].has && p.key(f.node, &v) == f.ranked[0].key {
			return k
		}
		f.unrank()
	}
}

// key is what the mover of a node wants as large as possible.
func (p *player) key(node int32, v *trees.Vector) trees.Score {
	mover := int(p.movers[node])
	switch {
	case p.run.Kind == trees.Minimax && mover == 2:
		return -v[0]
	case p.run.Kind == trees.Minimax:
		return v[0]
	case p.about > 0 && mover != p.about:
		return -v[p.about-1]
	}
	return v[mover-1]
}

// An average is the sum of each child's probability times its value, and the sum of the values of the
// children without a probability. Infinite values are counted, as they cannot be taken away again.
type average struct {
	given, equal [trees.MaxPlayers]float64
	wins, losses [trees.MaxPlayers]int32
}

// unweighed stands for the probability of a child that has none.
const unweighed = -1

// weigh adds the value of a child to the average, instead of what it has given before.
func (p *player) weigh(f *opened, child int32) {
	prob, value, width := float64(unweighed), p.valueOf(child), p.run.Width()
	if q := p.run.Prob(child); q.Unit > 0 {
		prob = q.Float()
	}
	at := int(p.nodes[child].place) * (1 + width)
	if at == len(f.parts) {
		f.parts = append(f.parts, make([]float64, 1+width)...)
	}
	part := f.parts[at : at+1+width]
	f.average.add(part, -1)
	part[0] = prob
	for w := range width {
		part[1+w] = value[w].Approx()
	}
	f.average.add(part, 1)
}

// add adds what a child gives, or takes it away.
func (a *average) add(part []float64, sign float64) {
	prob := part[0]
	for w, score := range part[1:] {
		switch {
		case math.IsInf(score, 1):
			a.wins[w] += int32(sign)
		case math.IsInf(score, -1):
			a.losses[w] += int32(sign)
		case prob == unweighed:
			a.equal[w] += sign * score
		default:
			a.given[w] += sign * prob * score
		}
	}
}

// averageOf is the sum so far of each child's probability times its value.
func (p *player) averageOf(f *opened) (v trees.Vector) {
	count, counted := p.outcomes[f.node]
	if !counted {
		if p.outcomes == nil {
			p.outcomes = map[int32]int{}
		}
		count = len(p.run.Kids(f.node))
		p.outcomes[f.node] = count
	}
	for w := range p.run.Width() {
		switch wins, losses := f.average.wins[w] > 0, f.average.losses[w] > 0; {
		case wins && losses: // it is not known
			v[w] = 0
		case wins:
			v[w] = trees.Infinity
		case losses:
			v[w] = -trees.Infinity
		default:
			v[w] = trees.Rounded(f.average.given[w] + f.average.equal[w]/float64(count))
		}
	}
	return v
}

// bounds sets the bounds that the path holds: the best score so far of each player.
func (p *player) bounds() {
	if p.run.Kind == trees.Minimax {
		alpha, beta := p.window(len(p.stack))
		p.e.Alpha, p.e.Beta = alpha.opt(), beta.opt()
		p.e.Bounds[0], p.e.Bounds[1] = p.bound(alpha), p.bound(beta)
		return
	}
	for i := range p.e.Players {
		p.e.Bounds[i].Given = false
	}
	for i := range p.stack {
		f := &p.stack[i]
		mover := int(p.movers[f.node])
		if !f.has || mover == 0 || p.about > 0 && mover != p.about {
			continue
		}
		b := &p.e.Bounds[mover-1]
		if score := f.best[mover-1]; !b.Given || score > b.Score {
			*b = trace.Bound{Score: score, Node: p.of(f.node), Child: p.childOf(f), Given: true}
		}
	}
}

func (p *player) childOf(f *opened) int32 {
	if f.bestChild == None {
		return -1
	}
	return p.of(f.bestChild)
}

// A held end of a window is a score and the node on the path that holds it.
type held struct {
	score       trees.Score
	node, child int32
	is          bool
}

func (p *player) bound(h held) trace.Bound {
	if !h.is {
		return trace.Bound{}
	}
	b := trace.Bound{Score: h.score, Node: p.of(h.node), Child: -1, Given: true}
	if h.child != None {
		b.Child = p.of(h.child)
	}
	return b
}

func (h held) opt() trees.Opt { return trees.Opt{Score: h.score, Given: h.is} }

// window returns the window of the first nodes of the path: the best of Max, and of Min. Chance
// nodes open a new one.
func (p *player) window(depth int) (alpha, beta held) {
	for i := range p.stack[:depth] {
		f := &p.stack[i]
		switch mover := p.movers[f.node]; {
		case mover == 0:
			alpha, beta = held{}, held{}
		case !f.has:
		case mover == 1 && (!alpha.is || f.best[0] > alpha.score):
			alpha = held{f.best[0], f.node, f.bestChild, true}
		case mover == 2 && (!beta.is || f.best[0] < beta.score):
			beta = held{f.best[0], f.node, f.bestChild, true}
		}
	}
	return alpha, beta
}

func (p *player) prune(i int, e *Event) {
	p.begin(trace.Prune, e.Node)
	kids := p.run.Kids(e.Node)
	for _, k := range kids {
		if p.run.Nodes[k].Cut == int32(i) {
			p.e.Cut = append(p.e.Cut, p.of(k))
		}
	}
	if d := len(p.stack); d > 0 && len(p.e.Cut) == 0 { // a later visit has cut them, too
		for _, k := range kids {
			if len(p.e.Cut) < int(e.Skips) && p.nodes[k].in != p.stack[d-1].visit {
				p.e.Cut = append(p.e.Cut, p.of(k))
			}
		}
	}
	p.stats.Pruned += len(p.e.Cut)
	if d := len(p.stack); d > 0 {
		p.stack[d-1].cut = true
		p.reason(&p.stack[d-1])
	}
	if p.e.Rule == trace.NoRule {
		p.e.Rule = trace.Other
	}
	p.stats.Prunes[p.e.Rule]++
	p.step(i)
	p.emit()
}

// Rules are those that a cut can have.
var Rules = []trace.Rule{trace.Immediate, trace.Shallow, trace.Deep, trace.Alpha, trace.Beta, trace.Other}

// reason finds the rule that the bounds of the path satisfy at a cut, if there is one.
func (p *player) reason(f *opened) {
	if !f.has || p.movers[f.node] == 0 || p.about > 0 && p.run.Kind == trees.MaxN {
		return
	}
	own := trace.Term{Player: int(p.movers[f.node]), Node: p.of(f.node), Origin: trace.BackedUp}
	if p.run.Kind == trees.Minimax {
		p.sides(f, own)
		return
	}
	own.Score = f.best[own.Player-1]
	most := p.facts.most[own.Player-1]
	if most.Given && own.Score >= most.Score {
		p.sum(trace.Immediate, most.Score, own)
		return
	}
	if !p.facts.maxSum.Given || !p.facts.fromZero {
		return
	}
	for i := len(p.stack) - 2; i >= 0; i-- {
		above := &p.stack[i]
		mover := int(p.movers[above.node])
		if !above.has || mover == 0 || mover == own.Player {
			continue
		}
		t := trace.Term{Player: mover, Node: p.of(above.node), Score: above.best[mover-1], Origin: trace.BackedUp}
		if t.Score+own.Score < p.facts.maxSum.Score {
			continue
		}
		rule := trace.Deep
		if i == len(p.stack)-2 {
			rule = trace.Shallow
		}
		p.sum(rule, p.facts.maxSum.Score, t, own)
		return
	}
}

func (p *player) sum(rule trace.Rule, limit trees.Score, terms ...trace.Term) {
	p.e.Rule, p.e.Limit = rule, trees.Some(limit)
	p.e.Terms = append(p.e.Terms[:0], terms...)
	p.e.Sum = trees.Some(0)
	for _, t := range terms {
		p.e.Sum.Score += t.Score
	}
}

// sides finds the bound of the other side that the best value at a node meets.
func (p *player) sides(f *opened, own trace.Term) {
	own.Score = f.best[0]
	alpha, beta := p.window(len(p.stack) - 1)
	other, rule := beta, trace.Beta
	meets := beta.is && own.Score >= beta.score
	if own.Player == 2 {
		other, rule = alpha, trace.Alpha
		meets = alpha.is && own.Score <= alpha.score
	}
	if meets {
		p.e.Rule = rule
		p.e.Terms = append(p.e.Terms[:0], trace.Term{Player: 3 - own.Player, Node: p.of(other.node), Score: other.score, Origin: trace.BackedUp}, own)
	}
}

// end emits the last event.
func (p *player) end() Outcome {
	out := Outcome{Stats: p.stats}
	if p.End != nil {
		p.End(p.e.Seq)
	}
	if !p.run.Complete {
		last := int32(0)
		if len(p.stack) > 0 {
			last = p.stack[len(p.stack)-1].node
		}
		p.begin(trace.Failed, last)
		p.e.Detail = "The program stopped here, before the root had a value."
		p.emit()
		return out
	}
	root := &p.nodes[0]
	out.Value, out.HasValue = p.valueOf(0), root.has
	for n := int32(0); n != None && root.has; n = p.nodes[n].taken {
		out.Line = append(out.Line, p.of(n))
	}
	p.begin(trace.Done, 0)
	p.e.Value, p.e.HasValue, p.e.Path, p.e.Stats = out.Value, out.HasValue, out.Line, &out.Stats
	if p.Reference != nil && out.HasValue {
		p.e.Reference = p.Reference(&out.Value)
	}
	p.emit()
	return out
}
