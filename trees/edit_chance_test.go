package trees_test

import (
	"strings"
	"testing"

	"espalier/trees"
)

// lottery has the IDs 1: a, 2: s, 3: b, 4: c, 5 and 6: the leaves of c, 7: d, 8: e, 9 and 10: the
// leaves of e.
const lottery = `kind minimax a: max[ <safe> s: 3 <gamble> b: *[ @1/2 c: min[ <Left> 8 <Right> -2 ] @1/4 d: 6 @1/4 e: *[ 4 -4 ] ] ]`

// TestEditsOfChanceAndMoves checks what edits make of chance nodes, probabilities and names of
// moves, and what they say; each is undone.
func TestEditsOfChanceAndMoves(t *testing.T) {
	for _, c := range []struct{ edit, want, summary, fault string }{
		{`{"op":"set","nodes":[4],"action":"go on"}`, `<"go on"> @0.5 c: min`, `move to c named “go on”`, ""},
		{`{"op":"set","nodes":[2],"action":null}`, `max[ s: 3`, "name of the move to s cleared", ""},
		{`{"op":"set","nodes":[4],"prob":"1/8"}`, "@0.125 c:", "probability of c set to 0.125", "the probabilities of the children add up to 5/8, not to 1"},
		{`{"op":"set","nodes":[7],"prob":null}`, "d: 6", "probability of d cleared", "this chance node has 2 probabilities for 3 children"},
		{`{"op":"set","nodes":[4,7,8],"prob":null}`, "b: *[ c: min[", "probability of c, d and e cleared", ""},
		{`{"op":"set","nodes":[7],"prob":2}`, "@2 d:", "probability of d set to 2", "2 is not a probability from 0 to 1"},
		{`{"op":"set","nodes":[4],"chance":true}`, "c: *[", "chance decides at c", ""},
		{`{"op":"set","nodes":[8],"chance":false}`, "e: min[", "e given a player", ""},
		{`{"op":"set","nodes":[3],"player":2}`, "b: min[ c: min[", "mover of b set to Min; the probabilities of c, d and e were removed, since they do not follow a chance node", ""},
		{`{"op":"set","nodes":[3],"chance":null}`, "b: min[ c: min[", "b given a player; the probabilities of c, d and e were removed, since they do not follow a chance node", ""},
		{`{"op":"delete","nodes":[7]}`, "@0.5 c:", "d deleted", "the probabilities of the children add up to 3/4, not to 1"},
		{`{"op":"child","node":3}`, "] ? ]", "1 child added below b", "3 probabilities for 4 children"},
		{`{"op":"delete","nodes":[9,10]}`, "e: ?", "e.1 and e.2 deleted; chance of e removed with its last child", ""},
		{`{"op":"move","nodes":[7],"to":1}`, "] d: 6 ]", "d moved below a; the probability of d was removed, since it does not follow a chance node", "3/4"},
		{`{"op":"move","nodes":[2],"to":3}`, "<safe> s: 3 ]", "s moved below b", "3 probabilities for 4 children"},
		{`{"op":"copy","nodes":[7],"to":1}`, "] d: 6 ]", "d copied below a; the probability of 1 node was removed, since it does not follow a chance node", ""},
		{`{"op":"parent","node":4}`, "@0.5 min[ c: min[", "a parent added above c", ""},
		{`{"op":"parent","node":3}`, "<gamble> min[ b: *[", "a parent added above b", ""},
		{`{"op":"dissolve","nodes":[8]}`, "@0.125 4 @0.125 -4", "e taken out", ""},
		{`{"op":"dissolve","nodes":[4]}`, "<Left> 8 <Right> -2 @0.25 d:", "c taken out", "2 probabilities for 4 children"},
		{`{"op":"dissolve","nodes":[3]}`, "<safe> s: 3 c: min[", "b taken out; the nodes below stay; the name of the move to b was removed with it; the probabilities of c, d and e were removed", ""},
		{`{"op":"paste","to":3,"text":"@1/4 5"}`, "@0.25 5", "1 node pasted below b", "5/4"},
		{`{"op":"paste","to":4,"text":"@1/4 <x> 5"}`, "", "", "line 1, column 6"},
		{`{"op":"paste","to":4,"text":"<x> @1/4 5"}`, "<x> 5", "1 node pasted below c; the probability of 1 node was removed", ""},
		{`{"op":"mirror","nodes":[3]}`, "*[ @0.25 e: *[ -4 4 ] @0.25 d: 6 @0.5 c: min[ <Right> -2 <Left> 8 ] ]", "b mirrored", ""},
		{`{"op":"symmetric","nodes":[4]}`, "min[ <Left> 8 <Left> 8 ]", "right half of c made the mirror image", ""},
		{`{"op":"branching","level":2,"count":1}`, "e: *[ 4 ]", "1 child at each node of level 3", ""},
		{`{"op":"rotate","by":1}`, "a: min[ <safe> s: 3 <gamble> b: *[", "movers rotated by 1 everywhere", ""},
		{`{"op":"ply","level":2,"player":1}`, "c: max[", "Max moves on level 3, at 1 node", ""},
		{`{"op":"ply","level":2,"chance":true}`, "@0.5 c: *[ <Left>", "chance decides on level 3, at 2 nodes", ""},
		{`{"op":"ply","level":2,"chance":false}`, "e: min[", "players move on level 3 again, at 1 node", ""},
		{`{"op":"fill","nodes":[3],"seed":1}`, "*[ @0.5 c: min[ <Left>", "", ""},
		{`{"op":"header","kind":"maxn"}`, "*[ @0.5 c: 2[ <Left>", "kind set to maxn", ""},
		{`{"op":"header","kind":"path","clear":true}`, "<gamble> b: [ c: [ <Left>", "kind set to path with 1 player and what it does not support cleared at", ""},
	} {
		d := draftOf(t, lottery)
		e, err := trees.ReadEdit([]byte(c.edit))
		if err != nil {
			t.Fatal(err)
		}
		a, err := d.Apply(e)
		if err != nil {
			if c.want != "" || !strings.Contains(err.Error(), c.fault) {
				t.Errorf("%s: %v", c.edit, err)
			}
			continue
		}
		if got := strings.Join(strings.Fields(a.Draft.Tree().Text()), " "); !strings.Contains(got, c.want) {
			t.Errorf("%s: the tree is\n%s\nwant a part\n%s", c.edit, got, c.want)
		}
		if !strings.Contains(a.Summary, c.summary) {
			t.Errorf("%s: the summary is %q, want %q", c.edit, a.Summary, c.summary)
		}
		fault := ""
		for _, f := range a.Draft.Faults() {
			fault += f.Message + "; "
		}
		if !strings.Contains(fault, c.fault) || c.fault == "" && fault != "" && !strings.Contains(c.edit, "branching") {
			t.Errorf("%s: the fault is %q, want %q", c.edit, fault, c.fault)
		}
		if _, err := a.Draft.Checked(); (err == nil) != (fault == "") {
			t.Errorf("%s: a search is refused with %v", c.edit, err)
		}
		wantWhole(t, a.Draft)
		wantMerge(t, a.Draft, change(t, d, a.Draft).Inverse(), d, c.edit+" undone")
	}
}

