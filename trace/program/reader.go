package program

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"slices"
	"strconv"

	"espalier/trees"
)

// Limits of a run.
const (
	MaxLine   = 1 << 20 // bytes of a line
	MaxHeader = 9 << 20 // bytes of the header, which may have the tree
	MaxLevels = 1_000   // nodes on a path: deeper searches are rarely meant
	// MaxBetween is the most lines that say where the program is between two events.
	MaxBetween = 5_000_000
	// MaxProgram is the most bytes of the program's text that a header may have, MaxProgramLine the most lines.
	MaxProgram     = 256 << 10
	MaxProgramLine = 1_000_000
	// MaxGame is the most bytes of the position of a game in a header.
	MaxGame = 16 << 10
)

// A reader is due to let others compute in between after passWork: a line counts as lineWork, and each child that
// it has to look at as 1. A short line can skip a thousand children.
const (
	passWork = 4096
	lineWork = 16
)

// Options say how a run is read.
type Options struct {
	// Open returns the tree of the header's "figure" or "saved"; nil: there are none.
	Open func(key string, raw []byte) (*trees.Tree, error)
	// Tree is the tree that was searched, whatever the header says; nil: the header says it.
	Tree *trees.Tree
	// Events is the most events; more are a LineError.
	Events int
	// Memory grants what the run takes while it is read: it is called with that, and returns how much
	// may be taken before it is called again. Its error ends the reading. nil: there is no limit.
	Memory func(bytes int64) (granted int64, err error)
	// Pass is called between lines, often enough that others may compute in between; nil: never.
	Pass func() error
	// Size is how large the run is, as far as it is known: room for all of it is made at once.
	Size Size
	// SkipOther leaves out the lines that the program prints besides its events; else the first one is a
	// LineError.
	SkipOther bool
}

// A Size says how large a run is; 0: it is not known.
type Size struct {
	Bytes         int64
	Events, Nodes int
}

// A Reader reads a run line by line.
type Reader struct {
	run     *Run // by itself: who keeps it does not keep the reader
	open    func(key string, raw []byte) (*trees.Tree, error)
	tree    *trees.Tree
	most    int
	memory  func(bytes int64) (granted int64, err error)
	granted int64
	size    Size
	bytes   int64 // of the lines so far
	skip    bool  // Options.SkipOther
	started bool
	stack   []frame
	scan    scanner
	inner   scanner // of the variables of a call
	now     line    // the current one
	rest    []byte  // its keys that have no meaning here
	links   []links // by node
	known   nameTable
	shared  sharing
	ends    map[Bound]int32 // of windows, where they are among the bounds of the run
	whole   []uint64        // bits by node: a visit has shown all its children
	skipped int             // nodes that a line has skipped, not by the header's tree
	work    int             // since Due returned true
	inTree  []int32         // nodes by their number in the header's tree, or None
	kids    kidTable        // the children in that tree by their labels and moves
	probs   []trees.Number  // of the children of a node, while it ends
	largest float64         // size of a leaf's score
	// greatest is the greatest player so far, until the number of players is known.
	greatest int
}

// links are the children of a node while the run is read, each with the next one.
type links struct {
	first, last, next int32
	in                int32 // the event that entered the parent for the visit that saw the node last
}

// A frame is a node that was entered and has not ended.
type frame struct {
	node    int32
	since   int32 // the event that entered it
	last    int32 // the child that was visited last in this visit, or None
	unnamed int32 // the next of the children without a name that may come again, or None
	spare   int32 // the next child that an earlier visit may have skipped without a name, or None
	inOrder int32 // of the children in the tree the next one, if they come in order
	free    int32 // of those, how many at the left have been visited in this visit
	pruned  bool  // in this visit
	allCut  bool  // in this visit a line has skipped all children in the tree that were left
	// passed is the last child that prunes of this visit have looked at, or None, and earlier the number of those
	// up to there that an earlier visit has seen and this one has not: each prune without names skips them first.
	passed, earlier int32
}

