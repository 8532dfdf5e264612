package web

import (
	"net/url"

	"espalier/trees"
	"espalier/web/library"
)

// counterLink is where values are sought with which the run of a page fails;
// empty where the run is sound.
func counterLink(t *trees.Tree, v view, source parameter) string {
	if v.Algorithm.SoundWith(v.Options) || len(source.Value) > maxLinkText || t.Kind != trees.MaxN {
		return ""
	}
	q := v.query(t)
	q.Del("step")
	q.Set(source.Name, source.Value)
	return "/counterexamples?" + q.Encode()
}

// linkText is the notation of a tree where an address can hold it, or empty.
func linkText(t *trees.Tree) string {
	if t.Len() > maxLinkText/leastNodeText {
		return ""
	}
	if text := t.Text(); len(text) <= maxLinkText {
		return text
	}
	return ""
}

func readPath(id library.ID) string { return "/t/" + string(id) }

func address(path string, q url.Values) string {
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}

// editCopy is where a copy of a tree is edited, with the values that the view
// sets. What runs stays in the address.
func editCopy(t *trees.Tree, v view, source parameter, more ...parameter) string {
	q := url.Values{}
	if v.Algorithm != nil {
		q = v.query(t)
	}
	for _, p := range append([]parameter{source}, more...) {
		q.Set(p.Name, p.Value)
	}
	return "/edit?" + q.Encode()
}

func queryOf(list []parameter) url.Values {
	q := url.Values{}
	for _, p := range list {
		q.Add(p.Name, p.Value)
	}
	return q
}

type parameter struct{ Name, Value string }

// maxLinkText bounds the notation of a tree that travels in an address:
// browsers and servers agree on some 8,000 bytes of it.
const maxLinkText = 6_000
