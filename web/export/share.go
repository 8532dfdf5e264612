package export

import (
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"espalier/search/recorded"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/play"
	"espalier/web/run"
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
	NoStep            bool   // its link is about no step
	Problem           string
	Note              string // what to know before it is downloaded
}

// EditorShare is the panel of the editor.
func EditorShare(id string) *sharePanel { return &sharePanel{Key: true, FetchOnOpen: true, ID: id} }

// AddShare adds the panel to the page of a source. Links name the source as the page does:
// of a saved tree the newest revision, unless the page is about another one. Files are of
// the revision on the page. No link has the edit key.
func AddShare(p *play.Page, o *run.Opened, v play.View) {
	panel := runShare(p, o, v)
	if p.Ask {
		panel = quizShare(p, o, v)
	}
	p.Header = append(p.Header, ShareView(panel))
}

// quizShare returns the panel of a page that asks questions: the link to them, from
// the first step. Every file would contain the answers.
func quizShare(p *play.Page, o *run.Opened, v play.View) *sharePanel {
	v.Step, v.HasStep, v.AtEnd = 0, true, false
	panel := runShare(&play.Page{Frame: play.Frame{Title: p.Title}, Shown: play.Shown{Last: p.Last}}, o, v)
	link := panel.Links[0] // the shortest
	link.Label = "Link to these questions"
	if link.Href != "" {
		link.Hint = "They begin at the first step, with nothing answered."
	}
	return &sharePanel{Title: p.Title, Key: panel.Key, Questions: &link}
}

func runShare(p *play.Page, o *run.Opened, v play.View) *sharePanel {
	v.Step, v.HasStep, v.AtEnd = p.Step, true, false
	return newShare(p.Title, o, v, p.Request != "", p.Last, o.Pinned())
}

// newShare returns the panel. last is the last step of the run, if there is one, and pinned
// is the source of the files.
func newShare(title string, o *run.Opened, v play.View, runs bool, last int, pinned run.Source) *sharePanel {
	t := o.Tree
	shown := v.WholeQuery(t)
	picked := func(source []run.Parameter, more ...run.Parameter) string {
		q := url.Values{}
		maps.Copy(q, shown)
		for _, k := range append(slices.Clone(source), more...) {
			q.Set(k.Name, k.Value)
		}
		return q.Encode()
	}
	source, _ := run.Parameters(pinned)
	lasting, _ := run.Parameters(o.Source)
	query := picked(source)

	p := &sharePanel{Title: title, Embed: "/embed?" + picked(lasting), AtStep: v.HasStep}
	switch of := o.Source.(type) {
	case run.Figure:
		p.Links = append(p.Links, shareLink{Label: "Link to this step", Hint: "The page of the figure, with its story.", Href: run.FigurePath(of.ID) + "?" + shown.Encode()})
	case run.Saved:
		hint := "Others can view and play the tree, not edit it. They see later edits, too."
		if of.Revision > 0 {
			shown.Set("revision", strconv.Itoa(of.Revision))
			hint = "Others can view and play this revision, not edit it."
		}
		p.Links = append(p.Links, shareLink{Label: "Short link", Hint: hint, Href: run.ReadPath(of.ID) + "?" + shown.Encode()})
	}
	if of, ok := o.Source.(run.Recorded); ok {
		hint := "Others can see the run. They see its newest revision."
		if of.Revision > 0 {
			shown.Set("revision", strconv.Itoa(of.Revision))
			hint = "Others can see this run of the program."
		}
		p.Links = append(p.Links, shareLink{Label: "Short link", Hint: hint, Href: run.TracePath(of.ID) + "?" + shown.Encode()})
	}
	if !recorded.Is(v.Algorithm) { // no address can hold the run
		p.Links = append(p.Links, linkWithTree(o, v))
	}

	what := &offer{of: o, view: v, last: last}
	p.Tree = what.shareItems(groupTree, query)
	picture := query
	if !v.HasStep { // as in the editor
		picture = picked(source, run.Parameter{Name: "rest", Value: "1"})
	}
	p.Picture = what.shareItems(groupPicture, picture)
	p.Drawn = drawnAtSteps(what, runs && v.HasStep)
	if !runs {
		p.NoRun = "No algorithm runs on this tree, so there is no run to export."
		p.Embed = ""
		return p
	}
	p.Run = what.shareItems(groupRun, query)
	return p
}

// linkWithTree returns the link that contains the tree and the view. A tree that
// is too large for an address must be saved.
func linkWithTree(o *run.Opened, v play.View) shareLink {
	t := o.Tree
	l := shareLink{Label: "A link that contains everything",
		Hint: "The address contains the tree, algorithm, options, values and step. The server stores nothing."}
	_, saved := o.Source.(run.Saved)
	if _, typed := o.Source.(run.Typed); typed {
		l.Label = "Link to this step"
	}
	q := v.WholeQuery(t)
	text := t.Text()
	if len(text) <= run.MaxLinkText { // else it is too long even unencoded
		var wrong *trees.Error
		if _, err := trees.ReadText(text); errors.As(err, &wrong) {
			return shareLink{Label: l.Label, Problem: "Not available while the tree breaks a limit: " + wrong.Message + "."}
		}
		q.Set("text", text)
		if l.Href = "/tree?" + q.Encode(); len(l.Href) <= maxAddress {
			return l
		}
		l.Problem = "Too long for an address: it would have " + words.Grouped(len(l.Href)) + " bytes, and browsers accept " + words.Grouped(maxAddress) + "."
	} else {
		l.Problem = "The tree is too large for an address: its text has " + words.Grouped(len(text)) + " bytes, and " + words.Grouped(run.MaxLinkText) + " fit."
	}
	l.Href, l.Hint = "", ""
	if saved {
		l.Problem += " The short link has no such limit."
		return l
	}
	l.Save = play.EditCopyAddress(o, nil)
	return l
}

// ServeShare answers GET /share: the content of the panel for a source and a
// view, which the editor fetches.
func (h Handlers) ServeShare(w http.ResponseWriter, r *http.Request) error {
	o, a, err := run.OpenAddress(r.Context(), h.Saved(), r.URL.Query())
	if err != nil {
		return err
	}
	v, of, err := play.ReadRun(o, a.Rest)
	if err != nil {
		return err
	}
	last := -1
	if o.Fault == nil {
		if last, err = h.lastStep(r, of); err != nil {
			return err
		}
	}
	p := newShare(o.Title(), o, v, last >= 0, last, o.Source)
	if o.Fault != nil {
		p.Notice = "The tree cannot be searched yet: " + o.Fault.Error()
	}
	h.Render(w, r, http.StatusOK, shareContent(p))
	return nil
}

// lastStep runs the search and returns its last step; -1: there is none. A run
// that ends early, as at a leaf of unknown value, is no error here.
func (h Handlers) lastStep(r *http.Request, of *run.Resolved) (last int, err error) {
	ctx, release, err := h.acquireSearchSlot(r)
	if err != nil {
		return 0, err
	}
	defer release()
	last = -1
	of.Run(ctx, func(e *trace.Event) { last = e.Seq })
	return last, nil
}
