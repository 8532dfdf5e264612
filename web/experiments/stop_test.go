package experiments

import (
	"context"
	"testing"
	"time"

	"espalier/web/app"
	"espalier/web/treestore"
)

// A server that stops does not wait for a run which has no task to take: what the run asks
// of the store fails at once then.
func TestStepEndsWhenTheServerStops(t *testing.T) {
	lib, err := treestore.Open(treestore.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	core := app.NewCore(app.Config{Library: lib})
	h := New(core)
	core.Stop(context.Canceled)
	<-h.ended
	h.runs["waiting"] = &run{id: "waiting", ctx: core.Stopping}
	if h.pick() == nil {
		t.Fatal("the run is not ready")
	}
	returned := make(chan struct{})
	go func() {
		defer close(returned)
		h.step(core.Stopping)
	}()
	select {
	case <-returned:
	case <-time.After(30 * time.Second):
		t.Fatal("a step goes on after the server was stopped")
	}
}
