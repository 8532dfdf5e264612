package foreign

import (
	"context"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"espalier/trees"
)

// This file writes the literals of programs as the readers of lists, calls and objects know them. All bytes keep their
// places, so that places in errors are those of the text.
//
//	new Node("A", new[]{ new Leaf(3), new Leaf(5) })    Node("A", [ Leaf(3), Leaf(5) ])
//	&Node{Children: []*Node{{Value: 3}, {Value: 5}}}    Node(Children: [{Value: 3}, {Value: 5}])
//	listOf(listOf(3, 12), vec![2, 4])                   [[3, 12], [2, 4]]
//	["A" => ["B" => 3]]                                 {"A": {"B": 3}}
//	{:name "A" :children [{:value 3}]}                  { name:"A", children:[{ value:3}]}

const (
	literalName = `[A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)*`
	generic     = `(?:<[^(){}=;\n]*>)?`
)

var (
	// literalBegin is what a literal begins with that is none of JSON or Python.
	literalBegin = regexp.MustCompile(`^(?:new\b|&\s*\(?\w|\(\s*(?:struct\s+)?\w+\s*\)\s*[\[{]|(?:\[\s*\d*\s*\])+\*?[A-Za-z_][\w.]*\s*\{|vec!\s*\[|[%#]\{|\.[a-z]\w*\(|` +
		`[A-Z]\w*(?:(?:\.|::)[A-Za-z_]\w*)*` + generic + `\s*\{|[A-Za-z_]\w*::[A-Za-z_]|Tree\[|(?:Max|Min)\[|\[?\s*\{\s*(?::[A-Za-z]|["'\w-]+\s*=|\.\w+\s*=|\{\s*\w+\s*=)|\{\s*"[^"\n]*"\s*,|[\[{]\s*(?:"[^"\n]*"|'[^'\n]*'|:?\w+)\s*=>|` +
		`\[\s*:[A-Za-z]|(?:` + literalCalls + `)\s*\(|[A-Za-z_][\w.]*\()`)
	// literalMark is in the literals that begin like calls of nodes.
	literalMark = regexp.MustCompile(`\bnew\b|&\w|\bvec!|::|\[\]|=>|[\[(,:]\s*\.[a-z]|[(,]\s*\{\s*(?:[A-Z]\w*\(|-?\d|\{)|\b[A-Z]\w*\s*\{|\{\s*\w+\s*=|\b(?:` + literalCalls + `)\s*\(|"\.(?:to_string|to_owned|into)\(|\w<\w+>\(`)
	// literalAssigned is what may be before a literal.
	literalAssigned = regexp.MustCompile(`^(?:<\?php\s*)?(?:(?:return|export\s+default)\s+|(?:[A-Za-z_$][\w$.<>\[\], \t|?*&:]*?)\s*(?::?=|<-)\s*)`)

	madeByNew     = regexp.MustCompile(`^new\b\s*(` + literalName + `)?(` + generic + `)\s*((?:\[\s*\d*\s*\])*)\s*(\(\s*\))?\s*(\{)`)
	calledByNew   = regexp.MustCompile(`^new\s+(` + literalName + `)(` + generic + `)\s*\(`)
	madeOfType    = regexp.MustCompile(`^(` + literalName + `)(` + generic + `)\s*(\{)`)
	madeGeneric   = regexp.MustCompile(`^(` + literalName + `)(<[^(){}=;\n]*>)\s*\(`)
	madeSlice     = regexp.MustCompile(`^(?:\[\s*\d*\s*\])+[*&]?(?:[A-Za-z_][\w.]*)\s*(\{)`)
	madeMap       = regexp.MustCompile(`^map\[\w+\][*\w.\[\]]*\s*(\{)`)
	madeByCast    = regexp.MustCompile(`^\(\s*(?:struct\s+)?[A-Za-z_]\w*\s*\)\s*([\[{])`)
	madeList      = regexp.MustCompile(`^(?:` + literalCalls + `)\s*\(`)
	textOf        = regexp.MustCompile(`^(?:String::from|String\.valueOf)\(("[^"\n]*")(\))`)
	ofText        = regexp.MustCompile(`^\.(?:to_string|to_owned|into)\(\)`)
	beginsEntry   = regexp.MustCompile(`^\s*(?:"[^"\n]*"|'[^'\n]*'|\.?[A-Za-z_]\w*|:[A-Za-z][\w-]*|-?\d+(?:\.\d+)?|\[\s*"[^"\n]*"\s*\])\s*(=>|->|to\b|[:=])(.)`)
	bracketKey    = regexp.MustCompile(`^\[\s*(?:"[^"\n]*"|'[^'\n]*')\s*\]`)
	beginsKeyword = regexp.MustCompile(`^\s*:[A-Za-z]`)
)

