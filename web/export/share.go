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
	"espalier/web/request"
	"espalier/web/run"
	"espalier/web/treestore"
	"espalier/web/words"
)

// maxAddress bounds a link that holds a tree in itself: browsers take more,
// but servers, mail and chat programs agree on some 8,000 bytes.
const maxAddress = 8_000

// tryEFG bounds the trees of which a page finds out beforehand whether Gambit
// can read them; the download of a larger one says it.
const tryEFG = layout.MaxDrawn

// A sharePanel is all the ways in which a tree, at the step that is shown, is
// given to somebody else. Its links have the step of the page, and follow it.
type sharePanel struct {
	Links   []shareLink
	Tree    []shareItem
	Picture []shareItem
	Run     []shareItem
	AtStep  bool   // the picture is that of a step; else of the tree at rest
	NoRun   string // why nothing runs
	Embed   string // the player alone, for a frame
	Title   string
	Notice  string

	Key   bool   // the page is at an edit address, which is shared, too
	Fetch bool   // the content is fetched when the panel opens: the tree changes while the page stands
	ID    string // of the saved tree then; empty: it is not saved yet
}

// A shareLink is an address to copy, or why there is none.
type shareLink struct {
	Label, Hint, Href string
	Problem           string
	Save              string // where the tree can be saved, which is the way out
}

// A shareItem is a file to download, perhaps to copy, or a page to open; or why
// it cannot be.
type shareItem struct {
	Name, Label, Href string
	Copied            string // what is said of a copy; empty: it is not copied
	Open              bool   // a page, not a file
	Problem           string
}

// EditorShare is the panel of a page on which a tree is edited.
func EditorShare(id string) *sharePanel { return &sharePanel{Key: true, Fetch: true, ID: id} }

// AddShare gives the page its panel: the tree before values are set, the
// parameters that name it for an export, and the address of a page that plays
// it. The address of an editor is never among them: it is a key. A revision
// among the parameters is that of the files; links show it only where the page
// is that of one revision on purpose.
func AddShare(p *run.Page, t *trees.Tree, v request.View, page string, source ...request.Parameter) {
	if !p.Ask { // what is exported would answer the questions
		p.Header = append(p.Header, ShareView(runShare(p, t, v, page, source...)))
	}
}

func runShare(p *run.Page, t *trees.Tree, v request.View, page string, source ...request.Parameter) *sharePanel {
	v.Step, v.HasStep, v.AtEnd = p.Step, true, false
	kept := slices.ContainsFunc(p.Keep, func(k request.Parameter) bool { return k.Name == "revision" })
	panel := newShare(p.Title, t, v, p.Request != "", p.Last, page, source, kept)
	panel.Key = strings.HasPrefix(p.Path, "/edit/")
	return panel
}

// AddShareOfSaved gives the page of a saved tree its panel. Files are of the
// revision on the page; addresses name the tree by what may be known of it.
func AddShareOfSaved(p *run.Page, t *trees.Tree, v request.View, saved *treestore.Saved) {
	AddShare(p, t, v, request.ReadPath(saved.ID), request.Parameter{Name: "saved", Value: string(saved.ID)}, request.Parameter{Name: "revision", Value: strconv.Itoa(saved.Number)})
}

// newShare makes the panel. Where something runs, last is the last step of
// the run.
func newShare(title string, t *trees.Tree, v request.View, runs bool, last int, page string, source []request.Parameter, kept bool) *sharePanel {
	shown := v.WholeQuery(t)
	taken := func(source []request.Parameter, more ...request.Parameter) string {
		q := url.Values{}
		maps.Copy(q, shown)
		for _, k := range append(slices.Clone(source), more...) {
			q.Set(k.Name, k.Value)
		}
		return q.Encode()
	}
	lasting := source // names the tree, not one revision of it
	if !kept {
		lasting = slices.DeleteFunc(slices.Clone(source), func(k request.Parameter) bool { return k.Name == "revision" })
	}
	query := taken(source)

	p := &sharePanel{Title: title, Embed: "/embed?" + taken(lasting), AtStep: v.HasStep}
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
	p.Links = append(p.Links, wholeLink(t, v, page, source))

	o := &offer{tree: t, view: v, last: last}
	p.Tree = o.shareItems(groupTree, query)
	picture := query
	if !v.HasStep { // as in the editor
		picture = taken(source, request.Parameter{Name: "rest", Value: "1"})
	}
	p.Picture = o.shareItems(groupPicture, picture)
	if !runs {
		p.NoRun = "Nothing runs on this tree, so there is no play to take away."
		p.Embed = ""
		return p
	}
	p.Run = o.shareItems(groupRun, query)
	return p
}

// wholeLink is the link that holds the tree in itself, with all that is shown
// of it. What is larger than an address has to be saved.
func wholeLink(t *trees.Tree, v request.View, page string, source []request.Parameter) shareLink {
	l := shareLink{Label: "A link that holds all in itself",
		Hint: "Tree, algorithm, options, values and step are in the address: it needs nothing that this server keeps."}
	if page == "/tree" {
		l.Label = "Link to this step"
	}
	q := v.WholeQuery(t)
	text := t.Text()
	if len(text) <= request.MaxLinkText { // no need to encode what is too long anyway
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
// view. The editor fetches it, whose tree changes while its page stands.
func (h Handlers) ServeShare(w http.ResponseWriter, r *http.Request) {
	src, err := request.ReadTreeRef(h.Core, r)
	if err != nil {
		h.FailDownload(w, r, err)
		return
	}
	run := &DetachedRun{TreeRef: src}
	if run.view, run.with, err = src.ViewAndTree(); err != nil {
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

// lastStep runs what is shared, and returns its last step; -1: it never begins.
// What ends a run early, such as a leaf of unknown value, is no matter here.
func (h Handlers) lastStep(r *http.Request, run *DetachedRun) (last int, err error) {
	ctx, release, err := h.acquireSearchSlot(r, run)
	if err != nil {
		return 0, err
	}
	defer release()
	last = -1
	run.view.Algorithm.Run(ctx, search.OnTree(run.with, run.view.Options.Root), run.view.Options, func(e *trace.Event) { last = e.Seq })
	return last, nil
}
