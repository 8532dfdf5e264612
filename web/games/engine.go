package games

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"espalier/search/algorithms"
	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trees/games"
	"espalier/web/app"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// This file plays a game between persons and searches. The address says which is which.

const (
	defaultNodes = 100_000
	leastNodes   = 100

	// shownSamples is the most samples that the reason of a move shows: their steps can be followed.
	shownSamples = 200

	// MaxMoveNodes bounds the nodes of the searches for one move, so that it takes well below
	// a second.
	MaxMoveNodes = 2_000_000
)

// evaluators lists the searches that give each move a value.
func evaluators(pos games.Position) (ids []string) {
	for _, a := range algorithms.Evaluators(pos) {
		ids = append(ids, a.ID)
	}
	return ids
}

// A match says who plays.
type match struct {
	Seats  []string // by player: person, or a search; see seated; nil: nobody plays against a search
	Nodes  int      // for the searches of one move
	Kept   []string // the variations, the newest last
	Asked  asked    // the evaluation of the moves, which no link keeps
	Dice   bool     // the game has chance nodes
	Seed   int      // of the die, if the game has one
	Hidden hiding   // which cards are seen
}

// readMatch reads who plays, and returns the rest of the query.
func readMatch(p *place, q url.Values) (m match, rest url.Values, err error) {
	pos := p.pos
	rest = problem.Without(q, "seat", "nodes", "kept", "evaluate", "plies")
	m = match{Seats: q["seat"], Nodes: defaultNodes, Seed: defaultSeed}
	if hasChance(pos) {
		rest.Del("dice")
		m.Dice = true
		if m.Seed, err = readSeed(q); err != nil {
			return match{}, rest, err
		}
	}
	for _, s := range m.Seats {
		if can := seatable(p.game, pos); !slices.Contains(can, s) {
			return match{}, rest, &problem.QueryError{Name: "seat", Message: "a seat has " + words.AnyOf(can)}
		}
	}
	if p.game.Board == games.Cards {
		rest = problem.Without(rest, hidingParameters...)
	}
	if n := len(m.Seats); n != 0 && n != pos.Players() {
		return match{}, rest, &problem.QueryError{Name: "seat", Message: "these are " + words.Plural(n, "seat") + "; " + strconv.Itoa(pos.Players()) + " play"}
	}
	if err := readWhole(q, "nodes", &m.Nodes, leastNodes, MaxMoveNodes, ""); err != nil {
		return match{}, rest, err
	}
	if m.Hidden, m.Seats, err = readHiding(p, q, m.Seats); err != nil {
		return match{Hidden: m.Hidden}, rest, err
	}
	if m.Kept, err = readKept(p, q); err != nil {
		return match{}, rest, err
	}
	if m.Asked, err = readAsked(p, q); err != nil {
		return match{}, rest, err
	}
	if m.Hidden.Player > 0 && m.Asked.Algorithm != "" {
		return match{}, rest, &problem.QueryError{Name: "evaluate", Message: "a search of the moves sees all cards; leave out hidden, which turns them face down"}
	}
	return m, rest, nil
}

// parameters returns the match as an address has it.
func (m *match) parameters() []run.Parameter { return append(m.seats(), keptParameter(m.Kept)...) }

// moveNodes is the parameter of a search’s address with the nodes for a move: its nodes bound the
// search itself.
const moveNodes = "move-nodes"

// besideSearch returns the match as the address of a search has it, from which a link leads back.
func (m *match) besideSearch() []run.Parameter {
	list := m.parameters()
	for i := range list {
		if list[i].Name == "nodes" {
			list[i].Name = moveNodes
		}
	}
	return list
}

// readBesideSearch reads what besideSearch returns, and returns the rest of the query.
func readBesideSearch(p *place, q url.Values) (m match, rest url.Values, err error) {
	own := problem.Without(q, "nodes")
	if q.Has(moveNodes) {
		own["nodes"] = q[moveNodes]
	}
	m, _, err = readMatch(p, own)
	if wrong := (*problem.QueryError)(nil); errors.As(err, &wrong) && wrong.Name == "nodes" {
		err = &problem.QueryError{Name: moveNodes, Message: wrong.Message}
	}
	rest = problem.Without(q, "seat", "kept", moveNodes)
	if p.game.Board == games.Cards {
		rest = problem.Without(rest, hidingParameters...)
	}
	if m.Dice {
		rest.Del("dice")
	}
	return m, rest, err
}

