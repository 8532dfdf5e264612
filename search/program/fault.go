package program

import (
	"fmt"
	"strings"
)

// A Fault is what is wrong with a text, or what has ended its run.
type Fault struct {
	Line   int    `json:"line"`   // from 1
	Column int    `json:"column"` // from 1, in characters; 0: not known
	Text   string `json:"text"`   // what is wrong, and what to write instead
	Node   *int   `json:"node,omitempty"`
}

func (f Fault) Error() string { return fmt.Sprintf("line %d: %s", f.Line, f.Text) }

// Faults are all that is wrong with a text, in its order.
type Faults []Fault

func (f Faults) Error() string {
	texts := make([]string, len(f))
	for i := range f {
		texts[i] = f[i].Error()
	}
	return strings.Join(texts, "\n")
}
