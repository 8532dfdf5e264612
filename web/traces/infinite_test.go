package traces_test

import (
	"fmt"
	"html"
	"net/url"
	"strings"
	"testing"

	"espalier/web/webtest"
)

// won is a run of alpha-beta with a win and a loss, as a program prints them that has infinite floats.
const won = `{"kind":"minimax","algorithm":"alphabeta"}
{"type":"enter","id":"a","player":1,"alpha":-Infinity,"beta":Infinity}
{"type":"enter","id":"b","player":2,"alpha":-Infinity,"beta":Infinity}
{"type":"leaf","id":"c","value":3}
{"type":"leaf","id":"d","value":Infinity}
{"type":"exit","id":"b","value":3}
{"type":"enter","id":"e","player":2,"alpha":3,"beta":Infinity}
{"type":"leaf","id":"f","value":-Infinity}
{"type":"prune","id":"e","cut":["g"]}
{"type":"exit","id":"e","value":-Infinity}
{"type":"leaf","id":"h","value":"inf"}
{"type":"exit","id":"a","value":"inf"}
`

// mixedWins is a run of MP-Mix with infinite scores.
const mixedWins = `{"players":3,"algorithm":"mpmix"}
{"type":"enter","id":"a","player":1}
{"type":"enter","id":"b","player":2}
{"type":"leaf","id":"c","value":[Infinity,1,2]}
{"type":"leaf","id":"d","value":[3,5,1]}
{"type":"exit","id":"b","value":[3,5,1]}
{"type":"leaf","id":"e","value":[Infinity,0,0]}
{"type":"exit","id":"a","value":[Infinity,0,0]}
`

// TestInfiniteAtEachDoor sends runs with infinite values to each door, and opens their pages: they are right, the
// values are shown as ∞. No tree that can be saved has such leaves, so the engines of the pages do not know them.
func TestInfiniteAtEachDoor(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	api := ts.URL + "/api/v1/traces"
	for name, c := range map[string]struct{ right, wrong, says, value string }{
		"alpha-beta": {won, strings.Replace(won, `"id":"b","value":3`, `"id":"b","value":Infinity`, 1), "b returns ∞, a value beyond every limit, which no child of it has; Min chooses 3 there", "∞"},
		"MP-Mix":     {mixedWins, strings.Replace(mixedWins, `"id":"a","value":[Infinity,0,0]`, `"id":"a","value":[3,5,1]`, 1), "a returns (3, 5, 1); player 1 chooses (∞, 0, 0) there", "(∞, 0, 0)"},
	} {
		stored := send(t, "POST", api, c.right, 201)
		if stored.Verdict != "right" || stored.Checks.Errors > 0 {
			t.Errorf("%s: %+v %s", name, stored, get(t, api+"/"+stored.ID+"/checks"))
		}
		if answer := get(t, api+"/"+stored.ID+"/checks"); strings.Contains(answer, "first_difference") {
			t.Errorf("%s differs from its reference: %s", name, answer)
		}
		if events := get(t, api+"/"+stored.ID+"/events"); strings.Contains(events, `"type":"error"`) {
			t.Errorf("%s: the events: %s", name, events)
		}
		page := get(t, ts.URL+stored.URL)
		if !strings.Contains(page, `data-verdict="right"`) || !strings.Contains(page, c.value) {
			t.Errorf("%s: the page of the run has no %s: %s", name, c.value, webtest.PageText([]byte(page)))
		}
		if beside := besideOf.FindStringSubmatch(page); beside != nil {
			if both := get(t, ts.URL+html.UnescapeString(beside[1])); !strings.Contains(both, "The program") {
				t.Errorf("%s beside its reference: %s", name, webtest.PageText([]byte(both)))
			}
		}
		live := send(t, "POST", api+"?live=1", "", 201)
		for from := 0; from < len(c.right); from += 50 {
			send(t, "POST", fmt.Sprintf("%s/%s/lines?from=%d", api, live.Key, from), c.right[from:min(from+50, len(c.right))], 200)
		}
		if end := send(t, "POST", api+"/"+live.Key+"/end", "", 200); end.Verdict != "right" {
			t.Errorf("%s, live: %+v", name, end)
		}
		if _, answer := webtest.Post(t, api+"/check", c.wrong); !strings.Contains(string(answer), c.says) {
			t.Errorf("%s: no %q: %s", name, c.says, answer)
		}
	}
}

// TestAverageIsNotJudged: a run whose values alone are not judged is not said to have cuts.
func TestAverageIsNotJudged(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	const run = `{"type":"enter","id":"a","chance":true}
{"type":"leaf","id":"b","value":Infinity,"prob":0.5}
{"type":"leaf","id":"c","value":-Infinity,"prob":0.5}
{"type":"exit","id":"a","value":0}
`
	stored := send(t, "POST", ts.URL+"/api/v1/traces", run, 201)
	text := string(webtest.PageText([]byte(get(t, ts.URL+stored.URL))))
	_, form := webtest.Send(t, "POST", ts.URL+"/traces", url.Values{"trace": {run}}.Encode(), "Content-Type", "application/x-www-form-urlencoded")
	if stored.Verdict != "incomplete" || !strings.Contains(text+string(form), "not everything could be judged") || !strings.Contains(text, "it is the average of a win and a loss") {
		t.Errorf("%+v: %s\n%s", stored, text, webtest.PageText(form))
	}
}

// TestInfiniteBesideReference: the page of a run with a win does not lead to the run beside its reference, and
// the address of the two says why they cannot be compared. Without wins it leads there.
func TestInfiniteBesideReference(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	for value, want := range map[string]bool{`"inf"`: false, `9`: true} {
		k := send(t, "POST", ts.URL+"/api/v1/traces", `{"kind":"minimax"}
{"type":"enter","id":"a","player":1}
{"type":"leaf","id":"b","value":`+value+`}
{"type":"exit","id":"a","value":`+value+`}
`, 201)
		if page := get(t, ts.URL+k.URL); strings.Contains(page, "/lockstep?") != want {
			t.Errorf("with %s the link is there: %t", value, !want)
		}
		page := get(t, ts.URL+"/lockstep?trace="+k.ID+"&a=recorded&b=minimax")
		if strings.Contains(page, "do not search: it cannot be shown beside them") == want || strings.Contains(page, "give it a value") {
			t.Errorf("beside the reference, with %s: %s", value, webtest.PageText([]byte(page)))
		}
	}
}
