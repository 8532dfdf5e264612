package lessons

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/web/draw"
	"espalier/web/judge"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// MaxPrintedNodes bounds the nodes that are drawn on the page of a lesson to print: a browser
// lays out some 300 bytes of SVG for each.
const MaxPrintedNodes = 20_000

// A printed lesson has a sheet of paper for each scene.
type printed struct {
	Lesson  *Lesson
	Path    string // of the lesson for readers
	Keyed   bool   // it was asked for by its author
	Slides  bool   // sheets are wide, and letters large
	Notes   bool
	Private bool
	Title   string // as far as it may be read
	Asks    bool   // questions are printed
	All     bool   // also what is past questions that its reader has not answered
	Done    *answeredScenes
	Sheets  []sheet
}

// A sheet is one scene.
type sheet struct {
	Number   int
	Sub      string
	Step     int
	Picture  []byte
	Legend   string // of the picture
	Sentence trace.Sentence
	Note     string // as HTML
	Private  string
	Question string
	Choices  []string
	Fault    string // why there is no picture
	Limit    judge.Limit
}

// ServePrint answers GET /lessons/{lesson}/print?as=slides&notes=0&questions=0&private=1: the
// lesson to print, one scene on each sheet. Its private notes are printed with its key alone. A reader gets
// as much as on the pages of the lesson, where done has the answered scenes; its author gets all, and so
// does who asks for all=1.
func (h Pages) ServePrint(w http.ResponseWriter, r *http.Request) error {
	id, keyed, err := named(r)
	if err != nil {
		return err
	}
	l, err := h.Lessons.Load(r.Context(), id)
	if err != nil {
		return err
	}
	p, err := readPrint(l, keyed, r.URL.Query())
	if err != nil {
		return err
	}
	if err := h.lay(r.Context(), p); err != nil {
		return err
	}
	h.Render(w, r, http.StatusOK, printView(p))
	return nil
}

// readPrint reads what is printed.
func readPrint(l *Lesson, keyed bool, q url.Values) (*printed, error) {
	p := &printed{Lesson: l, Path: pathOf(l), Keyed: keyed, Notes: true, Asks: true, All: keyed}
	err := problem.CheckOnce(q)
	if err != nil {
		return nil, err
	}
	switch as := q.Get("as"); as {
	case "", "pages":
	case "slides":
		p.Slides = true
	default:
		return nil, &problem.QueryError{Name: "as", Message: fmt.Sprintf("%q is neither pages nor slides", as)}
	}
	if p.Done, err = readDone(q, len(l.Scenes)); err != nil {
		return nil, err
	}
	for name, on := range map[string]*bool{"notes": &p.Notes, "questions": &p.Asks, "private": &p.Private, "all": &p.All} {
		switch q.Get(name) {
		case "":
		case "0":
			*on = false
		case "1":
			*on = true
		default:
			return nil, &problem.QueryError{Name: name, Message: fmt.Sprintf("%q is neither 0 nor 1", q.Get(name))}
		}
	}
	p.Private = p.Private && keyed
	return p, nil
}

// lay draws the scenes.
func (h Pages) lay(ctx context.Context, p *printed) error {
	ctx = h.WithTurn(ctx)
	var open []judge.Open
	var err error
	if !p.All {
		if open, err = h.openQuestions(ctx, p.Lesson, p.Done, nil, 0); err != nil {
			return err
		}
	}
	elsewhere := h.Lessons.allowed(ctx, p.Lesson) != nil
	p.Title = words.MaxN(judge.Limit{Neutral: elsewhere || len(open) > 0}.Title(p.Lesson.Title, "Lesson"))
	nodes := 0
	for i, s := range p.Lesson.Scenes {
		one := sheet{Number: i + 1, Limit: judge.NoLimit}
		if p.Private {
			one.Private = s.Private
		}
		if err := h.laySheet(ctx, &one, &s, p.Asks, open, &nodes); err != nil {
			if ctx.Err() != nil {
				return err
			}
			one.Fault = "This scene cannot be shown: " + problem.Of(err).Detail
		}
		if p.Notes && !one.Limit.Closed {
			note, _ := one.Limit.Note(s.Note)
			if one.Note, err = NoteHTML(ctx, note); err != nil {
				return err
			}
		}
		p.Sheets = append(p.Sheets, one)
	}
	return nil
}

// laySheet draws what a scene shows, up to the open questions, and adds what it asks. nodes counts what is
// drawn.
func (h Pages) laySheet(ctx context.Context, one *sheet, s *Scene, asks bool, open []judge.Open, nodes *int) error {
	shown, step, err := h.readShow(ctx, s.Show)
	if err != nil {
		return err
	}
	if shown.Tree == nil {
		one.Fault = "This scene shows a game, whose tree is not drawn here."
		return nil
	}
	if err := shown.Allowed(ctx); err != nil { // it is asked about elsewhere, so the note may answer
		one.Limit.Closed = true
		return err
	}
	one.Limit = judge.LimitOf(one.Number, shown.Identity(), step, s.Question != nil, open)
	if one.Sub = words.ConfigName(shown.Config()); !one.Limit.Neutral {
		one.Sub = words.MaxN(words.TitleOf(shown.Tree)) + " · " + one.Sub
	}
	if one.Limit.Closed {
		return nil
	}
	at, err := snapshotOf(ctx, shown, one.Limit.Step(step))
	if err != nil {
		return err
	}
	one.Step, one.Legend = max(at.Step, 0), play.PaperLegend(shown.Tree)
	if at.Step >= 0 {
		explain := shown.Explainer()
		explain.Neutral = one.Limit.Neutral
		one.Sentence = explain.Explain(&at.Event)
	}
	d := draw.NewDrawing(shown.Tree, false)
	if *nodes += len(d.Places); *nodes > MaxPrintedNodes {
		one.Fault = fmt.Sprintf("The picture is left out: those before it have %d nodes together, nearly as many as a printed lesson can have.", *nodes-len(d.Places))
	} else {
		p := draw.Picture{Drawing: d, Theme: &draw.Themes[0]}
		p.Show(at.Fold)
		p.Explain(at.Reasons, one.Sentence.Nodes()...)
		one.Picture = p.SVG()
	}
	if s.Question == nil || !asks {
		return nil
	}
	q, err := h.readQuestion(ctx, s.Question, shown, step)
	if err != nil {
		return err
	}
	one.Question = q.Text
	if one.Question == "" {
		one.Question = judge.Fill(judge.PhraseOf(q.Kind).Asked, &q.Question.Question, q.run, "")
	}
	for _, answer := range q.ChoicesOn(q.run) {
		one.Choices = append(one.Choices, judge.InWords(&q.Question.Question, q.run, answer))
	}
	return nil
}

// snapshotOf returns the state of a run at a step, which may be past its end. A run that ends
// at a leaf of unknown value has the steps up to there.
func snapshotOf(ctx context.Context, shown *run.Resolved, step int) (*engine.Snapshot, error) {
	if err := shown.Refused(); err != nil {
		return nil, err
	}
	at, err := shown.At(ctx, step)
	var unknown *engine.UnknownLeafError
	if errors.As(err, &unknown) {
		err = nil
	}
	return at, err
}
