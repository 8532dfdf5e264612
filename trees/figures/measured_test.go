package figures_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"espalier/search/experiment"
	"espalier/trees/figures"
)

// What is kept of an experiment has the rows, printed numbers and parameters that the
// experiment has today, and says how it differs from the paper's setting.
func TestMeasured(t *testing.T) {
	if len(figures.AllMeasured()) == 0 {
		t.Fatal("nothing is kept")
	}
	for file, m := range figures.AllMeasured() {
		id, byLetter := strings.CutSuffix(file, "-letter")
		e, known := experiment.Find(id)
		if !known || m.Experiment != id {
			t.Errorf("%s: there is no such experiment, or it is kept as %q", id, m.Experiment)
			continue
		}
		v, err := e.Values(m.Parameters)
		if err != nil || len(v) != len(m.Parameters) {
			t.Errorf("%s: parameters %v: %v", id, m.Parameters, err)
			continue
		}
		// None is kept that is smaller than the paper's, or of other parameters.
		setting, _ := e.Values(nil)
		command := "server experiment " + id
		if byLetter {
			setting, _ = e.Letter()
			command += " -letter=true"
		}
		differs := map[string]int{}
		for _, p := range e.Parameters {
			if v[p.Name] != p.Default {
				differs[p.Name] = p.Default
			}
		}
		if !maps.Equal(v, setting) || m.Done != m.Of {
			t.Errorf("%s: it was measured with %v, %d of %d jobs, want all of them with %v", file, v, m.Done, m.Of, setting)
		}
		if m.Command != command {
			t.Errorf("%s: the command is %q, want %q", file, m.Command, command)
		}
		if !maps.Equal(differs, m.Differs) {
			t.Errorf("%s: it differs from the paper’s setting in %v, want %v", id, m.Differs, differs)
		}
		if jobs := len(e.Jobs(v)); m.Of != jobs || m.Done < 1 || m.Done > jobs {
			t.Errorf("%s: %d of %d jobs, want of %d", id, m.Done, m.Of, jobs)
		}
		rows := e.Rows(v, nil)
		if len(rows) != len(m.Rows) {
			t.Errorf("%s: %d rows, want %d", id, len(m.Rows), len(rows))
			continue
		}
		for i, r := range m.Rows {
			printed := func(x *float64) string {
				if x == nil {
					return "none"
				}
				return fmt.Sprintf("%.6g", *x)
			}
			if r.Name != rows[i].Name || printed(r.Printed) != printed(rows[i].Printed) || r.N < 1 || r.Measured == nil {
				t.Errorf("%s: row %+v, want %+v with something measured", id, r, rows[i])
			}
		}
	}
}

// Each row that is more than two standard errors from the printed number has a sentence that says
// why, and each sentence is of such a row. A table without a run says why there is none.
func TestReproduced(t *testing.T) {
	for _, e := range experiment.All() {
		_, differs := e.Letter()
		table, found := figures.Reproduce(e.ID)
		if !found {
			if figures.NotMeasured(e.ID) == "" {
				t.Errorf("%s: nothing is kept, and nothing says why", e.ID)
			}
			continue
		}
		if differs && (table.Past == nil || table.Letter == nil) != (table.Missing != "") {
			t.Errorf("%s: one of two settings is missing, and why is %q", e.ID, table.Missing)
		}
		if table.TwoSettings() != differs {
			t.Errorf("%s: it has two settings: %v, want %v", e.ID, table.TwoSettings(), differs)
		}
		printed := e.PrintedRows()
		if len(table.Rows) != len(printed) {
			t.Errorf("%s: %d rows, want %d", e.ID, len(table.Rows), len(printed))
			continue
		}
		for i, r := range table.Rows {
			if r.Name != printed[i].Name {
				t.Errorf("%s: row %d is %q, want %q", e.ID, i, r.Name, printed[i].Name)
			}
			if differs && r.Outside != (r.Why != "") {
				t.Errorf("%s, %s: outside two standard errors %v, and why is %q", e.ID, r.Name, r.Outside, r.Why)
			}
		}
	}
	if _, found := figures.Reproduce("nothing"); found {
		t.Error("a table is reproduced that is not there")
	}
}

func TestOutside(t *testing.T) {
	x := func(x float64) *float64 { return &x }
	for _, c := range []struct {
		printed, measured, spread *float64
		want                      bool
	}{
		{x(10), x(12), x(1), false}, {x(10), x(12.1), x(1), true}, {x(10), x(7.9), x(1), true}, {nil, x(7.9), x(1), false},
		{x(10), nil, nil, false}, {x(10), x(10), nil, false}, {x(10), x(11), nil, true},
	} {
		r := figures.MeasuredRow{Printed: c.printed, Measured: c.measured, Spread: c.spread}
		if got := r.Outside(); got != c.want {
			t.Errorf("%+v is outside: %v, want %v", c, got, c.want)
		}
	}
}
