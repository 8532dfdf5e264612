package classroom_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"espalier/search"
	"espalier/trees"
	"espalier/web"
	"espalier/web/app"
	"espalier/web/classroom"
	"espalier/web/run"
	"espalier/web/webtest"
)

// Who waits for another one to count the steps of a run waits no longer than the context.
func TestWaitingForStepsEndsWithTheContext(t *testing.T) {
	s := web.New(app.Config{})
	t.Cleanup(func() { s.Shutdown(context.Background()) })
	for range runtime.GOMAXPROCS(0) {
		give, err := search.TakeTurn(s.WithTurn(t.Context()))
		if err != nil {
			t.Fatal(err)
		}
		defer give()
	}
	tree, err := trees.ReadText(webtest.Korf6)
	if err != nil {
		t.Fatal(err)
	}
	shallow, _ := search.Find("shallow")
	counted := classroom.StepsOf(s.Core, run.OnTree(tree).With(search.AlgorithmConfig{Algorithm: shallow}))
	counting, stop := context.WithCancel(t.Context())
	defer stop()
	first, second := make(chan error, 1), make(chan error, 1)
	count := func(ctx context.Context, done chan<- error) {
		done <- counted(ctx)
	}
	go count(counting, first)
	webtest.Eventually(t, time.Minute, func() bool { return s.WaitingTurns() == 1 }, "the steps are counted without a processor")
	gone, leave := context.WithCancel(t.Context())
	leave()
	go count(gone, second)
	select {
	case err := <-second:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("the error of who has gone is %v", err)
		}
	case err := <-first:
		t.Errorf("the first one has ended with %v", err)
	case <-time.After(10 * time.Second):
		t.Error("who has gone waits for the steps that another one counts")
	}
	stop()
	<-first
}
