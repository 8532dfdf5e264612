package compare

import (
	"context"
	"fmt"
	"math"
	"slices"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/interval"
	"espalier/trees"
)

// This file compares a search by samples with the search that it estimates, as samples grow.

const (
	// MaxConvergeNodes is the most nodes of a tree on which samples are compared: the reference
	// searches the whole tree with each run.
	MaxConvergeNodes = 10_000

	// MaxConvergeSeeds is the most runs for each number of samples.
	MaxConvergeSeeds = 200

	// convergeWork bounds the positions of all runs together: about half a second.
	convergeWork = 12_000_000
)

// SamplesTree is the tree on which samples are compared where no other is given: Korf 1991, Fig. 6.
const SamplesTree = `players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (3,0,6) ] g: (6,1,2) ] ]`

// A Convergence is what a search by samples finds on one tree, by the number of samples.
type Convergence struct {
	Algorithm *engine.Algorithm
	Player    int     // who moves at the root, and whose score is compared
	Exact     float64 // the score of the reference search, in points
	Best      []int32 // the children of the root that are best by it
	Points    []ConvergencePoint
	Less      bool // the tree was too large for more samples
}

// Reference returns the algorithm whose result the search by samples estimates.
func (c *Convergence) Reference() *engine.Algorithm {
	for _, a := range algorithms.All() {
		if a.Sound && a.Reference == c.Algorithm.Reference {
			return a
		}
	}
	return c.Algorithm
}

// A ConvergencePoint is the result of runs with one number of samples, and each another seed.
type ConvergencePoint struct {
	Samples, Seeds int
	Mean, Half     float64 // of the player's score at the root, in points; Mean ± Half is the 95 % interval
	Same           int     // the runs that choose one of Best
}

// SameShare returns the share of the runs that choose as the reference, with its 95 % interval (Wilson).
func (p *ConvergencePoint) SameShare() (low, share, high float64) {
	i := interval.OfShare(float64(p.Same), p.Seeds)
	return i.Low, float64(p.Same) / float64(p.Seeds), i.High
}

// A Sampled is the result of one run: the score of the root player in points, and whether it
// chooses as the reference.
type Sampled struct {
	Score float64
	Same  bool
}

// SampleOnce runs a search by samples on a tree.
func SampleOnce(ctx context.Context, a *engine.Algorithm, t *trees.Tree, samples, seed int) (Sampled, engine.Result, error) {
	o := engine.Options{Samples: samples, HasSamples: true, Seed: seed, HasSeed: true}
	result, err := a.Run(ctx, engine.OnTree(t, 0), o, nil)
	if err != nil {
		return Sampled{}, result, err
	}
	p := engine.RootPlayer(t, 0)
	s := Sampled{Score: float64(result.Value[p-1]) / float64(result.Unit)}
	s.Same = len(result.Line) > 1 && slices.Contains(result.Equal, result.Line[1])
	return s, result, nil
}

// Converge runs a search by samples with 1, 2, 4 and so on up to most samples, with the given
// number of seeds, from first on.
func Converge(ctx context.Context, a *engine.Algorithm, t *trees.Tree, first, seeds, most int) (*Convergence, error) {
	switch {
	case !a.Estimate:
		return nil, engine.Refuse("algorithm", "%s takes no samples; choose a search by samples", a.ID)
	case t.Len() > MaxConvergeNodes:
		return nil, &engine.LimitError{Path: "tree", Message: fmt.Sprintf("the tree has %d nodes; samples are compared on trees of at most %d, because each run is compared with a search of the whole tree", t.Len(), MaxConvergeNodes)}
	}
	c := &Convergence{Algorithm: a, Player: engine.RootPlayer(t, 0)}
	seeds, work := min(seeds, MaxConvergeSeeds), 0
	for samples := 1; samples <= min(most, engine.MaxSamples); samples *= 2 {
		if work += seeds * (samples*(t.Height()+1) + t.Len()); work > convergeWork && len(c.Points) > 0 {
			c.Less = true
			break
		}
		p := ConvergencePoint{Samples: samples, Seeds: seeds}
		var sum, squares float64
		for seed := first; seed < first+seeds; seed++ {
			s, result, err := SampleOnce(ctx, a, t, samples, seed)
			if err != nil {
				return nil, err
			}
			if result.Reference == nil {
				return nil, engine.Refuse("algorithm", "%s has nothing to be compared with on this tree", a.ID)
			}
			c.Exact, c.Best = float64(result.Reference.Value[c.Player-1])/float64(result.Unit), result.Equal
			sum += s.Score
			squares += s.Score * s.Score
			if s.Same {
				p.Same++
			}
		}
		n := float64(seeds)
		p.Mean = sum / n
		if seeds > 1 {
			p.Half = interval.OfMean(p.Mean, math.Sqrt(max(0, squares-n*p.Mean*p.Mean)/(n-1)/n), seeds).Half()
		}
		c.Points = append(c.Points, p)
	}
	return c, nil
}
