package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"espalier/search/experiment"
	"espalier/search/interval"
)

// progressTime is between two lines about the progress of an experiment.
const progressTime = 10 * time.Second

// An experimentCommand is the command experiment: it measures a table of a paper
// again, without a server and without a store.
type experimentCommand struct {
	of       *experiment.Experiment
	values   experiment.Values
	args     []string // as given, for the command that repeats it
	byLetter bool     // with the parameters to the letter of the paper
	format   string
	kept     string // the file of the counts; "": none
	workers  int
	stdout   io.Writer
	stderr   io.Writer
}

// measure runs an experiment, and returns the exit status.
func measure(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	c, err := readExperiment(args, stdout, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	began := time.Now()
	counts, err := c.run(ctx)
	c.print(counts)
	fmt.Fprintf(stderr, "%d of %d jobs in %s\n", doneOf(counts), len(counts), time.Since(began).Round(time.Second))
	if err != nil {
		fmt.Fprintln(stderr, "server: the experiment has not ended:", err)
		return 1
	}
	return 0
}

func readExperiment(args []string, stdout, stderr io.Writer) (*experimentCommand, error) {
	var found bool
	c := &experimentCommand{stdout: stdout, stderr: stderr}
	if len(args) > 0 {
		c.of, found = experiment.Find(args[0])
	}
	if !found {
		fmt.Fprintln(stderr, "server: experiment needs the id of an experiment, and takes its parameters as options (experiment ID -h):")
		table := tabwriter.NewWriter(stderr, 0, 0, 2, ' ', 0)
		for _, e := range experiment.All() {
			fmt.Fprintf(table, "  experiment %s\t%s (%s)\n", e.ID, e.Title, e.Paper)
		}
		table.Flush()
		return nil, errUsage
	}
	flags := flag.NewFlagSet("server experiment "+c.of.ID, flag.ContinueOnError)
	flags.SetOutput(stderr)
	quick := flags.Bool("quick", false, "begin with the parameters of a run of some seconds, not with those of the paper")
	byLetter := flags.Bool("letter", false, "start with the parameters to the letter of the paper, not with the choices of the program that measured its table")
	flags.StringVar(&c.format, "format", "table", "`form` of the rows: table, csv or json")
	flags.StringVar(&c.kept, "keep", "", "`file` with the counts of the jobs that are done: a run that was interrupted goes on from there")
	flags.IntVar(&c.workers, "workers", runtime.GOMAXPROCS(0), "`number` of jobs at a time")
	given := map[string]*int{}
	for _, p := range c.of.Parameters {
		given[p.Name] = flags.Int(p.Name, p.Default, fmt.Sprintf("%d to %d: %s", p.Least, p.Most, p.Text))
	}
	if err := flags.Parse(args[1:]); err != nil {
		return nil, err
	}
	wrong := func(err error) (*experimentCommand, error) {
		fmt.Fprintln(stderr, "server:", err)
		return nil, errUsage
	}
	switch {
	case flags.NArg() > 0:
		return wrong(fmt.Errorf("%q is not an option", flags.Arg(0)))
	case !slices.Contains([]string{"table", "csv", "json"}, c.format):
		return wrong(fmt.Errorf("-format: %q is none of table, csv and json", c.format))
	case c.workers < 1:
		return wrong(errors.New("-workers: at least one is needed"))
	}
	named := map[string]int{}
	c.byLetter = *byLetter
	switch {
	case *quick && *byLetter:
		return wrong(errors.New("-quick and -letter exclude each other"))
	case *quick:
		named = c.of.Quick()
	case *byLetter:
		named, _ = c.of.Letter()
	}
	flags.Visit(func(f *flag.Flag) {
		if n, ok := given[f.Name]; ok {
			named[f.Name] = *n
		}
		if f.Name != "workers" && f.Name != "format" && f.Name != "keep" {
			c.args = append(c.args, "-"+f.Name+"="+f.Value.String())
		}
	})
	var err error
	if c.values, err = c.of.Values(named); err != nil {
		return wrong(err)
	}
	return c, nil
}

// run does all jobs. With an error it returns the counts of those that are done.
func (c *experimentCommand) run(ctx context.Context) ([]experiment.Counts, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	jobs := c.of.Jobs(c.values)
	counts := make([]experiment.Counts, len(jobs))
	keeper, err := openKept(c, counts)
	if err != nil {
		return counts, err
	}
	defer keeper.close()
	var mu sync.Mutex
	var next int
	keep := func(job int, done experiment.Counts) error {
		mu.Lock()
		defer mu.Unlock()
		counts[job] = done
		return keeper.keep(job, done)
	}
	progress := func() int {
		mu.Lock()
		defer mu.Unlock()
		return doneOf(counts)
	}
	var workers sync.WaitGroup
	for range c.workers {
		workers.Go(func() {
			for ctx.Err() == nil {
				mu.Lock()
				i := next
				next++
				var before experiment.Counts
				if i < len(jobs) {
					before = counts[i]
				}
				mu.Unlock()
				if i >= len(jobs) {
					return
				}
				if before != nil {
					continue
				}
				done, err := c.of.Run(ctx, c.values, jobs[i])
				if err != nil {
					cancel(err)
					return
				}
				if err := keep(i, done); err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	ended := make(chan struct{})
	go func() {
		workers.Wait()
		close(ended)
	}()
	tick := time.NewTicker(progressTime)
	defer tick.Stop()
	for {
		select {
		case <-ended:
			if doneOf(counts) == len(jobs) {
				return counts, nil
			}
			return counts, cmp.Or(context.Cause(ctx), context.Canceled)
		case <-tick.C:
			fmt.Fprintf(c.stderr, "%d of %d jobs\n", progress(), len(jobs))
		}
	}
}

func doneOf(counts []experiment.Counts) (n int) {
	for _, c := range counts {
		if c != nil {
			n++
		}
	}
	return n
}

func (c *experimentCommand) print(counts []experiment.Counts) {
	rows := c.of.Rows(c.values, counts)
	switch c.format {
	case "csv":
		c.stdout.Write(experiment.CSV(rows))
	case "json":
		encoder := json.NewEncoder(c.stdout)
		encoder.SetIndent("", "\t")
		encoder.Encode(struct {
			Experiment string            `json:"experiment"`
			Command    string            `json:"command"`
			Parameters experiment.Values `json:"parameters"`
			Differs    map[string]int    `json:"differs"` // from the paper's setting: its values
			Own        bool              `json:"own,omitempty"`
			Excluded   string            `json:"excluded,omitempty"`
			Fitted     bool              `json:"fitted,omitempty"`
			Done       int               `json:"done"`
			Of         int               `json:"of"`
			Rows       []experiment.Row  `json:"rows"`
		}{c.of.ID, strings.Join(append([]string{"server experiment", c.of.ID}, c.args...), " "), c.values, c.differs(), c.of.Own, c.of.Excluded, c.of.Fitted() && !c.byLetter, doneOf(counts), len(counts), rows})
	default:
		table := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
		header, undecided := "", func(*experiment.Row) string { return "" }
		if c.of.Wins {
			header, undecided = "undecided\t", func(r *experiment.Row) string { return number(r.Undecided) + "\t" }
		}
		fmt.Fprintln(table, "printed\tmeasured\t95 % interval\tratio\tn\t"+header+"  ")
		for _, r := range rows {
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%d\t%s  %s\n", number(r.Printed), number(r.Measured), between(r.Interval), number(r.Ratio), r.N, undecided(&r), r.Name)
		}
		table.Flush()
	}
}

// differs returns the parameters that are not those of the paper, with its values.
func (c *experimentCommand) differs() map[string]int {
	differs := map[string]int{}
	for _, p := range c.of.Parameters {
		if c.values[p.Name] != p.Default {
			differs[p.Name] = p.Default
		}
	}
	return differs
}

// between writes an interval.
func between(i *interval.Interval) string {
	if i == nil {
		return "-"
	}
	return number(&i.Low) + " to " + number(&i.High)
}

// number writes a number with five digits at least, and all digits before the point.
func number(x *float64) string {
	switch {
	case x == nil:
		return "-"
	case *x >= 10_000 || *x <= -10_000:
		return strconv.FormatFloat(*x, 'f', 0, 64)
	}
	return strconv.FormatFloat(*x, 'g', 5, 64)
}
