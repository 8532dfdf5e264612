package trees_test

import (
	"strings"
	"testing"

	"espalier/trees"
)

// wantError fails unless the error can be shown: short, and with a place.
func wantError(t *testing.T, err error) {
	t.Helper()
	e, ok := err.(*trees.Error)
	if !ok || e.Path == "" || e.Message == "" || len(e.Message) > 600 || strings.Contains(e.Message, "%!(EXTRA") {
		t.Fatalf("error %#v, want one with a place and a message that can be shown", err)
	}
}
