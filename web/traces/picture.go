package traces

import (
	"espalier/search/checks"
	"espalier/trace"
	"espalier/trace/program"
	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/draw"
)

// picture draws the tree of a run as it was at an event, whose node is marked. It returns nothing
// for a run that is too large to be drawn as a whole. The leaves have the values with which the
// result changes, if there are any.
func picture(run *program.Run, at int, values []checks.LeafValue) []byte {
	inf, err := run.Infer()
	if err != nil || inf.Tree.Len() > layout.MaxDrawn || layout.Folds(inf.Tree) {
		return nil
	}
	t := inf.Tree.WithLetters()
	changed := map[int]trees.Vector{}
	for _, v := range values {
		n := v.Node
		if run.Tree == nil {
			n = int(inf.Node[n])
		}
		value := v.Value
		changed[n] = *inUnit(inf.Tree, run, &value)
	}
	if with, err := t.WithValues(changed); err == nil {
		t = with
	}
	fold, step := trace.NewFold(t, nil), 0
	replay := program.Replay{Step: func(event, seq int) {
		if event == at {
			step = seq
		}
	}}
	if _, err := replay.Play(run, inf, nil); err != nil {
		return nil
	}
	replay.Step = nil
	if _, err := replay.Play(run, inf, func(e *trace.Event) {
		if e.Seq <= step {
			fold.Apply(e, nil)
		}
	}); err != nil {
		return nil
	}
	return draw.StillPicture(t, fold, trace.Reasons{})
}
