package export

import (
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"espalier/search"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/play"
	"espalier/web/request"
	"espalier/web/treestore"
	"espalier/web/words"
)

// maxAddress bounds a link that contains a tree: browsers accept more, but
// servers, mail and chat programs reliably only some 8,000 bytes.
const maxAddress = 8_000

// maxEFGCheckNodes bounds the trees that are checked for .efg in advance; the
// download of a larger one reports the problem.
const maxEFGCheckNodes = layout.MaxDrawn

// A sharePanel holds the links to a tree and its exports. The links have the
// step of the page; a script updates them.
type sharePanel struct {
	Links   []shareLink
	Tree    []shareItem
	Picture []shareItem
	Run     []shareItem
	AtStep  bool   // the picture is of a step; else of the tree without a run
	Drawn   string // which part of a wide tree the picture is
	NoRun   string // why there is no run
	Embed   string // address of the page for a frame
	Title   string
	Notice  string

	Questions *shareLink // of a page that asks questions; nothing else is shared then

	Key         bool   // the page is the editor: its address is offered, too
	FetchOnOpen bool   // the content is fetched when the panel opens, since the tree changes
	ID          string // of the saved tree, with FetchOnOpen; empty: not saved yet
}

// A shareLink is an address to copy, or why there is none.
type shareLink struct {
	Label, Hint, Href string
	Problem           string
	Save              string // address where the tree can be saved instead
}

// A shareItem is a file to download or copy, or a page to open; or why there is
// none.
type shareItem struct {
	Name, Label, Href string
	Copied            string // the notice after copying; empty: it cannot be copied
	Open              bool   // a page, not a file
	Problem           string
}

// EditorShare is the panel of the editor.
func EditorShare(id string) *sharePanel { return &sharePanel{Key: true, FetchOnOpen: true, ID: id} }

// AddShare adds the panel to the page: t is the tree without the values of the
// address, the parameters name it for an export, and the path is that of the page
// of its run. It must not be the edit address, which is a secret. A revision
// among the parameters applies to the files; links have it only if the page is
// about that revision.
func AddShare(p *play.Page, t *trees.Tree, v request.View, page string, source ...request.Parameter) {
	panel := runShare(p, t, v, page, source...)
	if p.Ask {
		panel = quizShare(p, t, v, page, source...)
	}
	p.Header = append(p.Header, ShareView(panel))
}

// quizShare returns the panel of a page that asks questions: the link to them, from
// the first step. Every file would contain the answers.
func quizShare(p *play.Page, t *trees.Tree, v request.View, page string, source ...request.Parameter) *sharePanel {
	v.Step, v.HasStep, v.AtEnd = 0, true, false
	panel := runShare(&play.Page{Title: p.Title, Params: p.Params, Path: p.Path, Last: p.Last}, t, v, page, source...)
	link := panel.Links[0] // the shortest
	link.Label = "Link to these questions"
	if link.Href != "" {
		link.Hint = "They begin at the first step, with nothing answered."
	}
	return &sharePanel{Title: p.Title, Key: panel.Key, Questions: &link}
}

func runShare(p *play.Page, t *trees.Tree, v request.View, page string, source ...request.Parameter) *sharePanel {
	v.Step, v.HasStep, v.AtEnd = p.Step, true, false
	recorded := slices.ContainsFunc(p.Params, func(k request.Parameter) bool { return k.Name == "revision" })
	return newShare(p.Title, t, v, p.Request != "", p.Last, page, source, recorded)
}

// AddShareOfSaved adds the panel to the page of a saved tree. Files are of the
// revision on the page; links have the read-only id.
func AddShareOfSaved(p *play.Page, t *trees.Tree, v request.View, saved *treestore.Saved) {
	AddShare(p, t, v, request.ReadPath(saved.ID), request.Parameter{Name: "saved", Value: string(saved.ID)}, request.Parameter{Name: "revision", Value: strconv.Itoa(saved.Number)})
}

