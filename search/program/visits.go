package program

import (
	"math"
	"slices"
	"strconv"

	"go.starlark.net/starlark"
)

// A visit is a node that was entered and has not been left.
type visit struct {
	node     *node
	call     *activation // that entered it; nil: the program itself, or nobody
	line     int         // that entered it
	caller   int         // the line of the call that got it; 0: it was entered by name
	seen     []bool      // by child: it was entered, or its value was read
	count    int         // of them
	reads    []read      // values that a helper has read
	pending  bool        // its enter is not written yet: without a child it is a leaf
	window   []byte
	vars     []byte // of its call when it was entered
	cuts     int    // children that the program has said to be cut
	kids     []kid  // of the root that is entered for a helper: what its children have returned
	chosen   []byte // the value of the child that the helper has returned as its move
	frontier bool   // it was not visited before
}

// A read is a value that a helper has read: it is the visit of that leaf if no other follows.
type read struct {
	node *node
	line int
}

// A kid is a child of the root, with the value that it has returned, as Max has it.
type kid struct {
	node  *node
	value []byte
}

// returned notes what a child of the root has returned. A helper may return the child, or its move, in place of the value.
func (m *machine) returned(n *node, number []byte) {
	if (m.rootCall >= 0 || m.implied) && n.parent == m.root && len(m.open) > 0 && m.open[0].node == m.root {
		m.open[0].kids = append(m.open[0].kids, kid{n, slices.Clone(number)})
	}
}

// chooseMove gives the root the value of the child that a helper returns as its move: the child itself, or the text of
// its move. A number is a value.
func (m *machine) chooseMove(returned starlark.Value) {
	if len(m.open) == 0 {
		return
	}
	v := m.open[0]
	is := func(*node) bool { return false }
	switch x := returned.(type) {
	case *node:
		is = func(n *node) bool { return n == x }
	case starlark.String:
		is = func(n *node) bool { return n.from.attr(n, "move") == starlark.Value(x) }
	}
	for i := range v.kids {
		if is(v.kids[i].node) {
			v.chosen, m.moved = v.kids[i].value, true
		}
	}
}

func (m *machine) innermost() *visit {
	if len(m.open) == 0 {
		return nil
	}
	return m.open[len(m.open)-1]
}

// enterCall enters the node of a call of a search function: of its arguments the first that is a child of the
// innermost open node; with nothing open the root. A call that gets the open node itself goes on with it. For a
// node further below, those between are entered, too.
func (m *machine) enterCall(c *activation, frame starlark.DebugFrame, caller int) error {
	var given, deeper *node
	n := min(len(c.of.params), frame.NumLocals())
	inner := m.innermost()
	above := m.root
	if inner != nil {
		above = inner.node
	}
	for i := range n {
		_, v := frame.Local(i)
		x, is := local(v).(*node)
		if !is {
			continue
		}
		switch {
		case inner == nil && x == m.root, inner != nil && x.parent == above:
			given = x
		case inner != nil && x == above && given == nil:
			continue
		case inner == nil && x.parent == m.root:
			deeper = x
		case deeper == nil && x != above && x.isBelow(above):
			deeper = x
		}
		if given != nil {
			break
		}
	}
	if given == nil {
		given = deeper
	}
	if given == nil {
		return nil
	}
	if inner == nil && given != m.root {
		if err := m.enterRoot(caller); err != nil {
			return err
		}
	}
	c.enters = true
	v, err := m.enterPath(given, c, c.of.line)
	if err == nil {
		v.caller = caller
		v.window = m.windowOf(v.window[:0], c, frame)
	}
	return err
}

// enterPath enters a node below the innermost open one, and those between.
func (m *machine) enterPath(n *node, c *activation, line int) (v *visit, err error) {
	if inner := m.innermost(); n.parent != nil && n.parent != inner.node {
		if _, err := m.enterPath(n.parent, c, line); err != nil {
			return nil, err
		}
	}
	return m.enter(n, c, line)
}

