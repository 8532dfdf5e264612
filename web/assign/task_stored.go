package assign

import (
	"encoding/json"
	"fmt"
)

// A storedTask is a programming task as an early version stored it. It is an assignment with one program.
type storedTask struct {
	Title string `json:"title"`
	program
	Touched  int64 `json:"touched"`
	Revision int   `json:"revision"` // grows with each write; the earliest version stored none
	Parts    any   `json:"parts"`    // nil, unless it has been changed since
}

// readTask reads a stored programming task.
func readTask(root string, data []byte, sequence uint64) (*assignment, error) {
	var t storedTask
	if err := json.Unmarshal(data, &t); err != nil {
		return nil, fmt.Errorf("the task %s cannot be read: %w", idIn(root), err)
	}
	if t.Parts != nil {
		return readAssignment(root, data, sequence)
	}
	p := t.program
	a := aTask(t.Title, &p)
	a.id, a.root, a.sequence, a.Touched, a.Revision = idIn(root), root, sequence, t.Touched, t.Revision
	return a, nil
}

// aTask returns an assignment with one program, for which students give their names.
func aTask(title string, p *program) *assignment {
	return &assignment{Title: title, Names: required, Numbers: none, Feedback: atOnce, Late: lateRefused, Parts: []part{{Node: -1, Program: p, Text: p.implementing()}}}
}
