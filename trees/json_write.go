package trees

import (
	"strconv"
	"unicode/utf8"
)

// AppendJSON appends the tree as a normalised document: one line, keys in a
// fixed order, defaults omitted except for format and kind. ReadJSON reads it
// back as an equal tree.
func (t *Tree) AppendJSON(b []byte) []byte { return t.appendJSON(b, nil, nil) }

// A Part takes what a document has so far, and returns an empty list to go on with: so a
// large document is written without being held in memory as a whole. nil: it is held.
type Part func([]byte) []byte

// PartBytes is the size from which a document is given to a Part.
const PartBytes = 32 << 10

// Full gives a part away once it is large.
func (p Part) Full(b []byte) []byte {
	if p != nil && len(b) >= PartBytes {
		return p(b)
	}
	return b
}

// AppendJSONInParts does as AppendJSON.
func (t *Tree) AppendJSONInParts(b []byte, part Part) []byte { return t.appendJSON(b, nil, part) }

func (t *Tree) appendJSON(b []byte, p *pace, part Part) []byte {
	b = append(b, `{"format":"`+Format+`"`...)
	if t.Title != "" {
		b = AppendQuoted(append(b, `,"title":`...), t.Title)
	}
	b = append(b, `,"kind":"`+t.Kind.String()+`"`...)
	if t.Kind == MaxN {
		b = strconv.AppendInt(append(b, `,"players":`...), int64(t.Players), 10)
	}
	if t.MaxSum.Given {
		b = t.MaxSum.Score.In(t.Unit).AppendJSON(append(b, `,"maxsum":`...))
	}
	if t.MinP.Given {
		b = t.AppendLimitsJSON(append(b, `,"minp":`...), &t.MinP)
	}
	if t.MaxP.Given {
		b = t.AppendLimitsJSON(append(b, `,"maxp":`...), &t.MaxP)
	}
	if t.Delta != 0 {
		b = t.Delta.In(t.Unit).AppendJSON(append(b, `,"delta":`...))
	}
	if len(t.Outcomes) > 0 {
		b = t.appendValues(append(b, `,"outcomes":`...), t.Outcomes)
	}
	b = t.appendNode(append(b, `,"root":`...), 0, p, part)
	return append(b, '}')
}

func (t *Tree) appendNode(b []byte, n int, p *pace, part Part) []byte {
	p.step()
	b = part.Full(b)
	start := len(b)
	key := func(name string) {
		if len(b) > start+1 {
			b = append(b, ',')
		}
		b = append(append(append(b, '"'), name...), `":`...)
	}
	b = append(b, '{')
	if action := t.Action(n); action != "" {
		key("action")
		b = AppendQuoted(b, action)
	}
	if prob, given := t.GivenProb(n); given {
		key("prob")
		b = prob.AppendJSON(b)
	}
	if label := t.Label(n); label != "" {
		key("label")
		b = AppendQuoted(b, label)
	}
	if mover := t.givenMover(n); mover != 0 {
		key("player")
		b = strconv.AppendInt(b, int64(mover), 10)
	}
	if t.IsChance(n) {
		key("chance")
		b = append(b, "true"...)
	}
	if c := t.Cost(n); c != 0 {
		key("cost")
		b = c.In(t.Unit).AppendJSON(b)
	}
	switch {
	case t.flags[n]&flagUnknown != 0:
		key("value")
		b = append(b, "null"...)
	case t.flags[n]&flagOwnValue != 0:
		key("value")
		b = t.AppendValueJSON(b, &t.vectors[t.value[n]])
	}
	if alternatives := t.Alternatives(n); len(alternatives) > 0 {
		key("alternatives")
		b = t.appendValues(b, alternatives)
	}
	if t.NotFromPaper(n) {
		key("chosen")
		b = append(b, "true"...)
	}
	for _, f := range []struct {
		name string
		at   int32
	}{{"low", t.low[n]}, {"up", t.up[n]}, {"static", t.static[n]}} {
		if f.at != NoNode {
			key(f.name)
			b = appendValueJSON(b, &t.vectors[f.at], t.Unit, t.Width(), t.Kind == Minimax)
		}
	}
	if name := t.Infoset(n); name != "" {
		key("infoset")
		b = AppendQuoted(b, name)
	}
	if !t.IsLeaf(n) {
		key("children")
		for i, k := range t.Kids(n) {
			if i == 0 {
				b = append(b, '[')
			} else {
				b = append(b, ',')
			}
			b = t.appendNode(b, int(k), p, part)
		}
		b = append(b, ']')
	}
	return append(b, '}')
}

// givenMover returns the mover as in a document: 0 in a path tree, where one player moves
// everywhere.
func (t *Tree) givenMover(n int) int {
	if t.Kind == Path && !t.IsLeaf(n) {
		return 0
	}
	return t.Mover(n)
}

func (t *Tree) appendValues(b []byte, list []Vector) []byte {
	b = append(b, '[')
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = t.AppendValueJSON(b, &list[i])
	}
	return append(b, ']')
}

// AppendInStringInParts does as AppendInString.
func AppendInStringInParts(b []byte, s string, part Part) []byte {
	for len(s) > 0 {
		n := len(s)
		if part != nil && n > PartBytes {
			for n = PartBytes; n > PartBytes-utf8.UTFMax && !utf8.RuneStart(s[n]); {
				n--
			}
		}
		b = part.Full(AppendInString(b, s[:n]))
		s = s[n:]
	}
	return b
}

// AppendQuoted appends s as a JSON string with only the escapes that JSON
// requires. Invalid UTF-8 becomes the replacement character.
func AppendQuoted[T string | []byte](b []byte, s T) []byte {
	return append(AppendInString(append(b, '"'), s), '"')
}

// AppendInString appends a part of a JSON string, without quotation marks.
func AppendInString[T string | []byte](b []byte, s T) []byte {
	const hex = "0123456789abcdef"
	from := 0 // start of the text not copied yet
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			ch, size := utf8.DecodeRuneInString(string(s[i:min(i+utf8.UTFMax, len(s))]))
			if ch == utf8.RuneError && size == 1 {
				b = utf8.AppendRune(append(b, s[from:i]...), ch)
				from = i + 1
			}
			i += size
			continue
		}
		i++
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[from:i-1]...)
		from = i
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, `\n`...)
		case '\t':
			b = append(b, `\t`...)
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
	}
	return append(b, s[from:]...)
}
