package web

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
	"espalier/web/library"
)

// A source is the tree that the query of a page, a picture or an export
// names: figure=ID, text=… in the notation, or saved=ID, perhaps with
// revision=n.
type source struct {
	// Tree is what is drawn and written. Of a saved tree it may break its own
	// limits: Fault then says where, and nothing may be searched.
	Tree  *trees.Tree
	Fault error
	Saved *library.Saved // where it is a saved tree
	// Secret: the query names it by its edit key, which belongs on no slide.
	Secret bool

	Figure *trees.Figure // that was named; its tree may be its companion's
	Title  string        // what to call the tree; never empty
	Params []parameter   // name the source in an address
	Path   string        // the page that plays it, which takes Params, too
	Run    view          // what runs on it where the query says nothing else
	Query  url.Values    // the rest of the query: what runs, and what is shown
}

// querySources are the parameters of which a query has exactly one.
var querySources = []string{"figure", "text", "saved"}

// sourceParameters are all that name a tree in a query.
var sourceParameters = append(slices.Clone(querySources), "revision")

// readSource reads the source of a query. An error is a queryError, which
// names the parameter, or an inputError, which has its status; pictureError
// words both.
func readSource(core *Core, r *http.Request) (*source, error) {
	q := r.URL.Query()
	var given []string
	for _, name := range sourceParameters {
		if len(q[name]) > 1 {
			return nil, &queryError{name, fmt.Sprintf("the parameter is given %d times; once is right", len(q[name]))}
		}
		if q.Get(name) != "" && name != "revision" {
			given = append(given, name)
		}
	}
	revision := q.Get("revision")
	switch {
	case len(given) == 0:
		return nil, &queryError{"figure", "a tree is missing: figure=… names a figure, text=… holds a tree in the notation, saved=… names a saved tree"}
	case len(given) > 1:
		return nil, &queryError{given[1], "the address names a tree by " + given[0] + " already; one of " + strings.Join(querySources, ", ") + " is right"}
	case revision != "" && given[0] != "saved":
		return nil, &queryError{"revision", "only a saved tree has revisions: saved=ID&revision=3"}
	}
	value := q.Get(given[0])
	src := &source{Query: without(q, sourceParameters...)}
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

func (src *source) readFigure(id string) error {
	f, ok := trees.FindFigure(id)
	if !ok {
		return &inputError{http.StatusNotFound, "figure", fmt.Sprintf("there is no figure %q; GET /api/v1/figures lists them", id)}
	}
	played := f
	if f.Tree == nil && f.Companion != nil {
		played = f.Companion
	}
	if played.Tree == nil {
		return &queryError{"figure", fmt.Sprintf("figure %q has no tree; the figures that have one are on the first page", id)}
	}
	src.Figure, src.Tree, src.Title = f, played.Tree, setPower(f.Title)
	src.Path, src.Params = "/figures/"+f.ID, []parameter{{"figure", f.ID}}
	src.Run = firstRun(f, played)
	return nil
}

func (src *source) readText(text string) error {
	if len(text) > maxLinkText {
		return &queryError{"text", "the text has " + grouped(len(text)) + " bytes; an address holds at most " + grouped(maxLinkText)}
	}
	t, err := trees.ReadText(text)
	if err != nil {
		return &queryError{"text", err.Error()}
	}
	src.take(t)
	src.Path, src.Params = "/tree", []parameter{{"text", text}}
	return nil
}

// take makes the tree the source's.
func (src *source) take(t *trees.Tree) {
	src.Tree, src.Title = t, titleOf(t)
	src.Run = view{Algorithm: plainOf(t)}
}

// view reads the rest of the query as the page of the tree does. besides is as
// in parseView.
func (src *source) view(besides ...string) (view, error) {
	byDefault := src.Run
	if src.Query.Has("algorithm") {
		byDefault.Options = search.Options{} // the page's form names every option that is on
	}
	return parseView(src.Tree, src.Query, byDefault, slices.Concat(sourceParameters, besides)...)
}

// shown is the view, and the tree with the values that it sets.
func (src *source) shown(besides ...string) (view, *trees.Tree, error) {
	v, err := src.view(besides...)
	if err != nil {
		return v, nil, err
	}
	t, err := src.Tree.WithValues(v.Values)
	return v, t, err
}

// readSaved takes a tree of the library. Addresses name it by its read-only
// id, whatever the query had: an edit key is for the editor alone.
func readSaved(core *Core, ctx context.Context, src *source, text, revision string) error {
	key, id, err := library.ParseAny(text)
	if err != nil {
		return err
	}
	src.Secret = key != ""
	saved, err := loadRevision(core, ctx, id, revision)
	if err != nil {
		return err
	}
	src.take(saved.Draft.Tree())
	if faults := faultsOf(saved.Draft); len(faults) > 0 {
		src.Fault = &queryError{"saved", "the tree breaks a limit. " + faults[0].String()}
	}
	src.Saved = saved
	src.Path, src.Params = readPath(id), []parameter{{"saved", string(id)}}
	if revision != "" {
		src.Params = append(src.Params, parameter{"revision", revision})
	}
	return nil
}

// readSavedTree reads a saved tree as the source of a search.
func readSavedTree(core *Core, ctx context.Context, raw, revision []byte) (*trees.Tree, error) {
	saved, err := readSavedRevision(core, ctx, raw, revision)
	if err != nil {
		return nil, err
	}
	return saved.Draft.Checked()
}

// readSavedRevision reads what names a saved tree in a body.
func readSavedRevision(core *Core, ctx context.Context, raw, revision []byte) (*library.Saved, error) {
	text, err := readString(raw, "saved")
	if err != nil {
		return nil, err
	}
	_, id, err := library.ParseAny(text)
	if err != nil {
		return nil, err
	}
	number := ""
	if revision != nil {
		n, err := readWhole(revision, "revision", 1, MaxCredit)
		if err != nil {
			return nil, err
		}
		number = strconv.Itoa(n)
	}
	return loadRevision(core, ctx, id, number)
}
