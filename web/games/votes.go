package games

import (
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"espalier/search/algorithms"
	"espalier/search/hidden"
	"espalier/trees/games"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// This file shows a vote: the deals that were sampled for a move, and what each says of it.

// A votesPage is the page of a vote.
type votesPage struct {
	Game  *games.Game
	Back  string // the page of the position
	Mover int

	Hand  []card
	Trick []playedCard
	Trump string
	Known []string // what the play has shown of the others

	Fits    string // how many deals fit
	FitsTen int    // a power of ten after Fits; 0: Fits is the number
	Says    string // what was searched
	Weighs  string // where the weights come from; "": all deals have the same weight
	Choice  card
	Moves   []voteRow
	Others  []int // the players whose cards differ from deal to deal
	Deals   []dealRow

	Keep []run.Parameter
	Form []field
	// Infer is the field of the form that says how deals are weighted.
	Infer field
}

// A voteRow is a move with the votes for it.
type voteRow struct {
	Card   card
	Mean   string
	Best   string // the deals in which no other move is better
	Share  float64
	Chosen bool
}

// A dealRow is a deal with the scores of the moves.
type dealRow struct {
	Href   string // the position with these cards face up
	Hands  [][]suitRanks
	Misses int
	Weight string // "": all deals have the same weight
	Scores []dealScore
}

type dealScore struct {
	Text string
	Best bool
}

// suitRanks are the cards of a hand in a suit, from high to low.
type suitRanks struct{ Suit, Ranks string }

// ServeVotes answers GET /games/{id}/votes: the deals that a search samples for a move where each
// player sees one hand, and the scores of all moves in each of them.
func (h Handlers) ServeVotes(w http.ResponseWriter, r *http.Request) error {
	game, err := gameOf(r)
	if err != nil {
		return err
	}
	p, rest, err := readPlace(game, r.URL.Query())
	if err != nil {
		return err
	}
	by := rest.Get("by")
	m, rest, err := readMatch(p, problem.Without(rest, "by"))
	if err != nil {
		return err
	}
	if err := unknown(rest); err != nil {
		return err
	}
	if by, err = m.voter(p, by); err != nil {
		return err
	}
	ctx, release, err := h.AcquireSearchSlot(r.Context(), app.SmallSearch)
	if err != nil {
		return err
	}
	vote, err := func() (*hidden.Vote, error) {
		defer release()
		return m.vote(ctx, p, by)
	}()
	if err != nil {
		return err
	}
	h.Render(w, r, http.StatusOK, votesView(newVotesPage(p, &m, by, vote)))
	return nil
}

// voter returns the algorithm that searches the deals: the one that is asked for, else the one
// that has the seat of the player to move, else max^n.
func (m *match) voter(p *place, by string) (string, error) {
	switch {
	case p.game.Board != games.Cards:
		return "", &problem.QueryError{Name: "hidden", Message: "this game has no hidden cards; a game of cards is right: " + words.AnyOf(cardGames())}
	case p.pos.Mover() == 0:
		return "", &problem.QueryError{Name: "moves", Message: "the game is over here; a position with a player to move is right"}
	}
	if by == "" {
		by = algorithms.Plain.ID
		if seat := m.engine(p.pos.Mover()); seat != "" {
			a, _ := seated(seat, p.pos.Players())
			by = a.ID
		}
	}
	var can []string
	for _, a := range algorithms.Opponents(p.pos) {
		can = append(can, a.ID)
	}
	if !slices.Contains(can, by) {
		return "", &problem.QueryError{Name: "by", Message: "deals are searched by " + words.AnyOf(can)}
	}
	return by, nil
}

// cardGames lists the ids of the games of cards.
func cardGames() (ids []string) {
	for _, g := range games.Games() {
		if g.Board == games.Cards {
			ids = append(ids, g.ID)
		}
	}
	return ids
}

func newVotesPage(p *place, m *match, by string, vote *hidden.Vote) *votesPage {
	pos := p.pos
	v := &votesPage{Game: p.game, Back: m.at(p, p.moves), Mover: pos.Mover()}
	v.table(pos)
	v.known(pos)
	v.Fits, v.FitsTen = inPowers(vote.Fitting)
	a, _ := algorithms.Find(by)
	v.Says = v.says(vote, m, words.InnerName(a))
	v.Weighs = weighs(vote, m.Nodes)
	for i, t := range vote.Moves {
		row := voteRow{Card: cardOf(t.Text), Chosen: i == vote.Move}
		if vote.Depth > 0 {
			row.Mean = strconv.FormatFloat(vote.Mean(i), 'f', 2, 64)
			row.Share = float64(t.Weight) / float64(vote.Weight())
			row.Best = strconv.Itoa(t.Best) + " of " + strconv.Itoa(len(vote.Deals))
			if vote.Inference != nil {
				row.Best += ", " + strconv.FormatFloat(100*row.Share, 'f', 1, 64) + " % of the weight"
			}
		}
		v.Moves = append(v.Moves, row)
	}
	v.Choice = v.Moves[vote.Move].Card
	for player := 1; player <= pos.Players(); player++ {
		if player != v.Mover {
			v.Others = append(v.Others, player)
		}
	}
	if vote.Depth > 0 {
		for _, d := range vote.Deals {
			row := v.deal(p.game, &d)
			if vote.Inference != nil {
				row.Misses, row.Weight = d.Misses, weightText(d.Weight)
			}
			v.Deals = append(v.Deals, row)
		}
	}
	v.form(p, m, by)
	return v
}

// table shows what the player to move sees.
func (v *votesPage) table(pos games.Position) {
	t := drawn(pos, "", nil).Cards
	v.Hand, v.Trick, v.Trump = t.Seats[v.Mover-1].Hand, t.Trick, t.Trump
}

// known says what the play and the deal reveal about the cards of the others.
func (v *votesPage) known(pos games.Position) {
	d, _ := games.DealsFor(pos, v.Mover)
	for i, suits := range d.Missing() {
		if i+1 == v.Mover || suits == "" {
			continue
		}
		var names []string
		for _, s := range suits {
			names = append(names, suitNames[byte(s)])
		}
		v.Known = append(v.Known, "Player "+strconv.Itoa(i+1)+" did not follow suit, and so has no "+strings.Join(names, " or ")+".")
	}
	if text := undealt(pos, v.Mover); text != "" {
		v.Known = append(v.Known, text+".")
	}
}

// inPowers writes a number of deals: exactly while that is possible, else with a power of ten.
func inPowers(n float64) (text string, ten int) {
	if n < 1e12 {
		return words.Grouped(int(n)), 0
	}
	ten = int(math.Log10(n))
	return strconv.FormatFloat(n/math.Pow10(ten), 'f', 1, 64), ten
}

// says says which deals were searched, and how.
func (v *votesPage) says(vote *hidden.Vote, m *match, by string) string {
	limit := words.Grouped(m.Nodes)
	if vote.Depth == 0 {
		return "The limit of " + limit + " nodes was reached before a deal was searched, so the first card is played. More nodes are needed."
	}
	text := "A sample of " + words.Plural(len(vote.Deals), "deal") + " was taken"
	if vote.All {
		text = "All of them were taken"
	} else if len(vote.Deals) < m.Hidden.Deals {
		text = "Of " + words.Plural(m.Hidden.Deals, "deal") + " that were to be sampled, only " + strconv.Itoa(len(vote.Deals)) + " could be searched within " + limit + " nodes"
	}
	text += ". In each, with all cards face up, " + by + " searched every card of player " + strconv.Itoa(v.Mover)
	if vote.Whole {
		return text + " to the end of the play."
	}
	return text + " to depth " + strconv.Itoa(vote.Depth) + ", the deepest within " + limit + " nodes."
}

// weighs says where the weights of the deals come from; "" if all have the same weight.
func weighs(vote *hidden.Vote, nodes int) string {
	n := vote.Inference
	switch {
	case n == nil:
		return ""
	case n.Of == 0 && !n.Bids:
		return "The others have not played or bid yet, so all deals have the same weight."
	}
	text := "Deals are weighted by what the others did. "
	switch {
	case n.Of == 0:
	case n.Cards == 0:
		text += "But " + words.Grouped(nodes/hidden.InferenceShare) + " nodes, the part of the limit for this, were too few to judge their cards. "
	default:
		text += "A card is a miss if its player had a better one with all cards of the deal open. "
		if n.Cards < n.Of {
			text += "Of their " + strconv.Itoa(n.Of) + " cards, the last " + strconv.Itoa(n.Cards) + " were judged, "
		} else {
			text += "Their " + words.Plural(n.Cards, "card") + " were judged, "
		}
		if n.Whole {
			text += "by searches to the end of the play. "
		} else {
			text += "by searches to the end of " + words.Plural(n.Tricks, "trick") + " from the card on, within " + words.Grouped(nodes/hidden.InferenceShare) + " nodes. "
		}
	}
	if n.Bids {
		text += "A bid has a miss for each trick by which it differs from the bid that the rule of this site gives for the hand. "
	}
	return text + "The deals with the fewest misses have the weight 1. Each further miss, up to " + strconv.Itoa(hidden.MostMisses) + ", divides it by " + strconv.Itoa(hidden.MissFactor) + "."
}

// weightText writes a weight as a part of the largest possible one.
func weightText(weight int) string {
	divisor := 1
	for range hidden.MostMisses {
		divisor *= hidden.MissFactor
	}
	if divisor /= weight; divisor > 1 {
		return "1/" + strconv.Itoa(divisor)
	}
	return "1"
}

// deal returns the row of a deal.
func (v *votesPage) deal(game *games.Game, d *hidden.Deal) (row dealRow) {
	at := &place{game: game, pos: d.Pos}
	row.Href = run.PathWith(path(game), run.QueryOf(at.written()))
	hands := games.Hands(d.Pos)
	for _, player := range v.Others {
		row.Hands = append(row.Hands, bySuit(hands[player-1]))
	}
	for _, s := range d.Scores {
		row.Scores = append(row.Scores, dealScore{s.In(games.UnitOf(d.Pos)).String(), s == d.Best})
	}
	return row
}

// bySuit divides the cards of a hand by suit.
func bySuit(hand string) (list []suitRanks) {
	for _, suit := range []byte(suitOrder) {
		var ranks []string
		for _, text := range strings.Fields(hand) {
			if text[1] == suit {
				ranks = append(ranks, strings.ReplaceAll(text[:1], "T", "10"))
			}
		}
		if ranks != nil {
			list = append(list, suitRanks{suitNames[suit], strings.Join(ranks, " ")})
		}
	}
	return list
}

// form fills the form that asks again. by is the algorithm that was asked.
func (v *votesPage) form(p *place, m *match, by string) {
	for name, values := range p.query(p.moves) {
		for _, value := range values {
			v.Keep = append(v.Keep, run.Parameter{Name: name, Value: value})
		}
	}
	slices.SortStableFunc(v.Keep, func(a, b run.Parameter) int { return strings.Compare(a.Name, b.Name) })
	for _, s := range slices.Concat(m.seats(), keptParameter(m.Kept)) {
		if !slices.Contains([]string{"deals", "sample", "nodes", "infer"}, s.Name) {
			v.Keep = append(v.Keep, s)
		}
	}
	asked := field{Name: "by", Label: "Search by", Kind: "choice", Value: by}
	for _, a := range algorithms.Opponents(p.pos) {
		asked.Choices = append(asked.Choices, app.Choice{Value: a.ID, Text: words.MaxN(words.ShortName(a))})
	}
	v.Infer = m.Hidden.inferField()
	v.Infer.Help = "by the last " + strconv.Itoa(hidden.MaxInferredCards) + " cards of the others, with 1/" + strconv.Itoa(hidden.InferenceShare) + " of the nodes"
	v.Form = []field{asked,
		{Name: "deals", Label: "Deals to sample", Kind: "number", Value: strconv.Itoa(m.Hidden.Deals), Help: "1 to " + strconv.Itoa(hidden.MaxDeals)},
		{Name: "sample", Label: "Seed of the samples", Kind: "number", Value: strconv.Itoa(m.Hidden.Seed)},
		{Name: "nodes", Label: "Nodes for all of them", Kind: "number", Value: strconv.Itoa(m.Nodes), Help: words.Grouped(leastNodes) + " to " + words.Grouped(MaxMoveNodes)},
	}
}
