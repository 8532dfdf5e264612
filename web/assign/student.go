package assign

import (
	"encoding/json"
	"fmt"

	"espalier/web/judge"
	"espalier/web/problem"
	"espalier/web/store/key"
)

// The states of an item. If a question has no right answer, its answers stay open.
const (
	stateRight  = judge.StateRight
	stateWrong  = judge.StateWrong
	statePartly = judge.StatePartly
	stateOpen   = judge.StateOpen

	stateDamaged = "damaged" // in results: the answers of the student are lost
)

// damagedText says in results what is lost.
const damagedText = "the answers of this student were stored, but the store has lost them"

// A record has the answers of one student in one assignment.
type record struct {
	Name     string            `json:"name,omitempty"`
	Number   string            `json:"number,omitempty"` // that the school gives
	Entered  int64             `json:"entered"`          // by the time of the library in ms
	Active   int64             `json:"active"`           // the last answer
	Finished bool              `json:"finished,omitempty"`
	Ended    int64             `json:"ended,omitempty"`   // when the student finished, by the time of the library in ms
	Revealed bool              `json:"told,omitempty"`    // after finishing, the student has got the right answers
	Browser  string            `json:"browser,omitempty"` // tags of the browser and the address from which the student entered
	Address  string            `json:"address,omitempty"`
	Trees    map[int]string    `json:"trees,omitempty"`    // of exercises with trees of the student's own, by part
	Items    map[int]*answered `json:"items,omitempty"`    // by the number of the item
	Closes   *int64            `json:"closes,omitempty"`   // an extension, in ms
	Points   map[int]float64   `json:"points,omitempty"`   // that the teacher gave, by the number of the item
	Note     string            `json:"note,omitempty"`     // of the teacher, for the teacher
	Runs     map[int]*sent     `json:"runs,omitempty"`     // of a task of an early version, by the tree; readRecord makes them items
	Into     key.ID            `json:"into,omitempty"`     // the student with whom the teacher merged this one
	Slot     string            `json:"slot,omitempty"`     // after a merge: from which the traces of runs follow, in place of the token
	Merged   []key.ID          `json:"merged,omitempty"`   // the students who were merged with this one
	By       string            `json:"by"`                 // the write that stored it
	Revision int               `json:"revision,omitempty"` // each write increases it

	id   key.ID
	lost bool // the newest record is lost; only the name is known
}

// An answered item has the first and the last answer: either can count.
type answered struct {
	First   *given `json:"first"`
	Last    *given `json:"last,omitempty"` // nil: there is only one answer
	Tries   int    `json:"tries"`
	Seconds int    `json:"seconds"`
	Final   bool   `json:"final,omitempty"`  // the student has made the answer final, to go on
	Run     *sent  `json:"run,omitempty"`    // of a program: the newest run, which counts
	Judged  int    `json:"judged,omitempty"` // part.Corrected, when the answers were judged
}

// A given answer, judged.
type given struct {
	Answer json.RawMessage `json:"answer"`
	State  string          `json:"state"`
	Words  string          `json:"words"`            // the answer
	Why    string          `json:"why,omitempty"`    // of an exercise: the steps that were not right
	Result string          `json:"result,omitempty"` // of an exercise: the address of the whole result
	At     int64           `json:"at,omitempty"`     // ms; 0: an early version did not note it
}

// counts returns the answer that counts; nil: there is none.
func (a *answered) counts(feedback string) *given {
	switch {
	case a == nil:
		return nil
	case feedback == atEnd && a.Last != nil:
		return a.Last
	}
	return a.First
}

// last returns when the last answer was given, in ms; 0: there is none, or it is not known.
func (a *answered) last() int64 {
	switch {
	case a == nil:
		return 0
	case a.Last != nil:
		return a.Last.At
	}
	return a.First.At
}

// add adds an answer.
func (a *answered) add(g *given, seconds int) {
	if a.First == nil {
		a.First = g
	} else {
		a.Last = g
	}
	a.Tries++
	a.Seconds += seconds
}

// final reports whether the answer to an item cannot be changed any more.
func (r *record) final(k int) bool { return r.Items[k] != nil && r.Items[k].Final }

func (r *record) stored() ([]byte, error) {
	b, err := json.Marshal(r)
	if err == nil && len(b) > maxRecord {
		err = problem.OverLimit("answer", "the answers of one student have %d bytes; the maximum is %d; hand in fewer steps", len(b), maxRecord)
	}
	return b, err
}

func readRecord(data []byte) (*record, error) {
	r := &record{}
	if err := json.Unmarshal(data, r); err != nil {
		return r, fmt.Errorf("the answers of a student cannot be read: %w", err)
	}
	if r.Items == nil {
		r.Items = map[int]*answered{}
	}
	for number, run := range r.Runs {
		r.Items[number-1] = run.item(0)
	}
	r.Runs = nil
	return r, nil
}
