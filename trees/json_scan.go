package trees

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A docPlace is a place in the document being read. It is formatted only in an
// error.
type docPlace struct {
	node  int    // the node; none: the header
	field string // "value"; "" for the node, or the document, as a whole
	index int    // index in the field's list; none: the field as a whole
}

func (r *jsonReader) path(at docPlace) string {
	path := at.field
	if at.node != NoNode {
		path = r.b.t.Place(at.node)
		if at.field != "" {
			path += "." + at.field
		}
	} else if path == "" {
		path = "document"
	}
	if at.index != NoNode {
		path = fmt.Sprintf("%s[%d]", path, at.index)
	}
	return path
}

// fail ends the reading with a panic that ReadJSON recovers. Without this panic every token
// would need an error check.
func (r *jsonReader) fail(at docPlace, format string, args ...any) {
	panic(ErrorAt(r.path(at), format, args...))
}

// expected reports an error with the expected and the found token.
func (r *jsonReader) expected(at docPlace, what string) {
	line, column := lineColumn(r.src, r.pos)
	r.fail(at, "expected %s, found %s (line %d, column %d)", what, r.found(), line, column)
}

// lineColumn returns line and column of pos, from 1; columns count characters.
func lineColumn[T string | []byte](src T, pos int) (line, column int) {
	before := string(src[:pos])
	start := strings.LastIndexByte(before, '\n') + 1
	return strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[start:]) + 1
}

// space skips white space and returns the next byte, 0 at the end.
func (r *jsonReader) space() byte {
	for ; r.pos < len(r.src); r.pos++ {
		switch c := r.src[r.pos]; c {
		case ' ', '\t', '\n', '\r':
		default:
			return c
		}
	}
	return 0
}

// found describes the token at the current position.
func (r *jsonReader) found() string {
	c := r.space()
	rest := r.src[r.pos:]
	switch {
	case len(rest) == 0:
		return "the end of the document"
	case c == '{':
		return "an object"
	case c == '[':
		return "a list"
	case c == '"':
		return "a string"
	case c == '-' || '0' <= c && c <= '9':
		return "the number " + truncate(string(r.word()))
	}
	if word := string(r.word()); word == "null" || word == "true" || word == "false" {
		return word
	} else if word != "" {
		return quoted(word)
	}
	return foundRune(rest)
}

func foundRune[T string | []byte](rest T) string {
	ch, size := utf8.DecodeRuneInString(string(rest[:min(len(rest), utf8.UTFMax)]))
	switch {
	case ch == utf8.RuneError && size == 1:
		return fmt.Sprintf("the byte 0x%02X, which is not UTF-8", rest[0])
	case ch == '\uFEFF':
		return "a byte order mark"
	}
	return fmt.Sprintf("%q", string(ch))
}

// word returns the run of bytes that could be a number, true, false or null.
func (r *jsonReader) word() []byte {
	end := r.pos
	for end < len(r.src) && wordByte[r.src[end]] {
		end++
	}
	return r.src[r.pos:end]
}

var wordByte = func() (is [256]bool) {
	for c := range is {
		is[c] = c == '+' || c == '-' || c == '.' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	}
	return is
}()

// literal reads true, false or null if it comes next.
func (r *jsonReader) literal(word string) bool {
	r.space()
	if string(r.word()) != word {
		return false
	}
	r.pos += len(word)
	return true
}

// more moves to the next entry of a list or object, past the comma, and
// reports whether there is one. If not, it moves past the closing bracket.
func (r *jsonReader) more(first bool, closing byte, at docPlace) bool {
	r.b.pace.step()
	switch c := r.space(); {
	case c == closing:
		r.pos++
		return false
	case first:
		return true
	case c != ',':
		r.expected(at, fmt.Sprintf("%q or %q", ",", string(closing)))
	}
	r.pos++
	if r.space() == closing {
		r.expected(at, "another entry after the comma")
	}
	return true
}

func (r *jsonReader) open(bracket byte, at docPlace, what string) {
	if r.space() != bracket {
		r.expected(at, what)
	}
	r.pos++
}

// key reads one of the known keys and the colon. seen has a bit for each key that was read
// before.
func (r *jsonReader) key(known []string, seen *uint, at docPlace, what string) string {
	if r.space() != '"' {
		r.expected(at, "a key in double quotes")
	}
	word := r.text(at, "a key")
	index := -1
	for i, k := range known {
		if string(word) == k {
			index = i
		}
	}
	if index < 0 {
		if isWord(string(word)) {
			at = at.within(truncate(string(word)))
		}
		r.fail(at, "%s", unknownWord(string(word), what, known))
	}
	key := known[index]
	if *seen&(1<<index) != 0 {
		r.fail(at.within(key), "the key %q is repeated; give it once", key)
	}
	*seen |= 1 << index
	if r.space() != ':' {
		r.expected(at.within(key), `":" after the key`)
	}
	r.pos++
	return key
}

func (at docPlace) within(field string) docPlace { return docPlace{at.node, field, NoNode} }

func (r *jsonReader) text(at docPlace, what string) []byte {
	if r.space() != '"' {
		r.expected(at, what)
	}
	s, end, err := unquote(r.src, r.pos)
	if err != nil {
		line, column := lineColumn(r.src, end)
		r.fail(at, "%v (line %d, column %d)", err, line, column)
	}
	r.pos = end
	return s
}

