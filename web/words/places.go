package words

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Place is an occurrence of a term in a text: the bytes From to To.
type Place struct {
	From, To int
	ID       string
}

// phrases are the words of all terms and the phrases of NotTerms, longest first. The script of
// the cards (static/js/shared/terms.js) searches for the same phrases.
var phrases = allPhrases()

type phrase struct{ words, id string }

func allPhrases() (list []phrase) {
	for i := range Terms {
		t := &Terms[i]
		for _, words := range append(strings.Split(t.Words(), "|"), t.Name) {
			if words != "" {
				list = append(list, phrase{strings.ReplaceAll(words, "^n", "ⁿ"), t.ID})
			}
		}
	}
	for _, words := range strings.Split(NotTerms, "|") {
		list = append(list, phrase{words, ""})
	}
	slices.SortStableFunc(list, func(a, b phrase) int { return len(b.words) - len(a.words) })
	return list
}

// Places returns the terms in a text from left to right. It skips text in quotes.
func Places(text string) (list []Place) {
	before := ' '
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		end := at + size
		if r == '“' {
			if quoted := strings.IndexRune(text[at:], '”'); quoted > 0 {
				end = at + quoted + len("”")
			}
		} else if !inWord(before) {
			if p := phraseAt(text[at:]); p != nil {
				end = at + len(p.words)
				if p.id != "" {
					list = append(list, Place{at, end, p.id})
				}
			}
		}
		before, _ = utf8.DecodeLastRuneInString(text[:end])
		at = end
	}
	return list
}

// phraseAt returns the longest phrase at the start of a text, or nil.
func phraseAt(text string) *phrase {
	for i := range phrases {
		p := &phrases[i]
		n := len(p.words)
		if len(text) < n || !strings.EqualFold(text[:n], p.words) {
			continue
		}
		if after, _ := utf8.DecodeRuneInString(text[n:]); n == len(text) || !inWord(after) {
			return p
		}
	}
	return nil
}

func inWord(r rune) bool { return r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r) }
