package foreign

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"espalier/trees"
	"espalier/trees/jsonscan"
)

// This file reads JSON into an arena, with the place of every value. It also takes what Python
// prints: single quotes, None, True, False, tuples, and a comma before a closing bracket; and from programs,
// keys without quotes and calls that make a node, which become objects; see constructor.go. Strings are those of
// jsonscan. All other tokens are read like those of the other notations: with every kind of white space,
// with numbers such as 1/3, +2 and −2, and with what is found in the words of errors. A jsonscan.Scanner
// ends at the first of these.

// A jsonKind is the type of a value.
type jsonKind uint8

const (
	jsonNull jsonKind = iota
	jsonBool
	jsonNumber
	jsonString
	jsonList
	jsonObject
)

// A jsonValue is a value of a document. Numbers and strings are read where they are needed.
type jsonValue struct {
	kind     jsonKind
	at, end  int32 // bytes of the text
	from, to int32 // of what is in it, in within; an object has its keys and values in turn
}

type jsonDocument struct {
	r        *reader
	values   []jsonValue
	within   []int32
	texts    map[int32]string // of strings that are not in quotes in the text
	listed   bool             // a list was an argument of a call without a name
	isGraph  bool             // a class of graphs is called
	shaped   bool             // a tree of Sage has no values
	options  bool             // arguments of a class of graphs were read over
	ofChance bool             // a list holds children of chance
	applied  bool             // constructors have their arguments after them, and semicolons may separate items
	joined   []joinedNode     // nodes that name their parents
	// variables are those of a program; nil: the text is none.
	variables map[string]*variable
}

// read reads a value and returns its number.
func (d *jsonDocument) read(level int) int32 {
	r := d.r
	at := r.mark()
	r.step()
	r.level(at, level)
	v := jsonValue{at: int32(at)}
	switch c := r.peek(); {
	case c == '{' || c == '[' || c == '(':
		v.kind = jsonList
		if c == '{' {
			v.kind = jsonObject
		}
		items := d.list(c, at, level)
		v.from = int32(len(d.within))
		d.within = append(d.within, items...)
		v.to = int32(len(d.within))
	case c == '"' || c == '\'':
		v.kind = jsonString
		d.skipString()
	case r.lookNumber() != "":
		v.kind = jsonNumber
		if d.ofChance { // 0.5-3
			r.number()
		} else {
			r.numberAlone()
		}
	default:
		word := wordAt(r.src[r.pos:])
		if name := constructorAt(r.src[r.pos:]); name != "" {
			return d.constructor(name, at, level)
		}
		if begin, _ := utf8.DecodeRuneInString(word); d.applied && unicode.IsUpper(begin) {
			return d.application(word, at, level)
		}
		if x := d.variables[word]; x != nil && x.value >= 0 {
			r.stepOver(len(word))
			if strings.HasPrefix(r.src[r.pos:], ".identifier") { // of a node of treelib
				r.stepOver(len(".identifier"))
			}
			return x.value
		}
		if mover := moverConstant(r.src[r.pos:]); mover != "" { // Player.MAX
			r.stepOver(len(mover))
			return d.string(mover[strings.LastIndexByte(mover, '.')+1:], at)
		}
		switch word {
		case "null", "None", "undefined", "nullptr", "NULL", "nil":
			v.kind = jsonNull
		case "true", "false", "True", "False":
			v.kind = jsonBool
		default:
			if !isOpen(word) && r.peek() != '?' && (word == "" || !isNeutral(word)) { // Leaf, in the place of a type
				r.expected("an object, a list, a string or a number")
			}
			if word == "" {
				word = "?"
			}
			r.stepOver(len(word))
			return d.string(word, at)
		}
		r.stepOver(len(word))
	}
	v.end = int32(r.pos)
	return d.add(v)
}

// moverConstant returns the constant of a program that says who moves, MAX or Player.MAX, at the start of a text; "" if
// there is none.
func moverConstant(text string) string {
	word := wordAt(text)
	whole := word
	for word != "" && strings.HasPrefix(text[len(whole):], ".") && len(whole) < maxFunction {
		word = wordAt(text[len(whole)+1:])
		whole += "." + word
	}
	if m, _, ok := moverOf(word); !ok || m != maxMoves && m != minMoves && m != chanceMoves {
		return ""
	}
	return whole
}

