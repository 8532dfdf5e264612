package foreign

import (
	"regexp"
	"slices"
	"strings"
)

// Lists of edges, and of the children of each node, a line each:
//
//	A -> B, C        A B
//	B = 3            A C
//	C: 5             B 3

func (r *reader) edges() {
	if isFacts(r.src) {
		r.src = r.facts(r.src)
	}
	if isPrinted(r.src) {
		r.src = r.printed(r.src)
	}
	e := &edgeList{graph: newGraph(r)}
	e.survey()
	for !e.end() {
		e.line()
	}
	e.values()
	if e.graph.edges == 0 {
		r.fail(0, "there is no edge here; an edge is a line such as A -> B")
	}
	e.finish("Attributes")
}

// What igraph prints of a graph: its edges after a line with their number, several in a line.
var (
	printedGraph = regexp.MustCompile(`(?m)^(?:IGRAPH\b.*\n|\+ edges\b)`)
	printedEdges = regexp.MustCompile(`^\+ edges[^:\n]*(?:\([^)\n]*\))?:`)
	printedEdge  = regexp.MustCompile(`[^\s,]+? ?(?:->|--) *[^\s,]+`)
)

// isPrinted reports whether a text is what igraph prints.
func isPrinted(text string) bool {
	return printedGraph.MatchString(text) && strings.Contains(text, "+ edges")
}

// printed returns what igraph prints as a list of edges, of as many bytes.
func (r *reader) printed(text string) string {
	b := []byte(text)
	inEdges := false
	for from := 0; from < len(text); {
		end := lineEnd(text, from)
		for range end - from + 1 {
			r.step()
		}
		line := text[from:end]
		head := len(printedEdges.FindString(line))
		inEdges = inEdges || head > 0
		if !inEdges {
			head = len(line)
		}
		if strings.HasPrefix(strings.TrimLeft(line[head:], " "), "[") { // [1], the number of the first edge of the line
			head += max(0, strings.IndexByte(line[head:], ']')+1)
		}
		copy(b[from:], blanks(line[:head]))
		for i, m := range printedEdge.FindAllStringIndex(line[head:], -1) {
			if i > 0 {
				at := from + head + m[0]
				for at--; at > from && text[at] == ' '; at-- {
					b[at] = ' '
				}
				if text[at] == ',' {
					b[at] = ' '
				}
				b[from+head+m[0]-1] = '\n'
			}
		}
		from = end + 1
	}
	return string(b)
}

// An edgeList reads lines.
type edgeList struct {
	*graph
	numeric bool // an id before an edge is a number, so all numbers alone are ids
	before  map[string]bool
	loose   []looseNumber // A 3: a value, or a leaf
}

// A looseNumber is a number after a node without a sign between them.
type looseNumber struct {
	v  *vertex
	x  number
	at int
}

// edgeWord returns the word at the start of s: the id of a node, or a number.
func edgeWord(s string) string {
	if n := numberAt(s); n != "" && (len(n) == len(s) || strings.IndexByte(edgeSigns, s[len(n)]) >= 0) {
		return n
	}
	for i, ch := range s {
		if strings.ContainsRune(edgeSigns, ch) || strings.HasPrefix(s[i:], "->") || i > 0 && strings.HasPrefix(s[i:], "--") || strings.HasPrefix(s[i:], "→") || strings.HasPrefix(s[i:], "=>") {
			return s[:i]
		}
	}
	return s
}

// edgeSigns end an id.
const edgeSigns = " \t\r\n,:;=()[]{}<>\"'|#"

// isEdges reports whether a text is a list of edges: a line has an arrow, or all lines have two words and some word is in two
// of them.
func isEdges(text string) bool {
	seen := map[string]bool{}
	lines, shared, arrows := 0, false, 0
	for text != "" {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		if lines > 0 && strings.TrimLeft(line, " \t") != line && strings.TrimSpace(line) != "" { // an outline
			return false
		}
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		first := edgeWord(line)
		rest := strings.TrimLeft(line[len(first):], " \t")
		if strings.Trim(first, "-*+•–.") == "" || isOneOf(first, espalierWords) {
			return false
		}
		lines++
		sign, after := edgeSign(rest)
		if sign == "->" {
			if arrows++; lines == arrows && edgeWord(after) == "" && !strings.HasPrefix(after, "[") && !strings.HasPrefix(after, "{") && !strings.HasPrefix(after, "(") {
				return false
			}
			seen[first], shared = true, true
			continue
		}
		list := strings.Trim(after, " \t[]()")
		if sign == "" && (edgeWord(after) == "" || len(rest) == len(line)-len(first)) || list == "" {
			return false
		}
		for list != "" {
			word := edgeWord(list)
			if word == "" {
				return false
			}
			shared = shared || seen[word] || seen[first]
			seen[word] = true
			list = strings.TrimLeft(list[len(word):], " \t")
			if sign == "" || sign == "," {
				if list != "" && !strings.HasPrefix(list, "{") {
					return false
				}
				break
			}
			if list != "" && list[0] != ',' {
				return false
			}
			list = strings.TrimLeft(strings.TrimPrefix(list, ","), " \t")
		}
		seen[first] = true
	}
	return shared && (lines > 1 || arrows > 0)
}

