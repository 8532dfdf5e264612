package tasks

import (
	"encoding/json"
	"fmt"
	"net/http"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/store/key"
)

// A task is what students program. Its stored form is its JSON.
type task struct {
	Title     string     `json:"title"`
	Algorithm string     `json:"algorithm"`
	Strict    *bool      `json:"strict,omitempty"` // nil: a cut where a bound is met is right, and none is, too
	TiesLeft  bool       `json:"ties_left,omitempty"`
	Frontier  bool       `json:"frontier,omitempty"` // a search may end at inner nodes with the tree's heuristic
	Note      string     `json:"note,omitempty"`
	Trees     []taskTree `json:"trees"`
	Catches   *catches   `json:"catches,omitempty"` // nil: a task from before they were tried
	Touched   int64      `json:"touched"`           // the creation or a later run, by the time of the library in ms
	Revision  int        `json:"revision"`          // grows with each write; an early version stored none

	id       key.ID
	sequence uint64 // in the store
}

// catches say which of the usual mistakes the trees of a task find out, by their ids.
type catches struct {
	Caught []string `json:"caught"`
	Missed []string `json:"missed"`
	Partly bool     `json:"partly,omitempty"` // the trees are too large to try all of them
}

// A taskTree is a tree of a task.
type taskTree struct {
	Title string          `json:"title,omitempty"`
	Nodes int             `json:"nodes"`
	Tree  json.RawMessage `json:"tree"`
}

func (t *task) stored() []byte {
	b, err := json.Marshal(t)
	if err != nil {
		panic(err) // the trees were written as JSON
	}
	return b
}

func readStored(id key.ID, data []byte, sequence uint64) (*task, error) {
	t := &task{id: id, sequence: sequence}
	if err := json.Unmarshal(data, t); err != nil {
		return nil, fmt.Errorf("the task %s cannot be read: %w", id, err)
	}
	return t, nil
}

// algorithm returns the algorithm.
func (t *task) algorithm() *engine.Algorithm {
	a, _ := algorithms.Find(t.Algorithm)
	return a
}

// tree returns a tree by its number, from 1.
func (t *task) tree(number int) (*trees.Tree, error) {
	tree, err := trees.ReadJSON(t.Trees[number-1].Tree)
	if err != nil {
		return nil, fmt.Errorf("tree %d of the task %s cannot be read: %w", number, t.id, err)
	}
	return tree, nil
}

// basis is what the runs on a tree are held against.
func (t *task) basis(number int) (*run.Basis, error) {
	tree, err := t.tree(number)
	if err != nil {
		return nil, err
	}
	return &run.Basis{Tree: tree, Algorithm: t.Algorithm, Strict: t.Strict, TiesLeft: t.TiesLeft, Frontier: t.Frontier}, nil
}

// name names a tree on pages and in files.
func (t *task) name(number int) string {
	if title := t.Trees[number-1].Title; title != "" {
		return title
	}
	return fmt.Sprintf("Tree %d", number)
}

var errNoTask = &problem.Error{Status: http.StatusNotFound, Path: "task", Message: "there is no such task: the address is wrong, or the task has been deleted"}
