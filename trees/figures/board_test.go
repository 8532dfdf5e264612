package figures

import (
	"strings"
	"testing"
)

func TestEvaluationOfBoards(t *testing.T) {
	f, _ := Find("c474-evaluation-boards")
	for i, want := range []string{"= +1", "= −4"} {
		if got := f.Boards[i].Evaluation(); !strings.HasSuffix(got, want) {
			t.Errorf("evaluation of board %d = %q, want it to end in %q", i+1, got, want)
		}
	}
}
