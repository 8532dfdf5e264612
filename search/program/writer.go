package program

import (
	"fmt"
	"io"
	"strconv"
	"sync/atomic"
)

// A writer writes the lines of a trace.
type writer struct {
	to      io.Writer
	buffer  []byte // whole lines that are not written yet
	base    int64  // bytes that were written before them
	note    func(base int64, buffered int)
	due     *atomic.Bool // set from outside: what waits is written; nil: never
	failed  error
	b       []byte // the line that is made
	held    []byte // whole lines that wait for writeEnter
	holding bool
	events  int
	lines   int
	bytes   int64
	cut     bool // lines of the text were left out
}

// BufferSize is how much is written at once.
const BufferSize = 64 << 10

func newWriter(to io.Writer) *writer { return &writer{to: to, note: func(int64, int) {}} }

func appendField(b []byte, name string, n int) []byte {
	b = append(append(append(b, `,"`...), name...), `":`...)
	return strconv.AppendInt(b, int64(n), 10)
}

// begin begins an event.
func (w *writer) begin(kind string) {
	w.b = append(append(append(w.b[:0], `{"type":"`...), kind...), '"')
}

// endLine ends an event that is none of the search.
func (w *writer) endLine() error {
	if w.lines >= MaxLines || w.bytes+int64(len(w.b)) > maxBytes {
		w.cut = true
		return nil
	}
	w.lines++
	return w.end()
}

// endEvent ends an event of the search.
func (w *writer) endEvent() error {
	if w.events >= MaxEvents {
		return limitError(fmt.Sprintf("the search has more than %d events, the most that are allowed", MaxEvents))
	}
	w.events++
	return w.end()
}

func (w *writer) end() error {
	w.b = append(w.b, "}\n"...)
	if w.holding {
		if len(w.held)+len(w.b) <= maxPending {
			w.held = append(w.held, w.b...)
		} else {
			w.cut = true
		}
		return nil
	}
	return w.write(w.b)
}

// hold holds lines back from now on.
func (w *writer) hold() {
	w.holding = true
	w.held = w.held[:0]
}

// release ends it, and returns them.
func (w *writer) release() []byte {
	w.holding = false
	return w.held
}

func (w *writer) write(lines []byte) error {
	w.bytes += int64(len(lines))
	if len(w.buffer)+len(lines) > cap(w.buffer) {
		w.send()
	}
	if len(lines) > cap(w.buffer) {
		if w.failed == nil {
			_, w.failed = w.to.Write(lines)
			w.base += int64(len(lines))
		}
	} else {
		w.buffer = append(w.buffer, lines...)
	}
	w.note(w.base, len(w.buffer))
	if w.due != nil && w.due.CompareAndSwap(true, false) {
		w.send()
	}
	return w.failed
}

// send writes what is buffered.
func (w *writer) send() {
	if len(w.buffer) == 0 {
		return
	}
	if w.failed == nil {
		_, w.failed = w.to.Write(w.buffer)
	}
	w.base += int64(len(w.buffer))
	w.buffer = w.buffer[:0]
	w.note(w.base, 0)
}

func (w *writer) flush() error {
	w.send()
	return w.failed
}