// score reads a number in units of the tree. what returns the name of the vector's entry for
// an error.
func (r *jsonReader) score(at docPlace, what func() string) Score {
	n := r.number(at, what)
	s, err := r.b.score(n)
	if err != nil {
		r.fail(at, "%v", err)
	}
	return s
}

// number reads a JSON number, or a string with a fraction.
func (r *jsonReader) number(at docPlace, what func() string) Number {
	c := r.space()
	if c == '"' {
		word := string(r.text(at, what()))
		n, err := ParseNumber(word)
		if err != nil {
			r.fail(at, "%v; a number in quotes is a fraction such as \"1/3\"", err)
		}
		return n
	}
	if c != '-' && (c < '0' || c > '9') {
		r.expected(at, what())
	}
	word := r.word()
	r.pos += len(word)
	if n, ok := smallWhole(word); ok {
		return Number{n, 1}
	}
	n, err := ParseNumber(string(word))
	if err != nil {
		r.fail(at, "%v", err)
	}
	return n
}

func (r *jsonReader) integer(at docPlace) int {
	if r.space() == '"' {
		r.expected(at, "a whole number")
	}
	n := r.number(at, func() string { return "a whole number" })
	if n.Unit != 1 {
		r.fail(at, "%s is not a whole number", n)
	}
	return int(n.Score)
}

// skip skips a value that is read later. It returns false if the brackets do
// not match; reading the value then reports why.
func (r *jsonReader) skip() bool {
	var open []byte
	for {
		r.b.pace.step()
		switch c := r.space(); c {
		case 0:
			return false
		case '{', '[':
			open = append(open, c+2) // in ASCII, } and ] are two after { and [
			r.pos++
		case '}', ']':
			if len(open) == 0 || open[len(open)-1] != c {
				return false
			}
			open = open[:len(open)-1]
			r.pos++
		case '"':
			_, end, err := unquote(r.src, r.pos)
			if err != nil {
				return false
			}
			r.pos = end
		case ',', ':':
			if len(open) == 0 {
				return false
			}
			r.pos++
			continue
		default:
			n := len(r.word())
			if n == 0 {
				return false
			}
			r.pos += n
		}
		if len(open) == 0 {
			return true
		}
	}
}

// unquote reads the JSON string that begins at pos. It returns its text, which
// may share memory with src, and its end. After an error, end is the place of
// the error.
func unquote[T string | []byte](src T, pos int) (text []byte, end int, err error) {
	plain := true
	i := pos + 1
	for ; i < len(src) && src[i] != '"'; i++ {
		if c := src[i]; c < 0x20 {
			return nil, i, fmt.Errorf("the control character U+%04X in a string must be written \\u%04X", c, c)
		} else if c >= utf8.RuneSelf || c == '\\' {
			plain = false
			break
		}
	}
	if plain && i < len(src) {
		return []byte(src[pos+1 : i]), i + 1, nil
	}
	text = append([]byte(nil), src[pos+1:i]...)
	for i < len(src) {
		switch c := src[i]; {
		case c == '"':
			return text, i + 1, nil
		case c < 0x20:
			return nil, i, fmt.Errorf("the control character U+%04X in a string must be written \\u%04X", c, c)
		case c == '\\':
			ch, size, err := unescape(src, i)
			if err != nil {
				return nil, i, err
			}
			text = utf8.AppendRune(text, ch)
			i += size
		case c < utf8.RuneSelf:
			text = append(text, c)
			i++
		default:
			ch, size := utf8.DecodeRuneInString(string(src[i:min(len(src), i+utf8.UTFMax)]))
			if ch == utf8.RuneError && size == 1 {
				return nil, i, fmt.Errorf("the byte 0x%02X in a string is not UTF-8", c)
			}
			text = utf8.AppendRune(text, ch)
			i += size
		}
	}
	return nil, pos, fmt.Errorf("the string that begins here is not closed")
}

// unescape reads the escape at i and returns its character and length.
func unescape[T string | []byte](src T, i int) (ch rune, size int, err error) {
	if i+1 == len(src) {
		return 0, 0, fmt.Errorf("a string ends in an escape and is not closed")
	}
	if at := strings.IndexByte(`"\/bfnrt`, src[i+1]); at >= 0 {
		return rune("\"\\/\b\f\n\r\t"[at]), 2, nil
	}
	if src[i+1] != 'u' {
		return 0, 0, fmt.Errorf(`a string has an unknown escape; there are \" \\ \/ \b \f \n \r \t and \u with four hexadecimal digits`)
	}
	first, ok := hex4(src, i+2)
	if !ok {
		return 0, 0, fmt.Errorf(`\u needs four hexadecimal digits`)
	}
	if !utf16.IsSurrogate(first) {
		return first, 6, nil
	}
	if i+7 < len(src) && src[i+6] == '\\' && src[i+7] == 'u' {
		if second, ok := hex4(src, i+8); ok {
			if pair := utf16.DecodeRune(first, second); pair != utf8.RuneError {
				return pair, 12, nil
			}
		}
	}
	return 0, 0, fmt.Errorf(`\u%04X is half of a surrogate pair; it is no character without the other half`, first)
}

func hex4[T string | []byte](src T, i int) (n rune, ok bool) {
	if i+4 > len(src) {
		return 0, false
	}
	for _, c := range []byte(src[i : i+4]) {
		digit := strings.IndexByte("0123456789abcdef", c|0x20)
		if digit < 0 || c < '0' {
			return 0, false
		}
		n = n<<4 | rune(digit)
	}
	return n, true
}
