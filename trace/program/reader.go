package program

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"espalier/trees"
)

// Limits of a run.
const (
	MaxLine   = 1 << 20 // bytes of a line
	MaxHeader = 9 << 20 // bytes of the header, which may have the tree
	MaxLevels = 1_000   // nodes on a path: deeper searches are rarely meant
)

// passLines is the number of lines between two calls of Options.Pass.
const passLines = 256

// Options say how a run is read.
type Options struct {
	// Open returns the tree of the header's "figure" or "saved"; nil: there are none.
	Open func(key string, raw []byte) (*trees.Tree, error)
	// Tree is the tree that was searched, whatever the header says; nil: the header says it.
	Tree *trees.Tree
	// Events is the most events; more are a LineError.
	Events int
	// Pass is called between lines, often enough that others may compute in between; nil: never.
	Pass func() error
}

// A Reader reads a run line by line.
type Reader struct {
	run     Run
	open    func(key string, raw []byte) (*trees.Tree, error)
	tree    *trees.Tree
	most    int
	started bool
	stack   []frame
	known   map[place]int32 // nodes with a name
	inTree  []int32         // nodes by their number in the header's tree, or None
	// greatest is the greatest player so far, until the number of players is known.
	greatest int
}

// A place is a name below a node: under another parent the same name is another node.
type place struct {
	parent int32
	id     string
}

// A frame is a node that was entered and has not ended.
type frame struct {
	node    int32
	since   int32 // the event that entered it
	again   bool  // it had children then
	unnamed int   // children of the node up to which those without a name have come again
	spare   int   // children up to which none is left that an earlier visit skipped without a name
	visited map[int32]bool
}

// NewReader returns a reader of a run.
func NewReader(o Options) *Reader {
	r := &Reader{open: o.Open, tree: o.Tree, most: o.Events, known: map[place]int32{}}
	r.run.numbers.unit = 1
	return r
}

// Read reads a whole run. With a LineError it also returns what came before.
func Read(in io.Reader, o Options) (*Run, error) {
	r := NewReader(o)
	lines := bufio.NewReaderSize(in, 1<<16)
	var whole []byte
	for n := 1; ; n++ {
		if o.Pass != nil && n%passLines == 0 {
			if err := o.Pass(); err != nil {
				return r.Finish(), err
			}
		}
		part, err := lines.ReadSlice('\n')
		whole = append(whole, part...)
		if errors.Is(err, bufio.ErrBufferFull) && len(whole) <= MaxHeader {
			continue
		}
		if len(whole) > 0 {
			if wrong := r.Line(whole); wrong != nil {
				return r.Finish(), wrong
			}
		}
		whole = whole[:0]
		switch {
		case errors.Is(err, io.EOF):
			return r.Finish(), nil
		case err != nil:
			return r.Finish(), err
		}
	}
}

// Line reads the next line. After an error the line is as if it had not come.
func (r *Reader) Line(src []byte) error {
	r.run.Lines++
	src = bytes.TrimSpace(src)
	if r.run.Lines == 1 {
		src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	}
	if len(src) == 0 || src[0] == '#' {
		return nil
	}
	if err := r.read(src); err != nil {
		return &LineError{r.run.Lines, err.Error()}
	}
	return nil
}

func (r *Reader) read(src []byte) error {
	if i := validUTF8(src); i >= 0 {
		return fmt.Errorf("byte %d is not UTF-8", i+1)
	}
	if !r.started {
		if !hasType(src) {
			if len(src) > MaxHeader {
				return fmt.Errorf("the header has %d bytes, and at most %d are allowed", len(src), MaxHeader)
			}
			if err := r.header(src); err != nil {
				return err
			}
			r.started = true
			return nil
		}
		r.started = true
		if r.tree != nil {
			r.run.Header.Tree = r.tree
			if err := r.run.Header.adopt("tree"); err != nil {
				return err
			}
		}
	}
	if len(src) > MaxLine {
		return fmt.Errorf("the line has %d bytes, and at most %d are allowed", len(src), MaxLine)
	}
	l, err := r.line(src)
	if err != nil {
		return err
	}
	if r.most > 0 && len(r.run.Events) >= r.most {
		return fmt.Errorf("the run has more than %d events, the most that are read", r.most)
	}
	switch l.typ {
	case Enter, Leaf:
		err = r.enter(&l)
	case Prune:
		err = r.prune(&l)
	case Exit:
		err = r.exit(&l)
	case Backup:
		err = r.backup(&l)
	case Done:
		r.add(Event{Type: Done, Node: 0, Value: l.value}, &l)
	}
	return err
}

