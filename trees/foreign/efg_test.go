package foreign_test

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"espalier/trees"
	"espalier/trees/foreign"
	"espalier/trees/treetest"
)

func readEFG(ctx context.Context, file string) (*foreign.Reading, error) {
	return foreign.Read(ctx, file, foreign.Options{As: foreign.EFG})
}

// efg returns a game of two players with the given nodes.
func efg(nodes string) string { return `EFG 2 R "t" { "Player 1" "Player 2" } "" ` + nodes }

// efgMove returns an inner node with one child and the given payoffs.
func efgMove(payoffs string) string { return `p "" 1 1 { "x" } 1 { ` + payoffs + ` } ` }

const (
	holdsOne  = "1 information set holds several nodes. A search plays as if everybody saw the deals, which is another game."
	opposedBy = "The scores of the two players add up to 0 at every leaf, so this is a minimax tree with those of player 1."
)

func TestReadEFG(t *testing.T) {
	for _, c := range []struct{ file, want, notes string }{
		{ // Two stages: payoffs on the path add up.
			`EFG 2 R "Two stages" { "Player 1" "Player 2" "Player 3" }
""

p "a" 1 1 "(1,1)" { "1" "2" } 1 "Outcome 1" { 1, 2, 0.5 }
p "b" 2 1 "(2,1)" { "1" } 2 "Outcome 2" { 3 0 1/4 }
t "c" 1
t "" 0
`,
			`players 3 title "Two stages" a: 1[ <1> b: 2[ <1> c: (5,4,1.25) ] <2> (1,2,0.5) ]`, ""},
		{ // All forms of numbers, with as little white space as possible.
			"\uFEFF" + `EFG 2 R""{""""""""""""""""}p""1 1{""""""""""}0t""1{1,+2 .5,-0,0.25e+1,1e-2 007,3.}t""0t""3"x"{6/4,-0/7 1E1 0,0,0,0,0,}t""4{0 0 0 0 0 0 0 9 }t""3`,
			`players 8 1[ (1,2,0.5,0,2.5,0.01,7,3) (0,0,0,0,0,0,0,0) (1.5,0,10,0,0,0,0,0) (0,0,0,0,0,0,0,9) (1.5,0,10,0,0,0,0,0) ]`,
			`The names of 1 outcome are left out: "x".`},
		{efg(`t "" 1 "" { -.5, 1/2 }`), `kind minimax title "t" -0.5`, opposedBy},
		{efg(`t "" 1 "" { -1/3, −0.1234567 }`), `players 2 title "t" (-1/3,-1234567/10000000)`, ""},
		{ // Two players with opposite payoffs: Max and Min.
			efg(`p "5 left" 2 1 "(2,1)" { "TAKE 1" "TAKE 2" } 0 t "" 1 "Outcome 1" { 1 -1 } t "" 2 "Outcome 2" { -1 1 }`),
			`kind minimax title "t" "5 left": min[ <"TAKE 1"> 1 <"TAKE 2"> -1 ]`, opposedBy + "|Player 2 is Min."},
		{ // The names of nodes are labels, and those of players are in a note.
			`EFG 2 R "t" { "Fred" "Alice" } "" p "" 1 1 "" { "up" "down" } 0 p "here" 2 1 "" { "1" "` + strings.Repeat("x", trees.MaxLabelRunes+1) + `" } 0 p "" 1 2 "" { "1" } 0 t "" 0 t "" 0 t "" 0`,
			`players 2 title "t" 1[ <up> here: 2[ <1> 1[ <1> (0,0) ] <"` + strings.Repeat("x", trees.MaxLabelRunes-1) + `…"> (0,0) ] <down> (0,0) ]`,
			`Players have numbers: 1 is "Fred", 2 is "Alice".|` + fmt.Sprintf("Names have at most %d characters, and a title %d", trees.MaxLabelRunes, trees.MaxTitleRunes) + `; 1 is shortened: "` + strings.Repeat("x", 40) + `…".`},
		{ // Quotes, backslashes as older and newer versions of Gambit write them, line breaks.
			"EFG 2 R \"a \\\"b\\\" \\c \\\\d\" { \"Fred\" \"Alice\" }\n\"two\nlines\" t \"\t\n\" 2 \"\" { 1 1 }\n",
			`players 2 title "a \"b\" \\c \\d" "\t\n": (1,1)`,
			"The comment of the file: two\nlines|Players have numbers: 1 is \"Fred\", 2 is \"Alice\"."},
		{ // Chance: probabilities of both forms, one information set used twice, an outcome described later.
			efg(`c "deal" 1 "(0,1)" { "King" 1/3 "Queen" .5 "Jack" 0.16667 } 0 t "" 2 t "" 1 { 1, 2 } t "" 2 { 1/3 7 }`), "",
			"line 1, column 61: the probabilities of this chance node add up to 300001/300000, not to 1"},
		{efg(`c "deal" 1 "(0,1)" { "King" 1/3 "Queen" .5 "Jack" 1/6 } 3 { 1, 1 } t "" 2 t "" 1 { 1, 2 } c "" 1 0 t "" 2 { 1/3 7 } t "" 0 t "" 1`),
			`players 2 title "t" deal: *[ <King> @1/3 (4/3,8) <Queen> @1/2 (2,3) <Jack> @1/6 *[ <King> @1/3 (4/3,8) <Queen> @1/2 (1,1) <Jack> @1/6 (2,3) ] ]`, ""},
		{ // Player 2 does not see what player 1 did.
			efg(`p "" 1 1 "" { "a" "b" } 0 p "" 2 1 "" { "l" "r" } 0 t "" 1 "" { 1, 1 } t "" 0 p "" 2 1 0 t "" 0 t "" 2 "" { 2, 2 }`),
			`players 2 title "t" 1[ <a> 2{infoset 2.1}[ <l> (1,1) <r> (0,0) ] <b> 2{infoset 2.1}[ <l> (0,0) <r> (2,2) ] ]`, holdsOne},
		{ // Two sets with one name, and a node alone in a set.
			efg(`p "" 1 1 "s" { "a" "b" } 0 p "" 2 1 "s" { "l" } 0 p "" 1 2 "x" { "u" } 0 t "" 0 p "" 2 1 0 p "" 1 3 "x" { "u" } 0 p "" 1 2 0 p "" 1 3 0 t "" 0`),
			`players 2 title "t" 1[ <a> 2{infoset s}[ <l> 1{infoset x}[ <u> (0,0) ] ] <b> 2{infoset s}[ <l> 1{infoset "x (3)"}[ <u> 1{infoset x}[ <u> 1{infoset "x (3)"}[ <u> (0,0) ] ] ] ] ]`,
			`3 information sets hold several nodes. A search plays as if everybody saw the deals, which is another game.|The names of 1 information set are left out: "s".`},
		{ // Actions that differ from those of the first node.
			efg(`p "" 1 1 "" { "a" "b" } 0 p "" 2 1 "" { "l" } 0 t "" 0 p "" 2 1 "" { "r" } 0 t "" 0`),
			`players 2 title "t" 1[ <a> 2[ <l> (0,0) ] <b> 2[ <r> (0,0) ] ]`,
			`1 information set is split, since move 1 has the names "l" and "r"; all nodes of a set have the same mover and the same moves.`},
		{ // In a file of ours a node alone in its set keeps the name.
			`EFG 2 R "t" { "Player 1" "Player 2" } "Espalier: players 2" p "" 1 1 "(1,1)" { "1" } 0 p "" 2 1 "" { "1" } 0 t "" 1 { 4 5 }`,
			`players 2 title "t" 1{infoset "(1,1)"}[ 2[ (4,5) ] ]`, ""},
		{ // One player, and a comment that is none of ours.
			`EFG 2 R "t" { "I" } "Espalier" p "" 1 0 "door" { "a" "b" "a" } 0 t "z" 0 t "z" 1 "end" { -2 } t "z" 0`, `players 1 title "t" 1[ <a> z: (0) <b> z: (-2) <a> z: (0) ]`,
			`The comment of the file: Espalier|Players have numbers: 1 is "I".|The names of 1 information set are left out: "door".|The names of 1 outcome are left out: "end".`},
		{ // The header is restored from the comment, and numbers are no names in a file of ours.
			`EFG 2 R "t" { "Player 1" "Player 2" } "Espalier: players 2 maxsum 9 delta 1 outcomes (1,2)
and more" p "" 1 1 "" { "1" "3" } 0 t "" 1 { 4 5 } t "" 1`,
			`players 2 maxsum 9 delta 1 outcomes (1,2) title "t" 1[ (4,5) <3> (4,5) ]`,
			"The comment of the file: and more"},
		{`EFG 2 R "t" { "Max" "Min" } "Espalier: kind minimax" t "" 0`, `kind minimax title "t" 0`, ""},
		{`EFG 2 R "t" { "Player 1" "Player 2" } "Espalier: players 2 minp -1/3 maxp (1/7,2)" t "" 1 { -.1 .1 }`, `players 2 minp -1/3 maxp (1/7,2) title "t" (-0.1,0.1)`, ""},
		{`EFG 2 R "t" { "1" "2" } "" t "" 0`, `players 2 title "t" (0,0)`, ""},
		{ // The comment is ignored where the payoffs were changed since.
			`EFG 2 R "t" { "Player 1" "Player 2" } "Espalier: players 2 maxsum 8" t "" 1 { 4 5 }`,
			`players 2 title "t" (4,5)`,
			"The header in the comment is not used: line 1, column 70: the scores add up to 9, more than maxsum, which is 8. It reads: players 2 maxsum 8"},
		{`EFG 2 R "t" { "" } "Espalier: players 2" t "" 0`, `players 1 title "t" (0)`,
			"The header in the comment is not used: it has 2 players, and the game has 1. It reads: players 2"},
		{`EFG 2 R "t" { "" "" } "Espalier: kind minimax" t "" 1 { 2 -3 }`, `players 2 title "t" (2,-3)`,
			"The header in the comment is not used: it is that of a minimax tree, and the payoffs make a maxn tree. It reads: kind minimax"},
		{`EFG 2 R "t" { "" "" } "Espalier: all my own work" t "" 0`, `players 2 title "t" (0,0)`,
			`The header in the comment is not used: it cannot be read (line 1, column 1: "all" is not a word of the header, nor a label with a colon after it; there are kind, players, maxsum, minp, maxp, delta, outcomes and title).|` +
				"The comment of the file: Espalier: all my own work"},
		{ // Payoffs add up exactly, with any fractions.
			efg(efgMove(`1/3, 1/6`) + `t "" 2 "" { 2/3, 5/6 }`), `players 2 title "t" 1[ <x> (1,1) ]`, ""},
		{efg(efgMove(`1/3, 2`) + `t "" 2 "" { 1/3, 2 }`), `players 2 title "t" 1[ <x> (2/3,4) ]`, ""},
		{efg(`p "" 2 7 { "x" } 1 { 5, 5 } t "" 2 { -5, -5 }`), `players 2 title "t" 2[ <x> (0,0) ]`, ""},
	} {
		got, err := readEFG(t.Context(), c.file)
		if c.want == "" {
			if err == nil || err.Error() != c.notes {
				t.Errorf("%s = %v, %v, want the error %s", c.file, got, err, c.notes)
			}
			continue
		}
		want, wrong := trees.ReadText(c.want)
		if wrong != nil {
			t.Fatal(c.want, wrong)
		}
		if err != nil {
			t.Errorf("%s = %v", c.file, err)
			continue
		}
		if diff := treetest.Diff(got.Tree, want); diff != "" {
			t.Errorf("%s = %s, want %s: %s", c.file, got.Tree.Text(), c.want, diff)
		}
		if said := strings.Join(got.Notes, "|"); said != c.notes {
			t.Errorf("%s has the notes\n%s\nwant\n%s", c.file, said, c.notes)
		}
	}
}

