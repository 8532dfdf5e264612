package trace

import (
	"slices"
	"strconv"
	"strings"

	"espalier/trees"
)

// Phase is the progress of the search at a node.
type Phase uint8

const (
	Unseen    Phase = iota
	Open            // the node is being searched
	Valued          // the search or evaluation of the node gave a value
	Valueless       // the search of the node ended without a value
	CutOff          // the node was skipped, or it is below a skipped node
	CutForNow       // as CutOff, but the node may be re-searched
)

// NodeState is the state of a node at one step of a run.
type NodeState struct {
	Phase  Phase
	Visits int    // number of times the node was entered
	Text   string // text beside the node: "(≥5, ≤4, ≤4)" while open, "(5, 2, 2)" once valued
	Exact  bool   // the value is proved
	Best   bool   // the node is its parent's best child so far
	WasCut bool   // the node was cut for now, and a node above it is re-searched at this step
	// Share is the probability with which an opponent chooses the node, in tenths; 0 too where nothing
	// is known of it. A node that is shared is Best.
	Share uint8
}

var phaseWords = [...]string{
	Unseen: "not searched yet", Open: "being searched", Valued: "searched", Valueless: "searched, no value",
	CutOff: "cut", CutForNow: "cut for now",
}

// Words describes the state for a screen reader, after words about the node: the text
// beside it in words, and the phase.
func (s *NodeState) Words() string {
	text := "; " + phaseWords[s.Phase]
	if s.Text != "" {
		text = ", " + SpokenBounds(s.Text) + text
	}
	if s.Visits > 1 {
		text += ", visit " + strconv.Itoa(s.Visits)
	}
	if s.Share > 0 {
		text += ", probability " + Tenths(int(s.Share))
	}
	return text
}

var spokenSigns = strings.NewReplacer("≥", "at least ", "≤", "at most ", "−", "minus ", moreToCome, " so far", untilNow, " so far")

// SpokenBounds returns the text beside a node in words: at least 5 for player 1, at most 4
// for players 2 and 3. Players without a bound are left out.
func SpokenBounds(text string) string {
	inner, vector := strings.CutPrefix(text, "(")
	if !vector || !strings.ContainsAny(text, "≥≤") {
		return spokenSigns.Replace(text)
	}
	var parts []string
	bounds := strings.Split(strings.TrimSuffix(inner, ")"), ", ")
	for i, bound := range bounds {
		if bound == "–" || slices.Contains(bounds[:i], bound) {
			continue
		}
		var players []string
		for p, b := range bounds {
			if b == bound {
				players = append(players, strconv.Itoa(p+1))
			}
		}
		of := " for player "
		if len(players) > 1 {
			of = " for players "
		}
		parts = append(parts, spokenSigns.Replace(bound)+of+trees.InWords(players))
	}
	return strings.Join(parts, ", ")
}

// A Fold computes the state of every node from the events of a run. It reads each
// event once, in order. The time for an event depends only on the number of
// nodes that the event changes.
type Fold struct {
	drawn   func(node int) bool
	nodes   nodeSet
	state   []NodeState        // by slot
	best    []int32            // slot of the node's best child so far, or -1
	path    []int32            // nodes being searched, root first
	mover   []int8             // movers at the nodes of path
	again   []int32            // nodes being re-searched, outermost first
	sets    map[string][]int32 // the nodes of each information set; nil: nothing has asked for them
	shared  [][]int32          // for each node of path, its children with a Share
	held    trees.Opt          // the score of the mover's best that the text of this event shows; not given: it shows none
	change  Change             // of the notes of this event
	at      int
	samples bool      // the run is a search by samples
	sum     trees.Opt // maxsum of the run
	texts   labels
}

