package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"espalier/trees"
)

// A Request is a program, and the tree that it searches: Tree or Implicit.
type Request struct {
	Text     string
	Tree     *trees.Tree
	Implicit *Implicit
	// Mover: a number that the program returns is the value for the player to move, as in negamax. Else it is
	// Max's.
	Mover bool
	// Alpha and Beta are the names of the parameters that are the window of a node; empty: alpha and beta.
	Alpha, Beta string
	// Search are the names of the search functions; nil: they are found.
	Search []string
	// Lines: what happens between the events is reported, too, with the variables.
	Lines bool
	// Watch is called with each line of the text that the program reaches; nil: never.
	Watch func(line int)
	// Steps bounds the steps of the interpreter; 0: MaxSteps.
	Steps uint64
	// Time bounds the processor time, where a program has a process of its own; 0: MaxTime.
	Time time.Duration
	// Buffer holds the lines that wait to be written, BufferSize bytes; nil: one is made. Note is called with how
	// many bytes were written before them, and how many wait: who can read the buffer loses none when the program
	// is ended from outside.
	Buffer []byte
	// Due is set from outside when lines have waited long enough: they are written with the next one; nil: never.
	Due  *atomic.Bool
	Note func(written int64, buffered int)
}

// A Result is what a run of a program comes to. Its values are JSON; nil: there is none.
type Result struct {
	Result []byte   // of the variable result
	Value  []byte   // of the root: that of result, or of the first search that ended there
	Search []string // the names of the search functions
	Events int
	Lines  int // that were reported between events
	Nodes  int // visited, each once
	Steps  uint64
	Output string // what was printed
	// LinesCut: some lines between events were left out, since there are too many.
	LinesCut bool
	Fault    *Fault // what has ended the run; nil: it has ended by itself
}

const plus = syntax.PLUS

// programName is the name of the text in the places of the language.
const programName = "program"

// options of the language: as much of Python as it has.
var options = &syntax.FileOptions{Set: true, While: true, TopLevelControl: true, GlobalReassign: true, Recursion: true}

// A Compiled program can be run on any number of trees.
type Compiled struct {
	program *starlark.Program
	*finder
	globals []string // names that the top level binds
}

// Compile reads a text. search are the names of its search functions; nil: they are found. The error is Faults.
func Compile(src string, search []string) (*Compiled, error) {
	if len(src) > MaxText {
		return nil, Faults{{Line: 1, Text: fmt.Sprintf("the program has %d bytes; at most %d are allowed", len(src), MaxText)}}
	}
	if !utf8.ValidString(src) {
		return nil, Faults{{Line: 1, Text: "the program is not UTF-8"}}
	}
	src = strings.ReplaceAll(strings.TrimPrefix(src, "\ufeff"), "\r\n", "\n")
	src, faults := fromPython(src)
	if len(faults) > 0 {
		return nil, faults
	}
	index := &tokenIndex{src: src}
	f, err := options.Parse(programName, src, 0)
	if err != nil {
		var at syntax.Error
		if errors.As(err, &at) {
			return nil, Faults{index.parseFault(at.Pos, at.Msg)}
		}
		return nil, Faults{{Line: 1, Text: err.Error()}}
	}
	if faults := checkTree(f); len(faults) > 0 {
		return nil, faults
	}
	c := &Compiled{finder: findFunctions(f)}
	if err := c.markSearch(search); err != nil {
		return nil, err
	}
	globals := map[string]bool{}
	for _, s := range f.Stmts {
		if _, is := s.(*syntax.DefStmt); !is {
			bound(s, globals)
		}
	}
	for name := range globals {
		c.globals = append(c.globals, name)
	}
	slices.Sort(c.globals)
	(&instrumenter{finder: c.finder}).file(f)
	c.program, err = starlark.FileProgram(f, func(name string) bool {
		return slices.Contains(givenNames, name) || slices.Contains(hiddenCalls, name)
	})
	var wrong resolve.ErrorList
	if errors.As(err, &wrong) {
		for _, e := range wrong {
			faults = append(faults, index.parseFault(e.Pos, e.Msg))
		}
		return nil, faults
	}
	if err != nil {
		return nil, Faults{{Line: 1, Text: err.Error()}}
	}
	return c, nil
}

// givenNames are the names that a program has besides those of the language.
var givenNames = func() (names []string) {
	for name := range (&machine{}).given(starlark.None) {
		names = append(names, name)
	}
	return names
}()

// Search returns the names of the search functions, in the order of the text.
func (c *Compiled) Search() []string { return c.searchNames() }

