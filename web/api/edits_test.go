package api_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/webtest"
)

// many returns the edits member of a request with count edits.
func many(count int) string {
	return `"edits":[` + strings.TrimSuffix(strings.Repeat(`{"op":"child","node":1},`, count), ",") + `]`
}

// The client disconnects during edits of a large tree.
func TestEditsEndWithClient(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	large := `"grow":{"branching":2,"depth":14}`
	m := webtest.MakeTree(t, ts, "{"+large+"}")
	for path, body := range map[string]string{
		"/api/v1/trees": "{" + large + "," + many(app.MaxEdits) + "}",
		m.Edits():       "{" + many(app.MaxEdits) + "}",
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
		defer cancel()
		r := httptest.NewRequestWithContext(ctx, "POST", path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		began := time.Now()
		s.ServeHTTP(httptest.NewRecorder(), r)
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("POST %.20s works on for %v after its client has gone", path, took)
		}
	}
	_, b := webtest.Get(t, ts.URL+"/api/v1/trees/"+m.ID+"/revisions?count=1")
	var history struct{ Revisions []struct{ Revision int } }
	if json.Unmarshal(b, &history); len(history.Revisions) != 1 || history.Revisions[0].Revision > app.MaxEdits/2 {
		t.Errorf("the history of a tree whose editor has gone begins with %s", b)
	}
}

// Beyond the limit, requests with several edits wait until their time limit;
// single edits do not.
func TestBatchesAreLimited(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, `{"empty":true}`)
	for range cap(s.API.BatchSlots()) {
		s.API.BatchSlots() <- struct{}{}
	}
	if resp, b := webtest.Post(t, ts.URL+m.Edits(), `{"edit":{"op":"child","node":1}}`); resp.StatusCode != 200 {
		t.Errorf("a single edit while others make many = %s %s", resp.Status, b)
	}
	answered := make(chan *http.Response)
	for path, body := range map[string]string{"/api/v1/trees": `{"empty":true,` + many(2) + `}`, m.Edits(): `{` + many(2) + `}`} {
		go func() {
			resp, _ := webtest.Post(t, ts.URL+path, body)
			answered <- resp
		}()
		select {
		case resp := <-answered:
			t.Errorf("POST %.20s past the limit = %s, want it to wait", path, resp.Status)
		case <-time.After(100 * time.Millisecond):
			<-s.API.BatchSlots()
			if resp := <-answered; resp.StatusCode >= 300 {
				t.Errorf("POST %.20s in its turn = %s", path, resp.Status)
			}
			s.API.BatchSlots() <- struct{}{}
		}
	}
}

// This holds for every reason of the stop.
func TestStoppedBatchReportsCompletedEdits(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, `{"grow":{"branching":2,"depth":12}}`)
	answered := make(chan problem.Problem)
	go func() {
		_, b := webtest.Post(t, ts.URL+m.Edits(), "{"+many(app.MaxEdits)+"}")
		var p problem.Problem
		json.Unmarshal(b, &p)
		answered <- p
	}()
	for made := 0; made < 2; {
		_, b := webtest.Get(t, ts.URL+"/api/v1/trees/"+m.ID)
		var tree struct{ Revision int }
		json.Unmarshal(b, &tree)
		made = tree.Revision
	}
	s.Stop(problem.ErrStopping)
	if p := <-answered; p.Status != 503 || !strings.Contains(p.Detail, "shutting down") || !regexp.MustCompile(`\(the edits before edits\[\d+\] were made\)$`).MatchString(p.Detail) {
		t.Errorf("edits while the server stops = %d %q, want 503, why, and that some were made", p.Status, p.Detail)
	}
}
