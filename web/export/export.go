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

	"espalier/search"
	"espalier/trace"
	"espalier/web/app"
	"espalier/web/draw"
	"espalier/web/problem"
	"espalier/web/request"
	"espalier/web/words"
)

// An exportRequest is what is taken away, as its page shows it. Other than a run
// that leaves its page, the tree may break its own limits, and the algorithm
// may refuse it.
type exportRequest struct {
	DetachedRun
	theme *draw.Theme
	rest  bool // the tree before anything runs on it
}

func exportJSON(_ context.Context, x *exportRequest) ([]byte, error) {
	return append(x.with.AppendJSON(nil), '\n'), nil
}

func exportEFG(_ context.Context, x *exportRequest) ([]byte, error) {
	text, err := x.with.EFG()
	return []byte(text), err
}

// exportText writes the notation. A saved tree comes as it was typed, with its
// comments, unless the address sets other values.
func exportText(_ context.Context, x *exportRequest) ([]byte, error) {
	text := x.with.Text()
	if x.Saved != nil && len(x.view.Values) == 0 {
		if typed, fault := x.Saved.Draft.TypedText(); fault == nil && typed != "" {
			text = typed
		}
	}
	return []byte(strings.TrimSuffix(text, "\n") + "\n"), nil
}

// readExportRequest reads the query of an export.
func (h Handlers) readExportRequest(r *http.Request) (*exportRequest, error) {
	src, err := request.ReadTreeRef(h.Core, r)
	if err != nil {
		return nil, err
	}
	if err := request.CheckOnce(src.Query, "open"); err != nil {
		return nil, err
	}
	name := src.Query.Get("theme")
	if name == "" {
		name = "light"
	}
	th, ok := draw.FindTheme(name)
	if !ok {
		return nil, &problem.QueryError{Name: "theme", Message: fmt.Sprintf("there is no theme %q; there are light, dark and projector", name)}
	}
	x := &exportRequest{DetachedRun: DetachedRun{TreeRef: src}, theme: th}
	if x.rest = src.Query.Get("rest") == "1"; x.rest && src.Query.Has("step") {
		return nil, &problem.QueryError{Name: "rest", Message: "the tree at rest has no step; one of rest and step is right"}
	}
	if rest := src.Query.Get("rest"); rest != "" && rest != "0" && rest != "1" {
		return nil, &problem.QueryError{Name: "rest", Message: fmt.Sprintf("%q is neither 1 nor 0", rest)}
	}
	src.Query.Del("rest")
	x.view, x.with, err = src.ViewAndTree("theme", "rest")
	return x, err
}

// ServeExport answers GET /export/{name} for the exports without a route of
// their own.
func (h Handlers) ServeExport(w http.ResponseWriter, r *http.Request) {
	name := chi.URLParam(r, "name")
	e, ok := findExport(name)
	if !ok {
		h.FailDownload(w, r, &problem.Error{Status: http.StatusNotFound, Path: "export",
			Message: fmt.Sprintf("nothing is taken away as %q; there are %s", name, exportNames())})
		return
	}
	x, err := h.readExportRequest(r)
	if err != nil {
		h.FailDownload(w, r, err)
		return
	}
	ctx, release, err := h.acquireSearchSlot(r, &x.DetachedRun)
	if err != nil {
		h.FailDownload(w, r, err)
		return
	}
	defer release()
	body, err := e.write(ctx, x)
	if err != nil {
		h.FailDownload(w, r, err)
		return
	}
	if !x.Secret {
		app.AllowCrossOrigin(w)
	}
	header := w.Header()
	header.Set("Content-Type", e.Type)
	header.Set("Cache-Control", "no-cache")
	header.Set("Content-Disposition", attachment(x.fileName(name)))
	w.Write(body)
}

