package main

import (
	"fmt"
	"os"
)

// Max^n with shallow pruning on a small tree for three players (Korf 1991). It prints its search:
// go run . > run.ndjson

const maxsum = 9

type node struct {
	name     string
	player   int
	value    []int
	children []node
}

var tree = node{name: "a", player: 1, children: []node{
	{name: "b", value: []int{5, 2, 2}},
	{name: "c", player: 2, children: []node{
		{name: "d", player: 3, children: []node{{name: "e", value: []int{2, 3, 4}}, {name: "f", value: []int{2, 2, 5}}}},
		{name: "g", value: []int{6, 1, 2}},
	}},
	{name: "h", player: 2, children: []node{{name: "i", value: []int{1, 6, 2}}, {name: "j", value: []int{3, 3, 3}}}},
}}

// search returns the value of a node. The bound is the most that the parent leaves for its player.
func search(trace *Trace, n node, bound int) []int {
	if n.children == nil {
		trace.Leaf(n.name, n.value)
		return n.value
	}
	trace.Enter(n.name, Keys{"player": n.player})
	me := n.player - 1
	best := search(trace, n.children[0], maxsum)
	for i, child := range n.children[1:] {
		if best[me] >= bound {
			trace.Prune(n.name, Keys{"cut": len(n.children) - 1 - i})
			break
		}
		if value := search(trace, child, maxsum-best[me]); value[me] > best[me] {
			best = value
		}
	}
	trace.Exit(n.name, best)
	return best
}

func main() {
	to := "-"
	if len(os.Args) > 1 {
		to = os.Args[1]
	}
	trace, err := Open(to, Keys{"players": 3, "maxsum": maxsum, "algorithm": "shallow"})
	if err == nil {
		trace.Done(search(trace, tree, maxsum))
		err = trace.Close()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
