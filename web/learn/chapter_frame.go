package learn

import "github.com/a-h/templ"

// A ChapterFrame is what the pages of a collection of chapters have around the chapter.
type ChapterFrame struct {
	Label         string // of the text, for those who hear the page
	Up            Link   // to the list of which the chapter is one
	Before, After templ.Component
	Next          Link
	Ways          []Link // besides those of the chapter
	Styles        []string
}
