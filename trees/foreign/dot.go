package foreign

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"espalier/trees"
)

// Graphviz’s language DOT:
//
//	digraph { A [label="Max"]; A -> {B C}; B [label=3]; C [label="(1,2)"] }

func (r *reader) dot() {
	d := &dotReader{graph: newGraph(r)}
	d.drawn = true
	d.next()
	if d.keyword("strict") {
		d.strict = true
		d.next()
	}
	switch {
	case d.keyword("graph"):
		d.undirected = true
	case !d.keyword("digraph"):
		d.expected(`"digraph" or "graph"`)
	}
	d.next()
	if d.now.kind == dotID {
		if d.now.quoted {
			r.game.title = d.escaped(d.now.text, "")
		}
		d.next()
	}
	var scope dotScope
	d.body(&scope, 1)
	if d.now.kind != 0 {
		d.expected("nothing more, since the graph ends here")
	}
	if len(d.all) == 0 {
		r.failRead(0, "this graph has no nodes; a tree is written as digraph { A -> B; A -> C; B [label=3]; C [label=5] }. These notations are read: %s", r.listed())
	}
	d.records()
	d.hide()
	d.finish("Attributes")
}

// A dotReader reads the language DOT.
type dotReader struct {
	*graph
	now    dotToken
	strict bool
	named  []*vertex // in the order of the text, once for each time
}

// dotEdges are edges that wait for the end of the statement, where their attributes are.
type dotEdges struct {
	from, to []*vertex
	at       int
}

const dotID byte = 'a'

// A dotToken is an id, kind dotID, or a sign: { } [ ] ; , = : + and > for both kinds of edges; 0: the end of the text.
type dotToken struct {
	kind   byte
	text   string
	at     int
	quoted bool
	html   bool
}

// dotScope has the attributes that nodes and edges in a subgraph have by default.
type dotScope struct {
	node, edge attributes
	legend     bool // the label of the subgraph says that it explains the picture
}

// dotLooks are the attributes that say how a graph looks.
var dotLooks = strings.Fields(`_background area arrowhead arrowsize arrowtail bb beautify bgcolor center charset class cluster clusterrank
color colorscheme comment compound concentrate constraint damping decorate defaultdist dim dimen dir diredgeconstraints distortion dpi
edgehref edgetarget edgetooltip edgeurl epsilon esep fillcolor fixedsize fontcolor fontname fontnames fontpath fontsize forcelabels
gradientangle group head_lp headclip headhref headport headtarget headtooltip headurl height href id image imagepath imagepos imagescale
inputscale k labelangle labeldistance labelfloat labelfontcolor labelfontname labelfontsize labelhref labeljust labelloc labeltarget
labeltooltip labelurl landscape layer layerlistsep layers layerselect layersep layout len levels levelsgap lhead lheight linelength lp
ltail lwidth margin maxiter mclimit mindist minlen mode model newrank nodesep nojustify normalize notranslate nslimit nslimit1 oneblock
ordering orientation outputorder overlap overlap_scaling overlap_shrink pack packmode pad page pagedir pencolor penwidth peripheries pin
pos quadtree quantum radius rank rankdir ranksep ratio rects regular remincross repulsiveforce resolution root rotate rotation samehead
sametail samplepoints scale searchsize sep shapefile showboxes sides size skew smoothing sortv splines start stylesheet tail_lp tailclip
tailhref tailport tailtarget tailtooltip tailurl target tbbalance tooltip truecolor url vertices viewport voro_margin weight width xdotversion
xlp z`)

var looksInDOT = setOf(dotLooks)

func setOf(words []string) map[string]bool {
	set := map[string]bool{}
	for _, word := range words {
		set[word] = true
	}
	return set
}

