package papers

import (
	"context"
	"encoding/json"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// claimChecks are the checks of each kind of claim.
var claimChecks map[string]func(*checker, *claim)

func init() {
	claimChecks = map[string]func(*checker, *claim){
		"maxn":               func(c *checker, cl *claim) { c.backs("maxn", cl) },
		"minimax":            func(c *checker, cl *claim) { c.backs("minimax", cl) },
		"result":             (*checker).result,
		"pruned":             (*checker).prunes,
		"visited":            (*checker).visits,
		"research":           (*checker).researches,
		"why":                (*checker).why,
		"bound":              (*checker).bound,
		"relevant":           (*checker).relevant,
		"irrelevant":         (*checker).irrelevant,
		"irrelevant_minimax": (*checker).irrelevantMinimax,
		"never_root_value":   (*checker).neverRootValue,
		"leaf":               (*checker).leaf,
		"alternatives":       (*checker).alternatives,
		"sums_to":            (*checker).sumsTo,
		"eq":                 (*checker).holds,
		"custom":             (*checker).custom,
	}
}

// backs checks that the algorithm backs the value up to the node.
func (c *checker) backs(algorithm string, cl *claim) {
	want := c.value(cl.Value)
	got, known := c.run(c.tree(cl.Values), algorithm, engine.Options{}).value(c.node(cl.Node))
	if !known || got != want {
		c.fail("%s is worth %s, want %s", cl.Node, c.f.Tree.FormatValue(got), c.f.Tree.FormatValue(want))
	}
}

// result checks that the algorithm finds the value at the root.
func (c *checker) result(cl *claim) {
	got, want := c.run(c.tree(cl.Values), cl.Algorithm, FigureRunOptions(cl.Options)).result.Value, c.value(cl.Value)
	if got != want {
		c.fail("%s with %s finds %s, want %s", cl.Algorithm, cl.Values, c.f.Tree.FormatValue(got), c.f.Tree.FormatValue(want))
	}
}

// prunes checks that exactly these nodes are cut and never entered.
func (c *checker) prunes(cl *claim) {
	run := c.run(c.tree(cl.Values), cl.Algorithm, FigureRunOptions(cl.Options))
	if got, want := run.pruned(), c.nodes(cl.Nodes); !slices.Equal(got, want) {
		c.fail("%s with %s cuts %s, want %s", cl.Algorithm, cl.Values, names(run.tree, got), cl.Nodes)
	}
	if got, want := run.result.Stats.Pruned, len(cl.Nodes); got != want {
		c.fail("%s with %s counts %d nodes pruned, want %d", cl.Algorithm, cl.Values, got, want)
	}
}

// visits checks that exactly these leaves are evaluated, in this order.
func (c *checker) visits(cl *claim) {
	run := c.run(c.tree(cl.Values), cl.Algorithm, FigureRunOptions(cl.Options))
	if got, want := run.visited(), c.nodes(cl.Nodes); !slices.Equal(got, want) {
		c.fail("%s evaluates %s, want %s", cl.Algorithm, names(run.tree, got), cl.Nodes)
	}
}

// researches checks that exactly these nodes are re-searched.
func (c *checker) researches(cl *claim) {
	run := c.run(c.tree(cl.Values), cl.Algorithm, FigureRunOptions(cl.Options))
	if got, want := run.researched(), c.nodes(cl.Nodes); !slices.Equal(got, want) {
		c.fail("%s %+v with %s searches %s again, want %s", cl.Algorithm, cl.Options, cl.Values, names(run.tree, got), cl.Nodes)
	}
}

// why checks that the node is cut by the rule, with a bound that the given node supplies.
func (c *checker) why(cl *claim) {
	c.reason(c.run(c.tree(cl.Values), cl.Algorithm, FigureRunOptions(cl.Options)), cl.Node, []string{cl.Rule}, cl.From)
}

func (c *checker) reason(run *recordedRun, node string, rules []string, from string) {
	e := run.cutting(c.node(node))
	switch {
	case e == nil:
		c.fail("%s is not cut; it should be, by %s", node, rules)
	case !slices.Contains(rules, e.Rule.String()):
		c.fail("%s is cut by %s, want one of %s", node, e.Rule, rules)
	case from != "" && !slices.ContainsFunc(e.Terms, func(term trace.Term) bool {
		return term.Node != e.Node && int(term.Node) == c.node(from)
	}):
		c.fail("%s is cut by the terms %+v, want one that %s holds", node, e.Terms, from)
	}
}

// bound checks a bound after the node After has been searched: the mover at the node
// has at least the value there (≥), or has a score that leaves at most the value for
// another player (≤).
func (c *checker) bound(cl *claim) {
	node, after := c.node(cl.Node), int32(c.node(cl.After))
	want := c.points(cl.Value)
	for _, algorithm := range []string{"maxn", "shallow"} {
		run := c.run(c.tree(cl.Values), algorithm, engine.Options{})
		i := slices.IndexFunc(run.events, func(e trace.Event) bool {
			return e.Type == trace.Backup && int(e.Node) == node && e.Child <= after && after < int32(run.tree.End(int(e.Child)))
		})
		if i < 0 {
			c.fail("%s never backs %s up to %s", algorithm, cl.After, cl.Node)
			continue
		}
		mover := run.tree.Mover(node)
		held := run.events[i].Bounds[mover-1]
		got, rel := held.Score, ">="
		if mover != cl.Player {
			got, rel = run.tree.MaxSum.Score-held.Score, "<="
		}
		if !held.Given || int(held.Node) != node || rel != cl.Rel || got != want {
			c.fail("%s: after %s player %d has %s %s at %s, want %s %s", algorithm, cl.After, cl.Player, rel, got.In(trees.Unit), cl.Node, cl.Rel, want.In(trees.Unit))
		}
	}
}

// eachValue runs max^n with every outcome in whole points that the leaf could
// have. Heuristics are ignored: the claim is about the leaf.
func (c *checker) eachValue(cl *claim, do func(run *recordedRun, v trees.Vector)) {
	t, leaf := withoutHeuristics(c, c.tree(cl.Values)), c.node(cl.Leaf)
	sum := int(t.MaxSum.Score / trees.Unit)
	tried := 0
	for x := range sum + 1 {
		for y := range sum - x + 1 {
			for z := range sum - x - y + 1 {
				v := trees.Points(x, y, z)
				if fitsWhere(v, cl.Where) {
					do(c.run(c.with(t, map[int]trees.Vector{leaf: v}), "maxn", engine.Options{}), v)
					tried++
				}
			}
		}
	}
	if tried < 10 {
		c.fail("only %d values were tried at %s", tried, cl.Leaf)
	}
}

func fitsWhere(v trees.Vector, where [][3]any) bool {
	for _, w := range where {
		s, points := v[int(w[0].(float64))-1], trees.Score(w[2].(float64))*trees.Unit
		if w[1] == "<=" && s > points || w[1] == ">=" && s < points {
			return false
		}
	}
	return true
}

func withoutHeuristics(c *checker, t *trees.Tree) *trees.Tree {
	b := trees.NewBuilder(t.Header)
	for n := range t.Len() {
		node := t.Node(n)
		node.Low, node.Up = nil, nil
		b.Open(node)
		for a := n; a >= 0 && t.End(a) == n+1; a = t.Parent(a) {
			b.Close()
		}
	}
	u, err := b.Tree()
	if err != nil {
		c.Fatal(err)
	}
	return u
}

// rootValues collects the values of the tree that the leaf can lead to.
func (c *checker) rootValues(cl *claim) map[trees.Vector]trees.Vector {
	found := map[trees.Vector]trees.Vector{}
	c.eachValue(cl, func(run *recordedRun, v trees.Vector) { found[run.result.Value] = v })
	return found
}

// irrelevant checks that the value of the tree is the same for every value of the leaf.
func (c *checker) irrelevant(cl *claim) {
	found := c.rootValues(cl)
	if len(found) != 1 {
		c.fail("the value of %s decides between %d values of the tree", cl.Leaf, len(found))
	}
	if cl.Value == nil {
		return
	}
	for got := range found {
		if want := c.value(cl.Value); got != want {
			c.fail("with %s = %s the tree is worth %s, want %s", cl.Leaf, c.f.Tree.FormatValue(found[got]), c.f.Tree.FormatValue(got), c.f.Tree.FormatValue(want))
		}
	}
}

// relevant checks that the value of the tree depends on the leaf.
func (c *checker) relevant(cl *claim) {
	if found := c.rootValues(cl); len(found) < 2 {
		c.fail("whatever %s is, the tree is worth the same", cl.Leaf)
	}
}

// neverRootValue checks that the line never leads to the leaf, for any value of the leaf.
func (c *checker) neverRootValue(cl *claim) {
	leaf := int32(c.node(cl.Leaf))
	c.eachValue(cl, func(run *recordedRun, v trees.Vector) {
		if line := run.result.Line; line[len(line)-1] == leaf {
			c.fail("with %s = %s its value is that of the tree", cl.Leaf, c.f.Tree.FormatValue(v))
		}
	})
}

func (c *checker) irrelevantMinimax(cl *claim) {
	leaf := c.node(cl.Leaf)
	want := c.run(c.f.Tree, "minimax", engine.Options{}).result.Value
	for x := cl.Range[0]; x <= cl.Range[1]; x++ {
		t := c.with(c.f.Tree, map[int]trees.Vector{leaf: trees.Points(x)})
		if got := c.run(t, "minimax", engine.Options{}).result.Value; got != want {
			c.fail("with %s = %d the tree is worth %s, want %s", cl.Leaf, x, t.FormatValue(got), t.FormatValue(want))
		}
	}
}

// leaf, alternatives and sumsTo check that the data agree with the paper's
// text.
func (c *checker) leaf(cl *claim) {
	got, known := c.f.Tree.Value(c.node(cl.Leaf))
	if want := c.value(cl.Value); !known || got != want || c.f.Tree.NotFromPaper(c.node(cl.Leaf)) {
		c.fail("%s is %s, want %s, not chosen by us", cl.Leaf, c.f.Tree.FormatValue(got), c.f.Tree.FormatValue(want))
	}
}

func (c *checker) alternatives(cl *claim) {
	var list []json.RawMessage
	if err := json.Unmarshal(cl.Value, &list); err != nil {
		c.Fatal(err)
	}
	var want []trees.Vector
	for _, src := range list {
		want = append(want, c.value(src))
	}
	if got := c.f.Tree.Alternatives(c.node(cl.Leaf)); !slices.Equal(got, want) {
		c.fail("%s has the alternatives %v, want %v", cl.Leaf, got, want)
	}
}

func (c *checker) sumsTo(cl *claim) {
	want := c.points(cl.Value)
	for _, leaf := range cl.Leaves {
		v, _ := c.f.Tree.Value(c.node(leaf))
		if got := v.Sum(c.f.Tree.Players); got != want {
			c.fail("%s adds up to %s, want %s", leaf, got.In(trees.Unit), want.In(trees.Unit))
		}
	}
}

// holds checks that the arithmetic of the text is right. Go evaluates constants exactly.
func (c *checker) holds(cl *claim) {
	tv, err := types.Eval(token.NewFileSet(), nil, token.NoPos, cl.Expr)
	if err != nil {
		c.Fatal(err)
	}
	if tv.Value == nil || tv.Value.Kind() != constant.Bool || !constant.BoolVal(tv.Value) {
		c.fail("%s is %v, want true", cl.Expr, tv.Value)
	}
}

func (c *checker) custom(cl *claim) {
	check, ok := customClaims[cl.Name]
	if !ok {
		c.fail("there is no check named %q", cl.Name)
		return
	}
	check(c, cl)
}

// backedUp checks that exhaustive search gives every inner node the value in the text.
func (c *checker) backedUp(b *backedUp) {
	algorithm := "maxn"
	if c.f.Tree.Kind == trees.Minimax {
		algorithm = "minimax"
	}
	for _, name := range slices.Sorted(maps.Keys(b.Nodes)) {
		c.backs(algorithm, &claim{Values: b.Values, Node: name, Value: b.Nodes[name]})
	}
}

// search checks a whole search, leaf by leaf.
func (c *checker) search(s *searched) {
	cl := &claim{Algorithm: s.Algorithm, Options: s.Options, Values: s.Values, Value: s.Result}
	c.result(cl)
	cl.Nodes = s.Visited
	c.visits(cl)
	cl.Nodes = s.Pruned
	c.prunes(cl)
	cl.Nodes = s.Research
	c.researches(cl)
	run := c.run(c.tree(s.Values), s.Algorithm, FigureRunOptions(s.Options))
	for _, node := range slices.Sorted(maps.Keys(s.Reason)) {
		rule, from, _ := strings.Cut(s.Reason[node], " from ")
		c.reason(run, node, rulesCalled(s.Algorithm, rule), from)
	}
}

// rulesCalled returns the rules to which the text refers with a word.
func rulesCalled(algorithm, word string) []string {
	switch {
	case word == "naive": // any ancestor's bound, the parent's included
		return []string{"deep", "shallow", "immediate"}
	case word == "shallow": // Korf's procedure, where immediate is the case Bound = sum
		return []string{"shallow", "immediate"}
	case algorithm == "dfbnb":
		return []string{"cost"}
	}
	return []string{word}
}

// referenceValue returns the value of the figure's tree by exhaustive search.
func referenceValue(c *checker, t *trees.Tree) trees.Vector {
	c.Helper()
	res, err := c.algorithm("maxn").Run(context.Background(), engine.OnTree(t, 0), engine.Options{}, nil)
	if err != nil {
		c.Fatal(err)
	}
	return res.Value
}
