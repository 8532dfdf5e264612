package trees

import (
	"strconv"
	"unicode/utf8"
)

// Layout of a text: a tree that fits on one line is written on one line.
const (
	textWidth  = 100 // characters of a line
	textIndent = 2
	// A longer text is not indented: the white space could make it longer than
	// the JSON document.
	maxIndented = 64 << 10
)

// Text returns the tree in the text notation. ReadText reads it back as an
// equal tree.
func (t *Tree) Text() string {
	w := textWriter{t: t, flat: make([]int32, t.Len()), indent: textIndent}
	return string(w.text())
}

// AppendTextInParts appends the text, as a JSON string without quotation marks if it is
// quoted.
func (t *Tree) AppendTextInParts(b []byte, quoted bool, part Part) []byte {
	add := func(text []byte) []byte {
		if quoted {
			b = AppendInString(b, text)
		} else {
			b = append(b, text...)
		}
		b = part.Full(b)
		return text[:0]
	}
	w := textWriter{t: t, flat: make([]int32, t.Len()), indent: textIndent, part: add}
	add(w.text())
	return b
}

// TextSpans returns the text and the part of each node: node n, with its edge
// cost, its label and all below it, is text[spans[2n]:spans[2n+1]], counted in
// UTF-16 units as in a browser.
func (t *Tree) TextSpans() (text string, spans []int32) {
	w := textWriter{t: t, flat: make([]int32, t.Len()), indent: textIndent, spans: make([]int32, 2*t.Len()), excess: utf16Excess(t.Title)}
	text = string(w.text())
	return text, w.spans
}

// utf16Excess returns the number of bytes of s minus the number of its UTF-16 units.
func utf16Excess(s string) int {
	excess := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c < utf8.RuneSelf:
		case c < 0xC0: // a continuation byte
			excess++
		case c >= 0xF0: // four bytes, two units
			excess--
		}
	}
	return excess
}

func (w *textWriter) text() []byte {
	w.measure()
	if w.flat[0] > maxIndented {
		w.indent = 0
	}
	w.header()
	w.newline(0)
	w.node(0, 0)
	return append(w.b, '\n')
}

type textWriter struct {
	t      *Tree
	b      []byte
	line   int     // start of the current line
	flat   []int32 // length in characters of each node with all below it, on one line
	indent int
	spans  []int32 // nil: not wanted
	part   Part    // takes whole lines of a long text; nil: it is kept
	excess int     // number of bytes written so far minus the number of their UTF-16 units
}

// measure sets flat, from the last node to the first.
func (w *textWriter) measure() {
	const around, between = 4, 2 // "[ " and " ]" without the bracket that the head has, and "  "
	for n := w.t.Len() - 1; n >= 0; n-- {
		w.b = w.head(w.b[:0], n)
		w.flat[n] += int32(utf8.RuneCount(w.b))
		if !w.t.IsLeaf(n) {
			w.flat[n] += around - 1 - between
		}
		if n > 0 {
			w.flat[w.t.Parent(n)] += w.flat[n] + between
		}
	}
	w.b = w.b[:0]
}

func (w *textWriter) header() {
	t := w.t
	word := func(name string) {
		if len(w.b) > 0 {
			w.b = append(w.b, ' ')
		}
		w.b = append(append(w.b, name...), ' ')
	}
	if t.Kind == MaxN {
		word("players")
		w.b = strconv.AppendInt(w.b, int64(t.Players), 10)
	} else {
		word("kind")
		w.b = append(w.b, t.Kind.String()...)
	}
	if t.MaxSum.Given {
		word("maxsum")
		w.b = t.MaxSum.Score.In(t.Unit).Append(w.b)
	}
	if t.MinP.Given {
		word("minp")
		w.b = t.appendLimits(w.b, &t.MinP)
	}
	if t.MaxP.Given {
		word("maxp")
		w.b = t.appendLimits(w.b, &t.MaxP)
	}
	if t.Delta != 0 {
		word("delta")
		w.b = t.Delta.In(t.Unit).Append(w.b)
	}
	if len(t.Outcomes) > 0 {
		word("outcomes")
		w.b = w.values(w.b, t.Outcomes, ' ')
	}
	// A root that looks like an outcome must not follow the outcomes directly.
	if t.Title != "" || len(t.Outcomes) > 0 && t.IsLeaf(0) && t.Label(0) == "" {
		word("title")
		w.b = AppendQuoted(w.b, t.Title)
	}
}

