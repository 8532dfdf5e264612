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
		b = trees.AppendNumberKey(append(b, '"'), "nodes", p.Tree.Len())
		b = trees.AppendQuoted(append(b, `,"read_as":`...), p.As)
		b = trees.AppendQuoted(append(b, `,"called":`...), p.Name())
		b = trees.AppendStrings(append(b, `,"notes":`...), p.Notes)
		if p.remarks && len(p.Notes) > 0 {
			b = trees.AppendStrings(append(b, `,"remarks":`...), p.Notes)
		}
		return append(appendChoices(b, p.choices), "}\n"...)
	})
	return nil
}

// A parsed tree is one that was read, with the other ways to read its text.
type parsed struct {
	*foreign.Reading
	choices []foreign.Choice
	remarks bool // the source is a game of Gambit by its key
}

// appendChoices appends the other ways to read a text, if there are any.
func appendChoices(b []byte, choices []foreign.Choice) []byte {
	if len(choices) == 0 {
		return b
	}
	b = append(b, `,"choices":[`...)
	for i, c := range choices {
		if i > 0 {
			b = append(b, ',')
		}
		b = trees.AppendQuoted(append(b, `{"as":`...), c.As)
		if c.Root != "" {
			b = trees.AppendQuoted(append(b, `,"root":`...), string(c.Root))
		}
		b = append(trees.AppendQuoted(append(b, `,"words":`...), c.Words), '}')
	}
	return append(b, ']')
}

func (h *Handlers) readTree(w http.ResponseWriter, r *http.Request) (*parsed, error) {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return nil, err
	}
	var source *problem.Member
	how := run.Body{}
	for i, m := range members {
		switch {
		case slices.Contains(run.ReadingKeys, m.Key) && !m.Absent():
			how[m.Key] = m.Raw
		case !slices.Contains(run.ReadingKeys, m.Key) && !slices.Contains(run.Notations, m.Key):
			return nil, problem.UnknownKey("", m.Key, slices.Concat(run.Notations, run.ReadingKeys))
		case m.Absent():
		case source != nil:
			return nil, problem.Refused(m.Key, "the body has one of tree, text and efg, and this one has both this and another")
		default:
			source = &members[i]
		}
	}
	if source == nil {
		return nil, problem.Refused("source", "a source is missing: tree, text or efg")
	}
	if err := checkHow(source.Key, how); err != nil {
		return nil, err
	}
	switch source.Key {
	case "text":
		reading, text, err := run.ReadText(r.Context(), source.Raw, how)
		if err != nil {
			return nil, err
		}
		choices, err := run.Choices(r.Context(), text, reading)
		return &parsed{Reading: reading, choices: choices}, err
	}
	reading, err := run.ReadNotationInTurn(r.Context(), *source)
	return &parsed{Reading: reading, remarks: source.Key == "efg"}, err
}

// checkHow rejects a member that says how a text is read, for a source that is none.
func checkHow(source string, how run.Body) error {
	for _, key := range run.ReadingKeys {
		if how[key] != nil && source != "text" {
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
	b := append([]byte(nil), '{')
	b = run.AppendEqual(q.AppendResult(b, &result), result.Equal)
	app.WriteJSON(w, append(b, "}\n"...))
	return nil
}
