package traces

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"espalier/search/checks"
	"espalier/trace/program"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/store"
	"espalier/web/store/records"
	"espalier/web/tracestore"
)

// Limits of a run that is sent.
const (
	// MaxBytes is the most that is sent of one run.
	MaxBytes = 256 << 20
	// largeBytes is from where on a run is stored as it comes, and read when it is whole: the memory
	// that reading takes does not wait for the network then.
	largeBytes = app.MaxBody
	// byteMemory is the part of the bytes of a large run for whose memory is waited before it is read.
	byteMemory = 2
	// idleTime is how long a program may be silent while it sends.
	idleTime = 10 * time.Minute
)

// A feed cuts what is sent into lines and reads them.
type feed struct {
	reader  *program.Reader
	decoder program.Decoder
	rest    []byte             // of a line whose end has not come
	bytes   int64              // whole lines
	other   *program.LineError // the first line that is none of the run; what follows is only counted
}

// write reads the lines of a block. At a line that cannot be read it returns its error, and bytes is
// where that line begins. The error of a line of the program's own output is that of end: those that
// follow are counted.
func (f *feed) write(block []byte, pass func() error) error {
	return f.lines(f.decoder.Decode(block), pass)
}

func (f *feed) lines(block []byte, pass func() error) error {
	for len(block) > 0 {
		if pass != nil && f.reader.Due() {
			if err := pass(); err != nil {
				return err
			}
		}
		end := bytes.IndexByte(block, '\n')
		if end < 0 {
			f.rest = append(f.rest, block...)
			if len(f.rest) > program.MaxHeader+1 {
				return f.line(f.rest)
			}
			return nil
		}
		line := block[:end+1]
		block = block[end+1:]
		if len(f.rest) > 0 {
			f.rest = append(f.rest, line...)
			line = f.rest
		}
		if err := f.line(line); err != nil {
			return err
		}
		f.rest = f.rest[:0]
	}
	return nil
}

func (f *feed) line(line []byte) error { return f.read(line, f.reader.Line) }

func (f *feed) read(line []byte, read func([]byte) error) error {
	if f.other != nil {
		f.other.Count(line)
		return nil
	}
	if err := read(line); err != nil {
		if f.other = program.OtherLine(err); f.other != nil {
			return nil
		}
		return err
	}
	if f.bytes == 0 {
		f.bytes = f.decoder.Marked()
	}
	f.bytes += f.decoder.Size(line)
	return nil
}

// end reads the last line if it has no end.
func (f *feed) end() error {
	err := f.lines(f.decoder.End(), nil)
	if err == nil && len(f.rest) > 0 {
		err = f.read(f.rest, f.reader.Last)
	}
	f.rest = nil
	if err == nil && f.other != nil {
		err = f.other
	}
	return err
}

// slot takes the slot of a search for a run of some bytes.
func (h *Handlers) slot(ctx context.Context, size int64) (context.Context, func(), error) {
	if size <= largeBytes {
		return h.AcquireSearchSlot(ctx, app.SmallSearch)
	}
	return h.AcquireSearchSlot(ctx, app.LargeSearch)
}

// meteredSlot is slot for a run that is read: with what charges its memory. Of a large one a part is
// waited for.
func (h *Handlers) meteredSlot(ctx context.Context, size int64) (context.Context, *fair.Meter, func(), error) {
	ctx, release, err := h.slot(ctx, size)
	if err != nil {
		return nil, nil, nil, err
	}
	meter := h.TraceMemory.Meter(fair.ClientFrom(ctx))
	if size > largeBytes {
		err = meter.Await(ctx, size/byteMemory)
	}
	if err != nil {
		release()
		return nil, nil, nil, err
	}
	return ctx, meter, func() {
		meter.Release()
		release()
	}, nil
}

// An intake is a run that comes in.
type intake struct {
	feed
	writer *tracestore.Writer // nil: nothing is kept, or it is stored already
	meter  *fair.Meter        // of its memory
	keep   bool               // what comes before a line that cannot be read
	skip   bool               // the lines that the program prints besides its events
	fault  *program.LineError
	size   int64 // in all; 0: it is not known
	total  int64 // so far
	stored int64 // what it takes in the store
}

