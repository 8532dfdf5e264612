package foreign

import (
	"bytes"
	"regexp"
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
	case "triangle", "bigtriangleup", "blacktriangle", "vartriangle":
		b.WriteString(" max ")
	case "triangledown", "bigtriangledown", "blacktriangledown", "vartriangledown", "nabla":
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
	return r.valueIn(r.markedTeX(text), at)
}

// leafText sets what the text of a leaf says, a name with a value or with one that is not known, and reports whether it
// says that. ok: there is a value.
func (r *reader) leafText(n *node, name string, value []number, ok bool) bool {
	before, unknown := strings.CutSuffix(name, ": ?")
	switch {
	case ok:
		r.checkName(n, name, value, n.at)
		if n.name, n.value = name, value; len(value) > 1 && r.cast.plain == nil {
			r.cast.plain = n
		}
	case isOpen(name):
		r.open(n, name)
	case unknown:
		n.unknown, n.name = true, before
	default:
		return false
	}
	return true
}

// valueIn is texValue for a text without commands.
func (r *reader) valueIn(plain string, at int) (name string, value []number, ok bool) {
	r.joined = false
	if list, ok := r.texNumbers(plain, at); ok {
		return "", list, true
	}
	// A name before the value: A: 3, A = (1,2), A 3.
	if i := strings.LastIndexAny(plain, ":="); i >= 0 {
		if list, ok := r.texNumbers(strings.TrimSpace(plain[i+1:]), at); ok {
			return unmarked(plain[:i]), list, true
		}
	}
	// A 1 200: the blank is in the number, or between two scores.
	if m := groupsAfterName.FindStringSubmatch(plain); m != nil {
		if list, ok := r.texNumbers(m[2], at); ok {
			return unmarked(m[1]), list, true
		}
	}
	i := strings.LastIndexByte(plain, ' ')
	open := strings.LastIndexByte(plain, '(')
	bracketed := open > 0 && strings.HasSuffix(plain, ")")
	if bracketed {
		i = open
	}
	// What is before a blank may be scores, too, of which one has a command that is not known.
	if i > 0 && (r.unknown == "" || !strings.ContainsAny(plain[:i], "0123456789")) {
		if list, ok := r.texNumbers(strings.TrimSpace(plain[i:]), at); ok {
			r.joined = !bracketed
			return unmarked(plain[:i]), list, true
		}
	}
	return unmarked(plain), nil, false
}

// groupsAfterName is a name with a number after it that has blanks between its thousands.
var groupsAfterName = regexp.MustCompile(`^((?:.* )?\S*\p{L}\S*) +([-+−]?[1-9]\d{0,2}(?: \d{3})+)$`)

// texPayoffs reads payoffs by name, with signs between them: Ann: 3, Bob: 1, or u_1 = 3 and u_2 = 1 below each other. It
// reports whether the text of a leaf has them.
func (r *reader) texPayoffs(n *node, text string, at int) bool {
	// A line ends with \\.
	return r.payoffsIn(n, r.plainTeX(strings.ReplaceAll(text, `\\`, ";")), at)
}

// payoffsIn is texPayoffs for a text without commands.
func (r *reader) payoffsIn(n *node, plain string, at int) bool {
	scores := r.namedScores(plain, at)
	if scores == nil {
		return false
	}
	for i := range scores {
		r.checkName(n, scores[i].name, []number{scores[i].value}, at)
		scores[i].name = payee(scores[i].name)
	}
	r.cast.pays(n, n.at, scores)
	return true
}

// namedScores returns payoffs by name; nil: the text is something else.
func (r *reader) namedScores(plain string, at int) (scores []namedScore) {
	parts := strings.FieldsFunc(strings.Trim(plain, "() "), func(c rune) bool { return c == ',' || c == ';' || c == '\n' })
	const least = 2
	if len(parts) < least {
		return nil
	}
	for _, part := range parts {
		r.step()
		part = strings.TrimSpace(part)
		end := strings.LastIndexAny(part, ":= ")
		if end <= 0 {
			return nil
		}
		name, word := strings.TrimRight(part[:end], ":= "), part[end+1:]
		if name == "" || strings.ContainsAny(name, "()") || numberAt(name) != "" || word == "" || numberAt(word) != word {
			return nil
		}
		if key := strings.ToLower(name); isValueKey(key) || slices.Contains(notValues, key) {
			return nil // value 3, depth 1
		}
		x, err := parseNumber(word, at)
		if err != nil {
			r.fail(at, "%v", err)
		}
		scores = append(scores, namedScore{name, at, x})
	}
	return scores
}

var (
	// sideStyle is a style of a node that says who moves: min, maxnode, min node, chance-style.
	sideStyle = regexp.MustCompile(`(?i)^(max|min|chance|nature)(?:imizer|imiser)?[\s_-]*(?:node|player|style)?$`)
	// looksLabel is the text of a label beside a node: label=right:MIN, label={[red]below:MIN}.
	looksLabel = regexp.MustCompile(`\blabel\s*=\s*(\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|[^,\]]*)`)
	// upsideDown is a triangle that points down.
	upsideDown = regexp.MustCompile(`shape border rotate\s*=\s*180\b`)
)