// next reads the next token.
func (d *dotReader) next() {
	r := d.r
	d.space()
	d.now = dotToken{at: r.pos}
	if r.pos == len(r.src) {
		return
	}
	switch c := r.src[r.pos]; {
	case strings.IndexByte("{}[];,=:+", c) >= 0:
		d.now.kind = c
		r.stepOver(1)
	case c == '-' && strings.HasPrefix(r.src[r.pos:], "->"), c == '-' && strings.HasPrefix(r.src[r.pos:], "--"):
		d.now.kind, d.now.text = '>', r.src[r.pos:r.pos+2]
		r.stepOver(2)
	case c == '"':
		d.now.kind, d.now.quoted = dotID, true
		d.quoted()
	case c == '<':
		d.now.kind, d.now.html = dotID, true
		d.html()
	default:
		end := r.pos
		if n := numberAt(r.src[r.pos:]); n != "" && !strings.ContainsAny(n, "+eE") {
			end += len(n)
		}
		for end < len(r.src) && (isASCIILetter(r.src[end]) || isDigit(r.src[end]) || r.src[end] == '_' || r.src[end] >= utf8.RuneSelf) {
			r.step()
			end++
		}
		if end == r.pos {
			d.expected("a node, an edge or an attribute")
		}
		d.now.kind, d.now.text = dotID, r.src[r.pos:end]
		r.stepOver(end - r.pos)
	}
}

// space moves over white space and comments.
func (d *dotReader) space() {
	r := d.r
	for {
		rest := ""
		if r.peek(); r.pos < len(r.src) {
			rest = r.src[r.pos:]
		}
		end := ""
		switch {
		case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "#"):
			end = "\n"
		case strings.HasPrefix(rest, "/*"):
			end = "*/"
		default:
			return
		}
		n := strings.Index(rest[1:], end)
		switch {
		case n >= 0:
			r.stepOver(1 + n + len(end))
		case end == "\n":
			r.stepOver(len(rest))
		default:
			r.failRead(r.pos, "the comment that begins here is not closed")
		}
	}
}

// quoted reads texts in quotes, with + between them.
func (d *dotReader) quoted() {
	r := d.r
	var b strings.Builder
	for {
		at := r.pos
		for r.stepOver(1); ; r.stepOver(1) {
			if r.pos == len(r.src) {
				r.failOpenString(at)
			}
			c := r.src[r.pos]
			if c == '"' {
				break
			}
			if c == '\\' && r.pos+1 < len(r.src) {
				switch r.src[r.pos+1] {
				case '"':
					r.stepOver(1)
					c = '"'
				case '\n': // the line is continued
					r.stepOver(1)
					continue
				case '\\':
					b.WriteByte('\\')
					r.stepOver(1)
				}
			}
			b.WriteByte(c)
		}
		r.stepOver(1)
		end := r.pos
		if d.space(); r.pos == len(r.src) || r.src[r.pos] != '+' {
			r.pos = end
			break
		}
		r.stepOver(1)
		if d.space(); r.pos == len(r.src) || r.src[r.pos] != '"' {
			r.expected("a text in double quotes after the +")
		}
	}
	d.now.text = b.String()
}

// html reads a text in angle brackets.
func (d *dotReader) html() {
	r := d.r
	open := r.pos
	depth := 0
	for ; r.pos < len(r.src); r.stepOver(1) {
		switch r.src[r.pos] {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				d.now.text = r.src[open+1 : r.pos]
				r.stepOver(1)
				return
			}
		}
	}
	r.failOpen(open, `">"`)
}

// keyword reports whether the token is a word of the language, which is written in any case.
func (d *dotReader) keyword(word string) bool {
	return d.now.kind == dotID && !d.now.quoted && !d.now.html && strings.EqualFold(d.now.text, word)
}

func (d *dotReader) expected(what string) {
	d.r.pos = d.now.at
	d.r.expected(what)
}

// body reads statements in braces.
func (d *dotReader) body(scope *dotScope, level int) {
	open := d.now.at
	if d.now.kind != '{' {
		d.expected(`"{"`)
	}
	d.r.level(open, level)
	for d.next(); d.now.kind != '}'; {
		if d.now.kind == 0 {
			d.r.failOpen(open, `another statement or "}"`)
		}
		if d.now.kind == ';' || d.now.kind == ',' {
			d.next()
			continue
		}
		d.statement(scope, level)
	}
	d.next()
}

