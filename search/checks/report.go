package checks

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"espalier/trace"
	"espalier/trace/program"
	"espalier/trees"
)

// A Verdict names what a check found.
type Verdict string

const (
	Value     Verdict = "value"
	Tie       Verdict = "tie"
	Player    Verdict = "player"
	Unsound   Verdict = "unsound"
	NotThis   Verdict = "not-this"
	Missed    Verdict = "missed"
	Bounds    Verdict = "bounds"
	Order     Verdict = "order"
	Again     Verdict = "again"
	Open      Verdict = "open"
	Done      Verdict = "done"
	Undecided Verdict = "undecided"
)

// Verdicts are those of all checks.
var Verdicts = []Verdict{Value, Tie, Player, Unsound, NotThis, Missed, Bounds, Order, Again, Open, Done, Undecided}

// The verdicts on a run.
const (
	RunRight      = "right"
	RunWrong      = "wrong"
	RunIncomplete = "incomplete"
)

// RunVerdicts lists the verdicts on a run.
var RunVerdicts = []string{RunRight, RunWrong, RunIncomplete}

// MaxChecks is the most checks of a report; the others are counted.
const MaxChecks = 1_000

// MaxAfter is the most checks that Options.After leaves out.
const MaxAfter = 100_000

// MaxValues is the most leaves that a check names.
const MaxValues = 100

// A Check is one thing that was found.
type Check struct {
	Line     int // in the input, from 1
	At       int // line of the program's text that did it; 0: the run does not say
	Seq      int // number of the event
	Node     int // as answers number it
	ID       string
	Verdict  Verdict
	Error    bool // else it is a note
	Text     string
	Names    []Named     // nodes that Text calls by another name than the program
	Values   []LeafValue // of leaves that the run has not seen, with which the root's value changes
	Expected *trees.Vector
	Cause    Cause // the earlier line of the program that it comes from, as far as this is known

	scene *scene
}

// A LeafValue is a leaf that was not seen, with a value.
type LeafValue struct {
	Node  int
	Name  string
	Value trees.Vector
	leaf  int32 // its place in the run
	Own   bool  // Value is the one in the tree of the header
}

// A Report is all that was found in a run.
type Report struct {
	Checks []Check // at most MaxChecks
	More   int     // how many there are besides
	// Remarks are said once of the whole run.
	Remarks   []string
	Errors    int
	Notes     int
	Verdict   string // one of RunVerdicts
	Algorithm string // the reference; "": none
	// First is the first difference from the reference; Line 0: there is none, or it is not known.
	First Difference
	Run   *program.Run
	// Visits are the nodes that the run and its reference visit, each once; 0: not known.
	Visits Visits
	// Equal is at how many nodes the run goes on though a bound is met, and not exceeded.
	Equal int
	// Follow is how many mistakes are left out, as they may follow from an earlier one.
	Follow int

	late []Check // of cuts, the first of which come last: a ring once it is full
	next int     // of late, the place of the next one
	// undecided: whether a cut is sound, or one of the algorithm, is not known.
	undecided bool
	dropped   Check
	after     int // how many of the first checks are left out
}

// Visits are how many nodes a run and its reference visit.
type Visits struct{ Run, Reference int }

// keep is how many checks are kept until the end.
func (r *Report) keep() int {
	return MaxChecks + r.after
}

// A Difference is where a run leaves its reference.
type Difference struct {
	Line  int
	Text  string
	Names []Named
}

// add adds a check, and keeps as many as an answer can list. The lines are judged from the first to
// the last, the cuts from the last to the first.
func (r *Report) add(late bool, c Check) *Check {
	if c.Error {
		r.Errors++
	} else {
		r.Notes++
	}
	r.undecided = r.undecided || c.Verdict == Undecided
	switch {
	case !late && len(r.Checks) < r.keep():
		r.Checks = append(r.Checks, c)
		return &r.Checks[len(r.Checks)-1]
	case !late:
		r.dropped = c
		return &r.dropped
	case len(r.late) < r.keep():
		r.late = append(r.late, c)
		return &r.late[len(r.late)-1]
	}
	at := &r.late[r.next]
	*at, r.next = c, (r.next+1)%r.keep()
	return at
}

