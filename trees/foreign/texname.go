package foreign

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"espalier/trees"
)

// This file writes and reads names in the LaTeX trees of the exports. TeX prints some characters as others (½ as a
// fraction, a dash as three hyphens), and a name such as MIN or a: 3 looks like what is beside it. Such a name is
// \espaliername{28 31}{(1}: its characters by their numbers, and what TeX prints.

// TeXNames defines \espaliername, for a document that has names of NameInTeX.
const TeXNames = `\def\espaliername#1#2{#2}` + "\n"

const texName = `\espaliername{`

// NameInTeX returns a name for a tree in LaTeX that is read as the same name. printed is how TeX prints it.
func NameInTeX(name, printed string) string {
	if isPlainName(name) && plainInTeX(printed) == name {
		return printed
	}
	var b strings.Builder
	b.WriteString(texName)
	for i, c := range []rune(name) {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.FormatInt(int64(c), 16))
	}
	b.WriteString("}{" + printed + "}")
	return b.String()
}

// isPlainName reports whether a name looks like nothing else: no mover, number, payoff or variable.
func isPlainName(name string) bool {
	if _, _, mover := moverOf(name); mover || saidIn(name).mover() {
		return false
	}
	for _, beside := range []string{"Max", "P2", "Chance"} { // as the exports write it
		if saidIn(name+": "+beside).rest != name {
			return false
		}
	}
	return name != "" && numberAt(name) == "" && !isOpen(name) && trees.NotFiniteAt(name) == "" && !strings.ContainsAny(name, ":=,;()[]{}<>|?-")
}

func plainInTeX(text string) string {
	return (&reader{tick: func() error { return nil }}).plainTeX(text)
}

// ownName reads a name of NameInTeX at the begin of a text, and returns what comes after it; ok is false if there is none.
func ownName(text string) (name, rest string, ok bool) {
	text = strings.TrimLeft(text, " \n{")
	if text, _ = strings.CutPrefix(text, `\mbox{`); !strings.HasPrefix(text, texName) {
		return "", "", false
	}
	codes, rest, _ := strings.Cut(text[len(texName):], "}")
	var b strings.Builder
	for code := range strings.FieldsSeq(codes) {
		c, err := strconv.ParseInt(code, 16, 32)
		if err != nil || !utf8.ValidRune(rune(c)) {
			return "", "", false
		}
		b.WriteRune(rune(c))
	}
	return b.String(), afterGroup(rest), true
}

// texAction reads the text of an edge: a name of NameInTeX if it begins with one, and what else is there.
func (r *reader) texAction(text string) (own, action string) {
	own, rest, ok := ownName(text)
	if !ok {
		return "", r.plainTeX(text)
	}
	return own, r.plainTeX(rest)
}

// afterGroup returns a text without the braces that it begins with.
func afterGroup(text string) string {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth <= 0 {
				return text[i+1:]
			}
		}
	}
	return ""
}
