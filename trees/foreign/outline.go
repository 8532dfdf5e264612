package foreign

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"espalier/trees"
)

// Outlines: a line is a node, and lines that are further to the right are below it.
//
//	Max                    - Max              Max
//	  L -> Min               - L: Min         ├── Min
//	    3                      - 3            │   ├── 3
//	    12                     - 12           │   └── 12
//	  R -> 5                 - R: 5           └── 5
//
// A line has an action before an arrow or a colon, who moves, a name, and a value: all may be left out.

func (r *reader) outline() {
	if isWires(r.src) {
		r.wires()
		return
	}
	o := &outlineReader{r: r, tabs: -1, blanks: -1}
	o.mindmap, o.levels = isMindmap(r.src), hasLevels(r.src)
	o.lines()
	o.title()
	o.finish()
}

// finish makes the game of the lines.
func (o *outlineReader) finish() {
	r := o.r
	if len(o.list) < 2 {
		r.fail(r.mark(), "expected an outline, in which the children of a node are in the lines below it, further to the right")
	}
	o.checkHyphens()
	o.link()
	o.read()
}

// checkHyphens fails at a number if all lines begin with a hyphen, as in -MAX and -5: it is a mark of a line, or a minus.
func (o *outlineReader) checkHyphens() {
	number, words := -1, false
	for i, l := range o.list {
		if !strings.HasPrefix(l.text, "-") {
			return
		}
		if number < 0 && numberAt(l.text) == l.text {
			number = i
		}
		words = words || wordAt(l.text[1:]) != ""
	}
	if number >= 0 && words {
		l := o.list[number]
		o.r.failRead(l.at, "a hyphen is before each line, so it is not clear whether %s is a negative number; write a blank after a hyphen that marks a line", quoted(l.text))
	}
}

// read reads the texts of lines whose nodes are joined.
func (o *outlineReader) read() {
	r := o.r
	r.game.root = o.list[0].node
	o.named = colonName(o.list[0].text)
	// The moves and the leaves are read before the nodes above them, which may be those of chance.
	for i := range o.list {
		o.move(&o.list[i], i == 0)
	}
	for i := range o.list {
		if l := &o.list[i]; len(l.node.kids) == 0 {
			o.leaf(l)
		}
	}
	for i := range o.list {
		if l := &o.list[i]; len(l.node.kids) > 0 {
			o.inner(l.node, l.text, l.at)
		}
	}
	r.settle()
	if o.moves {
		r.game.note("What is before a colon is read as the name of the move to the node.")
	}
	if o.boxes {
		r.game.note("The boxes of a list of tasks are left out.")
	}
}

type outlineReader struct {
	r            *reader
	list         []outlineLine
	tabs, blanks int  // the first line that is indented by tabs, and by blanks, with its byte; -1: none is
	stars        bool // stars count levels, as in Org and wikis
	named        bool // what is before a colon is the name of the node, as in the first line
	moves        bool // it was read as a move somewhere
	width        int  // the most scores of a leaf so far
	mindmap      bool // of Mermaid
	levels       bool // lines begin with the numbers of all their levels: 1.2.1
	boxes        bool // of a list of tasks
}

type outlineLine struct {
	node    *node
	at      int    // the first byte of its text
	text    string // without bullet and drawing
	depth   int    // what is deeper is below; see depthOf
	heading bool
}

// Ways to mark a line: by a bullet, a number, a drawing of a tree, or as a heading of Markdown.
var (
	bullet  = regexp.MustCompile(`^(?:[-*+•◦▪‣–·]|\d{1,3}[.)])(?:[ \t]+|$)`)
	branch  = regexp.MustCompile("^(?:[├└╰╠╚┣┗┬┌╭][─━═╌┈-]*|[|`+\\\\'][-─]+)[>╴]?[ \t\u00A0]*")
	heading = regexp.MustCompile(`^#{1,6}[ \t]+`)
	stars   = regexp.MustCompile(`^\*+[ \t]+`)
	// marks are any of these, after what a drawing has before them.
	marks = regexp.MustCompile("^[ \t\u00A0\uFEFF\u3000│┃║|]*(?:" + after(bullet) + "|" + after(heading) + "|" + after(stars) + "|" + after(branch) + ")")
	// drawn is a line with a branch of a drawing, which has a root above it.
	drawn   = regexp.MustCompile("^[ \t\u00A0│┃║|]*(?:" + after(branch) + ")")
	box     = regexp.MustCompile(`^\[[ xX]\][ \t]+`)
	summary = regexp.MustCompile(`^\d+ director(?:y|ies)(?:, \d+ files?)?$`)
	// wire is a line that only continues a drawing.
	wire = regexp.MustCompile(`^[ \t\x{00A0}│┃║|/\\─-]*$`)
)

