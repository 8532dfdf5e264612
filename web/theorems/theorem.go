package theorems

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"

	"espalier/search/claims"
	"espalier/web/fair"
	"espalier/web/learn"
)

// A theorem is a statement of a paper with its argument.
type theorem struct {
	learn.Chapter
	Paper     string // "Korf 1991"
	Statement string // in the words of the paper
	Where     string // its section
	Plain     string // the statement in plain words; empty: the paper's are plain
	Own       bool   // the statement is in our words, not in those of the paper
	Claim     *claims.Claim
	Measure   func(ctx context.Context) (*measure, error)             // predictions and measurements; nil: there are none, or they are of random trees
	Sampled   func(ctx context.Context, sample int) (*measure, error) // the same on random trees; each sample, from 1, has others
	Untried   string                                                  // why there is no claim to try on random trees; empty: there is a claim

}

// measures has the measures of the theorems by their ids.
var measures fair.Once[string, *measure]

const folder = "/learn/theorems/"

// maxSample is the last sample of random trees.
const maxSample = 99

// measured returns predictions and measurements of a theorem; it measures each sample only once.
func (t *theorem) measured(ctx context.Context, sample int) (*measure, error) {
	switch {
	case t.Measure != nil:
		return measures.Get(ctx, t.ID, t.Measure)
	case t.Sampled != nil:
		return measures.Get(ctx, t.ID+" "+strconv.Itoa(sample), func(ctx context.Context) (*measure, error) { return t.Sampled(ctx, sample) })
	}
	return nil, nil
}

// all is the list of theorems with their runs. It is computed only once, because the
// theorems are part of the program.
var all = sync.OnceValue(func() []*theorem {
	for _, t := range list {
		if err := t.Load(folder); err != nil {
			panic(fmt.Sprintf("the theorem %s: %v", t.ID, err))
		}
	}
	return list
})

// OfFigure returns the title and the address of the theorem that a figure is about; empty:
// there is none. A theorem lists its figures, the best one first.
func OfFigure(id string) (title, address string) {
	best := math.MaxInt
	for _, t := range list {
		if i := slices.Index(t.Figures, id); i >= 0 && i < best {
			best, title, address = i, t.Title, folder+t.ID
		}
	}
	return title, address
}

func find(id string) int {
	for i, t := range all() {
		if t.ID == id {
			return i
		}
	}
	return -1
}

// Arguments returns the arguments for all theorems. The caller must not change them.
func Arguments() (list []*learn.Chapter) {
	for _, t := range all() {
		list = append(list, &t.Chapter)
	}
	return list
}

// claim returns the claim with an id, which must be there.
func claim(id string) *claims.Claim {
	c, ok := claims.Find(id)
	if !ok {
		panic("there is no claim " + id)
	}
	return c
}

// frame is the frame of the page of a theorem.
func frame(i int, p *page) learn.ChapterFrame {
	list := all()
	f := learn.ChapterFrame{
		Label:  "The theorem",
		Up:     learn.Link{Href: "/learn/theorems", Text: "Theorems: " + list[i].Paper},
		Before: statementView(list[i]),
		After:  restView(p),
		Next:   learn.Link{Href: "/learn/theorems", Text: "All theorems"},
		Styles: []string{"theorems/theorems"},
	}
	if i+1 < len(list) {
		f.Next = learn.Link{Href: list[i+1].Path, Text: "Next: " + list[i+1].Title}
	}
	if i > 0 {
		f.Ways = append(f.Ways, learn.Link{Href: list[i-1].Path, Text: "Before: " + list[i-1].Title})
	}
	return f
}

// byPaper returns the theorems by paper, in the order of the list.
func byPaper() (groups [][]*theorem) {
	for i, t := range all() {
		if i == 0 || t.Paper != all()[i-1].Paper {
			groups = append(groups, nil)
		}
		last := len(groups) - 1
		groups[last] = append(groups[last], t)
	}
	return groups
}
