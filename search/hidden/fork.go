package hidden

import (
	"context"
	"fmt"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

const (
	// MostForkSamples is the number of samples of a run of ForkShares, and ForkSeeds that of its runs.
	MostForkSamples = 4096
	ForkSeeds       = 10

	forkMove = "fork"
)

// ForkTree returns the smallest tree on which strategy fusion errs, with information sets: a sure score, or a fork with 3 on the side that
// depends on the world, and 0 on the other. Without the world, the fork gives 1.5 on average.
func ForkTree(sure int) string {
	world := func(name string, left, right int) string {
		return fmt.Sprintf(" <\"%s\"> 1{infoset start}[ <sure> (%d) <%s> 1{infoset fork}[ <left> (%d) <right> (%d) ] ]", name, sure, forkMove, left, right)
	}
	return `players 1 maxsum 3 title "Two worlds" *[` + world("world 1", 3, 0) + world("world 2", 0, 3) + " ]"
}

// A ForkShare is the part of the first samples of a run that have gone to the fork: its mean over all runs, the least and the most.
type ForkShare struct {
	Samples           int
	Least, Mean, Most float64
}

// ForkShares runs a search by samples on a tree of ForkTree, with the seeds from 1 to ForkSeeds, and returns the shares after 1, 2, 4 and
// so on up to MostForkSamples samples.
func ForkShares(ctx context.Context, a *engine.Algorithm, t *trees.Tree) (list []ForkShare, err error) {
	for n := 1; n <= MostForkSamples; n *= 2 {
		list = append(list, ForkShare{Samples: n, Least: 1})
	}
	for seed := range ForkSeeds {
		samples, forks, next := 0, 0, 0
		o := engine.Options{Samples: MostForkSamples, HasSamples: true, Seed: seed + 1, HasSeed: true}
		_, err := a.Run(ctx, engine.OnTree(t, 0), o, func(e *trace.Event) {
			switch {
			case e.Type == trace.Enter && t.Action(int(e.Node)) == forkMove:
				forks++
			case e.Type == trace.Exit && e.Node == 0:
				samples++
				if s := &list[next]; s.Samples == samples {
					share := float64(forks) / float64(samples)
					s.Least, s.Mean, s.Most = min(s.Least, share), s.Mean+share/ForkSeeds, max(s.Most, share)
					next = min(next+1, len(list)-1)
				}
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}
