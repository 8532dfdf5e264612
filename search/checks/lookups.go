package checks

import (
	"math"
	"slices"

	"espalier/trace/program"
)

// This file has the values that a program looks up in a table. A node whose position was searched elsewhere,
// under the same name, returns what that search has shown: where a cut there makes it a bound, the value is
// one here, too.

// maxSources is how many searches of the same position are compared with a value that is looked up.
const maxSources = 16

// lookups are the nodes of a run whose values were looked up.
type lookups struct {
	sources [][]int32 // by node: the searches that its value may come from
	users   [][]int32 // by node: the nodes whose values may come from its search
	unsure  []bool    // by node: it may be a leaf that only has the name and the value of another node
	order   []int32   // all nodes, each after those that its value depends on
}

// findLookups finds the values that were looked up; nil: there are none. Only searches that ended before
// the look-up count, so that no value depends on itself.
func (j *finalTree) findLookups() *lookups {
	c := j.c
	if c.run.Tree != nil {
		return nil // a node is a position of the tree there
	}
	byName := map[string][]int32{}
	var levels []int32            // of a search to several depths
	highest := map[string]int32{} // the least level of a node of a name, likewise
	if c.deepest > 0 {
		levels = make([]int32, len(c.run.Nodes))
	}
	for n := range c.run.Nodes {
		id := c.run.ID(int32(n))
		if c.deepest > 0 {
			if parent := c.run.Nodes[n].Parent; parent != program.None {
				levels[n] = levels[parent] + 1
			}
			if level, is := highest[id]; !is || levels[n] < level {
				highest[id] = levels[n]
			}
		}
		if id != "" && j.state[n] == seen && len(j.kids.of(int32(n))) > 0 {
			byName[id] = append(byName[id], int32(n))
		}
	}
	var l *lookups
	for n := range c.run.Nodes {
		id, s := c.run.ID(int32(n)), &c.nodes[n]
		if id == "" || len(j.kids.of(int32(n))) > 0 || !j.hasLeaf(int32(n)) || len(byName[id]) > maxSources {
			continue
		}
		// A leaf line with another value than that of a search has looked up nothing.
		alike := !c.run.Nodes[n].IsLeaf
		var from []int32
		for _, k := range byName[id] {
			if of := &c.nodes[k]; of.ended < s.ended && of.has {
				from, alike = append(from, k), alike || c.same(c.at(k), c.at(int32(n)))
			}
		}
		if !alike || len(from) == 0 {
			continue
		}
		if l == nil {
			size := len(c.run.Nodes)
			l = &lookups{sources: make([][]int32, size), users: make([][]int32, size), unsure: make([]bool, size)}
		}
		l.sources[n] = from
		// In a search to several depths, the value may be that of a search of less depth, which has come to
		// the position earlier.
		l.unsure[n] = c.run.Nodes[n].IsLeaf && !s.hit || c.deepest > 0 && highest[id] < levels[n]
		for _, k := range from {
			l.users[k] = append(l.users[k], int32(n))
		}
	}
	if l == nil {
		return nil
	}
	for n := len(c.run.Nodes) - 1; n >= 0; n-- {
		l.order = append(l.order, int32(n))
	}
	slices.SortStableFunc(l.order, func(a, b int32) int { return int(c.nodes[a].ended) - int(c.nodes[b].ended) })
	return l
}

// neverEnded is the end of a node that is open.
const neverEnded = math.MaxInt32

// inOrder calls do for each node, after those that its value depends on, until do returns an error.
func (j *finalTree) inOrder(do func(n int32) error) {
	for i := len(j.state) - 1; i >= 0; i-- { // children appear after their parents
		n := int32(i)
		if j.looked != nil {
			n = j.looked.order[len(j.state)-1-i]
		}
		if do(n) != nil {
			return
		}
	}
}

// source returns the search of a position that decides the value of a node which looks it up; -1 if it is
// not one of them.
func (e *ends) source(at *amounts, side int, n int32) int32 {
	best := int32(-1)
	for _, k := range e.looked.sources[n] {
		v := at.of(k)
		if !v.is {
			continue
		}
		if best >= 0 {
			held := at.of(best)
			if d := v.cmp(&held); side == 0 && d <= 0 || side == 1 && d >= 0 || side != 0 && side != 1 {
				continue
			}
		}
		best = k
	}
	return best
}

// lookedUp returns the score of a node that looks its value up. side is 0 or 1 with the free leaves smallest
// or largest, and without any it is noSide or asLookedUp.
func (e *ends) lookedUp(at *amounts, side int, n int32) amount {
	if side >= 0 {
		v := e.seen.of(n)
		if k := e.source(at, side, n); k >= 0 {
			if of := at.of(k); e.beyond(side, &v, &of) {
				return of
			}
		}
		return v
	}
	v := amount{whole: e.c.valueOf(int32(n))[e.score], is: true}
	if e.looked.unsure[n] && (side != asLookedUp || e.c.run.Nodes[n].IsLeaf) {
		return v
	}
	// As the leaves have it, it is one of what the searches have returned.
	if k := e.source(at, 0, n); k >= 0 {
		if most := at.of(k); v.cmp(&most) > 0 {
			return most
		}
	}
	if k := e.source(at, 1, n); k >= 0 {
		if least := at.of(k); v.cmp(&least) < 0 {
			return least
		}
	}
	return v
}

// In place of a side of an evaluation without free leaves; asLookedUp takes each node that seems to look up its
// value for one that does.
const (
	noSide     = -1
	asLookedUp = -2
)

// doubtful reports whether the value of the root is not what the run claims if each node looks up its value
// that seems to.
func (e *ends) doubtful() bool {
	if e.looked == nil || !slices.Contains(e.looked.unsure, true) {
		return false
	}
	at := newAmounts(len(e.seen.whole))
	e.inOrder(func(n int32) error {
		at.set(n, e.compute(at, asLookedUp, n))
		return e.did(1 + len(e.kids.of(n)))
	})
	if e.err != nil {
		return false
	}
	root := at.of(0)
	return e.c.contradicted(&root)
}

// A change of a score is undone when a cut has been judged unsound.
type change struct {
	node int32
	old  amount
}

// from returns a search of a position with the value that a node has which looks it up, or -1.
func (e *ends) from(at *amounts, n int32) int32 {
	for _, k := range e.looked.sources[n] {
		if at.of(k).is && !at.differs(k, at, n) {
			return k
		}
	}
	return -1
}

// substituted returns the children of each node, where a node that looks up another value than it returns has
// those of the search that decides.
func (e *ends) substituted(side int) *families {
	if e.looked == nil {
		return e.kids
	}
	kids, at := &families{e.kids.at, e.kids.list, map[int32]int32{}}, e.at[side]
	for n := range e.looked.sources {
		if e.looked.sources[n] == nil {
			continue
		}
		printed := amount{whole: e.c.valueOf(int32(n))[e.score], is: true}
		if k := e.from(at, int32(n)); k >= 0 {
			if now := at.of(int32(n)); now.cmp(&printed) != 0 {
				kids.as[int32(n)] = k
			}
		}
	}
	return kids
}
