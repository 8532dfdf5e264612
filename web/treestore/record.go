package treestore

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"time"

	"espalier/trees"
	"espalier/web/store/clock"
	"espalier/web/store/key"
	"espalier/web/store/records"
)

// A record is the stored form of one revision:
//
//	magic  "espr1\n"
//	sum    4 bytes, little endian: CRC-32C of all that follows
//	length uvarint, of the head
//	head   JSON
//	parts  the concatenated parts, compressed with DEFLATE. Long parts are in
//	       chunks under keys of their own
//
// A history reads only the heads, so records are kept small.
type record struct {
	head
	parts parts
}

const magic = "espr1\n"

const (
	// maxInline bounds the parts in a record, since a history of 100 revisions reads 100
	// records.
	maxInline = 32 << 10
	// chunkSize is the length of a chunk.
	chunkSize = records.MaxValue
	// maxParts bounds the decompressed parts of a record. It is enough for a draft of 8 MiB
	// with its ids and its text as typed, and a smaller change.
	maxParts = 64 << 20
	// maxChunks is the number of chunks of maxParts without any compression.
	maxChunks = maxParts/chunkSize + 1

	// level is that of the compression. The best level saves a tenth of the bytes and takes
	// several times as long.
	level = flate.BestSpeed
)

// A head describes a revision.
type head struct {
	Prev chainSum `json:"prev,omitempty"` // of the record of the previous revision; see chain.go

	Time time.Time `json:"time"` // by the clock of the machine that made it; it is shown
	// Aged is the time of the library in ms, from which the age is computed. 0 means that it
	// is the same as Time.
	Aged int64 `json:"aged,omitempty"`

	Op    string `json:"op"`
	Words string `json:"words"`
	Of    int    `json:"of,omitempty"`    // the revision that was undone or restored
	Token string `json:"token,omitempty"` // of the request that made it
	Nodes int    `json:"nodes"`
	Base  int    `json:"base,omitempty"` // the revision that a text with a syntax error is based on

	Request string `json:"request,omitempty"` // its digest, if the client sent a token

	// Whole is the newest revision, this one included, that holds its draft.
	Whole  int      `json:"whole"`
	Select trees.ID `json:"select,omitempty"`

	Lengths [partCount]int `json:"lengths"`
	Chunks  int            `json:"chunks,omitempty"` // of the parts; 0 if they are in the record
	Tag     string         `json:"tag,omitempty"`    // distinguishes the chunks from those of a concurrent writer
	Sum     uint32         `json:"sum,omitempty"`    // of the parts in chunks
}

// made returns when the revision was made, by the time of the library.
func (h *head) made() time.Time {
	if h.Aged != 0 {
		return time.UnixMilli(h.Aged)
	}
	return h.Time
}

// stamp sets the times of a revision that is made now.
func (l *Store) stamp(h *head) {
	h.Time = l.machine.Now().UTC()
	if now, _ := l.records.Now(); now.Sub(h.Time).Abs() > clock.MaxStep {
		h.Aged = now.UnixMilli()
	}
}

// The parts of a record; any may be empty.
const (
	partChange  = iota // from the previous revision, as trees writes it
	partDraft          // the whole draft
	partCreated        // the ids of created nodes, as uvarints of their differences
	partTokens         // the digests of the tokens of earlier revisions; see tokenMemory
	partCount
)

type parts [partCount][]byte

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// encode returns the record and, if the parts are long, the chunks. The chunks must be stored
// before the record. tag distinguishes them from the chunks of other writers.
func (r *record) encode(tag string) (value []byte, chunks [][]byte, err error) {
	h := r.head
	for i, p := range r.parts {
		h.Lengths[i] = len(p)
	}
	if n := h.length(); n > maxParts {
		return nil, nil, &trees.Error{Path: "tree", Message: fmt.Sprintf("the revision has %d bytes; the library stores at most %d KiB", n, maxParts>>10), OverLimit: true}
	}
	packed := pack(r.parts)
	if len(packed) > maxInline {
		h.Tag, h.Sum = tag, crc32.Checksum(packed, castagnoli)
		for ; len(packed) > 0; packed = packed[min(chunkSize, len(packed)):] {
			chunks = append(chunks, packed[:min(chunkSize, len(packed))])
		}
		h.Chunks = len(chunks)
	}
	text, err := json.Marshal(&h)
	if err != nil {
		return nil, nil, err
	}
	value = append(value, magic...)
	value = append(value, 0, 0, 0, 0)
	value = binary.AppendUvarint(value, uint64(len(text)))
	value = append(value, text...)
	value = append(value, packed...)
	const start = len(magic) + 4
	binary.LittleEndian.PutUint32(value[len(magic):], crc32.Checksum(value[start:], castagnoli))
	return value, chunks, nil
}

