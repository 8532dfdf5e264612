package games

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/tree"
	"espalier/web/words"
)

// This file asks each decision rule about a position.

const (
	// MaxRuleNodes bounds the nodes that one rule visits, so that all rules together take about a second at
	// most.
	MaxRuleNodes = 250_000

	// ruleNodes bounds the tree of a position whose depth is not given.
	ruleNodes = 20_000

	// MaxWeighedNodes bounds the tree on which the slider tries all weights: it is built.
	MaxWeighedNodes = 100_000
)

// rulesParameters are those of the page, besides the position and who plays. The player who is attacked
// is no target, since that is a field of Pig.
var rulesParameters = []string{"depth", "nodes", "quiescence", "attack", "w"}

// A rulesAsked is what an address asks of the rules.
type rulesAsked struct {
	Options engine.Options
	Weight  int             // of the slider
	Given   []run.Parameter // all but the weight
}

// readRules reads what is asked. Without a depth, the tree has at most ruleNodes nodes.
func readRules(ctx context.Context, p *place, q url.Values) (a rulesAsked, err error) {
	if p.pos.Mover() == 0 {
		var v trees.Vector
		here := "the game is over here"
		if p.pos.Look(&v) > 0 {
			here = "the die falls here"
		}
		return a, &problem.QueryError{Name: "moves", Message: here + "; a position with a player to move is right"}
	}
	for name := range q {
		if !slices.Contains(rulesParameters, name) {
			return a, &problem.QueryError{Name: name, Message: "there is no such parameter here; there are " + strings.Join(rulesParameters, ", ") + ", the fields of a position, moves, and who plays"}
		}
	}
	depth := q.Get("depth")
	if depth == "" {
		most, _, err := run.DepthWithin(ctx, opened(p), ruleNodes)
		if err != nil {
			return a, err
		}
		q.Set("depth", strconv.Itoa(max(1, most)))
	}
	o := &a.Options
	if o.Depth, o.Quiescence, err = depthOf(p, q); err != nil {
		return a, err
	}
	o.Depth = min(o.Depth, max(1, games.MostPlies(p.pos)))
	o.HasDepth, o.HasQuiescence = true, o.Quiescence > 0
	o.Nodes, o.HasNodes = MaxRuleNodes, true
	if err := readWhole(q, "nodes", &o.Nodes, leastNodes, MaxRuleNodes, ""); err != nil {
		return a, err
	}
	if text := q.Get("attack"); text != "" {
		o.HasTarget = true
		if o.Target, err = strconv.Atoi(text); err != nil || o.Target < 1 || o.Target > p.pos.Players() || o.Target == p.pos.Mover() {
			return a, &problem.QueryError{Name: "attack", Message: "a number from 1 to " + strconv.Itoa(p.pos.Players()) + " is right, but not " + strconv.Itoa(p.pos.Mover()) + ", the player to move"}
		}
	}
	if text := q.Get("w"); text != "" {
		if a.Weight, err = tree.ReadWeight(text); err != nil {
			return a, err
		}
	}
	if depth == "" {
		q.Del("depth")
	}
	for _, name := range rulesParameters {
		if text := q.Get(name); text != "" && name != "w" {
			a.Given = append(a.Given, run.Parameter{Name: name, Value: text})
		}
	}
	return a, nil
}

// A rulesPage is the page of the rules on a position.
type rulesPage struct {
	Game     *games.Game
	Mover    int
	Picture  picture
	Back     string // the page of the position
	Examples []app.Example
	Says     string // of a prepared position; else ""

	Agree    string // how many moves the rules choose
	Choices  []rulesChoice
	Searched string
	Rules    []ruleRow
	Refused  []tree.Refusal
	Slider   tree.Slider

	Keep       []run.Parameter // the position and who plays
	Depth      int
	Nodes      int
	Unstable   string // which positions are unstable; "": the game does not say
	Quiescence string
	Targets    []app.Choice
	Target     string
}

// A rulesChoice is a move with the rules that choose it.
type rulesChoice struct {
	Move  moveLink
	Rules string
}

