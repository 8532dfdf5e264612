package export_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"espalier/web/export"
	"espalier/web/webtest"
)

// framesOfHandout returns the steps of the pictures on a handout.
func framesOfHandout(page []byte) []string {
	var steps []string
	for _, m := range regexp.MustCompile(`<b class="number">Step (\d+)\.</b>`).FindAllSubmatch(page, -1) {
		steps = append(steps, string(m[1]))
	}
	return steps
}

func TestHandout(t *testing.T) {
	_, ts := webtest.Serve(t)
	const deep = "figure=k1991-fig6&algorithm=deep&v5=3,0,6"
	for _, c := range []struct {
		query string
		steps string
		class string
	}{
		{deep, "0 5 11 12 14 22", "columns-2"},
		{deep + "&steps=marks", "0 12 22", "columns-2"},
		{deep + "&steps=12,0,5,12", "0 5 12", "columns-2"},
		{deep + "&steps=+7+last&columns=3&paper=a4", "7 22", "columns-3"},
		{deep + "&steps=3&paper=letter-landscape&size=large", "3", "columns-3"},
		{"figure=s2003-fig6&steps=marks&columns=1", "0 16 22 37", "columns-1"},
	} {
		resp, page := webtest.Get(t, ts.URL+"/handout?"+c.query)
		if resp.StatusCode != http.StatusOK {
			t.Errorf("/handout?%s = %d: %s", c.query, resp.StatusCode, webtest.PageText(page))
			continue
		}
		if got := strings.Join(framesOfHandout(page), " "); got != c.steps {
			t.Errorf("/handout?%s shows the steps %s, want %s", c.query, got, c.steps)
		}
		if pictures := strings.Count(string(page), `<svg class="tree"`); pictures != len(strings.Fields(c.steps)) {
			t.Errorf("/handout?%s has %d pictures", c.query, pictures)
		}
		if !strings.Contains(string(page), `class="strip `+c.class+`"`) {
			t.Errorf("/handout?%s is not laid out in %s", c.query, c.class)
		}
		ids := regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(string(page), -1)
		seen := map[string]bool{}
		for _, id := range ids {
			if seen[id[1]] {
				t.Errorf("/handout?%s has the id %s twice", c.query, id[1])
			}
			seen[id[1]] = true
		}
	}
	_, page := webtest.Get(t, ts.URL+"/handout?"+deep+"&steps=12")
	for _, want := range []string{
		"Failure of deep pruning for three players", "Korf 1991, Fig. 6", "Deep (unsound), f = (3, 0, 6)", "22 steps",
		"less than the 5 at a", "5 + 5 = 10 ≥ 9", "They first differ at d", "/figures/k1991-fig6?algorithm=deep&v5=3,0,6",
	} {
		if !strings.Contains(webtest.PageText(page), want) {
			t.Errorf("the handout does not say %q", want)
		}
	}
	_, page = webtest.Get(t, ts.URL+"/handout?text="+url.QueryEscape("players 1 1[ a: (1) b: ? ]"))
	if says := webtest.PageText(page); !strings.Contains(says, "leaf b") || strings.Contains(says, "Verdict") {
		t.Errorf("a handout of a run that meets an unknown leaf says %s", says)
	}
}

// Invalid layouts are reported and replaced; omitted pictures are counted.
func TestHandoutLimitsAreReported(t *testing.T) {
	_, ts := webtest.Serve(t)
	var many []string
	for i := range export.MaxHandoutSteps + 1 {
		many = append(many, fmt.Sprint(i))
	}
	bushy := url.QueryEscape("players 1 1[ " + strings.Repeat("(1) ", 80) + "]")
	for _, c := range []struct{ query, says string }{
		{"figure=k1991-fig6&steps=5,23", `steps: "23" is not a step of this run, which has the steps 0 to 22`},
		{"figure=k1991-fig6&steps=soon", `steps: "soon" is not a step`},
		{"figure=k1991-fig6&steps=,", "steps: no step is given"},
		{"figure=k1991-fig6&columns=4", `columns: "4" is neither 1, 2 nor 3`},
		{"figure=k1991-fig6&paper=a5", `paper: "a5" is not among the choices; there are a4, a4-landscape, letter, letter-landscape`},
		{"figure=k1991-fig6&size=huge", `size: "huge" is not among the choices`},
		{"text=" + bushy + "&steps=" + strings.Join(many, ","), fmt.Sprintf("steps: %d steps are given; a handout of this tree has at most %d pictures", len(many), export.MaxHandoutSteps)},
	} {
		resp, page := webtest.Get(t, ts.URL+"/handout?"+c.query)
		if resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(webtest.PageText(page), c.says) {
			t.Errorf("/handout?%s = %d: %s, want 422 and %q", c.query, resp.StatusCode, webtest.PageText(page), c.says)
		}
		if len(framesOfHandout(page)) == 0 {
			t.Errorf("/handout?%s shows nothing instead", c.query)
		}
	}

	// More cuts than pictures: evenly spread, with a note.
	cuts := "players 2 maxsum 9 1[ (9,0) " + strings.Repeat("2[ (0,9) (1,1) ] ", export.MaxHandoutSteps+20) + "]"
	_, page := webtest.Get(t, ts.URL+"/handout?algorithm=shallow&steps=marks&text="+url.QueryEscape(strings.Replace(cuts, "(9,0)", "(5,4)", 1)))
	steps := framesOfHandout(page)
	if len(steps) != export.MaxHandoutSteps || steps[0] != "0" {
		t.Errorf("a run of %d cuts is shown at %d steps, want %d from 0 on", export.MaxHandoutSteps+20, len(steps), export.MaxHandoutSteps)
	}
	if want := fmt.Sprintf("Of %d steps %d are shown", export.MaxHandoutSteps+22, export.MaxHandoutSteps); !strings.Contains(webtest.PageText(page), want) {
		t.Errorf("the handout does not say %q", want)
	}
}
