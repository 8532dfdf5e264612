package algorithms_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/treetest"
)

// This file runs the pseudo-code that pages show, line by line, and compares the nodes that
// it enters with those of the engine. The meaning of each line is in a dictionary: a line
// that is worded anew has no meaning until somebody writes what it says.

// A statement is a line of pseudo-code, with its continuation, and the lines inside of it.
type statement struct {
	text   string
	inside []statement
}

// comment is a remark at the end of a line.
var comment = regexp.MustCompile(`   \(.*\)$`)

// parse reads statements that are indented by more than the given number of spaces. A line
// that is indented deeper than one that does not open a block continues it.
func parse(lines []engine.CodeLine, indent int) (list []statement, rest []engine.CodeLine) {
	for len(lines) > 0 {
		text := strings.TrimLeft(lines[0].Text, " ")
		at := len(lines[0].Text) - len(text)
		if at <= indent {
			break
		}
		s := statement{text: comment.ReplaceAllString(text, "")}
		lines = lines[1:]
		for len(lines) > 0 && !strings.HasSuffix(s.text, ":") {
			more := strings.TrimLeft(lines[0].Text, " ")
			if len(lines[0].Text)-len(more) <= at {
				break
			}
			s.text += " " + comment.ReplaceAllString(more, "")
			lines = lines[1:]
		}
		if strings.HasSuffix(s.text, ":") {
			s.inside, lines = parse(lines, at)
		}
		list = append(list, s)
	}
	return list, lines
}

// noneYet is the bound of a player who has none.
const noneYet trees.Score = math.MinInt64 / 4

// A call is an activation of the procedure at a node.
type call struct {
	m       *machine
	above   *call
	x       int
	p       int // the mover, from 0
	v       *result
	child   int
	kid     int // the index of child
	best    trees.Vector
	has     bool // there is a best
	bestKid int
	queue   []*result // of speculative pruning
	chain   []*call
	bound   trees.Score // the argument Bound
	// heuristic is the local variable Heuristic.
	heuristic trees.Score
	// again is the child of the queue that is searched again: its bound is a step lower if
	// it is left of the best.
	again *result
}

// A result is what a call returned: a value, or NIL with the end of its chain.
type result struct {
	value trees.Vector
	isNIL bool
	none  bool // ABBnB's "return no value"
	top   *call
	child int
	kid   int
	has   trees.Score // the best score of the child's mover when it returned NIL
}

type machine struct {
	t       *trees.Tree
	o       engine.Options
	program []statement
	table   *engine.Table
	entered []int
}

// bestOf returns best[p] of a call; below all scores if there is no best.
func (c *call) bestOf(p int) trees.Score {
	if !c.has {
		return noneYet
	}
	return c.best[p]
}

// replaces returns the score that the value of the current child must exceed.
func (c *call) replaces() trees.Score {
	b := c.bestOf(c.p)
	if c.again != nil && c.again.kid < c.bestKid {
		b -= c.m.step()
	}
	return b
}

func (m *machine) step() trees.Score {
	if m.o.Discrete {
		return m.t.Delta
	}
	return 1
}

func (m *machine) maxp(p int) trees.Score { return m.t.Most(p).Score }

// low and up are the heuristic at the node.
func (c *call) low(p int) trees.Score {
	if v, ok := c.m.t.Low(c.x); ok {
		return v[p]
	}
	return 0
}

func (c *call) up(p int) trees.Score {
	if v, ok := c.m.t.Up(c.x); ok {
		return v[p]
	}
	return c.m.maxp(p)
}

func (c *call) lows(but ...int) (sum trees.Score) {
	for p := range c.m.t.Players {
		if !slices.Contains(but, p) {
			sum += c.low(p)
		}
	}
	return sum
}

// SumOf adds the bounds of the chain.
func (c *call) sumOf() (sum trees.Score) {
	for _, a := range c.chain {
		sum += a.replaces()
	}
	return sum
}

// rejected reports whether a value with these scores is not better for some mover of the
// chain than his bound.
func (c *call) rejected(v *trees.Vector) bool {
	return slices.ContainsFunc(c.chain, func(a *call) bool { return v[a.p] <= a.replaces() })
}

