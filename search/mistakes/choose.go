package mistakes

import (
	"context"
	"slices"

	"espalier/search/checks"
	"espalier/search/engine"
	"espalier/trees"
)

// MaxWork bounds the nodes of the trees on which mistakes are tried to choose the trees of a task: each tree
// counts once for each mistake.
const MaxWork = 600_000

// MaxCandidates bounds the random trees of which those of a task are chosen.
const MaxCandidates = 600

// A Coverage says which of the usual mistakes a set of trees catches. Those that cannot occur on any of
// the trees are left out.
type Coverage struct {
	Caught, Missed []Mistake
	Partly         bool // not all of the trees were tried: they are too large together
}

// A Choice is a choice of trees.
type Choice struct {
	Numbers []int // of the candidates, in their order
	Trees   []*trees.Tree
	Coverage
}

// A tried is a candidate, with the mistakes that it catches.
type tried struct {
	tree   *trees.Tree
	number int
	catch  []bool
}

// A chooser tries trees.
type chooser struct {
	ctx       context.Context
	algorithm *engine.Algorithm
	rules     Rules
	all       []Mistake
	occurs    []bool // the mistake can occur on some tree
	work      int
}

func newChooser(ctx context.Context, a *engine.Algorithm, r Rules) *chooser {
	c := &chooser{ctx: ctx, algorithm: a, rules: r, all: Of(a, r)}
	c.occurs = make([]bool, len(c.all))
	return c
}

// try runs the mistakes that are asked for on a tree, and returns whether it catches one of them. A
// mistake is caught only where the same program without it is right.
func (c *chooser) try(t *trees.Tree, catch []bool, asked func(m int) bool) (found bool, err error) {
	judged := func(run runner) (string, error) {
		if err := engine.PassTurn(c.ctx); err != nil {
			return "", err
		}
		c.work += t.Len()
		return verdict(c.ctx, run, c.algorithm, t, c.rules)
	}
	base, err := judged(without(c.algorithm, c.rules))
	plain := base == checks.RunRight
	if err == nil && !plain {
		base, err = judged(asItself)
	}
	if err != nil || base != checks.RunRight {
		return false, err
	}
	for m := range c.all {
		if catch[m] || c.all[m].plain != plain || !asked(m) {
			continue
		}
		said, err := judged(c.all[m].run)
		if err != nil {
			return false, err
		}
		c.occurs[m] = c.occurs[m] || said != ""
		catch[m] = said == checks.RunWrong || said == checks.RunIncomplete // a task counts a run that is right
		found = found || catch[m]
	}
	return found, nil
}

// Choose chooses count of the random trees that candidate makes, with numbers from 0, so that as many
// of the mistakes in programs for an algorithm as possible are found out. It tries twice as many trees
// with all mistakes, then others with those that no tree has caught yet, and takes again and again the
// tree with the most mistakes that are not caught yet. The same candidates give the same choice.
func Choose(ctx context.Context, a *engine.Algorithm, r Rules, count int, candidate func(i int) (*trees.Tree, error)) (*Choice, error) {
	c := newChooser(ctx, a, r)
	var pool []*tried
	caught := make([]bool, len(c.all))
	for i := range MaxCandidates {
		left := 0 // mistakes that can occur and that no tree has caught
		for m, is := range caught {
			if c.occurs[m] && !is {
				left++
			}
		}
		enough := i >= 2*count || c.work >= MaxWork/2
		if i >= count && (left == 0 && enough || c.work >= MaxWork) {
			break
		}
		t, err := candidate(i)
		if err != nil {
			return nil, err
		}
		one := &tried{t, i, make([]bool, len(c.all))}
		if enough {
			found, err := c.try(t, one.catch, func(m int) bool { return !caught[m] })
			if err != nil {
				return nil, err
			}
			if !found && i >= count {
				continue
			}
		}
		if c.work < MaxWork {
			if _, err := c.try(t, one.catch, func(int) bool { return true }); err != nil {
				return nil, err
			}
		}
		pool = append(pool, one)
		for m, is := range one.catch {
			caught[m] = caught[m] || is
		}
	}
	return c.pick(pool, count), nil
}

// pick takes count of the trees: again and again the one that catches the most of what is not caught, and
// among these of what few others catch: a program has its mistake in a way of its own.
func (c *chooser) pick(pool []*tried, count int) *Choice {
	times := make([]int, len(c.all)) // how many of the trees catch a mistake
	gains := [...]int{10_000, 100, 1}
	var taken []*tried
	for len(taken) < count && len(pool) > 0 {
		best, most := 0, -1
		for i, one := range pool {
			n := 0
			for m, is := range one.catch {
				if is && times[m] < len(gains) {
					n += gains[times[m]]
				}
			}
			if n > most {
				best, most = i, n
			}
		}
		one := pool[best]
		taken, pool = append(taken, one), slices.Delete(pool, best, best+1)
		for m, is := range one.catch {
			if is {
				times[m]++
			}
		}
	}
	caught := make([]bool, len(c.all))
	for m, n := range times {
		caught[m] = n > 0
	}
	slices.SortFunc(taken, func(a, b *tried) int { return a.number - b.number })
	choice := &Choice{Coverage: c.coverage(caught)}
	for _, one := range taken {
		choice.Trees, choice.Numbers = append(choice.Trees, one.tree), append(choice.Numbers, one.number)
	}
	return choice
}

func (c *chooser) coverage(caught []bool) (v Coverage) {
	for m, is := range caught {
		switch {
		case is:
			v.Caught = append(v.Caught, c.all[m])
		case c.occurs[m]:
			v.Missed = append(v.Missed, c.all[m])
		}
	}
	return v
}

// Cover says which of the mistakes in programs for an algorithm the trees catch, as far as MaxWork
// allows.
func Cover(ctx context.Context, a *engine.Algorithm, r Rules, list []*trees.Tree) (Coverage, error) {
	c := newChooser(ctx, a, r)
	caught := make([]bool, len(c.all))
	partly := false
	for _, t := range list {
		if partly = c.work+t.Len()*len(c.all) > MaxWork; partly {
			break
		}
		if _, err := c.try(t, caught, func(int) bool { return true }); err != nil {
			return Coverage{}, err
		}
	}
	v := c.coverage(caught)
	v.Partly = partly
	return v, nil
}
