package experiment

import (
	"context"
	"errors"

	"espalier/search/algorithms"
	"espalier/search/engine"
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
	pos, err := dealHand(game, v, j)
	if err != nil {
		return nil, err
	}
	if game == "spades" && v["shared"] == 1 {
		pos = sharedTricks{pos}
	}
	return &hand{game, v, pos}, nil
}

// dealHand returns the deal of a job, by the rules of v.
func dealHand(game string, v Values, j Job) (games.Position, error) {
	pos, err := deal(game, v, j, nil)
	if game == "hearts" && v["left_over"] == 1 && err == nil {
		hands := games.DealHands(handPlayers, v["cards"], j.Seed)
		pos, err = games.Open(&games.Document{ID: game, Values: map[string]any{"hands": hands}})
	}
	if err != nil {
		return nil, err
	}
	return games.WithPast(pos, games.Past{Gaps: v["gaps"] == 1, Breaking: game == "spades" && v["breaking"] == 1, Ranks: v["ranks"] == 1})
}

const handPlayers = 3

func (h *hand) play(move int) {
	var value trees.Vector
	h.pos.Do(move, &value)
}

// A deepest is the last search of a position that ended within the limit.
type deepest struct {
	depth int
	whole bool // it reached the end of the hand on every path
	move  int
}

// deepest searches to increasing depths, until the next search would exceed the limit on the
// nodes of all searches together, or may not start.
func (h *hand) deepest(ctx context.Context, s *searcher) (d deepest, err error) {
	most := h.v["nodes"]
	left := most
	one := h.searchOf(ctx, s)
	step := 1
	depth := 1
	if h.v["whole_tricks"] == 1 {
		step = handPlayers
		depth = (h.pos.Height()-1)%handPlayers + 1 // the rest of the current trick
	}
	for ; depth <= h.pos.Height() && left > 0; depth += step {
		if h.v["quarter"] == 1 && (most-left)*4 > most {
			break
		}
		move, nodes, err := one(depth, left)
		var limit *engine.LimitError
		if errors.As(err, &limit) {
			return d, nil
		}
		if err != nil {
			return d, err
		}
		left -= nodes
		d = deepest{depth, depth == h.pos.Height(), move}
	}
	return d, nil
}

// searchOf returns the function that searches the current position to a depth, with at most
// most nodes, and returns its move and the nodes that it used. Where the limit stops it
// the error is a engine.LimitError.
func (h *hand) searchOf(ctx context.Context, s *searcher) func(depth, most int) (move, nodes int, err error) {
	if s.algorithm == paranoid.algorithm && (h.v["table"] > 0 || h.has("questions")) {
		return h.coalition(ctx)
	}
	algorithm, _ := algorithms.Find(s.algorithm)
	return func(depth, most int) (move, nodes int, err error) {
		problem := engine.OnGame(h.game, h.pos)
		o := s.options(h)
		o.Depth, o.HasDepth, o.Nodes, o.HasNodes = depth, true, most+h.free(), true
		if h.v["table"] > 0 {
			o.Transposition, problem.TablePlies = true, h.tablePlies(depth)
			problem.TableSize = handSlots
		} else {
			problem.Numbered = true
		}
		res, err := algorithm.Run(ctx, problem, o, nil)
		if err != nil {
			return 0, 0, err
		}
		move = res.Move
		if problem.Numbered {
			move = firstMove(&res)
		}
		return move, res.Stats.Nodes - h.free(), nil
	}
}

// handSlots is the size of the table of a search: more than the positions that half a
// million nodes have at the start of a trick.
const handSlots = 1 << 18

// free is the number of nodes of a search that do not count: its root, where a node is a
// move.
func (h *hand) free() int { return 1 - h.v["root"] }

// has reports whether a parameter holds for the game: 1 is for Spades, 2 for Hearts, too.
func (h *hand) has(name string) bool {
	return h.v[name] == 2 || h.v[name] == 1 && h.game == "spades"
}

// coalition runs paranoid search with a table, or with tests of a single score. The goal of a
// test is one point more than the previous goal if that test succeeded, else one point less; the
// first goal is the player's score at the depth limit without a search. The move is the one
// that reaches the goal; if there is none, it is the move of the previous test.
func (h *hand) coalition(ctx context.Context) func(depth, most int) (move, nodes int, err error) {
	s := newCoalitionSearch(ctx, h.pos, h.has("heuristic"))
	asks := h.has("questions")
	var v trees.Vector
	h.pos.Static(&v)
	goal, move := v[s.player], 0
	return func(depth, most int) (int, int, error) {
		alpha, beta := leastScore, mostScore
		if asks {
			alpha, beta = goal-trees.Unit, goal
		}
		var keeps []bool
		if h.v["table"] > 0 {
			keeps = h.tablePlies(depth)
		}
		score, ok := s.run(depth, most, keeps, alpha, beta)
		switch {
		case ctx.Err() != nil:
			return 0, 0, ctx.Err()
		case !ok:
			return 0, 0, &engine.LimitError{}
		case score >= goal || !asks:
			move = s.best
			goal += trees.Unit
		default:
			goal -= trees.Unit
		}
		return move, s.nodes + 1 - h.free(), nil
	}
}

// tablePlies says where a search of the current position to a depth uses its table.
func (h *hand) tablePlies(depth int) []bool {
	return tablePlies(h.v["table"], h.pos, depth)
}

