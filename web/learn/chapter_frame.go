package learn

import (
	"github.com/a-h/templ"

	"espalier/search/program/beginnings"
)

// A ChapterFrame is the part of a page around a chapter. It differs between the course and the theorems.
type ChapterFrame struct {
	Label         string // of the text, for screen readers
	Up            Link   // to the list with this chapter
	Before, After templ.Component
	Write         []*beginnings.Beginning // searches of the chapter that a reader can write
	Next          Link
	Ways          []Link // in addition to the chapter's own
	Styles        []string
	Lesson        string // the id of the chapter as a lesson; empty: it is none
}
