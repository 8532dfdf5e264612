package editor_test

import (
	"testing"

	"espalier/trees"
	"espalier/web/editor"
	"espalier/web/store/records"
)

// TestDamagedRecordIsNoFaultOfAnEdit: only what is wrong in an edit gets a place
// in the editor.
func TestDamagedRecordIsNoFaultOfAnEdit(t *testing.T) {
	for _, cause := range []error{&trees.Error{Path: "root", Message: "m"}, &trees.ConflictError{Message: "m"}} {
		kind, place, reason := trees.Classify(editor.AtEdit("edits[1]", &records.DamagedError{ID: "x", Revision: 2, Err: cause}))
		if want := "revision 2 of the tree x cannot be read: " + cause.Error(); kind != trees.Unavailable || place != "saved" || reason != want {
			t.Errorf("AtEdit gives kind %d at %s, %s, want unavailable at saved, %s", kind, place, reason, want)
		}
	}
	kind, place, _ := trees.Classify(editor.AtEdit("edits[1]", &trees.Error{Path: "edit.node", Message: "m"}))
	if kind != trees.InvalidInput || place != "edits[1].node" {
		t.Errorf("AtEdit gives kind %d at %s, want invalid input at edits[1].node", kind, place)
	}
}
