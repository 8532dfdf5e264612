package api

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"

	"espalier/search/engine"
	"espalier/search/practice"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/learn"
	"espalier/web/run"
)

// CheckPractice judges what a student did by hand on a tree.
func (h *Handlers) CheckPractice(w http.ResponseWriter, r *http.Request) error {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return err
	}
	var run *run.Resolved
	var steps []practice.Step
	ctx, release, err := h.withSlot(r.Context(), members, h.AcquireSearchSlot, func(ctx context.Context) (_ app.SearchKind, err error) {
		run, steps, err = learn.ReadDone(ctx, h.Saved(), members)
		return app.SmallSearch, err
	})
	if err != nil {
		return err
	}
	defer release()
	ctx, cancel := context.WithTimeoutCause(ctx, app.SolveTimeout, &engine.LimitError{
		Message: fmt.Sprintf("the check was stopped: it took more than %s, the limit of one request; send fewer steps", app.SolveTimeout)})
	defer cancel()
	judged, missed, err := run.Practise(ctx, steps)
	if err != nil {
		return cmp.Or(context.Cause(ctx), err)
	}
	release()
	if err := app.StreamAnswer(r.Context(), judgementBytes(judged)); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	app.WriteParts(r.Context(), w, func(b []byte, part trees.Part) []byte {
		return appendJudgements(b, run.Tree, judged, missed, part)
	})
	return nil
}

// judgementBytes returns about what judgements take in memory.
func judgementBytes(judged []practice.Judgement) (bytes int64) {
	const judgement, value = 200, 150
	for _, j := range judged {
		bytes += judgement + int64(len(j.Why)) + value*int64(len(j.Values))
	}
	return bytes
}

// appendJudgements appends the answer, which can be much larger than the request.
func appendJudgements(b []byte, t *trees.Tree, judged []practice.Judgement, missed []int, part trees.Part) []byte {
	b = append(b, `{"results":[`...)
	for i, j := range judged {
		if i > 0 {
			b = append(b, ',')
		}
		b = app.AppendMembers(append(b, '{'), struct {
			Verdict string `json:"verdict"`
			Why     string `json:"why"`
		}{j.Verdict.String(), j.Why})
		if j.Values != nil {
			header := t.Header
			header.Unit = j.Unit
			b = append(b, `,"values":{`...)
			for i, n := range slices.Sorted(maps.Keys(j.Values)) {
				if i > 0 {
					b = append(b, ',')
				}
				v := j.Values[n]
				b = strconv.AppendInt(append(b, '"'), int64(n), 10)
				b = header.AppendValueJSON(append(b, `":`...), &v)
				b = part.Full(b)
			}
			b = append(b, '}')
		}
		b = append(b, '}')
		b = part.Full(b)
	}
	b = app.AppendMembers(append(b, "],"...), struct {
		Missed []int `json:"missed"`
	}{app.List(missed)})
	return append(b, "}\n"...)
}
