package trace

import (
	"encoding/json"
	"strconv"

	"espalier/trees"
)

// AppendJSON appends the event as one JSON object on one line, the form that
// clients receive. The order of the fields is fixed, so equal runs give equal
// bytes. AppendJSON does not use encoding/json, which would take seconds for a
// million events.
func AppendJSON(b []byte, e *Event) []byte {
	b = append(b, `{"seq":`...)
	b = AppendInt(b, e.Seq)
	b = append(b, `,"type":"`...)
	b = append(b, e.Type.String()...)
	b = append(b, '"')
	switch e.Type {
	case Start:
		b = appendStart(b, e)
	case Enter:
		b = appendNode(b, e.Node)
		if e.Implicit && e.Parent >= 0 {
			b = append(b, `,"parent":`...)
			b = AppendInt(b, int(e.Parent))
			b = append(b, `,"move":`...)
			b = AppendInt(b, int(e.Move))
		}
		if len(e.Text) > 0 {
			b = trees.AppendQuoted(append(b, `,"text":`...), e.Text)
		}
		b = append(b, `,"player":`...)
		b = AppendInt(b, e.Player)
		b = append(b, `,"depth":`...)
		b = AppendInt(b, e.Depth)
		if e.Chance {
			b = append(b, `,"chance":true`...)
		}
		b = appendProbe(b, e)
		if e.Sampling {
			b = appendDraw(b, e)
		}
		b = appendBounds(b, e)
	case Leaf:
		b = appendNode(b, e.Node)
		b = appendField(b, `,"value":`, e, &e.Value, e.HasValue)
		b = appendRollout(b, e)
	case Backup:
		b = appendNode(b, e.Node)
		b = appendChild(b, e.Child)
		b = appendField(b, `,"value":`, e, &e.Value, e.HasValue)
		b = appendField(b, `,"best":`, e, &e.Best, e.HasBest)
		b = append(b, `,"improved":`...)
		b = strconv.AppendBool(b, e.Improved)
		if e.Sampling {
			b = AppendInt(append(b, `,"visits":`...), e.Visits)
		}
		b = appendBounds(b, e)
	case Prune:
		b = appendPrune(b, e)
	case Research:
		b = appendNode(b, e.Node)
		b = appendChild(b, e.Child)
		b = append(b, `,"because":{"child":`...)
		b = AppendInt(b, int(e.BecauseChild))
		b = appendField(b, `,"value":`, e, &e.Value, e.HasValue)
		b = append(b, '}')
	case Exit:
		b = appendNode(b, e.Node)
		b = appendField(b, `,"value":`, e, &e.Value, e.HasValue)
		b = append(b, `,"exact":`...)
		b = strconv.AppendBool(b, e.Exact)
		b = appendProbe(b, e)
	case Done:
		b = appendDone(b, e)
	case Failed:
		b = appendNode(b, e.Node)
		b = append(b, `,"detail":`...)
		b = appendString(b, e.Detail)
	}
	for _, n := range e.Notes {
		b = n.AppendJSON(b, e)
	}
	if e.Line > 0 {
		b = append(b, `,"code_line":`...)
		b = AppendInt(b, e.Line)
	}
	return append(b, '}')
}

// AppendValue appends a value, in units of its tree, as JSON: an array of width scores, or one number
// if scalar is set.
func AppendValue(b []byte, v *trees.Vector, unit trees.Score, width int, scalar bool) []byte {
	if scalar {
		return AppendScore(b, v[0], unit)
	}
	b = append(b, '[')
	for p := range width {
		if p > 0 {
			b = append(b, ',')
		}
		b = AppendScore(b, v[p], unit)
	}
	return append(b, ']')
}

// AppendSet appends a set of values as a JSON array.
func AppendSet(b []byte, set []trees.Vector, unit trees.Score, width int, scalar bool) []byte {
	b = append(b, '[')
	for i := range set {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendValue(b, &set[i], unit, width, scalar)
	}
	return append(b, ']')
}

