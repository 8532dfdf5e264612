package figures

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/a-h/templ"

	"espalier/search/algorithms"
	"espalier/trace"
	"espalier/trees/figures"
	"espalier/web/draw"
	"espalier/web/draw/plot"
	"espalier/web/fair"
	"espalier/web/run"
	"espalier/web/words"
)

// ServeGallery answers GET /: what Espalier is, with the failure of deep pruning step by step.
func (h Handlers) ServeGallery(w http.ResponseWriter, r *http.Request) error {
	g, err := galleryFor(r.Context())
	if err != nil {
		return err
	}
	h.Render(w, r, http.StatusOK, firstPage(g, h.Chapters))
	return nil
}

type galleryView struct {
	Featured  galleryCard
	Frames    []frame // the run of the featured figure; none: whoever asks may not see it
	Shown     int     // the frame that is shown first
	Papers    []galleryPaper
	Exercises []galleryCard
}

// A frame is a step of the run on the first page.
type frame struct {
	Picture templ.Component
	Says    string
}

type galleryPaper struct {
	Key, Short, Citation string
	Cards                []galleryCard
}

type galleryCard struct {
	Href, Number, Title, Text string
	Algorithm                 string // its id; "": none
	Unsound                   bool   // the algorithm of the run is unsound
	Picture                   templ.Component
	found                     found           // in which a search looks
	of                        *figures.Figure // nil: it is no figure
	ran                       *run.Resolved   // of an exhibit, whose end the picture shows; nil: it is none
}

// count returns the number of figures.
func (g *galleryView) count() (n int) {
	for _, p := range g.Papers {
		n += len(p.Cards)
	}
	return n
}

// gallery is computed only once, because the figures are part of the program.
var gallery fair.Once[string, *galleryView]

// galleryFor returns the gallery. Where whoever asks has an open question about a run of a figure, its card
// shows the tree before the search.
func galleryFor(ctx context.Context) (*galleryView, error) {
	g, err := gallery.Get(run.Unguarded(ctx), "", newGallery) // it is for others, too
	if err != nil || run.GuardOf(ctx) == nil {
		return g, err
	}
	own := *g
	own.Featured = g.Featured.upTo(ctx)
	if run.FigureAllowed(ctx, g.Featured.of) != nil {
		own.Frames = nil
	}
	own.Papers = slices.Clone(g.Papers)
	for i := range own.Papers {
		own.Papers[i].Cards = upTo(ctx, own.Papers[i].Cards)
	}
	return &own, nil
}

// upTo returns the card with the picture that whoever asks may see.
func (c galleryCard) upTo(ctx context.Context) galleryCard {
	if c.of != nil && c.of.Tree != nil && run.FigureAllowed(ctx, c.of) != nil {
		c.Picture = draw.Component(draw.SmallPicture(run.FigureTree(c.of), trace.NewFold(run.FigureTree(c.of), nil)))
	}
	if c.ran != nil && c.ran.Allowed(ctx) != nil { // its text says how the run ends
		c.Text, c.Picture = "", draw.Component(draw.SmallPicture(c.ran.Tree, trace.NewFold(c.ran.Tree, nil)))
	}
	return c
}

// Small returns the picture of a figure's card, as whoever asks may see it.
func Small(ctx context.Context, id string) (templ.Component, error) {
	g, err := galleryFor(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range g.Papers {
		for _, c := range p.Cards {
			if c.of.ID == id {
				return c.Picture, nil
			}
		}
	}
	return nil, fmt.Errorf("there is no figure %q", id)
}

func newGallery(ctx context.Context) (*galleryView, error) {
	g := &galleryView{Exercises: exerciseCards()}
	for _, p := range figures.Papers() {
		paper := galleryPaper{Key: p.Key, Short: p.Short, Citation: p.Citation}
		for _, f := range p.Figures {
			card := galleryCard{Href: "/figures/" + f.ID, Number: f.Figure, Title: words.MaxN(f.Title), Text: words.MaxN(f.Illustrates), found: foundFigure(f), of: f}
			if a, ok := algorithms.Find(f.Algorithm); ok {
				card.Algorithm, card.Unsound = a.ID, !a.Sound
			}
			card.Picture = draw.Component(cardPicture(ctx, f))
			paper.Cards = append(paper.Cards, card)
			if f.Featured {
				g.Featured = card
				fold, c := foldOf(ctx, f, trace.Prune)
				g.Featured.Picture = draw.Component(draw.StillPicture(run.FigureTree(f), fold, c))
				if err := g.play(ctx, f); err != nil {
					return nil, err
				}
			}
		}
		g.Papers = append(g.Papers, paper)
	}
	return g, ctx.Err() // what an ended request has drawn is not kept
}

// play sets the frames: all steps of the figure's run. The first cut is shown first.
func (g *galleryView) play(ctx context.Context, f *figures.Figure) error {
	spec := run.FigureSpec(f)
	ran := run.OnTree(run.FigureTree(f)).With(spec.Config())
	explain, last := ran.Explainer(), 0
	for step := 0; step <= last; step++ {
		s, err := ran.At(ctx, step)
		if err != nil {
			return err
		}
		last = s.Last
		sentence := explain.Explain(&s.Event)
		p := draw.Picture{Drawing: draw.NewDrawing(ran.Tree, false), Theme: &draw.Themes[0]}
		p.Show(s.Fold)
		p.Explain(s.Reasons, sentence.Nodes()...)
		if s.Event.Type == trace.Prune && g.Shown == 0 {
			g.Shown = step
		}
		g.Frames = append(g.Frames, frame{draw.Component(p.SVG()), words.MaxN(sentence.String())})
	}
	return nil
}

func cardPicture(ctx context.Context, f *figures.Figure) []byte {
	if f.Tree == nil {
		return plot.Placeholder(f, &draw.Themes[0], false)
	}
	fold, _ := foldOf(ctx, f, trace.Done)
	return draw.SmallPicture(run.FigureTree(f), fold)
}

// foldOf returns the state of a figure's run after the first event of the type, with
// the certificates to show with it. If there is no such event, it returns the last
// state; if the figure has no algorithm, the state before any step.
func foldOf(ctx context.Context, f *figures.Figure, until trace.Type) (*trace.Fold, trace.Reasons) {
	t, spec := run.FigureTree(f), run.FigureSpec(f)
	if spec.Algorithm == nil {
		return trace.NewFold(t, nil), trace.Reasons{}
	}
	s, _ := run.OnTree(t).With(spec.Config()).After(ctx, until) // if a run fails, its last state is drawn
	return s.Fold, s.Reasons
}
