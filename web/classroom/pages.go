package classroom

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/app"
	"espalier/web/classroom/entry"
	"espalier/web/draw"
	"espalier/web/judge"
	"espalier/web/lessons"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// Pages serve the pages of a room: the field for the code, the follower's page and the presenter's
// page.
type Pages struct {
	*app.Core
	Rooms   *Handlers
	Lessons *lessons.Handlers
	Games   Games
	Sources func() []app.ChoiceGroup // what a room can show
}

// Games completes the page of a room that shows a game.
type Games interface {
	InRoom(page *play.Page, d *games.Document, t *trees.Tree, depth, further int) error
	RecordedInRoom(page *play.Page, o *run.Opened)
}

// A page has the data of a page of a room, with the run.
type page struct {
	*play.Page
	Code  string
	Run   string // the run as text, to notice when the room shows another one
	Until *int   // the last step that may be shown; nil: no limit
	Text  string // the tree in the notation
	Width int    // the number of scores of a value; 0: a value is one number
	Open  []int  // scenes of the lesson that followers may read on their own
	Alone bool   // a follower reads the scene on their own
	Note  *sceneNote
	// Implicit is nil if the room shows an explicit tree.
	Implicit *implicitShown
	Counts   string // the number of children of each node, if the room numbers nodes like a search without a tree
}

// styles returns the style sheets of the page, including those of every run.
func (p *page) styles(own ...string) []string {
	styles := slices.Concat([]string{"shared/tree", "run/run"}, own, p.Styles)
	if !slices.Contains(styles, "run/calls") { // a room may show a program next
		styles = append(styles, "run/calls")
	}
	return styles
}

// openScenes returns the open scenes as the page's script compares them.
func (p *page) openScenes() string {
	return strings.Trim(strings.Join(strings.Fields(fmt.Sprint(p.Open)), ","), "[]")
}

// ServeEntry answers GET /c: a field for a code.
func (h Pages) ServeEntry(w http.ResponseWriter, r *http.Request) {
	code := strings.ToUpper(strings.Join(strings.Fields(r.URL.Query().Get("code")), ""))
	switch {
	case code == "":
		h.Render(w, r, http.StatusOK, entryView("", ""))
	case isCode(code):
		http.Redirect(w, r, h.Link("/c/"+code), http.StatusSeeOther)
	default:
		h.Render(w, r, http.StatusOK, entryView(code, "A code has 8 letters and digits, without 0, 1, I, L, O and U."))
	}
}

// ServeFollow answers GET /c/{room}: the page of a follower.
func (h Pages) ServeFollow(w http.ResponseWriter, r *http.Request) error {
	room, err := h.Rooms.ForFollower(r)
	if err != nil {
		return codeError{err}
	}
	h.Rooms.noteFollower(w, r, room.Code)
	note, err := h.aloneIn(r, room)
	if err != nil { // it is not open, or no longer open
		http.Redirect(w, r, h.Link("/c/"+room.Code), http.StatusSeeOther)
		return nil
	}
	until, alone := &room.Until, note != nil
	if alone {
		until = nil // followers may read the whole scene
	} else {
		note = h.noteOf(r.Context(), room)
	}
	p, err := h.page(r, room, "/c/"+room.Code, until)
	if err != nil {
		return err
	}
	p.Open, p.Alone, p.Note = room.Open, alone, note
	h.Render(w, r, http.StatusOK, followView(p))
	return nil
}

var errNotOpen = errors.New("the scene is not open")

// aloneIn makes the page show the scene in the address, if followers may read it on their own now;
// nil: the address has no scene. While a question is open, all followers stay with the class.
func (h Pages) aloneIn(r *http.Request, room *Page) (*sceneNote, error) {
	q := r.URL.Query()
	if !q.Has("scene") {
		return nil, nil
	}
	n, err := strconv.Atoi(q.Get("scene"))
	if err != nil || !slices.Contains(room.Open, n) || room.Asked {
		return nil, errNotOpen
	}
	l, err := h.Lessons.Load(r.Context(), room.Lesson)
	if err != nil || n >= len(l.Scenes) {
		return nil, errNotOpen
	}
	if err := h.Rooms.ShowIn(r.Context(), room, l.Scenes[n].Show); err != nil {
		return nil, err
	}
	return &sceneNote{Number: n, HTML: noteHTML(r.Context(), l.Scenes[n].Note)}, nil
}

