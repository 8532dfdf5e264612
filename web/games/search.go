package games

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/app"
	"espalier/web/draw"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// readableNodes bounds the tree of a search whose depth is not given: it is found in a few
// milliseconds.
const readableNodes = 2_000

// mostBound is the largest bound on the nodes of a whole tree that can be watched: that of
// tic-tac-toe, which ends before all squares are taken.
const mostBound = 1_000_000

// searchPath returns the path of the page that searches a position.
func searchPath(game *games.Game) string { return path(game) + "/search" }

// ServeSearch answers GET /games/{id}/search: a search of a position, as the page of a run
// over the tree of the game to a depth.
func (h Handlers) ServeSearch(w http.ResponseWriter, r *http.Request) error {
	game, err := gameOf(r)
	if err != nil {
		return err
	}
	p, rest, err := readPlace(game, r.URL.Query())
	if err != nil {
		return err
	}
	m, rest, err := readBesideSearch(p, rest)
	if err != nil {
		return err
	}
	if a, ok := algorithms.Find(rest.Get("algorithm")); ok && a.LacksPasses(p.pos) && p.pos.Mover() > 0 {
		q := r.URL.Query()
		q.Set(games.PassesField, strconv.Itoa(p.pos.Mover()))
		http.Redirect(w, r, h.Link(run.PathWith(searchPath(game), q)), http.StatusSeeOther)
		return nil
	}
	depth, further, err := depthOf(p, rest)
	if err != nil {
		return err
	}
	ctx, release, err := h.AcquireSearchSlot(r.Context(), app.SmallSearch)
	if err != nil {
		return err
	}
	defer release()
	t, err := run.GameTree(ctx, opened(p), depth, further)
	if err != nil {
		release()
		return h.serveCounted(w, r, p, &m, rest)
	}
	rest.Del("nodes") // the tree is small
	reason := rest
	rest = problem.Without(rest, "searched", "sampled", "chosen", "instead")
	o := &run.Opened{Source: run.Game{Raw: p.pos.AppendDocument(nil), Expand: depth, Further: further}, Tree: t}
	v, err := play.ParseView(o, rest, play.View{Spec: o.Default()})
	notice := ""
	if err != nil {
		v, notice = play.View{Spec: o.Default()}, "The address has an error. "+err.Error()
	}
	v.Options.Depth, v.Options.HasDepth, v.Ask = depth, true, false
	v.Options.Quiescence, v.Options.HasQuiescence = further, further > 0
	page := play.NewPage(ctx, play.Place{Path: searchPath(game), Params: append(placeParameters(p), m.besideSearch()...)}, o, v)
	if notice != "" {
		page.Notice = notice
	}
	if err := finish(ctx, page, p, &m, o, v, depth, further); err != nil {
		return err
	}
	page.Sub += chosenDeeper(p, reason, depth)
	h.Render(w, r, http.StatusOK, play.PageView(page))
	return nil
}

// chosenDeeper says of a move that was chosen at a larger depth than is drawn which one it
// is, and which one the drawn depth would choose instead; "" for another search.
func chosenDeeper(p *place, q url.Values, drawn int) string {
	searched, _ := strconv.Atoi(q.Get("searched"))
	sampled, _ := strconv.Atoi(q.Get("sampled"))
	move := cmp.Or(games.Written(p.pos, p.moveText(q.Get("chosen"))), "The move")
	switch {
	case sampled > 0:
		return ". " + move + " was chosen by " + words.Plural(sampled, "sample") + " of longer random games; here they end at depth " + strconv.Itoa(drawn)
	case searched <= drawn:
		return ""
	}
	text := ". " + move + " was chosen at depth " + strconv.Itoa(searched) + ", whose tree is too large to be drawn"
	if instead := p.moveText(q.Get("instead")); instead != "" {
		text += "; to depth " + strconv.Itoa(drawn) + " it would be " + games.Written(p.pos, instead)
	}
	return text
}