// emphasis is the marks of Markdown around words: **Left**, *MIN*, `x`.
var emphasis = []*regexp.Regexp{
	regexp.MustCompile(`(^|[\s(])\*\*([^\s*](?:[^*]*[^\s*])?)\*\*($|[\s:,;.)=])`),
	regexp.MustCompile(`(^|[\s(])__([^\s_](?:[^_]*[^\s_])?)__($|[\s:,;.)=])`),
	regexp.MustCompile(`(^|[\s(])\*([^\s*](?:[^*]*[^\s*])?)\*($|[\s:,;.)=])`),
	regexp.MustCompile("(^|[\\s(])`([^`]+)`($|[\\s:,;.)=])"),
}

// withoutEmphasis returns a text without them.
func withoutEmphasis(text string) string {
	if !strings.ContainsAny(text, "*_`") { // the patterns are slow on a long line
		return text
	}
	for _, m := range emphasis {
		text = m.ReplaceAllString(text, "$1$2$3")
	}
	return text
}

// after returns a pattern without the mark of the begin.
func after(pattern *regexp.Regexp) string { return strings.TrimPrefix(pattern.String(), "^") }

// tabWidth is how far a tab indents; only tabs are compared with tabs.
const tabWidth = 8

// lines finds the lines that are nodes.
func (o *outlineReader) lines() {
	r := o.r
	o.stars = strings.Contains(r.src, "\n** ")
	for from := 0; from < len(r.src); {
		end := lineEnd(r.src, from)
		for range end - from + 1 {
			r.step()
		}
		o.line(from, strings.TrimRightFunc(r.src[from:end], unicode.IsSpace))
		from = end + 1
		if len(o.list) > trees.MaxNodes {
			panic(over(r.errorIn(from, "a tree has at most %d nodes", trees.MaxNodes)))
		}
	}
	if last := len(o.list) - 1; last > 0 && summary.MatchString(o.list[last].text) {
		o.list = o.list[:last]
		r.game.note("The last line, which counts the others, is left out.")
	}
}

// levelNumber is the number of a line with those of all lines above it: 1.2.1.
var levelNumber = regexp.MustCompile(`^\s*\d+(?:\.\d+)*\.?[ \t]+`)

// hasLevels reports whether all lines begin with such numbers, of which the second is below the first.
func hasLevels(text string) bool {
	lines := strings.Split(strings.TrimSpace(text[:min(len(text), maxLooked)]), "\n")
	if len(text) > maxLooked { // the last line may be cut
		lines = lines[:len(lines)-1]
	}
	const least = 3
	if len(lines) < least {
		return false
	}
	for i, line := range lines {
		level := strings.TrimRight(strings.TrimSpace(levelNumber.FindString(line)), ".")
		if level == "" || i == 0 && level != "1" || i == 1 && level != "1.1" || i > 0 && !strings.HasPrefix(level, "1.") {
			return false
		}
	}
	return true
}

// isMindmap reports whether a text is a mindmap of Mermaid: an outline below that word, with shapes around the texts.
func isMindmap(text string) bool {
	return strings.TrimSpace(firstLine(strings.TrimLeft(text, blankCharacters))) == "mindmap"
}

// mindmapShape is the text of a node in its shape, after an id: root((MAX)), A[3].
var mindmapShape = regexp.MustCompile(`^[\w-]*(?:\(\((.*)\)\)|\)\)(.*)\(\(|\{\{(.*)\}\}|\[(.*)\]|\((.*)\)|\)(.*)\()$`)

