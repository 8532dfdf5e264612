package figures_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"espalier/trees/figures"
	"espalier/web/webtest"
	"espalier/web/words"
)

func TestEveryFigurePage(t *testing.T) {
	_, ts := webtest.Serve(t)
	theorems := map[string]string{"s2003-fig6": "speculative-is-right", "s2003-table8": "speculative-best-case", "c474-alphabeta": "alpha-beta-theorem", "k1991-fig6": ""}
	for _, f := range figures.All() {
		resp, body := webtest.Get(t, ts.URL+"/figures/"+f.ID)
		if resp.StatusCode != http.StatusOK {
			t.Errorf("/figures/%s = %d", f.ID, resp.StatusCode)
		}
		if !strings.Contains(webtest.PageText(body), words.MaxN(f.Title)) {
			t.Errorf("/figures/%s does not name its title %q", f.ID, f.Title)
		}
		if f.Tree != nil && !strings.Contains(string(body), `<svg class="tree"`) {
			t.Errorf("/figures/%s has no tree before any script runs", f.ID)
		}
		if strings.Contains(string(body), "%!") {
			t.Errorf("/figures/%s has a broken format", f.ID)
		}
		if id, known := theorems[f.ID]; known {
			link := `href="/learn/theorems/` + id + `"`
			if strings.Contains(string(body), `href="/learn/theorems/`) != (id != "") || id != "" && !strings.Contains(string(body), link) {
				t.Errorf("/figures/%s has not the link %s alone", f.ID, link)
			}
		}
		if table, found := figures.Reproduce(f.ID); found {
			text := webtest.PageText(body)
			for _, r := range table.Rows {
				row := words.MaxN(r.Name) + words.Number(r.Printed)
				settings := []*figures.MeasuredRow{r.Past}
				if table.TwoSettings() {
					settings = append(settings, r.Letter)
				}
				for _, m := range settings {
					if m == nil {
						row += "–––"
						continue
					}
					row += words.Number(m.Measured) + m.Interval.Text(words.Interval) + strconv.Itoa(m.N)
				}
				if row += words.MaxN(words.Reproduced(&r)); !strings.Contains(text, row) {
					t.Errorf("/figures/%s has not the measured row %q", f.ID, row)
				}
			}
			for _, how := range words.MeasuredHow(table) {
				if !strings.Contains(text, words.MaxN(how)) {
					t.Errorf("/figures/%s does not say %q", f.ID, how)
				}
			}
			if !strings.Contains(string(body), `href="/experiments/`+f.ID+`"`) {
				t.Errorf("/figures/%s has no link to the experiment", f.ID)
			}
		}
	}
}

func TestFigurePageAtStep(t *testing.T) {
	_, ts := webtest.Serve(t)
	_, page := webtest.Get(t, ts.URL+"/figures/k1991-fig6?algorithm=deep&step=12")
	for _, want := range []string{"step 12 of 22", "less than the 5 at a", "1 + 3"} {
		if !strings.Contains(webtest.PageText(page), want) {
			t.Errorf("step 12 of deep pruning on Fig. 6 does not say %q", want)
		}
	}
	if !strings.Contains(string(page), `id="verdict" class="verdict wrong" hidden`) {
		t.Error("the verdict is not hidden before the last step")
	}
	if !strings.Contains(string(page), `data-show="{&#34;figure&#34;:&#34;k1991-fig6&#34;,`) {
		t.Error("a room that is opened here would not know the figure")
	}
	_, last := webtest.Get(t, ts.URL+"/figures/k1991-fig6?algorithm=deep&step=22")
	if !strings.Contains(webtest.PageText(last), "They first differ at d, because of the cut node f: with it, d has the value (3, 0, 6).") {
		t.Error("the last step does not say where deep pruning and max^n part")
	}
}

func TestInvalidFigureAddress(t *testing.T) {
	_, ts := webtest.Serve(t)
	for query, want := range map[string]string{
		"algorithm=deeper":                 "there is no algorithm \"deeper\"",
		"step=-1":                          "\"-1\" is not a whole number of 0 or more",
		"step=99":                          "There is no step 99: this run ends with step 22",
		"v4=1,2":                           "v4",
		"v99=1,2,3":                        "there is no node 99",
		"v4=9,9,9":                         "more than maxsum",
		"colour=red":                       "there is no such parameter",
		"algorithm=minimax":                "minimax",
		"open=77":                          "is not a node of this tree",
		"algorithm=deep&algorithm=shallow": "",
	} {
		resp, page := webtest.Get(t, ts.URL+"/figures/k1991-fig6?"+query)
		if resp.StatusCode != http.StatusOK {
			t.Errorf("?%s = %d", query, resp.StatusCode)
		}
		if !strings.Contains(webtest.PageText(page), want) {
			t.Errorf("?%s does not say %q", query, want)
		}
		if !strings.Contains(string(page), `<svg class="tree"`) {
			t.Errorf("?%s leaves the page without its tree", query)
		}
	}
	if resp, _ := webtest.Get(t, ts.URL+"/figures/none"); resp.StatusCode != http.StatusNotFound {
		t.Errorf("/figures/none = %d, want 404", resp.StatusCode)
	}
}

// A ring marks a value that is not from the paper or, in a user's tree, a value that
// the user chose. Without rings there must be no legend.
func TestLegendExplainsRings(t *testing.T) {
	_, ts := webtest.Serve(t)
	const figures, own = "was added by us; the paper does not give it", "was chosen by the author of the tree"
	for _, c := range []struct {
		address, says, saysNot string
	}{
		{"/figures/k1991-fig5", figures, own},
		{"/tree?text=" + url.QueryEscape("players 1 1[ (3) chosen (2) ]"), own, figures},
		{"/tree?text=" + url.QueryEscape("players 1 1[ (3) (2) ]"), "", "with a ring"},
	} {
		_, page := webtest.Get(t, ts.URL+c.address)
		if says := webtest.PageText(page); !strings.Contains(says, c.says) || strings.Contains(says, c.saysNot) {
			t.Errorf("%s does not say %q, or says %q", c.address, c.says, c.saysNot)
		}
	}
}
