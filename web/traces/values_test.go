package traces_test

import (
	"fmt"
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"espalier/web/webtest"
)

const negamax = `{"values":"mover","algorithm":"alphabeta","title":"my negamax"}
{"type":"enter","id":"a","player":1,"alpha":"-inf","beta":"inf"}
{"type":"leaf","id":"b","value":-4}
{"type":"enter","id":"c","player":2,"alpha":"-inf","beta":-4}
{"type":"leaf","id":"d","value":3}
{"type":"prune","id":"c","cut":["e"]}
{"type":"exit","id":"c","value":-3}
{"type":"exit","id":"a","value":4}
`

const paranoid = `{"values":"root","players":3,"algorithm":"paranoid","title":"my paranoid"}
{"type":"enter","id":"a","player":2,"alpha":null,"beta":null}
{"type":"leaf","id":"b","value":5}
{"type":"enter","id":"c"}
{"type":"enter","id":"d"}
{"type":"leaf","id":"e","value":4}
{"type":"prune","id":"d","cut":["f"]}
{"type":"exit","id":"d","value":4}
{"type":"prune","id":"c","cut":1}
{"type":"exit","id":"c","value":4}
{"type":"exit","id":"a","value":5}
`

var besideOf = regexp.MustCompile(`href="(/lockstep[^"]*)"`)

// TestValuesAtEachDoor sends runs of negamax and of a coalition to each door: they are right, and a mistake
// is named with the number that the program prints.
func TestValuesAtEachDoor(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	api := ts.URL + "/api/v1/traces"
	for _, c := range []struct{ right, wrong, says, remark, value string }{
		{negamax, strings.Replace(negamax, `"id":"c","value":-3`, `"id":"c","value":3`, 1), "c returns −3 (printed as 3); Min chooses 3 there", "from the view of the player who moves", `"value":3`},
		{paranoid, strings.Replace(paranoid, `"id":"c","value":4`, `"id":"c","value":6`, 1), "c returns 6; player 3 chooses 4 there", "A value is the score of player 2.", `"value":4`},
	} {
		stored := send(t, "POST", api, c.right, 201)
		if stored.Verdict != "right" || stored.Checks.Errors+stored.Checks.Notes > 0 {
			t.Errorf("%+v", stored)
		}
		if answer := get(t, api+"/"+stored.ID+"/checks"); !strings.Contains(answer, c.remark) {
			t.Errorf("no remark %q: %s", c.remark, answer)
		}
		if events := get(t, api+"/"+stored.ID+"/events"); !strings.Contains(events, c.value) || strings.Contains(events, `"type":"error"`) {
			t.Errorf("no %s in the events: %s", c.value, events)
		}
		page := get(t, ts.URL+stored.URL)
		beside := besideOf.FindStringSubmatch(page)
		if !strings.Contains(page, `data-verdict="right"`) || !strings.Contains(page, c.remark) || beside == nil {
			t.Errorf("the page of the run: %s", webtest.PageText([]byte(page)))
		} else if both := get(t, ts.URL+html.UnescapeString(beside[1])); !strings.Contains(both, "lpha") {
			t.Errorf("beside its reference: %s", webtest.PageText([]byte(both)))
		}

		live := send(t, "POST", api+"?live=1", "", 201)
		for from := 0; from < len(c.right); from += 50 {
			send(t, "POST", fmt.Sprintf("%s/%s/lines?from=%d", api, live.Key, from), c.right[from:min(from+50, len(c.right))], 200)
		}
		if end := send(t, "POST", api+"/"+live.Key+"/end", "", 200); end.Verdict != "right" {
			t.Errorf("live: %+v", end)
		}
		_, answer := webtest.Post(t, api+"/check", c.wrong)
		_, form := webtest.Send(t, "POST", ts.URL+"/traces", url.Values{"trace": {c.wrong}}.Encode(), "Content-Type", "application/x-www-form-urlencoded")
		for door, said := range map[string]string{"check": string(answer), "the form": string(form)} {
			if !strings.Contains(said, c.says) || !strings.Contains(said, c.remark) {
				t.Errorf("%s has no %q, or no %q: %s", door, c.says, c.remark, said)
			}
		}
	}
	if resp, answer := webtest.Post(t, api+"/check?algorithm=maxn", paranoid); resp.StatusCode != 422 || !strings.Contains(string(answer), "returns one score for each player") {
		t.Errorf("a coalition against max^n: %s %s", resp.Status, answer)
	}
}

// TestSubtitleOfCoalition: wherever a run of one player against all others is described, all its players are
// named. The tree that is searched has two sides.
func TestSubtitleOfCoalition(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	api := ts.URL + "/api/v1/traces"
	untitled := strings.Replace(paranoid, `,"title":"my paranoid"`, "", 1)
	alone1 := strings.Replace(untitled, `"player":2`, `"player":1`, 1)
	limited := strings.Replace(untitled, `"players":3`, `"players":3,"minp":0,"maxp":9`, 1)
	for _, c := range []struct{ text, want string }{
		{untitled, "three players, player 2 (Max) against all others (Min)"},
		{alone1, "three players, player 1 (Max) against all others (Min)"},
		{limited, "three players, player 2 (Max) against all others (Min) · scores from 0 to 9"},
		{negamax, "two players, Max and Min"},
	} {
		stored := send(t, "POST", api, strings.Replace(c.text, `,"title":"my negamax"`, "", 1), 201)
		page := get(t, ts.URL+stored.URL)
		beside := besideOf.FindStringSubmatch(page)
		if beside == nil {
			t.Fatalf("no link to the reference: %s", webtest.PageText([]byte(page)))
		}
		for door, said := range map[string]string{"the page": page, "beside its reference": get(t, ts.URL+html.UnescapeString(beside[1]))} {
			text := string(webtest.PageText([]byte(said)))
			if !strings.Contains(text, c.want) || c.want != "two players, Max and Min" && strings.Contains(text, "two players, Max and Min") {
				t.Errorf("%s does not say %q, or says another number of players: %s", door, c.want, text)
			}
		}
	}
}
