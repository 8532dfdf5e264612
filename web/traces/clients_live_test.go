package traces_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"espalier/web/webtest"
)

// A wire is between a client and the server, and fails at times.
type wire struct {
	server http.Handler
	faults map[int]string // by the number of the part that comes
	mu     sync.Mutex
	parts  int // of lines that came
	inside int // requests at a time
}

// What can happen to a part on its way.
const (
	busy    = "the server is busy"
	lost    = "it is lost"
	half    = "half of it comes, and no answer goes back"
	silent  = "it comes, and no answer goes back"
	refused = "the server refuses a line"
)

// enter counts a request, and returns what happens to it.
func (w *wire) enter(r *http.Request) (fault string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.inside++
	if strings.HasSuffix(r.URL.Path, "/lines") {
		w.parts++
		fault = w.faults[w.parts]
	}
	if w.inside > 1 {
		fault = "there are two requests at a time"
	}
	return fault
}

func (w *wire) leave() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.inside--
}

func (w *wire) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	fault := w.enter(r)
	defer w.leave()
	body, err := io.ReadAll(r.Body)
	if err != nil || len(body) > 1<<18 {
		fault = fmt.Sprintf("%v, %d bytes came at once", err, len(body))
	}
	switch fault {
	case "", half, silent:
	case busy:
		rw.WriteHeader(http.StatusServiceUnavailable)
		return
	case lost:
		panic(http.ErrAbortHandler)
	default:
		rw.Header().Set("Content-Type", "application/problem+json")
		rw.WriteHeader(http.StatusUnprocessableEntity)
		fmt.Fprintf(rw, `{"title":"Unprocessable Entity","status":422,"detail":"line 3: \"ä\" is not open (%s)"}`, fault)
		return
	}
	if fault == half {
		body = body[:len(body)/2]
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ContentLength = int64(len(body))
	if fault == "" {
		w.server.ServeHTTP(rw, r)
		return
	}
	w.server.ServeHTTP(httptest.NewRecorder(), r)
	panic(http.ErrAbortHandler)
}

var shownAt = regexp.MustCompile(`^espalier: the search is shown at (.*)/traces/([a-z0-9]+)\n`)

// testLive checks that a program's search comes whole to a server to which the connection fails at
// times, and that the program goes on if the server refuses a line.
func testLive(t *testing.T, server http.Handler, folder string, start []string) {
	t.Helper()
	want, err := os.ReadFile(filepath.Join(folder, "long.ndjson"))
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{server: server, faults: map[int]string{1: silent, 3: busy, 4: lost, 6: half}}
	ts := httptest.NewServer(w)
	defer ts.Close()
	_, errors, err := run(t, folder, append(start, ts.URL)...)
	shown := shownAt.FindSubmatch(errors)
	if err != nil || shown == nil || len(shown[0]) < len(errors) || string(shown[1]) != ts.URL {
		t.Fatalf("the program ends with %v: %s", err, errors)
	}
	if _, source := webtest.Get(t, ts.URL+"/api/v1/traces/"+string(shown[2])+"/source"); !bytes.Equal(source, want) {
		t.Errorf("%d bytes came, want %d", len(source), len(want))
	}
	var kept struct {
		Complete, Live bool
		Verdict        string
	}
	_, summary := webtest.Get(t, ts.URL+"/api/v1/traces/"+string(shown[2]))
	if err := json.Unmarshal(summary, &kept); err != nil || kept.Live || !kept.Complete || kept.Verdict != "right" {
		t.Errorf("%v, the server says of the run: %s", err, summary)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "espalier-*")); len(left) > 0 {
		t.Errorf("files are left: %v", left)
	}

	w = &wire{server: server, faults: map[int]string{2: refused}}
	ts = httptest.NewServer(w)
	defer ts.Close()
	_, errors, err = run(t, folder, append(start, ts.URL)...)
	text := strings.TrimSpace(shownAt.ReplaceAllString(string(errors), ""))
	message, path, _ := strings.Cut(text, ". The trace is in ")
	if err != nil || message != "espalier: "+ts.URL+`: line 3: "ä" is not open (`+refused+")" {
		t.Fatalf("a program whose line is refused ends with %v: %s", err, errors)
	}
	if kept, err := os.ReadFile(path); err != nil || !bytes.Equal(kept, want) {
		t.Errorf("%v, the file has %d bytes, want %d", err, len(kept), len(want))
	}
}
