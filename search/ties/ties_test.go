package ties

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trees"
	"espalier/trees/treetest"
)

// maxListed bounds the ways to choose that a test lists.
const maxListed = 30_000

// A way is one way to choose at all nodes below a node.
type way struct {
	value     trees.Vector
	otherwise int     // nodes where another child than the leftmost of the best is taken
	share     float64 // if all children that are best are equally likely
}

// waysBelow lists all ways to choose, by trying each way below each child with each way below the others; nil: there
// are too many.
func waysBelow(t *trees.Tree, n int) []way {
	if t.IsLeaf(n) {
		v, _ := t.Value(n)
		return []way{{v, 0, 1}}
	}
	var lists [][]way
	product := 1
	for _, k := range t.Kids(n) {
		list := waysBelow(t, int(k))
		if product *= len(list); list == nil || product > maxListed {
			return nil
		}
		lists = append(lists, list)
	}
	var all []way
	at := make([]int, len(lists))
	for {
		below := way{share: 1}
		var best []int // children
		for i, list := range lists {
			w := list[at[i]]
			below.otherwise += w.otherwise
			below.share *= w.share
			if t.IsChance(n) {
				addWeighed(t, int(t.Kids(n)[i]), &below.value, &w.value)
				continue
			}
			p := t.Mover(n) - 1
			switch {
			case len(best) == 0 || w.value[p] > lists[best[0]][at[best[0]]].value[p]:
				best = []int{i}
			case w.value[p] == lists[best[0]][at[best[0]]].value[p]:
				best = append(best, i)
			}
		}
		if t.IsChance(n) {
			all = append(all, below)
		}
		for j, i := range best {
			all = append(all, way{lists[i][at[i]].value, below.otherwise + btoi(j > 0), below.share / float64(len(best))})
		}
		if len(all) > maxListed {
			return nil
		}
		i := 0
		for ; i < len(at); i++ {
			if at[i]++; at[i] < len(lists[i]) {
				break
			}
			at[i] = 0
		}
		if i == len(at) {
			return all
		}
	}
}

// underRule returns the value of the root if the children in first win ties, in this order, and then the leftmost.
// Nodes that are gone are not there.
func underRule(t *trees.Tree, first map[int32][]int32, gone map[int32]bool) trees.Vector {
	var value func(n int32) trees.Vector
	value = func(n int32) (v trees.Vector) {
		if t.IsLeaf(int(n)) {
			v, _ = t.Value(int(n))
			return v
		}
		if t.IsChance(int(n)) {
			for _, k := range t.Kids(int(n)) {
				w := value(k)
				addWeighed(t, int(k), &v, &w)
			}
			return v
		}
		p := t.Mover(int(n)) - 1
		var kids []int32
		for _, k := range slices.Concat(first[n], t.Kids(int(n))) {
			if !gone[k] && !slices.Contains(kids, k) {
				kids = append(kids, k)
			}
		}
		for i, k := range kids {
			if w := value(k); i == 0 || w[p] > v[p] {
				v = w
			}
		}
		return v
	}
	return value(0)
}

// rule returns the order of children that choices describe.
func rule(list []Choice) map[int32][]int32 {
	first := map[int32][]int32{}
	for _, c := range list {
		first[c.Node] = append(first[c.Node], c.To)
	}
	return first
}

// tiedTree returns a random tree with many ties, some with chance nodes.
func tiedTree(rng *rand.Rand) *trees.Tree {
	s := searchtest.SomeShape(rng)
	s.MaxNodes, s.Points, s.MaxLevel = 4+rng.IntN(30), 1+rng.IntN(4), 1+rng.IntN(5)
	s.Players = 2 + rng.IntN(5)
	s.Chance = rng.IntN(4) == 0
	return treetest.Random(rng, s)
}

// TestAgainstEveryWay lists all ways to choose on small trees, and compares values, numbers, shares and the fewest
// nodes. The tie rule of each value is applied to the tree, and each deciding tie is found anew.
func TestAgainstEveryWay(t *testing.T) {
	rng := rand.New(rand.NewPCG(26, 11))
	several, chance, deep, listed := 0, 0, 0, 0
	for range 4000 {
		tree := tiedTree(rng)
		all := waysBelow(tree, 0)
		if all == nil {
			continue
		}
		listed++
		r, err := Find(t.Context(), tree)
		if err != nil || r.Samples > 0 {
			t.Fatalf("%s: %v, %d samples", tree.Text(), err, r.Samples)
		}
		type counted struct {
			ways, fewest int
			share        float64
		}
		want := map[trees.Vector]*counted{}
		for _, w := range all {
			c := want[w.value]
			if c == nil {
				c = &counted{fewest: w.otherwise}
				want[w.value] = c
			}
			c.ways++
			c.share += w.share
			c.fewest = min(c.fewest, w.otherwise)
		}
		if len(r.Values) != len(want) || r.Equilibria.Int64() != int64(len(all)) {
			t.Fatalf("%s: %d values of %v equilibria, want %d of %d", tree.Text(), len(r.Values), r.Equilibria, len(want), len(all))
		}
		if Any(tree) != (len(r.Ties) > 0) {
			t.Fatalf("%s: ties: %v, want %v", tree.Text(), Any(tree), r.Ties)
		}
		left, _ := engine.ReferenceMaxn.Value(tree, 0, -1)
		if r.Default != left || r.Values[0].Vector != left || len(r.Values[0].Otherwise) != 0 {
			t.Fatalf("%s: the default is %v, the first value %v, want %v", tree.Text(), r.Default, r.Values[0], left)
		}
		for _, v := range r.Values {
			c := want[v.Vector]
			if c == nil || v.Equilibria.Int64() != int64(c.ways) || math.Abs(v.Share-c.share) > 1e-9 || len(v.Otherwise) != c.fewest {
				t.Fatalf("%s: %s = %+v, want %+v", tree.Text(), tree.FormatValue(v.Vector), v, c)
			}
			if got := underRule(tree, rule(v.Otherwise), nil); got != v.Vector {
				t.Fatalf("%s: under the rule of %s, %v, the root has %s", tree.Text(), tree.FormatValue(v.Vector), v.Otherwise, tree.FormatValue(got))
			}
			line := Line(tree, v.Otherwise)
			if end := int(line[len(line)-1]); line[0] != 0 || tree.IsLeaf(end) && !has(tree, end, &v.Vector) {
				t.Fatalf("%s: the line of %s is %v", tree.Text(), tree.FormatValue(v.Vector), line)
			}
			if len(v.Otherwise) > 1 {
				deep++
			}
		}
		if len(want) > 1 {
			several++
			if tree.HasChance() {
				chance++
			}
		}
		checkDeciding(t, tree, r)
	}
	if listed < 2000 || several < 400 || chance < 20 || deep < 20 {
		t.Errorf("%d trees, %d with several values, %d of these with chance nodes, %d values by several ties", listed, several, chance, deep)
	}
}

