package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

func post(url, body string, answer any) (int, error) {
	resp, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, err
	}
	if resp.StatusCode/100 != 2 {
		return resp.StatusCode, fmt.Errorf("%s: %s", resp.Status, text)
	}
	return resp.StatusCode, json.Unmarshal(text, answer)
}

// keptTree is the response of the API for a new tree.
type keptTree struct{ Key, ID string }

func keep(t *testing.T, url, text string) (kept keptTree) {
	t.Helper()
	body, _ := json.Marshal(map[string]string{"text": text})
	if _, err := post(url+"api/v1/trees", string(body), &kept); err != nil || kept.Key == "" {
		t.Fatalf("POST trees = %+v, %v", kept, err)
	}
	return kept
}

// Acknowledged edits must exist after SIGKILL and after SIGTERM in the middle of
// 1,000 edits over HTTP.
func TestKilledServerRetainsEdits(t *testing.T) {
	if testing.Short() {
		t.Skip("a thousand edits over HTTP")
	}
	program := built(t)
	for _, signal := range []os.Signal{syscall.SIGKILL, syscall.SIGTERM} {
		t.Run(fmt.Sprint(signal), func(t *testing.T) { endInTheMiddle(t, program, signal) })
	}
}

func endInTheMiddle(t *testing.T, program string, signal os.Signal) {
	data := t.TempDir()
	serve := func() (url string, server *exec.Cmd) { return serveOn(t, program, data) }
	const edits, editors, fatal = 1000, 4, 400
	url, server := serve()
	kept := keep(t, url, "players 3 maxsum 9\n1["+strings.Repeat(" ?", edits)+" ]")
	var mu sync.Mutex
	acknowledged := map[int]bool{}
	var struck time.Time
	var all sync.WaitGroup
	for who := range editors {
		all.Go(func() {
			for n := who; n < edits; n += editors {
				var answer struct{ Revision int }
				body := fmt.Sprintf(`{"edit":{"op":"set","nodes":[%d],"label":"n%d"},"token":"t%d"}`, n+2, n, n)
				if _, err := post(url+"api/v1/trees/"+kept.Key+"/edits", body, &answer); err != nil {
					return // the server has ended
				}
				mu.Lock()
				acknowledged[n] = true
				if len(acknowledged) == fatal {
					struck = time.Now()
					server.Process.Signal(signal)
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	if err := server.Wait(); signal == syscall.SIGTERM && err != nil {
		t.Errorf("the server ended with %v, want status 0", err)
	}
	if took := time.Since(struck); took > 5*time.Second {
		t.Errorf("the end took %s, want at most 5 s", took)
	}
	if n := len(acknowledged); n < fatal || n > edits/2 {
		t.Fatalf("%d edits were acknowledged before the server was dead, want about %d", n, fatal)
	}
	start := time.Now()
	url, server = serve()
	resp, err := http.Get(url + "api/v1/trees/" + kept.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var tree struct {
		Revision int
		Text     string
	}
	if err := json.NewDecoder(resp.Body).Decode(&tree); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d edits were acknowledged, revision %d is there; it serves again after %s", len(acknowledged), tree.Revision, time.Since(start).Round(time.Millisecond))
	for n := range acknowledged {
		if !strings.Contains(tree.Text, fmt.Sprintf("n%d: ?", n)) {
			t.Errorf("edit %d was acknowledged and is lost", n)
		}
	}
	// Edits without an answer may be sent again; each edit must be applied once.
	var answer struct{ Revision int }
	for n := range edits {
		body := fmt.Sprintf(`{"edit":{"op":"set","nodes":[%d],"label":"n%d"},"token":"t%d"}`, n+2, n, n)
		if _, err := post(url+"api/v1/trees/"+kept.Key+"/edits", body, &answer); err != nil {
			t.Fatal(err)
		}
	}
	if answer.Revision != edits+1 {
		t.Errorf("after all edits the newest revision = %d, want %d", answer.Revision, edits+1)
	}
}

// serveOn starts a server with its data in a folder.
func serveOn(t *testing.T, program, data string) (url string, server *exec.Cmd) {
	t.Helper()
	server = exec.Command(program, "-addr", "127.0.0.1:0", "-data", data)
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Process.Kill() })
	return urlIn(t, out), server
}

// A second server on the same folder works except for the library, and reports why.
func TestSecondServerOnFolderServesFigures(t *testing.T) {
	data := t.TempDir()
	one, stop, status, _ := started(t, "-data", data)
	two, _, _, _ := started(t, "-data", data)
	kept := keep(t, one, "players 3 1[ ? ]")
	resp, err := http.Get(two + "api/v1/figures")
	if err != nil || resp.StatusCode != 200 {
		t.Fatalf("GET figures = %v, %v", resp, err)
	}
	resp.Body.Close()
	code, err := post(two+"api/v1/trees", `{"text":"players 3 1[ ? ]"}`, nil)
	if code != http.StatusServiceUnavailable || !strings.Contains(err.Error(), "-data") {
		t.Errorf("POST trees of the second server = %d, %v; want 503 and words", code, err)
	}
	stop()
	if got := <-status; got != 0 {
		t.Errorf("exit status = %d, want 0", got)
	}
	resp, err = http.Get(two + "api/v1/trees/" + kept.ID)
	if err != nil || resp.StatusCode != 200 {
		t.Errorf("GET of the tree from the second server, once the first has ended = %v, %v", resp, err)
	}
	resp.Body.Close()
}

func TestFolderIsCreatedWithFirstTree(t *testing.T) {
	home := t.TempDir()
	t.Setenv("XDG_DATA_HOME", home)
	folder := filepath.Join(home, "espalier")
	url, _, _, _ := started(t)
	for _, path := range []string{"", "edit", "api/v1/trees/" + strings.Repeat("a", 26)} {
		resp, err := http.Get(url + path)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
	}
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("looking at pages has made %s", folder)
	}
	keep(t, url, "players 3 1[ ? ]")
	if _, err := os.Stat(folder); err != nil {
		t.Errorf("nothing is in the default folder: %v", err)
	}
}

func TestUnreachableNATSIsReported(t *testing.T) {
	var errors bytes.Buffer
	got := Run(context.Background(), []string{"-addr", "127.0.0.1:0", "-nats", "nats://me:secret@127.0.0.1:1"}, io.Discard, &errors)
	if got != 1 || !strings.Contains(errors.String(), "cannot be reached") || strings.Contains(errors.String(), "secret") {
		t.Errorf("Run without the NATS server = %d, %q; want 1 and a clear error", got, errors.String())
	}
	errors.Reset()
	if got := Run(context.Background(), []string{"now"}, io.Discard, &errors); got != 2 || !strings.Contains(errors.String(), "-nats") {
		t.Errorf("Run(now) = %d, %q; want 2 and the options", got, errors.String())
	}
}