// enterRoot enters the root for a call that gets a node below it: for the innermost helper that got the root,
// which then leaves it, or else for the program.
func (m *machine) enterRoot(line int) error {
	for i := len(m.calls) - 2; i >= 0; i-- {
		frame := m.thread.DebugFrame(1 + m.frameOf(i))
		for j := range min(len(m.calls[i].of.params), frame.NumLocals()) {
			if _, v := frame.Local(j); local(v) == starlark.Value(m.root) {
				m.rootCall = i
				_, err := m.enter(m.root, m.calls[i], m.calls[i].of.line)
				return err
			}
		}
	}
	m.implied = true
	_, err := m.enter(m.root, nil, line)
	return err
}

// frameOf returns how many frames of the interpreter are above that of a call. Between two calls of the program
// there may be one of the language, such as max.
func (m *machine) frameOf(i int) int {
	left := len(m.calls) - 1 - i
	depth := 1
	for ; depth < m.thread.CallStackDepth(); depth++ {
		if _, is := m.thread.DebugFrame(depth).Callable().(*starlark.Function); !is {
			continue
		}
		if left == 0 {
			break
		}
		left--
	}
	return depth - 1
}

// enter opens a node, and is a visit of it in the node above.
func (m *machine) enter(n *node, c *activation, line int) (*visit, error) {
	if inner := m.innermost(); inner != nil {
		if err := m.writeEnter(inner); err != nil {
			return nil, err
		}
		inner.see(n)
	}
	v := m.newVisit()
	*v = visit{node: n, call: c, line: line, seen: v.seen[:0], reads: v.reads[:0], window: v.window[:0], vars: v.vars[:0], pending: true, frontier: !n.visited}
	if !n.visited {
		m.nodes++
	}
	n.visited, m.entered = true, true
	m.open = append(m.open, v)
	m.out.hold()
	return v, nil
}

func (m *machine) newVisit() *visit {
	if n := len(m.freeOpen); n > 0 {
		v := m.freeOpen[n-1]
		m.freeOpen = m.freeOpen[:n-1]
		return v
	}
	return &visit{}
}

// see notes that a child was visited.
func (v *visit) see(n *node) {
	if n.parent != v.node {
		return
	}
	if len(v.seen) == 0 {
		kids := n.from.count(v.node)
		if cap(v.seen) < kids {
			v.seen = make([]bool, kids)
		} else {
			v.seen = v.seen[:kids]
			clear(v.seen)
		}
	}
	if !v.seen[n.index] {
		v.seen[n.index] = true
		v.count++
	}
	if v.call != nil {
		v.call.stop = 0
	}
}

func (v *visit) has(n *node) bool { return n.index < len(v.seen) && v.seen[n.index] }

// windowOf appends the window that the parameters of a call give its node, as Max has it.
func (m *machine) windowOf(b []byte, c *activation, frame starlark.DebugFrame) []byte {
	var alpha, beta starlark.Value
	for i := range min(len(c.of.params), frame.NumLocals()) {
		switch name, v := frame.Local(i); name.Name {
		case m.alpha:
			alpha = local(v)
		case m.beta:
			beta = local(v)
		}
	}
	if m.turnedAt(m.open[len(m.open)-1].node) {
		alpha, beta = negated(beta), negated(alpha)
	}
	end := func(name string, v starlark.Value) {
		if v == nil {
			return
		}
		if f, is := v.(starlark.Float); is && math.IsNaN(float64(f)) || !isNumber(v) && v != starlark.None {
			return
		}
		b = append(append(append(b, `,"`...), name...), `":`...)
		if v == starlark.None {
			b = append(b, "null"...)
		} else {
			b, _ = appendNumber(b, v)
		}
	}
	end("alpha", alpha)
	end("beta", beta)
	return b
}

// turnedAt reports whether a number that is returned at a node is Min's, and has the other sign for Max. At a
// leaf and a chance node the player who is not its parent's would move.
func (m *machine) turnedAt(n *node) bool {
	if !m.turned || !n.from.scalar() {
		return false
	}
	turns := false
	for ; n != nil; n = n.parent {
		if p, is := n.from.attr(n, "player").(starlark.Int); is {
			return (whole(p) == 2) != turns
		}
		if n.parent != nil {
			if c, _ := n.parent.from.attr(n.parent, "chance").(starlark.Bool); !bool(c) {
				turns = !turns
			}
		}
	}
	return turns
}

