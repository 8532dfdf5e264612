package experiment

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/papers"
)

// Which pruning, when?
//
// Every sound algorithm on the same random trees, of ten families. A family differs from the third one in
// one property: players, branching factor, correlation, order or ties. The formulas of the papers for the
// best case are beside the numbers. The comparison is ours.

var bench = Experiment{
	ID: BenchID, Title: "Which pruning, when?", Paper: "Ten families of random trees", Own: true, Page: "/" + BenchID,
	Parameters: []Parameter{
		{Name: "family", Default: 0, Quick: 0, Least: 0, Most: len(Families), Text: "0: all; 1 to " + strconv.Itoa(len(Families)) + ": only this one"},
		{Name: "trees", Default: 30, Quick: 5, Least: 2, Most: 1_000, Text: "of each family and depth"},
		{Name: "nodes", Default: 30_000, Quick: 1_000, Least: 10, Most: 100_000, Text: "of a tree at most: it decides how deep the trees of a family are"},
		seedParameter,
	},
	Choices: []string{
		"The comparison is ours: no number of a paper is printed here. The formulas are those of the papers.",
		"All algorithms search the same trees. The number of a tree is how many nodes the search enters; a node that is entered again counts again.",
		"An algorithm runs without options: no heuristic, no leaf-value table, ties cut where a bound is met. Algorithms that need more than a tree has are left out: bounds at inner nodes, chance nodes or costs.",
		"A search by samples has no guarantee and is left out, too.",
		"Scores are whole points. Each leaf divides maxsum at points that are chosen at random, as in Korf 1991, section 3.7, so all leaves sum to maxsum.",
		"Alike neighbours: each edge has its part of maxsum and divides it at random, and a leaf has the sum of its edges (after Newborn 1977). So leaves with a long common path are similar.",
		"Best first and worst first: the children of each node are sorted by their max^n value for the player who moves there. For an algorithm with another value, such as paranoid, that is a good order, but not the best one.",
	},
	jobs: func(v Values) []Job { return dealsByColumns(v, v["trees"], benchNames(v)) },
	run:  runBench, rows: rowsBench, grids: gridsBench,
}

// BenchID is the id of the experiment about the families of trees.
const BenchID = "bench"

// A Family is a standard family of random trees.
type Family struct {
	Name, Text         string
	players, branching int
	maxsum             int  // in points
	alike              bool // neighbours are
	order              benchOrder
}

// A benchOrder is the order of the children of a node.
type benchOrder int

const (
	randomOrder benchOrder = iota
	bestFirst
	worstFirst
)

// manyPoints is a maxsum at which ties are rare.
const manyPoints = 1_000_000

// Families lists the families; the parameter family counts from 1.
var Families = []Family{
	{"Two players", "Two players, three moves, independent leaves.", 2, 3, manyPoints, false, randomOrder},
	{"Two players, best first", "As the first family, but the best move is always the first one.", 2, 3, manyPoints, false, bestFirst},
	{"Three players", "Three players, three moves, independent leaves: what all families below are compared with.", 3, 3, manyPoints, false, randomOrder},
	{"Five players", "As three players, but five.", 5, 3, manyPoints, false, randomOrder},
	{"Narrow", "As three players, but two moves at each node, so the trees are deeper.", 3, 2, manyPoints, false, randomOrder},
	{"Wide", "As three players, but eight moves at each node.", 3, 8, manyPoints, false, randomOrder},
	{"Alike neighbours", "As three players, but leaves with a long common path have similar scores.", 3, 3, manyPoints, true, randomOrder},
	{"Best first", "As three players, but the best move for the player who moves is always the first one.", 3, 3, manyPoints, false, bestFirst},
	{"Worst first", "As three players, but the best move for the player who moves is always the last one.", 3, 3, manyPoints, false, worstFirst},
	{"Many ties", "As three players, but a leaf divides only four points, so most scores are equal.", 3, 3, 4, false, randomOrder},
}