// head appends the part of n before its children, including the bracket, or a whole leaf.
func (w *textWriter) head(b []byte, n int) []byte {
	t := w.t
	if action := t.Action(n); action != "" {
		b = append(appendName(append(b, '<'), action), "> "...)
	}
	if prob, given := t.GivenProb(n); given {
		b = append(prob.Append(append(b, '@')), ' ')
	}
	if c := t.Cost(n); c != 0 {
		b = append(c.In(t.Unit).Append(append(b, '+')), ' ')
	}
	if label := t.Label(n); label != "" {
		if isWord(label) {
			b = append(b, label...)
		} else {
			b = AppendQuoted(b, label)
		}
		b = append(b, ": "...)
	}
	if t.IsLeaf(n) {
		return w.leaf(b, n)
	}
	b = w.mover(b, t.givenMover(n))
	if t.IsChance(n) {
		b = append(b, '*')
	}
	between := byte('{')
	if name := t.Infoset(n); name != "" {
		b = appendName(append(b, "{infoset "...), name)
		between = ' '
	}
	for _, f := range []struct {
		name string
		at   int32
	}{{"low ", t.low[n]}, {"up ", t.up[n]}, {"static ", t.static[n]}} {
		if f.at != NoNode {
			b = append(append(b, between), f.name...)
			b = w.value(b, &t.vectors[f.at])
			between = ' '
		}
	}
	if between == ' ' {
		b = append(b, '}')
	}
	return append(b, '[')
}

// appendName appends the name of a move or of an information set, in quotes if it needs them.
func appendName(b []byte, name string) []byte {
	if isAction(name) {
		return append(b, name...)
	}
	return AppendQuoted(b, name)
}

func (w *textWriter) mover(b []byte, p int) []byte {
	switch {
	case p == 0:
		return b
	case w.t.Kind == Minimax:
		return append(b, [...]string{"max", "min"}[p-1]...)
	}
	return strconv.AppendInt(b, int64(p), 10)
}

func (w *textWriter) leaf(b []byte, n int) []byte {
	t := w.t
	alternatives := t.Alternatives(n)
	unknown, own := t.flags[n]&flagUnknown != 0, t.flags[n]&flagOwnValue != 0
	alone := len(alternatives) == 1 && !unknown && !own // without "only", a single alternative would be read as a value
	if p := t.Mover(n); p != 0 {
		b = w.mover(b, p)
		if t.Kind != MaxN || alone {
			b = append(b, ' ')
		}
	}
	switch {
	case t.Kind == Path:
		return append(b, '.')
	case unknown:
		b = append(b, '?')
	case own:
		b = w.value(b, &t.vectors[t.value[n]])
	}
	switch {
	case alone:
		b = append(b, "only "...)
	case len(alternatives) > 0 && (unknown || own):
		b = append(b, " of "...)
	}
	b = w.values(b, alternatives, '|')
	if t.NotFromPaper(n) {
		b = append(b, " chosen"...)
	}
	return b
}

func (w *textWriter) value(b []byte, v *Vector) []byte {
	if w.t.Kind != MaxN {
		return v[0].In(w.t.Unit).Append(b)
	}
	return append(appendScores(append(b, '('), v, w.t.Unit, w.t.Width()), ')')
}

func (w *textWriter) values(b []byte, list []Vector, between byte) []byte {
	for i := range list {
		if i > 0 {
			b = append(b, between)
		}
		b = w.value(b, &list[i])
	}
	return b
}

// node writes n with all below it at the end of the current line. Its children
// are indented by level+1.
func (w *textWriter) node(n, level int) {
	w.begin(n)
	w.b = w.head(w.b, n)
	w.below(n, level)
	w.end(n)
}

func (w *textWriter) begin(n int) {
	if w.spans != nil {
		w.spans[2*n] = int32(len(w.b) - w.excess)
		w.excess += utf16Excess(w.t.Label(n)) + utf16Excess(w.t.Action(n)) + utf16Excess(w.t.Infoset(n))
	}
}

func (w *textWriter) end(n int) {
	if w.spans != nil {
		w.spans[2*n+1] = int32(len(w.b) - w.excess)
	}
}

// below writes the children of n and the closing bracket.
func (w *textWriter) below(n, level int) {
	kids := w.t.Kids(n)
	if len(kids) == 0 {
		return
	}
	if w.fits(n, true) {
		for _, k := range kids {
			w.b = append(w.b, ' ')
			w.node(int(k), level)
			w.b = append(w.b, ' ')
		}
		w.b = append(w.b, ']')
		return
	}
	for i, k := range kids {
		leaf := w.t.IsLeaf(int(k))
		if i > 0 && leaf && w.t.IsLeaf(int(kids[i-1])) && w.fits(int(k), false) {
			w.b = append(w.b, "  "...)
		} else {
			w.newline(level + 1)
		}
		w.node(int(k), level+1)
	}
	w.newline(level)
	w.b = append(w.b, ']')
}

// fits reports whether n fits on the current line. started: its head is already
// written.
func (w *textWriter) fits(n int, started bool) bool {
	at := utf8.RuneCount(w.b[w.line:]) + int(w.flat[n])
	if started {
		at -= utf8.RuneCount(w.head(nil, n))
	}
	return at+2 <= textWidth
}

// The indentation is limited, so that lines deep in a tree keep some room.
const maxIndent = 40

func (w *textWriter) newline(level int) {
	w.b = w.part.Full(w.b)
	w.b = append(w.b, '\n')
	w.line = len(w.b)
	for range min(level*w.indent, maxIndent) {
		w.b = append(w.b, ' ')
	}
}
