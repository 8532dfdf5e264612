package markdown

import (
	"bytes"
	"html"
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"espalier/web/words"
)

// The texts of chapters use a part of Markdown: paragraphs, *the name of a node*, **strong
// words** and [links](/address). This extension adds the nodes of the tree, the players, in
// their colours as in the sentences of steps, and the terms of the glossary. The texts are
// a part of the program, so that their links are not checked.

var chapterTexts = goldmark.New(
	goldmark.WithParser(parser.NewParser(
		parser.WithBlockParsers(util.Prioritized(parser.NewParagraphParser(), 100)),
		parser.WithInlineParsers(util.Prioritized(parser.NewLinkParser(), 100), util.Prioritized(parser.NewEmphasisParser(), 200)),
		parser.WithASTTransformers(util.Prioritized(references{}, 100)))),
	goldmark.WithRenderer(renderer.NewRenderer(renderer.WithNodeRenderers(util.Prioritized(inTheText{}, 100)))))

// A Text is a text of a chapter.
type Text struct {
	source []byte
	doc    ast.Node
}

// nodesKey is where the parser finds the function that looks up nodes.
var nodesKey = parser.NewContextKey()

// NewText parses a text. node returns the number of the node of the tree with a label, or a
// number below 0; nil: the text is about no tree.
func NewText(note string, node func(label string) int) *Text {
	var paragraphs []string
	for p := range strings.SplitSeq(note, "\n\n") {
		paragraphs = append(paragraphs, strings.Join(strings.Fields(p), " "))
	}
	source := []byte(typeset(strings.Join(paragraphs, "\n\n")))
	context := parser.NewContext()
	context.Set(nodesKey, node)
	return &Text{source, chapterTexts.Parser().Parse(text.NewReader(source), parser.WithContext(context))}
}

// Paragraphs returns the HTML within each paragraph.
func (t *Text) Paragraphs() (list []string) {
	for p := t.doc.FirstChild(); p != nil; p = p.NextSibling() {
		var b bytes.Buffer
		chapterTexts.Renderer().Render(&b, t.source, p) // a buffer takes everything
		list = append(list, b.String())
	}
	return list
}

// HTML returns the text of one paragraph as the HTML within it.
func (t *Text) HTML() string { return strings.Join(t.Paragraphs(), " ") }

// Plain returns the text as it is read, with a line for each paragraph.
func (t *Text) Plain() string {
	var b strings.Builder
	for p := t.doc.FirstChild(); p != nil; p = p.NextSibling() {
		b.Write(plain(p, t.source))
		b.WriteByte('\n')
	}
	return b.String()
}

// Terms adds the terms that the text itself links to a set of addresses.
func (t *Text) Terms(seen map[string]bool) {
	walk(t.doc, func(n ast.Node) {
		if l, ok := n.(*ast.Link); ok && isTerm(l) {
			seen[string(l.Destination)] = true
		}
	})
}

// LinkTerms links each term that is not in the set where it first occurs in the text, and
// adds it.
func (t *Text) LinkTerms(seen map[string]bool) {
	for p := t.doc.FirstChild(); p != nil; p = p.NextSibling() {
		splitTexts(p, func(s text.Segment) (list []piece) {
			for _, place := range words.Places(string(s.Value(t.source))) {
				address := words.Path + "#" + place.ID
				if !seen[address] {
					seen[address] = true
					list = append(list, piece{place.From, place.To, &found{address: address}})
				}
			}
			return list
		})
	}
}

// vector is a score vector, which is kept in one line.
var vector = regexp.MustCompile(`\(−?[\d.]+(?:, −?[\d.]+)+\)`)

// hyphen precedes a negative score as it is typed.
var hyphen = regexp.MustCompile(`([(, ])-(\d)`)

// typeset replaces what is typed by the characters that are printed.
func typeset(s string) string {
	s = hyphen.ReplaceAllString(words.MaxN(s), "$1−$2")
	return vector.ReplaceAllStringFunc(s, func(v string) string { return strings.ReplaceAll(v, " ", "\u00a0") })
}

// A found is a word that the text does not mark: a player, if address is empty, else a term.
type found struct {
	ast.BaseInline
	player  int
	address string
}

var kindFound = ast.NewNodeKind("Found")

func (*found) Kind() ast.NodeKind { return kindFound }

func (f *found) Dump(source []byte, level int) {
	ast.DumpHelper(f, source, level, map[string]string{"player": strconv.Itoa(f.player), "address": f.address}, nil)
}

// numberName is the attribute of an emphasis that is the name of a node.
const numberName = "node"

// references finds the nodes of the tree and the players.
type references struct{}

var player = regexp.MustCompile(`[Pp]layer ([1-8])\b`)

