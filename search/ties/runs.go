package ties

import (
	"context"
	"slices"

	"espalier/search/algorithms"
	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trees"
)

// A Run is a search of the tree by an algorithm that can be held against the values of the root.
type Run struct {
	compare.ComparedRun
	// Among is set if the value that it returns is one of those of the root.
	Among bool
	// Beyond are the values of the set that it returns which the root has under no tie rule; Missing are those of the
	// root that the set does not have. Only of a search that returns a set.
	Beyond, Missing []trees.Vector
	Survival        *Survival // nil: the value is another one than that of max^n, so its cuts are about something else
}

// Runs runs all algorithms that return scores of all players, and compares them with the values of the root. r is the
// result of the same tree. Left out are algorithms about one player against all others, to whom ties do not
// matter, those by samples, and exhibits.
func (r *Result) Runs(ctx context.Context, t *trees.Tree) ([]Run, error) {
	runs, err := compare.All(ctx, t, Configs(t), nil)
	if err != nil {
		return nil, err
	}
	var list []Run
	for i := range runs {
		x := Run{ComparedRun: runs[i]}
		if x.Err != nil || x.Result.NoValue {
			list = append(list, x)
			continue
		}
		x.Among = r.Contains(&x.Result.Value)
		if x.Result.Set != nil && r.Samples == 0 {
			x.Beyond, x.Missing = r.difference(x.Result.Set)
		}
		if x.Algorithm.Reference.Usual() {
			if x.Survival, err = r.Survive(ctx, x.Cut); err != nil {
				return nil, err
			}
		}
		list = append(list, x)
	}
	return list, nil
}

// Configs returns what Runs runs: besides what a comparison runs, those that cut only where a bound is exceeded.
func Configs(t *trees.Tree) (list []engine.AlgorithmConfig) {
	can, _ := compare.ConfigsOn(t, 0)
	for _, c := range can {
		if c.Algorithm.Estimate || c.Algorithm.Exhibit || c.Algorithm.Reference.TwoSides {
			continue
		}
		list = append(list, c)
		if slices.Contains(c.Algorithm.Options, "strict") && !c.Options.AsPrinted {
			c.Options.Strict = true
			if p := engine.OnTree(t, 0); c.Algorithm.Check(&p, c.Options) == nil {
				list = append(list, c)
			}
		}
	}
	return list
}

// Algorithms returns those of Runs and the plain one, each once.
func Algorithms(t *trees.Tree) []*engine.Algorithm {
	list := []*engine.Algorithm{algorithms.PlainFor(t)}
	for _, c := range Configs(t) {
		if !slices.Contains(list, c.Algorithm) {
			list = append(list, c.Algorithm)
		}
	}
	return list
}

func (r *Result) difference(set []trees.Vector) (beyond, missing []trees.Vector) {
	for _, v := range set {
		if !r.Contains(&v) {
			beyond = append(beyond, v)
		}
	}
	for i := range r.Values {
		if v := r.Values[i].Vector; !slices.Contains(set, v) {
			missing = append(missing, v)
		}
	}
	return beyond, missing
}
