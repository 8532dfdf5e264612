package assign

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"
	"github.com/go-chi/chi/v5"

	"espalier/search/algorithms"
	"espalier/search/question"
	"espalier/web/app"
	"espalier/web/classroom/entry"
	"espalier/web/fair"
	"espalier/web/judge"
	"espalier/web/learn"
	"espalier/web/lessons"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/store/key"
	"espalier/web/words"
)

// Pages serves the pages of homework: the list of a browser, the form for a new assignment, the
// parts for a student, and the results.
type Pages struct {
	*app.Core
	Assigned *Handlers
}

// ServeList answers GET /homework: the assignments that this browser knows.
func (h Pages) ServeList(w http.ResponseWriter, r *http.Request) {
	h.Render(w, r, http.StatusOK, listView())
}

// A form is the form for a new assignment: what a part of each kind begins with.
type form struct {
	First    string          // the kind of the part that is there first; empty: none
	Lesson   *lessons.Lesson // nil: any
	Practice url.Values
	Program  string // the id of the algorithm
	Included []*lessons.Lesson
}

// newForm returns a form without parts.
func (h Pages) newForm(ctx context.Context) *form {
	return &form{Program: algorithms.Practised.ID, Included: h.included(ctx), Practice: url.Values{
		"algorithm": {algorithms.WholeForTwo.ID}, "players": {"2"}, "depth": {"3"}, "branching": {"2"}, "maxsum": {"10"},
	}}
}

// ServeNew answers GET /homework/new?lesson=ID, or with the parameters of an exercise, as for
// /practice.
func (h Pages) ServeNew(w http.ResponseWriter, r *http.Request) (err error) {
	q, f := r.URL.Query(), h.newForm(r.Context())
	if id := q.Get("lesson"); id != "" {
		f.First = "lesson"
		if f.Lesson, err = h.Assigned.lessons.Load(r.Context(), id); err != nil {
			return err
		}
	}
	for _, name := range []string{"algorithm", "kind", "players", "depth", "branching", "maxsum", "seed", "case"} {
		if text := q.Get(name); text != "" && f.Lesson == nil {
			f.First = "practice"
			f.Practice.Set(name, text)
		}
	}
	if _, ok := algorithms.Find(f.Practice.Get("algorithm")); !ok {
		return errNoAlgorithm
	}
	h.Render(w, r, http.StatusOK, newView(f))
	return nil
}

var errNoAlgorithm = &problem.QueryError{Name: "algorithm", Message: "there is no such algorithm; /algorithms lists them"}

// askedKinds names the kinds of questions, as the script of the form reads them.
func askedKinds() string {
	kinds := map[string]string{}
	for _, phrase := range judge.Phrases {
		kinds[phrase.Kind.ID] = phrase.Edit
	}
	return string(app.JSON(kinds))
}

// included returns the lessons that come with Espalier.
func (h Pages) included(ctx context.Context) (list []*lessons.Lesson) {
	for _, id := range lessons.Included {
		if l, err := h.Assigned.lessons.Load(ctx, id); err == nil {
			list = append(list, l)
		}
	}
	return list
}

// A partPage is a part of an assignment, or its first page.
type partPage struct {
	*play.Page // the run of a scene; nil: none
	Of         *assignment
	Path       string
	Title      string // as far as it may be read
	Number     int    // of the part, from 1; 0: the first page
	Item       int    // -1: the part has no question
	Note       string // as HTML
	Waits      bool   // more of the note follows after an answer
	Limit      judge.Limit
	Limits     []judge.Limit // on the first page: of each part
	Settles    []int         // items whose answers can be made final to open the part
	Own        bool          // the student has another tree, and the page was asked for without the token
	Asked      *asked        // nil: no question, or this is an exercise
	Exercise   *learn.Assigned
	Program    *programPage
	Closed     bool
	NotOpen    bool
	Ends       *int64 // when it closes for the student, in ms; nil: never
	Extended   bool   // for the student alone
	Past       bool   // it has closed; late answers may still be taken
}

// An asked is the question of a scene.
type asked struct {
	Kind    *question.Kind
	Scalar  bool
	Many    bool
	Choices []app.Choice
	Field   judge.Field
	Nodes   []app.Choice // for a question whose answer is a node
}

// Typed reports whether the answer is a typed value or order.
func (a *asked) Typed() bool {
	return a.Kind.Shape == question.ValueShape || a.Kind.Shape == question.OrderShape
}