// line reads a line that begins at a byte.
func (o *outlineReader) line(from int, line string) {
	if word := strings.TrimSpace(line); o.mindmap && (word == "mindmap" && len(o.list) == 0 || strings.HasPrefix(word, "::") || strings.HasPrefix(word, "%%")) {
		return
	}
	if wire.MatchString(line) && !strings.ContainsAny(line, "0123456789") {
		return
	}
	at, column := 0, 0
	skip := func(n int) {
		column += utf8.RuneCountInString(line[at : at+n])
		at += n
	}
	for at < len(line) {
		ch, size := utf8.DecodeRuneInString(line[at:])
		if ch == '\t' {
			column += tabWidth - column%tabWidth - 1
			o.indented(&o.tabs, from+at)
		} else if ch == ' ' && at == 0 {
			o.indented(&o.blanks, from)
		}
		if !unicode.IsSpace(ch) && ch != '\uFEFF' && !strings.ContainsRune("│┃║", ch) && (ch != '|' || branch.MatchString(line[at:])) {
			break
		}
		skip(size)
	}
	l := outlineLine{depth: 2 * column}
	if level := levelNumber.FindString(line[at:]); o.levels && level != "" {
		l.depth = strings.Count(strings.TrimRight(level, ". \t"), ".")
		l.at, l.text = from+at+len(level), strings.TrimSpace(line[at+len(level):])
		o.list = append(o.list, l)
		return
	}
	if n := len(branch.FindString(line[at:])); n > 0 {
		skip(n)
		l.depth = 2 * column
	}
	if level := stars.FindString(line[at:]); o.stars && level != "" {
		l.depth = len(strings.TrimSpace(level)) - maxStars
		skip(len(level))
	} else if mark := bullet.FindString(line[at:]); mark != "" {
		if l.depth = 2*column + 1; len(mark) == len(line)-at {
			o.r.fail(from+at, "expected a node after this mark of a line")
		}
		skip(len(mark))
		if n := len(box.FindString(line[at:])); n > 0 {
			o.boxes = true
			skip(n)
		}
	} else if hashes := heading.FindString(line[at:]); hashes != "" {
		l.heading = true
		l.depth = len(strings.TrimSpace(hashes)) - headings
		skip(len(hashes))
	}
	l.at, l.text = from+at, strings.Trim(withoutEmphasis(line[at:]), "*_`\u00A0 ")
	if shape := mindmapShape.FindStringSubmatch(l.text); o.mindmap && shape != nil {
		l.text = strings.Trim(strings.Join(shape[1:], ""), "\"`")
	}
	if only, colon := strings.CutSuffix(l.text, ":"); colon { // as in Max:
		l.text = strings.TrimSpace(only)
	}
	if l.text == "" {
		l.text = strings.TrimSpace(line[at:])
	}
	if i := strings.IndexByte(l.text, '\t'); i > 0 && !strings.ContainsAny(l.text[i-1:i], ":=>→") {
		o.r.fail(l.at, "a tab is between two parts of this line; an outline has a node in each line, with tabs before it alone, and a table has a head such as parent, child and value")
	}
	o.list = append(o.list, l)
}

// maxStars is more than the stars of a line.
const maxStars = 1 << 30

// headings is more than the levels that headings have; all of them are above other lines.
const headings = 10

// indented notes that a line is indented by tabs or by blanks, which cannot be compared.
func (o *outlineReader) indented(by *int, at int) {
	if *by < 0 {
		*by = at
	}
	if o.tabs >= 0 && o.blanks >= 0 {
		o.r.fail(at, "this line is indented by tabs and others by blanks, or the other way round; use one of them in all lines")
	}
}

// title takes a heading above an outline with a root of its own as the title.
func (o *outlineReader) title() {
	if len(o.list) < 3 || !o.list[0].heading || o.list[1].heading {
		return
	}
	if _, _, mover := moverOf(o.list[0].text); mover {
		return
	}
	for _, l := range o.list[2:] {
		if l.heading || l.depth <= o.list[1].depth {
			return
		}
	}
	o.r.game.title = o.list[0].text
	o.list = o.list[1:]
}

// link makes the nodes, each below the last line before it that is further to the left.
func (o *outlineReader) link() {
	r := o.r
	var path []*outlineLine
	for i := range o.list {
		l := &o.list[i]
		closed := -1 // the depth of the last line that ends here
		for len(path) > 0 && path[len(path)-1].depth >= l.depth {
			closed = path[len(path)-1].depth
			path = path[:len(path)-1]
		}
		switch {
		case i > 0 && len(path) == 0:
			r.failRead(l.at, "a second root begins here; one tree is read at a time, and all other lines are further to the right than its root")
		case closed >= 0 && closed != l.depth && l.depth >= 0:
			r.failRead(l.at, "this line begins between two levels; begin it below the line that it is beside, or further to the right than the node above it")
		}
		path = append(path, l)
		l.node = r.add(l.at, len(path))
		if len(path) > 1 {
			above := path[len(path)-2].node
			above.kids = append(above.kids, l.node)
		}
	}
}

