package trees_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"espalier/trees"
)

func TestClassify(t *testing.T) {
	_, invalid := trees.ReadText("players 3 maxsum 9 1[(5,2,3)]")
	_, large := trees.ReadText("players 3 title \"" + string(make([]byte, trees.MaxBytes)) + "\" (1,1,1)")
	d := edited(t, trees.EmptyDraft(), `{"op":"child","node":1}`)
	before := edited(t, d, `{"op":"set","nodes":[2],"value":[1,1,1]}`)
	after := edited(t, before, `{"op":"set","nodes":[2],"value":[2,2,2]}`)
	_, conflict := after.Merge(trees.Diff(before, d))
	for _, c := range []struct {
		name  string
		err   error
		kind  trees.ErrorKind
		place string
	}{
		{"invalid tree", invalid, trees.InvalidInput, "line 1, column 22, root.children[0].value"},
		{"wrapped", fmt.Errorf("figure x: %w", invalid), trees.InvalidInput, "line 1, column 22, root.children[0].value"},
		{"too large", large, trees.InputTooLarge, "text"},
		{"conflict", conflict, trees.Conflict, "edit"},
		{"deadline", fmt.Errorf("search: %w", context.DeadlineExceeded), trees.TimedOut, ""},
		{"cancelled", context.Canceled, trees.Cancelled, ""},
		{"other", errors.New("disk on fire"), trees.InternalError, ""},
	} {
		kind, place, reason := trees.Classify(c.err)
		if kind != c.kind || place != c.place {
			t.Errorf("%s: Classify(%v) = %d, %q, want %d, %q", c.name, c.err, kind, place, c.kind, c.place)
		}
		if known := c.kind != trees.InternalError && c.kind != trees.TimedOut && c.kind != trees.Cancelled; (reason != "") != known {
			t.Errorf("%s: Classify(%v) gives the reason %q", c.name, c.err, reason)
		}
	}
}