// decodeHead decodes a record's head and returns the packed parts after it.
func decodeHead(value []byte) (h head, packed []byte, err error) {
	const start = len(magic) + 4
	if len(value) < start || string(value[:len(magic)]) != magic {
		return h, nil, errors.New("it is not a record of this version of Espalier")
	}
	if crc32.Checksum(value[start:], castagnoli) != binary.LittleEndian.Uint32(value[len(magic):]) {
		return h, nil, errors.New("its check sum is wrong")
	}
	n, k := binary.Uvarint(value[start:])
	rest := value[start+max(k, 0):]
	if k <= 0 || n > uint64(len(rest)) {
		return h, nil, errors.New("its head is cut short")
	}
	if err := json.Unmarshal(rest[:n], &h); err != nil {
		return h, nil, fmt.Errorf("its head is not right: %w", err)
	}
	for _, l := range h.Lengths {
		if l < 0 || l > maxParts {
			return h, nil, fmt.Errorf("a part of %d bytes is not possible", l)
		}
	}
	switch sum := h.length(); {
	case sum > maxParts:
		return h, nil, fmt.Errorf("parts of %d bytes are not possible", sum)
	case h.Chunks < 0 || h.Chunks > maxChunks || (h.Chunks > 0) != (h.Tag != ""):
		return h, nil, fmt.Errorf("%d chunks with the tag %q are not possible", h.Chunks, h.Tag)
	case h.Chunks > 0 && !validTag(h.Tag):
		return h, nil, fmt.Errorf("chunks with the tag %q are not possible", h.Tag)
	}
	return h, rest[n:], nil
}

// unpackChunks joins a record's chunks.
func (h *head) unpackChunks(chunks [][]byte) (parts, error) {
	packed := bytes.Join(chunks, nil)
	if crc32.Checksum(packed, castagnoli) != h.Sum {
		return parts{}, errors.New("the check sum of its chunks is wrong")
	}
	return h.unpack(packed)
}

// length returns the length of the parts.
func (h *head) length() (sum int) {
	for _, l := range h.Lengths {
		sum += l
	}
	return sum
}

// unpack decompresses the parts.
func (h *head) unpack(packed []byte) (p parts, err error) {
	total := h.length()
	// The buffer grows with the data, not with the lengths that the head claims.
	var out bytes.Buffer
	unfold := flate.NewReader(bytes.NewReader(packed))
	n, err := io.Copy(&out, io.LimitReader(unfold, int64(total)+1))
	if err != nil {
		return p, fmt.Errorf("its parts cannot be unfolded: %w", err)
	}
	if n != int64(total) {
		return p, fmt.Errorf("its parts are not of %d bytes", total)
	}
	rest := out.Bytes()
	for i, l := range h.Lengths {
		p[i], rest = rest[:l:l], rest[l:]
	}
	return p, nil
}

// packers has compressors for the next records. Each takes a megabyte. The garbage collector
// would drop them from a sync.Pool.
var packers = make(chan *flate.Writer, 4)

func pack(p parts) []byte {
	var w *flate.Writer
	select {
	case w = <-packers:
	default:
		w, _ = flate.NewWriter(io.Discard, level) // only a level that does not exist fails
	}
	var out bytes.Buffer
	w.Reset(&out)
	for _, b := range p {
		w.Write(b) // a buffer never fails
	}
	w.Close()
	w.Reset(io.Discard) // does not keep the bytes
	select {
	case packers <- w:
	default:
	}
	return out.Bytes()
}

// appendIDs appends ids as the uvarints of their differences, since the ids of an edit are
// mostly consecutive.
func appendIDs(b []byte, ids []trees.ID) []byte {
	before := trees.ID(0)
	for _, id := range ids {
		b = binary.AppendUvarint(b, uint64(id-before)) // wraps around if the ids descend
		before = id
	}
	return b
}

func readIDs(b []byte) ([]trees.ID, error) {
	var ids []trees.ID
	before := trees.ID(0)
	for len(b) > 0 {
		d, n := binary.Uvarint(b)
		if n <= 0 || d > 1<<32-1 {
			return nil, errors.New("its created nodes cannot be read")
		}
		before += trees.ID(d)
		ids = append(ids, before)
		b = b[n:]
	}
	return ids, nil
}

// validTag reports whether a tag may be part of a key.
func validTag(tag string) bool {
	for _, c := range []byte(tag) {
		if (c < 'a' || c > 'z') && (c < '2' || c > '7') {
			return false
		}
	}
	return len(tag) > 0 && len(tag) <= key.Chars
}
