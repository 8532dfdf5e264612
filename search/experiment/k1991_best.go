package experiment

import (
	"context"
	"fmt"
	"math"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees"
)

// The best case of shallow pruning.
//
// R. Korf, "Multi-player alpha-beta pruning", Artificial Intelligence 48 (1991), section
// 3.6: F(d) leaves are searched in a tree of depth d, F(d) = F(d-1) + (b-1)·F(d-2).

var k1991Best = Experiment{
	ID: "k1991-best", Title: "Shallow pruning in the best case", Paper: "Korf 1991, section 3.6",
	Parameters: []Parameter{
		{Name: "branching", Default: 10, Quick: 4, Least: 2, Most: 100, Text: "children of an inner node"},
		{Name: "depth", Default: 10, Quick: 8, Least: 1, Most: mostBestDepth, Text: "of the deepest tree; there is one of each depth from 0"},
		{Name: "players", Default: 3, Quick: 3, Least: 2, Most: 4, Text: "moving in turn"},
	},
	Choices: []string{
		"The paper prints a recurrence and its growth, but no numbers. We computed the “printed” numbers from these. We chose the branching factor and the depths.",
		"The tree: each child of a node except the first is refuted by its own first child, and no score is maxsum, so there is no immediate pruning. The scores are fractions of maxsum that get smaller with depth, down to a millionth of a point.",
		"We count the leaves that the search evaluates, as the paper does.",
	},
	jobs: func(v Values) (jobs []Job) {
		for d := range v["depth"] + 1 {
			jobs = append(jobs, Job{Deal: d, Name: "Shallow"})
		}
		return jobs
	},
	run:  runK1991Best,
	rows: rowsK1991Best,
}

// mostBestDepth is the largest depth at which every score of a tree for four players is
// still above 0: each is at least a third of one two plies above.
const mostBestDepth = 24

// runK1991Best returns the leaves that shallow pruning evaluates.
func runK1991Best(ctx context.Context, v Values, j Job) (Counts, error) {
	tree := newBestCase(v["players"], v["branching"], j.Deal)
	problem := engine.Problem{Pos: tree, Players: tree.players, MaxSum: trees.Some(bestSum), MaxP: trees.All(bestSum), MaxNodes: mostNodes}
	shallow, _ := algorithms.Find("shallow")
	res, err := shallow.Run(ctx, problem, engine.Options{}, nil)
	if err != nil {
		return nil, err
	}
	return Counts{int64(res.Stats.Leaves)}, nil
}

func rowsK1991Best(v Values, done *results) (rows []Row) {
	b, depth := float64(v["branching"]), v["depth"]
	leaves := done.byDeal(0, func(c Counts) (float64, bool) { return float64(c[0]), true })
	at := func(d int) map[int]float64 {
		x, ok := leaves[d]
		if !ok {
			return nil
		}
		return map[int]float64{0: x}
	}
	before, f := 1.0, 1.0
	for d := range depth + 1 {
		switch d {
		case 0:
		case 1:
			f = b
		default:
			before, f = f, f+(b-1)*before
		}
		rows = append(rows, done.meanRow(fmt.Sprintf("F(%d)", d), value(f), at(d)))
	}
	growth := (1 + math.Sqrt(4*b-3)) / 2
	return append(rows, done.ratioRow(fmt.Sprintf("Growth, F(%d) / F(%d)", depth, depth-1), value(growth), at(depth), at(depth-1)))
}

// A bestCase is a tree in perfect order for shallow pruning. A node is on the line of its
// value, or it is refuted:
//
//   - On the line the first child has the node's value and is on the line, and the others
//     are refuted.
//   - The children of a refuted node are on the line and have the same value. In this value
//     the mover has maxsum less the score of the player above, and the others share that
//     score. So the first child cuts the rest, and the node is not better for the player above.
type bestCase struct {
	players, branching, depth int
	ply                       int
	values                    [mostBestDepth + 1]trees.Vector // of the nodes on the path
	refuted                   [mostBestDepth + 1]bool
}

const bestSum = trees.MaxScore

func newBestCase(players, branching, depth int) *bestCase {
	t := &bestCase{players: players, branching: branching, depth: depth}
	for p := range players {
		t.values[0][p] = bestSum / trees.Score(players)
	}
	return t
}

func (t *bestCase) Players() int { return t.players }
func (t *bestCase) Height() int  { return t.depth }
func (t *bestCase) Undo()        { t.ply-- }

func (t *bestCase) Mover() int {
	if t.ply == t.depth {
		return 0
	}
	return t.ply%t.players + 1
}

func (t *bestCase) Look(v *trees.Vector) int {
	if t.ply < t.depth {
		return t.branching
	}
	copy(v[:t.players], t.values[t.ply][:])
	return 0
}

func (t *bestCase) Do(move int, v *trees.Vector) (moves, mover int) {
	parent := t.ply
	t.ply++
	t.values[t.ply], t.refuted[t.ply] = t.values[parent], false
	if move > 0 && !t.refuted[parent] {
		t.refuted[t.ply] = true
		above, mover := parent%t.players, t.ply%t.players
		score := t.values[parent][above]
		for p := range t.players {
			t.values[t.ply][p] = score / trees.Score(t.players-1)
		}
		t.values[t.ply][mover] = bestSum - score
	}
	return t.Look(v), t.Mover()
}
