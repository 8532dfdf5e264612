package learn

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/problem"
)

// maxCaseTries bounds the random trees of one seed that are tried to find one with the case. An
// offered case occurs in 1 to 900 of 1,000 trees.
const maxCaseTries = 5000

// A special case is something that occurs on few trees and that a student should see.
type special struct {
	ID, With string
	isOf     func(a *engine.Algorithm) bool
	// The smallest depth and branching of a tree with the case, and the largest number of players.
	depth, branching, players int
	// watch returns a function that gets the events of a run in order, and reports whether the case occurs at one.
	watch func() func(t *trees.Tree, e *trace.Event) bool
}

// at watches for an event that shows the case by itself.
func at(is func(e *trace.Event) bool) func() func(*trees.Tree, *trace.Event) bool {
	return func() func(*trees.Tree, *trace.Event) bool {
		return func(_ *trees.Tree, e *trace.Event) bool { return is(e) }
	}
}

var specials = []*special{
	// With two children no cut is provisional, because the second child is the last branch.
	{"research", "with a re-search", researches, 3, 3, 4, at(func(e *trace.Event) bool { return e.Type == trace.Research })},
	{"unsound", "with a cut that changes the result", func(a *engine.Algorithm) bool { return !a.Sound }, 3, 2, 3, at(func(e *trace.Event) bool {
		return e.Type == trace.Done && e.Reference != nil && !e.Reference.Agrees
	})},
	{"tie", "with a tie", func(a *engine.Algorithm) bool { return !a.Reference.TwoSides }, 1, 2, trees.MaxPlayers, watchTies},
}

// watchTies watches for a child that gives the mover the same score as the best child before it, but
// gives others a different score. Whether it becomes the best child depends on the order of the search, and is no
// part of the case.
func watchTies() func(t *trees.Tree, e *trace.Event) bool {
	best := map[int32]trees.Vector{}
	return func(t *trees.Tree, e *trace.Event) bool {
		switch {
		case e.Type == trace.Enter:
			delete(best, e.Node)
		case e.Type == trace.Backup && e.HasValue && e.HasBest:
			before, known := best[e.Node]
			best[e.Node] = e.Best
			mover := t.Mover(int(e.Node)) - 1
			return known && e.Value[mover] == before[mover] && e.Value != before
		}
		return false
	}
}

func findSpecial(id string) *special {
	for _, s := range specials {
		if s.ID == id {
			return s
		}
	}
	return nil
}

// of reports whether the case can occur in an exercise. It cannot with two players: they share a
// constant sum, so a tie for one is a tie for the other.
func (s *special) of(e *exercise) bool {
	return s.isOf(e.Algorithm) && e.Players >= 3 && e.Players <= s.players && e.Depth >= s.depth && e.Branching >= s.branching
}

// researches reports whether the algorithm can search a node again after a provisional cut.
func researches(a *engine.Algorithm) bool {
	return slices.Contains(a.Rules(engine.Options{}), trace.Speculative)
}

// ownCase returns the case for the next exercise after a flawless result; nil: there is none.
func ownCase(a *engine.Algorithm) *special {
	for _, s := range specials {
		if s.isOf(a) {
			return s
		}
	}
	return nil
}

// cases lists the cases that can occur in the exercise.
func (e *exercise) cases() (list []*special) {
	for _, s := range specials {
		if s.of(e) {
			list = append(list, s)
		}
	}
	return list
}

func (e *exercise) casesInWords() string {
	var ids []string
	for _, s := range e.cases() {
		ids = append(ids, s.ID)
	}
	if ids == nil {
		return "it has no cases"
	}
	return "its cases are " + strings.Join(ids, ", ")
}

// treeWithCase returns the first random tree of the seed in whose run the case occurs.
func (e *exercise) treeWithCase(ctx context.Context) (*trees.Tree, error) {
	for i := range uint32(maxCaseTries) {
		found, occurs := false, e.Case.watch()
		t, err := e.try(ctx, e.Seed*maxCaseTries+i, func(t *trees.Tree, event *trace.Event) { found = found || occurs(t, event) })
		if err != nil || found {
			return t, err
		}
	}
	return nil, &problem.QueryError{Name: "case", Message: fmt.Sprintf("none of %d random trees of this size is a tree %s; try another seed or size", maxCaseTries, e.Case.With)}
}

// harder returns the exercise with the case of its algorithm, on a larger tree if necessary;
// nil: the exercise already has a case, or its algorithm has none.
func (e *exercise) harder() *exercise {
	n := *e
	if n.Case = ownCase(e.Algorithm); e.Case != nil || n.Case == nil {
		return nil
	}
	if n.Case.of(&n) || n.step(1) {
		return &n
	}
	return nil
}

// dropMissingCase removes the case if no tree of the exercise has it.
func (e *exercise) dropMissingCase(ctx context.Context) {
	if e.Case == nil {
		return
	}
	if !e.Case.of(e) {
		e.Case = nil
	} else if _, err := e.treeWithCase(ctx); err != nil {
		e.Case = nil
	}
}
