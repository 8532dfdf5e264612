package foreign

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file reads the parts that the notations of LaTeX have in common: comments, groups in
// braces, options in brackets, and the text in them.

// texSpace skips white space and comments and returns the next byte, 0 at the end.
func (r *reader) texSpace() byte {
	for {
		c := r.peek()
		if c != '%' {
			return c
		}
		for r.pos < len(r.src) && r.src[r.pos] != '\n' {
			r.step()
			r.pos++
		}
	}
}

// command returns the name of the command that comes next, "" if none does: \begin is begin.
func (r *reader) command() string {
	if r.texSpace() != '\\' {
		return ""
	}
	end := r.pos + 1
	for end < len(r.src) && (isASCIILetter(r.src[end]) || r.src[end] == '@') {
		end++
	}
	if end == r.pos+1 && end < len(r.src) { // a command of one other character
		_, size := utf8.DecodeRuneInString(r.src[end:])
		end += size
	}
	return r.src[r.pos+1 : end]
}

func isASCIILetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// takeCommand moves over a command.
func (r *reader) takeCommand(name string) { r.stepOver(len(name) + 1) }

// group reads a group in braces, brackets or other delimiters, which is next, with the groups
// in it, and returns what is in it.
func (r *reader) group() string {
	open := r.pos
	closing := map[byte]byte{'{': '}', '[': ']', '(': ')', '<': '>'}[r.src[open]]
	depth := 0
	for r.pos++; r.pos < len(r.src); r.pos++ {
		r.step()
		switch c := r.src[r.pos]; {
		case c == closing && depth == 0:
			r.pos++
			return r.src[open+1 : r.pos-1]
		case c == '{':
			depth++
		case c == '}':
			depth--
		case c == '\\':
			r.pos++
		case c == '%':
			for r.pos < len(r.src) && r.src[r.pos] != '\n' {
				r.pos++
			}
		}
	}
	r.pos = len(r.src)
	r.failOpen(open, `"`+string(rune(closing))+`"`)
	return ""
}

// fractions are the commands that write a fraction.
var fractions = []string{"frac", "tfrac", "dfrac", "nicefrac", "sfrac"}

// plainTeX returns the text of a part of LaTeX without what only says how it looks, and without commands that are not
// known.
func (r *reader) plainTeX(s string) string { return unmarked(r.markedTeX(s)) }

// unmarked returns a text without the marks of commands that are not known.
func unmarked(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(s, string(unknownCommand), "")), " ")
}