// finish sorts the checks, and says what they amount to.
func (r *Report) finish(incomplete bool) {
	r.Checks = append(r.Checks, r.late...)
	r.late = nil
	slices.SortStableFunc(r.Checks, func(a, b Check) int { return cmp.Compare(a.Seq, b.Seq) })
	r.Checks = r.Checks[min(r.after, len(r.Checks)):]
	if len(r.Checks) > MaxChecks {
		r.Checks = r.Checks[:MaxChecks]
	}
	for i := range r.Checks {
		x := &r.Checks[i]
		x.Text, x.Names = finished(r.Run, x.Text)
	}
	r.First.Text, r.First.Names = finished(r.Run, r.First.Text)
	r.More = max(0, r.Errors+r.Notes-r.after-len(r.Checks))
	switch {
	case r.Errors > 0:
		r.Verdict = RunWrong
	case incomplete || r.undecided:
		r.Verdict = RunIncomplete
	default:
		r.Verdict = RunRight
	}
}

// remark says what holds for the whole run.
func (r *Report) remark() {
	switch {
	case r.Run.Reduced && len(r.Run.Nodes) > 0:
		r.Remarks = append(r.Remarks, fmt.Sprintf("A value is the score of player %d. The others are a coalition: player %d is Max, and all others are Min.", r.Run.Alone, r.Run.Alone))
	case r.Run.Values == program.OfRoot && r.Run.Turned(0):
		r.Remarks = append(r.Remarks, "The program prints its values from the view of player 2, who moves at the root. Here they are Max's, with the other sign.")
	}
	if r.Run.Values == program.OfMover {
		r.Remarks = append(r.Remarks, "The program prints each value from the view of the player who moves. Here all values and bounds are Max's: those of player 2 have the other sign.")
	}
	if n := r.Run.Other; n > 0 {
		left := fmt.Sprintf("Line %d is output of the program itself. It was left out.", r.Run.FirstOther)
		if n > 1 {
			left = fmt.Sprintf("%d lines are output of the program itself, the first of them line %d. They were left out.", n, r.Run.FirstOther)
		}
		r.Remarks = append(r.Remarks, left)
	}
	if r.Run.Rounded.OfNodes > 0 {
		r.Remarks = append(r.Remarks, r.Run.Rounded.Note(r.Run.Name(int32(r.Run.Rounded.Node))))
	}
	if r.Run.HasFloats {
		r.Remarks = append(r.Remarks, "The run has floats. Two scores count as equal if they differ by at most 1e-9, or by 1e-9 of their size if that is more.")
	}
	if line := r.Run.Dropped(); line > 0 {
		r.Remarks = append(r.Remarks, fmt.Sprintf("Line %d has more than %d bytes of keys that have no meaning in the format. The rest of them is not kept, there and in later lines like it.", line, program.MaxExtra))
	}
}

// FirstUndecided returns the first check that was not decided, or nil.
func (r *Report) FirstUndecided() *Check {
	for i := range r.Checks {
		if r.Checks[i].Verdict == Undecided {
			return &r.Checks[i]
		}
	}
	return nil
}

// InWords writes a value of the run.
func (r *Report) InWords(v *trees.Vector) string { return inWords(r.Run, v) }

// FirstError returns the first error, or nil.
func (r *Report) FirstError() *Check {
	for i := range r.Checks {
		if r.Checks[i].Error {
			return &r.Checks[i]
		}
	}
	return nil
}

