package trees

import (
	"espalier/trees/jsonscan"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

func (r *textReader) at(pos int) string {
	line, column := lineColumn(r.src, pos)
	return fmt.Sprintf("line %d, column %d", line, column)
}

// fail ends the reading at pos with a panic that ReadText recovers.
func (r *textReader) fail(pos int, format string, args ...any) {
	panic(r.errAt(pos, "", format, args...))
}

func (r *textReader) errAt(pos int, path, format string, args ...any) *Error {
	e := ErrorAt(r.at(pos)+path, format, args...)
	e.pos = pos + 1
	return e
}

// failNode is like fail, for a field of the node that is being read.
func (r *textReader) failNode(pos, node int, field, format string, args ...any) {
	panic(r.errAt(pos, ", "+r.b.t.Place(node)+field, format, args...))
}

func (r *textReader) expected(what string) {
	r.peek()
	if word := NotFiniteAt(r.src[r.pos:]); word != "" {
		r.fail(r.pos, "%s", NotFinite(word))
	}
	r.fail(r.pos, "expected %s, found %s", what, r.found())
}

func (r *textReader) found() string {
	if r.pos == len(r.src) {
		return "the end of the text"
	}
	if word := r.lookWord(); word != "" {
		return quoted(word)
	}
	if n := r.lookNumber(); n != "" {
		return "the number " + truncate(n)
	}
	return foundRune(r.src[r.pos:])
}

// peek skips white space and comments and returns the next byte, 0 at the end.
func (r *textReader) peek() byte {
	for r.pos < len(r.src) {
		c := r.src[r.pos]
		switch {
		case c == ' ' || c == '\n' || c == '\t' || c == '\r':
			r.pos++
		case c == '#':
			r.b.pace.step()
			end := strings.IndexByte(r.src[r.pos:], '\n')
			if end < 0 {
				end = len(r.src) - r.pos
			}
			r.pos += end
		case c < utf8.RuneSelf:
			return c
		default:
			// Text copied from a web page contains other kinds of space.
			ch, size := utf8.DecodeRuneInString(r.src[r.pos:])
			if !unicode.IsSpace(ch) {
				return c
			}
			r.pos += size
		}
	}
	return 0
}

// mark returns the position of the next token.
func (r *textReader) mark() int {
	r.peek()
	return r.pos
}

func (r *textReader) take(c byte) bool {
	if r.peek() != c {
		return false
	}
	r.pos++
	return true
}

// lookWord returns the next token if it is a word, else "".
func (r *textReader) lookWord() string {
	r.peek()
	return wordAt(r.src[r.pos:])
}

// wordAt returns the word at the start of s: [A-Za-z_][A-Za-z0-9_.'-]*.
func wordAt(s string) string {
	n := 0
	for n < len(s) && (isLetter(s[n]) || n > 0 && (isDigit(s[n]) || s[n] == '.' || s[n] == '\'' || s[n] == '-')) {
		n++
	}
	return s[:n]
}

// isWord reports whether s is valid as a label without quotes.
func isWord(s string) bool { return s != "" && wordAt(s) == s }

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

// takeWord reads the given word if it comes next and is not a label.
func (r *textReader) takeWord(word string) bool {
	at := r.mark()
	if r.lookWord() != word {
		return false
	}
	r.pos += len(word)
	if r.peek() == ':' {
		r.pos = at
		return false
	}
	r.pos = at + len(word)
	return true
}

// minusSign is U+2212, which typeset texts have in place of a hyphen.
const minusSign = "−"

// startsNumber reports whether a number comes next.
func (r *textReader) startsNumber() bool {
	c := r.peek()
	return c == '-' || isDigit(c) || strings.HasPrefix(r.src[r.pos:], minusSign)
}

// lookNumber returns the next token if it is written like a number, else "". A
// full stop at its end is a leaf of a path tree.
func (r *textReader) lookNumber() string {
	if !r.startsNumber() {
		return ""
	}
	end := r.pos
	for end < len(r.src) {
		if jsonscan.WordByte[r.src[end]] || r.src[end] == '/' {
			end++
		} else if strings.HasPrefix(r.src[end:], minusSign) {
			end += len(minusSign)
		} else {
			break
		}
	}
	return strings.TrimSuffix(r.src[r.pos:end], ".")
}

// score reads a number in units of the tree.
func (r *textReader) score(what string) Score {
	at := r.mark()
	n := r.number(what)
	s, err := r.b.score(n)
	if err != nil {
		r.fail(at, "%v", err)
	}
	r.b.scale.seeScore(r.src[at:r.pos], n)
	return s
}

func (r *textReader) number(what string) Number {
	word := r.lookNumber()
	if word == "" {
		r.expected(what)
	}
	n, ok := smallWhole(word)
	number := Number{n, 1}
	if !ok {
		var err error
		if number, err = ParseNumber(word); err != nil {
			r.fail(r.pos, "%v", err)
		}
	}
	r.pos += len(word)
	return number
}

func (r *textReader) integer(what string) int {
	at := r.mark()
	n := r.number(what)
	if n.Unit != 1 {
		r.fail(at, "%s is not a whole number", n)
	}
	return int(n.Score)
}

func (r *textReader) quotedText(what string) string {
	if r.peek() != '"' {
		r.expected(what)
	}
	s, end, err := jsonscan.Unquote(r.src, r.pos)
	if err != nil {
		r.fail(end, "%v", err)
	}
	r.pos = end
	return string(s)
}

// value reads a vector in brackets, or a bare number where values are numbers.
// Before the header is known it accepts either.
func (r *textReader) value() Vector {
	r.b.pace.step()
	switch c := r.peek(); {
	case r.scalar && c == '(':
		r.expected("a bare number: the values of a " + r.b.t.Kind.String() + " tree are numbers")
	case c != '(' && !r.vectors():
		return Vector{r.score("a number")}
	}
	return r.vector()
}

func (r *textReader) vector() Vector {
	at := r.mark()
	v, n := r.scores()
	if n != r.width && (r.width != 0 || n > MaxPlayers) {
		r.wrongLength(at, n)
	}
	return v
}

// scores reads scores in brackets. It keeps the first MaxPlayers, and counts all.
func (r *textReader) scores() (v Vector, n int) {
	if !r.take('(') {
		r.expected("scores in brackets, such as " + r.exampleValue())
	}
	for {
		s := r.score("a score")
		if n < MaxPlayers {
			v[n] = s
		}
		n++
		if r.take(')') {
			break
		}
		if !r.take(',') {
			r.expected(`"," or ")"`)
		}
	}
	return v, n
}

func (r *textReader) wrongLength(at, n int) {
	why := "there are " + count(n, "score") + " in the brackets; " + r.b.t.expectedScores()
	if len(r.start) == 0 {
		r.fail(at, "%s", why)
	}
	r.failNode(at, len(r.start)-1, "", "%s", why)
}

// notUTF8 returns the offset of the first byte that is not UTF-8, or none.
func notUTF8(src string) int {
	if utf8.ValidString(src) {
		return NoNode
	}
	for i, ch := range src {
		if ch == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(src[i:]); size == 1 {
				return i
			}
		}
	}
	return NoNode
}
