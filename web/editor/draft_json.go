package editor

import (
	"strconv"

	"espalier/trace"
	"espalier/trees"
)

// MaxPaneText bounds the text beside the picture of a tree that is edited: it is
// sent after every edit, and a longer one is not read there.
const MaxPaneText = 128 << 10

// The JSON of a draft for an editor: the same for the draft message of the
// socket and for the page. Each part begins with a comma, so that it can follow
// any head.

// AppendDraft appends what all viewers of a draft share: everything but the
// picture. base is the revision of a text that cannot be read.
func AppendDraft(b []byte, d *trees.Draft, base int) []byte {
	b = appendText(b, d, base)
	b = appendHeader(append(b, `,"header":`...), d.Tree())
	b = trees.AppendQuoted(append(b, `,"notes":`...), d.Notes())
	b = append(b, `,"nodes":`...)
	b = strconv.AppendInt(b, int64(d.Tree().Len()), 10)
	return trees.AppendFaults(append(b, `,"faults":`...), d.Faults())
}

// PaneText returns the text beside the picture, with the parts of the nodes; ok
// is false if it is too long.
func PaneText(d *trees.Draft) (text string, spans []int32, ok bool) {
	_, fault := d.TypedText()
	if fault == nil && d.Tree().Len() > MaxPaneText/leastNodeText {
		return "", nil, false
	}
	if text, spans = d.Text(); len(text) > MaxPaneText {
		return "", nil, false
	}
	return text, spans, true
}

// leastNodeText is the least length of a node in a text: a large tree need not
// be written to find that its text is too long.
const leastNodeText = 2

// appendText appends the text pane: null if the text is too long. After a text
// that cannot be read comes the text of the tree, which can.
func appendText(b []byte, d *trees.Draft, base int) []byte {
	text, spans, ok := PaneText(d)
	if !ok {
		b = append(b, `,"text":null,"spans":null`...)
	} else {
		b = appendSpans(append(b, ','), text, spans)
	}
	typed, fault := d.TypedText()
	if fault == nil {
		return append(b, `,"typedFault":null`...)
	}
	b = AppendTextFault(append(b, `,"typedFault":`...), typed, fault, base)
	if d.Tree().Len() <= MaxPaneText/leastNodeText {
		if text, spans = d.Tree().TextSpans(); len(text) <= MaxPaneText {
			return append(appendSpans(append(b, `,"readable":{`...), text, spans), '}')
		}
	}
	return append(b, `,"readable":null`...)
}

// appendSpans appends a text and the parts of its nodes.
func appendSpans(b []byte, text string, spans []int32) []byte {
	b = trees.AppendQuoted(append(b, `"text":`...), text)
	b = append(b, `,"spans":[`...)
	for i, at := range spans {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(at), 10)
	}
	return append(b, ']')
}

// AppendTextFault appends where and why a typed text cannot be read, and the
// revision that has it, if it is saved.
func AppendTextFault(b []byte, typed string, fault *trees.Error, base int) []byte {
	line, column, offset := PlaceIn(typed, fault)
	b = append(b, `{"line":`...)
	b = strconv.AppendInt(b, int64(line), 10)
	b = append(b, `,"column":`...)
	b = strconv.AppendInt(b, int64(column), 10)
	b = append(b, `,"offset":`...)
	b = strconv.AppendInt(b, int64(offset), 10)
	b = trees.AppendQuoted(append(b, `,"message":`...), fault.Message)
	if base != 0 {
		b = trees.AppendNumberKey(b, "base", base)
	}
	return append(b, '}')
}

// PlaceIn returns the place of a fault in a text: line and column from 1, and
// the offset in UTF-16 units, as in the strings of a browser. A fault of the
// whole text is at its start.
func PlaceIn(text string, fault *trees.Error) (line, column, offset int) {
	line, column, offset, ok := fault.Position(text)
	if !ok {
		return 1, 1, 0
	}
	return line, column, offset
}

// appendHeader appends the header as in a document; fields that it does not have
// are null.
func appendHeader(b []byte, t *trees.Tree) []byte {
	b = trees.AppendQuoted(append(b, `{"title":`...), t.Title)
	b = append(b, `,"kind":"`+t.Kind.String()+`","players":`...)
	b = strconv.AppendInt(b, int64(t.Players), 10)
	b = trace.AppendOpt(append(b, `,"maxsum":`...), t.MaxSum, t.Unit)
	b = t.AppendLimitsJSON(append(b, `,"minp":`...), &t.MinP)
	b = t.AppendLimitsJSON(append(b, `,"maxp":`...), &t.MaxP)
	b = trace.AppendOpt(append(b, `,"delta":`...), trees.Opt{Score: t.Delta, Given: t.Delta != 0}, t.Unit)
	if len(t.Outcomes) == 0 {
		return append(b, `,"outcomes":null}`...)
	}
	b = append(b, `,"outcomes":[`...)
	for i := range t.Outcomes {
		if i > 0 {
			b = append(b, ',')
		}
		b = t.AppendValueJSON(b, &t.Outcomes[i])
	}
	return append(b, "]}"...)
}