// errTooLarge is the error of a run with too many bytes.
func errTooLarge() error { return &http.MaxBytesError{Limit: MaxBytes} }

// read reads a whole run, in turn with the searches of others. A block is stored while the next one is read.
func (in *intake) read(ctx context.Context, from io.Reader) error {
	var stored chan error // of the block before; nil: there is none
	wait := func() error {
		if stored == nil {
			return nil
		}
		err := <-stored
		stored = nil
		return err
	}
	defer wait()
	block, other := make([]byte, tracestore.ChunkBytes), make([]byte, tracestore.ChunkBytes)
	for {
		n, err := io.ReadFull(from, block)
		last := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !last {
			return bodyError(ctx, err)
		}
		if in.total += int64(n); in.total > MaxBytes {
			return errTooLarge()
		}
		whole, err := in.take(ctx, block[:n], last)
		if err != nil {
			return err
		}
		if err := wait(); err != nil {
			return err
		}
		if in.writer != nil {
			stored = make(chan error, 1)
			go func(done chan<- error) { done <- in.writer.Append(ctx, whole) }(stored)
		}
		if last || in.fault != nil {
			break
		}
		block, other = other, block
	}
	if err := wait(); err != nil || in.writer == nil {
		return err
	}
	in.stored = in.writer.Stored
	return nil
}

// take reads a block and returns what of it is kept: all, or what comes before a line that cannot be
// read.
func (in *intake) take(ctx context.Context, block []byte, last bool) ([]byte, error) {
	give, err := fair.TakeTurn(ctx)
	if err != nil {
		return nil, err
	}
	defer give()
	begin := in.total - int64(len(block))
	err = in.write(block, passOf(ctx))
	if err == nil && last {
		err = in.end()
	}
	if errors.As(err, &in.fault) || in.other != nil {
		return block[:max(0, min(int64(len(block)), in.bytes-begin))], nil
	}
	return block, err
}

// checked checks a run that was read, and whose memory is charged by a meter. Whoever has an open question
// about such a run gets no verdict: it would answer.
func (h *Handlers) checked(ctx context.Context, meter *fair.Meter, read *program.Run, o checks.Options) (*checks.Report, error) {
	if err := run.SentAllowed(ctx, read, o.Algorithm); err != nil {
		return nil, err
	}
	held := meter.Held()
	if _, err := meter.Grow(held + checks.Bytes(read)); err != nil {
		return nil, err
	}
	defer meter.Settle(held)
	give, err := fair.TakeTurn(ctx)
	if err != nil {
		return nil, err
	}
	defer give()
	if len(read.Nodes) == 0 {
		return nil, problem.Malformed("body", `there is no event in it; the first line of a run may be {"type":"enter","id":0,"player":1}`)
	}
	report, err := checks.Of(ctx, read, o)
	var unknown *checks.AlgorithmError
	if errors.As(err, &unknown) {
		return nil, problem.Refused("algorithm", "%s", unknown)
	}
	return report, err
}

// SkipOther is the flag of a request that leaves out the lines that a program prints besides its events.
const SkipOther = "skip_other"

// refusedLine is the error of a line that cannot be read.
func refusedLine(l *program.LineError) error {
	path := fmt.Sprintf("line %d", l.Line)
	if l.Other == 0 {
		return problem.Refused(path, "%s", l.Message)
	}
	message := l.Message + "; " + SkipOther + "=1 in the address leaves out such lines"
	return &problem.OfferError{Problem: problem.Error{Status: http.StatusUnprocessableEntity, Path: path, Message: message}, Offer: SkipOther, Lines: l.Other}
}

// faultOf returns what is stored of a line that cannot be read; nil: there is none.
func faultOf(l *program.LineError) *tracestore.Fault {
	if l == nil {
		return nil
	}
	return &tracestore.Fault{Line: l.Line, Detail: l.Message, CutOff: l.CutOff, Other: l.Other}
}

