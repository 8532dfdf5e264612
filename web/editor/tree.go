package editor

import (
	"errors"
	"net/http"
	"net/url"

	"espalier/search"
	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/export"
	"espalier/web/play"
	"espalier/web/request"
	"espalier/web/words"
)

// exampleTree is the text in the empty form of /tree.
const exampleTree = `players 3 maxsum 9
a: 1[
  b: (5,2,2)
  c: 2[
    d: 3[ e: (2,2,5) f: (3,0,6) ]
    g: (6,1,2)
  ]
]`

// ServeTree answers GET /tree?text=…: a tree that the address holds in itself,
// with a run. Nothing is stored. A text with a fault is shown in the form again,
// with the fault.
func (h Handlers) ServeTree(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	text := q.Get("text")
	if game := q.Get("game"); game != "" && text == "" {
		h.redirectToGame(w, r, game)
		return
	}
	if text == "" {
		h.Render(w, r, http.StatusOK, treeForm(exampleTree, nil))
		return
	}
	if len(text) > request.MaxLinkText {
		h.Render(w, r, http.StatusOK, treeForm(text, &treeFault{"", "The text has " + words.Grouped(len(text)) + " bytes; an address holds at most " + words.Grouped(request.MaxLinkText) + "."}))
		return
	}
	t, err := trees.ReadText(text)
	if err != nil {
		fault := &treeFault{Message: err.Error()}
		var wrong *trees.Error
		if errors.As(err, &wrong) {
			fault.Place, fault.Message = wrong.Path, wrong.Message
		}
		h.Render(w, r, http.StatusOK, treeForm(text, fault))
		return
	}
	h.Render(w, r, http.StatusOK, play.PageView(treeRun(r, t, text, q)))
}

// redirectToGame leads to the page of a position, which the address has as a document.
func (h Handlers) redirectToGame(w http.ResponseWriter, r *http.Request, text string) {
	d, err := request.ReadGameDocument([]byte(text))
	if err == nil {
		_, err = games.Open(d)
	}
	if err != nil {
		h.FailPageFor(w, r, err)
		return
	}
	http.Redirect(w, r, h.Link(request.GameAddress(d)), http.StatusSeeOther)
}

// A treeFault is the place of a fault in a text, and its message.
type treeFault struct{ Place, Message string }

func treeRun(r *http.Request, t *trees.Tree, text string, q url.Values) *play.Page {
	byDefault := request.View{Algorithm: search.PlainFor(t)}
	v, err := request.ParseView(t, q, byDefault, "text")
	if err == nil {
		_, err = t.WithValues(v.Values)
	}
	notice := ""
	if err != nil {
		v, notice = byDefault, "What the address says is not understood. "+err.Error()
	}
	p := play.NewPage(r.Context(), "/tree", t, v, request.Parameter{Name: "text", Value: text})
	if notice != "" {
		p.Notice = notice
	}
	if p.Title == "" {
		p.Title = "A tree of your own"
	}
	p.FailureSearch = request.CounterexampleAddress(t, v, request.Parameter{Name: "tree", Value: text})
	p.Header = append(p.Header, play.EditCopyLink(request.EditCopyAddress(t, v, request.Parameter{Name: "text", Value: text}), true))
	export.AddShare(p, t, v, p.Path, request.Parameter{Name: "text", Value: text})
	p.Aside = append(p.Aside, treeText(text))
	p.Legend = play.OwnLegend(t)
	p.HideAnswers("")
	return p
}
