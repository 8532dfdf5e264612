package trees

import "strings"

// MaxKept is the longest text that an edit of the picture writes anew around
// its comments: it is kept whole with each revision. A longer one is written
// without them.
const MaxKept = 64 << 10 // bytes

// keepComments gives d, which has no text of its own, the text of an earlier
// draft with what differs written anew: a comment stays with the node before
// it on its line, or else with the node that it stands above. A text without
// comments is not worth that: d then has the text that is written for any tree.
func (d *Draft) keepComments(earlier *Draft) {
	src := earlier.typed.text
	if d.typed.present() || earlier.typed.fault != nil || len(src) > MaxKept || !commented(src) {
		return
	}
	k := commentKeeper{old: earlier, new: d, src: src, at: byteSpans(src, earlier.typed.spans)}
	k.w = textWriter{t: d.tree}
	k.alike = earlier.tree.Kind == d.tree.Kind && earlier.tree.Width() == d.tree.Width()
	k.spaces()
	k.all()
	if len(k.b) <= MaxKept {
		d.setText(string(k.b))
	}
}

// setText gives the draft a text, whoever wrote it, if it says the draft's tree.
func (d *Draft) setText(text string) (ok bool) {
	d.typed = typed{}
	if d.readTyped(text); d.typed.fault != nil {
		d.typed = typed{}
	}
	return d.typed.present()
}

// Commented is the draft with a text that says it, and has comments; not ok
// where the text says something else, or has none.
func (d *Draft) Commented(text string) (next *Draft, ok bool) {
	if !commented(text) {
		return d, false
	}
	next = d.clone()
	return next, next.setText(text)
}

// KeepingComments is the draft with the text of another one of the same tree,
// and its comments, as far as the two agree; d itself where there are none.
func (d *Draft) KeepingComments(of *Draft) *Draft {
	next := d.clone()
	next.typed = typed{}
	if next.keepComments(of); next.typed.present() {
		return next
	}
	return d
}

// A commentKeeper writes a text out of pieces of an earlier one.
type commentKeeper struct {
	old, new *Draft
	src      string
	at       []int // of the old nodes, in bytes
	w        textWriter
	alike    bool  // what is the same is written the same
	gap      []int // where the space before each old node begins: behind its elder brother, or the bracket
	next     []int // where the space behind it ends
	b        []byte
	open     bool // the line at work ends in a comment: what follows goes onto the next
}

// byteSpans are spans in bytes, which count UTF-16 units.
func byteSpans(text string, spans []int32) []int {
	at := make([]int, 0, len(text)+1) // of each unit
	for i, r := range text {
		at = append(at, i)
		if r >= 0x10000 {
			at = append(at, i)
		}
	}
	at = append(at, len(text))
	bytes := make([]int, len(spans))
	for i, s := range spans {
		bytes[i] = at[s]
	}
	return bytes
}

// from is the old node that node n of the new draft was, or none.
func (k *commentKeeper) from(n int) int {
	if old, ok := k.old.Find(k.new.ids[n]); ok {
		return old
	}
	return none
}

// write goes on with a piece, below a comment that stands open.
func (k *commentKeeper) write(piece string) {
	if piece == "" {
		return
	}
	switch last := len(k.b) - 1; {
	case k.open && !strings.HasPrefix(strings.TrimLeft(piece, " \t"), "\n"):
		k.b = append(k.b, '\n')
	case !k.open && last >= 0 && wordByte[k.b[last]] && wordByte[piece[0]]:
		k.b = append(k.b, ' ') // there was no space, and it would be one word
	}
	k.b, k.open = append(k.b, piece...), false
}

// remark goes on with what stands behind something on its line: blanks, or a comment.
func (k *commentKeeper) remark(piece string) {
	if piece != "" {
		k.write(piece)
		k.open = strings.Contains(piece, "#")
	}
}

// remarks writes the comments of a piece that is written anew.
func (k *commentKeeper) remarks(piece string) {
	for _, c := range comments(piece) {
		k.write(" ")
		k.remark(c)
	}
}

func (k *commentKeeper) all() {
	k.header()
	root := k.from(0)
	if root > 0 { // it was no root before
		for _, c := range comments(k.before(root)) {
			k.b = append(append(k.b, c...), '\n')
		}
	}
	k.node(0, root)
	if root > 0 {
		k.remark(k.behind(root))
	}
	k.after()
}

// header writes what stands before the root.
func (k *commentKeeper) header() {
	was := k.src[:k.at[0]]
	for _, f := range headerFields {
		if !f.same(&k.old.tree.Header, &k.new.tree.Header) {
			for _, c := range comments(was) {
				k.b = append(append(k.b, c...), '\n')
			}
			k.w.b = k.w.b[:0]
			k.w.header()
			k.b = append(append(k.b, k.w.b...), '\n')
			return
		}
	}
	k.write(was)
}

