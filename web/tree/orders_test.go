package tree_test

import (
	"context"
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/web/tree"
	"espalier/web/webtest"
)

var orderRows = regexp.MustCompile(`<tr><th scope="row"><a href="/tree\?([^"]*)">[^<]*</a></th><td>([^<]*)</td><td>([^<]*)(<small>least</small>)?</td>`)

// TestCountsOfOrders: the counts of each order are those of the run that its row leads to, and the order with the
// fewest leaves that are possible is marked.
func TestCountsOfOrders(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, e := range tree.OrderExamples {
		_, b := webtest.Get(t, ts.URL+"/orders?"+url.Values{"text": {e.Text}, "algorithm": {e.Algorithm}}.Encode())
		least := regexp.MustCompile(`No order can do with fewer than (\d+) leaves`).FindStringSubmatch(webtest.PageText(b))
		list := orderRows.FindAllStringSubmatch(string(b), -1)
		if len(list) < 4 {
			t.Fatalf("%s: %d rows lead to runs, want one for each order", e.Name, len(list))
		}
		for _, row := range list {
			q, _ := url.ParseQuery(html.UnescapeString(row[1]))
			order := ""
			if q.Has("order") {
				order = `"order":` + webtest.Quote(q.Get("order"))
			}
			var answer struct{ Stats struct{ Nodes, Leaves int } }
			_, b := webtest.Post(t, ts.URL+"/api/v1/solve", `{"text":`+webtest.Quote(q.Get("text"))+`,"algorithm":`+webtest.Quote(q.Get("algorithm"))+`,"options":{`+order+`}}`)
			if err := json.Unmarshal(b, &answer); err != nil {
				t.Fatal(err)
			}
			if got := [2]string{strconv.Itoa(answer.Stats.Nodes), strconv.Itoa(answer.Stats.Leaves)}; got != [2]string{row[2], strings.TrimSpace(row[3])} {
				t.Errorf("%s, order %q: %s nodes and %s leaves, the run has %v", e.Name, q.Get("order"), row[2], row[3], got)
			}
			if known := least != nil; known && (row[4] != "") != (strings.TrimSpace(row[3]) == least[1]) {
				t.Errorf("%s, order %q: %s leaves and the mark %q, the fewest are %s", e.Name, q.Get("order"), row[3], row[4], least[1])
			}
		}
	}
}

// A tour is the run of a tree in one order.
type tour struct {
	tree *trees.Tree
	run  *compare.OrderRun
}

func (r *tour) leaves() int { return r.run.Result.Stats.Leaves }

// children returns the children of a node that were visited, in order.
func (r *tour) children(node int) (names []string) {
	for _, n := range r.run.Visited {
		if n != int32(node) && r.tree.Parent(int(n)) == node {
			names = append(names, r.tree.Name(int(n)))
		}
	}
	return names
}

func (r *tour) node(name string) int {
	for n := range r.tree.Len() {
		if r.tree.Name(n) == name {
			return n
		}
	}
	return -1
}

// said are the facts that the sentence of each prepared tree says.
var saidOfOrders = map[string]func(by map[engine.VisitOrder]*tour) bool{
	"Two players": func(by map[engine.VisitOrder]*tour) bool {
		best, learnt := by[engine.BestOrder], by[engine.LearntOrder]
		root := best.children(0)
		for _, name := range root[1:] {
			if len(best.children(best.node(name))) != 1 {
				return false
			}
		}
		action := func(name string) string { return learnt.tree.Action(learnt.node(name)) }
		d, e := learnt.children(learnt.node("d")), learnt.children(learnt.node("e"))
		return root[0] == "c" && action(d[len(d)-1]) == "y" && len(d) < 3 && action(e[0]) == "y"
	},
	"Three players": func(by map[engine.VisitOrder]*tour) bool { return by[engine.BestOrder].leaves() == 18-8 },
	"Against a coalition": func(by map[engine.VisitOrder]*tour) bool {
		worst := by[engine.WorstOrder]
		all := 0
		for n := range worst.tree.Len() {
			if worst.tree.IsLeaf(n) {
				all++
			}
		}
		return worst.leaves() >= all-1 && by[engine.BestOrder].leaves() < worst.leaves()
	},
}

// TestSaidOfOrders: what the page says of each prepared tree is what the searches do.
func TestSaidOfOrders(t *testing.T) {
	for _, e := range tree.OrderExamples {
		tree, err := trees.ReadText(e.Text)
		if err != nil {
			t.Fatal(err)
		}
		tree = tree.WithLetters()
		a, _ := algorithms.Find(e.Algorithm)
		runs, err := compare.Orders(context.Background(), tree, engine.AlgorithmConfig{Algorithm: a}, func(engine.VisitOrder) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		by := map[engine.VisitOrder]*tour{}
		for i := range runs {
			if runs[i].Err == nil {
				by[engine.VisitOrder(i)] = &tour{tree, &runs[i]}
			}
		}
		if facts := saidOfOrders[e.Name]; facts == nil || !facts(by) {
			orders := make([][]string, 0, len(by))
			for _, o := range []engine.VisitOrder{engine.BestOrder, engine.WorstOrder, engine.LearntOrder} {
				orders = append(orders, slices.Concat([]string{o.String(), strconv.Itoa(by[o].leaves())}, by[o].children(0)))
			}
			t.Errorf("%s: %q is not what the searches do: %v", e.Name, e.Says, orders)
		}
	}
}
