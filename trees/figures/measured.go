package figures

import (
	"embed"
	"encoding/json"
	"path"
	"strings"
	"sync"
)

// What was measured again of the papers' tables is kept as the command "server experiment"
// writes it with -format json, in a file with the id of the experiment; that of a table is
// the id of its figure.

//go:embed measured/*.json
var measuredFiles embed.FS

// A Measured is a table that was measured again.
type Measured struct {
	Experiment string
	Command    string // that repeats it
	Parameters map[string]int
	// Differs are the parameters that differ from the paper's setting, with its values.
	// None: it is a full run.
	Differs  map[string]int
	Done, Of int // jobs
	Rows     []MeasuredRow
}

// A MeasuredRow is a row of it, as in package search/experiment. Nil: not known.
type MeasuredRow struct {
	Name     string
	Printed  *float64
	Measured *float64
	Ratio    *float64 // Measured / Printed
	Spread   *float64 // the standard error of Measured
	N        int
}

// Full reports whether it was measured in the paper's setting, to the end.
func (m *Measured) Full() bool { return len(m.Differs) == 0 && m.Done == m.Of }

// FindMeasured returns what was measured of an experiment, or of the figure of that id.
func FindMeasured(id string) (m *Measured, found bool) {
	m, found = measured()[id]
	return m, found
}

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
