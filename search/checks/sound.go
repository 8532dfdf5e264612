package checks

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sort"

	"espalier/search/engine"
	"espalier/trace/program"
	"espalier/trees"
)

// This file decides which cuts are sound: whether the leaves that the whole run has not seen can
// have values with which the value of the root changes.
//
// Cuts are judged from the last to the first. The leaves of the cut in question are free, and
// those of later cuts that were not found unsound; what other cuts have skipped stays absent. In
// the order of the input a right cut would be accused for a wrong one that follows.

// The most nodes that are visited to judge the cuts of a run: maxWork, and maxWorkOfNode for each
// of its nodes, but not more than maxWorkOfAll. A run of 10,000 nodes takes a second at most then, and one of a million less than
// a minute. What is left is undecided.
const (
	maxWork       = 20_000_000
	maxWorkOfNode = 1_000
	maxWorkOfAll  = 1_200_000_000
)

// errTooDear ends the judgement of a cut when that work is done.
var errTooDear = errors.New("the run is too large to judge all its cuts")

type state uint8

const (
	absent state = iota // never seen, and not free
	seen                // a leaf with a value, or an inner node
	free                // a leaf that may have any allowed value
)

// A finalTree holds the tree as the run leaves it.
type finalTree struct {
	c      *checker
	state  []state
	kids   *families     // of inner nodes, in the order in which equals are taken
	value  []trees.Score // of nodes, by node and player
	has    []bool
	work   int         // nodes that were looked at
	most   int         // of work; 0: as many as it takes
	next   int         // work at which others may compute in between
	err    error       // of the context
	step   trees.Score // between two scores that a free leaf may have
	boxes  map[int32]*box
	proved int // nodes that were visited to confirm proofs
	looked *lookups
	// eitherLeft: the run visits a known tree in another order, and which child is the left one, the first
	// or that of the tree, is not known.
	eitherLeft bool
	doubt      string // why the last proof proves nothing; "": it was not confirmed
}

// A box has the smallest and the largest scores of a leaf.
type box struct{ low, up trees.Vector }

// allowed returns the limits of the values of an unseen leaf: those of the run, and what the
// heuristic of the header's tree says of it, if the algorithm uses a heuristic.
func (j *finalTree) allowed(n int32) *box {
	if !j.c.informed {
		n = program.None
	}
	if b := j.boxes[n]; b != nil {
		return b
	}
	if j.boxes == nil {
		j.boxes = map[int32]*box{}
	}
	b := &box{j.c.least, j.c.most}
	j.boxes[n] = b
	for ; n != program.None; n = j.c.run.Nodes[n].Parent {
		low, up := j.c.heuristic(n)
		for p := range j.c.run.Width() {
			b.low[p], b.up[p] = max(b.low[p], low[p]), min(b.up[p], up[p])
		}
	}
	return b
}

