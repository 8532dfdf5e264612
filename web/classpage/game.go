package classpage

import (
	"encoding/json"
	"net/http"

	"espalier/trees/games"
	"espalier/web/classroom"
	"espalier/web/problem"
	"espalier/web/request"
)

// A gameShown is a position of a game that a room shows, with the tree below it to a
// depth.
type gameShown struct {
	doc   *games.Document
	text  []byte // the document
	depth int
	given bool // the show names the depth, and so the nodes have the numbers of the tree
}

// gameOf returns the game that a room shows; nil: it shows something else. Where the
// room's search does not build the tree, gameOf does: the pages draw it. Both have the
// same steps.
func gameOf(room *classroom.Page) (*gameShown, error) {
	var shown struct {
		Game   json.RawMessage
		Expand int
	}
	if err := json.Unmarshal(room.Run, &shown); err != nil || shown.Game == nil {
		return nil, err
	}
	doc, err := request.ReadGameDocument(shown.Game)
	if err != nil {
		return nil, err
	}
	g := &gameShown{doc: doc, text: shown.Game, depth: shown.Expand, given: shown.Expand > 0}
	if g.given {
		return g, nil
	}
	pos, err := games.Open(doc)
	if err != nil {
		return nil, err
	}
	depth, whole := games.DepthWithin(pos, classroom.MaxGameNodes)
	g.depth = max(1, depth)
	if o := room.Request.Options; o.HasDepth && o.Depth <= depth {
		g.depth = max(1, o.Depth)
	} else if !whole {
		return nil, &problem.Error{Status: http.StatusUnprocessableEntity, Path: "show", Message: "the tree of this search is too large to be drawn; a room shows a game with the option depth"}
	}
	q := *room.Request
	if pos, err = games.Open(doc); err != nil {
		return nil, err
	}
	if q.Tree, err = request.GameTree(pos, g.depth); err != nil {
		return nil, err
	}
	q.Game, q.Position = nil, nil
	room.Request = &q
	return g, nil
}
