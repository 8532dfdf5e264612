package theorems

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/go-chi/chi/v5"

	"espalier/search/claims"
	"espalier/search/compare"
	"espalier/web/app"
	"espalier/web/judge"
	"espalier/web/learn"
	"espalier/web/problem"
	"espalier/web/run"
)

// Handlers serve the theorems.
type Handlers struct{ *app.Core }

// A page is the page of a theorem.
type page struct {
	*theorem
	Seed     uint64
	Drop     string // the condition that is dropped
	Fault    string
	Result   *result  // nil: nothing was tried
	Measured *measure // nil: nothing is measured
	Sample   int      // of the random trees of Measured, from 1
}

// ServeList answers GET /learn/theorems.
func (h Handlers) ServeList(w http.ResponseWriter, r *http.Request) {
	h.Render(w, r, http.StatusOK, listView(byPaper()))
}

// ServeTheorem answers GET /learn/theorems/{id}. With a seed it tries the claim.
func (h Handlers) ServeTheorem(w http.ResponseWriter, r *http.Request) error {
	i, err := h.theorem(r)
	if err != nil {
		return err
	}
	t, q := all()[i], r.URL.Query()
	p := &page{theorem: t, Seed: 1}
	text, err := learn.NewChapterPage(r, judge.Judge{Core: h.Core}, &t.Chapter, q, p.parameters()...)
	if err != nil {
		return err
	}
	if p.Sample, err = readSample(q); err != nil {
		return err
	}
	if p.Measured, err = t.measured(r.Context(), p.Sample); err != nil {
		return err
	}
	if t.Claim != nil {
		if fault := p.read(q); fault != nil {
			p.Fault = "The address has an error. " + fault.Error()
		} else if q.Has("seed") {
			if p.Result, err = h.try(r.Context(), p, claims.Tries, nil); err != nil {
				return err
			}
		}
	}
	h.Render(w, r, http.StatusOK, learn.ChapterView(text, frame(i, p)))
	return nil
}

func (h Handlers) theorem(r *http.Request) (int, error) {
	id := chi.URLParam(r, "id")
	i := find(id)
	if i < 0 {
		return 0, &problem.Error{Status: http.StatusNotFound, Message: fmt.Sprintf("There is no theorem %q. The theorems are listed at %s.", id, h.Link("/learn/theorems"))}
	}
	return i, nil
}

// parameters are those of a page besides the parameters of its text.
func (p *page) parameters() []string {
	var list []string
	if p.Claim != nil {
		list = append(list, "seed", "drop")
	}
	if p.Sampled != nil {
		list = append(list, "sample")
	}
	return list
}

// readSample reads which random trees are measured.
func readSample(q url.Values) (int, error) {
	if !q.Has("sample") {
		return 1, nil
	}
	return problem.ReadWholeQuery("sample", q.Get("sample"), 1, maxSample)
}

// read reads what is to be tried.
func (p *page) read(q url.Values) error {
	if q.Has("seed") {
		n, err := problem.ReadWholeQuery("seed", q.Get("seed"), 0, math.MaxUint32)
		if err != nil {
			return err
		}
		p.Seed = uint64(n)
	}
	p.Drop = q.Get("drop")
	if p.Drop != "" {
		if _, ok := p.Claim.Droppable(p.Drop); !ok {
			return &problem.QueryError{Name: "drop", Message: fmt.Sprintf("%q is not a condition of this claim that you can drop", p.Drop)}
		}
	}
	return nil
}

// try tries the claim on random trees.
func (h Handlers) try(ctx context.Context, p *page, tries int, progress func(tries int)) (*result, error) {
	ctx, release, err := h.AcquireCounterexampleSlot(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	found, err := p.Claim.Try(ctx, p.Drop, p.Seed, tries, progress)
	if err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return nil, err
	}
	return newResult(found)
}

// watchTime is the maximum time for which trees are tried while a page waits; the result is
// about the trees tried by then. Tests shorten it.
var watchTime = 40 * time.Second

var errEnough = errors.New("enough trees were tried")

// progressEvery is the time between two reports to a page.
const progressEvery = 150 * time.Millisecond

// ServeTries answers GET /learn/theorems/{id}/tries: it reports progress while trees are tried.
// A line is {"tries": n}; the last one has the result as markup, or the fault.
func (h Handlers) ServeTries(w http.ResponseWriter, r *http.Request) error {
	i, err := h.theorem(r)
	if err != nil {
		return err
	}
	p, q := &page{theorem: all()[i], Seed: 1}, r.URL.Query()
	if p.Claim == nil {
		return &problem.Error{Status: http.StatusNotFound, Message: "This theorem is not tried on random trees."}
	}
	for _, name := range slices.Sorted(maps.Keys(q)) {
		if name != "seed" && name != "drop" {
			return run.UnknownParameter(name, "seed", "drop")
		}
	}
	if err := p.read(q); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	out := h.NewNDJSON(ctx, w, cancel)
	tries := claims.MostTries
	if p.Drop != "" {
		tries = claims.Tries // as on the page without scripts, so that the result is the same
	}
	last, tried := time.Now(), 0
	trying, enough := context.WithTimeoutCause(ctx, watchTime, errEnough)
	defer enough()
	result, err := h.try(trying, p, tries, func(n int) {
		tried = n
		if time.Since(last) >= progressEvery {
			last = time.Now()
			out.Line(app.AppendJSON(nil, struct {
				Tries int `json:"tries"`
			}{n}))
		}
	})
	if r.Context().Err() != nil {
		return nil // the client has gone
	}
	if errors.Is(err, errEnough) {
		result, err = newResult(&claims.Found{Claim: p.Claim, Failure: compare.Failure{Tries: tried}})
	}
	if err == nil {
		var markup []byte
		if markup, err = h.Markup(ctx, resultView(result)); err == nil {
			out.Line(app.AppendJSON(nil, struct {
				Tries  int    `json:"tries"`
				Failed bool   `json:"failed"`
				Markup string `json:"markup"`
			}{result.Tries, result.Tree != nil, string(markup)}))
			return nil
		}
	}
	out.Line(app.AppendJSON(nil, struct {
		Detail string `json:"detail"`
	}{problem.Of(err).Detail}))
	return nil
}
