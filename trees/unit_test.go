package trees_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"espalier/trees"
)

// Fractions, nine places, large numbers and chance are read exactly and written back as they are.
func TestExactNumbers(t *testing.T) {
	for _, c := range []struct {
		text string
		unit trees.Score
	}{
		{"players 2 (0.5,-1)", trees.Unit},
		{"players 3 (1/3,1/7,0)", 21 * trees.Unit},
		{"players 2 (0.000000001,-1000000000)", 1000 * trees.Unit},
		{"kind minimax 1000000000000000", 1},
		{"kind minimax 4611686018427387904", 1},
		{"kind minimax max[ 1/3 1000000000000000 ]", 3},
		{"players 2 maxsum 7/3 minp -1/3 maxp (2,2.5) delta 1/6 (2,1/3)", 3 * trees.Unit},
		{"kind minimax *[ 1 2 4 ]", 3 * trees.Unit},
		{"kind minimax *[ @0.5 3 @1/3 *[ @1/7 1 @6/7 0 ] @1/6 0 ]", 21 * trees.Unit},
		{"kind minimax *[ @0.5 1/3 @0.5 1 ]", 3 * trees.Unit},
		{"kind minimax *[ @0 1/3 @1 1 ]", 3 * trees.Unit},
		{"kind path [ +1/3 . +2.5 . ]", 3 * trees.Unit},
		{`players 2 1[ <Left> (1,2) <"go on"> 2[ <l1> (0,0) <"1/2"> (1,1) ] ]`, trees.Unit},
	} {
		text := c.text
		tree, err := trees.ReadText(text)
		if err != nil {
			t.Errorf("ReadText(%s): %v", text, err)
			continue
		}
		if tree.Unit != c.unit {
			t.Errorf("%s: the unit is %d, want %d", text, tree.Unit, c.unit)
		}
		if got := strings.Join(strings.Fields(tree.Text()), " "); got != text {
			t.Errorf("%s is written %s", text, got)
		}
		doc := tree.AppendJSON(nil)
		back, err := trees.ReadJSON(doc)
		if err != nil || back.Text() != tree.Text() || back.Unit != tree.Unit {
			t.Errorf("%s: the document %s is read as %v, %v", text, doc, back, err)
		}
	}
}

func TestNumbersRefused(t *testing.T) {
	for text, want := range map[string]string{
		"kind minimax max[ 1/4611686018427387904 1/3 ]":                 "line 1, column 41: 1/3 has a denominator whose least common multiple with those of the numbers before it is larger than 4611686018427387904, the most that is allowed; use simpler fractions",
		"kind minimax max[ 4611686018427387904 1/3 ]":                   "line 1, column 19: 4611686018427387904 counts more than 4611686018427387904 parts of 1/3, the common denominator of the numbers; use smaller numbers or fewer decimal places",
		"players 2 (4611686018427387904,1)":                             "line 1, column 11, root: the scores are too large to add up: counted in parts of 1/1, the common denominator of the tree's numbers, they come to more than 4611686018427387904; use smaller numbers or fewer decimal places",
		"kind minimax *[ @1/2 1 @1/3 0 ]":                               "line 1, column 14, root.children: the probabilities of the children add up to 5/6, not to 1",
		"kind minimax *[ @1/2 1 0 ]":                                    "line 1, column 14, root.children: this chance node has 1 probability for 2 children; give one to all of them, or to none if all are equal",
		"kind minimax *[ @3/2 1 @-1/2 0 ]":                              "line 1, column 17, root.children[0].prob: 1.5 is not a probability from 0 to 1",
		"kind minimax max[ @1/2 1 0 ]":                                  "line 1, column 19, root.children[0].prob: only a child of a chance node has a probability",
		"kind path *[ . . ]":                                            "line 1, column 11, root.chance: a path tree has no chance nodes: its player chooses every edge",
		"kind minimax <a> 5":                                            "line 1, column 14, root.action: no move leads to the root, so it has no name",
		"kind minimax @1 5":                                             "line 1, column 14, root.prob: nothing leads to the root, so it has no probability",
		"kind minimax max[ <a b> 5 ]":                                   `line 1, column 22: expected ">" after the name of the move; put more than one word in double quotes, found "b"`,
		"kind minimax *[ 1 ] 2":                                         "line 1, column 21: expected nothing more, since the tree ends here, found the number 2",
		"kind minimax *5":                                               `line 1, column 15: expected "[" and the outcomes of chance, found the number 5`,
		"kind minimax " + nested(40) + " 1 " + strings.Repeat(" ]", 40): "",
	} {
		_, err := trees.ReadText(text)
		switch {
		case want == "" && (err == nil || !strings.Contains(err.Error(), "the probabilities on the way here have a common denominator")):
			t.Errorf("ReadText(%.60s…) = %v, want an error about the common denominator of the probabilities", text, err)
		case want != "" && (err == nil || err.Error() != want):
			t.Errorf("ReadText(%s) = %v\nwant %s", text, err, want)
		}
	}
}

