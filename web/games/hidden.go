package games

import (
	"context"
	"net/url"
	"slices"
	"strconv"

	"espalier/search/algorithms"
	"espalier/search/hidden"
	"espalier/trees/games"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// This file turns the cards of the others face down: a person sees one hand, and a search that
// plays sees its own hand alone. It samples deals, and they vote (search/hidden).

// A hiding says which cards are seen. It is part of the address.
type hiding struct {
	Player int  // the player whose cards are seen; 0: all cards are face up
	Deals  int  // that a search samples for a move
	Seed   int  // of the samples
	Infer  bool // deals are weighted by what the others have played and bid
}

// byPlay is the value of the parameter infer.
const byPlay = "play"

// hidingParameters are the parameters that an address has for it.
var hidingParameters = []string{"hidden", "deals", "sample", "infer"}

// readHiding reads which cards are seen. seats are those of the address; with cards face down and
// no seats, all others are searches.
func readHiding(p *place, q url.Values, seats []string) (h hiding, _ []string, err error) {
	h = hiding{Deals: hidden.DefaultDeals, Seed: defaultSeed}
	if p.game.Board != games.Cards {
		return h, seats, nil
	}
	usual := h
	wrong := func(name, right string) (hiding, []string, error) {
		return usual, seats, &problem.QueryError{Name: name, Message: right}
	}
	if err := readWhole(q, "deals", &h.Deals, 1, hidden.MaxDeals, ""); err != nil {
		return usual, seats, err
	}
	if err := readWhole(q, "sample", &h.Seed, 0, mostSeed, ", the seed of the samples"); err != nil {
		return usual, seats, err
	}
	if text := q.Get("infer"); text != "" {
		if h.Infer = text == byPlay; !h.Infer {
			return wrong("infer", byPlay+" is right: deals are weighted by what the others have played and bid")
		}
	}
	text := q.Get("hidden")
	if text == "" {
		return h, seats, nil
	}
	players := p.pos.Players()
	if h.Player, err = strconv.Atoi(text); err != nil || h.Player < 1 || h.Player > players {
		return wrong("hidden", "a number from 1 to "+strconv.Itoa(players)+" is right, the player whose cards are face up")
	}
	if seats == nil {
		seats = againstSearches(players, h.Player)
	}
	return h, seats, nil
}

// againstSearches returns the seats of a game of one person against searches.
func againstSearches(players, one int) (seats []string) {
	for player := 1; player <= players; player++ {
		seat := algorithms.Plain.ID
		if player == one {
			seat = person
		}
		seats = append(seats, seat)
	}
	return seats
}

// parameters returns the hiding as an address has it.
func (h *hiding) parameters() (list []run.Parameter) {
	if h.Player == 0 {
		return nil
	}
	return append(h.sampling(), run.Parameter{Name: "hidden", Value: strconv.Itoa(h.Player)})
}

// sampling returns how deals are sampled, as an address has it.
func (h *hiding) sampling() []run.Parameter {
	list := []run.Parameter{{Name: "deals", Value: strconv.Itoa(h.Deals)}, {Name: "sample", Value: strconv.Itoa(h.Seed)}}
	if h.Infer {
		list = append(list, run.Parameter{Name: "infer", Value: byPlay})
	}
	return list
}

// fields are those of the form about who plays.
func (h *hiding) fields(players int) []field {
	seen := field{Name: "hidden", Label: "Cards face up", Kind: "choice", Choices: []app.Choice{{Text: "all"}}}
	for player := 1; player <= players; player++ {
		seen.Choices = append(seen.Choices, app.Choice{Value: strconv.Itoa(player), Text: "only player " + strconv.Itoa(player) + "’s"})
	}
	if h.Player > 0 {
		seen.Value = strconv.Itoa(h.Player)
	}
	return []field{seen,
		{Name: "deals", Label: "Deals to sample", Kind: "number", Value: strconv.Itoa(h.Deals)},
		{Name: "sample", Label: "Seed of the samples", Kind: "number", Value: strconv.Itoa(h.Seed)},
		h.inferField(),
	}
}

// inferField is the field that says how deals are weighted.
func (h *hiding) inferField() field {
	f := field{Name: "infer", Label: "Weights of the deals", Kind: "choice", Choices: []app.Choice{{Text: "equal"}, {Value: byPlay, Text: "by play"}}}
	if h.Infer {
		f.Value = byPlay
	}
	return f
}

// vote asks the deals which move the player to move should play.
func (m *match) vote(ctx context.Context, p *place, algorithm string) (*hidden.Vote, error) {
	a, _ := algorithms.Find(algorithm)
	if err := p.allowed(ctx, a); err != nil {
		return nil, err
	}
	return hidden.Ask(ctx, hidden.Request{Game: p.game.ID, Pos: opened(p), Algorithm: a, Deals: m.Hidden.Deals, Seed: uint64(m.Hidden.Seed), Nodes: m.Nodes, Infer: m.Hidden.Infer})
}

// hide leaves out of the page what would show cards that are face down.
func (v *page) hide(p *place, m *match) {
	player := m.Hidden.Player
	if player == 0 || v.Over {
		return
	}
	v.Hidden = player
	v.Open = m.open(p)
	t := v.Picture.Cards
	for i := range t.Seats {
		if s := &t.Seats[i]; s.Player != player {
			s.Down, s.Hand = len(s.Hand), nil
		}
	}
	t.Undealt = undealt(p.pos, player)
	v.SetUp, v.Search, v.Evaluate, v.Here, v.Text = nil, nil, nil, "", ""
	v.Variations, v.KeptFull = nil, "" // they could have been played with other cards face up
	if v.Mover != player {
		v.Moves, t.Follow, t.Merged = nil, "", nil
		if m.engine(v.Mover) == "" {
			next := *m
			next.Hidden.Player = v.Mover
			v.HandOver = next.at(p, p.moves)
		}
		return
	}
	v.Votes = votesAddress(p, m, len(p.moves))
}

// open returns the address of the same page with all cards face up.
func (m *match) open(p *place) string {
	up := *m
	up.Hidden.Player = 0
	return up.at(p, p.moves)
}

// faceDown returns the address of the position of a game of cards in which the mover plays against searches, with the
// cards of the others face down; "": some are, or there are none.
func (m *match) faceDown(p *place) string {
	player := p.pos.Mover()
	if p.game.Board != games.Cards || m.Hidden.Player > 0 || player <= 0 {
		return ""
	}
	down := match{Nodes: m.Nodes, Hidden: m.Hidden}
	down.Hidden.Player = player
	down.Seats = againstSearches(p.pos.Players(), player)
	return down.at(p, p.moves)
}

// undealt says how many cards are in no hand and unseen; "" if there is none.
func undealt(pos games.Position, player int) string {
	d, ok := games.DealsFor(pos, player)
	if !ok || d.LeftOver() == 0 {
		return ""
	}
	return words.Plural(d.LeftOver(), "card") + " left over, face down"
}

// votesAddress returns the address of the vote for the move after the first moves of a place.
func votesAddress(p *place, m *match, moves int) string {
	return run.PathWith(path(p.game)+"/votes", addAll(p.query(p.moves[:moves]), slices.Concat(m.seats(), keptParameter(m.Kept))))
}