// NewFold returns a Fold before the first event. A nil tree means an implicit
// tree, whose nodes become known when they are entered or cut. drawn selects the
// nodes to keep; nil selects all nodes. If drawn selects a node, it must also
// select the node's parent.
func NewFold(t *trees.Tree, drawn func(node int) bool) *Fold {
	f := &Fold{drawn: drawn, at: -1}
	if t == nil {
		f.nodes = &implicitNodes{slots: map[int32]int32{}}
		return f
	}
	least, known := t.Minima()
	f.texts.least, f.texts.unknown = least, !known
	nodes := &explicitNodes{t: t}
	for n := range t.Len() {
		if drawn == nil || drawn(n) {
			nodes.drawn = append(nodes.drawn, int32(n))
		}
	}
	f.nodes = nodes
	f.state = make([]NodeState, len(nodes.drawn))
	f.best = slices.Repeat([]int32{-1}, len(nodes.drawn))
	return f
}

// State returns the state of a node, or the zero state if the node is not
// drawn.
func (f *Fold) State(node int) NodeState {
	if s := f.nodes.slot(int32(node)); s >= 0 {
		return f.state[s]
	}
	return NodeState{}
}

// At returns the node of the last event, or -1 before the first.
func (f *Fold) At() int { return f.at }

// Samples reports whether the run is a search by samples, so that visits are what counts.
func (f *Fold) Samples() bool { return f.samples }

// Apply reads the next event. It calls change with the new state of every drawn
// node whose state changes. change may be nil.
func (f *Fold) Apply(e *Event, change func(node int, s NodeState)) {
	if change == nil {
		change = func(int, NodeState) {}
	}
	f.at, f.samples, f.held = int(e.Node), e.Sampling, trees.Opt{}
	switch e.Type {
	case Start:
		f.sum = e.MaxSum
	case Enter:
		f.enter(e, change)
	case Leaf:
		f.set(e.Node, change, func(s *NodeState) {
			s.Phase, s.Text = Valued, f.texts.value(e, &e.Value)
		})
	case Backup:
		f.backup(e, change)
	case Prune:
		f.prune(e, change)
	case Research:
		f.again = append(f.again, e.Child)
		f.setWasCut(e.Child, true, change)
	case Exit:
		f.exit(e, change)
	case Done:
		f.path, f.mover, f.shared = f.path[:0], f.mover[:0], f.shared[:0]
	}
}

// set changes the state of one node with how, if the node is drawn.
func (f *Fold) set(node int32, change func(int, NodeState), how func(*NodeState)) {
	slot := f.nodes.slot(node)
	if slot < 0 {
		return
	}
	s := &f.state[slot]
	before := *s
	how(s)
	if *s != before {
		change(int(node), *s)
	}
}

func (f *Fold) enter(e *Event, change func(int, NodeState)) {
	parent := int32(-1)
	if len(f.path) > 0 {
		parent = f.path[len(f.path)-1]
	}
	f.path = append(f.path, e.Node)
	f.mover = append(f.mover, int8(e.Player))
	f.shared = append(f.shared, nil)
	slot := f.slotOf(e.Node, parent)
	if slot < 0 {
		return
	}
	if e.Sampling { // what is known of the node stays
		f.set(e.Node, change, func(s *NodeState) {
			s.Phase = Open
			s.Visits++
		})
		return
	}
	if len(e.Notes) > 0 && f.noted(e, change) {
		return
	}
	// A node that is re-searched has no best child at first.
	f.setBest(slot, -1, change)
	f.set(e.Node, change, func(s *NodeState) {
		s.Phase, s.Exact, s.Text = Open, false, ""
		s.Visits++
		if e.Window && (e.Player > 0 || e.Chance) {
			s.Text = f.texts.window(e)
		}
	})
}

