// A trace prints the search of a program for Espalier, one line of JSON for each event:
//
//	trace, err := Open("-", Keys{"kind": "minimax", "algorithm": "alphabeta"})
//	trace.Enter("a", Keys{"player": 1, "alpha": alpha, "beta": beta})  // the search of a node begins
//	trace.Leaf("b", 5)                                                 // a leaf
//	trace.Prune("a", Keys{"cut": []string{"c", "d"}})                  // its other children are skipped
//	trace.Exit("a", 5)                                                 // the search ends
//	err = trace.Close()
//
// "-" is the standard output; "run.ndjson" is a file; "http://127.0.0.1:8080" is a server, to which the search is sent while
// it runs. An id is a number or a text, nil is none. A value is a number or a slice. The file with the first event is sent
// along, and each event of that file has its line, unless the program is built with -trimpath; "program": "" in the header
// leaves both out. The standard library is enough. Format: /traces/format. (c) 2026 The Espalier authors, MIT licence.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/http"
	"os"
	"runtime"
	"strings"
	"time"
)

const chunk, longest, pause = 1 << 18, 1 << 18, 200 * time.Millisecond // bytes that are sent at once, those of a file that is sent along; after a pause fewer are

type Keys map[string]any // of an event or the header: kind, players, values ("mover": negamax, "root": one against all), ...
type none struct{}       // no id, no value
type Trace struct {
	file        *os.File // of a live trace a copy of all that is sent, which stays if the server fails
	out         *bufio.Writer
	server, key string
	size, sent  int64
	header      Keys   // until the first event
	own         string // the file of the first event
	last        time.Time
	err         error // the first one, which Close returns
}
type answer struct {
	status          int // 0: none
	ID, Key, Detail string
	Offset          *int64
}

func Open(to string, header Keys) (*Trace, error) {
	t, live := &Trace{file: os.Stdout, last: time.Now(), header: Keys{}}, strings.Contains(to, "://")
	if live {
		t.file, t.err = os.CreateTemp("", "espalier-*.ndjson")
	} else if to != "-" {
		t.file, t.err = os.Create(to)
	}
	t.out = bufio.NewWriterSize(t.file, 1<<16)
	if live && t.err == nil {
		t.server = strings.TrimRight(to, "/")
		if got := t.request("?live=1", ""); !t.failed(got) {
			t.key = got.Key
			fmt.Fprintf(os.Stderr, "espalier: the search is shown at %s/traces/%s\n", t.server, got.ID)
		}
	}
	maps.Copy(t.header, header)
	return t, t.err
}
func (t *Trace) Enter(id any, more ...Keys)       { t.event("enter", id, none{}, more) }
func (t *Trace) Leaf(id, value any, more ...Keys) { t.event("leaf", id, value, more) }
func (t *Trace) Prune(id any, more ...Keys)       { t.event("prune", id, none{}, more) }
func (t *Trace) Exit(id, value any, more ...Keys) { t.event("exit", id, value, more) }
func (t *Trace) Done(value any, more ...Keys)     { t.event("done", nil, value, more) }
func (t *Trace) Flush() { // a slow server slows the program; nothing is left out
	t.err = cmp.Or(t.err, t.out.Flush())
	for tried := 1; t.key != "" && t.sent < t.size && t.err == nil; tried++ {
		part := make([]byte, min(chunk, t.size-t.sent))
		_, t.err = t.file.ReadAt(part, t.sent)
		got := t.request(fmt.Sprintf("/%s/lines?from=%d", t.key, t.sent), string(part))
		if got.status/100 == 2 {
			t.sent, tried = t.sent+int64(len(part)), 0
		} else if tried == 6 || got.status != 0 && got.Offset == nil && got.status != 429 && got.status != 503 {
			t.failed(got)
		} else if got.Offset != nil { // a part was lost, or has come although no answer did
			t.sent = min(*got.Offset, t.size)
		} else {
			time.Sleep(50 * time.Millisecond << tried) // 3 seconds in all
		}
	}
	t.last = time.Now()
}
func (t *Trace) Close() error {
	t.Flush()
	if t.key != "" && !t.failed(t.request("/"+t.key+"/end", "")) {
		t.err = cmp.Or(t.err, os.Remove(t.file.Name()))
	}
	if t.file != os.Stdout {
		t.err = cmp.Or(t.err, t.file.Close())
	}
	return t.err
}

func (t *Trace) request(path, body string) (got answer) {
	r, err := (&http.Client{Timeout: time.Minute}).Post(t.server+"/api/v1/traces"+path, "application/x-ndjson", strings.NewReader(body))
	if err != nil {
		return answer{Detail: fmt.Sprintf("it does not answer (%v)", err)}
	}
	defer r.Body.Close()
	got = answer{status: r.StatusCode, Detail: r.Status}
	_ = json.NewDecoder(r.Body).Decode(&got) // the answer of a proxy is no JSON
	return got
}
func (t *Trace) failed(got answer) bool { // then the program goes on, and the copy with it
	if got.status/100 != 2 {
		fmt.Fprintf(os.Stderr, "espalier: %s: %s. The trace is in %s\n", t.server, got.Detail, t.file.Name())
		t.key = ""
	}
	return got.status/100 != 2
}
func (t *Trace) event(kind string, id, value any, more []Keys) {
	_, file, line, _ := runtime.Caller(2)
	if _, given := t.header["program"]; t.header != nil {
		text, _ := os.ReadFile(file)
		if !given && len(text) > 0 && len(text) <= longest {
			t.own, t.header["program"] = file, strings.ToValidUTF8(string(text), "?")
		}
		t.print(t.header)
		t.header = nil
	}
	keys := Keys{"type": kind, "id": cmp.Or(id, any(none{})), "value": value, "line": map[bool]any{true: line, false: none{}}[file == t.own && file != "" && kind != "done"]}
	for _, k := range more {
		maps.Copy(keys, k)
	}
	t.print(keys)
}
func (t *Trace) print(keys Keys) {
	for key, value := range keys {
		if x, is := value.(float64); is && math.IsInf(x, 0) { // an open bound
			keys[key] = map[bool]string{true: "inf", false: "-inf"}[x > 0]
		} else if value == any(none{}) {
			delete(keys, key)
		}
	}
	line, wrong := json.Marshal(keys)
	n, err := t.out.Write(append(line, '\n'))
	t.size, t.err = t.size+int64(n), cmp.Or(t.err, wrong, err)
	if t.key != "" && t.size-t.sent >= chunk || time.Since(t.last) > pause {
		t.Flush()
	}
}
