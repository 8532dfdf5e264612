package assign

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"espalier/web/judge"
	"espalier/web/problem"
	"espalier/web/store/key"
)

// Whether students give their names, and the numbers that their school gives them.
const (
	required = "required"
	optional = "optional"
	none     = "none"
)

// Whether answers are accepted after the assignment has closed.
const (
	lateRefused = "refused"
	lateMarked  = "marked"
)

// When students get the right answers.
const (
	atOnce = "at-once"
	atEnd  = "at-end"
)

// An assignment is what students work through. Its stored form is its JSON.
type assignment struct {
	Title    string          `json:"title"`
	Names    string          `json:"names"`
	Numbers  string          `json:"numbers,omitempty"` // an early version had none
	Feedback string          `json:"feedback"`
	Opens    *int64          `json:"opens,omitempty"`    // ms; nil: it is open at once
	Closes   *int64          `json:"closes"`             // ms; nil: it stays open
	Late     string          `json:"late,omitempty"`     // an early version refused late answers
	Extended *int64          `json:"extended,omitempty"` // the latest extension of a student; nil: none
	Touched  int64           `json:"touched"`            // the creation or a later answer, by the time of the library in ms
	Parts    []part          `json:"parts"`
	Points   map[int]float64 `json:"points,omitempty"`   // of items, by their numbers; usually one
	Omitted  map[int]bool    `json:"omitted,omitempty"`  // items that do not count, by their numbers
	Log      []logged        `json:"log,omitempty"`      // what the teacher has changed
	Salt     string          `json:"salt,omitempty"`     // of the tags of browsers and addresses
	Origin   key.ID          `json:"origin,omitempty"`   // the id on another server from which it was carried here
	By       string          `json:"by"`                 // the write that stored it
	Revision int             `json:"revision,omitempty"` // each write increases it

	id       key.ID
	root     string // its key in the store
	sequence uint64 // in the store
	read     time.Time

	mu    sync.Mutex
	ready map[int]*ready // opened parts, by index
	facts map[int]fact
}

// A part is a scene of a lesson, an exercise, or a program.
type part struct {
	Show      json.RawMessage `json:"show,omitempty"` // of a scene; nil: this is an exercise
	Note      string          `json:"note,omitempty"`
	Question  json.RawMessage `json:"question,omitempty"` // as readers get it; nil: none
	Node      int             `json:"node,omitempty"`     // of a question without a node
	Right     *judge.Right    `json:"right,omitempty"`
	Text      string          `json:"text,omitempty"`      // the question in words
	Why       string          `json:"why,omitempty"`       // the right answer, and why
	Bare      string          `json:"bare,omitempty"`      // the right answer alone
	Title     string          `json:"title,omitempty"`     // that the teacher gave
	Corrected int             `json:"corrected,omitempty"` // how often the teacher has changed what is right

	Program *program `json:"program,omitempty"`

	Tree      string `json:"tree,omitempty"` // of an exercise, in the notation
	Algorithm string `json:"algorithm,omitempty"`
	Own       string `json:"own,omitempty"` // each student gets a tree of their own: the query of /practice without a seed
}

// isExercise reports whether the part is an exercise.
func (p *part) isExercise() bool { return p.Show == nil && p.Program == nil }

// isScene reports whether the part is a scene.
func (p *part) isScene() bool { return p.Show != nil }

// kind returns the kind of the item: that of its question, or practice.
func (p *part) kind() string {
	switch {
	case p.isExercise():
		return "practice"
	case p.Program != nil:
		return "program"
	}
	var q struct{ Kind string }
	json.Unmarshal(p.Question, &q)
	return q.Kind
}

// asks returns the number of items of the part. One that has none is only read.
func (p *part) asks() int {
	switch {
	case p.Program != nil:
		return len(p.Program.Trees)
	case p.isExercise() || p.Question != nil:
		return 1
	}
	return 0
}

// items returns the parts of the items, by their indexes. Each tree of a program is an item.
func (a *assignment) items() (places []int) {
	for i := range a.Parts {
		for range a.Parts[i].asks() {
			places = append(places, i)
		}
	}
	return places
}

// itemAt returns the number of the first item of a part, from 0; -1: the part has none.
func (a *assignment) itemAt(place int) int { return slices.Index(a.items(), place) }

// treeOf returns the number of the tree of an item of a program, from 1.
func (a *assignment) treeOf(k int) int { return k - a.itemAt(a.items()[k]) + 1 }

// textOf returns an item in words.
func (a *assignment) textOf(k int) string {
	p := &a.Parts[a.items()[k]]
	if p.Program == nil {
		return p.Text
	}
	return p.Text + ", " + p.Program.name(a.treeOf(k))
}

// A logged change is one that the teacher has made to what is right or counts.
type logged struct {
	At   int64  `json:"at"` // ms
	Text string `json:"text"`
}

func (a *assignment) stored() []byte {
	b, err := json.Marshal(a)
	if err != nil {
		panic(err) // the parts were read as JSON
	}
	return b
}

func readStored(root string, data []byte, sequence uint64) (a *assignment, err error) {
	if strings.HasPrefix(root, taskPrefix) {
		a, err = readTask(root, data, sequence)
	} else {
		a, err = readAssignment(root, data, sequence)
	}
	if a != nil {
		a.read = time.Now()
	}
	return a, err
}

func readAssignment(root string, data []byte, sequence uint64) (*assignment, error) {
	a := &assignment{Numbers: none, Late: lateRefused, id: idIn(root), root: root, sequence: sequence}
	if err := json.Unmarshal(data, a); err != nil {
		return nil, fmt.Errorf("the assignment %s cannot be read: %w", a.id, err)
	}
	return a, nil
}

// fit returns an error if the assignment is too large, or opens after it closes.
func (a *assignment) fit() error {
	if a.Opens != nil && a.Closes != nil && *a.Opens > *a.Closes {
		return problem.Refused("opens", "the assignment opens on %s, after it closes on %s", inUTC(*a.Opens), inUTC(*a.Closes))
	}
	if size := len(a.stored()); size > MaxAssignment {
		return problem.OverLimit("", "the assignment has %d bytes, including its trees; the maximum is %d", size, MaxAssignment)
	}
	return nil
}

var errNoAssignment = &problem.Error{Status: http.StatusNotFound, Path: "assignment",
	Message: "there is no such assignment: the address is wrong, or the assignment has been deleted"}
