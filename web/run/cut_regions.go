package run

import (
	"context"
	"time"

	"espalier/trees"
	"espalier/web/request"
)

// Limits of the regions on the page of an unsound run, so that no reader waits for
// them; the page of counterexamples draws the others.
const (
	maxRunRegions  = 2                      // cut leaves whose regions stand beside a run
	maxRegionNodes = 100                    // of the tree: every value of a leaf is one more search
	regionTime     = 150 * time.Millisecond // for all of them
)

// cutRegions draws, for an unsound run, the values of pruned leaves for which
// its result is wrong, if it is right for others.
func cutRegions(ctx context.Context, t *trees.Tree, v request.View, w *watcher) []*RegionPlot {
	if v.Algorithm.SoundWith(v.Options) || t.Len() > maxRegionNodes {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, regionTime)
	defer cancel()
	d := request.NewCounterexample()
	d.Tree, d.Algorithm, d.Options = t, v.Algorithm, v.Options
	var regions []*RegionPlot
	for n := range t.Len() {
		if _, visited := w.values[int32(n)]; visited || !t.IsLeaf(n) || !w.below(n) || len(regions) == maxRunRegions {
			continue
		}
		if g := PlotRegion(d, ctx, n); g != nil && g.Decides {
			regions = append(regions, g)
		}
	}
	return regions
}

// below reports whether the node was cut, or an ancestor of it.
func (w *watcher) below(n int) bool {
	for ; n >= 0; n = w.t.Parent(n) {
		if w.cut[int32(n)] {
			return true
		}
	}
	return false
}
