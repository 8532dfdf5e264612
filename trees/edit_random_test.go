package trees_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"espalier/trees"
	"espalier/trees/treetest"
)

// randomEdit returns an edit of any kind, which may be invalid.
func randomEdit(rng *rand.Rand, d *trees.Draft) string {
	t := d.Tree()
	pick := func() trees.ID { return d.ID(rng.IntN(t.Len())) }
	some := func() string {
		list := make([]string, 1+rng.IntN(3))
		for i := range list {
			list[i] = fmt.Sprint(pick())
		}
		return strings.Join(list, ",")
	}
	value := func() string {
		if t.Kind == trees.Minimax {
			return fmt.Sprint(rng.IntN(12))
		}
		list := make([]string, t.Players)
		for i := range list {
			list[i] = fmt.Sprint(rng.IntN(6))
		}
		return "[" + strings.Join(list, ",") + "]"
	}
	at := ""
	if rng.IntN(3) == 0 {
		at = fmt.Sprintf(`,"at":%d`, rng.IntN(3))
	}
	text := func() string {
		if t.Kind == trees.Path {
			return `[ +1 . +2 . ] x: .`
		}
		return strings.NewReplacer("[", "(", "]", ")").Replace(value()) + ` y: ?`
	}
	if t.Kind == trees.Minimax {
		text = func() string {
			return []string{"max[ 3 -4 ] y: ?", `<Left> *[ @1/2 3 @1/2 <"go on"> -4 ]`, "@1/2 3 @1/4 4"}[rng.IntN(3)]
		}
	}
	switch rng.IntN(29) {
	case 24:
		return fmt.Sprintf(`{"op":"set","nodes":[%d],"chance":%v}`, pick(), rng.IntN(4) > 0)
	case 25:
		return fmt.Sprintf(`{"op":"set","nodes":[%s],"action":"m%d"}`, some(), rng.IntN(9))
	case 26, 27:
		return fmt.Sprintf(`{"op":"set","nodes":[%d],"prob":%s}`, belowChance(rng, d), []string{"null", `"1/2"`, "0.5", `"1/4"`, "0.2", "0", "1", `"1/3"`}[rng.IntN(8)])
	case 28:
		return fmt.Sprintf(`{"op":"dissolve","nodes":[%d]}`, belowChance(rng, d))
	case 0, 1:
		return fmt.Sprintf(`{"op":"child","node":%d%s}`, pick(), at)
	case 2:
		return fmt.Sprintf(`{"op":"child","node":%d,"text":%q}`, pick(), text())
	case 3:
		return fmt.Sprintf(`{"op":"sibling","node":%d,"before":%v}`, pick(), rng.IntN(2) == 0)
	case 4:
		return fmt.Sprintf(`{"op":"parent","node":%d}`, pick())
	case 5:
		return fmt.Sprintf(`{"op":"delete","nodes":[%s]}`, some())
	case 6:
		return fmt.Sprintf(`{"op":"dissolve","nodes":[%s]}`, some())
	case 7, 8:
		return fmt.Sprintf(`{"op":"move","nodes":[%s],"to":%d%s}`, some(), pick(), at)
	case 9:
		return fmt.Sprintf(`{"op":"copy","nodes":[%d],"to":%d%s}`, pick(), pick(), at)
	case 10:
		return fmt.Sprintf(`{"op":"paste","to":%d,"text":%q%s}`, pick(), text(), at)
	case 11:
		return fmt.Sprintf(`{"op":"reorder","node":%d,"by":%d}`, pick(), rng.IntN(7)-3)
	case 12:
		return fmt.Sprintf(`{"op":"set","nodes":[%s],"label":"n%d"}`, some(), rng.IntN(9))
	case 13, 14:
		return fmt.Sprintf(`{"op":"set","nodes":[%d],"value":%s}`, pick(), value())
	case 15:
		return fmt.Sprintf(`{"op":"set","nodes":[%d],"alternatives":[%s,%s],"chosen":%v}`, pick(), value(), value(), rng.IntN(2) == 0)
	case 16:
		return fmt.Sprintf(`{"op":"set","nodes":[%d],"low":%s,"static":%s}`, pick(), value(), value())
	case 17:
		return fmt.Sprintf(`{"op":"set","nodes":[%d],"player":%d}`, pick(), 1+rng.IntN(t.Players))
	case 18:
		return fmt.Sprintf(`{"op":"set","nodes":[%d],"cost":%d}`, pick(), rng.IntN(5))
	case 19:
		return fmt.Sprintf(`{"op":"branching","level":%d,"count":%d}`, rng.IntN(4), rng.IntN(4))
	case 20:
		return fmt.Sprintf(`{"op":"rotate","by":%d}`, rng.IntN(5)-2)
	case 21:
		return fmt.Sprintf(`{"op":"header","players":%d}`, 2+rng.IntN(5))
	case 22:
		return fmt.Sprintf(`{"op":"header","maxsum":%d,"title":"t%d"}`, rng.IntN(15), rng.IntN(5))
	}
	switch rng.IntN(7) {
	case 6:
		return fmt.Sprintf(`{"op":"header","minp":[%d,%d],"maxp":%d}`, -rng.IntN(3), -rng.IntN(3), 5+rng.IntN(9))
	case 0:
		return fmt.Sprintf(`{"op":"notes","text":"notes %d"}`, rng.IntN(5))
	case 1:
		return fmt.Sprintf(`{"op":"header","kind":%q,"clear":%v}`, trees.Kind(rng.IntN(3)), rng.IntN(2) == 0)
	case 2:
		if rng.IntN(4) == 0 {
			return fmt.Sprintf(`{"op":"ply","level":%d,"chance":%t}`, rng.IntN(4), rng.IntN(3) > 0)
		}
		return fmt.Sprintf(`{"op":"ply","level":%d,"player":1}`, rng.IntN(4))
	}
	typed := t.Text() + "# typed"
	switch rng.IntN(3) {
	case 0:
		typed = typed[:rng.IntN(len(typed))] // mostly unreadable
	case 1:
		typed = strings.Replace(typed, "[", "[ x: ? ", 1)
	}
	return typing(strings.ToValidUTF8(typed, ""))
}