// hasType reports whether an object has the key "type".
func hasType(src []byte) (has bool) {
	err := object(src, func(m member) error {
		if m.key == "type" {
			has = true
		}
		return nil
	})
	return has && err == nil || err != nil && bytes.Contains(src, []byte(`"type"`))
}

// add adds an event of the current line.
func (r *Reader) add(e Event, l *line) int32 {
	e.Line, e.Given = int32(r.run.Lines), None
	if e.Type != Backup {
		e.Child, e.Best = None, None
	}
	if l != nil && l.hasGiven {
		e.Given = int32(len(r.run.Given))
		r.run.Given = append(r.run.Given, l.given)
	}
	r.run.Events = append(r.run.Events, e)
	return int32(len(r.run.Events) - 1)
}

// innermost returns the place in the stack of the innermost open node with a name, or -1. Without
// a name it is the innermost of all.
func (r *Reader) innermost(id string) int {
	for i := len(r.stack) - 1; i >= 0; i-- {
		if id == "" || r.run.Nodes[r.stack[i].node].ID == id || r.run.Tree != nil && r.isInTree(r.stack[i].node, id) {
			return i
		}
	}
	return -1
}

// isInTree reports whether a name is that of a node of the header's tree: its label or number.
func (r *Reader) isInTree(node int32, id string) bool {
	n := r.run.Nodes[node].Tree
	if n == None {
		return false
	}
	if id[0] == '"' {
		label := r.run.Tree.Label(int(n))
		return label != "" && label == id[1:]
	}
	return id == strconv.Itoa(int(n))
}

// closeAbove ends the open nodes above a place of the stack, as a later line needs.
func (r *Reader) closeAbove(at int) {
	for len(r.stack) > at+1 {
		r.end(Event{Type: Exit, Node: r.stack[len(r.stack)-1].node, Value: None, Implied: true}, nil)
	}
}

// end ends the innermost open node.
func (r *Reader) end(e Event, l *line) {
	f := r.stack[len(r.stack)-1]
	if r.run.Tree != nil && r.run.Nodes[f.node].Tree != None {
		r.cutRest(f)
	}
	r.stack = r.stack[:len(r.stack)-1]
	r.add(e, l)
	r.run.Complete = len(r.stack) == 0
}

func idInWords(id string) string {
	if id == "" {
		return "without a name"
	}
	if id[0] == '"' {
		return strconv.Quote(id[1:])
	}
	return id
}

