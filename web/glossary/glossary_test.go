package glossary

import (
	"slices"
	"strings"
	"testing"

	"espalier/search"
)

// TestOfAlgorithm checks that every algorithm has its terms, and that each is in the glossary.
func TestOfAlgorithm(t *testing.T) {
	all := search.All()
	for _, a := range all {
		if list := OfAlgorithm(a.ID); len(list) < 3 || slices.Contains(list, nil) {
			t.Errorf("the terms of %s are %v, of which the glossary has %v", a.ID, ofAlgorithm[a.ID], list)
		}
	}
	if len(ofAlgorithm) != len(all) {
		t.Errorf("%d algorithms have terms, want %d", len(ofAlgorithm), len(all))
	}
}

// TestWords checks that each word of a text means one term, and that no phrase is said to
// be none of them that is one.
func TestWords(t *testing.T) {
	of := map[string]string{}
	for i := range Terms {
		term := &Terms[i]
		for _, word := range append(strings.Split(term.Words(), "|"), term.Name) {
			if word = strings.ToLower(word); word == "" {
				continue
			}
			if of[word] != "" || strings.ContainsAny(word, `.*+?()[]{}\$`) {
				t.Errorf("%q is a word of %s, and already of %q, or no plain word", word, term.ID, of[word])
			}
			of[word] = term.ID
		}
	}
	for id := range forms {
		if Find(id) == nil {
			t.Errorf("there is no term %s, whose words are given", id)
		}
	}
	for _, phrase := range strings.Split(NotTerms, "|") {
		if of[phrase] != "" {
			t.Errorf("%q is a word of %s, and no term", phrase, of[phrase])
		}
		if !slices.ContainsFunc(strings.FieldsFunc(phrase, func(r rune) bool { return r == ' ' || r == ',' }), func(word string) bool { return of[word] != "" }) {
			t.Errorf("%q has no word of a term, so that it need not be left out", phrase)
		}
	}
}
