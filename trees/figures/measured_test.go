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
	for id, m := range figures.AllMeasured() {
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
		differs, command := map[string]int{}, "server experiment "+id
		for _, p := range e.Parameters {
			if v[p.Name] != p.Default {
				differs[p.Name] = p.Default
				command += fmt.Sprintf(" -%s=%d", p.Name, v[p.Name])
			}
		}
		if !maps.Equal(differs, m.Differs) {
			t.Errorf("%s: it differs from the paper’s setting in %v, want %v", id, m.Differs, differs)
		}
		for option := range strings.FieldsSeq(command) {
			if !strings.Contains(m.Command, option) {
				t.Errorf("%s: the command %q lacks %s", id, m.Command, option)
			}
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
