package code

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"

	"espalier/search/checks"
	"espalier/search/engine"
	"espalier/search/program"
	"espalier/search/program/process"
	"espalier/trees"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/traces"
	"espalier/web/words"
)

// MaxSearch is the most names of search functions that a request gives, and MaxTitle the most bytes of a title.
const (
	MaxSearch = 20
	MaxTitle  = 200
)

// A request is a program, with what it is run on and how.
type request struct {
	program.Request
	Algorithm *engine.Algorithm // that it is to be; nil: none is named
	because   string            // why it was chosen; empty: the request names it
	Exercise  *exercise         // whose gap it fills; nil: none
	Title     string
	source    run.Source
	problem   engine.Problem // of what is searched, for the needs of algorithms
	how       how
}

// A how is the part of a request that is kept with a program.
type how struct {
	Program     json.RawMessage `json:"program"`
	Title       json.RawMessage `json:"title,omitempty"`
	Perspective json.RawMessage `json:"perspective,omitempty"`
	Windows     json.RawMessage `json:"windows,omitempty"`
	Search      json.RawMessage `json:"search,omitempty"`
	Algorithm   json.RawMessage `json:"algorithm,omitempty"`
	Because     json.RawMessage `json:"because,omitempty"` // why it was chosen; not in a request
	Exercise    json.RawMessage `json:"exercise,omitempty"`
	Kind        json.RawMessage `json:"-"`      // a member of the source
	Source      json.RawMessage `json:"source"` // the members that name what it is run on
}

// ownKeys are the keys of a request besides those of its source.
func (x *how) fields() []problem.Field {
	return []problem.Field{{Key: "program", Raw: (*[]byte)(&x.Program)}, {Key: "title", Raw: (*[]byte)(&x.Title)}, {Key: "perspective", Raw: (*[]byte)(&x.Perspective)},
		{Key: "windows", Raw: (*[]byte)(&x.Windows)}, {Key: "search", Raw: (*[]byte)(&x.Search)}, {Key: "algorithm", Raw: (*[]byte)(&x.Algorithm)},
		{Key: "exercise", Raw: (*[]byte)(&x.Exercise)}, {Key: "kind", Raw: (*[]byte)(&x.Kind)}}
}

// sourceKeys are the keys that name what a program is run on.
var sourceKeys = slices.Concat(run.Sources, []string{"revision", "expand", "further", "values"})

// read reads the members of a request.
func (h *Handlers) read(ctx context.Context, members []problem.Member) (*request, error) {
	r := &request{}
	b, err := run.ReadBody(members, sourceKeys, r.how.fields()...)
	if err != nil {
		return nil, err
	}
	if r.how.Program == nil {
		return nil, errNoText
	}
	if err := r.readProgram(); err != nil {
		return nil, err
	}
	chosen := string(r.how.Algorithm) == `"`+auto+`"`
	if r.how.Algorithm != nil && !chosen {
		if r.Algorithm, err = run.ReadAlgorithm(r.how.Algorithm); err != nil {
			return nil, err
		}
	}
	o, err := b.Open(ctx, h.Saved())
	if err != nil {
		return nil, err
	}
	if err := r.searches(o, &b); err != nil {
		return nil, err
	}
	if r.how.Source, err = sourceText(members); err != nil {
		return nil, err
	}
	if chosen {
		r.how.Algorithm = nil
		r.choose()
	}
	return r, r.suits()
}

