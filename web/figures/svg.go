package figures

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees/figures"
	"espalier/web/app"
	"espalier/web/draw"
	"espalier/web/draw/plot"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
)

// serveFigureSVG answers GET /figures/{id}.svg with the figure's tree at a step of a
// run, for slides and handouts. The query has the parameters of the figure's page,
// and theme.
func serveFigureSVG(w http.ResponseWriter, r *http.Request, id string) error {
	svg, err := SVG(r.Context(), id, r.URL.Query())
	if err != nil {
		return err
	}
	sum := sha256.Sum256(svg)
	app.AllowCrossOrigin(w)
	tag := `"` + hex.EncodeToString(sum[:12]) + `"`
	h := w.Header()
	h.Set("Content-Type", "image/svg+xml")
	h.Set("ETag", tag)
	h.Set("Cache-Control", "no-cache") // a cache may store the picture, but must revalidate it
	if strings.Contains(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	w.Write(svg)
	return nil
}

// SVG returns the picture of a figure, as the query selects it.
func SVG(ctx context.Context, id string, q url.Values) ([]byte, error) {
	f, ok := figures.Find(id)
	if !ok {
		return nil, &problem.Error{Status: http.StatusNotFound, Path: "figure", Message: fmt.Sprintf("there is no figure %q; GET /api/v1/figures lists them", id)}
	}
	th, err := play.FindTheme(q.Get("theme"))
	if err != nil {
		return nil, err
	}
	if f.Tree == nil {
		for _, parameter := range slices.Sorted(maps.Keys(q)) {
			if parameter != "theme" {
				return nil, &problem.QueryError{Name: parameter, Message: fmt.Sprintf("figure %q has no tree, so nothing can run on it", id)}
			}
		}
		return plot.Placeholder(f, th, true), nil
	}
	o := run.OnFigure(f)
	v, err := play.ParseView(o, q, play.View{Spec: run.FigureSpec(f)}, "theme")
	if err != nil {
		return nil, err
	}
	of, err := o.Resolve(v.Spec)
	if err != nil {
		return nil, err
	}
	s, err := stateAt(ctx, of, &v)
	if err != nil {
		return nil, err
	}
	var named []int
	if s.Step >= 0 {
		explain := of.Explainer()
		named = explain.Explain(&s.Event).Nodes()
	}
	return draw.FigurePicture(of.Tree, s.Fold, s.Reasons, named, th), nil
}

// stateAt runs the view's algorithm and returns the state at the view's step, or at
// the last step if the view has no step. If the view has no algorithm, stateAt
// returns the state before any step.
func stateAt(ctx context.Context, of *run.Resolved, v *play.View) (*engine.Snapshot, error) {
	if v.Algorithm == nil {
		if v.Step > 0 {
			return nil, &problem.QueryError{Name: "step", Message: "nothing runs on this figure, so step must be 0"}
		}
		return &engine.Snapshot{Fold: trace.NewFold(of.Tree, nil), Step: -1, Last: -1}, nil
	}
	step := engine.LastStep
	if v.HasStep {
		step = v.Step
	}
	s, err := of.At(ctx, step)
	if err != nil {
		return nil, err
	}
	if step > s.Last {
		return nil, problem.NoStep(step, s.Last)
	}
	return s, nil
}
