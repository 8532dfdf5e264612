package foreign

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Flow charts of Mermaid:
//
//	graph TD
//	A[Max] --> B(3)
//	A -->|right| C{chance}

func (r *reader) mermaid() {
	m := &mermaidReader{graph: newGraph(r)}
	m.drawn = true
	m.frontMatter()
	m.header()
	for m.blank(); r.pos < len(r.src); m.blank() {
		m.statement()
	}
	if len(m.open) > 0 {
		r.failRead(m.open[len(m.open)-1], "this subgraph is not closed: expected end, found the end of the text")
	}
	m.finish("Attributes")
}

// A mermaidReader reads a flow chart.
type mermaidReader struct {
	*graph
	open   []int // where the subgraphs begin that are not closed
	legend int   // how many of these are open from a legend on; 0: none is one
}

var mermaidHeaders = []string{"graph", "flowchart", "flowchart-elk"}

// isMermaid reports whether a text begins as a flow chart does: graph TD.
func isMermaid(text string) bool {
	for strings.HasPrefix(text, "%%") {
		_, text, _ = strings.Cut(text, "\n")
		text = strings.TrimLeft(text, blankCharacters)
	}
	if strings.HasPrefix(text, "---") {
		_, after, found := strings.Cut(text[3:], "\n---")
		return found && isMermaid(strings.TrimLeft(after, blankCharacters+"-"))
	}
	line, _, _ := strings.Cut(text, "\n")
	line, _, _ = strings.Cut(line, ";")
	words := strings.Fields(line)
	switch {
	case len(words) == 0 || !isOneOf(words[0], mermaidHeaders):
		return false
	case len(words) == 1:
		return words[0] != "graph" || line != text
	}
	return isOneOf(strings.ToUpper(words[1]), []string{"TD", "TB", "BT", "LR", "RL"})
}

// frontMatter reads what is between lines of ---: the title.
func (m *mermaidReader) frontMatter() {
	r := m.r
	if r.peek(); !strings.HasPrefix(r.src[r.pos:], "---") {
		return
	}
	at := r.pos
	m.line()
	for r.pos < len(r.src) {
		from := r.pos
		m.line()
		line := strings.TrimSpace(r.src[from:r.pos])
		if line == "---" {
			return
		}
		if title, ok := strings.CutPrefix(line, "title:"); ok {
			title = strings.TrimSpace(title)
			if len(title) > 1 && title[0] == '"' && strings.HasSuffix(title, `"`) {
				title = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(title[1 : len(title)-1])
			}
			r.game.title = title
		} else if line != "" {
			m.notes.looks = true
		}
	}
	r.failRead(at, "the head that begins here is not closed by a line ---")
}

// line moves over the rest of a line and its end.
func (m *mermaidReader) line() {
	r := m.r
	n := strings.IndexByte(r.src[r.pos:], '\n')
	if n < 0 {
		n = len(r.src) - r.pos - 1
	}
	r.stepOver(n + 1)
}

// blank moves over white space, comments and semicolons.
func (m *mermaidReader) blank() {
	r := m.r
	for {
		r.peek()
		switch rest := r.src[r.pos:]; {
		case strings.HasPrefix(rest, "%%"):
			m.line()
		case strings.HasPrefix(rest, ";"):
			r.stepOver(1)
		default:
			return
		}
	}
}

// inLine moves over blanks in a line.
func (m *mermaidReader) inLine() {
	r := m.r
	for r.pos < len(r.src) && (r.src[r.pos] == ' ' || r.src[r.pos] == '\t' || r.src[r.pos] == '\r') {
		r.stepOver(1)
	}
}

func (m *mermaidReader) header() {
	r := m.r
	m.blank()
	if word := m.id(); !isOneOf(word, mermaidHeaders) {
		r.pos -= len(word)
		r.expected(`"graph TD" or "flowchart TD"`)
	}
	m.inLine()
	if r.pos == len(r.src) || r.src[r.pos] == '\n' || r.src[r.pos] == ';' {
		return
	}
	if word := m.id(); !isOneOf(strings.ToUpper(word), []string{"TD", "TB", "BT", "LR", "RL"}) {
		r.pos -= len(word)
		r.expected("the direction of the chart: TD, TB, BT, LR or RL")
	}
}

