package editor

import (
	"errors"
	"net/http"
	"net/url"

	"espalier/trees"
	"espalier/trees/foreign"
	"espalier/trees/games"
	"espalier/web/export"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
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
func (h Handlers) ServeTree(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	text := q.Get("text")
	if game := q.Get("game"); game != "" && text == "" {
		return h.redirectToGame(w, r, game)
	}
	if text == "" {
		h.Render(w, r, http.StatusOK, treeForm(exampleTree, "", nil))
		return nil
	}
	if len(text) > run.MaxLinkText {
		h.Render(w, r, http.StatusOK, treeForm(text, "", &treeFault{"", "The text has " + words.Grouped(len(text)) + " bytes; an address holds at most " + words.Grouped(run.MaxLinkText) + "."}))
		return nil
	}
	o, err := readingOptions(q)
	var reading *foreign.Reading
	if err == nil {
		reading, err = foreign.Read(r.Context(), text, o)
	}
	if err != nil {
		if r.Context().Err() != nil {
			return nil
		}
		fault := &treeFault{Message: err.Error()}
		var wrong *trees.Error
		if errors.As(err, &wrong) {
			fault.Place, fault.Message = wrong.Path, wrong.Message
		}
		h.Render(w, r, http.StatusOK, treeForm(text, o.As, fault))
		return nil
	}
	h.Render(w, r, http.StatusOK, play.PageView(treeRun(r, reading, text, o, q)))
	return nil
}

// redirectToGame leads to the page of a position, which the address has as a document.
func (h Handlers) redirectToGame(w http.ResponseWriter, r *http.Request, text string) error {
	d, err := run.ReadGameDocument([]byte(text))
	if err != nil {
		return err
	}
	if _, err := games.Open(d); err != nil {
		return err
	}
	http.Redirect(w, r, h.Link(run.GameAddress(d)), http.StatusSeeOther)
	return nil
}

// A treeFault is the place of a fault in a text, and its message.
type treeFault struct{ Place, Message string }

func treeRun(r *http.Request, reading *foreign.Reading, text string, how foreign.Options, q url.Values) *play.Page {
	t := reading.Tree
	o := &run.Opened{Source: run.TypedText(text), Tree: t.WithLetters()}
	if how.Given() {
		// The links of the page name the tree that was chosen, which the text alone does not.
		o.Source = run.TypedText(t.Text())
	}
	v, err := play.ParseView(o, problem.Without(problem.Without(q, "text"), readingParameters...), play.View{Spec: o.Default()}, append([]string{"text"}, readingParameters...)...)
	if err == nil {
		_, err = o.Resolve(v.Spec)
	}
	notice := ""
	if err != nil {
		v, notice = play.View{Spec: o.Default()}, "The address has an error. "+err.Error()
	}
	p := play.NewPage(r.Context(), play.PlaceOf(o.Source), o, v)
	p.AddMap()
	if notice != "" {
		p.Notice = notice
	}
	if p.Title == "" {
		p.Title = "A tree of your own"
	}
	p.FailureSearch, p.Practice = play.CounterexampleAddress(o, &v), play.PracticeAddress(o, &v)
	p.Header = append(p.Header, play.EditCopyLink(play.EditCopyAddress(o, &v), true))
	export.AddShare(p, o, v)
	if said := readingOf(r.Context(), "/tree", text, reading); said != nil {
		p.Below = append(p.Below, readingNotice(said))
	}
	p.Aside = append(p.Aside, treeText(text))
	p.Legend = play.OwnLegend(o.Tree)
	p.HideAnswers("")
	return p
}
