package trees_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"espalier/trees"
	"espalier/trees/treetest"
)

func readEFG(src string) (*trees.Tree, error) {
	t, _, err := trees.ReadEFG(src)
	return t, err
}

func TestRejectedEFG(t *testing.T) { testRefused(t, "ReadEFG", readEFG, refusedEFG) }

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

var refusedEFG = []refusal{
	{"",
		`line 1, column 1: expected a game of Gambit, which begins with EFG 2 R "title" { "player 1" "player 2" }, found the end of the file`},
	{`players 2 (1,2)`,
		`line 1, column 1: expected a game of Gambit, which begins with EFG 2 R "title" { "player 1" "player 2" }, found "players"`},
	{`NFG 1 R "t" { "1" "2" } { 2 2 }`,
		`line 1, column 1: this is a game in normal form, a table without a tree; a file that holds a tree begins with EFG 2 R`},
	{`<?xml version="1.0"?>`,
		`line 1, column 1: this is XML, such as a workbook of Gambit (.gbt); a file that can be read is exported as .efg, and begins with EFG 2 R`},
	{`EFG 1 R "t" { "1" } t "" 0`,
		`line 1, column 5: expected 2 after EFG, the version of the format that is read, found the number 1`},
	{`EFG R "t" { "1" } t "" 0`,
		`line 1, column 5: expected 2 after EFG, the version of the format that is read, found "R"`},
	{`EFG 2 D "t" { "1" } t "" 0`,
		`line 1, column 7: EFG 2 D is the format for inexact numbers; write R in place of D, and every number is read as it stands`},
	{`EFG 2 "t" { "1" } t "" 0`,
		`line 1, column 7: expected R after EFG 2, found a text in double quotes`},
	{`EFG 2 R { "1" } t "" 0`,
		`line 1, column 9: expected the title in double quotes, found "{"`},
	{`EFG 2 R "t { 1 } t 0`,
		`line 1, column 9: the text that begins here is not closed`},
	{`EFG 2 R "t\`,
		`line 1, column 9: the text that begins here is not closed`},
	{`EFG 2 R "t" "1" t "" 0`,
		`line 1, column 13: expected "{" and the names of the players, found a text in double quotes`},
	{`EFG 2 R "t" { } t "" 0`,
		`line 1, column 15: expected the name of a player in double quotes, found "}"`},
	{`EFG 2 R "t" { "1" "2" 3 } t "" 0`,
		`line 1, column 23: expected another name in double quotes, or "}", found the number 3`},
	{`EFG 2 R "t" { "1" "2" "3" "4" "5" "6" "7" "8" "9" } t "" 0`,
		`line 1, column 47: there are more than 8 players, the most that a tree has`},
	{"EFG 2 R \"t\xff\" { \"1\" } t \"\" 0",
		`line 1, column 11: the byte 0xFF is not UTF-8; save the file as UTF-8`},
	{`EFG 2 R "` + strings.Repeat("t", 201) + `" { "1" } t "" 0`,
		`line 1, column 9, title: the title has 201 characters; a title has at most 200`},
	{efg(``),
		`line 1, column 42: expected a node, which begins with p (a player moves) or t (the game ends), then its name in double quotes, found the end of the file`},
	{efg(`x "" 0`),
		`line 1, column 42: expected a node, which begins with p (a player moves) or t (the game ends), then its name in double quotes, found "x"`},
	{efg(`t "" 0 t "" 0`),
		`line 1, column 49: expected nothing more, since every action has its node, found "t"`},
	{efg(`t a 0`),
		`line 1, column 44: expected the name of the node in double quotes, found "a"`},
	{efg(`t "" "x"`),
		`line 1, column 47: expected the number of the outcome, 0 for none, found a text in double quotes`},
	{efg(`t "` + strings.Repeat("é", 65) + `" 0`),
		`line 1, column 42, root.label: the label has 65 characters; a label has at most 64`},
	{efg(`t "" 1`),
		`line 1, column 48: expected "{" and the payoffs of outcome 1, which is not described before, found the end of the file`},
	{efg(`t "" 1 "one"`),
		`line 1, column 54: expected "{" and the payoffs of outcome 1, which is not described before, found the end of the file`},
	{efg(`t "" 0 "none"`),
		`line 1, column 47, root: outcome 0 is no outcome, and has neither name nor payoffs; number this one from 1`},
	{efg(`t "" 0 { 1, 2 }`),
		`line 1, column 47, root: outcome 0 is no outcome, and has neither name nor payoffs; number this one from 1`},
	{efg(`t "" 1.5 { 1, 2 }`),
		`line 1, column 47: 1.5 is not a whole number from 0 to 2147483647, as is the number of the outcome, 0 for none`},
	{efg(`t "" -1 { 1, 2 }`),
		`line 1, column 47: -1 is not a whole number from 0 to 2147483647, as is the number of the outcome, 0 for none`},
	{efg(`t "" 99999999999 { 1, 2 }`),
		`line 1, column 47: 99999999999 is not a whole number from 0 to 2147483647, as is the number of the outcome, 0 for none`},
	{efg(`t "" 1 "" { 1 }`),
		`line 1, column 52, root: 1 payoff in the braces; this game has 2 players`},
	{efg(`t "" 1 "" { 1 2 3 4 5 6 7 8 9 }`),
		`line 1, column 52, root: 9 payoffs in the braces; this game has 2 players`},
	{efg(`t "" 1 "" { 1, x }`),
		`line 1, column 57: expected a payoff for each of 2 players, then "}", found "x"`},
	{efg(`t "" 1 "" { 1,, 2 }`),
		`line 1, column 56: expected a payoff for each of 2 players, then "}", found ","`},
	{efg(`t "" 1 "" { 1, 2`),
		`line 1, column 58: expected a payoff for each of 2 players, then "}", found the end of the file`},
	{efg(`t "" 1 "" { 1/3, 2 }`),
		`line 1, column 54, root: the payoff of player 1: 1/3 cannot be written with 6 decimal places, which scores have; multiply all payoffs by the same number, so that it can`},
	{efg(efgMove(`1/3, 2`) + `t "" 2 "" { 1/3, 2 }`),
		`line 1, column 72, root.children[0]: player 1 is paid 2/3 in all on the way here, which cannot be written with 6 decimal places, which scores have; multiply all payoffs by the same number, so that it can`},
	{efg(efgMove(`1/3, 2`) + `t "" 0`),
		`line 1, column 72, root.children[0]: player 1 is paid 1/3 in all on the way here, which cannot be written with 6 decimal places, which scores have; multiply all payoffs by the same number, so that it can`},
	{efg(manyFractions(20)),
		`line 1, column 306, root.children[0].children[0].children[0].children[0]: the fractions that player 1 is paid on the way to it add up to one whose denominator has more than 154 digits; write the numbers on the way to it with fewer digits, or multiply all payoffs by the same number`},
	{efg(`t "" 1 "" { 1/0, 2 }`),
		`line 1, column 54, root: the payoff of player 1: 1/0 divides by 0`},
	{efg(`t "" 1 "" { 1/-2, 2 }`),
		`line 1, column 54, root: the payoff of player 1: "1/-2" is not a number; a fraction has digits on both sides, such as -3/4`},
	{efg(`t "" 1 "" { 1.5/2, 2 }`),
		`line 1, column 54, root: the payoff of player 1: "1.5/2" is not a number; a fraction has digits on both sides, such as -3/4`},
	{efg(`t "" 1 "" { 1/` + strings.Repeat("1", 41) + `, 2 }`),
		`line 1, column 54, root: the payoff of player 1: 1/11111111111111111111111111111111111111… is too long; a fraction has at most 40 digits on either side`},
	{efg(`t "" 1 "" { 2000000002/2, 2 }`),
		`line 1, column 54, root: the payoff of player 1: 2000000002/2 is larger than 1000000000 in size, the largest number that is allowed`},
	{efg(`t "" 1 "" { -.0000001, 2 }`),
		`line 1, column 54, root: the payoff of player 1: -.0000001 has more than 6 decimal places`},
	{efg(`t "" 1 "" { 1e10, 2 }`),
		`line 1, column 54, root: the payoff of player 1: 1e10 is larger than 1000000000 in size, the largest number that is allowed`},
	{efg(`t "" 1 "" { ., 2 }`),
		`line 1, column 54, root: the payoff of player 1: "." is not a number`},
	{efg(`t "" 1 "" { --1, 2 }`),
		`line 1, column 54, root: the payoff of player 1: "--1" is not a number`},
	{efg(`t "" 1 "" { 1-1, 2 }`),
		`line 1, column 54, root: the payoff of player 1: "1-1" is not a number`},
	{efg(`t "" 1 "" { 1e, 2 }`),
		`line 1, column 54, root: the payoff of player 1: "1e" is not a number`},
	{efg(`p "" 1 1 "" { "x" } 1 "" { 600000000, 0 } t "" 2 "" { 600000000, 0 }`),
		`line 1, column 84, root.children[0].value: 1200000000 is larger than 1000000000, the largest score`},
	{efg("\np \"\" 1 1 \"\" { \"x\" \"y\" } 0\nt \"\" 2 \"\" { 1, 2 }\nt \"\" 2 \"\" { 2, 2 }"),
		`line 4, column 6, root.children[1]: outcome 2 has other payoffs at line 3, column 6; other payoffs need a number of their own`},
	{efg("\nc \"\" 1 \"\" { \"x\" 1/2 \"y\" 1/2 } 0\nt \"\" 2 \"\" { 1, 2 }\nt \"\" 2 \"\" { 2, 2 }"),
		`line 2, column 1: this is a chance node; in a tree here only players move. Put the move that chance makes in its place, or each of them in a file of its own`},
	{efg("\np \"\" 1 1 \"\" { \"x\" \"y\" } 0\np \"\" 2 1 \"\" { \"x\" } 0\nt \"\" 0\np \"\" 2 1 \"\" { \"x\" } 0\nt \"\" 0"),
		`line 5, column 8, root.children[1]: information set 1 of player 2 holds this node and the one at line 3, column 1: the player could not tell them apart. In a tree here every player sees all; give each node an information set of its own`},
	{efg("\np \"\" 1 1 \"\" { \"x\" } 0\np \"\" 1 1 0\nt \"\" 0"),
		`line 3, column 8, root.children[0]: information set 1 of player 1 holds this node and the one at line 2, column 1: the player could not tell them apart. In a tree here every player sees all; give each node an information set of its own`},
	{efg(`p "" 1 1 0 t "" 0`),
		`line 1, column 51: expected "{" and the actions of information set 1 of player 1, found the number 0`},
	{efg(`p "" 1 1 "set" 0 t "" 0`),
		`line 1, column 57: expected "{" and the actions of information set 1 of player 1, found the number 0`},
	{efg(`p "" 1 1 "" { } 0 t "" 0`),
		`line 1, column 56: expected the name of an action in double quotes; a node without actions is terminal and begins with t, found "}"`},
	{efg(`p "" 1 1 "" { "x" 1/2 } 0 t "" 0`),
		`line 1, column 60: expected another action in double quotes, or "}", found the number 1/2`},
	{efg(`p "" 3 1 "" { "x" } 0 t "" 0`),
		`line 1, column 47, root.player: player 3 is out of range: this game has 2 players`},
	{efg(`p "" 0 1 "" { "x" } 0 t "" 0`),
		`line 1, column 47: 0 is not a whole number from 1 to 2147483647, as is the number of the player who moves`},
	{efg(`p "" 1 0 "" { "x" } 0 t "" 0`),
		`line 1, column 49: 0 is not a whole number from 1 to 2147483647, as is the number of the information set`},
	{efg(`p "" 1 1 "" { "x" "y" } 0 t "" 0`),
		`line 1, column 42, root: the node has 2 actions, and the file ends before the node of action 2`},
	{efg(`p "" 1 1 "" { "x" } 0`),
		`line 1, column 42, root: the node has 1 action, and the file ends before the node of action 1`},
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
		{"bytes", strings.Repeat(" ", trees.MaxBytes+1), "efg: it has 8388609 bytes; a tree has at most 8388608"},
		{"nodes", wide(trees.MaxNodes + 1), "line 1, column 42, root.children: a tree has at most 250000 nodes"},
		{"levels", deep(trees.MaxLevels + 1), "line 1, column 97215, root: a tree has at most 4096 levels"},
		{"long outcomes", "EFG 2 R \"\" {" + strings.Repeat(`""`, 8) + "} p \"\" 1 1 \"\" {" + strings.Repeat(`""`, 100_000) + "} 0 t \"\" 1 {" +
			strings.Repeat(" 999999999.999999", 8) + "}" + strings.Repeat(`t"" 1`, 99_999), "document: written out as JSON it has 14800087 bytes; a document has at most 8388608"},
	} {
		start := treetest.ProcessorTime()
		_, err := readEFG(c.file)
		if err == nil || err.Error() != c.want || !err.(*trees.Error).OverLimit {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
		if spent := treetest.ProcessorTime() - start; spent > 5*time.Second {
			t.Errorf("%s: refused after %v", c.name, spent)
		}
	}
	for _, file := range []string{wide(trees.MaxNodes), deep(trees.MaxLevels)} {
		if _, err := readEFG(file); err != nil {
			t.Errorf("ReadEFG of as much as may be: %v", err)
		}
	}
}
