package code

import (
	"context"
	"slices"
	"strings"

	"espalier/search/algorithms"
	"espalier/search/checks"
	"espalier/search/engine"
	"espalier/search/program"
	"espalier/trees"
	"espalier/web/words"
)

// This file chooses what a program is held against where the person has not chosen, and finds what a run fits.

// auto as the algorithm of a request has it chosen from the program.
const auto = "auto"

// maxFits bounds the algorithms that a run is held against to find one that makes its cuts.
const maxFits = 8

// choose chooses what a program is held against, and notes why: an algorithm that a function is named after, alpha-beta
// for a function with a window, else the search without cuts.
func (r *request) choose() {
	alpha, beta := program.WindowNames(r.Alpha, r.Beta)
	functions, minimax := program.Signatures(r.Text), r.problem.Kind == trees.Minimax
	i := slices.IndexFunc(functions, func(f program.Signature) bool { return f.HasWindow(alpha, beta) })
	for _, f := range functions {
		a := namedLike(f.Name)
		if a != nil && a.Sound && r.suitedBy(a) && (!minimax || i < 0 || cuts(a)) {
			r.against(a, "the search is called "+f.Name)
			return
		}
	}
	switch {
	case minimax && i >= 0:
		r.against(&algorithms.AlphaBeta, functions[i].Name+" has the parameters "+alpha+" and "+beta)
	case minimax:
		r.against(&algorithms.Minimax, "no function has the parameters "+alpha+" and "+beta)
	default:
		r.against(algorithms.Plain, "a value has the score of each player")
	}
}

// cuts reports whether an algorithm cuts anything.
func cuts(a *engine.Algorithm) bool { return len(a.Rules(engine.Options{})) > 0 }

func (r *request) against(a *engine.Algorithm, because string) {
	if !r.suitedBy(a) {
		return
	}
	r.Algorithm, r.because = a, because
	r.how.Algorithm, r.how.Because = quoted(a.ID), quoted(because)
}

// namedLike returns the algorithm that a function is named after; nil: there is none.
func namedLike(function string) *engine.Algorithm {
	plain := strings.NewReplacer("_", "", "-", "")
	name := plain.Replace(strings.ToLower(function))
	for _, a := range algorithms.Modelled() {
		if plain.Replace(a.ID) == name {
			return a
		}
	}
	return nil
}

// suitedBy reports whether a program on this source can be held against an algorithm.
func (r *request) suitedBy(a *engine.Algorithm) bool {
	return a.Need[0](a, &r.problem, &engine.Options{}) == nil
}

// fitting returns a sound algorithm of the same value that makes all cuts of a run, where the one that it is held against
// makes some of them not, and nothing else is wrong; nil: there is none. judge holds the run against one.
func fitting(ctx context.Context, p *engine.Problem, than *engine.Algorithm, report *checks.Report, judge func(*engine.Algorithm) (*checks.Report, error)) (*engine.Algorithm, error) {
	if than == nil || report == nil || report.Errors == 0 || slices.ContainsFunc(report.Checks, func(c checks.Check) bool { return c.Error && c.Verdict != checks.NotThis }) {
		return nil, nil
	}
	tried := 0
	for _, a := range algorithms.Modelled() {
		if a == than || !a.Sound || a.Reference != than.Reference || !cuts(a) || a.Need[0](a, p, &engine.Options{}) != nil {
			continue
		}
		if tried++; tried > maxFits || ctx.Err() != nil {
			break
		}
		other, err := judge(a)
		if err != nil {
			return nil, err
		}
		if other.Errors == 0 {
			return a, nil
		}
	}
	return nil, nil
}

// An offer is an algorithm that the page offers to hold a run against.
type offer struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

func offerOf(a *engine.Algorithm) *offer {
	if a == nil {
		return nil
	}
	return &offer{a.ID, words.MaxN(a.Name)}
}