// seats returns who plays as an address has it.
func (m *match) seats() (list []run.Parameter) {
	for _, s := range m.Seats {
		list = append(list, run.Parameter{Name: "seat", Value: s})
	}
	if m.Seats != nil {
		list = append(list, run.Parameter{Name: "nodes", Value: strconv.Itoa(m.Nodes)})
	}
	if m.Dice && (m.Seats != nil || m.Seed != defaultSeed) {
		list = append(list, run.Parameter{Name: "dice", Value: strconv.Itoa(m.Seed)})
	}
	return append(list, m.Hidden.parameters()...)
}

// engine returns the seat of a player, if a search has it; else "".
func (m *match) engine(player int) string {
	if m.Seats == nil || player == 0 || m.Seats[player-1] == person {
		return ""
	}
	return m.Seats[player-1]
}

// choose returns the move of the search with a seat at a place, within a number of nodes.
func choose(ctx context.Context, p *place, seat string, nodes int) (compare.Chosen, error) {
	a, o := seated(seat, p.pos.Players())
	if err := p.allowed(ctx, a); err != nil {
		return compare.Chosen{}, err
	}
	return compare.Choose(ctx, a, engine.OnGame(p.game.ID, opened(p)), o, nodes, games.MostPlies(p.pos))
}

// choose returns the move of a search that has a seat. With cards face down it is the move of a vote.
func (m *match) choose(ctx context.Context, p *place, seat string) (c compare.Chosen, err error) {
	if m.Hidden.Player == 0 {
		return choose(ctx, p, seat, m.Nodes)
	}
	a, _ := seated(seat, p.pos.Players()) // a vote searches whole tricks, so it needs no quiescence
	v, err := m.vote(ctx, p, a.ID)
	if err != nil {
		return c, err
	}
	return compare.Chosen{Move: v.Move, Depth: v.Depth}, nil
}

// ServeEngine answers GET /games/{id}/engine: the search that has the seat of the player to
// move plays, and the answer leads to the position after its move.
func (h Handlers) ServeEngine(w http.ResponseWriter, r *http.Request) error {
	return h.searched(w, r, func(p *place, m *match, _ string, c compare.Chosen) string {
		q := p.query(p.moves, c.Move)
		return run.PathWith(path(p.game), addAll(q, m.parameters()))
	})
}

// ServeWhy answers GET /games/{id}/why: the search that chose a move, as a run. The tree that
// is drawn may be less deep than the search was.
func (h Handlers) ServeWhy(w http.ResponseWriter, r *http.Request) error {
	return h.searched(w, r, func(p *place, m *match, seat string, c compare.Chosen) string {
		if m.Hidden.Player > 0 {
			return votesAddress(p, m, len(p.moves))
		}
		drawn, _, _ := run.DepthWithin(r.Context(), opened(p), play.MaxPageTree) // after an error the client has gone
		q := addAll(p.query(p.moves), m.besideSearch())
		a, o := seated(seat, p.pos.Players())
		q.Set("algorithm", a.ID)
		if o.HasQuiescence {
			q.Set("quiescence", strconv.Itoa(o.Quiescence))
		}
		if c.Samples > 0 {
			q.Set("samples", strconv.Itoa(min(c.Samples, shownSamples)))
			q.Set("exploration", strconv.Itoa(c.Exploration))
			q.Set("sampled", strconv.Itoa(c.Samples))
			q.Set("chosen", strconv.Itoa(c.Move))
			c.Depth = drawn
		}
		drawn = max(1, min(c.Depth, drawn))
		q.Set("depth", strconv.Itoa(drawn))
		if c.Depth > drawn {
			q.Set("searched", strconv.Itoa(c.Depth))
			q.Set("chosen", strconv.Itoa(c.Move))
			if c.ByDepth[drawn-1] != c.Move {
				q.Set("instead", strconv.Itoa(c.ByDepth[drawn-1]))
			}
		}
		q.Set("step", "last")
		return run.PathWith(searchPath(p.game), q)
	})
}