func TestRefusedEFG(t *testing.T) {
	for _, c := range refusedEFG {
		_, err := readEFG(t.Context(), c.input)
		if err == nil || err.Error() != c.want {
			t.Errorf("%q\n= %v\nwant %s", c.input, err, c.want)
			continue
		}
		treetest.WantError(t, err)
	}
}

// manyFractions returns moves that pay fractions with long denominators
// without common factors.
func manyFractions(n int) string {
	var b strings.Builder
	for i := range n {
		under := new(big.Int).Add(new(big.Int).Lsh(big.NewInt(1), 120), big.NewInt(int64(2*i+1)))
		fmt.Fprintf(&b, `p "" 1 %d { "x" } %d { 1/%s, 0 } `, i+1, i+1, under)
	}
	return b.String() + `t "" 0`
}

var refusedEFG = []struct{ input, want string }{
	{"",
		`line 1, column 1: expected a game of Gambit, which begins with EFG 2 R "title" { "player 1" "player 2" }, found the end of the text`},
	{`players 2 (1,2)`,
		`line 1, column 1: expected a game of Gambit, which begins with EFG 2 R "title" { "player 1" "player 2" }, found "players"`},
	{`NFG 1 R "t" { "1" "2" } { 2 2 }`,
		`line 1, column 1: this is a game in normal form (a strategic game), a table of payoffs without a tree; the extensive form of the game, which begins with EFG 2 R, can be read`},
	{`<?xml version="1.0"?>`,
		`line 1, column 1: this is XML, such as a workbook of Gambit (.gbt); a file that can be read is exported as .efg, and begins with EFG 2 R`},
	{`EFG 1 R "t" { "1" } t "" 0`,
		`line 1, column 5: expected 2 after EFG, the version of the format that is read, found the number 1`},
	{`EFG R "t" { "1" } t "" 0`,
		`line 1, column 5: expected 2 after EFG, the version of the format that is read, found "R"`},
	{`EFG 2 "t" { "1" } t "" 0`,
		`line 1, column 7: expected R after EFG 2, found a text in double quotes`},
	{`EFG 2 R { "1" } t "" 0`,
		`line 1, column 9: expected the title in double quotes, found "{"`},
	{`EFG 2 R "t { 1 } t 0`,
		`line 1, column 9: the text in quotes that begins here is not closed`},
	{`EFG 2 R "t\`,
		`line 1, column 9: the text in quotes that begins here is not closed`},
	{`EFG 2 R "t" "1" t "" 0`,
		`line 1, column 13: expected "{" and the names of the players, found a text in double quotes`},
	{`EFG 2 R "t" { } t "" 0`,
		`line 1, column 15: expected the name of a player in double quotes, found "}"`},
	{`EFG 2 R "t" { "1" "2" 3 } t "" 0`,
		`line 1, column 23: expected another name in double quotes, or "}", found the number 3`},
	{`EFG 2 R "t" { "1" "2" "3" "4" "5" "6" "7" "8" "9" } t "" 0`,
		fmt.Sprintf(`line 1, column 47: there are more than %d players, the most that a tree has`, trees.MaxPlayers)},
	{"EFG 2 R \"t\xff\" { \"1\" } t \"\" 0",
		`line 1, column 11: the byte 0xFF is not UTF-8`},
	{efg(``),
		`line 1, column 42: expected a node, which begins with p (a player moves), c (chance moves) or t (the game ends), then its name in double quotes, found the end of the text`},
	{efg(`x "" 0`),
		`line 1, column 42: expected a node, which begins with p (a player moves), c (chance moves) or t (the game ends), then its name in double quotes, found "x"`},
	{efg(`t "" 0 t "" 0`),
		`line 1, column 49: expected nothing more, since every action has its node, found "t"`},
	{efg(`t a 0`),
		`line 1, column 44: expected the name of the node in double quotes, found "a"`},
	{efg(`t "" "x"`),
		`line 1, column 47: expected the number of the outcome, 0 for none, found a text in double quotes`},
	{efg(`t "" 1`),
		`line 1, column 47: outcome 1 is described nowhere: its payoffs in braces are missing, such as 1 "" { 3, 1 }`},
	{efg(`t "" 1 "one"`),
		`line 1, column 54: expected "{" and the payoffs of outcome 1, found the end of the text`},
	{efg(`t "" 0 "none"`),
		`line 1, column 47: outcome 0 is no outcome, and has neither name nor payoffs; number this one from 1`},
	{efg(`t "" 0 { 1, 2 }`),
		`line 1, column 47: outcome 0 is no outcome, and has neither name nor payoffs; number this one from 1`},
	{efg(`t "" 1.5 { 1, 2 }`),
		`line 1, column 47: 1.5 is not a whole number from 0 to 2147483647, as is the number of the outcome, 0 for none`},
	{efg(`t "" -1 { 1, 2 }`),
		`line 1, column 47: -1 is not a whole number from 0 to 2147483647, as is the number of the outcome, 0 for none`},
	{efg(`t "" 99999999999 { 1, 2 }`),
		`line 1, column 47: 99999999999 is not a whole number from 0 to 2147483647, as is the number of the outcome, 0 for none`},
	{efg(`t "" 1 "" { 1 }`),
		`line 1, column 52: 1 payoff in the braces; this game has 2 players`},
	{efg(`t "" 1 "" { 1 2 3 4 5 6 7 8 9 }`),
		`line 1, column 52: 9 payoffs in the braces; this game has 2 players`},
	{efg(`c "" 1 "" { "x" 1/2 "y" 1/3 } 0 t "" 0 t "" 0`),
		`line 1, column 52: the probabilities of this chance node add up to 5/6, not to 1`},
	{efg(`c "" 1 "" { "x" 3/2 } 0 t "" 0`),
		`line 1, column 58: 1.5 is not a probability from 0 to 1`},
	{efg(`c "" 1 "" { "x" } 0 t "" 0`),
		`line 1, column 58: expected the probability of this move, such as 1/2, found "}"`},
	{efg(`c "" 1 0 t "" 0`),
		`line 1, column 49: expected "{" and the moves of chance with their probabilities, found the number 0`},
	{efg(`c "" 1 "" { "x" 1 } 0 q "" 0`),
		`line 1, column 64: expected a node, which begins with p (a player moves), c (chance moves) or t (the game ends), then its name in double quotes, found "q"`},
	{efg(`t "" 1 "" { 1/4611686018427387905, 2 }`),
		`line 1, column 54: 1/4611686018427387905 is too large or too fine: as a fraction it has a side larger than 4611686018427387904, the most that is allowed`},
	{efg(`c "" 1 "" { "x" 1/99999999999999999999 "y" 99999999999999999998/99999999999999999999 } 0 t "" 0 t "" 0`),
		`line 1, column 58: the probability 1/99999999999999999999 is a fraction with a side larger than 4611686018427387904, the most that is allowed; use a simpler fraction`},
	{efg(`t "" 1 "" { 1, x }`),
		`line 1, column 57: expected a payoff for each of 2 players, then "}", found "x"`},
	{efg(`t "" 1 "" { 1,, 2 }`),
		`line 1, column 56: expected a payoff for each of 2 players, then "}", found ","`},
	{efg(`t "" 1 "" { 1, 2`),
		`line 1, column 58: expected a payoff for each of 2 players, then "}", found the end of the text`},
	{efg(manyFractions(20)),
		`line 1, column 306: the fractions that player 1 is paid on the way here add up to one whose denominator is too long; write them with fewer digits`},
	{efg(`t "" 1 "" { 1/0, 2 }`),
		`line 1, column 54: 1/0 divides by 0`},
	{efg(`t "" 1 "" { 1/-2, 2 }`),
		`line 1, column 55: expected a payoff for each of 2 players, then "}", found "/"`},
	{efg(`t "" 1 "" { 1.5/2, 2 }`),
		`line 1, column 54: "1.5/2" is not a number; a fraction has digits on both sides, such as -3/4`},
	{efg(`t "" 1 "" { 1/` + strings.Repeat("1", 41) + `, 2 }`),
		`line 1, column 54: 1/11111111111111111111111111111111111111… is too long; a fraction has at most 40 digits on either side`},
	{efg(`t "" 1 "" { ., 2 }`),
		`line 1, column 54: expected a payoff for each of 2 players, then "}", found "."`},
	{efg(`t "" 1 "" { --1, 2 }`),
		`line 1, column 54: expected a payoff for each of 2 players, then "}", found "-"`},
	{efg(`t "" 1 "" { 1-1, 2 }`),
		`line 1, column 52: 3 payoffs in the braces; this game has 2 players`},
	{efg(`t "" 1 "" { 1e, 2 }`),
		`line 1, column 55: expected a payoff for each of 2 players, then "}", found "e"`},
	{efg("\np \"\" 1 1 \"\" { \"x\" \"y\" } 0\nt \"\" 2 \"\" { 1, 2 }\nt \"\" 2 \"\" { 2, 2 }"),
		`line 4, column 6: outcome 2 has other payoffs at line 3, column 6; other payoffs need a number of their own`},
	{efg("\nc \"\" 1 \"\" { \"x\" 1/2 \"y\" 1/2 } 0\nt \"\" 2 \"\" { 1, 2 }\nt \"\" 2 \"\" { 2, 2 }"),
		`line 4, column 6: outcome 2 has other payoffs at line 3, column 6; other payoffs need a number of their own`},
	{efg(`p "" 1 1 0 t "" 0`),
		`line 1, column 51: expected "{" and the actions of information set 1 of player 1, found the number 0`},
	{efg(`p "" 1 1 "set" 0 t "" 0`),
		`line 1, column 57: expected "{" and the actions of information set 1 of player 1, found the number 0`},
	{efg(`p "" 1 1 "" { } 0 t "" 0`),
		`line 1, column 56: expected the name of an action in double quotes; a node without actions is terminal and begins with t, found "}"`},
	{efg(`p "" 1 1 "" { "x" 1/2 } 0 t "" 0`),
		`line 1, column 60: expected another action in double quotes, or "}", found the number 1/2`},
	{efg(`p "" 3 1 "" { "x" } 0 t "" 0`),
		`line 1, column 47: there is no player 3; this game has 2 players`},
	{efg(`p "" 0 1 "" { "x" } 0 t "" 0`),
		`line 1, column 47: 0 is not a whole number from 1 to 2147483647, as is the number of the player who moves`},
	{efg(`p "" 1 1 "" { "x" "y" } 0 t "" 0`),
		`line 1, column 42: the node has 2 actions, and the file ends before the node of action 2`},
	{efg(`p "" 1 1 "" { "x" } 0`),
		`line 1, column 42: the node has 1 action, and the file ends before the node of action 1`},
}

func TestLimitsOfEFG(t *testing.T) {
	wide := func(n int) string {
		return efg(`p "" 1 1 "" {` + strings.Repeat(`""`, n-1) + `} 0 ` + strings.Repeat("t\"\"0", n-1))
	}
	deep := func(levels int) string {
		var b strings.Builder
		for n := range levels - 1 {
			fmt.Fprintf(&b, `p "" 1 %d "" { "" } 0 `, n+1)
		}
		return efg(b.String() + `t "" 0`)
	}
	for _, c := range []struct {
		name, file, want string
	}{
		{"bytes", strings.Repeat(" ", trees.MaxBytes+1), fmt.Sprintf("text: it has %d bytes; a tree has at most %d", trees.MaxBytes+1, trees.MaxBytes)},
		{"nodes", wide(trees.MaxNodes + 1), fmt.Sprintf("line 1, column 1500055: a tree has at most %d nodes", trees.MaxNodes)},
		{"levels", deep(trees.MaxLevels + 1), fmt.Sprintf("line 1, column 97239: a tree has at most %d levels", trees.MaxLevels)},
		{"long outcomes", "EFG 2 R \"\" {" + strings.Repeat(`""`, 8) + "} p \"\" 1 1 \"\" {" + strings.Repeat(`""`, 100_000) + "} 0 t \"\" 1 {" +
			strings.Repeat(" 999999999.999999", 8) + "}" + strings.Repeat(`t"" 1`, 99_999), fmt.Sprintf("document: written out as JSON it has 14800087 bytes; a document has at most %d", trees.MaxBytes)},
	} {
		start := treetest.ProcessorTime()
		_, err := readEFG(t.Context(), c.file)
		if err == nil || err.Error() != c.want || !err.(*trees.Error).OverLimit {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
		if spent := treetest.ProcessorTime() - start; spent > 5*time.Second {
			t.Errorf("%s: refused after %v", c.name, spent)
		}
	}
	for _, file := range []string{wide(trees.MaxNodes), deep(trees.MaxLevels)} {
		if _, err := readEFG(t.Context(), file); err != nil {
			t.Errorf("ReadEFG of as much as may be: %v", err)
		}
	}
}

// Fractions whose common denominator grows with each of them are refused at the one that is too
// much, and not after minutes.
func TestLongFractionsOfEFG(t *testing.T) {
	var b strings.Builder
	const moves = 4_000
	b.WriteString(`c "" 1 "" {`)
	for i := range moves {
		fmt.Fprintf(&b, ` "" 1/9%037d`, 2*i+1)
	}
	_, err := readEFG(t.Context(), efg(b.String()+` } 0 `+strings.Repeat(`t "" 0 `, moves)))
	const want = "line 1, column 233: the probabilities up to this one have a common denominator that is too long; write them with fewer digits, such as 1/3 or 0.25"
	if err == nil || err.Error() != want {
		t.Errorf("%d probabilities of 38 digits: %v, want %s", moves, err, want)
	}
	// Long fractions that come to short ones are read.
	long := strings.Repeat("9", 40)
	got, err := readEFG(t.Context(), efg(`p "" 1 1 "" { "" } 1 { 1/`+long+`, 1 } t "" 2 { `+strings.Repeat("9", 39)+`8/`+long+`, 1 }`))
	if err != nil {
		t.Fatal(err)
	}
	if v, _ := got.Tree.Value(1); v[0] != got.Tree.Unit {
		t.Errorf("1/n and (n-1)/n come to %s", v[0].In(got.Tree.Unit))
	}
}
