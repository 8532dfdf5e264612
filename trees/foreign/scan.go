package foreign

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"espalier/trees"
)

const minusSign = "\u2212" // which typeset texts have in place of a hyphen

// A reader is the state of reading one text in one notation.
type reader struct {
	ctx          context.Context
	src          string
	given        string // the text as it was given: src has other bytes where a part of it is blank, and as many
	pos          int
	nodes        int
	tick         func() error
	steps        int // taken so far; tests check that they grow with the length of the text alone
	game         game
	letters      int // values that are letters, and so unknown
	bounds       int // places with bounds of alpha-beta that are left out
	cast         cast
	pairs        int     // chance nodes with a probability before each node
	plain        int     // chance nodes with leaves that could be that
	formula      bool    // of a spreadsheet
	semicolons   bool    // they are between the arguments of calls
	commaNumbers int     // with a decimal comma, there
	ofPairs      int     // chance nodes with pairs of a probability and a node
	noPairs      int     // chance nodes with what could be such pairs
	percents     int     // chance nodes with whole numbers as percent
	numbers      Numbers // Options.Numbers
	together     bool    // numbers together are read
	saidFirst    bool    // Options.saidFirst
	joined       bool    // a blank alone is between the last name and its value
	numbered     []numberedLeaf
	sets         map[string]*infoset // those after the movers in labels
	columns      bool                // semicolons or tabs are between the columns
	listed       func() string       // all notations in words
	// Something says how a tree of LaTeX looks.
	styled bool
	// The first command of the last text of LaTeX whose meaning is not known; empty: there was none.
	unknown string
}

// ended is the panic value of a reading whose context has ended.
type ended struct{ err error }

// catch converts the panic of a reader into an error.
func catch(err *error) {
	switch e := recover().(type) {
	case nil:
	case *trees.Error:
		*err = e
	case ended:
		*err = e.err
	default:
		panic(e)
	}
}

// step is called for every token, and for every byte that is looked at by itself.
func (r *reader) step() {
	r.steps++
	if err := r.tick(); err != nil {
		panic(ended{err})
	}
}

// errorIn returns an error at a byte of the text.
func (r *reader) errorIn(at int, format string, args ...any) *trees.Error {
	return trees.ErrorIn(r.given, min(at, len(r.given)), format, args...)
}

// fail ends the reading with an error at a byte of the text.
func (r *reader) fail(at int, format string, args ...any) {
	panic(r.errorIn(at, format, args...))
}

// failRead is fail for what is read already: it is not where the reading got stuck.
func (r *reader) failRead(at int, format string, args ...any) {
	panic(r.errorIn(at, format, args...).ReadTo(r.pos))
}

// failOpen ends the reading at the end of the text, which closes less than it opens at a byte.
func (r *reader) failOpen(at int, what string) {
	panic(r.errorIn(at, "this bracket is not closed: expected %s, found the end of the text", what).ReadTo(len(r.src)))
}

// failOpenString ends the reading at the end of the text, in a text in quotes.
func (r *reader) failOpenString(at int) {
	panic(r.errorIn(at, "the text in quotes that begins here is not closed").ReadTo(len(r.src)))
}

func (r *reader) expected(what string) {
	r.peek()
	if word := trees.NotFiniteAt(r.src[r.pos:]); word != "" {
		r.failNotFinite(r.pos, word)
	}
	r.fail(r.pos, "expected %s, found %s", what, r.found())
}

// found describes the next token.
func (r *reader) found() string {
	rest := r.src[r.pos:]
	if rest == "" {
		return "the end of the text"
	}
	if rest[0] == '"' {
		return "a text in double quotes"
	}
	if word := wordAt(rest); word != "" {
		return quoted(word)
	}
	if n := numberAt(rest); n != "" {
		return "the number " + shortened(n)
	}
	ch, _ := utf8.DecodeRuneInString(rest)
	return strconv.Quote(string(ch))
}

// peek skips white space and returns the next byte, 0 at the end.
func (r *reader) peek() byte {
	for r.pos < len(r.src) {
		c := r.src[r.pos]
		switch {
		case c == ' ' || '\t' <= c && c <= '\r':
			r.step()
			r.pos++
		case c < utf8.RuneSelf:
			return c
		default:
			// Text copied from a web page contains other kinds of space, and byte order marks.
			ch, size := utf8.DecodeRuneInString(r.src[r.pos:])
			if !unicode.IsSpace(ch) && ch != '\uFEFF' {
				return c
			}
			r.step()
			r.pos += size
		}
	}
	return 0
}

// mark returns the place of the next token.
func (r *reader) mark() int {
	r.peek()
	return r.pos
}

func (r *reader) take(c byte) bool {
	if r.peek() != c {
		return false
	}
	r.step()
	r.pos++
	return true
}