// tablePlies says by ply where a search uses its table, as tableParameter describes it.
func tablePlies(use int, pos trees.Position, depth int) []bool {
	players := pos.Players()
	keeps := make([]bool, depth+1)
	for ply := range keeps {
		start := (pos.Height()-ply)%players == 0
		left := depth - ply
		switch use {
		case startsOfTricks:
			keeps[ply] = start && ply >= 2*players && left >= 2*players
		case earlierStarts:
			keeps[ply] = start && ply >= 2*players && left > 2*players
		case everywhere:
			keeps[ply] = true
		}
	}
	return keeps
}

// A searcher is a way to choose a card.
type searcher struct{ name, algorithm string }

var (
	plain       = searcher{plainMaxN, "maxn"}
	speculative = searcher{speculativeMaxN, "speculative"}
	paranoid    = searcher{"Paranoid", "paranoid"}
)

func (s *searcher) options(h *hand) engine.Options {
	return engine.Options{
		Discrete:  s.algorithm == "speculative" && h.v["discrete"] == 1,
		Heuristic: s.algorithm == "paranoid" && h.has("heuristic"),
	}
}

// handGames are the games of the tables, in their order.
var handGames = []struct{ id, title string }{{"hearts", "Hearts"}, {"spades", "Spades"}}

// handParameters are those of both tables, after the number of hands.
var handParameters = []Parameter{
	{Name: "nodes", Default: 500_000, Quick: 5_000, Least: 100, Most: engine.MaxSearchNodes - 1, Text: "for all searches of a position together"},
	{Name: "cards", Default: 17, Quick: 8, Least: 1, Most: 17, Text: "dealt to each player"},
	{Name: "shared", Default: 1, Quick: 1, Least: 0, Most: 1, Text: "1: at the depth limit the open tricks of Spades are shared equally; 0: only tricks taken count"},
	{Name: "discrete", Default: 0, Quick: 0, Least: 0, Most: 1, Text: "1: speculative max^n also uses the rules for whole-number scores (section 4.4); 0: it does not"},
	{Name: "heuristic", Default: 0, Quick: 0, Least: 0, Most: 2, Text: "paranoid stops searching a position if the tricks or points taken decide it. 0: never; 1: in Spades; 2: also in Hearts"},
	gapsParameter, tableParameter(startsOfTricks, noTable), ranksParameter,
	{Name: "whole_tricks", Default: 1, Letter: letter(0), Quick: 1, Least: 0, Most: 1, Text: "1: each depth is one trick more than the previous one, and ends with a trick; 0: it is one card more"},
	{Name: "quarter", Default: 1, Letter: letter(0), Quick: 1, Least: 0, Most: 1, Text: "1: no new depth starts if more than a quarter of the nodes are used; 0: a new depth starts while any nodes are left"},
	{Name: "left_over", Default: 1, Letter: letter(0), Quick: 1, Least: 0, Most: 1, Text: "1: in Hearts the undealt card is random; 0: it is the two of diamonds"},
	breakingParameter,
	{Name: "questions", Default: 1, Letter: letter(0), Quick: 1, Least: 0, Most: 2, Text: "at each depth, paranoid only tests one score, with a window of zero width. 0: never; 1: in Spades; 2: also in Hearts"},
	rootParameter,
	seedParameter,
}

var handChoices = []string{
	"Guess: evaluation at the depth limit. Tricks or points taken, plus an equal share of the open ones; the first players get the remainder. The paper does not print its functions. They compare the players, so that scores have a constant sum. With shared 0 the open tricks of Spades do not count: then the sum is smaller, and little is pruned.",
	"Guess: order of moves. From high cards to low. The paper uses a special order in Hearts, but does not print it.",
	"Consecutive cards of a hand are one move. Cards between them that were played, are beaten in the current trick or were never dealt do not matter. In Hearts the cards must also be worth the same points. To the letter (gaps 0), only cards with adjacent ranks are one move.",
	"Depths: the search is repeated for each depth, and all nodes count towards the limit. Each depth ends with a trick, and no new depth starts if more than a quarter of the limit is used. A depth that is not finished within the limit does not count; the card comes from the last finished depth. To the letter (whole_tricks 0, quarter 0), each depth is one card more, and a new depth starts while any nodes are left.",
	"Table of positions: the paper does not mention one, but the program has one. It is used only at the start of a trick, after the first two tricks and while at least two tricks are left. It is cleared for each depth. Its key says who has the highest card of each suit, the second highest, and so on. To the letter (table 0), there is no table.",
	"Guess: discrete cutoff evaluations (section 4.4). The text does not say whether they were used. We do not use them; discrete 1 does.",
	"Paranoid in Spades only tests one score at each depth, with a window of zero width: one point more than at the previous depth if that test succeeded, otherwise one point less. The paper says this about Spades (section 5.4), and so does the author's page on his program for Spades. In Hearts the window is an ordinary one; questions 2 tests one score there, too. To the letter (questions 0), the window is an ordinary one in both, so there the column is not what the paper says of Spades.",
	"Guess: paranoid does not stop searching a position if the tricks or points taken decide the test. The paper mentions these bounds for branch-and-bound, not for this table. With heuristic 2 they are used in both games.",
	"Fitted: leading spades. A player may lead a spade only if a spade was already played or not dealt, or if the hand has nothing else. This is a rule of Spades, and with it the numbers are nearer to those printed. To the letter (breaking 0), spades may always be led.",
	"Fitted: the undealt card. Three players get 17 cards each, and one random card is not dealt. The printed scores of Table 12 in Hearts add up to 25.5 points per hand, which fits a random card: it is worth half a point on average. To the letter (left_over 0), in Hearts this card is the two of diamonds, so all 26 points are in play.",
	"There is no bidding and no passing.",
}
