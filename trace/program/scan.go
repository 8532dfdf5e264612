package program

import (
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"espalier/trees"
)

// object reads one JSON object and calls each with its members. The key is valid until each
// returns. The values of strings, numbers and literals are whole; those of arrays and objects are
// checked by value.
func (s *scanner) object(src []byte, each func(key, raw []byte) error) error {
	s.src, s.pos = src, 0
	s.keys.reset()
	if s.space() != '{' {
		return fmt.Errorf("expected an object, such as {\"type\":\"leaf\",\"value\":[1,2,3]}, found %s", s.found())
	}
	s.pos++
	for first := true; ; first = false {
		if s.space() == '}' {
			s.pos++
			break
		}
		if !first {
			if s.space() != ',' {
				return fmt.Errorf("expected a comma or } after a value, found %s", s.found())
			}
			s.pos++
		}
		if s.space() != '"' {
			return fmt.Errorf("expected a key in quotes, found %s", s.found())
		}
		raw, err := s.value()
		if err != nil {
			return err
		}
		key, err := textBytes(raw)
		if err != nil {
			return fmt.Errorf("a key is %w", err)
		}
		if s.keys.again(key) {
			return fmt.Errorf("the key %q is given twice", key)
		}
		if s.space() != ':' {
			return fmt.Errorf("expected a colon after the key %q, found %s", key, s.found())
		}
		s.pos++
		if raw, err = s.value(); err != nil {
			return err
		}
		if err := each(key, raw); err != nil {
			return err
		}
	}
	if s.space() != 0 {
		return fmt.Errorf("expected the end of the line after the object, found %s; each line has one object", s.found())
	}
	return nil
}

// A keySet holds the keys of an object. Nearly all objects have few.
type keySet struct {
	few  [16][]byte
	n    int
	many map[string]bool // once there are more
}

func (k *keySet) reset() { k.n, k.many = 0, nil }

// again adds a key and reports whether it was there.
func (k *keySet) again(key []byte) bool {
	if k.many != nil {
		was := k.many[string(key)]
		k.many[string(key)] = true
		return was
	}
	for _, other := range k.few[:k.n] {
		if string(other) == string(key) {
			return true
		}
	}
	if k.n < len(k.few) {
		k.few[k.n] = key
		k.n++
		return false
	}
	k.many = map[string]bool{string(key): true}
	for _, other := range k.few {
		k.many[string(other)] = true
	}
	return false
}

// elements calls each with the raw elements of an array.
func elements(raw []byte, each func(raw []byte) error) error {
	var s scanner
	s.src, s.pos = raw, 1
	for first := true; s.space() != ']'; first = false {
		if !first {
			if s.space() != ',' {
				return fmt.Errorf("expected a comma or ] in a list, found %s", s.found())
			}
			s.pos++
		}
		element, err := s.value()
		if err != nil {
			return err
		}
		if err := each(element); err != nil {
			return err
		}
	}
	return nil
}

type scanner struct {
	src  []byte
	pos  int
	keys keySet
}

// space skips white space and returns the next byte; 0 at the end.
func (s *scanner) space() byte {
	for ; s.pos < len(s.src); s.pos++ {
		switch c := s.src[s.pos]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return c
		}
	}
	return 0
}

func (s *scanner) found() string {
	if s.space() == 0 {
		return "the end of the line"
	}
	r, _ := utf8.DecodeRune(s.src[s.pos:])
	return fmt.Sprintf("%q at column %d", r, s.pos+1)
}