// id reads the id of a node: letters, digits and _, with - and . between them.
func (m *mermaidReader) id() string {
	r := m.r
	from := r.pos
	part := func(at int) (size int) {
		ch, size := utf8.DecodeRuneInString(r.src[at:])
		if unicode.IsLetter(ch) || unicode.IsDigit(ch) || ch == '_' || unicode.IsMark(ch) {
			return size
		}
		return 0
	}
	for r.pos < len(r.src) {
		size := part(r.pos)
		if c := r.src[r.pos]; size == 0 && r.pos > from && (c == '-' || c == '.') && r.pos+1 < len(r.src) && part(r.pos+1) > 0 {
			size = 1
		}
		if size == 0 {
			break
		}
		r.stepOver(size)
	}
	return r.src[from:r.pos]
}

// mermaidLooks are statements that say how a chart looks.
var mermaidLooks = []string{"style", "classDef", "class", "linkStyle", "click", "direction", "accTitle", "accDescr", "title"}

func (m *mermaidReader) statement() {
	r := m.r
	at := r.pos
	word := m.id()
	after := strings.TrimLeft(r.src[r.pos:], " \t")
	// A node may have the name of a statement.
	node := after == "" || strings.ContainsAny(after[:1], "[({>&-=.<~\n;:@") && word != "accTitle" && word != "accDescr"
	switch {
	case word == "end" && (after == "" || strings.ContainsAny(after[:1], "\n\r;%")):
		if len(m.open) == 0 {
			r.failRead(at, "no subgraph ends here")
		}
		m.open = m.open[:len(m.open)-1]
		m.legend = max(0, m.legend-1)
	case word == "subgraph":
		m.open = append(m.open, at)
		m.notes.looks = true
		if title := r.src[r.pos:lineEnd(r.src, r.pos)]; m.legend > 0 || isLegend(title) {
			m.legend++
		}
		m.line()
	case isOneOf(word, mermaidLooks) && !node:
		m.notes.looks = true
		for r.pos < len(r.src) && r.src[r.pos] != '\n' && r.src[r.pos] != ';' {
			r.stepOver(1)
		}
	default:
		r.pos = at
		m.chain()
	}
}

// chain reads nodes with edges between them: A & B --> C --> D.
func (m *mermaidReader) chain() {
	r := m.r
	from := m.group()
	for {
		m.inLine()
		at := r.pos
		link, ok := m.arrow()
		if !ok {
			break
		}
		m.blankLines()
		to := m.group()
		if link.hidden {
			m.notes.hidden++
			from = to
			continue
		}
		for _, a := range from {
			for _, b := range to {
				l := m.link(a, b, at)
				l.label = link.label
			}
		}
		from = to
	}
	m.inLine()
	if r.pos < len(r.src) && r.src[r.pos] != '\n' && r.src[r.pos] != ';' && !strings.HasPrefix(r.src[r.pos:], "%%") {
		r.expected("an edge such as -->, or the end of the line")
	}
}

// blankLines moves over white space, which may be lines after an arrow.
func (m *mermaidReader) blankLines() { m.r.peek() }

func (m *mermaidReader) group() (list []*vertex) {
	r := m.r
	for {
		list = append(list, m.node())
		m.inLine()
		if r.pos == len(r.src) || r.src[r.pos] != '&' {
			return list
		}
		r.stepOver(1)
		m.blankLines()
	}
}

// node reads a node, with its shape and label if they follow.
func (m *mermaidReader) node() *vertex {
	r := m.r
	at := r.pos
	id := m.id()
	if id == "" {
		r.expected("a node, such as A[Max] or B(3)")
	}
	v := m.vertex(id, at)
	v.legend = v.legend || m.legend > 0
	m.inShape(v)
	if strings.HasPrefix(r.src[r.pos:], ":::") {
		r.stepOver(3)
		m.id()
		m.notes.looks = true
	}
	return v
}

