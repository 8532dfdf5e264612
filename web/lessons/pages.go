package lessons

import "espalier/web/app"

// Pages serve the pages of lessons: the list, a lesson that is read alone, its scenes one
// after another, and the editor.
type Pages struct {
	*app.Core
	Lessons *Handlers
}
