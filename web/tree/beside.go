package tree

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// A beside is the tree of a page, with what the page shows of it besides its own subject.
type beside struct {
	*run.Opened
	Keep     []run.Parameter // that name the tree on the page
	Back     string          // the page with the runs of the tree; empty: there is none
	Rest     url.Values      // of the query: what the page itself reads
	Examples []app.Example
	Says     string // what one sees on this example; "": the tree is none
}

// An example is a prepared tree, with what one sees there.
type example struct {
	Name, Text, Says string
	Algorithm        string // with which it is shown; "": the page has none
	ID               string // names it in an address that cannot hold its text; "": the text names it
}

// open opens the tree of a request, or the first example if the request names none. A saved tree that
// breaks its limits is an error.
func (h Handlers) open(r *http.Request, examples []example) (*beside, error) {
	q := r.URL.Query()
	chosen := slices.IndexFunc(examples, func(e example) bool { return e.ID != "" && e.ID == q.Get(exampleParameter) })
	b, err := h.openQuery(r, q, examples, chosen)
	if err != nil {
		return nil, err
	}
	for i, e := range examples {
		here := i == chosen || len(b.Keep) == 1 && b.Keep[0].Value == e.Text
		address := url.Values{"text": {e.Text}}
		if e.ID != "" {
			address = url.Values{exampleParameter: {e.ID}}
		}
		if e.Algorithm != "" {
			address.Set("algorithm", e.Algorithm)
		}
		b.Examples = append(b.Examples, app.Example{Name: e.Name, Href: r.URL.Path + "?" + address.Encode(), Here: here})
		if here {
			b.Says = words.MaxN(e.Says)
		}
	}
	return b, nil
}

// exampleParameter names a prepared tree in an address that cannot hold its text.
const exampleParameter = "example"

// openQuery opens the tree of a query. chosen is the prepared tree that it names; -1: none.
func (h Handlers) openQuery(r *http.Request, q url.Values, examples []example, chosen int) (*beside, error) {
	if chosen >= 0 && !run.NamesTree(q) {
		e := &examples[chosen]
		o, err := run.Open(r.Context(), h.Saved(), run.TypedText(e.Text))
		if err != nil {
			return nil, err
		}
		return &beside{Opened: o, Rest: problem.Without(q, exampleParameter), Keep: []run.Parameter{{Name: exampleParameter, Value: e.ID}}}, nil
	}
	if !run.NamesTree(q) {
		q.Set("text", examples[0].Text)
	}
	o, a, err := run.OpenAddress(r.Context(), h.Saved(), q)
	if err == nil {
		err = o.Fault
	}
	if err != nil {
		return nil, err
	}
	b := &beside{Opened: o, Rest: a.Rest}
	b.Keep, _ = run.Parameters(o.Source)
	if path, list, ok := run.PagePath(o.Source); ok {
		b.Back = run.PathWith(path, run.QueryOf(list))
	}
	return b, nil
}

// href returns the address of a run on the page of the tree; "": there is none.
func (b *beside) href(s run.Spec) string {
	if b.Back == "" {
		return ""
	}
	path, query, _ := strings.Cut(b.Back, "?")
	q, _ := url.ParseQuery(query)
	maps.Copy(q, s.Query(b.Tree))
	return run.PathWith(path, q)
}

// A Refusal says of an algorithm, or of an order, why it has no answer.
type Refusal struct{ Name, Why string }