// AppendStats appends the counters as a JSON object, with an entry for every
// rule, including unused rules, except for Other.
func AppendStats(b []byte, s *Stats) []byte {
	for _, c := range [...]struct {
		key   string
		count int
	}{
		{`{"nodes":`, s.Nodes}, {`,"leaves":`, s.Leaves}, {`,"expanded":`, s.Expanded()},
		{`,"pruned":`, s.Pruned}, {`,"researched":`, s.Researched},
	} {
		b = append(b, c.key...)
		b = AppendInt(b, c.count)
	}
	if s.Extended > 0 {
		b = AppendInt(append(b, `,"extended":`...), s.Extended)
	}
	b = append(b, `,"prunes":{`...)
	for rule := NoRule + 1; rule < RuleCount; rule++ {
		if rule == Other && s.Prunes[rule] == 0 {
			continue // no engine cuts without a rule
		}
		if rule > NoRule+1 {
			b = append(b, ',')
		}
		b = append(b, '"')
		b = append(b, rules[rule].name...)
		b = append(b, `":`...)
		b = AppendInt(b, s.Prunes[rule])
	}
	return append(b, `}}`...)
}

// AppendReference appends the reference value and whether the algorithm's value
// agrees, or null if the reference is not known.
func AppendReference(b []byte, t *Reference, unit trees.Score, width int, scalar bool) []byte {
	if t == nil {
		return append(b, `null`...)
	}
	b = append(b, `{"value":`...)
	b = AppendValue(b, &t.Value, unit, width, scalar)
	b = append(b, `,"agrees":`...)
	b = strconv.AppendBool(b, t.Agrees)
	return append(b, '}')
}

func appendStart(b []byte, e *Event) []byte {
	b = append(b, `,"algorithm":`...)
	b = appendString(b, e.Algorithm)
	b = append(b, `,"players":`...)
	b = AppendInt(b, e.Players)
	b = append(b, `,"maxsum":`...)
	b = AppendOpt(b, e.MaxSum, e.unit())
	b = append(b, `,"options":{`...)
	for i, o := range e.Options {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(b, o.Name)
		b = append(b, ':')
		if o.Flag {
			b = append(b, `true`...)
		} else if o.Word != "" {
			b = appendString(b, o.Word)
		} else {
			b = AppendInt(b, o.Num)
		}
	}
	return append(b, '}')
}