// cuts judges all cuts.
func (c *checker) cuts() error {
	if len(c.cutsMade) == 0 && (c.run.Kind != trees.Minimax || len(c.claims) == 0) {
		return nil
	}
	if !c.model.cuts {
		for i := len(c.cutsMade) - 1; i >= 0; i-- {
			c.notThis(c.cutsMade[i])
		}
		return nil
	}
	j := c.newFinalTree()
	if c.run.Kind == trees.MaxN && !c.isTwoSided() && c.hasChance() {
		return c.averagedCuts(j)
	}
	var s sounder
	if c.run.Kind == trees.Minimax || c.isTwoSided() {
		e := j.ends()
		if j.err != nil || !e.hasValue() {
			return j.err // the run has not come to a value
		}
		if e.clash {
			c.allUndecided("a chance node has a win and a loss, whose average is not known")
			return nil
		}
		if root := e.seen.of(0); c.run.Kind == trees.Minimax && c.run.Complete && c.contradicted(&root) {
			c.blame(e)
		} else if c.run.Kind == trees.Minimax && c.run.Complete && e.doubtful() {
			c.add(int(c.claims[len(c.claims)-1].seq), 0, Undecided, false, "The value of the root is not judged: a value that is looked up may come from a search of less depth, or be only a bound; print alpha and beta where it is looked up.")
		}
		s = e
	} else {
		j.evaluateAll()
		if j.err != nil || len(j.has) == 0 || !j.has[0] {
			return j.err
		}
		s = j.sums()
	}
	j.most = j.work + min(maxWork+maxWorkOfNode*len(c.run.Nodes), maxWorkOfAll)
	for i := len(c.cutsMade) - 1; i >= 0; i-- {
		if j.did(1); j.err != nil && j.err != errTooDear {
			return j.err
		}
		if c.cutsMade[i].seq < c.deepest { // of a search of less depth, whose result is not the run's
			c.notThis(c.cutsMade[i])
			continue
		}
		if i%1024 == 0 {
			c.progress(untilCuts + (1-untilCuts)*float64(len(c.cutsMade)-i)/float64(len(c.cutsMade)))
		}
		cut := c.cutsMade[i]
		leaves := c.unseen(cut.seq)
		changed := []LeafValue(nil)
		if len(leaves) > 0 {
			proved := true
			if j.err == nil {
				changed, proved = s.judge(leaves)
			}
			if j.err == errTooDear {
				c.undecided(cut.seq, j.err.Error())
				continue
			}
			if j.err != nil {
				return j.err
			}
			if !proved && j.doubt != "" {
				c.undecided(cut.seq, j.doubt)
				continue
			}
			if !proved {
				c.undecided(cut.seq, "no proof was confirmed that what was cut could change the root, nor that it could not")
				continue
			}
			if changed != nil && c.with.Table && c.follows && c.algorithm.Sound && !c.with.AsPrinted {
				continue // it does what a sound algorithm does with this table
			}
			// A program that knows of a limit cuts wherever it is met.
			if changed != nil && cut.atLimit && !c.beyondLimit[cut.place] && !c.isOwn(&cut) {
				hint := "add minp and maxp to the header, or print the root's window"
				if c.options.Task { // the limits are those of the task
					hint = "print the root's window"
				}
				c.undecided(cut.seq, "what was cut would have to be beyond all values that the run shows, as "+c.name(changed[0].leaf)+" = "+inWords(c.run, &changed[0].Value)+"; "+hint)
				continue
			}
			if changed != nil && c.unknownBounds {
				c.undecided(cut.seq, "it may rely on the heuristic of the program; give the tree with low and up in the header")
				continue
			}
			if changed != nil && c.with.Table {
				c.undecided(cut.seq, "it may rely on the outcomes of the leaf-value table")
				continue
			}
		}
		if changed == nil {
			c.notThis(cut)
			continue
		}
		after := s.after()
		if e, is := s.(*ends); is {
			if own, then := e.inTree(leaves); own != nil {
				changed, after = own, then
			}
		}
		c.unsound(&cut, changed, after)
	}
	return nil
}

// passWork is the number of nodes that are visited between two calls of pass.
const passWork = 4096

// pass lets others compute in between. It returns the error of the context.
func (j *finalTree) pass() error {
	if j.err == nil || j.err == errTooDear {
		if err := engine.PassTurn(j.c.ctx); err != nil {
			j.err = err
		}
	}
	return j.err
}

// did counts work, and lets others compute in between from time to time.
func (j *finalTree) did(work int) error {
	if j.work += work; j.most > 0 && j.work > j.most && j.err == nil {
		j.err = errTooDear
	}
	if j.work >= j.next {
		j.next = j.work + passWork
		return j.pass()
	}
	return j.err
}

// A sounder judges the cuts of one kind of tree.
type sounder interface {
	// judge returns values with which the root's value changes if the leaves are free, and leaves
	// them absent; nil if there are none, and leaves them free. proved is false if such values were
	// found, but an engine does not confirm them.
	judge(leaves []int32) (values []LeafValue, proved bool)
	// after is the root's value with the values that judge has returned last.
	after() trees.Vector
}

func (c *checker) hasChance() bool {
	for i := range c.run.Nodes {
		if c.run.Nodes[i].Chance {
			return true
		}
	}
	return false
}

// skipped returns the nodes that a cut skipped, unless a later visit skipped them as well, in the
// order of their numbers.
func (c *checker) skipped(seq int) []int32 {
	if c.byCut == nil {
		c.byCut = make([]int32, 0, len(c.run.Nodes)/8+1)
		for n := range c.run.Nodes {
			if c.run.Nodes[n].Cut != program.None {
				c.byCut = append(c.byCut, int32(n))
			}
		}
		slices.SortStableFunc(c.byCut, func(a, b int32) int { return int(c.run.Nodes[a].Cut - c.run.Nodes[b].Cut) })
	}
	at := func(seq int) int {
		return sort.Search(len(c.byCut), func(i int) bool { return int(c.run.Nodes[c.byCut[i]].Cut) >= seq })
	}
	return c.byCut[at(seq):at(seq+1)]
}

// unseen returns those that no line has visited, and those that this visit leaves out and only a search of less
// depth has visited.
func (c *checker) unseen(seq int) (list []int32) {
	isVisited := func(n int32) bool { return c.run.Nodes[n].Visited }
	if list = c.skipped(seq); slices.ContainsFunc(list, isVisited) || len(c.stale[seq]) > 0 {
		list = slices.DeleteFunc(slices.Clone(list), isVisited)
		for _, n := range c.stale[seq] {
			if c.isStale(n) {
				list = append(list, n)
			}
		}
		slices.Sort(list)
		list = slices.Compact(list)
	}
	return list
}