// searched answers with a redirection that depends on the move that a search chooses.
func (h Handlers) searched(w http.ResponseWriter, r *http.Request, to func(*place, *match, string, compare.Chosen) string) error {
	game, err := gameOf(r)
	if err != nil {
		return err
	}
	p, rest, err := readPlace(game, r.URL.Query())
	if err != nil {
		return err
	}
	m, rest, err := readMatch(p, rest)
	if err != nil {
		return err
	}
	if err := unknown(rest); err != nil {
		return err
	}
	seat := m.engine(p.pos.Mover())
	if seat == "" {
		return &problem.QueryError{Name: "seat", Message: "no search has the seat of the player to move"}
	}
	ctx, release, err := h.AcquireSearchSlot(r.Context(), app.SmallSearch)
	if err != nil {
		return err
	}
	defer release()
	c, err := m.choose(ctx, p, seat)
	if err != nil {
		return err
	}
	http.Redirect(w, r, h.Link(to(p, &m, seat, c)), http.StatusSeeOther)
	return nil
}

func addAll(q url.Values, list []run.Parameter) url.Values {
	for _, p := range list {
		q.Add(p.Name, p.Value)
	}
	return q
}

// A matchView is what the page says about who plays.
type matchView struct {
	Keep     []run.Parameter
	Seats    []field
	On       bool   // a search plays
	Says     string // who plays, or would with the fields as they are
	Nodes    string
	Seed     string  // of the die; empty: the game has none
	FaceDown string  // the page with the others’ cards face down; empty: they are, or there are none
	Hiding   []field // which cards are seen; nil: the game has no cards
	Plays    string  // who is to move, if a search is; empty: a person is
	Go       string  // the address with which it moves
	Chained  bool    // it moves by itself: a person plays, too
}

// view fills what the page says about who plays. A search moves by itself only if a person
// plays with it, so that the page comes to rest.
func (m *match) view(p *place) *matchView {
	v := &matchView{Keep: append(placeParameters(p), keptParameter(m.Kept)...), Nodes: strconv.Itoa(m.Nodes)}
	if m.Dice {
		v.Seed = strconv.Itoa(m.Seed)
	}
	for i := range p.pos.Players() {
		f := field{Name: "seat", Label: "Player " + strconv.Itoa(i+1), Kind: "choice", Value: person, Choices: []app.Choice{{Value: person, Text: "a person"}}}
		f.Choices = append(f.Choices, opponents(p.game, p.pos)...)
		if m.Seats != nil {
			f.Value = m.Seats[i]
		} else if i != max(0, p.pos.Mover()-1) {
			f.Value = f.Choices[min(1, len(f.Choices)-1)].Value // the first search, if one can play
		}
		v.Seats = append(v.Seats, f)
	}
	v.On = m.Seats != nil
	v.Says = who(v.Seats)
	if p.game.Board == games.Cards {
		v.Hiding = m.Hidden.fields(p.pos.Players())
		v.FaceDown = m.faceDown(p)
	}
	if seat := m.engine(p.pos.Mover()); seat != "" {
		v.Plays = seatName(p.game, p.pos, seat)
		v.Go = run.PathWith(path(p.game)+"/engine", addAll(p.query(p.moves), m.parameters()))
		v.Chained = slices.Contains(m.Seats, person)
	}
	return v
}

// who says who has each seat.
func who(seats []field) string {
	var list []string
	for _, f := range seats {
		i := slices.IndexFunc(f.Choices, func(c app.Choice) bool { return c.Value == f.Value })
		list = append(list, strings.ToLower(f.Label)+": "+f.Choices[max(0, i)].Text)
	}
	return words.UpperFirst(strings.Join(list, "; "))
}

// before returns the number of moves to keep when the last one is taken back: those of
// searches go with the person's move before them.
func (m *match) before(p *place) int {
	for i, played := range slices.Backward(p.played) {
		if m.engine(played.Player) == "" {
			return i
		}
	}
	return max(0, len(p.played)-1)
}
