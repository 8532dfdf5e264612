package assign_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"espalier/web"
	"espalier/web/assign"
	"espalier/web/cluster/faulty"
	"espalier/web/store"
	"espalier/web/store/key"
	"espalier/web/treestore"
	"espalier/web/webtest"
)

// One flipped bit in a task, in the record of a student, in a trace or in a chunk of it: what was
// acknowledged is named as damaged, never denied, and the sweep removes nothing of it.
func TestDamagedTask(t *testing.T) {
	for _, what := range []string{"task", "student", "trace", "chunk"} {
		t.Run(what, func(t *testing.T) {
			dir := t.TempDir()
			clock := webtest.NewClock(time.Now())
			_, ts, end := webtest.ServeAt(t, dir, clock)
			c := setTask(t, ts, `{"algorithm":"shallow","trees":[`+korf+`]}`)
			token := c.student("Ada")
			key, err := key.ParseKey(token)
			if err != nil {
				t.Fatal(err)
			}
			address := c.run(token, "", right).URL
			end()
			trace := "trace." + address[strings.LastIndex(address, "/")+1:]
			faulty.DamageRecord(t, dir, map[string]string{"task": "homework." + c.ID, "student": "homework." + c.ID + ".s." + string(key.ID()), "trace": trace, "chunk": chunkOf(t, dir, trace)}[what])
			s, ts, end := webtest.ServeAt(t, dir, clock)
			defer end()
			c.ts = ts
			for path, damaged := range map[string]bool{
				c.path(""):                      what == "task" || what == "student",
				"/api/v1" + address:             what == "trace" || what == "chunk", // a student: the run is compared with open questions first
				"/api/v1" + address + "/source": what == "trace" || what == "chunk",
				"/api/v1" + address + "/checks": what == "trace" || what == "chunk",
				address:                         what == "trace" || what == "chunk",
				c.byKey("/results"):             what == "task",
				"/a/" + c.ID:                    what == "task" || what == "student",
			} {
				status, b := c.send("GET", path, token, "")
				if damaged && (status != http.StatusServiceUnavailable || !strings.Contains(string(b), "damaged")) || !damaged && status != http.StatusOK {
					t.Errorf("GET %s = %d %.300s, damaged %v", path, status, b, damaged)
				}
			}
			if _, b := webtest.Get(t, ts.URL+"/readyz"); !strings.Contains(string(b), "damaged") {
				t.Errorf("/readyz = %s", b)
			}
			before := storedBeside(t, s)
			clock.Pass(2 * assign.Lifetime)
			err = errors.Join(s.Store.Sweep(t.Context()), s.Store.EndSteps(t.Context()))
			if err != nil {
				t.Fatal(err)
			}
			left := storedBeside(t, s)
			switch what {
			case "trace", "chunk": // the task goes, and what is damaged stays
				if len(left) != 2 || !strings.HasPrefix(left[0], trace) {
					t.Errorf("the sweep has left %q of %q", left, before)
				}
			default:
				if !slices.Equal(left, before) {
					t.Errorf("the sweep has left %q of %q", left, before)
				}
			}
		})
	}
}

