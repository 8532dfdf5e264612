package experiment

import (
	"context"
	"fmt"

	"espalier/trees"
)

// Scores in Hearts and Spades.
//
// N. Sturtevant, "Last-branch and speculative pruning algorithms for max^n", IJCAI 2003,
// section 5.4 and Table 12: the mean score of max^n and of paranoid in 50 hands, each
// played several times with the algorithms on other seats.

var s2003Table12 = Experiment{
	ID: "s2003-table12", Title: "Scores of max^n against paranoid in Hearts and Spades", Paper: "Sturtevant 2003, Table 12",
	Minutes:    24,
	Parameters: append([]Parameter{{Name: "hands", Default: 50, Quick: 2, Least: 1, Most: 10_000, Text: "of each game; each hand is played six times"}}, handParameters...),
	Choices: append([]string{
		"Each hand is played in all six seatings of three players in which both algorithms play. The paper says that hands were played several times to account for positions, but not how often.",
		"Each score is the mean over all hands of the mean over the seats. In Hearts the score is the points taken: low is good. In Spades it is the tricks taken: high is good.",
	}, handChoices...),
	jobs: func(v Values) []Job { return dealsByColumns(v, v["hands"], table12Names()) },
	run:  runS2003Table12,
	rows: rowsS2003Table12,
}

var table12Searchers = []*searcher{&plain, &speculative}

// table12Printed are the scores of max^n and of paranoid, by game and searcher.
var table12Printed = [2][2][2]float64{{{8.50, 8.50}, {8.01, 8.99}}, {{5.55, 5.78}, {5.72, 5.61}}}

// seatings is the number of ways to give three seats to both algorithms. In seating i, bit
// p of i + 1 says that player p plays by max^n.
const seatings = 6

func table12Column(c int) (game, searcher, seats int) {
	return c / seatings / len(table12Searchers), c / seatings % len(table12Searchers), c%seatings + 1
}

func table12Names() (names []string) {
	for c := range len(handGames) * len(table12Searchers) * seatings {
		game, s, seats := table12Column(c)
		names = append(names, fmt.Sprintf("%s, %s on seats %s", handGames[game].title, table12Searchers[s].name, seatNames(seats)))
	}
	return names
}

func seatNames(seats int) (text string) {
	for p := range 3 {
		if seats>>p&1 == 1 {
			text += fmt.Sprint(p + 1)
		}
	}
	return text
}

// runS2003Table12 returns the sum of the scores of max^n, its seats, and the same of
// paranoid.
func runS2003Table12(ctx context.Context, v Values, j Job) (Counts, error) {
	game, s, seats := table12Column(j.Column)
	h, err := newHand(handGames[game].id, v, j)
	if err != nil {
		return nil, err
	}
	for h.pos.Mover() != 0 {
		by := &paranoid
		if seats>>(h.pos.Mover()-1)&1 == 1 {
			by = table12Searchers[s]
		}
		d, err := h.deepest(ctx, by)
		if err != nil {
			return nil, err
		}
		h.play(d.move)
	}
	var end trees.Vector
	h.pos.Look(&end)
	counts := Counts{0, 0, 0, 0}
	for p := range h.pos.Players() {
		score := end[p]
		if handGames[game].id == "hearts" { // the value is all points less those taken
			score = h.pos.Scores().MaxP - score
		}
		at := 2
		if seats>>p&1 == 1 {
			at = 0
		}
		counts[at] += int64(score / trees.Unit)
		counts[at+1]++
	}
	return counts, nil
}

func rowsS2003Table12(v Values, done *results) (rows []Row) {
	for game := range handGames {
		for s, by := range table12Searchers {
			title := fmt.Sprintf("%s, %s against paranoid", handGames[game].title, by.name)
			for side, name := range []string{by.name, paranoid.name} {
				scores := done.seated((game*len(table12Searchers)+s)*seatings, v["hands"], 2*side)
				rows = append(rows, done.meanRow(title+": "+name, value(table12Printed[game][s][side]), scores))
			}
		}
	}
	return rows
}

// seated returns the mean score of a side over the seatings from a column on, by hand. A
// hand counts when it has been played on all of them.
func (r *results) seated(column, hands, at int) map[int]float64 {
	sum, seats := make([]int64, hands), make([]int64, hands)
	played := make([]int, hands)
	for i, j := range r.jobs {
		if j.Column < column || j.Column >= column+seatings || i >= len(r.counts) || r.counts[i] == nil {
			continue
		}
		sum[j.Deal] += r.counts[i][at]
		seats[j.Deal] += r.counts[i][at+1]
		played[j.Deal]++
	}
	scores := map[int]float64{}
	for deal, n := range played {
		if n == seatings {
			scores[deal] = float64(sum[deal]) / float64(seats[deal])
		}
	}
	return scores
}
