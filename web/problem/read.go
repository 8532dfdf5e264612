package problem

import (
	"errors"
	"slices"
	"strconv"
	"unicode/utf8"

	"espalier/trees"
	"espalier/trees/jsonscan"
	"espalier/web/words"
)

// Strict reading of JSON. A body is split into the raw text of its members, and
// each member is read by the function for its type, so that an error names the place.

// A Member is one key of an object with the raw text of its value.
type Member struct {
	Key string
	Raw []byte
}

// Absent reports whether the value is null, which means for an optional key that it
// is absent: many clients send it.
func (m Member) Absent() bool { return string(m.Raw) == "null" }

// A Field is a key that an object may have, and the place for the text of its value.
type Field struct {
	Key  string
	Raw  *[]byte
	Null bool // null is a value; else the key is absent
}

// ReadFields puts the text of each member in its place. The error names the first key that is none of the fields;
// the others are in their places all the same.
func ReadFields(members []Member, path string, fields ...Field) (err error) {
	for _, m := range members {
		i := slices.IndexFunc(fields, func(f Field) bool { return f.Key == m.Key })
		switch {
		case i >= 0 && (fields[i].Null || !m.Absent()):
			*fields[i].Raw = m.Raw
		case i < 0 && err == nil:
			known := make([]string, len(fields))
			for k, f := range fields {
				known[k] = f.Key
			}
			err = UnknownKey(path, m.Key, known)
		}
	}
	return err
}

// Choose returns the fields of some keys, which are among them.
func Choose(fields []Field, keys ...string) []Field {
	list := make([]Field, len(keys))
	for i, key := range keys {
		list[i] = fields[slices.IndexFunc(fields, func(f Field) bool { return f.Key == key })]
	}
	return list
}

type splitter struct {
	jsonscan.Scanner
	path string
}

func newSplitter(raw []byte, path string) *splitter {
	return &splitter{jsonscan.Scanner{Src: raw}, path}
}

// SplitObject returns the members of an object in their order. Errors are at
// path; an empty path is the body.
func SplitObject(raw []byte, path string) ([]Member, error) {
	s := newSplitter(raw, path)
	if !utf8.Valid(raw) {
		return nil, Malformed(s.place(), "the text is not UTF-8")
	}
	if s.Space() != '{' {
		return nil, s.wrongType("an object")
	}
	var members []Member
	var keys jsonscan.Keys
	err := s.list('}', func() error {
		start := s.Pos
		if s.Space() != '"' {
			return s.broken("a key in double quotes")
		}
		if _, err := s.value(); err != nil {
			return err
		}
		key, _, err := jsonscan.Unquote(s.Src[:s.Pos], start)
		if err != nil {
			return Malformed(s.place(), "the key at byte %d is not a JSON string", start)
		}
		if s.Space() != ':' {
			return s.broken("a colon")
		}
		s.Pos++
		value, err := s.value()
		if err != nil {
			return err
		}
		if keys.Again(key) {
			return Malformed(JoinPath(s.path, string(key)), "the key is given twice")
		}
		members = append(members, Member{string(key), value})
		return nil
	})
	return members, err
}

// SplitArray returns the raw text of the elements of an array.
func SplitArray(raw []byte, path string) ([][]byte, error) {
	s := newSplitter(raw, path)
	if s.Space() != '[' {
		return nil, s.wrongType("an array")
	}
	var elements [][]byte
	err := s.list(']', func() error {
		element, err := s.value()
		elements = append(elements, element)
		return err
	})
	return elements, err
}

// list reads the items between an opening bracket, which is next, and the
// closing one.
func (s *splitter) list(closing byte, item func() error) error {
	s.Pos++
	for first := true; ; first = false {
		switch s.Next(first, closing) {
		case jsonscan.Closed:
			if s.Space(); s.Pos < len(s.Src) {
				return Malformed(s.place(), "something follows the end at byte %d", s.Pos)
			}
			return nil
		case jsonscan.Unseparated:
			return s.broken("a comma or " + strconv.QuoteRune(rune(closing)))
		}
		if err := item(); err != nil {
			return err
		}
	}
}

// value passes one value without checking it: the function that reads the value
// does.
func (s *splitter) value() ([]byte, error) {
	s.Space()
	start := s.Pos
	raw, fault := s.Value()
	switch fault {
	case jsonscan.NoValue:
		return nil, s.broken("a value")
	case jsonscan.OpenString:
		return nil, Malformed(s.place(), "the string that begins at byte %d does not end", start)
	case jsonscan.OpenList:
		return nil, Malformed(s.place(), "the value that begins at byte %d does not end", start)
	}
	return raw, nil
}

func (s *splitter) broken(want string) error {
	if s.Pos >= len(s.Src) {
		return Malformed(s.place(), "the JSON text ends where %s is expected", want)
	}
	return Malformed(s.place(), "this is not JSON: at byte %d is %q where %s is expected", s.Pos, s.Src[s.Pos], want)
}

func (s *splitter) wrongType(want string) error {
	if s.path == "" {
		return Malformed(s.place(), "the body is %s; %s is expected", TypeOf(s.Src), want)
	}
	return WrongType(s.Src, s.path, want)
}

func (s *splitter) place() string {
	if s.path == "" {
		return "body"
	}
	return s.path
}