// Picked reports whether the answer is one of the nodes.
func (a *asked) Picked() bool { return a.Kind.Shape == question.NodeShape }

// ServeStudent answers GET /a/{assignment}: the first page for a student, or a part with ?part=2. With the
// token of a student it shows what this student may see; without, what a student may see who has answered
// nothing. The script of the page asks for it again with the token.
func (h Pages) ServeStudent(w http.ResponseWriter, r *http.Request) error {
	a, err := h.Assigned.named(r)
	var of *record
	if token, given := app.Bearer(r); err == nil && given {
		if key, wrong := key.ParseKey(token); wrong != nil {
			err = errNotEntered
		} else if of, _, err = h.Assigned.student(r.Context(), a.root, key.ID()); err == nil {
			h.Assigned.noteWork(w, r, work{a.id, key.ID()})
		}
	}
	var p *partPage
	if err == nil {
		p, err = h.part(r, a, of)
	}
	w.Header().Add("Vary", "Authorization")
	if errors.Is(err, errNoAssignment) {
		return &problem.Error{Status: http.StatusNotFound, Message: "There is no homework at this address. Check the address. Perhaps the teacher deleted the homework."}
	}
	if err != nil {
		return err
	}
	switch {
	case p.Number == 0:
		h.Render(w, r, http.StatusOK, startView(p))
	case p.Program != nil:
		h.Render(w, r, http.StatusOK, programView(p, p.Program))
	case p.Exercise != nil || p.Own:
		h.Render(w, r, http.StatusOK, exerciseView(p))
	default:
		h.Render(w, r, http.StatusOK, sceneView(p))
	}
	return nil
}

// ServeLink answers GET /a/{assignment}/{words}: the link with which a student goes on in another browser. The page
// has the token, which its script keeps.
func (h Pages) ServeLink(w http.ResponseWriter, r *http.Request) error {
	a, err := h.Assigned.named(r)
	if err == nil {
		err = h.Assigned.entered.Take(fair.ClientFrom(r.Context()), h.Assigned.now())
	}
	words, ok := readWords(chi.URLParam(r, "words"))
	var token key.Key
	if err == nil && ok {
		token = tokenOf(a.origin(), words)
		_, _, err = h.Assigned.student(r.Context(), a.root, token.ID())
	}
	if errors.Is(err, errNoAssignment) || errors.Is(err, errNotEntered) || err == nil && !ok {
		return &problem.Error{Status: http.StatusNotFound, Message: "There is no work at this address. Check the three words at its end. If they are right, your teacher has deleted the work or the assignment."}
	}
	if err != nil {
		return err
	}
	h.Render(w, r, http.StatusOK, linkView(a, token, words))
	return nil
}

func (h Pages) part(r *http.Request, a *assignment, of *record) (*partPage, error) {
	q := r.URL.Query()
	p := &partPage{Of: a, Path: "/a/" + string(a.id), Item: -1, Closed: a.closed(of, h.Assigned.now()), NotOpen: !a.opened(h.Assigned.now())}
	if p.Ends = a.Closes; of != nil {
		p.Ends, p.Extended = a.ends(of), of.Closes != nil
	}
	p.Past = p.Ends != nil && h.Assigned.now().UnixMilli() > *p.Ends
	ctx := h.WithTurn(r.Context())
	open, err := h.Assigned.openOf(ctx, a, of)
	if err != nil {
		return nil, err
	}
	p.Title = titleOf(a, open)
	text := q.Get("part")
	if text == "" {
		for place := range a.Parts {
			l, err := h.Assigned.limitOf(ctx, a, place, open)
			if err != nil {
				return nil, err
			}
			p.Limits = append(p.Limits, l)
		}
		return p, nil
	}
	if !a.opened(h.Assigned.now()) {
		return nil, notOpenError(a)
	}
	if p.Number, err = strconv.Atoi(text); err != nil || p.Number < 1 || p.Number > len(a.Parts) {
		return nil, &problem.QueryError{Name: "part", Message: fmt.Sprintf("the assignment has parts 1 to %d", len(a.Parts))}
	}
	p.Item = slices.Index(a.items(), p.Number-1)
	one := &a.Parts[p.Number-1]
	if one.Program != nil {
		p.Program, err = h.program(r, a, p.Number-1)
		return p, err
	}
	if p.Own = one.Own != "" && of == nil; p.Own {
		return p, nil
	}
	var ready *ready
	if of == nil {
		ready, err = h.Assigned.open(ctx, a, p.Number-1)
	} else {
		ready, err = h.Assigned.openFor(ctx, a, p.Number-1, of)
	}
	if err != nil {
		return nil, err
	}
	if p.Exercise = ready.exercise; p.Exercise != nil {
		return p, nil
	}
	if p.Limit, err = h.Assigned.limitOf(ctx, a, p.Number-1, open); err != nil {
		return nil, err
	}
	if p.Limit.Closed {
		p.Settles = a.settles(of, p.Limit)
	} else {
		var note string
		note, p.Waits = p.Limit.Note(one.Note)
		if p.Note, err = lessons.NoteHTML(ctx, note); err != nil {
			return nil, err
		}
	}
	if ready.shown.Tree == nil {
		return p, nil
	}
	return p, h.scene(r, p, ready)
}

