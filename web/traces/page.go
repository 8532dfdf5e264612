package traces

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"espalier/search/algorithms"
	"espalier/search/checks"
	"espalier/search/engine"
	"espalier/trace/program"
	"espalier/web/draw"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// shownLines is how many lines are shown before and after the one that a page quotes.
const shownLines = 4

// A page is the form with the trace as it was sent, and what was found in it.
type page struct {
	Text      string
	Algorithm string
	TiesLeft  bool
	All       []*engine.Algorithm
	Fault     string // why it cannot be read
	FaultLine int    // 0: the fault is about no line
	Other     int    // how many lines are output of the program itself, which is the fault
	SkipOther bool   // these were left out
	Quoted    []quoted
	Report    *checks.Report
	Summary   string
	Counts    string
	Findings  []finding
	Picture   templ.Component // nil: the tree is too large
	At        string          // what the picture shows
	Full      string          // how full the space of all traces is; empty: most of it is free
}

// A quoted is a line of the trace.
type quoted struct {
	Number int
	Text   string
	Wrong  bool
}

// A finding is a check as the page lists it.
type finding struct {
	checks.Check
	Words  string // of the verdict
	Href   string // of its step; empty: the run is not played
	Source string // its line
}

// verdicts are the verdicts in words.
var verdicts = map[checks.Verdict]string{
	checks.Value: "wrong value", checks.Tie: "tie", checks.Player: "wrong player", checks.Unsound: "unsound cut",
	checks.NotThis: "not a cut of this algorithm", checks.Missed: "missed cut", checks.Bounds: "wrong bound",
	checks.Order: "other order", checks.Again: "visited again", checks.Open: "no end", checks.Done: "wrong result",
	checks.Undecided: "not decided",
}

// ServePage answers GET /traces: the form.
func (h *Handlers) ServePage(w http.ResponseWriter, r *http.Request) error {
	if _, err := problem.CheckKnown(r); err != nil {
		return err
	}
	h.Render(w, r, http.StatusOK, pageView(&page{All: algorithms.Modelled(), Full: h.full()}))
	return nil
}

// ServeFormat answers GET /traces/format: how a program prints its search.
func (h *Handlers) ServeFormat(w http.ResponseWriter, r *http.Request) {
	h.Render(w, r, http.StatusOK, formatView(examples))
}

// PostPage answers POST /traces: the form with what was found.
func (h *Handlers) PostPage(w http.ResponseWriter, r *http.Request) error {
	form, err := h.ReadForm(w, r)
	if err != nil {
		return err
	}
	p := &page{Text: strings.ReplaceAll(form.Get("trace"), "\r\n", "\n"), Algorithm: form.Get("algorithm"), TiesLeft: form.Get("ties") == "left", SkipOther: form.Get(SkipOther) == "1", All: algorithms.Modelled(), Full: h.full()}
	ctx, meter, release, err := h.meteredSlot(r.Context(), 0)
	if err != nil {
		return err
	}
	defer release()
	in := &intake{meter: meter, skip: p.SkipOther}
	report, _, err := h.readAndCheck(ctx, in, strings.NewReader(p.Text), checks.Options{Algorithm: p.Algorithm, TiesLeft: p.TiesLeft})
	status := http.StatusOK
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		var refused *problem.Error
		if !errors.As(err, &refused) {
			return err
		}
		status = refused.Status
		if p.refuse(refused); in.other != nil {
			p.Fault, p.Other = in.other.Message, in.other.Other
		}
	default:
		p.fill(report)
	}
	h.Render(w, r, status, pageView(p))
	return nil
}

// refuse says why the trace cannot be read.
func (p *page) refuse(err *problem.Error) {
	p.Fault = err.Message
	if number, found := strings.CutPrefix(err.Path, "line "); found {
		p.FaultLine, _ = strconv.Atoi(number)
		p.Quoted = quote(p.Text, p.FaultLine)
	}
}

func (p *page) fill(r *checks.Report) {
	p.Report = r
	lines := strings.Split(p.Text, "\n")
	for _, c := range r.Checks {
		f := finding{Check: c, Words: verdicts[c.Verdict]}
		if c.Line <= len(lines) {
			f.Source = shortened(lines[c.Line-1])
		}
		p.Findings = append(p.Findings, f)
	}
	first := r.FirstError()
	if p.Summary = summaryOf(r); first != nil {
		p.Quoted = quote(p.Text, first.Line)
	}
	p.Counts = words.Plural(len(r.Run.Events), "event") + ", "
	if n := r.Run.Other; n > 0 {
		p.Counts += words.Plural(n, "other line") + " left out, "
	}
	p.Counts += words.CountNodes(len(r.Run.Nodes)) + ", " + words.Plural(r.Errors, "error") + ", " + words.Plural(r.Notes, "note")
	at, said := len(r.Run.Events)-1, "The tree of the run at its end."
	var values []checks.LeafValue
	if first != nil {
		at, said, values = first.Seq, "The tree of the run at line "+strconv.Itoa(first.Line)+".", first.Values
	}
	if len(values) > 0 {
		said += " The cut leaves have values with which the result changes."
	}
	if svg := picture(r.Run, at, values); svg != nil {
		p.Picture, p.At = draw.Component(svg), said
	}
}

// summaryOf says in a sentence what was found.
func summaryOf(r *checks.Report) string {
	first := r.FirstError()
	switch {
	case r.Verdict == "right":
		return "Right. Every value follows from the children, and no unseen leaf can change the result."
	case first != nil:
		return "Wrong. The first error is in line " + words.Grouped(first.Line) + "."
	case !r.Run.Complete:
		return "The program ended before the root had a value. Nothing is wrong so far."
	}
	return "No error was found, but not everything could be judged."
}

// quote returns a line of the trace with those around it.
func quote(text string, number int) (list []quoted) {
	lines := strings.Split(text, "\n")
	for i := max(0, number-1-shownLines); i < min(len(lines), number+shownLines); i++ {
		list = append(list, quoted{i + 1, shortened(lines[i]), i+1 == number})
	}
	return list
}

// shortened returns the beginning of a line that is too long for a page.
func shortened(line string) string {
	const most = 160
	if runes := []rune(line); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return line
}

// limitsInWords names the limits of a trace.
func limitsInWords() string {
	return words.Grouped(run.MaxTraceEvents) + " events, " + words.Grouped(MaxBytes>>20) + " MiB and " + words.Grouped(program.MaxLevels) + " levels"
}

// leaveOut is what the button says that leaves out lines of the program's own output.
func leaveOut(n int) string {
	if n == 1 {
		return "Leave this line out"
	}
	return "Leave these " + words.Grouped(n) + " lines out"
}
