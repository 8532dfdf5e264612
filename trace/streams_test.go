package trace

import (
	"math/rand/v2"
	"slices"

	"espalier/trees"
)

// Events for tests: one event of every kind, and whole runs of a search that
// decides at random. These runs contain sequences that no engine emits.

func points(p ...int) trees.Vector { return trees.Points(p...) }

func half(n int) trees.Score { return trees.Score(n) * trees.Unit / 2 }

// everyEvent returns events of each type and of the rules of reviewedPrunes, with each optional field
// missing once.
func everyEvent() []Event {
	shape := func(e Event) Event {
		e.Width, e.Players, e.Unit = 3, 3, trees.Unit
		return e
	}
	list := []Event{
		shape(Event{Type: Start, Algorithm: "shallow", MaxSum: trees.Some(points(9)[0]),
			Options: []Option{{Name: "depth", Num: 2}, {Name: "discrete", Flag: true}}}),
		shape(Event{Type: Start, Algorithm: "maxn"}),
		shape(Event{Type: Enter, Node: 2, Player: 2, Depth: 1, Parent: -1, Line: 1,
			Bounds: [trees.MaxPlayers]Bound{{Score: points(5)[0], Node: 0, Child: 1, Given: true}, {}, {Score: half(1), Node: 2, Child: -1, Given: true}}}),
		shape(Event{Type: Enter, Node: 17, Player: 0, Depth: 4, Implicit: true, Parent: 3, Move: 2}),
		shape(Event{Type: Enter, Node: 0, Player: 1, Implicit: true, Parent: -1, Move: -1}),
		{Type: Enter, Node: 1, Player: 2, Depth: 1, Parent: -1, Width: 1, Scalar: true, Players: 2, About: 1,
			Window: true, Alpha: trees.Some(-3 * trees.Unit)},
		shape(Event{Type: Leaf, Node: 4, Value: points(2, 2, 5), HasValue: true, Line: 2}),
		shape(Event{Type: Backup, Node: 3, Child: 4, Value: points(2, 2, 5), HasValue: true, Best: points(2, 2, 5), HasBest: true, Improved: true,
			Bounds: [trees.MaxPlayers]Bound{{}, {}, {Score: points(5)[0], Node: 3, Child: 4, Given: true}}}),
		shape(Event{Type: Backup, Node: 3, Child: 4}),
		shape(Event{Type: Backup, Node: 3, Child: 6, Value: points(1, 1, 1), HasValue: true, Best: points(2, 2, 5), HasBest: true}),
		shape(Event{Type: Research, Node: 2, Child: 3, BecauseChild: 6, Value: points(6, 1, 2), HasValue: true}),
		shape(Event{Type: Exit, Node: 3, Value: trees.Vector{half(1), half(3), half(14)}, HasValue: true, Exact: true}),
		shape(Event{Type: Exit, Node: 3}),
		shape(Event{Type: Done, Value: points(5, 2, 2), HasValue: true, Path: []int32{0, 1},
			Stats: &Stats{Nodes: 6, Leaves: 3, Pruned: 1, Prunes: [RuleCount]int{Deep: 1}}, Reference: &Reference{Value: points(6, 1, 2)}}),
		shape(Event{Type: Done, Value: points(5, 2, 2), HasValue: true, Path: []int32{0, 1}, Stats: &Stats{Nodes: 6}, Reference: nil}),
		shape(Event{Type: Done, Implicit: true, Value: points(5, 2, 2), HasValue: true, Path: []int32{0, 1}, Stats: &Stats{Nodes: 6}}),
		shape(Event{Type: Enter, Node: 0, Player: 1, Parent: -1, Sampling: true, Visits: 13, Draw: Draw{Rival: -1}}),
		shape(Event{Type: Enter, Node: 1, Player: 2, Depth: 1, Parent: -1, Sampling: true, Draw: Draw{How: FirstVisit, Player: 1, Rival: -1}}),
		shape(Event{Type: Enter, Node: 1, Player: 2, Depth: 1, Parent: -1, Sampling: true, Draw: Draw{How: ByChance, Rival: -1}}),
		shape(Event{Type: Enter, Node: 1, Player: 2, Depth: 1, Parent: -1, Sampling: true, Draw: Draw{How: ByUCB, Player: 1, Mean: half(11), Bonus: half(3), Rival: 2, RivalUCB: half(13)}}),
		shape(Event{Type: Enter, Node: 1, Player: 2, Depth: 1, Parent: -1, Sampling: true, About: 1, Draw: Draw{How: ByUCB, Player: 2, Mean: half(11), Bonus: -half(3), Rival: 2, RivalUCB: half(9)}}),
		shape(Event{Type: Enter, Node: 1, Player: 2, Depth: 1, Parent: -1, Sampling: true, Draw: Draw{How: ByUCB, Player: 1, Mean: half(11), Bonus: half(3), Rival: -1}}),
		shape(Event{Type: Leaf, Node: 1, Value: points(2, 2, 5), HasValue: true, Sampling: true, Plies: 3, Reached: 4}),
		shape(Event{Type: Leaf, Node: 1, Value: points(2, 2, 5), HasValue: true, Sampling: true, Implicit: true, Plies: 1, Reached: -1}),
		shape(Event{Type: Leaf, Node: 4, Value: points(2, 2, 5), HasValue: true, Sampling: true, Reached: -1}),
		shape(Event{Type: Backup, Node: 3, Child: 4, Value: points(2, 2, 5), HasValue: true, Best: points(3, 2, 4), HasBest: true, Sampling: true, Visits: 12}),
		shape(Event{Type: Backup, Node: 3, Child: 4, Value: points(2, 2, 5), HasValue: true, Best: points(3, 2, 4), HasBest: true, Improved: true, Sampling: true, Visits: 1}),
		shape(Event{Type: Exit, Node: 3, Value: points(2, 2, 5), HasValue: true, Sampling: true}),
		shape(Event{Type: Done, Value: points(5, 2, 2), HasValue: true, Path: []int32{0, 1}, Stats: &Stats{Nodes: 6}, Sampling: true, Samples: 20, Visits: 13,
			Reference: &Reference{Value: points(6, 1, 2)}}),
		shape(Event{Type: Done, About: 1, Value: points(5, 2, 2), HasValue: true, Path: []int32{0, 1}, Stats: &Stats{Nodes: 6}, Reference: &Reference{Value: points(5, 3, 1), Agrees: true}}),
		shape(Event{Type: Start, Algorithm: "shallow", Options: []Option{{Name: "order", Word: "killer"}}}),
		shape(Event{Type: Failed, Node: 5, Detail: "the value of leaf \"f\" <node 5> is unknown"}),
	}
	return append(list, reviewedPrunes()...)
}

