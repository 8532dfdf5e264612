package trees_test

import (
	"strings"
	"testing"

	"espalier/trees"
)

// edited applies edits, one per line, and fails if one is rejected.
func edited(t *testing.T, d *trees.Draft, edits ...string) *trees.Draft {
	t.Helper()
	for _, src := range edits {
		d = applied(t, d, src).Draft
	}
	return d
}

func applied(t *testing.T, d *trees.Draft, src string) trees.Applied {
	t.Helper()
	e, err := trees.ReadEdit([]byte(src))
	if err != nil {
		t.Fatalf("ReadEdit(%s) = %v", src, err)
	}
	a, err := d.Apply(e)
	if err != nil {
		t.Fatalf("Apply(%s) = %v", src, err)
	}
	return a
}

func draftOf(t *testing.T, text string) *trees.Draft {
	t.Helper()
	tree, err := trees.ReadText(text)
	if err != nil {
		t.Fatalf("ReadText(%s) = %v", text, err)
	}
	return trees.NewDraft(tree)
}

// line returns the draft's tree on one line.
func line(d *trees.Draft) string { return strings.Join(strings.Fields(d.Tree().Text()), " ") }

func TestEditsBuildKorfsFigure(t *testing.T) {
	d := edited(t, trees.EmptyDraft(),
		`{"op":"child","node":1}`,
		`{"op":"sibling","node":2}`,
		`{"op":"set","nodes":[2],"label":"b","value":[5,2,2]}`,
		`{"op":"child","node":3}`,
		`{"op":"set","nodes":[4],"value":[2,3,4]}`,
	)
	const want = `players 3 1[ b: (5,2,2) 2[ (2,3,4) ] ]`
	if got := line(d); got != want {
		t.Errorf("the edits make %s, want %s", got, want)
	}
}

// A copy of any figure can be edited, and the edit undone.
func TestFiguresAsDrafts(t *testing.T) {
	for _, f := range trees.Figures() {
		if f.Tree == nil {
			continue
		}
		d := trees.NewDraft(f.Tree)
		wantWhole(t, d)
		if checked, err := d.Checked(); err != nil || checked != f.Tree {
			t.Errorf("%s: Checked() = %v, want the figure's tree", f.ID, err)
		}
		for _, src := range []string{`{"op":"child","node":1}`, `{"op":"parent","node":1}`, `{"op":"branching","level":1,"count":3}`, typing(f.Tree.Text())} {
			next := edited(t, d, src)
			wantWhole(t, next)
			wantMerge(t, next, change(t, d, next).Inverse(), d, f.ID+" undone")
		}
	}
}