// after writes what stands behind the old root.
func (k *commentKeeper) after() {
	same, below := onLine(k.src[k.at[1]:])
	k.remark(same)
	k.write(below)
}

// node writes node n with all below it, which was the old node o.
func (k *commentKeeper) node(n, o int) {
	t := k.new.tree
	var was string // all of the old node, or what stands before its children
	if o != none {
		was = k.src[k.at[2*o]:k.at[2*o+1]]
		if !k.old.tree.IsLeaf(o) {
			was = was[:headEnd(was)]
		}
	}
	if o != none && k.alike && k.old.tree.IsLeaf(o) == t.IsLeaf(n) && k.old.tree.sameNode(o, t, n) {
		k.write(was)
	} else {
		k.write(string(k.w.head(nil, n)))
		k.remarks(was)
	}
	if t.IsLeaf(n) {
		return
	}
	inner := o != none && !k.old.tree.IsLeaf(o)
	before := " "
	if inner {
		k.remark(k.behindHead(o))
		before = k.before(o + 1)
	}
	for _, c := range t.Kids(n) {
		was := k.from(int(c))
		if was > 0 {
			before = k.before(was)
			k.write(before)
		} else {
			k.write(blank(before))
		}
		k.node(int(c), was)
		if was > 0 {
			k.remark(k.behind(was))
		}
	}
	if inner {
		k.write(k.closing(o))
	} else {
		k.write(" ]")
	}
}

// headEnd is where what stands before the children ends: behind the bracket.
func headEnd(src string) int {
	for i := 0; i < len(src); i++ {
		switch src[i] {
		case '[':
			return i + 1
		case '"', '#':
			i = skipped(src, i) - 1
		}
	}
	return len(src)
}

// The space before, between and behind children: what stands on the line of
// the one before belongs to it, the rest to the next.

// spaces finds where the space before and behind each old node begins and ends.
func (k *commentKeeper) spaces() {
	t := k.old.tree
	k.gap, k.next = make([]int, t.Len()), make([]int, t.Len())
	for n := range t.Len() {
		kids := t.Kids(n)
		if len(kids) == 0 {
			continue
		}
		at := k.at[2*n]
		at += headEnd(k.src[at:])
		for i, c := range kids {
			if k.gap[c] = at; i > 0 {
				k.next[kids[i-1]] = k.at[2*c]
			}
			at = k.at[2*c+1]
		}
		k.next[kids[len(kids)-1]] = k.at[2*n+1] - 1 // the bracket
	}
}

// before is what stands above old node o, which is not the root.
func (k *commentKeeper) before(o int) string {
	_, below := onLine(k.src[k.gap[o]:k.at[2*o]])
	return below
}

// behind is what stands behind old node o on its line.
func (k *commentKeeper) behind(o int) string {
	same, _ := onLine(k.src[k.at[2*o+1]:k.next[o]])
	return same
}

// behindHead is what stands behind the bracket of old node o on its line.
func (k *commentKeeper) behindHead(o int) string {
	same, _ := onLine(k.src[k.gap[o+1]:k.at[2*(o+1)]])
	return same
}

// closing is what stands below the last child of old node o, and the bracket.
func (k *commentKeeper) closing(o int) string {
	kids := k.old.tree.Kids(o)
	last := int(kids[len(kids)-1])
	_, below := onLine(k.src[k.at[2*last+1]:k.next[last]])
	return below + "]"
}

// onLine parts a space at the end of its first line. A space that has but one
// line belongs to what follows it.
func onLine(space string) (same, below string) {
	if end := strings.IndexByte(space, '\n'); end >= 0 {
		return space[:end], space[end:]
	}
	return "", space
}

// blank is a space without its comments: the indentation of its last line.
func blank(space string) string {
	if at := strings.LastIndexByte(space, '\n'); at >= 0 {
		return space[at:]
	}
	return space
}

// comments are the comments of a text.
func comments(src string) (list []string) {
	for i := 0; i < len(src); i++ {
		switch src[i] {
		case '"':
			i = skipped(src, i) - 1
		case '#':
			end := skipped(src, i)
			list = append(list, src[i:end])
			i = end - 1
		}
	}
	return list
}

// commented reports whether a text has comments, which no tree holds.
func commented(src string) bool { return len(comments(src)) > 0 }

// skipped is where the comment or the string in quotes that begins at i ends.
func skipped(src string, i int) int {
	if src[i] == '#' {
		if end := strings.IndexByte(src[i:], '\n'); end >= 0 {
			return i + end
		}
		return len(src)
	}
	for i++; i < len(src) && src[i] != '"'; i++ {
		if src[i] == '\\' {
			i++
		}
	}
	return min(i+1, len(src))
}
