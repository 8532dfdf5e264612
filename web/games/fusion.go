package games

import (
	"context"
	"slices"

	"espalier/search/hidden"
	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/run"
)

// This file has the example of strategy fusion with cards: all deals that fit, the votes in each, and what
// the player is sure of.

// A fusionView is the example.
type fusionView struct {
	Hand         []card
	Trick        []playedCard
	Trump        string
	Play, Votes  string // addresses of the position: with cards face down, and of its vote
	Others       []int
	Cards        []fusedCard
	Deals        []fusedDeal
	Voted, Right *fusedCard
	Gets         string // what Voted seems to get

	// The guess.
	After  []playedCard // the cards from Voted on
	Guess  []fusedCard
	Worlds []fusedDeal
}

// A fusedCard is a card with its means.
type fusedCard struct {
	card
	Seen, Sure   string
	Voted, Right bool
}

// A fusedDeal is a deal with the scores of the cards.
type fusedDeal struct {
	Number     int
	Href       string // the position with these cards face up
	Hands      [][]suitRanks
	Seen, Sure []dealScore
}

func newFusion(ctx context.Context) (*fusionView, error) {
	doc := hidden.FusionExample()
	pos, err := games.Open(doc)
	if err != nil {
		return nil, err
	}
	game, _ := games.Find(doc.ID)
	player := pos.Mover()
	known, _ := games.DealsFor(pos, player)
	var worlds []hidden.World
	for i := range int(known.Count()) {
		w, err := known.At(i)
		if err != nil {
			return nil, err
		}
		worlds = append(worlds, w.(hidden.World))
	}
	f, err := hidden.FindFusion(ctx, worlds)
	if err != nil {
		return nil, err
	}
	t := drawn(pos, "", nil).Cards
	v := &fusionView{Hand: t.Seats[player-1].Hand, Trick: t.Trick, Trump: t.Trump}
	for other := range pos.Players() {
		if other+1 != player {
			v.Others = append(v.Others, other+1)
		}
	}
	p := &place{game: game, pos: pos}
	p.start = p.written()
	m := match{Seats: againstSearches(pos.Players(), player), Nodes: defaultNodes, Hidden: hiding{Player: player, Deals: hidden.DefaultDeals, Seed: defaultSeed}}
	v.Play, v.Votes = m.at(p, nil), votesAddress(p, &m, 0)
	unit := games.UnitOf(pos)
	v.Cards = fusedCards(f.Moves, unit)
	v.Voted, v.Right = &v.Cards[f.Voted], &v.Cards[f.Right]
	v.Voted.Voted, v.Right.Right = true, true
	v.Gets = v.Voted.Seen
	for i, w := range worlds {
		v.Deals = append(v.Deals, v.fusedDeal(game, w.(games.Position), i, f.Moves, i, unit))
	}
	if g := f.Guess; g != nil {
		v.After = cardsFrom(worlds[g.Worlds[0]], g.Texts)
		v.Guess = fusedCards(g.Moves, unit)
		for i, w := range g.Worlds {
			v.Worlds = append(v.Worlds, v.fusedDeal(game, worlds[w].(games.Position), w, g.Moves, i, unit))
		}
	}
	return v, nil
}

// fusedCards returns moves with the means over all worlds.
func fusedCards(moves []hidden.FusedMove, unit trees.Score) (list []fusedCard) {
	total := func(scores []trees.Score) (all trees.Score) {
		for _, s := range scores {
			all += s
		}
		return all
	}
	for _, m := range moves {
		list = append(list, fusedCard{card: cardOf(m.Text), Seen: fixedMean(total(m.Seen), len(m.Seen), unit), Sure: fixedMean(total(m.Sure), len(m.Sure), unit)})
	}
	return list
}

// fusedDeal returns a deal of the example; its scores are those of world i of the moves.
func (v *fusionView) fusedDeal(game *games.Game, pos games.Position, number int, moves []hidden.FusedMove, i int, unit trees.Score) fusedDeal {
	d := fusedDeal{Number: number + 1, Href: run.PathWith(path(game), run.QueryOf((&place{game: game, pos: pos}).written()))}
	hands := games.Hands(pos)
	for _, player := range v.Others {
		d.Hands = append(d.Hands, bySuit(hands[player-1]))
	}
	seen, sure := moves[0].Seen[i], moves[0].Sure[i]
	for _, m := range moves {
		seen, sure = max(seen, m.Seen[i]), max(sure, m.Sure[i])
	}
	for _, m := range moves {
		d.Seen = append(d.Seen, dealScore{m.Seen[i].In(unit).String(), m.Seen[i] == seen})
		d.Sure = append(d.Sure, dealScore{m.Sure[i].In(unit).String(), m.Sure[i] < m.Seen[i]})
	}
	return d
}

// cardsFrom returns cards with the players who play them in a world.
func cardsFrom(w hidden.World, texts []string) (list []playedCard) {
	var none trees.Vector
	for _, text := range texts {
		list = append(list, playedCard{cardOf(text), w.Mover()})
		for move := range w.Look(&none) {
			w.Do(move, &none)
			if string(w.AppendLast(nil)) == text {
				break
			}
			w.Undo()
		}
	}
	for range texts {
		w.Undo()
	}
	return slices.Clip(list)
}