func (d *dotReader) statement(scope *dotScope, level int) {
	switch {
	case d.keyword("graph"), d.keyword("node"), d.keyword("edge"):
		what := strings.ToLower(d.now.text)
		d.next()
		switch what {
		case "node":
			d.attributes(&scope.node)
		case "edge":
			d.attributes(&scope.edge)
		default:
			var of attributes
			d.attributes(&of)
			d.title(scope, of[saysLabel], level)
		}
		return
	case d.now.kind == dotID && !d.keyword("subgraph"):
		id := d.now
		d.next()
		if d.now.kind == '=' { // an attribute of the graph
			d.next()
			if d.now.kind != dotID {
				d.expected("the value of the attribute")
			}
			switch {
			case strings.EqualFold(id.text, "label"):
				d.title(scope, d.valueOf(d.now, ""), level)
			case level > 1 || !d.states(id.text, d.now.text):
				d.notes.looks = true
			}
			d.next()
			return
		}
		d.edges(scope, d.nodeOf(scope, id), level)
	case d.now.kind == '{' || d.keyword("subgraph"):
		d.edges(scope, d.subgraph(scope, level), level)
	default:
		d.expected("a node, an edge or an attribute")
	}
}

// states reads an attribute of the graph that the exports here write: what no label says.
func (d *dotReader) states(key, value string) bool {
	players, err := strconv.Atoi(value)
	switch {
	case key == "kind" && value == trees.Path.String():
		d.r.game.path = true
	case key == "players" && err == nil && players >= 1 && players <= trees.MaxPlayers:
		d.r.game.players = players
	default:
		return false
	}
	return true
}

// title is what the label of the graph says.
func (d *dotReader) title(scope *dotScope, label text, level int) {
	scope.legend = scope.legend || level > 1 && isLegend(label.s)
	if label.given && level == 1 {
		d.r.game.title = strings.Join(strings.Fields(label.s), " ")
	} else {
		d.notes.looks = true
	}
}

// nodeOf returns the node with an id, and reads a port after it.
func (d *dotReader) nodeOf(scope *dotScope, id dotToken) []*vertex {
	n := len(d.all)
	v := d.vertex(id.text, id.at)
	if len(d.all) > n {
		d.set(v, &scope.node)
	}
	for d.now.kind == ':' {
		d.next()
		if d.now.kind != dotID {
			d.expected("the port of the node")
		}
		d.notes.looks = true
		d.next()
	}
	d.named = append(d.named, v)
	return d.named[len(d.named)-1:]
}

// subgraph returns the nodes in a subgraph.
func (d *dotReader) subgraph(scope *dotScope, level int) []*vertex {
	inner := *scope
	if d.keyword("subgraph") {
		if d.next(); d.now.kind == dotID {
			inner.legend = inner.legend || isLegend(d.now.text)
			d.next()
		}
	}
	from := len(d.named)
	d.body(&inner, level+1)
	for _, v := range d.named[from:] {
		v.legend = v.legend || inner.legend
	}
	return d.named[from:]
}

// edges reads the rest of a statement that begins with nodes: edges to others, and attributes.
func (d *dotReader) edges(scope *dotScope, from []*vertex, level int) {
	var pending []dotEdges
	alone := len(from) == 1 && d.now.kind != '>'
	for d.now.kind == '>' {
		if d.undirected != (d.now.text == "--") {
			d.expected(map[bool]string{true: `"--", since this graph has no directions`, false: `"->", since the edges of a digraph have directions`}[d.undirected])
		}
		at := d.now.at
		d.next()
		var to []*vertex
		switch {
		case d.now.kind == '{' || d.keyword("subgraph"):
			to = d.subgraph(scope, level)
		case d.now.kind == dotID:
			id := d.now
			d.next()
			to = d.nodeOf(scope, id)
		default:
			d.expected("the node to which the edge leads")
		}
		pending = append(pending, dotEdges{once(from), once(to), at})
		from = to
	}
	if alone {
		if d.now.kind == '[' {
			var of attributes
			d.of(&of, from[0].id)
			d.set(from[0], &of)
		}
		return
	}
	of := scope.edge
	d.attributes(&of)
	for _, e := range pending {
		d.join(e, &of)
	}
}

