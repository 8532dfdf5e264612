package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"espalier/web/webtest"
)

// Speculative pruning as printed can end at the root without a value: the response
// has none.
func TestNoValue(t *testing.T) {
	_, ts := webtest.Serve(t)
	body := `{"text":"players 3 maxsum 3 1[ 2[ 3[ (2,0,1) (0,0,3) ] ] ]","algorithm":"speculative","options":{"as_printed":true}}`
	_, b := webtest.Post(t, ts.URL+"/api/v1/solve", body)
	var got struct {
		Value []float64
		Line  []int
		Truth struct {
			Value  []float64
			Agrees bool
		}
	}
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatal(err)
	}
	if got.Value != nil || len(got.Line) != 1 || got.Truth.Agrees || len(got.Truth.Value) != 3 {
		t.Errorf("solve = %s, want no value, and that it does not agree", b)
	}
	_, b = webtest.Post(t, ts.URL+"/api/v1/trace", body)
	events := strings.Split(strings.TrimSpace(string(b)), "\n")
	if last := events[len(events)-1]; !strings.Contains(last, `"type":"done","value":null`) {
		t.Errorf("the trace ends with %s, want a null value", last)
	}
	_, page := webtest.Get(t, ts.URL+"/tree?algorithm=speculative&as_printed=1&step=last&text=players+3+maxsum+3+1[+2[+3[+(2,0,1)+(0,0,3)+]+]+]")
	if !strings.Contains(webtest.PageText(page), "returns no value") {
		t.Error("the page does not say that there is no value")
	}
}

// The standard decoder would replace half of a surrogate pair by another character.
func TestHalfSurrogatePairIsRejected(t *testing.T) {
	_, ts := webtest.Serve(t)
	resp, b := webtest.Post(t, ts.URL+"/api/v1/parse", `{"text":"players 1 \"\ud800\": (1)"}`)
	if resp.StatusCode != 400 || !strings.Contains(string(b), `"path":"text"`) {
		t.Errorf("parse of half a surrogate pair = %d %s, want 400 at text", resp.StatusCode, b)
	}
	resp, b = webtest.Post(t, ts.URL+"/api/v1/parse", `{"text":"players 1 \"\ud83c\udf33\": (1)"}`)
	if resp.StatusCode != 200 || !strings.Contains(string(b), "🌳") {
		t.Errorf("parse of a whole pair = %d %s", resp.StatusCode, b)
	}
}
