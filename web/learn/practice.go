package learn

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/a-h/templ"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/practice"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/app"
	"espalier/web/draw"
	"espalier/web/problem"
	"espalier/web/run"
)

// maxPrintedAddress bounds the address on a sheet, in bytes: nobody types a longer one from
// paper. An address with a pasted tree can have thousands of bytes.
const maxPrintedAddress = 200

// An exercisePage has the data of the pages of an exercise.
type exercisePage struct {
	*exercise
	Tree    *trees.Tree
	Steps   []practice.Step
	Picture templ.Component
	Nodes   string    // for the script: name, parent, mover and value of each node
	Request string    // for the script: the request of a check, without the steps
	Print   string    // the address of the sheet
	Again   string    // the address of the exercise with the steps
	Harder  *exercise // the exercise with a special case; nil: there is none, or this is it

	Homework string // the address to give it as homework; empty: its tree is not generated
	Assigned bool   // it is on the page of an assignment
	Withheld bool   // it is part of homework that is not closed: the sheet has no solution

	// Only on results and sheets.
	Solution *solution
	Result   *result
	Address  string // on a result: its full address; on a sheet: empty if it is too long to type
	Run      string // address of the run on the tree; empty: the tree is too large for one
	Done     []run.Parameter
	Name     string
}

// ServePractice answers GET /practice: the exercise, its result (done=1) or its sheet on
// paper (print=1).
func (h Handlers) ServePractice(w http.ResponseWriter, r *http.Request) error {
	return h.serve(w, r, func(p *exercisePage, q url.Values) error {
		view := exerciseView
		switch {
		case q.Get("print") != "":
			view = sheetView
		case p.Result != nil:
			view = resultView
		}
		h.Render(w, r, http.StatusOK, view(p))
		return nil
	})
}

// ServePracticeResult answers GET /practice/result.txt: a result as a file to hand in.
func (h Handlers) ServePracticeResult(w http.ResponseWriter, r *http.Request) error {
	return h.serve(w, r, func(p *exercisePage, q url.Values) error {
		if p.Result == nil {
			return &problem.QueryError{Name: "done", Message: "only a result can be downloaded: send done=1 and your steps"}
		}
		header := w.Header()
		header.Set("Content-Type", "text/plain; charset=utf-8")
		header.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.txt"`, p.fileName()))
		header.Set("Cache-Control", "no-store")
		w.Write([]byte(p.text()))
		return nil
	})
}

// serve reads the address and calls answer with the page.
func (h Handlers) serve(w http.ResponseWriter, r *http.Request, answer func(p *exercisePage, q url.Values) error) error {
	e, q, err := h.readExercise(r.Context(), r.URL.Query())
	if err != nil {
		return err
	}
	ctx, release, err := h.AcquireSearchSlot(r.Context(), app.SmallSearch)
	if err != nil {
		return err
	}
	defer release()
	ctx, cancel := context.WithTimeoutCause(ctx, app.SolveTimeout, &engine.LimitError{
		Message: fmt.Sprintf("the exercise was stopped after %s, the limit of one request; choose a smaller depth or branching", app.SolveTimeout)})
	defer cancel()
	p, err := h.read(ctx, r, e, q)
	if err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		var refused *engine.NotApplicableError
		if errors.As(err, &refused) { // a tree without the right players is a fault of the algorithm here
			err = &problem.QueryError{Name: "algorithm", Message: refused.Message}
		}
		return err
	}
	return answer(p, q)
}

