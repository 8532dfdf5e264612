package trees

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// EditResult is the result of an edit.
type EditResult struct {
	Draft   *Draft // the given draft if the edit changes nothing
	Created []ID   // the new nodes; an editor continues with the first
	Select  ID     // the node to select; 0: the selection does not change
	Summary string // a summary for the history: "value of d set to (2, 2, 5)"
}

// Apply returns the result of an edit, or an *Error if it is not possible. The
// Draft itself does not change.
func (d *Draft) Apply(e Edit) (a EditResult, err error) {
	return d.ApplyIn(context.Background(), e)
}

// ApplyIn is Apply in a context; see WithPass. The error may be that of the context.
func (d *Draft) ApplyIn(ctx context.Context, e Edit) (a EditResult, err error) {
	defer catch(&err)
	p := paceOf(ctx)
	switch e.op {
	case opNotes:
		return d.applyNotes(&e)
	case opText:
		return d.applyText(&e, p)
	}
	apply, ok := edits[e.op]
	if !ok {
		return EditResult{}, ErrorAt("op", "%s", unknownWord(e.op, "an edit", opNames))
	}
	return d.applyInUnits(func(d *Draft) (EditResult, error) { return d.apply(&e, apply, p) })
}

// apply applies an edit to the nodes or the header. The error is a *misfitError for a number
// that is no whole number of units.
func (d *Draft) apply(e *Edit, apply func(*editState), p *pace) (a EditResult, err error) {
	defer catch(&err)
	w := &editState{workingTree: d.workingTree(p), d: d, e: e}
	apply(w)
	w.settleEdges()
	next, err := w.draft(d.notes)
	if err != nil {
		return EditResult{}, err
	}
	if next.sameNodes(d) {
		return EditResult{Draft: d, Select: w.selected, Summary: w.summary}, nil
	}
	next.setFurther(d)
	next.keepComments(d)
	a = EditResult{Draft: next, Created: w.created, Select: w.selected, Summary: w.summary}
	if r := next.tree.rounded; r != nil {
		a.Summary += fmt.Sprintf("; the probabilities at %s are read as fractions that add up to 1", next.tree.Name(r.Node))
	}
	switch len(w.lostBounds) {
	case 0:
	case 1:
		a.Summary += fmt.Sprintf("; %s of %s removed with its last child", InWords(w.droppedBounds), w.name(w.lostBounds[0]))
	default:
		a.Summary += fmt.Sprintf("; the bounds of %d nodes removed with their last children", len(w.lostBounds))
	}
	switch gone := len(comments(d.typed.text)) - len(comments(next.typed.text)); {
	case d.typed.fault != nil:
		a.Summary += "; the text that could not be read is in the history"
	case gone == 1:
		a.Summary += "; a deleted comment of the text is in the history"
	case gone > 1:
		a.Summary += fmt.Sprintf("; %d deleted comments of the text are in the history", gone)
	}
	return a, nil
}

// edits are the edits that change the working tree.
var edits = map[string]func(*editState){
	opChild:     (*editState).child,
	opSibling:   (*editState).sibling,
	opParent:    (*editState).parent,
	opDelete:    (*editState).delete,
	opDissolve:  (*editState).dissolve,
	opMove:      (*editState).move,
	opCopy:      (*editState).copy,
	opPaste:     (*editState).paste,
	opReorder:   (*editState).reorder,
	opSet:       (*editState).set,
	opPly:       (*editState).ply,
	opRotate:    (*editState).rotate,
	opBranching: (*editState).branching,
	opFill:      (*editState).fill,
	opMirror:    (*editState).mirror,
	opSymmetric: (*editState).symmetric,
	opHeader:    (*editState).header,
}

// An editState is an edit being applied to a draft. Its methods panic with an
// *Error.
type editState struct {
	*workingTree
	d        *Draft
	e        *Edit
	created  []ID
	selected ID
	summary  string

	clearedNodes    []int32 // what another kind of tree has no room for; see clearing
	clearedOutcomes int
	lostActions     []int32 // nodes that were taken out; see edgeInto
	lostInfosets    []int32 // nodes that were taken out of their information sets
}

