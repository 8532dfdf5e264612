package webtest

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"espalier/trees"
	"espalier/trees/treetest"
	"espalier/web"
	"espalier/web/app"
	"espalier/web/library"
	"espalier/web/problem"
	"espalier/web/request"
)

func CheckProblem(t *testing.T, resp *http.Response, b []byte, status int, path, words string) {
	t.Helper()
	var p problem.Problem
	if err := json.Unmarshal(b, &p); err != nil {
		t.Fatalf("%s %s: the answer %.200q is not JSON: %v", resp.Request.Method, resp.Request.URL, b, err)
	}
	if kind := resp.Header.Get("Content-Type"); kind != "application/problem+json" {
		t.Errorf("Content-Type = %q, want application/problem+json", kind)
	}
	if resp.StatusCode != status || p.Status != status {
		t.Errorf("status = %d (in the document %d), want %d: %s", resp.StatusCode, p.Status, status, b)
	}
	if p.Title == "" || len(p.Errors) == 0 {
		t.Errorf("problem %s lacks a title or its errors", b)
		return
	}
	if path != "" && p.Errors[0].Path != path {
		t.Errorf("path = %q, want %q: %s", p.Errors[0].Path, path, b)
	}
	if !strings.Contains(p.Detail, words) {
		t.Errorf("detail = %q, want %q in it", p.Detail, words)
	}
}

// Korf6 is Korf 1991, Fig. 6, in one line.
const Korf6 = `players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (2,3,4)|(3,0,6) ] g: (6,1,2) ] ]`

const Generator = `{"kind":"h32","branching":5,"depth":10,"players":3,"maxsum":100,"seed":1}`

func Serve(t testing.TB) (*web.Server, *httptest.Server) {
	s := web.New(app.Config{})
	ts := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Shutdown(context.Background())
		ts.Close()
	})
	return s, ts
}

// Sample is every fourth of the figures where the race detector makes
// everything slow, else all of them.
func Sample(figures []*trees.Figure) (some []*trees.Figure) {
	for i, f := range figures {
		if i%4 == 0 || !treetest.RaceDetector {
			some = append(some, f)
		}
	}
	return some
}

func Post(t testing.TB, url, body string) (*http.Response, []byte) {
	t.Helper()
	resp, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return resp, Read(t, resp)
}

func Get(t testing.TB, url string) (*http.Response, []byte) {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	return resp, Read(t, resp)
}