// phpBegin is before a program of PHP.
const phpBegin = "<?php"

// mapTypes are types whose literals are objects.
var mapTypes = []string{"Dictionary", "HashMap", "Map", "SortedDictionary"}

// literalCalls are functions that make a list or a map of their arguments.
const literalCalls = `listOf|mutableListOf|arrayListOf|arrayOf|intArrayOf|doubleArrayOf|mapOf|mutableMapOf|hashMapOf|List|Seq|Vector|IndexedSeq|Map|List\.of|Map\.of|Arrays\.asList|list|array|Array|c`

// listTypes are types whose literals are lists.
var listTypes = []string{"List", "ArrayList", "LinkedList", "IList", "Vec", "vector", "Array", "HashSet", "Set", "Collection"}

// literal returns a text whose literals are written as those of JSON and Python, and the text itself if it has none.
func literal(ctx context.Context, text string) (string, error) {
	begin := len(text) - len(afterProgramComments(text))
	begin += len(literalAssigned.FindString(text[begin:min(len(text), begin+maxAssignment)]))
	value := text[begin:]
	if !literalBegin.MatchString(value[:min(len(value), maxLooked)]) && !literalLater.MatchString(text[:min(len(text), maxLooked)]) {
		return text, nil
	}
	if strings.HasPrefix(value, "[") && beginsKeyword.MatchString(value[1:]) { // of Clojure, as S-expressions are
		return keywordsAlone(text, begin), nil
	}
	if (strings.HasPrefix(value, "{") && beginsKeyword.MatchString(value[1:]) || strings.HasPrefix(value, "[{:")) && !strings.Contains(value, "=>") {
		return withKeywords(text, begin), nil
	}
	if constructorAt(value) != "" && !madeList.MatchString(value) && !literalMark.MatchString(value[:min(len(value), 4*maxLooked)]) {
		return text, nil
	}
	wolfram := wolframCall.MatchString(value)
	if !wolfram && (strings.HasPrefix(value, "Max[") || strings.HasPrefix(value, "Min[")) {
		return text, nil
	}
	l := &literals{tick: trees.StepsOf(ctx), text: text, out: []byte(text), wolfram: wolfram || strings.HasPrefix(value, "Tree[")}
	if strings.HasPrefix(afterProgramComments(text), phpBegin) {
		at := len(text) - len(afterProgramComments(text))
		l.blank(at, at+len(phpBegin))
	}
	if i := strings.Index(text[:begin], "<-"); i >= 0 {
		copy(l.out[i:], " =")
	}
	err := l.write(begin)
	return string(l.out), err
}

var (
	// literalLater is a literal that a statement after others assigns.
	literalLater = regexp.MustCompile(`(?m)^(?:[A-Za-z_$][\w$.<>\[\], \t*&:]*?)(?::?=|<-)\s*(?:new\b|&\w|(?:\[\s*\d*\s*\])+\*?[A-Za-z_]|vec!|\{\s*\.\w+\s*=|[A-Z]\w*\s*\{|[A-Za-z_]\w*::|(?:` + literalCalls + `)\(|\.[a-z]\w*\(|[A-Z]\w*\.[a-z]\w*\(\[?\s*\.)`)
	wolframCall  = regexp.MustCompile(`^(?:Max|Min)\[\s*(?:-?[\d./]+\s*,|(?:Max|Min)\[[^\[\]]*,)`)
)

// An openLiteral is a bracket that is open.
type openLiteral struct {
	closing byte // that is written
	object  bool // entries have keys
	call    bool
	pairs   bool // keys and values are separated by commas in turn
	commas  int
	empty   bool
	wraps   bool // the first argument is a list in brackets; if it is the only one, it is the list itself, as in list([3, 5]) of Python
	at      int  // of the bracket
}

// A literals writes the literals of a text.
type literals struct {
	text    string
	out     []byte
	open    []openLiteral
	tick    func() error
	wolfram bool // square brackets are around arguments, and braces around lists
}

func (l *literals) blank(from, to int) {
	copy(l.out[from:to], blanks(l.text[from:to]))
}

