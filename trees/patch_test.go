package trees_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"espalier/trees"
	"espalier/trees/treetest"
)

// reread returns a draft that is read from its document: built and checked node by node, with
// nothing known of how it was made.
func reread(t *testing.T, d *trees.Draft) *trees.Draft {
	t.Helper()
	again, err := trees.ReadDraft(d.AppendJSON(nil))
	if err != nil {
		t.Fatal(err)
	}
	return again
}

// A tree that was patched, edit after edit, is as if it had been built anew: its nodes, its unit,
// its faults, its size, and what an edit changed.
func TestPatchesBuildTheSameTree(t *testing.T) {
	rng := rand.New(rand.NewPCG(43, 1))
	rounds := 400
	if raceDetector {
		rounds = 40
	}
	limits := []string{
		`{"op":"header","maxsum":5}`, `{"op":"header","maxsum":null}`, `{"op":"header","maxp":4}`, `{"op":"header","title":"another"}`, `{"op":"header","minp":2}`,
	}
	edits, withFaults := 0, 0
	for range rounds {
		d := randomDraft(rng)
		for range 12 {
			src := randomEdit(rng, d)
			if rng.IntN(6) == 0 {
				src = limits[rng.IntN(len(limits))]
			}
			next := try(t, d, src)
			if next == nil {
				continue
			}
			again := reread(t, next)
			what := fmt.Sprintf("%s on %s", src, d.AppendJSON(nil))
			if diff := treetest.Diff(next.Tree(), again.Tree()); diff != "" {
				t.Fatalf("%s: %s", what, diff)
			}
			if next.Tree().Unit != again.Tree().Unit || next.Tree().Height() != again.Tree().Height() {
				t.Fatalf("%s: unit %d and height %d, want %d and %d", what, next.Tree().Unit, next.Tree().Height(), again.Tree().Unit, again.Tree().Height())
			}
			least, below := next.Tree().Minima()
			if wantLeast, wantBelow := again.Tree().Minima(); least != wantLeast || below != wantBelow {
				t.Fatalf("%s: minima %v, %v, want %v, %v", what, least, below, wantLeast, wantBelow)
			}
			if !slices.Equal(next.Faults(), again.Faults()) {
				t.Fatalf("%s: faults\n%v\nwant\n%v", what, next.Faults(), again.Faults())
			}
			if got, want := string(trees.Diff(d, next).AppendJSON(nil)), string(trees.Diff(reread(t, d), again).AppendJSON(nil)); got != want {
				t.Fatalf("%s: the change is\n%s\nwant\n%s", what, got, want)
			}
			if equal, err := trees.EqualIn(t.Context(), next, again); !equal || err != nil {
				t.Fatalf("%s: EqualIn = %v, %v", what, equal, err)
			}
			if equal, _ := trees.EqualIn(t.Context(), d, next); equal != trees.Diff(reread(t, d), again).Empty() {
				t.Fatalf("%s: EqualIn = %v of the drafts before and after", what, equal)
			}
			if len(next.Faults()) > 0 {
				withFaults++
			}
			edits, d = edits+1, next
		}
	}
	if edits < 4*rounds || withFaults < edits/20 {
		t.Errorf("%d edits, %d with faults", edits, withFaults)
	}
}

// Two drafts that were made from a third differ in what either edit changed.
func TestDiffOfTwoDraftsOfOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(43, 2))
	for range 400 {
		d := randomDraft(rng)
		a, b := try(t, d, randomEdit(rng, d)), try(t, d, randomEdit(rng, d))
		if a == nil || b == nil {
			continue
		}
		if got, want := string(trees.Diff(a, b).AppendJSON(nil)), string(trees.Diff(reread(t, a), reread(t, b)).AppendJSON(nil)); got != want {
			t.Fatalf("the change from %s to %s is\n%s\nwant\n%s", content(a), content(b), got, want)
		}
	}
}

// An edit of a large tree looks at few nodes: making, comparing, merging, undoing and checking it
// take fewer steps than a look at every node would.
func TestEditOfLargeTreeTakesFewSteps(t *testing.T) {
	const most = 20 // of 256 steps each; a look at every node of this tree would be 115
	tree := treetest.Uniform(t, 3, 9)
	d := trees.NewDraft(tree)
	// The first edit finds out how large the document is.
	if d = try(t, d, `{"op":"set","nodes":[2],"label":"first"}`); d == nil {
		t.Fatal("the first edit was refused")
	}
	for _, src := range []string{
		`{"op":"set","nodes":[11],"value":[3,0]}`, `{"op":"set","nodes":[2],"label":"n"}`, `{"op":"set","nodes":[2],"player":1}`,
		`{"op":"child","node":2}`, `{"op":"sibling","node":2}`, `{"op":"delete","nodes":[11]}`, `{"op":"delete","nodes":[9000]}`,
		`{"op":"move","nodes":[11],"to":20000}`, `{"op":"copy","nodes":[11],"to":20000}`, `{"op":"reorder","node":2,"by":1}`, `{"op":"parent","node":5}`,
	} {
		e, err := trees.ReadEdit([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		visits := func(what string, f func(ctx context.Context) error) {
			t.Helper()
			calls := 0
			ctx := trees.WithPass(t.Context(), func(context.Context) error { calls++; return nil })
			if err := f(ctx); err != nil {
				t.Fatalf("%s of %s: %v", what, src, err)
			}
			if calls > most {
				t.Errorf("%s of %s took %d passes, want at most %d", what, src, calls, most)
			}
		}
		var next *trees.Draft
		var change *trees.Change
		visits("ApplyIn", func(ctx context.Context) error {
			a, err := d.ApplyIn(ctx, e)
			next = a.Draft
			return err
		})
		visits("DiffIn", func(ctx context.Context) (err error) { change, err = trees.DiffIn(ctx, d, next); return err })
		visits("MergeIn", func(ctx context.Context) error {
			merged, err := d.MergeIn(ctx, change)
			if err != nil {
				return err
			}
			equal, err := trees.EqualIn(ctx, merged, next)
			if !equal {
				t.Errorf("%s merged is another draft: %s", src, strings.TrimSpace(string(trees.Diff(merged, next).AppendJSON(nil))))
			}
			return err
		})
		visits("Undo", func(ctx context.Context) error {
			_, err := next.MergeIn(ctx, change.Inverse())
			return err
		})
	}
}
