package request

import (
	"net/url"

	"espalier/trees"
	"espalier/web/treestore"
)

// CounterexampleAddress returns the address where values are searched with which
// the run of a page fails; empty if the run is sound.
func CounterexampleAddress(t *trees.Tree, v View, source Parameter) string {
	if v.Algorithm.SoundWith(v.Options) || len(source.Value) > MaxLinkText || t.Kind != trees.MaxN {
		return ""
	}
	q := v.Query(t)
	q.Del("step")
	q.Set(source.Name, source.Value)
	return "/counterexamples?" + q.Encode()
}

// LinkText returns the notation of a tree if an address can hold it, else
// nothing.
func LinkText(t *trees.Tree) string {
	if t.Len() > MaxLinkText/leastNodeText {
		return ""
	}
	if text := t.Text(); len(text) <= MaxLinkText {
		return text
	}
	return ""
}

// ReadPath returns the path of the page of a saved tree.
func ReadPath(id treestore.ID) string { return "/t/" + string(id) }

// Address returns a path with a query.
func Address(path string, q url.Values) string {
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}

// EditCopyAddress returns the address where a copy of a tree is edited, with the
// values of the view. The run stays in the address.
func EditCopyAddress(t *trees.Tree, v View, source Parameter, more ...Parameter) string {
	q := url.Values{}
	if v.Algorithm != nil {
		q = v.Query(t)
	}
	for _, p := range append([]Parameter{source}, more...) {
		q.Set(p.Name, p.Value)
	}
	return "/edit?" + q.Encode()
}

// QueryOf returns the parameters as a query.
func QueryOf(list []Parameter) url.Values {
	q := url.Values{}
	for _, p := range list {
		q.Add(p.Name, p.Value)
	}
	return q
}

type Parameter struct{ Name, Value string }

// MaxLinkText bounds the notation of a tree that travels in an address:
// browsers and servers agree on some 8,000 bytes of it.
const MaxLinkText = 6_000
