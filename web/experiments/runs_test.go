package experiments_test

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"espalier/search/experiment"
	"espalier/trees/treetest"
	"espalier/web"
	"espalier/web/app"
	"espalier/web/experiments"
	"espalier/web/fair"
	"espalier/web/treestore"
	"espalier/web/webtest"
)

const patience = time.Minute

// A state is a run as the server answers it.
type state struct {
	ID, Experiment, State, Error string
	Done, Of                     int
	Seconds                      float64
	Left                         *float64 `json:"left_seconds"`
	Parameters                   map[string]int
	Rows                         []experiment.Row
	Choices                      []string
}

const runs = "/api/v1/experiments/runs/"

// small is a run of 60 jobs of some milliseconds each.
const small = `{"parameters":{"deals":10,"cards":6,"tricks":4,"seed":7}}`

// slow is a run whose jobs take minutes.
const slow = `{"parameters":{"deals":20,"tricks":6}}`

// begin starts a run of sk2000-table2.
func begin(t testing.TB, base, body string) string {
	t.Helper()
	resp, b := webtest.Post(t, base+"/api/v1/experiments/sk2000-table2/runs", body)
	var made struct{ ID, URL string }
	if err := json.Unmarshal(b, &made); err != nil || resp.StatusCode != http.StatusCreated || made.URL != "/experiments/runs/"+made.ID {
		t.Fatalf("started: %s %s", resp.Status, b)
	}
	return made.ID
}

func stateOf(t testing.TB, base, id string) (s state) {
	t.Helper()
	resp, b := webtest.Get(t, base+runs+id)
	if err := json.Unmarshal(b, &s); err != nil || resp.StatusCode != 200 {
		t.Fatalf("%s: %s %s", id, resp.Status, b)
	}
	return s
}

func until(t testing.TB, base, id string, ok func(state) bool, what string) (s state) {
	t.Helper()
	webtest.Eventually(t, patience, func() bool {
		s = stateOf(t, base, id)
		return ok(s)
	}, what)
	return s
}

func ended(s state) bool { return s.State == "done" }

// expected returns the rows of a run as one goroutine measures them.
func expected(t testing.TB, id string, parameters map[string]int) []experiment.Row {
	t.Helper()
	of, _ := experiment.Find(id)
	v, err := of.Values(parameters)
	if err != nil {
		t.Fatal(err)
	}
	var counts []experiment.Counts
	for _, j := range of.Jobs(v) {
		c, err := of.Run(context.Background(), v, j)
		if err != nil {
			t.Fatal(err)
		}
		counts = append(counts, c)
	}
	return of.Rows(v, counts)
}

func checkRows(t testing.TB, s state) {
	t.Helper()
	if want := expected(t, s.Experiment, s.Parameters); !reflect.DeepEqual(s.Rows, want) {
		got, _ := json.Marshal(s.Rows)
		wanted, _ := json.Marshal(want)
		t.Errorf("rows\n%s, want\n%s", got, wanted)
	}
	if s.Done != s.Of || s.Left == nil || *s.Left != 0 {
		t.Errorf("%d of %d jobs are done, %v seconds left", s.Done, s.Of, s.Left)
	}
}

func conforms(t *testing.T, schema string, b []byte) {
	t.Helper()
	doc := webtest.Description(t)
	d := json.NewDecoder(strings.NewReader(string(b)))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	if err := webtest.Conforms(doc, webtest.At(doc, "components", "schemas", schema), v, ""); err != nil {
		t.Errorf("%s: %v", schema, err)
	}
}

