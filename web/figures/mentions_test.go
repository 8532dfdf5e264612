package figures_test

import (
	"regexp"
	"slices"
	"strconv"
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
		{"c474-alphabeta", 1, "the root, root.1, root.1.1"},
		{"c474-alphabeta", 6, "root.2, root.2.1, root.2.1.1"},
		{"c474-alphabeta", 12, "root.2, the root"},
		{"k1991-fig1", 5, "root.2.1.1, the root, b"},
		{"k1991-fig1", 7, "root.2.1, root.2"},
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
		s := trace.Mentions(f.Tree, f.Story[c.story-1].Text)
		var names []string
		for _, n := range s.Nodes() {
			names = append(names, f.Tree.Name(n))
		}
		if got := strings.Join(names, ", "); got != c.want {
			t.Errorf("%s, story %d, %q names %s, want %s", c.id, c.story, s, got, c.want)
		}
	}
}

var (
	drawnLabel = regexp.MustCompile(`<text class="named"[^>]*>([^<]*)</text>`)
)

// TestPicturesLabelWhatIsNamed checks that a page without script labels the nodes
// that its sentence and its story name, as far as the figure does not label them, and
// that a picture of a step labels the nodes that the sentence names.
func TestPicturesLabelWhatIsNamed(t *testing.T) {
	_, ts := webtest.Serve(t)
	labels := func(page []byte) (list []string) {
		for _, m := range drawnLabel.FindAllSubmatch(page, -1) {
			list = append(list, string(m[1]))
		}
		slices.Sort(list)
		return list
	}
	for _, c := range []struct {
		id            string
		step          int
		page, picture string
	}{
		{"c474-alphabeta", 3, "root.1 root.1.1", "root.1.1"},               // story 1
		{"c474-alphabeta", 26, "root.2 root.2.1 root.2.1.1", "root.2.1.1"}, // story 6
		{"k1991-fig1", 57, "root.2.1.1 root.2.1.2", "root.2.1.2"},
		{"k1991-fig6", 12, "", ""}, // all are labelled
	} {
		step := strconv.Itoa(c.step)
		_, page := webtest.Get(t, ts.URL+"/figures/"+c.id+"?step="+step)
		if got := strings.Join(labels(page), " "); got != c.page {
			t.Errorf("the page of %s at step %d labels %s, want %s", c.id, c.step, got, c.page)
		}
		for _, path := range []string{"/figures/" + c.id + ".svg?step=" + step, "/export/picture.svg?figure=" + c.id + "&step=" + step} {
			if _, picture := webtest.Get(t, ts.URL+path); strings.Join(labels(picture), " ") != c.picture {
				t.Errorf("%s labels %v, want %s", path, labels(picture), c.picture)
			}
		}
	}
}