// espalierWords begin the lines of the text notation.
var espalierWords = []string{"kind", "players", "title", "maxsum", "minp", "maxp", "delta", "outcomes", "level", "player", "iset", "max", "min"}

// edgeSign returns the sign at the start of s between a node and what is said of it.
func edgeSign(s string) (sign, after string) {
	for _, arrow := range arrows {
		if after, ok := strings.CutPrefix(s, arrow); ok {
			return "->", strings.TrimLeft(after, " \t")
		}
	}
	if s != "" && strings.IndexByte(":=,", s[0]) >= 0 {
		return s[:1], strings.TrimLeft(s[1:], " \t")
	}
	return "", s
}

// survey finds whether numbers are ids, and which nodes have something said of them.
func (e *edgeList) survey() {
	e.before = map[string]bool{}
	for line := range strings.SplitSeq(e.r.src, "\n") {
		for range len(line) {
			e.r.step()
		}
		line = strings.TrimSpace(line)
		word := edgeWord(line)
		e.before[word] = true
		if sign, _ := edgeSign(strings.TrimLeft(line[len(word):], " \t")); sign != "=" {
			e.numeric = e.numeric || word != "" && numberAt(word) == word
		}
	}
}

// end moves to the next line that says something, and reports whether there is none.
func (e *edgeList) end() bool {
	r := e.r
	for r.peek() == '#' || r.peek() == ';' {
		for r.pos < len(r.src) && r.src[r.pos] != '\n' {
			r.stepOver(1)
		}
	}
	return r.pos == len(r.src)
}

// blanks moves over blanks in a line, and reports whether it ends there.
func (e *edgeList) blanks() bool {
	r := e.r
	for r.pos < len(r.src) && strings.IndexByte(" \t\r", r.src[r.pos]) >= 0 {
		r.stepOver(1)
	}
	return r.pos == len(r.src) || r.src[r.pos] == '\n' || r.src[r.pos] == '#' || r.src[r.pos] == ';'
}

func (e *edgeList) takes(sign string) bool {
	if e.blanks() || !strings.HasPrefix(e.r.src[e.r.pos:], sign) {
		return false
	}
	e.r.stepOver(len(sign))
	return true
}

// word reads an id, or a text in quotes.
func (e *edgeList) word(what string) (word string, at int) {
	r := e.r
	e.blanks()
	at = r.pos
	if r.pos < len(r.src) && (r.src[r.pos] == '"' || r.src[r.pos] == '\'') {
		n := strings.IndexByte(r.src[r.pos+1:], r.src[r.pos])
		if n < 0 {
			r.failOpenString(at)
		}
		word = r.src[r.pos+1 : r.pos+1+n]
		r.stepOver(n + 2)
		return word, at
	}
	if word = edgeWord(r.src[r.pos:]); word == "" {
		r.expected(what)
	}
	r.stepOver(len(word))
	return word, at
}

func (e *edgeList) line() {
	r := e.r
	id, at := e.word("a node, as in A -> B")
	v := e.vertex(id, at)
	if e.arrow() {
		for v != nil { // A -> B -> C
			if v = e.children(v, false); v == nil || !e.arrow() {
				break
			}
		}
		e.lineEnds()
		return
	}
	switch {
	case e.takes("="):
		e.value(v)
	case e.takes(":"):
		if e.saysMover(v) {
			return
		}
		e.children(v, true)
	default:
		e.takes(",")
		if e.blanks() {
			r.expected("the other end of the edge, or the value of the node")
		}
		if strings.IndexByte("([", r.src[r.pos]) >= 0 {
			e.value(v)
			return
		}
		if e.saysMover(v) {
			return
		}
		from := r.pos
		word, at := e.word("the other end of the edge, or the value of the node")
		if !e.numeric && numberAt(word) == word {
			x, err := parseNumber(word, at)
			if err != nil {
				r.fail(at, "%v", err)
			}
			e.loose = append(e.loose, looseNumber{v, x, at})
		} else {
			e.link(v, e.vertex(word, at), from)
		}
		if e.takes("{") { // data of networkx
			for r.pos < len(r.src) && r.src[r.pos] != '}' && r.src[r.pos] != '\n' {
				r.stepOver(1)
			}
			e.takes("}")
			e.ignore("{}")
		}
	}
	e.lineEnds()
}

