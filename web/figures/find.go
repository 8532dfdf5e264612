package figures

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/a-h/templ"

	"espalier/search/algorithms"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// MaxQuery is the maximum length of a search text on /figures, in characters. Each word is
// searched in the text of every figure and
// exercise; a longer text would not find more.
const MaxQuery = 200

// ServeFigures answers GET /figures: all figures and exercises, or those that contain the
// words of the query q, from a source and with an algorithm.
func (h Handlers) ServeFigures(w http.ResponseWriter, r *http.Request) error {
	q, err := problem.CheckKnown(r, "q", "from", "algorithm")
	if err != nil {
		return err
	}
	v := &foundView{Query: strings.TrimSpace(q.Get("q")), From: q.Get("from"), Algorithm: q.Get("algorithm")}
	if utf8.RuneCountInString(v.Query) > MaxQuery {
		return &problem.QueryError{Name: "q", Message: fmt.Sprintf("a search text can have at most %d characters", MaxQuery)}
	}
	g, err := galleryFor(r.Context())
	if err != nil {
		return err
	}
	if err := v.find(g); err != nil {
		return err
	}
	h.Render(w, r, http.StatusOK, figuresPage(v))
	return nil
}

// List is the search with all figures and exercises, as whoever asks may see them.
func List(ctx context.Context) (templ.Component, error) {
	g, err := galleryFor(ctx)
	if err != nil {
		return nil, err
	}
	v := &foundView{}
	return foundList(v), v.find(g)
}

// fromExercises is the source of all exercises in the filter; that of a figure is the key of its paper.
const fromExercises = "exercises"

// A foundView is what the page shows of a query.
type foundView struct {
	Query, From, Algorithm string
	Papers                 []galleryPaper // without those in which nothing is found
	Exercises              []galleryCard
	Count                  int
	froms, algorithms      []app.Choice // of the filters
}

// asked reports whether something is looked for.
func (v *foundView) asked() bool { return v.Query != "" || v.From != "" || v.Algorithm != "" }

// find sets what is found. A filter that names nothing is an error.
func (v *foundView) find(g *galleryView) error {
	wanted, used := newWanted(v.Query), map[string]bool{}
	v.froms = []app.Choice{{Value: fromExercises, Text: "Exercises"}}
	take := func(from string, cards []galleryCard) (list []galleryCard) {
		for _, c := range cards {
			used[c.Algorithm] = true
			if (v.From == "" || v.From == from) && (v.Algorithm == "" || v.Algorithm == c.Algorithm) && wanted.matches(&c.found) {
				list = append(list, c)
			}
		}
		v.Count += len(list)
		return list
	}
	v.Exercises = take(fromExercises, g.Exercises)
	for _, p := range g.Papers {
		v.froms = append(v.froms, app.Choice{Value: p.Key, Text: p.Short})
		p.Cards = take(p.Key, p.Cards)
		if len(p.Cards) > 0 {
			v.Papers = append(v.Papers, p)
		}
	}
	for _, a := range algorithms.All() {
		if used[a.ID] {
			v.algorithms = append(v.algorithms, app.Choice{Value: a.ID, Text: words.MaxN(a.Name)})
		}
	}
	if err := checkFilter("from", v.From, v.froms); err != nil {
		return err
	}
	return checkFilter("algorithm", v.Algorithm, v.algorithms)
}

func checkFilter(name, value string, list []app.Choice) error {
	if value == "" || slices.ContainsFunc(list, func(c app.Choice) bool { return c.Value == value }) {
		return nil
	}
	values := make([]string, len(list))
	for i, c := range list {
		values[i] = c.Value
	}
	return &problem.QueryError{Name: name, Message: "nothing here has it; what has: " + strings.Join(values, ", ")}
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
