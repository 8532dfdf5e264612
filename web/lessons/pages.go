package lessons

import "espalier/web/app"

// Pages serves the pages of lessons: the list, the scenes of a lesson for a reader alone, and
// the editor.
type Pages struct {
	*app.Core
	Lessons *Handlers
	Sources func() []app.ChoiceGroup // what a scene can show
}
