// Package markdown renders the notes of lessons and, by an extension, the texts of chapters
// (chapter.go). It knows the words of the glossary, and no tree.
//
// Invariants of notes: no HTML of the text gets through, no address with a scheme besides http,
// https and mailto, and nothing that a browser would load by itself: a picture becomes
// a link. A link that leads elsewhere is marked, and sends no referrer to the other site.
package markdown

import (
	"bytes"
	"net/url"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// headingsFrom is the level of the largest heading: a page has larger ones around it.
const headingsFrom = 3

var converter = goldmark.New(
	goldmark.WithExtensions(extension.Strikethrough, extension.Linkify),
	goldmark.WithParserOptions(
		parser.WithParagraphTransformers(util.Prioritized(tables{extension.NewTableParagraphTransformer()}, 200)),
		parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0))),
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(extension.NewTableHTMLRenderer(
		extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)), 500))),
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(safe{}, 1))),
	goldmark.WithParserOptions(parser.WithInlineParsers(util.Prioritized(mathParser{}, 150))), // after code spans
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(mathRenderer{}, 150))),
)

// HTML returns a note as HTML. It is safe to be written into a page as it is.
func HTML(note string) (string, error) {
	var b bytes.Buffer
	err := converter.Convert([]byte(note), &b)
	return b.String(), err
}

// tables turns paragraphs into tables. Each row of a table is filled up to the width of its
// first one: from 8 KiB, 2,000 columns and as many rows of one character, come 20 MB of empty
// cells. A paragraph that would have more cells than bytes stays a paragraph.
type tables struct{ parser.ParagraphTransformer }

func (t tables) Transform(p *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines, columns, bytes := p.Lines(), 0, 0
	for i := range lines.Len() {
		at := lines.At(i)
		line := at.Value(reader.Source())
		columns = max(columns, 1+strings.Count(string(line), "|"))
		bytes += len(line)
	}
	if columns > 1 && (columns-1)*lines.Len() <= bytes {
		t.ParagraphTransformer.Transform(p, reader, pc)
	}
}

// safe renders what goldmark's own renderer would not as these pages need it.
type safe struct{}

func (safe) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindLink, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		return link(w, string(n.(*ast.Link).Destination), entering)
	})
	r.Register(ast.KindImage, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		return link(w, string(n.(*ast.Image).Destination), entering)
	})
	r.Register(ast.KindAutoLink, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		auto := n.(*ast.AutoLink)
		address := string(auto.URL(source))
		if auto.AutoLinkType == ast.AutoLinkEmail {
			address = "mailto:" + address
		}
		link(w, address, true)
		w.Write(util.EscapeHTML(auto.Label(source)))
		return link(w, address, false)
	})
	r.Register(ast.KindHeading, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		level := string(rune('0' + min(n.(*ast.Heading).Level+headingsFrom-1, 6)))
		if entering {
			w.WriteString("<h" + level + ">")
		} else {
			w.WriteString("</h" + level + ">\n")
		}
		return ast.WalkContinue, nil
	})
	none := func(util.BufWriter, []byte, ast.Node, bool) (ast.WalkStatus, error) { return ast.WalkSkipChildren, nil }
	r.Register(ast.KindRawHTML, none)
	r.Register(ast.KindHTMLBlock, none)
}

// link begins or ends a link. Of an address that is not allowed only the text is left.
func link(w util.BufWriter, address string, begin bool) (ast.WalkStatus, error) {
	own, ok := allowed(address)
	switch {
	case !ok:
	case !begin && own:
		w.WriteString("</a>")
	case !begin:
		w.WriteString(`<span class="leads-out"> (elsewhere)</span></a>`)
	default:
		w.WriteString(`<a href="`)
		w.Write(util.EscapeHTML(util.URLEscape([]byte(address), true)))
		if own {
			w.WriteString(`">`)
		} else {
			w.WriteString(`" rel="noopener noreferrer nofollow">`)
		}
	}
	return ast.WalkContinue, nil
}

// allowed reports whether an address may be linked, and whether it is on this server.
func allowed(address string) (own, ok bool) {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return false, false
	case u.Scheme == "http" || u.Scheme == "https":
		return false, u.Host != ""
	case u.Scheme == "mailto":
		return false, true
	}
	return true, u.Scheme == "" && u.Host == "" && strings.HasPrefix(u.Path, "/") && !strings.HasPrefix(address, "//") && !strings.Contains(address, `\`)
}
