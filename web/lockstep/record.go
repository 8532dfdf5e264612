package lockstep

import (
	"context"
	"errors"
	"fmt"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trace/lockstep"
	"espalier/web/run"
	"espalier/web/words"
)

// recordRun searches and records the events. A run that ends at a leaf of
// unknown value keeps its steps.
func recordRun(ctx context.Context, of *run.Resolved) (*lockstep.RecordedRun, error) {
	recorded := &lockstep.RecordedRun{}
	_, err := of.Run(ctx, func(e *trace.Event) {
		if len(recorded.Events) == maxSteps {
			e.StopObserving = true
			return
		}
		recorded.Observe(e)
	})
	var unknown *engine.UnknownLeafError
	switch {
	case len(recorded.Events) == maxSteps:
		return nil, fmt.Errorf("the run has more than %s steps, the limit of runs side by side", words.Grouped(maxSteps))
	case err != nil && !errors.As(err, &unknown):
		return nil, err
	}
	return recorded, nil
}
