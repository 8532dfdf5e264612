package papers

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/figures"
)

// The papers' statements about their figures, as tests of the engines.
//
// testdata/claims.json has the claims, figure by figure. Nodes have the names that
// Tree.Name returns; "root" is a root without a label. figures_claims_test.go
// defines each kind of claim; the claims of kind "custom" are functions in
// figures_custom_test.go and figures_tables_test.go.

type claimFile struct {
	Claims   []claim    `json:"claims"`
	BackedUp []backedUp `json:"backed_up"`
	Searches []searched `json:"searches"`
}

type claim struct {
	Op        string                `json:"op"`
	Algorithm string                `json:"algorithm"`
	Options   figures.FigureOptions `json:"options"`
	Values    values                `json:"values"`

	Node   string          `json:"node"`
	Nodes  []string        `json:"nodes"`
	Leaf   string          `json:"leaf"`
	Leaves []string        `json:"leaves"`
	Value  json.RawMessage `json:"value"`

	After  string `json:"after"` // bound: once this node has been searched
	Player int    `json:"player"`
	Rel    string `json:"rel"`

	Rule string `json:"rule"` // why
	From string `json:"from"`

	Where [][3]any `json:"where"` // irrelevant, …: player, relation, points
	Range [2]int   `json:"range"`

	Expr   string     `json:"expr"`   // eq
	Name   string     `json:"name"`   // custom
	Frames [][]string `json:"frames"` // the leaves seen at each picture
}

type values map[string]json.RawMessage

// backedUp are the values of all inner nodes under max^n (minimax).
type backedUp struct {
	Values values                     `json:"values"`
	Nodes  map[string]json.RawMessage `json:"nodes"`
}

// searched is a whole search: the nodes that it visits, cuts and re-searches.
type searched struct {
	Algorithm string                `json:"algorithm"`
	Options   figures.FigureOptions `json:"options"`
	Values    values                `json:"values"`
	Result    json.RawMessage       `json:"result"`
	Visited   []string              `json:"visited"`
	Pruned    []string              `json:"pruned"`
	Reason    map[string]string     `json:"reason"`
	Research  []string              `json:"research"`
}

func readClaims(t *testing.T) map[string]claimFile {
	src, err := os.ReadFile("testdata/claims.json")
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(src))
	d.DisallowUnknownFields()
	var claims map[string]claimFile
	if err := d.Decode(&claims); err != nil {
		t.Fatal(err)
	}
	return claims
}

func TestClaims(t *testing.T) {
	claims := readClaims(t)
	checked := map[string]int{}
	for _, f := range figures.All() {
		file, ok := claims[f.ID]
		if !ok {
			t.Errorf("%s has no entry in claims.json", f.ID)
		}
		delete(claims, f.ID)
		try := func(kind, name string, check func(*checker)) {
			checked[kind]++
			t.Run(f.ID+"/"+name, func(t *testing.T) {
				check(&checker{T: t, f: f, what: name})
			})
		}
		for i := range file.Claims {
			cl := &file.Claims[i]
			check, ok := claimChecks[cl.Op]
			if !ok {
				t.Errorf("%s: there is no check for %q", f.ID, cl.Op)
				continue
			}
			try(cl.Op, cl.Op+cl.Name, func(c *checker) { check(c, cl) })
		}
		for i := range file.BackedUp {
			try("backed_up", "backed_up", func(c *checker) { c.backedUp(&file.BackedUp[i]) })
		}
		for i := range file.Searches {
			try("searches", "search", func(c *checker) { c.search(&file.Searches[i]) })
		}
	}
	for id := range claims {
		t.Errorf("claims.json has claims about %s, which is no figure", id)
	}
	for _, op := range slices.Sorted(maps.Keys(checked)) {
		t.Logf("%3d %s", checked[op], op)
	}
}

// A checker checks the claims of one figure.
type checker struct {
	*testing.T
	f    *figures.Figure
	what string // the kind of claim
}

// fail reports a claim that does not hold.
func (c *checker) fail(format string, args ...any) {
	c.Helper()
	c.Errorf(c.what+": "+format, args...)
}

// node finds a node of the figure's tree by its name.
func (c *checker) node(name string) int {
	c.Helper()
	return c.nodeOf(c.f.Tree, name)
}