// arrow is between an action and a node.
var arrow = regexp.MustCompile(`\s*(?:-+>|=+>|→|⟶|↦)\s*`)

// valueWord is before a value and says that it is one.
var valueWord = regexp.MustCompile(`(?i)\b(?:leaf|terminal|value|val|score|utility|payoffs?|eval|v|u)\s*[:=]\s*`)

// innerValue is the value of a node that says who moves, too: A (max, value=5).
var innerValue = regexp.MustCompile(`(?i)[,;]?\s*\b(?:value|val|score|utility)\s*[:=]\s*([-+−]?[\d./]+)`)

// A nodeCall is a node as anytree prints it: Node('/A/B', value=3).
var (
	nodeCall  = regexp.MustCompile(`^\w*Node\((.*)\)$`)
	nodeName  = regexp.MustCompile(`^['"](?:[^'"]*/)?([^'"]*)['"]|\b(?:name|id|label)=['"]([^'"]*)['"]`)
	nodeMover = regexp.MustCompile(`\b(?:type|player|kind|mover|turn)=['"]?([\w ]+)['"]?`)
	nodeValue = regexp.MustCompile(`\b(?:value|val|score|utility|payoff|payoffs)=(\([^)]*\)|\[[^\]]*\]|['"]?[^,'"]+['"]?)`)
)

// printed returns the text of a node that anytree prints, as an outline has it.
func printed(text string) string {
	call := nodeCall.FindStringSubmatch(text)
	if call == nil {
		return text
	}
	part := func(pattern *regexp.Regexp) string {
		found := pattern.FindStringSubmatch(call[1])
		return strings.Trim(strings.Join(found[min(1, len(found)):], ""), `'"`)
	}
	name, mover, value := part(nodeName), part(nodeMover), part(nodeValue)
	if name == "" && value == "" {
		return text
	}
	if mover != "" {
		name += " (" + mover + ")"
	}
	if value != "" && value != "None" {
		name += " = " + value
	}
	return name
}

// colonName reports whether a line has a name and a colon before who moves.
func colonName(text string) bool {
	name, rest, found := strings.Cut(text, ":")
	return found && name != "" && saidIn(name).rest != "" && saidIn(rest).mover()
}

// move takes the move to a node out of the text of its line.
func (o *outlineReader) move(l *outlineLine, root bool) {
	r, n, text := o.r, l.node, o.r.withoutBounds(l.text)
	if len(n.kids) > 0 {
		text = r.withoutWindow(text)
	}
	for range text {
		r.step()
	}
	if at := arrow.FindStringIndex(text); at != nil {
		n.action, text = strings.Trim(text[:at[0]], "-|>: "), text[at[1]:]
	} else if scores := r.namedScores(text, l.at); len(n.kids) == 0 && scores != nil && !strings.ContainsAny(scores[0].name, ":=") { // Ann: 3, Bob: 1
	} else if name, rest, found := strings.Cut(text, ":"); found && !root && !o.named && o.isMove(name) && strings.TrimSpace(rest) != "" {
		n.action, text = strings.TrimSpace(name), strings.TrimSpace(rest)
		if rest, chance := strings.CutPrefix(strings.ToLower(n.action), "chance "); chance && numberAt(strings.TrimSpace(rest)) != "" {
			n.action = strings.TrimSpace(rest)
		}
		o.moves = o.moves || numberAt(n.action) != n.action
	}
	// A probability may be called one.
	for _, word := range []string{"prob", "p"} {
		if rest, is := strings.CutPrefix(n.action, word); is && strings.HasPrefix(strings.TrimSpace(rest), "=") {
			n.action = strings.TrimSpace(strings.TrimSpace(rest)[1:])
		}
	}
	if l.text = printed(text); l.text == "." && len(n.kids) > 0 { // the folder that tree lists
		l.text = ""
	}
}

