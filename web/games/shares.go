package games

import (
	"context"
	"fmt"
	"math"
	"net/url"
	"strconv"

	"github.com/a-h/templ"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/hidden"
	"espalier/trees"
	"espalier/web/draw"
	"espalier/web/draw/plot"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/words"
)

// This file has the fork as ISMCTS searches it: with one node for both worlds.

const (
	sureField   = "sure" // of the address: what the sure move gives
	usualSure   = 2      // as in the table of the page
	mostSure    = 2
	sharesWatch = 1000 // samples of the run that the page links to
)

// A sharesView is the example for a value of the slider.
type sharesView struct {
	Sure        int
	Picture     templ.Component
	Says        string
	Watch, Kuhn string // addresses
}

// sharesViews has the example for each value, which is computed once.
var sharesViews fair.Once[int, *sharesView]

// newShares returns the example for the slider of an address.
func newShares(ctx context.Context, q url.Values) (*sharesView, error) {
	sure := usualSure
	if text := q.Get(sureField); text != "" {
		var err error
		if sure, err = problem.ReadWholeQuery(sureField, text, 0, mostSure); err != nil {
			return nil, err
		}
	}
	return sharesViews.Get(ctx, sure, func(ctx context.Context) (*sharesView, error) { return makeShares(ctx, sure) })
}

func makeShares(ctx context.Context, sure int) (*sharesView, error) {
	text := hidden.ForkTree(sure)
	t, err := trees.ReadText(text)
	if err != nil {
		return nil, err
	}
	var samples []int
	curves := map[*engine.Algorithm]*plot.Growing{&algorithms.ISMCTS: {Name: "ISMCTS"}, &algorithms.MCTS: {Name: "a node for each world"}}
	for a, c := range curves {
		shares, err := hidden.ForkShares(ctx, a, t)
		if err != nil {
			return nil, err
		}
		samples = samples[:0]
		for _, s := range shares {
			samples = append(samples, s.Samples)
			c.Points = append(c.Points, plot.GrowthPoint{Low: s.Least, Middle: s.Mean, High: s.Most})
		}
	}
	sets, worlds := curves[&algorithms.ISMCTS], curves[&algorithms.MCTS]
	v := &sharesView{Sure: sure, Watch: watchISMCTS(text), Kuhn: watchISMCTS(hidden.Kuhn(2))}
	v.Picture = draw.Component(plot.Shares("The share of the samples that go to the fork, by the number of samples, of ISMCTS and of a search with a node for each world",
		"Samples that go to the fork", samples, *sets, *worlds, &draw.Themes[0]))
	last := func(c *plot.Growing) float64 { return c.Points[len(c.Points)-1].Middle }
	chosen := "takes the sure " + strconv.Itoa(sure)
	if last(sets) > 0.5 {
		chosen = "goes to the fork"
	}
	v.Says = fmt.Sprintf("After %s samples, ISMCTS has gone to the fork in %.0f %% of them, so it %s. With a node for each world it is %.0f %%.",
		words.Grouped(hidden.MostForkSamples), math.Round(100*last(sets)), chosen, math.Round(100*last(worlds)))
	return v, nil
}

// watchISMCTS returns the address of a run of ISMCTS on a tree, after its last step.
func watchISMCTS(text string) string {
	q := url.Values{"text": {text}, "algorithm": {algorithms.ISMCTS.ID}, "samples": {strconv.Itoa(sharesWatch)}, "step": {"last"}}
	return "/tree?" + q.Encode()
}