// scene draws the run of a part up to the limit of the student.
func (h Pages) scene(r *http.Request, p *partPage, ready *ready) error {
	shown, q := ready.shown, r.URL.Query()
	view := url.Values{}
	for _, name := range []string{"step", "fold", "open", "by"} {
		if q.Has(name) {
			view[name] = q[name]
		}
	}
	v, err := play.ParseView(run.OnTree(shown.Tree), view, play.View{Spec: run.Spec{}.With(shown.Config()), Step: ready.step, HasStep: true})
	if err != nil {
		return err
	}
	if ready.question != nil && !p.Limit.Closed {
		p.Asked = askedOf(ready)
	}
	p.Page = &play.Page{Frame: play.Frame{Path: p.Path, Title: p.Title, PlaybackOnly: true, Redraws: true, Limit: &p.Limit,
		Sub:    play.SubOf(shown, &p.Limit),
		Params: []run.Parameter{{Name: "part", Value: strconv.Itoa(p.Number)}}}}
	p.Page.Run(r.Context(), shown, v)
	return nil
}

func askedOf(r *ready) *asked {
	q := &r.question.Question
	a := &asked{Kind: q.Kind, Scalar: r.run.Scalar, Many: q.Kind.Shape == question.NodesShape, Field: judge.FieldOf(q, r.run)}
	for _, answer := range q.ChoicesOn(r.run) {
		a.Choices = append(a.Choices, app.Choice{Value: judge.FormValue(answer), Text: judge.InWords(q, r.run, answer)})
	}
	if a.Picked() {
		for n := range r.run.Tree.Len() {
			a.Nodes = append(a.Nodes, app.Choice{Value: strconv.Itoa(n), Text: r.run.Tree.Name(n)})
			if n == mostListed {
				a.Nodes = nil // the page has a field for the number instead; a click on the tree fills it
				break
			}
		}
	}
	return a
}

// mostListed bounds the nodes in a list of choices.
const mostListed = 200

// styles are the style sheets of the page of a scene.
func (p *partPage) styles() []string {
	list := []string{"shared/pages", "shared/tree", "run/run", "lessons/lesson", "homework/homework"}
	if p.Page != nil {
		list = append(list, p.Styles...)
	}
	return list
}

// address returns the address of a part. Parts count from 1 here.
func (p *partPage) address(part int) templ.SafeURL {
	return templ.SafeURL(p.Path + "?part=" + strconv.Itoa(part))
}

// partName returns the name of a part for the list of the first page.
func (p *partPage) partName(place int) string {
	if l := p.Limits[place]; l.Closed {
		return "Part " + strconv.Itoa(place+1) + ", " + p.Of.closedWords(l)
	}
	return p.Of.partName(place)
}

// partName returns the name of a part.
func (a *assignment) partName(place int) string {
	p := &a.Parts[place]
	switch {
	case p.Program != nil:
		return strings.TrimPrefix(p.Title+": ", ": ") + p.Text + ", " + words.Plural(p.asks(), "tree")
	case p.Title != "" && p.Text != "":
		return words.MaxN(p.Title + ": " + p.Text)
	case p.isExercise():
		return p.Text
	case p.Text != "":
		return words.MaxN(p.Text)
	}
	return "To read"
}

// endsWords says of the time at which the work of the student ends what it is.
func (p *partPage) endsWords() string {
	switch {
	case p.Past:
		return "It closed on"
	case p.Extended:
		return "You may answer until"
	}
	return "It closes on"
}

// ms writes a time in ms; empty: there is none.
func ms(at *int64) string {
	if at == nil {
		return ""
	}
	return strconv.FormatInt(*at, 10)
}