// queueFails reports whether every child in the queue is rejected within the chain: each is
// rejected in its own chain.
func (c *call) queueFails() bool {
	end := c.chain[len(c.chain)-1]
	return !slices.ContainsFunc(c.queue, func(q *result) bool { return !end.contains(q.top) })
}

// ended is what a statement says of the call.
type ended struct{ result *result }

func (c *call) returnBest() *ended { return &ended{&result{value: c.best}} }
func (c *call) noValue() *ended    { return &ended{&result{none: true}} }

// nilOrBest is "return NIL, or best if chain is the parent".
func (c *call) nilOrBest() *ended {
	top := c.chain[len(c.chain)-1]
	if top == c.above {
		return c.returnBest()
	}
	return &ended{&result{isNIL: true, top: top, has: c.bestOf(c.p)}}
}

// call runs the program at a node, with an argument Bound.
func (m *machine) call(above *call, x int, bound trees.Score) *result {
	m.entered = append(m.entered, x)
	c := &call{m: m, above: above, x: x, p: m.t.Mover(x) - 1, bound: bound}
	return c.block(m.program[0].inside).result
}

func (c *call) block(list []statement) *ended {
	for _, s := range list {
		if e := c.do(s); e != nil {
			return e
		}
	}
	return nil
}

func (c *call) do(s statement) *ended {
	kids := c.m.t.Kids(c.x)
	switch s.text {
	case "for each child c of x, left to right:", "for each remaining child c of x, left to right:":
		for i, k := range kids {
			if i == 0 && strings.Contains(s.text, "remaining") {
				continue
			}
			c.child, c.kid = int(k), i
			if e := c.block(s.inside); e != nil {
				return e
			}
		}
		return nil
	case "for chain := the parent, then the parent and its parent, and so on, as long as no player moves twice, each but the last is on its last branch, and its best is not better for its parent’s player than his bound:",
		"for chain := the parent, then the parent and its parent, and so on, as long as no player moves twice, and the best of each but the last is not better for its parent’s player than his bound:":
		return c.chains(s, strings.Contains(s.text, "last branch"))
	case "while best is better for the parent’s player than his bound and the queue is not empty:":
		for len(c.queue) > 0 && (c.above == nil || c.best[c.above.p] > c.above.replaces()) {
			if e := c.block(s.inside); e != nil {
				return e
			}
		}
		return nil
	}
	means := meanings[s.text]
	if means == nil {
		panic("no meaning: " + s.text)
	}
	return means(c)
}

func (c *call) chains(s statement, lastOnly bool) *ended {
	movers := []int{c.p}
	c.chain = nil
	for a := c.above; a != nil && !slices.Contains(movers, a.p); a = a.above {
		if n := len(c.chain); n > 0 { // the one before is not the last of the chain any more
			b := c.chain[n-1]
			if lastOnly && (b.again != nil || b.kid < len(c.m.t.Kids(b.x))-1) || b.best[a.p] > a.replaces() {
				break
			}
		}
		if !a.has {
			break // no bound: any best is better for his player
		}
		movers, c.chain = append(movers, a.p), append(c.chain, a)
		if e := c.block(s.inside); e != nil {
			return e
		}
	}
	return nil
}

// take is "best := v".
func (c *call) take(better bool) *ended {
	if better {
		c.best, c.has, c.bestKid = c.v.value, true, c.v.kid
	}
	return nil
}

func (c *call) search(bound trees.Score) *ended {
	c.v = c.m.call(c, c.child, bound)
	c.v.child, c.v.kid = c.child, c.kid
	return nil
}

func when(test func(c *call) bool, then func(c *call) *ended) func(c *call) *ended {
	return func(c *call) *ended {
		if test(c) {
			return then(c)
		}
		return nil
	}
}

func leafValue(c *call) *ended {
	v, _ := c.m.t.Value(c.x)
	return &ended{&result{value: v}}
}

func (c *call) sum() trees.Score { return c.m.t.MaxSum.Score }

// meanings has what each line says. Names: p is the player to move at x, as in the text.
var meanings map[string]func(c *call) *ended

