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

	"espalier/search/engine"
	"espalier/search/question"
	"espalier/web/app"
	"espalier/web/judge"
	"espalier/web/learn"
	"espalier/web/lessons"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// sourceKeys are the keys of what an item is made of. An item has exactly one.
var sourceKeys = []string{"lesson", "practice", "program"}

// shortKeys are the members of the short form of a program.
var shortKeys = []string{"trees", "algorithm"}

// settingKeys are the keys that can be changed later.
var settingKeys = []string{"title", "names", "numbers", "feedback", "opens", "closes", "late"}

// itemKeys are the members of an item.
var itemKeys = slices.Concat(sourceKeys, []string{"scene", "title", "points"})

// readCreated reads a new assignment and copies its scenes and exercises. One source beside the settings is
// the short form of one item.
func (h *Handlers) readCreated(ctx context.Context, members []problem.Member) (*assignment, error) {
	a := &assignment{Names: optional, Numbers: none, Feedback: atOnce, Late: lateRefused}
	known := slices.Concat(settingKeys, []string{"items"}, sourceKeys, shortKeys)
	var short, program []problem.Member
	var items []byte
	for _, m := range members {
		var err error
		switch {
		case !slices.Contains(known, m.Key):
			err = problem.UnknownKey("", m.Key, known)
		case m.Absent():
		case slices.Contains(shortKeys, m.Key):
			program = append(program, m)
		case m.Key == "items":
			items = m.Raw
		case slices.Contains(sourceKeys, m.Key):
			short = append(short, m)
		default:
			err = a.set(m)
		}
		if err != nil {
			return nil, err
		}
	}
	switch {
	case items != nil && len(short) > 0:
		return nil, problem.Refused(short[0].Key, "an assignment has either items or the short form with %s; this one has both", short[0].Key)
	case items != nil && len(program) > 0:
		return nil, problem.Refused(program[0].Key, "an assignment has either items or the short form with %s; this one has both", program[0].Key)
	case len(program) > 0 && len(short) > 0:
		return nil, problem.Refused(short[0].Key, "an assignment needs one of lesson, practice and trees; with items it can have several")
	case len(program) > 0:
		if err := h.addProgram(ctx, a, program); err != nil {
			return nil, err
		}
		return a, a.fit()
	case items == nil:
		if err := h.addItem(ctx, a, short, ""); err != nil {
			return nil, err
		}
		return a, a.fit()
	}
	list, err := problem.SplitArray(items, "items")
	if err != nil {
		return nil, err
	}
	switch n := len(list); {
	case n == 0:
		return nil, problem.Refused("items", "an assignment needs an item, such as {\"lesson\": \"deep-fails\"}")
	case n > MaxItems:
		return nil, problem.OverLimit("items", "these are %d items; the maximum is %d", n, MaxItems)
	}
	for i, raw := range list {
		path := fmt.Sprintf("items[%d]", i)
		one, err := problem.SplitObject(raw, path)
		if err == nil {
			err = h.addItem(ctx, a, one, path)
		}
		if err != nil {
			return nil, err
		}
	}
	if a.Title == "" {
		a.Title = "Assignment"
	}
	return a, a.fit()
}

