package run

import (
	"context"
	"maps"
	"net/url"
	"strings"
)

// A Beside is the tree of a page that shows something else of a tree than one run: what other rules,
// orders or numbers of samples make of it.
type Beside struct {
	*Opened
	Keep []Parameter // that name the tree on the page
	Back string      // the page with the runs of the tree; empty: there is none
	Rest url.Values  // of the query: what the page itself reads
}

// OpenBeside opens the tree of a query, or that of a text if the query names none. A saved tree that
// breaks its limits is an error.
func OpenBeside(ctx context.Context, lib Library, q url.Values, byDefault string) (*Beside, error) {
	if !NamesTree(q) {
		q.Set("text", byDefault)
	}
	o, a, err := OpenAddress(ctx, lib, q)
	if err == nil {
		err = o.Fault
	}
	if err != nil {
		return nil, err
	}
	b := &Beside{Opened: o, Rest: a.Rest}
	b.Keep, _ = Parameters(o.Source)
	if path, list, ok := PagePath(o.Source); ok {
		b.Back = PathWith(path, QueryOf(list))
	}
	return b, nil
}

// Shows reports whether the tree is that of a text.
func (b *Beside) Shows(text string) bool { return len(b.Keep) == 1 && b.Keep[0].Value == text }

// Href returns the address of a run on the page of the tree; "": there is none.
func (b *Beside) Href(s Spec) string {
	if b.Back == "" {
		return ""
	}
	path, query, _ := strings.Cut(b.Back, "?")
	q, _ := url.ParseQuery(query)
	maps.Copy(q, s.Query(b.Tree))
	return PathWith(path, q)
}
