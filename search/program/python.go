package program

import (
	"slices"
	"strings"
)

// The language is Starlark. It lacks some of what a text in Python may have. What can be read in the same
// columns is rewritten before parsing; what cannot is refused here, each with what to write instead, since
// the parser would only say that it expected something else.

// refusedStatements are the words that begin a statement which the language does not have.
var refusedStatements = map[string]string{
	"class":    "there are no classes: write functions, and keep values in lists or dicts",
	"try":      "there is no try: check the value before you use it",
	"except":   "there is no except: check the value before you use it",
	"finally":  "there is no finally: write its lines after the others",
	"raise":    "there is no raise: return a value, or end the run with fail(\"text\")",
	"assert":   "there is no assert: write if not …: fail(\"text\")",
	"del":      "there is no del: use list.pop(i) or dict.pop(key)",
	"with":     "there is no with: leave it out",
	"global":   useList("global"),
	"nonlocal": useList("nonlocal"),
	"async":    "there is no async: leave it out",
	"match":    "there is no match: use if and elif",
}

func useList(word string) string {
	return "there is no " + word + ": use a list: count = [0]; count[0] += 1"
}

// refusedWords are those that are refused wherever they are.
var refusedWords = map[string]string{
	"yield": "there is no yield: return a list",
	"await": "there is no await: leave it out",
}

// keywords are the words after which no operator takes a value on its left.
var keywords = []string{"and", "or", "not", "in", "if", "else", "elif", "for", "while", "return", "lambda", "is", "def"}

// A bracket is one that is open.
type bracket struct {
	sign    byte
	call    bool // of the arguments of a call, or the parameters of a def
	def     bool
	colon   bool // it has a colon of its own
	loop    bool // it has a for of its own
	open    token
	lambdas int
	name    string // of the function that is called
}

// A block is the head of an indented block.
type block struct {
	column int
	word   string
}

// A reader of Python finds in a text what Starlark does not have.
type pythonReader struct {
	src      []byte
	tokens   []token
	faults   Faults
	brackets []bracket
	blocks   []block
}

// fromPython returns the text with what can be rewritten, in the same columns, and what is refused.
func fromPython(src string) (string, Faults) {
	r := &pythonReader{src: []byte(src), tokens: scan(src)}
	for i := range r.tokens {
		r.token(i)
	}
	return string(r.src), r.faults
}

// refuse notes what is wrong with a token; the same is said once of a line.
func (r *pythonReader) refuse(t *token, text string) {
	if n := len(r.faults); n > 0 && r.faults[n-1].Line == t.line && r.faults[n-1].Text == text {
		return
	}
	r.faults = append(r.faults, Fault{Line: t.line, Column: t.column, Text: text})
}

func (r *pythonReader) before(i int) *token {
	if i == 0 {
		return &token{}
	}
	return &r.tokens[i-1]
}

func (r *pythonReader) after(i int) *token {
	if i+1 >= len(r.tokens) {
		return &token{}
	}
	return &r.tokens[i+1]
}

// isValue reports whether a token can end an expression.
func (t *token) isValue() bool {
	switch t.kind {
	case wordToken:
		return t.text != "" && !slices.Contains(keywords, t.text)
	case signToken:
		return t.text == ")" || t.text == "]" || t.text == "}"
	}
	return true
}

func (r *pythonReader) token(i int) {
	t := &r.tokens[i]
	starts := t.first && t.depth == 0
	if starts {
		r.line(i)
	}
	switch t.kind {
	case wordToken:
		r.word(i, starts)
	case numberToken:
		if strings.Contains(t.text, "_") {
			r.refuse(t, "a number has no _: write "+strings.ReplaceAll(t.text, "_", ""))
		}
	case textToken:
		if quote := strings.IndexAny(t.text, `"'`); strings.ContainsAny(t.text[:quote], "fF") {
			r.refuse(t, `there are no f-strings: write "'{}'.format(x)"`)
		}
		if b := r.before(i); b.kind == textToken && b.text != "" && (!t.first || t.depth > 0) {
			r.refuse(t, "texts that follow each other are not joined: put + between them")
		}
	case signToken:
		r.sign(i)
	}
}

// line looks at the first token of a line that is not within brackets.
func (r *pythonReader) line(i int) {
	t := &r.tokens[i]
	for len(r.blocks) > 0 && r.blocks[len(r.blocks)-1].column > t.column {
		r.blocks = r.blocks[:len(r.blocks)-1]
	}
	var same *block
	if n := len(r.blocks); n > 0 && r.blocks[n-1].column == t.column {
		same = &r.blocks[n-1]
	}
	if t.text == "else" && same != nil && (same.word == "for" || same.word == "while") {
		r.refuse(t, "a "+same.word+" has no else: use a flag, or return from the loop")
	}
	if same != nil {
		r.blocks = r.blocks[:len(r.blocks)-1]
	}
	switch t.text {
	case "if", "elif", "else", "for", "while", "def":
		r.blocks = append(r.blocks, block{t.column, t.text})
	case "import", "from":
		r.module(i)
	case "@":
		r.refuse(t, "there are no decorators: call the function, as in f = wrap(f)")
	}
	if t.kind == wordToken && r.after(i).text == ":" && r.after(i).line == t.line && !slices.Contains(keywords, t.text) && refusedStatements[t.text] == "" {
		r.refuse(r.after(i), "there are no annotations: leave them out")
	}
}