// push opens a bracket.
func (l *literals) push(o openLiteral) {
	o.empty = true
	l.open = append(l.open, o)
}

func (l *literals) top() *openLiteral {
	if len(l.open) == 0 {
		return &openLiteral{}
	}
	return &l.open[len(l.open)-1]
}

// write writes the text from a byte.
func (l *literals) write(i int) error {
	before := byte('=') // the last character that is no white space
	for i < len(l.text) {
		if err := l.tick(); err != nil {
			return err
		}
		rest := l.text[i:]
		c := l.text[i]
		n := 1
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
			continue
		case c == '"' || c == '\'':
			n = stringLength(rest)
		case commentAt(rest) > 0 && c != '#':
			n = commentAt(rest)
		case c == '(' || c == '[' || c == '{' || c == ')' || c == ']' || c == '}':
			n = l.bracket(i, before)
		case c >= utf8.RuneSelf:
			n = max(1, len(wordAt(rest)))
		case unicode.IsLetter(rune(c)) || c == '_':
			n = l.word(i)
		case c == ',':
			t := l.top()
			if t.commas++; t.pairs && t.commas%2 == 1 {
				l.out[i] = ':'
			}
		default:
			n = l.sign(i, before)
		}
		if c != ')' && c != ']' && c != '}' && len(l.open) > 0 && n > 0 && c != '(' && c != '[' && c != '{' {
			l.top().empty = false
		}
		before = l.text[i+n-1]
		i += n
	}
	return nil
}

// sign writes a sign of a literal, and returns its length.
func (l *literals) sign(i int, before byte) int {
	rest := l.text[i:]
	object := l.top().object
	atValue := strings.IndexByte("([{,:=>", before) >= 0
	switch {
	case strings.HasPrefix(rest, "::"):
		return 2
	case strings.HasPrefix(rest, "=>") || strings.HasPrefix(rest, "->"):
		if object {
			copy(l.out[i:], ": ")
		}
		return 2
	case rest[0] == '=' && object && !strings.HasPrefix(rest, "=="):
		l.out[i] = ':'
	case rest[0] == '&', (rest[0] == '%' || rest[0] == '#') && strings.HasPrefix(rest[1:], "{"):
		if atValue {
			l.out[i] = ' '
		}
	case ofText.MatchString(rest):
		n := len(ofText.FindString(rest))
		l.blank(i, i+n)
		return n
	case rest[0] == '.' && atValue && len(rest) > 1 && unicode.IsLetter(rune(rest[1])):
		l.out[i] = ' '
	case rest[0] == ':' && atValue && len(rest) > 1 && unicode.IsLetter(rune(rest[1])): // a symbol of Ruby
		l.out[i] = ' '
	case commentAt(rest) > 0:
		return commentAt(rest)
	}
	return 1
}

// bracket writes a bracket, and returns how many bytes are read.
func (l *literals) bracket(i int, before byte) int {
	rest := l.text[i:]
	switch c := rest[0]; {
	case c == ')' || c == ']' || c == '}':
		return l.close(i)
	case c == '(' && strings.IndexByte("([{,:=&", before) >= 0 && madeByCast.MatchString(rest):
		at := madeByCast.FindStringSubmatchIndex(rest)[2]
		l.blank(i, i+at)
		return at + l.bracket(i+at, '=')
	case c == '[' && l.top().object && (before == '{' || before == ',') && bracketKey.MatchString(rest): // ["A"] = 3 of Lua and C#
		n := len(bracketKey.FindString(rest))
		l.out[i], l.out[i+n-1] = ' ', ' '
		return n
	case c == '[' && madeSlice.MatchString(rest):
		n := madeSlice.FindStringSubmatchIndex(rest)[3]
		l.blank(i, i+n)
		l.out[i+n-1] = '['
		l.push(openLiteral{closing: ']'})
		return n
	case c == '(':
		l.push(openLiteral{closing: ')', call: unicode.IsLetter(rune(before)) || before == '_'})
	case c == '[' && l.wolfram && (unicode.IsLetter(rune(before)) || before == '_'):
		l.out[i] = '('
		l.push(openLiteral{closing: ')'})
	case l.isObject(rest[1:], c, before):
		l.out[i] = '{'
		l.push(openLiteral{closing: '}', object: true})
	default:
		l.out[i] = '['
		l.push(openLiteral{closing: ']'})
	}
	return 1
}

