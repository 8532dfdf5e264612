package export

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strconv"
	"strings"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/app"
	"espalier/web/draw"
	"espalier/web/draw/plot"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/words"
)

// MaxFileSteps bounds the run in a standalone file. A step takes 300 to 500 bytes
// with its sentence and its bounds: 10 MB can still be mailed.
const MaxFileSteps = 20_000

// MaxFileBytes bounds the steps in a standalone file. Without labels a deep node
// is named by its path, so that even 20,000 steps can be too long.
const MaxFileBytes = 16_000_000

// maxFileText bounds the notation that the file shows as text; tree.txt has
// longer ones.
const maxFileText = 64 << 10

// A standalone is the page of a run as one file: it needs no server and fetches
// nothing.
type standalone struct {
	*play.Page
	Text      string // the tree in the notation; empty: too long
	Algorithm string // the algorithm in words
	Policy    string
	Styles    string
	Theme     string // the script that sets the theme before the first paint
	Script    string
	Recording string // JSON, safe in markup
	Drawn     string // which part of a wide tree the picture is
	Icon      string
}

// standaloneStyles and standaloneEntry are the style sheets and the script of the file.
var standaloneStyles = []string{
	"shared/theme", "shared/shell", "shared/tree", "run/run", "run/calls", "run/present", "figures/space", "export/standalone", "shared/projector",
}

const standaloneEntry = "js/export/standalone.js"

// ServeRunFile answers GET /export/run.html: the run as a standalone file.
func (h Handlers) ServeRunFile(w http.ResponseWriter, r *http.Request) error {
	detached, _, err := h.readDetached(r)
	if err != nil {
		return err
	}
	ctx, release, err := h.acquireSearchSlot(r)
	if err != nil {
		return err
	}
	defer release()
	page, err := h.newStandalone(ctx, detached)
	if err != nil {
		return err
	}
	release() // while the answer is written it may wait for the client
	if err := app.StreamAnswer(r.Context(), int64(2*len(page.Recording)+detached.Tree.Bytes())); err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Cache-Control", "no-cache")
	header.Set("Content-Disposition", attachment(detached.fileName("run.html")))
	app.WriteMarkup(r.Context(), w, standaloneView(page))
	return nil
}

func (h Handlers) newStandalone(ctx context.Context, detached *detachedRun) (*standalone, error) {
	recording, err := record(ctx, detached)
	if err != nil {
		return nil, err
	}
	p := &play.Page{Frame: play.Frame{Title: detached.Of.Title(), Sub: detached.sub(), PlaybackOnly: true, Legend: play.OwnLegend(detached.Tree)}}
	text := detached.Tree.Text()
	if len(text) > maxFileText {
		text = ""
	}
	p.Run(ctx, detached.Resolved, detached.view)
	if detached.Of.Figure != nil {
		p.Legend = play.FigureLegend(detached.Tree)
		addFigure(p, ctx, detached)
	}
	page := &standalone{Page: p, Text: text, Algorithm: detached.words(), Recording: string(recording)}
	page.Drawn = drawnInWords(detached.Tree, layout.Select(detached.Tree, detached.view.Open...))
	return page, page.pack(h.Assets.Files)
}

// addFigure adds what the page shows next to the figure's run: its story as far
// as it is about this run, its decision space, its listing and its notes.
func addFigure(p *play.Page, ctx context.Context, detached *detachedRun) {
	f, played := detached.Of.Figure, detached.Of.Played()
	p.StoryTitle = "The story of " + f.Figure
	p.Story = play.StoryOf(ctx, f, played, detached.view, p.Step)
	for i := range p.Story {
		if row := &p.Story[i]; row.SameRun {
			row.Href = "#step=" + strconv.Itoa(row.Step)
		} else {
			row.Href = "" // it leads to another page
		}
	}
	p.Notes = play.NotesOf(f, played)
	if f.Space != nil {
		p.BesideTree = append(p.BesideTree, play.SpaceFigure(plot.NewSpace(f, p.SpaceBounds)))
	}
	if len(f.Code) > 0 {
		p.BesideTree = append(p.BesideTree, play.ListingSection(play.NewListing(f, detached.view.Algorithm, p)))
	}
}

