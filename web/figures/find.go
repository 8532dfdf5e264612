package figures

import (
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"espalier/search/algorithms"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/web/problem"
	"espalier/web/run"
)

// MaxQuery is the maximum length of a search text on /figures, in characters. Each word is
// searched in the text of every figure and
// exercise; a longer text would not find more.
const MaxQuery = 200

// ServeFigures answers GET /figures: all figures and exercises, or those that contain the
// words of the query q.
func (h Handlers) ServeFigures(w http.ResponseWriter, r *http.Request) error {
	q, err := problem.CheckKnown(r, "q")
	if err != nil {
		return err
	}
	query := strings.TrimSpace(q.Get("q"))
	if utf8.RuneCountInString(query) > MaxQuery {
		return &problem.QueryError{Name: "q", Message: fmt.Sprintf("a search text can have at most %d characters", MaxQuery)}
	}
	g, err := galleryFor(r.Context())
	if err != nil {
		return err
	}
	h.Render(w, r, http.StatusOK, figuresPage(g.find(query)))
	return nil
}

// A foundView is what the page shows of a query.
type foundView struct {
	Query     string
	Papers    []galleryPaper // without those in which nothing is found
	Exercises []galleryCard
	Count     int
}

func (g *galleryView) find(query string) *foundView {
	v, wanted := &foundView{Query: query}, newWanted(query)
	for _, p := range g.Papers {
		p.Cards = wanted.in(p.Cards)
		if len(p.Cards) > 0 {
			v.Papers = append(v.Papers, p)
			v.Count += len(p.Cards)
		}
	}
	v.Exercises = wanted.in(g.Exercises)
	v.Count += len(v.Exercises)
	return v
}

// A found is the text that a query is searched in.
type found struct {
	words  string // in the form that plain returns
	leaves string // the scores of all leaves in their order, with a blank around each
}

func newFound(t *trees.Tree, texts ...string) (f found) {
	f.words = plain(strings.Join(texts, " "))
	if t == nil {
		return f
	}
	var b strings.Builder
	b.WriteByte(' ')
	for n := range t.Len() {
		if v, known := t.Value(n); known && t.IsLeaf(n) && t.Kind != trees.Path {
			for _, s := range v[:t.Width()] {
				b.WriteString(s.In(t.Unit).String() + " ")
			}
		}
	}
	f.leaves = b.String()
	return f
}

func foundFigure(f *figures.Figure) found {
	name := ""
	if a, ok := algorithms.Find(f.Algorithm); ok {
		name = a.Name
	}
	return newFound(run.FigureTree(f), f.ID, f.Figure, f.Title, f.Illustrates, f.Paper.Short, f.Paper.Citation, f.Algorithm, name)
}

// plain brings a text and a query into one form, in which the case and the kind of dash do
// not matter.
func plain(text string) string {
	return strings.NewReplacer("ⁿ", "^n", "–", "-", "‐", "-", "−", "-", "’", "'").Replace(strings.ToLower(text))
}

// A wanted is a parsed query: words that must all occur or, for two or more numbers, leaves
// in this order.
type wanted struct {
	words  []string
	leaves string
}

func newWanted(query string) (w wanted) {
	w.words = strings.Fields(plain(query))
	numbers := strings.FieldsFunc(plain(query), func(r rune) bool { return strings.ContainsRune(" \t\n,;()[]", r) })
	if len(numbers) < 2 {
		return w
	}
	leaves := " "
	for _, number := range numbers {
		s, err := trees.ParseNumber(number)
		if err != nil {
			return w
		}
		leaves += s.String() + " "
	}
	w.leaves = leaves
	return w
}

func (w *wanted) in(cards []galleryCard) (list []galleryCard) {
	for _, c := range cards {
		if w.matches(&c.found) {
			list = append(list, c)
		}
	}
	return list
}

func (w *wanted) matches(f *found) bool {
	if w.leaves != "" {
		return strings.Contains(f.leaves, w.leaves)
	}
	for _, word := range w.words {
		if !strings.Contains(f.words, word) {
			return false
		}
	}
	return true
}
