package web

import (
	"context"
	"testing"
	"time"

	"espalier/trees"
	"espalier/web/library"
)

// TestComparisonThatPanics: who waits for the comparison of another viewer,
// which comes to nothing, makes it himself.
func TestComparisonThatPanics(t *testing.T) {
	s, _ := serve(t)
	in := &room{}
	panicked := make(chan any, 1)
	func() {
		defer func() { panicked <- recover() }()
		in.comparison(context.Background(), s.Core, &library.Saved{Revision: library.Revision{Number: 1}})
	}()
	if <-panicked == nil {
		t.Fatal("a revision without a draft is compared")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if in.comparison(ctx, s.Core, &library.Saved{Revision: library.Revision{Number: 1}, Draft: trees.EmptyDraft()}) == nil {
		t.Error("after a panic the revision is not compared any more")
	}
}