// belowChance returns a child of a chance node, or any node if there is none.
func belowChance(rng *rand.Rand, d *trees.Draft) trees.ID {
	t := d.Tree()
	var list []int
	for n := 1; n < t.Len(); n++ {
		if t.IsChance(t.Parent(n)) {
			list = append(list, n)
		}
	}
	if list == nil {
		return d.ID(rng.IntN(t.Len()))
	}
	return d.ID(list[rng.IntN(len(list))])
}

// try applies an edit. It returns nil if it is rejected, with an error that
// can be shown.
func try(t *testing.T, d *trees.Draft, src string) *trees.Draft {
	t.Helper()
	e, err := trees.ReadEdit([]byte(src))
	if err != nil {
		t.Fatalf("ReadEdit(%s) = %v", src, err)
	}
	a, err := d.Apply(e)
	if err != nil {
		treetest.WantError(t, err)
		return nil
	}
	if a.Summary == "" {
		t.Fatalf("Apply(%s) has no summary", src)
	}
	wantWhole(t, a.Draft)
	for _, id := range a.Created {
		if _, ok := a.Draft.Find(id); !ok {
			t.Fatalf("Apply(%s) created %d, which is not in the tree", src, id)
		}
	}
	if _, ok := a.Draft.Find(a.Select); a.Select != 0 && !ok {
		t.Fatalf("Apply(%s) selects %d, which is not in the tree", src, a.Select)
	}
	return a.Draft
}

