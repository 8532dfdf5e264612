package run

import (
	"net/url"

	"espalier/trees"
	"espalier/web/treestore"
)

// FigurePath returns the path of the page of a figure.
func FigurePath(id string) string { return "/figures/" + id }

// ReadPath returns the path of the page of a saved tree.
func ReadPath(id treestore.ID) string { return "/t/" + string(id) }

// PathWith returns a path with a query.
func PathWith(path string, q url.Values) string {
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}

// QueryOf returns the parameters as a query.
func QueryOf(list []Parameter) url.Values {
	q := url.Values{}
	for _, p := range list {
		q.Add(p.Name, p.Value)
	}
	return q
}

// leastNodeText is the least length of a node in a text: a large tree need not be written to
// find that its text is too long.
const leastNodeText = 2

// LinkText returns the notation of a tree if an address can hold it, else nothing.
func LinkText(t *trees.Tree) string {
	if t.Len() > MaxLinkText/leastNodeText {
		return ""
	}
	if text := t.Text(); len(text) <= MaxLinkText {
		return text
	}
	return ""
}
