package trees_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"espalier/trees"
)

// A history as the server stores it: users edit the newest draft, send texts
// typed on an older one, undo any revision, and redo it. Every draft must be
// valid, and be reproduced by its changes.
func TestHistoriesStayValid(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	rounds, texts, undos, conflicts := 40, 0, 0, 0
	if raceDetector {
		rounds = 8
	}
	for range rounds {
		drafts := []*trees.Draft{randomDraft(rng)}
		replayed := drafts[0]
		var changes []*trees.Change
		for range 40 {
			newest := drafts[len(drafts)-1]
			var next *trees.Draft
			var err error
			switch rng.IntN(4) {
			case 0:
				base := drafts[rng.IntN(len(drafts))]
				typed := try(t, base, typing(retyped(rng, base.Tree().Text())))
				if typed == nil {
					continue
				}
				next, err = newest.MergeLater(trees.Diff(base, typed))
				texts++
			case 1:
				if len(changes) == 0 {
					continue
				}
				next, err = newest.Merge(changes[rng.IntN(len(changes))].Inverse())
				undos++
			default:
				next = try(t, newest, randomEdit(rng, newest))
			}
			if err != nil {
				wantConflict(t, err)
				conflicts++
				continue
			}
			if next == nil {
				continue
			}
			wantWhole(t, next)
			c := change(t, newest, next)
			if replayed, err = replayed.Merge(c); err != nil {
				t.Fatalf("Merge(%s) on what it was made on = %v", c.AppendJSON(nil), err)
			}
			if got, want := string(replayed.AppendJSON(nil)), string(next.AppendJSON(nil)); got != want {
				t.Fatalf("out of its changes comes\n%s\nwant\n%s", got, want)
			}
			drafts, changes = append(drafts, next), append(changes, c)
		}
	}
	if texts < rounds || undos < rounds || conflicts > texts+undos/2 {
		t.Errorf("%d texts and %d undos with %d conflicts, want many with few", texts, undos, conflicts)
	}
}

// retyped returns a text with a change that a user might make.
func retyped(rng *rand.Rand, text string) string {
	switch rng.IntN(4) {
	case 0:
		return strings.Replace(text, "[", "[ typed: ? ", 1)
	case 1:
		return strings.Replace(text, "1", "0", 1+rng.IntN(3))
	case 2:
		return text + "\n# a comment"
	}
	at := strings.LastIndexByte(text, '(')
	end := strings.LastIndexByte(text, ')')
	if at < 0 || end < at {
		return text
	}
	return text[:at] + text[end+1:]
}
