package engine_test

import (
	"context"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees"
)

// TestErrorKinds checks the kind, place and reason of every error of a run.
func TestErrorKinds(t *testing.T) {
	run := func(text, algorithm string, o engine.Options) error {
		tree, err := trees.ReadText(text)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := algorithms.Find(algorithm)
		_, err = a.Run(context.Background(), engine.OnTree(tree, 0), o, nil)
		return err
	}
	for _, c := range []struct {
		err   error
		kind  trees.ErrorKind
		place string
	}{
		{run("players 3 1[(1,1,1)]", "shallow", engine.Options{}), trees.NotApplicable, "tree.maxsum"},
		{run("players 3 maxsum 9 1[(1,1,1)]", "shallow", engine.Options{Table: true}), trees.NotApplicable, "options.table"},
		{run("players 3 maxsum 9 1[(1,1,1) ?]", "maxn", engine.Options{}), trees.InvalidInput, "values.2"},
		{engine.NodesExceeded(engine.MaxSearchNodes), trees.LimitReached, "algorithm"},
	} {
		kind, place, reason := trees.Classify(c.err)
		if kind != c.kind || place != c.place || reason == "" {
			t.Errorf("Classify(%v) = %d, %q, %q, want %d, %q and a reason", c.err, kind, place, reason, c.kind, c.place)
		}
	}
}
