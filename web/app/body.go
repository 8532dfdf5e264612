package app

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"time"

	"espalier/search/engine"
	"espalier/trees"
	"espalier/web/fair"
	"espalier/web/problem"
)

// smallBody is what a body is charged at least. While it is read, a body of unknown
// length is charged as the largest.
const smallBody = 4 << 10

// ReadBody reads a whole request body and returns the members of its object.
func (s *Core) ReadBody(w http.ResponseWriter, r *http.Request) ([]problem.Member, error) {
	body, err := s.readCharged(w, r)
	if err != nil {
		return nil, err
	}
	if len(body) == 0 {
		return nil, problem.Malformed("body", "the body is empty; send a JSON object")
	}
	give, err := fair.TakeTurnFor(r.Context(), len(body))
	if err != nil {
		return nil, err
	}
	defer give()
	return problem.SplitObject(body, "")
}

// ReadText reads a whole request body that is no JSON document.
func (s *Core) ReadText(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	return s.readCharged(w, r)
}

// ReadForm reads a whole request body and returns the fields of its form; none, if it is
// not one.
func (s *Core) ReadForm(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	body, err := s.readCharged(w, r)
	if err != nil {
		return nil, err
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/x-www-form-urlencoded" {
		return url.Values{}, nil
	}
	give, err := fair.TakeTurnFor(r.Context(), len(body))
	if err != nil {
		return nil, err
	}
	defer give()
	fields, err := url.ParseQuery(string(body))
	if err != nil {
		return nil, problem.Malformed("body", "the form cannot be read: %v", err)
	}
	return fields, nil
}

// readCharged reads a whole request body. Its bytes, and those of the tree that it may hold,
// are charged to the client until the request ends.
func (s *Core) readCharged(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if r.ContentLength > MaxBody {
		return nil, &http.MaxBytesError{Limit: MaxBody}
	}
	size := r.ContentLength
	if size < 0 {
		size = MaxBody
	}
	lease, err := s.AcquireBody(r.Context(), size)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(r.Context(), lease.Release)
	// Not the server's ReadTimeout: that one would also end a long answer.
	control := http.NewResponseController(w)
	body, err := ReadAtRate(http.MaxBytesReader(w, r.Body, MaxBody), r.ContentLength, control.SetReadDeadline)
	if err != nil {
		var large *http.MaxBytesError
		if errors.As(err, &large) {
			return nil, err
		}
		return nil, problem.Malformed("body", "the body could not be read: %s", err)
	}
	control.SetReadDeadline(time.Time{})
	lease.Shrink(max(smallBody, int64(len(body))))
	treeLease, err := s.AcquireTree(r.Context(), body)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(r.Context(), treeLease.Release)
	return body, nil
}

// AcquireBody takes memory for a body of some bytes, for the client of a context.
func (s *Core) AcquireBody(ctx context.Context, size int64) (*fair.Lease, error) {
	return s.bodies.Acquire(ctx, fair.ClientFrom(ctx), max(smallBody, size))
}

// AcquireAnswer takes capacity for the bytes of a message to the client of a context,
// and waits for its turn.
func (s *Core) AcquireAnswer(ctx context.Context, bytes int64) (*fair.Lease, error) {
	return s.messages.Acquire(ctx, fair.ClientFrom(ctx), bytes)
}

// AcquireTree takes memory for the tree that is read from a body or message, for the client
// of a context. It waits for its turn. The lease is nil if the body is small.
func (s *Core) AcquireTree(ctx context.Context, body []byte) (*fair.Lease, error) {
	if len(body) < fair.LargeBody {
		return nil, nil
	}
	return s.trees.Acquire(ctx, fair.ClientFrom(ctx), min(treeBytes(body), s.trees.Size()/4))
}

// treeBytes returns a bound on the memory of the tree that a body holds: each node has one
// of these signs, and so has each vector beyond the first of a node.
func treeBytes(body []byte) int64 {
	const nodeAndVector = 160 // bytes, with the unused capacity of lists that grow
	n := int64(0)
	for _, c := range body {
		switch c {
		case ' ', '\t', '\n', '\r', '\\', ',', '|', '(', '[', '{', '?', '.':
			n++
		}
	}
	return n * nodeAndVector
}

// ReadAtRate reads everything into one buffer, of the given size if that is not
// negative. The deadline is moved on as bytes arrive, so that a slow sender is
// given up. The whole buffer is made only when the first MinBodyRate bytes are there:
// a sender that announces a large body and sends a byte takes little memory.
func ReadAtRate(from io.Reader, size int64, setDeadline func(time.Time) error) ([]byte, error) {
	start := time.Now()
	var body bytes.Buffer
	if size >= 0 {
		body.Grow(int(min(size, MinBodyRate)) + bytes.MinRead)
	}
	for {
		setDeadline(start.Add(BodyTimeout + time.Duration(body.Len())*time.Second/MinBodyRate))
		_, err := io.CopyN(&body, from, MinBodyRate)
		if err == io.EOF {
			return body.Bytes(), nil
		}
		if err != nil {
			return nil, err
		}
		if body.Len() == MinBodyRate && size > MinBodyRate {
			body.Grow(int(size) - MinBodyRate + bytes.MinRead)
		}
	}
}

// WriteJSON answers with a JSON document.
func WriteJSON(w http.ResponseWriter, b []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Write(b)
}

// WriteParts writes a document as it is made, and returns when it is whole, or when nobody
// takes more of it. document appends to a list and gives it to part at times. Between two
// parts others may compute.
func WriteParts(ctx context.Context, w http.ResponseWriter, document func(b []byte, part trees.Part) []byte) {
	defer func() {
		if cause := recover(); cause != nil && cause != errNoMore {
			panic(cause)
		}
	}()
	part := func(b []byte) []byte {
		_, err := w.Write(b)
		if err == nil {
			err = engine.PassTurn(ctx)
		}
		if err != nil {
			panic(errNoMore) // nothing else ends a document
		}
		return b[:0]
	}
	part(document(make([]byte, 0, trees.PartBytes/8), part))
}

// errNoMore ends a document of which nobody takes more.
var errNoMore = errors.New("nobody takes more of the document")