// body returns the bytes of a run that is sent: the body, or the file of a form. It is given up if
// it comes slower than app.MinBodyRate. large says that they are still to come.
func (h *Handlers) body(w http.ResponseWriter, r *http.Request) (from io.Reader, large bool, err error) {
	if r.ContentLength > MaxBytes+smallHead {
		return nil, false, errTooLarge()
	}
	if from, large, err = h.rawBody(w, r); err != nil {
		return nil, false, err
	}
	r.Body = io.NopCloser(from)
	form, err := r.MultipartReader()
	if errors.Is(err, http.ErrNotMultipart) {
		return from, large, nil
	}
	if err != nil {
		return nil, false, problem.Malformed("body", "the form could not be read: %s", err)
	}
	for {
		part, err := form.NextPart()
		if err != nil {
			return nil, false, problem.Malformed("body", "the form has no file; the field is named trace")
		}
		if part.FormName() == "trace" || part.FileName() != "" {
			return part, large, nil
		}
	}
}

// rawBody reads a small body as a whole. A large one is read as it comes.
func (h *Handlers) rawBody(w http.ResponseWriter, r *http.Request) (from io.Reader, large bool, err error) {
	if r.ContentLength >= 0 && r.ContentLength <= largeBytes {
		body, err := h.ReadText(w, r)
		return bytes.NewReader(body), false, err
	}
	lease, err := h.AcquireBody(r.Context(), bodyMemory)
	if err != nil {
		return nil, false, err
	}
	context.AfterFunc(r.Context(), lease.Release)
	return &pacedReader{from: http.MaxBytesReader(w, r.Body, MaxBytes+smallHead), control: http.NewResponseController(w)}, true, nil
}

// spool stores a large run as it comes, without reading its lines.
func (h *Handlers) spool(ctx context.Context, from io.Reader, to *tracestore.Writer) error {
	block := make([]byte, tracestore.ChunkBytes)
	for {
		n, err := io.ReadFull(from, block)
		last := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !last {
			return bodyError(ctx, err)
		}
		if to.Offset+int64(n) > MaxBytes {
			return errTooLarge()
		}
		if err := to.Append(ctx, block[:n]); err != nil || last {
			return err
		}
	}
}

// bodyError returns the error of a run that cannot be read, from a body or from the store.
func bodyError(ctx context.Context, err error) error {
	var large *http.MaxBytesError
	var away *store.UnavailableError
	if errors.As(err, &large) || errors.As(err, &away) || records.IsDamaged(err) || ctx.Err() != nil {
		return err
	}
	return problem.Malformed("body", "the body could not be read: %s", err)
}

const (
	// bodyMemory is the memory of a run that is read: two blocks and what is sent of a line.
	bodyMemory = 2 << 20
	// smallHead is what a form has besides its file.
	smallHead = 64 << 10
)

// A pacedReader moves the deadline of a request on as its bytes come.
type pacedReader struct {
	from    io.Reader
	control *http.ResponseController
	waited  time.Duration // for bytes, so far
	bytes   int64
}

func (p *pacedReader) Read(b []byte) (int, error) {
	began := time.Now()
	p.control.SetReadDeadline(began.Add(app.BodyTimeout + time.Duration(p.bytes)*time.Second/app.MinBodyRate - p.waited))
	p.control.SetWriteDeadline(began.Add(app.SolveTimeout + app.WriteTimeout))
	n, err := p.from.Read(b)
	p.waited += time.Since(began)
	p.bytes += int64(n)
	if err != nil {
		p.control.SetReadDeadline(time.Time{})
	}
	return n, err
}

// readOn makes the reader of a run that is sent for a basis; nil: for none.
func (in *intake) readOn(ctx context.Context, h *Handlers, basis *run.Basis, skipOther bool) {
	o := basis.Options(run.TraceOptions(ctx, h.Saved()))
	o.Memory, o.SkipOther, o.Size.Bytes = in.meter.Grow, skipOther, in.size
	in.reader = program.NewReader(o)
}