func pt(p int) trees.Score { return trees.Score(p) * trees.Unit }

func term(player int, node int32, score trees.Score, from ScoreOrigin) Term {
	return Term{Player: player, Node: node, Score: score, Origin: from}
}

func chance(node int32, over, under, score trees.Score, from ScoreOrigin) Term {
	return Term{Node: node, Prob: trees.Number{Score: over, Unit: under}, Score: score, Origin: from}
}

// everyPrune returns a prune by every rule: one that is reviewed, or one by the kind of its quiz.
func everyPrune() []Event {
	list := reviewedPrunes()
	for _, r := range Rules() {
		if !slices.ContainsFunc(list, func(e Event) bool { return e.Rule == r }) {
			list = append(list, pruneBy(r))
		}
	}
	return list
}

// pruneBy returns a prune by a rule that has the terms of its kind.
func pruneBy(r Rule) Event {
	e := Event{Rule: r}
	switch q := r.Quiz(); q.Kind {
	case QuizSum:
		e.Terms = []Term{term(3, 3, pt(5), BackedUp)}
		switch q.Levels {
		case 1:
			e.Terms[0].Score = pt(9)
		case 2:
			e.Terms = append([]Term{term(2, 2, pt(5), BackedUp)}, e.Terms...)
		default:
			e.Terms = append([]Term{term(1, 0, pt(3), BackedUp), term(2, 2, pt(3), BackedUp)}, e.Terms...)
		}
	case QuizHeuristic:
		e.Terms, e.Limit = []Term{term(3, 3, pt(4), BackedUp)}, trees.Some(pt(4))
	case QuizSides:
		e.Terms = []Term{term(1, 0, pt(3), BackedUp), term(2, 3, pt(2), BackedUp)}
	case QuizAverage:
		e.Terms, e.Limit = []Term{chance(4, 1, 2, pt(3), BackedUp), chance(5, 1, 2, pt(6), Probe)}, trees.Some(pt(7))
	case QuizTable:
		e.Terms, e.Excluded = []Term{term(1, 0, pt(3), BackedUp), term(3, 3, pt(3), BackedUp)}, []Excluded{{points(3, 3, 3), 1}}
	}
	asEmitted(&e)
	return e
}

