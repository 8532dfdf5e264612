package trees_test

import (
	"reflect"
	"testing"

	"espalier/trees"
)

// TestEffects: what is said of a change before it is made.
func TestEffects(t *testing.T) {
	const text = "players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (2,3,4) ] g: (6,1,2) ] ]" // ids 1 to 7
	for _, test := range []struct {
		edits []string
		want  trees.Effects
	}{
		{nil, trees.Effects{}},
		{[]string{`{"op":"child","node":3}`}, trees.Effects{Added: []trees.ID{8}}},
		{[]string{`{"op":"delete","nodes":[4]}`}, trees.Effects{Deleted: []trees.ID{4, 5, 6}}},
		{[]string{`{"op":"set","nodes":[2],"value":[1,1,7]}`, `{"op":"set","nodes":[3],"label":"h"}`}, trees.Effects{Changed: []trees.ID{2, 3}}},
		{[]string{`{"op":"move","nodes":[7],"to":1}`}, trees.Effects{Moved: []trees.ID{7}}},
		{[]string{`{"op":"reorder","node":5,"by":1}`}, trees.Effects{Moved: []trees.ID{5, 6}}},
		{[]string{`{"op":"dissolve","nodes":[4]}`}, trees.Effects{Deleted: []trees.ID{4}, Moved: []trees.ID{5, 6}}},
		{[]string{`{"op":"parent","node":2}`}, trees.Effects{Added: []trees.ID{8}, Moved: []trees.ID{2}}},
		{[]string{`{"op":"header","title":"T","maxsum":10}`, `{"op":"notes","text":"N"}`}, trees.Effects{Header: []string{"title", "maxsum"}, Notes: true}},
	} {
		before := draftOf(t, text)
		got := trees.Diff(before, edited(t, before, test.edits...)).Effects()
		if !reflect.DeepEqual(*got, test.want) {
			t.Errorf("the effects of %v are %+v, want %+v", test.edits, *got, test.want)
		}
	}
}
