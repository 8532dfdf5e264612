package trees_test

import (
	"fmt"
	"strings"
	"testing"

	"espalier/trees"
)

func TestReadEditRejects(t *testing.T) {
	testRefused(t, "ReadEdit", func(src string) (*trees.Tree, error) {
		_, err := trees.ReadEdit([]byte(src))
		return nil, err
	}, refusedEdits)
}

var refusedEdits = []refusal{
	{``,
		`edit: expected an object: an edit, found the end of the document (line 1, column 1)`},
	{`[]`,
		`edit: expected an object: an edit, found a list (line 1, column 1)`},
	{`{}`,
		`op: the edit has no op; there are child, sibling, parent, delete, dissolve, move, copy, paste, reorder, set, ply, rotate, branching, fill, mirror, symmetric, header, notes and text`},
	{`{"op":5}`,
		`op: expected a string, found the number 5 (line 1, column 7)`},
	{`{"op":"Delete","nodes":[1]}`,
		`op: "Delete" is not an edit; write it in lower case: "delete"`},
	{`{"op":"undo","revision":3}`,
		`op: "undo" is not an edit; there are child, sibling, parent, delete, dissolve, move, copy, paste, reorder, set, ply, rotate, branching, fill, mirror, symmetric, header, notes and text`},
	{`{"op":"delete"}`,
		`nodes: the key is missing; the edit delete needs it`},
	{`{"op":"delete","nodes":[]}`,
		`nodes: the edit delete needs at least one node`},
	{`{"op":"delete","node":1}`,
		`node: "node" is not a key of the edit delete; did you mean "nodes"?`},
	{`{"op":"delete","nodes":[0]}`,
		`nodes[0]: expected the ID of a node, a whole number from 1, found the number 0 (line 1, column 25)`},
	{`{"op":"delete","nodes":[1.5]}`,
		`nodes[0]: expected the ID of a node, a whole number from 1, found the number 1.5 (line 1, column 25)`},
	{`{"op":"delete","nodes":["1"]}`,
		`nodes[0]: expected the ID of a node, a whole number from 1, found a string (line 1, column 25)`},
	{`{"op":"delete","nodes":[4294967296]}`,
		`nodes[0]: expected the ID of a node, a whole number from 1, found the number 4294967296 (line 1, column 25)`},
	{`{"op":"delete","nodes":[1],"nodes":[2]}`,
		`nodes: the key "nodes" is repeated; give it once`},
	{`{"op":"delete","nodes":[1]} {}`,
		`edit: expected nothing more, found an object (line 1, column 29)`},
	{`{"op":"child","node":1,"at":-1}`,
		fmt.Sprintf(`at: -1 is out of range: 0 to %d`, trees.MaxNodes)},
	{`{"op":"child","node":1,"position":2}`,
		`position: "position" is not a key of the edit child; there are node, at and text`},
	{`{"op":"child","node":1,"text":"\ud800"}`,
		`text: \uD800 is half of a surrogate pair; it is no character without the other half (line 1, column 32)`},
	{`{"op":"sibling","node":1,"before":1}`,
		`before: expected true or false, found the number 1 (line 1, column 35)`},
	{`{"op":"ply","level":1,"player":9}`,
		fmt.Sprintf(`player: 9 is out of range: 1 to %d`, trees.MaxPlayers)},
	{`{"op":"branching","level":1,"count":1e9}`,
		fmt.Sprintf(`count: 1000000000 is out of range: 0 to %d`, trees.MaxNodes)},
	{`{"op":"text","text":[1,2}`,
		`text: expected a value with matching brackets and quotes, found a list (line 1, column 21)`},
}

func TestReadDraftRejects(t *testing.T) {
	testRefused(t, "ReadDraft", func(src string) (*trees.Tree, error) {
		_, err := trees.ReadDraft([]byte(src))
		return nil, err
	}, refusedDrafts)
}

