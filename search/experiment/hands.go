package experiment

import (
	"context"
	"errors"

	"espalier/search"
	"espalier/trees"
	"espalier/trees/games"
)

// A hand is a game of cards that is played to its end, each card chosen by a search with a
// limit on nodes, as in Sturtevant 2003, sections 5.2 to 5.4.
type hand struct {
	game string
	v    Values
	pos  games.Position
}

func newHand(game string, v Values, j Job) (*hand, error) {
	pos, err := deal(game, v, j, nil)
	if err != nil {
		return nil, err
	}
	if game == "spades" && v["shared"] == 1 {
		pos = sharedTricks{pos}
	}
	return &hand{game, v, pos}, nil
}

func (h *hand) play(move int) {
	var value trees.Vector
	h.pos.Do(move, &value)
}

// A deepest is the last search of a position that ended within the limit.
type deepest struct {
	depth int
	whole bool // it saw the end of the hand in every line
	move  int
}

// deepest searches depth 1, 2 and so on, until the next search would exceed the limit on
// the nodes of all together.
func (h *hand) deepest(ctx context.Context, s *searcher) (d deepest, err error) {
	left := h.v["nodes"]
	for depth := 1; depth <= h.pos.Height() && left > 0; depth++ {
		problem := search.OnGame(h.game, h.pos)
		problem.Numbered = true
		o := s.options(h.v)
		o.Depth, o.HasDepth, o.Nodes, o.HasNodes = depth, true, left, true
		algorithm, _ := search.Find(s.algorithm)
		res, err := algorithm.Run(ctx, problem, o, nil)
		var limit *search.LimitError
		if errors.As(err, &limit) {
			return d, nil
		}
		if err != nil {
			return d, err
		}
		left -= res.Stats.Nodes
		d = deepest{depth, depth == h.pos.Height(), firstMove(&res)}
	}
	return d, nil
}

// A searcher is a way to choose a card.
type searcher struct{ name, algorithm string }

var (
	plain       = searcher{plainMaxN, "maxn"}
	speculative = searcher{speculativeMaxN, "speculative"}
	paranoid    = searcher{"Paranoid", "paranoid"}
)

func (s *searcher) options(v Values) search.Options {
	return search.Options{
		Discrete:  s.algorithm == "speculative" && v["discrete"] == 1,
		Heuristic: s.algorithm == "paranoid" && v["heuristic"] == 1,
	}
}

// handGames are the games of the tables, in their order.
var handGames = []struct{ id, title string }{{"hearts", "Hearts"}, {"spades", "Spades"}}

// handParameters are those of both tables, after the number of hands.
var handParameters = []Parameter{
	{Name: "nodes", Default: 500_000, Quick: 5_000, Least: 100, Most: search.MaxSearchNodes, Text: "for all searches of a position together"},
	{Name: "cards", Default: 17, Quick: 8, Least: 1, Most: 17, Text: "that each player is dealt"},
	{Name: "shared", Default: 1, Quick: 1, Least: 0, Most: 1, Text: "1: at the limit of depth open tricks of Spades are shared equally; 0: tricks taken alone"},
	{Name: "discrete", Default: 0, Quick: 0, Least: 0, Most: 1, Text: "1: speculative max^n prunes by whole-number scores, too (section 4.4)"},
	{Name: "heuristic", Default: 0, Quick: 0, Least: 0, Most: 1, Text: "1: paranoid uses the points and tricks already taken as bounds"},
	seedParameter,
}

var handChoices = []string{
	"The evaluation at the limit of depth: tricks or points taken, with the open ones shared equally, the remainder to the first players. The paper does not print its functions; they compare the players, so that scores have a constant sum. shared 0 leaves the open tricks of Spades out: then the sum is smaller, and little is pruned.",
	"Moves are ordered from high cards to low, and of consecutive cards of a hand the highest stands for all. The paper has an ordering of its own in Hearts, which it does not print.",
	"A search starts again for each depth, and all nodes count towards the limit. A depth that does not end within the limit is not counted, and the card comes from the last one that did. No table of positions is used.",
	"Discrete cutoff evaluations (section 4.4): the text does not say whether they were used; they are left out, and discrete 1 uses them.",
	"Paranoid searches with an ordinary window; the paper has zero-window searches in Spades. heuristic 1 gives it bounds from what was taken.",
	"Three players with 17 cards each: in Hearts without the two of diamonds, so that all 26 points are in play; in Spades one card is left over. There is no bidding and no passing.",
}