func init() {
	isLeaf := func(c *call) bool { return c.m.t.IsLeaf(c.x) }
	recurse := func(c *call) *ended { return c.search(0) }
	better := func(c *call) *ended { return c.take(!c.has || c.v.value[c.p] > c.best[c.p]) }
	immediate := func(limit func(c *call) trees.Score) func(c *call) *ended {
		return when(func(c *call) bool { return c.bestOf(c.p) >= limit(c) }, (*call).returnBest)
	}
	maxp := func(c *call) trees.Score { return c.m.maxp(c.p) }
	shallow := when(func(c *call) bool {
		a := c.above
		return a != nil && a.p != c.p && a.has && c.has && a.replaces()+c.best[c.p] >= c.sum()
	}, (*call).returnBest)
	maxLine := func(tail string) string {
		return "if bounds[chain] + best[p] >= maxsum: return NIL, or best if chain is the parent (discrete: >= maxsum - δ(n-2), n bounds in all; >= maxsum - δ(n-1) if best " + tail + ")"
	}
	linear := func(queueToo bool) func(c *call) *ended {
		return when(func(c *call) bool {
			if !c.has {
				return false
			}
			sum, n := c.sumOf()+c.best[c.p], trees.Score(len(c.chain)+1)
			if sum >= c.sum() {
				return true
			}
			if !c.m.o.Discrete {
				return false
			}
			fails := c.rejected(&c.best) && (!queueToo || c.queueFails())
			return sum >= c.sum()-c.m.t.Delta*(n-2) || fails && sum >= c.sum()-c.m.t.Delta*(n-1)
		}, (*call).nilOrBest)
	}
	row := when(func(c *call) bool {
		if !c.m.o.Table || !c.has {
			return false
		}
		fail := c.rejected(&c.best) && c.queueFails()
		return !slices.ContainsFunc(c.m.table.Rows, func(r engine.Row) bool {
			if r.Value[c.p] < c.best[c.p] || r.Value[c.p] == c.best[c.p] && fail {
				return false
			}
			for p := range c.m.t.Players {
				if r.Outcome[p] < c.low(p) || r.Outcome[p] > c.up(p) {
					return false
				}
			}
			return !c.rejected(&r.Value)
		})
	}, (*call).nilOrBest)
	research := func(c *call) *ended {
		c.again, c.queue = c.queue[0], c.queue[1:]
		defer func() { c.again = nil }()
		if c.again.has+c.replaces() >= c.sum() { // it can only fail, and is left out
			return nil
		}
		c.child, c.kid = c.again.child, c.again.kid
		c.search(0)
		return c.take(!c.v.isNIL && c.v.value[c.p] > c.replaces())
	}
	meanings = map[string]func(c *call) *ended{
		"if x is a leaf, or on the frontier: return its score vector": when(isLeaf, leafValue),
		"return Best": (*call).returnBest,

		// Korf 1991
		"if Best[p] >= maxp: return Best": immediate(maxp),
		"v := Immediate(c)":               recurse,
		"p is the player to move at x; if p moves at the parent, too: Bound := sum": when(func(c *call) bool { return c.above != nil && c.above.p == c.p }, func(c *call) *ended {
			c.bound = c.sum()
			return nil
		}),
		"Best := Shallow(first child of x, sum)": func(c *call) *ended {
			c.child, c.kid = int(c.m.t.Kids(c.x)[0]), 0
			c.search(c.sum())
			return c.take(true)
		},
		"if Best[p] >= sum: return Best":   immediate((*call).sum),
		"if Best[p] >= Bound: return Best": immediate(func(c *call) trees.Score { return c.bound }),
		"v := Shallow(c, sum - Best[p])":   func(c *call) *ended { return c.search(c.sum() - c.best[c.p]) },
		"if v[p] > Best[p]: Best := v":     better,

		"if p does not move at the parent, and Held[parent] + Best[p] >= sum: return Best": shallow,
		"if Held[any ancestor where p does not move] + Best[p] >= sum: return Best": when(func(c *call) bool {
			for a := c.above; a != nil; a = a.above {
				if c.has && a.p != c.p && a.has && a.best[a.p]+c.best[c.p] >= c.sum() {
					return true
				}
			}
			return false
		}, (*call).returnBest),
		"v := Deep(c, Held and Best)": recurse,

		// Sturtevant & Korf 2000
		"if Best[q] at the parent >= h(q) at x: return no value": when(func(c *call) bool {
			return c.above != nil && c.above.has && c.above.best[c.above.p] >= c.up(c.above.p)
		}, (*call).noValue),
		"if Best[p] >= h(p): return Best": immediate(func(c *call) trees.Score { return c.up(c.p) }),
		"v := BnB(c)":                     recurse,
		"if h_up(prev) <= Best[prev] at the parent: return no value": when(func(c *call) bool {
			return c.above != nil && c.above.has && c.up(c.above.p) <= c.above.best[c.above.p]
		}, (*call).noValue),
		"if Best[prev] + sum of h_low(n), n not prev, >= maxsum: return no value": when(func(c *call) bool {
			return c.above != nil && c.above.has && c.above.best[c.above.p]+c.lows(c.above.p) >= c.sum()
		}, (*call).noValue),
		"if prev is Player: Bound := maxsum": when(func(c *call) bool { return c.above != nil && c.above.p == c.p }, func(c *call) *ended {
			c.bound = c.sum()
			return nil
		}),
		"if Best[Player] >= h_up(Player): return Best": immediate(func(c *call) trees.Score { return c.up(c.p) }),
		"Heuristic := sum of h_low(n), n neither Player nor prev": func(c *call) *ended {
			prev := c.p
			if c.above != nil {
				prev = c.above.p
			}
			c.heuristic = c.lows(c.p, prev)
			return nil
		},
		"if Best[Player] >= Bound - Heuristic, or Best[Player] + sum of h_low(n), n not Player, >= maxsum: return Best": when(func(c *call) bool {
			return c.bestOf(c.p) >= c.bound-c.heuristic || c.bestOf(c.p)+c.lows(c.p) >= c.sum()
		}, (*call).returnBest),
		"v := ABBnB(c, next Player, maxsum - Best[Player])": func(c *call) *ended {
			if c.has {
				return c.search(c.sum() - c.best[c.p])
			}
			return c.search(c.sum())
		},
		"if v[Player] > Best[Player]: Best := v": better,

		// Sturtevant 2003, 2005
		"if best[p] >= maxp: return best": immediate(maxp),
		"if best[p] >= maxp: skip the other children": when(func(c *call) bool { return c.bestOf(c.p) >= c.m.maxp(c.p) }, func(c *call) *ended {
			return c.block(c.m.afterLoop())
		}),
		"if p does not move at the parent, and bound[parent] + best[p] >= maxsum: return best": shallow,
		maxLine("fails in the chain"):              linear(false),
		maxLine("and the queue fail in the chain"): linear(true),
		"if no row of the table is above bounds[chain] and reaches best[p] (exceeds it, if best and the queue fail): return NIL or best": row,
		"v := LastBranch(c)":  recurse,
		"v := Speculative(c)": recurse,
		"if v is not NIL and v[p] > best[p]: best := v": func(c *call) *ended {
			if !c.v.isNIL {
				return better(c)
			}
			c.queue = append(c.queue, c.v)
			return nil
		},
		"if v is NIL: add c to the queue": when(func(c *call) bool { return c.v.isNIL }, func(c *call) *ended {
			c.queue = append(c.queue, c.v)
			return nil
		}),
		"else if v[p] > best[p]: best := v": when(func(c *call) bool { return !c.v.isNIL }, better),
		"v := Speculative(first of the queue); best := v if it is better, or equal and further left": research,
		"return best, or NIL if the chain of a NIL child reaches beyond the parent":                  (*call).returnUnlessNIL,
		"return best, or NIL if the chain of a child in the queue reaches beyond the parent":         (*call).returnUnlessNIL,
	}
}

