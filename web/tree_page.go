package web

import (
	"errors"
	"net/http"
	"net/url"

	"espalier/trees"
)

// exampleTree stands on the page of one's own tree before anything is typed.
const exampleTree = `players 3 maxsum 9
a: 1[
  b: (5,2,2)
  c: 2[
    d: 3[ e: (2,2,5) f: (3,0,6) ]
    g: (6,1,2)
  ]
]`

// serveTree answers GET /tree?text=…: a tree that the address holds in itself,
// with the player. Nothing is stored. A text that is wrong comes back in the
// form, with what is wrong.
func (h editorHandlers) serveTree(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	text := q.Get("text")
	if text == "" {
		h.render(w, r, http.StatusOK, treeForm(exampleTree, nil))
		return
	}
	if len(text) > maxLinkText {
		h.render(w, r, http.StatusOK, treeForm(text, &treeFault{"", "The text has " + grouped(len(text)) + " bytes; an address holds at most " + grouped(maxLinkText) + "."}))
		return
	}
	t, err := trees.ReadText(text)
	if err != nil {
		fault := &treeFault{Message: err.Error()}
		var wrong *trees.Error
		if errors.As(err, &wrong) {
			fault.Place, fault.Message = wrong.Path, wrong.Message
		}
		h.render(w, r, http.StatusOK, treeForm(text, fault))
		return
	}
	h.render(w, r, http.StatusOK, figureView(treeRun(r, t, text, q)))
}

// treeFault says where a text is wrong.
type treeFault struct{ Place, Message string }

func treeRun(r *http.Request, t *trees.Tree, text string, q url.Values) *runPage {
	byDefault := view{Algorithm: plainOf(t)}
	v, err := parseView(t, q, byDefault, "text")
	if err == nil {
		_, err = t.WithValues(v.Values)
	}
	notice := ""
	if err != nil {
		v, notice = byDefault, "What the address says is not understood. "+err.Error()
	}
	p := newRunPage(r.Context(), "/tree", t, v, parameter{"text", text})
	if notice != "" {
		p.Notice = notice
	}
	if p.Title == "" {
		p.Title = "A tree of your own"
	}
	p.Doubt = counterLink(t, v, parameter{"tree", text})
	addShare(p, t, v, p.Path, parameter{"text", text})
	p.Text = text
	p.Copy = editCopy(t, v, parameter{"text", text})
	p.Legend = ownLegend(t)
	p.askFirst("")
	return p
}
