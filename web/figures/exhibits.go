package figures

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"espalier/search/algorithms"
	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/web/draw"
	"espalier/web/fair"
	"espalier/web/run"
	"espalier/web/words"
)

// ServeExhibits answers GET /exhibits: the trees on which printed procedures
// fail, and those on which an algorithm lacks a condition, each with a link to its run.
func (h Handlers) ServeExhibits(w http.ResponseWriter, r *http.Request) error {
	shown, err := exhibits.Get(run.Unguarded(r.Context()), "", newExhibits) // they are for others, too
	if err != nil {
		return err
	}
	if run.GuardOf(r.Context()) != nil {
		shown = exhibitCards{upTo(r.Context(), shown.printed), upTo(r.Context(), shown.conditions)}
	}
	h.Render(w, r, http.StatusOK, exhibitsPage(shown))
	return nil
}

// exhibitCards are the cards of the page, by section.
type exhibitCards struct{ printed, conditions []galleryCard }

// exhibits has the cards, which are computed only once, because the exhibits are part of the program.
var exhibits fair.Once[string, exhibitCards]

// upTo returns the cards with what whoever asks may see.
func upTo(ctx context.Context, cards []galleryCard) []galleryCard {
	cards = slices.Clone(cards)
	for i := range cards {
		cards[i] = cards[i].upTo(ctx)
	}
	return cards
}

func newExhibits(ctx context.Context) (shown exhibitCards, err error) {
	for _, e := range compare.Exhibits() {
		t, err := trees.ReadText(e.Text)
		if err != nil {
			return shown, fmt.Errorf("exhibit %s: %w", e.ID, err)
		}
		a, ok := algorithms.Find(e.Algorithm)
		if !ok {
			return shown, fmt.Errorf("exhibit %s: no algorithm %s", e.ID, e.Algorithm)
		}
		ran := run.OnTree(t).With(engine.AlgorithmConfig{Algorithm: a, Options: e.Options})
		end, err := ran.At(ctx, engine.LastStep)
		if err != nil {
			return shown, fmt.Errorf("exhibit %s: %w", e.ID, err)
		}
		q := url.Values{"text": {e.Text}, "algorithm": {e.Algorithm}}
		for _, o := range e.Options.Given() {
			q.Set(o.Name, "1")
		}
		cards := &shown.conditions
		if e.Options.AsPrinted {
			cards = &shown.printed
		}
		*cards = append(*cards, galleryCard{
			Href: "/tree?" + q.Encode(), Number: words.MaxN(a.Name) + ", " + e.Source, Title: e.Title,
			Text: words.MaxN(e.Explanation), Unsound: true, Picture: draw.Component(draw.SmallPicture(t, end.Fold)), ran: ran,
		})
	}
	return shown, nil
}