// Run runs a program and writes the lines of its trace, without the header. The error is Faults for a text that
// cannot be compiled, or that of the writer. What ends a run is the Fault of its result.
func Run(ctx context.Context, r Request, out io.Writer) (*Result, error) {
	c, err := Compile(r.Text, r.Search)
	if err != nil {
		return nil, err
	}
	return c.Run(ctx, r, out)
}

// Run runs the program on the tree of a request, as Run of the package does.
func (c *Compiled) Run(ctx context.Context, r Request, out io.Writer) (*Result, error) {
	root, err := r.root()
	if err != nil {
		return nil, err
	}
	m := newMachine(root, c.functions, out)
	m.withLines, m.turned, m.globals = r.Lines, r.Mover, c.globals
	m.alpha, m.beta = WindowNames(r.Alpha, r.Beta)
	if r.Watch != nil {
		m.watch = r.Watch
	}
	if m.out.buffer = r.Buffer[:0]; cap(m.out.buffer) == 0 {
		m.out.buffer = make([]byte, 0, BufferSize)
	}
	m.out.due = r.Due
	if r.Note != nil {
		m.out.note = r.Note
	}
	m.thread = &starlark.Thread{Name: "program"}
	steps := r.Steps
	if steps == 0 {
		steps = MaxSteps
	}
	m.thread.SetMaxExecutionSteps(steps)
	stop := context.AfterFunc(ctx, func() { m.thread.Cancel(context.Cause(ctx).Error()) })
	defer stop()
	predeclared := m.given(root.from.info())
	for name, f := range m.hidden() {
		predeclared[name] = f
	}
	globals, err := c.program.Init(m.thread, predeclared)
	result := &Result{Search: c.searchNames(), Steps: m.thread.ExecutionSteps()}
	value := globals[resultName]
	if _, is := value.(starlark.Callable); is {
		value = nil
	}
	if err == nil {
		if m.implied {
			m.chooseMove(value)
		}
		err = m.closeTo(0, m.resultAtRoot(value))
	} else if len(m.open) > 0 {
		if e := m.writeEnter(m.innermost()); e != nil {
			err = e
		}
	}
	if value != nil {
		result.Result = appendJSON(nil, value, MaxOutput)
	}
	if b, ok := m.appendValue(nil, orNone(value), m.turnedAt(root)); ok && !m.moved {
		result.Value = b
	} else if m.first != nil {
		result.Value = m.first
	}
	switch {
	case err != nil:
		result.Fault = m.fault(err, steps)
	case !m.entered:
		result.Fault = c.unentered(max(m.line, 1))
	default:
		m.out.begin("done")
		if result.Value != nil {
			m.out.b = append(append(m.out.b, `,"value":`...), result.Value...)
		}
		m.out.b = appendField(m.out.b, "nodes", m.nodes)
		if err := m.out.end(); err != nil {
			return nil, err
		}
	}
	result.Events, result.Lines, result.LinesCut = m.out.events, m.out.lines, m.out.cut
	result.Nodes, result.Output = m.nodes, m.output.String()
	return result, m.out.flush()
}

func orNone(v starlark.Value) starlark.Value {
	if v == nil {
		return starlark.None
	}
	return v
}

// resultAtRoot returns the value with which a root is left that is still open at the end.
func (m *machine) resultAtRoot(value starlark.Value) starlark.Value {
	if len(m.open) > 0 && m.open[0].node == m.root {
		return value
	}
	return nil
}

// fault returns what has ended a run, and where.
func (m *machine) fault(err error, steps uint64) *Fault {
	f := &Fault{Line: max(m.line, 1), Text: err.Error()}
	var failed *starlark.EvalError
	if errors.As(err, &failed) {
		if at := m.placeOf(failed); at.Line > 0 {
			f.Line, f.Column = int(at.Line), int(at.Col)
		}
		f.Text = runtimeText(failed.Msg, steps)
	}
	var limit limitError
	if errors.As(err, &limit) {
		f.Text, f.Column = string(limit), 0
	}
	if v := m.innermost(); v != nil {
		f.Node = &v.node.id
	}
	return f
}

// placeOf returns the innermost place of the text that an error is about. That of a call which does not fit its
// function is where it is called.
func (m *machine) placeOf(failed *starlark.EvalError) (at syntax.Position) {
	stack := failed.CallStack
	depth := len(m.calls) + 1 // of the program's own functions, and of its top level
	for _, frame := range stack {
		if frame.Pos.Line == 0 || frame.Pos.Filename() != programName {
			continue
		}
		if depth == 0 {
			break
		}
		depth--
		at = frame.Pos
	}
	return at
}
