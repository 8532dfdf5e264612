package trees

import (
	"espalier/trees/jsonscan"
	"fmt"
	"strings"
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
	line, column := lineColumn(r.Src, r.Pos)
	if word := NotFiniteAt(string(r.Word())); word != "" {
		r.fail(at, "%s (line %d, column %d)", NotFinite(word), line, column)
	}
	r.fail(at, "expected %s, found %s (line %d, column %d)", what, r.found(), line, column)
}

// lineColumn returns line and column of pos, from 1; columns count characters.
func lineColumn[T string | []byte](src T, pos int) (line, column int) {
	before := string(src[:pos])
	start := strings.LastIndexByte(before, '\n') + 1
	return strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[start:]) + 1
}

// found describes the token at the current position.
func (r *jsonReader) found() string {
	c := r.Space()
	rest := r.Src[r.Pos:]
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
		return "the number " + truncate(string(r.Word()))
	}
	if word := string(r.Word()); word == "null" || word == "true" || word == "false" {
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

// literal reads true, false or null if it comes next.
func (r *jsonReader) literal(word string) bool {
	r.Space()
	if string(r.Word()) != word {
		return false
	}
	r.Pos += len(word)
	return true
}

// more moves to the next entry of a list or object, past the comma, and
// reports whether there is one. If not, it moves past the closing bracket.
func (r *jsonReader) more(first bool, closing byte, at docPlace) bool {
	r.b.pace.step()
	switch r.Next(first, closing) {
	case jsonscan.Closed:
		return false
	case jsonscan.Unseparated:
		r.expected(at, fmt.Sprintf("%q or %q", ",", string(closing)))
	}
	if !first && r.Space() == closing {
		r.expected(at, "another entry after the comma")
	}
	return true
}

func (r *jsonReader) open(bracket byte, at docPlace, what string) {
	if r.Space() != bracket {
		r.expected(at, what)
	}
	r.Pos++
}

// key reads one of the known keys and the colon. seen has a bit for each key that was read
// before.
func (r *jsonReader) key(known []string, seen *uint, at docPlace, what string) string {
	if r.Space() != '"' {
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
	if r.Space() != ':' {
		r.expected(at.within(key), `":" after the key`)
	}
	r.Pos++
	return key
}

func (at docPlace) within(field string) docPlace { return docPlace{at.node, field, NoNode} }

func (r *jsonReader) text(at docPlace, what string) []byte {
	if r.Space() != '"' {
		r.expected(at, what)
	}
	s, end, err := jsonscan.Unquote(r.Src, r.Pos)
	if err != nil {
		line, column := lineColumn(r.Src, end)
		r.fail(at, "%v (line %d, column %d)", err, line, column)
	}
	r.Pos = end
	return s
}

// score reads a number in units of the tree. what returns the name of the vector's entry for
// an error.
func (r *jsonReader) score(at docPlace, what func() string) Score {
	r.Space()
	from := r.Pos
	n := r.number(at, what)
	s, err := r.b.score(n)
	if err != nil {
		r.fail(at, "%v", err)
	}
	if r.Pos-from > NumberPlaces {
		r.b.scale.seeScore(r.written(from), n)
	}
	return s
}

// written returns the number that was read from a byte on, without its quotes.
func (r *jsonReader) written(from int) string { return strings.Trim(string(r.Src[from:r.Pos]), `"`) }

// number reads a JSON number, or a string with a fraction.
func (r *jsonReader) number(at docPlace, what func() string) Number {
	c := r.Space()
	if c == '"' {
		word := string(r.text(at, what()))
		n, err := ParseNumber(word)
		if _, is := err.(errNotFinite); is {
			r.fail(at, "%v", err)
		}
		if err != nil {
			r.fail(at, "%v; a number in quotes is a fraction such as \"1/3\"", err)
		}
		return n
	}
	if c != '-' && (c < '0' || c > '9') {
		r.expected(at, what())
	}
	word := r.Word()
	r.Pos += len(word)
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
	if r.Space() == '"' {
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
		switch c := r.Space(); c {
		case 0:
			return false
		case '{', '[':
			open = append(open, c+2) // in ASCII, } and ] are two after { and [
			r.Pos++
		case '}', ']':
			if len(open) == 0 || open[len(open)-1] != c {
				return false
			}
			open = open[:len(open)-1]
			r.Pos++
		case '"':
			_, end, err := jsonscan.Unquote(r.Src, r.Pos)
			if err != nil {
				return false
			}
			r.Pos = end
		case ',', ':':
			if len(open) == 0 {
				return false
			}
			r.Pos++
			continue
		default:
			n := len(r.Word())
			if n == 0 {
				return false
			}
			r.Pos += n
		}
		if len(open) == 0 {
			return true
		}
	}
}
