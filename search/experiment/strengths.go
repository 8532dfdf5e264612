package experiment

import (
	"context"
	"fmt"
	"slices"

	"espalier/search/algorithms"
	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/search/interval"
	"espalier/trees"
	"espalier/trees/games"
)

// Each rule against each.
//
// The rules are those of the algorithms in strengthRules, whose files name their papers. The
// arrangement is that of N. Sturtevant, "Last-branch and speculative pruning algorithms for
// max^n", IJCAI 2003, section 5.4 and Table 12: two rules have the three seats in all ways in
// which both play.
//
// A rule plays by compare.Choose: a search to a depth has a number of nodes for a move, a search by
// samples as many positions.

// A contest is a number of rules that play some games, each against each.
type contest struct {
	rules []string // ids of algorithms
	games []*strengthGame
}

var strengthContest = contest{strengthRules, strengthGames}

// strengthRules are the algorithms that play, by id.
var strengthRules = []string{
	"maxn",
	"paranoid",
	"directed-offensive",
	"mpmix",
	"probmaxn",
	"mcts-maxn",
	"mcts-paranoid",
}

// A strengthGame is a game in which the rules play.
type strengthGame struct {
	id, title   string
	deals       string // the parameter that has the number of its deals
	nodes       string // that which has the budget of a move
	lead        string // that which has the threshold of MP-Mix
	exploration string // that which has the exploration constant of searches by samples
	least       bool   // the score that is counted is what the maximal score leaves: low is good
	wins        bool   // wins are counted, and no scores
	what        string // is counted
	open        func(v Values, j Job) (games.Position, error)
	// printed are the printed numbers, by the two rules.
	printed map[[2]string]float64
}

// checkers is Chinese Checkers with three players.
var checkers = &strengthGame{
	title: "Chinese Checkers", deals: "starts", nodes: "checkers_nodes", lead: "checkers_lead", exploration: "checkers_exploration", wins: true, what: "wins in percent",
	id: "chinese-checkers", open: func(v Values, j Job) (games.Position, error) { return openStarsBy("steps", v, j) },
}

var strengthGames = []*strengthGame{
	checkers,
	{
		title: "Hearts", deals: "hearts_hands", nodes: "card_nodes", lead: "hearts_lead", exploration: "card_exploration", least: true, what: "points",
		id: "hearts", open: openHands("hearts"),
		printed: map[[2]string]float64{{"maxn", "paranoid"}: 8.5},
	},
	{
		title: "Spades", deals: "spades_hands", nodes: "card_nodes", lead: "spades_lead", exploration: "card_exploration", what: "tricks",
		id: "spades", open: openHands("spades"),
		printed: map[[2]string]float64{{"maxn", "paranoid"}: 5.55},
	},
}

