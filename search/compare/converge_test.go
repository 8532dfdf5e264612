package compare

import (
	"context"
	"errors"
	"math"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees"
)

// On Korf's Fig. 6 few samples prefer b, and many c, as max^n does: the mean comes closer to 6.
// Which child is new depends on no random number there, so the runs hardly differ.
func TestConverge(t *testing.T) {
	tree, err := trees.ReadText(`players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (3,0,6) ] g: (6,1,2) ] ]`)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Converge(context.Background(), &algorithms.MCTS, tree, 1, 3, 1<<16)
	if err != nil {
		t.Fatal(err)
	}
	if c.Exact != 6 || len(c.Best) != 1 || tree.Label(int(c.Best[0])) != "c" || c.Less || len(c.Points) != 17 {
		t.Fatalf("the reference is %v by %v, %d points, less %v; want 6 by c, 17 points", c.Exact, c.Best, len(c.Points), c.Less)
	}
	first, middle, last := c.Points[0], c.Points[12], c.Points[16]
	if first.Samples != 1 || first.Mean != 5 || first.Half != 0 || first.Same != 0 {
		t.Errorf("one sample goes to b, with 5, in each run: %+v", first)
	}
	if middle.Samples != 4096 || middle.Same != 0 || math.Abs(middle.Mean-5) > 0.1 {
		t.Errorf("after 4,096 samples: %+v, want about 5, and b", middle)
	}
	if last.Same != 3 || last.Mean < 5.7 || last.Mean > 6 {
		t.Errorf("after 65,536 samples: %+v, want nearly 6, and the choice of max^n", last)
	}
}

// Where random games differ, the interval is that of single runs.
func TestConvergeInterval(t *testing.T) {
	tree, err := trees.ReadText(`players 2 1[ 2[ 1[ (1,5) (2,2) (7,1) ] 1[ (3,3) (4,4) ] ] 2[ 1[ (6,0) (0,9) ] 1[ (2,1) (8,8) ] ] ]`)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Converge(context.Background(), &algorithms.MCTS, tree, 1, 50, 4)
	if err != nil {
		t.Fatal(err)
	}
	p, mean, squares := c.Points[2], 0.0, 0.0
	for seed := 1; seed <= 50; seed++ {
		res, err := algorithms.MCTS.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{Samples: 4, HasSamples: true, Seed: seed, HasSeed: true}, nil)
		if err != nil {
			t.Fatal(err)
		}
		x := float64(res.Value[0]) / float64(res.Unit)
		mean, squares = mean+x/50, squares+x*x
	}
	half := 2.0095752 * // Student’s t with 49 degrees of freedom
		math.Sqrt((squares/50-mean*mean)/49)
	if half < 0.1 || math.Abs(p.Mean-mean) > 1e-9 || math.Abs(p.Half-half) > 1e-7 {
		t.Errorf("4 samples: %+v, want %v ± %v", p, mean, half)
	}
}

// The interval of a share stays within 0 and 1, and is that of Wilson: of 5 in 10, 0.237 to 0.763.
func TestSameShare(t *testing.T) {
	for _, c := range []struct {
		same, seeds int
		low, high   float64
	}{{5, 10, 0.2366, 0.7634}, {0, 10, 0, 0.2775}, {10, 10, 0.7225, 1}} {
		p := ConvergencePoint{Seeds: c.seeds, Same: c.same}
		if low, _, high := p.SameShare(); math.Abs(low-c.low) > 1e-4 || math.Abs(high-c.high) > 1e-4 {
			t.Errorf("%d of %d: %v to %v, want %v to %v", c.same, c.seeds, low, high, c.low, c.high)
		}
	}
}

func TestConvergeRefuses(t *testing.T) {
	tree, err := trees.ReadText(`players 3 maxsum 9 1[ ? (5,2,2) ]`)
	if err != nil {
		t.Fatal(err)
	}
	var refused *engine.NotApplicableError
	if _, err := Converge(context.Background(), algorithms.Plain, tree, 1, 2, 2); !errors.As(err, &refused) || refused.Path != "algorithm" {
		t.Errorf("a search without samples: %v", err)
	}
	var unknown *engine.UnknownLeafError
	if _, err := Converge(context.Background(), &algorithms.MCTS, tree, 1, 2, 4); !errors.As(err, &unknown) {
		t.Errorf("an unknown leaf: %v", err)
	}
	var limit *engine.LimitError
	b := trees.NewBuilder(trees.Header{Players: 2})
	b.Open(trees.Node{Player: 1})
	for range MaxConvergeNodes {
		b.Open(trees.Node{Value: &trees.Vector{}})
		b.Close()
	}
	b.Close()
	wide, err := b.Tree()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Converge(context.Background(), &algorithms.MCTS, wide, 1, 2, 2); !errors.As(err, &limit) {
		t.Errorf("a large tree: %v", err)
	}
}

// A budget in positions ends a search by samples at the first sample beyond it, and the same
// number of samples gives the same result without a budget.
func TestMaxPositions(t *testing.T) {
	tree, err := trees.ReadText(`players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (3,0,6) ] g: (6,1,2) ] ]`)
	if err != nil {
		t.Fatal(err)
	}
	p := engine.OnTree(tree, 0)
	p.MaxPositions = 100
	o := engine.Options{Samples: engine.MaxSamples, HasSamples: true}
	limited, err := algorithms.MCTS.Run(context.Background(), p, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	if limited.Samples < 25 || limited.Samples > 50 { // of 2 to 4 positions
		t.Errorf("100 positions are %d samples", limited.Samples)
	}
	o.Samples = limited.Samples
	free, err := algorithms.MCTS.Run(context.Background(), engine.OnTree(tree, 0), o, nil)
	if err != nil || free.Value != limited.Value || free.Move != limited.Move || free.Stats != limited.Stats {
		t.Errorf("%d samples give %+v, want %+v; %v", o.Samples, free, limited, err)
	}
	p.MaxPositions = 1
	if one, err := algorithms.MCTS.Run(context.Background(), p, o, nil); err != nil || one.Samples != 1 {
		t.Errorf("one position: %d samples, %v, want one", one.Samples, err)
	}
}
