package api_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"espalier/web/webtest"
)

// Every step of a story exists in the run on its figure's tree.
func TestStoryStepsExist(t *testing.T) {
	_, ts := webtest.Serve(t)
	_, b := webtest.Get(t, ts.URL+"/api/v1/figures")
	var list struct {
		Figures []struct {
			ID    string
			Tree  json.RawMessage
			Story []struct {
				Algorithm string
				Options   json.RawMessage
				Values    json.RawMessage
				Step      *int
			}
		}
	}
	if err := json.Unmarshal(b, &list); err != nil {
		t.Fatal(err)
	}
	played := 0
	for _, f := range list.Figures {
		for i, s := range f.Story {
			if s.Step == nil || string(f.Tree) == "null" {
				continue
			}
			played++
			request := webtest.Body(`"figure":`+webtest.Quote(f.ID), s.Algorithm, `,"options":`+string(s.Options)+`,"values":`+string(s.Values))
			resp, events := webtest.Post(t, ts.URL+"/api/v1/trace", request)
			if last := bytes.Count(events, []byte("\n")) - 1; resp.StatusCode != 200 || *s.Step > last {
				t.Errorf("story of %s, %d: status %d, the run's last step is %d, want %d or more", f.ID, i, resp.StatusCode, last, *s.Step)
			}
		}
	}
	if played < 100 {
		t.Errorf("%d steps of stories were played, want 100 or more", played)
	}
}

// TestTwoPlayerEventsHaveTheWindow: plain minimax has a window, too: an
// infinite one.
func TestTwoPlayerEventsHaveTheWindow(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, algorithm := range []string{"minimax", "alphabeta"} {
		for _, tree := range []string{"kind minimax max[ min[ 3 1 ] min[ 2 4 ] ]", "players 2 1[ 2[ (3,0) (1,2) ] (2,2) ]"} {
			_, events := webtest.Post(t, ts.URL+"/api/v1/trace", webtest.Body(`"text":`+webtest.Quote(tree), algorithm, ""))
			for _, line := range bytes.Split(bytes.TrimSpace(events), []byte("\n")) {
				var e map[string]any
				if err := json.Unmarshal(line, &e); err != nil {
					t.Fatal(err)
				}
				alpha, given := e["alpha"]
				_, both := e["beta"]
				want := e["type"] == "enter" || e["type"] == "backup"
				if given != want || both != want || algorithm == "minimax" && alpha != nil {
					t.Errorf("%s on %s: %s: alpha and beta given = %t, %t, want %t", algorithm, tree, line, given, both, want)
				}
			}
		}
	}
}
