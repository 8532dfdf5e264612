package checks

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trace/program"
	"espalier/trees"
)

// Options of a check.
type Options struct {
	Algorithm string // instead of that of the header
	TiesLeft  bool   // a tie that goes to the right is an error
	After     int    // leave out the first checks, MaxAfter of them at most
	// Task: the run was sent for a task. Its root has to return the value of the tree, not a bound, it
	// visits children from left to right unless the header names an order, and the header cannot say
	// that the search ends before the leaves.
	Task bool
	// Frontier: an inner node of a known tree may be a leaf, with the heuristic of the tree.
	Frontier bool
	// Meets: a cut is due where a bound is met, whatever the header says of it. Else a run that does not say so may also
	// cut only where it is exceeded.
	Meets bool
	// CutOff: the input stops within a line, so the run is not whole.
	CutOff bool
	// Progress is called from time to time with the part that is done, up to 1; nil: never.
	Progress func(done float64)
}

// The part of a check that is done when the lines have been judged, and when the reference has run.
const (
	untilReference = 0.3
	untilCuts      = 0.4
)

// An AlgorithmError is an algorithm that is not known, or that is none of such a run.
type AlgorithmError struct{ ID, Why string }

func (e *AlgorithmError) Error() string {
	if e.Why != "" {
		return e.Why
	}
	var ids []string
	for _, a := range algorithms.All() {
		if a.Judged != engine.ByModel {
			ids = append(ids, a.ID)
		}
	}
	return fmt.Sprintf("there is no algorithm %q; runs are held against %s; the values alone, or nothing of the algorithm, is judged for %s", e.ID, algorithms.ModelledIDs(), strings.Join(ids, ", "))
}

// Known returns an AlgorithmError for an id that no algorithm has, or nil.
func Known(id string) error {
	if _, ok := algorithms.Find(id); !ok {
		return &AlgorithmError{ID: id}
	}
	return nil
}

// Of checks a run.
func Of(ctx context.Context, run *program.Run, o Options) (*Report, error) {
	id := o.Algorithm
	if id == "" {
		id = run.Algorithm
	}
	if id == "" {
		return newChecker(ctx, run, o).check()
	}
	a, ok := algorithms.Find(id)
	if !ok {
		return nil, &AlgorithmError{ID: id}
	}
	if err := suits(run, a, o.Task); err != nil {
		return nil, err
	}
	stances := stancesOf(run, a)
	given := len(stances)
	if run.Tree != nil && namesOrder(run) && !o.TiesLeft { // of equal children it may also keep the first that it visits
		stances = append(stances, stances...)
	}
	var best *Report
	for i, stance := range stances {
		c := newChecker(ctx, run, o)
		c.algorithm, c.by, c.target, c.report.Algorithm = a, stance.By, stance.Target, id
		c.keepsFirst = i >= given
		if o.Progress != nil {
			c.options.Progress = func(done float64) { o.Progress((float64(i) + done) / float64(len(stances))) }
		}
		report, err := c.check()
		if err != nil {
			return nil, err
		}
		if best == nil || report.Errors < best.Errors || report.Errors == best.Errors && best.undecided && !report.undecided {
			best = report
		}
		if best.Errors == 0 && !best.undecided {
			break
		}
	}
	if o.Progress != nil {
		o.Progress(1)
	}
	return best, nil
}

// suits returns an error if an algorithm has no values of the kind that the header of a run names.
func suits(run *program.Run, a *engine.Algorithm, task bool) error {
	// BRS+ is about one score, too, though only one of the others may choose it.
	twoSides := a.Reference != nil && a.Reference.TwoSides || slices.Contains(a.Rules(engine.Options{}), trace.OneReply)
	switch {
	case !run.Reduced:
		return nil
	case a.Judged == engine.ByModel && !twoSides:
		return &AlgorithmError{a.ID, fmt.Sprintf(`the header has "values": "root", which is for a search of one player against all others; %s returns one score for each player`, engine.SpokenName(a))}
	case task && a.TwoPlayers && run.Alone != 1:
		return &AlgorithmError{a.ID, fmt.Sprintf(`the values of %s are the scores of player 1; the header has "values": "root", and player %d moves at the root: "values": "max" has them be player 1's`, engine.SpokenName(a), run.Alone)}
	}
	return nil
}