// addItem adds the parts of an item. The path is that of the item in the request.
func (h *Handlers) addItem(ctx context.Context, a *assignment, members []problem.Member, path string) error {
	var given []problem.Member
	scene, title := -1, ""
	var points *float64
	for _, m := range members {
		at := problem.JoinPath(path, m.Key)
		var err error
		switch {
		case !slices.Contains(itemKeys, m.Key):
			err = problem.UnknownKey(path, m.Key, itemKeys)
		case m.Absent():
		case m.Key == "scene":
			scene, err = problem.ReadWhole(m.Raw, at, 0, lessons.MaxScenes-1)
		case m.Key == "title":
			title, err = readTrimmed(m.Raw, at, MaxTitle)
		case m.Key == "points":
			var n float64
			n, err = readPoints(m.Raw, at)
			points = &n
		default:
			given = append(given, m)
		}
		if err != nil {
			return err
		}
	}
	switch {
	case len(given) == 0:
		return problem.Refused(problem.JoinPath(path, "lesson"), "an assignment needs lesson, practice or program; this one has none of them")
	case len(given) > 1:
		return problem.Refused(problem.JoinPath(path, given[1].Key), "an item is made of one of lesson, practice and program; this one has several")
	case scene >= 0 && given[0].Key != "lesson":
		return problem.Refused(problem.JoinPath(path, "scene"), "only an item with a lesson has a scene; leave it out")
	}
	first, asked := len(a.Parts), len(a.items())
	var err error
	switch given[0].Key {
	case "lesson":
		err = h.copyLesson(ctx, a, given[0].Raw, scene)
	case "practice":
		err = h.makeExercises(ctx, a, given[0].Raw)
	default:
		var members []problem.Member
		if members, err = problem.SplitObject(given[0].Raw, "program"); err == nil {
			err = problem.Under("program", h.addProgram(ctx, a, members))
		}
	}
	if err != nil {
		return problem.Under(path, err)
	}
	for i := first; i < len(a.Parts); i++ {
		a.Parts[i].Title = title
	}
	all := len(a.items())
	if all > MaxAsked {
		return problem.OverLimit(path, "with this item the assignment asks %d things; the maximum is %d", all, MaxAsked)
	}
	for k := asked; k < all && points != nil; k++ {
		a.setWorth(k, *points)
	}
	return nil
}

// addProgram adds a program.
func (h *Handlers) addProgram(ctx context.Context, a *assignment, members []problem.Member) error {
	p, err := h.readProgram(ctx, members)
	if err != nil {
		return err
	}
	a.Parts = append(a.Parts, part{Node: -1, Program: p, Text: p.implementing()})
	if a.Title == "" {
		a.Title = p.implementing()
	}
	return nil
}

// lastMoment is the end of the year 9999 in ms, the last date that a date field can hold.
const lastMoment = 253_402_300_799_999

// set reads one of the settings.
func (a *assignment) set(m problem.Member) (err error) {
	switch m.Key {
	case "title":
		a.Title, err = readTrimmed(m.Raw, "title", MaxTitle)
	case "names":
		a.Names, err = readOneOf(m.Raw, "names", required, optional, none)
	case "numbers":
		a.Numbers, err = readOneOf(m.Raw, "numbers", required, optional, none)
	case "late":
		a.Late, err = readOneOf(m.Raw, "late", lateRefused, lateMarked)
	case "feedback":
		a.Feedback, err = readOneOf(m.Raw, "feedback", atOnce, atEnd)
	case "opens":
		a.Opens, err = readMoment(m)
	case "closes":
		a.Closes, err = readMoment(m)
	}
	return err
}

// readMoment reads a time in ms; nil: there is none.
func readMoment(m problem.Member) (*int64, error) {
	if m.Absent() {
		return nil, nil
	}
	ms, err := problem.ReadWhole(m.Raw, m.Key, 0, lastMoment)
	at := int64(ms)
	return &at, err
}

func readOneOf(raw []byte, path string, of ...string) (string, error) {
	text, err := problem.ReadString(raw, path)
	if err == nil && !slices.Contains(of, text) {
		err = problem.Refused(path, "%.40q is not one of %s", text, strings.Join(of, ", "))
	}
	return text, err
}

