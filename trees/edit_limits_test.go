package trees_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"espalier/trees"
	"espalier/trees/treetest"
)

// The ends of the errors about the limits of a tree.
var (
	mostNodes  = fmt.Sprintf(": a tree has at most %d nodes", trees.MaxNodes)
	mostLevels = fmt.Sprintf(": a tree has at most %d levels", trees.MaxLevels)
)

// Edits of a tree at its limits are rejected with the name of the limit, and
// in time.
func TestEditsAtTheLimits(t *testing.T) {
	wideDraft := draftOf(t, "players 1 1[ "+strings.Repeat("? ", trees.MaxNodes-1)+"]")
	const many = 60_000 // nodes of a tree for the measurements of time
	broadDraft := draftOf(t, "players 1 1[ "+strings.Repeat("? ", many-1)+"]")
	deepDraft := draftOf(t, "players 1 "+strings.Repeat("1[", trees.MaxLevels-1)+" ? "+strings.Repeat("]", trees.MaxLevels-1))
	var all []string
	for id := 2; id < trees.MaxNodes; id += 2 {
		all = append(all, fmt.Sprint(id))
	}
	some, half := strings.Join(all, ","), strings.Join(all[:many/2-1], ",")
	leaf := trees.MaxLevels       // the ID of the lowest node
	const limit = 3 * time.Second // of the processor; it takes a tenth
	for _, c := range []struct {
		d          *trees.Draft
		edit, want string
	}{
		{wideDraft, `{"op":"child","node":1}`,
			"root.children" + mostNodes},
		{wideDraft, `{"op":"copy","nodes":[1],"to":2}`,
			"root.children[0].children[0].children" + mostNodes},
		{wideDraft, `{"op":"copy","nodes":[` + some + `],"to":2}`,
			"root.children" + mostNodes},
		{wideDraft, `{"op":"branching","level":1,"count":2}`,
			fmt.Sprintf("count: 2 children at each of %d nodes make too many", trees.MaxNodes-1) + mostNodes},
		{broadDraft, `{"op":"delete","nodes":[` + half + `]}`, ""},
		{broadDraft, `{"op":"dissolve","nodes":[` + half + `]}`, ""},
		{broadDraft, `{"op":"move","nodes":[` + half + `],"to":3}`, ""},
		{broadDraft, `{"op":"move","nodes":[2],"to":1}`, ""},
		{wideDraft, `{"op":"set","nodes":[` + some + `],"label":"` + strings.Repeat("x", trees.MaxLabelRunes) + `"}`,
			"document: written out as JSON it has "},
		{broadDraft, typing("players 1 1[ " + strings.Repeat("? ", many-10) + "(3)" + "]"), ""},
		{broadDraft, typing("players 1 1[ " + strings.Repeat("1[?] ", many/2-10) + "]"), ""},
		{deepDraft, fmt.Sprintf(`{"op":"child","node":%d}`, leaf),
			"root" + mostLevels},
		{deepDraft, fmt.Sprintf(`{"op":"parent","node":%d}`, leaf),
			"root" + mostLevels},
		{deepDraft, fmt.Sprintf(`{"op":"copy","nodes":[1],"to":%d}`, leaf),
			"root" + mostLevels},
		{deepDraft, fmt.Sprintf(`{"op":"move","nodes":[%d],"to":1}`, leaf), ""},
		{deepDraft, fmt.Sprintf(`{"op":"branching","level":%d,"count":50000}`, leaf-2), ""},
	} {
		if raceDetector && c.want == "" {
			continue // a test of time, useless under the race detector
		}
		e, err := trees.ReadEdit([]byte(c.edit))
		if err != nil {
			t.Fatalf("ReadEdit(%.60s…) = %v", c.edit, err)
		}
		start := treetest.ProcessorTime()
		a, err := c.d.Apply(e)
		if took := treetest.ProcessorTime() - start; took > limit && !raceDetector {
			t.Errorf("Apply(%.60s…) took %v, want at most %v", c.edit, took, limit)
		}
		if err != nil {
			if e, ok := err.(*trees.Error); c.want == "" || !ok || !e.OverLimit || !strings.HasPrefix(e.Error(), c.want) {
				t.Errorf("Apply(%.60s…) = %v, want %q", c.edit, err, c.want)
			}
			continue
		}
		if c.want != "" {
			t.Errorf("Apply(%.60s…) is made, want the limit %s", c.edit, c.want)
			continue
		}
		start = treetest.ProcessorTime()
		back, err := a.Draft.Merge(trees.Diff(c.d, a.Draft).Inverse())
		if took := treetest.ProcessorTime() - start; took > limit && !raceDetector {
			t.Errorf("%.60s… took %v to undo, want at most %v", c.edit, took, limit)
		}
		if err != nil || content(back) != content(c.d) {
			t.Errorf("%.60s… undone = %v, want the tree as it was", c.edit, err)
		}
	}
}

// Labels and notes have limits too.
func TestNotesAreLimited(t *testing.T) {
	e, err := trees.ReadEdit([]byte(`{"op":"notes","text":"` + strings.Repeat("é", trees.MaxNotes+1) + `"}`))
	if err != nil {
		t.Fatal(err)
	}
	_, err = trees.EmptyDraft().Apply(e)
	if e, ok := err.(*trees.Error); !ok || !e.OverLimit || e.Error() != fmt.Sprintf("text: the notes have %d characters; notes have at most %d", trees.MaxNotes+1, trees.MaxNotes) {
		t.Errorf("Apply = %v, want a limit", err)
	}
}
