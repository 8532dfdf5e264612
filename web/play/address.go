package play

import (
	"espalier/search/engine"
	"espalier/search/practice"
	"espalier/trees"
	"espalier/web/run"
)

// CounterexampleAddress returns the address where values are searched with which a run
// fails; empty if the run is sound or estimates, or if no address can hold its tree.
func CounterexampleAddress(o *run.Opened, v *View) string {
	if v.Algorithm.Estimate || v.Algorithm.SoundWith(v.Options) || o.Tree.Kind == trees.Path {
		return ""
	}
	if o.Tree.Kind == trees.Minimax && !(o.Tree.MinP.Given && o.Tree.MaxP.Given) { // any number would have to be tried
		return ""
	}
	q := v.Query(o.Tree)
	q.Del("step")
	if f, ok := o.Source.(run.Figure); ok {
		q.Set("figure", f.ID)
		return "/counterexamples?" + q.Encode()
	}
	text := linkText(o)
	if text == "" {
		return ""
	}
	q.Set("tree", text)
	return "/counterexamples?" + q.Encode()
}

// MaxPracticeNodes bounds the tree of an exercise: it is played by hand, and drawn as a whole.
const MaxPracticeNodes = 150

// PracticeAddress returns the address where a student plays the algorithm of a view by hand on
// the same tree; empty if the algorithm cannot be practised there.
func PracticeAddress(o *run.Opened, v *View) string {
	list, ok := run.Parameters(o.Pinned())
	if !ok || o.Fault != nil || o.Tree.Len() > MaxPracticeNodes || o.Tree.IsLeaf(0) {
		return ""
	}
	r, err := o.Resolve(v.Spec)
	if err != nil || practice.Check((engine.AlgorithmConfig{Algorithm: v.Algorithm}), r.Tree) != nil {
		return ""
	}
	spec := run.Spec{Algorithm: v.Algorithm, Values: v.Values}
	q := spec.Query(o.Tree)
	for _, p := range list {
		q.Set(p.Name, p.Value)
	}
	return "/practice?" + q.Encode()
}

// linkText returns the notation of a tree: as it was typed, if it was. It is empty if no
// address can hold it.
func linkText(o *run.Opened) string {
	if typed, ok := o.Source.(run.Typed); ok {
		if text, ok := typed.Text(); ok && len(text) <= run.MaxLinkText {
			return text
		}
	}
	return run.LinkText(o.Tree)
}

// EditCopyAddress returns the address where a copy of a tree is edited, with the values of
// the view; nil: with none. The run stays in the address.
func EditCopyAddress(o *run.Opened, v *View) string {
	list, _ := run.Parameters(o.Source)
	q := run.QueryOf(list)
	if v != nil {
		q = v.Query(o.Tree)
		for _, p := range list {
			q.Set(p.Name, p.Value)
		}
	}
	return "/edit?" + q.Encode()
}