func (d *jsonDocument) add(v jsonValue) int32 {
	d.values = append(d.values, v)
	return int32(len(d.values) - 1)
}

// string adds a string that is not in quotes, from a byte to where the reader is.
func (d *jsonDocument) string(text string, at int) int32 {
	if d.texts == nil {
		d.texts = map[int32]string{}
	}
	v := d.add(jsonValue{kind: jsonString, at: int32(at), end: int32(d.r.pos)})
	d.texts[v] = text
	return v
}

// holding adds a list or an object.
func (d *jsonDocument) holding(kind jsonKind, items []int32, at int) int32 {
	v := jsonValue{kind: kind, at: int32(at), end: int32(d.r.pos), from: int32(len(d.within))}
	d.within = append(d.within, items...)
	v.to = int32(len(d.within))
	return d.add(v)
}

// list reads the items of a list, or the keys and values of an object.
func (d *jsonDocument) list(open byte, at, level int) (items []int32) {
	r := d.r
	closing := open + 2 // in ASCII, } and ] are two after { and [
	if open == '(' {
		closing = ')'
	}
	end := `"` + string(rune(closing)) + `"`
	for r.take(open); !r.take(closing); {
		if len(items) > 0 {
			if !r.take(',') && !(d.applied && r.take(';')) && r.pos < len(r.src) {
				r.expected(`"," or ` + end)
			}
			if r.take(closing) { // as Python allows
				break
			}
		}
		if r.peek() == 0 && r.pos == len(r.src) {
			r.failOpen(at, "another entry or "+end)
		}
		if open == '{' {
			items = append(items, d.key(level+1))
			if !r.take(':') {
				r.expected(`":" after the key`)
			}
		}
		items = append(items, d.read(level+1))
		if last := &items[len(items)-1]; d.ofChance && open != '{' && d.kind(*last) == jsonNumber && r.take('-') { // 0.5-leaf(3)
			*last = d.likely(*last, d.read(level+1))
		}
	}
	return items
}

// fragmentBegin is the begin of the lists of a graph without the braces around them, as in the pages of vis.js and
// Cytoscape.js.
var fragmentBegin = regexp.MustCompile(`^(?:nodes|edges|links|elements)\s*:\s*(?:(new\b)|\[\s*\{)`)

// isFragment reports whether a text is such lists, and no YAML.
func isFragment(text string) bool {
	m := fragmentBegin.FindStringSubmatchIndex(text[:min(len(text), maxAssignment)])
	return m != nil && (m[2] >= 0 || strings.ContainsAny(text, `"'`))
}

// fragment reads members without the braces of their object, up to the end of the text.
func (d *jsonDocument) fragment() int32 {
	r := d.r
	at := r.mark()
	var items []int32
	for {
		items = append(items, d.key(1-trees.MaxLevels))
		if !r.take(':') {
			r.expected(`":" after the key`)
		}
		items = append(items, d.read(1-trees.MaxLevels))
		if !r.take(',') || r.peek() == 0 && r.pos == len(r.src) {
			return d.holding(jsonObject, items, at)
		}
	}
}

// likely returns a node with its probability.
func (d *jsonDocument) likely(prob, v int32) int32 {
	var items []int32
	switch at := d.at(v); d.kind(v) {
	case jsonObject:
		items = append(items, d.items(v)...)
	case jsonList:
		items = []int32{d.string("children", at), v}
	default:
		items = []int32{d.string("value", at), v}
	}
	return d.holding(jsonObject, append(items, d.string("prob", d.at(prob)), prob), d.at(prob))
}

// key reads a key: a string, a number, or a word, as in JavaScript.
func (d *jsonDocument) key(level int) int32 {
	r := d.r
	c := r.peek()
	if c == '"' || c == '\'' || r.lookNumber() != "" {
		return d.read(level)
	}
	word := wordAt(r.src[r.pos:])
	if word == "" {
		r.expected("a key in double quotes")
	}
	at := r.pos
	r.stepOver(len(word))
	return d.string(word, at)
}

