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
	"strconv"
	"strings"
	"sync"
	"testing"
)

// A wire stands between a client and the server, and fails at times: a part is taken and its answer
// is lost, a part is lost, the server is busy, half of a part comes.
type wire struct {
	server http.Handler
	mu     sync.Mutex
	parts  int // of lines that came
	inside int // requests at a time
	faults map[int]string
}

func (w *wire) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	w.inside++
	if strings.HasSuffix(r.URL.Path, "/lines") {
		w.parts++
	}
	fault := ""
	if strings.HasSuffix(r.URL.Path, "/lines") {
		fault = w.faults[w.parts]
	}
	if w.inside > 1 {
		fault = "two requests at a time"
	}
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.inside--
	}()
	body, err := io.ReadAll(r.Body)
	switch {
	case err != nil, len(body) > 1<<18, fault == "two requests at a time":
		http.Error(rw, fmt.Sprintf("%v, %d bytes, %s", err, len(body), fault), http.StatusTeapot)
		return
	case fault == "busy":
		rw.WriteHeader(http.StatusServiceUnavailable)
		return
	case fault == "lost":
		panic(http.ErrAbortHandler)
	case fault == "half":
		body = body[:len(body)/2]
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ContentLength = int64(len(body))
	if fault == "" {
		w.server.ServeHTTP(rw, r)
		return
	}
	w.server.ServeHTTP(httptest.NewRecorder(), r)
	panic(http.ErrAbortHandler) // it came, and no answer says so
}

// testLive checks that a program's search comes whole to a server to which the connection fails at
// times, and what a program does whose server refuses a line.
func testLive(t *testing.T, folder string, start []string) {
	t.Helper()
	kept := &keeper{}
	w := &wire{server: kept, faults: map[int]string{1: "answer lost", 3: "busy", 4: "lost", 6: "half"}}
	ts := httptest.NewServer(w)
	defer ts.Close()
	_, errors, err := run(t, folder, append(start, ts.URL)...)
	if text := string(errors); err != nil || text != "espalier: the search is shown at "+ts.URL+"/traces/run\n" {
		t.Errorf("the program ends with %v: %s", err, text)
	}
	want, err := os.ReadFile(filepath.Join(folder, "long.ndjson"))
	if err != nil || !bytes.Equal(kept.bytes, want) || !kept.ended {
		t.Errorf("%d of %d bytes came, ended: %t", len(kept.bytes), len(want), kept.ended)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "espalier-*")); len(left) > 0 {
		t.Errorf("files are left: %v", left)
	}
}

// A keeper takes one live run, as the API does.
type keeper struct {
	bytes []byte
	ended bool
}

func (k *keeper) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/api/v1/traces":
		w.WriteHeader(http.StatusCreated)
		json.NewEncoder(w).Encode(map[string]string{"id": "run", "key": "key", "url": "/traces/run"})
	case "/api/v1/traces/key/lines":
		from, err := strconv.Atoi(r.URL.Query().Get("from"))
		if err != nil || from != len(k.bytes) || k.ended {
			w.WriteHeader(http.StatusConflict)
			json.NewEncoder(w).Encode(map[string]any{"status": 409, "offset": len(k.bytes), "detail": fmt.Sprintf("%d bytes of the run are stored", len(k.bytes))})
			return
		}
		more, _ := io.ReadAll(r.Body)
		k.bytes = append(k.bytes, more...)
		w.Write([]byte(`{"ok":true}`))
	case "/api/v1/traces/key/end":
		k.ended = true
		w.Write([]byte(`{}`))
	default:
		http.NotFound(w, r)
	}
}