// A ruleRow is what a rule makes of the position.
type ruleRow struct {
	Name, Href, Why string
	Line            []moveLink // its move, and those that it expects
	Then            string     // what follows the line; "": its scores are those of the last position
	Scores, Nodes   string
}

// ServeOpinions answers GET /games/{id}/opinions: what each decision rule chooses at a position, and the
// moves that it expects.
func (h Handlers) ServeOpinions(w http.ResponseWriter, r *http.Request) error {
	game, err := gameOf(r)
	if err != nil {
		return err
	}
	p, rest, err := readPlace(game, r.URL.Query())
	if err != nil {
		return err
	}
	m, rest, err := readBesideSearch(p, rest)
	if err != nil {
		return err
	}
	ctx, release, err := h.AcquireSearchSlot(r.Context(), app.SmallSearch)
	if err != nil {
		return err
	}
	defer release()
	a, err := readRules(ctx, p, rest)
	if err != nil {
		return err
	}
	v, err := newRulesPage(ctx, p, &m, &a)
	if err != nil {
		return err
	}
	v.Examples, v.Says = tree.Prepared(game.ID, problem.Without(r.URL.Query(), "w"))
	h.Render(w, r, http.StatusOK, rulesView(v))
	return nil
}

func newRulesPage(ctx context.Context, p *place, m *match, a *rulesAsked) (*rulesPage, error) {
	o := &a.Options
	v := &rulesPage{Game: p.game, Mover: p.pos.Mover(), Picture: drawn(p.pos, p.last(), nil), Back: m.at(p, p.moves),
		Keep: append(placeParameters(p), m.besideSearch()...), Depth: o.Depth, Nodes: o.Nodes, Unstable: p.game.Unstable}
	if o.HasQuiescence {
		v.Quiescence = strconv.Itoa(o.Quiescence)
	}
	for player := 1; player <= p.pos.Players(); player++ {
		if player != v.Mover {
			v.Targets = append(v.Targets, app.Choice{Value: strconv.Itoa(player), Text: "player " + strconv.Itoa(player)})
		}
	}
	if o.HasTarget {
		v.Target = strconv.Itoa(o.Target)
	}
	if err := p.allowed(ctx, compare.DecisionRules()...); err != nil {
		return nil, err
	}
	list, err := compare.OpinionsOn(ctx, func() (engine.Problem, error) {
		problem := engine.OnGame(p.game.ID, opened(p))
		problem.Numbered = true
		return problem, nil
	}, *o)
	if err != nil {
		return nil, err
	}
	v.rules(p, m, list)
	v.Searched = searchedInWords(p, o)
	return v, v.weigh(ctx, p, m, a)
}

// searchedInWords says what each rule searches.
func searchedInWords(p *place, o *engine.Options) string {
	text := "Each rule searches " + pliesInWords(o.Depth) + " ahead"
	if o.Depth >= p.pos.Height() {
		text = "Each rule searches to the end of the game"
	}
	if o.HasQuiescence {
		text += ", from unstable positions up to " + pliesInWords(o.Quiescence) + " further"
	}
	return text + "."
}

// rules fills the table, and groups the rules by their moves, in the order of the moves.
func (v *rulesPage) rules(p *place, m *match, list []compare.Opinion) {
	byMove := map[int]*rulesChoice{}
	var moves []int
	for i := range list {
		o := &list[i]
		name := words.MaxN(o.Algorithm.Name)
		var limit *engine.LimitError
		switch {
		case errors.As(o.Err, &limit):
			v.Refused = append(v.Refused, tree.Refusal{Name: name, Why: "stopped at a limit. A smaller depth takes fewer nodes. " + words.UpperFirst(limit.Message)})
			continue
		case o.Err != nil:
			v.Refused = append(v.Refused, tree.Refusal{Name: name, Why: problem.Message(o.Err)})
			continue
		}
		row := ruleRow{Name: name, Why: words.MaxN(o.Why()), Scores: scoresInWords(&o.Result), Nodes: words.Grouped(o.Result.Stats.Nodes)}
		row.Line, row.Then = p.line(m, o.Result.Moves, &o.Options)
		q := run.QueryOf(v.Keep)
		spec := run.Spec{Algorithm: o.Algorithm, Options: o.Options}
		for name, value := range spec.Query(nil) {
			if !q.Has(name) { // a field of the position
				q[name] = value
			}
		}
		row.Href = run.PathWith(searchPath(p.game), q)
		v.Rules = append(v.Rules, row)
		move := o.Result.Moves[0]
		if byMove[move] == nil {
			byMove[move] = &rulesChoice{Move: row.Line[0]}
			moves = append(moves, move)
		} else {
			byMove[move].Rules += ", "
		}
		byMove[move].Rules += name
	}
	slices.Sort(moves)
	for _, move := range moves {
		v.Choices = append(v.Choices, *byMove[move])
	}
	switch rules := words.Plural(len(v.Rules), "rule"); {
	case len(v.Rules) == 0:
		v.Agree = "No rule has an answer here."
	case len(moves) == 1:
		v.Agree = "The rules agree: " + rules + ", one move."
	default:
		v.Agree = "The rules differ: " + rules + ", " + words.Plural(len(moves), "move") + "."
	}
}

