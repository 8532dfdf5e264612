package checks_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/checks"
	"espalier/search/engine"
	"espalier/trace/program"
	"espalier/trees"
	"espalier/trees/treetest"
)

// This file has the same searches as they are printed from other views: by negamax, and as the score of
// one player against a coalition. What is judged is the same.

// A view is how the numbers of a program are printed.
type view uint8

const (
	fromMover view = iota // negamax
	fromRoot              // two players, the score of the one who moves at the root
	coalition             // three or four players, one of them against the others
	views
)

func (v view) String() string { return [...]string{"mover", "root", "coalition"}[v] }

// A viewed is a run that is printed again from another view.
type viewed struct {
	view    view
	root    *board
	players int              // of a coalition
	movers  map[string]int   // in the coalition, by name
	sides   map[string]int   // by name, whose turn it is
	leaves  map[*board][]int // the scores of all players
	random  *rand.Rand
}

func newViewed(v view, root *board, random *rand.Rand) *viewed {
	w := &viewed{view: v, root: root, players: 3 + random.IntN(2), movers: map[string]int{}, sides: map[string]int{}, leaves: map[*board][]int{}, random: random}
	first := max(root.mover, 1)
	w.movers["alone"] = 1 + random.IntN(w.players)
	var walk func(b *board, turn int)
	walk = func(b *board, turn int) {
		next := turn
		if b.mover > 0 {
			turn, next = b.mover, 3-b.mover
		}
		for _, name := range []string{b.name, b.path} {
			w.sides[name] = turn
			if _, has := w.movers[name]; b.mover > 0 && !has {
				w.movers[name] = w.movers["alone"]
				for b.mover != first && w.movers[name] == w.movers["alone"] {
					w.movers[name] = 1 + random.IntN(w.players)
				}
			}
		}
		w.movers[b.path] = w.movers[b.name]
		for _, k := range b.kids {
			walk(k, next)
		}
	}
	walk(root, first)
	return w
}

// turned reports whether the numbers of a node have the other sign.
func (w *viewed) turned(id string) bool {
	if w.view == fromMover {
		return w.sides[id] == 2
	}
	return w.root.mover == 2
}

func (w *viewed) header(h map[string]any) {
	h["values"] = "root"
	switch w.view {
	case fromMover:
		h["values"] = "mover"
		if w.random.IntN(2) == 0 { // it says so already
			delete(h, "kind")
		}
	case coalition:
		if h["kind"] = "maxn"; w.random.IntN(2) == 0 {
			delete(h, "kind")
		}
		h["players"] = w.players
		if _, has := h["text"]; has {
			var b strings.Builder
			w.text(w.root, &b)
			h["text"] = fmt.Sprintf("players %d minp %d maxp %d delta 1", w.players, leastValue, mostValue) + b.String()
		}
	}
}

// text writes the tree of all players.
func (w *viewed) text(b *board, out *strings.Builder) {
	fmt.Fprintf(out, " %s: ", b.path)
	if len(b.kids) == 0 {
		var scores []string
		for p := range w.players {
			s := leastValue + w.random.IntN(mostValue-leastValue+1)
			if p == w.movers["alone"]-1 {
				if s = b.value; w.root.mover == 2 {
					s = -s
				}
			}
			scores = append(scores, fmt.Sprint(s))
		}
		out.WriteString("(" + strings.Join(scores, ", ") + ")")
		return
	}
	if b.mover == 0 {
		out.WriteString("*[")
	} else {
		fmt.Fprintf(out, "%d[", w.movers[b.path])
	}
	for _, k := range b.kids {
		if k.prob > 0 {
			fmt.Fprintf(out, " @%d/4", k.prob)
		}
		w.text(k, out)
	}
	out.WriteString(" ]")
}

// again prints a run again.
func (w *viewed) again(t *testing.T, text string) string {
	t.Helper()
	var out strings.Builder
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		var e map[string]any
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if i == 0 {
			w.header(e)
		} else {
			id, named := e["id"].(string)
			if !named { // the last line is about the root
				id = "r"
			}
			if _, has := e["player"]; has && w.view == coalition {
				e["player"] = w.movers[id]
			}
			if w.turned(id) {
				turn(e)
			}
		}
		b, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(b, '\n'))
	}
	return out.String()
}

// turn turns the signs of a line.
func turn(e map[string]any) {
	negated := func(x any) any {
		switch x := x.(type) {
		case float64:
			return 0 - x
		case string:
			return map[string]string{"inf": "-inf", "-inf": "inf"}[x]
		}
		return x
	}
	if v, has := e["value"]; has {
		e["value"] = negated(v)
	}
	if a, has := e["alpha"]; has {
		e["alpha"], e["beta"] = negated(e["beta"]), negated(a)
	}
}

// A judgement is what is compared of two reports.
type judgement struct {
	Line    int
	Verdict checks.Verdict
	Error   bool
	Values  []string
}

func judgements(r *checks.Report) (list []judgement) {
	for _, x := range r.Checks {
		j := judgement{Line: x.Line, Verdict: x.Verdict, Error: x.Error}
		for _, v := range x.Values {
			j.Values = append(j.Values, v.Name)
		}
		list = append(list, j)
	}
	return list
}

