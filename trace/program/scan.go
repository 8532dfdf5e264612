package program

import (
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"espalier/trees"
	"espalier/trees/jsonscan"
)

// A scanner reads a line.
type scanner struct {
	jsonscan.Scanner
	keys jsonscan.Keys
}

// object reads one JSON object and calls each with its members. The key is valid until each
// returns. The values of strings, numbers and literals are whole; those of arrays and objects are
// checked by value.
func (s *scanner) object(src []byte, each func(key, raw []byte) error) error {
	s.Src, s.Pos = src, 0
	s.keys.Reset()
	if s.Space() != '{' {
		return fmt.Errorf("expected an object, such as {\"type\":\"leaf\",\"value\":[1,2,3]}, found %s", s.found())
	}
	s.Pos++
	for first := true; ; first = false {
		step := s.Next(first, '}')
		if step == jsonscan.Closed {
			break
		}
		if step == jsonscan.Unseparated {
			return fmt.Errorf("expected a comma or } after a value, found %s", s.found())
		}
		if s.Space() != '"' {
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
		if s.keys.Again(key) {
			return fmt.Errorf("the key %q is given twice", key)
		}
		if s.Space() != ':' {
			return fmt.Errorf("expected a colon after the key %q, found %s", key, s.found())
		}
		s.Pos++
		if raw, err = s.value(); err != nil {
			return err
		}
		if err := each(key, raw); err != nil {
			return err
		}
	}
	if s.Space() != 0 {
		return fmt.Errorf("expected the end of the line after the object, found %s; each line has one object", s.found())
	}
	return nil
}

// elements calls each with the raw elements of an array.
func elements(raw []byte, each func(raw []byte) error) error {
	var s scanner
	s.Src, s.Pos = raw, 1
	for first := true; ; first = false {
		switch s.Next(first, ']') {
		case jsonscan.Closed:
			return nil
		case jsonscan.Unseparated:
			return fmt.Errorf("expected a comma or ] in a list, found %s", s.found())
		}
		element, err := s.value()
		if err != nil {
			return err
		}
		if err := each(element); err != nil {
			return err
		}
	}
}

func (s *scanner) found() string {
	if s.Space() == 0 {
		return "the end of the line"
	}
	r, _ := utf8.DecodeRune(s.Src[s.Pos:])
	return fmt.Sprintf("%q at column %d", r, s.Pos+1)
}

// value reads one value of any type.
func (s *scanner) value() ([]byte, error) {
	c, start := s.Space(), s.Pos
	raw, fault := s.Value()
	switch {
	case c == 0:
		return nil, fmt.Errorf("the line ends where a value should be; is it only a part of a line?")
	case fault == jsonscan.OpenString:
		return nil, fmt.Errorf("the line ends inside of a string; is it only a part of a line?")
	case fault == jsonscan.OpenList:
		return nil, fmt.Errorf("the line ends inside of a list or object; is it only a part of a line?")
	case c == '"':
		return raw, nil
	case c != '[' && c != '{':
		return s.word(raw, start)
	case !simple(raw) && !json.Valid(raw) && !isVector(raw):
		return nil, fmt.Errorf("%s is not JSON", short(raw))
	}
	return raw, nil
}

// word checks a value that is no string, list or object.
func (s *scanner) word(raw []byte, start int) ([]byte, error) {
	switch string(raw) {
	case "true", "false", "null":
		return raw, nil
	case "NaN", "nan":
		return nil, fmt.Errorf("%s is no JSON number; write null where there is no value", raw)
	}
	if infinity(raw) != 0 { // as Python prints it
		return raw, nil
	}
	if !jsonscan.IsNumber(raw) {
		return nil, fmt.Errorf("%s is no JSON value", short(s.Src[start:]))
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
