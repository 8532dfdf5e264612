package learn

import (
	"context"
	"net/url"

	"espalier/search/compare"
	"espalier/web/draw"
	"espalier/web/draw/plot"
	"espalier/web/fair"
)

const (
	plotSeeds   = 20
	plotSamples = 1 << 16
)

// samplesPlots has the plot of each chapter that has one, by its id. A plot depends on the tree
// alone, so it is drawn once.
var samplesPlots fair.Once[string, []byte]

// samplesPlot returns the plot of the run of the chapter's first scene.
func samplesPlot(ctx context.Context, c *Chapter) ([]byte, error) {
	return samplesPlots.Get(ctx, c.ID, func(ctx context.Context) ([]byte, error) {
		grown, err := compare.Converge(ctx, c.Scenes[0].run.Algorithm, c.tree, 1, plotSeeds, plotSamples)
		if err != nil {
			return nil, err
		}
		return plot.Convergence(grown, &draw.Themes[0]), nil
	})
}

// samplesHref is the address of the page with the numbers of the plot.
func samplesHref(c *Chapter) string {
	return "/samples?" + url.Values{"text": {c.Tree}}.Encode()
}
