package papers

import (
	"context"
	"testing"

	"espalier/trees/figures"
)

func everyFigure() (list []*figures.Figure) {
	for _, f := range figures.All() {
		list = append(list, f)
		list = append(list, f.Variants...)
	}
	return list
}

// TestStoriesResolve checks that every step of every story finds its event.
func TestStoriesResolve(t *testing.T) {
	for _, f := range everyFigure() {
		moments, err := StorySteps(context.Background(), f)
		if err != nil {
			t.Error(err)
			continue
		}
		for i := range f.Story {
			s := &f.Story[i]
			if i > 0 && sameRun(s, &f.Story[i-1]) && moments[i] < moments[i-1] {
				t.Errorf("%s: step %d of the story goes back in its run, from %d to %d", f.ID, i+1, moments[i-1], moments[i])
			}
		}
	}
}

// TestDefaultRuns checks that every figure's own run is possible.
func TestDefaultRuns(t *testing.T) {
	for _, f := range everyFigure() {
		if f.Tree == nil {
			continue
		}
		if _, err := RunFigure(context.Background(), f, f.Run, nil); err != nil {
			t.Errorf("%s: %s: %v", f.ID, f.Algorithm, err)
		}
	}
}