// module looks at an import. Those of what is there, or not needed, become pass.
func (r *pythonReader) module(i int) {
	t := &r.tokens[i]
	name := r.after(i).text
	known := t.text == "import" && (name == "math" || name == "sys") || t.text == "from" && (name == "typing" || name == "__future__")
	if only := map[string]string{"math": "inf", "types": "SimpleNamespace"}[name]; t.text == "from" && only != "" {
		known = i+3 < len(r.tokens) && r.tokens[i+3].text == only
	}
	if !known {
		what := "math and sys.maxsize are there without it"
		if name == "numpy" {
			what = "write inf in place of np.inf"
		}
		r.refuse(t, "no module can be imported: "+what+"; leave the line out")
	}
	end := i + 1
	for end < len(r.tokens) && (!r.tokens[end].first || r.tokens[end].depth > 0) && r.tokens[end].text != ";" {
		end++
	}
	last := &r.tokens[end-1]
	r.blank(t.at, last.at+len(last.text))
	copy(r.src[t.at:], "pass")
	for j := i + 1; j < end; j++ { // they are none of the program
		r.tokens[j] = token{line: t.line, at: t.at, depth: 1}
	}
}

// blank overwrites a part of the text with spaces, and keeps its lines.
func (r *pythonReader) blank(from, to int) {
	for i := from; i < to; i++ {
		if r.src[i] != '\n' {
			r.src[i] = ' '
		}
	}
}

func (r *pythonReader) word(i int, starts bool) {
	t := &r.tokens[i]
	if r.before(i).text == "." {
		return
	}
	if why := refusedStatements[t.text]; why != "" && starts && r.beginsStatement(i) {
		r.refuse(t, why)
	}
	if why := refusedWords[t.text]; why != "" {
		r.refuse(t, why)
	}
	switch t.text {
	case "is":
		copy(r.src[t.at:], "==")
		if n := r.after(i); n.text == "not" && n.line == t.line {
			r.blank(t.at, n.at+len(n.text))
			copy(r.src[t.at:], "!=")
		}
	case "for":
		if n := len(r.brackets); n > 0 {
			r.brackets[n-1].loop = true
		}
	case "lambda":
		if n := len(r.brackets); n > 0 {
			r.brackets[n-1].lambdas++
		}
	}
}

// beginsStatement reports whether a word is used as one that begins a statement, and not as a name: match = 3.
func (r *pythonReader) beginsStatement(i int) bool {
	n := r.after(i)
	switch n.text {
	case "=", ".", ",", "+=", "-=", ")":
		return false
	case "(", "[":
		return r.tokens[i].text != "match"
	}
	return true
}

func (r *pythonReader) sign(i int) {
	t := &r.tokens[i]
	before := r.before(i)
	var in *bracket
	if n := len(r.brackets); n > 0 {
		in = &r.brackets[n-1]
	}
	switch t.text {
	case "(", "[", "{":
		b := bracket{sign: t.text[0], open: *t, call: t.text == "(" && before.isValue() && before.line > 0 && !(t.first && t.depth == 0)}
		if b.call && before.kind == wordToken {
			b.name = before.text
		}
		b.def = b.call && i >= 2 && r.tokens[i-2].text == "def"
		r.brackets = append(r.brackets, b)
	case ")", "]", "}":
		if in == nil {
			return
		}
		r.close(in, before)
		r.brackets = r.brackets[:len(r.brackets)-1]
	case ":":
		switch {
		case in == nil:
		case in.lambdas > 0:
			in.lambdas--
		case in.def:
			r.refuse(t, "there are no annotations: leave them out")
		default:
			in.colon = true
		}
	case "->":
		r.refuse(t, "there are no annotations: leave them out")
	case ":=":
		r.refuse(t, "there is no :=: assign on a line of its own")
	case "**", "**=":
		if before.isValue() && before.text != "" {
			r.refuse(t, "there is no **: write pow(a, b)")
		}
	case "*":
		if before.text == "," && (in == nil || !in.call) || before.text == "[" || before.text == "{" || t.first && t.depth == 0 {
			r.refuse(t, "a, *b is not there: use an index, as in a, b = list[0], list[1:]")
		}
	case "...":
		r.refuse(t, "there is no ...: write pass")
	}
}

// close looks at a pair of brackets that ends.
func (r *pythonReader) close(b *bracket, before *token) {
	switch {
	case b.sign == '(' && b.loop:
		if b.name != "" {
			r.refuse(&b.open, "put [ ] around it: "+b.name+"([f(c) for c in …])")
		} else {
			r.refuse(&b.open, "put [ ] around it: [f(c) for c in …]")
		}
	case b.sign == '{' && !b.colon && before.text != "{" && before.text != "**":
		if b.loop {
			r.refuse(&b.open, "a set is written set([f(c) for c in …])")
		} else {
			r.refuse(&b.open, "a set is written set([1, 2])")
		}
	}
}