var strengths = Experiment{
	ID: "strengths", Title: "Each decision rule against each", Paper: "Sturtevant 2003, Table 12, for two of the rules",
	Own: true, Wins: true, Minutes: 15,
	Parameters: []Parameter{
		{Name: "starts", Default: 30, Quick: 1, Least: 1, Most: 10_000, Text: "starts of Chinese Checkers, each after other random moves; each is played six times by each pair of rules"},
		{Name: "hearts_hands", Default: 50, Quick: 1, Least: 1, Most: 10_000, Text: "of Hearts; each is played six times by each pair of rules"},
		{Name: "spades_hands", Default: 50, Quick: 1, Least: 1, Most: 10_000, Text: "of Spades; each is played six times by each pair of rules"},
		{Name: "checkers_nodes", Default: 2_000, Quick: 300, Least: 50, Most: engine.MaxSearchNodes - 1, Text: "for a move in Chinese Checkers: nodes of all searches together, or positions of all samples together"},
		{Name: "card_nodes", Default: 5_000, Quick: 300, Least: 50, Most: engine.MaxSearchNodes - 1, Text: "for a card in Hearts and Spades, counted in the same way"},
		{Name: "cards", Default: 17, Quick: 5, Least: 1, Most: 17, Text: "dealt to each player"},
		{Name: "size", Default: 3, Quick: 2, Least: 1, Most: 4, Text: "of the star: 3 gives each player six pieces"},
		{Name: "top", Default: 10, Quick: 10, Least: 1, Most: 200, Text: "moves that are searched in a position of Chinese Checkers: those that go farthest"},
		{Name: "opening", Default: 6, Quick: 6, Least: 0, Most: 100, Text: "random moves at the start of a game of Chinese Checkers"},
		{Name: "moves", Default: 300, Quick: 100, Least: 1, Most: 1000, Text: "by all players together, after which a game of Chinese Checkers ends without a winner"},
		{Name: "checkers_exploration", Default: 1, Quick: 1, Least: 0, Most: engine.MaxExploration, Text: "exploration constant of searches by samples in Chinese Checkers, in hundredths of the span of the scores"},
		{Name: "card_exploration", Default: 30, Quick: 30, Least: 0, Most: engine.MaxExploration, Text: "the same in Hearts and Spades"},
		{Name: "checkers_lead", Default: 12, Quick: 12, Least: 0, Most: engine.MaxLead, Text: "both thresholds of MP-Mix in Chinese Checkers; a step of a piece towards its goal is three points"},
		{Name: "hearts_lead", Default: 4, Quick: 4, Least: 0, Most: engine.MaxLead, Text: "both thresholds of MP-Mix in Hearts, in points"},
		{Name: "spades_lead", Default: 2, Quick: 2, Least: 0, Most: engine.MaxLead, Text: "both thresholds of MP-Mix in Spades, in tricks"},
		seedParameter,
	},
	Excluded: "games without a winner, from the shares of wins",
	Choices: []string{
		"No paper has this table. Sturtevant 2003, Table 12, has max^n against paranoid in Hearts and Spades, with 500,000 nodes for a card and other evaluations; its program has a table of positions. These two numbers are printed here. In print a hand of Hearts has 25.5 points on average, so 8.5 is an equal share there, and 8.67 here.",
		"Sturtevant 2002, “A comparison of algorithms for multi-player games”, says in its abstract that paranoid widely outperforms max^n in Chinese Checkers, by a lesser amount in Hearts, and that they are evenly matched in Spades. Nijssen and Winands (2012), “An overview of search techniques in multi-player games”, say in theirs that Monte-Carlo tree search performs best with the structure of max^n. We could not read their tables, nor those of Sturtevant 2008 and of Zuckerman and Felner 2011, so their numbers are not printed here.",
		"Each pair of rules plays each deal six times, in all seatings of three players in which both play. A number is the mean over the deals of the mean over the seats of the first rule. The scores of a hand have a constant sum, so the number of the second rule follows: the two numbers add up to 52/3 points in Hearts, 34/3 tricks in Spades, and 100 percent in Chinese Checkers.",
		"In Hearts the score is the points taken: low is good, and 8.67 is an equal share. In Spades it is the tricks taken: high is good, and 5.67 is an equal share. In Chinese Checkers it is the part of the games with a winner that the rule wins: 50 percent is an equal share.",
		"Equal nodes: a search to a depth goes to depth 1, 2 and so on, and all its nodes count. A depth that is not finished does not count. A search by samples counts each position that it enters, and each move of its random games.",
		"A game of Chinese Checkers that nobody has won after 300 moves is left out of the wins, and counts in a column of its own. Random games of samples end there after 12 plies from the root, with the static value. In Hearts and Spades they end with the hand.",
		"All hands are open. No search uses a table of positions, a heuristic, or an order of moves of its own. The exploration constants, the thresholds of MP-Mix and the weights of prob-max^n were not tuned.",
		"Prob-max^n has its default weights: with probability 0.7 an opponent plays for its own score, and with 0.3 against the player who searches. A search that needs an average with more decimal places than a score can have does not finish its depth, so this depth does not count.",
		"Static values are those of the games on this site: in Hearts and Spades the points and tricks taken so far, in Chinese Checkers three times the progress of a player less the progress of all. Progress counts the single steps that bring the pieces into the free holes of the goal (the evaluation steps). The rows that the pieces have crossed are not enough: where the last free hole lies to the side of the last piece, no search sees a better move, and the game has no winner.",
	},
	jobs: strengthContest.jobs,
	run:  strengthContest.run,
	rows: strengthContest.rows, crosses: strengthContest.crosses,
}

// jobs lists the games of all pairs.
func (s *contest) jobs(v Values) (jobs []Job) {
	most := 0
	for _, g := range s.games {
		most = max(most, v[g.deals])
	}
	for _, j := range dealsByColumns(v, most, s.names()) {
		if g, _, _, _ := s.column(j.Column); j.Deal < v[g.deals] {
			jobs = append(jobs, j)
		}
	}
	return jobs
}

// pairs lists the pairs of rules, by index.
func (s *contest) pairs() (pairs [][2]int) {
	for i := range s.rules {
		for j := i + 1; j < len(s.rules); j++ {
			pairs = append(pairs, [2]int{i, j})
		}
	}
	return pairs
}

// column returns what a column is: a game, two rules, and the seats of the first as in
// seatings.
func (s *contest) column(c int) (g *strengthGame, first, second *engine.Algorithm, seats int) {
	pairs := s.pairs()
	pair := pairs[c/seatings%len(pairs)]
	first, _ = algorithms.Find(s.rules[pair[0]])
	second, _ = algorithms.Find(s.rules[pair[1]])
	return s.games[c/seatings/len(pairs)], first, second, c%seatings + 1
}