// allUndecided says that no cut is judged.
func (c *checker) allUndecided(why string) {
	for i := len(c.cutsMade) - 1; i >= 0; i-- {
		if cut := c.cutsMade[i]; len(c.unseen(cut.seq)) > 0 {
			c.undecided(cut.seq, why)
		}
	}
}

func (c *checker) undecided(seq int, why string) {
	c.add(seq, c.run.Events[seq].Node, Undecided, false, "The cut at %s is not judged: %s.", c.name(c.run.Events[seq].Node), why)
}

// notThis reports a sound cut that the algorithm does not make. A later visit may have seen what
// it has skipped.
func (c *checker) notThis(cut cutMade) {
	if cut.may || !cut.known || c.run.Events[cut.seq].Skips == 0 {
		return
	}
	node := c.run.Events[cut.seq].Node
	switch c.guessed(&cut) {
	case settled:
		return
	case mayBe:
		c.undecided(cut.seq, "it is right only if the root was searched with a window; print alpha and beta where the root is entered")
		return
	}
	if cut.follows && !c.claimsAll {
		c.report.Follow++
		return
	}
	why := "what the run has printed gives it no reason to"
	if cut.margin == 0 {
		why = "the bounds are only equal, and with strict it cuts only if they are exceeded"
	}
	if !c.model.cuts {
		c.add(cut.seq, node, NotThis, true, "%s does not cut at %s: %s.", c.algorithm.Name, c.name(node), why)
		return
	}
	x := c.add(cut.seq, node, NotThis, true, "The cut at %s is sound, but %s does not cut there: %s.", c.name(node), engine.InnerName(c.algorithm), why)
	x.scene = c.sceneOfCut(&cut)
}

// isOwn reports whether a cut is one of the algorithm that the run claims to be, which need not find the
// value of the whole tree.
func (c *checker) isOwn(cut *cutMade) bool {
	return c.by != nil && !c.by.SoundWith(optionsOf(&c.with)) && (cut.known && cut.may || !cut.known && c.follows)
}

func (c *checker) unsound(cut *cutMade, values []LeafValue, after trees.Vector) {
	r, seq := c.run, cut.seq
	node := r.Events[seq].Node
	itsOwn := c.isOwn(cut)
	said := ""
	for i, v := range values {
		if i == 4 && len(values) > MaxValues {
			said += fmt.Sprintf(" and more than %d others", MaxValues-i)
			break
		}
		if i == 4 {
			said += fmt.Sprintf(" and %d more", len(values)-i)
			break
		}
		if i > 0 {
			said += ", "
		}
		said += c.name(v.leaf) + " = " + inWords(r, &v.Value)
		if v.Own {
			said += ", its value in the tree,"
		}
	}
	who, then, before := "the root", inWords(r, &after), inWords(r, &c.rootValue)
	if c.isTwoSided() { // only one score is judged
		score := c.rootPlayer - 1
		who, then, before = fmt.Sprintf("player %d", c.rootPlayer), after[score].In(r.Unit).String(), c.rootValue[score].In(r.Unit).String()
	}
	x := c.add(seq, node, Unsound, !itsOwn, "The cut at %s is unsound. With %s %s gets %s; without what was cut, %s.", c.name(node), said, who, then, before)
	x.scene = c.sceneOfCut(cut)
	if itsOwn {
		x.Text += " " + c.algorithm.Name + " cuts there nevertheless: it does not always find the value of the whole tree."
	}
	if len(values) > MaxValues {
		values = values[:MaxValues]
	}
	x.Values = values
	if c.unbounded && r.Kind == trees.MaxN {
		x.Text += " No maxsum is given, so any scores are allowed."
	}
}

// newFinalTree returns the tree as the whole run has shown it.
func (c *checker) newFinalTree() *finalTree {
	r := c.run
	n := len(r.Nodes)
	j := &finalTree{c: c, state: make([]state, n), step: 1}
	if r.Delta.Given {
		if s, ok := r.Delta.Number.In(r.Unit); ok && s > 0 {
			j.step = s
		}
	}
	rule := c.tieRule()
	for i := range r.Nodes {
		if r.Nodes[i].Visited && !c.isStale(int32(i)) {
			j.state[i] = seen
		}
	}
	j.kids = newFamilies(n, func(i int32) []int32 {
		if !j.isInner(i) {
			return nil
		}
		j.eitherLeft = j.eitherLeft || r.Tree != nil && !c.byTree && (c.tiesRight || !c.tiesLeft) && !slices.IsSortedFunc(r.Kids(i), c.byNumber)
		return j.orderedBy(i, rule)
	})
	return j
}