func Read(t testing.TB, resp *http.Response) []byte {
	t.Helper()
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func Quote(s string) string { return string(trees.AppendQuoted(nil, s)) }

func Body(source, algorithm, rest string) string {
	return `{` + source + `,"algorithm":"` + algorithm + `"` + rest + `}`
}

func TextBody(algorithm, rest string) string { return Body(`"text":`+Quote(Korf6), algorithm, rest) }

func Eventually(t testing.TB, in time.Duration, ok func() bool, message string) {
	t.Helper()
	if treetest.RaceDetector {
		in *= 10 // the detector slows everything down by about as much
	}
	for end := time.Now().Add(in); ; time.Sleep(time.Millisecond) {
		if ok() {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("after %s: %s", in, message)
		}
	}
}

// Edits is where the tree is edited.
func (m *MadeTree) Edits() string { return "/api/v1/trees/" + m.Key + "/edits" }

func Send(t testing.TB, method, url, body string, header ...string) (*http.Response, []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(context.Background(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	return resp, Read(t, resp)
}

func Description(t *testing.T) map[string]any {
	t.Helper()
	var doc map[string]any
	_, ts := Serve(t)
	_, b := Get(t, ts.URL+"/api/v1/openapi.json")
	if err := json.Unmarshal(b, &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

// At follows keys into a document.
func At(doc any, keys ...string) any {
	for _, k := range keys {
		m, _ := doc.(map[string]any)
		doc = m[k]
	}
	return doc
}

// Conforms checks a value against the part of JSON Schema that the
// description uses.
func Conforms(doc map[string]any, schema, v any, path string) error {
	s, ok := schema.(map[string]any)
	if !ok {
		return fmt.Errorf("%s: there is no schema", path)
	}
	if ref, ok := s["$ref"].(string); ok {
		return Conforms(doc, At(doc, strings.Split(strings.TrimPrefix(ref, "#/"), "/")...), v, path)
	}
	if want, ok := s["const"]; ok && want != v {
		return fmt.Errorf("%s is %v, want %v", path, v, want)
	}
	if list, ok := s["enum"].([]any); ok && !slices.Contains(list, v) {
		return fmt.Errorf("%s is %v, want one of %v", path, v, list)
	}
	if list, ok := s["oneOf"].([]any); ok {
		fits, last := 0, error(nil)
		for _, one := range list {
			if err := Conforms(doc, one, v, path); err == nil {
				fits++
			} else if last == nil || !strings.HasPrefix(err.Error(), path+".type is") {
				last = err
			}
		}
		if fits != 1 {
			return fmt.Errorf("%s fits %d of %d alternatives: %v", path, fits, len(list), last)
		}
	}
	if err := ofType(s["type"], v); err != nil {
		return fmt.Errorf("%s %v", path, err)
	}
	if list, ok := v.([]any); ok && s["items"] != nil {
		for i, e := range list {
			if err := Conforms(doc, s["items"], e, fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
	}
	object, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	required, _ := s["required"].([]any)
	for _, key := range required {
		if _, ok := object[key.(string)]; !ok {
			return fmt.Errorf("%s lacks %v", path, key)
		}
	}
	for key, member := range object {
		known := At(s, "properties", key)
		if known == nil {
			known = s["additionalProperties"]
		}
		if known == false {
			return fmt.Errorf("%s has %q, which is not described", path, key)
		}
		if known != nil {
			if err := Conforms(doc, known, member, path+"."+key); err != nil {
				return err
			}
		}
	}
	return nil
}

// ofType checks the type, or list of types, of a schema; nil is any.
func ofType(want, v any) error {
	if want == nil {
		return nil
	}
	list, ok := want.([]any)
	if !ok {
		list = []any{want}
	}
	is := []any{"null"}
	switch v := v.(type) {
	case map[string]any:
		is = []any{"object"}
	case []any:
		is = []any{"array"}
	case string:
		is = []any{"string"}
	case bool:
		is = []any{"boolean"}
	case json.Number:
		is = []any{"number"}
		if _, err := v.Int64(); err == nil {
			is = append(is, "integer")
		}
	}
	for _, one := range is {
		if slices.Contains(list, one) {
			return nil
		}
	}
	return fmt.Errorf("is %v, want %v", is, want)
}

// PageText is what a page shows, without its marks.
func PageText(page []byte) string {
	plain := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(string(page), "")
	return html.UnescapeString(strings.Join(strings.Fields(plain), " "))
}

// ServeWithStore serves with a library in a folder of its own.
func ServeWithStore(t testing.TB) (*web.Server, *httptest.Server) {
	t.Helper()
	s, ts, _ := ServeWithStoreIn(t, t.TempDir())
	return s, ts
}

func ServeWithStoreIn(t testing.TB, dir string) (s *web.Server, ts *httptest.Server, end func()) {
	t.Helper()
	lib, err := library.Open(library.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	s = web.New(app.Config{Library: lib})
	ts = httptest.NewServer(s)
	var once sync.Once
	end = func() {
		once.Do(func() {
			if err := s.Shutdown(context.Background()); err != nil {
				t.Error(err)
			}
			ts.Close()
			if err := lib.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	t.Cleanup(end)
	return s, ts, end
}

type MadeTree struct {
	Key, ID, Edit, Read string
	Revision, Nodes     int
	Created             []int
	Faults              []struct{ Field, Message string }
	Remarks             []string
}

// make keeps a new tree.
func MakeTree(t testing.TB, ts *httptest.Server, body string) MadeTree {
	t.Helper()
	resp, b := Post(t, ts.URL+"/api/v1/trees", body)
	var m MadeTree
	if err := json.Unmarshal(b, &m); err != nil || resp.StatusCode != 201 || m.Key == "" {
		t.Fatalf("POST /api/v1/trees %.200s = %s %.300s", body, resp.Status, b)
	}
	return m
}

var Korf6Source = `{"text":` + Quote(Korf6) + `}`

// A DraftReply is what the server says of a draft.
type DraftReply struct {
	Type, ID, Title, Detail, Words, Op, SVG, HTML, Notes string
	Status, Revision, Made, Seq, Select, People, Nodes   int
	Created                                              []int
	Text                                                 *string
	Spans                                                []int
	TypedFault                                           *struct {
		Line, Column, Offset int
		Message              string
	}
	Header struct {
		Title, Kind string
		Players     int
	}
	Faults []struct {
		ID, Node       int
		Field, Message string
	}
	Patch  map[string]any
	Errors []problem.Fault
}

// Draft reads up to a message of one of the types.
func (p *Peer) Draft(kinds ...string) DraftReply {
	p.t.Helper()
	for {
		p.WS.SetReadDeadline(time.Now().Add(10 * time.Second))
		_, text, err := p.WS.ReadMessage()
		if err != nil {
			p.t.Fatalf("waiting for %v: %v", kinds, err)
		}
		var r DraftReply
		if err := json.Unmarshal(text, &r); err != nil {
			p.t.Fatalf("%v: %.300s", err, text)
		}
		for _, kind := range kinds {
			if r.Type == kind {
				return r
			}
		}
		if r.Type == "error" || r.Type == "refused" {
			p.t.Fatalf("waiting for %v: %s", kinds, text)
		}
	}
}

func (p *Peer) Open(id, saved string) DraftReply {
	p.t.Helper()
	p.Send(`{"type":"open","id":%q,"saved":%q}`, id, saved)
	return p.Draft("draft")
}

// Edit makes an edit and waits for its answer.
func (p *Peer) Edit(id string, seq int, edit string) DraftReply {
	p.t.Helper()
	p.Send(`{"type":"edit","id":%q,"seq":%d,"edit":%s}`, id, seq, edit)
	for {
		if r := p.Draft("draft", "refused"); r.Seq == seq {
			return r
		}
	}
}

func PageMessage(id, request string) string {
	return RunMessage(id, strings.TrimSuffix(request, "}")+`,"page":true}`)
}

// Steps takes the steps messages of a run up to its end.
func (p *Peer) Steps(id string) (data []int, texts []string, end Reply) {
	p.t.Helper()
	count := 0
	for {
		r := p.Next()
		switch {
		case r.ID != id:
			p.t.Fatalf("message %+v", r)
		case r.Type == "end":
			return data, texts, r
		case r.Type != "steps" || r.From != count:
			p.t.Fatalf("message %s from %d, want steps from %d: %s", r.Type, r.From, count, r.Detail)
		}
		count += r.Count
		data = append(data, r.Data...)
		texts = append(texts, r.Texts...)
	}
}

// A Peer is a client of the websocket under test.
type Peer struct {
	t  testing.TB
	WS *websocket.Conn
}

func Dial(t testing.TB, ts *httptest.Server) *Peer {
	t.Helper()
	ws, resp, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(ts.URL, "http")+"/ws", nil)
	if err != nil {
		t.Fatalf("%v: %v", err, resp)
	}
	t.Cleanup(func() { ws.Close() })
	return &Peer{t, ws}
}

func (p *Peer) Send(format string, args ...any) {
	p.t.Helper()
	if err := p.WS.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, format, args...)); err != nil {
		p.t.Fatal(err)
	}
}

type Reply struct {
	Type, ID, Title, Detail string
	Events                  []json.RawMessage
	Errors                  []problem.Fault
	Tree                    json.RawMessage
	From, Count             int
	Data                    []int
	Texts                   []string
	Steps                   json.RawMessage
	Truncated               bool
	Cancelled               bool
	Value                   json.RawMessage
	Stats                   struct{ Nodes int }
}

func (p *Peer) Next() Reply {
	p.t.Helper()
	p.WS.SetReadDeadline(time.Now().Add(10 * time.Second))
	_, text, err := p.WS.ReadMessage()
	if err != nil {
		p.t.Fatalf("reading: %v", err)
	}
	var r Reply
	if err := json.Unmarshal(text, &r); err != nil {
		p.t.Fatalf("%v: %.300s", err, text)
	}
	return r
}

// Until reads up to a message of the given type for the given run.
func (p *Peer) Until(kind, id string) (last Reply, events int) {
	p.t.Helper()
	for {
		r := p.Next()
		if r.ID == id {
			events += len(r.Events) + r.Count
		}
		if r.ID == id && r.Type == kind {
			return r, events
		}
		if r.Type == "error" {
			p.t.Fatalf("error of %q: %s", r.ID, r.Detail)
		}
	}
}

func RunMessage(id, request string) string {
	return `{"type":"run","id":` + Quote(id) + `,` + request[1:]
}

// Endless is a search that takes minutes.
var Endless = Body(`"generate":`+strings.Replace(Generator, `"depth":10`, `"depth":14`, 1), "maxn", "")

var Plentiful = fmt.Sprintf(`"events":%d`, request.MaxCredit)
