package experiment

import "context"

// Depths in Hearts and Spades.
//
// N. Sturtevant, "Last-branch and speculative pruning algorithms for max^n", IJCAI 2003,
// sections 5.2 to 5.4 and Table 11: the depth of searches with 500,000 nodes, and the cards
// that are left when a hand is first searched to its end.

var s2003Table11 = Experiment{
	ID: "s2003-table11", Title: "Depth of searches in Hearts and Spades", Paper: "Sturtevant 2003, Table 11",
	Minutes: 13,
	Parameters: append([]Parameter{
		{Name: "hands", Default: 300, Quick: 4, Least: 1, Most: 10_000, Text: "of each game, played by plain and by speculative max^n"},
		{Name: "paranoid_hands", Default: 50, Quick: 4, Least: 0, Most: 10_000, Text: "of these, played by paranoid, too"},
	}, handParameters...),
	Choices: append([]string{
		"The table itself is lost; the numbers are from the running text. The text gives 11.1 as the depth of max^n in both games. In Spades this may be a slip: the abstract claims one to three plies more, but 15.4 is 4.3 more.",
		"All three players of a hand choose their cards by the same algorithm. A hand is played until a search first reaches the end of the hand on every path. Only the searches before that are not limited by the hand.",
		"Each depth is the mean over all hands of the mean over the positions of a hand.",
		"Cards left for paranoid in Hearts: the text says that paranoid searches 3.7 cards deeper than speculative max^n, which has 22.1. The printed number here is the sum, 25.8. If the text means the depth instead, the number would be 12.1 + 3.7 = 15.8 plies.",
	}, handChoices...),
	jobs: func(v Values) (jobs []Job) {
		for _, j := range dealsByColumns(v, v["hands"], table11Names()) {
			if _, s := table11Column(j.Column); s.algorithm != paranoid.algorithm || j.Deal < v["paranoid_hands"] {
				jobs = append(jobs, j)
			}
		}
		return jobs
	},
	run:  runS2003Table11,
	rows: rowsS2003Table11,
}

var table11Searchers = []*searcher{&plain, &speculative, &paranoid}

// table11Printed are the printed depth and cards, by column; 0: not in the text.
var table11Printed = [][2]float64{{11.1, 20.9}, {12.1, 22.1}, {0, 25.8}, {11.1, 21.7}, {15.4, 24.3}, {0, 33.5}}

func table11Column(c int) (game int, s *searcher) {
	return c / len(table11Searchers), table11Searchers[c%len(table11Searchers)]
}

func table11Names() (names []string) {
	for c := range table11Printed {
		game, s := table11Column(c)
		names = append(names, handGames[game].title+", "+s.name)
	}
	return names
}

// runS2003Table11 returns the number of searches that did not see the end of the hand, the
// sum of their depths, and the cards left at the first search that did.
func runS2003Table11(ctx context.Context, v Values, j Job) (Counts, error) {
	game, s := table11Column(j.Column)
	h, err := newHand(handGames[game].id, v, j)
	if err != nil {
		return nil, err
	}
	counts := Counts{0, 0, 0}
	for {
		d, err := h.deepest(ctx, s)
		if err != nil {
			return nil, err
		}
		if d.whole {
			counts[2] = int64(h.pos.Height())
			return counts, nil
		}
		counts[0]++
		counts[1] += int64(d.depth)
		h.play(d.move)
	}
}

func rowsS2003Table11(_ Values, done *results) (rows []Row) {
	for c, name := range table11Names() {
		depth := done.byDeal(c, func(c Counts) (float64, bool) { return float64(c[1]) / float64(c[0]), c[0] > 0 })
		cards := done.byDeal(c, func(c Counts) (float64, bool) { return float64(c[2]), true })
		rows = append(rows,
			done.meanRow(name+", depth", printed(table11Printed[c][0]), depth),
			done.meanRow(name+", cards left", printed(table11Printed[c][1]), cards))
	}
	return rows
}

// printed returns a printed number; 0 means that there is none.
func printed(x float64) *float64 {
	if x == 0 {
		return nil
	}
	return value(x)
}