// contains reports whether a call is c or one below it.
func (c *call) contains(d *call) bool {
	for ; d != nil; d = d.above {
		if d == c {
			return true
		}
	}
	return false
}

func (c *call) returnUnlessNIL() *ended {
	top := c
	for _, q := range c.queue {
		if q.top.contains(c) && top.depth() > q.top.depth() {
			top = q.top
		}
	}
	if c.above != nil && top != c && top != c.above {
		return &ended{&result{isNIL: true, top: top, has: c.bestOf(c.p)}}
	}
	return c.returnBest()
}

func (c *call) depth() (n int) {
	for a := c.above; a != nil; a = a.above {
		n++
	}
	return n
}

// afterLoop returns the statements after the loop over the children.
func (m *machine) afterLoop() []statement {
	body := m.program[0].inside
	i := slices.IndexFunc(body, func(s statement) bool { return strings.HasPrefix(s.text, "for each child") })
	return body[i+1:]
}

// TestPseudocode runs the panel of each procedure on random trees. It enters the nodes that
// the engine enters, in the same order, and returns the same value.
func TestPseudocode(t *testing.T) {
	n := 3_000
	if testing.Short() {
		n = 300
	}
	for _, tr := range []trial{
		{id: "immediate"}, {id: "shallow"}, {id: "deep"},
		{id: "bnb", shape: withBounds}, {id: "abbnb", shape: withBounds},
		{id: "lastbranch"}, {id: "lastbranch", o: engine.Options{Discrete: true}}, {id: "lastbranch", o: engine.Options{Table: true}, shape: withBounds},
		{id: "speculative"}, {id: "speculative", o: engine.Options{Discrete: true}}, {id: "speculative", o: engine.Options{Table: true}},
	} {
		t.Run(tr.name(), func(t *testing.T) {
			a := searchtest.Find(t, tr.id)
			program, rest := parse(a.CodeOf(engine.Options{}), -1)
			if len(program) != 1 || len(rest) > 0 {
				t.Fatalf("the panel has %d procedures", len(program))
			}
			cuts := 0
			for seed := range n {
				rng := rand.New(rand.NewPCG(uint64(seed), 300))
				s := searchtest.SomeShape(rng)
				if tr.shape != nil {
					tr.shape(&s)
				}
				tree := treetest.Random(rng, s)
				tree.Delta = trees.Unit
				if rng.IntN(2) == 0 && tr.shape == nil {
					tree = searchtest.ChainTree(rng)
				}
				if p := engine.OnTree(tree, 0); a.Check(&p, tr.o) != nil {
					continue
				}
				var entered []int
				res, err := a.Run(context.Background(), engine.OnTree(tree, 0), tr.o, func(e *trace.Event) {
					if e.Type == trace.Enter {
						entered = append(entered, int(e.Node))
					}
				})
				if err != nil {
					t.Fatal(err)
				}
				m := &machine{t: tree, o: tr.o, program: program}
				if tr.o.Table {
					p := engine.OnTree(tree, 0)
					m.table = engine.NewTable(p.Players, p.TableOutcomes(), nil)
				}
				value := m.call(nil, 0, tree.MaxSum.Score).value
				if value != res.Value || !slices.Equal(entered, m.entered) {
					t.Fatalf("on %s\nthe panel enters %v and returns (%s),\nthe engine  %v and (%s)", tree.Text(), m.entered, searchtest.Scores(value, tree.Width()), entered, searchtest.Scores(res.Value, tree.Width()))
				}
				if len(entered) < tree.Len() {
					cuts++
				}
			}
			if cuts < n/20 {
				t.Errorf("%d of %d runs cut something, want more", cuts, n)
			}
		})
	}
}

// A player who moves twice in a row: the bound of the parent is the player's own.
func TestPseudocodeOfTwoMovesInARow(t *testing.T) {
	tree := searchtest.Read(t, `players 3 maxsum 9 1[ (5,2,2) 1[ (4,4,1) (6,2,1) ] ]`)
	for _, id := range []string{"shallow", "lastbranch", "speculative"} {
		program, _ := parse(searchtest.Find(t, id).CodeOf(engine.Options{}), -1)
		m := &machine{t: tree, program: program}
		if v := m.call(nil, 0, tree.MaxSum.Score).value; v != trees.Points(6, 2, 1) {
			t.Errorf("%s returns (%s) after %s", id, searchtest.Scores(v, 3), fmt.Sprint(m.entered))
		}
	}
}
