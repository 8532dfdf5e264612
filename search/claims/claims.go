package claims

import (
	"context"

	"espalier/search/algorithms"
	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// Tries is the number of random trees for an immediate answer, which takes well under a
// second. It is enough to find a failure if a condition is dropped.
const Tries = 20_000

// MostTries is the number of trees for a page that shows the progress.
const MostTries = 1_000_000

// A Claim is a statement about searches of all trees that satisfy its conditions.
type Claim struct {
	ID         string
	Holds      string // what is checked on each tree, in words
	Conditions []Condition

	// trials returns the trees and the check; without is the id of the dropped condition,
	// or "".
	trials func(without string) compare.Trials
	// explain returns how the tree breaks the claim, and the runs that show it.
	explain func(f *Found) (explanation string, shows []engine.AlgorithmConfig, err error)
}

// A Condition of a claim.
type Condition struct {
	ID   string
	Text string
	Drop string // what is different without it; empty: it cannot be dropped
}

// A Found is the result of trying a claim.
type Found struct {
	compare.Failure
	Claim       *Claim
	Without     string
	Explanation string
	Shows       []engine.AlgorithmConfig // the runs that show the failure
	trials      compare.Trials
}

// Droppable returns the condition with an id if it can be dropped.
func (c *Claim) Droppable(id string) (*Condition, bool) {
	for i := range c.Conditions {
		if d := &c.Conditions[i]; d.ID == id && d.Drop != "" {
			return d, true
		}
	}
	return nil, false
}

// Try tries the claim on random trees. If without is not empty, this condition is dropped.
func (c *Claim) Try(ctx context.Context, without string, seed uint64, tries int, progress func(tries int)) (*Found, error) {
	f := &Found{Claim: c, Without: without, trials: c.trials(without)}
	var err error
	if f.Failure, err = f.trials.Search(ctx, seed, tries, progress); err != nil || f.Tree == nil {
		return f, err
	}
	f.Tree = f.Tree.WithLetters()
	f.Explanation, f.Shows, err = c.explain(f)
	return f, err
}

// Problem is the problem that the searches of the trials get.
func (f *Found) Problem() engine.Problem { return f.trials.Problem(f.Tree) }

// Document reports whether the tree is within its limits, so it can be a tree document.
func (f *Found) Document() bool {
	_, err := trees.ReadText(f.Tree.Text())
	return err == nil
}

// run searches the tree on which the claim fails.
func (f *Found) run(c engine.AlgorithmConfig, observer trace.Observer) (engine.Result, error) {
	return c.Algorithm.Run(context.Background(), f.Problem(), c.Options, observer)
}

// config is an algorithm with options that are flags.
func config(id string, options ...func(*engine.Options)) engine.AlgorithmConfig {
	a, ok := algorithms.Find(id)
	if !ok {
		panic("there is no algorithm " + id)
	}
	c := engine.AlgorithmConfig{Algorithm: a}
	for _, set := range options {
		set(&c.Options)
	}
	return c
}

// points returns a whole number of points.
func points(n int) trees.Score { return trees.Score(n) * trees.Unit }
