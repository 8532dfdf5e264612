package traces

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"
	"github.com/go-chi/chi/v5"

	"espalier/search/algorithms"
	"espalier/search/checks"
	"espalier/search/engine"
	"espalier/search/recorded"
	"espalier/trace/program"
	"espalier/trees"
	"espalier/web/draw"
	"espalier/web/export"
	"espalier/web/fair"
	"espalier/web/games"
	"espalier/web/maps"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/store/key"
	"espalier/web/tracestore"
	"espalier/web/words"
)

// A tracePage is what the pages of a trace have in common.
type tracePage struct {
	ID        string
	Title     string
	Sub       string
	Number    int
	Older     []runLink // other runs of the program, the newest first
	Report    *checks.Report
	Summary   string
	First     string // address of the step of the first error; empty: there is none, or no step
	Beside    string // address of the run beside its reference
	BesideAs  string // name of the reference
	Values    string // address of the reference with the values that change the result
	Findings  []finding
	Extras    []extra // what else the program printed
	MoreExtra int     // how many lines with such keys are not listed
	Fault     string
	Counts    string
	Picture   templ.Component // of a run that is too large to be played
	Said      string          // of the picture
	Line      int             // the line whose moment the picture shows
	LastLine  int
	Live      bool
	Ended     string // why the server has ended a live run; empty: its program did
	State     *state
	Waits     bool      // the run is checked when there is memory
	Map       *maps.Map // nil: the page has none
	TooLarge  string    // why it is not played
	Newer     string    // how the run differs from the one before; empty: it is not known
}

// A runLink leads to another run of the same program.
type runLink struct {
	Number  int
	Href    string
	Verdict string
	Here    bool
}

// An extra is what a line has besides the keys of the format.
type extra struct {
	Line int
	Node string
	Text string
	Href string
}

// shownExtras bounds the lines with further keys that a page lists.
const shownExtras = 200

// shownRuns bounds the runs of a program that its page lists.
const shownRuns = 12

