package api

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"espalier/search/algorithms"
	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// compareKeys are the keys of a comparison in addition to its source.
var compareKeys = []string{"revision", "options", "values"}

// readComparison reads the body of a comparison: a source of an explicit tree or a game,
// options that all runs have, and values for some leaves.
func (h *Handlers) readComparison(ctx context.Context, members []problem.Member) (*run.Resolved, error) {
	return h.openWithValues(ctx, members, append(slices.Clone(run.ExplicitSources), "game"), compareKeys, "algorithms are compared on an explicit tree or a game")
}

// openWithValues reads a body that names one of some sources and has some other keys, and opens the source with the
// values and the common options of the body. what says what the sources are for.
func (h *Handlers) openWithValues(ctx context.Context, members []problem.Member, sources, keys []string, what string) (*run.Resolved, error) {
	for _, m := range members {
		switch {
		case slices.Contains(sources, m.Key), slices.Contains(keys, m.Key):
		case slices.Contains(run.Sources, m.Key):
			return nil, problem.Refused(m.Key, "%s: one of %s", what, strings.Join(sources, ", "))
		default:
			return nil, problem.UnknownKey("", m.Key, slices.Concat(sources, keys))
		}
	}
	body, err := run.ReadBody(members, slices.Concat(run.Sources, keys))
	if err != nil {
		return nil, err
	}
	opened, err := body.Open(ctx, h.Saved())
	if err != nil {
		return nil, err
	}
	spec := run.Spec{Source: opened.Source}
	if body.Options != nil {
		if spec.Options, err = readCommonOptions(opened, body.Options); err != nil {
			return nil, err
		}
	}
	if body.Values != nil {
		if spec.Values, err = opened.ReadValues(body.Values); err != nil {
			return nil, err
		}
	}
	return opened.Resolve(spec)
}

// readCommonOptions reads the options that all compared runs have: root, and for a game
// depth and nodes.
func readCommonOptions(of *run.Opened, text []byte) (options engine.Options, err error) {
	members, err := problem.SplitObject(text, "options")
	if err != nil {
		return options, err
	}
	for _, m := range members {
		path := problem.JoinPath("options", m.Key)
		switch {
		case m.Key == "root":
			if options.Root, err = problem.ReadWhole(m.Raw, path, 0, trees.MaxNodes); err == nil {
				err = of.CheckRoot(options.Root, path)
			}
		case of.Game != nil && m.Absent():
		case of.Game != nil && m.Key == "depth":
			options.HasDepth = true
			options.Depth, err = problem.ReadWhole(m.Raw, path, 0, trees.MaxLevels)
		case of.Game != nil && m.Key == "nodes":
			options.HasNodes = true
			options.Nodes, err = problem.ReadWhole(m.Raw, path, 1, MaxComparedNodes)
		case of.Game != nil:
			err = problem.Refused(path, "a comparison on a game has no option %q; it takes depth and nodes, and tries every other one that fits", m.Key)
		default:
			err = problem.Refused(path, "a comparison has no option %q; it takes root, and tries every other one that fits", m.Key)
		}
		if err != nil {
			return options, err
		}
	}
	return options, nil
}

// Compare answers POST /api/v1/compare: the results of all algorithms on a tree.
func (h *Handlers) Compare(w http.ResponseWriter, r *http.Request) error {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return err
	}
	q, err := h.readComparison(r.Context(), members)
	if err != nil {
		return err
	}
	if q.Of.Game != nil && !q.Options.HasNodes {
		q.Options.Nodes, q.Options.HasNodes = MaxComparedNodes, true
	}
	kind := app.SmallSearch
	if q.Of.Game != nil {
		kind = app.KindOfRun(q)
	}
	ctx, release, err := h.AcquireSearchSlot(r.Context(), kind)
	if err != nil {
		return err
	}
	defer release()
	ctx, cancel := context.WithTimeoutCause(ctx, app.SolveTimeout, &engine.LimitError{
		Message: fmt.Sprintf("the comparison was stopped: it took more than %s, the limit of one", app.SolveTimeout)})
	defer cancel()
	answer, err := compareAll(ctx, q)
	if err != nil {
		return cmp.Or(context.Cause(ctx), err)
	}
	app.Answer(w, http.StatusOK, answer)
	return nil
}

