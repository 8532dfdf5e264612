package draw

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// This file writes SVG: elements, attributes and texts, escaped in one place, and
// texts as wide as their typeface makes them. It knows nothing of what is drawn.

// A Writer writes XML. All text and all attribute values pass through Escaped: a
// label is text, never markup.
type Writer struct {
	B []byte // what has been written
	// Alone: the picture is a file. Where its typeface is not installed, another
	// font is given the width for which the picture was laid out.
	Alone bool
}

// TextWidth returns the width of a text in the typeface of the pictures.
func TextWidth(s string, size float64, face Face) float64 {
	return Width(s, face) * size
}

// Raw writes markup.
func (w *Writer) Raw(s string) { w.B = append(w.B, s...) }

func (w *Writer) Open(name string, attrs ...string) {
	w.B = append(append(w.B, '<'), name...)
	w.Attrs(attrs...)
}

func (w *Writer) Attrs(list ...string) {
	for i := 0; i+1 < len(list); i += 2 {
		w.Attr(list[i], list[i+1])
	}
}

func (w *Writer) Attr(name, value string) {
	w.B = append(append(append(w.B, ' '), name...), `="`...)
	w.Escaped(value)
	w.B = append(w.B, '"')
}

func (w *Writer) EndOpen()  { w.B = append(w.B, '>') }
func (w *Writer) EndEmpty() { w.B = append(w.B, "/>"...) }

// Typeface writes the attributes of a file that choose its typeface; in a page,
// the style sheets do. The precision is for the widths of texts.
func (w *Writer) Typeface() {
	if w.Alone {
		w.Attrs("font-family", Family, "text-rendering", "geometricPrecision")
	}
}

// Face writes the attributes that choose a face.
func (w *Writer) Face(face Face) {
	switch face {
	case Italic:
		w.Attr("font-style", "italic")
	case Bold:
		w.Attr("font-weight", "bold")
	}
}

// Width writes the width of a text, if the picture is a file.
func (w *Writer) Width(text string, size float64, face Face) {
	if w.Alone && text != "" {
		w.Attrs("textLength", Num(TextWidth(text, size, face)), "lengthAdjust", "spacingAndGlyphs")
	}
}

func (w *Writer) Empty(name string, attrs ...string) {
	w.Open(name, attrs...)
	w.EndEmpty()
}

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")

// Escaped writes text. XML cannot contain most control characters; they are
// shown as the replacement character.
func (w *Writer) Escaped(s string) {
	if isPlain(s) {
		w.B = append(w.B, s...)
		return
	}
	if strings.IndexFunc(s, NotXML) >= 0 {
		s = strings.Map(ShownRune, s)
	}
	w.B = append(w.B, escapes.Replace(s)...)
}

// Content writes the content of a text element, and ends it.
func (w *Writer) Content(text string) {
	w.EndOpen()
	w.Escaped(text)
	w.Raw("</text>")
}

// Line writes a line that is not filled.
func (w *Writer) Line(class, d, color, width string) {
	w.Empty("path", "class", class, "d", d, "fill", "none", "stroke", color, "stroke-width", width)
}

// Label writes a text at a point.
func (w *Writer) Label(x, y, size float64, face Face, class, color, anchor, text string, more ...string) {
	w.Open("text", "class", class, "x", Num(x), "y", Num(y), "font-size", Num(size), "fill", color, "text-anchor", anchor)
	w.Face(face)
	w.Attrs(more...)
	w.Width(text, size, face)
	w.Content(text)
}

// ShownRune returns the character that a picture or a page shows for a character
// of a text.
func ShownRune(r rune) rune {
	if NotXML(r) {
		return utf8.RuneError
	}
	return r
}

// isPlain reports whether a text can be written to XML without escapes. This check
// is fast, because a picture has many texts and most of them are numbers.
func isPlain(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c < 0x20 || c >= 0xEF: // U+FFFE and U+FFFF begin with 0xEF
			return false
		case c == '&' || c == '<' || c == '>' || c == '"' || c == '\'':
			return false
		}
	}
	return true
}

// NotXML reports whether XML cannot contain a character.
func NotXML(r rune) bool {
	return r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF
}

// Num writes a coordinate with at most one decimal place.
func Num(x float64) string {
	var buf [24]byte
	return string(AppendNum(buf[:0], x))
}

func AppendNum(b []byte, x float64) []byte {
	tenths := int64(math.Round(x * 10))
	if tenths < 0 {
		b, tenths = append(b, '-'), -tenths
	}
	b = strconv.AppendInt(b, tenths/10, 10)
	if tenths%10 != 0 {
		b = append(b, '.', byte('0'+tenths%10))
	}
	return b
}