// copyLesson copies the scenes of a lesson, or the one with a number.
func (h *Handlers) copyLesson(ctx context.Context, a *assignment, raw []byte, scene int) error {
	id, err := problem.ReadString(raw, "lesson")
	if err != nil {
		return err
	}
	l, err := h.lessons.Load(ctx, id)
	if err != nil {
		return err
	}
	if a.Title == "" {
		a.Title = words.MaxN(l.Title)
	}
	if scene >= len(l.Scenes) {
		return problem.Refused("scene", "the lesson has scenes 0 to %d", len(l.Scenes)-1)
	}
	before := len(a.items())
	for i, s := range l.Scenes {
		if scene >= 0 && i != scene {
			continue
		}
		p, err := h.copyScene(ctx, &s)
		if err != nil {
			return problem.Under(fmt.Sprintf("lesson.scenes[%d]", i), err)
		}
		a.Parts = append(a.Parts, *p)
	}
	switch asks := len(a.items()) > before; {
	case !asks && scene >= 0:
		return problem.Refused("scene", "the scene has no question; choose one that has, or add a question in the editor of the lesson")
	case !asks:
		return problem.Refused("lesson", "no scene of this lesson has a question; homework needs at least one question, so add one in the editor of the lesson")
	}
	return nil
}

// copyScene copies a scene and finds the right answer.
func (h *Handlers) copyScene(ctx context.Context, s *lessons.Scene) (*part, error) {
	shown, step, err := lessons.ReadShow(ctx, h.Saved(), s.Show)
	if err != nil {
		return nil, err
	}
	p := &part{Note: s.Note, Node: -1}
	if p.Show, err = frozen(s.Show, shown); err != nil || s.Question == nil {
		return p, err
	}
	if shown.Tree == nil {
		return nil, problem.Refused("show", "the question is about a game, whose tree is not drawn; homework needs a tree")
	}
	j := judge.Judge{Core: h.Core}
	on := j.On(shown)
	q, err := judge.Read(s.Question, on, stepOr(step))
	if err != nil {
		return nil, err
	}
	right, err := j.Right(ctx, &q.Question, on)
	if err != nil {
		return nil, err
	}
	p.Node = q.Node
	stored := judge.Stored(right)
	p.Right = &stored
	if p.Question, err = withoutCorrect(s.Question); err != nil {
		return nil, err
	}
	if p.Text = q.Text; p.Text == "" {
		p.Text = judge.Fill(judge.PhraseOf(q.Kind).Asked, &q.Question, on, "")
	}
	if p.Why, err = h.reason(ctx, q, shown, on, &right); right.Answer != nil {
		p.Bare = correctIs(q, on, &right)
	}
	return p, err
}

// reason returns a text with the right answer and the reason.
func (h *Handlers) reason(ctx context.Context, q *judge.Question, shown *run.Resolved, on *question.Run, right *question.Right) (string, error) {
	if right.Answer == nil {
		return judge.NoAnswer(&q.Question, on), nil
	}
	why := judge.Reason(&q.Question, on, right)
	if right.At >= 0 {
		sentence, err := judge.Judge{Core: h.Core}.Explain(ctx, shown, right.At)
		if err != nil {
			return "", err
		}
		why = sentence.String()
	}
	return strings.TrimSpace(correctIs(q, on, right) + " " + why), nil
}

func correctIs(q *judge.Question, on *question.Run, right *question.Right) string {
	return "Correct: " + judge.InWords(&q.Question, on, right.Answer) + "."
}

// stepOr reads the step of a question. The default is the step of the show.
func stepOr(shown int) func(text []byte) (int, error) {
	return func(text []byte) (int, error) {
		if text == nil {
			return shown, nil
		}
		return problem.ReadWhole(text, "question.step", 0, problem.MaxCount)
	}
}

// frozen returns the show of a scene. A saved tree is replaced with a copy, because its author may
// edit it later.
func frozen(show []byte, shown *run.Resolved) ([]byte, error) {
	if shown.Of.Source.Key() != (run.Saved{}).Key() {
		return show, nil
	}
	members, err := problem.SplitObject(show, "show")
	if err != nil {
		return nil, err
	}
	copied := problem.Object{{Key: "tree", Raw: shown.Of.Tree.AppendJSON(nil)}}
	for _, m := range members {
		if m.Key != "saved" && m.Key != "revision" {
			copied = append(copied, m)
		}
	}
	return problem.Raw(copied), nil
}

