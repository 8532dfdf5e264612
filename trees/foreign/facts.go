package foreign

import (
	"regexp"
	"strings"
)

// Facts of Prolog about the edges and the values of a graph are read as a list of edges:
//
//	branch(a, [b, c]).        a: [b, c]
//	move(b, d).               b d
//	terminal(d, 3).           d = 3

// aFact is one with two arguments, the second of which may be a list.
var aFact = regexp.MustCompile(`^[a-z]\w*\(\s*[\w.-]+\s*(,)\s*(\[[^\[\]()\n]*\]|[\w.+-]+)\s*(\)\s*\.)`)

// factAt returns the places of the fact at the start of a text, as aFact has them; nil: there is none.
func factAt(text string) []int {
	m := aFact.FindStringSubmatchIndex(text)
	if m == nil || m[1] < len(text) && strings.IndexByte(" \t\r\n%", text[m[1]]) < 0 {
		return nil
	}
	return m
}

// isFacts reports whether a text has facts alone, and some have numbers.
func isFacts(text string) bool {
	valued, facts := false, 0
	for {
		text = afterComments(strings.TrimLeft(text, " \n\t\r"))
		if text == "" {
			return valued && facts > 1
		}
		m := factAt(text)
		if m == nil {
			return false
		}
		facts++
		valued = valued || numberAt(text[m[4]:m[5]]) == text[m[4]:m[5]]
		text = text[m[1]:]
	}
}

// facts returns a text of facts as a list of edges, of as many bytes: the full stop of a fact ends a line.
func (r *reader) facts(text string) string {
	var b strings.Builder
	for text != "" {
		r.step()
		switch {
		case text[0] == '%':
			end := lineEnd(text, 0)
			b.WriteString(blanks(text[:end]))
			text = text[end:]
			continue
		case strings.IndexByte(" \t\r\n", text[0]) >= 0:
			b.WriteByte(text[0])
			text = text[1:]
			continue
		}
		m := factAt(text)
		for range text[:m[1]] {
			r.step()
		}
		open := strings.IndexByte(text, '(') + 1
		second, sign := text[m[4]:m[5]], " "
		switch {
		case second[0] == '[':
			sign = ":"
		case numberAt(second) == second:
			sign = "="
		}
		b.WriteString(blanks(text[:open]) + text[open:m[2]] + sign + text[m[3]:m[6]] + blanks(text[m[6]:m[1]-1]) + "\n")
		text = text[m[1]:]
	}
	return b.String()
}
