package api

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"

	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/foreign"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/run"
)

// Parse returns a tree in both notations, normalised, with how it was read.
func (h *Handlers) Parse(w http.ResponseWriter, r *http.Request) error {
	p, err := h.readTree(w, r)
	if err != nil {
		return err
	}
	if err := app.StreamAnswer(r.Context(), int64(p.Tree.Bytes())); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	app.WriteParts(r.Context(), w, func(b []byte, part trees.Part) []byte {
		b = p.Tree.AppendJSONInParts(append(b, `{"tree":`...), part)
		b = p.Tree.AppendTextInParts(append(b, `,"text":"`...), true, part)
		return append(app.AppendMembers(append(b, `",`...), p.answer()), "}\n"...)
	})
	return nil
}

// A parsed tree is one that was read, with the other ways to read its text.
type parsed struct {
	*foreign.Reading
	choices []foreign.Choice
	remarks bool // the source is a game of Gambit by its key
}

// A readingAnswer is how a tree was read.
type readingAnswer struct {
	Nodes   int            `json:"nodes"`
	ReadAs  string         `json:"read_as"`
	Called  string         `json:"called"`
	Notes   []string       `json:"notes"`
	Remarks []string       `json:"remarks,omitempty"`
	Choices []choiceAnswer `json:"choices,omitempty"`
}

// A choiceAnswer is another way to read a text.
type choiceAnswer struct {
	As      string          `json:"as"`
	Root    foreign.Root    `json:"root,omitempty"`
	Players []string        `json:"players,omitempty"`
	Numbers foreign.Numbers `json:"numbers,omitempty"`
	Words   string          `json:"words"`
	Note    *int            `json:"note,omitempty"` // absent: it is another notation
}

func (p *parsed) answer() readingAnswer {
	a := readingAnswer{Nodes: p.Tree.Len(), ReadAs: p.As, Called: p.Name(), Notes: app.List(p.Notes)}
	if p.remarks {
		a.Remarks = p.Notes
	}
	for _, c := range p.choices {
		choice := choiceAnswer{As: c.As, Root: c.Root, Players: c.Players, Numbers: c.Numbers, Words: c.Words}
		if c.Note != foreign.AboutNotation {
			choice.Note = &c.Note
		}
		a.Choices = append(a.Choices, choice)
	}
	return a
}

func (h *Handlers) readTree(w http.ResponseWriter, r *http.Request) (*parsed, error) {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return nil, err
	}
	var source *problem.Member
	var how run.Body
	var ignored []byte // the notation that is read is source
	fields := make([]problem.Field, 0, len(run.Notations)+len(run.ReadingKeys))
	for _, key := range run.Notations {
		fields = append(fields, problem.Field{Key: key, Raw: &ignored})
	}
	fields = append(fields, how.Fields(run.ReadingKeys...)...)
	for i, m := range members {
		if err := problem.ReadFields(members[i:i+1], "", fields...); err != nil {
			return nil, err
		}
		if !slices.Contains(run.Notations, m.Key) || m.Absent() {
			continue
		}
		if source != nil {
			return nil, problem.Refused(m.Key, "the body has one of tree, text and efg, and this one has both this and another")
		}
		source = &members[i]
	}
	if source == nil {
		return nil, problem.Refused("source", "a source is missing: tree, text or efg")
	}
	if err := checkHow(source.Key, &how); err != nil {
		return nil, err
	}
	switch source.Key {
	case "text":
		reading, err := run.ReadText(r.Context(), source.Raw, &how)
		if err != nil {
			return nil, err
		}
		choices, err := reading.Choices(r.Context())
		return &parsed{Reading: reading.Reading, choices: choices}, err
	}
	reading, err := run.ReadNotationInTurn(r.Context(), *source)
	return &parsed{Reading: reading, remarks: source.Key == "efg"}, err
}

// checkHow rejects a member that says how a text is read, for a source that is none.
func checkHow(source string, how *run.Body) error {
	for _, key := range run.ReadingKeys {
		if how.Member(key) != nil && source != "text" {
			return problem.Refused(key, "%s says how a text is read, and this source is %s", key, source)
		}
	}
	return nil
}

// prepare reads the request of solve and trace and acquires a slot for its search.
func (h *Handlers) prepare(w http.ResponseWriter, r *http.Request) (q *run.Resolved, ctx context.Context, release func(), err error) {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return
	}
	ctx, release, err = h.withSlot(r.Context(), members, h.AcquireSearchSlot, func(ctx context.Context) (kind app.SearchKind, err error) {
		if q, err = run.Read(ctx, h.Saved(), members); err != nil {
			return
		}
		return app.KindOfRun(q), nil
	})
	return
}

// acquireSlot is AcquireSearchSlot of app, or one like it.
type acquireSlot func(parent context.Context, kind app.SearchKind) (ctx context.Context, release func(), err error)

// withSlot reads a request and acquires a slot for its search. It reads what builds the
// tree of a game when it has the slot: such a tree takes time and memory.
func (h *Handlers) withSlot(parent context.Context, members []problem.Member, acquire acquireSlot, read func(context.Context) (app.SearchKind, error)) (ctx context.Context, release func(), err error) {
	kind, builds := app.KindToOpen(parent, members)
	if !builds {
		if kind, err = read(parent); err == nil {
			ctx, release, err = acquire(parent, kind)
		}
		return
	}
	if ctx, release, err = acquire(parent, kind); err != nil {
		return
	}
	got := false
	defer func() { // also after a panic
		if !got {
			release()
		}
	}()
	_, err = read(ctx)
	got = err == nil
	return
}

// Solve runs a search without an observer.
func (h *Handlers) Solve(w http.ResponseWriter, r *http.Request) error {
	q, ctx, release, err := h.prepare(w, r)
	if err != nil {
		return err
	}
	defer release()
	ctx, cancel := context.WithTimeoutCause(ctx, app.SolveTimeout, &engine.LimitError{
		Message: fmt.Sprintf("the search was stopped: it took more than %s, the limit of one solve", app.SolveTimeout)})
	defer cancel()
	result, err := q.Run(ctx, nil)
	if err != nil {
		return cmp.Or(context.Cause(ctx), err)
	}
	app.Answer(w, http.StatusOK, struct {
		run.ResultAnswer
		Equal []int32 `json:"equal"` // the children of the root that are best for its mover; null: not known
	}{q.Answer(&result), result.Equal})
	return nil
}