// AppendJSON writes the report as the API answers it.
func (r *Report) AppendJSON(b []byte) []byte {
	b = append(b, `{"checks":[`...)
	for i := range r.Checks {
		if i > 0 {
			b = append(b, ',')
		}
		b = r.appendCheck(b, &r.Checks[i])
	}
	b = append(b, `],"more":`...)
	b = strconv.AppendInt(b, int64(r.More), 10)
	for i, remark := range r.Remarks {
		if b = append(b, ','); i == 0 {
			b = append(b, `"remarks":[`...)
		}
		b = trees.AppendQuoted(b, remark)
	}
	if len(r.Remarks) > 0 {
		b = append(b, ']')
	}
	if r.Follow > 0 {
		b = trees.AppendNumberKey(b, "follow", r.Follow)
	}
	if v := r.Visits; v.Reference > 0 {
		b = strconv.AppendInt(append(b, `,"visits":{"program":`...), int64(v.Run), 10)
		b = append(trees.AppendNumberKey(b, "reference", v.Reference), '}')
	}
	if r.Run.Other > 0 {
		b = trees.AppendNumberKey(b, "left_out", r.Run.Other)
	}
	b = append(append(append(b, `,"verdict":"`...), r.Verdict...), '"')
	if r.Algorithm != "" {
		b = trees.AppendQuoted(append(b, `,"reference":{"algorithm":`...), r.Algorithm)
		if r.First.Line > 0 {
			b = strconv.AppendInt(append(b, `,"first_difference":{"line":`...), int64(r.First.Line), 10)
			b = append(appendNames(trees.AppendQuoted(append(b, `,"text":`...), r.First.Text), r.First.Names), '}')
		}
		b = append(b, '}')
	}
	return append(b, '}')
}

func (r *Report) appendCheck(b []byte, c *Check) []byte {
	b = strconv.AppendInt(append(b, `{"line":`...), int64(c.Line), 10)
	if c.At > 0 {
		b = trees.AppendNumberKey(b, "program_line", c.At)
	}
	b = strconv.AppendInt(append(b, `,"seq":`...), int64(c.Seq), 10)
	b = strconv.AppendInt(append(b, `,"node":`...), int64(c.Node), 10)
	if c.ID != "" {
		b = trees.AppendQuoted(append(b, `,"id":`...), c.ID)
	}
	b = append(append(append(b, `,"verdict":"`...), c.Verdict...), `","severity":"`...)
	if c.Error {
		b = append(b, `error"`...)
	} else {
		b = append(b, `note"`...)
	}
	b = appendNames(trees.AppendQuoted(append(b, `,"text":`...), c.Text), c.Names)
	if len(c.Values) > 0 {
		b = append(b, `,"values":{`...)
		for i, v := range c.Values {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(strconv.AppendInt(append(b, '"'), int64(v.Node), 10), `":`...)
			b = appendValue(b, r.Run, &v.Value)
		}
		b = append(b, '}')
	}
	if c.Expected != nil {
		b = appendValue(append(b, `,"expected":`...), r.Run, c.Expected)
	}
	if c.Cause.Line > 0 {
		b = strconv.AppendInt(append(b, `,"cause":{"line":`...), int64(c.Cause.Line), 10)
		b = append(trees.AppendQuoted(append(b, `,"text":`...), c.Cause.Text), '}')
	}
	return append(b, '}')
}

// appendNames writes the ids of the nodes that a text calls by other names.
func appendNames(b []byte, names []Named) []byte {
	if len(names) == 0 {
		return b
	}
	b = append(b, `,"names":{`...)
	for i, n := range names {
		if i > 0 {
			b = append(b, ',')
		}
		b = trees.AppendQuoted(append(trees.AppendQuoted(b, n.Name), ':'), n.ID)
	}
	return append(b, '}')
}

// appendValue writes a vector, or the number of a run of two players.
func appendValue(b []byte, r *program.Run, v *trees.Vector) []byte {
	if r.Kind == trees.Minimax {
		return v[0].In(r.Unit).AppendJSON(b)
	}
	b = append(b, '[')
	for p := range r.Width() {
		if p > 0 {
			b = append(b, ',')
		}
		b = v[p].In(r.Unit).AppendJSON(b)
	}
	return append(b, ']')
}

// inWords writes a value as sentences do.
func inWords(r *program.Run, v *trees.Vector) string {
	return trace.ValueText(v, r.Width(), r.Unit)
}
