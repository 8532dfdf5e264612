package program

import (
	"fmt"
	"io"
	"strings"

	"go.starlark.net/starlark"
)

// resultName is the variable in which a program leaves its result.
const resultName = "result"

// An activation is a call of one of the program's functions that has not returned.
type activation struct {
	of     *function
	enters bool // it has entered nodes, which it leaves when it returns
	stop   int  // the line of the break, or else the return, that follows its last child
	line   int  // where it is
	seen   []seen
}

// A machine runs a program and writes what it does.
type machine struct {
	out       *writer
	functions []*function
	root      *node
	calls     []*activation
	open      []*visit
	free      []*activation
	freeOpen  []*visit
	turned    bool // a returned number is the value for the player to move
	alpha     string
	beta      string
	line      int // where the program is
	watch     func(line int)
	withLines bool
	rootCall  int    // the root was entered for a helper: the place of its activation; -1: by nobody
	moved     bool   // the root has the value of a child that was returned as the move
	implied   bool   // the root was entered for the program itself
	first     []byte // the value of the first search that has ended at the root
	entered   bool
	nodes     int
	top       *activation // the variables of the top level
	globals   []string    // their names
	thread    *starlark.Thread

	output strings.Builder // what the program has printed
	silent bool            // it is full

	varJSON, paramJSON  []byte
	varNames, nodeNames []string
}

func newMachine(root *node, functions []*function, out io.Writer) *machine {
	m := &machine{out: newWriter(out), functions: functions, root: root, rootCall: -1, top: &activation{}, watch: func(int) {}}
	return m
}

// hidden returns the calls that are put into the program.
func (m *machine) hidden() starlark.StringDict {
	dict := starlark.StringDict{}
	add := func(name string, f func(args starlark.Tuple) (starlark.Value, error)) {
		dict[name] = starlark.NewBuiltin(name, func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
			return f(args)
		})
	}
	add(lineCall, func(args starlark.Tuple) (starlark.Value, error) { return starlark.None, m.atLine(whole(args[0])) })
	add(enterCall, func(args starlark.Tuple) (starlark.Value, error) {
		return starlark.None, m.begin(m.functions[whole(args[0])])
	})
	add(returnCall, func(args starlark.Tuple) (starlark.Value, error) { return args[1], m.end(args[1], whole(args[0])) })
	add(lambdaCall, func(args starlark.Tuple) (starlark.Value, error) { return args[1], m.end(args[1], whole(args[2])) })
	add(breakCall, func(args starlark.Tuple) (starlark.Value, error) {
		if c := m.inner(); c != nil {
			c.stop = whole(args[0])
		}
		return starlark.None, nil
	})
	add(valueCall, func(args starlark.Tuple) (starlark.Value, error) {
		return m.readValue(args[0], whole(args[1]), whole(args[2]) == 1)
	})
	for name, f := range map[string]func(*starlark.Thread, *starlark.Builtin, starlark.Tuple, []starlark.Tuple) (starlark.Value, error){sortCall: sortList, copyCall: copyOf} {
		dict[name] = starlark.NewBuiltin(name, f)
	}
	return dict
}

func whole(v starlark.Value) int {
	n, _ := starlark.AsInt32(v)
	return n
}

// inner returns the innermost call; nil: the program is at its top level.
func (m *machine) inner() *activation {
	if len(m.calls) == 0 {
		return nil
	}
	return m.calls[len(m.calls)-1]
}

// frame returns the interpreter's frame of the program that has called a hidden call.
func (m *machine) frame() starlark.DebugFrame { return m.thread.DebugFrame(1) }

// atLine is called before each statement.
func (m *machine) atLine(line int) error {
	m.at(line)
	if !m.withLines {
		return nil
	}
	m.out.begin("line")
	m.finish(m.inner(), m.frame())
	return m.out.endLine()
}

func (m *machine) at(line int) {
	if line == 0 {
		return
	}
	m.line = line
	if c := m.inner(); c != nil {
		c.line = line
	} else {
		m.top.line = line
	}
	m.watch(line)
}

// finish adds to an event its line, the depth of the call and, of the innermost call, the variables that have
// changed since its last event.
func (m *machine) finish(c *activation, frame starlark.DebugFrame) {
	m.out.b = m.appendVarsOf(m.appendPlace(m.out.b), c, frame)
}

func (m *machine) appendPlace(b []byte) []byte { return m.appendPlaceAt(b, m.line) }

func (m *machine) appendPlaceAt(b []byte, line int) []byte {
	return appendField(appendField(b, "line", line), "depth", len(m.calls))
}

func (m *machine) appendVarsOf(b []byte, c *activation, frame starlark.DebugFrame) []byte {
	switch {
	case !m.withLines:
	case c == nil:
		return m.appendGlobals(b, frame)
	default:
		return m.appendVars(b, c, frame)
	}
	return b
}

// begin is called at the beginning of each function.
func (m *machine) begin(f *function) error {
	caller := m.line
	if len(m.calls) >= MaxCalls {
		return limitError(fmt.Sprintf("the program has %d calls open at once, the most that are allowed: does each call go on with a child?", MaxCalls))
	}
	c := m.newActivation(f)
	frame := m.frame()
	m.calls = append(m.calls, c)
	m.at(f.line)
	if f.search {
		if err := m.enterCall(c, frame, caller); err != nil {
			return err
		}
	}
	if !m.withLines {
		return nil
	}
	m.paramJSON = m.appendVars(m.paramJSON[:0], c, frame)
	if v := m.innermost(); v != nil && v.call == c {
		v.vars = append(v.vars[:0], m.paramJSON...) // the enter of its node has them, too
	}
	m.out.begin("line")
	b := append(m.out.b, `,"function":`...)
	b = m.appendPlace(appendText(b, f.name, maxOneVar))
	m.out.b = append(b, m.paramJSON...)
	return m.out.endLine()
}

// end is called when a function returns.
func (m *machine) end(value starlark.Value, line int) error {
	m.at(line)
	c := m.inner()
	if c.stop == 0 {
		c.stop = line
	}
	if err := m.leaveCall(c, value); err != nil {
		return err
	}
	if m.rootCall == len(m.calls)-1 && m.rootCall >= 0 {
		m.rootCall = -1
		m.chooseMove(value)
		if err := m.closeTo(0, value); err != nil {
			return err
		}
	}
	m.calls = m.calls[:len(m.calls)-1]
	m.recycle(c)
	outer := m.inner()
	if outer == nil {
		outer = m.top
	}
	m.line = outer.line // that of the call, until the next statement
	m.watch(m.line)
	return nil
}

func (m *machine) newActivation(f *function) *activation {
	if n := len(m.free); n > 0 {
		c := m.free[n-1]
		m.free = m.free[:n-1]
		clear(c.seen)
		*c = activation{of: f, line: f.line, seen: c.seen[:0]}
		return c
	}
	return &activation{of: f, line: f.line}
}

func (m *machine) recycle(c *activation) { m.free = append(m.free, c) }

// A limitError is the limit that ends a run.
type limitError string

func (e limitError) Error() string { return string(e) }
