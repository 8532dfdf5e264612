package export

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"espalier/trees"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// An export is one form of a tree, a picture of it or a run on it: a file at
// /export/NAME, or a page of its own, with the tree and the view in its query.
// Its entry in exports is all that a new one needs: the route, the list of names
// in errors and the Share panel follow from it.
type export struct {
	Name string
	Type string // content type; empty: it has its own route
	Path string // of its own route, registered in web/server.go; empty: /export/NAME, answered by ServeExport

	// Its entry in the Share panel.
	Label  string
	Group  group
	Place  int    // in the group, from 1
	Copied string // the notice after copying; empty: it has no copy button
	Page   bool   // it is opened, not downloaded

	write   func(ctx context.Context, x *exportRequest) (document, error) // nil: it has its own route
	problem func(o *offer) string                                         // why it is not offered; nil: it always is
	note    func(o *offer) string                                         // what to know before it is downloaded; nil: nothing
	address func(o *offer) string                                         // the whole address, about no step; nil: the path with the run
}

// A document writes an export, a part at a time where it is large. It cannot fail.
type document func(b []byte, part trees.Part) []byte

// whole returns a document that is written already.
func whole(text []byte) document {
	return func(b []byte, part trees.Part) []byte {
		if part != nil {
			part(text)
			return b
		}
		return append(b, text...)
	}
}

// A group is a row of the Share panel.
type group int

const (
	groupTree group = iota
	groupPicture
	groupRun
)

// exports is the registry. Its order is that of the names in an error.
var exports = []export{
	{Name: "tree.json", Type: "application/json", Label: "JSON", Group: groupTree, Place: 2,
		Copied: "The tree is copied as JSON.", write: exportJSON},
	{Name: "tree.txt", Type: "text/plain; charset=utf-8", Label: "Text", Group: groupTree, Place: 1,
		Copied: "The tree is copied as text.", write: exportText},
	{Name: "tree.efg", Type: "text/plain; charset=utf-8", Label: "Gambit (.efg)", Group: groupTree, Place: 3,
		Copied: "The tree is copied as a Gambit file.", write: exportEFG, problem: efgProblem},
	{Name: "tree.dot", Type: "text/vnd.graphviz", Label: "Graphviz (.dot)", Group: groupTree, Place: 4,
		Copied: "The tree is copied as a Graphviz file.", write: exportDOT},
	{Name: "tree.nested.txt", Type: "text/plain; charset=utf-8", Label: "Nested lists", Group: groupTree, Place: 5,
		Copied: "The tree is copied as nested lists.", write: exportNested, problem: offerProblem("nested lists", nestedProblem)},
	{Name: "tree.children.json", Type: "application/json", Label: "Nodes as JSON", Group: groupTree, Place: 6,
		Copied: "The tree is copied as JSON of nodes.", write: exportChildren, problem: offerProblem("JSON of nodes", otherProblem)},
	{Name: "tree.forest.tex", Type: "application/x-tex", Label: "LaTeX (forest)", Group: groupTree, Place: 7,
		Copied: "The tree is copied for the package forest.", write: exportForest, problem: offerProblem("tree for forest", otherProblem), note: forestTool.offerNote},
	{Name: "tree.istgame.tex", Type: "application/x-tex", Label: "LaTeX (istgame)", Group: groupTree, Place: 8,
		Copied: "The tree is copied for the package istgame.", write: exportIstgame, problem: offerProblem("tree for istgame", istgameProblem), note: istgameTool.offerNote},
	{Name: "tree.mmd", Type: "text/plain; charset=utf-8", Label: "Mermaid (.mmd)", Group: groupTree, Place: 9,
		Copied: "The tree is copied as a chart of Mermaid.", write: exportMermaid, problem: offerProblem("chart of Mermaid", otherProblem)},
	{Name: "picture.svg", Type: "image/svg+xml", Label: "SVG", Group: groupPicture, Place: 1,
		Copied: "The picture is copied as SVG.", write: exportSVG},
	{Name: "picture.tex", Type: "application/x-tex", Label: "TikZ", Group: groupPicture, Place: 2,
		Copied: "The picture is copied as TikZ.", write: exportTikZ},
	{Name: "trace.ndjson", Path: "/export/trace.ndjson", Label: "Trace (NDJSON)", Group: groupRun, Place: 2},
	{Name: "run.html", Path: "/export/run.html", Label: "A page that plays by itself", Group: groupRun, Place: 1, problem: runFileProblem},
	{Name: "handout", Path: "/handout", Label: "Handout to print", Group: groupRun, Place: 3, Page: true},
	{Name: "worksheet", Path: "/practice", Label: "Worksheet with its solution", Group: groupRun, Place: 4, Page: true, problem: worksheetProblem, address: worksheetAddress},
}

