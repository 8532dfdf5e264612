package classroom_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"net/netip"
	"runtime"
	"strings"
	"testing"
	"time"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/web"
	"espalier/web/app"
	"espalier/web/classroom"
	"espalier/web/fair"
	"espalier/web/run"
	"espalier/web/webtest"
)

// A caller that waits for another one to count the steps of a run waits no longer than the context.
func TestWaitingForStepsEndsWithTheContext(t *testing.T) {
	s := web.New(app.Config{})
	t.Cleanup(func() { s.Shutdown(context.Background()) })
	for range runtime.GOMAXPROCS(0) {
		give, err := engine.TakeTurn(s.WithTurn(t.Context()))
		if err != nil {
			t.Fatal(err)
		}
		defer give()
	}
	tree, err := trees.ReadText(webtest.Korf6)
	if err != nil {
		t.Fatal(err)
	}
	shallow, _ := algorithms.Find("shallow")
	counted := classroom.StepsOf(s.Core, run.OnTree(tree).With(engine.AlgorithmConfig{Algorithm: shallow}))
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

// TestKeptRunsGiveUpTheirMemory: the runs that rooms show, and their steps, are kept until others need their
// memory, and what replaces them gives theirs back.
func TestKeptRunsGiveUpTheirMemory(t *testing.T) {
	s := web.New(app.Config{Memory: 64 << 20})
	t.Cleanup(func() { s.Shutdown(context.Background()) })
	tree, err := trees.ReadText("players 3 1[ " + strings.Repeat("(1,2,3) ", 50_000) + "]")
	if err != nil {
		t.Fatal(err)
	}
	maxn, _ := algorithms.Find("maxn")
	kept, err := s.Rooms.KeepRun(t.Context(), run.OnTree(tree).With(engine.AlgorithmConfig{Algorithm: maxn}))
	if err != nil {
		t.Fatal(err)
	}
	if run, steps := kept(); !run || !steps {
		t.Fatalf("with enough memory a run is kept: %v, and its steps: %v", run, steps)
	}
	spare := func() (bytes float64) {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
		_, value, _ := strings.Cut(w.Body.String(), "\nespalier_memory_kept_bytes ")
		fmt.Sscan(value, &bytes)
		return bytes
	}
	if got, least := spare(), float64(tree.Bytes()); got < least {
		t.Errorf("%.0f bytes are charged for what is kept; want at least %.0f", got, least)
	}
	for _, pool := range []*fair.Pool{s.SearchMemory, s.TraceMemory} { // until nothing is left
		for i := range byte(64) {
			if lease, err := pool.Try(fair.ClientAt(netip.AddrFrom4([4]byte{198, 51, 100, i})), 1<<20); err == nil {
				defer lease.Release()
			}
		}
	}
	webtest.Eventually(t, time.Minute, func() bool {
		run, steps := kept()
		return !run && !steps
	}, "a run is kept although others need its memory")
	if got := spare(); got != 0 {
		t.Errorf("%.0f bytes stay charged", got)
	}
}
