package algorithms_test

import (
	"context"
	"regexp"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// While a question is open, neither the pseudo-code nor a sentence judges an algorithm.
func TestNeutralWords(t *testing.T) {
	judging := regexp.MustCompile(`(?i)unsound|wrong|not proved|values differ|may still change`)
	tree, err := trees.ReadText("players 3 maxsum 9 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (3,0,6) ] g: (6,1,2) ] ]")
	if err != nil {
		t.Fatal(err)
	}
	said := 0
	for _, a := range algorithms.All() {
		for _, line := range engine.NeutralCode(a.CodeOf(engine.Options{})) {
			if word := judging.FindString(line.Text); word != "" {
				t.Errorf("%s: the line %q says %q", a.ID, line.Text, word)
			}
		}
		p := engine.OnTree(tree, 0)
		if a.Check(&p, engine.Options{}) != nil {
			continue
		}
		x := trace.NewExplainer(tree, engine.SpokenName(a), a.Sound)
		neutral := x
		neutral.Neutral = true
		_, err := a.Run(context.Background(), p, engine.Options{}, func(e *trace.Event) {
			if judging.MatchString(x.Explain(e).String()) {
				said++
			}
			if word := judging.FindString(neutral.Explain(e).String()); word != "" {
				t.Errorf("%s: %q says %q", a.ID, neutral.Explain(e), word)
			}
		})
		if err != nil {
			t.Errorf("%s: %v", a.ID, err)
		}
	}
	if said == 0 {
		t.Error("no sentence judges a search, so nothing was tested")
	}
}
