package theorems

import (
	"regexp"
	"strings"
	"testing"

	"espalier/web/chapter"
)

var (
	actions = regexp.MustCompile(`\{\{[^}]*\}\}`)
	names   = regexp.MustCompile(`[Pp]layer\s[1-8]\b|(?:Theorem|Lemma) [1-3]\b|\((?:see )?(?:Korf|Sturtevant|CMSC)[^)]*\)`)
	// formulas are numbers that stand for every tree.
	formulas = regexp.MustCompile(`\b[bdn] − [1-3]\b|\(1 \+ √\(4b − 3\)\) / 2|2·maxp|b² \+|/ 2\b`)
	digit    = regexp.MustCompile(`.{0,20}\d.{0,20}`)
)

// maxWords bounds the text of an argument, as that of a chapter.
const maxWords = 600

// TestTexts checks that every number in an argument is computed, that the nodes it names
// are there, and that a theorem has what its page needs.
func TestTexts(t *testing.T) {
	ids := map[string]bool{}
	for _, th := range all() {
		if ids[th.ID] || th.Statement == "" || th.Where == "" || th.Idea == "" || th.Source == "" || !strings.HasPrefix(th.Where, th.Paper) {
			t.Errorf("%s: the id is there twice, or something is missing", th.ID)
		}
		ids[th.ID] = true
		words := 0
		for i := range th.Scenes {
			s := &th.Scenes[i]
			if found := digit.FindString(formulas.ReplaceAllString(names.ReplaceAllString(actions.ReplaceAllString(s.Text, ""), ""), "")); found != "" {
				t.Errorf("%s, scene %d: %q has a number that no engine has computed", th.ID, i+1, found)
			}
			text := chapter.Plain(s.Note())
			words += len(strings.Fields(text))
			if strings.Contains(text, "<no value>") || strings.Contains(text, "*") {
				t.Errorf("%s, scene %d: %s", th.ID, i+1, text)
			}
			for _, list := range chapter.Paragraphs(th.Nodes(), s.Note()) {
				for _, p := range list {
					if p.Em && p.Node < 0 {
						t.Errorf("%s, scene %d: there is no node %q", th.ID, i+1, p.Text)
					}
				}
			}
		}
		if words > maxWords || words < 100 {
			t.Errorf("%s has %d words, want 100 to %d", th.ID, words, maxWords)
		}
	}
}
