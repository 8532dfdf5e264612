package judge

import (
	"regexp"
	"strings"
)

// Texts of authors: titles and notes. Nobody can prove what they say, so words that usually state a result
// are looked for, and the text waits for the answer.

var stating = regexp.MustCompile(`(?i)\b(un)?sound(ness)?\b|\bwrong|\bincorrect|\bfail(s|ed|ing|ures?)?\b|\bvalues? differs?\b|\breturns? the same\b|\bmay still change\b`)

// Title returns a title of an author, or the other one while it may state a result.
func (l Limit) Title(title, instead string) string {
	if l.Neutral && stating.MatchString(title) {
		return instead
	}
	return title
}

// Note returns what of a note in Markdown may be read, and whether the rest waits for an answer: what
// comes after a line of three hyphens, and each paragraph that may state a result.
func (l Limit) Note(note string) (shown string, waits bool) {
	if !l.Neutral {
		return note, false
	}
	note = strings.ReplaceAll(note, "\r\n", "\n")
	before, _, waits := strings.Cut("\n\n"+note+"\n", "\n\n---\n")
	blocks := strings.Split(strings.TrimSpace(before), "\n\n")
	if strings.Contains(before, "```") || strings.Contains(before, "~~~") { // a block of code can have empty lines
		blocks = []string{strings.TrimSpace(before)}
	}
	var kept []string
	for _, b := range blocks {
		if stating.MatchString(b) {
			waits = true
		} else {
			kept = append(kept, b)
		}
	}
	return strings.Join(kept, "\n\n"), waits
}