// pack embeds the style sheets and scripts, and a content security policy that
// allows only these and no requests.
func (p *standalone) pack(files fs.FS) error {
	read := func(name string) (string, error) {
		text, err := fs.ReadFile(files, name)
		return string(app.Shortened(name, text)), err
	}
	var styles strings.Builder
	for _, name := range standaloneStyles {
		text, err := read("css/" + name + ".css")
		if err != nil {
			return err
		}
		styles.WriteString(text)
	}
	var err error
	if p.Styles, err = withFonts(files, styles.String()); err != nil {
		return err
	}
	if p.Theme, err = read("js/shared/shell.js"); err != nil {
		return err
	}
	if p.Script, err = bundled(files, standaloneEntry); err != nil {
		return err
	}
	p.Script = string(app.Shortened(standaloneEntry, []byte(p.Script)))
	icon, err := read("icon.svg")
	if err != nil {
		return err
	}
	p.Icon = "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(icon))
	for _, text := range []string{p.Styles, p.Theme, p.Script} {
		if strings.Contains(strings.ToLower(text), "</s") {
			return errors.New("a style sheet or a script holds the end of its own element")
		}
	}
	p.Policy = "default-src 'none'; script-src " + cspHash(p.Theme) + " " + cspHash(p.Script) + "; style-src " + cspHash(p.Styles) +
		"; img-src data:; font-src data:; base-uri 'none'; form-action 'none'"
	return nil
}

// withFonts puts the fonts into a style sheet in place of their addresses: in the
// file, labels have the widths for which the tree was laid out.
func withFonts(files fs.FS, styles string) (string, error) {
	for _, name := range draw.Fonts {
		font, err := fs.ReadFile(files, name)
		if err != nil {
			return "", err
		}
		address := `url("../../` + name + `")`
		if strings.Count(styles, address) != 1 {
			return "", fmt.Errorf("the style sheets name %s %d times, want once", name, strings.Count(styles, address))
		}
		styles = strings.Replace(styles, address, "url(data:font/woff2;base64,"+base64.StdEncoding.EncodeToString(font)+")", 1)
	}
	return styles, nil
}

// cspHash returns the hash of a text for a content security policy.
func cspHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// record returns the run as JSON for standalone.js, safe in markup: the message of the steps
// as the websocket sends it, in base64; the end; and the details of every step.
func record(ctx context.Context, detached *detachedRun) ([]byte, error) {
	v, t := &detached.view, detached.Tree
	recorder := trace.NewRecorder(MaxFileSteps, nil)
	ctx, recorder.WhenFull = context.WithCancel(ctx)
	defer recorder.WhenFull()
	res, err := detached.Run(ctx, recorder.Observe)
	if recorder.Full() {
		return nil, tooLongForFile()
	}
	recorder.Publish()
	end := play.End{Steps: recorder.Len()}
	var answer any
	switch {
	case err == nil:
		answer = end.With(detached.Answer(&res))
	case engine.EndedByEngine(err):
		answer = end.Without(play.NoResult{Detail: err.Error()})
	default:
		return nil, cmp.Or(context.Cause(ctx), err)
	}
	pack := trace.NewStepPacker(t, layout.Select(t, v.Open...).Has)
	recorder.Read(0, recorder.Len(), func(e *trace.Event) bool {
		pack.Pack(e)
		return true
	})
	b := app.AppendJSON([]byte(`{"end":`), answer)
	b = base64.StdEncoding.AppendEncode(append(b, ",\n\"steps\":\""...), pack.Drain(nil, ""))
	b = append(b, "\",\n\"details\":[\n"...)
	explain := detached.Explainer()
	recorded := trace.BoundsByNode{}
	calls, err := play.CallsOf(ctx, detached.Resolved)
	if err != nil {
		return nil, err
	}
	reserved := 0
	recorder.Read(0, recorder.Len(), func(e *trace.Event) bool {
		if e.Seq > 0 {
			b = append(b, ",\n"...)
		}
		recorded.Observe(e)
		here := recorded.At(e)
		b = calls(trace.AppendDetail(b, &explain, e, &here.Bounds, here.Alpha, here.Beta), e.Seq)
		if len(b) > reserved { // it is copied twice
			reserved = 2 * len(b)
			err = app.ReserveAnswer(ctx, 3*int64(reserved))
		}
		return err == nil && len(b) <= MaxFileBytes
	})
	if err != nil {
		return nil, err
	}
	// A label must not end the script element: "<" occurs only in strings, where it
	// can be escaped.
	b = bytes.ReplaceAll(append(b, "\n]}\n"...), []byte("<"), []byte(`\u003c`))
	if len(b) > MaxFileBytes {
		return nil, problem.Refused("steps", "the steps take more than %s bytes, the limit of a file that plays by itself; "+
			"short labels at the nodes, or a root further down, make it smaller; the run’s page plays it in full, and trace.ndjson holds it", words.Grouped(MaxFileBytes))
	}
	return b, nil
}

// needsSizeCheck reports whether the file of a run may be too large. It estimates
// that from the lengths of labels and paths: a sentence names a few nodes.
func needsSizeCheck(t *trees.Tree, steps int) bool {
	const besides, named = 1_000, 3
	return steps*(besides+named*(trees.MaxLabelRunes+2*t.Height())) > MaxFileBytes
}

// tooLongForFile returns why a run is too long for a file.
func tooLongForFile() error {
	return problem.Refused("steps", "the run has more than %s steps, the limit of a file that plays by itself; its page plays it in full, and trace.ndjson holds it", words.Grouped(MaxFileSteps))
}
