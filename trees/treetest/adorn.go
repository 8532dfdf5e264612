package treetest

import (
	"math/rand/v2"

	"espalier/trees"
)

// actions are names of moves, some of which are not easy to write.
var actions = []string{"Left", "go on", "1", "2/3", "a (1/2)", "x: 3", "max", "é ñ", `"q"`, "<b>", "[c]", "50%", "a, b", "-1", "=", "#"}

// infosets are names of information sets, some of which are not easy to write.
var infosets = []string{"A", "1.2", "B 'é'", `"`, "low", "]"}

// Adorned returns a random tree with the nodes of another one. Some inner nodes are chance's,
// with probabilities or without; some are in information sets; some moves have names; and scores
// may be thirds of what they were. Path trees have neither chance nodes nor information sets.
func Adorned(rng *rand.Rand, t *trees.Tree) *trees.Tree {
	h := t.Header
	if rng.IntN(3) == 0 && t.Kind != trees.Path {
		const third = 3
		h.Unit *= third
	}
	const mostOnPath = 3 // chance nodes, so that the common denominator stays small
	above := make([]int, t.Len())
	probs := make([]trees.Number, t.Len())
	moves := make([]string, t.Len())
	for n := range moves {
		if n > 0 && rng.IntN(2) == 0 {
			moves[n] = actions[rng.IntN(len(actions))]
		}
	}
	first := map[string]int{} // the first node of each information set
	b := trees.NewBuilder(h)
	for n := range t.Len() {
		node := t.Node(n)
		if n > 0 {
			above[n] = above[t.Parent(n)]
			node.Action, node.Prob = moves[n], probs[n]
		}
		if kids := t.Kids(n); len(kids) > 0 && t.Kind != trees.Path && above[n] < mostOnPath && rng.IntN(4) == 0 {
			above[n]++
			node.Chance, node.Player = true, 0
			if rng.IntN(3) > 0 {
				whole := len(kids) + rng.IntN(3)
				left := whole
				for i, k := range kids {
					weight := rng.IntN(left + 1)
					if i == len(kids)-1 {
						weight = left
					}
					left -= weight
					probs[k] = trees.Number{Score: trees.Score(weight), Unit: trees.Score(whole)}
				}
			}
		}
		if node.Player > 0 && !t.IsLeaf(n) && t.Kind != trees.Path && rng.IntN(3) == 0 {
			name := infosets[rng.IntN(len(infosets))]
			like, known := first[name]
			if !known {
				like, first[name] = n, n
			}
			if t.Mover(like) == node.Player && len(t.Kids(like)) == len(t.Kids(n)) {
				node.Infoset = name
				for i, k := range t.Kids(n) {
					moves[k] = moves[t.Kids(like)[i]]
				}
			}
		}
		b.Open(node)
		for up := n; t.End(up) == n+1; up = t.Parent(up) {
			if b.Close(); up == 0 {
				break
			}
		}
	}
	made, err := b.Tree()
	if err != nil {
		panic("treetest: an adorned tree is not a tree: " + err.Error())
	}
	return made
}