func newChecker(ctx context.Context, run *program.Run, o Options) *checker {
	return &checker{ctx: ctx, run: run, options: o, report: &Report{Run: run, after: o.After}, rootPlayer: 1}
}

func (c *checker) check() (*Report, error) {
	run := c.run
	c.mixed = program.None
	c.claimsAll = c.claimsAll || run.Program == "" // of a trace without its text, all are
	if c.strict = run.Strict; c.options.Meets {
		c.strict = new(bool)
	}
	movers := run.Movers()
	if len(movers) > 0 && !(c.algorithm != nil && c.algorithm.TwoPlayers) {
		c.rootPlayer = max(int(movers[0]), 1)
	}
	c.limits()
	c.readRules()
	c.readModel()
	c.look()
	c.byTree = run.Tree != nil && c.ordered && !c.keepsFirst
	c.pass = c.lastPass()
	c.probes = c.findProbes()
	if err := c.lines(movers); err != nil {
		return nil, err
	}
	if c.tiesRight && !c.options.TiesLeft { // what the rules see of the bests depends on it
		if err := c.lines(movers); err != nil {
			return nil, err
		}
	}
	if c.run.Program != "" && c.strict == nil && c.equal.cut >= 0 && c.equal.on > 0 { // it is no strict search: where it goes on, a cut is missing
		c.strict, c.mixed = new(bool), c.equal.cut
		if err := c.lines(movers); err != nil {
			return nil, err
		}
	}
	c.progress(untilReference)
	c.reference()
	c.progress(untilCuts)
	c.late = true
	if err := c.cuts(); err != nil {
		return nil, err
	}
	c.odds()
	c.otherRules()
	if err := c.rootOfTree(); err != nil {
		return nil, err
	}
	if c.ctx.Err() != nil {
		return nil, c.ctx.Err()
	}
	if c.report.Errors == 0 && c.report.Follow > 0 { // nothing was wrong that the others could follow from
		c.report = &Report{Run: run, after: c.report.after, Algorithm: c.report.Algorithm}
		c.late, c.claimsAll = false, true
		return c.check()
	}
	c.report.Equal = c.equal.on
	c.report.finish(!run.Complete || c.options.CutOff)
	c.causes()
	c.report.remark()
	c.progress(1)
	return c.report, nil
}

// lines judges the events from the first to the last.
func (c *checker) lines(movers []int8) error {
	run := c.run
	c.report.Checks, c.report.Errors, c.report.Notes, c.report.Follow, c.valueErrors = nil, 0, 0, 0, 0
	c.equal = atEquals{cut: program.None}
	if c.nodes == nil {
		c.nodes, c.scoresOf = make([]nodeState, len(run.Nodes)), make([]trees.Score, len(run.Nodes)*run.Width())
	}
	clear(c.nodes)
	clear(c.scoresOf)
	for i, mover := range movers {
		c.nodes[i].taken, c.nodes[i].mover = program.None, mover
	}
	c.stack, c.cutsMade, c.entered, c.appeared, c.frontier = c.stack[:0], c.cutsMade[:0], 0, 0, c.frontier[:0]
	c.places, c.compared = map[int32][]int32{}, 0
	c.odd, c.claims, c.stale, c.beyondLimit = c.odd[:0], c.claims[:0], nil, nil
	for name := range c.idle {
		c.idle[name] = nil
	}
	c.weigh()
	for seq := range run.Events {
		if seq%1024 == 0 {
			c.progress(untilReference * float64(seq) / float64(len(run.Events)))
			if err := engine.PassTurn(c.ctx); err != nil {
				return err
			}
		}
		c.event(seq)
	}
	return nil
}

// weigh sets the probabilities with which the run begins.
func (c *checker) weigh() {
	c.reweighed = c.run.Reweighed
	if len(c.reweighed) == 0 {
		return
	}
	c.probs = map[int32]trees.Number{}
	for _, w := range c.reweighed {
		if _, ok := c.probs[w.Node]; !ok {
			c.probs[w.Node] = w.Old
		}
	}
}

