package web

import (
	"context"
	"errors"
	"fmt"

	"espalier/search"
	"espalier/trace"
	"espalier/trees"
)

// tellRun runs a variant and keeps its events. A run that meets a leaf of
// unknown value ends there, and has its steps.
func tellRun(ctx context.Context, t *trees.Tree, run variant) (*toldRun, error) {
	told := &toldRun{}
	_, err := run.Algorithm.Run(ctx, search.OnTree(t, run.Options.Root), run.Options, func(e *trace.Event) {
		if len(told.events) == maxLockstep {
			e.Enough = true
			return
		}
		told.tell(e)
	})
	var unknown *search.UnknownLeafError
	switch {
	case len(told.events) == maxLockstep:
		return nil, fmt.Errorf("the run has more than %s steps, the limit of runs side by side", grouped(maxLockstep))
	case err != nil && !errors.As(err, &unknown):
		return nil, err
	}
	return told, nil
}
