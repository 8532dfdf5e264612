package foreign

import (
	"regexp"
	"strings"

	"espalier/trees"
)

// Diagrams of PlantUML: mind maps and WBS are outlines, and other diagrams are graphs.
//
//	@startmindmap        @startuml
//	* MAX                (MAX) --> (3) : L
//	** 3                 (MAX) --> (5) : R
//	** 5                 @enduml
//	@endmindmap

func (r *reader) plantUML() {
	first := firstLine(strings.TrimLeft(r.src, blankCharacters))
	if !strings.HasPrefix(first, "@start") {
		r.expected(`"@startmindmap", "@startwbs" or "@startuml"`)
	}
	p := &plantReader{graph: newGraph(r)}
	p.drawn = true
	o := &outlineReader{r: r, tabs: -1, blanks: -1}
	tree := strings.HasPrefix(first, "@startmindmap") || strings.HasPrefix(first, "@startwbs")
	ended, style := false, false
	for from := 0; from < len(r.src); {
		end := lineEnd(r.src, from)
		for range end - from + 1 {
			r.step()
		}
		r.pos = from
		line := strings.TrimRight(r.src[from:end], blankCharacters)
		at := from + len(line) - len(strings.TrimLeft(line, blankCharacters))
		line = strings.TrimLeft(line, blankCharacters)
		title, titled := strings.CutPrefix(line, "title ")
		switch {
		case line == "":
		case ended:
			r.fail(at, "the diagram ends before this line; one tree is read at a time")
		case line[0] == '\'' || strings.HasPrefix(line, "@start"):
		case strings.HasPrefix(line, "@end"):
			ended = true
		case style || strings.HasPrefix(line, "<style>"):
			style, p.notes.looks = !strings.HasPrefix(line, "</style>"), true
		case titled:
			r.game.title = strings.TrimSpace(title)
		case plantLooks.MatchString(line):
			p.notes.looks = true
		case tree:
			o.plantLine(line, at)
		default:
			p.line(line, at)
		}
		from = end + 1
	}
	r.pos = len(r.src)
	if tree {
		if o.finish(); p.notes.looks {
			r.game.note("What says how the graph looks is left out.")
		}
		return
	}
	p.finish("Attributes")
}

type plantReader struct{ *graph }

var (
	plantLooks = regexp.MustCompile(`^(?:skinparam|hide|show|scale|left to right|top to bottom|left side|right side|top side|bottom side|caption|header|footer|!theme|!pragma|\}$)`)
	plantNode  = regexp.MustCompile(`^([*+-]+)([<>])?(_)?(\[#?\w+\])?[ \t]*(?::(.*);|(.*))$`)
	// plantArrow is an edge: -->, ->, ..>, -down->, -[#red]->, <--.
	plantArrow = regexp.MustCompile(`^(<\|?|\*|o)?[-.=~]+(?:\[[^\]\n]*\])?(?:left|right|up|down|le|ri|do|[lrud])?[-.=~]*(\|>|>>?|\*|o)?`)
	// plantNamed is a text in the signs of its shape.
	plantNamed = regexp.MustCompile(`^(?:\(\(?([^()\n]*(?:\([^()\n]*\))?[^()\n]*)\)\)?|\[([^\]\n*]+)\]|:([^:\n]+):|"([^"\n]*)"|([\p{L}\p{N}_.]+))`)
	plantKind  = regexp.MustCompile(`^(?:usecase|state|rectangle|node|component|class|object|actor|circle|agent|card|artifact|cloud|database|file|folder|frame|hexagon|interface|label|person|queue|stack|storage|boundary|control|entity|diamond)[ \t]+`)
	plantAs    = regexp.MustCompile(`^[ \t]+as[ \t]+`)
	plantStyle = regexp.MustCompile(`^[ \t]*(?:<<[^>\n]*>>|#[\w:;.-]+)`)
)