var refusedDrafts = []refusal{
	{`{"format":"espalier/tree/1"}`,
		`format: "espalier/tree/1" is not a supported format; it must be "espalier/draft/1"`},
	{`{"ids":[1,1],"last":1}`,
		`tree: the draft has no tree`},
	{`{"ids":[1,1],"last":1,"tree":{"players":1,"root":{"value":[1,2]}}}`,
		`root.value: the list has 2 scores; this tree has 1 player, so there must be 1`},
	{`{"ids":[1,2],"last":2,"tree":{"players":1,"root":{"value":[1]}}}`,
		`ids: there are 2 IDs for 1 node`},
	{`{"ids":[1],"last":1,"tree":{"players":1,"root":{"value":[1]}}}`,
		`ids: the list has no length of the run that begins with 1`},
	{`{"ids":[2,1,2,1],"last":2,"tree":{"players":1,"root":{"player":1,"children":[{"value":[1]}]}}}`,
		`ids: the ID 2 is given twice`},
	{`{"ids":[2,1],"last":1,"tree":{"players":1,"root":{"value":[1]}}}`,
		`last: the last ID is 1, but a node has 2`},
	{`{"ids":[1,1],"last":1,"further":[{"id":2,"before":{"value":[1,2]}}],"tree":{"players":1,"root":{"value":[1]}}}`,
		`further: the last ID is 1, but there are scores of node 2`},
	{`{"ids":[4294967295,2],"last":1,"tree":{"players":1,"root":{"value":[1]}}}`,
		`ids: a run of 2 IDs from 4294967295 is too long` + mostNodes},
	{`{"ids":[1,1],"last":1,"name":"x"}`,
		`name: "name" is not a key of a draft; there are format, ids, last, notes, typed, tree, further and furtherOutcomes`},
}

func TestReadChangeRejects(t *testing.T) {
	testRefused(t, "ReadChange", func(src string) (*trees.Tree, error) {
		_, err := trees.ReadChange([]byte(src))
		return nil, err
	}, refusedChanges)
}

var refusedChanges = []refusal{
	{`{"format":"espalier/draft/1"}`,
		`format: "espalier/draft/1" is not a supported format; it must be "espalier/change/1"`},
	{`{"nodes":[{"id":1}]}`,
		`nodes[0]: node 1 is there neither before nor after`},
	{`{"nodes":[{"id":2,"after":{}},{"id":1,"after":{}}]}`,
		`nodes[1]: list the nodes in the order of their IDs; 1 comes too late`},
	{`{"nodes":[{"id":2,"after":{"children":[]}}]}`,
		`children: "children" is not a key of a node; there are action, prob, label, player, chance, cost, value, alternatives, chosen, low, up, static and infoset`},
	{`{"nodes":[{"id":2,"after":{"player":900}}]}`,
		fmt.Sprintf(`after: player 900 is out of range: players are 1 to %d`, trees.MaxPlayers)},
	{`{"nodes":[{"id":2,"after":{"value":[1,2,3,4,5,6,7,8,9]}}]}`,
		fmt.Sprintf(`value: the list has 9 scores; a tree has at most %d players`, trees.MaxPlayers)},
	{`{"before":{"header":{"players":1}},"after":{"header":{"players":1}}}`,
		`before.last: the key is missing: the last ID that was given`},
	{`{"before":{"last":1,"header":{"players":1}},"after":{"header":{"players":1}}}`,
		`after.last: the key is missing: the last ID that was given`},
	{`{"before":{"last":5,"header":{"players":3}},"after":{"last":4,"header":{"players":3}},"nodes":[{"id":1,"before":{},"after":{},"kids":{"left":2,"right":5,"after":[6]}},{"id":6,"after":{}}]}`,
		`nodes: the change names node 6, but the last ID is 5`},
}

