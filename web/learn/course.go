package learn

import (
	"fmt"
	"slices"
	"sync"

	"espalier/web/lessons"
)

// course returns the chapters in order. They are loaded once, because they are part of the
// program.
var course = sync.OnceValue(func() []*Chapter {
	var all []*Chapter
	for _, p := range parts {
		all = append(all, p.Chapters...)
	}
	for _, c := range all {
		if err := c.Load("/learn/"); err != nil {
			panic(fmt.Sprintf("the chapter %s: %v", c.ID, err))
		}
	}
	return all
})

// Count returns the number of chapters.
func Count() (n int) {
	for _, p := range parts {
		n += len(p.Chapters)
	}
	return n
}

// courseParts returns the parts of the course, whose chapters are loaded.
func courseParts() []part {
	course()
	return parts
}

// find returns the index of the chapter with an id, or -1.
func find(id string) int {
	return slices.IndexFunc(course(), func(c *Chapter) bool { return c.ID == id })
}

// Chapters returns the chapters in order. The caller must not change them.
func Chapters() []*Chapter { return course() }

// Outline returns the title of a chapter, and its tree in the notation.
func Outline(id string) (title, tree string, ok bool) {
	for _, p := range parts {
		for _, c := range p.Chapters {
			if c.ID == id {
				return c.Title, c.Tree, true
			}
		}
	}
	return "", "", false
}

// Lesson returns a chapter as a lesson. The id of the lesson is "learn-" and the id of the chapter.
func Lesson(id string) (*lessons.Lesson, bool) {
	for _, c := range course() {
		if lessonID(c) == id {
			return c.Lesson(id), true
		}
	}
	return nil, false
}

func lessonID(c *Chapter) string { return "learn-" + c.ID }