// plantLine reads a node of a mind map: as many signs as its level, and its text.
func (o *outlineReader) plantLine(line string, at int) {
	m := plantNode.FindStringSubmatchIndex(line)
	if m == nil {
		o.r.fail(at, "expected a node with a sign for each level, such as ** 3, found %s", quoted(line))
	}
	l := outlineLine{depth: m[3] - m[2], at: at}
	for i := 10; i <= 12; i += 2 {
		if m[i] >= 0 {
			l.at, l.text = at+m[i], strings.TrimSpace(line[m[i]:m[i+1]])
		}
	}
	if strings.HasPrefix(l.text, ":") {
		o.r.fail(l.at, "a text of several lines is not read; write the node in one line, such as ** 3")
	}
	l.text = strings.TrimSpace(withoutEmphasis(l.text))
	if l.text == "" {
		o.r.fail(at, "expected a node after this mark of a line")
	}
	if len(o.list) > trees.MaxNodes {
		panic(over(o.r.errorIn(at, "a tree has at most %d nodes", trees.MaxNodes)))
	}
	o.list = append(o.list, l)
}

// line reads a line of a graph: a node, an edge, or what is said of a node after a colon.
func (p *plantReader) line(line string, at int) {
	r := p.r
	rest := line
	kind := plantKind.FindString(rest)
	// A node may have the name of a kind.
	if kind != "" && plantNamed.MatchString(rest[len(kind):]) {
		rest = rest[len(kind):]
	} else {
		kind = ""
	}
	here := func() int { return at + len(line) - len(rest) }
	blank := func() { rest = strings.TrimLeft(rest, " \t") }
	v := p.node(&rest, here(), kind != "")
	if v == nil {
		r.fail(at, "expected an edge, such as (A) --> (B), or a node, such as (3) as B, found %s", quoted(line))
	}
	blank()
	arrow := plantArrow.FindStringSubmatch(rest)
	if arrow == nil {
		if said, ok := strings.CutPrefix(rest, ":"); ok {
			v.label = text{strings.TrimSpace(said), here(), true}
			return
		}
		if rest != "" && rest != "{" {
			r.fail(here(), "expected an edge such as -->, or the end of the line")
		}
		return
	}
	from := here()
	rest = rest[len(arrow[0]):]
	blank()
	if end := strings.IndexByte(rest, '"'); end == 0 { // "1" is how many there are
		if next := strings.IndexByte(rest[1:], '"'); next > 0 && plantNamed.MatchString(strings.TrimLeft(rest[next+2:], " \t")) && !strings.HasPrefix(strings.TrimLeft(rest[next+2:], " \t"), ":") {
			rest = rest[next+2:]
			blank()
		}
	}
	to := p.node(&rest, here(), false)
	if to == nil {
		r.fail(here(), "expected the node to which the edge leads, such as (B)")
	}
	blank()
	if strings.HasPrefix(arrow[1], "<") && !strings.HasSuffix(arrow[2], ">") {
		v, to = to, v
	}
	l := p.link(v, to, from)
	if said, ok := strings.CutPrefix(rest, ":"); ok {
		l.label = text{strings.TrimSpace(said), here(), true}
		rest = ""
	}
	if rest != "" {
		r.fail(here(), "expected the end of the line, or the move after a colon, as in (A) --> (B) : L")
	}
}

// node reads a node at the start of a line, with its name: (MAX) as A, "MAX" as A. It returns nil if there is none.
func (p *plantReader) node(rest *string, at int, declared bool) *vertex {
	m := plantNamed.FindStringSubmatchIndex(*rest)
	if m == nil {
		return nil
	}
	word, quoted := "", false
	for i := 2; i < len(m); i += 2 {
		if m[i] >= 0 {
			word, quoted = strings.TrimSpace((*rest)[m[i]:m[i+1]]), i != len(m)-2
		}
	}
	*rest = (*rest)[m[1]:]
	id, label := word, text{}
	if as := plantAs.FindString(*rest); as != "" {
		name := plantNamed.FindStringSubmatch((*rest)[len(as):])
		if name == nil {
			p.r.fail(at, "expected the id of the node after as")
		}
		*rest = (*rest)[len(as)+len(name[0]):]
		other := strings.TrimSpace(strings.Join(name[1:], ""))
		if declared && !quoted {
			label = text{other, at, true}
		} else {
			id, label = other, text{word, at, true}
		}
	}
	for style := plantStyle.FindString(*rest); style != ""; style = plantStyle.FindString(*rest) {
		*rest = (*rest)[len(style):]
		p.notes.looks = true
	}
	v := p.vertex(id, at)
	if label.given {
		v.label = label
	}
	return v
}