// writeEnter writes the enter of a node that has a child. What was held back until then follows it.
func (m *machine) writeEnter(v *visit) error {
	if !v.pending {
		return nil
	}
	v.pending = false
	held := m.out.release()
	m.out.begin("enter")
	m.out.b = appendField(m.out.b, "id", v.node.id)
	m.appendNode(v.node, true)
	m.out.b = append(m.out.b, v.window...)
	m.out.b = append(v.appendCaller(appendField(m.out.b, "line", v.line)), v.vars...)
	if err := m.out.endEvent(); err != nil {
		return err
	}
	return m.out.write(held)
}

// appendCaller adds the line of the call that got the node of a visit.
func (v *visit) appendCaller(b []byte) []byte {
	if v.caller == 0 {
		return b
	}
	return appendField(b, "call", v.caller)
}

// appendNode adds what a node is, where the reader does not know the tree.
func (m *machine) appendNode(n *node, inner bool) {
	if _, known := n.from.(*treeSource); known {
		return
	}
	b := m.out.b
	if n.parent == nil {
		b = append(b, `,"parent":null`...)
	} else {
		b = appendField(b, "parent", n.parent.id)
	}
	if p, is := n.from.attr(n, "player").(starlark.Int); is && inner {
		b = appendField(b, "player", whole(p))
	}
	if move, is := n.from.attr(n, "move").(starlark.String); is {
		b = append(b, `,"move":`...)
		b = appendText(b, string(move), maxOneVar-len("…"))
	}
	if chance, _ := n.from.attr(n, "chance").(starlark.Bool); bool(chance) {
		b = append(b, `,"chance":true`...)
	}
	if s, is := n.from.(*positionSource); is && n.parent != nil && s.isChance(n.parent) {
		b = s.probability(n).AppendJSON(append(b, `,"prob":`...))
	}
	m.out.b = b
}

// readValue is x.value. At a leaf that the open node is the parent of, it is a visit: at once where the search
// function itself reads it, and when the node is left where a helper does.
func (m *machine) readValue(x starlark.Value, line int, own bool) (starlark.Value, error) {
	n, is := x.(*node)
	if !is {
		return fieldOf(x, "value")
	}
	value, err := n.Attr("value")
	v := m.innermost()
	if err != nil || v == nil || n.parent != v.node || v.has(n) || value == starlark.None {
		return value, err
	}
	if own {
		return value, m.leaf(v, n, line, m.inner())
	}
	for _, r := range v.reads {
		if r.node == n {
			return value, nil
		}
	}
	v.reads = append(v.reads, read{n, line})
	return value, nil
}

// fieldOf returns a field of a value of the language.
func fieldOf(x starlark.Value, name string) (starlark.Value, error) {
	if has, is := x.(starlark.HasAttrs); is {
		if v, err := has.Attr(name); v != nil || err != nil {
			return v, err
		}
	}
	return nil, starlark.NoSuchAttrError("a " + x.Type() + " has no ." + name)
}

// leaf writes the visit of a leaf whose value was read.
func (m *machine) leaf(v *visit, n *node, line int, c *activation) error {
	if err := m.writeEnter(v); err != nil {
		return err
	}
	v.see(n)
	if !n.visited {
		m.nodes++
	}
	n.visited, m.entered = true, true
	value, err := n.Attr("value")
	if err != nil {
		return err
	}
	m.out.begin("leaf")
	m.out.b = appendField(m.out.b, "id", n.id)
	m.appendNode(n, false)
	m.out.b = append(m.out.b, `,"value":`...)
	start := len(m.out.b)
	if b, ok := m.appendValue(m.out.b, value, false); ok {
		m.out.b = b
		m.returned(n, b[start:])
	} else {
		m.out.b = append(m.out.b, "null"...)
	}
	m.finishOf(c, line)
	return m.out.endEvent()
}

// finishOf is finish for an event of a call. Only the innermost one has its frame at hand.
func (m *machine) finishOf(c *activation, line int) {
	m.out.b = m.appendPlaceAt(m.out.b, line)
	if c != nil && c == m.inner() {
		m.out.b = m.appendVarsOf(m.out.b, c, m.frame())
	}
}

