package assign

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"slices"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/run"
)

// A program is what students implement: an algorithm, and trees on which their runs are judged. Each tree is an
// item. The trees are copied when the assignment is created, and do not change.
type program struct {
	Algorithm string        `json:"algorithm"`
	Strict    *bool         `json:"strict,omitempty"` // nil: a cut where a bound is met is right, and none is, too
	TiesLeft  bool          `json:"ties_left,omitempty"`
	Frontier  bool          `json:"frontier,omitempty"` // a search may end at inner nodes with the tree's heuristic
	Note      string        `json:"note,omitempty"`
	Trees     []programTree `json:"trees"`
	Catches   *catches      `json:"catches,omitempty"` // nil: a program from before they were tried
}

// catches say which of the usual mistakes the trees of a program find out, by their ids.
type catches struct {
	Caught []string `json:"caught"`
	Missed []string `json:"missed"`
	Partly bool     `json:"partly,omitempty"` // the trees are too large to try all of them
}

// A programTree is a tree of a program.
type programTree struct {
	Title string          `json:"title,omitempty"`
	Nodes int             `json:"nodes"`
	Tree  json.RawMessage `json:"tree"`
}

// algorithm returns the algorithm.
func (p *program) algorithm() *engine.Algorithm {
	a, _ := algorithms.Find(p.Algorithm)
	return a
}

// tree returns a tree by its number, from 1.
func (p *program) tree(number int) (*trees.Tree, error) {
	tree, err := trees.ReadJSON(p.Trees[number-1].Tree)
	if err != nil {
		return nil, fmt.Errorf("tree %d of a program cannot be read: %w", number, err)
	}
	return tree, nil
}

// basis is what the runs on a tree are held against.
func (p *program) basis(number int) (*run.Basis, error) {
	tree, err := p.tree(number)
	if err != nil {
		return nil, err
	}
	return &run.Basis{Tree: tree, Algorithm: p.Algorithm, Strict: p.Strict, TiesLeft: p.TiesLeft, Frontier: p.Frontier}, nil
}

// name names a tree on pages and in files.
func (p *program) name(number int) string {
	if title := p.Trees[number-1].Title; title != "" {
		return title
	}
	return fmt.Sprintf("Tree %d", number)
}

// Tree answers GET /api/v1/assignments/{assignment}/items/{item}/tree.json and tree.txt: the tree of an item of a program.
func (h *Handlers) Tree(w http.ResponseWriter, r *http.Request) error {
	a, err := h.named(r)
	if err != nil {
		return err
	}
	if !a.opened(h.now()) {
		return notOpenError(a)
	}
	k, err := itemIn(r, a)
	if err != nil {
		return err
	}
	p := a.Parts[a.items()[k]].Program
	if p == nil {
		return &problem.Error{Status: http.StatusNotFound, Path: "item", Message: "this item is not a program, so its tree is no file"}
	}
	return writeTree(w, r, p, a.treeOf(k), path.Ext(r.URL.Path) == ".json")
}

// writeTree writes a tree of a program as JSON or as text.
func writeTree(w http.ResponseWriter, r *http.Request, p *program, number int, asJSON bool) error {
	document := p.Trees[number-1].Tree
	if asJSON {
		app.WriteJSON(w, append(slices.Clip(document), '\n'))
		return nil
	}
	give, err := fair.TakeTurnFor(r.Context(), len(document))
	if err != nil {
		return err
	}
	defer give()
	tree, err := p.tree(number)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Write([]byte(tree.Text() + "\n"))
	return nil
}
