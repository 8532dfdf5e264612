package trace

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"espalier/trees"
)

// Mentions returns a text about a tree as a sentence in which the names of nodes are
// marked. The tree may be nil. Of several nodes with the same name the first is meant.
func Mentions(t *trees.Tree, text string) Sentence {
	if t == nil {
		return mentionsOf(nil, text, nil)
	}
	return mentionsOf(t, text, t.Name)
}

// MentionsByPath does the same with a text that calls nodes by their labels and paths, as the stories of
// the figures do. The sentence calls them by their names.
func MentionsByPath(t *trees.Tree, text string) Sentence {
	if t == nil {
		return mentionsOf(nil, text, nil)
	}
	s := mentionsOf(t, text, t.Path)
	for i, span := range s {
		if span.Node >= 0 {
			s[i].Text = t.Name(span.Node)
		}
	}
	return s
}

func mentionsOf(t *trees.Tree, text string, called func(node int) string) Sentence {
	type name struct {
		text string
		node int
	}
	var names []name
	if t != nil {
		for n := range t.Len() {
			names = append(names, name{called(n), n})
		}
	}
	slices.SortStableFunc(names, func(a, b name) int { return len(b.text) - len(a.text) }) // the longest that fits is meant
	var s Sentence
	plain := 0 // start of the text that is not yet in s
	for at := 0; at < len(text); {
		i := slices.IndexFunc(names, func(n name) bool { return mentions(text, at, n.text) })
		if i < 0 {
			_, size := utf8.DecodeRuneInString(text[at:])
			at += size
			continue
		}
		if plain < at {
			s = append(s, Span{Text: text[plain:at], Node: -1})
		}
		s = append(s, Span{Text: names[i].text, Node: names[i].node})
		at += len(names[i].text)
		plain = at
	}
	if plain < len(text) {
		s = append(s, Span{Text: text[plain:], Node: -1})
	}
	return s
}

// mentions reports whether a text names a node at a position: the name is not a part
// of a longer word, and "a" is not the article.
func mentions(text string, at int, name string) bool {
	after, found := strings.CutPrefix(text[at:], name)
	if !found {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	next, _ := utf8.DecodeRuneInString(after)
	child := len(after) > 1 && after[0] == '.' && after[1] >= '0' && after[1] <= '9'
	if joins(before) || joins(next) || child {
		return false
	}
	if name != "a" || !strings.HasPrefix(after, " ") {
		return true
	}
	return strings.HasPrefix(after, " becomes ") || strings.HasPrefix(after, " here")
}

func joins(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_^'’", r)
}
