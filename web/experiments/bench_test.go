package experiments_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"espalier/search/experiment"
	"espalier/trees/figures"
	"espalier/web/webtest"
	"espalier/web/words"
)

// Each family has its curves, as nodes and as a share of the tree, and the numbers behind them.
func TestBench(t *testing.T) {
	_, ts, _ := webtest.ServeWithStoreIn(t, t.TempDir())
	m, _ := figures.FindMeasured(experiment.BenchID)
	for i := range experiment.Families {
		f := &experiment.Families[i]
		_, b := webtest.Get(t, fmt.Sprintf("%s/bench?family=%d", ts.URL, i+1))
		_, shares := webtest.Get(t, fmt.Sprintf("%s/bench?family=%d&as=share", ts.URL, i+1))
		page := webtest.PageText(b)
		curves := strings.Count(string(b), `<svg class="growth"`)
		if curves < 3 || strings.Count(string(shares), `<svg class="growth"`) != curves || strings.Count(page, "Fewest at depth") != curves {
			t.Errorf("%s: %d pictures, want one for each kind of value, and a sentence beside it", f.Name, curves)
		}
		if !strings.Contains(string(shares), ">100 %<") || strings.Contains(string(b), ">100 %<") {
			t.Errorf("%s: the scale is not in percent where it should be", f.Name)
		}
		algorithms, out := f.Searched()
		for _, a := range algorithms {
			name := fmt.Sprintf("%s, %s, depth 1: nodes", f.Name, a.Name)
			if _, err := figures.MeasuredAt(experiment.BenchID, name); err != nil {
				t.Error(err)
			}
		}
		for _, o := range out {
			if !strings.Contains(page, words.MaxN(o.Algorithm)) {
				t.Errorf("%s: nothing says that %s is left out", f.Name, o.Algorithm)
			}
		}
	}
	for _, family := range []string{"0", "11", "x"} {
		if resp, b := webtest.Get(t, ts.URL+"/bench?family="+family); resp.StatusCode != 422 || !strings.Contains(webtest.PageText(b), "family") {
			t.Errorf("family %s: %s", family, resp.Status)
		}
	}
	if resp, b := webtest.Get(t, ts.URL+"/bench?as=shares"); resp.StatusCode != 422 || !strings.Contains(webtest.PageText(b), "shares") {
		t.Errorf("as=shares: %s", resp.Status)
	}
	_, b := webtest.Get(t, ts.URL+"/api/v1/experiments/bench/rows.csv")
	records, err := csv.NewReader(strings.NewReader(string(b))).ReadAll()
	if err != nil || len(records) != len(m.Rows)+1 {
		t.Errorf("%d lines of CSV, want a header and %d: %v", len(records), len(m.Rows), err)
	}
	_, b = webtest.Get(t, ts.URL+"/api/v1/experiments/best-reply/rows.json")
	var kept struct {
		Parameters map[string]int
		Rows       []experiment.Row
	}
	if err := json.Unmarshal(b, &kept); err != nil || kept.Parameters["seed"] != 1 || len(kept.Rows) == 0 || kept.Rows[0].Undecided == nil && kept.Rows[0].Measured == nil {
		t.Errorf("rows.json = %.200s, %v", b, err)
	}
	if resp, _ := webtest.Get(t, ts.URL+"/api/v1/experiments/nothing/rows.csv"); resp.StatusCode != 404 {
		t.Errorf("an unknown experiment: %s", resp.Status)
	}
}
