package web

import (
	"context"
	"net/http"
	"sync"

	"github.com/a-h/templ"

	"espalier/search"
	"espalier/trace"
	"espalier/trees"
)

// featured is the figure that the gallery opens with.
const featured = "k1991-fig6"

// serveGallery answers GET /: the figures by paper, each with its picture.
func (h figuresHandlers) serveGallery(w http.ResponseWriter, r *http.Request) {
	h.render(w, r, http.StatusOK, galleryPage(gallery()))
}

type galleryView struct {
	Featured galleryCard
	Papers   []galleryPaper
}

type galleryPaper struct {
	Key, Short, Citation string
	Cards                []galleryCard
}

type galleryCard struct {
	Href, Number, Title, Text string
	Unsound                   bool // its run is that of an unsound algorithm
	Picture                   templ.Component
}

// gallery is made once: the figures are part of the program.
var gallery = sync.OnceValue(func() *galleryView {
	g := &galleryView{}
	for _, p := range trees.Papers() {
		paper := galleryPaper{Key: p.Key, Short: p.Short, Citation: p.Citation}
		for _, f := range p.Figures {
			card := galleryCard{Href: "/figures/" + f.ID, Number: f.Figure, Title: setPower(f.Title), Text: setPower(f.Illustrates)}
			if a, ok := search.Find(f.Algorithm); ok {
				card.Unsound = !a.Sound
			}
			card.Picture = drawn(cardPicture(f))
			paper.Cards = append(paper.Cards, card)
			if f.ID == featured {
				g.Featured = card
				fold, c := foldOf(f, trace.Prune)
				g.Featured.Picture = drawn(drawStill(runTree(f), fold, c))
			}
		}
		g.Papers = append(g.Papers, paper)
	}
	return g
})

func cardPicture(f *trees.Figure) []byte {
	if f.Tree == nil {
		return standIn(f, &themes[0], false)
	}
	fold, _ := foldOf(f, trace.Done)
	return drawSmall(runTree(f), fold)
}

// foldOf is the state of a figure's run after the first event of the given
// type, with the certificate of a prune; at its end where there is none, at
// rest where nothing runs.
func foldOf(f *trees.Figure, until trace.Type) (*trace.Fold, *certificate) {
	t, v := runTree(f), figureRun(f)
	fold, kept, stopped := trace.NewFold(t, nil), inForce{}, false
	var c *certificate
	if v.Algorithm == nil {
		return fold, nil
	}
	// A run that ends early, at a leaf of unknown value, is drawn as it ended.
	v.Algorithm.Run(context.Background(), search.OnTree(t, 0), v.Options, func(e *trace.Event) {
		if !stopped {
			fold.Apply(e, nil)
			kept.observe(e)
			c = kept.certificate(t, e)
		}
		stopped = stopped || e.Type == until
	})
	return fold, c
}
