package lockstep

import (
	"context"
	"errors"
	"fmt"

	"espalier/search"
	"espalier/trace"
	"espalier/trace/lockstep"
	"espalier/trees"
	"espalier/web/words"
)

// recordRun runs a config and records its events. A run that ends at a leaf of
// unknown value keeps its steps.
func recordRun(ctx context.Context, t *trees.Tree, run search.AlgorithmConfig) (*lockstep.RecordedRun, error) {
	recorded := &lockstep.RecordedRun{}
	_, err := run.Algorithm.Run(ctx, search.OnTree(t, run.Options.Root), run.Options, func(e *trace.Event) {
		if len(recorded.Events) == maxSteps {
			e.StopObserving = true
			return
		}
		recorded.Observe(e)
	})
	var unknown *search.UnknownLeafError
	switch {
	case len(recorded.Events) == maxSteps:
		return nil, fmt.Errorf("the run has more than %s steps, the limit of runs side by side", words.Grouped(maxSteps))
	case err != nil && !errors.As(err, &unknown):
		return nil, err
	}
	return recorded, nil
}
