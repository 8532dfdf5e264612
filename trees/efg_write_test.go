package trees_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"espalier/trees"
	"espalier/trees/figures"
	"espalier/trees/foreign"
	"espalier/trees/treetest"
)

// readEFG reads a file that EFG wrote.
func readEFG(t *testing.T, file string) (*trees.Tree, []string, error) {
	t.Helper()
	got, err := foreign.Read(t.Context(), file, foreign.Options{As: foreign.EFG})
	if err != nil {
		return nil, nil, err
	}
	return got.Tree, got.Notes, nil
}

// held returns the part of a tree that a Gambit file can hold; false if there
// is no file of it.
func held(t *testing.T, tree *trees.Tree) (*trees.Tree, bool) {
	t.Helper()
	header := tree.Header
	header.Title = strings.Map(shown, header.Title)
	b := trees.NewBuilder(header)
	for n := range tree.Len() {
		node := trees.Node{Label: strings.Map(shown, tree.Label(n)), Player: tree.Mover(n), Chance: tree.IsChance(n), Infoset: strings.Map(shown, tree.Infoset(n))}
		if n > 0 {
			node.Action = strings.Map(shown, tree.Action(n))
			if node.Action == strconv.Itoa(tree.IndexInParent(n)+1) {
				node.Action = ""
			}
			if tree.IsChance(tree.Parent(n)) {
				node.Prob = tree.Prob(n)
			}
		}
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

// shown returns how a file stores a character: control characters are
// replaced.
func shown(r rune) rune {
	if r < 0x20 && !strings.ContainsRune("\t\n\r", r) {
		return utf8.RuneError
	}
	return r
}

func TestEFGReportsReplacedCharacters(t *testing.T) {
	tree, err := trees.ReadJSON([]byte(`{"players":1,"root":{"label":"a\u0000b\tc","value":[1]}}`))
	if err != nil {
		t.Fatal(err)
	}
	file, err := tree.EFG()
	if err != nil || !strings.Contains(file, "t \"a\uFFFDb\tc\" 1") || !strings.Contains(file, "format cannot hold it: the control characters in the label of 1 node.") {
		t.Errorf("EFG = %q, %v, want the character replaced, and a remark of it", file, err)
	}
}

// TestEFGOfDraft: a draft may break its limits. Its file is an error or can
// be read.
func TestEFGOfDraft(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`players 3 a: 1[ 7[ (1,1,1) ] ]`, `error root.children[0].player: player 7 moves at a.1, and this tree has 3 players; give the move to one of them`},
		{`players 3 1[ 7(1,1,1) ]`, `players 3 1[ (1,1,1) ]`},
		{`players 3 maxsum 2 outcomes (9,0,0) 1{low (3,0,0) up (1,1,1)}[ (1,1,1) ]`, `players 3 1[ (1,1,1) ]`},
	} {
		d := edited(t, trees.EmptyDraft(), typing(c.text))
		if len(d.Faults()) == 0 {
			t.Errorf("%s has no fault", c.text)
		}
		got := ""
		switch file, err := d.Tree().EFG(); {
		case err != nil:
			got = "error " + err.Error()
		default:
			again, _, err := readEFG(t, file)
			if err != nil {
				t.Errorf("readEFG of the file of %s = %v", c.text, err)
				continue
			}
			got = strings.Join(strings.Fields(again.Text()), " ")
		}
		if got != c.want {
			t.Errorf("the file of %s gives %s, want %s", c.text, got, c.want)
		}
	}
}

func TestEFGRoundTrips(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	written := 0
	for range 3_000 {
		tree := treetest.Adorned(rng, treetest.Random(rng, shapes(rng)))
		want, ok := held(t, tree)
		file, err := tree.EFG()
		if ok != (err == nil) {
			t.Fatalf("EFG of\n%s: %v, want a file: %v", tree.Text(), err, ok)
		}
		if err != nil {
			treetest.WantError(t, err)
			continue
		}
		written++
		got, _, err := readEFG(t, file)
		if err != nil {
			t.Fatalf("readEFG(%s) = %v", file, err)
		}
		if diff := treetest.Diff(got, want); diff != "" {
			t.Fatalf("readEFG(%s) differs from what was written: %s", file, diff)
		}
	}
	// A third are path trees, and a leaf of unknown value is in many others.
	if written < 1_000 {
		t.Errorf("%d of the trees could be written, want 1000 or more", written)
	}
}