// isObject reports whether entries with keys follow a bracket.
func (l *literals) isObject(inner string, open, before byte) bool {
	m := beginsEntry.FindStringSubmatch(inner[:min(len(inner), maxAssignment)])
	if m == nil {
		return open == '{' && before != '=' && strings.HasPrefix(strings.TrimLeft(inner, " \t\r\n"), "}")
	}
	switch m[1] {
	case "=":
		return open == '{' && m[2] != "="
	case ":":
		return m[2] != ":" && (open == '{' || strings.HasPrefix(strings.TrimLeft(inner, " \t\r\n"), `"`))
	case "->":
		return m[2] != ">"
	case "to":
		return m[2] == " "
	}
	return true
}

// close writes the bracket that closes the last one, and returns how many bytes are read.
func (l *literals) close(i int) int {
	if len(l.open) == 0 {
		return 1
	}
	last := *l.top()
	l.open = l.open[:len(l.open)-1]
	l.out[i] = last.closing
	if last.wraps && last.commas == 0 {
		l.out[last.at], l.out[i] = ' ', ' '
	}
	if len(l.open) > 0 {
		l.top().empty = false
	}
	if last.call && l.text[i] == ')' { // new Node("A") { Children = … }
		rest := strings.TrimLeft(l.text[i+1:], " \t\r\n")
		if at := len(l.text) - len(rest); strings.HasPrefix(rest, "{") {
			l.out[i] = ' '
			if l.out[at] = ','; last.empty {
				l.out[at] = ' '
			}
			l.push(openLiteral{closing: ')', call: true})
			l.top().empty = last.empty
			return at + 1 - i
		}
	}
	return 1
}

// word writes a word with its type or its bracket, and returns how many bytes are read.
func (l *literals) word(i int) int {
	rest := l.text[i:min(len(l.text), i+maxAssignment)]
	word := wordAt(rest)
	switch word {
	case "String":
		if m := textOf.FindStringSubmatchIndex(rest); m != nil {
			l.blank(i, i+m[2])
			l.out[i+m[4]] = ' '
			return m[1]
		}
	case "new":
		if n := l.made(i, rest); n > 0 {
			return n
		}
	case "map":
		if m := madeMap.FindStringSubmatchIndex(rest); m != nil {
			l.blank(i, i+m[2])
			l.push(openLiteral{closing: '}', object: true})
			return m[1]
		}
	case "vec":
		if strings.HasPrefix(rest, "vec!") {
			l.blank(i, i+len("vec!"))
			return len("vec!")
		}
	case "to":
		if l.top().object && len(rest) > len("to ") && rest[2] == ' ' && strings.IndexByte(":=", rest[3]) < 0 {
			copy(l.out[i:], ": ")
		}
	}
	name := qualified(rest)
	next := strings.TrimLeft(rest[len(name):], " \t\r\n")
	switch {
	case next == "":
	case next[0] == '(':
		if m := madeList.FindString(rest); m != "" {
			return l.listCall(i, m)
		}
	case next[0] == '{' || next[0] == '<':
		class := name[strings.LastIndexAny(name, ".:")+1:]
		if m := madeOfType.FindStringSubmatchIndex(rest); m != nil && isOneOf(class, listTypes) {
			l.list(i, m[1])
			return m[1]
		} else if m != nil {
			l.call(i+m[3], i+m[1])
			return m[1]
		}
		if m := madeGeneric.FindStringSubmatchIndex(rest); m != nil {
			l.call(i+m[3], i+m[1])
			return m[1]
		}
	}
	return max(1, len(name))
}

// qualified returns the name at the start of a text, with the names of what it is in.
func qualified(text string) string {
	end := 0
	for {
		word := wordAt(text[end:])
		if word == "" {
			return strings.TrimRight(text[:end], ".:")
		}
		end += len(word)
		switch {
		case strings.HasPrefix(text[end:], "::"):
			end += len("::")
		case strings.HasPrefix(text[end:], "."):
			end++
		default:
			return text[:end]
		}
	}
}

