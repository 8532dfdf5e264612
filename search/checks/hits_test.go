package checks_test

import (
	"strings"
	"testing"

	"espalier/search/checks"
)

// TestHits judges nodes whose value was looked up in a table, and idle ones.
func TestHits(t *testing.T) {
	// The position p comes twice, and is searched once.
	const searched = `{"type":"enter","id":"r","player":1}
{"type":"enter","id":"a","player":2}
{"type":"enter","id":"p","player":1}
{"type":"leaf","id":"x","value":3}
{"type":"leaf","id":"y","value":5}
{"type":"exit","id":"p","value":5}
{"type":"exit","id":"a","value":5}
{"type":"enter","id":"b","player":2}
HIT
{"type":"exit","id":"b","value":5}
{"type":"exit","id":"r","value":5}`
	const tree = `{"text":"kind minimax r: max[ a: min[ p: max[ x: 3 y: 5 ] ] b: min[ q: max[ x: 3 y: 5 ] ] ]"}` + "\n"
	const chance = `{"type":"enter","id":"r","player":1}
{"type":"enter","id":"a","chance":true}
CUT
{"type":"exit","id":"a","value":4,"MORE":true}
{"type":"exit","id":"r","value":4}`
	for name, c := range map[string]struct{ text, verdict, says string }{
		"entered and ended":              {strings.Replace(searched, "HIT", `{"type":"enter","id":"p","player":1}`+"\n"+`{"type":"exit","id":"p","value":5}`, 1), "right", ""},
		"a leaf":                         {strings.Replace(searched, "HIT", `{"type":"leaf","id":"p","value":5}`, 1), "right", ""},
		"a leaf that says so":            {strings.Replace(searched, "HIT", `{"type":"leaf","id":"p","value":5,"hit":true}`, 1), "right", ""},
		"an exit that says so":           {strings.Replace(searched, "HIT", `{"type":"enter","id":"p"}`+"\n"+`{"type":"exit","id":"p","value":5,"hit":true}`, 1), "right", ""},
		"idle":                           {strings.Replace(searched, "HIT", `{"type":"enter","id":"q"}`+"\n"+`{"type":"exit","id":"q","value":5}`, 1), "wrong", "q returns 5, but none of its children has returned a value."},
		"a hit of another table":         {strings.Replace(searched, "HIT", `{"type":"enter","id":"q"}`+"\n"+`{"type":"exit","id":"q","value":5,"hit":true}`, 1), "incomplete", "The value 5 of q is not judged: it was looked up"},
		"the same, said at its enter":    {strings.Replace(searched, "HIT", `{"type":"enter","id":"q","hit":true}`+"\n"+`{"type":"exit","id":"q","value":5}`, 1), "incomplete", "The value 5 of q is not judged: it was looked up"},
		"the same as a leaf":             {strings.Replace(searched, "HIT", `{"type":"leaf","id":"q","value":5,"hit":true}`, 1), "incomplete", "The value 5 of q is not judged: it was looked up"},
		"a hit that is wrong":            {strings.Replace(searched, "HIT", `{"type":"leaf","id":"p","value":6,"hit":true}`, 1), "wrong", "b returns 5; Min chooses 6 there."},
		"a hit on a known tree":          {tree + strings.Replace(searched, "HIT", `{"type":"leaf","id":"q","value":5,"hit":true}`, 1), "incomplete", "The value 5 of q is not judged: it was looked up"},
		"no hit on a known tree":         {tree + strings.Replace(searched, "HIT", `{"type":"leaf","id":"q","value":5}`, 1), "wrong", "q is shown as a leaf"},
		"the root, as a hit":             {tree + `{"type":"leaf","id":"r","value":5,"hit":true}`, "incomplete", "The value 5 of r is not judged"},
		"the root, as a hit that is not": {tree + `{"type":"leaf","id":"r","value":4,"hit":true}`, "wrong", "The root returns 4; the value of the tree is 5."},
		"an idle chance node":            {strings.NewReplacer("CUT\n", "", "MORE", "x").Replace(chance), "wrong", "a returns 4, but none of its children has returned a value."},
		"a hit at a chance node":         {strings.NewReplacer("CUT\n", "", "MORE", "hit").Replace(chance), "incomplete", "The value 4 of a is not judged: it was looked up"},
	} {
		r := check(t, c.text, checks.Options{})
		if says := ""; r.Verdict != c.verdict {
			t.Errorf("%s: %s, %+v", name, r.Verdict, r.Checks)
		} else {
			for _, x := range r.Checks {
				says += x.Text + "\n"
			}
			if !strings.Contains(says, c.says) {
				t.Errorf("%s: %s, want %s", name, says, c.says)
			}
		}
	}
}