// A codeError is why a code leads to no room.
type codeError struct{ error }

func (e codeError) Unwrap() error { return e.error }

// AsEntry is the form of the page of a follower: after a wrong code it shows the field for the code again.
func AsEntry(s *app.Core, w http.ResponseWriter, r *http.Request, p problem.Problem, err error) {
	var wrong codeError
	if errors.As(err, &wrong) && p.Status == http.StatusNotFound {
		s.Render(w, r, p.Status, entryView(chi.URLParam(r, "room"), "There is no room with this code. Check the code. Perhaps the room was closed."))
		return
	}
	app.AsPage(s, w, r, p, err)
}

// ServePresent answers GET /present/{room}. With the key or a pass it redirects to the address with
// the code, where the cookie gives access to the page.
func (h Pages) ServePresent(w http.ResponseWriter, r *http.Request) error {
	if !isCode(chi.URLParam(r, "room")) {
		return h.Rooms.Present(w, r)
	}
	room, err := h.Rooms.ForPresenter(r)
	if err != nil {
		return err
	}
	p, err := h.page(r, room, "/present/"+room.Code, nil)
	if err != nil {
		return err
	}
	p.Present, p.Note = r.URL.Query().Get("present") == "1", h.noteOf(r.Context(), room)
	h.Render(w, r, http.StatusOK, presentView(p, h.holds(r, p, room)))
	return nil
}

// The keyboard keys of a presenter's page, in addition to those of a run.
var (
	askKey         = play.Key{Keys: []string{"Q"}, Acts: []string{"ask-next"}, Does: "ask the class what happens next"}
	stopKey        = play.Key{Keys: []string{"X"}, Acts: []string{"ask-stop"}, Does: "take no more answers"}
	totalsKey      = play.Key{Keys: []string{"T"}, Acts: []string{"ask-totals"}, Does: "show the class how often each answer was given"}
	revealKey      = play.Key{Keys: []string{"R"}, Acts: []string{"ask-reveal"}, Does: "show the class the right answer"}
	pickKey        = play.Key{Keys: []string{"O"}, Acts: []string{"pick"}, Does: "show another figure, one of your trees or a lesson"}
	sceneKey       = play.Key{Keys: []string{"N"}, Acts: []string{"next-scene"}, Does: "show the next scene of the lesson"}
	openKey        = play.Key{Keys: []string{"E"}, Acts: []string{"open-scene"}, Does: "open this scene of the lesson to the class, or close it"}
	codeKey        = play.Key{Keys: []string{"C"}, Acts: []string{"show-code"}, Does: "show or hide the code for joining"}
	presentersKeys = play.KeyTable{askKey, stopKey, totalsKey, revealKey, pickKey, sceneKey, openKey, codeKey}
)

// answerTimes are the time limits that a presenter can choose for a question.
var answerTimes = []time.Duration{20 * time.Second, 30 * time.Second, time.Minute, 2 * time.Minute, 5 * time.Minute}

// timeName returns the name of a time limit.
func timeName(d time.Duration) string {
	if d < time.Minute {
		return words.Plural(int(d/time.Second), "second")
	}
	return words.Plural(int(d/time.Minute), "minute")
}

// A held has the data that only the presenter's page has.
type held struct {
	Algorithms []app.Choice
	Algorithm  string // of the room
	Sources    []app.ChoiceGroup
	Lessons    []app.Choice // the lessons that come with Espalier
	Lesson     *lessonView
	Story      []storyRow
	Notes      []string
}