// chunkOf returns the key of the only chunk of a trace.
func chunkOf(t *testing.T, dir, trace string) string {
	t.Helper()
	l, err := treestore.Open(treestore.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	keys, err := l.Records().ListValues(t.Context(), trace+".>")
	if err != nil || len(keys) != 1 {
		t.Fatal(keys, err)
	}
	return keys[0]
}

// storedBeside returns the keys of tasks and traces.
func storedBeside(t *testing.T, s *web.Server) []string {
	t.Helper()
	kept, err := s.Assigned.Stored(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	traces, err := s.Store.ListValues(t.Context(), "trace.>")
	if err != nil {
		t.Fatal(err)
	}
	kept = append(kept, traces...)
	slices.Sort(kept)
	return kept
}

// In the results, a student whose record is lost has a name, and the runs are damaged.
func TestDamagedStudentInResults(t *testing.T) {
	dir := t.TempDir()
	_, ts, end := webtest.ServeWithStoreIn(t, dir)
	c := setTask(t, ts, `{"algorithm":"shallow","trees":[`+korf+`]}`)
	token := c.student("Ada")
	c.run(token, "", right)
	c.run(c.student("Bob"), "", deep)
	key, err := key.ParseKey(token)
	if err != nil {
		t.Fatal(err)
	}
	end()
	faulty.DamageRecord(t, dir, "homework."+c.ID+".s."+string(key.ID()))
	_, c.ts, end = webtest.ServeWithStoreIn(t, dir)
	defer end()
	rows := c.table().Students
	if len(rows) != 2 || rows[0].Name != "Bob" || rows[0].Runs[0].Verdict != "wrong" || rows[1].Name != "Ada" || rows[1].Runs[0].Verdict != "damaged" {
		t.Errorf("the teacher sees %+v", rows)
	}
	if _, page := c.send("GET", "/results/"+c.ID, c.Key, ""); !strings.Contains(string(page), ">damaged<") {
		t.Error("the page of the results does not name it")
	}
	if _, text := c.send("GET", c.byKey("/results.csv"), "", ""); !strings.Contains(string(text), "Ada,2,1,Tree 1,damaged") {
		t.Errorf("the file says %s", text)
	}
}

// What a kill leaves between a run and the record of its student is finished: a run that is stored is
// noted, once, and the next try is the next one. The runs of a deleted task are dropped.
func TestTaskFinish(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	c := setTask(t, ts, `{"algorithm":"shallow","trees":[`+korf+`]}`)
	token := c.student("Ada")
	key, err := key.ParseKey(token)
	if err != nil {
		t.Fatal(err)
	}
	record := "homework." + c.ID + ".s." + string(key.ID())
	entered, _, err := s.Store.Value(t.Context(), record)
	if err != nil {
		t.Fatal(err)
	}
	c.run(token, "", deep)
	forget := func(before []byte) { // as if the process had been killed before the record was written
		t.Helper()
		now, sequence, err := s.Store.Value(t.Context(), record)
		var old, newer map[string]any
		if err == nil {
			err = errors.Join(json.Unmarshal(before, &old), json.Unmarshal(now, &newer))
		}
		if err != nil {
			t.Fatal(err)
		}
		old["revision"] = newer["revision"].(float64) + 1
		b, _ := json.Marshal(old)
		if _, err := s.Store.UpdateValue(t.Context(), record, b, sequence, ""); err != nil {
			t.Fatal(err)
		}
	}
	one, _, err := s.Store.Value(t.Context(), record)
	if err != nil {
		t.Fatal(err)
	}
	forget(entered)
	for range 2 {
		if err := s.Store.EndSteps(t.Context()); err != nil {
			t.Fatal(err)
		}
		if r := c.view(token).Runs[0]; r.Verdict != "wrong" || r.Tries != 1 || r.Line != 6 {
			t.Errorf("the first run is %+v", r)
		}
	}
	c.run(token, "", right)
	forget(one)
	if r := c.view(token).Runs[0]; r.Verdict != "wrong" {
		t.Fatalf("not forgotten: %+v", r)
	}
	if err := s.Store.EndSteps(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r := c.view(token).Runs[0]; r.Verdict != "right" || r.Tries != 2 {
		t.Errorf("the second run is %+v", r)
	}
	forget(entered) // and the next try comes before the next start; what is stored counts
	if r := c.run(token, "", deep); r.Verdict != "wrong" || r.Tries != 3 || r.URL != c.view(token).Runs[0].URL {
		t.Errorf("the third run is %+v", r)
	}
	trace := c.view(token).Runs[0].URL
	if err := s.Store.RemoveValues(t.Context(), "homework."+c.ID, true); err != nil { // as if killed while the task is deleted
		t.Fatal(err)
	}
	if err := s.Store.EndSteps(context.Background()); err != nil {
		t.Fatal(err)
	}
	if status, _ := c.send("GET", "/api/v1"+trace, "", ""); status != http.StatusNotFound {
		t.Errorf("the run of a deleted task: %d", status)
	}
	if _, _, err := s.Store.Value(t.Context(), record); !errors.Is(err, store.ErrNoKey) {
		t.Error(err)
	}
}
