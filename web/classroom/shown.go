package classroom

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"net/http"
	"slices"
	"strconv"

	"espalier/search/papers"
	"espalier/trace"
	"espalier/trees/figures"
	"espalier/web/judge"
	"espalier/web/lessons"
	"espalier/web/run"
	"espalier/web/words"
)

// A storyRow is a sentence of the story of a figure, for the presenter.
type storyRow struct {
	Text trace.Sentence
	Show string // the show for the sentence; empty: none
	Run  string // the run of the sentence; empty: the current one
	Step int
}

// storyOf returns the story of the figure that a room shows.
func storyOf(ctx context.Context, f *figures.Figure, room *Page) []storyRow {
	steps, err := papers.StorySteps(ctx, f)
	var rows []storyRow
	for i, s := range f.Story {
		row := storyRow{Text: trace.Sentence{{Text: words.MaxN(s.Text), Node: -1}}}
		if err == nil && s.On != nil && s.On.Tree != nil {
			row.Text = trace.MentionsByPath(s.On.Tree.WithLetters(), words.MaxN(s.Text))
			row.Step = steps[i]
			spec := run.StorySpec(&s)
			if of, err := run.OnFigure(s.On).Resolve(spec); err == nil {
				row.Show = of.BodyAt(row.Step)
				if !of.Same(room.Shown) {
					row.Run = words.ConfigName(spec.Config())
					if s.On != f {
						row.Run = s.On.Figure + ", " + row.Run
					}
				}
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// A lessonView is the current lesson of a room.
type lessonView struct {
	Alias, Title string // Alias is its name in the room
	Print        string // its fingerprint, with which the author's browser finds the key to the private notes
	Scenes       []sceneView
}

type sceneView struct {
	Note    string // as HTML
	Private string // only of a lesson that comes with Espalier, which has no author whose browser would add it
	Asks    bool   // it has a question
	Current bool
	Open    bool // followers may read it on their own
}

// lessonOf returns the current lesson of a room; nil: there is none, or it was deleted.
func (h Pages) lessonOf(ctx context.Context, room *Page) *lessonView {
	if room.Lesson == "" {
		return nil
	}
	l, err := h.Lessons.Load(ctx, room.Lesson)
	if err != nil {
		return nil
	}
	view := &lessonView{Alias: room.Alias, Print: fingerprint(room.Alias, l.ID), Title: words.MaxN(l.Title)}
	for i, s := range l.Scenes {
		one := sceneView{Note: noteHTML(ctx, s.Note), Asks: s.Question != nil, Current: i == room.Scene, Open: slices.Contains(room.Open, i)}
		if slices.Contains(lessons.Included, l.ID) {
			one.Private = s.Private
		}
		view.Scenes = append(view.Scenes, one)
	}
	return view
}

// fingerprint returns a short hash of the id of a lesson (FNV-1a, 32 bits). A browser that has the id
// recognises it, and nobody can compute the id from it. private-notes.js computes the same hash.
func fingerprint(alias, id string) string {
	h := fnv.New32a()
	h.Write([]byte(alias + id))
	return strconv.FormatUint(uint64(h.Sum32()), 16)
}

// A sceneNote is the note of a scene, as the class reads it.
type sceneNote struct {
	Number int // of the scene, from 0
	HTML   string
	Waits  bool   // more of it follows after the answer
	Of     string // what it depends on, as the script of the page compares it
}

// noteOf returns the note of the current scene, as far as the class may read it now. It is empty if the room shows
// another tree than that of the scene.
func (h Pages) noteOf(ctx context.Context, room *Page) *sceneNote {
	if room.Lesson == "" {
		return &sceneNote{}
	}
	n := &sceneNote{Number: room.Scene, Of: fmt.Sprintf("%s %d %t", room.Alias, room.Scene, room.Waits)}
	l, err := h.Lessons.Load(ctx, room.Lesson)
	if err != nil || room.Scene >= len(l.Scenes) {
		return n // it was deleted, or has fewer scenes now
	}
	scene := Page{}
	if err := h.Rooms.ShowIn(ctx, &scene, l.Scenes[room.Scene].Show); err != nil || !bytes.Equal(scene.Run, room.Run) && scene.Shown.Likeness().To(room.Shown.Likeness()) == run.Unrelated {
		return n
	}
	note, waits := judge.Limit{Neutral: room.Waits}.Note(l.Scenes[room.Scene].Note)
	n.HTML, n.Waits = noteHTML(ctx, note), waits
	return n
}

// ServeNote answers GET /c/{room}/note with the note of the current scene, as markup for the pages of the room.
func (h Pages) ServeNote(w http.ResponseWriter, r *http.Request) error {
	room, err := h.Rooms.forCode(r, func(*room) {}) // the page of the presenter asks, too
	if err != nil {
		return err
	}
	h.Render(w, r, http.StatusOK, noteView(h.noteOf(r.Context(), room)))
	return nil
}

// noteHTML returns a Markdown note as HTML; empty: there is no note, or the client has gone.
func noteHTML(ctx context.Context, note string) string {
	html, err := lessons.NoteHTML(ctx, note)
	if err != nil {
		return ""
	}
	return html
}