// finish adds what the page of a run has more for a game: the position of the node at work.
func finish(ctx context.Context, page *play.Page, p *place, m *match, o *run.Opened, v play.View, depth, further int) error {
	t := o.Tree
	page.Title, page.PlaybackOnly, page.Teaches, page.ScoreNames = p.game.Title, true, true, nil
	page.DrawnOther = "" // as a whole, a tree of moves cannot be read
	page.Sub = words.CountNodes(t.Len()) + " to depth " + strconv.Itoa(depth)
	_, whole, err := run.DepthWithin(ctx, opened(p), t.Len())
	if err != nil {
		return err
	}
	if whole {
		page.Sub += ", the whole tree"
	} else {
		page.Legend = "The leaves at depth " + strconv.Itoa(depth) + " have static values."
	}
	if further > 0 {
		page.Sub += ", unstable positions up to " + pliesInWords(further) + " further"
		page.Legend = "The leaves at depth " + strconv.Itoa(depth) + " and below have static values, if the game is not over. " + p.game.Unstable
	}
	if share := draw.ShareOf(t); share > 0 && page.AlongPath {
		page.Legend = strings.TrimSpace(page.Legend + " In the tree a score is counted from an equal share, " + strconv.Itoa(share) + ": +2 is " + strconv.Itoa(share+2) + ".")
	}
	for i := range page.Options {
		if page.Options[i].Name == "depth" {
			page.Options[i].Most = trees.MaxLevels - 1
		}
	}
	if page.Request != "" {
		r, err := o.Resolve(v.Spec)
		if err != nil { // the page says which value is wrong, and plays the game as it is
			r = o.With(v.Config())
		}
		page.Request = r.Body()
	}
	page.AddMap()
	page.Header = append(page.Header, backLink(m.back(p)))
	beside(page, p, t, depth, further)
	if down := m.faceDown(p); down != "" {
		page.Aside = append(page.Aside, faceDownLink(down))
	}
	return nil
}

func pliesInWords(n int) string {
	if n == 1 {
		return "1 ply"
	}
	return strconv.Itoa(n) + " plies"
}

// back returns the address of the position that is searched, in the match.
func (m *match) back(p *place) string {
	return run.PathWith(path(p.game), run.QueryOf(append(placeParameters(p), m.parameters()...)))
}

// beside puts the position of the node at work beside the tree.
func beside(page *play.Page, p *place, t *trees.Tree, depth, further int) {
	params := append(placeParameters(p), run.Parameter{Name: "depth", Value: strconv.Itoa(depth)})
	if further > 0 {
		params = append(params, run.Parameter{Name: "quiescence", Value: strconv.Itoa(further)})
	}
	at := run.PathWith(path(p.game)+"/at", run.QueryOf(params))
	page.Styles = append(page.Styles, "games/pictures", "games/watch")
	node, _ := atNode(p, t, page.AtNode)
	page.BesideTree = append(page.BesideTree, watched(&node, at))
}

// InRoom completes the page of a room that shows the tree of a game to a depth.
func (h Handlers) InRoom(page *play.Page, d *games.Document, t *trees.Tree, depth, further int) error {
	game, _ := games.Find(d.ID)
	p := &place{game: game, doc: d, start: run.GameParameters(d)}
	if err := p.open(""); err != nil {
		return err
	}
	page.Title = game.Title
	page.Sub += ", to depth " + strconv.Itoa(depth)
	beside(page, p, t, depth, further)
	return nil
}

// RecordedInRoom is InRoom for a recorded run, which may be one on a game.
func (h Handlers) RecordedInRoom(page *play.Page, o *run.Opened) { BesideRecorded(page, o) }

// depthOf returns the depth of a search: that of the query, or one at which its tree can be
// read. further is how many plies below it unstable positions are searched on.
func depthOf(p *place, q url.Values) (depth, further int, err error) {
	if p.game.Unstable != "" {
		if err := readWhole(q, "quiescence", &further, 0, engine.MaxQuiescence, ""); err != nil {
			return 0, 0, err
		}
	}
	if text := q.Get("depth"); text != "" {
		depth, err = strconv.Atoi(text)
		if err != nil || depth < 1 {
			return 0, 0, &problem.QueryError{Name: "depth", Message: "a whole number of at least 1 is right"}
		}
		return min(depth, trees.MaxLevels-1, max(1, p.pos.Height())), further, nil
	}
	depth, _, _ = games.DepthWithin(opened(p), readableNodes, nil)
	return max(1, depth), further, nil
}

// allowed returns an error unless the runs of these algorithms from the place may be seen.
func (p *place) allowed(ctx context.Context, list ...*engine.Algorithm) error {
	return p.source().Allowed(ctx, list...)
}

// source returns the position of the place as the source of runs.
func (p *place) source() *run.Opened {
	return &run.Opened{Source: run.Game{Raw: p.pos.AppendDocument(nil)}}
}

// opened returns another position like that of the place, for a search.
func opened(p *place) games.Position {
	again := &place{game: p.game, doc: p.doc}
	if err := again.open(""); err != nil {
		return p.pos // it was opened before
	}
	for _, m := range p.moves {
		again.play(m)
	}
	return again.pos
}

