package export

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/draw"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// An exportRequest is what an export contains. Unlike other detached runs it may have a
// tree beyond its own limits, or one that the algorithm rejects.
type exportRequest struct {
	detachedRun
	secret bool // the address has the edit key
	theme  *draw.Theme
	atRest bool // the tree without a run
}

func exportJSON(_ context.Context, x *exportRequest) (document, error) {
	return func(b []byte, part trees.Part) []byte { return append(x.Tree.AppendJSONInParts(b, part), '\n') }, nil
}

func exportEFG(ctx context.Context, x *exportRequest) (document, error) {
	if err := app.ReserveAnswer(ctx, 3*int64(x.Tree.Bytes())); err != nil {
		return nil, err
	}
	text, err := x.Tree.EFG()
	return whole([]byte(text)), err
}

// exportText writes the notation. A saved tree is written as it was typed, with
// its comments, unless the address sets other values.
func exportText(_ context.Context, x *exportRequest) (document, error) {
	if x.Of.Saved != nil && len(x.view.Values) == 0 {
		if typed, fault := x.Of.Saved.Draft.TypedText(); fault == nil && typed != "" {
			return whole([]byte(strings.TrimSuffix(typed, "\n") + "\n")), nil
		}
	}
	return func(b []byte, part trees.Part) []byte { return x.Tree.AppendTextInParts(b, false, part) }, nil
}

// readExportRequest reads the query of an export.
func (h Handlers) readExportRequest(r *http.Request) (*exportRequest, error) {
	o, a, err := run.OpenAddress(r.Context(), h.Saved(), r.URL.Query())
	if err != nil {
		return nil, err
	}
	if err := problem.CheckOnce(a.Rest, "open"); err != nil {
		return nil, err
	}
	th, err := play.FindTheme(a.Rest.Get("theme"))
	if err != nil {
		return nil, err
	}
	x := &exportRequest{theme: th, secret: a.Secret}
	if x.atRest = a.Rest.Get("rest") == "1"; x.atRest && a.Rest.Has("step") {
		return nil, &problem.QueryError{Name: "rest", Message: "the tree at rest has no step; give rest or step, not both"}
	}
	if rest := a.Rest.Get("rest"); rest != "" && rest != "0" && rest != "1" {
		return nil, &problem.QueryError{Name: "rest", Message: fmt.Sprintf("%q is neither 1 nor 0", rest)}
	}
	a.Rest.Del("rest")
	x.view, x.Resolved, err = play.ReadRun(o, a.Rest, "theme", "rest")
	return x, err
}

// ServeExport answers GET /export/{name} for the exports without their own
// route.
func (h Handlers) ServeExport(w http.ResponseWriter, r *http.Request) error {
	name := chi.URLParam(r, "name")
	e, ok := findExport(name)
	if !ok {
		return &problem.Error{Status: http.StatusNotFound, Path: "export",
			Message: fmt.Sprintf("there is no file %q; there are %s", name, exportNames())}
	}
	x, err := h.readExportRequest(r)
	if err != nil {
		return err
	}
	ctx, release, err := h.acquireSearchSlot(r)
	if err != nil {
		return err
	}
	defer release()
	write, err := e.write(ctx, x)
	release() // while the answer is written it may wait for the client
	if err != nil {
		return err
	}
	if err := app.StreamAnswer(r.Context(), int64(x.Tree.Bytes())); err != nil {
		return err
	}
	if !x.secret {
		app.AllowCrossOrigin(w)
	}
	header := w.Header()
	header.Set("Content-Type", e.Type)
	header.Set("Cache-Control", "no-cache")
	header.Set("Content-Disposition", attachment(x.fileName(name)))
	app.WriteParts(r.Context(), w, write)
	return nil
}

// ServeTrace answers GET /export/trace.ndjson: the events of the run, as POST
// /api/v1/trace returns them.
func (h Handlers) ServeTrace(w http.ResponseWriter, r *http.Request) error {
	x, err := h.readExportRequest(r)
	if err != nil {
		return err
	}
	if x.Of.Fault != nil {
		return x.Of.Fault
	}
	ctx, release, err := h.AcquireSearchSlot(r.Context(), app.SmallSearch)
	if err != nil {
		return err
	}
	defer release()
	w.Header().Set("Content-Disposition", attachment(x.fileName("trace.ndjson")))
	err = h.StreamTrace(ctx, w, x.Resolved, app.TraceForms[0])
	if err != nil {
		w.Header().Del("Content-Disposition")
	}
	return err
}

