package problem

import (
	"strconv"

	"espalier/trees"
)

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