// ServeTrace answers GET /traces/{id}: the run of a program, played, or as it grows.
func (h *Handlers) ServeTrace(w http.ResponseWriter, r *http.Request) error {
	known := append(slices.Clone(play.ViewParameters), "line", "map", "theme")
	all := r.URL.Query()
	for name := range all {
		if _, isValue := run.LeafOfParameter(name); isValue {
			known = append(known, name)
		}
	}
	if key, id, err := key.ParseAny(chi.URLParam(r, "id")); err == nil && key != "" {
		// The key must not be in the address of a page, which is copied and sent on.
		http.Redirect(w, r, h.Link(run.TracePath(id)), http.StatusSeeOther)
		return nil
	}
	o, q, err := h.open(r, known...)
	if err != nil {
		return err
	}
	p := &tracePage{ID: string(o.ID), Number: o.Number, Live: o.Live, Ended: o.Ended}
	p.Title = o.Title
	if p.Title == "" {
		p.Title = "The run of a program"
	}
	p.Counts = words.Grouped(o.Events) + " events, " + words.CountNodes(o.Nodes) + ", " + words.Grouped(o.Lines) + " lines"
	p.Sub = p.Counts
	if f := o.Fault; f != nil {
		p.Fault = fmt.Sprintf("Line %d cannot be read: %s. The page shows what comes before it.", f.Line, f.Detail)
	}
	p.runs(&o)
	if o.Live {
		return h.servelive(w, r, p, &o, q.Get("map") != "")
	}
	if large := run.Playable(o.Nodes, o.Events); large != nil {
		return h.serveLarge(w, r, p, &o, large, q)
	}
	ctx, release, err := h.slot(r.Context(), o.Bytes)
	if err != nil {
		return err
	}
	defer release()
	of := run.Recorded{ID: o.ID}
	if q.Get("revision") != "" {
		of.Revision = o.Number
	}
	// While the slot is held, the report is made with it.
	report, err := h.reportWith(ctx, o, checks.Options{})
	if err == nil {
		p.Report = report
		h.compare(ctx, p, o)
		var opened *run.Opened
		if opened, err = run.Open(ctx, h.Saved(), of); err == nil {
			return h.servePlayed(w, r, ctx, p, opened, q)
		}
	}
	var large *run.UnplayableError
	if errors.As(err, &large) {
		release()
		return h.serveLarge(w, r, p, &o, large, q)
	}
	return err
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// runs lists the other runs of the program, and says how this one differs from the one before.
func (p *tracePage) runs(o *opened) {
	if len(o.Revisions) < 2 {
		return
	}
	for n := o.Newest(); n >= max(o.First, o.Newest()-shownRuns+1); n-- {
		v, _ := o.Trace.Revision(n)
		verdict := v.Verdict
		if v.Live {
			verdict = "running"
		}
		p.Older = append(p.Older, runLink{n, run.TracePath(o.ID) + "?revision=" + strconv.Itoa(n), verdict, n == o.Number})
	}
}

// compare says where the run first differs from the one before.
func (h *Handlers) compare(ctx context.Context, p *tracePage, o opened) {
	before, ok := o.Trace.Revision(o.Number - 1)
	if o.Number == o.First || !ok || before.Live || before.Bytes > largeBytes || o.Bytes > largeBytes {
		return
	}
	read, err := run.ReadTrace(ctx, h.Saved(), o.ID, o.Number, false)
	if err != nil {
		return
	}
	earlier, err := run.ReadTrace(ctx, h.Saved(), o.ID, o.Number-1, false)
	if err != nil {
		return // the run before cannot be read
	}
	this, last := "Run "+strconv.Itoa(o.Number), "run "+strconv.Itoa(o.Number-1)
	d, same := read.Run.Differ(earlier.Run)
	switch {
	case same:
		p.Newer = this + " does the same as " + last + "."
	case d.Line == 0:
		p.Newer = fmt.Sprintf("%s ends where %s %s (line %s).", this, last, d.Did, words.Grouped(d.Before))
	default:
		p.Newer = fmt.Sprintf("%s differs from %s first at line %s: it %s; %s %s.", this, last, words.Grouped(d.Line), d.Does, last, d.Did)
	}
}

// fillChecks fills what is said of the checks. steps are those of the events of the run; nil: it is not
// played.
func (p *tracePage) fillChecks(steps []int32, href func(step int) string) {
	r := p.Report
	first := r.FirstError()
	p.Summary = summaryOf(r)
	for _, c := range r.Checks {
		f := finding{Check: c, Words: verdicts[c.Verdict]}
		if c.Seq < len(steps) {
			f.Href = href(int(steps[c.Seq]))
		}
		p.Findings = append(p.Findings, f)
	}
	if first != nil && first.Seq < len(steps) {
		p.First = href(int(steps[first.Seq]))
	}
}

// servePlayed shows the run as the page of every run does, with what was found beside it.
func (h *Handlers) servePlayed(w http.ResponseWriter, r *http.Request, ctx context.Context, p *tracePage, o *run.Opened, q url.Values) error {
	v, err := play.ParseView(o, problem.Without(q, append(slices.Clone(run.TreeParameters), "line", "map")...), play.View{Spec: o.Default()})
	if err == nil {
		_, err = o.Resolve(v.Spec)
	}
	notice := ""
	if err != nil {
		v, notice = play.View{Spec: o.Default()}, "The address has an error. "+err.Error()
	}
	printed := o.Printed
	played, err := printed.Steps(ctx)
	if err != nil {
		return err
	}
	steps := played.Of
	first := p.Report.FirstError()
	if first != nil && recorded.Is(v.Algorithm) && !v.HasStep && !v.AtEnd && !v.Ask {
		v.Step, v.HasStep = int(steps[first.Seq]), true
	}
	page := play.NewPage(ctx, play.PlaceOf(o.Source), o, v)
	page.AddMap()
	if notice != "" {
		page.Notice = notice
	}
	page.Title = p.Title
	page.Legend = play.OwnLegend(o.Tree)
	if page.Request != "" && recorded.Is(v.Algorithm) {
		pinned := v.Spec
		pinned.Source = o.Pinned()
		if of, err := o.Resolve(pinned); err == nil {
			page.Request = of.Body()
		}
	}
	if page.Tree == nil {
		page.Tree = o.Tree
	}
	own := o.Default()
	p.fillChecks(steps, func(step int) string { return page.StepHref(own, step) })
	p.links(o, first)
	p.extras(printed.Run, steps, func(step int) string { return page.StepHref(own, step) })
	if !v.Ask {
		if first != nil {
			page.Mistake = &play.Mistake{Step: int(steps[first.Seq]), Href: p.First}
		}
		var lines []play.StoryLine
		for _, c := range p.Report.Checks[:min(len(p.Report.Checks), maxNumbered)] {
			lines = append(lines, play.StoryLine{Text: "Line " + strconv.Itoa(c.Line) + ", " + verdicts[c.Verdict] + ". " + c.Text, Step: int(steps[c.Seq])})
		}
		page.TellStory("What was found", own, v, lines)
		page.Below = append(page.Below, foundLine(p))
		page.Aside = append(page.Aside, foundPanel(p), extrasPanel(p))
	}
	games.BesideRecorded(page, o)
	page.Styles = append(page.Styles, "traces/run", "traces/ids")
	page.Header = slices.Insert(page.Header, 0, play.EditCopyLink(play.EditCopyAddress(o, &v), false))
	export.AddShare(page, o, v)
	h.Render(w, r, http.StatusOK, play.PageView(page))
	return nil
}

// extras lists what else the program printed, by line.
func (p *tracePage) extras(read *program.Run, steps []int32, href func(step int) string) {
	for i := range read.Events {
		e := &read.Events[i]
		text := read.Extra(int(e.Line))
		if text == "" || e.Implied || i > 0 && read.Events[i-1].Line == e.Line {
			continue
		}
		if len(p.Extras) == shownExtras {
			break
		}
		p.Extras = append(p.Extras, extra{int(e.Line), read.Name(e.Node), shortened(text), href(int(steps[i]))})
	}
	p.MoreExtra = read.Extras() - len(p.Extras)
}

// maxNumbered bounds the checks that are numbers above the sentence of a step; the table has all.
const maxNumbered = 20

// links are the addresses of the run beside its reference, and of the values that prove a cut
// wrong.
func (p *tracePage) links(o *run.Opened, first *checks.Check) {
	source, _ := run.Parameters(o.Pinned())
	reference, known := algorithms.Find(p.Report.Algorithm)
	switch {
	case !known:
		reference = algorithms.PlainFor(o.Tree)
	case o.Printed.Run.Reduced:
		reference = algorithms.OnTwoSides(reference)
	}
	// Beside a run with wins the reference would stop, as if their values were unknown.
	if !o.Printed.Run.HasInfiniteLeaf() && o.With(engine.AlgorithmConfig{Algorithm: reference}).Refused() == nil {
		q := run.QueryOf(source)
		q.Set("a", recorded.ID)
		q.Set("b", reference.ID)
		p.Beside, p.BesideAs = "/lockstep?"+q.Encode(), words.InnerName(reference)
	}
	if first == nil || len(first.Values) == 0 {
		return
	}
	q := run.QueryOf(source[1:])
	q.Set("algorithm", algorithms.PlainFor(o.Tree).ID)
	for _, l := range first.Values {
		n := l.Node
		if o.Printed.Run.Tree == nil {
			n = int(o.Printed.Inferred.Node[n])
		}
		value := l.Value
		q.Set(run.ParameterOfLeaf(n), o.Tree.PlainValue(inUnit(o.Tree, o.Printed.Run, &value)))
	}
	q.Set("step", "last")
	p.Values = run.TracePath(o.Source.(run.Recorded).ID) + "?" + q.Encode()
}

// serveLarge shows a run that is too large to be played: what was found, and the tree along the path
// at a line. It does not wait for the check, which takes as long as all else.
func (h *Handlers) serveLarge(w http.ResponseWriter, r *http.Request, p *tracePage, o *opened, large error, q url.Values) error {
	p.TooLarge, p.LastLine, p.Line = upper(large.Error())+".", o.Lines, o.Lines
	if report, kept := h.reports.Kept(r.Context(), keyOfReport(*o, checks.Options{})); kept {
		p.Report, p.Line = report, shownLine(report, o.Lines)
		p.fillChecks(nil, nil)
	}
	if text := q.Get("line"); text != "" {
		n, err := run.ReadNumber("line", text)
		if err != nil {
			return err
		}
		p.Line = min(max(n, 1), o.Lines)
	}
	m, err := h.momentOf(r.Context(), o, p.Line)
	if err != nil {
		return err
	}
	if p.Report == nil {
		h.checkLater(r.Context(), *o) // not beside what the page waits for
	}
	state := *m.state
	if p.State = &state; m.picture != nil {
		p.Picture = draw.Component(m.picture)
	}
	p.Map, p.Waits = mapOf(p, o), h.waitsForMemory(o.ID, o.Number)
	p.Said = "After line " + words.Grouped(p.Line) + " of " + words.Grouped(o.Lines) + ": " + words.Plural(m.events, "event") + ", " + words.CountNodes(m.nodes) + ". " + state.Said
	w.Header().Set("Cache-Control", "no-cache")
	h.Render(w, r, http.StatusOK, largeView(p))
	return nil
}

// checkLater checks a run whose page is shown already. The page asks for the report, and waits for this one.
func (h *Handlers) checkLater(ctx context.Context, o opened) {
	ctx = fair.WithClient(h.WithTurn(h.Stopping), fair.ClientFrom(ctx))
	h.background.Go(func() {
		defer h.recovered(o.ID)
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		if _, err := h.report(ctx, o, checks.Options{}); err != nil && !noMemory(err) && ctx.Err() == nil {
			h.Log.Warn("a trace could not be checked", "id", o.ID, "err", err)
		}
	})
}

// shownLine is the line whose moment a page shows at first: that of the first error, or the last one.
func shownLine(report *checks.Report, last int) int {
	if first := report.FirstError(); first != nil {
		return first.Line
	}
	return last
}

// A moment is what a page shows of a large run at a line.
type moment struct {
	state         *state // of the whole run, but for the path
	events, nodes int    // up to the line
	picture       []byte // nil: there is none
}

// A momentKey names a moment.
type momentKey struct {
	id       key.ID
	revision int
	bytes    int64
	line     int
}

// momentOf returns a moment that is kept, or makes it.
func (h *Handlers) momentOf(ctx context.Context, o *opened, line int) (*moment, error) {
	return h.moments.Get(ctx, momentKey{o.ID, o.Number, o.Bytes, line}, func(m *fair.Meter) (*moment, error) {
		ctx, release, err := h.slot(ctx, o.Bytes)
		if err != nil {
			return nil, err
		}
		defer release()
		ctx, cancel := context.WithCancel(ctx)
		defer cancel() // the run is not used any more
		read, err := run.ReadTrace(ctx, h.Saved(), o.ID, o.Number, false)
		if err != nil {
			return nil, err
		}
		return h.newMoment(ctx, m, read.Run, line, 0)
	})
}

// remember keeps the report of a run that was just checked, and of a large one what its page shows at
// first: to read it again takes seconds. report is nil if there was no memory for the check. besides is
// what of the run is not charged.
func (h *Handlers) remember(ctx context.Context, id key.ID, rev int, kept *tracestore.Revision, read *program.Run, report *checks.Report, o checks.Options, besides int64) {
	line := kept.Lines
	if report != nil {
		h.reports.Get(ctx, reportKey{id, rev, kept.Bytes, howOf(o)}, func(m *fair.Meter) (*checks.Report, error) { return keptReport(m, report) })
		line = shownLine(report, line)
	}
	if run.Playable(kept.Nodes, kept.Events) != nil {
		h.moments.Get(ctx, momentKey{id, rev, kept.Bytes, line}, func(m *fair.Meter) (*moment, error) { return h.newMoment(ctx, m, read, line, besides) })
	}
}

// newMoment returns what a page shows of a run at a line.
func (h *Handlers) newMoment(ctx context.Context, meter *fair.Meter, read *program.Run, line int, besides int64) (*moment, error) {
	if _, err := meter.Grow(program.BytesToFollow(read) + besides); err != nil {
		return nil, err
	}
	give, err := fair.TakeTurn(ctx)
	if err != nil {
		return nil, err
	}
	defer give()
	f := program.NewFollower(program.Replay{})
	event, _ := slices.BinarySearchFunc(read.Events, line+1, func(e program.Event, line int) int { return int(e.Line) - line })
	for at := 0; at < event; {
		at = min(event, at+skippedAtOnce)
		f.Skip(read, at)
		if err := engine.PassTurn(ctx); err != nil {
			return nil, err
		}
	}
	m := &moment{state: &state{}, events: event, nodes: f.Stats().Nodes}
	if win := m.state.fill(read, f); win != nil {
		m.picture = win.draw()
	}
	meter.Settle(int64(cap(m.picture)) + bytesOfState)
	return m, nil
}

// bytesOfState is about what a moment takes besides its picture.
const bytesOfState = 512

// skippedAtOnce is how many events are skipped before others may compute.
const skippedAtOnce = 4096

// servelive shows a run that the program still sends.
func (h *Handlers) servelive(w http.ResponseWriter, r *http.Request, p *tracePage, o *opened, mapped bool) error {
	l, err := h.watchedRun(r.Context(), o.ID)
	if err != nil {
		return err
	}
	if p.State, _, err = l.state(r.Context()); err != nil {
		return err
	}
	if p.Fault = p.State.Fault; mapped {
		p.Map = mapOf(p, o)
	}
	if p.State.Picture != "" {
		p.Picture = draw.Component([]byte(p.State.Picture))
	}
	p.Said = p.State.Said
	w.Header().Set("Cache-Control", "no-store")
	h.Render(w, r, http.StatusOK, largeView(p))
	return nil
}

// inUnit returns a value of a run in the unit of the inferred tree.
func inUnit(t *trees.Tree, r *program.Run, v *trees.Vector) *trees.Vector {
	scale := t.Unit / max(1, r.Unit)
	for p := range t.Width() {
		v[p] *= scale
	}
	return v
}
