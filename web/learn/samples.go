package learn

import (
	"context"
	"net/url"
	"sync"

	"github.com/a-h/templ"

	"espalier/search"
	"espalier/web/draw"
	"espalier/web/draw/plot"
)

const (
	plotSeeds   = 20
	plotSamples = 1 << 16
)

// samplesPlots has the plot of each chapter that has one, by its id. A plot depends on the tree
// alone, so it is drawn once.
var samplesPlots sync.Map

// samplesPlot returns the plot of the run of the chapter's first scene. It is drawn outside a
// request, whose end would leave half of it.
func samplesPlot(c *Chapter) templ.Component {
	once, _ := samplesPlots.LoadOrStore(c.ID, sync.OnceValue(func() []byte {
		grown, err := search.Converge(context.Background(), c.Scenes[0].run.Algorithm, c.tree, plotSeeds, plotSamples)
		if err != nil {
			return nil // the tests draw each
		}
		return plot.Convergence(grown, &draw.Themes[0])
	}))
	return draw.Component(once.(func() []byte)())
}

// samplesHref is the address of the page with the numbers of the plot.
func samplesHref(c *Chapter) string {
	return "/samples?" + url.Values{"text": {c.Tree}}.Encode()
}
