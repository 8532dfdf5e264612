package games

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// This file gives each move of a position the value that a search gives it.

// asked is the evaluation that an address asks for.
type asked struct {
	Algorithm string // empty: none is asked for
	Plies     int
}

// readAsked reads which evaluation is asked for.
func readAsked(p *place, q url.Values) (a asked, err error) {
	if a.Algorithm = q.Get("evaluate"); a.Algorithm == "" {
		return a, nil
	}
	if can := evaluators(p.pos); !slices.Contains(can, a.Algorithm) {
		return asked{}, &problem.QueryError{Name: "evaluate", Message: "moves are evaluated by " + words.AnyOf(can)}
	}
	a.Plies, err = strconv.Atoi(q.Get("plies"))
	if err != nil || a.Plies < 1 {
		return asked{}, &problem.QueryError{Name: "plies", Message: "a whole number of at least 1 is right"}
	}
	a.Plies = min(a.Plies, max(1, games.MostPlies(p.pos)))
	return a, nil
}

// A worth is the value of a move.
type worth struct {
	Score  string // of the mover
	Vector string // of all players
	Best   bool   // no other move gives the mover more
	score  trees.Score
}

// more reports whether a move gives the mover more than another one.
func (w *worth) more(than *worth) bool { return w.score > than.score }

// evaluate searches each move of a place in the slot of a search.
func (h Handlers) evaluate(ctx context.Context, p *place, a asked) ([]worth, error) {
	ctx, release, err := h.AcquireSearchSlot(ctx, app.SmallSearch)
	if err != nil {
		return nil, err
	}
	defer release()
	return evaluate(ctx, p, a, MaxMoveNodes)
}

// evaluate searches each move of a place. All searches together visit at most limit nodes; the
// moves after that have no value.
func evaluate(ctx context.Context, p *place, a asked, limit int) (list []worth, err error) {
	algorithm, _ := algorithms.Find(a.Algorithm)
	if err := p.allowed(ctx, algorithm); err != nil {
		return nil, err
	}
	mover := p.pos.Mover() - 1
	var none trees.Vector
	var best trees.Score
	for move := range p.pos.Look(&none) {
		problem := engine.OnGame(p.game.ID, games.OnlyMove(opened(p), move))
		result, err := algorithm.Run(ctx, problem, engine.Options{Depth: a.Plies, HasDepth: true, Nodes: limit, HasNodes: true}, nil)
		var tooMany *engine.LimitError
		if errors.As(err, &tooMany) {
			break
		}
		if err != nil {
			return nil, err
		}
		texts := make([]string, p.pos.Players())
		for i := range texts {
			texts[i] = result.Value[i].In(result.Unit).String()
		}
		list = append(list, worth{Score: texts[mover], Vector: "(" + strings.Join(texts, ", ") + ")", score: result.Value[mover]})
		best = max(best, result.Value[mover])
		if limit -= result.Stats.Nodes; limit < 1 {
			break
		}
	}
	for i := range list {
		list[i].Best = list[i].score == best
	}
	return list, nil
}

// An evaluateForm asks for the values of the moves, and says what those that are shown are.
type evaluateForm struct {
	Keep       []run.Parameter
	Algorithms []app.Choice
	Algorithm  string
	Plies      string
	Says       string // empty: none are shown
}

// evaluateForm fills the form, and gives the moves their values. There is none where no player
// moves.
func (v *page) evaluateForm(p *place, m *match, values []worth) {
	if v.Over || v.Mover == 0 {
		return
	}
	depth, _, _ := games.DepthWithin(opened(p), readableNodes, nil)
	f := &evaluateForm{Keep: append(placeParameters(p), m.parameters()...), Algorithm: algorithms.Plain.ID, Plies: strconv.Itoa(max(1, depth))}
	for _, a := range algorithms.Evaluators(p.pos) {
		f.Algorithms = append(f.Algorithms, app.Choice{Value: a.ID, Text: words.MaxN(words.ShortName(a))})
	}
	v.Evaluate = f
	if m.Asked.Algorithm == "" {
		return
	}
	f.Algorithm, f.Plies = m.Asked.Algorithm, strconv.Itoa(m.Asked.Plies)
	for i := range values {
		v.Moves[i].Worth = &values[i]
	}
	a, _ := algorithms.Find(f.Algorithm)
	f.Says = "Beside each move is the score of player " + strconv.Itoa(v.Mover) + " by " + words.InnerName(a) + ", to depth " + strconv.Itoa(m.Asked.Plies) + ". The largest is in bold."
	if len(values) < len(v.Moves) {
		f.Says = "Stopped at the limit of " + words.Grouped(MaxMoveNodes) + " nodes: " + strconv.Itoa(len(values)) + " of " + words.Plural(len(v.Moves), "move") + " have a value. Fewer plies take fewer nodes."
	}
}
