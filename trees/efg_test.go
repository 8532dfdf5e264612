package trees_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"espalier/trees"
	"espalier/trees/figures"
	"espalier/trees/treetest"
)

// held returns the part of a tree that a Gambit file can hold; false if there
// is no file of it.
func held(t *testing.T, tree *trees.Tree) (*trees.Tree, bool) {
	t.Helper()
	header := tree.Header
	header.Title = strings.Map(shown, header.Title)
	b := trees.NewBuilder(header)
	for n := range tree.Len() {
		node := trees.Node{Label: strings.Map(shown, tree.Label(n)), Player: tree.Mover(n)}
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
	if err != nil || !strings.Contains(file, "t \"a\uFFFDb\tc\" 1") || !strings.Contains(file, "no place for it: the control characters in the label of 1 node.") {
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
			again, _, err := trees.ReadEFG(file)
			if err != nil {
				t.Errorf("ReadEFG of the file of %s = %v", c.text, err)
				continue
			}
			got = strings.Join(strings.Fields(again.Text()), " ")
		}
		if got != c.want {
			t.Errorf("the file of %s gives %s, want %s", c.text, got, c.want)
		}
	}
}

// TestEFGAddsExactly checks that the payoffs on the path to a leaf add up to
// its value, with any fractions.
func TestEFGAddsExactly(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{efg(efgMove(`1/3, 1/6`) + `t "" 2 "" { 2/3, 5/6 }`), "players 2 title \"t\" 1[ x: (1,1) ]"},
		{efg(efgMove(`1/3, 2`) + `t "" 2 "" { -1/3, 2 }`), "players 2 title \"t\" 1[ x: (0,4) ]"},
	} {
		tree, err := readEFG(c.file)
		if err != nil {
			t.Errorf("ReadEFG(%s) = %v", c.file, err)
		} else if got := strings.Join(strings.Fields(tree.Text()), " "); got != c.want {
			t.Errorf("ReadEFG(%s) = %s, want %s", c.file, got, c.want)
		}
	}
}

// efgMove returns an inner node with one child and the given payoffs.
func efgMove(payoffs string) string { return `p "" 1 1 { "x" } 1 { ` + payoffs + ` } ` }

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
			treetest.WantError(t, err)
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

// efg returns a game of two players with the given nodes.
func efg(nodes string) string { return `EFG 2 R "t" { "Player 1" "Player 2" } "" ` + nodes }