// enter begins the search of a node, and of a leaf ends it.
func (r *Reader) enter(l *line) error {
	run := &r.run
	if l.typ == Leaf && l.null {
		return fmt.Errorf("value: a leaf has a value; null is none")
	}
	if l.player > 0 && run.Players > 0 && l.player > run.Players {
		return fmt.Errorf("player is %d, and the run has %s", l.player, plural(run.Players, "player"))
	}
	r.greatest = max(r.greatest, l.player)
	parent := int32(None)
	switch {
	case l.parent != "":
		at := r.innermost(l.parent)
		if at < 0 {
			return fmt.Errorf("the parent %s is not open: it was not entered, or has ended", idInWords(l.parent))
		}
		r.closeAbove(at)
		parent = r.stack[at].node
	case len(r.stack) > 0:
		parent = r.stack[len(r.stack)-1].node
	case len(run.Nodes) > 0 && l.id != run.Nodes[0].ID && !(l.id != "" && run.Tree != nil && r.isInTree(0, l.id)):
		return fmt.Errorf("a second root, %s: the root %s has ended", idInWords(l.id), idInWords(run.Nodes[0].ID))
	}
	if parent != None && run.Nodes[parent].IsLeaf {
		return fmt.Errorf("%s was a leaf", run.Name(parent))
	}
	if len(r.stack) >= MaxLevels {
		return fmt.Errorf("the node is on level %d; a run has at most %d", len(r.stack)+1, MaxLevels)
	}
	node, err := r.child(parent, l)
	if err != nil {
		return err
	}
	n := &run.Nodes[node]
	if n.Visited && n.IsLeaf && l.typ == Enter {
		n.IsLeaf = false // deeper than before
	}
	n.Visited = true
	n.IsLeaf = l.typ == Leaf
	mover := int8(l.player)
	if l.chance {
		mover = Chance
	}
	switch { // the first line that says it counts; one that contradicts it is judged elsewhere
	case n.Chance || n.Player > 0:
	case l.chance:
		n.Chance = true
	default:
		n.Player = mover
	}
	if l.move != "" {
		n.Move = l.move
	}
	if l.label != "" {
		n.Label = l.label
	}
	if l.prob.Unit > 0 {
		if n.Prob.Unit > 0 && n.Prob != l.prob {
			run.Reweighed = append(run.Reweighed, Reweighed{int32(len(run.Events)), node, n.Prob, l.prob})
		}
		n.Prob = l.prob
	}
	if len(r.stack) > 0 {
		f := &r.stack[len(r.stack)-1]
		if run.Tree != nil {
			if f.visited == nil {
				f.visited = map[int32]bool{}
			}
			f.visited[node] = true
		}
	}
	if l.typ == Enter {
		since := r.add(Event{Type: Enter, Node: node, Value: None, Player: mover}, l)
		r.stack = append(r.stack, frame{node: node, since: since, again: len(run.Children[node]) > 0})
		run.Complete = false
		return nil
	}
	if l.value == None && n.Tree == None {
		return fmt.Errorf("a leaf has a value: a number, or one score for each player")
	}
	r.add(Event{Type: Leaf, Node: node, Value: l.value}, l)
	run.Complete = len(r.stack) == 0
	return nil
}

// child returns the node that a line enters: one that is known, or a new one.
func (r *Reader) child(parent int32, l *line) (int32, error) {
	run := &r.run
	if parent == None && len(run.Nodes) > 0 {
		return 0, nil // a new search from the root
	}
	if run.Tree != nil {
		return r.childInTree(parent, l)
	}
	if l.id != "" {
		key := place{parent, l.id}
		if n, ok := r.known[key]; ok {
			return n, nil
		}
		n := int32(None)
		if parent != None {
			n = r.skippedBefore(&r.stack[len(r.stack)-1])
		}
		if n == None {
			n = r.node(parent, Node{})
		}
		run.Nodes[n].ID = l.id
		r.known[key] = n
		return n, nil
	}
	if parent == None {
		return r.node(parent, Node{}), nil
	}
	// In a second visit the children without a name are those of the first one, in their order.
	f := &r.stack[len(r.stack)-1]
	for kids := run.Children[parent]; f.again && f.unnamed < len(kids); {
		k := kids[f.unnamed]
		f.unnamed++
		if n := &run.Nodes[k]; n.ID == "" && n.Visited {
			return k, nil
		}
	}
	if n := r.skippedBefore(f); n != None {
		return n, nil
	}
	n := r.node(parent, Node{})
	f.unnamed = len(run.Children[parent])
	return n, nil
}

// skippedBefore returns a child of an open node that an earlier visit has skipped without a name,
// or None. A child that is new in this visit is that one: the node has no more children than before.
func (r *Reader) skippedBefore(f *frame) int32 {
	for kids := r.run.Children[f.node]; f.again && f.spare < len(kids); {
		k := kids[f.spare]
		f.spare++
		if n := &r.run.Nodes[k]; n.ID == "" && !n.Visited && n.Cut < f.since {
			return k
		}
	}
	return None
}

