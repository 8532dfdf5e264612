package experiment

import (
	"context"
	"slices"
	"strings"

	"espalier/search/engine"
	"espalier/search/interval"
	"espalier/trees"
)

// An Experiment is a table of a paper, with what is needed to measure it.
type Experiment struct {
	ID         string
	Title      string
	Paper      string
	Parameters []Parameter
	// Own: no paper has the table, and the defaults of the parameters are ours.
	Own bool
	// Minutes is the approximate time of a run with the defaults on one processor.
	Minutes int
	// Wins: some rows are shares of the games with a winner, and Undecided has those without.
	Wins bool
	// Excluded says which deals or games are left out of the numbers; "": none.
	Excluded string
	// Page is the address of the page that shows what is kept of it; "": its own page does.
	Page string
	// Choices lists what the paper does not say, and our choices. One that begins with "Guess:" has no source; one that
	// begins with "Fitted:" was taken because numbers are nearer to the printed ones with it.
	Choices []string
	// Open says which rows differ from the printed ones though all sources were read, and what
	// was tried; nil: nothing.
	Open *Open

	jobs func(v Values) []Job
	run  func(ctx context.Context, v Values, j Job) (Counts, error)
	rows func(v Values, done *results) []Row
	// crosses arranges rows as tables of each against each; nil: there is none.
	crosses func(rows []Row) []Cross
	// grids arranges rows as tables with columns; nil: they are a list.
	grids func(rows []Row) []Grid
}

// A Parameter is a whole number that a run of an experiment depends on.
type Parameter struct {
	Name    string `json:"name"`
	Default int    `json:"default"` // the paper's
	// Letter is the value to the letter of the paper, where the program with which the table
	// was measured does something else, which is Default; nil: both are Default.
	Letter *int   `json:"letter"`
	Quick  int    `json:"quick"` // for a run of some seconds
	Least  int    `json:"least"`
	Most   int    `json:"most"`
	Text   string `json:"text"`
}

// Values holds a value of every parameter, by name.
type Values map[string]int

// A Job is a part of an experiment. It depends on no other job.
type Job struct {
	Deal   int    // from 0; or what an experiment has instead of deals
	Column int    // what is done with the deal
	Name   string // of the column
	Seed   uint32 // of the deal: equal for all columns
}

// Counts are the numbers that a job returns. Their meaning is the experiment's.
type Counts []int64

// A Row is a row of the measured table. A field that is nil is not known.
type Row struct {
	Name     string   `json:"name"`
	Printed  *float64 `json:"printed"`
	Measured *float64 `json:"measured"`
	Ratio    *float64 `json:"ratio"`  // Measured / Printed
	Spread   *float64 `json:"spread"` // the standard error of Measured
	N        int      `json:"n"`      // jobs or deals that Measured is the mean of
	// If a deal dominates the mean (see dominates): the median over the deals; nil for a
	// ratio. Low and High are then the ends of Interval,
	// which is by bootstrap.
	Median *float64 `json:"median"`
	Low    *float64 `json:"low"`
	High   *float64 `json:"high"`
	// Undecided is the percentage of the games without a winner, which Measured leaves out; nil: not a row of wins.
	Undecided *float64 `json:"undecided,omitempty"`
	// Interval is the 95 % interval of Measured; nil: it is exact, or there is only one number.
	Interval *interval.Interval `json:"interval"`
}

// registry lists the experiments in the order of the papers.
var registry = []*Experiment{&k1991Best, &k1991Average, &sk2000Table2, &s2003Table10, &s2003Table11, &s2003Table12, &s2005Table2, &nau1982, &strengths, &samples, &bestReply, &bench}

// All lists the experiments. The caller must not change them.
func All() []*Experiment { return registry }

// Find returns the experiment of that id.
func Find(id string) (*Experiment, bool) {
	for _, e := range registry {
		if e.ID == id {
			return e, true
		}
	}
	return nil, false
}

// Values returns the values of all parameters: those given, else the defaults. An error
// names the parameter, such as parameters.tricks.
func (e *Experiment) Values(given map[string]int) (Values, error) {
	v := Values{}
	var names []string
	for _, p := range e.Parameters {
		names = append(names, p.Name)
		v[p.Name] = p.Default
		n, ok := given[p.Name]
		if !ok {
			continue
		}
		if n < p.Least || n > p.Most {
			return nil, trees.ErrorAt("parameters."+p.Name, "%d is out of range: %d to %d", n, p.Least, p.Most)
		}
		v[p.Name] = n
	}
	for name := range given {
		if _, known := v[name]; !known {
			return nil, trees.ErrorAt("parameters."+name, "%s does not have this parameter; it has %s", e.ID, trees.InWords(names))
		}
	}
	return v, nil
}

// Quick returns the values of a run of some seconds.
func (e *Experiment) Quick() Values {
	v := Values{}
	for _, p := range e.Parameters {
		v[p.Name] = p.Quick
	}
	return v
}

// Letter returns the values to the letter of the paper: differs is false if they are those
// of the program with which the table was measured.
func (e *Experiment) Letter() (v Values, differs bool) {
	v = Values{}
	for _, p := range e.Parameters {
		v[p.Name] = p.Default
		if p.Letter != nil {
			v[p.Name] = *p.Letter
			differs = differs || *p.Letter != p.Default
		}
	}
	return v, differs
}

// Fitted reports whether one of the choices was taken because the numbers are nearer to the printed ones with it.
func (e *Experiment) Fitted() bool {
	return slices.ContainsFunc(e.Choices, func(choice string) bool { return strings.HasPrefix(choice, "Fitted:") })
}

// Jobs lists the jobs of a run: first all columns of the first deal. v comes from Values
// or Quick.
func (e *Experiment) Jobs(v Values) []Job { return e.jobs(v) }

// Run does a job. An error other than the context's means that the job can never be done.
func (e *Experiment) Run(ctx context.Context, v Values, j Job) (Counts, error) {
	return e.run(ctx, v, j)
}

// Rows computes the table from the counts of the jobs, in the order of Jobs; counts of a
// job that is not done are nil. Without any counts the rows are those printed.
func (e *Experiment) Rows(v Values, counts []Counts) []Row {
	return e.rows(v, &results{jobs: e.jobs(v), counts: counts, seed: uint64(v["seed"])})
}

// PrintedRows returns the table as printed: at the paper's setting, with nothing measured.
func (e *Experiment) PrintedRows() []Row {
	v, _ := e.Values(nil)
	return e.Rows(v, nil)
}

// dealsByColumns lists a job for each deal and column.
func dealsByColumns(v Values, deals int, columns []string) (jobs []Job) {
	for deal := range deals {
		for c, name := range columns {
			jobs = append(jobs, Job{deal, c, name, dealSeed(v["seed"], deal)})
		}
	}
	return jobs
}

// dealSeed returns the seed of a deal. Runs with different seeds have different deals.
func dealSeed(seed, deal int) uint32 {
	x := uint64(seed)<<32 | uint64(deal)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9 // the finaliser of splitmix64
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return uint32((x ^ x>>31) >> 33) // 31 bits: a seed of any int
}

// searchSeed returns the seed of a search by samples, from the seed of a deal or a move.
func searchSeed(seed uint32) int { return int(seed) % (engine.MaxSeed + 1) }

var seedParameter = Parameter{Name: "seed", Default: 1, Quick: 1, Least: 0, Most: 1 << 30, Text: "for all deals: equal seeds give equal counts"}
