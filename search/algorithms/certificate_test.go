package algorithms_test

import (
	"bytes"
	"context"
	"fmt"
	"reflect"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
)

// The certificate checker verifies, from the tree and the events alone, that a
// trace is well formed and that every event is true. It does not depend on how
// an engine works.

// checkTrace runs the algorithm with an observer and verifies the trace. The result
// must be equal to the result of the same run without an observer.
func checkTrace(t *trees.Tree, a *engine.Algorithm, o engine.Options, unobserved engine.Result) error {
	events, res, err := searchtest.Record(a, engine.OnTree(t, o.Root), o)
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(res, unobserved) {
		return fmt.Errorf("an observer changes the result: %+v, want %+v", res, unobserved)
	}
	again, differ := 0, -1
	rec := trace.NewRecorder(trace.MaxRecorded, nil)
	_, err = a.Run(context.Background(), engine.OnTree(t, o.Root), o, func(e *trace.Event) {
		rec.Record(e)
		if differ < 0 && (again >= len(events) || !sameEvent(e, &events[again])) {
			differ = again
		}
		again++
	})
	if err != nil || differ >= 0 || again != len(events) {
		return fmt.Errorf("two runs emit different events: from event %d on, %d and %d events, %v", differ, len(events), again, err)
	}
	if err := recorded(t, a, events, rec); err != nil {
		return err
	}
	return verify(t, a, o, events)
}

// recorded compares the events of a run with those that a recording of it returns: their JSON, and the sentences of those
// with notes.
func recorded(t *trees.Tree, a *engine.Algorithm, events []trace.Event, rec *trace.Recorder) (err error) {
	x := trace.NewExplainer(t, a.Name, a.Sound)
	rec.Publish()
	rec.Read(0, rec.Len(), func(e *trace.Event) bool {
		want := events[e.Seq]
		want.Text = nil // the tree has it
		if got, want := trace.AppendJSON(nil, e), trace.AppendJSON(nil, &want); !bytes.Equal(got, want) {
			err = fmt.Errorf("the recording returns %s, want %s", got, want)
		}
		if len(e.Notes) > 0 {
			if got, want := x.Explain(e).String(), x.Explain(&want).String(); got != want {
				err = fmt.Errorf("the recording is explained by %q, want %q", got, want)
			}
		}
		return err == nil
	})
	if err == nil && rec.Len() != len(events) {
		err = fmt.Errorf("the recording has %d events of %d", rec.Len(), len(events))
	}
	return err
}

// visit is a node on the path.
type visit struct {
	node    int
	best    trees.Vector
	hasBest bool
	value   trees.Vector // value of the exit
	exact   bool
	leaf    bool
	done    map[int32]bool         // children whose search has ended
	values  map[int32]trees.Vector // values of those that returned one
	cut     map[int32]bool
	expects map[int32]trees.Score // what the opponent expects at children, in αβ*
	expect  trees.Score           // at the node
	retake  int32                 // the child named by the last research event; -1: none
}

type verifier struct {
	t     *trees.Tree
	a     *engine.Algorithm
	o     engine.Options
	path  []*visit
	stats trace.Stats
	cut   map[int32]bool // nodes that were ever cut
	final map[int32]bool // nodes that were cut, and not provisionally
	seen  map[int32]bool // nodes that were ever entered
	last  *visit         // the node whose search ended last
	root  int
	about int // all movers compare this player's score; 0: their own
}

// verify returns an error for the first wrong event of a trace.
func verify(t *trees.Tree, a *engine.Algorithm, o engine.Options, events []trace.Event) error {
	v := &verifier{t: t, a: a, o: o, root: o.Root, cut: map[int32]bool{}, final: map[int32]bool{}, seen: map[int32]bool{}}
	switch a.ID {
	case "minimax", "alphabeta", "aspiration", "pvs", "mtdf", "sss", "star1", "star2", "dfbnb":
		v.about = 1
	case "paranoid", "paranoid-pn", "dfpn", "mopns", "brs", "brs-plus":
		v.about = max(1, t.Mover(o.Root))
	}
	if r, has := trace.NoteOf[*algorithms.Regime](&events[0]); has && r.Rule == "paranoid" {
		v.about = max(1, t.Mover(o.Root))
	}
	if a.Reference.Sets != nil {
		return verifySets(t, a, o, events)
	}
	if a == &algorithms.ProbMaxN && !t.HasChance() {
		return verifyMixed(t, o, events)
	}
	switch a {
	case &algorithms.MultiOutcome:
		return verifyOutcomes(t, o, events)
	case &algorithms.ProofNumber:
		return verifyProof(t, o, events)
	case &algorithms.DFPN:
		return verifyDFPN(t, o, events)
	}
	for i := range events {
		e := &events[i]
		if e.Seq != i {
			return fmt.Errorf("event %d has seq %d", i, e.Seq)
		}
		if (e.Type == trace.Start) != (i == 0) || (e.Type == trace.Done) != (i == len(events)-1) {
			return fmt.Errorf("event %d of %d is %s", i, len(events), e.Type)
		}
		if err := v.event(e); err != nil {
			return fmt.Errorf("event %d, %s at node %d: %w", i, e.Type, e.Node, err)
		}
	}
	return nil
}