// A shownStep is a picture with its explanation.
type shownStep struct {
	draw.Picture
	step     int // -1: the tree without a run
	sentence string
	drawn    string // which part of a wide tree it is
}

// shownAt draws what the page shows: the view's step, by default the last; or the
// tree without a run, if that is requested or the algorithm cannot run on it.
func (x *exportRequest) shownAt(ctx context.Context) (*shownStep, error) {
	v := x.view
	at := &engine.Snapshot{Fold: trace.NewFold(x.Tree, nil), Step: -1, Last: -1}
	err := x.Of.Fault
	if err == nil && !x.atRest {
		step := engine.LastStep
		if v.HasStep {
			step = v.Step
		}
		at, err = x.At(ctx, step)
	}
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err == nil:
	case at.Last < 0 && v.Step == 0 && x.Allowed(ctx) == nil: // the run has no step
	default:
		return nil, err
	}
	if v.HasStep && v.Step > max(at.Last, 0) {
		return nil, problem.NoStep(v.Step, at.Last)
	}
	shown := x.shown(at)
	p := &shownStep{Picture: draw.Picture{Drawing: draw.DrawingOf(x.Tree, shown, false), Theme: x.theme, Live: true, Standalone: true}, step: at.Step, drawn: drawnInWords(x.Tree, shown)}
	var named []int
	if p.step >= 0 {
		explain := x.Explainer()
		sentence := explain.Explain(&at.Event)
		p.sentence, named = sentence.String(), sentence.Nodes()
	}
	p.Show(at.Fold)
	p.Explain(at.Reasons, named...)
	return p, nil
}

func exportSVG(ctx context.Context, x *exportRequest) (document, error) {
	p, err := x.shownAt(ctx)
	if err != nil {
		return nil, err
	}
	return whole(append(p.SVG(), '\n')), nil
}

func exportTikZ(ctx context.Context, x *exportRequest) (document, error) {
	p, err := x.shownAt(ctx)
	if err != nil {
		return nil, err
	}
	intro := []string{x.Of.Title()}
	if x.Of.Figure != nil {
		intro[0] += " (" + x.Of.Figure.Paper.Short + ", " + x.Of.Figure.Figure + ")"
	}
	if p.step >= 0 {
		intro = append(intro, fmt.Sprintf("%s, step %d: %s", words.MaxN(x.view.Algorithm.Name), p.step, words.MaxN(p.sentence)))
	}
	return whole(p.TikZ(append(intro, p.drawn, "Drawn by Espalier.")...)), nil
}

// fileName returns the name of a downloaded file: the tree's title, and the step
// or the algorithm if the file shows one.
func (d *detachedRun) fileName(export string) string {
	stem, extension, _ := strings.Cut(export, ".")
	title := d.Of.Title()
	if d.Of.Figure != nil {
		title = d.Of.Figure.ID
	}
	name := safeName(title)
	switch {
	case stem == "picture" && d.view.Step > 0:
		name += "-step-" + strconv.Itoa(d.view.Step)
	case stem == "trace" || stem == "run":
		name += "-" + d.view.Algorithm.ID
	}
	return name + "." + extension
}

// nameBytes bounds the title in a file name: systems allow 255 bytes, some
// including an extension and a number that a browser adds.
const nameBytes = 80

// deviceName matches names that Windows reserves, with any extension.
var deviceName = regexp.MustCompile(`^(con|prn|aux|nul|com\d|lpt\d)$`)

// safeName returns a file name that is valid on all systems: ASCII letters,
// digits and single hyphens.
func safeName(title string) string {
	var b bytes.Buffer
	for _, r := range strings.ToLower(title) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case r == '\'' || r == '’':
		case b.Len() > 0 && b.Bytes()[b.Len()-1] != '-':
			b.WriteByte('-')
		}
		if b.Len() >= nameBytes {
			break
		}
	}
	switch name := strings.Trim(b.String(), "-"); {
	case name == "":
		return "tree"
	case deviceName.MatchString(name):
		return "tree-" + name
	default:
		return name
	}
}

func attachment(name string) string { return `attachment; filename="` + name + `"` }