// leaf reads the text of a leaf.
func (o *outlineReader) leaf(l *outlineLine) {
	r, n, text := o.r, l.node, l.text
	if rest, leaf := strings.CutPrefix(text, "leaf "); leaf {
		text = strings.TrimSpace(rest)
		if x, err := parseNumber(text, l.at); err == nil && numberAt(text) == text {
			r.numbered = append(r.numbered, numberedLeaf{word: "leaf", name: "leaf", value: x, at: l.at})
		}
	}
	whole := text
	text = valueWord.ReplaceAllString(text, "")
	name, value, ok := r.valueIn(text, l.at)
	if !ok {
		name = text
	}
	switch {
	case r.payoffsIn(n, whole, l.at):
		return
	case r.leafText(n, name, value, ok):
		if ok && whole == text {
			r.oneValue(text, name, l.at)
		}
		o.width = max(o.width, len(n.value))
		n.listed = len(n.value) > 1 && strings.HasSuffix(text, "]")
	case text == "":
		r.failRead(l.at, "this line has no value, and no lines below it; a leaf has a number, such as 3, or scores, such as (1, 2)")
	default:
		if word := trees.NotFiniteAt(text[strings.LastIndexAny(text, " :=(")+1:]); word != "" {
			r.failNotFinite(l.at, word)
		}
		r.failUnit(text, l.at)
		r.failRead(l.at, "%s has no value, and no lines below it; a leaf has a number, such as A: 3, or scores, such as A (1, 2)", quoted(text))
	}
}

// inner reads the text of a node with children. A value there is said by a sign: Max = 3, A: 3, A (3).
func (o *outlineReader) inner(n *node, text string, at int) {
	r := o.r
	if value := innerValue.FindStringSubmatchIndex(text); value != nil && numberAt(text[value[2]:value[3]]) == text[value[2]:value[3]] {
		list, _ := r.texNumbers(text[value[2]:value[3]], at)
		text, n.value = strings.TrimSpace(strings.Replace(text[:value[0]]+text[value[1]:], "()", "", 1)), list
	}
	if _, _, mover := moverOf(text); !mover && strings.ContainsAny(text, ":=(") {
		if name, value, ok := r.valueIn(valueWord.ReplaceAllString(text, ""), at); ok && !saidIn(text[len(name):]).mover() {
			text, n.value = name, value
		}
	} else if list, ok := r.texNumbers(text, at); ok && (!mover || o.width == 1) {
		text, n.value = "", list // and no player with a number
	}
	if !r.labelled(n, text) {
		r.cast.label(n, text)
	} else if list, ok := r.texNumbers(n.name, at); ok && n.mover != playerMoves && len(n.value) == 0 && strings.Contains(text, " ") && !strings.ContainsAny(text[:1], "([") { // MAX 3, and not MAX3 or [0.3] MAX
		n.name, n.value = "", list
	}
}

// isMove reports whether what is before a colon can be a move: it is not who moves, and not what a value is called.
func (o *outlineReader) isMove(name string) bool {
	name = strings.TrimSpace(name)
	if _, _, mover := moverOf(name); mover && numberAt(name) != name || name == "" {
		return false
	}
	return !valueWord.MatchString(name + ":")
}

// showsOutline returns how much a text looks like an outline.
func showsOutline(text string) int {
	switch {
	case showsSlashes(text) == sure:
		return unlike
	case isWires(text):
		return sure
	}
	lines, marked, indented, keys, roots := 0, 0, 0, 0, 0
	nested := false // lists in lists, as in YAML
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		nested = nested || strings.HasPrefix(trimmed, "- - ")
		if trimmed == "" {
			continue
		}
		lines++
		if marks.MatchString(line) {
			marked++
		}
		if line[0] == ' ' || line[0] == '\t' {
			indented++
		} else {
			roots++
		}
		if yamlKey.MatchString(trimmed) {
			keys++
		}
		if lines == 1 && (strings.ContainsAny(trimmed[:1], "[({<\\%") || strings.ContainsAny(trimmed[len(trimmed)-1:], "[({,;")) {
			return unlike
		}
	}
	switch {
	case nested || lines < 2 || keys == lines && roots > 1: // an outline has one root, and YAML as many keys as it likes
		return unlike
	case marked >= lines-1 || 3*marked >= 2*lines:
		return sure
	case 2*(marked+indented) >= lines:
		return alike
	}
	return unlike
}
