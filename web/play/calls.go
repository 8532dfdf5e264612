package play

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"espalier/search/recorded"
	"espalier/trace/program"
	"espalier/trees"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/socket"
)

// This file shows the open calls of a program whose run is played, with their variables, and moves from line to
// line of its text.

// Of more open calls the outermost and the innermost are shown.
const (
	outerCalls = 2
	innerCalls = 20
)

// MaxStops bounds the lines at which a move stops.
const MaxStops = 1000

// A programRun is the run of a program that says what its calls do.
type programRun struct {
	of    *run.Printed
	tree  *trees.Tree
	steps *program.Steps
	read  *program.CallReader
}

// programOf returns the program whose recorded run is played; nil: the run is another one, or says nothing of calls.
func programOf(ctx context.Context, r *run.Resolved) (*programRun, error) {
	if r.Of == nil || r.Of.Printed == nil || !recorded.Is(r.Algorithm) || r.Of.Printed.Run.Moments() == 0 {
		return nil, nil
	}
	steps, err := r.Of.Printed.Steps(ctx)
	if err != nil {
		return nil, err
	}
	return &programRun{r.Of.Printed, r.Tree, steps, program.NewCallReader(r.Of.Printed.Run)}, nil
}

// Calls are the open calls of a program at a moment.
type Calls struct {
	Moment int       `json:"moment"`
	Step   int       `json:"step"`
	Line   int       `json:"line"`
	Rows   []callRow `json:"calls"`
	Left   int       `json:"left,omitempty"` // calls that are not shown, after the outermost ones
	Last   bool      `json:"last,omitempty"` // nothing follows the moment
	Full   bool      `json:"full,omitempty"` // the run goes on, and its later moments are not kept
}

// A Mistake is the first one of a run.
type Mistake struct {
	Step int
	Href string // address of the page at that step
}

// HasLines reports whether the page can move from line to line of a program.
func (p *Page) HasLines() bool { return p.Calls != nil && p.Path != "" && p.Request != "" }

// A callRow is a call: the function, the line where it is, the node that it is about, and its variables.
type callRow struct {
	Function string   `json:"function,omitempty"` // empty: the program itself
	Line     int      `json:"line,omitempty"`
	Node     int      `json:"node"` // -1: none
	Name     string   `json:"name,omitempty"`
	Vars     []varRow `json:"vars,omitempty"`
}

type varRow struct {
	Name    string `json:"name"`
	Text    string `json:"text"`
	Node    *int   `json:"node,omitempty"` // that it holds
	Number  bool   `json:"number,omitempty"`
	Changed bool   `json:"changed,omitempty"`
}

// Outer and Inner are the rows before and after the calls that are not shown.
func (c *Calls) Outer() []callRow {
	if c.Left == 0 {
		return nil
	}
	return c.Rows[:outerCalls]
}

func (c *Calls) Inner() []callRow { return c.Rows[len(c.Outer()):] }

// at returns the calls at a moment. What has changed after the moment since is marked.
func (p *programRun) at(m, since int) *Calls {
	r := p.of.Run
	here := r.Moment(m)
	c := &Calls{Moment: m, Step: p.steps.At(r, m), Line: here.Line, Last: m == r.Moments()-1, Full: r.CallsFull()}
	list := p.read.At(m)
	if len(list) > 0 && len(list[0].Vars) == 0 && len(list) > 1 { // the program itself has no variables
		list = list[1:]
	}
	if len(list) > outerCalls+innerCalls {
		c.Left = len(list) - outerCalls - innerCalls
		list = slices.Concat(list[:outerCalls], list[len(list)-innerCalls:])
	}
	for i := range list {
		call := &list[i]
		row := callRow{Function: call.Function, Line: call.Line, Node: -1}
		if call.Node != program.None {
			row.Node = p.number(call.Node)
			row.Name = p.tree.Name(row.Node)
		}
		for _, v := range call.Vars {
			x := varRow{Name: v.Name, Changed: v.At > since}
			if v.Node != program.None {
				n := p.number(v.Node)
				x.Node, x.Text = &n, p.tree.Name(n)
				if v.Node == call.Node {
					continue // the row begins with it
				}
			} else {
				x.Text, x.Number = p.valueText(v.Value)
			}
			row.Vars = append(row.Vars, x)
		}
		c.Rows = append(c.Rows, row)
	}
	return c
}