// mermaidShapes are the signs around labels, longer ones first.
var mermaidShapes = []struct {
	open  string
	close []string
	shape []string // for each way to close it
}{
	{"(((", []string{")))"}, nil}, {"((", []string{"))"}, nil}, {"([", []string{"])"}, nil}, {"[[", []string{"]]"}, nil}, {"[(", []string{")]"}, nil},
	{"[/", []string{`\]`, "/]"}, []string{"triangle", "box"}}, {`[\`, []string{"/]", `\]`}, []string{"invtriangle", "box"}},
	{"{{", []string{"}}"}, nil}, {"[", []string{"]"}, nil}, {"(", []string{")"}, nil}, {"{", []string{"}"}, nil}, {">", []string{"]"}, nil},
}

// inShape reads the label of a node in the signs for its shape.
func (m *mermaidReader) inShape(v *vertex) {
	r := m.r
	if strings.HasPrefix(r.src[r.pos:], "@{") {
		m.attributes(v)
		return
	}
	for _, s := range mermaidShapes {
		rest := r.src[r.pos:]
		if !strings.HasPrefix(rest, s.open) {
			continue
		}
		open := r.pos
		r.stepOver(len(s.open))
		stop := byte(0)
		if len(s.open) > 1 {
			stop = map[byte]byte{'(': ')', '[': ']', '{': '}'}[s.open[0]]
		}
		label, closed := m.label(s.close, stop)
		if closed < 0 {
			if len(s.open) > 1 { // A[(1,2) x] is closed in another way
				r.pos = open
				continue
			}
			r.failOpen(open, `"`+s.close[0]+`"`)
		}
		m.setLabel(v, label)
		if s.shape != nil && s.shape[closed] != "box" {
			v.shape = s.shape[closed]
		}
		return
	}
}

// label reads the text of a node up to what closes it, and returns which of them does; -1: none, or stop comes first.
func (m *mermaidReader) label(closing []string, stop byte) (label text, closed int) {
	r := m.r
	m.inLine()
	at := r.pos
	if strings.HasPrefix(r.src[r.pos:], `"`) {
		n := strings.IndexByte(r.src[r.pos+1:], '"')
		if n < 0 {
			r.failOpenString(at)
		}
		s := r.src[r.pos+1 : r.pos+1+n]
		r.stepOver(n + 2)
		r.peek()
		for i, end := range closing {
			if strings.HasPrefix(r.src[r.pos:], end) {
				r.stepOver(len(end))
				return text{m.plain(s), at, true}, i
			}
		}
		return text{}, -1
	}
	for ; r.pos < len(r.src) && r.src[r.pos] != '\n'; r.stepOver(1) {
		for i, end := range closing {
			if strings.HasPrefix(r.src[r.pos:], end) {
				s := r.src[at:r.pos]
				r.stepOver(len(end))
				return text{m.plain(s), at, true}, i
			}
		}
		if stop > 0 && r.src[r.pos] == stop {
			break
		}
	}
	return text{}, -1
}

// plain returns the text of a label: its lines, and characters by their names.
func (m *mermaidReader) plain(s string) string {
	trimmed := strings.TrimSpace(s)
	if len(trimmed) > 1 && trimmed[0] == '`' && trimmed[len(trimmed)-1] == '`' {
		s = strings.NewReplacer("**", "", "__", "").Replace(trimmed[1 : len(trimmed)-1])
	}
	if strings.IndexByte(s, '<') >= 0 {
		s = m.withoutTags(s)
	}
	return entities(entities(s, '&'), '#')
}

// withoutTags returns a text with line ends for <br> and without other tags.
func (m *mermaidReader) withoutTags(s string) string {
	var b strings.Builder
	for s != "" {
		open := strings.IndexByte(s, '<')
		if open < 0 {
			break
		}
		b.WriteString(s[:open])
		s = s[open:]
		end := strings.IndexByte(s, '>')
		name := strings.ToLower(wordAt(strings.TrimLeft(s[1:], "/")))
		switch {
		case end < 0 || name == "":
			b.WriteByte('<')
			s = s[1:]
			continue
		case name == "br":
			b.WriteByte('\n')
		}
		s = s[end+1:]
	}
	return b.String() + s
}