// made writes what is after the word new, and returns how many bytes are read; 0: it makes nothing.
func (l *literals) made(i int, rest string) int {
	if m := madeByNew.FindStringSubmatchIndex(rest); m != nil {
		name := ""
		if m[2] >= 0 {
			name = rest[m[2]:m[3]]
		}
		class := name[strings.LastIndexAny(name, ".:")+1:]
		switch {
		case m[7] > m[6] || isOneOf(class, listTypes):
			l.list(i, m[1])
			return m[1]
		case isOneOf(class, mapTypes):
			l.blank(i, i+m[10])
			l.push(openLiteral{closing: '}', object: true})
			return m[1]
		case name == "":
			l.blank(i, i+m[10])
			return m[10] + l.bracket(i+m[10], ':')
		}
		l.blank(i, i+m[2])
		l.call(i+m[3], i+m[1])
		return m[1]
	}
	if m := calledByNew.FindStringSubmatchIndex(rest); m != nil {
		l.blank(i, i+m[2])
		return m[2] + l.word(i+m[2])
	}
	return 0
}

// list writes a list in place of a type with a bracket.
func (l *literals) list(i, length int) {
	l.blank(i, i+length)
	l.out[i+length-1] = '['
	l.push(openLiteral{closing: ']'})
}

// call writes the bracket of a call after its name, in place of what is up to another bracket.
func (l *literals) call(after, end int) {
	l.blank(after, end)
	if l.out[after] == '\n' { // the number of lines stays
		l.out[end-1] = '\n'
	}
	l.out[after] = '('
	l.push(openLiteral{closing: ')', call: true})
}

// listCall writes a call that makes a list or a map, and returns how many bytes are read.
func (l *literals) listCall(i int, call string) int {
	end := i + len(call)
	class := strings.TrimSpace(strings.TrimSuffix(call, "("))
	inner := l.text[end:]
	m := beginsEntry.FindStringSubmatch(inner[:min(len(inner), maxAssignment)])
	l.blank(i, end)
	switch {
	case class == "Map.of":
		l.out[end-1] = '{'
		l.push(openLiteral{closing: '}', object: true, pairs: true})
	case m != nil && (m[1] == "=>" || m[1] == "->" || m[1] == "to" && m[2] == " " || m[1] == "=" && m[2] != "="):
		l.out[end-1] = '{'
		l.push(openLiteral{closing: '}', object: true})
	case class == "list" || class == "array":
		inner = strings.TrimLeft(inner[:min(len(inner), maxAssignment)], " \t\r\n")
		l.out[end-1] = '['
		l.push(openLiteral{closing: ']', at: end - 1, wraps: inner != "" && strings.IndexByte("[(", inner[0]) >= 0})
	default:
		l.out[end-1] = '['
		l.push(openLiteral{closing: ']'})
	}
	return len(call)
}

// keywordsAlone returns a text of Clojure without the colons of its keywords.
func keywordsAlone(text string, from int) string {
	out := []byte(text)
	for i := from; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			i += stringLength(text[i:]) - 1
		case c == ':' && i+1 < len(text) && unicode.IsLetter(rune(text[i+1])):
			out[i] = ' '
		}
	}
	return string(out)
}

// withKeywords returns the maps and lists of Clojure with colons after the keys and commas between entries.
func withKeywords(text string, from int) string {
	out := []byte(text)
	type level struct {
		object bool
		items  int
	}
	var open []level
	token := func(i int, keyword bool) {
		if len(open) == 0 {
			return
		}
		top := &open[len(open)-1]
		top.items++
		at := i
		if !keyword {
			for at--; text[at] == '\n' && strings.IndexByte(" \t\r,", text[at-1]) >= 0; { // the number of lines stays
				at--
			}
		}
		switch {
		case keyword:
			out[at] = ' '
			fallthrough
		case strings.IndexByte(" \t\r\n,", text[at]) >= 0:
			if top.items > 1 {
				if out[at] = ','; top.object && top.items%2 == 0 {
					out[at] = ':'
				}
			}
		}
	}
	for i := from; i < len(text); {
		n := 1
		switch c := text[i]; {
		case strings.IndexByte(" \t\r\n", c) >= 0:
		case c == ',':
			out[i] = ' '
		case c == ';':
			n = lineEnd(text, i) - i
			copy(out[i:], blanks(text[i:i+n]))
		case c == '{' || c == '[' || c == '(':
			token(i, false)
			open = append(open, level{object: c == '{'})
		case c == '}' || c == ']' || c == ')':
			open = open[:max(0, len(open)-1)]
		case c == '"':
			token(i, false)
			n = stringLength(text[i:])
		default:
			token(i, c == ':')
			for i+n < len(text) && strings.IndexByte(" \t\r\n,;{}[]()\"", text[i+n]) < 0 {
				n++
			}
		}
		i += n
	}
	return string(out)
}