// look reads who moves in the options of a node of LaTeX, where only its looks say it, and reports whether they do.
func (r *reader) look(n *node, options string, at int) bool {
	side := unstated
	say := func(m mover) {
		if side != unstated && side != m || n.look != unstated && n.look != m {
			r.fail(at, "the options of this node name two movers; say in its text who moves here")
		}
		side = m
	}
	for _, word := range strings.Split(options, ",") {
		r.step()
		if m := sideStyle.FindStringSubmatch(strings.TrimSpace(word)); m != nil {
			s := saidIn(m[1])
			say(s.side)
		}
	}
	for _, m := range looksLabel.FindAllStringSubmatch(options, -1) {
		text := strings.Trim(m[1], "{} ")
		if i := strings.LastIndexByte(text, ':'); i >= 0 {
			text = text[i+1:]
		}
		if s := saidIn(r.plainTeX(text)); s.side != unstated && s.rest == "" {
			say(s.side)
		}
	}
	if side == unstated && upsideDown.MatchString(options) {
		say(minMoves)
		const note = "A triangle that points down is Min."
		if !slices.Contains(r.game.notes, note) {
			r.game.note(note)
		}
	}
	if side == unstated {
		return false
	}
	n.look = side
	return true
}

// oneValue fails at the text of a leaf in which it is not clear which number is the value: value 3, depth 1. name is what is
// before the last one.
func (r *reader) oneValue(text, name string, at int) {
	words := strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return strings.ContainsRune(" ,;:=(|\n", c) })
	if len(words) == 0 || isValueKey(words[len(words)-1]) {
		return
	}
	last := strings.TrimPrefix(text, name)
	rest := strings.TrimSpace(last)
	signed := strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "=")
	if numberAt(name) == name && (!signed || isDigit(last[len(last)-1]) && strings.Trim(last, ":0123456789") == "") {
		r.failSeveral(text, name, at) // 3:1
	}
	depth := 0
	for i := 0; i < len(name); {
		r.step()
		if depth += strings.Count("([", name[i:i+1]) - strings.Count(")]", name[i:i+1]); depth > 0 || i > 0 && !strings.ContainsRune(" ,;:=|\n", rune(name[i-1])) {
			i++
			continue
		}
		word := numberAt(name[i:])
		if word == "" {
			i++
			continue
		}
		before, after := strings.TrimRight(name[:i], " "), name[i+len(word):]
		i += len(word)
		if !strings.ContainsRune(" ,;:=|/\n", rune((after + " ")[0])) {
			continue // 3rd
		}
		key := before[strings.LastIndexAny(before, " ,;(")+1:]
		switch {
		case strings.HasSuffix(before, ":") || strings.HasSuffix(before, "="), isValueKey(strings.ToLower(key)),
			!signed && strings.TrimSpace(after) != "":
			r.failSeveral(text, word, at)
		}
	}
}

// failSeveral refuses the text of a leaf with several numbers, of which one is word.
func (r *reader) failSeveral(text, word string, at int) {
	fields := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" ,;:=|\n()", c) })
	r.failRead(at, "%s has the numbers %s and %s, and it is not clear which is the value; write the value alone, as in A: 3, or the scores of all players in brackets, as in A: (3, 1)", quoted(text), word, fields[len(fields)-1])
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
	if thousands.MatchString(strings.TrimSpace(s)) {
		list[0].groups = &s
	}
	if decimalComma.MatchString(s) {
		x, err := parseNumber(strings.Replace(s, ",", ".", 1), at)
		if err == nil {
			list[0].comma = &x
		}
	}
	return list, len(list) > 0
}

// decimalComma is a pair of numbers that may be one with a decimal comma.
var decimalComma = regexp.MustCompile(`^[-+−]?\d+,\d+$`)

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

// probabilityKeys are words before a probability.
var probabilityKeys = []string{"p", "prob", "probability", "pr", "w.p."}

// probability takes a probability out of the text of a move: 1/2, p=1/2, Left (0.5), Left: 50%. named: it is said to be one.
func (r *reader) probability(label string, at int) (action string, prob *number, named bool) {
	// The last line, as in the exports here.
	if before, last := cutLast(label, "\n"); before != "" {
		if rest, p, named := r.probability(last, at); p != nil && rest == "" {
			return before, p, named
		}
		label = strings.Join(strings.Fields(label), " ")
	}
	if rest, p := r.texProb(label, at); p != nil {
		return rest, p, false
	}
	for i := len(label) - 1; i >= 0; i-- {
		if c := label[i]; c != '=' && c != ':' && c != ',' && c != ' ' {
			continue
		}
		rest, p := r.texProb(strings.Trim(label[i+1:], " )]"), at)
		if p == nil || rest != "" {
			break
		}
		before := strings.TrimRight(label[:i], " =:,")
		action, key := cutLast(before, " ")
		key = strings.ToLower(strings.Trim(key, "([, "))
		if slices.Contains(probabilityKeys, key) {
			return strings.TrimRight(action, " ,;:(["), p, true
		}
		return before, p, false
	}
	return label, nil, false
}