// arrows are the signs of an edge.
var arrows = []string{"-->", "--", "->", "→", "=>"}

// arrow takes an arrow.
func (e *edgeList) arrow() bool { return slices.ContainsFunc(arrows, e.takes) }

func (e *edgeList) lineEnds() {
	if !e.blanks() {
		e.r.expected("the end of the line; an edge is A -> B, and a value B = 3")
	}
}

// saysMover reads who moves at a node: A: max.
func (e *edgeList) saysMover(v *vertex) bool {
	r := e.r
	e.blanks()
	end := strings.IndexByte(r.src[r.pos:]+"\n", '\n')
	line := strings.TrimSpace(r.src[r.pos : r.pos+end])
	const longest = 40 // bytes of what says who moves
	if len(line) > longest || line == "" || e.before[line] || numberAt(line) == line {
		return false
	}
	if _, _, ok := moverOf(line); !ok {
		return false
	}
	v.by = text{line, r.pos, true}
	r.stepOver(end)
	return true
}

// value reads the value of a node after its sign: a number or scores, or who moves there.
func (e *edgeList) value(v *vertex) {
	r := e.r
	if e.saysMover(v) {
		return
	}
	e.blanks()
	at := r.pos
	for !e.blanks() {
		r.stepOver(1)
	}
	e.scores(v, text{strings.TrimSpace(r.src[at:r.pos]), at, true})
	e.lineEnds()
}

// children reads a list of children: ids, and numbers that are leaves where ids are no numbers. A single number after a colon is
// the value of the node. It returns the child if there is one.
func (e *edgeList) children(v *vertex, colon bool) *vertex {
	r := e.r
	open, closing := r.pos, ""
	for i, sign := range []string{"[", "{", "("} {
		if closing == "" && e.takes(sign) {
			open, closing = r.pos-1, []string{"]", "}", ")"}[i]
		}
	}
	type end struct {
		word string
		at   int
	}
	var ends []end
	for !(closing != "" && e.takes(closing)) {
		if e.blanks() {
			if closing != "" {
				r.failOpen(open, `"`+closing+`"`)
			}
			if len(ends) == 0 {
				r.expected("a child of the node")
			}
			break
		}
		if len(ends) > 0 && !e.takes(",") && closing == "" && slices.ContainsFunc(arrows, func(a string) bool { return strings.HasPrefix(r.src[r.pos:], a) }) {
			break
		}
		word, at := e.word("a child of the node")
		ends = append(ends, end{word, at})
	}
	numbers := len(ends) > 0
	for _, c := range ends {
		numbers = numbers && numberAt(c.word) == c.word
	}
	switch {
	case closing == ")" && numbers, colon && closing == "" && len(ends) == 1 && numbers && !(e.numeric && e.before[ends[0].word]):
		var list []number
		for _, c := range ends {
			x, err := parseNumber(c.word, c.at)
			if err != nil {
				r.fail(c.at, "%v", err)
			}
			list = append(list, x)
		}
		e.setValue(v, list, ends[0].at)
	default:
		for _, c := range ends {
			if !e.numeric && numberAt(c.word) == c.word {
				x, err := parseNumber(c.word, c.at)
				if err != nil {
					r.fail(c.at, "%v", err)
				}
				e.link(v, e.leaf(c.at, x), c.at)
				continue
			}
			e.link(v, e.vertex(c.word, c.at), c.at)
		}
	}
	if len(ends) != 1 {
		return nil
	}
	return e.byID[ends[0].word]
}

// values reads the numbers after nodes as values, or as leaves where a node has several.
func (e *edgeList) values() {
	times := map[*vertex]int{}
	for _, n := range e.loose {
		times[n.v]++
	}
	for _, n := range e.loose {
		switch {
		case times[n.v] > 1:
			e.link(n.v, e.leaf(n.at, n.x), n.at)
		case len(n.v.links) > 0:
			e.r.failRead(n.at, "is this the value of %s, which has children, or a leaf below it? Write %s = %s or %s -> %s", n.v.called(), n.v.id, shortened(n.x.String()), n.v.id, shortened(n.x.String()))
		default:
			e.setValue(n.v, []number{n.x}, n.at)
		}
	}
}
