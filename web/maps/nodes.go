package maps

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"espalier/trace"
	"espalier/trace/tiles"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/treestore"
	"espalier/web/words"
)

const (
	// mostNear is the number of nodes of which one answer says what is written at them.
	mostNear = 400
	// mostFound is the number of nodes that one search of the map finds.
	mostFound = 100
	// passFound is the number of nodes that are read before others may compute.
	passFound = 512
	// findTime bounds a search of the map by label: the moves of a game are played for it.
	findTime = 300 * time.Millisecond
	// mostSampled is how many events before a step are read for the means of a search by samples.
	// A node that no sample has passed in them shows none.
	mostSampled = 500_000
)

// A nearNode is a node that is near enough to be read.
type nearNode struct {
	nodePlace
	Label  string `json:"label"`
	Mover  int    `json:"mover"`
	Value  string `json:"value,omitempty"`
	Bounds string `json:"bounds,omitempty"`
	State  string `json:"state"`
	Event  int    `json:"event"`
	Visits int    `json:"visits"`
	Number *int   `json:"number,omitempty"` // in an explicit tree
	ID     int    `json:"id,omitempty"`     // in a saved tree
}

// Nodes answers GET /runs/{key}/map/nodes.
func (h *Handlers) Nodes() app.Handler {
	return h.answer(func(q *request) (any, error) {
		row := q.whole("row", 0, 0, 1<<20)
		rows := q.whole("rows", tiles.TileRows, 1, 1<<20)
		from, to := q.place("from", 0), q.place("to", float64(q.m.Width()))
		if q.err != nil {
			return nil, q.err
		}
		names, err := q.namer()
		if err != nil {
			return nil, err
		}
		answer := struct {
			Nodes []nearNode `json:"nodes"`
			More  bool       `json:"more"`
		}{Nodes: []nearNode{}}
		near := q.near()
		if q.Get("ids") != "" {
			places, err := q.placesOf("ids")
			for _, p := range places {
				answer.Nodes = append(answer.Nodes, near.of(q.m.Node(p), names))
			}
			return answer, err
		}
		for ply := row; ply < min(row+rows, q.m.Rows()) && !answer.More; ply++ {
			list, more := q.m.In(ply, from, to, mostNear-len(answer.Nodes))
			answer.More = more
			for _, n := range list {
				answer.Nodes = append(answer.Nodes, near.of(n, names))
			}
		}
		return answer, nil
	})
}

// near is what is known of a run at a step, from which the texts at nodes are made.
type near struct {
	q    *request
	at   tiles.State
	open map[tiles.Place]int // nodes of the path, and how far down it they are
	// means are what a search by samples has backed up so far at each node, by its number in
	// events; nil: it is another search.
	means map[int32]trace.Event
}

func (q *request) near() *near {
	x := &near{q: q, open: map[tiles.Place]int{}}
	if q.of.tree || q.differs {
		return x
	}
	x.at = q.m.At(q.recorder, q.step)
	for i, s := range x.at.Path {
		x.open[s.Place] = i
	}
	if run := q.of.of; run != nil && run.Algorithm.Estimate {
		x.means = map[int32]trace.Event{}
		q.recorder.Read(q.step+1-mostSampled, q.step+1, func(e *trace.Event) bool {
			if e.Type == trace.Backup {
				x.means[e.Node] = trace.Event{Best: e.Best, Width: e.Width, Unit: e.Unit, Visits: e.Visits}
			}
			return true
		})
	}
	return x
}

// mean returns the last backup of samples at a node that begins with an event.
func (x *near) mean(first int) (e trace.Event, ok bool) {
	if x.means == nil {
		return e, false
	}
	x.q.recorder.Read(first, first+1, func(begins *trace.Event) bool {
		e, ok = x.means[begins.Node]
		return true
	})
	return e, ok
}