func (w *editState) fail(path, format string, args ...any) { panic(ErrorAt(path, format, args...)) }

func (w *editState) setSummary(format string, args ...any) { w.summary = fmt.Sprintf(format, args...) }

// name returns the name in sentences of a node of the original draft.
func (w *editState) name(i int32) string { return w.d.tree.Name(int(i)) }

// A nodeName is the name of a node, which is only written out in a message: a node without a
// label far down in the tree has a long one.
type nodeName struct {
	tree *Tree
	node int32
}

func (n nodeName) String() string { return n.tree.Name(int(n.node)) }

// nameOf returns the name of a node of the original draft for a message that is seldom used.
func (w *editState) nameOf(i int32) nodeName { return nodeName{w.d.tree, i} }

// names returns the names of the nodes, or their number if there are many.
func (w *editState) names(nodes []int32) string {
	const few = 3
	if len(nodes) > few {
		return count(len(nodes), "node")
	}
	words := make([]string, len(nodes))
	for i, n := range nodes {
		words[i] = w.name(n)
	}
	return InWords(words)
}

// node returns the node with the given ID; path is the place of the ID in the
// edit.
func (w *editState) node(id ID, path string) int32 {
	n, ok := w.d.Find(id)
	if !ok {
		w.fail(path, "there is no node %d in this tree; it may have been deleted", id)
	}
	return int32(n)
}

// namedNode returns the edit's single node, all returns its nodes in preorder.
func (w *editState) namedNode() int32 { return w.node(w.e.nodes[0], "node") }

