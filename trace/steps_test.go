package trace_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"espalier/search"
	"espalier/trace"
	"espalier/trees/figures"
)

// bound is how a text shows the score of the mover's best.
var bound = regexp.MustCompile(`[≥≤](−?[\d.]+)`)

// The score that comes with a text is the one that the text shows: of the mover's best, and
// of no complete value or window. In a text such as (≤4, ≥5, –) it is the lower bound.
func TestHeldScoresAreThoseOfTheTexts(t *testing.T) {
	with, without := 0, 0
	for _, f := range figures.All() {
		if f.Tree == nil {
			continue
		}
		can, _ := search.ConfigsOn(f.Tree, 0)
		for _, c := range can {
			pack := trace.NewStepPacker(f.Tree, nil)
			// A run that ends with an error has steps, too.
			_, _ = c.Algorithm.Run(t.Context(), search.OnTree(f.Tree, 0), c.Options, pack.Pack)
			var steps struct {
				Texts []string
				Held  []*json.Number
			}
			if err := json.Unmarshal(append(pack.Drain([]byte{'{'}, 0), '}'), &steps); err != nil {
				t.Fatal(err)
			}
			if len(steps.Held) != len(steps.Texts) {
				t.Fatalf("%s, %s: %d scores of %d texts", f.ID, c.Algorithm.ID, len(steps.Held), len(steps.Texts))
			}
			for i, text := range steps.Texts {
				part := text
				if _, lower, found := strings.Cut(text, "≥"); found {
					part = "≥" + lower
				}
				want, got := "", ""
				if found := bound.FindStringSubmatch(part); found != nil {
					want = strings.ReplaceAll(found[1], "−", "-")
					with++
				} else {
					without++
				}
				if held := steps.Held[i]; held != nil {
					got = held.String()
				}
				if got != want {
					t.Errorf("%s, %s: %q comes with %q", f.ID, c.Algorithm.ID, text, got)
				}
			}
		}
	}
	if with == 0 || without == 0 {
		t.Errorf("%d texts show a score, %d do not", with, without)
	}
}
