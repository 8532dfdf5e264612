package editor

import (
	"context"
	"testing"
	"time"

	"espalier/trees"
	"espalier/web/app"
	"espalier/web/treestore"
)

func TestFailedComparisonIsRetriedByNextClient(t *testing.T) {
	core := app.NewCore(app.Config{})
	in := &editSession{}
	panicked := make(chan any, 1)
	func() {
		defer func() { panicked <- recover() }()
		in.comparison(context.Background(), core, &treestore.Saved{Revision: treestore.Revision{Number: 1}})
	}()
	if <-panicked == nil {
		t.Fatal("a revision without a draft is compared")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if in.comparison(ctx, core, &treestore.Saved{Revision: treestore.Revision{Number: 1}, Draft: trees.EmptyDraft()}) == nil {
		t.Error("after a panic the revision is not compared any more")
	}
}
