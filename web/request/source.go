package request

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"espalier/search"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/treestore"
	"espalier/web/words"
)

// A TreeRef is the tree that the query of a page, a picture or an export
// names: figure=ID, text=… in the notation, or saved=ID, perhaps with
// revision=n.
type TreeRef struct {
	// Tree is what is drawn and written. A saved tree may break its own limits: then
	// Fault is set, and nothing may be searched.
	Tree  *trees.Tree
	Fault error
	Saved *treestore.Saved // nil: not a saved tree
	// Secret: the query has the edit key, which must not be on a slide.
	Secret bool

	Figure *figures.Figure // nil: not a figure; its tree may be its companion's
	Title  string          // of the tree; never empty
	Params []Parameter     // of the tree in an address
	Path   string          // of the page with its runs, which takes Params, too
	Run    View            // the default run
	Query  url.Values      // the rest of the query: the run and the view
}

// treeNames are the parameters of which a query has exactly one.
var treeNames = []string{"figure", "text", "saved"}

// TreeParameters are all that name a tree in a query.
var TreeParameters = append(slices.Clone(treeNames), "revision")

// ReadTreeRef reads the tree of a query. An error is a QueryError with the name
// of the parameter, or an Error with its status; StatusAndDetail accepts both.
func ReadTreeRef(core *app.Core, r *http.Request) (*TreeRef, error) {
	q := r.URL.Query()
	if q.Get("game") != "" {
		return nil, gameWithoutTree(q.Get("game"))
	}
	var given []string
	for _, name := range TreeParameters {
		if len(q[name]) > 1 {
			return nil, &problem.QueryError{Name: name, Message: fmt.Sprintf("the parameter is given %d times; once is right", len(q[name]))}
		}
		if q.Get(name) != "" && name != "revision" {
			given = append(given, name)
		}
	}
	revision := q.Get("revision")
	switch {
	case len(given) == 0:
		return nil, &problem.QueryError{Name: "figure", Message: "a tree is missing: figure=… names a figure, text=… holds a tree in the notation, saved=… names a saved tree"}
	case len(given) > 1:
		return nil, &problem.QueryError{Name: given[1], Message: "the address names a tree by " + given[0] + " already; one of " + strings.Join(treeNames, ", ") + " is right"}
	case revision != "" && given[0] != "saved":
		return nil, &problem.QueryError{Name: "revision", Message: "only a saved tree has revisions: saved=ID&revision=3"}
	}
	value := q.Get(given[0])
	src := &TreeRef{Query: problem.Without(q, TreeParameters...)}
	var err error
	switch given[0] {
	case "figure":
		err = src.readFigure(value)
	case "text":
		err = src.readText(value)
	case "saved":
		err = readSaved(core, r.Context(), src, value, revision)
	}
	if err != nil {
		return nil, err
	}
	return src, nil
}

func (src *TreeRef) readFigure(id string) error {
	f, ok := figures.Find(id)
	if !ok {
		return &problem.Error{Status: http.StatusNotFound, Path: "figure", Message: fmt.Sprintf("there is no figure %q; GET /api/v1/figures lists them", id)}
	}
	played := f
	if f.Tree == nil && f.Companion != nil {
		played = f.Companion
	}
	if played.Tree == nil {
		return &problem.QueryError{Name: "figure", Message: fmt.Sprintf("figure %q has no tree; the figures that have one are on the first page", id)}
	}
	src.Figure, src.Tree, src.Title = f, played.Tree, words.MaxN(f.Title)
	src.Path, src.Params = "/figures/"+f.ID, []Parameter{{"figure", f.ID}}
	src.Run = FirstView(f, played)
	return nil
}

func (src *TreeRef) readText(text string) error {
	if len(text) > MaxLinkText {
		return &problem.QueryError{Name: "text", Message: "the text has " + words.Grouped(len(text)) + " bytes; an address holds at most " + words.Grouped(MaxLinkText)}
	}
	t, err := trees.ReadText(text)
	if err != nil {
		return &problem.QueryError{Name: "text", Message: err.Error()}
	}
	src.SetTree(t)
	src.Path, src.Params = "/tree", []Parameter{{"text", text}}
	return nil
}

// SetTree sets the tree.
func (src *TreeRef) SetTree(t *trees.Tree) {
	src.Tree, src.Title = t, words.TitleOf(t)
	src.Run = View{Algorithm: search.PlainFor(t)}
}

// View reads the rest of the query as the page of the tree does. extra is as
// in ParseView.
func (src *TreeRef) View(extra ...string) (View, error) {
	byDefault := src.Run
	if src.Query.Has("algorithm") {
		byDefault.Options = search.Options{} // the form of the page lists every option that is on
	}
	return ParseView(src.Tree, src.Query, byDefault, slices.Concat(TreeParameters, extra)...)
}

// ViewAndTree returns the view, and the tree with the values that it sets.
func (src *TreeRef) ViewAndTree(extra ...string) (View, *trees.Tree, error) {
	v, err := src.View(extra...)
	if err != nil {
		return v, nil, err
	}
	t, err := src.Tree.WithValues(v.Values)
	return v, t, err
}

// readSaved loads a saved tree. Addresses have its read-only id, also if the
// query has its edit key, which is for the editor only.
func readSaved(core *app.Core, ctx context.Context, src *TreeRef, text, revision string) error {
	key, id, err := treestore.ParseAny(text)
	if err != nil {
		return err
	}
	src.Secret = key != ""
	saved, err := LoadRevision(core, ctx, id, revision)
	if err != nil {
		return err
	}
	src.SetTree(saved.Draft.Tree())
	if faults := problem.FaultsOf(saved.Draft); len(faults) > 0 {
		src.Fault = &problem.QueryError{Name: "saved", Message: "the tree breaks a limit. " + faults[0].String()}
	}
	src.Saved = saved
	src.Path, src.Params = ReadPath(id), []Parameter{{"saved", string(id)}}
	if revision != "" {
		src.Params = append(src.Params, Parameter{"revision", revision})
	}
	return nil
}

// readSavedTree reads a saved tree as the source of a search.
func readSavedTree(core *app.Core, ctx context.Context, raw, revision []byte) (*trees.Tree, error) {
	saved, err := ReadSavedRevision(core, ctx, raw, revision)
	if err != nil {
		return nil, err
	}
	return saved.Draft.Checked()
}

// ReadSavedRevision reads the id and the revision of a saved tree in a body, and
// loads it.
func ReadSavedRevision(core *app.Core, ctx context.Context, raw, revision []byte) (*treestore.Saved, error) {
	text, err := problem.ReadString(raw, "saved")
	if err != nil {
		return nil, err
	}
	_, id, err := treestore.ParseAny(text)
	if err != nil {
		return nil, err
	}
	number := ""
	if revision != nil {
		n, err := problem.ReadWhole(revision, "revision", 1, problem.MaxCount)
		if err != nil {
			return nil, err
		}
		number = strconv.Itoa(n)
	}
	return LoadRevision(core, ctx, id, number)
}
