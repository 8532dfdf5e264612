package games

import (
	"slices"
	"strconv"

	"espalier/trees"
)

// A FieldKind is the type of a field's value in a document.
type FieldKind uint8

const (
	WholeField  FieldKind = iota // 3
	FlagField                    // true
	TextField                    // "S"
	CardsField                   // "AS KS", or a list of such texts
	WholesField                  // [1, 2, 3]
	TextsField                   // ["AS KS", "2D"]
	ListsField                   // [["1,2", "3,4"], []]
)

// A Field is a field of the document of a position.
type Field struct {
	Name    string
	Kind    FieldKind
	Default any      // as in JSON; nil: null, or described by Text
	Choices []string // of a text; nil: any
	Text    string   // what it means, in a sentence
	Label   string   // in a form; empty: the name
	Setting bool     // a game begins with it; else it is a part of a position alone
	Deal    bool     // it describes a deal of cards: beside hands it is not given
}

// A Document describes a position of a game. Values holds the fields that are given, by
// name: int, bool, string, []int, []string or [][]string, by the kind of the field.
type Document struct {
	ID     string
	Values map[string]any
}

// A fieldReader reads the fields of a document. It keeps the first error.
type fieldReader struct {
	*Document
	err error
}

func (r *fieldReader) fail(path, format string, args ...any) {
	if r.err == nil {
		r.err = trees.ErrorAt("game."+path, format, args...)
	}
}

func (r *fieldReader) given(name string) bool {
	_, ok := r.Values[name]
	return ok
}

func field[T any](r *fieldReader, name string, byDefault T) T {
	value, ok := r.Values[name]
	if !ok {
		return byDefault
	}
	v, ok := value.(T)
	if !ok {
		r.fail(name, "this is a value of another type")
	}
	return v
}

// whole reads a whole number in a range. A number out of range is an error, and the
// default is returned.
func (r *fieldReader) whole(name string, byDefault, least, most int) int {
	n := field(r, name, byDefault)
	if r.given(name) && (n < least || n > most) {
		r.fail(name, "%d is out of range: %d to %d", n, least, most)
		return byDefault
	}
	return n
}

// players reads the number of players of a game.
func (r *fieldReader) players(allowed []int, byDefault int) int {
	n := field(r, "players", byDefault)
	if !slices.Contains(allowed, n) {
		r.fail("players", "%d is out of range: the numbers of players are %s", n, numbersInWords(allowed))
		return byDefault
	}
	return n
}

func numbersInWords(numbers []int) string {
	var list []string
	for _, n := range numbers {
		list = append(list, strconv.Itoa(n))
	}
	return trees.InWords(list)
}

// wholes reads a list with one number per player.
func (r *fieldReader) wholes(name string, players, least, most int) []int {
	list := field(r, name, []int(nil))
	if list == nil {
		return nil
	}
	if len(list) != players {
		r.fail(name, "there are %d numbers; one for each of the %d players is right", len(list), players)
		return nil
	}
	for i, n := range list {
		if n < least || n > most {
			r.fail(name+"["+strconv.Itoa(i)+"]", "%d is out of range: %d to %d", n, least, most)
			return nil
		}
	}
	return list
}

// choice reads a text that is one of a list.
func (r *fieldReader) choice(name, byDefault string, choices []string) string {
	text := field(r, name, byDefault)
	if r.given(name) && !slices.Contains(choices, text) {
		r.fail(name, "%q is not allowed here; there are %s", text, trees.InWords(choices))
		return byDefault
	}
	return text
}

// exclusive reports an error for each of the fields that excludes another one.
func (r *fieldReader) exclusive(beside string, names ...string) {
	for _, name := range names {
		if r.given(name) {
			r.fail(name, "%s says this already; leave it out", beside)
		}
	}
}

// Writing documents.

func appendKey(b []byte, key string) []byte {
	if b[len(b)-1] != '{' {
		b = append(b, ',')
	}
	return append(trees.AppendQuoted(b, key), ':')
}

func appendWhole(b []byte, key string, n int) []byte {
	return strconv.AppendInt(appendKey(b, key), int64(n), 10)
}

func appendText(b []byte, key, text string) []byte {
	return trees.AppendQuoted(appendKey(b, key), text)
}

func appendWholes(b []byte, key string, list []int) []byte {
	b = append(appendKey(b, key), '[')
	for i, n := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	return append(b, ']')
}