func TestReadEFG(t *testing.T) {
	for _, c := range []struct{ file, want, remarks string }{
		{ // Two stages: payoffs on the path add up.
			`EFG 2 R "Two stages" { "Player 1" "Player 2" "Player 3" }
""

p "a" 1 1 "(1,1)" { "1" "2" } 1 "Outcome 1" { 1, 2, 0.5 }
p "b" 2 1 "(2,1)" { "1" } 2 "Outcome 2" { 3 0 1/4 }
t "c" 1
t "" 0
`,
			`players 3 title "Two stages" a: 1[ b: 2[ c: (5,4,1.25) ] (1,2,0.5) ]`,
			"The file does not say what maxsum is; the scores of a leaf add up to 10.25 at most."},
		{ // All forms of numbers, with as little white space as possible.
			"\uFEFF" + `EFG 2 R""{""""""""""""""""}p""1 1{""""""""""}0t""1{1,+2 .5,-0,0.25e+1,1e-2 007,3.}t""0t""3"x"{6/4,-0/7 1E1 0,0,0,0,0,}t""4{0 0 0 0 0 0 0 9 }t""3`,
			`players 8 1[ (1,2,0.5,0,2.5,0.01,7,3) (0,0,0,0,0,0,0,0) (1.5,0,10,0,0,0,0,0) (0,0,0,0,0,0,0,9) (1.5,0,10,0,0,0,0,0) ]`,
			`A tree has no place for the names of outcomes; 1 left out: "x".|The file does not say what maxsum is; the scores of a leaf add up to 16.01 at most.`},
		{
			efg(`t "" 1 "" { -.5, 1/2 }`),
			`kind minimax title "t" -0.5`, ""},
		{ // Two players with opposite payoffs: Max and Min.
			efg(`p "5 left" 2 1 "(2,1)" { "TAKE 1" "TAKE 2" } 0 t "" 1 "Outcome 1" { 1 -1 } t "" 2 "Outcome 2" { -1 1 }`),
			`kind minimax title "t" "5 left": min[ "TAKE 1": 1 "TAKE 2": -1 ]`,
			`The labels of 2 nodes are the names of the actions that lead there.`},
		{ // A node has one label: its own name, that of the action, that of the player.
			`EFG 2 R "t" { "Fred" "Alice" } "" p "" 1 1 "" { "up" "down" } 0 p "here" 2 1 "" { "1" "` + strings.Repeat("x", 65) + `" } 0 p "" 1 2 "" { "1" } 0 t "" 0 t "" 0 t "" 0`,
			`players 2 title "t" Fred: 1[ here: 2[ Fred: 1[ (0,0) ] (0,0) ] down: (0,0) ]`,
			`The labels of 1 node are the names of the actions that lead there, and of 2 the name of the player who moves.|A tree numbers its players: 1 is "Fred", 2 is "Alice".|` +
				`A tree has no place for the names of actions; 2 left out: "up", "` + strings.Repeat("x", 40) + `…".|The file does not say what maxsum is; the scores of a leaf add up to 0 at most.`},
		{ // Quotes, backslashes as older and newer versions of Gambit write them, line breaks.
			"EFG 2 R \"a \\\"b\\\" \\c \\\\d\" { \"Fred\" \"Alice\" }\n\"two\nlines\" t \"\t\n\" 2 \"\" { 1 1 }\n",
			`players 2 title "a \"b\" \\c \\d" "\t\n": (1,1)`,
			"The comment of the file: two\nlines|A tree numbers its players: 1 is \"Fred\", 2 is \"Alice\".|" +
				"The file does not say what maxsum is; the scores of a leaf add up to 2 at most."},
		{ // The header is restored from the comment.
			`EFG 2 R "t" { "Player 1" "Player 2" } "Espalier: players 2 maxsum 9 delta 1 outcomes (1,2)
and more" t "" 1 { 4 5 }`,
			`players 2 maxsum 9 delta 1 outcomes (1,2) title "t" (4,5)`,
			"The comment of the file: and more"},
		{`EFG 2 R "t" { "Max" "Min" } "Espalier: kind minimax" t "" 0`, `kind minimax title "t" 0`, ""},
		{`EFG 2 R "t" { "1" "2" } "" t "" 0`, `players 2 title "t" (0,0)`, "The file does not say what maxsum is; the scores of a leaf add up to 0 at most."},
		{ // The comment is ignored where the payoffs were changed since.
			`EFG 2 R "t" { "Player 1" "Player 2" } "Espalier: players 2 maxsum 8" t "" 1 { 4 5 }`,
			`players 2 title "t" (4,5)`,
			"The comment of the file: Espalier: players 2 maxsum 8|" +
				"The header in the comment is not used: of a leaf, the scores add up to 9, more than maxsum, which is 8.|" +
				"The file does not say what maxsum is; the scores of a leaf add up to 9 at most."},
		{`EFG 2 R "t" { "" } "Espalier: players 2" t "" 0`, `players 1 title "t" (0)`,
			"The comment of the file: Espalier: players 2|The header in the comment is not used: it has 2 players, and the game has 1.|" +
				"The file does not say what maxsum is; the scores of a leaf add up to 0 at most."},
		{`EFG 2 R "t" { "" "" } "Espalier: players 2" t "" 1 { 2 -2 }`, `kind minimax title "t" 2`,
			"The comment of the file: Espalier: players 2|" +
				"The header in the comment is not used: it is that of a maxn tree, and the payoffs make a minimax tree."},
		{`EFG 2 R "t" { "" "" } "Espalier: players 2 maxsum 3 outcomes (4,5)" t "" 0`, `players 2 title "t" (0,0)`,
			"The comment of the file: Espalier: players 2 maxsum 3 outcomes (4,5)|" +
				"The header in the comment is not used: of an outcome, player 1 has 4, more than maxsum, which is 3.|" +
				"The file does not say what maxsum is; the scores of a leaf add up to 0 at most."},
		{`EFG 2 R "t" { "" "" } "Espalier: all my own work" t "" 0`, `players 2 title "t" (0,0)`,
			"The comment of the file: Espalier: all my own work|" +
				`The header in the comment is not used: it cannot be read (line 1, column 1: "all" is not a word of the header, nor a label, which a colon follows; there are kind, players, maxsum, minp, maxp, delta, outcomes and title).|` +
				"The file does not say what maxsum is; the scores of a leaf add up to 0 at most."},
		{ // Many names: the remark lists some of them.
			efg(`p "" 1 1 "" { "a" "b" "a" "c" "d" "e" "f" "g" } 0` + strings.Repeat(` t "z" 0`, 8)),
			`players 2 title "t" 1[` + strings.Repeat(" z: (0,0)", 8) + ` ]`,
			`A tree has no place for the names of actions; 8 left out: "a", "b", "c", "d", "e", "f", ….|` +
				"The file does not say what maxsum is; the scores of a leaf add up to 0 at most."},
		{
			efg(`p "" 1 1 "door" { "a" "b" "a" "c" "d" "e" "f" "g" } 0` + strings.Repeat(` t "" 0`, 8)),
			`players 2 title "t" 1[ a: (0,0) b: (0,0) a: (0,0) c: (0,0) d: (0,0) e: (0,0) f: (0,0) g: (0,0) ]`,
			`The labels of 8 nodes are the names of the actions that lead there.|` +
				`A tree has no place for the names of information sets; 1 left out: "door".|` +
				"The file does not say what maxsum is; the scores of a leaf add up to 0 at most."},
		{ // Below 0 on the path, but not at the leaf.
			efg(`p "" 2 7 { "x" } 1 { 5, 5 } t "" 2 { -5, -5 }`),
			`players 2 title "t" 2[ x: (0,0) ]`,
			`The labels of 1 node are the names of the actions that lead there.|The file does not say what maxsum is; the scores of a leaf add up to 0 at most.`},
	} {
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
	if _, remarks, err := trees.ReadEFG(file); err != nil || len(remarks) > 0 {
		t.Errorf("ReadEFG of it: %v, remarks %q, want none", err, remarks)
	}
}

func TestEFGReportsLostFields(t *testing.T) {
	tree, err := trees.ReadText(`players 2 maxsum 5 1{low (0,0)}[ 2{up (5,5) static (1,1)}[ (1,2)|(2,1) ] 2(3,2) chosen 1(0,0) ]`)
	if err != nil {
		t.Fatal(err)
	}
	file, err := tree.EFG()
	want := `"Espalier: players 2 maxsum 5
Not in this file, which has no place for it: the bounds of 2 nodes, the static value of 1 node, the alternatives of 1 node, ` +
		`what marks a value as chosen at 1 node and the mover drawn at 2 nodes."`
	if err != nil || !strings.Contains(file, want) {
		t.Errorf("EFG = %s (%v), want in it %s", file, err, want)
	}
	_, remarks, err := trees.ReadEFG(file)
	if err != nil || len(remarks) != 1 || !strings.Contains(remarks[0], "the bounds of 2 nodes") {
		t.Errorf("ReadEFG of it: %v, remarks %q, want the one about what is lost", err, remarks)
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
		got, _, err := trees.ReadEFG(file)
		if err != nil {
			t.Errorf("ReadEFG of %s = %v", f.ID, err)
		} else if diff := treetest.Diff(got, want); diff != "" {
			t.Errorf("ReadEFG of %s differs: %s", f.ID, diff)
		}
	}
	if written < 10 {
		t.Errorf("%d figures can be written, want 10 or more", written)
	}
}

func FuzzReadEFG(f *testing.F) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range 50 {
		if file, err := treetest.Random(rng, shapes(rng)).EFG(); err == nil {
			f.Add(file)
		}
	}
	for _, c := range refusedEFG {
		f.Add(c.input)
	}
	f.Add(efg(`p "" 1 1 "" { "x" } 1 "" { 1/4, .5 } t "" 2 "" { -1e-2, 3. }`))
	f.Add(efg("t \"cho!\x11sen\" 1 \"\" { 1, 2 }"))
	f.Add("EFG 2 R \"\" { \"\" } \"Espalier: players 1 maxsum 3 outcomes (1)\" t \"\\\"\\\\\" 0")
	f.Fuzz(func(t *testing.T, src string) {
		tree, _, err := trees.ReadEFG(src)
		if err != nil {
			treetest.WantError(t, err)
			return
		}
		roundTrip(t, tree)
		file, err := tree.EFG()
		if err != nil {
			t.Fatalf("EFG of what ReadEFG(%q) gives: %v", src, err)
		}
		again, _, err := trees.ReadEFG(file)
		if err != nil && len(file) <= trees.MaxBytes {
			t.Fatalf("ReadEFG(%q) = %v", file, err)
		}
		if err != nil {
			return
		}
		want, _ := held(t, tree)
		if diff := treetest.Diff(again, want); diff != "" {
			t.Fatalf("ReadEFG(%q) differs from what was written: %s", file, diff)
		}
	})
}
