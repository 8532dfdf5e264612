package problem

import (
	"bytes"
	"encoding/json"
	"strconv"

	"espalier/trees"
)

// JSON returns a document on one line, with its end. Nothing is escaped for HTML: no answer is a part of a page.
func JSON(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // the values are ours
	}
	return b.Bytes()
}

// Raw returns a value as a part of a document.
func Raw(v any) json.RawMessage { return bytes.TrimSuffix(JSON(v), []byte{'\n'}) }

// An Object is written with its members in their order: encoding/json orders those of a map by the texts of their
// keys, so 10 before 9.
type Object []Member

// MarshalJSON writes the object.
func (o Object) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(trees.AppendQuoted(b, m.Key), ':'), m.Raw...)
	}
	return append(b, '}'), nil
}

// Numbered returns a member whose key is a number.
func Numbered(key int, raw []byte) Member { return Member{strconv.Itoa(key), raw} }
