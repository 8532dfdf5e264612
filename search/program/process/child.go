package process

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"espalier/search/program"
	"espalier/trees"
)

// childArgument is the argument by which the binary is started for one program.
const childArgument = "run-one-program"

// A request is what the process is given.
type request struct {
	Text   string          `json:"text"`
	Tree   json.RawMessage `json:"tree"`
	Mover  bool            `json:"mover"`
	Alpha  string          `json:"alpha"`
	Beta   string          `json:"beta"`
	Search []string        `json:"search"`
	Lines  bool            `json:"lines"`
	Steps  uint64          `json:"steps"`
	Time   time.Duration   `json:"time"`
}

// An answer is what the process returns.
type answer struct {
	Faults program.Faults // of a text that cannot be compiled
	Result *program.Result
	Error  string
}

// Every binary that has this package can be the process of a program, also that of a test. It is started often and
// has to begin at once, so it begins here: before the other packages are initialized, of which it needs none.
func init() {
	if len(os.Args) == 2 && os.Args[1] == childArgument {
		os.Exit(child())
	}
}

func child() int {
	runtime.GOMAXPROCS(1)
	debug.SetMemoryLimit(program.MaxMemory * 3 / 4)
	limitAddresses()
	a := runOne(os.Stdin, os.Stdout, openShared())
	b, err := json.Marshal(a)
	if err != nil {
		return 1
	}
	if _, err := os.Stderr.Write(b); err != nil {
		return 1
	}
	return 0
}

func runOne(in io.Reader, out io.Writer, s *shared) (a answer) {
	var r request
	if err := json.NewDecoder(in).Decode(&r); err != nil {
		return answer{Error: fmt.Sprintf("the request cannot be read: %v", err)}
	}
	tree, err := trees.ReadJSON(r.Tree)
	if err != nil {
		return answer{Error: fmt.Sprintf("the tree cannot be read: %v", err)}
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	go func() {
		for processorTime() < r.Time {
			time.Sleep(pollTime)
		}
		cancel(errors.New(tooLong(r.Time)))
	}()
	a.Result, err = program.Run(ctx, program.Request{
		Text: r.Text, Tree: tree, Mover: r.Mover, Alpha: r.Alpha, Beta: r.Beta, Search: r.Search, Lines: r.Lines, Steps: r.Steps,
		Watch: s.setLine, Buffer: s.buffer, Note: s.note,
	}, out)
	if err != nil && !errors.As(err, &a.Faults) {
		a.Error = err.Error()
	}
	return a
}
