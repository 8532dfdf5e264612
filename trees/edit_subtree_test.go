package trees

import (
	"strings"
	"testing"
)

// TestFill: random values are within the limits of the tree, below the chosen node
// alone, and the same of the same seed.
func TestFill(t *testing.T) {
	for _, c := range []struct{ tree, kept string }{
		{`players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ ? (2,3,4)|(3,0,6) ? ? ] ]`, "b: (5,2,2)"},
		{`players 3 maxsum 1 maxp 0.5 delta 0.25 a: 1[ b: (0.5,0.25,0.25) c: 2[ ? ? ? ] ]`, "b: (0.5,0.25,0.25)"},
		{`players 2 a: 1[ b: (5,2) c: 2[ ? ? ] ]`, "b: (5,2)"},
		{`kind minimax max[ 3 c: min[ ? ? ? ] ]`, "max[ 3"},
		{`kind path [ +7 . c: [ . +2 . ] ]`, "+7 ."},
	} {
		u, err := ReadText(c.tree)
		if err != nil {
			t.Fatal(err)
		}
		texts := map[string]int{}
		for _, seed := range []string{"1", "1", "2"} {
			edit, err := ReadEdit([]byte(`{"op":"fill","nodes":[3],"seed":` + seed + `}`))
			if err != nil {
				t.Fatal(err)
			}
			done, err := NewDraft(u).Apply(edit)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := done.Draft.Checked(); err != nil {
				t.Errorf("%s: %v", done.Draft.Tree().Text(), err)
			}
			text := done.Draft.Tree().Text()
			if !strings.Contains(text, c.kept) || strings.Contains(text, "?") || strings.Contains(text, "|") {
				t.Errorf("%s is filled as %s", c.tree, text)
			}
			texts[text]++
		}
		if len(texts) != 2 {
			t.Errorf("%s: seeds 1, 1 and 2 give %v", c.tree, texts)
		}
	}
}