// A run is started, followed over the websocket, and read as JSON, CSV and a plot.
func TestRun(t *testing.T) {
	_, ts, _ := webtest.ServeWithStoreIn(t, t.TempDir())
	_, list := webtest.Get(t, ts.URL+"/api/v1/experiments")
	conforms(t, "Experiments", list)
	for _, e := range experiment.All() {
		if !strings.Contains(string(list), `"id":"`+e.ID+`"`) {
			t.Errorf("%s is not listed", e.ID)
		}
	}
	id := begin(t, ts.URL, small)
	p := webtest.Dial(t, ts)
	p.Send(`{"type":"progress","id":"p","run":%q}`, id)
	var last state
	messages := 0
	for {
		_, text, err := p.WS.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		var m struct {
			Type, ID string
			Run      state
		}
		if err := json.Unmarshal(text, &m); err != nil || m.ID != "p" {
			t.Fatalf("%s: %v", text, err)
		}
		if m.Type == "end" {
			break
		}
		if m.Type != "progress" || m.Run.Done < last.Done {
			t.Fatalf("after %d jobs comes %s", last.Done, text)
		}
		last = m.Run
		messages++
	}
	if last.State != "done" || messages < 1 {
		t.Errorf("the last of %d messages is %+v", messages, last)
	}
	checkRows(t, last)
	if last.Of != 60 || last.Parameters["seed"] != 7 || last.Parameters["integer"] != 1 || len(last.Choices) == 0 {
		t.Errorf("the run is %+v", last)
	}
	p.Send(`{"type":"progress","id":"q","run":"nothing"}`)
	if m := p.Next(); m.Type != "error" || m.ID != "q" {
		t.Errorf("an unknown run is followed: %+v", m)
	}

	_, b := webtest.Get(t, ts.URL+runs+id)
	conforms(t, "ExperimentRun", b)
	resp, b := webtest.Get(t, ts.URL+runs+id+"/rows.csv")
	records, err := csv.NewReader(strings.NewReader(string(b))).ReadAll()
	if err != nil || len(records) != 12 || !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/csv") || records[1][1] != "3330000000" || records[1][5] != "10" {
		t.Errorf("rows.csv: %v %v", err, records)
	}
	_, b = webtest.Get(t, ts.URL+runs+id+"/rows.json")
	conforms(t, "ExperimentRows", b)
	resp, b = webtest.Get(t, ts.URL+runs+id+"/plot.svg")
	if kind := resp.Header.Get("Content-Type"); kind != "image/svg+xml" || strings.Count(string(b), "<circle") != 11 || !strings.Contains(string(b), ">Paranoid with heuristic, reduction<") {
		t.Errorf("plot.svg: %s %s", kind, b)
	}
	// What is done stays done.
	for _, send := range [][2]string{{"DELETE", ""}, {"POST", "/resume"}} {
		if resp, b := webtest.Send(t, send[0], ts.URL+runs+id+send[1], ""); resp.StatusCode != 200 || !strings.Contains(string(b), `"state":"done"`) {
			t.Errorf("%v: %s %s", send, resp.Status, b)
		}
	}
}

// What is wrong with a request is named, with the range.
func TestRefused(t *testing.T) {
	_, ts, _ := webtest.ServeWithStoreIn(t, t.TempDir())
	for _, c := range []struct {
		experiment, body string
		status           int
		path, words      string
	}{
		{"nothing", `{}`, 404, "id", "no such experiment"},
		{"sk2000-table2", `{"parameters":{"tricks":9}}`, 422, "parameters.tricks", "1 to 6"},
		{"sk2000-table2", `{"parameters":{"tricks":2.5}}`, 422, "parameters.tricks", "whole number"},
		{"sk2000-table2", `{"parameters":{"tricks":"2"}}`, 422, "parameters.tricks", "whole number"},
		{"sk2000-table2", `{"parameters":{"trick":2}}`, 422, "parameters.trick", "deals, cards, tricks"},
		{"sk2000-table2", `{"parameters":{"deals":10000}}`, 422, "parameters", "50000"},
		{"sk2000-table2", `{"parameters":[]}`, 422, "parameters", "object"},
		{"sk2000-table2", `{"deals":1}`, 422, "deals", "parameters"},
	} {
		resp, b := webtest.Post(t, ts.URL+"/api/v1/experiments/"+c.experiment+"/runs", c.body)
		webtest.CheckProblem(t, resp, b, c.status, c.path, c.words)
	}
	for _, id := range []string{"nothing", "aaaaaaaaaaaaaaaa", "*", "a.b"} {
		resp, b := webtest.Get(t, ts.URL+runs+id)
		webtest.CheckProblem(t, resp, b, 404, "id", "no such run")
	}
	_, none := webtest.Serve(t) // without a store
	resp, b := webtest.Post(t, none.URL+"/api/v1/experiments/sk2000-table2/runs", small)
	webtest.CheckProblem(t, resp, b, 503, "", "")
}

