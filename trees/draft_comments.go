package trees

import (
	"espalier/trees/jsonscan"
	"strings"
)

// MaxCommentedText is the maximum length of a text whose comments and lines are kept after
// an edit of the picture. The text is stored with each revision, so a longer text is replaced by
// generated text.
const MaxCommentedText = 64 << 10 // bytes

// keepComments sets the text of d, which has no text, from the text of an earlier draft;
// only parts that differ are rewritten. A comment stays with the node before it on its
// line, or else with the node below it, and so do spaces and line breaks. If the earlier
// text has no comments and was not laid out by hand, d gets no text.
func (d *Draft) keepComments(earlier *Draft) {
	src := earlier.typed.text
	if d.typed.present() || earlier.typed.fault != nil || len(src) > MaxCommentedText || !commented(src) && !earlier.laidOut() {
		return
	}
	earlier, in := alike(earlier, d)
	k := commentKeeper{old: earlier, new: in, src: src, at: byteSpans(src, earlier.typed.spans)}
	k.w = textWriter{t: d.tree}
	k.alike = earlier.tree.Kind == d.tree.Kind && earlier.tree.Width() == d.tree.Width()
	k.spaces()
	k.all()
	if len(k.b) <= MaxCommentedText {
		d.setText(string(k.b))
	}
}

// laidOut reports whether the lines of the typed text are not those of the generated one.
// A tree in one line is not laid out: the generated text may break it.
func (d *Draft) laidOut() bool {
	src := d.typed.text
	if !strings.Contains(strings.TrimSpace(src), "\n") {
		return false
	}
	return src != d.tree.Text()
}

// setText sets the draft's text if it describes the draft's tree, and reports
// whether it does.
func (d *Draft) setText(text string) (ok bool) {
	d.typed = typed{}
	if d.readTyped(text, nil); d.typed.fault != nil {
		d.typed = typed{}
	}
	return d.typed.present()
}

// WithCommentedText returns the draft with the given text. ok is false if the text
// describes another tree or has no comments.
func (d *Draft) WithCommentedText(text string) (next *Draft, ok bool) {
	if !commented(text) {
		return d, false
	}
	next = d.clone()
	return next, next.setText(text)
}

// WithCommentsFrom returns the draft with the text and comments of another draft of the
// same tree, if the two agree. It returns d itself if there are no comments.
func (d *Draft) WithCommentsFrom(of *Draft) *Draft {
	next := d.clone()
	next.typed = typed{}
	if next.keepComments(of); next.typed.present() {
		return next
	}
	return d
}

// A commentKeeper builds a text from pieces of an earlier one.
type commentKeeper struct {
	old, new *Draft
	src      string
	at       []int // spans of the old nodes, in bytes
	w        textWriter
	alike    bool  // the headers are equal: unchanged nodes are copied
	gap      []int // start of the space before each old node: after its left sibling or the opening bracket
	next     []int // end of the space after each old node
	b        []byte
	open     bool // the current line ends in a comment, so the next piece needs a new line
}