func (h Pages) holds(r *http.Request, p *page, room *Page) *held {
	list := &held{Algorithms: algorithmsFor(room), Algorithm: room.Shown.Algorithm.ID, Sources: h.Sources(), Lesson: h.lessonOf(r.Context(), room)}
	for _, id := range lessons.Included {
		if l, err := h.Lessons.Load(r.Context(), id); err == nil {
			list.Lessons = append(list.Lessons, app.Choice{Value: id, Text: words.MaxN(l.Title)})
		}
	}
	if f := room.Shown.Of.Figure; f != nil {
		list.Story, list.Notes = storyOf(r.Context(), f, room), play.NotesOf(f, f)
	}
	p.FillForm(run.OnTree(room.Shown.Tree), play.View{Spec: run.Spec{}.With(room.Shown.Config())})
	if p.Implicit != nil && p.Implicit.game != nil {
		for i := range p.Options {
			if p.Options[i].Name == "depth" {
				p.Options[i].Most = trees.MaxLevels - 1 // the tree is built to this depth
			}
		}
	}
	for i := range p.Leaves {
		p.Leaves[i].SideBySide = "" // rooms have no runs side by side
	}
	return list
}

// page draws the show of a room. until is the last step that may be shown.
func (h Pages) page(r *http.Request, room *Page, path string, until *int) (*page, error) {
	implicit, err := implicitOf(r.Context(), room)
	if err != nil {
		return nil, err
	}
	of := room.Shown
	t := of.Tree
	v := play.View{Spec: of.Spec, Step: room.Step, HasStep: true, Present: r.URL.Query().Get("present") == "1"}
	if until != nil {
		v.Step = min(v.Step, *until)
	}
	for _, text := range strings.Split(r.URL.Query().Get("fold"), ",") {
		if n, err := strconv.Atoi(text); err == nil && n >= 0 && n < t.Len() && len(v.Fold) < draw.MaxFolded {
			v.Fold = append(v.Fold, n)
		}
	}
	for _, text := range r.URL.Query()["open"] {
		if n, err := strconv.Atoi(text); err == nil && n >= 0 && n < t.Len() {
			v.Open = append(v.Open, n)
		}
	}
	limit := &judge.Limit{Until: -1, Neutral: room.Asked}
	if until != nil {
		limit.Until = *until
	}
	p := &play.Page{Frame: play.Frame{Path: path, PlaybackOnly: true, Redraws: true, Limit: limit}}
	p.Title, p.Sub = play.RoomHead(of, t, room.Asked)
	p.Run(r.Context(), of, v)
	text, counts := "", "" // empty for games, whose trees nobody edits, and for trees that are too large to hand in
	if implicit == nil || implicit.game == nil {
		if text = handText(t, room.Asked); len(text) > MaxHandIn {
			text = ""
		}
	}
	if implicit != nil {
		if implicit.game != nil {
			if err := h.Games.InRoom(p, implicit.game, t, implicit.depth, implicit.further); err != nil {
				return nil, err
			}
		}
		if p.Request != "" {
			p.Request = of.Body()
		}
		if !implicit.given {
			counts = childCounts(t)
		}
	}
	if of.Of != nil && !room.Asked { // while a question is open, nobody gets more of the run
		h.Games.RecordedInRoom(p, of.Of)
	}
	p.Marks, p.Verdict = nil, nil // nobody in a class sees them before the presenter gets there
	p.EndUnknown = until != nil
	width := 0
	if t.Kind == trees.MaxN {
		width = t.Width()
	}
	return &page{Page: p, Code: room.Code, Run: string(room.Run), Until: until, Text: text, Width: width, Implicit: implicit, Counts: counts}, nil
}

// handText returns the text of a tree to hand in. While a question is open it has no title.
func handText(t *trees.Tree, asked bool) string {
	if !asked || t.Title == "" {
		return t.Text()
	}
	untitled := *t
	untitled.Title = ""
	return untitled.Text()
}

// algorithmsFor lists the algorithms that can run on the tree of a room.
func algorithmsFor(room *Page) (list []app.Choice) {
	for _, a := range run.OnTree(room.Shown.Tree).Algorithms(room.Shown.Algorithm) {
		list = append(list, app.Choice{Value: a.ID, Text: words.ShortName(a)})
	}
	return list
}

// isCode reports whether a text has the form of a code.
func isCode(text string) bool {
	_, ok := entry.ReadCode(text)
	return ok
}
