package mistakes

import (
	"bytes"
	"context"
	"slices"

	"espalier/search/checks"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trace/program"
	"espalier/trees"
)

// A Mistake is a usual fault of a program that is to be an algorithm.
type Mistake struct {
	ID   string
	Text string // what the program does, such as "it ignores the last child"
	run  runner
	// plain: it is a mistake in a program of this package, else in what an engine does.
	plain bool
}

// A runner returns the trace of a program on a tree; false: the program cannot search it, or its
// mistake cannot occur there.
type runner func(ctx context.Context, a *engine.Algorithm, t *trees.Tree) ([]byte, bool)

// Rules are how runs are judged besides the algorithm.
type Rules struct {
	Strict   *bool // nil: where a bound is met, a cut is right, and none is, too
	TiesLeft bool
	Frontier bool
}

// Of returns the mistakes that are usual in programs for an algorithm. Some cannot occur on some trees.
func Of(a *engine.Algorithm, r Rules) (list []Mistake) {
	switch how, rule := cutting(a), ruleOf(a); {
	case rule != noRule:
		list = ruleMistakes(rule, a, r)
	case !hasPlain(a):
	case a.Reference.TwoSides:
		list = windowMistakes(a, r)
	default:
		list = sumMistakes(how, r)
	}
	return append(list, engineMistakes(a)...)
}

// hasPlain reports whether the programs of this package may be an algorithm. Whether they are is
// judged on each tree.
func hasPlain(a *engine.Algorithm) bool {
	return a.Reference != nil && a.Reference.Usual() && !a.Estimate
}

// without returns the program of this package without a mistake.
func without(a *engine.Algorithm, r Rules) runner {
	return func(_ context.Context, _ *engine.Algorithm, t *trees.Tree) ([]byte, bool) {
		switch how, rule := cutting(a), ruleOf(a); {
		case rule != noRule:
			return ruleRun(rule, a, r, t, ruleRight)
		case !hasPlain(a):
			return nil, false
		case a.Reference.TwoSides:
			return windowRun(a, r, t, none)
		default:
			return sumRun(how, r, t, rightly)
		}
	}
}

// A cutKind is the rule by which a plain program cuts.
type cutKind uint8

const (
	noCuts cutKind = iota
	byWindow
	byMost
	byParent
	byAncestors
	byLastBranch
	byQueue
	byHeuristic
)

// cutting returns the rule of an algorithm.
func cutting(a *engine.Algorithm) cutKind {
	rules := a.Rules(engine.Options{})
	for _, k := range []struct {
		rule trace.Rule
		kind cutKind
	}{{trace.Alpha, byWindow}, {trace.Beta, byWindow}, {trace.Speculative, byQueue}, {trace.LastBranch, byLastBranch},
		{trace.Deep, byAncestors}, {trace.Shallow, byParent}, {trace.BnBShallow, byHeuristic}, {trace.Immediate, byMost}} {
		if slices.Contains(rules, k.rule) {
			return k.kind
		}
	}
	return noCuts
}

// verdict judges the run of a program on a tree; "": it has none there.
func verdict(ctx context.Context, run runner, a *engine.Algorithm, t *trees.Tree, r Rules) (string, error) {
	printed, ok := run(ctx, a, t)
	if !ok {
		return "", ctx.Err()
	}
	return judge(ctx, printed, a, t, r)
}

// judge judges a run on a tree as those of students are judged.
func judge(ctx context.Context, printed []byte, a *engine.Algorithm, t *trees.Tree, r Rules) (string, error) {
	run, err := program.Read(bytes.NewReader(printed), program.Options{Tree: t, Pass: func() error { return engine.PassTurn(ctx) }})
	if err != nil {
		if ctx.Err() != nil {
			return "", err
		}
		return "wrong", nil // such a line is an error of the program
	}
	run.Strict = r.Strict
	report, err := checks.Of(ctx, run, checks.Options{Algorithm: a.ID, Task: true, TiesLeft: r.TiesLeft, Frontier: r.Frontier})
	if err != nil {
		return "", err
	}
	return report.Verdict, nil
}