// markedTeX is plainTeX with a mark for each command that is not known.
func (r *reader) markedTeX(s string) string {
	var b bytes.Buffer
	for i := 0; i < len(s); {
		r.step()
		c := s[i]
		switch {
		case c == '$' || c == '{' || c == '}':
			i++
		case c == '~':
			b.WriteByte(' ')
			i++
		case c == '%':
			for i < len(s) && s[i] != '\n' {
				i++
			}
		case c == '\\':
			i += r.plainCommand(&b, s[i:])
		case strings.HasPrefix(s[i:], "\u2009") || strings.HasPrefix(s[i:], "\u202f"): // thin spaces
			i += len("\u2009")
			if !isThousands(b.Bytes(), s[i:]) {
				b.WriteByte(' ')
			}
		default:
			b.WriteByte(c)
			i++
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// plainCommand writes the text that a command at the start of s means, and returns its length.
func (r *reader) plainCommand(b *bytes.Buffer, s string) int {
	end := 1
	for end < len(s) && isASCIILetter(s[end]) {
		end++
	}
	if end == 1 { // \\ ends a line; \, and others are spaces
		if len(s) > 1 {
			_, size := utf8.DecodeRuneInString(s[1:])
			end += size
			if letter, n, ok := accented(s[1:end], s[end:]); ok {
				b.WriteString(letter)
				return end + n
			}
			if strings.ContainsRune(`%&#_${}`, rune(s[1])) {
				b.WriteByte(s[1])
				return end
			}
			if s[1] == ',' && isThousands(b.Bytes(), s[end:]) {
				return end
			}
		}
		b.WriteByte(' ')
		return end
	}
	name := s[1:end]
	for _, f := range fractions {
		if name != f {
			continue
		}
		over, n := texArgument(s[end:])
		under, m := texArgument(s[end+n:])
		if n > 0 && m > 0 && len(over)+len(under) < 2*maxDigits {
			over, under = strings.TrimSpace(over), strings.TrimSpace(under)
			if !mixed(b, over, under) {
				b.WriteString(over + "/" + under)
			}
			return end + n + m
		}
	}
	if letter, n, ok := accented(name, s[end:]); ok {
		b.WriteString(letter)
		return end + n
	}
	switch name {
	case "triangle", "bigtriangleup":
		b.WriteString(" max ")
	case "triangledown", "bigtriangledown", "nabla":
		b.WriteString(" min ")
	case "quad", "qquad", "newline":
		b.WriteByte(' ')
	case "textbackslash":
		b.WriteByte('\\')
	case "textasciitilde":
		b.WriteByte('~')
	case "textasciicircum":
		b.WriteByte('^')
	case "kern": // with its length
		for end < len(s) && (isDigit(s[end]) || s[end] == '.' || s[end] == '-') {
			end++
		}
		end = min(len(s), end+len("pt"))
	case "espalierchar": // of the exports here: a character by its number
		number, n := texArgument(s[end:])
		_, m := texArgument(s[end+n:])
		if c, err := strconv.Atoi(number); err == nil && n > 0 && m > 0 && utf8.ValidRune(rune(c)) {
			b.WriteRune(rune(c))
			return end + n + m
		}
	default:
		return end + r.namedCommand(b, name, s[end:])
	}
	return end
}

// namedCommand writes what a command means, and returns how long its arguments at the start of s are.
func (r *reader) namedCommand(b *bytes.Buffer, name, s string) int {
	if letter, is := letters[name]; is {
		b.WriteString(letter)
		return 0
	}
	if arguments, is := styles[name]; is {
		return skipArguments(s, arguments)
	}
	over, n := texArgument(s)
	under, m := texArgument(s[n:])
	switch {
	case slices.Contains(pairs, name) && n > 0 && m > 0:
		b.WriteString(" (" + over + "," + under + ")")
		return n + m
	case name == "begin" || name == "end":
		if arguments, is := columns[over]; is {
			b.WriteByte(' ')
			if name == "end" {
				arguments = 0
			}
			return n + skipArguments(s[n:], arguments)
		}
	}
	b.WriteRune(unknownCommand)
	if r.unknown == "" {
		r.unknown = name
	}
	return 0
}

// texArgument returns the argument at the start of s, in braces or a single character, and its
// length.
func texArgument(s string) (argument string, length int) {
	trimmed := strings.TrimLeft(s, " ")
	blanks := len(s) - len(trimmed)
	if trimmed == "" {
		return "", 0
	}
	if trimmed[0] != '{' {
		return trimmed[:1], blanks + 1
	}
	end := strings.IndexByte(trimmed[:min(len(trimmed), 2*maxDigits)], '}')
	if end < 0 {
		return "", 0
	}
	return trimmed[1:end], blanks + end + 1
}

// texValue reads the value of a leaf in the text of a node: 3, (1,2), 1,2, 1\\2. What is
// before it is a name.
func (r *reader) texValue(text string, at int) (name string, value []number, ok bool) {
	r.unknown = ""
	plain := r.markedTeX(text)
	if list, ok := r.texNumbers(plain, at); ok {
		return "", list, true
	}
	// A name before the value: A: 3, A = (1,2), A 3.
	if i := strings.LastIndexAny(plain, ":="); i >= 0 {
		if list, ok := r.texNumbers(strings.TrimSpace(plain[i+1:]), at); ok {
			return unmarked(plain[:i]), list, true
		}
	}
	i := strings.LastIndexByte(plain, ' ')
	if open := strings.LastIndexByte(plain, '('); open > 0 && strings.HasSuffix(plain, ")") {
		i = open
	}
	// What is before a blank may be scores, too, of which one has a command that is not known.
	if i > 0 && (r.unknown == "" || !strings.ContainsAny(plain[:i], "0123456789")) {
		if list, ok := r.texNumbers(strings.TrimSpace(plain[i:]), at); ok {
			return unmarked(plain[:i]), list, true
		}
	}
	return unmarked(plain), nil, false
}

// failCommand fails if the text at a byte, in which no value was found, has a command that is not known.
func (r *reader) failCommand(at int) {
	if r.unknown == "" {
		return
	}
	command := `\` + r.unknown
	r.fail(at+max(0, strings.Index(r.src[at:], command)), "the command %s is not known in a value; write the number itself, such as 3, or scores, such as (1,2)", shortened(command))
}

// texNumbers reads 3, (1,2), 1,2, and 1 2.
func (r *reader) texNumbers(s string, at int) (list []number, ok bool) {
	inner := strings.TrimSpace(s)
	if strings.HasPrefix(inner, "(") && strings.HasSuffix(inner, ")") || strings.HasPrefix(inner, "[") && strings.HasSuffix(inner, "]") {
		inner = inner[1 : len(inner)-1]
	}
	if len(inner) == 0 {
		return nil, false
	}
	parts := strings.FieldsFunc(inner, func(c rune) bool { return c == ',' || c == ';' || unicode.IsSpace(c) })
	for _, part := range parts {
		r.step()
		if part == "" || numberAt(part) != part {
			return nil, false
		}
		x, err := parseNumber(part, at)
		if err != nil {
			r.fail(at, "%v", err)
		}
		list = append(list, x)
	}
	return list, len(list) > 0
}

// texProb takes a probability out of the text of a move: 1/2, Left (1/2), Left [0.5].
func (r *reader) texProb(text string, at int) (action string, prob *number) {
	read := func(s string) *number {
		s = strings.TrimSpace(s)
		if digits := strings.TrimRight(strings.TrimSuffix(s, "%"), " "); digits == "" || numberAt(digits) != digits {
			return nil
		}
		x, err := parseProbability(s, at)
		if err != nil || x.rat().Sign() < 0 || x.rat().Cmp(one) > 0 {
			return nil
		}
		return &x
	}
	if x := read(text); x != nil {
		return "", x
	}
	for _, brackets := range []string{"()", "[]"} {
		open := strings.LastIndexByte(text, brackets[0])
		if open < 0 || text[len(text)-1] != brackets[1] {
			continue
		}
		if x := read(text[open+1 : len(text)-1]); x != nil {
			return strings.TrimSpace(text[:open]), x
		}
	}
	return text, nil
}

// probs reads the probabilities of a chance node in the names of its moves, if all have one. If
// none of them is more than a whole number, these are names: 0, 1, 2.
func (r *reader) probs(n *node) {
	found := make([]*number, len(n.kids))
	actions := make([]string, len(n.kids))
	all, parts := true, false
	for i, k := range n.kids {
		actions[i], found[i] = r.texProb(k.action, k.at)
		all = all && found[i] != nil
		parts = parts || found[i] != nil && (found[i].long != nil || found[i].num().Unit > 1)
	}
	if !all && !parts {
		return
	}
	for i, k := range n.kids {
		if found[i] != nil {
			k.action, k.prob = actions[i], found[i]
		}
	}
	r.checkProbs(n)
}
