package learn

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"espalier/web/app"
	"espalier/web/classroom/runs"
)

// actions and names are what may hold a digit in the text of a chapter: a fact that an engine
// computes, the name of a player, and a section of a paper.
var (
	actions = regexp.MustCompile(`\{\{[^}]*\}\}`)
	names   = regexp.MustCompile(`[Pp]layer [1-8]\b|\((?:see )?(?:Korf|Sturtevant)[^)]*\)`)
	digit   = regexp.MustCompile(`.{0,20}\d.{0,20}`)
	termUse = regexp.MustCompile(`\{\{(new|term) "([^"]+)"`)
)

// maxWords bounds the text of a chapter.
const maxWords = 600

// TestTextsHaveNoNumbers checks that every number in a chapter is computed: the source
// of its text has none. That each fact can be computed is checked when the course is read.
func TestTextsHaveNoNumbers(t *testing.T) {
	for _, c := range course() {
		words := 0
		for i := range c.Scenes {
			s := &c.Scenes[i]
			if found := digit.FindString(names.ReplaceAllString(actions.ReplaceAllString(s.Text, ""), "")); found != "" {
				t.Errorf("%s, scene %d: %q has a number that no engine has computed", c.ID, i+1, found)
			}
			words += len(strings.Fields(plain(s.note)))
			if strings.Contains(s.note, "<no value>") || strings.Contains(plain(s.note), "*") {
				t.Errorf("%s, scene %d: %s", c.ID, i+1, plain(s.note))
			}
		}
		if words > maxWords || words < 100 {
			t.Errorf("%s has %d words, want 100 to %d", c.ID, words, maxWords)
		}
	}
}

// TestTermsAreDefinedOnce checks that each term of the glossary is defined at one place
// of the path, and used after it.
func TestTermsAreDefinedOnce(t *testing.T) {
	defined := map[string]string{}
	for _, c := range course() {
		for i := range c.Scenes {
			for _, m := range termUse.FindAllStringSubmatch(c.Scenes[i].Text, -1) {
				kind, id := m[1], m[2]
				switch at := defined[id]; {
				case kind == "new" && at != "":
					t.Errorf("%s: the term %s is defined again; it is defined in %s", c.ID, id, at)
				case kind == "new":
					defined[id] = c.ID
				case at == "":
					t.Errorf("%s: the term %s is used before it is defined", c.ID, id)
				}
			}
		}
	}
	for _, term := range glossary {
		if defined[term.ID] == "" {
			t.Errorf("no chapter defines the term %s", term.ID)
		}
		if n := strings.Count(term.Text, ". ") + 1; n > 3 || !strings.HasSuffix(term.Text, ".") || term.Source == "" {
			t.Errorf("%s: %d sentences, source %q: %s", term.ID, n, term.Source, term.Text)
		}
	}
	if !slices.IsSortedFunc(glossary, func(a, b term) int { return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) }) {
		t.Error("the glossary is not sorted by the names")
	}
}

// TestNodesInTextsAreThere checks that a name in italics is a node of the chapter's tree.
func TestNodesInTextsAreThere(t *testing.T) {
	for _, c := range course() {
		texts := []string{}
		for i := range c.Scenes {
			texts = append(texts, c.Scenes[i].note)
		}
		for i := range c.Questions {
			texts = append(texts, c.Questions[i].text(c))
		}
		for _, text := range texts {
			for _, list := range paragraphs(c.tree, text) {
				for _, p := range list {
					if p.Em && p.Node < 0 {
						t.Errorf("%s: there is no node %q: %s", c.ID, p.Text, text)
					}
				}
			}
		}
	}
}

// TestQuestions checks that each chapter has three questions, that the engine finds
// their answers, and that these are what is given here, so that a change of a tree is seen.
func TestQuestions(t *testing.T) {
	want := map[string][3]string{
		"game-trees": {"2", "false", "true"},
		"alpha-beta": {"[8]", "[0,4]", "false"},
		"players":    {"[2,2,5]", "[5,3,1]", "false"},
		"ties":       {"[2,4,4]", "false", "true"},
	}
	for _, c := range course() {
		if len(c.Questions) != 3 {
			t.Errorf("%s has %d questions, want 3", c.ID, len(c.Questions))
			continue
		}
		for i := range c.Questions {
			q := &c.Questions[i]
			correct, err := correctAnswer(q, c)
			if err != nil || string(correct.Answer) != want[c.ID][i] {
				t.Errorf("%s, question %d: the answer is %s (%v), want %s", c.ID, i+1, correct.Answer, err, want[c.ID][i])
			}
		}
	}
}

// TestChaptersAreLessons checks that every chapter is a lesson as one reads it.
func TestChaptersAreLessons(t *testing.T) {
	for _, c := range course() {
		l, ok := Lesson("learn-" + c.ID)
		if !ok || len(l.Scenes) != len(c.Scenes)+len(c.Questions) {
			t.Fatalf("the lesson of %s: %v, %d scenes", c.ID, ok, len(l.Scenes))
		}
		for i, s := range l.Scenes {
			if !json.Valid(s.Show) || s.Question != nil && !json.Valid(s.Question) || s.Note == "" {
				t.Errorf("%s, scene %d: %s %s", c.ID, i, s.Show, s.Question)
			}
		}
	}
	if _, ok := Lesson("learn-none"); ok {
		t.Error("a lesson of no chapter")
	}
}

func correctAnswer(q *question, c *chapter) (runs.Correct, error) {
	asked, info := q.asked(c)
	return testSearcher().Correct(context.Background(), asked, info)
}

func testSearcher() runs.Searcher { return runs.Searcher{Core: app.NewCore(app.Config{})} }
