package code

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"espalier/search/algorithms"
	"espalier/search/checks"
	"espalier/search/engine"
	"espalier/search/recorded"
	"espalier/web/games"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/store/key"
	"espalier/web/words"
)

// A played run is that of a program beside its text.
type played struct {
	*play.Page
	Whole    string // address of the page of the run
	Beside   string // address of the run beside the reference
	BesideAs string
	Verdict  string // the answer of the judge, as the script of the page has it
}

// play returns the newest run of a program. A run that is too large to be played is nil, with its reason.
func (h *Handlers) play(r *http.Request, id key.ID, s *stored, algorithm *engine.Algorithm, title, text string) (*played, string, error) {
	ctx := r.Context()
	o, err := run.Open(ctx, h.Saved(), run.Recorded{ID: id, Revision: s.Revision})
	var large *run.UnplayableError
	if errors.As(err, &large) {
		return nil, large.Error(), nil
	}
	if err != nil {
		return nil, "", err
	}
	v, err := play.ParseView(o, r.URL.Query(), play.View{Spec: o.Default()})
	if err != nil {
		return nil, "", err
	}
	of, err := o.Resolve(v.Spec)
	if err != nil {
		return nil, "", err
	}
	if !recorded.Is(v.Algorithm) {
		return nil, "", problem.Refused("algorithm", "this page plays the program; /traces/%s plays other algorithms on its tree", id)
	}
	how := checks.Options{Frontier: true, Meets: s.Exercise != nil}
	if algorithm != nil {
		how.Algorithm = algorithm.ID
	}
	report, err := h.traces.Report(ctx, id, s.Revision, how)
	if err != nil {
		return nil, "", err
	}
	mistake, err := mistakeIn(ctx, o, report)
	if err != nil {
		return nil, "", err
	}
	if mistake >= 0 && !v.HasStep && !v.AtEnd {
		v.Step, v.HasStep = mistake, true
	}
	at := Path(id)
	p := &play.Page{Frame: play.Frame{Path: at, Title: title, PlaybackOnly: true, Redraws: true}}
	p.Run(ctx, of, v)
	games.BesideRecorded(p, o)
	if mistake >= 0 {
		p.Mistake = &play.Mistake{Step: mistake, Href: at + "?step=" + strconv.Itoa(mistake)}
	}
	x := &played{Page: p, Whole: run.TracePath(id) + "?revision=" + strconv.Itoa(s.Revision)}
	problem := engine.OnTree(o.Tree, 0)
	fits, err := fitting(ctx, &problem, algorithm, report, func(a *engine.Algorithm) (*checks.Report, error) {
		other := how
		other.Algorithm = a.ID
		return h.traces.Report(ctx, id, s.Revision, other)
	})
	if err != nil {
		return nil, "", err
	}
	x.Verdict = string(verdictOf(report, text, s.Hint, offerOf(fits)))
	reference := algorithm
	if reference == nil {
		reference = algorithms.PlainFor(o.Tree)
	}
	if !o.Printed.Run.HasInfiniteLeaf() && o.With(engine.AlgorithmConfig{Algorithm: reference}).Refused() == nil {
		source, _ := run.Parameters(o.Pinned())
		q := run.QueryOf(source)
		q.Set("a", recorded.ID)
		q.Set("b", reference.ID)
		x.Beside, x.BesideAs = "/lockstep?"+q.Encode(), words.InnerName(reference)
	}
	return x, "", nil
}

// mistakeIn returns the step of the first mistake; -1: there is none.
func mistakeIn(ctx context.Context, o *run.Opened, report *checks.Report) (int, error) {
	first := report.FirstError()
	if first == nil {
		return -1, nil
	}
	steps, err := o.Printed.Steps(ctx)
	if err != nil || first.Seq >= len(steps.Of) {
		return -1, err
	}
	return int(steps.Of[first.Seq]), nil
}