// wantWhole checks a draft: structure, IDs, and both notations read back.
func wantWhole(t *testing.T, d *trees.Draft) {
	t.Helper()
	doc := d.AppendJSON(nil)
	again, err := trees.ReadDraft(doc)
	if err != nil {
		t.Fatalf("ReadDraft(%s) = %v", doc, err)
	}
	if got := again.AppendJSON(nil); !bytes.Equal(got, doc) {
		t.Fatalf("written again:\n%s\nwant\n%s", got, doc)
	}
	tree := d.Tree()
	seen := map[trees.ID]bool{}
	for n := range tree.Len() {
		id := d.ID(n)
		if seen[id] || id == 0 {
			t.Fatalf("ID %d is given twice in %s", id, doc)
		}
		seen[id] = true
		if at, ok := d.Find(id); !ok || at != n {
			t.Fatalf("Find(%d) = %d, %v, want %d", id, at, ok, n)
		}
		if leaf := tree.End(n) == n+1; leaf != tree.IsLeaf(n) {
			t.Fatalf("node %d of %s is a leaf %v, but by its range %v", n, doc, tree.IsLeaf(n), leaf)
		}
	}
	checked, err := d.Checked()
	if (err == nil) != (len(d.Faults()) == 0) {
		t.Fatalf("Checked() = %v, with the faults %v: %s", err, d.Faults(), doc)
	}
	if err == nil {
		roundTrip(t, checked)
	}
	text, spans := tree.TextSpans()
	wantSpans(t, tree, text, spans)
	if text != tree.Text() {
		t.Fatalf("TextSpans = %s, want %s", text, tree.Text())
	}
	if typed, fault := d.TypedText(); typed != "" && fault == nil {
		text, spans := d.Text()
		wantSpans(t, tree, text, spans)
	}
}

var lastID = regexp.MustCompile(`"last":\d+,`)

// content returns the draft without the greatest ID ever given.
func content(d *trees.Draft) string { return lastID.ReplaceAllString(string(d.AppendJSON(nil)), "") }

func randomDraft(rng *rand.Rand) *trees.Draft {
	s := shapes(rng)
	s.MaxNodes = 1 + rng.IntN(25)
	s.Players = 2 + rng.IntN(5)
	return trees.NewDraft(treetest.Random(rng, s))
}

// change returns the difference of two drafts, read back from its document.
func change(t *testing.T, a, b *trees.Draft) *trees.Change {
	t.Helper()
	c := trees.Diff(a, b)
	doc := c.AppendJSON(nil)
	again, err := trees.ReadChange(doc)
	if err != nil {
		t.Fatalf("ReadChange(%s) = %v", doc, err)
	}
	if got := again.AppendJSON(nil); !bytes.Equal(got, doc) {
		t.Fatalf("written again:\n%s\nwant\n%s", got, doc)
	}
	return again
}

// Every edit can be undone and redone, and so can all of them in turn.
func TestUndoGivesTheSameDraft(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	applied := 0
	rounds := 120
	if raceDetector {
		rounds = 15
	}
	for range rounds {
		d := randomDraft(rng)
		history := []*trees.Draft{d}
		var changes []*trees.Change
		for range 15 {
			src := randomEdit(rng, d)
			next := try(t, d, src)
			if next == nil {
				continue
			}
			c := change(t, d, next)
			if c.Empty() != (content(d) == content(next)) {
				t.Fatalf("Empty() = %v for %s on %s", c.Empty(), src, content(d))
			}
			// The server stores changes only, so redoing must also give the
			// same IDs.
			if again := wantMerge(t, d, c, next, src+" done again"); string(again.AppendJSON(nil)) != string(next.AppendJSON(nil)) {
				t.Fatalf("%s done again = %s, want %s", src, again.AppendJSON(nil), next.AppendJSON(nil))
			}
			wantMerge(t, next, c.Inverse(), d, src+" undone")
			changes, history, d = append(changes, c), append(history, next), next
			applied++
		}
		for i := len(changes) - 1; i >= 0; i-- {
			d = wantMerge(t, d, changes[i].Inverse(), history[i], "undone in turn")
		}
	}
	if applied < 7*rounds {
		t.Errorf("%d edits could be made, want about half of %d", applied, 15*rounds)
	}
}