func (c *checker) nodeOf(t *trees.Tree, name string) int {
	c.Helper()
	if name == "root" {
		return 0
	}
	for n := range t.Len() {
		if t.Name(n) == name {
			return n
		}
	}
	c.Fatalf("%s: the tree has no node %q", c.what, name)
	return -1
}

func (c *checker) nodes(names []string) []int32 {
	c.Helper()
	list := []int32{}
	for _, name := range names {
		list = append(list, int32(c.node(name)))
	}
	return list
}

// names lists nodes for failure messages.
func names[N int | int32](t *trees.Tree, nodes []N) string {
	var list []string
	for _, n := range nodes {
		list = append(list, t.Name(int(n)))
	}
	return "[" + strings.Join(list, " ") + "]"
}

func (c *checker) value(src json.RawMessage) trees.Vector {
	c.Helper()
	v, err := c.f.Tree.ReadValue(src)
	if err != nil {
		c.Fatalf("%s: %v", c.what, err)
	}
	return v
}

// tree returns the figure's tree with the claim's values at leaves.
func (c *checker) tree(vs values) *trees.Tree {
	c.Helper()
	m := map[int]trees.Vector{}
	for name, src := range vs {
		m[c.node(name)] = c.value(src)
	}
	return c.with(c.f.Tree, m)
}

func (c *checker) with(t *trees.Tree, m map[int]trees.Vector) *trees.Tree {
	c.Helper()
	u, err := t.WithValues(m)
	if err != nil {
		c.Fatalf("%s: %v", c.what, err)
	}
	return u
}

// points reads a number of points.
func (c *checker) points(src json.RawMessage) trees.Score {
	c.Helper()
	s, err := trees.ParseScore(string(src))
	if err != nil {
		c.Fatal(err)
	}
	return s
}

// algorithm finds an engine.
func (c *checker) algorithm(id string) *engine.Algorithm {
	c.Helper()
	a, ok := algorithms.Find(id)
	if !ok {
		c.Fatalf("%s: there is no algorithm %q", c.what, id)
	}
	return a
}

// A recordedRun is a run with its events.
type recordedRun struct {
	tree   *trees.Tree
	result engine.Result
	events []trace.Event
}

// run runs an algorithm and keeps its events.
func (c *checker) run(t *trees.Tree, algorithm string, o engine.Options) *recordedRun {
	c.Helper()
	run := &recordedRun{tree: t}
	var err error
	run.result, err = c.algorithm(algorithm).Run(context.Background(), engine.OnTree(t, 0), o, func(e *trace.Event) {
		kept := *e
		kept.Cut, kept.Terms = slices.Clone(e.Cut), slices.Clone(e.Terms)
		run.events = append(run.events, kept)
	})
	if err != nil {
		c.Fatalf("%s: %s: %v", c.what, algorithm, err)
	}
	return run
}

// visited lists the leaves in the order of their evaluation.
func (r *recordedRun) visited() []int32 {
	list := []int32{}
	for i := range r.events {
		if r.events[i].Type == trace.Leaf {
			list = append(list, r.events[i].Node)
		}
	}
	return list
}

// pruned lists the nodes that were cut and never entered, in preorder.
func (r *recordedRun) pruned() []int32 {
	cut := map[int32]bool{}
	for i := range r.events {
		for _, n := range r.events[i].Cut {
			if r.events[i].Type == trace.Prune {
				cut[n] = true
			}
		}
	}
	for i := range r.events {
		if r.events[i].Type == trace.Enter {
			delete(cut, r.events[i].Node)
		}
	}
	return append([]int32{}, slices.Sorted(maps.Keys(cut))...)
}

// researched lists the children that were re-searched.
func (r *recordedRun) researched() []int32 {
	list := []int32{}
	for i := range r.events {
		if r.events[i].Type == trace.Research {
			list = append(list, r.events[i].Child)
		}
	}
	return list
}

// value returns the node's value at the end of its last search.
func (r *recordedRun) value(node int) (v trees.Vector, known bool) {
	for i := range r.events {
		if e := &r.events[i]; e.Type == trace.Exit && int(e.Node) == node {
			v, known = e.Value, e.HasValue
		}
	}
	return v, known
}

// cutting returns the event that skipped the node.
func (r *recordedRun) cutting(node int) *trace.Event {
	for i := range r.events {
		if e := &r.events[i]; e.Type == trace.Prune && slices.Contains(e.Cut, int32(node)) {
			return e
		}
	}
	return nil
}