// placeParameters returns the position as an address has it.
func placeParameters(p *place) []run.Parameter {
	list := slices.Clone(p.start)
	if moves := p.query(p.moves).Get("moves"); moves != "" {
		list = append(list, run.Parameter{Name: "moves", Value: moves})
	}
	return list
}

// A nodeView is the position of a node of the tree of a game.
type nodeView struct {
	Node    int
	Name    string
	Fault   string // why the picture is that of another position; empty: it is not
	Picture picture
}

// atNode returns the position of a node. The tree was built from the place.
func atNode(p *place, t *trees.Tree, node int) (nodeView, error) {
	if node < 0 || node >= t.Len() {
		return nodeView{}, &problem.QueryError{Name: "node", Message: "there is no such node; the tree has the nodes 0 to " + strconv.Itoa(t.Len()-1)}
	}
	var moves []int
	for n := node; n > 0; n = t.Parent(n) {
		moves = append(moves, t.IndexInParent(n))
	}
	pos := opened(p)
	var v trees.Vector
	for _, m := range slices.Backward(moves) {
		pos.Do(m, &v)
	}
	last := cmp.Or(t.Label(node), p.last())
	return nodeView{Node: node, Name: t.Name(node), Picture: drawn(pos, last, nil)}, nil
}

// ServeAt answers GET /games/{id}/at: the position of a node, for the page of a search.
func (h Handlers) ServeAt(w http.ResponseWriter, r *http.Request) error {
	game, err := gameOf(r)
	if err != nil {
		return err
	}
	ctx, release, err := h.AcquireSearchSlot(r.Context(), app.SmallSearch) // the tree may have to be built
	if err != nil {
		return err
	}
	defer release()
	p, rest, err := readPlace(game, r.URL.Query())
	if err != nil {
		return err
	}
	view, err := nodeOf(ctx, p, rest)
	if err != nil {
		return err
	}
	h.Render(w, r, http.StatusOK, nodePicture(&view))
	return nil
}

func nodeOf(ctx context.Context, p *place, q url.Values) (nodeView, error) {
	depth, further, err := depthOf(p, q)
	if err != nil {
		return nodeView{}, err
	}
	t, err := run.GameTree(ctx, opened(p), depth, further)
	if err != nil {
		return nodeView{}, err
	}
	node, err := strconv.Atoi(q.Get("node"))
	if err != nil {
		node = -1
	}
	return atNode(p, t, node)
}

// A searchForm is the form with which a search begins.
type searchForm struct {
	Action     string
	Keep       []run.Parameter
	Algorithms []app.Choice
	Algorithm  string // the one that is chosen
	Depth      int
	// Unstable says which positions are unstable; "": the game does not say, and there is no quiescence.
	Unstable   string
	Quiescence string
	Whole      string // the search of the whole tree; empty: it is too large
	Compares   bool   // the search can be compared with that of another algorithm
	Other      string // with which it is; empty: with none
	Own        string // the page on which a search of the position is written
	Game       string // the position as a document
}

// searchFormOf returns the form for a position; nil at the end of the game.
func searchFormOf(p *place, m *match) *searchForm {
	var v trees.Vector
	if p.pos.Look(&v) == 0 {
		return nil
	}
	f := &searchForm{Action: searchPath(p.game), Unstable: p.game.Unstable, Algorithm: algorithms.Plain.ID, Keep: append(placeParameters(p), m.besideSearch()...), Game: string(p.pos.AppendDocument(nil))}
	f.Own = run.PathWith("/code", run.QueryOf(append([]run.Parameter{{Name: "game", Value: p.game.ID}}, p.written()...)))
	f.Depth, _, _ = games.DepthWithin(opened(p), readableNodes, nil)
	f.Depth = max(1, f.Depth)
	for _, a := range algorithms.All() {
		problem := engine.OnGame(p.game.ID, opened(p))
		if a.Check(&problem, engine.Options{Depth: f.Depth, HasDepth: true}) != nil {
			continue
		}
		text := words.MaxN(words.ShortName(a))
		if !a.Sound {
			text += " (unsound)"
		}
		f.Algorithms = append(f.Algorithms, app.Choice{Value: a.ID, Text: text})
	}
	if _, fits := games.NodeBound(p.pos, mostBound); fits {
		q := run.QueryOf(f.Keep)
		q.Set("algorithm", algorithms.Plain.ID)
		if p.pos.Players() == 2 {
			q.Set("algorithm", algorithms.WholeForTwo.ID)
		}
		q.Set("depth", strconv.Itoa(p.pos.Height()))
		f.Whole = run.PathWith(f.Action, q)
	}
	return f
}
