package figures

import (
	"embed"
	"encoding/json"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"
	"sync"
)

// What was measured again of the papers' tables is kept as the command "server experiment"
// writes it with -format json, in a file with the id of the experiment; that of a table is
// the id of its figure. What was measured exactly as the paper says is beside it, in a file
// whose name ends in -letter.

//go:embed measured/*.json
var measuredFiles embed.FS

// A Measured is a table that was measured again.
type Measured struct {
	Experiment string
	Command    string // that repeats it
	Parameters map[string]int
	// Differs are the parameters that differ from the paper's setting, with its values.
	// None: it is a full run.
	Differs map[string]int
	// Own: no paper has the table, and the setting is ours.
	Own      bool
	Excluded string // what is left out of the numbers; "": nothing
	// Fitted: one of the choices was taken because the numbers are nearer to the printed ones with it.
	Fitted   bool
	Done, Of int // jobs
	Rows     []MeasuredRow
}

// A MeasuredRow is a row of a measured table, as in package search/experiment. Nil: unknown.
type MeasuredRow struct {
	Name     string
	Printed  *float64
	Measured *float64
	Ratio    *float64 // Measured / Printed
	Spread   *float64 // the standard error of Measured
	N        int
	// Where a deal dominates the mean: the median, and the ends of Interval, which is by bootstrap.
	Median, Low, High *float64
	// Undecided is the percentage of the games without a winner, which Measured leaves out; nil: not a row of wins.
	Undecided *float64
	Interval  *MeasuredInterval // nil: Measured is exact, or there is only one number
}

// A MeasuredInterval is a 95 % interval, as in package search/interval.
type MeasuredInterval struct {
	Low, High float64
	Method    string
}

// Outside reports whether the printed number is outside the 95 % interval of what was measured.
func (r *MeasuredRow) Outside() bool {
	if r.Printed == nil || r.Measured == nil {
		return false
	}
	low, high := *r.Measured, *r.Measured
	if r.Interval != nil {
		low, high = r.Interval.Low, r.Interval.High
	}
	// Exact counts differ by what a printed number was rounded or a float cannot hold.
	rounded := 1e-9 * math.Abs(*r.Printed)
	return *r.Printed < low-rounded || *r.Printed > high+rounded
}

// Wins reports whether some rows leave out games without a winner.
func (t *Reproduced) Wins() bool {
	return slices.ContainsFunc(t.Rows, func(r ReproducedRow) bool { return r.Past != nil && r.Past.Undecided != nil })
}

// Full reports whether it was measured in the paper's setting, to the end.
func (m *Measured) Full() bool { return len(m.Differs) == 0 && m.Done == m.Of }

// FindMeasured returns what was measured of an experiment, or of the figure of that id.
func FindMeasured(id string) (m *Measured, found bool) {
	m, found = measured()[id]
	return m, found
}

// MeasuredAt returns what was measured in a row of an experiment.
func MeasuredAt(id, row string) (float64, error) {
	m, found := FindMeasured(id)
	if !found {
		return 0, fmt.Errorf("%s was not measured", id)
	}
	for i := range m.Rows {
		if r := &m.Rows[i]; r.Name == row && r.Measured != nil {
			return *r.Measured, nil
		}
	}
	return 0, fmt.Errorf("%s has no row %q that was measured", id, row)
}

// FindByLetter returns what was measured exactly as the paper says.
func FindByLetter(id string) (m *Measured, found bool) {
	return FindMeasured(id + letterSuffix)
}

const letterSuffix = "-letter"

// Text writes an interval, or that there is none.
func (i *MeasuredInterval) Text(write func(low, high *float64) string) string {
	if i == nil {
		return write(nil, nil)
	}
	return write(&i.Low, &i.High)
}

// Main is the run that the table is first about.
func (t *Reproduced) Main() *Measured {
	if t.Past != nil {
		return t.Past
	}
	return t.Letter
}

// A Reproduced is a table as printed, as measured with the choices of the program that it comes
// from, and as measured exactly as the paper says.
type Reproduced struct {
	Experiment string
	// Past and Letter are the runs; nil: there is none.
	Past, Letter *Measured
	// Missing says why there is no run with one of the two settings; "": there are both, or
	// the paper alone decides.
	Missing string
	Rows    []ReproducedRow
}

// A ReproducedRow is a row of a reproduced table.
type ReproducedRow struct {
	Name    string
	Printed *float64
	// Past and Letter are what was measured; nil: nothing.
	Past, Letter *MeasuredRow
	// Outside: Printed is outside the interval of Past; or of Letter, where there is no Past. Why then says what
	// explains it.
	Outside bool
	Why     string
}

// TwoSettings reports whether the program that the printed numbers come from made choices that
// are not in the paper.
func (t *Reproduced) TwoSettings() bool { return t.Letter != nil || t.Missing != "" }

// Fitted reports whether a choice of the first run was taken because the numbers are nearer to the printed ones with it.
func (t *Reproduced) Fitted() bool { return t.Past != nil && t.Past.Fitted }

// Reproduce returns the table of an experiment, or of the figure of that id.
func Reproduce(id string) (t *Reproduced, found bool) {
	past, hasPast := FindMeasured(id)
	letter, hasLetter := FindByLetter(id)
	if !hasPast && !hasLetter {
		return nil, false
	}
	t = &Reproduced{Experiment: id, Past: past, Letter: letter, Missing: missing[id]}
	main := past
	if !hasPast {
		main = letter
	}
	for i := range main.Rows {
		r := &main.Rows[i]
		row := ReproducedRow{Name: r.Name, Printed: r.Printed, Outside: r.Outside()}
		if row.Outside {
			row.Why = reasons[id][r.Name]
		}
		if hasPast {
			row.Past = r
		}
		if hasLetter {
			row.Letter = &letter.Rows[i]
		}
		t.Rows = append(t.Rows, row)
	}
	return t, true
}

// NotMeasured says why an experiment was not measured with one of its settings; "": it was.
func NotMeasured(id string) string { return missing[id] }

// AllMeasured returns all of them by id. The caller must not change them.
func AllMeasured() map[string]*Measured { return measured() }

// measured reads the files on first use. They are part of the program, so an error in them
// is a panic.
var measured = sync.OnceValue(func() map[string]*Measured {
	all := map[string]*Measured{}
	entries, err := measuredFiles.ReadDir("measured")
	if err != nil {
		panic(err)
	}
	for _, e := range entries {
		text, err := measuredFiles.ReadFile(path.Join("measured", e.Name()))
		if err != nil {
			panic(err)
		}
		m := &Measured{}
		if err := json.Unmarshal(text, m); err != nil {
			panic(err)
		}
		all[strings.TrimSuffix(e.Name(), ".json")] = m
	}
	return all
})