// value reads one value of any type.
func (s *scanner) value() ([]byte, error) {
	c, start := s.space(), s.pos
	switch c {
	case 0:
		return nil, fmt.Errorf("the line ends where a value should be; is it only a part of a line?")
	case '"':
		for s.pos++; s.pos < len(s.src); s.pos++ {
			switch s.src[s.pos] {
			case '\\':
				s.pos++
			case '"':
				s.pos++
				return s.src[start:s.pos], nil
			}
		}
		return nil, fmt.Errorf("the line ends inside of a string; is it only a part of a line?")
	case '[', '{':
		for depth := 0; s.pos < len(s.src); {
			switch s.src[s.pos] {
			case '"':
				if _, err := s.value(); err != nil {
					return nil, err
				}
				continue
			case '[', '{':
				depth++
			case ']', '}':
				depth--
			}
			s.pos++
			if depth == 0 {
				raw := s.src[start:s.pos]
				if !simple(raw) && !json.Valid(raw) && !isVector(raw) {
					return nil, fmt.Errorf("%s is not JSON", short(raw))
				}
				return raw, nil
			}
		}
		return nil, fmt.Errorf("the line ends inside of a list or object; is it only a part of a line?")
	}
	for ; s.pos < len(s.src); s.pos++ {
		switch s.src[s.pos] {
		case ' ', '\t', '\r', '\n', ',', ']', '}', ':':
			return s.word(start)
		}
	}
	return s.word(start)
}

func (s *scanner) word(start int) ([]byte, error) {
	raw := s.src[start:s.pos]
	switch string(raw) {
	case "true", "false", "null":
		return raw, nil
	case "NaN", "nan":
		return nil, fmt.Errorf("%s is no JSON number; write null where there is no value", raw)
	}
	if infinity(raw) != 0 { // as Python prints it
		return raw, nil
	}
	if !isNumber(raw) {
		return nil, fmt.Errorf("%s is no JSON value", short(s.src[start:]))
	}
	return raw, nil
}

// isVector reports whether a list is one of numbers, some of which may be infinite.
func isVector(raw []byte) bool {
	return raw[0] == '[' && elements(raw, func(raw []byte) error {
		if infinity(raw) == 0 && !json.Valid(raw) {
			return errNoNumber
		}
		return nil
	}) == nil
}

var errNoNumber = errors.New("it is no number")

// simple reports whether a list holds numbers only, which elements checks.
func simple(raw []byte) bool {
	if raw[0] != '[' {
		return false
	}
	for _, c := range raw[1 : len(raw)-1] {
		if c == '"' || c == '[' || c == '{' || c == 'n' || c == 't' || c == 'f' {
			return false
		}
	}
	return true
}

// isNumber reports whether a text is a JSON number.
func isNumber(raw []byte) bool {
	i := 0
	digits := func() bool {
		start := i
		for i < len(raw) && raw[i] >= '0' && raw[i] <= '9' {
			i++
		}
		return i > start
	}
	if i < len(raw) && raw[i] == '-' {
		i++
	}
	if i+1 < len(raw) && raw[i] == '0' && raw[i+1] >= '0' && raw[i+1] <= '9' || !digits() {
		return false
	}
	if i < len(raw) && raw[i] == '.' {
		if i++; !digits() {
			return false
		}
	}
	if i < len(raw) && (raw[i] == 'e' || raw[i] == 'E') {
		if i++; i < len(raw) && (raw[i] == '+' || raw[i] == '-') {
			i++
		}
		if !digits() {
			return false
		}
	}
	return i == len(raw)
}

// text returns the text of a JSON string.
func text(raw []byte) (string, error) {
	b, err := textBytes(raw)
	return string(b), err
}

// textBytes returns the text of a JSON string, which is a part of the string where it has no
// escapes.
func textBytes(raw []byte) ([]byte, error) {
	if isPlain(raw) {
		return raw[1 : len(raw)-1], nil
	}
	s, err := trees.ReadString(raw)
	return []byte(s), err
}

// isPlain reports whether a value is a string of ASCII without escapes.
func isPlain(raw []byte) bool {
	if len(raw) < 2 || raw[0] != '"' {
		return false
	}
	for _, c := range raw[1 : len(raw)-1] {
		if c == '\\' || c < ' ' || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// short returns the beginning of a text, quoted, for an error.
func short(raw []byte) string {
	if len(raw) > 40 {
		return fmt.Sprintf("%q…", raw[:40])
	}
	return fmt.Sprintf("%q", raw)
}