// Branching and MaxSum are those of the trees; maxsum is in points.
func (f *Family) Branching() int { return f.branching }
func (f *Family) MaxSum() int    { return f.maxsum }

// Nodes returns the number of nodes of a tree of a depth.
func (f *Family) Nodes(depth int) int { return papers.PlainNodes(f.branching, depth) }

// depths returns the largest depth at which a tree of the family has at most the given number of nodes.
func (f *Family) depths(nodes int) int {
	d := 1
	for papers.PlainNodes(f.branching, d+1) <= nodes {
		d++
	}
	return d
}

// benchColumns lists the families and depths of a run, in the order of its columns.
func benchColumns(v Values) (list []struct{ family, depth int }) {
	for i := range Families {
		if only := v["family"]; only != 0 && only != i+1 {
			continue
		}
		for d := range Families[i].depths(v["nodes"]) {
			list = append(list, struct{ family, depth int }{i, d + 1})
		}
	}
	return list
}

func benchNames(v Values) (names []string) {
	for _, c := range benchColumns(v) {
		names = append(names, fmt.Sprintf("%s, depth %d", Families[c.family].Name, c.depth))
	}
	return names
}

// A LeftOut is an algorithm that does not search the trees of a family, with the reason.
type LeftOut struct{ Algorithm, Why string }

// Searched returns the algorithms that search the trees of a family, and those that do not.
func (f *Family) Searched() ([]*engine.Algorithm, []LeftOut) {
	c := benchAlgorithms()[f.Name]
	return c.run, c.not
}

type benchChoice struct {
	run []*engine.Algorithm
	not []LeftOut
}

// manyLeaves decides how large the trees are on which an algorithm is checked: so large that each player moves, and that
// they have more scores than an algorithm with a limit on these takes.
const manyLeaves = 500

// benchAlgorithms are the choices by the name of the family.
var benchAlgorithms = sync.OnceValue(func() map[string]benchChoice {
	choices := map[string]benchChoice{}
	for i := range Families {
		f := &Families[i]
		t, err := f.tree(f.depths(manyLeaves), 0)
		if err != nil {
			panic(err) // a family of this file
		}
		problem := engine.OnTree(t, 0)
		var c benchChoice
		for _, a := range algorithms.All() {
			switch err := a.Check(&problem, engine.Options{}); {
			case a.Exhibit || !a.Sound && !a.Estimate:
				c.not = append(c.not, LeftOut{a.Name, "wrong values are possible"})
			case a.Estimate:
				c.not = append(c.not, LeftOut{a.Name, "the value is an estimate by samples"})
			case err != nil:
				c.not = append(c.not, LeftOut{a.Name, "requirement not met: " + a.Needs})
			default:
				c.run = append(c.run, a)
			}
		}
		choices[f.Name] = c
	}
	return choices
})

// unknownCount is the count of a search that reached a limit.
const unknownCount = -1

// runBench returns the nodes that each algorithm enters.
func runBench(ctx context.Context, v Values, j Job) (Counts, error) {
	c := benchColumns(v)[j.Column]
	f := &Families[c.family]
	t, err := f.tree(c.depth, j.Seed)
	if err != nil {
		return nil, err
	}
	list, _ := f.Searched()
	counts := make(Counts, len(list))
	for i, a := range list {
		problem := engine.OnTree(t, 0)
		problem.MaxNodes = mostNodes
		res, err := a.Run(ctx, problem, engine.Options{}, nil)
		var limit *engine.LimitError
		switch {
		case errors.As(err, &limit):
			counts[i] = unknownCount
		case err != nil:
			return nil, err
		default:
			counts[i] = int64(res.Stats.Nodes)
		}
	}
	return counts, nil
}

func benchRow(family, algorithm string, depth int) string {
	return fmt.Sprintf("%s, %s, depth %d: nodes", family, algorithm, depth)
}