// end reports an error unless the text ends here.
func (r *reader) end(what string) {
	if r.peek(); r.pos < len(r.src) {
		r.expected("nothing more, since " + what + " ends here")
	}
}

// add returns a new node. level is that of the root, 1, or below.
func (r *reader) add(at, level int) *node {
	r.step()
	if r.nodes++; r.nodes > trees.MaxNodes {
		panic(over(r.errorIn(at, "a tree has at most %d nodes", trees.MaxNodes)))
	}
	r.level(at, level)
	return &node{at: at}
}

// level checks the number of levels above a place of the text.
func (r *reader) level(at, level int) {
	if level > trees.MaxLevels {
		panic(over(r.errorIn(at, "a tree has at most %d levels", trees.MaxLevels)))
	}
}

func over(e *trees.Error) *trees.Error {
	e.OverLimit = true
	return e
}

// lookNumber returns the next token if it is written like a number, else "".
func (r *reader) lookNumber() string {
	r.peek()
	return numberAt(r.src[r.pos:])
}

// number reads the number that comes next.
func (r *reader) number() number {
	word := r.lookNumber()
	n, err := parseNumber(word, r.pos)
	if err != nil {
		r.fail(r.pos, "%v", err)
	}
	r.stepOver(len(word))
	return n
}

// numberAlone is number, for a notation in which no word follows a number: 0x1F and 1_000 begin like numbers, too.
func (r *reader) numberAlone() number {
	n := r.number()
	if rest := wordAt(r.src[r.pos:]); rest != "" {
		r.fail(n.at, "%s is not a number; write digits alone, such as 1000, 0.5 or 1/3", quoted(r.src[n.at:r.pos]+rest))
	}
	if joined := joinedTo.FindString(r.src[r.pos:min(len(r.src), r.pos+maxDigits)]); joined != "" {
		r.fail(n.at, "%s is not a number; write one number, such as 1.2, or put a comma between two", quoted(r.src[n.at:r.pos]+joined))
	}
	return n
}

// joinedTo is what begins like another number right after one: .3 after 1.2, or -5 after 3.
var joinedTo = regexp.MustCompile(`^(?:\.[\d.]*|[-+−–]\.?\d[\d.]*)`)

// stepOver moves over some bytes.
func (r *reader) stepOver(n int) {
	for range n {
		r.step()
	}
	r.pos += n
}

// numberAt returns the number at the start of s, with its sign.
func numberAt(s string) string {
	n := trees.SignAt(s)
	start := n
	digits := func() bool {
		from := n
		for n < len(s) && isDigit(s[n]) {
			n++
		}
		return n > from
	}
	whole := digits()
	if size := vulgarAt(s[n:]); size > 0 {
		return s[:n+size]
	}
	if n < len(s) && s[n] == '.' {
		point := n
		if n++; !digits() && !whole {
			return ""
		} else if n == point+1 && start == point {
			return ""
		}
	} else if !whole {
		return ""
	}
	if n < len(s) && (s[n] == 'e' || s[n] == 'E') {
		mantissa := n
		if n++; n < len(s) && (s[n] == '-' || s[n] == '+') {
			n++
		}
		if !digits() {
			n = mantissa
		}
	}
	slash := 0
	if strings.HasPrefix(s[n:], fractionSlash) {
		slash = len(fractionSlash)
	} else if n < len(s) && s[n] == '/' {
		slash = 1
	}
	if slash > 0 {
		over := n
		if n += slash; !digits() {
			n = over
		}
	}
	return s[:n]
}

// lineEnd returns the end of the line that a byte is in.
func lineEnd(text string, at int) int {
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(text)
}

// nextRune returns the character at the start of s and its length, which is not 0 at the end.
func nextRune(s string) (ch rune, size int) {
	ch, size = utf8.DecodeRuneInString(s)
	return ch, max(1, size)
}

// wordAt returns the word at the start of s: letters of any script, digits and _, beginning
// with a letter or _.
func wordAt(s string) string {
	for i, ch := range s {
		if !(unicode.IsLetter(ch) || ch == '_' || i > 0 && unicode.IsDigit(ch)) {
			return s[:i]
		}
	}
	return s
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// maxQuoted is the number of characters of a text that an error repeats.
const maxQuoted = 40

func shortened(s string) string {
	if utf8.RuneCountInString(s) <= maxQuoted {
		return s
	}
	return string([]rune(s[:min(len(s), maxQuoted*utf8.UTFMax)])[:maxQuoted]) + "…"
}

func quoted(s string) string { return strconv.Quote(shortened(s)) }

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func decimal(n int) string { return strconv.Itoa(n) }

// placeIn returns the line and the column of a byte in words.
func placeIn(src string, at int) string {
	before := src[:at]
	line := strings.Count(before, "\n") + 1
	column := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
	return fmt.Sprintf("line %d, column %d", line, column)
}