// attributes reads @{ shape: diamond, label: "x" }.
func (m *mermaidReader) attributes(v *vertex) {
	r := m.r
	open := r.pos
	r.stepOver(2)
	for r.peek() != '}' {
		if r.pos == len(r.src) {
			r.failOpen(open, `"}"`)
		}
		key := m.id()
		if key == "" || !r.take(':') {
			r.expected("an attribute, such as label: \"3\"")
		}
		r.peek()
		value := text{at: r.pos, given: true}
		if strings.HasPrefix(r.src[r.pos:], `"`) {
			n := strings.IndexByte(r.src[r.pos+1:], '"')
			if n < 0 {
				r.failOpenString(r.pos)
			}
			value.s = m.plain(r.src[r.pos+1 : r.pos+1+n])
			r.stepOver(n + 2)
		} else {
			from := r.pos
			for r.pos < len(r.src) && !strings.ContainsAny(r.src[r.pos:r.pos+1], ",}\n") {
				r.stepOver(1)
			}
			value.s = strings.TrimSpace(r.src[from:r.pos])
		}
		switch key {
		case "label":
			m.setLabel(v, value)
		case "shape":
			switch value.s {
			case "tri", "triangle", "extract", "trap-b", "trapezoid", "priority":
				v.shape = "triangle"
			case "flip-tri", "flipped-triangle", "manual-file", "trap-t", "inv-trapezoid", "manual":
				v.shape = "invtriangle"
			}
		default:
			m.notes.looks = true
		}
		for r.peek() == ',' {
			r.take(',')
		}
	}
	r.take('}')
}

// A mermaidLink is an arrow with its text.
type mermaidLink struct {
	label  text
	hidden bool
}

// arrowAt returns the length of a whole arrow at the start of s; 0: there is none. Its first characters are its kind.
func arrowAt(s string) int {
	n := 0
	if n < len(s) && strings.IndexByte("xo<", s[n]) >= 0 {
		n++
	}
	run := func(c byte) (count int) {
		for n < len(s) && s[n] == c {
			n++
			count++
		}
		return count
	}
	head := func(signs string) bool {
		if n < len(s) && strings.IndexByte(signs, s[n]) >= 0 {
			n++
			return true
		}
		return false
	}
	switch rest := s[n:]; {
	case strings.HasPrefix(rest, "~~~"):
		run('~')
		return n
	case strings.HasPrefix(rest, "=="):
		count := run('=')
		if head(">xo") || count > 2 {
			return n
		}
	case strings.HasPrefix(rest, "-.") || strings.HasPrefix(rest, "."):
		run('-')
		run('.')
		if n < len(s) && s[n] == '-' {
			n++
			head(">xo")
			return n
		}
	case strings.HasPrefix(rest, "--"):
		count := run('-')
		if head(">xo") || count > 2 {
			return n
		}
	}
	return 0
}

// arrow reads an arrow and its text: -->|text| or -- text -->.
func (m *mermaidReader) arrow() (link mermaidLink, ok bool) {
	r := m.r
	rest := r.src[r.pos:]
	// The id of an edge: e1@-->
	if id := wordAt(rest); id != "" && strings.HasPrefix(rest[len(id):], "@") && arrowAt(rest[len(id)+1:]) > 0 {
		r.stepOver(len(id) + 1)
		rest = r.src[r.pos:]
	}
	if n := arrowAt(rest); n > 0 {
		link.hidden = rest[0] == '~'
		r.stepOver(n)
		m.inLine()
		if r.pos < len(r.src) && r.src[r.pos] == '|' {
			open := r.pos
			r.stepOver(1)
			label, closed := m.label([]string{"|"}, 0)
			if closed < 0 {
				r.failRead(open, `the text of this edge is not closed: expected "|"`)
			}
			link.label = label
		}
		return link, true
	}
	start := strings.TrimLeft(rest, "xo<")
	begin := ""
	for _, b := range []string{"--", "==", "-."} {
		if strings.HasPrefix(start, b) {
			begin = b
		}
	}
	if begin == "" || len(rest)-len(start) > 1 {
		return link, false
	}
	open := r.pos
	r.stepOver(len(rest) - len(start) + 2)
	m.inLine()
	from := r.pos
	quoted := false
	for ; r.pos < len(r.src) && r.src[r.pos] != '\n'; r.stepOver(1) {
		c := r.src[r.pos]
		if c == '"' {
			quoted = !quoted
		}
		if quoted || c != begin[0] && c != '.' || c == r.src[r.pos-1] {
			continue
		}
		if n := arrowAt(r.src[r.pos:]); n > 0 {
			s := strings.TrimSpace(r.src[from:r.pos])
			if len(s) > 1 && s[0] == '"' && s[len(s)-1] == '"' {
				s = s[1 : len(s)-1]
			}
			link.label = text{m.plain(s), from, true}
			r.stepOver(n)
			return link, true
		}
	}
	r.failRead(open, "this edge has no end; an edge with a text is written -->|text|, or -- text -->")
	return link, false
}