func rowsBench(v Values, done *results) (rows []Row) {
	for column, c := range benchColumns(v) {
		f := &Families[c.family]
		list, _ := f.Searched()
		for i, a := range list {
			nodes := done.byDeal(column, func(counts Counts) (float64, bool) {
				return float64(counts[i]), counts[i] != unknownCount
			})
			rows = append(rows, done.meanRow(benchRow(f.Name, a.Name, c.depth), nil, nodes))
		}
	}
	return rows
}

// benchValues are the tables of a family: an algorithm is in the first one that takes it.
var benchValues = []struct {
	title, values string
	takes         func(a *engine.Algorithm, players int) bool
}{
	{"the max^n value", "The max^n value", func(a *engine.Algorithm, _ int) bool { return a.Reference == &engine.ReferenceMaxn }},
	{"one side against the other", "One player against all others", func(a *engine.Algorithm, _ int) bool { return a.Reference.TwoSides && !a.OwnValue() }},
	{"other decision rules", "Other decision rules", func(*engine.Algorithm, int) bool { return true }},
}

func gridsBench(rows []Row) (grids []Grid) {
	for i := range Families {
		grids = append(grids, Families[i].Grids(rows)...)
	}
	return grids
}

// Grids returns the tables of a family, with a line for each depth and a column for each algorithm. rows are those of a run.
func (f *Family) Grids(rows []Row) (grids []Grid) {
	at := map[string]int{}
	for i, r := range rows {
		at[r.Name] = i
	}
	list, _ := f.Searched()
	columns := make([][]*engine.Algorithm, len(benchValues))
	for _, a := range list {
		for k := range benchValues {
			if benchValues[k].takes(a, f.players) {
				columns[k] = append(columns[k], a)
				break
			}
		}
	}
	for k, of := range columns {
		g := Grid{Title: f.Name + ": nodes, " + benchValues[k].title, Head: "depth", Values: benchValues[k].values, Growth: true}
		for _, a := range of {
			g.Columns = append(g.Columns, a.Name)
		}
		for depth := 1; len(of) > 0; depth++ {
			line := GridLine{Name: strconv.Itoa(depth)}
			for _, a := range of {
				i, found := at[benchRow(f.Name, a.Name, depth)]
				if !found {
					break
				}
				line.Rows = append(line.Rows, i)
			}
			if len(line.Rows) < len(of) {
				break
			}
			g.Lines = append(g.Lines, line)
		}
		if len(g.Lines) > 0 {
			g.Formulas = f.formulas(len(g.Lines), columns[k])
			grids = append(grids, g)
		}
	}
	return grids
}

// formulas returns what the papers compute for trees of depth 1 to that one, as far as it is about the algorithms.
func (f *Family) formulas(depth int, of []*engine.Algorithm) (list []Formula) {
	add := func(name, source string, nodes func(d int) int) {
		formula := Formula{Name: name, Source: source}
		for d := 1; d <= depth; d++ {
			formula.Values = append(formula.Values, float64(nodes(d)))
		}
		list = append(list, formula)
	}
	b, n := f.branching, f.players
	switch of[0].Reference {
	case &engine.ReferenceMaxn:
		add("best case of shallow pruning", "Korf 1991, section 3.6", func(d int) int { return papers.BestNodes(b, 2, d) })
		if n > 2 {
			add("best case of speculative pruning", "Sturtevant 2003, section 4.3", func(d int) int { return papers.BestNodes(b, n, d) })
		}
	case &engine.ReferenceMinimax, &engine.ReferenceParanoid:
		source := "Sturtevant & Korf 2000, on the paranoid reduction"
		if n == 2 {
			source = "Knuth & Moore 1975"
		}
		add("best case of alpha-beta", source, func(d int) int {
			nodes := 1
			for k := 1; k <= d; k++ {
				nodes += papers.FewestParanoid(b, n, k)
			}
			return nodes
		})
	}
	return list
}