func (f *Fold) backup(e *Event, change func(int, NodeState)) {
	slot := f.nodes.slot(e.Node)
	if slot < 0 {
		return
	}
	if len(e.Notes) > 0 && f.noted(e, change) {
		return
	}
	if e.Improved {
		f.setBest(slot, f.nodes.slot(e.Child), change)
	}
	f.set(e.Node, change, func(s *NodeState) {
		switch {
		case e.Sampling:
			s.Text = f.texts.value(e, &e.Best)
		case e.Chance:
			s.Text = f.texts.sumSoFar(e)
		case e.Window:
			s.Text = f.texts.window(e)
		case e.HasBest && len(f.mover) > 0:
			mover := int(f.mover[len(f.mover)-1])
			own := boundOf(e, mover)
			f.held, s.Text = trees.Some(e.Best[own]), f.texts.bestOf(e, mover, own, f.sum)
		}
	})
}

// setBest sets the best child of a node; both are slots, and -1 is no child.
func (f *Fold) setBest(slot, child int32, change func(int, NodeState)) {
	old := f.best[slot]
	if old == child {
		return
	}
	f.best[slot] = child
	if old >= 0 {
		f.state[old].Best = false
		change(int(f.nodes.node(old)), f.state[old])
	}
	if child >= 0 {
		f.state[child].Best = true
		change(int(f.nodes.node(child)), f.state[child])
	}
}

// alike returns the nodes of the information set of a node of an explicit tree.
func (f *Fold) alike(node int32) []int32 {
	t := f.nodes.(*explicitNodes).t
	if f.sets == nil {
		f.sets = map[string][]int32{}
		for _, set := range t.Infosets() {
			for _, n := range set.Nodes {
				f.sets[set.Name] = append(f.sets[set.Name], int32(n))
			}
		}
	}
	return f.sets[t.Infoset(int(node))]
}

func (f *Fold) prune(e *Event, change func(int, NodeState)) {
	phase := CutOff
	if e.Provisional {
		phase = CutForNow
	}
	for _, c := range e.Cut {
		f.slotOf(c, e.Node)
		f.nodes.below(c, func(slot, node int32) {
			if s := &f.state[slot]; s.Phase != phase || s.WasCut {
				s.Phase, s.WasCut = phase, false
				change(int(node), *s)
			}
		})
	}
}

func (f *Fold) exit(e *Event, change func(int, NodeState)) {
	if n := len(f.path); n > 0 {
		f.path, f.mover, f.shared = f.path[:n-1], f.mover[:n-1], f.shared[:n-1]
	}
	if e.Sampling { // the text is the mean
		f.set(e.Node, change, func(s *NodeState) { s.Phase = Valued })
		return
	}
	if len(e.Notes) > 0 && f.noted(e, change) {
		return
	}
	n := len(f.again)
	researched := n > 0 && f.again[n-1] == e.Node
	f.set(e.Node, change, func(s *NodeState) {
		s.WasCut = s.WasCut && !researched
		if !e.HasValue {
			s.Phase, s.Text, s.Exact = Valueless, "–", false
			return
		}
		s.Phase, s.Text, s.Exact = Valued, f.texts.value(e, &e.Value), e.Exact
	})
	if researched {
		f.again = f.again[:n-1]
		f.setWasCut(e.Node, false, change)
	}
}

// setWasCut marks the nodes below a node that are cut for now, or removes the marks.
func (f *Fold) setWasCut(node int32, on bool, change func(int, NodeState)) {
	f.nodes.below(node, func(slot, n int32) {
		if s := &f.state[slot]; s.WasCut != on && (!on || s.Phase == CutForNow) {
			s.WasCut = on
			change(int(n), *s)
		}
	})
}

// slotOf returns the slot of a node, or -1 if the node is not drawn. It adds a
// new node of an implicit tree.
func (f *Fold) slotOf(node, parent int32) int32 {
	slot := f.nodes.slot(node)
	g, growing := f.nodes.(*implicitNodes)
	if slot >= 0 || !growing || f.drawn != nil && !f.drawn(int(node)) {
		return slot
	}
	above := f.nodes.slot(parent) // a node below an old cut was cut with it
	f.state = append(f.state, NodeState{WasCut: above >= 0 && f.state[above].WasCut})
	f.best = append(f.best, -1)
	return g.add(node, parent)
}
