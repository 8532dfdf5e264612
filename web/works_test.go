package web_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"espalier/trees/figures"
	"espalier/web/words"
)

// named finds where a text names a paper: its authors and a year.
var named = regexp.MustCompile(`((?:\p{Lu}\p{L}+, )*\p{Lu}\p{L}+(?: (?:&|and) \p{Lu}\p{L}+| et al\.)?),? \(?(19\d\d|20[0-2]\d)\b`)

// citations are the known papers and books: the short names, and the citations, in which years have other words before them.
func citations() (short, whole []string) {
	for _, p := range figures.Papers() {
		short, whole = append(short, p.Short), append(whole, words.MaxN(p.Citation))
	}
	for _, w := range words.Works {
		short, whole = append(short, w.Short), append(whole, words.MaxN(w.Citation))
	}
	return short, whole
}

// unknownWorks returns the papers that a text names and words.Works does not have.
func unknownWorks(text string) (unknown []string) {
	short, whole := citations()
	for _, citation := range whole {
		text = strings.ReplaceAll(text, citation, "")
	}
	for _, m := range named.FindAllStringSubmatch(text, -1) {
		if name := strings.ReplaceAll(m[1], " and ", " & ") + " " + m[2]; !slices.Contains(short, name) {
			unknown = append(unknown, m[0])
		}
	}
	return unknown
}

// TestWorks holds the list of papers in order, and shows that another year or author is found. TestLinks reads the pages.
func TestWorks(t *testing.T) {
	if !slices.IsSortedFunc(words.Works, func(a, b words.Work) int { return strings.Compare(a.Short, b.Short) }) {
		t.Error("words.Works is not sorted")
	}
	for _, w := range words.Works {
		author, year := regexp.MustCompile(`^\p{L}+`).FindString(w.Short), w.Short[len(w.Short)-4:]
		if !strings.Contains(w.Citation, author) || !strings.Contains(w.Citation, year) && !strings.Contains(w.Citation, "-"+year[2:]) {
			t.Errorf("%s is not %s", w.Citation, w.Short)
		}
	}
	const text = "Ballard (1983), Beal 1981, Frank and Basin (1998), Pearl, 1983, and Pearl & Nau 1983; Browne et al. 2012"
	if got := unknownWorks(text); !slices.Equal(got, []string{"Beal 1981", "Pearl & Nau 1983"}) {
		t.Errorf("%q: unknown are %q", text, got)
	}
}