// number returns the number of a node of the run in the tree.
func (p *programRun) number(node int32) int { return int(p.of.Inferred.Node[node]) }

// atStep returns the calls at a step. What has changed since the step before is marked.
func (p *programRun) atStep(step int) *Calls {
	return p.at(p.steps.Moment(p.of.Run, step), p.steps.Moment(p.of.Run, max(0, step-1)))
}

// lastMoment returns the last moment that is shown at one of the first steps.
func (p *programRun) lastMoment(steps int) int {
	low, high := 0, p.of.Run.Moments()
	for low < high {
		if m := (low + high) / 2; p.steps.At(p.of.Run, m) < steps {
			low = m + 1
		} else {
			high = m
		}
	}
	return low - 1
}

// lineText says where the program is.
func (c *Calls) lineText() string {
	switch {
	case c.Last && c.Full:
		return "The variables of later steps are not kept: the run is too long."
	case c.Line == 0:
		return ""
	}
	return "Line " + strconv.Itoa(c.Line)
}

// appendJSON appends the calls as a member of an object.
func (c *Calls) appendJSON(b []byte) []byte {
	text, _ := json.Marshal(c) // it has no value that cannot be written
	return append(append(b, `,"program":`...), text...)
}

// appendCalls appends the calls of a step to the JSON object of its details.
func (p *programRun) appendCalls(b []byte, step int) []byte {
	if p == nil {
		return b
	}
	return append(p.atStep(step).appendJSON(b[:len(b)-1]), '}')
}

// CallsOf returns what adds the calls of a step to the JSON object of its details, where the run says them.
func CallsOf(ctx context.Context, r *run.Resolved) (add func(details []byte, step int) []byte, err error) {
	p, err := programOf(ctx, r)
	return p.appendCalls, err
}

// A callsMessage asks for a move from a moment of a program to another one.
type callsMessage struct {
	From  int
	By    program.Move
	Back  bool
	Stops []int
}

func (v *callsMessage) read(member problem.Member) (err error) {
	switch member.Key {
	case "from":
		v.From, err = problem.ReadWhole(member.Raw, "from", 0, problem.MaxCount)
	case "by":
		var name string
		if name, err = problem.ReadString(member.Raw, "by"); err == nil {
			if v.By = program.Move(name); !slices.Contains(program.Moves, v.By) {
				err = problem.Refused("by", "%.40q is no move; there are line, over, out and stop", name)
			}
		}
	case "back":
		v.Back, err = problem.ReadBool(member.Raw, "back")
	case "stops":
		raws, err := problem.SplitArray(member.Raw, "stops")
		if err != nil {
			return err
		}
		if len(raws) > MaxStops {
			return problem.Refused("stops", "these are %d lines; at most %d are allowed", len(raws), MaxStops)
		}
		for _, raw := range raws {
			line, err := problem.ReadWhole(raw, "stops", 1, program.MaxProgramLine)
			if err != nil {
				return err
			}
			v.Stops = append(v.Stops, line)
		}
	}
	return err
}

// calls sends where a move leads in a program.
func (c *runClient) calls(m *socket.Message, v *callsMessage) error {
	page, err := c.recorded(m.ID)
	if err != nil {
		return err
	}
	if page.program == nil {
		return problem.Refused("id", "the run %q is none of a program that says its lines", m.ID)
	}
	p := page.program
	last := p.lastMoment(page.mayRead())
	to := p.of.Run.Go(v.From, cmp.Or(v.By, program.ByLine), v.Back, v.Stops, last)
	since := v.From
	if v.Back {
		since = to - 1
	}
	calls := p.at(to, since)
	calls.Last = to == last
	b := calls.appendJSON(socket.AppendHead(c.Buffer(), "calls", m.ID))
	b = strconv.AppendInt(append(b, `,"from":`...), int64(v.From), 10)
	c.Send(c.Context(), append(b, '}'))
	return nil
}
