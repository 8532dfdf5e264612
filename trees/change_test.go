package trees_test

import (
	"errors"
	"testing"

	"espalier/trees"
)

// TestConflicts undoes an edit after another one. The tree has the IDs 1: a,
// 2: b, 3: c, 4 and 5: the children of c.
func TestConflicts(t *testing.T) {
	const text = `players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2{up (9,9,9)}[ (2,3,4) (3,0,6) ] ]`
	for _, c := range []struct {
		mine, theirs, want string
		id                 trees.ID
		field              string
	}{
		{`{"op":"set","nodes":[2],"value":[1,1,1]}`, `{"op":"set","nodes":[2],"value":[2,2,2]}`,
			"the value of b has been changed since", 2, "value"},
		{`{"op":"set","nodes":[2],"value":[1,1,1]}`, `{"op":"delete","nodes":[2]}`,
			"b has been deleted since", 2, ""},
		{`{"op":"child","node":3}`, `{"op":"set","nodes":[6],"value":[2,2,2]}`,
			"the value of c.3 has been changed since, and c.3 would be deleted", 6, "value"},
		{`{"op":"child","node":3}`, `{"op":"child","node":6}`,
			"c.3.1 has been moved below c.3, which would be deleted", 7, ""},
		{`{"op":"move","nodes":[4],"to":1}`, `{"op":"move","nodes":[4],"to":2}`,
			"b.2 has been moved since", 4, ""},
		{`{"op":"move","nodes":[4],"to":1}`, `{"op":"delete","nodes":[3]}`,
			"c has been deleted, and nodes would be added below it", 3, ""},
		{`{"op":"delete","nodes":[4]}`, `{"op":"delete","nodes":[3]}`,
			"c has been deleted, and nodes would be added below it", 3, ""},
		{`{"op":"delete","nodes":[4,5]}`, `{"op":"set","nodes":[3],"value":[1,1,1]}`,
			"c has children now, so it cannot have a value of its own", 3, "value"},
		{`{"op":"parent","node":1}`, `{"op":"parent","node":6}`,
			"another node has become the root since, and a would be one too", 1, ""},
		{`{"op":"header","maxsum":8}`, `{"op":"header","maxsum":7}`,
			"maxsum of the tree has been changed since", 0, "maxsum"},
		{`{"op":"header","players":4}`, `{"op":"set","nodes":[2],"value":[1,1,1,1]}`,
			"it conflicts with a later change: root.children[0].value: there is a score for player 4; a vector here has 3 scores", 0, ""},
		{`{"op":"notes","text":"x"}`, `{"op":"notes","text":"y"}`,
			"the notes have been changed since", 0, "notes"},
	} {
		d0 := draftOf(t, text)
		d1 := edited(t, d0, c.mine)
		e, err := trees.ReadEdit([]byte(c.theirs))
		if err != nil {
			t.Fatal(err)
		}
		a, err := d1.Apply(e)
		if err != nil {
			t.Errorf("%s after %s: %v", c.theirs, c.mine, err)
			continue
		}
		got, err := a.Draft.Merge(trees.Diff(d0, d1).Inverse())
		var conflict *trees.ConflictError
		if !errors.As(err, &conflict) {
			t.Errorf("%s taken back after %s is merged, want %s", c.mine, c.theirs, c.want)
			if got != nil {
				t.Log(line(got))
			}
			continue
		}
		if conflict.Message != c.want || conflict.ID != c.id || conflict.Field != c.field {
			t.Errorf("%s taken back after %s = %q at %d.%s, want %q at %d.%s", c.mine, c.theirs, conflict.Message, conflict.ID, conflict.Field, c.want, c.id, c.field)
		}
	}
}

