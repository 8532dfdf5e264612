package learn

import (
	"fmt"
	"slices"
	"sync"

	"espalier/web/lessons"
)

// course is the path of chapters. It is computed once, since the chapters are part of
// the program.
var course = sync.OnceValue(func() []*Chapter {
	for _, c := range path {
		if err := c.Load("/learn/"); err != nil {
			panic(fmt.Sprintf("the chapter %s: %v", c.ID, err))
		}
	}
	return path
})

// find returns the place of the chapter with an id on the path; -1: there is none.
func find(id string) int {
	return slices.IndexFunc(course(), func(c *Chapter) bool { return c.ID == id })
}

// Lesson returns a chapter as a lesson. Its id is that of the chapter after "learn-".
func Lesson(id string) (*lessons.Lesson, bool) {
	for _, c := range course() {
		if lessonID(c) == id {
			return c.Lesson(id), true
		}
	}
	return nil, false
}

func lessonID(c *Chapter) string { return "learn-" + c.ID }
