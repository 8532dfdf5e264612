package trees

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

func (r *efgReader) at(pos int) string {
	line, column := lineColumn(r.src, pos)
	return fmt.Sprintf("line %d, column %d", line, column)
}

// step is called at every node, move and probability.
func (r *efgReader) step() { r.b.pace.step() }

// fail ends the reading at pos with a panic that document recovers.
func (r *efgReader) fail(pos int, format string, args ...any) {
	panic(ErrorAt(r.at(pos), format, args...))
}

// failNode is like fail, for the node that is being read.
func (r *efgReader) failNode(pos, node int, field, format string, args ...any) {
	panic(ErrorAt(r.at(pos)+", "+r.b.t.Place(node)+field, format, args...))
}

func (r *efgReader) expected(what string) {
	r.peek()
	r.fail(r.pos, "expected %s, found %s", what, r.found())
}

func (r *efgReader) found() string {
	switch rest := r.src[r.pos:]; {
	case rest == "":
		return "the end of the file"
	case rest[0] == '"':
		return "a text in double quotes"
	case r.lookNumber() != "":
		return "the number " + truncate(r.lookNumber())
	case r.lookWord() != "":
		return quoted(r.lookWord())
	default:
		return foundRune(rest)
	}
}

// peek skips white space and returns the next byte, 0 at the end.
func (r *efgReader) peek() byte {
	for ; r.pos < len(r.src); r.pos++ {
		switch c := r.src[r.pos]; c {
		case ' ', '\n', '\t', '\r', '\v', '\f':
		default:
			return c
		}
	}
	return 0
}

// mark returns the position of the next token.
func (r *efgReader) mark() int {
	r.peek()
	return r.pos
}

func (r *efgReader) take(c byte, what string) {
	if r.peek() != c {
		r.expected(what)
	}
	r.pos++
}

func (r *efgReader) lookWord() string {
	r.peek()
	n := r.pos
	for n < len(r.src) && isLetter(r.src[n]) {
		n++
	}
	return r.src[r.pos:n]
}

// lookNumber returns the next token if it is written like a number, else "".
func (r *efgReader) lookNumber() string {
	c := r.peek()
	if !isDigit(c) && c != '-' && c != '+' && c != '.' {
		return ""
	}
	end := r.pos
	for end < len(r.src) && (isDigit(r.src[end]) || strings.IndexByte("+-./eE", r.src[end]) >= 0) {
		end++
	}
	return r.src[r.pos:end]
}

// number reads a number used as a name.
func (r *efgReader) number(what string, least int) int {
	word := r.lookNumber()
	if word == "" {
		r.expected(what)
	}
	n, err := strconv.ParseInt(word, 10, 32)
	if err != nil || int(n) < least {
		r.fail(r.pos, "%s is not a whole number from %d to %d, as is %s", truncate(word), least, math.MaxInt32, what)
	}
	r.pos += len(word)
	return int(n)
}

// text reads a string. As in Gambit, \" is a quote, \\ is a backslash (new versions of
// Gambit write it this way), and any other backslash is a literal backslash.
func (r *efgReader) text(what string) string {
	open := r.mark()
	if r.peek() != '"' {
		r.expected(what)
	}
	rest := r.src[open+1:]
	var b strings.Builder
	for {
		r.step()
		i := strings.IndexAny(rest, `"\`)
		if i < 0 || rest[i] == '\\' && i+1 == len(rest) {
			r.fail(open, "the text that begins here is not closed")
		}
		b.WriteString(rest[:i])
		if rest[i] == '"' {
			r.pos = len(r.src) - len(rest) + i + 1
			return b.String()
		}
		size := utf8.RuneLen('\\')
		if next := rest[i+1]; next == '"' || next == '\\' {
			b.WriteByte(next)
			size++
		} else {
			b.WriteByte('\\')
		}
		rest = rest[i+size:]
	}
}

// notEFG reports a control character that is not white space.
func notEFG(r rune) bool { return r < 0x20 && r != '\t' && r != '\n' && r != '\r' }

// appendEFGText writes s so that text reads it back. Only backslashes that
// would start an escape are doubled. Control characters cannot be written in
// the format; they are replaced as in a picture.
func appendEFGText(b []byte, s string) []byte {
	b = append(b, '"')
	for i := range len(s) {
		if notEFG(rune(s[i])) {
			b = utf8.AppendRune(b, utf8.RuneError)
			continue
		}
		ambiguous := s[i] == '\\' && (i+1 == len(s) || s[i+1] == '\\' || s[i+1] == '"')
		if s[i] == '"' || ambiguous {
			b = append(b, '\\')
		}
		b = append(b, s[i])
	}
	return append(b, '"')
}
