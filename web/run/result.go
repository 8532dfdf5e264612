package run

import (
	"strconv"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// AppendResult appends the members of a result of the run, without braces. An implicit tree
// has no truth, since it is not known.
func (run *Resolved) AppendResult(b []byte, r *engine.Result) []byte {
	scalar := run.Kind() != trees.MaxN
	b = append(b, `"value":`...)
	if r.NoValue {
		b = append(b, "null"...)
	} else {
		b = trace.AppendValue(b, &r.Value, r.Unit, r.Width, scalar)
	}
	if r.Set != nil {
		b = trace.AppendSet(append(b, `,"set":`...), r.Set, r.Unit, r.Width, scalar)
	}
	b = append(b, `,"line":`...)
	if r.Line == nil {
		b = append(b, "null"...) // an implicit tree too large to number
	} else {
		b = trees.AppendNodes(b, r.Line)
	}
	b = append(b, `,"stats":`...)
	b = trace.AppendStats(b, &r.Stats)
	if r.Depth > 0 {
		b = strconv.AppendInt(append(b, `,"depth":`...), int64(r.Depth), 10)
	}
	if run.Tree == nil {
		return b
	}
	b = append(b, `,"truth":`...)
	return trace.AppendReference(b, r.Reference, r.Unit, r.Width, scalar)
}

// AppendEqual appends the children of the root that are best for its mover, as a member; null
// if they are not known.
func AppendEqual(b []byte, equal []int32) []byte {
	b = append(b, `,"equal":`...)
	if equal == nil {
		return append(b, "null"...)
	}
	return trees.AppendNodes(b, equal)
}