func (s *contest) names() (names []string) {
	for c := range len(s.games) * len(s.pairs()) * seatings {
		g, first, second, seats := s.column(c)
		names = append(names, fmt.Sprintf("%s, %s on seats %s against %s", g.title, first.Name, seatNames(seats), second.Name))
	}
	return names
}

func openHands(game string) func(v Values, j Job) (games.Position, error) {
	return func(v Values, j Job) (games.Position, error) {
		return games.Open(&games.Document{ID: game, Values: map[string]any{"players": handPlayers, "cards": v["cards"], "seed": int(j.Seed)}})
	}
}

// run returns the sum of the scores of the first rule, its seats, the same of the
// second, and 1 if a game ended without a winner. Where wins count, nobody has a score then.
func (s *contest) run(ctx context.Context, v Values, j Job) (Counts, error) {
	g, first, second, seats := s.column(j.Column)
	pos, err := g.open(v, j)
	if err != nil {
		return nil, err
	}
	seed := j.Seed
	var value trees.Vector
	for played := 0; pos.Mover() != 0 && !(g.wins && played == v["moves"]); played++ {
		by := second
		if seats>>(pos.Mover()-1)&1 == 1 {
			by = first
		}
		seed = dealSeed(int(seed), 0)
		move, err := g.choose(ctx, v, by, pos, searchSeed(seed))
		if err != nil {
			return nil, err
		}
		pos.Do(move, &value)
	}
	scores := g.scores(pos)
	counts := Counts{0, 0, 0, 0, 0}
	for p, score := range scores {
		at := 2
		if seats>>p&1 == 1 {
			at = 0
		}
		counts[at] += score
		counts[at+1]++
	}
	if pos.Mover() != 0 {
		counts[4] = 1
	}
	return counts, nil
}

// choose returns the move of a rule.
func (g *strengthGame) choose(ctx context.Context, v Values, by *engine.Algorithm, pos games.Position, seed int) (int, error) {
	var value trees.Vector
	if pos.Look(&value) == 1 {
		return 0, nil
	}
	var o engine.Options
	for name, n := range map[string]int{"seed": seed, "exploration": v[g.exploration], "t_d": v[g.lead], "t_o": v[g.lead]} {
		if slices.Contains(by.Options, name) {
			engine.FindOption(name).SetNumber(&o, n)
		}
	}
	c, err := compare.Choose(ctx, by, engine.OnGame(g.id, pos), o, v[g.nodes], pos.Height())
	return c.Move, err
}

// scores returns what each player gets at the end of a game.
func (g *strengthGame) scores(pos games.Position) []int64 {
	list := make([]int64, pos.Players())
	if !g.wins {
		var end trees.Vector
		unit := games.UnitOf(pos)
		pos.Look(&end)
		for p := range list {
			if list[p] = int64(end[p] / unit); g.least {
				list[p] = int64(pos.Scores().MaxP/unit) - list[p]
			}
		}
		return list
	}
	var winners []int
	if w, ok := pos.(games.Goal); ok {
		winners = w.Winners()
	}
	for p := range list {
		if slices.Contains(winners, p+1) {
			list[p] = 1
		}
	}
	return list
}

// rows has a row for each game and pair of rules, and one for each game and rule against
// all others. Where wins count, a last row has the games without a winner.
func (s *contest) rows(v Values, done *results) (rows []Row) {
	pairs := s.pairs()
	for i, g := range s.games {
		all := make([]dealScores, len(s.rules)) // the sum over the other rules
		played := make([]map[int]int, len(s.rules))
		for r := range s.rules {
			all[r], played[r] = newDealScores(), map[int]int{}
		}
		for k, pair := range pairs {
			column := (i*len(pairs) + k) * seatings
			for side, rule := range pair {
				scores := g.scoresBySide(done, column, v[g.deals], side)
				for deal, score := range scores.of {
					all[rule].of[deal] += score
					all[rule].undecided[deal] += scores.undecided[deal]
					played[rule][deal]++
				}
				if side == 0 {
					printed := g.printedFor(s.rules[pair[0]], s.rules[pair[1]])
					rows = append(rows, g.row(done, fmt.Sprintf("%s, %s against %s", g.counted(), s.name(pair[0]), s.name(pair[1])), printed, scores))
				}
			}
		}
		for rule := range s.rules {
			means := newDealScores()
			for deal, n := range played[rule] {
				if n == len(s.rules)-1 {
					means.of[deal] = all[rule].of[deal] / float64(n)
					means.undecided[deal] = all[rule].undecided[deal] / float64(n)
				}
			}
			rows = append(rows, g.row(done, fmt.Sprintf("%s, %s against all others", g.counted(), s.name(rule)), nil, means))
		}
	}
	for i, g := range s.games {
		if !g.wins {
			continue
		}
		undecided, games := map[int]float64{}, map[int]float64{}
		for c := range len(pairs) * seatings {
			for deal, without := range done.byDeal(i*len(pairs)*seatings+c, func(c Counts) (float64, bool) { return float64(c[4]), true }) {
				undecided[deal] += without
				games[deal]++
			}
		}
		for deal, n := range games {
			undecided[deal] *= 100 / n
		}
		rows = append(rows, done.partRow(g.title+", games without a winner, in percent", nil, 0, 100, undecided))
	}
	return rows
}

