package main

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A printable writes texts of others, such as labels and titles, for a terminal: control characters, of
// which escape sequences are made, and marks that change the direction of the text are written as \u001b.
// The lines of the text stay.
type printable struct {
	to   io.Writer
	rest []byte // the first bytes of a character
}

func (p *printable) Write(b []byte) (int, error) {
	text := append(p.rest, b...)
	var out strings.Builder
	for len(text) > 0 && utf8.FullRune(text) {
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		if r == '\n' || r == '\t' {
			out.WriteRune(r)
		} else {
			writePrintable(&out, r)
		}
	}
	p.rest = append([]byte(nil), text...)
	if _, err := io.WriteString(p.to, out.String()); err != nil {
		return 0, err
	}
	return len(b), nil
}

func writePrintable(out *strings.Builder, r rune) {
	if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
		fmt.Fprintf(out, `\u%04x`, r)
		return
	}
	out.WriteRune(r)
}

// oneLine returns a text as one line of a report, without control characters.
func oneLine(text string) string {
	var out strings.Builder
	for _, r := range text {
		writePrintable(&out, r)
	}
	return out.String()
}
