package play

import (
	"context"
	"time"

	"espalier/web/run"
)

// Limits for the regions on the page of an unsound run, so that no reader waits for
// them. The page of counterexamples draws the other regions.
const (
	maxRunRegions  = 2                      // maximum number of regions beside a run
	maxRegionNodes = 100                    // maximum size of the tree: every value of a leaf needs one more search
	regionTime     = 150 * time.Millisecond // maximum time for all regions together
)

// cutRegions returns, for an unsound run, the regions of pruned leaves that decide
// the result: for some values of the leaf the result is wrong, for others right.
func cutRegions(ctx context.Context, r *run.Resolved, w *watcher) []*RegionPlot {
	if r.Algorithm.SoundWith(r.Options) || r.Tree.Len() > maxRegionNodes {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, regionTime)
	defer cancel()
	var regions []*RegionPlot
	for n := range r.Tree.Len() {
		if _, visited := w.values[int32(n)]; visited || !r.Tree.IsLeaf(n) || !w.below(n) || len(regions) == maxRunRegions {
			continue
		}
		if g := PlotRegion(ctx, r.Config(), r.Tree, n); g != nil && g.Decides {
			regions = append(regions, g)
		}
	}
	return regions
}

// below reports whether the node or one of its ancestors was cut.
func (w *watcher) below(n int) bool {
	for ; n >= 0; n = w.t.Parent(n) {
		if w.cut[int32(n)] {
			return true
		}
	}
	return false
}
