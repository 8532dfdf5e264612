package trees_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"espalier/trees"
	"espalier/trees/treetest"
)

// held is what a Gambit file holds of a tree; false where there is no file of it.
func held(t *testing.T, tree *trees.Tree) (*trees.Tree, bool) {
	t.Helper()
	b := trees.NewBuilder(tree.Header)
	for n := range tree.Len() {
		node := trees.Node{Label: tree.Label(n), Player: tree.Mover(n)}
		if tree.IsLeaf(n) {
			v, known := tree.Value(n)
			if !known {
				return nil, false
			}
			node.Player, node.Value = 0, &v
		}
		b.Open(node)
		for up := n; tree.End(up) == n+1; up = tree.Parent(up) {
			b.Close()
			if up == 0 {
				break
			}
		}
	}
	bare, err := b.Tree()
	if err != nil {
		t.Fatalf("a tree without what a Gambit file does not hold: %v", err)
	}
	return bare, tree.Kind != trees.Path
}

func TestEFGRoundTrips(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	written := 0
	for range 3_000 {
		tree := treetest.Random(rng, shapes(rng))
		want, ok := held(t, tree)
		file, err := tree.EFG()
		if ok != (err == nil) {
			t.Fatalf("EFG of\n%s: %v, want a file: %v", tree.Text(), err, ok)
		}
		if err != nil {
			wantError(t, err)
			continue
		}
		written++
		got, _, err := trees.ReadEFG(file)
		if err != nil {
			t.Fatalf("ReadEFG(%s) = %v", file, err)
		}
		if diff := treetest.Diff(got, want); diff != "" {
			t.Fatalf("ReadEFG(%s) differs from what was written: %s", file, diff)
		}
	}
	if written < 1_000 {
		t.Errorf("%d of the trees could be written, want 1000 or more", written)
	}
}

// efg is a game of two players with the given nodes.
func efg(nodes string) string { return `EFG 2 R "t" { "Player 1" "Player 2" } "" ` + nodes }

func TestReadEFG(t *testing.T) {
	for _, c := range []struct{ file, want, remarks string }{
		{ // Two stages: what is paid on the way adds up.
			`EFG 2 R "Two stages" { "Player 1" "Player 2" "Player 3" }
""

p "a" 1 1 "(1,1)" { "1" "2" } 1 "Outcome 1" { 1, 2, 0.5 }
p "b" 2 1 "(2,1)" { "1" } 2 "Outcome 2" { 3 0 1/4 }
t "c" 1
t "" 0
`,
			`players 3 title "Two stages" a: 1[ b: 2[ c: (5,4,1.25) ] (1,2,0.5) ]`,
			"The file does not say what maxsum is; the scores of a leaf add up to 10.25 at most."},
		{ // Every way to write a number, and no white space that can be left out.
			"\uFEFF" + `EFG 2 R""{"""""""""""""""""}p""1 1{"""""""""""}0t""1{1,+2 .5,-.5e0 0.25e+1,1e-2 007,3.}t""0t""3"x"{6/4,0/7 1E1 0,0,0,0,0}t""4{0 0 0 0 0 0 0 9 }t""3`,
			``,
			``},
		{
			efg(`t "" 1 "" { -.5, 1/2 }`),
			`kind minimax title "t" -0.5`, ""},
		{
			efg(`p "" 2 7 { "x" } 1 { 5, 5 } t "" 2 { -5, -5 }`),
			`players 2 title "t" 2[ (0,0) ]`,
			`A tree has no place for the names of actions; 1 left out: "x".|The file does not say what maxsum is; the scores of a leaf add up to 0 at most.`},
	} {
		if c.want == "" {
			continue
		}
		want, err := trees.ReadText(c.want)
		if err != nil {
			t.Fatal(err)
		}
		got, remarks, err := trees.ReadEFG(c.file)
		if err != nil {
			t.Errorf("ReadEFG(%s) = %v", c.file, err)
			continue
		}
		if diff := treetest.Diff(got, want); diff != "" {
			t.Errorf("ReadEFG(%s) = %s, want %s: %s", c.file, got.Text(), c.want, diff)
		}
		if said := strings.Join(remarks, "|"); said != c.remarks {
			t.Errorf("ReadEFG(%s) remarks\n%s\nwant\n%s", c.file, said, c.remarks)
		}
	}
}