// NewReader returns a reader of a run.
func NewReader(o Options) *Reader {
	r := &Reader{run: &Run{numbered: &numbering{}}, open: o.Open, tree: o.Tree, most: o.Events, memory: o.Memory, size: o.Size, skip: o.SkipOther}
	r.run.numbers.unit = 1
	r.known.seed = maphash.MakeSeed()
	r.shared.arena = &r.run.texts
	return r
}

// Read reads a whole run, in UTF-8 or UTF-16. With a LineError it also returns what came before.
func Read(in io.Reader, o Options) (*Run, error) {
	if sized, is := in.(interface{ Len() int }); is && o.Size.Bytes == 0 {
		o.Size.Bytes = int64(sized.Len())
	}
	r := NewReader(o)
	lines := bufio.NewReaderSize(in, 1<<16)
	if head, _ := lines.Peek(2); len(head) == 2 {
		if e, _ := encodingOf(head[0], head[1]); e != inUTF8 {
			lines = bufio.NewReaderSize(&decodedReader{from: lines}, 1<<16)
		}
	}
	var whole []byte
	var other *LineError // the first line that is none of the run; what follows is only counted
	for n := 1; ; n++ {
		if o.Pass != nil && r.Due() {
			if err := o.Pass(); err != nil {
				return r.Finish(), err
			}
		}
		line, err := lines.ReadSlice('\n')
		if len(whole) > 0 || err == bufio.ErrBufferFull {
			whole = append(whole, line...)
			line = whole
		}
		if err == bufio.ErrBufferFull && len(whole) <= MaxHeader {
			continue
		}
		if len(line) > 0 {
			read := r.Line
			if err == io.EOF {
				read = r.Last
			}
			if other != nil {
				other.Count(line)
			} else if wrong := read(line); wrong != nil {
				if other = OtherLine(wrong); other == nil {
					return r.Finish(), wrong
				}
			}
		}
		whole = whole[:0]
		switch {
		case err == io.EOF && other != nil:
			return r.Finish(), other
		case err == io.EOF:
			r.clip()
			return r.Finish(), nil
		case err != nil:
			return r.Finish(), err
		}
	}
}

const (
	// sample is the number of lines after which the size of a run is guessed from them.
	sample = 4096
	// mostGrown is how many times as much room a guess makes at most: the lines may get longer.
	mostGrown = 4
)

// room returns a list with room for some more entries. If it has none, room is made for all that are to
// come, as far as that is known: a list that grows again and again is copied as often, and has more than
// twice its memory meanwhile. all is how many entries there will be; 0: it is guessed.
func room[T any](r *Reader, list []T, more, all int) []T {
	if len(list)+more <= cap(list) {
		return list
	}
	return slices.Grow(list, max(more, r.missing(len(list), all)))
}

// missing returns for how many more entries a list needs room.
func (r *Reader) missing(have, all int) int {
	if have < all {
		return all - have
	}
	done := 0.0
	switch {
	case r.run.Lines < sample:
	case r.size.Events > 0:
		done = float64(len(r.run.Events)) / float64(r.size.Events)
	case r.size.Bytes > 0:
		done = float64(r.bytes) / float64(r.size.Bytes)
	}
	if done <= 0 {
		return have / 4
	}
	return int(min((1/done-1)*1.02, mostGrown-1) * float64(have))
}

// clip gives back room that was not needed, if it is much.
func (r *Reader) clip() {
	run := r.run
	run.Events, run.Nodes, run.numbers.all = clip(run.Events), clip(run.Nodes), clip(run.numbers.all)
	run.probs, run.given = clip(run.probs), clip(run.given)
}

func clip[T any](s []T) []T {
	if cap(s)-len(s) < len(s)/16 {
		return s
	}
	return append(make([]T, 0, len(s)), s...)
}

// Line reads the next line. After a LineError the line is as if it had not come; another error is that
// of Options.Memory, and nothing more is read.
func (r *Reader) Line(src []byte) error {
	r.work += lineWork
	r.run.Lines++
	r.bytes += int64(len(src))
	src = bytes.TrimSpace(src)
	if r.run.Lines == 1 {
		src = bytes.TrimSpace(bytes.TrimPrefix(src, []byte(ByteOrderMark)))
	}
	switch {
	case len(src) == 0 || src[0] == '#':
		return nil
	case src[0] != '{' && r.skip:
		if r.run.Other == 0 {
			r.run.FirstOther = r.run.Lines
		}
		r.run.Other++
		return nil
	case src[0] != '{':
		return newOtherLine(r.run.Lines, src)
	}
	if err := r.read(src); err != nil {
		return &LineError{Line: r.run.Lines, Message: err.Error()}
	}
	return r.grow()
}

