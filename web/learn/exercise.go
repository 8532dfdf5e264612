package learn

import (
	"context"
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/practice"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// The limits of an exercise. It is done by hand, and its whole tree is drawn.
const (
	MaxPracticeNodes     = play.MaxPracticeNodes
	MaxPracticeDepth     = 6
	MaxPracticeBranching = 6
	MaxPracticeMaxSum    = 100

	// MaxPracticeName bounds the name on a result file, in characters.
	MaxPracticeName = 60
)

// maxTries bounds the random trees of one seed that are tried to find one with a cut that is
// typical of the algorithm. A tree without a cut is a poor exercise.
const maxTries = 60

// An exercise has the data in the address of an exercise.
type exercise struct {
	Algorithm *engine.Algorithm
	Given     *given     // the tree in the address; nil: the tree is generated
	Kind      trees.Kind // of the tree: maxn, or minimax with one number at each leaf
	Players   int
	Depth     int
	Branching int
	MaxSum    int
	Seed      uint32
	Case      *special // what must occur in the run; nil: nothing special
	AtEnd     bool     // steps are checked at the end, not immediately
}

// An exerciseField describes a number of an exercise and its range.
type exerciseField struct {
	Name, Label, Hint string
	Least, Most       int
	at                func(e *exercise) *int
}

var exerciseFields = []exerciseField{
	{"players", "players", "", 2, trees.MaxPlayers, func(e *exercise) *int { return &e.Players }},
	{"depth", "depth", "levels below the root", 1, MaxPracticeDepth, func(e *exercise) *int { return &e.Depth }},
	{"branching", "branching", "children of a node", 2, MaxPracticeBranching, func(e *exercise) *int { return &e.Branching }},
	{"maxsum", "maxsum", "the largest sum of the scores of a leaf", 1, MaxPracticeMaxSum, func(e *exercise) *int { return &e.MaxSum }},
}

// fields are the fields for a generated tree of the exercise's kind. On a minimax tree there are
// always two players, and maxsum is the largest value of a leaf.
func (e *exercise) fields() (list []exerciseField) {
	for _, f := range exerciseFields {
		if e.Kind == trees.Minimax && f.Name == "players" {
			continue
		}
		if e.Kind == trees.Minimax && f.Name == "maxsum" {
			f.Label, f.Hint = "largest value", "leaves have values from 0 to this number"
		}
		list = append(list, f)
	}
	return list
}

func newExercise() *exercise {
	return &exercise{Algorithm: algorithms.Practised, Players: 3, Depth: 3, Branching: 2, MaxSum: 10, Seed: 1}
}

// readCommon reads the parameters that exercises on generated and on given trees share.
func (e *exercise) readCommon(q url.Values) error {
	if id := q.Get("algorithm"); id != "" {
		found, ok := algorithms.Find(id)
		if !ok {
			return &problem.QueryError{Name: "algorithm", Message: fmt.Sprintf("there is no algorithm %q; /algorithms lists them", id)}
		}
		e.Algorithm = found
	}
	switch q.Get("check") {
	case "", "once":
	case "end":
		e.AtEnd = true
	default:
		return &problem.QueryError{Name: "check", Message: fmt.Sprintf("%q is not a time to check; it is once or end", q.Get("check"))}
	}
	return nil
}

// readKind reads the kind of a generated tree. The default for algorithms for two players is
// minimax. But an address with a number of players dates from the time when all trees were of
// kind maxn, and keeps its tree.
func (e *exercise) readKind(q url.Values) error {
	players := q.Get("players")
	switch kind := q.Get("kind"); {
	case kind == trees.Minimax.String() && players != "" && players != "2":
		return &problem.QueryError{Name: "players", Message: "a tree of kind minimax has 2 players, Max and Min"}
	case kind == trees.Minimax.String(), kind == "" && players == "" && e.Algorithm.TwoPlayers:
		e.Kind = trees.Minimax
	case kind != "" && kind != trees.MaxN.String():
		return &problem.QueryError{Name: "kind", Message: fmt.Sprintf("%q is not a kind of tree for practice; the kinds are maxn and minimax", kind)}
	}
	if e.Algorithm.TwoPlayers || e.Kind == trees.Minimax {
		e.Players = 2
	}
	return nil
}

// readExercise reads an exercise on a generated tree from an address. Missing parameters have
// defaults.
func readExercise(q url.Values) (*exercise, error) {
	e := newExercise()
	if err := e.readCommon(q); err != nil {
		return nil, err
	}
	if err := e.readKind(q); err != nil {
		return nil, err
	}
	for _, f := range exerciseFields {
		if text := q.Get(f.Name); text != "" {
			n, err := problem.ReadWholeQuery(f.Name, text, f.Least, f.Most)
			if err != nil {
				return nil, err
			}
			*f.at(e) = n
		}
	}
	if text := q.Get("seed"); text != "" {
		n, err := problem.ReadWholeQuery("seed", text, 0, math.MaxUint32)
		if err != nil {
			return nil, err
		}
		e.Seed = uint32(n)
	}
	if id := q.Get("case"); id != "" {
		if e.Case = findSpecial(id); e.Case == nil || !e.Case.of(e) {
			return nil, &problem.QueryError{Name: "case", Message: fmt.Sprintf("this exercise has no case %q; %s", id, e.casesInWords())}
		}
	}
	if n := e.nodes(); n > MaxPracticeNodes {
		return nil, &problem.QueryError{Name: "depth", Message: fmt.Sprintf("with branching %d and depth %d the tree has more than %d nodes; with this branching the depth is at most %d", e.Branching, e.Depth, MaxPracticeNodes, e.deepest())}
	}
	return e, nil
}

// nodes returns the number of nodes of the tree, or MaxPracticeNodes+1 if there are more.
func (e *exercise) nodes() int {
	n, ply := 1, 1
	for range e.Depth {
		ply *= e.Branching
		if n += ply; n > MaxPracticeNodes {
			return MaxPracticeNodes + 1
		}
	}
	return n
}

// deepest returns the largest depth for the branching.
func (e *exercise) deepest() int {
	smaller := *e
	for smaller.nodes() > MaxPracticeNodes {
		smaller.Depth--
	}
	return smaller.Depth
}

// query returns the exercise as the query of an address.
func (e *exercise) query() url.Values {
	q := url.Values{"algorithm": {e.Algorithm.ID}}
	if e.AtEnd {
		q.Set("check", "end")
	}
	if e.Given != nil {
		for _, p := range e.Given.Parameters {
			q.Set(p.Name, p.Value)
		}
		return q
	}
	q.Set("seed", strconv.FormatUint(uint64(e.Seed), 10))
	if e.Kind != trees.MaxN {
		q.Set("kind", e.Kind.String())
	}
	for _, f := range e.fields() {
		q.Set(f.Name, strconv.Itoa(*f.at(e)))
	}
	if e.Case != nil {
		q.Set("case", e.Case.ID)
	}
	return q
}

func (e *exercise) address() string { return "/practice?" + e.query().Encode() }

// parameters are the query as fields of a form.
func (e *exercise) parameters() (list []run.Parameter) {
	q := e.query()
	for _, name := range slices.Sorted(maps.Keys(q)) {
		list = append(list, run.Parameter{Name: name, Value: q.Get(name)})
	}
	return list
}

func (e *exercise) title() string { return "Practice: " + words.ShortName(e.Algorithm) }

// name is the name of the algorithm inside a sentence.
func (e *exercise) name() string { return words.InnerName(e.Algorithm) }

func (e *exercise) sub() string {
	if e.Given != nil {
		return fmt.Sprintf("%s · %s · %s", e.Given.Title, words.Describe(e.Given.Tree), words.CountNodes(e.Given.Tree.Len()))
	}
	if e.Kind == trees.Minimax {
		return fmt.Sprintf("Max against Min, %s, leaves from 0 to %d · exercise %d", words.Plural(e.nodes(), "node"), e.MaxSum, e.Seed)
	}
	text := fmt.Sprintf("%s, %s, the scores of a leaf add up to at most %d · exercise %d", words.Plural(e.Players, "player"), words.Plural(e.nodes(), "node"), e.MaxSum, e.Seed)
	if e.Case != nil {
		text += ", " + e.Case.With
	}
	return text
}

// tree returns the tree of the exercise: the first random tree of its seed that has a cut by a
// rule other than immediate and shallow pruning, if the algorithm has such rules; otherwise the
// first tree with a cut; otherwise the first tree. With a case, it is the first tree in whose run
// the case occurs.
func (e *exercise) tree(ctx context.Context) (*trees.Tree, error) {
	if e.Given != nil {
		return e.Given.Tree, practice.Check(e.config(), e.Given.Tree)
	}
	if e.Case != nil {
		return e.treeWithCase(ctx)
	}
	var withCut, first *trees.Tree
	hasSpecialCuts := slices.ContainsFunc(e.Algorithm.Rules(engine.Options{}), isSpecial)
	for i := range uint32(maxTries) {
		cuts, specialCuts := 0, 0
		t, err := e.try(ctx, e.Seed*maxTries+i, func(_ *trees.Tree, event *trace.Event) {
			if event.Type == trace.Prune {
				cuts++
				if isSpecial(event.Rule) {
					specialCuts++
				}
			}
		})
		switch {
		case err != nil:
			return nil, err
		case first == nil:
			first = t
		}
		if cuts > 0 {
			if !hasSpecialCuts || specialCuts > 0 {
				return t, nil
			}
			if withCut == nil {
				withCut = t
			}
		}
		if len(e.Algorithm.Rules(engine.Options{})) == 0 {
			break // it never cuts
		}
	}
	if withCut != nil {
		return withCut, nil
	}
	return first, nil
}

// try builds a random tree and runs the algorithm on it.
func (e *exercise) try(ctx context.Context, seed uint32, observe func(t *trees.Tree, event *trace.Event)) (*trees.Tree, error) {
	t, err := e.random(seed)
	if err != nil {
		return nil, err
	}
	p := engine.OnTree(t, 0)
	if err := e.Algorithm.Check(&p, engine.Options{}); err != nil {
		return nil, err
	}
	_, err = e.Algorithm.Run(ctx, p, engine.Options{}, func(event *trace.Event) { observe(t, event) })
	return t, err
}

func isSpecial(r trace.Rule) bool {
	return r != trace.Immediate && r != trace.Shallow && r != trace.Alpha && r != trace.Beta
}

// random returns a random tree whose nodes have letters as names.
func (e *exercise) random(seed uint32) (*trees.Tree, error) {
	g := games.RandomTree{Players: e.Players, Branching: e.Branching, Depth: e.Depth, MaxSum: e.MaxSum, Constant: true, Seed: seed}
	plain, err := g.Build()
	if err != nil {
		return nil, err
	}
	h := plain.Header
	h.Title, h.Delta = e.title(), trees.Unit
	if e.Kind == trees.Minimax { // any number is allowed at a leaf
		h = trees.Header{Title: h.Title, Kind: trees.Minimax}
	}
	return relabelled(plain, h)
}

// identity says which run on a tree the exercise asks for.
func (e *exercise) identity(t *trees.Tree) run.Identity {
	return run.OnTree(t).With(e.config()).Identity()
}

// config is the algorithm without options: practice has none.
func (e *exercise) config() engine.AlgorithmConfig {
	return engine.AlgorithmConfig{Algorithm: e.Algorithm}
}

// letters returns a, b, … z, aa, ab, … for 0, 1, ….
func letters(n int) string {
	text := ""
	for n++; n > 0; n /= 26 {
		n--
		text = string(rune('a'+n%26)) + text
	}
	return text
}

// offered lists the algorithms that can be practised on the given tree, or on generated trees of
// the same kind and number of players.
func (e *exercise) offered() (list []*engine.Algorithm) {
	t, small := (*trees.Tree)(nil), *e
	if small.Depth, small.Branching = 1, 2; e.Given != nil {
		t = e.Given.Tree
	} else if t, _ = small.random(0); t == nil {
		return nil
	}
	for _, a := range algorithms.All() {
		if practice.Check((engine.AlgorithmConfig{Algorithm: a}), t) == nil {
			list = append(list, a)
		}
	}
	return list
}

// own lists the parameters of these pages for an error message.
func own() string {
	names := []string{"algorithm"}
	for _, f := range exerciseFields {
		names = append(names, f.Name)
	}
	return strings.Join(append(names, "seed", "kind", "case", "check", "print", "done", "figure", "text", "saved"), ", ")
}