// nested opens chance nodes, one below another, whose probabilities have different denominators.
func nested(levels int) string {
	var b strings.Builder
	for i := range levels {
		fmt.Fprintf(&b, "*[ @%d/%d 0 @1/%d ", 100+i, 101+i, 101+i)
	}
	return b.String()
}

// The expectation of every chance node is a whole number of units, whatever the fractions are.
func TestExpectationsAreWhole(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 1))
	for range 3_000 {
		text := "kind minimax " + randomChance(rng, 3)
		tree, err := trees.ReadText(text)
		if err != nil {
			if strings.Contains(err.Error(), "denominator") {
				continue
			}
			t.Fatalf("%s: %v", text, err)
		}
		values := make([]trees.Score, tree.Len())
		exact := make([]*big.Rat, tree.Len())
		for n := tree.Len() - 1; n >= 0; n-- {
			if tree.IsLeaf(n) {
				v, _ := tree.Value(n)
				values[n], exact[n] = v[0], big.NewRat(int64(v[0]), int64(tree.Unit))
				continue
			}
			exact[n] = new(big.Rat)
			for _, k := range tree.Kids(n) {
				p := tree.Prob(int(k))
				values[n] += values[k] / p.Unit * p.Score
				exact[n].Add(exact[n], new(big.Rat).Mul(big.NewRat(int64(p.Score), int64(p.Unit)), exact[k]))
			}
			if got := big.NewRat(int64(values[n]), int64(tree.Unit)); got.Cmp(exact[n]) != 0 {
				t.Fatalf("%s: the expectation of %s is %v, want %v", text, tree.Name(n), got, exact[n])
			}
		}
	}
}

func randomChance(rng *rand.Rand, levels int) string {
	if levels == 0 || rng.IntN(4) == 0 {
		return fmt.Sprintf("%d/%d", rng.IntN(41)-20, 1+rng.IntN(6))
	}
	n, left := 1+rng.IntN(3), 1+rng.IntN(12)
	whole := left
	var b strings.Builder
	b.WriteString("*[")
	for i := range n {
		part := rng.IntN(left + 1)
		if i == n-1 {
			part = left
		}
		left -= part
		fmt.Fprintf(&b, " @%d/%d %s", part, whole, randomChance(rng, levels-1))
	}
	return b.String() + " ]"
}

// An edit with a number that needs another unit is applied, undone, merged and saved exactly.
func TestEditsInOtherUnits(t *testing.T) {
	tree, err := trees.ReadText("players 3 maxsum 9 1[ (5,2,2) 2[ (1,1,0.5) (3,3,3) ] ]")
	if err != nil {
		t.Fatal(err)
	}
	draft := trees.NewDraft(tree)
	var changes []*trees.Change
	for _, src := range []string{
		`{"op":"set","nodes":[2],"value":["1/3","-7/2",0.000000001]}`,
		`{"op":"header","maxsum":"28/3"}`,
		`{"op":"paste","to":3,"text":"(1/7,0,0)"}`,
		`{"op":"header","players":2}`,
		`{"op":"header","players":3}`,
		`{"op":"set","nodes":[2],"value":[1000000000000000,0,0]}`,
		`{"op":"set","nodes":[2],"value":[1,2,3]}`,
	} {
		e, err := trees.ReadEdit([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		a, err := draft.Apply(e)
		if strings.Contains(src, "1000000000000000") {
			if err == nil || !strings.Contains(err.Error(), "common denominator") {
				t.Errorf("%s = %v, want an error: in parts of 1/21000000000 it is too large", src, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", src, err)
		}
		change := trees.Diff(draft, a.Draft)
		read, err := trees.ReadChange(change.AppendJSON(nil))
		if err != nil {
			t.Fatalf("%s: the change %s: %v", src, change.AppendJSON(nil), err)
		}
		changes = append(changes, read)
		saved, err := trees.ReadDraft(a.Draft.AppendJSON(nil))
		if err != nil || saved.Tree().Text() != a.Draft.Tree().Text() {
			t.Fatalf("%s: the draft is read back as %v, %v", src, saved, err)
		}
		draft = saved
	}
	if got, want := line(draft), "players 3 maxsum 28/3 1[ (1,2,3) 2[ (1,1,0.5) (3,3,3) (1/7,0,0) ] ]"; got != want {
		t.Errorf("after the edits: %s, want %s", got, want)
	}
	for i := len(changes) - 1; i >= 0; i-- {
		if draft, err = draft.Merge(changes[i].Inverse()); err != nil {
			t.Fatalf("undo of %d: %v", i, err)
		}
	}
	if got := line(draft); got != strings.Join(strings.Fields(tree.Text()), " ") || draft.Tree().Unit != trees.Unit {
		t.Errorf("after undo: %s in units of 1/%d", got, draft.Tree().Unit)
	}
}