func appendPrune(b []byte, e *Event) []byte {
	b = appendNode(b, e.Node)
	b = append(b, `,"cut":`...)
	b = AppendNodes(b, e.Cut)
	b = append(b, `,"rule":"`...)
	b = append(b, rules[e.Rule].name...)
	b = append(b, `","terms":[`...)
	for i := range e.Terms {
		t := &e.Terms[i]
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"player":`...)
		b = AppendInt(b, t.Player)
		if t.Node >= 0 || t.Origin != Minimum && t.Origin != Maximum {
			b = appendNode(b, t.Node)
		}
		if e.Rule.Weighs() {
			b = t.Prob.AppendJSON(append(b, `,"prob":`...))
		}
		b = append(b, `,"score":`...)
		b = AppendScore(b, t.Score, e.unit())
		b = append(b, `,"from":"`...)
		b = append(b, sourceNames[t.Origin]...)
		b = append(b, `"}`...)
	}
	b = append(b, `],"sum":`...)
	b = AppendOpt(b, e.Sum, e.unit())
	b = append(b, `,"limit":`...)
	b = AppendOpt(b, e.Limit, e.unit())
	b = append(b, `,"provisional":`...)
	b = strconv.AppendBool(b, e.Provisional)
	if e.Rule != Table {
		return b
	}
	b = append(b, `,"outcomes":[`...)
	for i := range e.Excluded {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"value":`...)
		b = AppendValue(b, &e.Excluded[i].Value, e.unit(), e.Width, e.Scalar)
		b = append(b, `,"excluded_by":`...)
		b = AppendInt(b, e.Excluded[i].Player)
		b = append(b, '}')
	}
	return append(b, ']')
}

func appendDone(b []byte, e *Event) []byte {
	b = appendField(b, `,"value":`, e, &e.Value, e.HasValue)
	b = append(b, `,"line":`...)
	b = AppendNodes(b, e.Path)
	if e.Sampling {
		b = AppendInt(append(b, `,"samples":`...), e.Samples)
		b = AppendInt(append(b, `,"visits":`...), e.Visits)
	}
	if e.Stats != nil {
		b = append(b, `,"stats":`...)
		b = AppendStats(b, e.Stats)
	}
	if !e.Implicit {
		b = append(b, `,"truth":`...)
		b = AppendReference(b, e.Reference, e.unit(), e.Width, e.Scalar)
	}
	return b
}

// appendBounds appends the bounds with the nodes that supply them, and the window
// of a two-player search (null: infinite).
func appendBounds(b []byte, e *Event) []byte {
	b = append(b, `,"bounds":[`...)
	bounds := e.Bounds[:e.Players]
	for p := range bounds {
		if p > 0 {
			b = append(b, ',')
		}
		if bounds[p].Given {
			b = AppendScore(b, bounds[p].Score, e.unit())
		} else {
			b = append(b, `null`...)
		}
	}
	b = append(b, `],"from":[`...)
	for p := range bounds {
		if p > 0 {
			b = append(b, ',')
		}
		if !bounds[p].Given {
			b = append(b, `null`...)
			continue
		}
		b = append(b, `{"node":`...)
		b = AppendInt(b, int(bounds[p].Node))
		b = appendChild(b, bounds[p].Child)
		b = append(b, '}')
	}
	b = append(b, ']')
	if !e.hasWindow() {
		return b
	}
	b = append(b, `,"alpha":`...)
	b = AppendOpt(b, e.Alpha, e.unit())
	b = append(b, `,"beta":`...)
	return AppendOpt(b, e.Beta, e.unit())
}

// appendProbe marks the event of a probe, which searches only the first child of a node.
func appendProbe(b []byte, e *Event) []byte {
	if e.Probe {
		b = append(b, `,"probe":true`...)
	}
	return b
}

func appendField(b []byte, key string, e *Event, v *trees.Vector, known bool) []byte {
	b = append(b, key...)
	if !known {
		return append(b, `null`...)
	}
	return AppendValue(b, v, e.unit(), e.Width, e.Scalar)
}

func appendNode(b []byte, node int32) []byte {
	return appendNumber(append(b, `,"node":`...), node)
}

func appendChild(b []byte, child int32) []byte {
	return appendNumber(append(b, `,"child":`...), child)
}

// appendNumber appends a node's number, or null if there is no node.
func appendNumber(b []byte, node int32) []byte {
	if node < 0 {
		return append(b, `null`...)
	}
	return AppendInt(b, int(node))
}

// AppendNodes appends a list of nodes as JSON.
func AppendNodes(b []byte, nodes []int32) []byte {
	b = append(b, '[')
	for i, n := range nodes {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendInt(b, int(n))
	}
	return append(b, ']')
}

// AppendScore appends a score, in units of its tree, as a JSON number of points.
func AppendScore(b []byte, s, unit trees.Score) []byte {
	if unit == trees.Unit { // a division by a constant is faster
		if whole := s / trees.Unit; whole*trees.Unit == s {
			return AppendInt(b, int(whole))
		}
	}
	return s.In(unit).AppendJSON(b)
}

// AppendInt appends a whole number.
func AppendInt(b []byte, n int) []byte { return strconv.AppendInt(b, int64(n), 10) }

// appendString appends a JSON string. It is called a few times per run, so
// encoding/json is fast enough.
func appendString(b []byte, s string) []byte {
	quoted, err := json.Marshal(s)
	if err != nil {
		panic(err) // cannot happen for a string
	}
	return append(b, quoted...)
}