// leaveCall leaves the nodes that a call has entered. Only its own has the value.
func (m *machine) leaveCall(c *activation, value starlark.Value) error {
	if !c.enters {
		return nil
	}
	base := -1
	for i := len(m.open) - 1; i >= 0; i-- { // the program may have left some of them itself
		if m.open[i].call == c {
			base = i
		} else if base >= 0 {
			break
		}
	}
	if base < 0 {
		return nil
	}
	last := base
	for last+1 < len(m.open) && m.open[last+1].call == c {
		last++
	}
	if err := m.closeTo(last, value); err != nil {
		return err
	}
	return m.closeTo(base, nil)
}

// closeTo leaves all open nodes from a place on. The one at that place has the value; nil: none.
func (m *machine) closeTo(at int, value starlark.Value) error {
	for len(m.open) > at {
		v := m.open[len(m.open)-1]
		var of starlark.Value
		if len(m.open)-1 == at {
			of = value
		}
		if err := m.leave(v, of); err != nil {
			return err
		}
		m.open = m.open[:len(m.open)-1]
		m.freeOpen = append(m.freeOpen, v)
	}
	return nil
}

// leave ends the visit of the innermost open node.
func (m *machine) leave(v *visit, value starlark.Value) error {
	n := v.node
	c := v.call
	for _, r := range v.reads {
		if !v.has(r.node) {
			if err := m.leaf(v, r.node, r.line, nil); err != nil {
				return err
			}
		}
	}
	var number []byte
	ok := false
	if value != nil {
		number, ok = m.appendValue(nil, value, m.turnedAt(n))
	}
	if v.chosen != nil {
		number, ok = v.chosen, true
	}
	if ok && n.parent == m.root {
		m.returned(n, number)
	}
	if n == m.root && ok && m.first == nil {
		m.first = number
	}
	stop := m.line
	if c != nil && c.stop > 0 {
		stop = c.stop
	}
	if v.count == 0 && v.pending && ok {
		v.pending = false
		held := m.out.release()
		if err := m.out.write(held); err != nil {
			return err
		}
		m.out.begin("leaf")
		m.out.b = appendField(m.out.b, "id", n.id)
		m.appendNode(n, false)
		m.out.b = append(append(m.out.b, `,"value":`...), number...)
		if n.from.count(n) > 0 {
			if v.frontier {
				m.out.b = append(m.out.b, `,"static":true`...)
			} else {
				m.out.b = append(m.out.b, `,"hit":true`...)
			}
		}
		m.out.b = v.appendCaller(m.out.b)
		m.finishOf(c, m.line)
		return m.out.endEvent()
	}
	if err := m.writeEnter(v); err != nil {
		return err
	}
	if v.count > v.cuts && v.count < n.from.count(n) {
		if err := m.prune(v, stop, n.kids()); err != nil {
			return err
		}
	}
	m.out.begin("exit")
	m.out.b = appendField(m.out.b, "id", n.id)
	m.out.b = append(m.out.b, `,"value":`...)
	if ok {
		m.out.b = append(m.out.b, number...)
	} else {
		m.out.b = append(m.out.b, "null"...)
	}
	m.finishOf(c, m.line)
	return m.out.endEvent()
}

// appendMoves appends the moves that lead to some children, if they have a text.
func appendMoves(b []byte, kids []*node) []byte {
	start := len(b)
	b = append(b, `,"moves":[`...)
	for i, k := range kids {
		move, is := k.from.attr(k, "move").(starlark.String)
		if !is {
			return b[:start]
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = appendText(b, string(move), maxOneVar-len("…"))
	}
	return append(b, ']')
}

// prune writes the cut of those of some children that a visit has not entered.
func (m *machine) prune(v *visit, line int, kids []*node) error {
	m.out.begin("prune")
	b := appendField(m.out.b, "id", v.node.id)
	b = append(b, `,"cut":[`...)
	before, count := len(b), 0
	var cut []*node
	_, known := v.node.from.(*treeSource)
	for _, k := range kids {
		if v.has(k) {
			continue
		}
		if count++; count > 1 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(k.id), 10)
		if !known {
			cut = append(cut, k)
		}
		v.see(k)
		v.cuts++
	}
	b = append(b, ']')
	if count > maxListed {
		b = strconv.AppendInt(b[:before-1], int64(count), 10)
	} else if !known {
		b = appendMoves(b, cut)
	}
	m.out.b = m.appendPlaceAt(b, line)
	return m.out.endEvent()
}
