package program

import (
	"bytes"
	"errors"
	"fmt"
)

// This file has the lines that a program prints besides its events, such as "Best move: 3". An event is
// a JSON object, so each line that does not begin one is such a line.

const otherBegin = "this is "

// ByteOrderMark is what some programs write before a text in UTF-8.
const ByteOrderMark = "\xef\xbb\xbf"

// newOtherLine returns the error of the first such line.
func newOtherLine(line int, src []byte) *LineError {
	e := &LineError{Line: line, Other: 1, text: short(src)}
	e.say()
	return e
}

// OtherLine returns an error as that of a line of the program's own output; nil: it is another one.
func OtherLine(err error) *LineError {
	var line *LineError
	if errors.As(err, &line) && line.Other > 0 {
		return line
	}
	return nil
}

// Count counts a later line, if it is such a line, too.
func (e *LineError) Count(src []byte) {
	if src = bytes.TrimSpace(src); len(src) > 0 && src[0] != '#' && src[0] != '{' {
		e.Other++
		e.say()
	}
}

func (e *LineError) say() {
	e.Message = otherBegin + "output of the program itself, not an event: " + e.text
	if e.Other > 1 {
		e.Message += fmt.Sprintf("; the run has %d such lines", e.Other)
	}
}