// searches takes what is opened as what the program searches.
func (r *request) searches(o *run.Opened, b *run.Body) (err error) {
	r.source = o.Source
	vectors, err := readKind(r.how.Kind)
	if err != nil {
		return err
	}
	switch {
	case o.Tree == nil && !o.Implicit():
		return problem.Refused(sourceOf(b), "there is no tree here that a program could search")
	case o.Tree == nil && b.Values != nil:
		return problem.Refused("values", "a tree that is not built has no leaves with a number: give the depth to which it is built, as in \"expand\": 4")
	case o.Game != nil:
		r.Implicit = &program.Implicit{Game: o.Game, Vectors: vectors}
		r.problem = engine.OnGame(o.Game.ID, o.Position())
	case o.Generator != nil:
		r.Implicit = &program.Implicit{Generator: o.Generator, Vectors: vectors}
		r.problem, err = engine.OnGenerated(*o.Generator)
	case o.Tree.Kind == trees.Path:
		return problem.Refused(sourceOf(b), "a program searches a tree of scores; this one is of kind path")
	default:
		r.Tree = o.Tree
		if b.Values != nil {
			values, err := o.ReadValues(b.Values)
			if err != nil {
				return err
			}
			if r.Tree, err = r.Tree.WithValues(values.Map()); err != nil {
				return err
			}
		}
		r.problem = engine.OnTree(r.Tree, 0)
	}
	if r.how.Kind != nil && (r.Implicit == nil || r.problem.Players != 2) {
		return problem.Refused("kind", "only a game or a generated tree of two players can be read in both ways")
	}
	if r.Implicit != nil && r.problem.Players == 2 && !vectors {
		r.problem.Kind = trees.Minimax
	}
	return err
}

// readKind reads whether the values of a game of two players are vectors.
func readKind(raw []byte) (vectors bool, err error) {
	if raw == nil {
		return false, nil
	}
	name, err := problem.ReadString(raw, "kind")
	if err == nil && name != trees.Minimax.String() && name != trees.MaxN.String() {
		err = problem.Refused("kind", `%.40q is not known; it is "minimax" (a value is the score of player 1, a number) or "maxn" (it has the score of each player)`, name)
	}
	return name == trees.MaxN.String(), err
}

// allowed returns an error if the run would answer an open question.
func (r *request) allowed(ctx context.Context) error {
	return run.SearchAllowed(ctx, r.source, r.Tree, r.options().Algorithm)
}

// sourceOf returns the key of the source of a request.
func sourceOf(b *run.Body) string {
	for _, key := range run.Sources {
		if b.Member(key) != nil {
			return key
		}
	}
	return "source"
}

// sourceText returns the members that name a source, as an object.
func sourceText(members []problem.Member) (json.RawMessage, error) {
	list := map[string]json.RawMessage{}
	for _, m := range members {
		if (m.Key == "kind" || slices.Contains(sourceKeys, m.Key)) && !m.Absent() {
			list[m.Key] = m.Raw
		}
	}
	return json.Marshal(list)
}

// readProgram reads the text and how it is run.
func (r *request) readProgram() (err error) {
	if r.Text, err = problem.ReadString(r.how.Program, "program"); err != nil {
		return err
	}
	if len(r.Text) > program.MaxText {
		return problem.OverLimit("program", "the program has %s bytes; at most %s are allowed", words.Grouped(len(r.Text)), words.Grouped(program.MaxText))
	}
	if r.how.Title != nil {
		if r.Title, err = problem.ReadString(r.how.Title, "title"); err != nil {
			return err
		}
		if len(r.Title) > MaxTitle {
			return problem.OverLimit("title", "the title has %d bytes; at most %d are allowed", len(r.Title), MaxTitle)
		}
	}
	if r.Mover, err = readPerspective(r.how.Perspective); err != nil {
		return err
	}
	if r.how.Windows != nil {
		if err := r.readWindows(); err != nil {
			return err
		}
	}
	if r.how.Search != nil {
		if r.Search, err = readNames(r.how.Search); err != nil {
			return err
		}
	}
	if r.how.Exercise != nil {
		r.Exercise, err = readExercise(r.how.Exercise)
	}
	return err
}

// readPerspective reads from whose view a program returns numbers.
func readPerspective(raw []byte) (mover bool, err error) {
	if raw == nil {
		return false, nil
	}
	name, err := problem.ReadString(raw, "perspective")
	if err == nil && name != "max" && name != "mover" {
		err = problem.Refused("perspective", `%.40q is not known; it is "max" or "mover" (negamax: a number is the value for the player to move)`, name)
	}
	return name == "mover", err
}

