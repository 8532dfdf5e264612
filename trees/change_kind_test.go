package trees_test

import (
	"errors"
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
		for name, merge := range map[string]func(*trees.Draft, *trees.Change) (*trees.Draft, error){"Merge": (*trees.Draft).Merge, "MergeLater": (*trees.Draft).MergeOverriding} {
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

// What another kind of tree has no room for is cleared if the edit says so. Without that it is
// refused, with the offer to clear it. Undo brings it back.
func TestKindChangeClears(t *testing.T) {
	for _, c := range []struct{ text, header, want, words string }{
		{`players 3 maxsum 9 outcomes (5,2,2) 1{low (0,0,0) static (1,2,3)}[ 2(5,2,2) b: (3,3,3)|(1,1,7) 3[ ? ] ]`, `"kind":"path"`,
			`kind path maxsum 9 [ . b: . [ . ] ]`,
			`kind set to path with 1 player, the mover drawn at 1 leaf dropped and what it does not support cleared at 3 nodes and 1 outcome`},
		{`kind path outcomes 3 4 {low 2}[ +3 . +1 [ +1 . ] ]`, `"kind":"maxn"`,
			`players 3 1[ ? 2[ ? ] ]`,
			`kind set to maxn with 3 players and what it does not support cleared at 4 nodes and 2 outcomes`},
		{`players 3 3[ 3(1,2,3) 3[ (4,5,6) ] ]`, `"kind":"minimax","players":2`,
			`kind minimax max[ 1 min[ 4 ] ]`,
			`kind set to minimax with 2 players, player 1's scores are Max's utility and what it does not support cleared at 3 nodes`},
	} {
		d0 := draftOf(t, c.text)
		refused := editOf(t, `{"op":"header",`+c.header+`}`)
		var wrong *trees.Error
		if _, err := d0.Apply(refused); !errors.As(err, &wrong) || wrong.Offer != trees.OfferClear {
			t.Errorf("%s of %s = %v, want the offer to clear", c.header, c.text, err)
		}
		a, err := d0.Apply(editOf(t, `{"op":"header",`+c.header+`,"clear":true}`))
		if err != nil {
			t.Errorf("%s of %s with clear = %v", c.header, c.text, err)
			continue
		}
		wantWhole(t, a.Draft)
		if got := line(a.Draft); got != c.want {
			t.Errorf("%s of %s with clear = %s, want %s", c.header, c.text, got, c.want)
		}
		if a.Summary != c.words {
			t.Errorf("%s of %s with clear: %s, want %s", c.header, c.text, a.Summary, c.words)
		}
		back, err := a.Draft.Merge(change(t, d0, a.Draft).Inverse())
		if err != nil || content(back) != content(d0) {
			t.Errorf("%s of %s with clear, undone = %v", c.header, c.text, err)
		}
	}
}

func editOf(t *testing.T, src string) trees.Edit {
	t.Helper()
	e, err := trees.ReadEdit([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func lastOf(d *trees.Draft) string { return fmt.Sprint(d.ID(d.Tree().Len() - 1)) }
