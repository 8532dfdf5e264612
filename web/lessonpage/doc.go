// Package lessonpage serves the pages of lessons: the list, a lesson that is read
// alone, its scenes one after another, and the editor. It may import what a feature may, lessons, which
// keeps them, classroom/runs, which computes the right answers, and markdown.
//
// Invariants: a page of a scene says nothing about the right answer before the reader
// has answered. No page for readers has the key of a lesson.
package lessonpage

import (
	"espalier/web/app"
	"espalier/web/lessons"
)

// Handlers serve the pages.
type Handlers struct {
	*app.Core
	Lessons *lessons.Handlers
}
