package mistakes

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// This file has programs that do as an engine does, but on another tree than the one that they print,
// or as another algorithm than the one that they are to be.

// engineMistakes lists the mistakes that a program for any algorithm can have. They are tried where no
// program of this package is the algorithm.
func engineMistakes(a *engine.Algorithm) (list []Mistake) {
	add := func(id, text string, run runner) { list = append(list, Mistake{id, text, run, false}) }
	add("engine-right-to-left", "it visits the children from right to left", changed(mirrored))
	add("engine-ignores-last", "it ignores the last child", changed(withoutLast))
	add("engine-next-player", "it chooses for the player who moves next", changed(turned))
	add("engine-ignores-first", "it ignores the first child", changed(withoutFirst))
	add("engine-skips-second", "it ignores the second of three children", changed(withoutSecond))
	add("engine-root-reversed", "another player chooses at the root", changed(rootTurned))
	add("engine-frontier-reversed", "another player chooses above the leaves", changed(frontierTurned))
	if a.Chance {
		add("engine-equal-weights", "it gives all children of a chance node the same weight", weighted(func(i, n int, _ []trees.Number) trees.Number { return trees.Number{Score: 1, Unit: trees.Score(n)} }))
		add("engine-turned-weights", "it takes the probabilities of a chance node in reverse", weighted(func(i, n int, all []trees.Number) trees.Number { return all[n-1-i] }))
		add("engine-shifted-weights", "it takes the probability of the child before", weighted(func(i, n int, all []trees.Number) trees.Number { return all[(i+n-1)%n] }))
		add("engine-first-outcome", "it takes the first child of a chance node for the average", weighted(func(i, n int, _ []trees.Number) trees.Number { return outcome(i == 0) }))
		add("engine-last-outcome", "it takes the last child of a chance node for the average", weighted(func(i, n int, _ []trees.Number) trees.Number { return outcome(i == n-1) }))
	}
	rules := a.Rules(engine.Options{})
	for _, b := range algorithms.All() {
		other := b.Rules(engine.Options{})
		same := a.Reference == b.Reference
		// An algorithm of another value is a likely mistake only if it is a search of everything.
		if b == a || b.Estimate || b.Reference == nil || same && slices.Equal(rules, other) || !same && (len(other) > 0 || !b.Reference.Usual() || a.Reference == nil || a.Reference.Usual()) {
			continue
		}
		text := "it does what " + inSentence(engine.SpokenName(b)) + " does"
		if same && len(other) == 0 {
			text = "it never cuts"
		}
		add("as-"+b.ID, text, as(b))
	}
	return list
}

// inSentence writes a name as in the middle of a sentence; one of capitals, such as PVS, stays.
func inSentence(name string) string {
	if len(name) > 1 && unicode.IsLower(rune(name[1])) {
		return strings.ToLower(name[:1]) + name[1:]
	}
	return name
}

// asItself is an engine that does as it should.
func asItself(ctx context.Context, a *engine.Algorithm, t *trees.Tree) ([]byte, bool) {
	return engineRun(ctx, a, t, t, nil)
}

// as returns a program that is another algorithm.
func as(b *engine.Algorithm) runner {
	return func(ctx context.Context, a *engine.Algorithm, t *trees.Tree) ([]byte, bool) {
		return engineRun(ctx, b, t, t, nil)
	}
}

// changed returns a program that searches a changed tree: change returns it, and the numbers that its
// nodes have in the given one.
func changed(change func(t *trees.Tree) (*trees.Tree, []int, error)) runner {
	return func(ctx context.Context, a *engine.Algorithm, t *trees.Tree) ([]byte, bool) {
		other, numbers, err := change(t)
		if err != nil {
			return nil, false
		}
		return engineRun(ctx, a, other, t, numbers)
	}
}

// engineRun prints a run of an engine on a tree, with the numbers of the nodes in another one.
func engineRun(ctx context.Context, a *engine.Algorithm, searched, t *trees.Tree, numbers []int) ([]byte, bool) {
	problem := engine.OnTree(searched, 0)
	if a.Check(&problem, engine.Options{}) != nil {
		return nil, false
	}
	p := &printer{tree: searched}
	of := func(n int32) int {
		if numbers == nil {
			return int(n)
		}
		return numbers[n]
	}
	_, err := a.Run(ctx, problem, engine.Options{}, func(e *trace.Event) {
		leaf := e.Node >= 0 && searched.IsLeaf(int(e.Node))
		var v *trees.Vector
		if e.HasValue {
			v = &e.Value
		}
		switch {
		case e.Type == trace.Enter && !leaf:
			p.enter(of(e.Node))
		case e.Type == trace.Leaf:
			p.leaf(of(e.Node), v)
		case e.Type == trace.Prune:
			p.cut(of(e.Node))
		case e.Type == trace.Exit && !leaf:
			p.exit(of(e.Node), v)
		}
	})
	return p.b, err == nil
}

