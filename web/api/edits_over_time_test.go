package api

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"espalier/web/app"
	"espalier/web/problem"
)

func TestEndOfBatchNamesReason(t *testing.T) {
	core := app.NewCore(app.Config{})
	h := New(core, nil, nil)
	over, cancel := context.WithTimeout(context.Background(), 0)
	defer cancel()
	n := &treeToCreate{}
	if err := h.readTreeOf(over, n, "empty", &newTreeBody{empty: []byte("true")}); err != nil {
		t.Fatal(err)
	}
	err := h.applyAll(over, n, []byte(`[{"op":"child","node":1},{"op":"child","node":1}]`))
	if p := problem.Of(err); err == nil || p.Status != 413 || !strings.HasPrefix(p.Detail, "edits") || !strings.Contains(p.Detail, strconv.Itoa(int(app.EditsTimeout.Seconds()))+" seconds") {
		t.Errorf("edits that take too long = %v", err)
	}
	core.Stop(problem.ErrStopping)
	if _, _, err := h.batch(context.Background()); err != problem.ErrStopping {
		t.Errorf("edits while the server stops = %v, want %v", err, problem.ErrStopping)
	}
}
