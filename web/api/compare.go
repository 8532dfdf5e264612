package api

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"

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
	for _, m := range members {
		if !slices.Contains(run.Sources, m.Key) && !slices.Contains(compareKeys, m.Key) {
			return nil, problem.UnknownKey("", m.Key, slices.Concat(run.ExplicitSources, []string{"game"}, compareKeys))
		}
	}
	body, err := run.ReadBody(members, slices.Concat(run.Sources, compareKeys)...)
	if err != nil {
		return nil, err
	}
	if body["generate"] != nil {
		return nil, problem.Refused("generate", "algorithms are compared on an explicit tree or a game: one of tree, text, figure, saved, game")
	}
	opened, err := body.Open(ctx, h.Saved())
	if err != nil {
		return nil, err
	}
	spec := run.Spec{Source: opened.Source}
	if text, ok := body["options"]; ok {
		if spec.Options, err = readCommonOptions(opened, text); err != nil {
			return nil, err
		}
	}
	if text, ok := body["values"]; ok {
		if spec.Values, err = opened.ReadValues(text); err != nil {
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
	app.WriteJSON(w, append(answer, '\n'))
	return nil
}

// compareAll runs the algorithms of a comparison and returns the answer.
func compareAll(ctx context.Context, q *run.Resolved) ([]byte, error) {
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
	return appendComparison(nil, q, &p, &truth, known, runs, cannot), nil
}

// compareOnGame runs the algorithms on a position of a game. The value of max^n is what is
// true, if max^n comes to its end.
func compareOnGame(ctx context.Context, q *run.Resolved, p *engine.Problem) ([]byte, error) {
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
	return appendComparison(nil, q, p, &truth, known, runs, cannot), nil
}

func appendComparison(b []byte, q *run.Resolved, p *engine.Problem, truth *trees.Vector, known bool, runs []compare.ComparedRun, cannot []compare.RefusedRun) []byte {
	b = append(b, `{"truth":`...)
	if known {
		b = trace.AppendValue(b, truth, p.Unit, p.Width(), p.Kind != trees.MaxN)
	} else {
		b = append(b, "null"...)
	}
	b = run.AppendEqual(b, equalAmong(q, runs))
	b = append(b, `,"runs":[`...)
	for i := range runs {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendRun(b, q, &runs[i])
	}
	b = append(b, `],"refused":[`...)
	for i, c := range cannot {
		if i > 0 {
			b = append(b, ',')
		}
		b = trees.AppendQuoted(append(b, `{"algorithm":`...), c.Algorithm.ID)
		b = trees.AppendQuoted(append(b, `,"message":`...), c.Message)
		b = append(b, '}')
	}
	return append(b, "]}"...)
}

func appendRun(b []byte, q *run.Resolved, r *compare.ComparedRun) []byte {
	b = trees.AppendQuoted(append(b, `{"algorithm":`...), r.Algorithm.ID)
	b = trees.AppendQuoted(append(b, `,"name":`...), words.ConfigName(r.AlgorithmConfig))
	b = append(b, `,"options":{`...)
	sep := ""
	for _, name := range engine.OptionsOn(&r.Options) {
		b = append(trees.AppendQuoted(append(b, sep...), name), ":true"...)
		sep = ","
	}
	b = append(b, `},"sound":`...)
	b = fmt.Appendf(b, "%t", r.Sound())
	if r.Algorithm.Estimate {
		b = append(b, `,"estimate":true`...)
	}
	if r.Err != nil {
		why := problem.Of(r.Err).Errors[0]
		b = append(b, `,"value":null,"line":null,"stats":null,"truth":null,"cut":[],"error":{"path":`...)
		b = trees.AppendQuoted(b, why.Path)
		b = trees.AppendQuoted(append(b, `,"message":`...), why.Message)
		return append(b, "}}"...)
	}
	b = append(b, ',')
	b = q.AppendResult(b, &r.Result)
	if q.Tree == nil {
		b = append(b, `,"truth":null`...)
	}
	b = trees.AppendNodes(append(b, `,"cut":`...), r.Cut)
	return append(b, '}')
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