// A resultsPage has the data of the page of results.
type resultsPage struct {
	Of     *assignment
	Rows   []row
	Marks  []string // of the rows
	Join   string   // the whole address for students
	QR     []byte   // the address as a QR code
	Places []int

	Students int
}

// maxCells bounds the cells of a table that the server writes, with 60 bytes each.
const maxCells = 20_000

// ServeResults answers GET /results/{assignment}. If {assignment} is the key, it stores the key
// in a cookie and redirects to the address with the id, which is safe on a projector.
func (h Pages) ServeResults(w http.ResponseWriter, r *http.Request) error {
	editKey, ok := keyOf(r)
	err := error(errNoAssignment)
	var a *assignment
	if ok {
		a, err = h.Assigned.load(r.Context(), editKey.ID())
	}
	if errors.Is(err, errNoAssignment) {
		return &problem.Error{Status: http.StatusNotFound, Message: "This browser cannot open the results at this address. Use the link that you got when you created the homework; " + h.Link("/homework") + " lists the links of this browser."}
	}
	if err != nil {
		return err
	}
	if _, err := key.ParseKey(chi.URLParam(r, "assignment")); err == nil {
		http.SetCookie(w, &http.Cookie{Name: cookiePrefix + string(a.id), Value: string(editKey), Path: h.Base.CookiePath(), MaxAge: int(Lifetime / time.Second),
			HttpOnly: true, Secure: h.Encrypted(r), SameSite: http.SameSiteStrictMode})
		w.Header().Set("Location", h.Link("/results/"+string(a.id)))
		w.WriteHeader(http.StatusSeeOther)
		return nil
	}
	p := &resultsPage{Of: a, Places: a.items(), Join: h.WholeAddress(r, "/a/"+string(a.id))}
	if p.QR, err = entry.QRPicture(p.Join, "The link for students, as a QR code"); err != nil {
		return err
	}
	if p.Rows, err = h.Assigned.rows(r.Context(), a.root); err != nil {
		return err
	}
	if p.Rows, err = h.Assigned.allJudged(h.WithTurn(r.Context()), a, p.Rows); err != nil {
		return err
	}
	p.Students, p.Marks = len(p.Rows), a.marks(p.Rows)
	if p.Students*len(p.Places) > maxCells {
		p.Rows = nil // the script of the page writes the rows
	}
	h.Render(w, r, http.StatusOK, resultsView(p))
	return nil
}

// A cell is one state in the table of results.
type cell struct {
	State, Says, Answer string
	Run, Detail         string // the address of a run, and what is below its state
}

// cell returns the cell of an item of a student. The script of the page does the same.
func (p *resultsPage) cell(r *row, k int) cell {
	g := r.Items[k].counts(p.Of.Feedback)
	switch {
	case r.lost:
		return cell{State: stateDamaged, Says: stateDamaged, Answer: "The answers of this student were stored, but the store has lost them."}
	case g == nil:
		return cell{State: "none", Says: "not yet"}
	case r.Items[k].isRun():
		s := r.Items[k].run()
		if s.Trace == "" { // it is on the server from which the assignment was carried
			return cell{State: s.Verdict, Says: s.Verdict, Answer: s.mistake(), Detail: s.detail(r.Items[k].Tries)}
		}
		return cell{State: s.Verdict, Says: s.Verdict, Answer: s.mistake(), Run: s.path(), Detail: s.detail(r.Items[k].Tries)}
	case g.State == stateOpen:
		return cell{State: "answered", Says: "answered", Answer: g.Words}
	}
	return cell{State: g.State, Says: g.State, Answer: g.Words}
}

// worth says how many points an item has. The script of the page does the same.
func (p *resultsPage) worth(k int) string {
	if p.Of.Omitted[k] {
		return "does not count"
	}
	n := p.Of.worth(k)
	if n == 1 {
		return "1 point"
	}
	return number(n) + " points"
}

// points returns the points of a student. The script of the page does the same.
func (p *resultsPage) points(r *row) string {
	if r.lost {
		return ""
	}
	s := p.Of.score(r.record)
	text := number(s.Points) + " of " + number(s.Of)
	if s.Late {
		text += ", late"
	}
	return text
}

// whose returns the name of a student, or a number if no name was given.
func whose(i int, r *row) string {
	if r.Name != "" {
		return r.Name
	}
	return numbered(i)
}

func numbered(i int) string { return "Student " + strconv.Itoa(i+1) }