// read makes the page of an exercise; q is the query without the source of its tree.
func (h Handlers) read(ctx context.Context, r *http.Request, e *exercise, q url.Values) (*exercisePage, error) {
	t, err := e.tree(ctx)
	if err != nil {
		return nil, err
	}
	steps, err := readMoves(q, t)
	if err != nil {
		return nil, err
	}
	p := &exercisePage{exercise: e, Tree: t, Steps: steps, Name: strings.TrimSpace(q.Get("name"))}
	if utf8.RuneCountInString(p.Name) > MaxPracticeName {
		return nil, &problem.QueryError{Name: "name", Message: fmt.Sprintf("the name is too long; a name has at most %d characters", MaxPracticeName)}
	}
	moves := e.query()
	if pass := q.Get(passName); pass != "" {
		moves.Set(passName, pass)
	}
	moves.Set("print", "1")
	p.Print = "/practice?" + moves.Encode()
	moves.Del("print")
	writeMoves(moves, steps, t)
	p.Again = "/practice?" + moves.Encode()
	print, done := q.Get("print") != "", q.Get("done") != ""
	if !print && !done {
		p.Picture = draw.LivePictureBeside(t, layout.Select(t), trace.NewFold(t, nil), "", nil)
		p.Nodes, p.Request = nodesOf(t), requestOf(e, t)
		p.Harder = e.harder()
		if e.Given == nil {
			q := e.query()
			q.Del("seed") // whoever has seen this page has the exercise
			p.Homework = "/homework/new?" + q.Encode()
		}
		return p, nil
	}
	if run.OnTree(t).With(e.config()).Allowed(ctx) != nil || h.Open != nil && h.Open(ctx, e.identity(t), q.Get(passName)) {
		if done {
			return nil, errOpenExercise
		}
		p.Withheld = true
	} else if p.Solution, err = e.solve(ctx, t); err != nil {
		return nil, err
	}
	if text := run.LinkText(t); text != "" && !p.Withheld {
		p.Run = "/tree?" + url.Values{"text": {text}, "algorithm": {e.Algorithm.ID}, "step": {"0"}}.Encode()
	}
	if print {
		if address := h.HostOf(r) + e.address(); len(address) <= maxPrintedAddress {
			p.Address = address
		}
		return p, nil
	}
	p.Picture = draw.LivePictureBeside(t, layout.Select(t), p.Solution.End, "", nil)
	moves.Set("done", "1")
	p.Address = h.HostOf(r) + "/practice?" + moves.Encode()
	for name, list := range moves {
		for _, value := range list {
			p.Done = append(p.Done, run.Parameter{Name: name, Value: value})
		}
	}
	p.Result, err = e.judge(ctx, t, steps, p.Solution)
	return p, err
}

var errOpenExercise = &problem.Error{Status: http.StatusConflict, Path: "done",
	Message: "this exercise is part of homework that is still open, so its result is not shown here; hand it in on the page of the homework, or choose another seed"}

// readExercise reads the exercise of an address, on a generated or a given tree. rest is the
// query without the source.
func (h Handlers) readExercise(ctx context.Context, q url.Values) (e *exercise, rest url.Values, err error) {
	for _, name := range run.TreeParameters {
		if q.Has(name) && !isGiven(q) {
			return nil, nil, &problem.QueryError{Name: name, Message: "this parameter is empty; give a tree, or leave the parameter out to get a generated tree"}
		}
	}
	if isGiven(q) {
		return readGiven(ctx, h.Saved(), q)
	}
	e, err = readExercise(q)
	return e, q, err
}

// nodesOf describes the tree for the script.
func nodesOf(t *trees.Tree) string {
	type node struct {
		Name   string `json:"name"`
		Parent int    `json:"parent"`
		Player int    `json:"player"`
		Value  string `json:"value,omitempty"`
	}
	list := make([]node, t.Len())
	for n := range list {
		list[n] = node{Name: t.Name(n), Parent: t.Parent(n), Player: t.Mover(n)}
		if v, known := t.Value(n); known {
			list[n].Value = t.PlainValue(&v)
		}
	}
	b, _ := json.Marshal(list)
	return string(b)
}

func requestOf(e *exercise, t *trees.Tree) string {
	b, _ := json.Marshal(map[string]string{"text": t.Text(), "algorithm": e.Algorithm.ID})
	return string(b)
}

// code is the pseudo-code beside the exercise. In homework nothing judges the algorithm.
func (p *exercisePage) code() []engine.CodeLine {
	if p.Assigned {
		return engine.NeutralCode(p.Algorithm.CodeOf(engine.Options{}))
	}
	return p.Algorithm.CodeOf(engine.Options{})
}

// losesValues reports whether the algorithm has cuts after which a node has no value.
func (p *exercisePage) losesValues() bool {
	rules := p.Algorithm.Rules(engine.Options{})
	return slices.Contains(rules, trace.LastBranch) || slices.Contains(rules, trace.Speculative)
}

