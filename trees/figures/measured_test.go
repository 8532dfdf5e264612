package figures_test

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"espalier/search/experiment"
	"espalier/search/interval"
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
		if m.Excluded != e.Excluded {
			t.Errorf("%s: left out is %q, want %q", file, m.Excluded, e.Excluded)
		}
		if m.Fitted != (e.Fitted() && !byLetter) {
			t.Errorf("%s: it is fitted: %v, but a choice is: %v", file, m.Fitted, e.Fitted())
		}
		for _, r := range m.Rows {
			want := interval.Of(r.Measured, r.Spread, r.Low, r.High, r.N)
			if want != nil && r.Interval != nil && r.Interval.Method == string(interval.Wilson) {
				whole := 100.0
				if id == "nau1982" {
					whole = 1
				}
				share := interval.OfShare(*r.Measured/whole*float64(r.N), r.N).Times(whole)
				want = &share
			}
			if (want == nil) != (r.Interval == nil) || want != nil && !(same(r.Interval.Low, want.Low) && same(r.Interval.High, want.High)) {
				t.Errorf("%s, %s: the interval is %+v, want %+v", file, r.Name, r.Interval, want)
			}
			// Numbers of nodes, and differences that are rounded, can be equal for sure; no share is.
			if count := strings.Contains(r.Name, "nodes") || strings.Contains(r.Name, "branching factor") || strings.Contains(r.Name, "difference of the value"); r.Interval != nil && r.Interval.Low == r.Interval.High && !count {
				t.Errorf("%s, %s: the interval of equal shares is %+v", file, r.Name, r.Interval)
			}
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

// printedNumber finds a number in a cell of a printed table.
var printedNumber = regexp.MustCompile(`(\d[\d,.]*)(?: ?(billion|million|M|k)\b)?`)

// A table of a figure has the printed numbers with which its experiment is compared, and no others.
func TestPrintedOnce(t *testing.T) {
	tables := 0
	for _, e := range experiment.All() {
		f, found := figures.Find(e.ID)
		if !found || f.Table == nil {
			continue
		}
		tables++
		cells, rows := map[float64]int{}, map[float64]int{}
		for _, row := range f.Table.Rows {
			for _, cell := range row[1:] {
				for _, of := range printedNumber.FindAllStringSubmatch(cell, -1) {
					x, err := strconv.ParseFloat(strings.ReplaceAll(of[1], ",", ""), 64)
					if err != nil {
						t.Fatal(err)
					}
					x *= map[string]float64{"": 1, "k": 1e3, "M": 1e6, "million": 1e6, "billion": 1e9}[of[2]]
					cells[math.Round(100*x)]++
				}
			}
		}
		for _, r := range e.PrintedRows() {
			if r.Printed != nil {
				rows[math.Round(100**r.Printed)]++
			}
		}
		delete(cells, 100) // the factor of the first row
		if !maps.Equal(cells, rows) {
			t.Errorf("%s: the figure has %v, the experiment %v, in hundredths", e.ID, cells, rows)
		}
	}
	if tables < 5 {
		t.Errorf("%d experiments are compared with their tables", tables)
	}
}

// same reports whether two numbers that were computed on two machines are the same number:
// a machine that adds and multiplies in one step rounds the last digits otherwise.
func same(a, b float64) bool {
	return math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b))
}

// Each row that is whose interval does not have the printed number has a sentence that says
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
			if r.Outside != (r.Why != "") {
				t.Errorf("%s, %s: outside the interval %v, and why is %q", e.ID, r.Name, r.Outside, r.Why)
			}
		}
	}
	if _, found := figures.Reproduce("nothing"); found {
		t.Error("a table is reproduced that is not there")
	}
}

func TestOutside(t *testing.T) {
	x := func(x float64) *float64 { return &x }
	of := func(low, high float64) *figures.MeasuredInterval {
		return &figures.MeasuredInterval{Low: low, High: high}
	}
	for _, c := range []struct {
		printed, measured *float64
		interval          *figures.MeasuredInterval
		want              bool
	}{
		{x(10), x(12), of(10, 14), false}, {x(10), x(12.1), of(10.1, 14.1), true}, {x(10), x(7.9), of(5.9, 9.9), true}, {nil, x(7.9), of(7, 8), false},
		{x(10), nil, nil, false}, {x(10), x(10), nil, false}, {x(10), x(11), nil, true},
	} {
		r := figures.MeasuredRow{Printed: c.printed, Measured: c.measured, Interval: c.interval}
		if got := r.Outside(); got != c.want {
			t.Errorf("%+v is outside: %v, want %v", c, got, c.want)
		}
	}
}