// once returns nodes without those that are named before.
func once(list []*vertex) []*vertex {
	if len(list) < 2 {
		return list
	}
	seen := map[*vertex]bool{}
	kept := make([]*vertex, 0, len(list))
	for _, v := range list {
		if !seen[v] {
			seen[v] = true
			kept = append(kept, v)
		}
	}
	return kept
}

// join makes the edges from some nodes to others.
func (d *dotReader) join(e dotEdges, of *attributes) {
	if isHidden(of[saysStyle]) {
		d.notes.hidden++
		return
	}
	for _, from := range e.from {
		for _, to := range e.to {
			if d.strict && to.above != nil && to.above.from == from {
				continue
			}
			l := d.link(from, to, e.at)
			for _, key := range []int{saysAction, saysLabel, saysBeside} {
				if of[key].given && of[key].s != "" && !l.label.given {
					l.label = of[key]
				}
			}
			if p := of[saysProb]; p.given {
				d.prob(to, p)
			}
		}
	}
}

func isHidden(style text) bool {
	return slices.ContainsFunc(strings.Split(style.s, ","), func(s string) bool {
		s = strings.TrimSpace(s)
		return s == "invis" || s == "invisible"
	})
}

// attributes reads lists of attributes in square brackets, if there are any.
func (d *dotReader) attributes(of *attributes) { d.of(of, "") }

// of is attributes, for those of a node with an id.
func (d *dotReader) of(of *attributes, id string) {
	for d.now.kind == '[' {
		open := d.now.at
		for d.next(); d.now.kind != ']'; {
			if d.now.kind == 0 {
				d.r.failOpen(open, `an attribute or "]"`)
			}
			if d.now.kind == ';' || d.now.kind == ',' {
				d.next()
				continue
			}
			if d.now.kind != dotID {
				d.expected(`an attribute, such as label="3", or "]"`)
			}
			key := strings.ToLower(d.now.text)
			value := dotToken{kind: dotID, text: "true", at: d.now.at}
			if d.next(); d.now.kind == '=' {
				d.next()
				if d.now.kind != dotID {
					d.expected("the value of the attribute")
				}
				value = d.now
				d.next()
			}
			switch i := saysOf(key); {
			case looksInDOT[key]:
				d.notes.looks = true
			case i >= 0:
				of[i] = d.valueOf(value, id)
			default:
				d.ignore(key)
			}
		}
		d.next()
	}
}

// valueOf returns the text of an attribute.
func (d *dotReader) valueOf(token dotToken, id string) text {
	t := text{token.text, token.at, true}
	switch {
	case token.html:
		t.s = htmlText(d.r, token.text)
	case token.quoted:
		t.s = d.escaped(token.text, id)
	}
	return t
}

// escaped returns the text of a string with the escapes of labels: \n, \l, \r, \N and characters by their names in HTML.
func (d *dotReader) escaped(s, id string) string {
	if strings.IndexByte(s, '\\') >= 0 {
		var b strings.Builder
		named := false
		for i := 0; i < len(s); i++ {
			d.r.step()
			if s[i] != '\\' || i+1 == len(s) {
				b.WriteByte(s[i])
				continue
			}
			i++
			switch c := s[i]; c {
			case 'n', 'l', 'r':
				b.WriteByte('\n')
			case 'N': // once, so that the text does not grow
				if !named {
					b.WriteString(id)
				}
				named = true
			default:
				b.WriteByte(c)
			}
		}
		s = b.String()
		if strings.HasSuffix(s, "\n") && len(s) > 1 { // \l ends a line
			s = s[:len(s)-1]
		}
	}
	return entities(s, '&')
}