// reference returns the id of the algorithm that searches the whole tree of the exercise.
func (p *exercisePage) reference() string { return algorithms.Exhaustive(p.Algorithm).ID }

// bounds returns the kind of bounds of the algorithm, for the script: players, window, or empty
// for none.
func (p *exercisePage) bounds() string {
	switch {
	case !p.Algorithm.TwoPlayers:
		return "players"
	case len(p.Algorithm.Rules(engine.Options{})) > 0:
		return "window"
	}
	return ""
}

// scalar reports whether a value is one number instead of a list of scores.
func (p *exercisePage) scalar() bool { return p.Tree.Kind != trees.MaxN }

func (p *exercisePage) fileName() string {
	if p.Given != nil {
		return "practice-" + p.Algorithm.ID
	}
	return fmt.Sprintf("practice-%s-%d", p.Algorithm.ID, p.Seed)
}

// text returns a result as the text of a file.
func (p *exercisePage) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", p.title(), p.sub())
	if p.Name != "" {
		fmt.Fprintf(&b, "by %s\n", p.Name)
	}
	fmt.Fprintf(&b, "\n%s\n\n", p.Tree.Text())
	for _, i := range p.Result.Items {
		fmt.Fprintf(&b, "%s: %s. %s\n", i.What, i.Says, i.Why)
	}
	b.WriteByte('\n')
	for _, c := range p.Result.Counts {
		fmt.Fprintf(&b, "%3d  %s\n", c.N, c.Says)
	}
	fmt.Fprintf(&b, "\n%s\n", p.Address)
	return b.String()
}

// value returns the value that the student gave to a node, for the form without scripts;
// empty: none.
func (p *exercisePage) value(n int) string {
	for _, s := range p.Steps {
		if s.Kind == practice.Backup && s.Node == n {
			return p.Tree.PlainValue(&s.Value)
		}
	}
	return ""
}

func (p *exercisePage) isCut(n int) bool {
	for _, s := range p.Steps {
		if s.Kind == practice.Cut && s.Node == n {
			return true
		}
	}
	return false
}

// A scoreField is the input field of a score.
type scoreField struct{ Label, Placeholder, Class string }

// valueFields are the fields of a value: one for each player, or one for a number.
func (p *exercisePage) valueFields() (list []scoreField) {
	if p.scalar() {
		return []scoreField{{Label: "value"}}
	}
	for i := range p.Tree.Players {
		n := strconv.Itoa(i + 1)
		list = append(list, scoreField{"score of player " + n, n, "p p" + n})
	}
	return list
}

// boundFields are the fields of the bounds at a node: one for each player, or α and β.
func (p *exercisePage) boundFields() (list []scoreField) {
	for i := range p.Tree.Players {
		n := strconv.Itoa(i + 1)
		f := scoreField{"bound of player " + n, n, "p p" + n}
		if p.Algorithm.TwoPlayers {
			f.Label, f.Placeholder = practice.WindowEnd(i+1), practice.WindowEnd(i+1)
		}
		list = append(list, f)
	}
	return list
}

// A setup is a form for another exercise on generated trees of one kind.
type setup struct {
	*exercise
	Title string
}

// setups are the forms for another exercise. The form for the current kind of tree has the
// numbers of this exercise.
func (p *exercisePage) setups() []setup {
	list := []setup{{Title: "Max against Min"}, {Title: "Each player for themselves"}}
	for i, kind := range []trees.Kind{trees.Minimax, trees.MaxN} {
		e := *p.exercise
		if p.Given != nil || p.Kind != kind {
			e = *newExercise()
			if e.Kind = kind; kind == trees.Minimax {
				e.Algorithm, e.Players = algorithms.WholeForTwo, 2
			}
			e.AtEnd = p.AtEnd
		}
		list[i].exercise = &e
	}
	return list
}

// pasted is the text of a pasted tree; empty: none.
func (p *exercisePage) pasted() string {
	if p.Given != nil {
		for _, one := range p.Given.Parameters {
			if one.Name == "text" {
				return one.Value
			}
		}
	}
	return ""
}