// reviewedPrunes returns prunes as the engines emit them. Their JSON and their sentences are golden files.
func reviewedPrunes() []Event {
	list := []Event{
		{Rule: Immediate, Terms: []Term{term(3, 3, pt(9), BackedUp)}},
		{Rule: Shallow, Terms: []Term{term(2, 2, pt(5), BackedUp), term(3, 3, pt(5), BackedUp)}},
		{Rule: Deep, Terms: []Term{term(1, 0, pt(5), BackedUp), term(3, 3, pt(5), BackedUp)}},
		{Rule: ABBnB, Terms: []Term{term(2, 2, pt(5), BackedUp), term(3, 3, pt(4), BackedUp), term(1, 3, pt(1), Heuristic)}},
		{Rule: LastBranch, Terms: []Term{term(1, 0, pt(3), BackedUp), term(2, 2, pt(3), BackedUp), term(3, 3, pt(3), BackedUp)}},
		{Rule: Speculative, Provisional: true, Terms: []Term{term(1, 0, pt(3), BackedUp), term(2, 2, pt(2), BackedUp), term(3, 3, pt(3), BackedUp), term(0, 3, pt(1), Delta)}},
		{Rule: BnBImmediate, Terms: []Term{term(3, 3, pt(4), BackedUp)}, Limit: trees.Some(pt(4))},
		{Rule: BnBShallow, Terms: []Term{term(2, 2, pt(5), BackedUp)}, Limit: trees.Some(pt(4))},
		{Rule: BnBDeep, Terms: []Term{term(1, 0, pt(5), BackedUp)}, Limit: trees.Some(pt(5))},
		{Rule: Alpha, Terms: []Term{term(1, 0, pt(3), BackedUp), term(2, 3, pt(2), BackedUp)}},
		{Rule: Beta, Terms: []Term{term(2, 0, pt(3), BackedUp), term(1, 3, pt(3), BackedUp)}},
		{Rule: Cost, Terms: []Term{term(1, 0, pt(10), BackedUp), term(1, 3, half(21), PathCost)}},
		{Rule: Table, Terms: []Term{term(1, 0, pt(3), BackedUp), term(3, 3, pt(3), BackedUp)},
			Excluded: []Excluded{{points(3, 3, 3), 1}, {points(0, 9, 0), 3}}},
		{Rule: StarAlpha, Terms: []Term{chance(4, 1, 3, pt(3), BackedUp), chance(5, 1, 6, pt(6), Probe), chance(6, 1, 2, pt(10), Maximum)}, Limit: trees.Some(pt(7))},
		{Rule: StarBeta, Terms: []Term{chance(4, 1, 4, pt(-8), BackedUp), chance(5, 1, 4, pt(4), Probe), chance(6, 1, 2, pt(-6), Minimum)}, Limit: trees.Some(pt(-5))},
		{Rule: QuestionHigh, Provisional: true, Terms: []Term{term(1, 3, pt(6), BackedUp)}, Limit: trees.Some(pt(5))},
		{Rule: QuestionLow, Provisional: true, Terms: []Term{term(2, 3, pt(4), BackedUp)}, Limit: trees.Some(pt(5))},
		{Rule: Hypermax, Terms: []Term{term(1, 0, pt(5), BackedUp), term(2, 2, pt(1), BackedUp), term(3, 3, pt(5), BackedUp)}},
		{Rule: Model, Terms: []Term{term(2, 2, pt(4), BackedUp), term(2, 3, pt(3), BackedUp)}},
		{Rule: ModelSum, Terms: []Term{term(1, 0, pt(5), BackedUp), term(2, 3, pt(4), BackedUp)}},
		{Rule: OneReply},
		{Rule: OthersPass},
		{Rule: LastReply},
		{Rule: Other},
	}
	for i := range list {
		asEmitted(&list[i])
	}
	return list
}

// asEmitted sets what a prune has besides its terms.
func asEmitted(e *Event) {
	e.Type, e.Node, e.Cut, e.Line = Prune, 3, []int32{5, 6}, 7
	e.Width, e.Players, e.Unit = 3, 3, trees.Unit
	kind := e.Rule.Quiz().Kind
	switch {
	case e.Rule == Cost:
		e.Width, e.Scalar, e.Players = 1, true, 1
	case kind == QuizSides, kind == QuizAverage, e.Rule == QuestionHigh, e.Rule == QuestionLow:
		e.Width, e.Scalar, e.Players, e.Window, e.About = 1, true, 2, true, 1
	}
	if !e.Limit.Given {
		switch kind {
		case QuizSides, QuizTable, QuizOther:
			return
		}
		e.Limit = trees.Some(pt(9))
	}
	e.Sum.Given = true
	for _, t := range e.Terms {
		if e.Rule.Weighs() {
			t.Score = t.Score / t.Prob.Unit * t.Prob.Score
		}
		e.Sum.Score += t.Score
	}
}

// A randomSearch walks a random tree and decides at random what to search, cut
// and search again.
type randomSearch struct {
	rnd    *rand.Rand
	t      *trees.Tree
	shape  Event
	events []Event
	depth  int
}