// htmlText returns the text of a part of HTML.
func htmlText(r *reader, s string) string {
	var b strings.Builder
	for s != "" {
		open := strings.IndexByte(s, '<')
		if open < 0 {
			b.WriteString(s)
			break
		}
		b.WriteString(s[:open])
		s = s[open:]
		end := strings.IndexByte(s, '>')
		if end < 0 {
			b.WriteString(s)
			break
		}
		for range end {
			r.step()
		}
		switch tag := strings.ToLower(wordAt(strings.TrimLeft(s[1:end], "/"))); tag {
		case "br", "tr", "hr", "p", "div":
			b.WriteByte('\n')
		case "td", "th":
			b.WriteByte(' ')
		}
		s = s[end+1:]
	}
	lines := strings.Split(entities(b.String(), '&'), "\n")
	kept := lines[:0]
	for _, line := range lines {
		if line = strings.TrimSpace(line); line != "" {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

// set sets what attributes say of a node.
func (d *dotReader) set(v *vertex, of *attributes) {
	if of[saysLabel].given {
		d.setLabel(v, of[saysLabel])
		if v.label.s == "" { // of a default \N
			v.label = text{}
		}
	}
	if of[saysBeside].given {
		v.beside = of[saysBeside]
	}
	if of[saysShape].given {
		v.shape = strings.ToLower(of[saysShape].s)
	}
	if of[saysStyle].given {
		v.hidden = isHidden(of[saysStyle])
		d.notes.looks = d.notes.looks || !v.hidden
	}
	d.mean(v, of)
}

// recordPort is the name of a field of a record.
var recordPort = regexp.MustCompile(`<[^<>|{}]*>`)

// records reads the labels of records: <f0>|MAX|<f1> has the fields MAX and two empty ones.
func (d *dotReader) records() {
	for _, v := range d.all {
		d.r.step()
		if !v.label.given || v.shape != "record" && v.shape != "mrecord" {
			continue
		}
		var kept []string
		for _, part := range strings.FieldsFunc(recordPort.ReplaceAllString(v.label.s, ""), func(ch rune) bool { return strings.ContainsRune("|{}", ch) }) {
			if part = strings.TrimSpace(part); part != "" {
				kept = append(kept, part)
			}
		}
		v.label.s = strings.Join(kept, "\n")
	}
}

// hide leaves out invisible nodes without edges.
func (d *dotReader) hide() {
	kept := d.all[:0]
	for _, v := range d.all {
		if v.hidden && v.above == nil && len(v.links) == 0 {
			d.notes.hidden++
			continue
		}
		kept = append(kept, v)
	}
	if len(kept) > 0 {
		d.all = kept
	}
}

// isDOT reports whether a text begins as a graph of Graphviz does: strict digraph G {.
func isDOT(text string) bool {
	text = afterDOTComments(text)
	word := wordAt(text)
	if strings.EqualFold(word, "strict") {
		text = strings.TrimLeft(text[len(word):], " \t\r\n")
		word = wordAt(text)
	}
	if strings.EqualFold(word, "digraph") {
		return !strings.HasPrefix(text[len(word):], "(") // a class
	}
	if !strings.EqualFold(word, "graph") {
		return false
	}
	// graph TD is Mermaid.
	text = afterDOTComments(strings.TrimLeft(text[len(word):], " \t\r\n"))
	if strings.HasPrefix(text, `"`) {
		return true
	}
	text = strings.TrimLeft(text[len(wordAt(text)):], " \t\r\n")
	return strings.HasPrefix(text, "{")
}

// afterDOTComments returns a text without the comments of DOT at its begin.
func afterDOTComments(text string) string {
	for {
		end := ""
		switch {
		case strings.HasPrefix(text, "//"), strings.HasPrefix(text, "#"):
			end = "\n"
		case strings.HasPrefix(text, "/*"):
			end = "*/"
		default:
			return text
		}
		_, text, _ = strings.Cut(text[1:], end)
		text = strings.TrimLeft(text, " \n\t\r")
	}
}
