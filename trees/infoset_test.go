package trees_test

import (
	"strings"
	"testing"

	"espalier/trees"
)

// matching is Matching Pennies: player 2 does not see the move of player 1.
const matching = `players 2 1[ <H> 2{infoset x}[ <h> (1,0) <t> (0,1) ] <T> 2{infoset x}[ <h> (0,1) <t> (1,0) ] ]`

func TestInfosets(t *testing.T) {
	tree := mustText(t, `players 2 a: 1{infoset "only one"}[ <H> b: 2{infoset x low (0,0)}[ (1,0) ] <T> c: 2{low (0,0) infoset x}[ d: 2{infoset x}[ (0,1) ] ] ]`)
	var got []string
	for _, set := range tree.Infosets() {
		names := set.Name + ":"
		for _, n := range set.Nodes {
			names += " " + tree.Label(n)
		}
		got = append(got, names)
	}
	if said := strings.Join(got, ", "); said != "only one: a, x: b c d" || !tree.Imperfect() {
		t.Errorf("Infosets = %s, Imperfect = %v", said, tree.Imperfect())
	}
	if mustText(t, `players 1 1{infoset a}[ 1{infoset b}[ (1) ] ]`).Imperfect() {
		t.Error("a tree with one node in each information set is imperfect")
	}
}

func TestRefusedInfosets(t *testing.T) {
	testRefused(t, "ReadText", trees.ReadText, []refusal{
		{`players 2 1[ 2{infoset x}[ (1,0) ] 1{infoset x}[ (1,0) ] ]`,
			`line 1, column 36, root.children[1].infoset: all nodes of information set "x" have the same mover and the same moves; player 2 moves at root.1, and player 1 here`},
		{`kind minimax max[ min{infoset x}[ 1 ] max{infoset x}[ 1 ] ]`,
			`line 1, column 39, root.children[1].infoset: all nodes of information set "x" have the same mover and the same moves; Min moves at root.1, and Max here`},
		{`players 2 1[ p: 2{infoset x}[ (1,0) ] 2{infoset x}[ (1,0) (0,1) ] ]`,
			`line 1, column 39, root.children[1].infoset: all nodes of information set "x" have the same mover and the same moves; p has 1 move, and this node 2`},
		{`players 2 1[ p: 2{infoset x}[ <l> (1,0) ] 2{infoset x}[ (1,0) ] ]`,
			`line 1, column 43, root.children[1].infoset: all nodes of information set "x" have the same mover and the same moves; move 1 of p is "l", and here it is without a name`},
		{`players 2 *{infoset x}[ (1,0) ]`,
			`line 1, column 11, root.infoset: chance has no information set; only a node where a player moves is in one`},
		{`kind path {infoset x}[ . ]`,
			`line 1, column 11, root.infoset: a path tree has no information sets: its player sees everything`},
		{`players 2 1{infoset}[ (1,0) ]`,
			`line 1, column 20: expected the name of the information set; put more than one word in double quotes, found "}"`},
		{`players 2 1{infoset x infoset y}[ (1,0) ]`,
			`line 1, column 23: infoset is repeated; give it once`},
	})
	testRefused(t, "ReadJSON", func(src string) (*trees.Tree, error) { return trees.ReadJSON([]byte(src)) }, []refusal{
		{`{"players":1,"root":{"infoset":"x","value":[1]}}`,
			`root.infoset: a leaf has no moves, so it is in no information set; only a node where a player moves is in one`},
		{`{"players":1,"root":{"player":1,"infoset":"` + strings.Repeat("x", trees.MaxLabelRunes+1) + `","children":[{"value":[1]}]}}`,
			`root.infoset: the name of the information set has 65 characters; it has at most 64`},
	})
}

// TestInfosetEdits edits Matching Pennies, whose nodes have the IDs 1 to 7: 2 and 5 are in set x.
func TestInfosetEdits(t *testing.T) {
	for _, c := range []struct{ edit, want, summary, fault string }{
		{`{"op":"set","nodes":[2,5],"infoset":null}`, `players 2 1[ <H> 2[ <h> (1,0) <t> (0,1) ] <T> 2[ <h> (0,1) <t> (1,0) ] ]`, "information set of root.1 and root.2 cleared", ""},
		{`{"op":"set","nodes":[1],"infoset":"é y"}`, `players 2 1{infoset "é y"}[ <H> 2{infoset x}[ <h> (1,0) <t> (0,1) ] <T> 2{infoset x}[ <h> (0,1) <t> (1,0) ] ]`,
			"the root put into information set “é y”", ""},
		{`{"op":"delete","nodes":[6]}`, `players 2 1[ <H> 2{infoset x}[ <h> (1,0) <t> (0,1) ] <T> 2{infoset x}[ <t> (1,0) ] ]`, "",
			`all nodes of information set "x" have the same mover and the same moves; root.1 has 2 moves, and this node 1`},
		{`{"op":"delete","nodes":[6,7]}`, `players 2 1[ <H> 2{infoset x}[ <h> (1,0) <t> (0,1) ] <T> 2? ]`, "information set “x” of root.2 removed with its last child", ""},
		{`{"op":"set","nodes":[5],"chance":true}`, `players 2 1[ <H> 2{infoset x}[ <h> (1,0) <t> (0,1) ] <T> *[ <h> (0,1) <t> (1,0) ] ]`,
			"root.2 taken out of its information set, since chance decides there", ""},
		{`{"op":"copy","nodes":[2],"to":1}`, `players 2 1[ <H> 2{infoset x}[ <h> (1,0) <t> (0,1) ] <T> 2{infoset x}[ <h> (0,1) <t> (1,0) ] <H> 2{infoset x}[ <h> (1,0) <t> (0,1) ] ]`, "", ""},
	} {
		before := draftOf(t, matching)
		e, err := trees.ReadEdit([]byte(c.edit))
		if err != nil {
			t.Fatal(err)
		}
		a, err := before.Apply(e)
		if err != nil {
			t.Errorf("%s = %v", c.edit, err)
			continue
		}
		if got := strings.Join(strings.Fields(a.Draft.Tree().Text()), " "); got != c.want {
			t.Errorf("%s = %s, want %s", c.edit, got, c.want)
		}
		if !strings.Contains(a.Summary, c.summary) {
			t.Errorf("%s: %q does not say %q", c.edit, a.Summary, c.summary)
		}
		fault := ""
		for _, f := range a.Draft.Faults() {
			fault += f.Message
		}
		if fault != c.fault {
			t.Errorf("%s has the fault %q, want %q", c.edit, fault, c.fault)
		}
		if _, err := a.Draft.Tree().EFG(); (err == nil) != (c.fault == "" && !strings.Contains(c.want, "?")) {
			t.Errorf("%s: EFG = %v", c.edit, err)
		}
	}
}
