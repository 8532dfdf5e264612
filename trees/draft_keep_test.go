package trees_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"espalier/trees"
)

func TestEditRetainsComments(t *testing.T) {
	const text = "# Korf 1991\nplayers 3 maxsum 9\na: 1[ # the root\n  b: (5,2,2)   # holds (a)\n  # here it is cut\n  c: 2[ d: (2,2,5) ] # c\n] # the end"
	for edit, want := range map[string]string{
		`{"op":"set","nodes":[2],"value":[4,4,1]}`:       "# Korf 1991\nplayers 3 maxsum 9\na: 1[ # the root\n  b: (4,4,1)   # holds (a)\n  # here it is cut\n  c: 2[ d: (2,2,5) ] # c\n] # the end",
		`{"op":"set","nodes":[3],"player":3}`:            "# Korf 1991\nplayers 3 maxsum 9\na: 1[ # the root\n  b: (5,2,2)   # holds (a)\n  # here it is cut\n  c: 3[ d: (2,2,5) ] # c\n] # the end",
		`{"op":"child","node":1}`:                        "# Korf 1991\nplayers 3 maxsum 9\na: 1[ # the root\n  b: (5,2,2)   # holds (a)\n  # here it is cut\n  c: 2[ d: (2,2,5) ] # c\n  ?\n] # the end",
		`{"op":"child","node":4}`:                        "# Korf 1991\nplayers 3 maxsum 9\na: 1[ # the root\n  b: (5,2,2)   # holds (a)\n  # here it is cut\n  c: 2[ d: 3[ (2,2,5) ] ] # c\n] # the end",
		`{"op":"delete","nodes":[2]}`:                    "# Korf 1991\nplayers 3 maxsum 9\na: 1[ # the root\n  # here it is cut\n  c: 2[ d: (2,2,5) ] # c\n] # the end",
		`{"op":"delete","nodes":[3]}`:                    "# Korf 1991\nplayers 3 maxsum 9\na: 1[ # the root\n  b: (5,2,2)   # holds (a)\n] # the end",
		`{"op":"reorder","node":2,"by":1}`:               "# Korf 1991\nplayers 3 maxsum 9\na: 1[ # the root\n  # here it is cut\n  c: 2[ d: (2,2,5) ] # c\n  b: (5,2,2)   # holds (a)\n] # the end",
		`{"op":"move","nodes":[2],"to":3}`:               "# Korf 1991\nplayers 3 maxsum 9\na: 1[ # the root\n  # here it is cut\n  c: 2[ d: (2,2,5)\n  b: (5,2,2)   # holds (a)\n ] # c\n] # the end",
		`{"op":"parent","node":3}`:                       "# Korf 1991\nplayers 3 maxsum 9\na: 1[ # the root\n  b: (5,2,2)   # holds (a)\n  2[\n  # here it is cut\n  c: 2[ d: (2,2,5) ] # c\n ]\n] # the end",
		`{"op":"header","maxsum":10}`:                    "# Korf 1991\nplayers 3 maxsum 10\na: 1[ # the root\n  b: (5,2,2)   # holds (a)\n  # here it is cut\n  c: 2[ d: (2,2,5) ] # c\n] # the end",
		`{"op":"set","nodes":[1],"label":"the \"#\" é"}`: "# Korf 1991\nplayers 3 maxsum 9\n\"the \\\"#\\\" é\": 1[ # the root\n  b: (5,2,2)   # holds (a)\n  # here it is cut\n  c: 2[ d: (2,2,5) ] # c\n] # the end",
	} {
		tree, err := trees.ReadText(text)
		if err != nil {
			t.Fatal(err)
		}
		d := edited(t, trees.NewDraft(tree), typing(text)) // the IDs count in the order of the text
		d = edited(t, d, edit)
		got, spans := d.Text()
		if got != want {
			t.Errorf("after %s the text is\n%s\nwant\n%s", edit, got, want)
		}
		wantSpans(t, d.Tree(), got, spans)
	}
}