// newShare returns the panel. last is the last step of the run, if there is one.
func newShare(title string, t *trees.Tree, v request.View, runs bool, last int, page string, source []request.Parameter, pinned bool) *sharePanel {
	shown := v.WholeQuery(t)
	picked := func(source []request.Parameter, more ...request.Parameter) string {
		q := url.Values{}
		maps.Copy(q, shown)
		for _, k := range append(slices.Clone(source), more...) {
			q.Set(k.Name, k.Value)
		}
		return q.Encode()
	}
	lasting := source // without the revision
	if !pinned {
		lasting = slices.DeleteFunc(slices.Clone(source), func(k request.Parameter) bool { return k.Name == "revision" })
	}
	query := picked(source)

	p := &sharePanel{Title: title, Embed: "/embed?" + picked(lasting), AtStep: v.HasStep}
	switch {
	case strings.HasPrefix(page, "/figures/"):
		p.Links = append(p.Links, shareLink{Label: "Link to this step", Hint: "The page of the figure, with its story.", Href: page + "?" + shown.Encode()})
	case strings.HasPrefix(page, "/t/"):
		hint := "To look at and to play, not to edit. It shows what is edited later, too."
		for _, k := range lasting {
			if k.Name == "revision" {
				shown.Set(k.Name, k.Value)
				hint = "To look at and to play, not to edit. It stays at this revision."
			}
		}
		p.Links = append(p.Links, shareLink{Label: "Short link", Hint: hint, Href: page + "?" + shown.Encode()})
	}
	p.Links = append(p.Links, linkWithTree(t, v, page, source))

	o := &offer{tree: t, view: v, last: last}
	p.Tree = o.shareItems(groupTree, query)
	picture := query
	if !v.HasStep { // as in the editor
		picture = picked(source, request.Parameter{Name: "rest", Value: "1"})
	}
	p.Picture = o.shareItems(groupPicture, picture)
	p.Drawn = drawnAtSteps(o, runs && v.HasStep)
	if !runs {
		p.NoRun = "Nothing runs on this tree, so there is no play to take away."
		p.Embed = ""
		return p
	}
	p.Run = o.shareItems(groupRun, query)
	return p
}

// linkWithTree returns the link that contains the tree and the view. A tree that
// is too large for an address must be saved.
func linkWithTree(t *trees.Tree, v request.View, page string, source []request.Parameter) shareLink {
	l := shareLink{Label: "A link that holds all in itself",
		Hint: "Tree, algorithm, options, values and step are in the address: it needs nothing that this server keeps."}
	if page == "/tree" {
		l.Label = "Link to this step"
	}
	q := v.WholeQuery(t)
	text := t.Text()
	if len(text) <= request.MaxLinkText { // else it is too long even unencoded
		var wrong *trees.Error
		if _, err := trees.ReadText(text); errors.As(err, &wrong) {
			return shareLink{Label: l.Label, Problem: "Not while the tree breaks a limit, since nobody could open it: " + wrong.Message + "."}
		}
		q.Set("text", text)
		if l.Href = "/tree?" + q.Encode(); len(l.Href) <= maxAddress {
			return l
		}
		l.Problem = "Too long for an address: it would have " + words.Grouped(len(l.Href)) + " bytes, and programs agree on " + words.Grouped(maxAddress) + "."
	} else {
		l.Problem = "The tree is too large for an address: its text has " + words.Grouped(len(text)) + " bytes, and " + words.Grouped(request.MaxLinkText) + " fit."
	}
	l.Href, l.Hint = "", ""
	if strings.HasPrefix(page, "/t/") {
		l.Problem += " The short link has no such limit."
		return l
	}
	q = url.Values{}
	for _, k := range source {
		q.Set(k.Name, k.Value)
	}
	l.Save = "/edit?" + q.Encode()
	return l
}

// ServeShare answers GET /share: the content of the panel for a source and a
// view, which the editor fetches.
func (h Handlers) ServeShare(w http.ResponseWriter, r *http.Request) {
	src, err := request.ReadTreeRef(h.Core, r)
	if err != nil {
		h.FailDownload(w, r, err)
		return
	}
	run := &DetachedRun{TreeRef: src}
	if run.view, run.tree, err = src.ViewAndTree(); err != nil {
		h.FailDownload(w, r, err)
		return
	}
	last := -1
	if src.Fault == nil {
		if last, err = h.lastStep(r, run); err != nil {
			h.FailDownload(w, r, err)
			return
		}
	}
	p := newShare(src.Title, src.Tree, run.view, last >= 0, last, src.Path, src.Params, r.URL.Query().Get("revision") != "")
	if src.Fault != nil {
		p.Notice = "As it stands, the tree cannot be searched, and is not read back: " + src.Fault.Error()
	}
	h.Render(w, r, http.StatusOK, shareContent(p))
}

// lastStep runs the search and returns its last step; -1: there is none. A run
// that ends early, as at a leaf of unknown value, is no error here.
func (h Handlers) lastStep(r *http.Request, run *DetachedRun) (last int, err error) {
	ctx, release, err := h.acquireSearchSlot(r, run)
	if err != nil {
		return 0, err
	}
	defer release()
	last = -1
	run.view.Algorithm.Run(ctx, search.OnTree(run.tree, run.view.Options.Root), run.view.Options, func(e *trace.Event) { last = e.Seq })
	return last, nil
}