// JoinPath returns the path of a key in the object at path.
func JoinPath(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// TypeOf returns the JSON type of a raw value, in words.
func TypeOf(raw []byte) string {
	s := jsonscan.Scanner{Src: raw}
	switch c := s.Space(); {
	case c == 0 && s.Pos >= len(raw):
		return "empty"
	case c == '{':
		return "an object"
	case c == '[':
		return "an array"
	case c == '"':
		return "a string"
	case c == 't' || c == 'f':
		return "a boolean"
	case c == 'n':
		return "null"
	case c == '-' || c >= '0' && c <= '9':
		return "a number"
	}
	return "not JSON"
}

// WrongType returns the error of a value that is not what is expected.
func WrongType(raw []byte, path, want string) error {
	if t := TypeOf(raw); t == "not JSON" || t == "empty" {
		return Malformed(path, "this is %s; %s is expected", t, want)
	}
	return Refused(path, "this is %s; %s is expected", TypeOf(raw), want)
}

// ReadString reads a string.
func ReadString(raw []byte, path string) (string, error) {
	if TypeOf(raw) != "a string" {
		return "", WrongType(raw, path, "a string")
	}
	text, err := trees.ReadString(raw)
	var wrong *trees.Error
	if errors.As(err, &wrong) {
		return "", Malformed(path, "%s", wrong.Message)
	}
	return text, err
}

// ReadText reads a string of at most most characters.
func ReadText(raw []byte, path string, most int) (string, error) {
	text, err := ReadString(raw, path)
	if n := utf8.RuneCountInString(text); err == nil && n > most {
		err = OverLimit(path, "the text has %d characters; the maximum is %d", n, most)
	}
	return text, err
}

// ReadBool reads true or false.
func ReadBool(raw []byte, path string) (bool, error) {
	switch string(raw) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return false, WrongType(raw, path, "true or false")
}

// ReadWhole reads a whole number from least to most.
func ReadWhole(raw []byte, path string, least, most int) (int, error) {
	if TypeOf(raw) != "a number" {
		return 0, WrongType(raw, path, "a whole number")
	}
	number, err := trees.ParseNumber(string(raw))
	if err == nil && number.Unit != 1 {
		return 0, Refused(path, "%s is not a whole number", raw)
	}
	n := int(number.Score)
	if err != nil {
		return 0, Refused(path, "%.40s is not a whole number of %d to %d", raw, least, most)
	}
	if n < least || n > most {
		return 0, Refused(path, "%d is out of range: %d to %d", n, least, most)
	}
	return n, nil
}

// ReadVector reads a value in units of a tree: an array of scores, or a number if a value has
// one score. A number that is no whole number of units is refused.
func ReadVector(raw []byte, path string, t *trees.Tree) (v trees.Vector, err error) {
	list, err := ReadNumbers(raw, path, t)
	if err != nil {
		return v, err
	}
	for p, n := range list {
		var ok bool
		if v[p], ok = n.In(t.Unit); !ok {
			return v, Refused(path, "%s cannot be a value here: all numbers of this tree are multiples of 1/%d, of at most %d such parts", n, t.Unit, trees.MaxUnits)
		}
	}
	return v, nil
}

// ReadNumbers reads the numbers of a value of a tree.
func ReadNumbers(raw []byte, path string, t *trees.Tree) ([]trees.Number, error) {
	if t.Kind != trees.MaxN {
		n, err := ReadNumber(raw, path)
		return []trees.Number{n}, err
	}
	elements, err := SplitArray(raw, path)
	if err != nil {
		return nil, err
	}
	if len(elements) != t.Players {
		return nil, Refused(path, "the value has %s; this tree has %s", words.Plural(len(elements), "score"), words.Plural(t.Players, "player"))
	}
	list := make([]trees.Number, len(elements))
	for p, e := range elements {
		if list[p], err = ReadNumber(e, path+"["+strconv.Itoa(p)+"]"); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// ReadNumber reads a number, or a string with a fraction such as "1/3".
func ReadNumber(raw []byte, path string) (n trees.Number, err error) {
	text := string(raw)
	switch TypeOf(raw) {
	case "a number":
	case "a string":
		if text, err = ReadString(raw, path); err != nil {
			return n, err
		}
	default:
		return n, WrongType(raw, path, "a number")
	}
	if n, err = trees.ParseNumber(text); err != nil {
		return n, Refused(path, "%s", err)
	}
	return n, nil
}

// ReadScore reads a score in units of a tree. A number that is no whole number of units is
// refused.
func ReadScore(raw []byte, path string, unit trees.Score) (trees.Score, error) {
	n, err := ReadNumber(raw, path)
	if err != nil {
		return 0, err
	}
	s, ok := n.In(unit)
	if !ok {
		return 0, Refused(path, "%s is not a multiple of 1/%d, or is too large", n, unit)
	}
	return s, nil
}

// ReadNodes reads a list of node numbers.
func ReadNodes(raw []byte, path string) ([]int, error) {
	elements, err := SplitArray(raw, path)
	if err != nil {
		return nil, err
	}
	var list []int
	for i, e := range elements {
		n, err := ReadWhole(e, path+"["+strconv.Itoa(i)+"]", 0, trees.MaxNodes)
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, nil
}
