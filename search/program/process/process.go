package process

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"espalier/search/program"
)

const (
	// pollTime is how often the memory and the time of a process are read.
	pollTime = 10 * time.Millisecond
	// wallTime ends a process that gets no processor.
	wallTime = 6 * program.MaxTime
	// maxAnswer bounds the result of a process in bytes.
	maxAnswer = 4 << 20
)

var (
	tooLarge  = fmt.Sprintf("the program takes more than %d MiB of memory, the most that is allowed", program.MaxMemory>>20)
	tooSlow   = fmt.Sprintf("the program has not ended within %s", wallTime)
	errKilled = errors.New("ended")
)

func tooLong(most time.Duration) string {
	return fmt.Sprintf("the program takes more than %s of processor time, the most that is allowed: does a loop end?", most)
}

// Run runs a program in a process of its own, and writes the lines of its trace, without the header; the writer
// gets whole lines only. A text that cannot be compiled is program.Faults. What ends a run, also from outside, is
// the Fault of its result. Watch, Buffer and Note of the request are
// not used. The error is otherwise that of the context,
// of the writer, or of a process that cannot be started.
func Run(ctx context.Context, r program.Request, out io.Writer) (*program.Result, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("start a process for the program: %w", err)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if r.Time == 0 {
		r.Time = program.MaxTime
	}
	body, err := json.Marshal(request{Text: r.Text, Tree: r.Tree.AppendJSON(nil), Mover: r.Mover, Alpha: r.Alpha, Beta: r.Beta, Search: r.Search, Lines: r.Lines, Steps: r.Steps, Time: r.Time})
	if err != nil {
		return nil, err
	}
	s, err := newShared()
	if err != nil {
		return nil, fmt.Errorf("start a process for the program: %w", err)
	}
	defer s.close()
	lines := &lineCounter{to: out}
	result := &limited{most: maxAnswer}
	cmd := exec.CommandContext(ctx, self, childArgument)
	cmd.Env = []string{}
	cmd.Dir = "/"
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(body), lines, result
	cmd.ExtraFiles = s.files()
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start a process for the program: %w", err)
	}
	watched := make(chan string, 1)
	go func() { watched <- watchProcess(ctx, cmd.Process.Pid, r.Time, cancel) }()
	err = cmd.Wait()
	ended := context.Cause(ctx)
	cancel(nil)
	why := <-watched
	switch {
	case lines.failed != nil:
		return nil, lines.failed
	case why == "" && ended != nil && !errors.Is(ended, errKilled):
		return nil, ended
	case why != "":
		return lines.endedFromOutside(s, why)
	case err != nil: // the limit of the addresses, or a fault of the language
		if crash := crashed(result.Bytes()); crash != "" {
			return lines.endedFromOutside(s, crash)
		}
		return nil, fmt.Errorf("the process of the program: %w: %.500s", err, result.Bytes())
	}
	var a answer
	if err := json.Unmarshal(result.Bytes(), &a); err != nil {
		return nil, fmt.Errorf("the result of the process: %w: %.500s", err, result.Bytes())
	}
	switch {
	case len(a.Faults) > 0:
		return nil, a.Faults
	case a.Error != "":
		return nil, errors.New(a.Error)
	}
	return a.Result, nil
}

// watchProcess ends a process that takes too much, and says why. It returns when the context ends.
func watchProcess(ctx context.Context, pid int, most time.Duration, cancel context.CancelCauseFunc) string {
	began := time.Now()
	ticker := time.NewTicker(pollTime)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return ""
		case <-ticker.C:
		}
		memory, processor := usage(pid)
		why := ""
		switch {
		case memory > program.MaxMemory:
			why = tooLarge
		case processor > most+time.Second: // it has not ended itself
			why = tooLong(most)
		case time.Since(began) > wallTime:
			why = tooSlow
		}
		if why != "" {
			cancel(errKilled)
			return why
		}
	}
}

// crashed says why a process has ended by itself, if it is a limit; empty: it is none.
func crashed(output []byte) string {
	switch {
	case bytes.Contains(output, []byte("out of memory")), bytes.Contains(output, []byte("cannot allocate memory")):
		return tooLarge
	case bytes.Contains(output, []byte("stack exceeds")), bytes.Contains(output, []byte("stack overflow")):
		return "the program is nested too deeply"
	}
	return ""
}

// A lineCounter passes whole lines on, and counts the events among them.
type lineCounter struct {
	to     io.Writer
	rest   []byte
	bytes  int64 // that have come
	events int
	lines  int
	failed error
}

var betweenStart = []byte(`{"type":"line"`)

func (l *lineCounter) Write(p []byte) (int, error) {
	if l.failed != nil {
		return 0, l.failed
	}
	n := len(p)
	l.bytes += int64(n)
	end := bytes.LastIndexByte(p, '\n') + 1
	if end == 0 {
		l.rest = append(l.rest, p...)
		return n, nil
	}
	whole := p[:end]
	if len(l.rest) > 0 {
		whole = append(l.rest, whole...)
	}
	for rest := whole; len(rest) > 0; {
		line, after, _ := bytes.Cut(rest, []byte("\n"))
		if bytes.HasPrefix(line, betweenStart) {
			l.lines++
		} else {
			l.events++
		}
		rest = after
	}
	if _, l.failed = l.to.Write(whole); l.failed != nil {
		return 0, l.failed
	}
	l.rest = append(l.rest[:0], p[end:]...)
	return n, nil
}

// endedFromOutside returns the result of a program that could not return one. What it has not written yet follows.
func (l *lineCounter) endedFromOutside(s *shared, why string) (*program.Result, error) {
	if _, err := l.Write(s.waiting(l.bytes)); err != nil {
		return nil, err
	}
	return &program.Result{
		Search: []string{}, Events: l.events, Lines: l.lines, Fault: &program.Fault{Line: max(s.line(), 1), Text: why},
	}, nil
}

// A limited buffer keeps the beginning of what is written to it.
type limited struct {
	bytes.Buffer
	most int
}

func (l *limited) Write(p []byte) (int, error) {
	if room := l.most - l.Len(); room > 0 {
		l.Buffer.Write(p[:min(len(p), room)])
	}
	return len(p), nil
}