// isInner reports whether the value of a node is that of its children.
func (j *finalTree) isInner(n int32) bool {
	s, kids := &j.c.nodes[n], j.c.run.Kids(n)
	isSeen := func(k int32) bool { return j.state[k] == seen }
	switch {
	case len(kids) == 0 || j.isLeaf(n): // a leaf may have had children in an earlier visit
		return false
	case s.early: // its value is that of a search which ended above the leaves
		return false
	case s.looked && !slices.ContainsFunc(kids, isSeen):
		return false // it had them only in a search of less depth
	}
	return true
}

// families have the children of each node.
type families struct {
	at   []int32 // by node, where its children are in list; one more than there are nodes
	list []int32
	as   map[int32]int32 // nodes that have the children of another one instead
}

// newFamilies returns what a function returns for each node.
func newFamilies(nodes int, of func(n int32) []int32) *families {
	f := &families{at: make([]int32, 0, nodes+1), list: make([]int32, 0, nodes)}
	for n := range nodes {
		f.at = append(f.at, int32(len(f.list)))
		f.list = append(f.list, of(int32(n))...)
	}
	f.at = append(f.at, int32(len(f.list)))
	return f
}

func (f *families) of(n int32) []int32 {
	if f.as != nil {
		if other, is := f.as[n]; is {
			n = other
		}
	}
	end := f.at[n+1]
	return f.list[f.at[n]:end:end]
}

// evaluateAll evaluates the tree from its leaves, as far as they were seen.
func (j *finalTree) evaluateAll() {
	n := len(j.state)
	j.value, j.has = make([]trees.Score, n*j.c.run.Width()), make([]bool, n)
	for i := n - 1; i >= 0; i-- { // children appear after their parents
		j.evaluate(int32(i))
		if j.did(1+len(j.kids.of(int32(i)))) != nil {
			return
		}
	}
	if n > 0 {
		j.c.rootValue = j.valueOf(0)
	}
}

// isLeaf reports whether the last visit of a node was that of a leaf, and not of a node that the program
// has searched before and only looked up.
func (j *finalTree) isLeaf(n int32) bool {
	return j.c.run.Nodes[n].IsLeaf && !j.c.nodes[n].recalled
}

// hasLeaf reports whether a node is a leaf with a value.
func (j *finalTree) hasLeaf(n int32) bool {
	return j.state[n] == seen && (j.isLeaf(n) || j.c.nodes[n].looked) && j.c.nodes[n].has
}

// evaluate computes the value of a node from those of its children that are there. At a chance
// node it says only whether there is one.
func (j *finalTree) evaluate(n int32) {
	c := j.c
	if len(j.kids.of(n)) == 0 || j.isLeaf(n) {
		if j.has[n] = j.hasLeaf(n); j.has[n] {
			j.setValue(n, c.valueOf(n))
		}
		return
	}
	j.has[n] = false
	var best trees.Vector
	for _, k := range j.kids.of(n) {
		if !j.has[k] {
			continue
		}
		if v := j.valueOf(k); !j.has[n] || c.nodes[n].mover > 0 && c.key(n, &v) > c.key(n, &best) {
			best, j.has[n] = v, true
		}
	}
	if j.has[n] {
		j.setValue(n, best)
	}
}

// valueOf returns the value of a node.
func (j *finalTree) valueOf(n int32) (v trees.Vector) {
	width := j.c.run.Width()
	copy(v[:width], j.value[int(n)*width:])
	return v
}

func (j *finalTree) setValue(n int32, v trees.Vector) {
	width := j.c.run.Width()
	copy(j.value[int(n)*width:], v[:width])
}

// unweighted returns the probability of each child of a chance node of which no line gives one, such as those
// that a cut skips: what the others leave.
func (j *finalTree) unweighted(n int32) *big.Rat {
	left, of := big.NewRat(1, 1), int64(0)
	for _, k := range j.kids.of(n) {
		if p := j.c.run.Prob(k); p.Unit > 0 {
			left.Sub(left, big.NewRat(int64(p.Score), int64(p.Unit)))
		} else {
			of++
		}
	}
	if of == 0 || left.Sign() < 0 {
		return new(big.Rat)
	}
	return left.Quo(left, big.NewRat(of, 1))
}

// weight returns the probability of a child.
func (j *finalTree) weight(k int32, unweighted *big.Rat) *big.Rat {
	if p := j.c.run.Prob(k); p.Unit > 0 {
		return big.NewRat(int64(p.Score), int64(p.Unit))
	}
	return unweighted
}
