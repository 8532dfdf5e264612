package foreign

import (
	"strings"
	"unicode/utf8"

	"espalier/trees/jsonscan"
)

// This file reads JSON into an arena, with the place of every value. It also takes what Python
// prints: single quotes, None, True, False, and a comma before a closing bracket. Strings are those of
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
	r      *reader
	values []jsonValue
	within []int32
}

// read reads a value and returns its number.
func (d *jsonDocument) read(level int) int32 {
	r := d.r
	at := r.mark()
	r.step()
	r.level(at, level)
	v := jsonValue{at: int32(at)}
	switch c := r.peek(); {
	case c == '{' || c == '[':
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
		r.stepOver(len(r.lookNumber()))
	default:
		word := wordAt(r.src[r.pos:])
		switch word {
		case "null", "None":
			v.kind = jsonNull
		case "true", "false", "True", "False":
			v.kind = jsonBool
		default:
			r.expected("an object, a list, a string or a number")
		}
		r.stepOver(len(word))
	}
	v.end = int32(r.pos)
	d.values = append(d.values, v)
	return int32(len(d.values) - 1)
}

// list reads the items of a list, or the keys and values of an object.
func (d *jsonDocument) list(open byte, at, level int) (items []int32) {
	r := d.r
	closing := open + 2 // in ASCII, } and ] are two after { and [
	end := `"` + string(rune(closing)) + `"`
	for r.take(open); !r.take(closing); {
		if len(items) > 0 {
			if !r.take(',') && r.pos < len(r.src) {
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
			if c := r.peek(); c != '"' && c != '\'' && r.lookNumber() == "" {
				r.expected("a key in double quotes")
			}
			items = append(items, d.read(level+1))
			if !r.take(':') {
				r.expected(`":" after the key`)
			}
		}
		items = append(items, d.read(level+1))
	}
	return items
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