func (c *checker) progress(done float64) {
	if c.options.Progress != nil {
		c.options.Progress(done)
	}
}

// A checker goes through a run.
type checker struct {
	ctx           context.Context
	run           *program.Run
	options       Options
	report        *Report
	algorithm     *engine.Algorithm // nil: none is claimed
	by            *engine.Algorithm // whose cuts are right: algorithm, or the one that MP-Mix chooses
	target        int               // whom the root player attacks; 0: nobody
	model         model
	deepest       int             // event with which the search of the last depth begins
	stale         map[int][]int32 // by event of a cut: children that only a search of less depth has seen
	question      question
	probes        seqs // the events that enter a child which the same search visits again
	odd           []oddExit
	claims        []claim
	valueErrors   int                       // of verdict Value
	idle          map[string][]trees.Vector // values of the names of nodes that end without a visit below
	roots         int                       // visits of the root in the whole run
	rules         []trace.Rule
	judged        bool               // the rules can be judged one by one
	unknownBounds bool               // it cuts by a heuristic that only the program knows
	windowed      bool               // it cuts by α and β
	informed      bool               // it uses a heuristic
	across        bool               // its windows pass chance nodes as they are
	weighs        bool               // or change there, by the probabilities
	chained       bool               // bounds of a chain of nodes are added
	with          program.RunOptions // of the algorithm
	table         *engine.Table      // of these options
	strict        *bool              // as the header says; nil: it does not
	equal         atEquals           // what the run does where α and β are equal
	mixed         int                // event of a cut where they are, of a run that goes on elsewhere; None: there is none
	claimsAll     bool               // mistakes that may follow from an earlier one are reported, too
	rootPlayer    int
	nodes         []nodeState
	scoresOf      []trees.Score          // of the values of nodes, by node and player
	probs         map[int32]trees.Number // of nodes whose probability changes in the run
	reweighed     []program.Reweighed    // the changes that are still to come
	stack         []frame
	places        map[int32][]int32 // of the bests of nodes of the header's tree, empty unless they are open
	compared      int               // children that were compared with others, to find the best ones
	cutsMade      []cutMade
	byCut         []int32        // skipped nodes, in the order of their cuts
	entered       int32          // visits of nodes so far
	appeared      int32          // nodes that have appeared so far
	rootValue     trees.Vector   // from the leaves that were seen
	worth         []amount       // of the nodes of the header's tree; nil: not computed yet
	least         trees.Vector   // smallest score of each player that the rules allow
	most          trees.Vector   // largest
	sum           trees.Score    // largest sum
	unbounded     bool           // no limit of the sum is known
	infinite      bool           // a line has an infinite value
	tiesRight     bool           // the run takes a child that is no better than one left of it, or visited earlier
	tiesLeft      bool           // it takes a child and not a later one that is as good
	ordered       bool           // the header names an order of visits
	keepsFirst    bool           // it is judged as a program that keeps the first of equal children that it visits
	byTree        bool           // left is left in the tree of the header; else it is visited earlier
	late          bool           // the lines have been judged, and cuts are, from the last one
	follows       bool           // the run does the same as its reference
	low, high     trees.Score    // of all values: what is beyond them is no bound
	beyondLimit   map[place]bool // where the run goes on with the best of all values that it shows
	shown         [2]trees.Score // the least and the largest score of a leaf, of the player that a window is about
	pass          int            // the event that enters the root for the last time
	depth         *int           // at which the run says that it ends; nil: it does not
	frontier      []int32        // inner nodes of a known tree at which the last pass ends
}

// A nodeState is what is known of a node at an event.
type nodeState struct {
	taken    int32 // the child whose value it took, or None
	visits   int32
	ended    int32    // the event with which its last visit ended; neverEnded: it is open
	in       int32    // the visit of its parent in which it was visited last
	place    int32    // among the children of that visit
	odd      [2]int32 // of checker.odd, those of its last visit: from the first to before the second
	pass     int32    // the visit of the root in which it was entered last
	mover    int8
	has      bool // it has a value from its last visit
	had      bool // it had one when its last visit began
	cuts     bool // a cut was made below in the last visit
	fresh    bool // it was visited in a search of the last depth
	entered  bool // it was searched, and not only evaluated
	recalled bool // the last visit only looked up what its search has returned
	hit      bool // a line says that its value was looked up
	doubt    bool // its value follows from a mistake
	looked   bool // it has no children, and the value that an earlier line gives it
	early    bool // of a known tree: its last search ended before the leaves
	tied     bool // a tie showed in a visit
	chosen   bool // the last visit had a window that a line gives
	bound    program.Limit
}

