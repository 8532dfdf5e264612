package classpage

import (
	"encoding/json"

	"espalier/trees/figures"
	"espalier/web/classroom"
)

// figureOf returns the figure that a room shows; nil: it shows something else.
func figureOf(room *classroom.Page) *figures.Figure {
	var shown struct{ Figure string }
	if json.Unmarshal(room.Run, &shown) != nil {
		return nil
	}
	f, _ := figures.Find(shown.Figure)
	return f
}