// all leaves out nodes that have been deleted, if any is left.
func (w *editState) all() []int32 {
	var list []int32
	for _, id := range w.e.nodes {
		w.pace.step()
		if n, ok := w.d.Find(id); ok {
			list = append(list, int32(n))
		}
	}
	for i, id := range w.e.nodes {
		if list == nil || id > w.d.last {
			w.node(id, fmt.Sprintf("nodes[%d]", i)) // there is no such node, or there never was
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func (w *editState) plyOf(i int32) int { return w.d.tree.Level(int(i)) }

// topmost returns the edit's nodes without nodes that are below another node of the
// edit.
func (w *editState) topmost() []int32 {
	list := w.all()
	kept := list[:0]
	end := 0
	for _, n := range list {
		if int(n) >= end {
			kept = append(kept, n)
			end = w.d.tree.End(int(n))
		}
	}
	return kept
}

// place checks the edit's position among the given number of children.
func (w *editState) place(kids int) int {
	if w.e.at > kids {
		w.fail("at", "there is no place %d among %s; the last place is %d", w.e.at, children(kids), kids)
	}
	return w.e.at
}

// child adds a leaf, or the nodes of a text, below a node.
func (w *editState) child() {
	parent := w.namedNode()
	w.readPlyMovers(w.d.tree, NoNode)
	if w.e.text == nil && w.hasContent(parent) {
		first := w.prepareParent(parent, w.plyOf(parent))
		w.create(first)
		w.setSummary("the value of %s moved into a child", w.name(parent))
		return
	}
	first := w.prepareParent(parent, w.plyOf(parent))
	at := w.place(len(w.at(parent).kids))
	kids := w.newNodes()
	w.insert(parent, at, kids...)
	w.create(kids...)
	if first != NoNode {
		w.create(first)
	}
	w.setSummary("%s added below %s", children(len(kids)), w.name(parent))
}

func children(n int) string {
	if n == 1 {
		return "1 child"
	}
	return fmt.Sprintf("%d children", n)
}

// newNodes returns the nodes that an edit adds: the nodes of its text, or one leaf if it
// has no text.
func (w *editState) newNodes() []int32 {
	if w.e.text == nil {
		return []int32{w.add(w.newLeaf())}
	}
	return w.read(*w.e.text)
}

// create records new nodes. The first new node of the edit is selected.
func (w *editState) create(nodes ...int32) {
	for _, n := range nodes {
		w.created = append(w.created, w.at(n).id)
	}
	w.selected = w.created[0]
}

// sibling adds a leaf, or the nodes of a text, beside a node.
func (w *editState) sibling() {
	n := w.namedNode()
	if n == 0 {
		w.fail("node", "the root has no sibling; add a child below it, or a parent above it")
	}
	at, side := w.index(n)+1, "after"
	if w.e.before {
		at, side = at-1, "before"
	}
	kids := w.newNodes()
	w.insert(w.at(n).parent, at, kids...)
	w.create(kids...)
	w.setSummary("%s added %s %s", count(len(kids), "node"), side, w.name(n))
}

// delete removes nodes with all nodes below them.
func (w *editState) delete() {
	nodes := w.topmost()
	w.selectBeside(nodes)
	gone := 0
	for _, n := range nodes {
		gone += w.d.tree.End(int(n)) - int(n)
	}
	w.setSummary("%s deleted", w.names(nodes))
	if gone > len(nodes) {
		w.summary += fmt.Sprintf(", %s in all", count(gone, "node"))
	}
	if nodes[0] == 0 {
		w.clearTree()
		w.summary += "; an empty leaf is left"
		return
	}
	w.detach(nodes)
	w.parentsBecomeLeaves(nodes)
}

// clearTree removes all nodes except the root, which becomes a new leaf.
func (w *editState) clearTree() {
	blank := w.newLeaf()
	w.at(0).kids, w.at(0).own = nil, &blank
}

// detach removes nodes from their parents, in one pass over each list of
// children.
func (w *editState) detach(nodes []int32) {
	detached := make([]bool, w.size())
	for _, n := range nodes {
		detached[n] = true
	}
	done := map[int32]bool{}
	for _, n := range nodes {
		parent := w.at(n).parent
		w.at(n).parent = NoNode
		if done[parent] {
			continue
		}
		done[parent] = true
		w.at(parent).kids = slices.DeleteFunc(slices.Clone(w.at(parent).kids), func(k int32) bool { return detached[k] })
	}
}

// parentsBecomeLeaves turns parents that lost their last child into leaves.
func (w *editState) parentsBecomeLeaves(nodes []int32) {
	for _, n := range nodes {
		if p := w.d.tree.Parent(int(n)); p >= 0 {
			w.becomeLeaf(int32(p))
		}
	}
}

// selectBeside selects a neighbour of deleted nodes: the next remaining
// sibling, else the previous one, else the parent.
func (w *editState) selectBeside(nodes []int32) {
	last := nodes[len(nodes)-1]
	parent := w.at(last).parent
	if parent == NoNode {
		w.selected = w.at(last).id
		return
	}
	siblings := w.at(parent).kids
	at := slices.Index(siblings, last)
	for _, b := range siblings[at+1:] {
		w.selected = w.at(b).id
		return
	}
	for _, b := range slices.Backward(siblings[:at]) {
		if _, deleted := slices.BinarySearch(nodes, b); !deleted {
			w.selected = w.at(b).id
			return
		}
	}
	w.selected = w.at(parent).id
}

// applyNotes replaces the notes.
func (d *Draft) applyNotes(e *Edit) (EditResult, error) {
	notes := *e.text
	if n := len([]rune(notes)); n > MaxNotes {
		return EditResult{}, ErrorOverLimit("text", "the notes have %d characters; notes have at most %d", n, MaxNotes)
	}
	if notes == d.notes {
		return EditResult{Draft: d, Summary: "notes unchanged"}, nil
	}
	next := d.clone()
	next.notes = notes
	words := "notes changed"
	if strings.TrimSpace(notes) == "" {
		words = "notes cleared"
	}
	return EditResult{Draft: next, Summary: words}, nil
}

// clone returns a copy of the draft, whose notes or text may then be set.
func (d *Draft) clone() *Draft {
	return &Draft{tree: d.tree, ids: d.ids, last: d.last, notes: d.notes, typed: d.typed, faults: d.faults, further: d.further, mark: &mark{}, lookup: d.lookup}
}