// An edit of the picture changes only the lines of the nodes that it changes, where the text
// was laid out by hand.
func TestEditRetainsLines(t *testing.T) {
	const text = "players 3 maxsum 9\n\na: 1[\n    b: (5,2,2)      c: (4,4,1)\n\n    d: 2[\n          e: (2, 2, 5)\n          f: (6, 1, 2)  ]\n]\n"
	for edit, want := range map[string]string{
		`{"op":"set","nodes":[2],"value":[3,3,3]}`: strings.Replace(text, "(5,2,2)", "(3,3,3)", 1),
		`{"op":"set","nodes":[4],"player":3}`:      strings.Replace(text, "2[", "3[", 1),
		`{"op":"set","nodes":[6],"label":"g"}`:     strings.Replace(text, "f: (6, 1, 2)", "g: (6,1,2)", 1),
		`{"op":"child","node":4}`:                  strings.Replace(text, "f: (6, 1, 2)", "f: (6, 1, 2)\n          ?", 1),
		`{"op":"delete","nodes":[5]}`:              strings.Replace(text, "\n          e: (2, 2, 5)", "", 1),
		`{"op":"header","maxsum":10}`:              strings.Replace(text, "maxsum 9", "maxsum 10", 1),
	} {
		tree, err := trees.ReadText(text)
		if err != nil {
			t.Fatal(err)
		}
		d := edited(t, edited(t, trees.NewDraft(tree), typing(text)), edit)
		got, spans := d.Text()
		if got != want {
			t.Errorf("after %s the text is\n%s\nwant\n%s", edit, got, want)
		}
		wantSpans(t, d.Tree(), got, spans)
	}
	// The generated text is not laid out by hand: it is generated again.
	long, err := trees.ReadText("players 3 1[ " + strings.Repeat("2[ (1,2,3) (3,2,1) ] ", 8) + "]")
	if err != nil {
		t.Fatal(err)
	}
	d := edited(t, edited(t, trees.NewDraft(long), typing(long.Text())), `{"op":"child","node":1}`)
	if got, _ := d.Text(); got != d.Tree().Text() || !strings.Contains(got, "\n") {
		t.Errorf("after an edit of a generated text it is\n%s\nwant\n%s", got, d.Tree().Text())
	}
}

// remarked returns the text of a draft with a comment at each node, after it
// or above it, that names the node's ID.
func remarked(rng *rand.Rand, d *trees.Draft) string {
	text, spans := d.Tree().TextSpans()
	type mark struct {
		at   int32
		deep int
		text string
	}
	var marks []mark
	for n := range d.Tree().Len() {
		deep := d.Tree().Level(n)
		if rng.IntN(2) == 0 {
			marks = append(marks, mark{spans[2*n+1], -deep, fmt.Sprintf(" #n%d.\n", d.ID(n))})
		} else {
			marks = append(marks, mark{spans[2*n], deep, fmt.Sprintf("\n  #n%d.\n  ", d.ID(n))})
		}
	}
	slices.SortStableFunc(marks, func(a, b mark) int {
		if a.at != b.at {
			return int(a.at - b.at)
		}
		return a.deep - b.deep
	})
	units, from := utf16.Encode([]rune(text)), int32(0)
	var b strings.Builder
	for _, m := range marks {
		b.WriteString(string(utf16.Decode(units[from:m.at])) + m.text)
		from = m.at
	}
	return b.String() + string(utf16.Decode(units[from:]))
}

// After any edit, the comment of each remaining node is there exactly once.
func TestCommentsStayWithTheirNodes(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 11))
	edits := 0
	for range 150 {
		d := randomDraft(rng)
		d = edited(t, d, typing(remarked(rng, d)))
		if _, fault := d.TypedText(); fault != nil {
			t.Fatal(fault)
		}
		for range 12 {
			src := randomEdit(rng, d)
			if strings.Contains(src, `"op":"text"`) {
				continue
			}
			next := try(t, d, src)
			if next == nil {
				continue
			}
			was, _ := d.Text()
			now, spans := next.Text()
			stay := 0
			for n := range d.Tree().Len() {
				comment := fmt.Sprintf("#n%d.", d.ID(n))
				if _, still := next.Find(d.ID(n)); !still || !strings.Contains(was, comment) {
					continue
				}
				stay++
				if got := strings.Count(now, comment); got != 1 {
					t.Fatalf("after %s the comment %s is %d times in\n%s\nIt was\n%s", src, comment, got, now, was)
				}
			}
			if stay > 0 {
				wantSpans(t, next.Tree(), now, spans)
				edits++
			}
			d = next
		}
	}
	if edits < 500 {
		t.Errorf("%d edits kept comments; too few for the test", edits)
	}
}