func (x *near) of(n tiles.Node, names *namer) nearNode {
	q := x.q
	line := q.m.Line(n.Place)
	near := nearNode{nodePlace: placeOf(n), Label: names.label(line), Mover: n.Mover, Event: n.Event, Visits: n.Visits, State: "new"}
	near.Number = q.numberOf(line)
	if saved := q.saved(); saved != nil && near.Number != nil {
		near.ID = int(saved.Draft.ID(*near.Number))
	}
	if q.differs {
		near.State = "done"
		return near
	}
	if q.of.tree {
		near.State = "done"
		if v, ok := q.of.of.Tree.Value(*near.Number); ok {
			near.Value = q.of.of.Tree.FormatValue(v)
		}
		return near
	}
	entered := n.Entered(q.step)
	on, open := x.open[n.Place]
	if e, ok := x.mean(n.Event); ok {
		near.Value, near.Visits = trace.ValueText(&e.Best, e.Width, e.Unit), e.Visits
	}
	switch {
	case near.Value != "":
		near.State = "done"
		if open {
			near.State = "open"
		}
	case open && !(x.at.Event.Type == trace.Exit && on == len(x.at.Path)-1):
		near.State = "open"
		near.Value, near.Bounds = x.held(on)
	case entered >= 0:
		near.State = "done"
		if e, ok := q.m.Left(q.recorder, n.Place, entered, q.step); ok && e.HasValue {
			near.Value = valueOf(&e)
		}
	case n.Rule != trace.NoRule && n.Event >= 0 && n.Event <= q.step:
		near.State = "cut"
		if n.CutFirst {
			near.State = "later"
		}
	}
	return near
}

// numberOf returns the number of a node of an explicit tree; nil: the tree is implicit.
func (q *request) numberOf(line []int) *int {
	t, at := q.of.explicit()
	if t == nil {
		return nil
	}
	for _, kid := range line {
		at = int(t.Kids(at)[kid])
	}
	return &at
}

// placesOf reads ids of nodes of a saved tree, and finds their places. Those that the tree does not
// have are left out: an edit may have deleted them.
func (q *request) placesOf(name string) (places []tiles.Place, err error) {
	saved, list := q.saved(), strings.Split(q.Get(name), ",")
	switch {
	case saved == nil:
		return nil, &problem.QueryError{Name: name, Message: "this map is of no saved tree, whose nodes have ids; row and rows are right"}
	case len(list) > mostNear:
		return nil, &problem.QueryError{Name: name, Message: "these are " + words.Grouped(len(list)) + " ids; at most " + strconv.Itoa(mostNear) + " are right"}
	}
	for _, text := range list {
		id, err := strconv.ParseInt(text, 10, 32)
		if err != nil {
			return nil, &problem.QueryError{Name: name, Message: strconv.Quote(text) + " is no id; whole numbers with commas between them are right"}
		}
		n, ok := saved.Draft.Find(trees.ID(id))
		if !ok {
			continue
		}
		if p, ok := q.m.Find(q.lineOf(n)); ok {
			places = append(places, p)
		}
	}
	return places, nil
}

// lineOf returns the moves that lead to a node of an explicit tree, by its number.
func (q *request) lineOf(n int) (line []int) {
	t := q.of.of.Tree
	for n != q.of.of.Options.Root && n != trees.NoNode {
		up := t.Parent(n)
		if up == trees.NoNode {
			break
		}
		kid, _ := slices.BinarySearch(t.Kids(up), int32(n)) // they are in preorder
		line, n = append(line, kid), up
	}
	slices.Reverse(line)
	return line
}

// saved returns the saved tree of the map; nil: it is of something else.
func (q *request) saved() *treestore.Saved {
	if q.of.of == nil {
		return nil // the run of another program, which is shown as it comes
	}
	return q.of.of.Of.Saved
}

// idsAbove returns the ids of a node of a saved tree and of those above it, itself first.
func (q *request) idsAbove(number *int) (ids []int) {
	saved := q.saved()
	if saved == nil || number == nil {
		return nil
	}
	for n := *number; n != trees.NoNode; n = q.of.of.Tree.Parent(n) {
		ids = append(ids, int(saved.Draft.ID(n)))
	}
	return ids
}

func valueOf(e *trace.Event) string {
	width := e.Width
	if width == 0 {
		return ""
	}
	return trace.ValueText(&e.Value, width, e.Unit)
}

// held returns the best value so far and the bounds at an open node: those of the last event at it
// before its child on the path was entered, or of the step.
func (x *near) held(on int) (value, bounds string) {
	at := x.q.step
	if on+1 < len(x.at.Path) {
		at = x.at.Path[on+1].From - 1
	}
	tree := x.at.Path[on].Node
	var last trace.Event
	x.q.recorder.Read(max(x.at.Path[on].From, at-32), at+1, func(e *trace.Event) bool {
		if e.Node == tree && e.Type == trace.Backup {
			last = e.Clone()
		}
		return true
	})
	if last.HasBest && !last.Chance {
		value = trace.ValueText(&last.Best, last.Width, last.Unit)
	}
	return value, x.q.boundsAt(at)
}