// valueOf returns the value of a node: from its last visit, if it has one.
func (c *checker) valueOf(n int32) (v trees.Vector) {
	width := c.run.Width()
	copy(v[:width], c.scoresOf[int(n)*width:])
	return v
}

// at is valueOf for what takes the address.
func (c *checker) at(n int32) *trees.Vector {
	v := c.valueOf(n)
	return &v
}

func (c *checker) setValue(n int32, v *trees.Vector) {
	width := c.run.Width()
	copy(c.scoresOf[int(n)*width:], v[:width])
}

// A frame is an open node.
type frame struct {
	node     int32
	visit    int32   // number of the visit, from 1
	again    bool    // a child is visited for the second time
	children []int32 // visited in this visit, with a value or not, each once
	best     trees.Vector
	right    trees.Vector // the rightmost of equals, which a run may take instead
	has      bool
	bests    bests // made when a child is visited for the second time
	current  int32 // the child that was visited last
	from     int32 // that of best
	fromEnd  int32 // that of right
	late     int32 // event of the first child that the algorithm would have cut; None: none
	win      window
	may      window // the narrowest one that the algorithm gives; win, if there is only one
	printed  bool   // a line gives win
	pruned   bool   // in this visit
	early    bool   // the search before this visit ended before the leaves of a known tree
	cutsAll  bool   // a line says that all children are cut
	hit      bool   // a line says that its value was looked up
	doubt    doubt
}

// A cutMade is a prune, with what the algorithm says of it.
type cutMade struct {
	seq int
	ruling
	open    bool // α and β decide, and the window of the root is not printed
	max     bool // the mover makes value large
	value   trees.Score
	atLimit bool // the mover had the best of all values that the run shows, and the header has no limit of them
	place   place
	win     window // of the node
	has     bool   // the mover had a best, which is value
	follows bool   // what the run holds there may follow from an earlier mistake
}

// A place is a level of the tree, with who moves there.
type place struct {
	level int
	max   bool
}

// key is what the mover of a node wants as large as possible.
func (c *checker) key(node int32, v *trees.Vector) trees.Score {
	mover := int(c.nodes[node].mover)
	switch {
	case c.run.Kind == trees.Minimax && mover == 2:
		return -v[0]
	case c.run.Kind == trees.Minimax:
		return v[0]
	case c.isTwoSided() && mover == c.rootPlayer:
		return v[c.rootPlayer-1]
	case c.isTwoSided():
		return -v[c.rootPlayer-1]
	case c.target > 0 && mover == c.rootPlayer:
		return -v[c.target-1]
	}
	return v[mover-1]
}

// isTwoSided reports whether one player plays against all others, though values are vectors.
func (c *checker) isTwoSided() bool {
	return c.by != nil && (c.by.Reference.TwoSides || c.model.replies) && c.run.Kind == trees.MaxN
}

// leftInTree reports whether a child is left of one that was visited earlier.
func (c *checker) leftInTree(later, earlier int32) bool {
	return c.byTree && c.run.Number(later) < c.run.Number(earlier)
}

// unplaced reports whether it is not known which of two children is the left one.
func (c *checker) unplaced() bool { return c.ordered && c.run.Tree == nil }

// leftIsOpen reports whether a child left of the best of an open node has not been visited.
func (c *checker) leftIsOpen(f *frame) bool {
	if !c.byTree {
		return false
	}
	visited := 0
	for _, k := range f.children {
		if c.run.Number(k) < c.run.Number(f.from) {
			visited++
		}
	}
	left, _ := slices.BinarySearch(c.run.Tree.Kids(c.run.Number(f.node)), int32(c.run.Number(f.from)))
	return visited < left
}

// same reports whether two values count as equal.
func (c *checker) same(a, b *trees.Vector) bool {
	for p := range c.run.Width() {
		if !c.near(a[p], b[p]) {
			return false
		}
	}
	return true
}

