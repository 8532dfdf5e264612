package trace

import (
	"strconv"

	"espalier/trees"
)

// AppendDetail appends a JSON object with the event, its sentence, its bounds and
// its certificate. bounds are the bounds in force at the event's node; alpha and
// beta are the window of a two-player search.
func AppendDetail(b []byte, explain *Explainer, e *Event, bounds *[trees.MaxPlayers]Bound, alpha, beta trees.Opt) []byte {
	at := *e
	if e.Type == Enter && explain.Tree != nil { // the record has no text
		at.Text = []byte(explain.Tree.Action(int(e.Node)))
	}
	b = append(b, `{"event":`...)
	b = AppendJSON(b, &at)
	b = append(b, `,"text":[`...)
	if e.Type == Exit { // the record of an exit has no window
		at.Alpha, at.Beta = alpha, beta
	}
	for i, s := range explain.Explain(&at) {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendSpan(b, s)
	}
	b = append(b, `],"bounds":[`...)
	for i := range e.Players {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendBound(b, bounds[i], e.unit())
	}
	b = append(b, ']')
	if c := NewCertificate(explain.Tree, e, bounds); c != nil {
		b = c.append(append(b, `,"certificate":`...))
	}
	if e.Window {
		b = AppendOpt(append(b, `,"alpha":`...), alpha, e.unit())
		b = AppendOpt(append(b, `,"beta":`...), beta, e.unit())
	}
	return append(b, '}')
}

// appendSpan appends a part of a sentence with its marks: the player (for the
// colour), the node, and whether the text is strong.
func appendSpan(b []byte, s Span) []byte {
	b = trees.AppendQuoted(append(b, `{"t":`...), s.Text)
	if s.Player > 0 {
		b = strconv.AppendInt(append(b, `,"p":`...), int64(s.Player), 10)
	}
	if s.Node >= 0 {
		b = strconv.AppendInt(append(b, `,"n":`...), int64(s.Node), 10)
	}
	if s.Strong {
		b = append(b, `,"s":true`...)
	}
	return append(b, '}')
}

func appendBound(b []byte, bound Bound, unit trees.Score) []byte {
	if !bound.Given {
		return append(b, "null"...)
	}
	b = AppendScore(append(b, `{"score":`...), bound.Score, unit)
	b = strconv.AppendInt(append(b, `,"node":`...), int64(bound.Node), 10)
	b = strconv.AppendInt(append(b, `,"child":`...), int64(bound.Child), 10)
	return append(b, '}')
}

// AppendOpt appends a score of a tree with the given unit as JSON, or null.
func AppendOpt(b []byte, o trees.Opt, unit trees.Score) []byte {
	if !o.Given {
		return append(b, "null"...)
	}
	return AppendScore(b, o.Score, unit)
}