// skipString moves over a string.
func (d *jsonDocument) skipString() {
	r := d.r
	end, closed := jsonscan.PassString(r.src, r.pos)
	if !closed {
		r.failOpenString(r.pos)
	}
	r.stepOver(end - r.pos)
}

// items returns what is in a list, or the keys and values of an object in turn.
func (d *jsonDocument) items(v int32) []int32 {
	return d.within[d.values[v].from:d.values[v].to]
}

func (d *jsonDocument) kind(v int32) jsonKind { return d.values[v].kind }
func (d *jsonDocument) at(v int32) int        { return int(d.values[v].at) }

// raw returns the text of a value.
func (d *jsonDocument) raw(v int32) string { return d.r.src[d.values[v].at:d.values[v].end] }

// text returns a string, or the text of a number.
func (d *jsonDocument) text(v int32) string {
	if text, without := d.texts[v]; without {
		return text
	}
	raw := d.raw(v)
	if d.kind(v) != jsonString {
		return raw
	}
	for range len(raw) {
		d.r.step()
	}
	if raw[0] == '\'' {
		raw = `"` + strings.NewReplacer(`\'`, `'`, `"`, `\"`).Replace(raw[1:len(raw)-1]) + `"`
	}
	text, end, err := jsonscan.Unquote(raw, 0)
	if err != nil || end < len(raw) {
		d.r.fail(d.at(v), "this string has an escape or a character that JSON does not have")
	}
	return string(text)
}

// number returns a number, or one in a string, such as "1/3".
func (d *jsonDocument) number(v int32) (number, bool) {
	word := d.raw(v)
	if d.kind(v) == jsonString {
		word = strings.TrimSpace(d.text(v))
		if numberAt(word) != word || word == "" {
			if infinite := trees.NotFiniteAt(word); infinite != "" && infinite == word {
				d.r.failNotFinite(d.at(v), infinite)
			}
			return number{}, false
		}
	} else if d.kind(v) != jsonNumber {
		return number{}, false
	} else if strings.Contains(word, "/") {
		d.r.fail(d.at(v), "put a fraction in JSON in quotes: \"%s\"", shortened(word))
	}
	n, err := parseNumber(word, d.at(v))
	if err != nil {
		d.r.fail(d.at(v), "%v", err)
	}
	return n, true
}

// probability returns a number, or one with a percent sign in a string, such as "50%".
func (d *jsonDocument) probability(v int32) (number, bool) {
	if d.kind(v) == jsonString {
		word := strings.TrimSpace(d.text(v))
		if digits, parts := strings.CutSuffix(word, "%"); parts && numberAt(digits) == digits && digits != "" {
			x, err := parseProbability(word, d.at(v))
			if err != nil {
				d.r.fail(d.at(v), "%v", err)
			}
			return x, true
		}
	}
	return d.number(v)
}

// numbers returns a list of numbers; nil if the value is another one.
func (d *jsonDocument) numbers(v int32) (list []number) {
	if d.kind(v) != jsonList {
		return nil
	}
	for _, item := range d.items(v) {
		d.r.step()
		if d.kind(item) == jsonList || d.kind(item) == jsonObject {
			return nil
		}
		x, ok := d.number(item)
		if !ok {
			return nil
		}
		list = append(list, x)
	}
	return list
}

// fields calls each with the keys of an object, in lower case, and their values.
func (d *jsonDocument) fields(v int32, each func(key string, at, value int32)) {
	items := d.items(v)
	for i := 0; i < len(items); i += 2 {
		d.r.step()
		each(d.text(items[i]), items[i], items[i+1])
	}
}

// validUTF8 returns the first byte of a text that is not UTF-8, or -1.
func validUTF8(src string) int {
	if utf8.ValidString(src) {
		return -1
	}
	for i, ch := range src {
		if ch == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(src[i:]); size == 1 {
				return i
			}
		}
	}
	return -1
}
