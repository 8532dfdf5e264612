package play

import (
	"context"
	"slices"
	"strings"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/run"
	"espalier/web/words"
)

// A verdict is shown at the end of a run: the result, the true value, and where
// the two begin to differ.
type verdict struct {
	Who, Value                    string
	ReferenceName, ReferenceValue string
	Agrees                        bool
	Why                           trace.Sentence
	Parts                         []verdictRow // nodes with a wrong value, from the root down
	Also                          []nodeRef    // other children of the root that are as good for its mover
}

// ReferenceVerb joins the name and the value: Minimax returns 5, but the least cost is 5.
func (v *verdict) ReferenceVerb() string {
	if strings.HasPrefix(v.ReferenceName, "the ") {
		return "is"
	}
	return "returns"
}

type nodeRef struct {
	Node int
	Name string
}

type verdictRow struct{ Name, Value, ReferenceValue string }

// NewVerdict compares the result of a run with the true value.
func NewVerdict(ctx context.Context, r *run.Resolved, res *engine.Result, w *watcher) *verdict {
	t, a := r.Tree, r.Algorithm
	v := &verdict{Who: words.ShortName(a), Value: words.FormatOutcome(t, res), Agrees: true}
	if res.Reference == nil {
		v.Why = plainSentence("No comparison yet: the value of a leaf is unknown.")
		if a.Infosets {
			v.Why = plainSentence("The value is the mean of the samples. No search of every node respects information sets, so there is nothing to compare it with.")
		}
		return v
	}
	for _, n := range res.Equal {
		if len(res.Line) > 1 && n != res.Line[1] && slices.Contains(res.Equal, res.Line[1]) {
			v.Also = append(v.Also, nodeRef{int(n), t.Name(int(n))})
		}
	}
	plain := algorithms.Exhaustive(a)
	v.ReferenceName, v.ReferenceValue, v.Agrees = words.MaxN(plain.Name), t.FormatValue(res.Reference.Value), res.Reference.Agrees
	named := a.Reference.Name != ""
	if named {
		v.ReferenceName = a.Reference.Name
	}
	switch {
	case a.Estimate:
		v.Agrees = true
		v.Why = estimateSentence(t, res)
	case a == plain && !named:
		v.ReferenceName, v.ReferenceValue = "", ""
		v.Why = plainSentence("Nothing was cut. Every sound algorithm must return this value.")
	case !v.Agrees && named:
		v.Why = plainSentence("The values differ.")
	case !v.Agrees:
		v.findDifference(ctx, r, plain, w)
	case !a.Sound:
		v.Why = plainSentence("The values agree on this tree. On others they differ.")
	case named:
		v.Why = plainSentence(a.Reference.Agreement)
	default:
		v.Why = plainSentence("The values agree.")
	}
	return v
}

// findDifference follows wrong values from the root down, until no visited child has
// a wrong value. If several children have a wrong value, it prefers the child whose
// value the algorithm chose and the child whose true value is that of the node.
func (v *verdict) findDifference(ctx context.Context, r *run.Resolved, plain *engine.Algorithm, w *watcher) {
	t, o := r.Tree, r.Options
	truth := map[int32]trees.Vector{}
	exhaustive := engine.AlgorithmConfig{Algorithm: plain, Options: engine.Options{Root: o.Root, Depth: o.Depth, HasDepth: o.HasDepth, Quiescence: o.Quiescence, HasQuiescence: o.HasQuiescence}}
	_, err := r.With(exhaustive).Run(ctx, func(e *trace.Event) {
		if e.Type == trace.Exit {
			truth[e.Node] = e.Value
		}
	})
	if err != nil {
		return
	}
	wrong := func(n int32) bool {
		says, visited := w.values[n]
		return visited && (!says.known || says.value != truth[n])
	}
	n := int32(o.Root)
	for {
		says := "no value"
		if x := w.values[n]; x.known {
			says = t.FormatValue(x.value)
		}
		v.Parts = append(v.Parts, verdictRow{t.Name(int(n)), says, t.FormatValue(truth[n])})
		next := int32(-1)
		for _, k := range t.Kids(int(n)) {
			taken := w.values[k].known && w.values[k].value == w.values[n].value
			right := truth[k] == truth[n]
			if wrong(k) && (next < 0 || taken || right) {
				next = k
			}
		}
		if next < 0 {
			break
		}
		n = next
	}
	words := func(text string) trace.Span { return trace.Span{Text: text, Node: -1} }
	named := func(n int32) trace.Span { return trace.Span{Text: t.Name(int(n)), Node: int(n)} }
	for _, k := range t.Kids(int(n)) {
		if _, visited := w.values[k]; w.cut[k] && !visited {
			v.Why = trace.Sentence{words("They first differ at "), named(n), words(", because of the cut node "), named(k), words(": with it, "), named(n), words(" has the value " + t.FormatValue(truth[n]) + ".")}
			return
		}
	}
	v.Why = trace.Sentence{words("They first differ at "), named(n), words(".")}
}

// estimateSentence says whether the choice of a search by samples is one of the best.
func estimateSentence(t *trees.Tree, res *engine.Result) trace.Sentence {
	switch {
	case len(res.Line) < 2 || len(res.Equal) == 0:
		return plainSentence("The value is the mean of the samples.")
	case slices.Contains(res.Equal, res.Line[1]):
		return plainSentence("The value is the mean of the samples, so the two may differ. The choice, " + t.Name(int(res.Line[1])) + ", is right.")
	}
	return plainSentence("The value is the mean of the samples. The choice is " + t.Name(int(res.Line[1])) + "; the exhaustive search chooses " + t.Name(int(res.Equal[0])) + ". More samples may help.")
}

func plainSentence(text string) trace.Sentence { return trace.Sentence{{Text: text, Node: -1}} }