// childInTree returns the child that a line enters in the tree of the header.
func (r *Reader) childInTree(parent int32, l *line) (int32, error) {
	run := &r.run
	t := run.Tree
	if parent == None {
		if l.id != "" && l.id[0] != '"' && l.id != "0" {
			return 0, fmt.Errorf("the root of the tree is node 0, and the line enters %s", l.id)
		}
		return r.nodeInTree(None, 0, l.id), nil
	}
	f := &r.stack[len(r.stack)-1]
	at := run.Nodes[parent].Tree
	kids := t.Kids(int(at))
	for _, k := range kids {
		if l.id != "" {
			if label := t.Label(int(k)); l.id[0] == '"' && label == l.id[1:] && label != "" || l.id == strconv.Itoa(int(k)) {
				return r.nodeInTree(parent, k, l.id), nil
			}
			continue
		}
		if l.move != "" && t.Action(int(k)) == l.move {
			return r.nodeInTree(parent, k, ""), nil
		}
	}
	if l.id != "" {
		if n, ok := r.known[place{parent, l.id}]; ok { // a name of the program's own
			return n, nil
		}
	}
	if l.id == "" || !r.namesTree(l.id) {
		for _, k := range kids {
			if n := r.inTree[k]; n == None || !f.visited[n] {
				node := r.nodeInTree(parent, k, l.id)
				if l.id != "" {
					r.known[place{parent, l.id}] = node
				}
				return node, nil
			}
		}
		return 0, fmt.Errorf("%s has %s in the tree, and all have been visited", run.Name(parent), pluralOf(len(kids), "child", "children"))
	}
	return 0, fmt.Errorf("%s has no child %s in the tree", run.Name(parent), idInWords(l.id))
}

