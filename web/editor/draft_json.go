package editor

import (
	"encoding/json"

	"espalier/trace"
	"espalier/trees"
	"espalier/web/app"
)

// MaxPaneText bounds the text beside the picture of a tree that is edited: it is
// sent after every edit, and a longer one is not read there.
const MaxPaneText = 128 << 10

// A draftAnswer is the JSON of a draft for an editor: what all who see it share, which is everything but the picture. It
// is a part of the draft message of the socket and of the page.
type draftAnswer struct {
	textAnswer
	TypedFault *TextFault `json:"typedFault"`
	*readableAnswer
	Header headerAnswer  `json:"header"`
	Notes  string        `json:"notes"`
	Nodes  int           `json:"nodes"`
	Faults []trees.Fault `json:"faults"`
}

// A textAnswer is the text pane: null if the text is too long.
type textAnswer struct {
	Text  *string `json:"text"`
	Spans []int32 `json:"spans"` // the parts of the nodes
}

// A readableAnswer has, after a text that cannot be read, the text of the tree, which can; null if it is too long.
type readableAnswer struct {
	Readable *textAnswer `json:"readable"`
}

// A TextFault is where and why a typed text cannot be read.
type TextFault struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Offset  int    `json:"offset"`
	Message string `json:"message"`
	Base    int    `json:"base,omitempty"` // the revision that has the text, if it is saved
}

// A headerAnswer is the header as in a document; fields that it does not have are null.
type headerAnswer struct {
	Title    string            `json:"title"`
	Kind     string            `json:"kind"`
	Players  int               `json:"players"`
	MaxSum   json.RawMessage   `json:"maxsum"`
	MinP     json.RawMessage   `json:"minp"`
	MaxP     json.RawMessage   `json:"maxp"`
	Delta    json.RawMessage   `json:"delta"`
	Outcomes []json.RawMessage `json:"outcomes"`
}

// answerOf returns a draft for an editor. base is the revision of a text that cannot be read.
func answerOf(d *trees.Draft, base int) draftAnswer {
	t := d.Tree()
	a := draftAnswer{Header: headerOf(t), Notes: d.Notes(), Nodes: t.Len(), Faults: app.List(d.Faults())}
	if text, spans, ok := PaneText(d); ok {
		a.textAnswer = textAnswer{&text, app.List(spans)}
	}
	typed, fault := d.TypedText()
	if fault == nil {
		return a
	}
	a.TypedFault, a.readableAnswer = NewTextFault(typed, fault, base), &readableAnswer{}
	if t.Len() <= MaxPaneText/leastNodeText {
		if text, spans := t.TextSpans(); len(text) <= MaxPaneText {
			a.Readable = &textAnswer{&text, app.List(spans)}
		}
	}
	return a
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

// NewTextFault returns where and why a typed text cannot be read. base is 0 if no revision has it.
func NewTextFault(typed string, fault *trees.Error, base int) *TextFault {
	line, column, offset := PlaceIn(typed, fault)
	return &TextFault{line, column, offset, fault.Message, base}
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

func headerOf(t *trees.Tree) headerAnswer {
	a := headerAnswer{Title: t.Title, Kind: t.Kind.String(), Players: t.Players, MaxSum: trace.AppendOpt(nil, t.MaxSum, t.Unit),
		MinP: t.AppendLimitsJSON(nil, &t.MinP), MaxP: t.AppendLimitsJSON(nil, &t.MaxP),
		Delta: trace.AppendOpt(nil, trees.Opt{Score: t.Delta, Given: t.Delta != 0}, t.Unit)}
	for i := range t.Outcomes {
		a.Outcomes = append(a.Outcomes, t.AppendValueJSON(nil, &t.Outcomes[i]))
	}
	return a
}
