package main

import (
	"fmt"
	"math"
	"os"
)

func main() {
	trace, err := Open(os.Args[1], Keys{"kind": "minimax", "title": "\"\\/\n\t\x01 é \u2603 \U0001D11E \x7f"})
	trace.Enter("é\"\u2603\U0001D11E\\", Keys{"player": 1, "alpha": math.Inf(-1), "beta": math.Inf(1)})
	best := math.Inf(-1)
	for i := range 20000 {
		value := -1 / float64(i+7)
		if i%2 == 1 {
			value = float64(i) / 3
		}
		trace.Leaf(fmt.Sprintf("n%d", i), value)
		best = max(best, value)
	}
	trace.Exit(nil, best)
	if err = trace.Close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
