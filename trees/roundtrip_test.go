package trees_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"espalier/trees"
	"espalier/trees/treetest"
)

// shapes returns the kinds of tree that both notations must represent.
func shapes(rng *rand.Rand) treetest.Shape {
	steps := []trees.Score{trees.Unit, trees.Unit / 2, trees.Unit / 10, 1, 1_000 * trees.Unit}
	coin := func() bool { return rng.IntN(2) == 0 }
	return treetest.Shape{
		Kind: trees.Kind(rng.IntN(3)), MaxNodes: 1 + rng.IntN(60), MaxKids: 1 + rng.IntN(6), MaxLevel: 1 + rng.IntN(8),
		Step: steps[rng.IntN(len(steps))], OutOfTurn: coin(), Uneven: coin(), BelowSum: coin(),
		Bounds: coin(), Static: coin(), Decorated: coin(),
	}
}

func TestRoundTrips(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3_000 {
		roundTrip(t, treetest.Random(rng, shapes(rng)))
	}
}

func TestFiguresRoundTrip(t *testing.T) {
	n := 0
	for _, f := range trees.Figures() {
		if f.Tree != nil {
			roundTrip(t, f.Tree)
			n++
		}
	}
	if n < 20 {
		t.Errorf("%d figures have a tree, want 20 or more", n)
	}
}

// roundTrip checks that a tree can be written and read in both notations.
func roundTrip(t *testing.T, want *trees.Tree) {
	t.Helper()
	doc := want.AppendJSON(nil)
	if !json.Valid(doc) {
		t.Fatalf("AppendJSON = %s, which is not JSON", doc)
	}
	got, err := trees.ReadJSON(doc)
	if err != nil {
		t.Fatalf("ReadJSON(%s) = %v", doc, err)
	}
	if diff := treetest.Diff(got, want); diff != "" {
		t.Fatalf("ReadJSON(%s) differs from what was written: %s", doc, diff)
	}
	if again := string(got.AppendJSON(nil)); again != string(doc) {
		t.Fatalf("written again:\n%s\nwant\n%s", again, doc)
	}
	text := want.Text()
	got, err = trees.ReadText(text)
	if err != nil {
		t.Fatalf("ReadText(%s) = %v\n%s", text, err, doc)
	}
	if diff := treetest.Diff(got, want); diff != "" {
		t.Fatalf("ReadText(%s) differs from what was written: %s", text, diff)
	}
	if again := got.Text(); again != text {
		t.Fatalf("written again:\n%s\nwant\n%s", again, text)
	}
	// Where indentation makes a text longer than the document, it is far from the limit.
	if len(text) > max(len(doc), trees.MaxBytes/2) {
		t.Fatalf("the text has %d bytes, the document %d", len(text), len(doc))
	}
}

func FuzzReadJSON(f *testing.F) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		f.Add(treetest.Random(rng, shapes(rng)).AppendJSON(nil))
	}
	for _, c := range refusedDocuments {
		f.Add([]byte(c.input))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		tree, err := trees.ReadJSON(doc)
		if err != nil {
			wantError(t, err)
			return
		}
		if !json.Valid(doc) {
			t.Fatalf("ReadJSON accepts %q, which is not JSON", doc)
		}
		roundTrip(t, tree)
	})
}

func FuzzReadText(f *testing.F) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 50 {
		f.Add(treetest.Random(rng, shapes(rng)).Text())
	}
	for _, c := range refusedTexts {
		f.Add(c.input)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tree, err := trees.ReadText(text)
		if err != nil {
			wantError(t, err)
			return
		}
		roundTrip(t, tree)
	})
}
