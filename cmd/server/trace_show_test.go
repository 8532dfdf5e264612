package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTraceShow follows a run on the standard input: its page shows what came, while more follows.
func TestTraceShow(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	program, stdin := io.Pipe()
	stdout, says := io.Pipe()
	var stderr bytes.Buffer
	status := make(chan int, 1)
	go func() {
		status <- traces(ctx, []string{"show", "-"}, program, says, &stderr)
		says.Close()
	}()
	lines := bufio.NewScanner(stdout)
	next := func() string {
		if !lines.Scan() {
			t.Fatalf("it says no more: %s", stderr.String())
		}
		return lines.Text()
	}
	address, found := strings.CutPrefix(next(), "The run is at ")
	if !found {
		t.Fatalf("it does not say where the run is: %s", lines.Text())
	}
	query := ""
	page := func(words string) bool {
		resp, err := http.Get(address + query)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		return err == nil && resp.StatusCode == http.StatusOK && strings.Contains(string(b), words)
	}
	half := len(rightTrace) / 2
	io.WriteString(stdin, rightTrace[:half])
	for !page(`data-nodes="4"`) { // until the lines that came are read
		if ctx.Err() != nil {
			t.Fatal("the page does not show what came")
		}
	}
	if query = "?map=1"; !page(" data-map ") {
		t.Error("the page of a run that goes on has no map")
	}
	query = ""
	io.WriteString(stdin, rightTrace[half:])
	stdin.Close()
	if said := next(); !strings.HasPrefix(said, "The run has ended: right, with 0 errors and 0 notes.") {
		t.Errorf("at its end it says %q", said)
	}
	if !page(`data-verdict="right"`) {
		t.Error("the page does not show that the run is right")
	}
	stop()
	if got := <-status; got != allRight {
		t.Errorf("status %d: %s", got, stderr.String())
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "espalier-trace-*")); len(left) > 0 {
		t.Errorf("it leaves %v", left)
	}
	for _, args := range [][]string{{"show"}, {"show", filepath.Join(t.TempDir(), "none")}, {"show", "a", "b"}} {
		if got := traces(t.Context(), args, nil, io.Discard, io.Discard); got != unreadable {
			t.Errorf("trace %v = %d, want %d", args, got, unreadable)
		}
	}
}
