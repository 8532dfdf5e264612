package experiments_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"espalier/trees/treetest"
	"espalier/web"
	"espalier/web/app"
	"espalier/web/cluster/natstest"
	"espalier/web/experiments"
	"espalier/web/treestore"
	"espalier/web/webtest"
)

// childURL is the NATS URL of a child process that serves until it is killed.
const childURL = "ESPALIER_EXPERIMENTS_CHILD"

// TestMain runs the child of TestTwoProcessesAndAKill.
func TestMain(m *testing.M) {
	experiments.SetTakerTime(time.Second)
	if url := os.Getenv(childURL); url != "" {
		lib, err := treestore.Open(treestore.Config{URL: url})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		ts := httptest.NewServer(web.New(app.Config{Library: lib, Processors: 1}))
		fmt.Println(ts.URL)
		select {}
	}
	os.Exit(m.Run())
}

// atWork returns how many tasks a process works on.
func atWork(t *testing.T, base string) string {
	t.Helper()
	_, b := webtest.Get(t, base+"/metrics")
	for line := range strings.Lines(string(b)) {
		if n, found := strings.CutPrefix(line, "espalier_experiment_jobs "); found {
			return strings.TrimSpace(n)
		}
	}
	t.Fatal("the metrics have no tasks of experiments")
	return ""
}

// Two processes share a run. One is killed in the middle of a job; the other takes it up,
// and the counts are those of one process alone.
func TestTwoProcessesAndAKill(t *testing.T) {
	_, url := natstest.Start(t, nil)
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childURL+"="+url)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer child.Process.Kill()
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		t.Fatal("the child does not serve")
	}
	other := lines.Text()

	own := serveOn(t, url)
	// It is started at the process that is killed.
	size := `"deals":24,"cards":9,"tricks":5`
	if treetest.RaceDetector {
		size = `"deals":24,"cards":7,"tricks":4` // the detector makes a search about ten times slower
	}
	id := begin(t, other, `{"parameters":{`+size+`,"seed":3}}`)
	webtest.Eventually(t, patience, func() bool { return atWork(t, own) == "1" && atWork(t, other) == "1" }, "the processes do not share the run")
	until(t, other, id, func(s state) bool { return s.Done > 6 }, "no job is done")
	webtest.Eventually(t, patience, func() bool { return atWork(t, other) == "1" }, "the child is idle")
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	child.Wait()
	if left := stateOf(t, own, id); left.State != "running" || left.Done == left.Of {
		t.Fatalf("the kill came too late: %d of %d", left.Done, left.Of)
	}
	checkRows(t, until(t, own, id, ended, "the run does not end without the killed process"))

	// A run that one process cancels stops at the other one, too, and can be resumed there.
	again := serveOn(t, url)
	id = begin(t, own, slow)
	webtest.Eventually(t, patience, func() bool { return atWork(t, own) == "1" && atWork(t, again) == "1" }, "the processes do not share the run")
	if resp, b := webtest.Send(t, "DELETE", again+runs+id, ""); resp.StatusCode != http.StatusOK {
		t.Fatalf("cancelled: %s", b)
	}
	webtest.Eventually(t, patience, func() bool { return atWork(t, own) == "0" && atWork(t, again) == "0" }, "a cancelled run goes on")
	if s := stateOf(t, own, id); s.State != "cancelled" {
		t.Errorf("the other process has the state %s", s.State)
	}
	if resp, b := webtest.Send(t, "POST", again+runs+id+"/resume", ""); resp.StatusCode != http.StatusOK || !strings.Contains(string(b), `"state":"running"`) {
		t.Errorf("resumed: %s", b)
	}
	webtest.Eventually(t, patience, func() bool { return atWork(t, own) == "1" && atWork(t, again) == "1" }, "a resumed run does not go on")
}

// serveOn serves from NATS servers.
func serveOn(t *testing.T, url string) (base string) {
	t.Helper()
	lib, err := treestore.Open(treestore.Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	s := web.New(app.Config{Library: lib, Processors: 1})
	ts := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Shutdown(context.Background())
		ts.Close()
		lib.Close()
	})
	return ts.URL
}