func (v *verifier) event(e *trace.Event) error {
	if e.Type == trace.Start {
		if e.Algorithm != v.a.ID {
			return fmt.Errorf("algorithm is %s, want %s", e.Algorithm, v.a.ID)
		}
		return nil
	}
	if e.Type == trace.Enter {
		return v.enter(e)
	}
	if e.Type == trace.Done {
		return v.done(e)
	}
	if len(v.path) == 0 {
		return fmt.Errorf("no node is being searched")
	}
	if top := v.top(); top.node != int(e.Node) {
		return fmt.Errorf("node %d is being searched", top.node)
	}
	switch e.Type {
	case trace.Leaf:
		return v.leaf(e)
	case trace.Backup:
		return v.backup(e)
	case trace.Prune:
		return v.prune(e)
	case trace.Research:
		return v.research(e)
	case trace.Exit:
		return v.exit(e)
	}
	return fmt.Errorf("an event of this type does not belong here")
}

func (v *verifier) top() *visit { return v.path[len(v.path)-1] }

// on returns a node on the path.
func (v *verifier) on(node int32) *visit {
	for _, p := range v.path {
		if p.node == int(node) {
			return p
		}
	}
	return nil
}

// index returns the index of the score that the given player compares.
func (v *verifier) index(player int) int {
	if v.about != 0 {
		return v.about - 1
	}
	return player - 1
}

func (v *verifier) frontier(node int) bool {
	return v.t.IsLeaf(node) || v.o.HasDepth && v.t.Level(node)-v.t.Level(v.root) >= v.o.Depth
}

func (v *verifier) enter(e *trace.Event) error {
	v.stats.Nodes++
	v.seen[e.Node] = true
	if len(v.path) == 0 {
		if int(e.Node) != v.root || v.last != nil && !v.passes() && v.a.Questions != trace.GuessedWindows {
			return fmt.Errorf("the search enters its root %d once", v.root)
		}
	} else {
		top := v.top()
		if v.t.Parent(int(e.Node)) != top.node {
			return fmt.Errorf("%d is being searched, not the parent", top.node)
		}
		if top.done[e.Node] && top.retake != e.Node {
			return fmt.Errorf("re-searched without research")
		}
		if top.cut[e.Node] {
			return fmt.Errorf("entered after it was cut")
		}
		top.retake = -1
		if v.final[e.Node] {
			return fmt.Errorf("entered after a cut that is not provisional")
		}
	}
	if e.Depth != len(v.path) {
		return fmt.Errorf("depth is %d, want %d", e.Depth, len(v.path))
	}
	want := v.t.Mover(int(e.Node))
	if v.frontier(int(e.Node)) {
		want = 0
	}
	if e.Player != want {
		return fmt.Errorf("player is %d, want %d", e.Player, want)
	}
	v.path = append(v.path, &visit{node: int(e.Node), done: map[int32]bool{}, values: map[int32]trees.Vector{}, cut: map[int32]bool{}, expects: map[int32]trees.Score{}, retake: -1})
	return v.bounds(e)
}

// bounds checks that every bound is the player's score of its node's best
// child.
func (v *verifier) bounds(e *trace.Event) error {
	for p := range v.t.Players {
		b := e.Bounds[p]
		if !b.Given {
			continue
		}
		at := v.on(b.Node)
		if at == nil {
			return fmt.Errorf("player %d's bound is held by node %d, which is not on the path", p+1, b.Node)
		}
		if e.Type == trace.Enter && at == v.top() {
			return fmt.Errorf("the node's own best is among the bounds at enter")
		}
		if v.t.Mover(at.node) != p+1 {
			return fmt.Errorf("player %d's bound is held by node %d, where player %d moves", p+1, b.Node, v.t.Mover(at.node))
		}
		values, ok := at.values[b.Child]
		if !ok {
			return fmt.Errorf("player %d's bound comes from %d, which has no value", p+1, b.Child)
		}
		score := values[v.index(p+1)]
		if v.foresees() && p+1 != v.planner() {
			score = at.expects[b.Child]
		}
		if score != b.Score {
			return fmt.Errorf("player %d's bound is %s, but %d is values %s to him", p+1, b.Score.In(trees.Unit), b.Child, values[v.index(p+1)].In(trees.Unit))
		}
	}
	_, attacks := trace.NoteOf[*algorithms.Attack](e)
	if e.Type == trace.Backup && !e.Window && v.t.Kind != trees.Path && !attacks {
		if own := e.Bounds[v.t.Mover(int(e.Node))-1]; !own.Given || own.Node != e.Node {
			return fmt.Errorf("the node's own best is missing at backup")
		}
	}
	return nil
}