// boundsAt writes the bounds at the node of an event: one for each player, or the window.
func (q *request) boundsAt(event int) string {
	bounds, alpha, beta, ok := q.recorder.Bounds(event)
	var e trace.Event
	q.recorder.Read(event, event+1, func(x *trace.Event) bool { e = *x; return true })
	if !ok {
		return ""
	}
	if e.Window {
		return "(" + endText(alpha, e.Unit, "−∞") + ", " + endText(beta, e.Unit, "∞") + ")"
	}
	var parts []string
	given := false
	for _, b := range bounds[:e.Players] {
		if !b.Given {
			parts = append(parts, "–")
			continue
		}
		given = true
		parts = append(parts, "≥"+trace.Minus(b.Score.In(e.Unit).String()))
	}
	if !given {
		return ""
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func endText(o trees.Opt, unit trees.Score, absent string) string {
	if !o.Given {
		return absent
	}
	return trace.Minus(o.Score.In(unit).String())
}

// A pathNode is a node on the path to the node at work.
type pathNode struct {
	nodePlace
	Label string `json:"label"`
	Event int    `json:"event"` // that entered it
}

// At answers GET /runs/{key}/map/at: the node at work at a step.
func (h *Handlers) At() app.Handler {
	return h.answer(func(q *request) (any, error) {
		names, err := q.namer()
		if err != nil {
			return nil, err
		}
		if q.of.tree {
			return nil, problem.Refused("step", "nothing has searched this tree")
		}
		s := q.m.At(q.recorder, q.step)
		answer := struct {
			Step     int            `json:"step"`
			Type     string         `json:"type"`
			Path     []pathNode     `json:"path"`
			Sentence string         `json:"sentence"`
			Bounds   string         `json:"bounds"`
			Counts   map[string]int `json:"counts"`
			Seekable bool           `json:"seekable"`
			Printed  int            `json:"printed,omitempty"` // the line of the program
		}{Step: s.Event.Seq, Type: s.Event.Type.String(), Path: []pathNode{}, Seekable: q.recorder.Len() > 0,
			Counts: map[string]int{"nodes": s.Totals.Entered, "leaves": s.Totals.Leaves, "cut": s.Totals.Skipped, "again": s.Totals.Again}}
		if q.of.printed != nil {
			answer.Printed = names.printed.lines.of(s.Event.Seq)
		}
		var line []int
		for i, step := range s.Path {
			if i > 0 {
				line = append(line, step.Kid)
			}
			answer.Path = append(answer.Path, pathNode{placeOf(q.m.Node(step.Place)), names.label(line), step.From})
		}
		if answer.Seekable {
			answer.Sentence = q.sentence(&s.Event, s.Path, names)
			answer.Bounds = q.boundsAt(s.Event.Seq)
		}
		return answer, nil
	})
}

// sentence says what an event means. It names the nodes of the path and their children.
func (q *request) sentence(e *trace.Event, path []tiles.Step, names *namer) string {
	if q.of.printed != nil {
		x := names.printed.explain()
		said := x.Explain(e)
		return words.MaxN(said.String())
	}
	x := q.of.of.Explainer()
	if q.of.of.Tree == nil {
		x.Named = func(node int32) string {
			if e.Type == trace.Done && len(e.Path) > 0 && node == e.Path[len(e.Path)-1] {
				s, _, _ := q.of.look()
				return s.Line
			}
			return q.nameOf(node, path, names)
		}
	}
	said := x.Explain(e)
	return words.MaxN(said.String())
}

// nameOf names a node of an implicit tree that is on a path, or a child of a node that is; "": it
// is elsewhere.
func (q *request) nameOf(node int32, path []tiles.Step, names *namer) string {
	if len(path) > 0 && path[0].Node == node {
		return names.name(nil)
	}
	if len(path) == 0 { // the search is done, and speaks of a child of the root
		path = []tiles.Step{{}}
	}
	var line []int
	for i, s := range path {
		if i > 0 {
			line = append(line, s.Kid)
		}
		if first, kids := q.family(s.Place); node >= first && node < first+kids {
			return names.name(append(slices.Clone(line), int(node-first)))
		}
	}
	return ""
}

// family returns the number that the events of an implicit tree give the first child of a node,
// and how many children are known.
func (q *request) family(p tiles.Place) (first, kids int32) {
	from, end := q.m.Kids(p)
	if from == end {
		return 0, 0
	}
	born := q.m.Node(tiles.Place{Ply: p.Ply + 1, Index: from}).Event
	if born < 0 {
		return 0, 0
	}
	q.recorder.Read(born, born+1, func(e *trace.Event) bool {
		if first = e.Node - e.Move; e.Type == trace.Prune {
			first = e.Cut[0]
		}
		return false
	})
	return first, int32(end - from)
}

// Node answers GET /runs/{key}/map/node: what is known of one node.
func (h *Handlers) Node() app.Handler {
	return h.answer(func(q *request) (any, error) {
		p := tiles.Place{Ply: q.whole("row", 0, 0, 1<<20), Index: q.whole("index", 0, 0, 1<<31-1)}
		if q.err != nil {
			return nil, q.err
		}
		if !q.m.Has(p) {
			return nil, &problem.Error{Status: http.StatusNotFound, Path: "index", Message: "the map has no node " + strconv.Itoa(p.Index) + " at ply " + strconv.Itoa(p.Ply)}
		}
		names, err := q.namer()
		if err != nil {
			return nil, err
		}
		n, line := q.m.Node(p), q.m.Line(p)
		answer := struct {
			nodePlace
			Label    string `json:"label"`
			Name     string `json:"name"`
			Line     []int  `json:"line"` // which child leads on at each ply, from the root
			Event    int    `json:"event"`
			End      int    `json:"end"`
			Visits   int    `json:"visits"`
			State    string `json:"state"`
			Rule     string `json:"rule,omitempty"`
			Value    string `json:"value,omitempty"`
			Sentence string `json:"sentence"`
			Nodes    int    `json:"nodes"`
			Size     *size  `json:"size,omitempty"`
			Printed  int    `json:"printed,omitempty"` // the line of the program that its event comes from
			Number   *int   `json:"number,omitempty"`
			Above    []int  `json:"above,omitempty"` // in a saved tree
		}{nodePlace: placeOf(n), Line: line, Number: q.numberOf(line), Label: names.label(line), Name: names.name(line), Event: n.Event, End: -1, Visits: n.Visits, Nodes: q.m.Subtree(p)}
		if n.Rule != trace.NoRule {
			answer.Rule = n.Rule.String()
		}
		answer.Above = q.idsAbove(answer.Number)
		shown := q.near().of(n, names)
		answer.State, answer.Value, answer.Visits = shown.State, shown.Value, shown.Visits
		switch entered := n.Entered(q.step); {
		case q.of.tree:
			answer.End = n.Event
		case entered >= 0:
			if e, ok := q.m.Left(q.recorder, p, entered, q.step); ok {
				answer.End = e.Seq
				answer.Sentence = q.sentenceAt(e.Seq, names)
			} else {
				answer.Sentence = q.sentenceAt(entered, names)
			}
		case n.Event >= 0:
			answer.Sentence = q.sentenceAt(n.Event, names)
		}
		if names.printed != nil && n.Event >= 0 {
			answer.Printed = names.printed.lines.of(n.Event)
		}
		if c := n.Counted; c != nil {
			answer.Size = &size{Nodes: float64(c.Nodes + c.Pruned), Known: true, How: "counted; the events below it are not kept"}
			answer.Nodes = 1
		} else if n.Visits == 0 {
			answer.Size = q.sizeOf(n, line)
		}
		return answer, nil
	})
}

// A size is that of a subtree.
type size struct {
	Nodes float64 `json:"nodes"`
	Known bool    `json:"known"`
	How   string  `json:"how"`
}

// sizeOf returns the size of a subtree that was not searched: that of an explicit tree is known.
func (q *request) sizeOf(n tiles.Node, line []int) *size {
	if at := q.numberOf(line); at != nil {
		t, _ := q.of.explicit()
		return &size{Nodes: float64(t.End(*at) - *at), Known: true, How: "counted in the tree"}
	}
	nodes, _ := q.m.SizeOfSubtree(n.Ply)
	return &size{Nodes: nodes, How: "estimated from the mean number of moves at each ply"}
}

// sentenceAt says what an event means.
func (q *request) sentenceAt(event int, names *namer) string {
	s := q.m.At(q.recorder, event)
	return q.sentence(&s.Event, s.Path, names)
}

// NextCut answers GET /runs/{key}/map/cut: the next cut by a rule, or the one before.
func (h *Handlers) NextCut() app.Handler {
	return h.answer(func(q *request) (any, error) {
		rule := q.rule("rule")
		before := q.Get("before") != ""
		event := q.whole("after", -1, -1, 1<<31-1)
		if before {
			event = q.whole("before", 0, 0, 1<<31-1)
		}
		if q.err != nil {
			return nil, q.err
		}
		p, at, ok := q.m.NextCut(rule, event, before)
		if !ok {
			return map[string]any{"step": nil}, nil
		}
		return struct {
			Step int `json:"step"`
			nodePlace
		}{at, placeOf(q.m.Node(p))}, nil
	})
}

// Find answers GET /runs/{key}/map/find: nodes by their label, or by the moves that lead to them.
func (h *Handlers) Find() app.Handler {
	return h.answer(func(q *request) (any, error) {
		wanted := strings.Fields(strings.ToLower(q.Get("q")))
		most := q.whole("limit", 20, 1, mostFound)
		if q.err == nil && len(wanted) == 0 {
			q.err = &problem.QueryError{Name: "q", Message: "a label is right, or moves from the root with spaces between them"}
		}
		if q.err != nil {
			return nil, q.err
		}
		names, err := q.namer()
		if err != nil {
			return nil, err
		}
		f := finder{q: q, names: names, wanted: wanted, most: most, until: time.Now().Add(findTime)}
		if q.m.Rows() > 0 {
			f.moves()
			f.labels()
		}
		return struct {
			Found []foundNode `json:"found"`
			More  bool        `json:"more"`
		}{append([]foundNode{}, f.found...), f.more}, nil
	})
}

// A foundNode is a node that was searched for.
type foundNode struct {
	nodePlace
	Label string `json:"label"`
	Name  string `json:"name"`
	Event int    `json:"event"`
}

// A finder searches the map.
type finder struct {
	q      *request
	names  *namer
	wanted []string
	most   int
	until  time.Time
	found  []foundNode
	more   bool // there may be others
}

func (f *finder) add(p tiles.Place, line []int) {
	for _, known := range f.found {
		if known.Row == p.Ply && known.Index == p.Index {
			return
		}
	}
	n := f.q.m.Node(p)
	f.found = append(f.found, foundNode{placeOf(n), f.names.label(line), f.names.name(line), n.Event})
}

// moves finds the node to which the wanted moves lead from the root.
func (f *finder) moves() {
	var line []int
	p := tiles.Place{}
	for _, move := range f.wanted {
		from, end := f.q.m.Kids(p)
		kid := -1
		for k := range end - from {
			if strings.ToLower(f.names.label(append(line, k))) == move {
				kid = k
				break
			}
		}
		if kid < 0 {
			return
		}
		line = append(line, kid)
		p = tiles.Place{Ply: p.Ply + 1, Index: from + kid}
	}
	f.add(p, line)
}

// labels finds nodes whose last moves are the wanted ones, from the root down and from left to
// right, as long as there is time.
func (f *finder) labels() {
	for ply := len(f.wanted); ply < f.q.m.Rows(); ply++ {
		for i := 0; f.q.m.Has(tiles.Place{Ply: ply, Index: i}); i++ {
			if i%passFound == 0 {
				f.q.pass()
			}
			if len(f.found) == f.most || i%64 == 0 && time.Now().After(f.until) {
				f.more = true
				return
			}
			p := tiles.Place{Ply: ply, Index: i}
			line := f.q.m.Line(p)
			texts := f.names.moves(line)
			if len(texts) == len(line) && slices.EqualFunc(texts[len(texts)-len(f.wanted):], f.wanted, strings.EqualFold) {
				f.add(p, line)
			}
		}
	}
}

// A tableRow counts the nodes of a ply.
type tableRow struct {
	Ply     int            `json:"ply"`
	Nodes   int            `json:"nodes"`
	Entered int            `json:"entered"`
	Leaves  int            `json:"leaves"`
	Cut     int            `json:"cut"`
	Again   int            `json:"again"`
	Rules   map[string]int `json:"rules"`
	Size    float64        `json:"size"` // estimated nodes of a subtree that is cut at this ply
}

// Table answers GET /runs/{key}/map/table: what the map shows, by ply and rule.
func (h *Handlers) Table() app.Handler {
	return h.answer(func(q *request) (any, error) {
		rows := []tableRow{}
		for ply, c := range q.m.Count(q.step, q.pass) {
			row := tableRow{ply, c.Nodes, c.Entered, c.Leaves, c.Cut, c.Again, map[string]int{}, c.SizeNodes}
			for rule, n := range c.Rules {
				if n > 0 {
					row.Rules[trace.Rule(rule).String()] = n
				}
			}
			rows = append(rows, row)
		}
		return map[string]any{"rows": rows}, nil
	})
}
