package theorems

import (
	"context"
	"strings"

	"github.com/a-h/templ"

	"espalier/search/claims"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/web/draw"
	"espalier/web/run"
	"espalier/web/words"
)

// A result is the result of trying a claim.
type result struct {
	*claims.Found
	Summary string
	Runs    []shownRun
}

// notation is the tree without its header, for those who do not see the picture.
func (r *result) notation() string {
	_, tree, _ := strings.Cut(strings.TrimSpace(r.Tree.Text()), "\n")
	return tree
}

// A shownRun is a run on the tree that breaks the claim.
type shownRun struct {
	Name    string // within a sentence
	Cuts    bool
	Picture templ.Component
	Steps   []trace.Sentence
	Open    string // its address as a run; empty: the tree is no document
}

func newResult(f *claims.Found) (*result, error) {
	r := &result{Found: f, Summary: words.Grouped(f.Tries) + " random trees tried, and no failure found."}
	if f.Tree == nil {
		return r, nil
	}
	times := "it failed on " + words.Grouped(f.Failures)
	r.Summary = words.Grouped(f.Tries) + " random trees tried; " + times + ". This is the smallest of these, with all unnecessary parts removed."
	document := f.Document()
	for _, c := range f.Shows {
		shown, err := showRun(f, c)
		if err != nil {
			return nil, err
		}
		if document {
			of := run.OnTree(f.Tree).With(c)
			q := of.Query(f.Tree)
			q.Set("text", f.Tree.Text())
			shown.Open = "/tree?" + q.Encode()
		}
		r.Runs = append(r.Runs, shown)
	}
	return r, nil
}

// showRun draws the end of a run, and writes its steps.
func showRun(f *claims.Found, c engine.AlgorithmConfig) (shownRun, error) {
	s := shownRun{Name: words.InnerName(c.Algorithm)}
	fold := trace.NewFold(f.Tree, nil)
	x := trace.NewExplainer(f.Tree, engine.SpokenName(c.Algorithm), c.Sound())
	_, err := c.Algorithm.Run(context.Background(), f.Problem(), c.Options, func(e *trace.Event) {
		fold.Apply(e, nil)
		s.Cuts = s.Cuts || e.Type == trace.Prune
		s.Steps = append(s.Steps, x.Explain(e))
	})
	s.Picture = draw.Component(draw.StillPicture(f.Tree, fold, trace.Reasons{}))
	return s, err
}