// Two edits made at the same time are both kept where possible.
func TestMergeRetainsBothChanges(t *testing.T) {
	const text = `players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2{up (9,9,9)}[ (2,3,4) (3,0,6) ] ]`
	for _, c := range []struct{ mine, theirs, strict, later string }{
		{`{"op":"set","nodes":[2],"value":[1,1,1]}`, `{"op":"set","nodes":[2],"label":"x"}`,
			`players 3 maxsum 9 a: 1[ x: (1,1,1) c: 2{up (9,9,9)}[ (2,3,4) (3,0,6) ] ]`, ``},
		{`{"op":"sibling","node":2}`, `{"op":"child","node":1}`,
			`players 3 maxsum 9 a: 1[ b: (5,2,2) ? c: 2{up (9,9,9)}[ (2,3,4) (3,0,6) ] ? ]`, ``},
		{`{"op":"set","nodes":[2],"value":[1,1,1]}`, `{"op":"set","nodes":[2],"value":[2,2,2]}`,
			``, `players 3 maxsum 9 a: 1[ b: (1,1,1) c: 2{up (9,9,9)}[ (2,3,4) (3,0,6) ] ]`},
		{`{"op":"move","nodes":[4],"to":1}`, `{"op":"move","nodes":[4],"to":1,"at":0}`,
			`players 3 maxsum 9 a: 1[ (2,3,4) b: (5,2,2) c: 2{up (9,9,9)}[ (3,0,6) ] ]`, `players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2{up (9,9,9)}[ (3,0,6) ] (2,3,4) ]`},
		{`{"op":"delete","nodes":[4]}`, `{"op":"delete","nodes":[5]}`,
			`players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2? ]`, ``},
		{`{"op":"move","nodes":[2],"to":3}`, `{"op":"parent","node":3}`,
			`players 3 maxsum 9 a: 1[ 2[ c: 2{up (9,9,9)}[ (2,3,4) (3,0,6) b: (5,2,2) ] ] ]`, ``},
		{`{"op":"reorder","node":2,"by":1}`, `{"op":"sibling","node":2}`,
			`players 3 maxsum 9 a: 1[ c: 2{up (9,9,9)}[ (2,3,4) (3,0,6) ] b: (5,2,2) ? ]`, ``},
	} {
		d0 := draftOf(t, text)
		mine, theirs := trees.Diff(d0, edited(t, d0, c.mine)), edited(t, d0, c.theirs)
		later := c.later
		if later == "" {
			later = c.strict
		}
		for _, m := range []struct {
			name  string
			merge func(*trees.Change) (*trees.Draft, error)
			want  string
		}{{"Merge", theirs.Merge, c.strict}, {"MergeLater", theirs.MergeOverriding, later}} {
			got, err := m.merge(mine)
			switch {
			case err != nil && m.want != "":
				t.Errorf("%s of %s after %s = %v, want %s", m.name, c.mine, c.theirs, err, m.want)
			case err == nil && line(got) != m.want:
				t.Errorf("%s of %s after %s = %s, want %s", m.name, c.mine, c.theirs, line(got), m.want)
			}
		}
	}
}

// Nodes of a typed text get other IDs than nodes that others have added
// meanwhile.
func TestMergeOfNewNodes(t *testing.T) {
	d0 := draftOf(t, `players 3 1[ a: (1,1,1) b: (2,2,2) ]`)
	theirs := edited(t, d0, `{"op":"child","node":1,"text":"theirs: 2[ ? ]"}`)
	typed := edited(t, d0, typing(`players 3 1[ mine: 3[ ? (0,0,1) ] a: (1,1,1) b: (2,2,0) ]`))
	got, err := theirs.MergeOverriding(trees.Diff(d0, typed))
	if err != nil {
		t.Fatal(err)
	}
	wantWhole(t, got)
	const want = `players 3 1[ mine: 3[ ? (0,0,1) ] a: (1,1,1) b: (2,2,0) theirs: 2[ ? ] ]`
	if line(got) != want {
		t.Errorf("both = %s, want %s", line(got), want)
	}
	made := trees.Diff(theirs, got).Created()
	if mine := got.ID(got.Tree().Find("mine")); len(made) != 1 || made[0] != mine {
		t.Errorf("Created() = %v, want the node mine alone, %d", made, mine)
	}
	for n := range theirs.Tree().Len() {
		if _, ok := got.Find(theirs.ID(n)); !ok {
			t.Errorf("the node %d is lost", theirs.ID(n))
		}
	}
}
