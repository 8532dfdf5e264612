package api

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"

	"espalier/search/engine"
	"espalier/search/ties"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// MaxRuleChoices is the most choices of one tie rule in an answer. A result can have thousands of rules.
const MaxRuleChoices = 50

// Ties answers POST /api/v1/ties: the values that the root has under all tie rules of max^n, and which cuts hold.
func (h *Handlers) Ties(w http.ResponseWriter, r *http.Request) error {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return err
	}
	q, err := h.openWithValues(r.Context(), members, run.ExplicitSources, []string{"revision", "values"}, "ties are computed on an explicit tree")
	if err != nil {
		return err
	}
	if err := q.Of.Allowed(r.Context(), ties.Algorithms(q.Tree)...); err != nil {
		return err
	}
	ctx, release, err := h.AcquireSearchSlot(r.Context(), app.SmallSearch)
	if err != nil {
		return err
	}
	defer release()
	ctx, cancel := context.WithTimeoutCause(ctx, app.SolveTimeout, &engine.LimitError{
		Message: fmt.Sprintf("the computation was stopped: it took more than %s, the limit of one", app.SolveTimeout)})
	defer cancel()
	answer, err := newTies(ctx, q.Tree)
	if err != nil {
		return cmp.Or(context.Cause(ctx), err)
	}
	app.Answer(w, http.StatusOK, answer)
	return nil
}

// A tiesAnswer is the answer of Ties.
type tiesAnswer struct {
	Values     []tieValue    `json:"values"`     // the first is that of the leftmost rule
	Equilibria *string       `json:"equilibria"` // a number of any size; null: Samples
	Samples    int           `json:"samples"`
	Ties       []int32       `json:"ties"`
	Deciding   []decidingTie `json:"deciding"`
	Together   []int32       `json:"together"`
	Runs       []tiedRun     `json:"runs"`
}

type tieValue struct {
	Value      json.RawMessage `json:"value"`
	Share      float64         `json:"share"`
	Equilibria *string         `json:"equilibria"`
	Rule       *tieRule        `json:"rule"`
}

// A tieRule lists the nodes where another child than the leftmost one is taken.
type tieRule struct {
	Choices []tieChoice `json:"choices"`
	More    int         `json:"more"` // choices that are not listed
}

type tieChoice struct {
	Node int32 `json:"node"`
	From int32 `json:"from"`
	To   int32 `json:"to"`
}

type decidingTie struct {
	tieChoice
	Root json.RawMessage `json:"root"`
}

type tiedRun struct {
	Algorithm string            `json:"algorithm"`
	Name      string            `json:"name"`
	Options   problem.Object    `json:"options"` // each of them true
	Value     json.RawMessage   `json:"value"`   // null: it returns none
	Among     bool              `json:"among"`
	Set       json.RawMessage   `json:"set,omitempty"`
	Beyond    []json.RawMessage `json:"beyond,omitempty"`
	Missing   []json.RawMessage `json:"missing,omitempty"`
	Cut       []int32           `json:"cut"`
	Breaks    []tieBreak        `json:"breaks"` // null: its cuts are not about the value of max^n, or Unknown
	Unknown   string            `json:"unknown,omitempty"`
	Error     *runError         `json:"error,omitempty"`
}

type tieBreak struct {
	Value json.RawMessage `json:"value"`
	Cut   json.RawMessage `json:"cut"`
	Rule  *tieRule        `json:"rule"`
}

func newTies(ctx context.Context, t *trees.Tree) (*tiesAnswer, error) {
	found, err := ties.Find(ctx, t)
	if err != nil {
		return nil, err
	}
	runs, err := found.Runs(ctx, t)
	if err != nil {
		return nil, err
	}
	value := func(v trees.Vector) json.RawMessage {
		return trace.AppendValue(nil, &v, t.Unit, t.Players, false)
	}
	a := &tiesAnswer{Equilibria: digits(found.Equilibria), Samples: found.Samples, Values: []tieValue{}, Ties: app.List(found.Ties),
		Deciding: []decidingTie{}, Together: app.List(found.Together()), Runs: []tiedRun{}}
	for i := range found.Values {
		v := &found.Values[i]
		a.Values = append(a.Values, tieValue{value(v.Vector), v.Share, digits(v.Equilibria), ruleOf(v.Otherwise)})
	}
	for _, d := range found.Deciding {
		a.Deciding = append(a.Deciding, decidingTie{tieChoice(d.Choice), value(d.Root)})
	}
	for i := range runs {
		a.Runs = append(a.Runs, newTiedRun(t, &runs[i], value))
	}
	return a, nil
}

// digits writes a number, which can be larger than those of JavaScript; nil if it is not known.
func digits(n *big.Int) *string {
	if n == nil {
		return nil
	}
	text := n.String()
	return &text
}

// ruleOf returns a tie rule; nil if it is not known.
func ruleOf(list []ties.Choice) *tieRule {
	if list == nil {
		return nil
	}
	r := &tieRule{Choices: []tieChoice{}, More: max(0, len(list)-MaxRuleChoices)}
	for _, c := range list[:len(list)-r.More] {
		r.Choices = append(r.Choices, tieChoice(c))
	}
	return r
}

func newTiedRun(t *trees.Tree, r *ties.Run, value func(trees.Vector) json.RawMessage) tiedRun {
	a := tiedRun{Algorithm: r.Algorithm.ID, Name: words.ConfigName(r.AlgorithmConfig), Cut: []int32{}, Options: optionsOn(r.AlgorithmConfig)}
	if r.Err != nil {
		a.Error = newRunError(r.Err)
		return a
	}
	a.Cut = app.List(r.Cut)
	if r.Result.NoValue {
		return a
	}
	a.Value, a.Among = value(r.Result.Value), r.Among
	if r.Result.Set != nil {
		a.Set = trace.AppendSet(nil, r.Result.Set, t.Unit, t.Players, false)
		for _, v := range r.Beyond {
			a.Beyond = append(a.Beyond, value(v))
		}
		for _, v := range r.Missing {
			a.Missing = append(a.Missing, value(v))
		}
	}
	switch s := r.Survival; {
	case s == nil:
	case s.Unknown != "":
		a.Unknown = s.Unknown
	default:
		a.Breaks = []tieBreak{}
		for i := range s.Breaks {
			b := &s.Breaks[i]
			a.Breaks = append(a.Breaks, tieBreak{value(b.Value), value(b.Cut), ruleOf(b.Rule)})
		}
	}
	return a
}