// withoutCorrect returns a question without the author's right answer.
func withoutCorrect(raw []byte) ([]byte, error) {
	members, err := problem.SplitObject(raw, "question")
	if err != nil {
		return nil, err
	}
	return problem.Raw(problem.Object(slices.DeleteFunc(members, func(m problem.Member) bool { return m.Key == "correct" }))), nil
}

// exerciseKeys are the keys of the member practice. They have the same names and meanings as the
// parameters of /practice.
var exerciseKeys = []string{"algorithm", "kind", "players", "branching", "depth", "maxsum", "case", "seed", "exercises", "own"}

// makeExercises makes exercises. Their seeds are random and secret. A seed that the teacher gives is
// public: the exercises have this seed and the next ones.
func (h *Handlers) makeExercises(ctx context.Context, a *assignment, raw []byte) error {
	members, err := problem.SplitObject(raw, "practice")
	if err != nil {
		return err
	}
	q := url.Values{}
	count, seed, own := 1, -1, false
	for _, m := range members {
		at := "practice." + m.Key
		switch {
		case !slices.Contains(exerciseKeys, m.Key):
			err = problem.UnknownKey("practice", m.Key, exerciseKeys)
		case m.Absent():
		case m.Key == "exercises":
			count, err = problem.ReadWhole(m.Raw, at, 1, MaxExercises)
		case m.Key == "seed":
			seed, err = problem.ReadWhole(m.Raw, at, 0, 1<<32-1-MaxExercises)
		case m.Key == "own":
			own, err = problem.ReadBool(m.Raw, at)
		case slices.Contains([]string{"algorithm", "kind", "case"}, m.Key):
			var text string
			text, err = problem.ReadString(m.Raw, at)
			q.Set(m.Key, text)
		default:
			var n int
			n, err = problem.ReadWhole(m.Raw, at, 0, problem.MaxCount)
			q.Set(m.Key, strconv.Itoa(n))
		}
		if err != nil {
			return err
		}
	}
	if q.Get("algorithm") == "" {
		return problem.Refused("practice.algorithm", "the algorithm is missing; /algorithms lists them")
	}
	if own && seed >= 0 {
		return problem.Refused("practice.seed", "a seed gives all students the same trees; leave it out, or leave own out")
	}
	ctx, release, err := h.AcquireSearchSlot(ctx, app.SmallSearch)
	if err != nil {
		return err
	}
	defer release()
	for i := range count {
		q.Set("seed", strconv.FormatUint(uint64(learn.SecretSeed()), 10))
		if seed >= 0 {
			q.Set("seed", strconv.Itoa(seed+i))
		}
		e, err := learn.NewAssigned(ctx, q)
		if err != nil {
			return inPractice(err)
		}
		if a.Title == "" {
			a.Title = e.Title()
		}
		one := part{Node: -1, Tree: e.Tree.Text(), Algorithm: e.Algorithm(), Text: e.Title()}
		if own {
			q.Del("seed")
			one.Own = q.Encode()
		}
		a.Parts = append(a.Parts, one)
	}
	return nil
}

// inPractice adds the path to an error in the parameters of an exercise.
func inPractice(err error) error {
	var q *problem.QueryError
	var refused *engine.NotApplicableError
	switch {
	case errors.As(err, &q):
		return problem.Refused("practice."+q.Name, "%s", q.Message)
	case errors.As(err, &refused):
		return problem.Refused("practice.algorithm", "%s", refused.Message)
	}
	return err
}

var errNotEntered = &problem.Error{Status: http.StatusUnauthorized, Path: "Authorization",
	Message: "the token of a student of this assignment is missing or wrong; get one with POST …/students, and send it as Authorization: Bearer TOKEN"}