// rebuilt returns a tree with other nodes, and their numbers in the given one.
func rebuilt(t *trees.Tree, kids func(n int) []int, change func(n int, node *trees.Node)) (*trees.Tree, []int, error) {
	return rebuiltWith(t, t.Header, kids, change)
}

// rebuiltWith is rebuilt with another header.
func rebuiltWith(t *trees.Tree, h trees.Header, kids func(n int) []int, change func(n int, node *trees.Node)) (*trees.Tree, []int, error) {
	b := trees.NewBuilder(h)
	var numbers []int
	var add func(n int)
	add = func(n int) {
		node := t.Node(n)
		change(n, &node)
		node.Infoset = "" // searches ignore it, and its nodes may have lost moves
		numbers = append(numbers, n)
		b.Open(node)
		for _, k := range kids(n) {
			add(k)
		}
		b.Close()
	}
	add(0)
	other, err := b.Tree()
	return other, numbers, err
}

func keep(int, *trees.Node) {}

// allKids returns the children of a node in their order.
func allKids(t *trees.Tree) func(n int) []int {
	return func(n int) []int { return kidsOf(t, n, false, false, false) }
}

func mirrored(t *trees.Tree) (*trees.Tree, []int, error) {
	return rebuilt(t, func(n int) []int { return kidsOf(t, n, true, false, false) }, keep)
}

func withoutLast(t *trees.Tree) (*trees.Tree, []int, error) {
	return rebuilt(t, func(n int) []int { return kidsOf(t, n, false, false, !t.IsChance(n)) }, keep)
}

func withoutFirst(t *trees.Tree) (*trees.Tree, []int, error) {
	return rebuilt(t, func(n int) []int { return kidsOf(t, n, false, !t.IsChance(n), false) }, keep)
}

func withoutSecond(t *trees.Tree) (*trees.Tree, []int, error) {
	return rebuilt(t, func(n int) []int {
		kids := kidsOf(t, n, false, false, false)
		if len(kids) > 2 && !t.IsChance(n) {
			return slices.Delete(kids, 1, 2)
		}
		return kids
	}, keep)
}

// turnedWhere lets the next player move at some nodes.
func turnedWhere(t *trees.Tree, where func(n int) bool) (*trees.Tree, []int, error) {
	players := t.Players
	if t.Kind == trees.Minimax {
		players = 2
	}
	return rebuilt(t, allKids(t), func(n int, node *trees.Node) {
		if !t.IsLeaf(n) && !t.IsChance(n) {
			if node.Player = t.Mover(n); where(n) {
				node.Player = node.Player%players + 1
			}
		}
	})
}

func rootTurned(t *trees.Tree) (*trees.Tree, []int, error) {
	return turnedWhere(t, func(n int) bool { return n == 0 })
}

func frontierTurned(t *trees.Tree) (*trees.Tree, []int, error) {
	return turnedWhere(t, func(n int) bool { return t.IsLeaf(int(t.Kids(n)[0])) })
}

// weighted returns a program with other probabilities. of returns that of child i of n, of what all have.
func weighted(of func(i, n int, all []trees.Number) trees.Number) runner {
	change := changed(func(t *trees.Tree) (*trees.Tree, []int, error) {
		return rebuilt(t, allKids(t), func(n int, node *trees.Node) {
			if n == 0 || !t.IsChance(t.Parent(n)) {
				return
			}
			kids, at := t.Kids(t.Parent(n)), 0
			var all []trees.Number
			for i, k := range kids {
				if all = append(all, t.Prob(int(k))); int(k) == n {
					at = i
				}
			}
			node.Prob = of(at, len(kids), all)
		})
	})
	return func(ctx context.Context, a *engine.Algorithm, t *trees.Tree) ([]byte, bool) {
		if !t.HasChance() {
			return nil, false
		}
		return change(ctx, a, t)
	}
}

// outcome is the probability of what is sure, or impossible.
func outcome(sure bool) trees.Number {
	if sure {
		return trees.Number{Score: 1, Unit: 1}
	}
	return trees.Number{Unit: 1}
}

func turned(t *trees.Tree) (*trees.Tree, []int, error) {
	players := t.Players
	if t.Kind == trees.Minimax {
		players = 2
	}
	return rebuilt(t, allKids(t), func(_ int, node *trees.Node) {
		if node.Player > 0 {
			node.Player = node.Player%players + 1
		}
	})
}
