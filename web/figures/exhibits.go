package figures

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"sync"

	"espalier/search"
	"espalier/trees"
	"espalier/web/draw"
	"espalier/web/run"
	"espalier/web/words"
)

// ServeExhibits answers GET /exhibits: the trees on which printed procedures
// fail, each with a link to its run.
func (h Handlers) ServeExhibits(w http.ResponseWriter, r *http.Request) {
	cards, err := exhibitCards()
	if err != nil {
		h.FailPage(w, r, http.StatusInternalServerError, err.Error())
		return
	}
	h.Render(w, r, http.StatusOK, exhibitsPage(cards))
}

// exhibitCards are computed only once, because the exhibits are part of the program.
var exhibitCards = sync.OnceValues(func() (cards []galleryCard, err error) {
	for _, e := range search.PrintedFailures() {
		t, err := trees.ReadText(e.Text)
		if err != nil {
			return nil, fmt.Errorf("exhibit %s: %w", e.ID, err)
		}
		a, ok := search.Find(e.Algorithm)
		if !ok {
			return nil, fmt.Errorf("exhibit %s: no algorithm %s", e.ID, e.Algorithm)
		}
		end, err := run.OnTree(t).With(search.AlgorithmConfig{Algorithm: a, Options: e.Options()}).At(context.Background(), search.LastStep)
		if err != nil {
			return nil, fmt.Errorf("exhibit %s: %w", e.ID, err)
		}
		q := url.Values{"text": {e.Text}, "algorithm": {e.Algorithm}, "as_printed": {"1"}}
		if e.UseTable {
			q.Set("table", "1")
		}
		cards = append(cards, galleryCard{
			Href: "/tree?" + q.Encode(), Number: words.MaxN(a.Name) + ", " + e.Source, Title: e.Title,
			Text: words.MaxN(e.Explanation), Unsound: true, Picture: draw.Component(draw.SmallPicture(t, end.Fold)),
		})
	}
	return cards, nil
})