func has(t *trees.Tree, leaf int, v *trees.Vector) bool {
	own, _ := t.Value(leaf)
	return own == *v
}

// checkDeciding tries each child of each node first.
func checkDeciding(t *testing.T, tree *trees.Tree, r *Result) {
	t.Helper()
	var got, want []string
	for _, d := range r.Deciding {
		got = append(got, fmt.Sprint(d.Node, d.To, tree.FormatValue(d.Root)))
	}
	for n := range tree.Len() {
		if tree.IsLeaf(n) || tree.IsChance(n) {
			continue
		}
		for _, k := range tree.Kids(n) {
			if v := underRule(tree, map[int32][]int32{int32(n): {k}}, nil); v != r.Default {
				want = append(want, fmt.Sprint(n, k, tree.FormatValue(v)))
			}
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("%s: the deciding ties are %v, want %v", tree.Text(), got, want)
	}
}

// TestSharesOfOrders counts all orders of the children of all nodes: a share is that of the orders.
func TestSharesOfOrders(t *testing.T) {
	tree := searchtest.Read(t, "players 3 1[ 2[ (1,2,0) (2,2,1) (0,2,2) ] 3[ 2[ (1,1,1) (2,1,1) ] (1,0,1) ] ]")
	r, err := Find(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	counts, total := map[trees.Vector]int{}, 0
	orders(tree, func(first map[int32][]int32) {
		counts[underRule(tree, first, nil)]++
		total++
	})
	if len(counts) < 3 || len(counts) != len(r.Values) {
		t.Fatalf("%d values, want %d", len(r.Values), len(counts))
	}
	for _, v := range r.Values {
		if want := float64(counts[v.Vector]) / float64(total); math.Abs(v.Share-want) > 1e-9 {
			t.Errorf("%s has the share %v, want %v", tree.FormatValue(v.Vector), v.Share, want)
		}
	}
}

// TestSampled: a tree with more values than MaxValues is sampled, with values that it has and shares that are about
// right.
func TestSampled(t *testing.T) {
	var text strings.Builder
	text.WriteString("players 2 1[")
	for i := range MaxValues + 1 {
		fmt.Fprintf(&text, " (1,%d)", i%1000)
	}
	wide := searchtest.Read(t, text.String()+" ]")
	r, err := Find(t.Context(), wide)
	if err != nil {
		t.Fatal(err)
	}
	if r.Samples != MaxSamples || r.Equilibria != nil || len(r.Values) < MaxValues/2 || len(r.Deciding) != MaxValues {
		t.Errorf("%d samples, %v equilibria, %d values, %d deciding ties", r.Samples, r.Equilibria, len(r.Values), len(r.Deciding))
	}
	rng := rand.New(rand.NewPCG(3, 3))
	for range 50 {
		tree := tiedTree(rng)
		exact, err := Find(t.Context(), tree)
		if err != nil {
			t.Fatal(err)
		}
		sampled := &Result{Default: exact.Default}
		if err := sampled.sample(t.Context(), tree); err != nil {
			t.Fatal(err)
		}
		for _, v := range sampled.Values {
			i := slices.IndexFunc(exact.Values, func(x Value) bool { return x.Vector == v.Vector })
			if i < 0 || math.Abs(exact.Values[i].Share-v.Share) > 0.04 {
				t.Errorf("%s: sampled %s with share %v", tree.Text(), tree.FormatValue(v.Vector), v.Share)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"kind minimax max[ 3 5 ]":                               "ties of max^n need kind maxn",
		"players 2 1[ (1,2) ? ]":                                "unknown",
		"players 2 1[" + strings.Repeat(" (1,2)", 20_000) + "]": "the tree has 20001 nodes; ties are computed on trees with at most 20000",
	} {
		tree := searchtest.Read(t, text)
		if _, err := Find(t.Context(), tree); Any(tree) || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %v, want %q", text, err, want)
		}
	}
}
