// Package exercises contains well-known trees from textbooks and courses, each with its
// source, its question and its answer. They are facts in our own words, stored in
// exercises.json. Figures of the papers are in package figures.
package exercises

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"espalier/trees"
)

// An Exercise is a tree with a question and its answer.
type Exercise struct {
	ID       string
	Title    string
	Source   string
	Address  string // where the source is on the web
	Text     string // the tree, in the notation
	Tree     *trees.Tree
	Question string
	// Algorithm is the id of the algorithm that the exercise is about.
	Algorithm string

	// The answer.

	Value trees.Vector
	Move  int // the child of the root that is chosen; 0: the source does not ask for it
	// Cut holds the leaves that the algorithm does not visit, from left to right. HasCut
	// is false if the source does not list them.
	Cut    []int
	HasCut bool
	// EqualCuts: the source also cuts when a value equals a bound, and a search that does
	// not visits other leaves.
	EqualCuts bool
	// Strict: the source does not cut when a value equals a bound, and the answer needs this.
	Strict bool
	Note   string // what to notice; may be empty
}

// Width returns the number of scores in the answer.
func (e *Exercise) Width() int { return e.Tree.Width() }

//go:embed exercises.json
var file []byte

type record struct {
	ID        string            `json:"id"`
	Title     string            `json:"title"`
	Source    string            `json:"source"`
	Address   string            `json:"address"`
	Text      string            `json:"text"`
	Algorithm string            `json:"algorithm"`
	Question  string            `json:"question"`
	Value     []json.RawMessage `json:"value"` // numbers, and fractions as strings
	Move      string            `json:"move"`
	Cut       []string          `json:"cut"`
	Equal     bool              `json:"equal"`
	Strict    bool              `json:"strict"`
	Note      string            `json:"note"`
}

// library reads the exercises on first use. They are part of the program, so an error
// in them is a panic.
var library = sync.OnceValue(func() []*Exercise {
	list, err := read(file)
	if err != nil {
		panic(err)
	}
	return list
})

// All returns the exercises in the order of the document.
func All() []*Exercise { return library() }

// Find returns the exercise with the id.
func Find(id string) (*Exercise, bool) {
	for _, e := range library() {
		if e.ID == id {
			return e, true
		}
	}
	return nil, false
}

func read(document []byte) (list []*Exercise, err error) {
	var records []record
	d := json.NewDecoder(bytes.NewReader(document))
	d.DisallowUnknownFields()
	if err := d.Decode(&records); err != nil {
		return nil, fmt.Errorf("exercises.json: %w", err)
	}
	seen := map[string]bool{}
	for i := range records {
		r := &records[i]
		e, err := r.exercise()
		if err == nil && seen[r.ID] {
			err = fmt.Errorf("the id is there twice")
		}
		if err != nil {
			return nil, fmt.Errorf("exercises.json: exercise %d, %q: %w", i+1, r.ID, err)
		}
		seen[r.ID] = true
		list = append(list, e)
	}
	return list, nil
}

func (r *record) exercise() (*Exercise, error) {
	e := &Exercise{
		ID: r.ID, Title: r.Title, Source: r.Source, Address: r.Address, Text: r.Text, Algorithm: r.Algorithm, Question: r.Question,
		HasCut: r.Cut != nil, EqualCuts: r.Equal, Strict: r.Strict, Note: r.Note,
	}
	for _, member := range []struct{ name, value string }{
		{"id", e.ID}, {"title", e.Title}, {"source", e.Source}, {"address", e.Address}, {"algorithm", e.Algorithm}, {"question", e.Question},
	} {
		if member.value == "" {
			return nil, fmt.Errorf("it has no %s", member.name)
		}
	}
	var err error
	if e.Tree, err = trees.ReadText(r.Text); err != nil {
		return nil, err
	}
	if len(r.Value) != e.Tree.Width() {
		return nil, fmt.Errorf("value has %d scores; %d is right", len(r.Value), e.Tree.Width())
	}
	var numbers []string
	for _, n := range r.Value {
		numbers = append(numbers, strings.Trim(string(n), `"`))
	}
	if e.Value, err = e.Tree.ParseValue(strings.Join(numbers, ",")); err != nil {
		return nil, fmt.Errorf("value: %w", err)
	}
	if r.Move != "" {
		if e.Move, err = find(e.Tree, r.Move); err != nil {
			return nil, fmt.Errorf("move: %w", err)
		}
		if e.Tree.Parent(e.Move) != 0 {
			return nil, fmt.Errorf("move: %s is no child of the root", r.Move)
		}
	}
	for _, name := range r.Cut {
		leaf, err := find(e.Tree, name)
		if err != nil {
			return nil, fmt.Errorf("cut: %w", err)
		}
		if !e.Tree.IsLeaf(leaf) {
			return nil, fmt.Errorf("cut: %s is no leaf", name)
		}
		e.Cut = append(e.Cut, leaf)
	}
	return e, nil
}

// find returns the node with the name, as Tree.Name returns it.
func find(t *trees.Tree, name string) (int, error) {
	found := 0
	for n := 1; n < t.Len(); n++ {
		if t.Name(n) != name {
			continue
		}
		if found != 0 {
			return 0, fmt.Errorf("two nodes have the name %s", name)
		}
		found = n
	}
	if found == 0 {
		return 0, fmt.Errorf("no node below the root has the name %s", name)
	}
	return found, nil
}
