package engine

import (
	"slices"

	"espalier/trace"
	"espalier/trees"
)

// Leaf-value tables.
//
// N. Sturtevant, "Leaf-value tables for pruning non-zero-sum games", IJCAI
// 2005, section 4 and figure 9, canPrune.
//
//	row.outcome  an outcome, which the heuristic bounds: Row.Outcome
//	row.rank     its value for each player, counted from 0: Row.Rank
//	bounds, ub   the bound vector and the heuristic's upper bounds
//
// A row survives if the heuristic allows it and every player gets more than the
// player's bound. If no row survives, pruning is allowed. In the paper a player
// without a bound has 0, which wrongly excludes every row of rank 0 for this
// player; here the bound is NoBound. Printed restores the 0. The listing also tests
// only values that exceed the best so far. But the parent may still accept the best
// itself, and a value that was not visited could replace it. So chain.go also tests
// values that equal the best; as_printed does not. Ranks are only for display:
// comparing scores gives the same result. In addition to the paper's upper bounds,
// lower bounds are used; without them the rows (1,0,2) and (2,0,1) of table 1 would
// survive if player 2 has a trick.

// TableTest is the line of the table test in the pseudo-code of a procedure.
const TableTest = "      if no row of the table {is above bounds[chain] and reaches best[p] (exceeds it, if best and the queue fail)|reaches bounds[chain] and best[p]}: return NIL or best"

var PrintedTableTest = printedTest{
	on: "prune:table", text: "      if no row has ranks above bounds[chain] and best[p] (a missing bound counts as 0): return NIL or best",
	what: "the printed leaf-value test", Source: "Sturtevant 2005, Figure 9",
	runs: func(o Options) bool { return o.Table },
}

// A Row is an outcome with its value and its rank for each player.
type Row struct {
	Outcome trees.Vector
	Value   trees.Vector
	Rank    [trees.MaxPlayers]int
}

// answerBits is the binary logarithm of the size of the cache of answers. A search
// tests few different bound vectors; 512 answers fit in a processor's second-level
// cache.
const answerBits = 9

// A Table is the decision rule of the leaf-value table. It caches answers, so only
// one search may use it at a time.
type Table struct {
	Rows []Row
	// Printed: as in figure 9, the bound of a player without a bound is the lowest
	// rank. Then the table allows wrong prunes.
	Printed bool

	players int
	lowest  trees.Vector
	cache   []answer

	// Of Excluded: the number of the value of each row, where equal values have the same one,
	// and the call that last listed a value with a player.
	numbers []int32
	listed  []uint32
	call    uint32
}

// RowsOfNode is how many rows a search tests in about the time of a node. A test can be
// of all rows.
const RowsOfNode = 64

// fewRows is the maximum number of rows of a table without a cache: with so few
// rows, testing all rows is as fast as a look-up.
const fewRows = 16

type answer struct {
	bounds, low, up trees.Vector
	state           uint8 // 0: empty
}

const (
	answered uint8 = 1 << iota
	withLow
	withUp
	saysPrune
)

// NewTable returns the table of the given outcomes. values are the values of the
// outcomes for the players; nil: the outcomes are also the values. Equal rows are
// stored once.
func NewTable(players int, outcomes, values []trees.Vector) *Table {
	if values == nil {
		values = outcomes
	}
	t := &Table{players: players}
	seen := make(map[[2]trees.Vector]bool, len(outcomes))
	for i := range outcomes {
		key := [2]trees.Vector{outcomes[i], values[i]}
		if !seen[key] {
			seen[key] = true
			t.Rows = append(t.Rows, Row{Outcome: outcomes[i], Value: values[i]})
		}
	}
	if len(t.Rows) > fewRows {
		t.cache = make([]answer, 1<<answerBits)
	}
	t.rank()
	return t
}

func (t *Table) rank() {
	scores := make([]trees.Score, len(t.Rows))
	for p := range t.players {
		for i := range t.Rows {
			scores[i] = t.Rows[i].Value[p]
		}
		slices.Sort(scores)
		ranks := slices.Compact(scores)
		for i := range t.Rows {
			t.Rows[i].Rank[p], _ = slices.BinarySearch(ranks, t.Rows[i].Value[p])
		}
		if len(ranks) > 0 {
			t.lowest[p] = ranks[0]
		}
		scores = scores[:len(t.Rows)]
	}
}

// Prune reports whether no row survives. It uses the cache if possible. bounds limit
// the values of rows (Row.Value); low and up limit the outcomes.
func (t *Table) Prune(bounds, low, up *trees.Vector) bool {
	if t.cache == nil {
		return t.noRowSurvives(bounds, low, up)
	}
	state := answered
	h := t.mix(0, bounds)
	if low != nil {
		state |= withLow
		h = t.mix(h, low)
	}
	if up != nil {
		state |= withUp
		h = t.mix(h, up)
	}
	a := &t.cache[h>>(64-answerBits)]
	if a.state&^saysPrune == state && t.same(&a.bounds, bounds) && (low == nil || t.same(&a.low, low)) && (up == nil || t.same(&a.up, up)) {
		return a.state&saysPrune != 0
	}
	prune := t.noRowSurvives(bounds, low, up)
	if prune {
		state |= saysPrune
	}
	a.bounds, a.state = *bounds, state
	if low != nil {
		a.low = *low
	}
	if up != nil {
		a.up = *up
	}
	return prune
}