// compareAll runs the algorithms of a comparison and returns the answer.
func compareAll(ctx context.Context, q *run.Resolved) (*comparison, error) {
	p, err := q.Problem()
	if err != nil {
		return nil, err
	}
	if q.Of.Game != nil {
		return compareOnGame(ctx, q, &p)
	}
	runs, cannot, err := q.CompareAll(ctx, nil)
	if err != nil {
		return nil, err
	}
	truth, known := compare.TruthAmong(q.Tree, runs)
	return newComparison(q, &p, &truth, known, runs, cannot), nil
}

// compareOnGame runs the algorithms on a position of a game. The value of max^n is what is
// true, if max^n comes to its end.
func compareOnGame(ctx context.Context, q *run.Resolved, p *engine.Problem) (*comparison, error) {
	if err := algorithms.Plain.Check(p, q.Options); err != nil {
		return nil, err // of no algorithm would the depth be right
	}
	runs, cannot, err := q.CompareGame(ctx)
	if err != nil {
		return nil, err
	}
	var truth trees.Vector
	known := false
	for _, r := range runs {
		if r.Algorithm == algorithms.Plain && r.Err == nil {
			truth, known = r.Result.Value, true
		}
	}
	return newComparison(q, p, &truth, known, runs, cannot), nil
}

// A comparison is the answer of Compare.
type comparison struct {
	Truth   json.RawMessage `json:"truth"`
	Equal   []int32         `json:"equal"` // the children of the root that are best for its mover; null: not known
	Runs    []comparedRun   `json:"runs"`
	Refused []refusedRun    `json:"refused"`
}

type comparedRun struct {
	Algorithm string         `json:"algorithm"`
	Name      string         `json:"name"`
	Options   problem.Object `json:"options"` // each of them true
	Sound     bool           `json:"sound"`
	Estimate  bool           `json:"estimate,omitempty"`
	run.ResultAnswer
	Cut   []int32   `json:"cut"`
	Error *runError `json:"error,omitempty"`
}

type runError struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

type refusedRun struct {
	Algorithm string `json:"algorithm"`
	Message   string `json:"message"`
}

func newComparison(q *run.Resolved, p *engine.Problem, truth *trees.Vector, known bool, runs []compare.ComparedRun, cannot []compare.RefusedRun) *comparison {
	c := &comparison{Equal: equalAmong(q, runs), Runs: []comparedRun{}, Refused: []refusedRun{}}
	if known {
		c.Truth = trace.AppendValue(nil, truth, p.Unit, p.Width(), p.Kind != trees.MaxN)
	}
	for i := range runs {
		c.Runs = append(c.Runs, newComparedRun(q, &runs[i]))
	}
	for _, r := range cannot {
		c.Refused = append(c.Refused, refusedRun{r.Algorithm.ID, r.Message})
	}
	return c
}

func newComparedRun(q *run.Resolved, r *compare.ComparedRun) comparedRun {
	a := comparedRun{Algorithm: r.Algorithm.ID, Name: words.ConfigName(r.AlgorithmConfig), Sound: r.Sound(), Estimate: r.Algorithm.Estimate, Options: optionsOn(r.AlgorithmConfig), Cut: []int32{}}
	if r.Err != nil {
		a.Error = newRunError(r.Err)
	} else {
		a.ResultAnswer, a.Cut = q.Answer(&r.Result), app.List(r.Cut)
	}
	if a.Truth == nil { // every run has one here, known or not
		a.Truth = json.RawMessage("null")
	}
	return a
}

// optionsOn returns the options of a run that are on.
func optionsOn(c engine.AlgorithmConfig) (list problem.Object) {
	for _, name := range engine.OptionsOn(&c.Options) {
		list = append(list, problem.Member{Key: name, Raw: []byte("true")})
	}
	return list
}

func newRunError(err error) *runError {
	why := problem.Of(err).Errors[0]
	return &runError{why.Path, why.Message}
}

// equalAmong returns the children of the root that are best for its mover, as the plain
// algorithm of the tree found.
func equalAmong(q *run.Resolved, runs []compare.ComparedRun) []int32 {
	for _, r := range runs {
		if q.Tree != nil && r.Err == nil && r.Algorithm == algorithms.PlainFor(q.Tree) {
			return r.Result.Equal
		}
	}
	return nil
}
