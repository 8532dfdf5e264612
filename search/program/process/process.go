package process

import (
	"bufio"
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
	"espalier/trees"
)

const (
	// pollTime is how often the memory and the time of a process are read.
	pollTime = 10 * time.Millisecond
	// wallTime ends a process that gets no processor.
	wallTime = 6 * program.MaxTime
	// maxCrash bounds what is kept of what a process says when it crashes.
	maxCrash = 64 << 10
)

var (
	tooLarge  = fmt.Sprintf("the program takes more than %d MiB of memory, the most that is allowed", program.MaxMemory>>20)
	tooSlow   = fmt.Sprintf("the program has not ended within %s", wallTime)
	errKilled = errors.New("the process was ended")
	errEnded  = errors.New("the process of the program has ended")
)

func tooLong(most time.Duration) string {
	return fmt.Sprintf("the program takes more than %s of processor time, the most that is allowed: does a loop end?", most)
}

// Run runs a program in a process of its own, and writes the lines of its trace, without the header; the writer
// gets whole lines only. A text that cannot be compiled is program.Faults. What ends a run, also from outside, is
// the Fault of its result. Watch, Buffer, Note and Due of the request are not used. The error is otherwise that of the
// context, of the writer, or of a process that cannot be started.
func Run(ctx context.Context, r program.Request, out io.Writer) (*program.Result, error) {
	s, err := Start(ctx, r)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return s.run(r.Tree, r.Implicit, out)
}

// A Session is a process that runs one program on one tree after the other. The limits of time and memory are those
// of the whole session.
type Session struct {
	ctx     context.Context
	cancel  context.CancelCauseFunc
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	crash   *limited
	memory  *shared
	watched chan string
	ended   bool
}

// Start starts the process of a program. Its tree is not used.
func Start(ctx context.Context, r program.Request) (*Session, error) {
	s := &Session{crash: &limited{most: maxCrash}, watched: make(chan string, 1)}
	if err := s.start(ctx, r); err != nil {
		return nil, fmt.Errorf("start a process for the program: %w", err)
	}
	return s, nil
}

func (s *Session) start(ctx context.Context, r program.Request) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if s.memory, err = newShared(); err != nil {
		return err
	}
	s.ctx, s.cancel = context.WithCancelCause(ctx)
	s.cmd = exec.CommandContext(s.ctx, self, childArgument)
	s.cmd.Env, s.cmd.Dir = []string{}, "/"
	s.cmd.Stderr, s.cmd.ExtraFiles = s.crash, s.memory.files()
	s.cmd.WaitDelay = time.Second
	var out io.ReadCloser
	if s.in, err = s.cmd.StdinPipe(); err == nil {
		if out, err = s.cmd.StdoutPipe(); err == nil {
			err = s.cmd.Start()
		}
	}
	if err != nil {
		s.cancel(nil)
		s.memory.close()
		return err
	}
	s.out = bufio.NewReaderSize(out, program.BufferSize)
	if r.Time == 0 {
		r.Time = program.MaxTime
	}
	go func() { s.watched <- watchProcess(s.ctx, s.cmd.Process.Pid, r.Time, s.cancel) }()
	s.send(request{Text: r.Text, Mover: r.Mover, Alpha: r.Alpha, Beta: r.Beta, Search: r.Search, Lines: r.Lines, Steps: r.Steps, Time: r.Time})
	return nil
}

// send sends a request. If the process has ended, the next read finds it.
func (s *Session) send(r request) {
	if b, err := json.Marshal(r); err == nil {
		s.in.Write(append(b, '\n'))
	}
}

// Close ends the process.
func (s *Session) Close() {
	s.in.Close()
	s.end(nil)
}

// end ends the process if it has not ended, and says what has ended it from outside; empty: nothing.
func (s *Session) end(cause error) (why string, err error) {
	if s.ended {
		return "", nil
	}
	s.ended = true
	if cause != nil {
		s.cancel(cause)
	}
	err = s.cmd.Wait()
	s.cancel(nil)
	why = <-s.watched
	return why, err
}

// Run runs the program on a tree, as Run of the package does. After a run that was ended from outside, or an error,
// the session has ended.
func (s *Session) Run(tree *trees.Tree, out io.Writer) (*program.Result, error) {
	return s.run(tree, nil, out)
}

func (s *Session) run(tree *trees.Tree, implicit *program.Implicit, out io.Writer) (*program.Result, error) {
	if s.ended {
		return nil, errEnded
	}
	r, err := on(tree, implicit)
	if err != nil {
		return nil, err
	}
	s.send(r)
	lines := &lineCounter{to: out}
	for {
		// As many bytes as there are: a reader that gets each line by itself spends its time on waiting.
		_, err := s.out.Peek(1)
		block, _ := s.out.Peek(s.out.Buffered())
		if len(block) > 0 && block[0] == answerMark && lines.isStart() {
			line, err := s.out.ReadBytes('\n')
			if err == nil {
				return s.answered(line[1:])
			}
			return s.broken(lines)
		}
		if end := bytes.Index(block, answerStart); end >= 0 {
			block = block[:end+1]
		}
		if _, failed := lines.Write(block); failed != nil {
			s.end(failed)
			return nil, failed
		}
		s.out.Discard(len(block))
		if err != nil {
			return s.broken(lines)
		}
	}
}

// answerStart is the end of a line before an answer.
var answerStart = []byte{'\n', answerMark}

func (s *Session) answered(line []byte) (*program.Result, error) {
	var a answer
	if err := json.Unmarshal(line, &a); err != nil {
		s.end(errKilled)
		return nil, fmt.Errorf("the result of the process: %w: %.500s", err, line)
	}
	switch {
	case len(a.Faults) > 0:
		return nil, a.Faults
	case a.Error != "":
		return nil, errors.New(a.Error)
	}
	return a.Result, nil
}

// broken returns the result of a run whose process has ended.
func (s *Session) broken(lines *lineCounter) (*program.Result, error) {
	ended := context.Cause(s.ctx)
	why, err := s.end(nil)
	if why == "" {
		why = crashed(s.crash.Bytes()) // the limit of the addresses, or a fault of the language
	}
	switch {
	case why != "":
		return lines.endedFromOutside(s.memory, why)
	case ended != nil:
		return nil, ended
	}
	return nil, fmt.Errorf("the process of the program has ended: %w: %.500s", err, s.crash.Bytes())
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
	case bytes.Contains(output, []byte("out of memory")), bytes.Contains(output, []byte("cannot allocate memory")), bytes.Contains(output, []byte("address space")):
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

// isStart reports whether what comes next begins a line.
func (l *lineCounter) isStart() bool { return len(l.rest) == 0 }

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