// TestApplyRejects tries edits on the tree with the IDs
//
//	1: a   2: b   3: c   4: the first child of c   5: its second
func TestApplyRejects(t *testing.T) {
	d := draftOf(t, `players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ (2,3,4) (3,0,6) ] ]`)
	testRefused(t, "Apply", func(src string) (*trees.Tree, error) {
		e, err := trees.ReadEdit([]byte(src))
		if err != nil {
			t.Fatalf("ReadEdit(%s) = %v", src, err)
		}
		_, err = d.Apply(e)
		return nil, err
	}, []refusal{
		{`{"op":"child","node":9}`,
			`node: there is no node 9 in this tree; it may have been deleted`},
		{`{"op":"child","node":3,"at":3}`,
			`at: there is no place 3 among 2 children; the last place is 2`},
		{`{"op":"child","node":3,"text":"(1,2)"}`,
			`line 1, column 1, nodes[0]: there are 2 scores in the brackets; this tree has 3 players, so there must be 3`},
		{`{"op":"child","node":3,"text":""}`,
			`line 1, column 1: expected a node, such as (1,2,3), found the end of the text`},
		{`{"op":"sibling","node":1}`,
			`node: the root has no sibling; add a child below it, or a parent above it`},
		{`{"op":"delete","nodes":[2,9]}`,
			`nodes[1]: there is no node 9 in this tree; it may have been deleted`},
		{`{"op":"dissolve","nodes":[1]}`,
			`nodes: 2 children would be left, and a tree has one root; the root can be taken out only if it has one child`},
		{`{"op":"move","nodes":[1],"to":2}`,
			`nodes: the root cannot be moved: all other nodes are below it`},
		{`{"op":"move","nodes":[3],"to":4}`,
			`to: c cannot be moved to c.1: a node cannot be below itself`},
		{`{"op":"move","nodes":[2],"to":9}`,
			`to: there is no node 9 in this tree; it may have been deleted`},
		{`{"op":"move","nodes":[2],"to":3,"at":3}`,
			`at: there is no place 3 among 2 children; the last place is 2`},
		{`{"op":"paste","to":3,"text":"(1,2,3) 1[ (1,2) ]"}`,
			`line 1, column 12, nodes[1].children[0]: there are 2 scores in the brackets; this tree has 3 players, so there must be 3`},
		{`{"op":"paste","to":3,"text":"(1,2,3), (1,2,3)"}`,
			`line 1, column 8: separate nodes by white space, not by a comma`},
		{`{"op":"paste","to":3,"text":"players 2 1[ (1,2) ]"}`,
			`text: it is a tree for 2 players, and this one is for 3`},
		{`{"op":"paste","to":3,"text":"kind path ."}`,
			`text: it is a path tree, and this is a maxn tree; their nodes cannot be in one tree`},
		{`{"op":"paste","to":3,"text":"+3 (1,2,3)"}`,
			`line 1, column 1, nodes[0].cost: only an edge of a path tree has a cost`},
		{`{"op":"reorder","node":1,"by":1}`,
			`node: the root has no siblings to change places with`},
		{`{"op":"reorder","node":2,"by":-1}`,
			`by: b is the first child of its parent already`},
		{`{"op":"reorder","node":3,"by":1}`,
			`by: c is the last child of its parent already`},
		{`{"op":"set","nodes":[2]}`,
			`edit: the edit set needs a field to set: label, player, value, alternatives, low, up, static, cost, chosen, chance, action, prob and infoset`},
		{`{"op":"set","nodes":[2],"value":[5,2]}`,
			`value: the list has 2 scores; this tree has 3 players, so there must be 3`},
		{`{"op":"set","nodes":[2],"value":5}`,
			`value: expected a list of 3 scores, one a player, found the number 5 (line 1, column 33)`},
		{`{"op":"set","nodes":[2,3],"value":[1,2,3]}`,
			`root.children[1].value: c has children, which decide its value; only a leaf has one of its own`},
		{`{"op":"set","nodes":[3],"alternatives":[[1,2,3]]}`,
			`root.children[1].alternatives: c has children; only a leaf has alternatives`},
		{`{"op":"set","nodes":[2],"low":[1,2,3]}`,
			`root.children[0].low: b is a leaf; only a node with children has a lower bound`},
		{`{"op":"set","nodes":[2],"player":4}`,
			`player: player 4 is out of range: this tree has 3 players`},
		{`{"op":"set","nodes":[3],"player":null}`,
			`root.children[1].player: c is an inner node, which needs its mover, 1 to 3`},
		{`{"op":"set","nodes":[2],"cost":3}`,
			`root.children[0].cost: only an edge of a path tree has a cost`},
		{`{"op":"set","nodes":[3],"chosen":true}`,
			`root.children[1].chosen: only a leaf's known value can be chosen`},
		{`{"op":"set","nodes":[2],"label":"` + strings.Repeat("x", trees.MaxLabelRunes+6) + `"}`,
			fmt.Sprintf(`root.children[0].label: the label has %d characters; a label has at most %d`, trees.MaxLabelRunes+6, trees.MaxLabelRunes)},
		{`{"op":"ply","level":3,"player":1}`,
			`level: there is no level 3; the levels of this tree are 0, the root, to 2`},
		{`{"op":"ply","level":2,"player":1}`,
			`level: nobody moves on this level: all its nodes are leaves`},
		{`{"op":"ply","level":1,"player":4}`,
			`player: player 4 is out of range: this tree has 3 players`},
		{`{"op":"branching","level":3,"count":1}`,
			`level: there is no level 3; the levels of this tree are 0, the root, to 2`},
		{fmt.Sprintf(`{"op":"branching","level":2,"count":%d}`, trees.MaxNodes),
			fmt.Sprintf(`count: %d children at each of 2 nodes make too many`, trees.MaxNodes) + mostNodes},
		{`{"op":"header"}`,
			`edit: the edit header needs a field to set: title, kind, players, maxsum, minp, maxp, delta and outcomes`},
		{`{"op":"header","maxsum":9,"clear":true}`,
			`clear: clear needs kind: it clears what that kind of tree does not support`},
		{`{"op":"header","players":9}`,
			fmt.Sprintf(`players: 9 is out of range: a tree has 1 to %d players`, trees.MaxPlayers)},
		{`{"op":"header","kind":"minimax"}`,
			`kind: a minimax tree has 2 players, and this one has 3; set players to 2 with it to cut the others`},
		{`{"op":"header","kind":"path"}`,
			`root.children[0].value: b has a value, which a path tree does not support; clear it first, or begin a new tree`},
		{`{"op":"header","kind":"trick"}`,
			`kind: "trick" is not a kind of tree; there are maxn, minimax and path`},
		{`{"op":"header","delta":-1}`,
			`delta: -1 is below 0, the least that it can be`},
		{`{"op":"header","minp":[0,0]}`,
			`minp: there are 2 scores, and the tree has 3 players; it must be a number for all players, or one for each`},
		{`{"op":"header","outcomes":[]}`,
			`outcomes: there is no outcome in the list; null clears it, and the outcomes are then those of the leaves`},
		{`{"op":"header","outcomes":[[1,2]]}`,
			`outcomes[0]: the list has 2 scores; this tree has 3 players, so there must be 3`},
	})
}

// TestKindChangeRejects checks that what another kind of tree cannot represent is
// not dropped silently.
func TestKindChangeRejects(t *testing.T) {
	for _, c := range []struct{ text, header, want string }{
		{`players 3 maxsum 9 outcomes (5,2,2) (2,3,4) 1[ 2? b: 3? ]`, `"kind":"path"`,
			`outcomes: the tree has outcomes of scores, which a path tree does not support; clear them first`},
		{`kind path outcomes 3 4 [ . ]`, `"kind":"maxn"`,
			`outcomes: the outcomes are costs of paths, and only a path tree has costs; clear them first`},
		{`kind path outcomes 3 [ . ]`, `"kind":"minimax"`,
			`outcomes: the outcomes are costs of paths, and only a path tree has costs; clear them first`},
		{`kind minimax max[ 3 2 ]`, `"kind":"maxn","players":1`,
			`players: Max and Min become players 1 and 2, so the tree has at least 2 players, not 1`},
	} {
		e, err := trees.ReadEdit([]byte(`{"op":"header",` + c.header + `}`))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := draftOf(t, c.text).Apply(e); err == nil || err.Error() != c.want {
			t.Errorf("%s of %s = %v, want %s", c.header, c.text, err, c.want)
		}
	}
}