func (v *verifier) value(node int) (trees.Vector, bool) {
	switch {
	case v.t.Kind == trees.Path:
		var cost trees.Vector
		for n := node; n != v.root; n = v.t.Parent(n) {
			cost[0] += v.t.Cost(n)
		}
		return cost, true
	case v.t.IsLeaf(node):
		return v.t.Value(node)
	}
	return v.t.Static(node)
}

func (v *verifier) leaf(e *trace.Event) error {
	v.stats.Leaves++
	top := v.top()
	want, known := v.value(top.node)
	if !v.frontier(top.node) || !known || e.Value != want {
		return fmt.Errorf("value is (%s), want (%s)", searchtest.Scores(e.Value, v.t.Width()), searchtest.Scores(want, v.t.Width()))
	}
	top.leaf, top.best, top.hasBest = true, e.Value, true
	top.expect = e.Value[2-min(2, v.planner())]
	return nil
}

func (v *verifier) backup(e *trace.Event) error {
	top := v.top()
	if v.last == nil || v.last.node != int(e.Child) || !v.last.hasBest {
		return fmt.Errorf("child %d has not just come back with a value", e.Child)
	}
	if v.last.value != e.Value {
		return fmt.Errorf("child %d backs up another value than it ended with", e.Child)
	}
	top.values[e.Child] = e.Value
	if err := v.expectation(top, e); err != nil {
		return err
	}
	if !top.hasBest && !e.Improved {
		return fmt.Errorf("the first value does not improve on nothing")
	}
	if e.Improved {
		top.best, top.hasBest = e.Value, true
	}
	if !e.HasBest || e.Best != top.best {
		return fmt.Errorf("best is (%s), want (%s)", searchtest.Scores(e.Best, v.t.Width()), searchtest.Scores(top.best, v.t.Width()))
	}
	return v.bounds(e)
}

// foresees reports whether the run has a model of the opponent, by which the opponent chooses.
func (v *verifier) foresees() bool { return v.a.Reference.Whole != nil }

// planner is the player who has the model.
func (v *verifier) planner() int { return engine.RootPlayer(v.t, v.root) }

// expectation checks what the opponent expects at a backup: the most of the children where it moves, the
// least where the other one does; and that the best is chosen by it, or by the score of the player.
func (v *verifier) expectation(top *visit, e *trace.Event) error {
	if !v.foresees() {
		return nil
	}
	first := len(top.expects) == 0
	x, has := trace.NoteOf[*algorithms.Expects](e)
	if !has || x.Player != 3-v.planner() || x.Child != trees.Some(v.last.expect) {
		return fmt.Errorf("the opponent expects %+v, want %s at the child", x, v.last.expect.In(trees.Unit))
	}
	top.expects[e.Child] = x.Child.Score
	mine := v.t.Mover(top.node) == v.planner()
	better := mine && (first || e.Value[v.planner()-1] > top.best[v.planner()-1]) || !mine && (first || x.Child.Score > top.expect)
	if first || mine && x.Child.Score < top.expect || !mine && x.Child.Score > top.expect {
		top.expect = x.Child.Score
	}
	if x.Best != top.expect || e.Improved != better {
		return fmt.Errorf("the opponent expects %s here, want %s; improved is %v", x.Best.In(trees.Unit), top.expect.In(trees.Unit), e.Improved)
	}
	return nil
}

func (v *verifier) research(e *trace.Event) error {
	v.stats.Researched++
	top := v.top()
	if !top.done[e.Child] {
		return fmt.Errorf("child %d has not been searched", e.Child)
	}
	if _, ok := top.values[e.Child]; ok {
		return fmt.Errorf("child %d has a value", e.Child)
	}
	if e.BecauseChild == e.Child && v.last.node == int(e.Child) && v.last.hasBest && v.last.value == e.Value {
		top.retake = e.Child // the answer of a zero window
		return nil
	}
	if because, ok := top.values[e.BecauseChild]; !ok || because != e.Value {
		return fmt.Errorf("child %d did not come back with that value", e.BecauseChild)
	}
	top.retake = e.Child
	return nil
}

