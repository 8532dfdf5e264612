//go:build unix

package treestore

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"strings"
	"sync"

	"espalier/web/store"
	"espalier/web/store/records"
)

// Among the values of TestFaults are runs in chunks, as those of traces. The root of a live one is stored
// first, and its chunks grow, in any process. The root of a whole one is stored last. The number of a run
// is its length, and its text is the list of its lines' labels.

const (
	faultyRunPrefix  = "run."
	faultyLivePrefix = faultyRunPrefix + "live"
)

var _ = records.Register(records.Chunked(records.Kind{Prefix: faultyRunPrefix, One: "run", Many: "runs",
	Number: func(_ []string, value []byte) int { return records.NumberIn(value, "revision") }},
	func(value []byte) (func(tag string) bool, error) {
		var root faultyRoot
		err := json.Unmarshal(value, &root)
		return func(tag string) bool { return tag == root.Tag }, err
	}))

// A faultyRoot is the value of the root of a run.
type faultyRoot struct {
	Tag   string `json:"tag"`
	Bytes int64  `json:"bytes"` // of a whole run
}

// runValues are the values of a store as those that have chunks need them.
type runValues struct{ *records.Store }

func (r runValues) ReadValue(ctx context.Context, key string) ([]byte, uint64, error) {
	return r.Value(ctx, key)
}

const (
	// A chunk is written again with some of the lines, which compress to half of that.
	runLine = 9000
	// wholeLines is how many lines a whole run has. They are two chunks.
	wholeLines = 6
)

// lineOf returns a line, which its label decides.
func lineOf(label string) []byte {
	sum := fnv.New64a()
	io.WriteString(sum, label)
	random := rand.New(rand.NewPCG(sum.Sum64(), 465))
	var b bytes.Buffer
	for b.WriteString(label + " "); b.Len() < runLine; {
		fmt.Fprintf(&b, "%016x", random.Uint64())
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// labelsOf returns the labels of the lines of a run, and false if a line is not as it was written.
func labelsOf(text []byte) (labels string, whole bool) {
	for len(text) > 0 {
		label, _, found := bytes.Cut(text, []byte(" "))
		line := lineOf(string(label))
		if !found || !bytes.HasPrefix(text, line) {
			return labels, false
		}
		labels += string(label) + " "
		text = text[len(line):]
	}
	return labels, true
}

// readRun returns the labels of a run and its length. The writer can go on with a live one.
func readRun(ctx context.Context, l *records.Store, key string) (labels string, w *records.ChunkWriter, err error) {
	value, _, err := l.Value(ctx, key)
	var root faultyRoot
	if err == nil {
		err = json.Unmarshal(value, &root)
	}
	if err != nil {
		return "", nil, err
	}
	w = records.NewChunkWriter(runValues{l}, records.ChunksAt(key, root.Tag))
	var text []byte
	err = w.CatchUp(ctx, func(raw []byte) error {
		text = append(text, raw...)
		return nil
	})
	if err == nil && w.Offset < root.Bytes {
		err = fmt.Errorf("%s has %d bytes of %d", key, w.Offset, root.Bytes)
	}
	labels, whole := labelsOf(text)
	if err == nil && !whole {
		err = fmt.Errorf("after %s%s goes on with %.40q", labels, key, text[min(len(text), strings.Count(labels, " ")*runLine):])
	}
	return labels, w, err
}

// appending is held while this process appends to a run. Another process may do so meanwhile.
var appending sync.Mutex

// putRun appends a line to a live run, or stores a whole one.
func putRun(ctx context.Context, l *records.Store, key, label string) (labels string, n int, err error) {
	appending.Lock()
	defer appending.Unlock()
	admit := func(_ []byte, _ int64, put func() error) error { return put() }
	storeRoot := func(tag string, n int64) error {
		value, err := json.Marshal(faultyRoot{tag, n})
		if err == nil {
			_, err = l.CreateValue(ctx, key, value, key)
		}
		return err
	}
	chunks := records.NewChunks(key)
	if !strings.HasPrefix(key, faultyLivePrefix) {
		w := records.NewChunkWriter(runValues{l}, chunks)
		for i := range wholeLines {
			one := fmt.Sprintf("%s.%d", label, i)
			if err := w.Append(ctx, lineOf(one), admit); err != nil {
				return "", 0, err
			}
			labels += one + " "
		}
		return labels, int(w.Offset), storeRoot(chunks.Tag(), w.Offset)
	}
	labels, w, err := readRun(ctx, l, key)
	if errors.Is(err, store.ErrNoKey) {
		labels, w, err = "", records.NewChunkWriter(runValues{l}, chunks), storeRoot(chunks.Tag(), 0)
	}
	if err == nil {
		err = w.Append(ctx, lineOf(label), admit)
	}
	if errors.Is(err, records.ErrBehind) {
		err = store.ErrKeyExists // another process has appended
	}
	if err != nil {
		return "", 0, err
	}
	return labels + label + " ", int(w.Offset), nil
}

// followRunOrder follows an order about a run.
func followRunOrder(ctx context.Context, l *records.Store, o order) (labels string, n int, err error) {
	if o.Op == "put" {
		return putRun(ctx, l, o.Key, o.Label)
	}
	labels, w, err := readRun(ctx, l, o.Key)
	if err == nil {
		n = int(w.Offset)
	}
	return labels, n, err
}
