package games

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/app"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
)

// This file shows the position of each node of a recorded run whose header has the position at its root. The moves
// are those that the run gives its nodes, as texts.

// BesideRecorded puts the position of the node at work beside the tree of a recorded run. A run on no game has none.
func BesideRecorded(page *play.Page, o *run.Opened) {
	of, is := o.Source.(run.Recorded)
	node, known := atRecorded(o, page.AtNode)
	if !is || !known {
		return
	}
	at := run.TracePath(of.ID) + "/at?revision=" + strconv.Itoa(o.Printed.Number)
	page.Styles = append(page.Styles, "games/pictures", "games/watch")
	page.BesideTree = append(page.BesideTree, watched(&node, at))
}

// ServeRecorded answers with the position of a node of a recorded run, for its page.
func ServeRecorded(c *app.Core, w http.ResponseWriter, r *http.Request, o *run.Opened) error {
	node := 0
	if err := readWhole(r.URL.Query(), "node", &node, 0, o.Tree.Len()-1, ""); err != nil {
		return err
	}
	view, known := atRecorded(o, node)
	if !known {
		return &problem.Error{Status: http.StatusNotFound, Message: "The header of this run has no position of a game."}
	}
	c.Render(w, r, http.StatusOK, nodePicture(&view))
	return nil
}

// atRecorded returns the position of a node of a recorded run; known is false if its header has none.
func atRecorded(o *run.Opened, node int) (view nodeView, known bool) {
	t, of := o.Tree, o.Printed
	if of == nil || of.Run.Game == nil || node < 0 || node >= t.Len() || node >= len(of.Inferred.Of) {
		return nodeView{}, false
	}
	doc, err := run.ReadGameDocument(of.Run.Game)
	if err != nil {
		return nodeView{}, false
	}
	game, _ := games.Find(doc.ID)
	p := &place{game: game, doc: doc}
	if p.open("") != nil {
		return nodeView{}, false
	}
	var moves []string
	for n := node; n > 0; n = t.Parent(n) {
		moves = append(moves, of.Run.Move(of.Inferred.Of[n]))
	}
	view = nodeView{Node: node, Name: t.Name(node)}
	for _, move := range slices.Backward(moves) {
		if !p.playText(move) {
			view.Fault = fmt.Sprintf("%.40q is no move here: this is the position before it.", move)
			break
		}
	}
	view.Picture = drawn(p.pos, p.last(), nil)
	return view, true
}

// playText plays the move with a text; false: there is none.
func (p *place) playText(text string) bool {
	var v trees.Vector
	for move := range p.pos.Look(&v) {
		p.pos.Do(move, &v)
		same := string(p.pos.AppendLast(nil)) == text
		p.pos.Undo()
		if same {
			p.play(move)
			return true
		}
	}
	return false
}
