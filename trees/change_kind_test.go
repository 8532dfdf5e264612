package trees_test

import (
	"fmt"
	"testing"

	"espalier/trees"
)

// Every change of kind can be undone and redone, alone and after another user
// has added a node.
func TestChangesOfKindAreUndone(t *testing.T) {
	for _, c := range []struct{ text, kind, other string }{
		{`1[ 2[ ? ] ? ]`, "path", `kind path [ [ . ] . x: . ]`},
		{`1[ 2[ ? ] ? ]`, "minimax", `kind minimax max[ min[ ? ] ? x: ? ]`},
		{`kind minimax max[ min[ ? ] min[ max[ ? ] ] ]`, "path", `kind path [ [ . ] [ [ . ] ] x: . ]`},
		{`kind minimax max[ min[ 3 ] 5 ]`, "maxn", `players 2 maxsum 5 1[ 2[ (3,2) ] (5,0) x: ? ]`},
		{`kind path [ [ . ] . ]`, "maxn", `players 3 1[ 2[ ? ] ? x: ? ]`},
		{`kind path [ [ . ] . ]`, "minimax", `kind minimax max[ min[ ? ] ? x: ? ]`},
	} {
		text := c.text
		if text[0] == '1' {
			text = "players 2 " + text
		}
		d0 := draftOf(t, text)
		d1 := edited(t, d0, `{"op":"header","kind":"`+c.kind+`"}`)
		wantWhole(t, d1)
		there := change(t, d0, d1)
		for name, merge := range map[string]func(*trees.Draft, *trees.Change) (*trees.Draft, error){"Merge": (*trees.Draft).Merge, "MergeLater": (*trees.Draft).MergeLater} {
			again, err := merge(d0, there)
			if err != nil || content(again) != content(d1) {
				t.Errorf("%s to %s done again by %s = %v", text, c.kind, name, err)
				continue
			}
			for what, back := range map[string]*trees.Change{"undone": there.Inverse(), "restored": change(t, d1, d0)} {
				before, err := merge(d1, back)
				if err != nil || content(before) != content(d0) {
					t.Errorf("%s to %s %s by %s = %v", text, c.kind, what, name, err)
				}
			}
			theirs := edited(t, d0, `{"op":"child","node":1}`)
			theirs = edited(t, theirs, `{"op":"set","nodes":[`+lastOf(theirs)+`],"label":"x"}`)
			both, err := merge(theirs, there)
			if err != nil || line(both) != c.other {
				t.Errorf("%s to %s by %s after another node = %v, want %s", text, c.kind, name, err, c.other)
				if err == nil {
					t.Log(line(both))
				}
				continue
			}
			alone, err := merge(both, there.Inverse())
			if err != nil || content(alone) != content(theirs) {
				t.Errorf("%s to %s undone by %s after another node = %v, want %s", text, c.kind, name, err, line(theirs))
			}
		}
	}
}

func lastOf(d *trees.Draft) string { return fmt.Sprint(d.ID(d.Tree().Len() - 1)) }
