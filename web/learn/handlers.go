package learn

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"github.com/a-h/templ"
	"github.com/go-chi/chi/v5"

	"espalier/search/program/beginnings"
	"espalier/web/app"
	"espalier/web/draw"
	"espalier/web/judge"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// Handlers serve the course.
type Handlers struct {
	*app.Core
	// Open reports whether a run is an exercise of homework that is not closed: no page prints its
	// solution, but to a student with a pass of that homework. nil: none is.
	Open func(ctx context.Context, of run.Identity, pass string) bool
	// Picture returns the small picture of a figure.
	Picture func(ctx context.Context, figure string) (templ.Component, error)
}

// A place is a page beside the chapters. Figure is the one whose picture leads to it.
type place struct{ Href, Name, Says, Figure string }

var places = []place{
	{"/learn/theorems", "Theorems", "what the papers prove; test it on random trees", "k1991-fig4"},
	{"/practice", "Practice", "cut the tree yourself", "c474-pruning"},
	{"/learn/glossary", "Glossary", "every term", "c474-terminology"},
	{"/learn/plan", "Six sessions", "a plan for a class", "sk2000-fig1"},
}

// ServePath answers GET /learn: the list of chapters.
func (h Handlers) ServePath(w http.ResponseWriter, r *http.Request) error {
	pictures := make([]templ.Component, len(places))
	for i, p := range places {
		var err error
		if pictures[i], err = h.Picture(r.Context(), p.Figure); err != nil {
			return err
		}
	}
	h.Render(w, r, http.StatusOK, pathView(courseParts(), pictures))
	return nil
}

// ServePlan answers GET /learn/plan: the course as sessions of a class.
func (h Handlers) ServePlan(w http.ResponseWriter, r *http.Request) {
	h.Render(w, r, http.StatusOK, planView(courseParts()))
}

// ServeGlossary answers GET /learn/glossary.
func (h Handlers) ServeGlossary(w http.ResponseWriter, r *http.Request) {
	h.Render(w, r, http.StatusOK, glossaryView(words.Terms))
}

// ServeChapter answers GET /learn/{chapter}: its text beside the run of a scene.
func (h Handlers) ServeChapter(w http.ResponseWriter, r *http.Request) error {
	i := find(chi.URLParam(r, "chapter"))
	if i < 0 {
		return &problem.Error{Status: http.StatusNotFound, Message: fmt.Sprintf("There is no chapter %q. The chapters are listed at %s.", chi.URLParam(r, "chapter"), h.Link("/learn"))}
	}
	p, err := NewChapterPage(r, judge.Judge{Core: h.Core}, course()[i], r.URL.Query())
	if err != nil {
		return err
	}
	f, err := frame(r.Context(), i)
	if err != nil {
		return err
	}
	h.Render(w, r, http.StatusOK, ChapterView(p, f))
	return nil
}

// frame returns the part of the page around a chapter.
func frame(ctx context.Context, i int) (ChapterFrame, error) {
	list := course()
	f := ChapterFrame{
		Label:  "The chapter",
		Up:     Link{Href: "/learn", Text: "Chapter " + strconv.Itoa(i+1) + " of " + strconv.Itoa(len(list))},
		Next:   Link{Href: "/learn", Text: "All chapters"},
		Lesson: lessonID(list[i]),
		Write:  beginnings.OfChapter(list[i].ID),
	}
	if i+1 < len(list) {
		f.Next = Link{Href: list[i+1].Path, Text: "Next: " + list[i+1].Title}
	}
	if i > 0 {
		f.Ways = append(f.Ways, Link{Href: list[i-1].Path, Text: "Previous: " + list[i-1].Title})
	}
	if list[i].Samples {
		plot, err := samplesPlot(ctx, list[i])
		if err != nil {
			return f, err
		}
		f.After, f.Styles = samplesView(list[i], draw.Component(plot)), append(f.Styles, "shared/plot")
	}
	return f, nil
}