// randomRun returns a random tree and the events of a random search of it.
func randomRun(seed uint64) (*trees.Tree, []Event) {
	rnd := rand.New(rand.NewPCG(seed, 1))
	players := 1 + rnd.IntN(5)
	h := trees.Header{Players: players, MaxSum: trees.Some(100 * trees.Unit)}
	b := trees.NewBuilder(h)
	left := 60
	var grow func(level int)
	grow = func(level int) {
		left--
		if level > 5 || left < 0 || level > 0 && rnd.IntN(4) == 0 {
			v := randomVector(rnd, players)
			b.Open(trees.Node{Value: &v})
		} else {
			b.Open(trees.Node{Player: 1 + rnd.IntN(players)})
			for range 1 + rnd.IntN(4) {
				grow(level + 1)
			}
		}
		b.Close()
	}
	grow(0)
	t, err := b.Tree()
	if err != nil {
		panic(err)
	}
	r := &randomSearch{rnd: rnd, t: t, shape: Event{Width: players, Players: players, Unit: trees.Unit, Child: -1, Parent: -1, Move: -1}}
	if rnd.IntN(3) == 0 {
		r.shape.Width, r.shape.Scalar = 1, true
	}
	r.shape.Window = rnd.IntN(3) == 0
	start := r.event(Start, 0)
	start.Algorithm, start.MaxSum, start.Options = "chance", h.MaxSum, []Option{{Name: "depth", Num: 3}}
	v, known := r.search(0)
	done := r.event(Done, 0)
	done.Value, done.HasValue, done.Path = v, known, []int32{0}
	done.Stats = &Stats{Nodes: len(r.events), Leaves: 3}
	if rnd.IntN(2) == 0 {
		done.Reference = &Reference{Value: v, Agrees: true}
	}
	return t, r.events
}

func randomVector(rnd *rand.Rand, n int) (v trees.Vector) {
	for p := range n {
		v[p] = trees.Score(rnd.IntN(12)) * trees.Unit
		if rnd.IntN(8) == 0 {
			v[p] += trees.Score(rnd.IntN(1_000_000))
		}
	}
	return v
}

// event appends an event; the pointer is valid until the next call.
func (r *randomSearch) event(t Type, node int32) *Event {
	e := r.shape
	e.Type, e.Node, e.Seq, e.Line = t, node, len(r.events), r.rnd.IntN(12)
	if t == Enter || t == Backup {
		for p := range e.Players {
			if r.rnd.IntN(2) == 0 {
				e.Bounds[p] = Bound{randomVector(r.rnd, 1)[0], int32(r.rnd.IntN(r.t.Len())), int32(r.rnd.IntN(r.t.Len()) - 1), true}
			}
		}
		if e.Window && r.rnd.IntN(2) == 0 {
			e.Alpha = trees.Some(-randomVector(r.rnd, 1)[0])
		}
		if e.Window && r.rnd.IntN(2) == 0 {
			e.Beta = trees.Some(randomVector(r.rnd, 1)[0])
		}
	}
	r.events = append(r.events, e)
	return &r.events[len(r.events)-1]
}

func (r *randomSearch) search(n int32) (v trees.Vector, known bool) {
	e := r.event(Enter, n)
	e.Player, e.Depth, e.Probe = r.t.Mover(int(n)), r.depth, r.rnd.IntN(4) == 0
	probe := e.Probe
	if r.t.IsLeaf(int(n)) {
		e.Player = 0
		v, known = r.t.Value(int(n))
		e = r.event(Leaf, n)
		e.Value, e.HasValue = v, true
	}
	r.depth++
	kids := r.t.Kids(int(n))
	for i, k := range kids {
		if i > 0 && r.rnd.IntN(4) == 0 {
			r.prune(n, kids[i:])
			break
		}
		for again := range 2 {
			if again == 1 {
				if r.rnd.IntN(4) > 0 {
					break
				}
				e := r.event(Research, n)
				e.Child, e.BecauseChild, e.Value, e.HasValue = k, kids[0], v, known
			}
			w, ok := r.search(k)
			improved := ok && (!known || r.rnd.IntN(2) == 0)
			if improved {
				v, known = w, true
			}
			e := r.event(Backup, n)
			e.Child, e.Value, e.HasValue, e.Best, e.HasBest, e.Improved = k, w, ok, v, known, improved
		}
	}
	r.depth--
	if r.rnd.IntN(8) == 0 {
		known = false
	}
	e = r.event(Exit, n)
	e.Value, e.HasValue, e.Exact, e.Probe = v, known, known && r.rnd.IntN(2) == 0, probe
	return v, known
}

func (r *randomSearch) prune(n int32, cut []int32) {
	all := everyPrune()
	made := all[r.rnd.IntN(len(all))]
	e := r.event(Prune, n)
	e.Rule, e.Cut, e.Terms, e.Sum, e.Limit = made.Rule, slices.Clone(cut), made.Terms, made.Sum, made.Limit
	for i := range e.Terms {
		if e.Terms[i].Node = 0; i > 0 {
			e.Terms[i].Node = n
		}
	}
	e.Provisional = made.Rule == Speculative
	e.Excluded, e.Notes = made.Excluded, made.Notes
}