// findExport returns the export that ServeExport serves under a name.
func findExport(name string) (*export, bool) {
	i := slices.IndexFunc(exports, func(e export) bool { return e.Name == name && e.write != nil })
	if i < 0 {
		return nil, false
	}
	return &exports[i], true
}

func (e *export) path() string { return cmp.Or(e.Path, "/export/"+e.Name) }

// exportNames lists the files below /export/ for an error.
func exportNames() string {
	var names []string
	for i := range exports {
		if strings.HasPrefix(exports[i].path(), "/export/") {
			names = append(names, exports[i].Name)
		}
	}
	return trees.InWords(names)
}

// An offer is the input for deciding whether an export is offered.
type offer struct {
	of   *run.Opened // without the values of the address
	view play.View
	last int // step of the run
}

// shareItems returns the Share panel's entries of a group.
func (o *offer) shareItems(g group, query string) []shareItem {
	var items []shareItem
	for _, e := range slices.SortedFunc(slices.Values(exports), func(a, b export) int { return cmp.Compare(a.Place, b.Place) }) {
		if e.Group != g {
			continue
		}
		item := shareItem{Name: e.Name, Label: e.Label, Href: e.path() + "?" + query, Copied: e.Copied, Open: e.Page}
		if e.address != nil {
			item.Href, item.NoStep = e.address(o), true
		}
		if e.problem != nil {
			if item.Problem = e.problem(o); item.Problem != "" {
				item.Href, item.Open = "", false
			}
		}
		if e.note != nil && item.Problem == "" {
			item.Note = e.note(o)
		}
		items = append(items, item)
	}
	return items
}

// efgProblem returns why the tree cannot be written as .efg.
func efgProblem(o *offer) string {
	with, err := o.of.Resolve(o.view.Spec)
	if err != nil || with.Tree.Len() > maxEFGCheckNodes {
		return ""
	}
	var cannot *trees.Error
	if _, err := with.Tree.EFG(); errors.As(err, &cannot) {
		return "No Gambit file: " + cannot.Message + "."
	}
	return ""
}

// worksheetAddress returns that of the sheet of the exercise on the same tree; empty: there is
// none.
func worksheetAddress(o *offer) string {
	address := play.PracticeAddress(o.of, &o.view)
	if address == "" {
		return ""
	}
	return address + "&print=1"
}

// worksheetProblem returns why the run has no worksheet.
func worksheetProblem(o *offer) string {
	if worksheetAddress(o) != "" {
		return ""
	}
	if n := play.MaxPracticeNodes; o.of.Tree.Len() > n {
		return "No worksheet: the tree has more than " + strconv.Itoa(n) + " nodes."
	}
	return "No worksheet: this run cannot be practised."
}

// runFileProblem returns why the run cannot be written to a file.
func runFileProblem(o *offer) string {
	const no = "No page that plays by itself: "
	if o.last >= MaxFileSteps {
		return no + "the run has " + words.Grouped(o.last+1) + " steps, and such a page takes " + words.Grouped(MaxFileSteps) + "."
	}
	with, err := o.of.Resolve(o.view.Spec)
	if err != nil || !needsSizeCheck(with.Tree, o.last+1) {
		return ""
	}
	var large *problem.Error
	if _, err := record(context.Background(), &detachedRun{with, o.view}); errors.As(err, &large) {
		return no + large.Message + "."
	}
	return ""
}
