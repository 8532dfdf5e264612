package hidden

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"espalier/trees"
)

// TestNonlocality compares both with all plans of a random tree of three worlds, tried one by one: Min stops in each
// world or lets Max choose once more.
func TestNonlocality(t *testing.T) {
	rng := rand.New(rand.NewPCG(1998, 1))
	errs := 0
	for range 2000 {
		const n = 3
		var stop, a, b [n]int
		var worlds []World
		for i := range n {
			stop[i], a[i], b[i] = rng.IntN(4), rng.IntN(4), rng.IntN(4)
			tree, err := trees.ReadText(fmt.Sprintf("players 2 maxsum 3 2[ stop:(%d,%d) on:1[ a:(%d,%d) b:(%d,%d) ] ]", stop[i], 3-stop[i], a[i], 3-a[i], b[i], 3-b[i]))
			if err != nil {
				t.Fatal(err)
			}
			worlds = append(worlds, labelled{trees.NewCursor(tree, 0)})
		}
		gets := func(plan [n]int) (of []trees.Score) {
			for i := range n {
				of = append(of, trees.Score(min(stop[i], plan[i]))*trees.Unit)
			}
			return of
		}
		local := gets(a)
		if b[0]+b[1]+b[2] > a[0]+a[1]+a[2] {
			local = gets(b)
		}
		best := max(sum(gets(a)), sum(gets(b)))
		got, err := FindNonlocality(context.Background(), 1, worlds)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Local, local) || sum(got.Best) != best || got.Errs() != (sum(local) < best) {
			t.Fatalf("stop %v, a %v, b %v: %+v, want %v and %d together", stop, a, b, got, local, best)
		}
		if got.Errs() {
			errs++
		}
	}
	if errs == 0 {
		t.Error("no tree shows the error")
	}
}
