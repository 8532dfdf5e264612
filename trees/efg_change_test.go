package trees_test

import (
	"errors"
	"strings"
	"testing"

	"espalier/trees"
	"espalier/trees/treetest"
)

const (
	// Chance at the root of a subtree, where player 2 prefers 3, and one in it.
	chanceGame = `p "" 1 1 "" { "a" "b" } 0 c "luck" 1 "" { "x" 1/2 "y" 0.25 "z" 1/4 } 1 "" { 1, 0 }
		p "" 2 1 "" { "1" "2" } 0 t "" 2 "" { 4, 2 } t "" 3 "" { 0, 3 }
		t "" 4 "" { 2, 2 } c "" 1 0 t "" 3 t "" 2 t "" 4 t "" 5 "" { 1, 1 }`
	// Player 2 does not see what player 1 did.
	hiddenGame = `p "" 1 1 "" { "a" "b" } 0 p "" 2 1 "" { "l" "r" } 0 t "" 1 "" { 1, 1 } t "" 0 p "" 2 1 0 t "" 0 t "" 2 "" { 2, 2 }`
)

// TestReadEFGWithChanges: what a tree cannot hold is offered, and taken if it is allowed.
func TestReadEFGWithChanges(t *testing.T) {
	chance, infosets := trees.EFGChanges{Chance: true}, trees.EFGChanges{Infosets: true}
	for _, c := range []struct {
		file    string
		offer   string
		changes trees.EFGChanges
		want    string
		remarks string
	}{
		{efg(chanceGame), trees.ChangeChance, chance,
			// x: (1, 3); y: (3, 2); z: (1, 0) and 1/2 (0,3) + 1/4 (4,2) + 1/4 (2,2) = (2.5, 2.5).
			`players 2 title "t" 1[ luck: (1.875,2.625) b: (1,1) ]`,
			`2 chance nodes are replaced by the expectation of what max^n play pays below: a leaf stands there, and 8 nodes are left out.`},
		{efg(`c "" 1 "" { "x" 1/3 "y" 2/3 } 0 t "" 1 "" { 1, -1 } t "" 0`), trees.ChangeChance, chance,
			`kind minimax title "t" 0.333333`,
			`1 chance node is replaced by the expectation of what max^n play pays below: a leaf stands there, and 2 nodes are left out.|1 expectation is rounded to 6 decimal places.`},
		{efg(hiddenGame), trees.ChangeInfosets, infosets,
			`players 2 title "t" 1[ a: 2[ l: (1,1) r: (0,0) ] b: 2[ l: (0,0) r: (2,2) ] ]`,
			`1 information set is split that held several nodes: here every player sees all, which is another game.`},
		{efg(`c "" 1 "" { "x" 1/2 "y" 1/2 } 0 ` + strings.TrimPrefix(hiddenGame, `p "" 1 1 "" { "a" "b" } 0 `)), trees.ChangeChance, trees.EFGChanges{Chance: true, Infosets: true},
			`players 2 title "t" (1.5,1.5)`,
			`information set is split`},
	} {
		_, _, err := trees.ReadEFG(c.file)
		var wrong *trees.Error
		if !errors.As(err, &wrong) || wrong.Offer != c.offer {
			t.Errorf("ReadEFG(%s) = %v, want the offer %q", c.file, err, c.offer)
		}
		got, remarks, err := trees.ReadEFGWith(c.file, c.changes)
		if err != nil {
			t.Errorf("ReadEFGWith(%s, %v) = %v", c.file, c.changes, err)
			continue
		}
		want, err := trees.ReadText(c.want)
		if err != nil {
			t.Fatal(err)
		}
		if diff := treetest.Diff(got, want); diff != "" {
			t.Errorf("ReadEFGWith(%s) = %s, want %s: %s", c.file, got.Text(), c.want, diff)
		}
		if said := strings.Join(remarks, "|"); !strings.Contains(said, c.remarks) {
			t.Errorf("ReadEFGWith(%s) remarks\n%s\nwant in it\n%s", c.file, said, c.remarks)
		}
	}
	// One change at a time is offered, the next one after it.
	both := efg(`c "" 1 "" { "x" 1/2 "y" 1/2 } 0 p "" 1 1 "" { "1" } 0 t "" 0 p "" 1 1 0 t "" 0`)
	_, _, err := trees.ReadEFGWith(both, chance)
	var wrong *trees.Error
	if !errors.As(err, &wrong) || wrong.Offer != trees.ChangeInfosets {
		t.Errorf("with chance alone: %v, want the information sets to be offered", err)
	}
}

func TestRejectedChance(t *testing.T) {
	testRefused(t, "ReadEFGWith", func(src string) (*trees.Tree, error) {
		tree, _, err := trees.ReadEFGWith(src, trees.EFGChanges{Chance: true, Infosets: true})
		return tree, err
	}, []refusal{
		{efg(`c "" 1 "" { "x" 1/2 "y" 1/3 } 0 t "" 0 t "" 0`),
			`line 1, column 52, root: the probabilities of chance add up to 5/6, not to 1`},
		{efg(`c "" 1 "" { "x" 3/2 } 0 t "" 0`),
			`line 1, column 58, root: 3/2 is not a probability from 0 to 1, such as 1/2 or 0.25`},
		{efg(`c "" 1 "" { "x" 1e-9 } 0 t "" 0`),
			`line 1, column 58, root: 1e-9 is not a probability from 0 to 1, such as 1/2 or 0.25`},
		{efg(`c "" 1 "" { "x" } 0 t "" 0`),
			`line 1, column 58: expected the probability of this move, such as 1/2, found "}"`},
		{efg(`c "" 1 0 t "" 0`),
			`line 1, column 49: expected "{" and the moves of chance with their probabilities, found the number 0`},
		{efg(`c "" 1 "" { "x" 1 } 0 q "" 0`),
			`line 1, column 64: expected a node, which begins with p (a player moves) or t (the game ends), then its name in double quotes, found "q"`},
	})
}

// A long chain below a chance node is refused, not followed to the end of the stack.
func TestDeepChance(t *testing.T) {
	deep := efg(`c "" 1 "" { "x" 1 } 0 ` + strings.Repeat(`c "" 1 0 `, 2*trees.MaxLevels) + `t "" 0`)
	if _, _, err := trees.ReadEFGWith(deep, trees.EFGChanges{Chance: true}); err == nil || !strings.Contains(err.Error(), "levels") {
		t.Errorf("a chain of %d chance nodes: %v, want an error about levels", 2*trees.MaxLevels, err)
	}
}
