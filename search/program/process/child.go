package process

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"time"

	"espalier/search/program"
	"espalier/trees"
)

// childArgument is the argument by which the binary is started for one program.
const childArgument = "run-one-program"

// A request is what the process is given: first a program, then one tree after the other.
type request struct {
	Text   string          `json:"text,omitempty"`
	Mover  bool            `json:"mover,omitempty"`
	Alpha  string          `json:"alpha,omitempty"`
	Beta   string          `json:"beta,omitempty"`
	Search []string        `json:"search,omitempty"`
	Lines  bool            `json:"lines,omitempty"`
	Steps  uint64          `json:"steps,omitempty"`
	Time   time.Duration   `json:"time,omitempty"`
	Tree   json.RawMessage `json:"tree,omitempty"`
	// Implicit is in the encoding of gob, which keeps the types of the values of a position.
	Implicit []byte `json:"implicit,omitempty"`
}

// An answer follows the lines of each run, as a line of its own that begins with answerMark.
type answer struct {
	Faults program.Faults // of a text that cannot be compiled
	Result *program.Result
	Error  string
}

// answerMark begins a line that is no event: a comment in a trace.
const answerMark = '#'

// Every binary that has this package can be the process of a program, also that of a test. It is started often and
// has to begin at once, so it begins here: before the packages of the server are initialized, of which it needs none.
func init() {
	for _, value := range []any{[]int{}, []string{}, [][]string{}} {
		gob.Register(value) // those of a games.Document
	}
	if len(os.Args) == 2 && os.Args[1] == childArgument {
		os.Exit(child())
	}
}

func child() int {
	runtime.GOMAXPROCS(1)
	debug.SetMemoryLimit(program.MaxMemory * 3 / 4)
	limitAddresses()
	memory := openShared()
	in := json.NewDecoder(os.Stdin)
	var first request
	if in.Decode(&first) != nil {
		return 1
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	var due atomic.Bool
	go func() {
		for processorTime() < first.Time {
			time.Sleep(pollTime)
			due.Store(true) // a reader sees what a long search does
		}
		cancel(errors.New(tooLong(first.Time)))
	}()
	compiled, err := program.Compile(first.Text, first.Search)
	for {
		var next request
		if in.Decode(&next) != nil { // no more trees
			return 0
		}
		b, failed := json.Marshal(runOne(ctx, compiled, err, &first, &next, memory, &due))
		if failed != nil {
			return 1
		}
		if _, failed := os.Stdout.Write(append(append([]byte{answerMark}, b...), '\n')); failed != nil {
			return 1
		}
	}
}

func runOne(ctx context.Context, compiled *program.Compiled, err error, r, on *request, s *shared, due *atomic.Bool) (a answer) {
	if err == nil {
		tree, implicit, failed := on.searched()
		if failed != nil {
			return answer{Error: fmt.Sprintf("the tree cannot be read: %v", failed)}
		}
		a.Result, err = compiled.Run(ctx, program.Request{
			Tree: tree, Implicit: implicit, Mover: r.Mover, Alpha: r.Alpha, Beta: r.Beta, Lines: r.Lines, Steps: r.Steps,
			Watch: s.setLine, Buffer: s.buffer, Note: s.note, Due: due,
		}, os.Stdout)
	}
	if err != nil && !errors.As(err, &a.Faults) {
		a.Error = err.Error()
	}
	return a
}

// on returns the request to run a program on a tree.
func on(tree *trees.Tree, implicit *program.Implicit) (r request, err error) {
	if implicit == nil {
		return request{Tree: tree.AppendJSON(nil)}, nil
	}
	var b bytes.Buffer
	err = gob.NewEncoder(&b).Encode(implicit)
	return request{Implicit: b.Bytes()}, err
}

// searched returns what a program is to be run on.
func (r *request) searched() (tree *trees.Tree, implicit *program.Implicit, err error) {
	if r.Implicit == nil {
		tree, err = trees.ReadJSON(r.Tree)
		return tree, nil, err
	}
	implicit = &program.Implicit{}
	return nil, implicit, gob.NewDecoder(bytes.NewReader(r.Implicit)).Decode(implicit)
}
