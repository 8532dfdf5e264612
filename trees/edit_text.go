package trees

import (
	"slices"
	"strings"
)

// readLenient reads a text for a draft, which may break its limits. It also returns the
// faults, and the part of the text for each node.
func readLenient(src string, p *pace) (t *Tree, faults *faultCollector, spans []int32, err error) {
	t, err = readInUnits(func(s *scale) (*Tree, error) {
		r := newTextReader(src, Header{Unit: s.unit()})
		faults = &faultCollector{}
		r.b.faults, r.b.pace, r.b.scale = faults, p, s
		t, err := r.tree(r.document)
		if err != nil {
			return t, err
		}
		spans = r.spans()
		return t, nil
	})
	if err != nil {
		return nil, nil, nil, err
	}
	return t, faults, spans, nil
}

// spans returns the parts of the nodes, in UTF-16 units.
func (r *textReader) spans() []int32 {
	spans := make([]int32, 2*len(r.start))
	if utf8Only := strings.IndexFunc(r.src, func(c rune) bool { return c >= 0x80 }); utf8Only < 0 {
		for n := range r.start {
			spans[2*n], spans[2*n+1] = int32(r.start[n]), int32(r.end[n])
		}
		return spans
	}
	excess := make([]int32, len(r.src)+1) // bytes over UTF-16 units, before each byte
	for i := range len(r.src) {
		excess[i+1] = excess[i] + int32(utf16Excess(r.src[i:i+1]))
	}
	for n := range r.start {
		spans[2*n] = int32(r.start[n]) - excess[r.start[n]]
		spans[2*n+1] = int32(r.end[n]) - excess[r.end[n]]
	}
	return spans
}

// lineEnds replaces all line ends by \n, as a browser's text area does: typed
// text is compared with the area's content.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// applyText replaces the whole tree by a typed text. If the text cannot be read, it is
// stored with its error, and the tree does not change.
func (d *Draft) applyText(e *Edit, p *pace) (EditResult, error) {
	src := *e.text
	if len(src) > MaxBytes {
		return EditResult{}, ErrorOverLimit("text", "it has %d bytes; a tree has at most %d", len(src), MaxBytes)
	}
	src = lineEnds.Replace(src)
	t, faults, spans, err := readLenient(src, p)
	wrong, ok := err.(*Error)
	if err != nil && !ok {
		return EditResult{}, err
	}
	if wrong != nil {
		if d.typed.fault != nil && src == d.typed.text {
			return EditResult{Draft: d, Summary: "text unchanged"}, nil
		}
		next := d.clone()
		next.typed = typed{text: src, fault: wrong}
		return EditResult{Draft: next, Summary: "text typed that cannot be read yet"}, nil
	}
	ids, last := d.align(t, p)
	next := &Draft{tree: t, ids: ids, mark: &mark{}, lookup: &lookup{}, last: last, notes: d.notes, typed: typed{text: src, spans: spans}}
	next.setFaults(faults)
	next.setFurther(d)
	if same := next.sameNodes(d); same && src == d.typed.text {
		return EditResult{Draft: d, Summary: "text unchanged"}, nil
	}
	a := EditResult{Draft: next, Summary: "text typed" + diff(d, next, p).summary()}
	for n, id := range ids {
		if id > d.last && (n == 0 || ids[t.Parent(n)] <= d.last) {
			a.Created = append(a.Created, id)
		}
	}
	return a, nil
}

// inUnit returns a tree that was read in the unit of the draft. If that is not possible, the
// edit is applied again in a unit in which it is; see applyInUnits.
func (w *editState) inUnit(t *Tree) *Tree {
	in, ok := t.In(w.Unit)
	if !ok {
		panic(&misfitError{Number{1, t.denominator(w.pace)}})
	}
	return in
}

// read reads the nodes of a text: one or more nodes in the notation, or the root of a
// whole document.
func (w *editState) read(src string) []int32 {
	if len(src) > MaxBytes {
		panic(ErrorOverLimit("text", "it has %d bytes; a tree has at most %d", len(src), MaxBytes))
	}
	if newTextReader(src, w.Header).hasHeader() {
		return []int32{w.readDocument(src)}
	}
	t, err := readInUnits(func(s *scale) (*Tree, error) {
		h := w.Header
		if unit, ok := lcm(s.unit(), h.Unit); ok {
			if h, ok = h.In(unit); !ok {
				return nil, errNoCommonUnit()
			}
		}
		r := newTextReader(src, h)
		r.b.faults, r.b.pace, r.b.scale = &faultCollector{fragment: true}, w.pace, s
		return r.tree(r.nodes)
	})
	if wrong, ok := err.(*Error); ok {
		e := *wrong
		// The nodes were read as children of a temporary root.
		e.Path = strings.Replace(e.Path, "root.children[", "nodes[", 1)
		panic(&e)
	}
	if err != nil {
		panic(ended{err})
	}
	t = w.inUnit(t)
	var list []int32
	for _, k := range t.Kids(0) {
		list = append(list, w.graft(t, int(k)))
	}
	return list
}

func (r *textReader) hasHeader() bool {
	word := r.lookWord()
	at := r.pos
	r.pos += len(word)
	header := slices.Contains(headerWords, word) && r.peek() != ':'
	r.pos = at
	return header
}

// nodes reads nodes up to the end of the text as children of a temporary root.
func (r *textReader) nodes() (err error) {
	defer catch(&err)
	r.valid()
	h := r.b.Header()
	r.width, r.scalar = h.Width(), h.Kind != MaxN
	r.b.Open(Node{Player: 1})
	r.start, r.end = append(r.start, 0), append(r.end, len(r.src))
	if r.peek(); r.pos == len(r.src) {
		r.expected("a node, such as " + r.exampleNode())
	}
	for r.peek(); r.pos < len(r.src); r.peek() {
		if r.peek() == ',' {
			r.fail(r.pos, "separate nodes by white space, not by a comma")
		}
		r.node()
	}
	r.b.Close()
	return nil
}

func (r *textReader) exampleNode() string {
	if r.b.t.Kind == Path {
		return "."
	}
	return r.exampleValue()
}

func (w *editState) readDocument(src string) int32 {
	t, _, _, err := readLenient(src, w.pace)
	if wrong, ok := err.(*Error); ok {
		panic(wrong)
	}
	if err != nil {
		panic(ended{err})
	}
	switch {
	case t.Kind != w.Kind:
		w.fail("text", "it is a %s tree, and this is a %s tree; their nodes cannot be in one tree", t.Kind, w.Kind)
	case t.Players != w.Players:
		w.fail("text", "it is a tree for %s, and this one is for %d", count(t.Players, "player"), w.Players)
	}
	return w.graft(w.inUnit(t), 0)
}
