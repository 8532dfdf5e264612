package experiments_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"espalier/search/experiment"
	"espalier/trees/figures"
	"espalier/web/webtest"
	"espalier/web/words"
)

// The pages work without scripts: a form starts a run, buttons cancel it and go on.
func TestPages(t *testing.T) {
	_, ts, _ := webtest.ServeWithStoreIn(t, t.TempDir())
	_, list := webtest.Get(t, ts.URL+"/experiments")
	for _, e := range experiment.All() {
		if !strings.Contains(string(list), `href="/experiments/`+e.ID+`"`) {
			t.Errorf("%s is not listed", e.ID)
		}
	}
	page := func(path string, status int) string {
		t.Helper()
		resp, b := webtest.Get(t, ts.URL+path)
		if resp.StatusCode != status {
			t.Fatalf("%s: %s", path, resp.Status)
		}
		return string(b)
	}
	value := func(page, name string) string {
		t.Helper()
		found := regexp.MustCompile(`<input id="p-` + name + `"[^>]* value="([^"]*)"`).FindStringSubmatch(page)
		if found == nil {
			t.Fatalf("there is no field %s", name)
		}
		return found[1]
	}
	if p := page("/experiments/sk2000-table2", 200); value(p, "deals") != "200" || !strings.Contains(p, "3,330,000,000") || !strings.Contains(p, `href="/figures/sk2000-table2"`) {
		t.Error("the page has not the paper’s setting, its table and a link to the figure")
	}
	if p := page("/experiments/sk2000-table2?setting=quick", 200); value(p, "deals") != "8" || value(p, "tricks") != "4" {
		t.Error("the quick setting is not filled in")
	}
	// Each setting has a link that fills in the form and a button that starts its run.
	for _, c := range []struct{ setting, button, tricks, gaps string }{{"full", "Start the full run", "5", "1"}, {"letter", "Start a run to the letter", "5", "0"}, {"quick", "Start a quick run", "4", "1"}} {
		p := page("/experiments/sk2000-table2?setting="+c.setting, 200)
		if value(p, "tricks") != c.tricks || value(p, "gaps") != c.gaps {
			t.Errorf("%s fills in tricks %s and gaps %s, want %s and %s", c.setting, value(p, "tricks"), value(p, "gaps"), c.tricks, c.gaps)
		}
		if !regexp.MustCompile(`<input type="hidden" name="setting" value="` + c.setting + `"> ?<button[^>]*>` + c.button + `</button>`).MatchString(p) {
			t.Errorf("there is no button %q", c.button)
		}
	}
	for _, e := range experiment.All() {
		p := webtest.PageText([]byte(page("/experiments/"+e.ID, 200)))
		_, differs := e.Letter()
		if strings.Contains(p, "Start a run to the letter") != differs {
			t.Errorf("%s offers a run to the letter: %v", e.ID, !differs)
		}
		if takes := regexp.MustCompile(`The full run in (?:the paper’s|our) setting takes (about \d+ minutes?|less than a minute) on one idle processor`); !takes.MatchString(p) {
			t.Errorf("%s does not say how long its full run takes", e.ID)
		}
		if e.Open != nil {
			for _, text := range append([]experiment.Trial{{Choice: e.Open.Text}}, e.Open.Trials...) {
				if !strings.Contains(p, words.MaxN(text.Choice)) || !strings.Contains(p, words.MaxN(text.Rows)) {
					t.Errorf("%s does not show what stays open: %+v", e.ID, text)
				}
			}
		}
		table, found := figures.Reproduce(e.ID)
		if !found {
			continue
		}
		for _, r := range table.Rows {
			if r.Outside && !strings.Contains(p, words.MaxN(words.Reproduced(&r))) {
				t.Errorf("%s does not explain the row %s", e.ID, r.Name)
			}
		}
	}
	if p := webtest.PageText([]byte(page("/experiments/k1991-best", 200))); !strings.Contains(p, "Measured in the paper’s setting") {
		t.Error("what was measured of an experiment is not on its page")
	}
	page("/experiments/nothing", 404)
	page("/experiments/runs/nothing", 404)

	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	press := func(path string, form url.Values, status int) (to, body string) {
		t.Helper()
		resp, err := client.PostForm(ts.URL+path, form)
		if err != nil {
			t.Fatal(err)
		}
		b := webtest.Read(t, resp)
		if resp.StatusCode != status {
			t.Fatalf("%s: %s %s", path, resp.Status, b)
		}
		return resp.Header.Get("Location"), string(b)
	}
	if _, p := press("/experiments/sk2000-table2", url.Values{"deals": {"0"}, "tricks": {"3"}}, 422); !strings.Contains(p, "0 is out of range: 1 to 10000") || value(p, "deals") != "0" || value(p, "tricks") != "3" {
		t.Error("a number out of range: the page has not what is wrong, with what was typed")
	}
	if _, p := press("/experiments/sk2000-table2", url.Values{"deals": {"many"}}, 422); !strings.Contains(p, "not a whole number from 1 to 10000") {
		t.Error("a word in place of a number is not refused with the range")
	}
	run, _ := press("/experiments/sk2000-table2", url.Values{"deals": {"20"}, "tricks": {"6"}}, 303)
	p := page(run, 200)
	for _, part := range []string{"Running.", "0 of 120 jobs", `max="120"`, "experiment sk2000-table2 -deals 20 -tricks 6", "here: deals 20 instead of 200, tricks 6 instead of 5.", "rows.csv", "rows.json", "What the paper does not say", "<svg class=\"experiment-plot\""} {
		if !strings.Contains(p, part) {
			t.Errorf("the page of a run has not %q", part)
		}
	}
	button := func(p, action string) bool {
		return regexp.MustCompile(`<form method="post" action="` + run + `/` + action + `" data-when="[^"]*">`).MatchString(p) // not hidden
	}
	if !button(p, "cancel") || button(p, "resume") {
		t.Error("a running run has not one button, to cancel it")
	}
	if to, _ := press(run+"/cancel", nil, 303); to != run {
		t.Errorf("cancelling leads to %s", to)
	}
	if p := page(run, 200); !strings.Contains(p, "Cancelled.") || button(p, "cancel") || !button(p, "resume") {
		t.Error("a cancelled run has not one button, to resume it")
	}
	press(run+"/resume", nil, 303)
	if p := page(run, 200); !strings.Contains(p, "Running.") || !button(p, "cancel") {
		t.Error("a resumed run is not running")
	}
	press(run+"/cancel", nil, 303)

	// The buttons of the settings start a run of all parameters of theirs.
	for setting, part := range map[string]string{"full": "0 of 1,200 jobs", "letter": "-gaps 0 -root 1", "quick": "-deals 8 -tricks 4"} {
		run, _ := press("/experiments/sk2000-table2", url.Values{"setting": {setting}}, 303)
		if p := page(run, 200); !strings.Contains(p, part) {
			t.Errorf("the button of %s: the page of the run has not %q", setting, part)
		}
		press(run+"/cancel", nil, 303)
	}
}