func pluralOf(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// namesTree reports whether a name is that of some node of the header's tree.
func (r *Reader) namesTree(id string) bool {
	if id[0] == '"' {
		return r.run.Tree.Find(id[1:]) >= 0
	}
	n, err := strconv.Atoi(id)
	return err == nil && n < r.run.Tree.Len()
}

// node adds a node.
func (r *Reader) node(parent int32, n Node) int32 {
	run := &r.run
	i := int32(len(run.Nodes))
	n.Parent, n.Tree, n.Cut = parent, None, None
	run.Nodes = append(run.Nodes, n)
	run.Children = append(run.Children, nil)
	if parent != None {
		run.Children[parent] = append(run.Children[parent], i)
	}
	return i
}

// nodeInTree returns the node of the run for one of the header's tree.
func (r *Reader) nodeInTree(parent, number int32, id string) int32 {
	t := r.run.Tree
	if r.inTree == nil {
		r.inTree = make([]int32, t.Len())
		for i := range r.inTree {
			r.inTree[i] = None
		}
	}
	if n := r.inTree[number]; n != None {
		return n
	}
	at := int(number)
	n := r.node(parent, Node{ID: id, Label: t.Label(at), Move: t.Action(at), Player: int8(t.Mover(at)), Chance: t.IsChance(at)})
	r.run.Nodes[n].Tree = number
	if parent != None && r.run.Nodes[parent].Chance {
		r.run.Nodes[n].Prob = t.Prob(at)
	}
	r.inTree[number] = n
	return n
}

// prune skips the rest of the children of a node.
func (r *Reader) prune(l *line) error {
	at := r.innermost(l.id)
	if at < 0 {
		return fmt.Errorf("%s: only a node that was entered and has not ended can be pruned", notOpen(l.id))
	}
	r.closeAbove(at)
	f := &r.stack[at]
	e := r.add(Event{Type: Prune, Node: f.node, Value: None}, l)
	skip := func(n int32) { // the last visit counts
		if node := &r.run.Nodes[n]; !node.Visited && node.Cut < f.since {
			node.Cut = e
			r.run.Events[e].Skips++
		}
	}
	unnamed := func() {
		n := r.skippedBefore(f)
		if n == None {
			n = r.node(f.node, Node{})
		}
		skip(n)
	}
	if r.run.Tree != nil && r.run.Nodes[f.node].Tree != None {
		most := -1
		if l.cutGiven && l.cut != None {
			most = l.cut
		}
		for _, k := range r.run.Tree.Kids(int(r.run.Nodes[f.node].Tree)) {
			if n := r.inTree[k]; n != None && f.visited[n] || most == 0 {
				continue
			}
			if l.cut == None && !r.names(l.names, k) {
				continue
			}
			n := r.nodeInTree(f.node, k, "")
			skip(n)
			most--
		}
		return nil
	}
	switch {
	case l.cutGiven && l.cut == None:
		for _, id := range l.names {
			key := place{f.node, id}
			n, ok := r.known[key]
			if !ok {
				move := ""
				if id[0] == '"' {
					move = id[1:]
				}
				n = r.node(f.node, Node{ID: id, Move: move})
				r.known[key] = n
			}
			skip(n)
		}
	case !l.cutGiven, l.cut > MaxListed: // one node stands for all
		unnamed()
	default:
		for range l.cut {
			unnamed()
		}
	}
	return nil
}

// names reports whether a list names a node of the header's tree, by number, label or move.
func (r *Reader) names(list []string, number int32) bool {
	t := r.run.Tree
	for _, id := range list {
		if id[0] != '"' && id == strconv.Itoa(int(number)) || id[0] == '"' && id != `"` && (id[1:] == t.Label(int(number)) || id[1:] == t.Action(int(number))) {
			return true
		}
	}
	return false
}

// cutRest skips what a node of a known tree has left when it ends.
func (r *Reader) cutRest(f frame) {
	e := int32(None)
	for _, k := range r.run.Tree.Kids(int(r.run.Nodes[f.node].Tree)) {
		if n := r.inTree[k]; n != None && (r.run.Nodes[n].Cut >= f.since || r.run.Nodes[n].Visited) {
			continue
		}
		if e == None {
			e = r.add(Event{Type: Prune, Node: f.node, Value: None, Implied: true}, nil)
		}
		n := r.nodeInTree(f.node, k, "")
		r.run.Nodes[n].Cut = e
		r.run.Events[e].Skips++
	}
}

func notOpen(id string) string {
	if id == "" {
		return "no node is open"
	}
	return idInWords(id) + " is not open"
}

func (r *Reader) exit(l *line) error {
	at := r.innermost(l.id)
	if at < 0 {
		return fmt.Errorf("%s: only a node that was entered and has not ended can end", notOpen(l.id))
	}
	r.closeAbove(at)
	r.run.HasExits = true
	r.end(Event{Type: Exit, Node: r.stack[at].node, Value: l.value, Null: l.null, Limit: l.limit}, l)
	return nil
}

func (r *Reader) backup(l *line) error {
	at := r.innermost(l.id)
	if at < 0 {
		return fmt.Errorf("%s: a value is backed up to a node that was entered and has not ended", notOpen(l.id))
	}
	r.closeAbove(at)
	node, child := r.stack[at].node, int32(None)
	for _, k := range r.run.Children[node] {
		if n := &r.run.Nodes[k]; n.Visited && (l.child == "" || n.ID == l.child || r.run.Tree != nil && r.isInTree(k, l.child)) {
			child = k
		}
	}
	if child == None {
		return fmt.Errorf("%s has no child %s that was visited", r.run.Name(node), idInWords(l.child))
	}
	r.add(Event{Type: Backup, Node: node, Child: child, Value: l.value, Best: l.best}, l)
	return nil
}

// Finish returns the run as far as it has come.
func (r *Reader) Finish() *Run {
	run := &r.run
	run.numbers.settle()
	run.Unit, run.HasFloats = run.numbers.unit, run.numbers.float
	if run.Players == 0 {
		run.Players = 1
		for i := range run.Nodes {
			run.Players = max(run.Players, int(run.Nodes[i].Player))
		}
	}
	return run
}