// ServeTrace answers GET /export/trace.ndjson: the events of the run, the bytes
// of POST /api/v1/trace.
func (h Handlers) ServeTrace(w http.ResponseWriter, r *http.Request) {
	x, err := h.readExportRequest(r)
	if err == nil && x.Fault != nil {
		err = x.Fault
	}
	if err != nil {
		h.FailDownload(w, r, err)
		return
	}
	ctx, release, err := h.AcquireSearchSlot(r.Context(), false)
	if err != nil {
		h.FailDownload(w, r, err)
		return
	}
	defer release()
	w.Header().Set("Content-Disposition", attachment(x.fileName("trace.ndjson")))
	err = h.StreamTrace(ctx, w, x.view.Algorithm, search.OnTree(x.with, x.view.Options.Root), x.view.Options)
	if err != nil && r.Context().Err() == nil {
		w.Header().Del("Content-Disposition")
		h.FailDownload(w, r, err)
	}
}

// A shown step is a picture with its explanation.
type shownStep struct {
	draw.Picture
	step     int // -1: the tree at rest
	sentence string
}

// shownAt draws what the page shows: the view's step; without one the last,
// or the tree at rest where that is asked for.
// Where the algorithm cannot run on this tree, the page and the picture show
// the tree at rest.
func (x *exportRequest) shownAt(ctx context.Context) (*shownStep, error) {
	v := x.view
	p := &shownStep{Picture: draw.Picture{Drawing: draw.NewDrawing(x.with, false, v.Open...), Theme: x.theme, Live: true, Standalone: true}, step: -1}
	at := &search.Snapshot{Fold: trace.NewFold(x.with, nil), Step: -1, Last: -1}
	err := x.Fault
	if err == nil && !x.rest {
		step := search.LastStep
		if v.HasStep {
			step = v.Step
		}
		at, err = search.SnapshotAt(ctx, x.with, v.Config(), step)
	}
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err == nil:
	case at.Last < 0 && v.Step == 0: // it never began
	default:
		return nil, err
	}
	if v.HasStep && v.Step > max(at.Last, 0) {
		return nil, problem.NoStep(v.Step, at.Last)
	}
	if p.step = at.Step; p.step >= 0 {
		explain := trace.NewExplainer(x.with, search.SpokenName(v.Algorithm), v.Algorithm.SoundWith(v.Options))
		p.sentence = explain.Explain(&at.Event).String()
	}
	p.Show(at.Fold)
	p.Explain(at.Certificate)
	return p, nil
}

func exportSVG(ctx context.Context, x *exportRequest) ([]byte, error) {
	p, err := x.shownAt(ctx)
	if err != nil {
		return nil, err
	}
	return append(p.SVG(), '\n'), nil
}

func exportTikZ(ctx context.Context, x *exportRequest) ([]byte, error) {
	p, err := x.shownAt(ctx)
	if err != nil {
		return nil, err
	}
	intro := []string{x.Title}
	if x.Figure != nil {
		intro[0] += " (" + x.Figure.Paper.Short + ", " + x.Figure.Figure + ")"
	}
	if p.step >= 0 {
		intro = append(intro, fmt.Sprintf("%s, step %d: %s", words.MaxN(x.view.Algorithm.Name), p.step, words.MaxN(p.sentence)))
	}
	return p.TikZ(append(intro, "Drawn by Espalier.")...), nil
}

// fileName is what an export is called on disk: after the tree's title, and
// the step or the algorithm where it shows one.
func (run *DetachedRun) fileName(export string) string {
	stem, extension, _ := strings.Cut(export, ".")
	title := run.Title
	if run.Figure != nil {
		title = run.Figure.ID
	}
	name := safeName(title)
	switch {
	case stem == "picture" && run.view.Step > 0:
		name += "-step-" + strconv.Itoa(run.view.Step)
	case stem == "trace" || stem == "run":
		name += "-" + run.view.Algorithm.ID
	}
	return name + "." + extension
}

// nameBytes bounds the title in the name of a file: systems allow 255 bytes,
// and some of them count an extension and a number that a browser adds.
const nameBytes = 80

// deviceName matches the names that are no files on Windows, with any extension.
var deviceName = regexp.MustCompile(`^(con|prn|aux|nul|com\d|lpt\d)$`)

// safeName makes a file's name that is one everywhere: ASCII letters and
// digits, and single hyphens.
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
