package draw

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"espalier/web/typeface"
)

// An svgWriter writes XML. All text and all attribute values pass through
// escaped: a label is text, never markup.
type svgWriter struct {
	b []byte
	// alone: the picture is a file. Where its typeface is not installed, another
	// font is given the width for which the picture was laid out.
	alone bool
}

func (w *svgWriter) text(s string) { w.b = append(w.b, s...) }

func (w *svgWriter) open(name string, attrs ...string) {
	w.b = append(append(w.b, '<'), name...)
	w.attrs(attrs...)
}

func (w *svgWriter) attrs(list ...string) {
	for i := 0; i+1 < len(list); i += 2 {
		w.attr(list[i], list[i+1])
	}
}

func (w *svgWriter) attr(name, value string) {
	w.b = append(append(append(w.b, ' '), name...), `="`...)
	w.escaped(value)
	w.b = append(w.b, '"')
}

func (w *svgWriter) endOpen()  { w.b = append(w.b, '>') }
func (w *svgWriter) endEmpty() { w.b = append(w.b, "/>"...) }

// typeface writes the attributes of a file that choose its typeface; in a page,
// the style sheets do. The precision is for the widths of texts.
func (w *svgWriter) typeface() {
	if w.alone {
		w.attrs("font-family", typeface.Family, "text-rendering", "geometricPrecision")
	}
}

// face writes the attributes that choose a face.
func (w *svgWriter) face(face typeface.Face) {
	switch face {
	case typeface.Italic:
		w.attr("font-style", "italic")
	case typeface.Bold:
		w.attr("font-weight", "bold")
	}
}

// width writes the width of a text, if the picture is a file.
func (w *svgWriter) width(text string, size float64, face typeface.Face) {
	if w.alone && text != "" {
		w.attrs("textLength", num(textWidth(text, size, face)), "lengthAdjust", "spacingAndGlyphs")
	}
}

func (w *svgWriter) empty(name string, attrs ...string) {
	w.open(name, attrs...)
	w.endEmpty()
}

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")

// escaped writes text. XML cannot contain most control characters; they are
// shown as the replacement character.
func (w *svgWriter) escaped(s string) {
	if isPlain(s) {
		w.b = append(w.b, s...)
		return
	}
	if strings.IndexFunc(s, NotXML) >= 0 {
		s = strings.Map(ShownRune, s)
	}
	w.b = append(w.b, escapes.Replace(s)...)
}

// content writes the content of a text element, and ends it.
func (w *svgWriter) content(text string) {
	w.endOpen()
	w.escaped(text)
	w.text("</text>")
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

func NotXML(r rune) bool {
	return r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF
}

// num writes a coordinate with at most one decimal place.
func num(x float64) string {
	var buf [24]byte
	return string(appendNum(buf[:0], x))
}

func appendNum(b []byte, x float64) []byte {
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
