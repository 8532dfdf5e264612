package assign

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"espalier/web/run"
	"espalier/web/store/key"
)

// The verdicts on runs.
const (
	notSent    = "none"
	runIsRight = "right"
	runIsWrong = "wrong" // the other one is incomplete
)

// A sent run is the newest run of a student on a tree.
type sent struct {
	Trace    key.ID `json:"trace"`
	Revision int    `json:"revision,omitempty"` // of the trace; 0: an early version did not note it
	Verdict  string `json:"verdict"`
	Errors   int    `json:"errors"`
	Line     int    `json:"line,omitempty"`  // of the first error; 0: there is none
	At       int    `json:"at,omitempty"`    // its line in the text of the program; 0: it is not known
	Why      string `json:"why,omitempty"`   // the first error, or why it is incomplete
	Tries    int    `json:"tries,omitempty"` // in a record of an early version
}

// path is the page of the run.
func (s *sent) path() string { return run.TracePath(s.Trace) }

// mistake returns the first mistake, or why nothing could be judged; empty: there is none.
func (s *sent) mistake() string {
	if s.At > 0 {
		return fmt.Sprintf("line %d of the program: %s", s.At, s.Why)
	}
	if s.Line > 0 {
		return fmt.Sprintf("line %d: %s", s.Line, s.Why)
	}
	return s.Why
}

// detail returns what is below the state of a run in the table of results: the line of the first mistake, and
// how often a run was sent, if it was more than once. The script of the page does the same.
func (s *sent) detail(tries int) string {
	var list []string
	if line := cmp.Or(s.At, s.Line); line > 0 {
		list = append(list, "line "+strconv.Itoa(line))
	}
	if tries > 1 {
		list = append(list, strconv.Itoa(tries)+" tries")
	}
	return strings.Join(list, ", ")
}

// item returns the run as the answer to an item, given at a time in ms.
func (s *sent) item(at int64) *answered {
	g := &given{State: stateOpen, At: at, Why: s.Why, Words: s.mistake()}
	g.Answer, _ = json.Marshal(string(s.Trace)) // a text can be written
	switch s.Verdict {
	case runIsRight, runIsWrong:
		g.State = s.Verdict
	}
	one := *s
	one.Tries = 0
	return &answered{First: g, Tries: s.Tries, Run: &one}
}

// run returns the run that an item has; one that was not sent has no trace.
func (a *answered) run() sent {
	if a == nil || a.Run == nil {
		return sent{Verdict: notSent}
	}
	return *a.Run
}

// isRun reports whether a run was sent for the item. It is judged at once.
func (a *answered) isRun() bool { return a != nil && a.Run != nil }