func (v *verifier) exit(e *trace.Event) error {
	top := v.top()
	recalled := v.passes() && len(top.done) == 0 && !top.leaf
	same := e.Value == top.best || v.passes() && e.Value[0] == top.best[0] // passes compare only the score of Max
	if e.HasValue && (!top.hasBest || !same) && !recalled && !v.staticInstead(top) {
		return fmt.Errorf("value is (%s), but the best is (%s)", searchtest.Scores(e.Value, v.t.Width()), searchtest.Scores(top.best, v.t.Width()))
	}
	if e.Exact {
		if !v.a.Sound || v.o.AsPrinted {
			return fmt.Errorf("an unsound run has an exact value")
		}
		depth := -1
		if v.o.HasDepth {
			depth = v.o.Depth - len(v.path) + 1
		}
		s := v.plain()
		if s.Part != nil && top.node != v.root {
			s = &engine.Reference{Want: nil} // the value depends on the path
		}
		want := e.Value
		switch {
		case s.Whole != nil: // the root player is that of the whole search
			whole := -1
			if v.o.HasDepth {
				whole = v.o.Depth
			}
			values, _ := s.Whole(v.t, v.root, whole)
			want = values[top.node-v.root]
		case s.Want != nil:
			want, _ = s.Value(v.t, top.node, depth)
		}
		if v.t.Kind == trees.Path {
			above, _ := v.value(top.node)
			want[0] += above[0]
		}
		if !e.HasValue || e.Value != want {
			return fmt.Errorf("exact value is (%s), want (%s)", searchtest.Scores(e.Value, v.t.Width()), searchtest.Scores(want, v.t.Width()))
		}
	}
	for _, k := range v.t.Kids(top.node) {
		if !recalled && !v.frontier(top.node) && !top.done[k] && !top.cut[k] {
			return fmt.Errorf("child %d was neither searched nor cut", k)
		}
	}
	top.value, top.hasBest, top.exact = e.Value, e.HasValue, e.Exact
	v.last = top
	v.path = v.path[:len(v.path)-1]
	if len(v.path) > 0 {
		v.top().done[e.Node] = true
	}
	return nil
}

// staticInstead reports whether the node may have a static value: ABBnB as printed uses
// a static value for a node if all its children are cut.
func (v *verifier) staticInstead(top *visit) bool {
	return v.a.ID == "abbnb" && v.o.AsPrinted && len(top.cut) == len(v.t.Kids(top.node))
}

// plain returns the reference search that decides which values are exact. The coalition
// is always against the player who moves at the root.
func (v *verifier) plain() *engine.Reference {
	if s := v.a.ReferenceWith(v.t, v.root, &v.o); s.Agree == nil {
		if s.Own && s.Part == nil && s.Whole == nil { // the root player is that of the whole search
			want := s.Want
			return &engine.Reference{Want: func(t *trees.Tree, _, node int) (int, bool) { return want(t, v.root, node) }}
		}
		return s
	}
	return &engine.Reference{Want: func(t *trees.Tree, _, node int) (int, bool) {
		return v.about, t.Mover(node) != v.about
	}}
}

func (v *verifier) done(e *trace.Event) error {
	if len(v.path) != 0 || v.last == nil || v.last.node != v.root {
		return fmt.Errorf("the search of the root has not ended")
	}
	if e.Value != v.last.value {
		return fmt.Errorf("value is (%s), the root ended with (%s)", searchtest.Scores(e.Value, v.t.Width()), searchtest.Scores(v.last.value, v.t.Width()))
	}
	if sound := v.a.Sound && !v.o.AsPrinted; sound && !v.o.HasDepth && !v.last.exact {
		return fmt.Errorf("a sound search ends without having proved its value")
	}
	line := e.Path
	if len(line) == 0 || int(line[0]) != v.root {
		return fmt.Errorf("line %v does not begin at the root %d", line, v.root)
	}
	for i := 1; i < len(line); i++ {
		if v.t.Parent(int(line[i])) != int(line[i-1]) {
			return fmt.Errorf("line %v is not a path", line)
		}
	}
	end := int(line[len(line)-1])
	if values, _ := v.value(end); values != e.Value && !v.o.AsPrinted {
		return fmt.Errorf("line ends at %d, which is values (%s), not (%s)", end, searchtest.Scores(values, v.t.Width()), searchtest.Scores(e.Value, v.t.Width()))
	}
	for k := range v.cut {
		if !v.seen[k] {
			v.stats.Pruned++
		}
	}
	if *e.Stats != v.stats {
		return fmt.Errorf("stats are %+v, by the events %+v", *e.Stats, v.stats)
	}
	return nil
}

// passes reports whether the search enters its root again and again, and remembers values.
func (v *verifier) passes() bool { return v.a.Questions == trace.OnlyQuestions }