// scoresInWords writes the scores that a rule expects; of a set, the worst.
func scoresInWords(r *engine.Result) string {
	text := trace.ValueText(&r.Value, r.Width, r.Unit)
	if len(r.Set) > 1 {
		text += ", the worst of " + strconv.Itoa(len(r.Set))
	}
	return text
}

// line returns moves from the position on as links, and why they end before the depth. A pass that the rules of the
// game do not allow has the number after those of the moves. The line ends before it, since the position after it
// is not one of the game.
func (p *place) line(m *match, moves []int, o *engine.Options) (list []moveLink, then string) {
	pos := opened(p)
	v := &page{Game: p.game, pos: pos}
	var none trees.Vector
	for i, move := range moves {
		player := pos.Mover()
		if move >= pos.Look(&none) {
			return list, fmt.Sprintf("then player %d passes", player)
		}
		pos.Do(move, &none)
		list = append(list, v.move(player, string(pos.AppendLast(nil)), m.at(p, p.moves, moves[:i+1]...)))
	}
	switch {
	case pos.Look(&none) == 0 || len(moves) >= o.Depth:
	case pos.Mover() == 0:
		then = "then the die falls"
	default:
		then = "then several moves are possible"
	}
	return list, then
}

// weigh adds the ranges of the slider, if the tree is small enough to be built.
func (v *rulesPage) weigh(ctx context.Context, p *place, m *match, a *rulesAsked) error {
	s := &v.Slider
	s.Action, s.Keep, s.Weight = tree.PositionPath(p.game.ID), slices.Concat(v.Keep, a.Given), a.Weight
	o := &a.Options
	t, err := buildWeighed(ctx, p, o)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		s.None = "it tries all weights on a tree of at most " + words.Grouped(MaxWeighedNodes) + " nodes, and this one is larger. Choose a smaller depth."
		return nil
	}
	segments, err := s.Weigh(ctx, t, o.Target)
	s.Whole = s.None == ""
	for i := range segments {
		segment := &segments[i]
		var moves []int
		for _, n := range segment.Line[1:] {
			moves = append(moves, t.IndexInParent(int(n)))
		}
		line, then := p.line(m, moves, o)
		s.Ranges[i].Caption = rangeCaption(line, then, trace.ValueText(&segment.Value, t.Width(), t.Unit))
	}
	return err
}

// buildWeighed builds the tree of the slider, in turn with the searches of others.
func buildWeighed(ctx context.Context, p *place, o *engine.Options) (*trees.Tree, error) {
	give, err := engine.TakeTurn(ctx)
	if err != nil {
		return nil, err
	}
	defer give()
	return games.BuildExtended(opened(p), o.Depth, o.Quiescence, MaxWeighedNodes, func() error { return engine.PassTurn(ctx) })
}

// rulesHref returns the address of the rules on the position of a page; "": no player is to move, or cards
// are face down, which the rules see.
func (m *match) rulesHref(p *place) string {
	if p.pos.Mover() == 0 || m.Hidden.Player > 0 {
		return ""
	}
	return run.PathWith(tree.PositionPath(p.game.ID), run.QueryOf(append(placeParameters(p), m.besideSearch()...)))
}
