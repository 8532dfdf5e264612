package figures_test

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"espalier/trace"
	"espalier/trees/figures"
	"espalier/web/webtest"
)

// TestStoriesMarkNodes checks which names a text of a story marks.
func TestStoriesMarkNodes(t *testing.T) {
	for _, c := range []struct {
		id    string
		story int
		want  string
	}{
		{"c474-alphabeta", 1, "the root, a, b"},
		{"c474-alphabeta", 6, "h, i, j"},
		{"c474-alphabeta", 12, "h, the root"},
		{"k1991-fig1", 5, "t, the root, b"},
		{"k1991-fig1", 7, "s, r"},
		{"k1991-fig3", 1, "b, a"},
		{"k1991-fig4", 3, "a, b"},
		{"k1991-fig6", 3, "d, a, f"},
		{"k1991-fig6", 5, "f, d, c, a"},
		{"k1991-fig8", 2, "X^i, X^0"},
		{"c474-alpha-cutoff", 1, "a"},
		{"c474-pruning", 5, "h, b, a"},
		{"s2003-fig6", 3, "(b), (a)"},
		{"s2003-fig6", 8, "(b)"},
	} {
		f, _ := figures.Find(c.id)
		tree := f.Tree.WithLetters()
		s := trace.MentionsByPath(tree, f.Story[c.story-1].Text)
		var names []string
		for _, n := range s.Nodes() {
			names = append(names, tree.Name(n))
		}
		if got := strings.Join(names, ", "); got != c.want {
			t.Errorf("%s, story %d, %q names %s, want %s", c.id, c.story, s, got, c.want)
		}
	}
}

var (
	drawnLabel = regexp.MustCompile(`<text class="named"[^>]*>([^<]*)</text>`)
)

// TestPicturesLabelWhatIsNamed checks that a picture of a step labels the nodes that its
// sentence names, if the tree is too large for letters.
func TestPicturesLabelWhatIsNamed(t *testing.T) {
	_, ts := webtest.Serve(t)
	text := "players 2 maxsum 3 1[" + strings.Repeat(" 2["+strings.Repeat(" (1,2)", 25)+" ]", 28) + " ]"
	for _, path := range []string{"/tree", "/export/picture.svg"} {
		_, page := webtest.Get(t, ts.URL+path+"?algorithm=maxn&step=3&text="+url.QueryEscape(text))
		var list []string
		for _, m := range drawnLabel.FindAllSubmatch(page, -1) {
			list = append(list, string(m[1]))
		}
		slices.Sort(list)
		if got := strings.Join(list, " "); got != "root.1.1" {
			t.Errorf("%s labels %q, want root.1.1", path, got)
		}
	}
}

// pathOfNode is what a text calls a node without a label; the picture has a letter there.
var pathOfNode = regexp.MustCompile(`.{0,30}(?:\)|\broot)\.\d.{0,30}`)

// TestTextsUseLetters checks that no text beside a picture with letters calls a node by its path:
// the notes and the marks of the story say f, not (b).2.
func TestTextsUseLetters(t *testing.T) {
	_, ts := webtest.Serve(t)
	marks := regexp.MustCompile(`aria-label="(Story [^"]*)"`)
	for _, id := range []string{"c474-alphabeta", "k1991-fig1", "s2003-fig3", "s2003-fig6", "s2003-fig9", "sk2000-fig1", "sk2000-fig2", "sk2000-fig5", "sk2000-fig7"} {
		_, page := webtest.Get(t, ts.URL+"/figures/"+id)
		text := webtest.PageText(page)
		for _, m := range marks.FindAllStringSubmatch(string(page), -1) {
			text += "\n" + m[1]
		}
		if found := pathOfNode.FindString(text); found != "" {
			t.Errorf("%s: %q has the path of a node", id, found)
		}
	}
}