// A run goes on after a restart, and a cancelled one when it is resumed: nothing that was
// measured is measured again, and the counts are those of a run without a break.
func TestRestart(t *testing.T) {
	dir := t.TempDir()
	deals := 40
	if treetest.RaceDetector {
		deals = 10
	}
	body := fmt.Sprintf(`{"parameters":{"deals":%d,"cards":7,"tricks":4}}`, deals)
	_, ts, end := webtest.ServeWithStoreIn(t, dir)
	going, stopped := begin(t, ts.URL, body), begin(t, ts.URL, body)
	some := func(s state) bool { return s.Done > 5 }
	until(t, ts.URL, stopped, some, "no job is done")
	before := until(t, ts.URL, going, some, "no job is done")
	_, b := webtest.Send(t, "DELETE", ts.URL+runs+stopped, "")
	conforms(t, "ExperimentRun", b)
	cancelled := stateOf(t, ts.URL, stopped)
	if before.State != "running" || before.Left == nil || *before.Left <= 0 || cancelled.State != "cancelled" || cancelled.Left != nil || cancelled.Done == cancelled.Of {
		t.Fatalf("%+v and %+v, want one that goes on and one that was cancelled in the middle", before, cancelled)
	}
	end()

	_, ts, _ = webtest.ServeWithStoreIn(t, dir)
	again := stateOf(t, ts.URL, stopped)
	if again.State != "cancelled" || again.Done < cancelled.Done || again.Seconds != cancelled.Seconds {
		t.Errorf("after the restart %+v, before %+v", again, cancelled)
	}
	if s := stateOf(t, ts.URL, going); s.Done < before.Done || s.State == "cancelled" || s.State == "failed" {
		t.Errorf("after the restart %+v, before %+v", s, before)
	}
	whole := until(t, ts.URL, going, ended, "the run does not go on after a restart")
	checkRows(t, whole)
	if s := stateOf(t, ts.URL, stopped); s.Done != again.Done {
		t.Errorf("a cancelled run goes on: %d jobs, then %d", again.Done, s.Done)
	}
	resp, b := webtest.Send(t, "POST", ts.URL+runs+stopped+"/resume", "")
	if conforms(t, "ExperimentRun", b); resp.StatusCode != 200 {
		t.Errorf("resume: %s", resp.Status)
	}
	if s := until(t, ts.URL, stopped, ended, "a resumed run does not end"); s.Done != s.Of || !reflect.DeepEqual(s.Rows, whole.Rows) {
		t.Errorf("the resumed run has %d of %d jobs, and the rows %v, want %v", s.Done, s.Of, s.Rows, whole.Rows)
	}
}

// One client cannot have all runs, and old ones are deleted for new ones.
func TestShares(t *testing.T) {
	lib, err := treestore.Open(treestore.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	// As many as are kept, most of them of one client.
	old := func(i int) string { return fmt.Sprintf("%016s", strings.Repeat("a", 1+i/26)+string(rune('a'+i%26))) }
	for i := range experiments.MaxKept {
		owner := "00000000000001"
		if i < 5 {
			owner = "00000000000002" // the oldest
		}
		id := strings.ReplaceAll(old(i), "0", "2")
		document := fmt.Sprintf(`{"experiment":"sk2000-table2","parameters":{},"owner":%q,"state":"cancelled","created":"2026-01-01T00:%02d:%02dZ","tasks":1200}`, owner, i/60, i%60)
		if _, err := lib.Records().CreateValue(ctx, "experiment.run."+id, []byte(document), ""); err != nil {
			t.Fatal(err)
		}
	}
	s := web.New(app.Config{Library: lib, Processors: 1, Proxies: fair.Proxies{netip.MustParsePrefix("127.0.0.0/8")}})
	ts := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Shutdown(ctx)
		ts.Close()
		lib.Close()
	})
	start := func(client string) (status int, b []byte, resp *http.Response) {
		resp, b = webtest.Send(t, "POST", ts.URL+"/api/v1/experiments/sk2000-table2/runs", slow, "X-Forwarded-For", client)
		return resp.StatusCode, b, resp
	}
	var first struct{ ID string }
	for range experiments.MaxRunning / 2 {
		status, b, _ := start("192.0.2.1")
		if status != http.StatusCreated {
			t.Fatalf("a run of the first client is refused: %s", b)
		}
		json.Unmarshal(b, &first)
	}
	_, b, resp := start("192.0.2.1")
	webtest.CheckProblem(t, resp, b, http.StatusTooManyRequests, "experiments", fmt.Sprintf("the limit is %d", experiments.MaxRunning))
	if status, b, _ := start("192.0.2.2"); status != http.StatusCreated {
		t.Errorf("a run of another client is refused: %s", b)
	}
	if resp, b := webtest.Send(t, "DELETE", ts.URL+runs+first.ID, ""); resp.StatusCode != 200 {
		t.Errorf("cancelled: %s", b)
	}
	if status, b, _ := start("192.0.2.2"); status != http.StatusCreated {
		t.Errorf("a run is refused below the limit: %s", b)
	}
	// Room was made by the oldest of the client who had most.
	for i, want := range map[int]int{0: 200, 4: 200, 5: 404, 6: 404, experiments.MaxKept - 1: 200} {
		if resp, b := webtest.Get(t, ts.URL+runs+strings.ReplaceAll(old(i), "0", "2")); resp.StatusCode != want {
			t.Errorf("old run %d: %s, want %d: %s", i, resp.Status, want, b)
		}
	}
}
