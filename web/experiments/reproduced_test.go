package experiments_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"espalier/search/experiment"
	"espalier/trees/figures"
	"espalier/web/webtest"
)

// The list of experiments has the tables as printed, as measured with the choices of the program
// that they come from, and to the letter, with the reason for a difference.
func TestListReproduced(t *testing.T) {
	_, ts, _ := webtest.ServeWithStoreIn(t, t.TempDir())
	_, body := webtest.Get(t, ts.URL+"/api/v1/experiments")
	type cells struct {
		Measured, Ratio, Spread *float64
		N                       int
		Median, Low, High       *float64
		Undecided               *float64
	}
	var list struct {
		Experiments []struct {
			ID         string
			Minutes    int
			Parameters []experiment.Parameter
			Open       *experiment.Open
			Reproduced *struct {
				Rows []struct {
					Name               string
					Printed            *float64
					Historical, Letter *cells
					Outside            bool
					Why                string
				}
				Missing string
			}
		}
	}
	if err := json.Unmarshal(body, &list); err != nil {
		t.Fatal(err)
	}
	if len(list.Experiments) != len(experiment.All()) {
		t.Fatalf("%d experiments", len(list.Experiments))
	}
	same := func(c *cells, r *figures.MeasuredRow) bool {
		if c == nil || r == nil {
			return c == nil && r == nil
		}
		return reflect.DeepEqual(*c, cells{r.Measured, r.Ratio, r.Spread, r.N, r.Median, r.Low, r.High, r.Undecided})
	}
	explained := 0
	for i, e := range experiment.All() {
		got := list.Experiments[i]
		if got.ID != e.ID || got.Minutes != e.Minutes || !reflect.DeepEqual(got.Parameters, e.Parameters) || !reflect.DeepEqual(got.Open, e.Open) {
			t.Errorf("%s: %d minutes, %+v", got.ID, got.Minutes, got.Parameters)
		}
		want, found := figures.Reproduce(e.ID)
		if !found || e.Page != "" {
			if got.Reproduced != nil {
				t.Errorf("%s: the list has no rows of it, but the answer is %+v", e.ID, got.Reproduced)
			}
			continue
		}
		if got.Reproduced == nil || len(got.Reproduced.Rows) != len(want.Rows) || got.Reproduced.Missing != want.Missing {
			t.Errorf("%s: %+v", e.ID, got.Reproduced)
			continue
		}
		for i, r := range want.Rows {
			row := got.Reproduced.Rows[i]
			if row.Name != r.Name || !same(row.Historical, r.Past) || !same(row.Letter, r.Letter) || row.Outside != r.Outside || row.Why != r.Why {
				t.Errorf("%s: %+v, want %+v", e.ID, row, r)
			}
			if row.Why != "" {
				explained++
			}
		}
	}
	if explained == 0 {
		t.Error("no row is explained")
	}
}
