package tasks

import (
	"encoding/json"
	"fmt"

	"espalier/web/store/key"
)

// notSent is the verdict on a tree of which no run was sent. The others are "right", "wrong" and
// "incomplete".
const notSent = "none"

// stateDamaged is the state of a tree in the results, if the record of the student is lost.
const stateDamaged = "damaged"

// damagedText says what that is.
const damagedText = "The runs of this student were stored, but the store has lost the record of them."

// A record has the runs of one student in one task.
type record struct {
	Name     string        `json:"name"`
	Entered  int64         `json:"entered"` // by the time of the library in ms
	Active   int64         `json:"active"`  // the last run
	Runs     map[int]*sent `json:"runs,omitempty"`
	Revision int           `json:"revision"` // grows with each write; an early version stored none
	By       string        `json:"by"`       // the write that stored it

	lost bool // it was stored, and the store has lost it; only the name is known
}

// A sent run is the newest run of a student on a tree.
type sent struct {
	Trace    key.ID `json:"trace"`
	Revision int    `json:"revision,omitempty"` // of the trace; 0: an early version did not note it
	Verdict  string `json:"verdict"`
	Errors   int    `json:"errors"`
	Line     int    `json:"line,omitempty"` // of the first error; 0: there is none
	Why      string `json:"why,omitempty"`  // the first error, or why it is incomplete
	Tries    int    `json:"tries"`
}

// on returns the run on a tree; one that was not sent has no trace.
func (r *record) on(number int) *sent {
	if r.lost {
		return &sent{Verdict: stateDamaged, Why: damagedText}
	}
	if s := r.Runs[number]; s != nil {
		return s
	}
	return &sent{Verdict: notSent}
}

// right returns the number of trees with a right run.
func (r *record) right() (n int) {
	for _, s := range r.Runs {
		if s.Verdict == "right" {
			n++
		}
	}
	return n
}

// mistake returns the first mistake in the order of the trees, or that the record is lost; empty: there
// is none.
func (r *record) mistake() string {
	if r.lost {
		return damagedText
	}
	for number := 1; number <= MaxTrees; number++ {
		if s := r.on(number); s.Verdict == "wrong" {
			return fmt.Sprintf("Tree %d, line %d: %s", number, s.Line, s.Why)
		}
	}
	return ""
}

func readRecord(data []byte) (*record, error) {
	r := &record{}
	if err := json.Unmarshal(data, r); err != nil {
		return nil, fmt.Errorf("the runs of a student cannot be read: %w", err)
	}
	if r.Runs == nil {
		r.Runs = map[int]*sent{}
	}
	return r, nil
}