// TestRefusedEditsOfChance checks the errors.
func TestRefusedEditsOfChance(t *testing.T) {
	for _, c := range []struct{ edit, want string }{
		{`{"op":"set","nodes":[2],"chance":true}`, "s is a leaf, which has a value; only a node with children is a chance node"},
		{`{"op":"set","nodes":[5],"prob":"1/2"}`, "c.1 does not follow a chance node; only the moves of chance have probabilities"},
		{`{"op":"set","nodes":[1],"prob":1}`, "a does not follow a chance node"},
		{`{"op":"set","nodes":[1],"action":"x"}`, "no move leads to the root, so it has no name"},
		{`{"op":"set","nodes":[4],"prob":"half"}`, `"half" is not a number`},
		{`{"op":"ply","level":1,"player":1}`, "nobody moves on this level: its nodes are leaves and chance nodes"},
		{`{"op":"ply","level":3,"chance":true}`, "all nodes of this level are leaves, and only a node with children is a chance node"},
		{`{"op":"ply","level":0,"chance":false}`, "there is no chance node on this level"},
		{`{"op":"ply","level":0,"chance":true,"player":1}`, "the edit has a player and chance; one of them moves on the level"},
		{`{"op":"ply","level":0}`, "player: the key is missing; the edit ply needs it, or chance"},
	} {
		e, err := trees.ReadEdit([]byte(c.edit))
		if err == nil {
			_, err = draftOf(t, lottery).Apply(e)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.edit, err, c.want)
		}
	}
	e, _ := trees.ReadEdit([]byte(`{"op":"header","kind":"path"}`))
	want := "root: root is a chance node, which a path tree does not support; give it a player first, or begin a new tree"
	if _, err := draftOf(t, "kind minimax root: *[ ? ? ]").Apply(e); err == nil || !strings.Contains(err.Error(), want[len("root: "):]) {
		t.Errorf("a chance node in a path tree: %v, want %s", err, want)
	}
}

// TestMergesOfChance: an undo keeps what others have done, or says what prevents it.
func TestMergesOfChance(t *testing.T) {
	apply := func(d *trees.Draft, edit string) *trees.Draft { return try(t, d, edit) }
	d0 := draftOf(t, lottery)
	named := apply(d0, `{"op":"set","nodes":[4],"action":"up"}`)
	given := apply(named, `{"op":"set","nodes":[4],"prob":"1/4"}`)
	undone, err := given.Merge(change(t, d0, named).Inverse())
	if err != nil || !strings.Contains(undone.Tree().Text(), "@0.25 c:") {
		t.Errorf("the name is undone: %v", err)
	}
	again := apply(named, `{"op":"set","nodes":[4],"action":"down"}`)
	_, err = again.Merge(change(t, d0, named).Inverse())
	if err == nil || !strings.Contains(err.Error(), "the move of c has been changed since") {
		t.Errorf("a name that was changed since is undone: %v", err)
	}
	// A probability for a node whose parent is given a player meanwhile.
	player := apply(d0, `{"op":"set","nodes":[3],"player":1}`)
	if _, err := player.Merge(change(t, d0, apply(d0, `{"op":"set","nodes":[4],"prob":"1/4"}`))); err == nil {
		t.Error("a node of a player has moves with probabilities")
	}
	// Typed text keeps the IDs of nodes whose moves it names.
	typed := apply(d0, typing(strings.Replace(lottery, "<Left>", "<up>", 1)))
	for id := trees.ID(1); id <= 10; id++ {
		if _, ok := typed.Find(id); !ok {
			t.Errorf("node %d is another one after a move is named in the text", id)
		}
	}
}
