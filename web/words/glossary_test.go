package words

import (
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
)

// TestTermsOfAlgorithms checks that every algorithm has terms, and that each is in the glossary.
func TestTermsOfAlgorithms(t *testing.T) {
	for _, a := range algorithms.All() {
		if list := FindAll(a.Terms); len(list) == 0 || slices.Contains(list, nil) {
			t.Errorf("the terms of %s are %v; the glossary has %v of them", a.ID, a.Terms, list)
		}
	}
}

// TestPlaces checks which words of a text are recognized as terms.
func TestPlaces(t *testing.T) {
	for text, want := range map[string]string{
		"Leaves of game trees; one leaf leaves the tree.": "leaf:Leaves game-tree:game trees leaf:leaf",
		"See “Immediate Pruning”: it prunes.":             "cut:prunes",
		"Its maxⁿ value under maxⁿ.":                      "maxn-value:maxⁿ value maxn:maxⁿ",
		"a non-cut, cutting, Cut":                         "cut:Cut",
		"α, β, and about its square root":                 "window:α window:β",
		"last-branch pruning is sound":                    "last-branch:last-branch pruning sound:sound",
		"":                                                "",
	} {
		var got []string
		for _, p := range Places(text) {
			got = append(got, p.ID+":"+text[p.From:p.To])
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", text, got, want)
		}
	}
}

// TestWords checks that each word belongs to one term only, and that each phrase in NotTerms
// contains a word of a term but is not a term.
func TestWords(t *testing.T) {
	of := map[string]string{}
	for i := range Terms {
		term := &Terms[i]
		for _, word := range append(strings.Split(term.Words(), "|"), term.Name) {
			if word = strings.ToLower(word); word == "" {
				continue
			}
			if of[word] != "" || strings.ContainsAny(word, `.*+?()[]{}\$`) {
				t.Errorf("%q is a word of %s, but also of %q, or it is not a plain word", word, term.ID, of[word])
			}
			of[word] = term.ID
		}
	}
	for id := range forms {
		if Find(id) == nil {
			t.Errorf("forms has words for %s, but there is no such term", id)
		}
	}
	for _, phrase := range strings.Split(NotTerms, "|") {
		if of[phrase] != "" {
			t.Errorf("%q is in NotTerms, but is a word of %s", phrase, of[phrase])
		}
		if !slices.ContainsFunc(strings.FieldsFunc(phrase, func(r rune) bool { return r == ' ' || r == ',' }), func(word string) bool { return of[word] != "" }) {
			t.Errorf("%q is in NotTerms, but contains no word of a term", phrase)
		}
	}
}