// Only a game of two players can be a minimax tree.
func TestEFGOfMinimax(t *testing.T) {
	tree, err := trees.ReadText(`kind minimax title "\\" "a\\": max[ min: min[ 3 -0.5 ] 3 0 ]`)
	if err != nil {
		t.Fatal(err)
	}
	file, err := tree.EFG()
	want := `EFG 2 R "\\" { "Max" "Min" }
"Espalier: kind minimax"

p "a\\" 1 1 "" { "1" "2" "3" } 0
p "min" 2 1 "" { "1" "2" } 0
t "" 1 "Outcome 1" { 3, -3 }
t "" 2 "Outcome 2" { -0.5, 0.5 }
t "" 1
t "" 3 "Outcome 3" { 0, 0 }
`
	if err != nil || file != want {
		t.Errorf("EFG = %s (%v), want %s", file, err, want)
	}
	if _, remarks, err := readEFG(t, file); err != nil || len(remarks) > 0 {
		t.Errorf("readEFG of it: %v, remarks %q, want none", err, remarks)
	}
}

// Chance, names of moves, and fractions.
func TestEFGOfChance(t *testing.T) {
	tree, err := trees.ReadText(`players 2 luck: *[ <Left> @1/3 1[ <"go \\ \"on\""> (1/3,-7/2) (0,0.000000001) ] @2/3 *[ (1/3,-7/2) <2> (1,1) (2,2) ] ]`)
	if err != nil {
		t.Fatal(err)
	}
	file, err := tree.EFG()
	want := `EFG 2 R "" { "Player 1" "Player 2" }
"Espalier: players 2
Not in this file, whose format cannot hold it: the name, a number, of the move to 1 node."

c "luck" 1 "" { "Left" 1/3 "2" 2/3 } 0
p "" 1 1 "" { "go \ \"on\"" "2" } 0
t "" 1 "Outcome 1" { 1/3, -3.5 }
t "" 2 "Outcome 2" { 0, 0.000000001 }
c "" 2 "" { "1" 1/3 "2" 1/3 "3" 1/3 } 0
t "" 1
t "" 3 "Outcome 3" { 1, 1 }
t "" 4 "Outcome 4" { 2, 2 }
`
	if err != nil || file != want {
		t.Errorf("EFG = %s (%v), want %s", file, err, want)
	}
	bare, _ := held(t, tree)
	if got, _, err := readEFG(t, file); err != nil {
		t.Error(err)
	} else if diff := treetest.Diff(got, bare); diff != "" {
		t.Errorf("what is written reads as another tree: %s", diff)
	}
}

func TestEFGReportsLostFields(t *testing.T) {
	tree, err := trees.ReadText(`players 2 maxsum 5 1{low (0,0)}[ 2{up (5,5) static (1,1)}[ (1,2)|(2,1) ] 2(3,2) chosen 1(0,0) ]`)
	if err != nil {
		t.Fatal(err)
	}
	file, err := tree.EFG()
	want := `"Espalier: players 2 maxsum 5
Not in this file, whose format cannot hold it: the bounds of 2 nodes, the static value of 1 node, the alternatives of 1 node, ` +
		`what marks a value as chosen at 1 node and the mover drawn at 2 nodes."`
	if err != nil || !strings.Contains(file, want) {
		t.Errorf("EFG = %s (%v), want in it %s", file, err, want)
	}
	_, remarks, err := readEFG(t, file)
	if err != nil || len(remarks) != 1 || !strings.Contains(remarks[0], "the bounds of 2 nodes") {
		t.Errorf("readEFG of it: %v, remarks %q, want the one about what is lost", err, remarks)
	}
}

func TestEFGRejected(t *testing.T) {
	for _, c := range []refusal{
		{`kind path [ +1 . ]`, "kind: a path tree has costs of edges and no payoffs, so it cannot be a Gambit file; maxn and minimax trees can"},
		{`players 2 1[ a: 2[ (1,2) ? ] ]`, "root.children[0].children[1].value: the value of a.2 is unknown, and a Gambit file needs a payoff for every player; give it a value"},
	} {
		tree, err := trees.ReadText(c.input)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = tree.EFG(); err == nil || err.Error() != c.want {
			t.Errorf("EFG of %s = %v, want %s", c.input, err, c.want)
		}
	}
}

func TestFiguresAsEFG(t *testing.T) {
	written := 0
	for _, f := range figures.All() {
		if f.Tree == nil {
			continue
		}
		want, ok := held(t, f.Tree)
		file, err := f.Tree.EFG()
		if ok != (err == nil) {
			t.Errorf("EFG of %s: %v, want a file: %v", f.ID, err, ok)
		}
		if err != nil {
			continue
		}
		written++
		got, _, err := readEFG(t, file)
		if err != nil {
			t.Errorf("readEFG of %s = %v", f.ID, err)
		} else if diff := treetest.Diff(got, want); diff != "" {
			t.Errorf("readEFG of %s differs: %s", f.ID, diff)
		}
	}
	if written < 10 {
		t.Errorf("%d figures can be written, want 10 or more", written)
	}
}
