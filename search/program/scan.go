package program

import (
	"strings"
	"unicode/utf8"
)

// A token is a word, a number, a text or a sign of the program, with its place.
type token struct {
	text   string
	kind   tokenKind
	at     int  // its first byte in the text
	line   int  // from 1
	column int  // from 1, in characters
	depth  int  // of brackets around it; a closing one has the depth outside it
	first  bool // on its line
}

type tokenKind uint8

const (
	wordToken tokenKind = iota
	numberToken
	textToken // with its prefix and its quotes
	signToken
)

// signs are the signs of more than one character, the longest first.
var signs = []string{"**=", "//=", "<<=", ">>=", "...", "**", "//", "<<", ">>", "<=", ">=", "==", "!=", "->", ":=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "@="}

// scan cuts a text into tokens. Comments are left out. What it cannot read it takes as a sign: the parser
// reports it.
func scan(src string) []token {
	var list []token
	line, start, depth := 1, 0, 0
	first := true
	for i := 0; i < len(src); {
		c := src[i]
		switch {
		case c == '\n':
			line, start, first = line+1, i+1, true
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\f':
			i++
			continue
		case c == '\\' && i+1 < len(src) && (src[i+1] == '\n' || src[i+1] == '\r'):
			i++
			continue
		case c == '#':
			for i < len(src) && src[i] != '\n' {
				i++
			}
			continue
		}
		t := token{at: i, line: line, column: utf8.RuneCountInString(src[start:i]) + 1, depth: depth, first: first}
		first = false
		end := i
		switch {
		case quoteAt(src, i) >= 0:
			t.kind = textToken
			end = textEnd(src, quoteAt(src, i))
			if n := strings.Count(src[i:end], "\n"); n > 0 {
				line, start = line+n, i+strings.LastIndexByte(src[i:end], '\n')+1
			}
		case isWordStart(c):
			t.kind = wordToken
			for end < len(src) && (isWordStart(src[end]) || isDigit(src[end])) {
				end++
			}
		case isDigit(c) || c == '.' && i+1 < len(src) && isDigit(src[i+1]):
			t.kind = numberToken
			for end < len(src) && (isWordStart(src[end]) || isDigit(src[end]) || src[end] == '.' ||
				(src[end] == '-' || src[end] == '+') && (src[end-1] == 'e' || src[end-1] == 'E') && !strings.HasPrefix(src[i:], "0x")) {
				end++
			}
		default:
			t.kind = signToken
			_, size := utf8.DecodeRuneInString(src[i:])
			end += size
			for _, s := range signs {
				if strings.HasPrefix(src[i:], s) {
					end = i + len(s)
					break
				}
			}
			switch c {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				if depth > 0 {
					depth--
				}
				t.depth = depth
			}
		}
		t.text = src[i:end]
		list = append(list, t)
		i = end
	}
	return list
}

// quoteAt returns where the quotes of a text begin whose prefix, if it has one, begins at i; -1: no text
// begins there.
func quoteAt(src string, i int) int {
	for j := i; j < len(src) && j <= i+2; j++ {
		switch src[j] {
		case '"', '\'':
			return j
		case 'f', 'F', 'r', 'R', 'b', 'B', 'u', 'U':
		default:
			return -1
		}
	}
	return -1
}

// textEnd returns where a text ends whose quotes begin at i.
func textEnd(src string, i int) int {
	quote := src[i : i+1]
	long := strings.HasPrefix(src[i:], quote+quote+quote)
	if long {
		quote = src[i : i+3]
	}
	for j := i + len(quote); j < len(src); j++ {
		switch {
		case src[j] == '\\':
			j++
		case strings.HasPrefix(src[j:], quote):
			return j + len(quote)
		case src[j] == '\n' && !long:
			return j
		}
	}
	return len(src)
}

func isWordStart(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= utf8.RuneSelf
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