// TestViews judges programs in each style, right ones and mutants, as they print their searches from each
// view: the same lines get the same verdicts.
func TestViews(t *testing.T) {
	for style := range styles {
		t.Run(style, func(t *testing.T) {
			t.Parallel()
			s := &studentTest{random: rand.New(rand.NewPCG(uint64(len(style)), 63)), transpose: transposes(style)}
			named := [views]int{}
			for _, x := range append([]fault{noFault}, mutantsOf(style)...) {
				if x.isOf("depths") {
					continue // it needs the tree, and no position twice
				}
				count := *styleTrees
				if x != noFault {
					count = max(*styleTrees/250, 2)
				}
				for range count {
					s.seen = nil
					root := s.root(style)
					p := s.student(style)
					p.bug = x
					if x.isOf("hidden") || x.isOf("short") || !noTree(style) && s.random.IntN(3) == 0 {
						p.tree, p.limits = root, true
					}
					text, _ := p.ran(root, s.guess())
					want := check(t, text, checks.Options{})
					for v := range views {
						if style == "chance" && v == coalition && p.tree != nil {
							continue // averages of other scores may need a finer unit
						}
						w := newViewed(v, root, s.random)
						other := w.again(t, text)
						got := check(t, other, checks.Options{})
						if got.Verdict != want.Verdict || !reflect.DeepEqual(judgements(got), judgements(want)) {
							t.Fatalf("%q from the view of the %s: %s: %+v, want %s: %+v\n%s", x, v, got.Verdict, got.Checks, want.Verdict, want.Checks, numbered(other))
						}
						if x == noFault && got.Errors > 0 {
							t.Fatalf("from the view of the %s: %+v\n%s", v, got.Checks, numbered(other))
						}
						if got.Errors > 0 {
							named[v]++
						}
					}
				}
			}
			t.Logf("errors named from each view: %v", named)
		})
	}
}

// TestScalarRuns prints the runs of our engines on trees of several players as one number a node: they
// are right, as they are with a score for each player.
func TestScalarRuns(t *testing.T) {
	random := rand.New(rand.NewPCG(61, 12))
	for i := range 6 {
		players, id := 2+i/2, []string{"paranoid", "brs-plus"}[i%2]
		a, _ := algorithms.Find(id)
		for runs := 0; runs < *styleTrees; {
			tree := treetest.Random(random, treetest.Shape{Players: players, OutOfTurn: random.IntN(2) == 0, Uneven: true, BelowSum: true, MaxNodes: 40, Chance: id == "paranoid" && random.IntN(5) == 0})
			if tree.IsLeaf(0) || tree.IsChance(0) {
				continue
			}
			runs++
			alone := tree.Mover(0)
			head := map[string]any{"values": "root", "players": players, "algorithm": id}
			if tree.HasChance() || random.IntN(2) == 0 { // a run without its tree has no probabilities here
				head["tree"] = json.RawMessage(tree.AppendJSON(nil))
			} else if tree.MaxSum.Given && random.IntN(2) == 0 {
				head["maxsum"] = json.RawMessage(tree.MaxSum.Score.In(tree.Unit).AppendJSON(nil))
			}
			first, err := json.Marshal(head)
			if err != nil {
				t.Fatal(err)
			}
			text := scalars(t, printed(t, a, tree, engine.Options{}, string(first)), alone)
			r := check(t, text, checks.Options{})
			if r.Verdict != "right" || len(r.Checks) > 0 || r.First.Line > 0 || r.Algorithm != id {
				t.Fatalf("%s: %+v, first difference %+v\n%s", r.Verdict, r.Checks, r.First, numbered(text))
			}
			if len(r.Remarks) == 0 || !strings.Contains(r.Remarks[0], fmt.Sprintf("the score of player %d", alone)) {
				t.Fatalf("it is not said whose score it is: %q", r.Remarks)
			}
		}
	}
}

// scalars prints the vectors of a run as the score of one player.
func scalars(t *testing.T, text string, alone int) string {
	t.Helper()
	var out strings.Builder
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		var e map[string]json.RawMessage
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		var v []json.RawMessage
		if json.Unmarshal(e["value"], &v) == nil && len(v) > 0 && i > 0 {
			e["value"] = v[alone-1]
			b, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			line = string(b)
		}
		out.WriteString(line + "\n")
	}
	return out.String()
}

// TestValuesOfTheRoot checks what "values": "root" is no way around: an algorithm that returns a score for
// each player, and in a task one that is about the score of another player.
func TestValuesOfTheRoot(t *testing.T) {
	tree, err := trees.ReadText("players 2 maxsum 9 2[ (1, 8) 1[ (2, 7) (3, 6) ] ]")
	if err != nil {
		t.Fatal(err)
	}
	text := `{"values":"root"}
{"type":"enter","id":0,"player":2}
{"type":"leaf","id":1,"value":8}
{"type":"enter","id":2,"player":1}
{"type":"leaf","id":3,"value":7}
{"type":"leaf","id":4,"value":6}
{"type":"exit","id":2,"value":6}
{"type":"exit","id":0,"value":8}`
	for id, want := range map[string]string{
		"maxn": "one score for each player", "shallow": "one score for each player", "alphabeta": "the scores of player 1", "paranoid": "",
	} {
		run, err := program.Read(strings.NewReader(text), program.Options{Tree: tree})
		if err != nil {
			t.Fatal(err)
		}
		_, err = checks.Of(context.Background(), run, checks.Options{Algorithm: id, Task: true})
		if got := fmt.Sprint(err); want != "" && !strings.Contains(got, want) || want == "" && err != nil {
			t.Errorf("%s: %s", id, got)
		}
	}
}
