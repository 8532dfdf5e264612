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

// tellRun runs a variant and keeps its events. A run that meets a leaf of
// unknown value ends there, and has its steps.
func tellRun(ctx context.Context, t *trees.Tree, run search.AlgorithmConfig) (*lockstep.RecordedRun, error) {
	told := &lockstep.RecordedRun{}
	_, err := run.Algorithm.Run(ctx, search.OnTree(t, run.Options.Root), run.Options, func(e *trace.Event) {
		if len(told.Events) == maxLockstep {
			e.Enough = true
			return
		}
		told.Observe(e)
	})
	var unknown *search.UnknownLeafError
	switch {
	case len(told.Events) == maxLockstep:
		return nil, fmt.Errorf("the run has more than %s steps, the limit of runs side by side", words.Grouped(maxLockstep))
	case err != nil && !errors.As(err, &unknown):
		return nil, err
	}
	return told, nil
}