func wantMerge(t *testing.T, d *trees.Draft, c *trees.Change, want *trees.Draft, what string) *trees.Draft {
	t.Helper()
	got, err := d.Merge(c)
	if err != nil {
		t.Fatalf("%s on %s: Merge(%s) = %v", what, content(d), c.AppendJSON(nil), err)
	}
	if content(got) != content(want) {
		t.Fatalf("%s: Merge(%s) =\n%s\nwant\n%s", what, c.AppendJSON(nil), content(got), content(want))
	}
	return got
}

// Two users edit: the undo of one keeps the later edits of the other.
func TestUndoAfterOthersEdits(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	merged, conflicts := 0, 0
	rounds := 2_000
	if raceDetector {
		rounds = 200
	}
	for range rounds {
		d0 := randomDraft(rng)
		mine := randomEdit(rng, d0)
		d1 := try(t, d0, mine)
		if d1 == nil {
			continue
		}
		theirs := randomEdit(rng, d1)
		d2 := try(t, d1, theirs)
		if d2 == nil {
			continue
		}
		a, b := change(t, d0, d1), change(t, d1, d2)
		undone, err := d2.Merge(a.Inverse())
		if err != nil {
			wantConflict(t, err)
			conflicts++
			if later, err := d2.MergeOverriding(a.Inverse()); err != nil {
				wantConflict(t, err)
			} else {
				wantWhole(t, later)
			}
			continue
		}
		merged++
		wantWhole(t, undone)
		later, err := d2.MergeOverriding(a.Inverse())
		if err != nil {
			t.Fatalf("MergeLater(%s) = %v, want no conflict, as from Merge", a.Inverse().AppendJSON(nil), err)
		}
		wantWhole(t, later)
		if got, want := byID(later), byID(undone); got != want || later.Notes() != undone.Notes() {
			t.Fatalf("MergeLater returns\n%s\nwant the result of Merge, except for the order of siblings\n%s", content(later), content(undone))
		}
		alone, err := d0.Merge(b)
		if err != nil {
			wantConflict(t, err)
			continue
		}
		wantWhole(t, alone)
		if got, want := byID(undone), byID(alone); got != want {
			t.Fatalf("%s\nmine %s\ntheirs %s\nmine taken back:\n%s\ntheirs alone:\n%s", content(d0), mine, theirs, got, want)
		}
		again, err := undone.Merge(trees.Diff(d2, undone).Inverse())
		if err != nil || content(again) != content(d2) {
			t.Fatalf("done again = %v", err)
		}
	}
	if merged < 5*conflicts/2 {
		t.Errorf("%d merged and %d conflicts, want mostly merges", merged, conflicts)
	}
}

// byID returns the header, and the nodes by their IDs, each with its parent:
// the result of two edits in either order. The order of new siblings depends
// on the order of edits, and so does the mover where both changed the children
// of a node.
func byID(d *trees.Draft) string {
	t := d.Tree()
	list := make([]string, t.Len())
	for n := range list {
		parent := trees.ID(0)
		if n > 0 {
			parent = d.ID(t.Parent(n))
		}
		node := t.Node(n)
		worth, _ := t.Value(n)
		list[n] = fmt.Sprint(d.ID(n), " below ", parent, node.Label, worth, node.Unknown, node.Alternatives, node.Low, node.Up, node.Static, node.Cost, node.Chance, node.Action, node.Prob)
	}
	slices.Sort(list)
	return fmt.Sprint(t.Header, "\n", strings.Join(list, "\n"))
}

func wantConflict(t *testing.T, err error) {
	t.Helper()
	if e, ok := err.(*trees.ConflictError); !ok || e.Message == "" || e.Name == "" || strings.Contains(e.Message, "%!") {
		t.Fatalf("error %#v, want a conflict that can be shown", err)
	}
}