func (r *request) readWindows() error {
	members, err := problem.SplitObject(r.how.Windows, "windows")
	if err != nil {
		return err
	}
	var alpha, beta []byte
	if err := problem.ReadFields(members, "windows", problem.Field{Key: "alpha", Raw: &alpha}, problem.Field{Key: "beta", Raw: &beta}); err != nil {
		return err
	}
	read := func(raw []byte, path string, name *string) {
		if raw != nil && err == nil {
			*name, err = problem.ReadString(raw, path)
		}
	}
	read(alpha, "windows.alpha", &r.Alpha)
	read(beta, "windows.beta", &r.Beta)
	return err
}

func readNames(raw []byte) (names []string, err error) {
	list, err := problem.SplitArray(raw, "search")
	if err != nil {
		return nil, err
	}
	if len(list) > MaxSearch {
		return nil, problem.OverLimit("search", "there are %d names of search functions; at most %d are allowed", len(list), MaxSearch)
	}
	for i, one := range list {
		name, err := problem.ReadString(one, "search["+strconv.Itoa(i)+"]")
		if err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, nil
}

func quoted(s string) json.RawMessage { return trees.AppendQuoted(nil, []byte(s)) }

// suits returns an error if the program cannot be held against the algorithm on the tree.
func (r *request) suits() error {
	if r.Algorithm == nil {
		return nil
	}
	return r.Algorithm.Need[0](r.Algorithm, &r.problem, &engine.Options{}) // the others are about what its own run needs
}

// options are how a run is judged.
func (r *request) options() checks.Options {
	o := checks.Options{Frontier: true, Meets: r.Exercise != nil}
	if r.Algorithm != nil {
		o.Algorithm = r.Algorithm.ID
	}
	return o
}

// lines returns how the run is written; the result is set when it ends.
func (r *request) lines(result **program.Result) traces.Lines {
	return Lines(r.Request, r.options().Algorithm, r.Title, result)
}

// Lines returns how the run of a program is written, with its header: the algorithm that it is to be, and a title,
// which may be empty. The result is set when it ends.
func Lines(r program.Request, algorithm, title string, result **program.Result) traces.Lines {
	return func(ctx context.Context, to io.Writer) (err error) {
		header, err := r.AppendHeader(nil, algorithm, title)
		if err != nil {
			return err
		}
		if _, err = to.Write(header); err != nil {
			return err
		}
		*result, err = process.Run(ctx, r, to)
		return asProblem(err)
	}
}

// ReadProgram reads a program that is run on a tree which the request does not name: its text, and how it is run.
func ReadProgram(members []problem.Member) (program.Request, error) {
	r := &request{}
	fields := problem.Choose(r.how.fields(), "program", "perspective", "windows", "search")
	if err := problem.ReadFields(members, "", fields...); err != nil {
		return r.Request, err
	}
	if r.how.Program == nil {
		return r.Request, errNoText
	}
	return r.Request, r.readProgram()
}

var errNoText = problem.Refused("program", "the program is missing: its text, such as \"def f(node): …\"")

// NotRun returns the error of a program whose run has no event, and nil for another one.
func NotRun(result *program.Result) error {
	if result == nil || result.Events > 0 || result.Fault == nil {
		return nil
	}
	return asProblem(program.Faults{*result.Fault})
}

// asProblem returns the error of a text that cannot be compiled as one of its member.
func asProblem(err error) error {
	var faults program.Faults
	if !errors.As(err, &faults) {
		return err
	}
	e := &problem.TextError{Path: "program"}
	for _, f := range faults {
		e.Faults = append(e.Faults, problem.Fault{Message: f.Text, Line: f.Line, Column: f.Column})
	}
	return e
}