// byteSpans converts spans from UTF-16 units to bytes.
func byteSpans(text string, spans []int32) []int {
	at := make([]int, 0, len(text)+1) // byte offset of each unit
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

// from returns the old node that matches node n of the new draft, or none.
func (k *commentKeeper) from(n int) int {
	if old, ok := k.old.Find(k.new.ids[n]); ok {
		return old
	}
	return NoNode
}

// write appends a piece, on a new line if a comment is open.
func (k *commentKeeper) write(piece string) {
	if piece == "" {
		return
	}
	switch last := len(k.b) - 1; {
	case k.open && !strings.HasPrefix(strings.TrimLeft(piece, " \t"), "\n"):
		k.b = append(k.b, '\n')
	case !k.open && last >= 0 && jsonscan.WordByte[k.b[last]] && jsonscan.WordByte[piece[0]]:
		k.b = append(k.b, ' ') // two words would become one
	}
	k.b, k.open = append(k.b, piece...), false
}

// lineEnd appends the text that follows on the same line: spaces or a comment.
func (k *commentKeeper) lineEnd(piece string) {
	if piece != "" {
		k.write(piece)
		k.open = strings.Contains(piece, "#")
	}
}

// commentsOf appends the comments of a piece that is rewritten.
func (k *commentKeeper) commentsOf(piece string) {
	for _, c := range comments(piece) {
		k.write(" ")
		k.lineEnd(c)
	}
}

func (k *commentKeeper) all() {
	k.header()
	root := k.from(0)
	if root > 0 { // the new root was not the root before
		for _, c := range comments(k.before(root)) {
			k.b = append(append(k.b, c...), '\n')
		}
	}
	k.node(0, root)
	if root > 0 {
		k.lineEnd(k.behind(root))
	}
	k.after()
}

// header writes the text before the root.
func (k *commentKeeper) header() {
	was := k.src[:k.at[0]]
	for _, f := range headerFields {
		if !f.same(&k.old.tree.Header, &k.new.tree.Header) {
			for _, c := range comments(was) {
				k.b = append(append(k.b, c...), '\n')
			}
			k.w.b = k.w.b[:0]
			k.w.header()
			k.b = append(k.b, k.w.b...)
			if space := was[len(strings.TrimRight(was, " \t\n")):]; strings.Contains(space, "\n") {
				k.b = append(k.b, space...)
			} else {
				k.b = append(k.b, '\n')
			}
			return
		}
	}
	k.write(was)
}

// after writes the text after the old root.
func (k *commentKeeper) after() {
	same, below := onLine(k.src[k.at[1]:])
	k.lineEnd(same)
	k.write(below)
}

// node writes node n, which was the old node o, with all nodes below it.
func (k *commentKeeper) node(n, o int) {
	t := k.new.tree
	var was string // all of the old node, or its part before the children
	if o != NoNode {
		was = k.src[k.at[2*o]:k.at[2*o+1]]
		if !k.old.tree.IsLeaf(o) {
			was = was[:partBeforeChildren(was)]
		}
	}
	if o != NoNode && k.alike && k.old.tree.IsLeaf(o) == t.IsLeaf(n) && k.old.tree.sameNode(o, t, n) {
		k.write(was)
	} else {
		k.write(string(k.w.head(nil, n)))
		k.commentsOf(was)
	}
	if t.IsLeaf(n) {
		return
	}
	inner := o != NoNode && !k.old.tree.IsLeaf(o)
	before := " "
	if inner {
		k.lineEnd(k.afterHead(o))
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
			k.lineEnd(k.behind(was))
		}
	}
	if inner {
		k.write(k.closing(o))
	} else {
		k.write(" ]")
	}
}

// partBeforeChildren returns the end of the part before the children, including the
// bracket.
func partBeforeChildren(src string) int {
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

// The following methods split the space before, between and after children: the part on
// the line of the previous node belongs to this node, the rest to the next node.

// spaces finds the start and end of the space before and after each old node.
func (k *commentKeeper) spaces() {
	t := k.old.tree
	k.gap, k.next = make([]int, t.Len()), make([]int, t.Len())
	for n := range t.Len() {
		kids := t.Kids(n)
		if len(kids) == 0 {
			continue
		}
		at := k.at[2*n]
		at += partBeforeChildren(k.src[at:])
		for i, c := range kids {
			if k.gap[c] = at; i > 0 {
				k.next[kids[i-1]] = k.at[2*c]
			}
			at = k.at[2*c+1]
		}
		k.next[kids[len(kids)-1]] = k.at[2*n+1] - 1 // the closing bracket
	}
}

// before returns the text above old node o, which is not the root.
func (k *commentKeeper) before(o int) string {
	_, below := onLine(k.src[k.gap[o]:k.at[2*o]])
	return below
}

// behind returns the text after old node o on its line.
func (k *commentKeeper) behind(o int) string {
	same, _ := onLine(k.src[k.at[2*o+1]:k.next[o]])
	return same
}

// afterHead returns the text after the opening bracket of old node o on its
// line.
func (k *commentKeeper) afterHead(o int) string {
	same, _ := onLine(k.src[k.gap[o+1]:k.at[2*(o+1)]])
	return same
}

// closing returns the text below the last child of old node o, including the closing
// bracket.
func (k *commentKeeper) closing(o int) string {
	kids := k.old.tree.Kids(o)
	last := int(kids[len(kids)-1])
	_, below := onLine(k.src[k.at[2*last+1]:k.next[last]])
	return below + "]"
}

// onLine splits a space after its first line. A space without a line break belongs to
// the node after it.
func onLine(space string) (same, below string) {
	if end := strings.IndexByte(space, '\n'); end >= 0 {
		return space[:end], space[end:]
	}
	return "", space
}

// blank returns a space without its comments: the indentation of its last
// line.
func blank(space string) string {
	if at := strings.LastIndexByte(space, '\n'); at >= 0 {
		return space[at:]
	}
	return space
}

// comments returns the comments of a text.
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

// commented reports whether a text has comments.
func commented(src string) bool { return len(comments(src)) > 0 }

// skipped returns the end of the comment or quoted string that begins at i.
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