func (c *checker) near(a, b trees.Score) bool {
	d := a - b
	if d < 0 {
		d = -d
	}
	return d <= c.run.Tolerance(a)
}

// cmp compares two keys; those within the tolerance are equal.
func (c *checker) cmp(a, b trees.Score) int {
	switch {
	case c.near(a, b):
		return 0
	case a < b:
		return -1
	}
	return 1
}

// leastOfOthers returns the least sum of the scores of those who play against the player that is alone.
func (c *checker) leastOfOthers(in func(program.Optional) trees.Score) (sum trees.Score) {
	all := c.run.Header
	all.Reduced = false
	for p := range c.run.Players {
		if o := all.Least(p); o.Given && p != c.run.Alone-1 {
			sum += in(o)
		}
	}
	return sum
}

func (c *checker) add(seq int, node int32, v Verdict, isError bool, format string, args ...any) *Check {
	if v == Value {
		c.valueErrors++
	}
	e := &c.run.Events[seq]
	at := c.run.ProgramLine(seq)
	if from := c.run.CallLine(seq); from > 0 && (v == Missed || v == Bounds || v == Again || v == Order) { // what visits a node is its parent's doing
		at = from
	}
	return c.report.add(c.late, Check{
		Line: int(e.Line), At: at, Seq: seq, Node: c.run.Number(node), ID: c.run.OwnName(node),
		Verdict: v, Error: isError, Text: fmt.Sprintf(format, args...),
	})
}

// limits computes what values are allowed, and the range of those that occur.
func (c *checker) limits() {
	r := c.run
	negative, some, leaf := false, false, false
	for i := range r.Events {
		e := &r.Events[i]
		if e.Value == program.None {
			continue
		}
		v := r.Value(e.Value)
		if e.Type == program.Leaf {
			s := c.windowScore(&v)
			if !leaf || s < c.shown[0] {
				c.shown[0] = s
			}
			if !leaf || s > c.shown[1] {
				c.shown[1] = s
			}
			leaf = true
		}
		for p := range r.Width() {
			if v[p].IsInfinite() {
				c.infinite = true
				continue
			}
			negative = negative || v[p] < 0
			if !some || v[p] < c.low {
				c.low = v[p]
			}
			if !some || v[p] > c.high {
				c.high = v[p]
			}
			some = true
		}
	}
	if t := r.Tree; t != nil { // a line need not give the value of a leaf of a known tree
		for n := range t.Len() {
			if v, known := t.Value(n); known && t.IsLeaf(n) {
				v = c.inRun(t, v)
				s := c.windowScore(&v)
				if !leaf {
					c.shown, leaf = [2]trees.Score{s, s}, true
				}
				c.shown[0], c.shown[1] = min(c.shown[0], s), max(c.shown[1], s)
			}
		}
	}
	far := trees.MaxUnits / trees.MaxPlayers
	in := func(o program.Optional) trees.Score {
		s, ok := o.Number.In(r.Unit)
		if !ok {
			s = trees.Score(o.Float() * float64(r.Unit))
		}
		return s
	}
	leastSum := trees.Score(0)
	for p := range r.Width() {
		switch o := r.Least(p); {
		case o.Given:
			c.least[p] = in(o)
		case (r.Kind == trees.MaxN || r.Reduced && r.MaxSum.Given) && !negative:
			c.least[p] = 0
		default:
			c.least[p] = -far
		}
		leastSum += c.least[p]
	}
	c.sum, c.unbounded = trees.MaxUnits, true
	if r.MaxSum.Given && r.Kind == trees.MaxN {
		c.sum, c.unbounded = in(r.MaxSum), false
	}
	for p := range r.Width() {
		c.most[p] = far
		if o := r.Most(p); o.Given {
			c.most[p] = in(o)
		}
		switch {
		case !c.unbounded:
			c.most[p] = min(c.most[p], c.sum-(leastSum-c.least[p]))
		case r.Reduced && r.MaxSum.Given && c.least[p] > -far:
			c.most[p] = min(c.most[p], in(r.MaxSum)-c.leastOfOthers(in))
		}
	}
}
