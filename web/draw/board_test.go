package draw

import (
	"strings"
	"testing"

	"espalier/trees"
)

func TestEvaluationOfBoards(t *testing.T) {
	f, _ := trees.FindFigure("c474-evaluation-boards")
	for i, want := range []string{"= +1", "= −4"} {
		if got := Evaluation(f.Boards[i].FEN); !strings.HasSuffix(got, want) {
			t.Errorf("evaluation of board %d = %q, want it to end in %q", i+1, got, want)
		}
	}
}