// dealScores are the scores of a rule, and where wins count the percentage of the games without a winner, by deal.
type dealScores struct{ of, undecided map[int]float64 }

func newDealScores() dealScores { return dealScores{map[int]float64{}, map[int]float64{}} }

// scoresBySide returns the scores of the first rule (side 0) or the second one over the seatings from a column on. A deal counts
// when it has been played on all of them. Of wins the score is the percentage of the games with a winner that the
// rule wins, so a deal without such a game has no score.
func (g *strengthGame) scoresBySide(done *results, column, deals, side int) dealScores {
	scores := newDealScores()
	if !g.wins {
		scores.of = done.seated(column, deals, 2*side)
		return scores
	}
	won, all, undecided, played := make([]int64, deals), make([]int64, deals), make([]int64, deals), make([]int, deals)
	for i, j := range done.jobs {
		if j.Column < column || j.Column >= column+seatings || i >= len(done.counts) || done.counts[i] == nil {
			continue
		}
		n := done.counts[i]
		won[j.Deal] += n[2*side]
		all[j.Deal] += n[0] + n[2]
		undecided[j.Deal] += n[4]
		played[j.Deal]++
	}
	for deal, n := range played {
		if n < seatings {
			continue
		}
		scores.undecided[deal] = 100 * float64(undecided[deal]) / seatings
		if all[deal] > 0 {
			scores.of[deal] = 100 * float64(won[deal]) / float64(all[deal])
		}
	}
	return scores
}

// row is a row with the mean of the scores and, where wins count, the games without a winner.
func (g *strengthGame) row(done *results, name string, printed *float64, scores dealScores) Row {
	row := done.partRow(name, printed, 0, g.most(), scores.of)
	if g.wins && row.N > 0 {
		row.Undecided = value(mean(inOrder(scores.undecided, len(done.jobs))))
	}
	return row
}

func (s *contest) name(rule int) string {
	a, _ := algorithms.Find(s.rules[rule])
	return a.Name
}

// counted names what a row of the game counts.
func (g *strengthGame) counted() string { return g.title + ", " + g.what }

func (g *strengthGame) printedFor(first, second string) *float64 {
	if x, found := g.printed[[2]string{first, second}]; found {
		return value(x)
	}
	return nil
}

// crosses returns a table of each game.
func (s *contest) crosses(rows []Row) (list []Cross) {
	pairs, n := s.pairs(), len(s.rules)
	for i, g := range s.games {
		of := rows[i*(len(pairs)+n):]
		c := Cross{Title: g.title + ": " + g.what + " of the rule on the left against the rule above", Cells: make([][]CrossCell, n), Note: g.note()}
		for r := range n {
			c.Names = append(c.Names, s.name(r))
			c.Cells[r] = make([]CrossCell, n)
		}
		var chances []float64
		for k := range pairs {
			chances = append(chances, of[k].chance(g.equal(), 0, g.most()))
		}
		holds := interval.Holm(chances)
		for k, pair := range pairs {
			row := &of[k]
			if row.Measured == nil {
				continue
			}
			both := 2 * g.equal()
			low, high := *row.Measured, *row.Measured
			if row.Interval != nil {
				low, high = row.Interval.Low, row.Interval.High
			}
			c.set(pair[0], pair[1], *row.Measured, low, high, g.equal(), g.least, holds[k])
			c.set(pair[1], pair[0], both-*row.Measured, both-high, both-low, g.equal(), g.least, holds[k])
		}
		list = append(list, c)
	}
	return list
}

// equal is what a row counts if both rules are equally strong, with all cards.
func (g *strengthGame) equal() float64 {
	if g.wins {
		return 50
	}
	return g.most() / handPlayers
}

// most is the most that a row can count, with all cards.
func (g *strengthGame) most() float64 {
	switch {
	case g.wins:
		return 100
	case g.least:
		return 26
	}
	return 17
}

func (g *strengthGame) note() string {
	text := fmt.Sprintf("An equal share is %.4g", g.equal())
	if g.least {
		text += "; fewer are better"
	}
	return text + ". Bold: better than an equal share, for all pairs of the table together (Holm)."
}
