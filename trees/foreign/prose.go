package foreign

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"espalier/trees"
)

// This file finds the sentences around an outline or a table of Markdown, as in a post or in the answer of a chat.

// courtesies are lines of a post that are no sentences.
var courtesies = []string{"hi", "hello", "hi all", "hello all", "thanks", "thank you", "thx", "cheers", "regards", "hallo", "danke", "merci", "bonjour"}

// A proseLine is a line of a text.
type proseLine struct {
	from, to int
	text     string // without the blanks at its end
}

func (l proseLine) blank() bool    { return strings.Trim(l.text, blankCharacters) == "" }
func (l proseLine) indented() bool { return l.text != "" && strings.IndexByte(" \t", l.text[0]) >= 0 }
func (l proseLine) barred() bool   { return strings.Contains(l.text, "|") }

// marked reports whether the line has the mark of a node: a bullet or a drawing.
func (l proseLine) marked() bool { return marks.MatchString(l.text) }

// sentence reports whether the line reads like a part of one, and not like a node.
func (l proseLine) sentence() bool {
	text := strings.Trim(l.text, blankCharacters)
	begin, _ := utf8.DecodeRuneInString(text)
	if l.indented() || !unicode.IsLetter(begin) && !strings.ContainsRune("\"'(“„«¿¡", begin) || strings.ContainsAny(text, "=[]{}<>|\\;→") || strings.Contains(text, "->") {
		return false
	}
	if key, rest, found := strings.Cut(text, ":"); found && strings.TrimSpace(rest) != "" && !strings.Contains(key, " ") { // of YAML
		return false
	}
	words := 0
	for word := range strings.FieldsSeq(text) {
		if strings.IndexFunc(word, unicode.IsLetter) >= 0 {
			words++
		}
	}
	const (
		several = 2
		many    = 4 // words, of which a node has fewer
	)
	plain := strings.TrimRight(text, ".!?:,…) ")
	end, _ := utf8.DecodeLastRuneInString(text)
	switch _, _, mover := moverOf(plain); {
	case isOneOf(strings.ToLower(plain), courtesies), words >= many:
		return true
	case mover || numberAt(plain) == plain:
		return false
	case strings.ContainsRune(".!?…", end):
		return words > 0 && !isDigit(plain[len(plain)-1])
	}
	return strings.ContainsRune(":,", end) && words >= several
}

// maxProse is the number of bytes of a text in which sentences are looked for; a longer one is a file.
const maxProse = 64 << 10

// withoutProse returns a text with blanks in place of the sentences around its tree, and a note that repeats them. Without
// such sentences it returns the text.
func withoutProse(text string) (plain, note string) {
	if len(text) > maxProse {
		return text, ""
	}
	var lines []proseLine
	for from := 0; from < len(text); {
		end := lineEnd(text, from)
		lines = append(lines, proseLine{from, end, strings.TrimRightFunc(text[from:end], unicode.IsSpace)})
		from = end + 1
	}
	first, last := tableIn(lines)
	if first < 0 {
		first, last = outlineIn(lines)
	}
	if first < 0 {
		return text, ""
	}
	var left []string
	for i, l := range lines {
		if i >= first && i <= last || l.blank() {
			continue
		}
		if !l.sentence() {
			return text, ""
		}
		left = append(left, quoted(strings.Trim(l.text, blankCharacters)))
	}
	if len(left) == 0 || !slices.Contains([]string{"", "yaml", "newick", "edges", "outline"}, detect(text)) {
		return text, ""
	}
	if len(left) > maxListed {
		left = append(left[:maxListed-1], count(len(left)-maxListed+1, "more line"))
	}
	begin, end := lines[first].from, lines[last].to
	return blanks(text[:begin]) + text[begin:end] + blanks(text[end:]), "The sentences around the tree are left out: " + trees.InWords(left) + "."
}

// tableIn returns the first and the last line of the one table of Markdown; -1: there is none, or there are two.
func tableIn(lines []proseLine) (first, last int) {
	first = -1
	for i := 0; i+1 < len(lines); i++ {
		if !lines[i].barred() || !lines[i+1].barred() || !bars.MatchString(lines[i+1].text) {
			continue
		}
		if first >= 0 {
			return -1, -1
		}
		for first = i; i < len(lines) && lines[i].barred(); i++ {
			last = i
		}
	}
	return first, last
}

// outlineIn returns the first and the last line of an outline; -1: there is none.
func outlineIn(lines []proseLine) (first, last int) {
	first = slices.IndexFunc(lines, proseLine.marked)
	if first < 0 {
		first = slices.IndexFunc(lines, func(l proseLine) bool { return l.indented() && !l.blank() }) - 1
		if first < 0 || lines[first].blank() {
			return -1, -1
		}
	} else if first > 0 && !lines[first-1].blank() {
		// The line above is the root, unless the marked lines have one.
		tops, column := 0, len(lines[first].text)
		for _, l := range lines[first:] {
			if !l.marked() {
				continue
			}
			switch indent := len(l.text) - len(strings.TrimLeft(l.text, " \t")); {
			case indent < column:
				tops, column = 1, indent
			case indent == column:
				tops++
			}
		}
		if tops > 1 || drawn.MatchString(lines[first].text) || !lines[first-1].sentence() {
			first--
		}
	}
	for i, l := range lines {
		if i >= first && !l.blank() && (l.marked() || l.indented() || wire.MatchString(l.text) || summary.MatchString(l.text)) {
			last = i
		}
	}
	part := lines[first:max(last+1, first)]
	if len(part) < 2 {
		return -1, -1
	}
	var text strings.Builder
	for _, l := range part {
		if text.Len() < maxLooked {
			text.WriteString(l.text + "\n")
		}
	}
	if showsOutline(text.String()) < alike {
		return -1, -1
	}
	return first, last
}