// Due reports whether others should be let to compute before the next line. It is asked before each line.
func (r *Reader) Due() bool {
	if r.work < passWork {
		return false
	}
	r.work = 0
	return true
}

// Last is Line for a last line that has no end. Its error says whether the input stops within it: where
// the root has ended already, a line with no key yet is none of a run.
func (r *Reader) Last(src []byte) error {
	err := r.Line(src)
	if wrong, is := err.(*LineError); is {
		wrong.CutOff = isBeginning(bytes.TrimSpace(src)) && (!r.run.Complete || bytes.IndexByte(src, '"') >= 0)
	}
	return err
}

// isBeginning reports whether a text is the beginning of a JSON object.
func isBeginning(src []byte) bool {
	if len(src) == 0 || src[0] != '{' {
		return false
	}
	var object any
	return errors.Is(json.NewDecoder(bytes.NewReader(src)).Decode(&object), io.ErrUnexpectedEOF)
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
	l := &r.now
	if err := r.line(src, l); err != nil {
		return err
	}
	if l.between {
		if r.run.Between++; r.run.Between > MaxBetween {
			return fmt.Errorf("the run has more than %d lines of the type %s, the most that are read", MaxBetween, lineType)
		}
		return r.addMoment(l, len(r.stack))
	}
	before, open := len(r.run.Events), len(r.stack)
	if r.most > 0 && len(r.run.Events) >= r.most {
		return fmt.Errorf("the run has more than %d events, the most that are read", r.most)
	}
	var err error
	switch l.typ {
	case Enter, Leaf:
		err = r.enter(l)
	case Prune:
		err = r.prune(l)
	case Exit:
		err = r.exit(l)
	case Backup:
		err = r.backup(l)
	case Done:
		r.add(Event{Type: Done, Node: 0, Value: l.value}, l)
	}
	if l.at > 0 || r.run.places != nil {
		r.run.places = r.placed(r.run.places, before, l.at)
	}
	if l.from > 0 || r.run.froms != nil {
		r.run.froms = r.placed(r.run.froms, before, l.from)
	}
	if err == nil {
		err = r.addMoment(l, max(open, len(r.stack)))
	}
	if err == nil && len(r.rest) > 0 {
		r.run.extras.add(r.run.Lines, r.rest)
	}
	return err
}