func (references) Transform(doc *ast.Document, reader text.Reader, pc parser.Context) {
	source := reader.Source()
	if node, _ := pc.Get(nodesKey).(func(string) int); node != nil {
		walk(doc, func(n ast.Node) {
			if e, ok := n.(*ast.Emphasis); ok && e.Level == 1 {
				if number := node(string(plain(e, source))); number >= 0 {
					e.SetAttributeString(numberName, number)
				}
			}
		})
	}
	players := func(s text.Segment) (list []piece) {
		value := s.Value(source)
		for _, m := range player.FindAllSubmatchIndex(value, -1) {
			list = append(list, piece{m[0], m[1], &found{player: int(value[m[2]] - '0')}})
		}
		return list
	}
	for p := doc.FirstChild(); p != nil; p = p.NextSibling() {
		splitTexts(p, players)
		walk(p, func(n ast.Node) {
			if e, ok := n.(*ast.Emphasis); ok && e.Level == 2 {
				splitTexts(e, players)
			}
		})
	}
}

// A piece is a part of a text, from and to in bytes, that becomes a node.
type piece struct {
	from, to int
	node     *found
}

// splitTexts makes nodes of pieces of the texts directly below a node.
func splitTexts(parent ast.Node, pieces func(text.Segment) []piece) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		t, ok := n.(*ast.Text)
		if !ok {
			continue
		}
		start, stop := t.Segment.Start, t.Segment.Stop
		at := start
		for _, p := range pieces(t.Segment) {
			if start+p.from > at {
				parent.InsertBefore(parent, t, ast.NewTextSegment(text.NewSegment(at, start+p.from)))
			}
			at = start + p.to
			p.node.AppendChild(p.node, ast.NewTextSegment(text.NewSegment(start+p.from, at)))
			parent.InsertBefore(parent, t, p.node)
		}
		t.Segment = text.NewSegment(at, stop)
	}
}

// inTheText renders the nodes of these texts. Paragraphs are left to the page.
type inTheText struct{}

func (inTheText) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	through := func(util.BufWriter, []byte, ast.Node, bool) (ast.WalkStatus, error) { return ast.WalkContinue, nil }
	r.Register(ast.KindDocument, through)
	r.Register(ast.KindParagraph, through)
	r.Register(ast.KindText, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if value := plain(n, source); entering && len(value) > 0 {
			if isStrong(n) {
				write(w, "<b>", value, "</b>")
			} else {
				write(w, "", value, "")
			}
		}
		return ast.WalkContinue, nil
	})
	r.Register(ast.KindEmphasis, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		node, named := n.AttributeString(numberName)
		value := plain(n, source)
		switch {
		case n.(*ast.Emphasis).Level == 2:
			return ast.WalkContinue, nil
		case !entering:
		case named:
			write(w, `<b class="ref" data-node="`+strconv.Itoa(node.(int))+`">`, value, "</b>")
		case isStrong(n):
			write(w, "<b>", value, "</b>")
		default:
			write(w, "<i>", value, "</i>")
		}
		return ast.WalkSkipChildren, nil
	})
	r.Register(ast.KindLink, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			l := n.(*ast.Link)
			start, end := `<a href="`, "</a>"
			if isTerm(l) {
				start = `<a class="term" href="`
				if isStrong(n) {
					start, end = "<dfn>"+start, end+"</dfn>"
				}
			}
			write(w, start+html.EscapeString(string(l.Destination))+`">`, plain(n, source), end)
		}
		return ast.WalkSkipChildren, nil
	})
	r.Register(kindFound, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if f := n.(*found); entering {
			start, end := `<b class="p p`+strconv.Itoa(f.player)+`">`, "</b>"
			if f.address != "" {
				start, end = `<a class="term in-text" href="`+html.EscapeString(f.address)+`">`, "</a>"
			}
			write(w, start, plain(n, source), end)
		}
		return ast.WalkSkipChildren, nil
	})
}

func write(w util.BufWriter, start string, value []byte, end string) {
	w.WriteString(start)
	w.WriteString(html.EscapeString(string(value)))
	w.WriteString(end)
}

// isTerm reports whether a link leads to the glossary.
func isTerm(l *ast.Link) bool { return bytes.HasPrefix(l.Destination, []byte(words.Path+"#")) }

// isStrong reports whether a node is a part of strong words.
func isStrong(n ast.Node) bool {
	e, ok := n.Parent().(*ast.Emphasis)
	return ok && e.Level == 2
}

// plain returns the text of a node.
func plain(n ast.Node, source []byte) (value []byte) {
	walk(n, func(n ast.Node) {
		if t, ok := n.(*ast.Text); ok {
			value = append(value, t.Segment.Value(source)...)
		}
	})
	return value
}

// walk visits a node and all below it.
func walk(n ast.Node, visit func(ast.Node)) {
	visit(n)
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		walk(c, visit)
	}
}