func (t *Table) mix(h uint64, v *trees.Vector) uint64 {
	for _, s := range v[:t.players] {
		h = (h ^ h>>29 ^ uint64(s)) * 0x9E3779B97F4A7C15
	}
	return h
}

func (t *Table) same(a, b *trees.Vector) bool {
	for p := range t.players {
		if a[p] != b[p] {
			return false
		}
	}
	return true
}

// noRowSurvives is canPrune without the cache.
func (t *Table) noRowSurvives(bounds, low, up *trees.Vector) bool {
	for i := range t.Rows {
		if t.excludedBy(&t.Rows[i], bounds, low, up) == 0 {
			return false
		}
	}
	return true
}

// excludedBy returns the player whose bound excludes the row, else the player whose
// heuristic excludes it, or 0 if the row survives.
func (t *Table) excludedBy(row *Row, bounds, low, up *trees.Vector) int {
	for p := range t.players {
		bound := bounds[p]
		if bound == NoBound && t.Printed {
			bound = t.lowest[p]
		}
		if row.Value[p] <= bound {
			return p + 1
		}
	}
	for p := range t.players {
		if low != nil && row.Outcome[p] < low[p] || up != nil && row.Outcome[p] > up[p] {
			return p + 1
		}
	}
	return 0
}

// Excluded appends the values of the excluded outcomes, each with the player whose bound or
// heuristic excludes it. Outcomes that have this in common are listed once. A table can have
// trees.MaxOutcomes rows, so the list is not searched for each of them.
func (t *Table) Excluded(list []trace.Excluded, bounds, low, up *trees.Vector) []trace.Excluded {
	if t.numbers == nil {
		t.number()
	}
	if t.call++; t.call == 0 { // the counter has wrapped
		clear(t.listed)
		t.call = 1
	}
	for i := range t.Rows {
		by := t.excludedBy(&t.Rows[i], bounds, low, up)
		if by == 0 {
			continue
		}
		listed := &t.listed[int(t.numbers[i])*t.players+by-1]
		if *listed != t.call {
			*listed = t.call
			list = append(list, trace.Excluded{Value: t.Rows[i].Value, Player: by})
		}
	}
	return list
}

// number gives numbers to the values of the rows.
func (t *Table) number() {
	t.numbers = make([]int32, len(t.Rows))
	known := make(map[trees.Vector]int32, len(t.Rows))
	for i := range t.Rows {
		n, there := known[t.Rows[i].Value]
		if !there {
			n = int32(len(known))
			known[t.Rows[i].Value] = n
		}
		t.numbers[i] = n
	}
	t.listed = make([]uint32, len(known)*t.players)
}

// TableOutcomes returns the possible outcomes of a problem: the outcomes that its tree
// lists, or else the distinct values of the leaves.
func (p *Problem) TableOutcomes() []trees.Vector {
	if len(p.Outcomes) > 0 || p.Tree == nil {
		return p.Outcomes
	}
	var list []trees.Vector
	seen := map[trees.Vector]bool{}
	for n := range p.Tree.Len() {
		if v, known := p.Tree.Value(n); known && !seen[v] {
			seen[v] = true
			list = append(list, v)
		}
	}
	return list
}

// NeedOutcomes requires the value of every leaf to be one of the outcomes. A
// leaf of unknown value is allowed only if the tree lists its outcomes.
func NeedOutcomes(a *Algorithm, p *Problem, o *Options) error {
	if !o.Table || p.Tree == nil {
		return nil
	}
	t, root := p.Tree, p.StartNode(o)
	possible := map[trees.Vector]bool{}
	for _, v := range p.TableOutcomes() {
		possible[v] = true
	}
	if len(possible) > trees.MaxOutcomes {
		return Refuse("options.table", "the leaves have %d different values; a leaf-value table has at most %d rows", len(possible), trees.MaxOutcomes)
	}
	for n := root; n < t.End(root); n++ {
		if !t.IsLeaf(n) {
			v, known := t.Static(n)
			if known && o.OnFrontier(t, root, n) && !possible[v] {
				return Refuse(t.Place(n)+".static", "with depth %d the search stops at %s, whose static value is not among the outcomes of the table; add it to them, or change it", o.Depth, t.Name(n))
			}
			continue
		}
		v, known := t.Value(n)
		switch {
		case !known && len(p.Outcomes) == 0:
			return Refuse("tree.outcomes", "the value of leaf %s is unknown, and the table of the known leaf values cannot rule it out; give it a value, or say the possible outcomes", t.Name(n))
		case known && !possible[v]:
			return Refuse(t.Place(n)+".value", "the value of leaf %s is not among the outcomes that the tree names; add it to them, or change it", t.Name(n))
		}
	}
	return nil
}