// hasType reports whether an object has the key "type".
func hasType(src []byte) (has bool) {
	var s scanner
	err := s.object(src, func(key, _ []byte) error {
		has = has || string(key) == "type"
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
	if l != nil && r.run.Turned(e.Node) {
		r.turn(&e, l)
	}
	r.limit(&e)
	if l != nil && l.hasGiven {
		e.Given = int32(len(r.run.given))
		r.run.given = append(room(r, r.run.given, 1, 0), r.keepGiven(&l.given))
	}
	r.run.Events = append(room(r, r.run.Events, 1, r.size.Events), e)
	return int32(len(r.run.Events) - 1)
}

// placed adds a line of the program's text to those by event: for the events from a place on.
func (r *Reader) placed(lines []int32, from, line int) []int32 {
	for len(lines) < from { // the events before say none
		lines = append(room(r, lines, 1, r.size.Events), 0)
	}
	for len(lines) < len(r.run.Events) {
		lines = append(room(r, lines, 1, r.size.Events), int32(line))
	}
	return lines
}

// keepGiven keeps the bounds of a line.
func (r *Reader) keepGiven(g *Given) given {
	kept := given{bounds: None, count: int32(len(g.Bounds)), alpha: r.keepEnd(g.Alpha), beta: r.keepEnd(g.Beta)}
	if g.Bounds != nil {
		kept.bounds = int32(len(r.run.bounds))
		r.run.bounds = append(r.run.bounds, g.Bounds...)
	}
	return kept
}

// keepEnd keeps an end of a window: the window of a node has at least one end of the node above.
func (r *Reader) keepEnd(b *Bound) int32 {
	if b == nil {
		return None
	}
	at, kept := r.ends[*b]
	if !kept {
		at = int32(len(r.run.bounds))
		r.run.bounds = append(r.run.bounds, *b)
		if r.ends == nil {
			r.ends = map[Bound]int32{}
		}
		if len(r.ends) < maxShared {
			r.ends[*b] = at
		}
	}
	return at
}

// turn turns the numbers of a line that are from the view of Min.
func (r *Reader) turn(e *Event, l *line) {
	for _, value := range []int32{e.Value, e.Best} {
		if value != None {
			r.run.numbers.negate(value)
		}
	}
	switch e.Limit {
	case AtLeast:
		e.Limit = AtMost
	case AtMost:
		e.Limit = AtLeast
	}
	l.given.Alpha, l.given.Beta = l.given.Beta.negated(), l.given.Alpha.negated()
	for i := range l.given.Bounds {
		l.given.Bounds[i] = *l.given.Bounds[i].negated()
	}
}

// negated returns the bound with the other sign; nil of nil.
func (b *Bound) negated() *Bound {
	if b == nil {
		return nil
	}
	n := *b
	n.Score.Score, n.Float = -n.Score.Score, -n.Float
	return &n
}

// innermost returns the place in the stack of the innermost open node with a name, or -1. Without
// a name it is the innermost of all.
func (r *Reader) innermost(id []byte) int {
	for i := len(r.stack) - 1; i >= 0; i-- {
		if len(id) == 0 || r.run.ID(r.stack[i].node) == string(id) || r.run.Tree != nil && r.isInTree(r.stack[i].node, id) {
			return i
		}
	}
	return -1
}

// isInTree reports whether a name is that of a node of the header's tree: its label or number.
func (r *Reader) isInTree(node int32, id []byte) bool {
	n := r.run.Nodes[node].Tree
	return n != None && r.namesKid(id, n)
}

// namesKid reports whether a name is that of a node of the header's tree.
func (r *Reader) namesKid(id []byte, number int32) bool {
	if id[0] == '"' {
		label := r.run.Tree.Label(int(number))
		return label != "" && label == string(id[1:])
	}
	return number == numberOf(id)
}

// numberOf returns the number of a node that a name may be, or None.
func numberOf(id []byte) int32 {
	if len(id) > 9 || len(id) > 1 && id[0] == '0' {
		return None
	}
	n := int32(0)
	for _, c := range id {
		if c < '0' || c > '9' {
			return None
		}
		n = 10*n + int32(c-'0')
	}
	return n
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
	if r.run.Nodes[f.node].Chance {
		r.roundProbs(f.node)
	}
	r.stack = r.stack[:len(r.stack)-1]
	if !f.pruned && !e.Implied && f.last != None {
		r.setWhole(f.node)
	}
	r.add(e, l)
	r.run.Complete = len(r.stack) == 0
}

// roundProbs reads the probabilities of the children of a node as the fractions that they stand for, if
// all have one.
func (r *Reader) roundProbs(node int32) {
	r.probs = r.probs[:0]
	for k := r.links[node].first; k != None; k = r.links[k].next {
		p := r.run.Prob(k)
		if p.Unit == 0 {
			return
		}
		r.probs = append(r.probs, p)
	}
	meant, rounded := trees.RoundedProbs(r.probs)
	if !rounded {
		return
	}
	r.run.Rounded.AddRounded(int(node), r.probs, meant)
	for i, k := 0, r.links[node].first; k != None; i, k = i+1, r.links[k].next {
		r.setProb(k, meant[i])
	}
}

// setProb gives a node its probability.
func (r *Reader) setProb(node int32, p trees.Number) {
	run := r.run
	if missing := int(node) + 1 - len(run.probs); missing > 0 {
		run.probs = room(r, run.probs, missing, r.size.Nodes)
		for range missing {
			run.probs = append(run.probs, trees.Number{})
		}
	}
	run.probs[node] = p
}

// setWhole notes that a visit has shown all children of a node.
func (r *Reader) setWhole(n int32) {
	for int(n)/64 >= len(r.whole) {
		r.whole = append(r.whole, 0)
	}
	r.whole[n/64] |= 1 << (n % 64)
}

func (r *Reader) isWhole(n int32) bool {
	return int(n)/64 < len(r.whole) && r.whole[n/64]&(1<<(n%64)) != 0
}

func idInWords[T string | []byte](id T) string {
	if len(id) == 0 {
		return "without a name"
	}
	if id[0] == '"' {
		return strconv.Quote(string(id[1:]))
	}
	return string(id)
}

// enter begins the search of a node, and of a leaf ends it.
func (r *Reader) enter(l *line) error {
	run := r.run
	switch {
	case l.typ == Leaf && l.null:
		return fmt.Errorf("value: a leaf has a value; null is none")
	case l.typ == Leaf && l.value == None && run.Tree == nil:
		return fmt.Errorf("a leaf has a value: a number, or one score for each player")
	}
	if l.player > 0 && run.Players > 0 && l.player > run.Players {
		hint := ""
		if run.Kind == trees.Minimax && !run.Reduced && run.Tree == nil && run.Values == OfMax {
			hint = `; if its values are the scores of one player against all others, the header needs "values": "root"`
		}
		return fmt.Errorf("player is %d, and the run has %s%s", l.player, trees.Plural(run.Players, "player"), hint)
	}
	r.greatest = max(r.greatest, l.player)
	parent := int32(None)
	switch {
	case len(l.parent) > 0:
		at := r.innermost(l.parent)
		if at < 0 {
			return fmt.Errorf("the parent %s is not open: it was not entered, or has ended", idInWords(l.parent))
		}
		r.closeAbove(at)
		parent = r.stack[at].node
	case len(r.stack) > 0:
		parent = r.stack[len(r.stack)-1].node
	case len(run.Nodes) > 0 && string(l.id) != run.ID(0) && !(len(l.id) > 0 && run.Tree != nil && r.isInTree(0, l.id)):
		return fmt.Errorf("a second root, %s: the root %s has ended", idInWords(l.id), idInWords(run.ID(0)))
	}
	if len(r.stack) >= MaxLevels {
		return fmt.Errorf("the node is on level %d; a run has at most %d", len(r.stack)+1, MaxLevels)
	}
	node, err := r.child(parent, l)
	if err != nil {
		return err
	}
	n := &run.Nodes[node]
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
		if run.Values == OfMover { // whose view it has
			n.Player = int8(l.player)
		}
	default:
		n.Player = mover
	}
	if run.Reduced && run.Alone == 0 {
		run.Alone = max(l.player, 1)
	}
	if len(l.move) > 0 && run.Move(node) != string(l.move) {
		n.move = r.shared.own(l.move)
	}
	if len(l.label) > 0 && run.OwnLabel(node) != string(l.label) {
		n.label = r.shared.own(l.label)
	}
	if l.prob.Unit > 0 {
		old := run.Prob(node)
		near := old.Unit > 0 && trees.NearProbs(old, l.prob) // a later visit prints it rounded again
		if old.Unit > 0 && !near {
			run.Reweighed = append(run.Reweighed, Reweighed{int32(len(run.Events)), node, old, l.prob})
		}
		if !near {
			r.setProb(node, l.prob)
		}
	}
	if len(r.stack) > 0 {
		f := &r.stack[len(r.stack)-1]
		if node <= f.passed && r.links[node].in != f.since && n.Cut < f.since {
			f.earlier--
		}
		f.last, r.links[node].in = node, f.since
	}
	if l.typ == Enter {
		since := r.add(Event{Type: Enter, Node: node, Value: None, Hit: l.hit, Player: mover}, l)
		first := r.links[node].first
		r.stack = append(r.stack, frame{node: node, since: since, last: None, unnamed: first, spare: first, passed: None})
		run.Complete = false
		return nil
	}
	r.add(Event{Type: Leaf, Node: node, Value: l.value, Hit: l.hit}, l)
	run.Complete = len(r.stack) == 0
	return nil
}

// child returns the node that a line enters: one that is known, or a new one.
func (r *Reader) child(parent int32, l *line) (int32, error) {
	run := r.run
	if parent == None && len(run.Nodes) > 0 {
		return 0, nil // a new search from the root
	}
	if run.Tree != nil {
		return r.childInTree(parent, l)
	}
	if parent == None {
		return r.node(parent, Node{id: run.texts.own(l.id)}), nil
	}
	f := &r.stack[len(r.stack)-1]
	if len(l.id) > 0 {
		if n := r.named(parent, l.id); n != None {
			return n, nil
		}
		n := r.skippedBefore(f)
		if n == None {
			n = r.node(parent, Node{})
		}
		r.call(n, l.id)
		return n, nil
	}
	// In a second visit the children without a name are those of the first one, in their order.
	for f.unnamed != None {
		k := f.unnamed
		f.unnamed = r.links[k].next
		if n := &run.Nodes[k]; n.id == 0 && n.Visited {
			return k, nil
		}
	}
	if n := r.skippedBefore(f); n != None {
		return n, nil
	}
	return r.node(parent, Node{}), nil
}

// named returns the child of a node that has a name, or None.
func (r *Reader) named(parent int32, id []byte) int32 {
	return r.known.find(r.run, parent, id)
}

// call gives a node its name, which named has just looked for in vain.
func (r *Reader) call(n int32, id []byte) {
	r.run.Nodes[n].id = r.run.texts.own(id)
	r.known.add(n, r.missing(r.known.count, 0))
}

// skippedBefore returns a child of an open node that an earlier visit has skipped without a name,
// or None. A child that is new in this visit is that one: the node has no more children than before.
func (r *Reader) skippedBefore(f *frame) int32 {
	for f.spare != None {
		k := f.spare
		f.spare = r.links[k].next
		if n := &r.run.Nodes[k]; n.id == 0 && !n.Visited && n.Cut < f.since {
			return k
		}
	}
	return None
}

// childInTree returns the child that a line enters in the tree of the header.
func (r *Reader) childInTree(parent int32, l *line) (int32, error) {
	run := r.run
	t := run.Tree
	if parent == None {
		if len(l.id) > 0 && l.id[0] != '"' && string(l.id) != "0" {
			return 0, fmt.Errorf("the root of the tree is node 0, and the line enters %s", l.id)
		}
		return r.nodeInTree(None, 0, l.id), nil
	}
	f := &r.stack[len(r.stack)-1]
	kids := t.Kids(int(run.Nodes[parent].Tree))
	if i := int(f.inOrder); i < len(kids) && len(l.id) > 0 && r.namesKid(l.id, kids[i]) { // in order, as most come
		f.inOrder++
		return r.nodeInTree(parent, kids[i], l.id), nil
	}
	at := run.Nodes[parent].Tree
	if k := r.kidNamed(at, l.id, l.move); k != None {
		if i, found := slices.BinarySearch(kids, k); found && len(l.id) > 0 {
			f.inOrder = int32(i + 1)
		}
		return r.nodeInTree(parent, k, l.id), nil
	}
	if len(l.id) > 0 {
		if n := r.named(parent, l.id); n != None { // a name of the program's own
			return n, nil
		}
	}
	if len(l.id) == 0 || !r.namesTree(l.id) {
		if k := r.leftmostFree(f, kids); k != None {
			n := r.nodeInTree(parent, k, nil)
			if run.Nodes[n].id == 0 && len(l.id) > 0 {
				r.call(n, l.id)
			}
			return n, nil
		}
		return 0, fmt.Errorf("%s has %s in the tree, and all have been visited", run.Name(parent), countChildren(len(kids)))
	}
	return 0, fmt.Errorf("%s has no child %s in the tree", run.Name(parent), idInWords(l.id))
}

func countChildren(n int) string {
	if n == 1 {
		return "1 child"
	}
	return fmt.Sprintf("%d children", n)
}

// namesTree reports whether a name is that of some node of the header's tree.
func (r *Reader) namesTree(id []byte) bool {
	if id[0] == '"' {
		return r.run.Tree.Find(string(id[1:])) >= 0
	}
	n := numberOf(id)
	return n != None && int(n) < r.run.Tree.Len()
}

// node adds a node.
func (r *Reader) node(parent int32, n Node) int32 {
	run := r.run
	i := int32(len(run.Nodes))
	n.Parent, n.Tree, n.Cut = parent, None, None
	run.Nodes = append(room(r, run.Nodes, 1, r.size.Nodes), n)
	r.links = append(room(r, r.links, 1, r.size.Nodes), links{None, None, None, None})
	if parent == None {
		return i
	}
	above := &r.links[parent]
	if above.last == None {
		above.first = i
	} else {
		r.links[above.last].next = i
	}
	above.last = i
	return i
}

// nodeInTree returns the node of the run for one of the header's tree.
func (r *Reader) nodeInTree(parent, number int32, id []byte) int32 {
	t := r.run.Tree
	movers := t
	if r.run.whole != nil {
		movers = r.run.whole
	}
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
	n := r.node(parent, Node{id: r.run.texts.own(id), label: r.shared.own([]byte(t.Label(at))), move: r.shared.own([]byte(t.Action(at))), Player: int8(movers.Mover(at)), Chance: t.IsChance(at)})
	r.run.Nodes[n].Tree = number
	if parent != None && r.run.Nodes[parent].Chance {
		r.setProb(n, t.Prob(at))
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
	if r.run.Tree == nil && r.skipped+len(l.names) > MaxSkipped && len(l.names) > 0 {
		return fmt.Errorf("cut: the run skips more than %d children; give only the number of more", MaxSkipped)
	}
	r.closeAbove(at)
	f := &r.stack[at]
	f.pruned = true
	e := r.add(Event{Type: Prune, Node: f.node, Value: None}, l)
	skip := func(n int32) { // the last visit counts
		if node := &r.run.Nodes[n]; !node.Visited && node.Cut < f.since {
			node.Cut = e
			r.run.Events[e].Skips++
		}
	}
	// The children without names are first those that an earlier visit has shown: a program that counts
	// them counts the same ones in every visit.
	isOpen := func(k int32) bool { return r.links[k].in != f.since && r.run.Nodes[k].Cut < f.since }
	further := r.links[f.node].first
	if f.passed != None {
		further = r.links[f.passed].next
	}
	unnamed := func(most int) {
		most -= min(most, int(f.earlier))
		for k := further; k != None && most > 0; k = r.links[k].next {
			r.work++
			if f.passed = k; !isOpen(k) {
				continue
			}
			if skip(k); isOpen(k) {
				f.earlier++
			}
			most--
		}
		for ; most > 0; most-- {
			r.work++
			n := r.node(f.node, Node{})
			r.skipped++
			skip(n)
			f.passed = n
		}
	}
	if r.run.Tree != nil && r.run.Nodes[f.node].Tree != None {
		most := -1
		if l.cutGiven && l.cut != None {
			most = l.cut
		}
		kids := r.run.Tree.Kids(int(r.run.Nodes[f.node].Tree))
		switch {
		case l.cut == None:
			kids = r.kidsNamed(r.run.Nodes[f.node].Tree, kids, l.names)
		case f.allCut:
			return nil
		default:
			if r.leftmostFree(f, kids) == None {
				return nil
			}
			kids = kids[f.free:]
			f.allCut = most < 0
		}
		for _, k := range kids {
			if most == 0 {
				break
			}
			r.work++
			if n := r.inTree[k]; n != None && r.links[n].in == f.since {
				continue
			}
			skip(r.nodeInTree(f.node, k, nil))
			most--
		}
		return nil
	}
	switch {
	case l.cutGiven && l.cut == None:
		for i, id := range l.names {
			n := r.named(f.node, id)
			if n == None {
				n = r.node(f.node, Node{})
				r.skipped++
				r.call(n, id)
				if len(l.moves) == len(l.names) {
					r.run.Nodes[n].move = r.shared.own(l.moves[i])
				} else if id[0] == '"' {
					r.run.Nodes[n].move = r.run.texts.own(id[1:])
				}
			}
			skip(n)
		}
	case !l.cutGiven, l.cut > MaxListed, r.skipped+l.cut > MaxSkipped:
		rest := int(f.earlier) // the children that are known; one more node stands for all others
		for k := further; k != None; k = r.links[k].next {
			if r.work++; isOpen(k) {
				rest++
			}
		}
		if rest == 0 && !r.isWhole(f.node) || l.cutGiven && l.cut > rest {
			rest++
		}
		unnamed(rest)
	default:
		unnamed(l.cut)
	}
	return nil
}

// names reports whether a list names a node of the header's tree, by number, label or move.
func (r *Reader) names(list [][]byte, number int32) bool {
	for _, id := range list {
		if r.namesKid(id, number) || len(id) > 1 && id[0] == '"' && string(id[1:]) == r.run.Tree.Action(int(number)) {
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
		n := r.nodeInTree(f.node, k, nil)
		r.run.Nodes[n].Cut = e
		r.run.Events[e].Skips++
	}
}

func notOpen(id []byte) string {
	if len(id) == 0 {
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
	r.end(Event{Type: Exit, Node: r.stack[at].node, Value: l.value, Null: l.null, Hit: l.hit, Limit: l.limit}, l)
	return nil
}

func (r *Reader) backup(l *line) error {
	at := r.innermost(l.id)
	if at < 0 {
		return fmt.Errorf("%s: a value is backed up to a node that was entered and has not ended", notOpen(l.id))
	}
	r.closeAbove(at)
	node := r.stack[at].node
	child := r.stack[at].last
	if len(l.child) > 0 {
		child = r.visitedChild(node, l.child)
	}
	if child == None {
		return fmt.Errorf("%s has no child %s that was visited", r.run.Name(node), idInWords(l.child))
	}
	r.add(Event{Type: Backup, Node: node, Child: child, Value: l.value, Best: l.best}, l)
	return nil
}

// visitedChild returns the child of a node that has a name and was visited, or None.
func (r *Reader) visitedChild(node int32, id []byte) int32 {
	n := r.named(node, id)
	for k := r.links[node].first; n == None && r.run.Tree != nil && k != None; k = r.links[k].next {
		if r.run.ID(k) == string(id) || r.isInTree(k, id) {
			n = k
		}
	}
	if n == None || !r.run.Nodes[n].Visited {
		return None
	}
	return n
}

// children lists the children of each node.
func (r *Reader) children() (at, all []int32) {
	at, all = make([]int32, len(r.links)+1), make([]int32, 0, len(r.links))
	for n := range r.links {
		for k := r.links[n].first; k != None; k = r.links[k].next {
			all = append(all, k)
		}
		at[n+1] = int32(len(all))
	}
	return at, all
}

// Finish returns the run as far as it has come.
func (r *Reader) Finish() *Run {
	run := r.run
	run.kidAt, run.kids = r.children()
	run.finish()
	return run
}

// Peek returns the run as far as it has come, while more lines follow. It must not be used any more
// when the next line is read.
func (r *Reader) Peek() *Run {
	run := *r.run
	run.kidAt, run.kids, run.links = nil, nil, r.links
	if run.Players == 0 { // as finish does, without a look at each node
		run.Players = max(run.fewest(), r.greatest)
	}
	run.finish()
	return &run
}

// fewest is how many players a run has if no line shows more.
func (run *Run) fewest() int {
	if run.Reduced {
		return 2
	}
	return 1
}

func (run *Run) finish() {
	run.numbers.settle()
	run.Unit, run.HasFloats = run.numbers.unit, run.numbers.float
	if run.Players == 0 {
		run.Players = run.fewest()
		for i := range run.Nodes {
			run.Players = max(run.Players, int(run.Nodes[i].Player))
		}
	}
}

// Kids returns the children of a node in the order in which they first appear. The caller must not
// change them.
func (r *Run) Kids(node int32) (list []int32) {
	if r.kidAt != nil {
		from, end := r.kidAt[node], r.kidAt[node+1]
		return r.kids[from:end:end]
	}
	for k := r.links[node].first; k != None; k = r.links[k].next {
		list = append(list, k)
	}
	return list
}
