package cluster

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/minio/highwayhash"
)

// The embedded server keeps its messages in block files. A block file is a sequence of
// records:
//
//	length   4 bytes, little endian; the highest bit means that there are headers
//	sequence 8 bytes; the highest bit means that the message was erased, and the
//	         next one that the record only marks the removal of this sequence
//	time     8 bytes
//	length   2 bytes, of the subject
//	subject
//	length   4 bytes, of the headers, and then the headers, if there are any
//	value
//	sum      8 bytes: HighwayHash-64 of sequence, time, subject, headers and
//	         value. The key depends on the stream and the file
//
// nats-server uses the sequence of a record before it checks the sum: one wrong byte in
// it makes the server loop for ever. At other wrong bytes it cuts off the rest of the file, with
// all whole records in it. So the files are read here before the server sees them, and damaged
// parts are taken out; see mendStore.
const (
	recordStart = 4 + 8 + 8 + 2
	recordSum   = 8

	headersBit = 1 << 31 // of the length
	erasedBit  = 1 << 63 // of the sequence
	removedBit = 1 << 62

	// maxRecord is the greatest length that nats-server accepts.
	maxRecord = 32 << 20

	blockSuffix  = ".blk"
	headersBegin = "NATS/1.0\r\n"
	headersEnd   = "\r\n\r\n"
)

// streamDir returns the folder of the bucket's stream in the folder of the server.
func streamDir(dir string) string {
	return filepath.Join(dir, "jetstream", "$G", "streams", streamName)
}

func blocksDir(dir string) string { return filepath.Join(streamDir(dir), "msgs") }

// An Entry is a whole record of a block file. A later entry of a key replaces an earlier one.
type Entry struct {
	Sequence uint64
	Key      string // "" if it is only a mark, or not of the bucket
	Value    []byte // valid until the function that is called with it returns
	Deleted  bool   // the value is the mark that the key was deleted
	Removed  bool   // the message of this sequence was removed
}

// A Fault is a part of a file that cannot be read.
type Fault struct {
	File     string // below the folder of the store
	From, To int64  // bytes
}

func (f Fault) String() string { return fmt.Sprintf("%s, bytes %d to %d", f.File, f.From, f.To) }

// A block is the content of a block file.
type block struct {
	index int
	name  string
	data  []byte
	sum   hash.Hash64
}

// blockFiles returns the numbers of the block files, in order.
func blockFiles(dir string) ([]int, error) {
	entries, err := os.ReadDir(blocksDir(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var found []int
	for _, e := range entries {
		number, isBlock := strings.CutSuffix(e.Name(), blockSuffix)
		if n, err := strconv.Atoi(number); isBlock && err == nil {
			found = append(found, n)
		}
	}
	slices.Sort(found)
	return found, err
}

func blockName(dir string, index int) string {
	return filepath.Join(blocksDir(dir), strconv.Itoa(index)+blockSuffix)
}

// blockBytes returns the size of all block files.
func blockBytes(dir string) (total int64, err error) {
	indices, err := blockFiles(dir)
	for _, index := range indices {
		info, err := os.Stat(blockName(dir, index))
		if err != nil {
			return 0, err
		}
		total += info.Size()
	}
	return total, err
}

func readBlock(dir string, index int) (*block, error) {
	b := &block{index: index, name: blockName(dir, index)}
	var err error
	if b.data, err = os.ReadFile(b.name); err != nil {
		return nil, err
	}
	b.sum = blockSum(index)
	return b, nil
}

// blockSum returns the hash of a block file's records.
func blockSum(index int) hash.Hash64 { return keyedSum(fmt.Sprintf("%s-%d", streamName, index)) }

func keyedSum(name string) hash.Hash64 {
	key := sha256.Sum256([]byte(name))
	sum, err := highwayhash.New64(key[:])
	if err != nil {
		panic("nats: " + err.Error()) // the length of the key is constant
	}
	return sum
}

// A record is the place of a record in a block, and its entry.
type record struct {
	Entry
	at, size int
}

// recordAt returns the record at a place. ok is false if there is no whole record.
func recordAt(data []byte, at int, sum hash.Hash64) (r record, ok bool) {
	if len(data)-at < recordStart+recordSum {
		return r, false
	}
	d := data[at:]
	length, subject := binary.LittleEndian.Uint32(d), int(binary.LittleEndian.Uint16(d[20:]))
	hasHeaders := length&headersBit != 0
	size := int(length &^ headersBit)
	start := recordStart + subject
	if hasHeaders {
		start += 4
	}
	if size > maxRecord || size > len(d) || start > size-recordSum {
		return r, false
	}
	// The stream has nothing else. This also keeps the search for the next whole record
	// short.
	if isMark := size == recordStart+recordSum; !isMark && !bytes.HasPrefix(d[recordStart:], []byte(subjectPrefix)) {
		return r, false
	}
	headers := 0
	if hasHeaders { // the sum does not cover their length
		headers = int(binary.LittleEndian.Uint32(d[start-4:]))
		if headers < 0 || headers > size-recordSum-start || !wholeHeaders(d[start:start+headers]) {
			return r, false
		}
	}
	sum.Reset()
	sum.Write(d[4:20])
	sum.Write(d[recordStart : recordStart+subject])
	sum.Write(d[start : size-recordSum])
	var got [recordSum]byte
	if !bytes.Equal(sum.Sum(got[:0]), d[size-recordSum:size]) {
		return r, false
	}
	r.at, r.size = at, size
	r.Sequence = binary.LittleEndian.Uint64(d[4:])
	switch {
	case r.Sequence&removedBit != 0:
		r.Removed = true
	case r.Sequence&erasedBit == 0:
		r.Key, _ = strings.CutPrefix(string(d[recordStart:recordStart+subject]), subjectPrefix)
		r.Value = d[start+headers : size-recordSum]
		r.Deleted = headers > 0 && bytes.Contains(d[start:start+headers], []byte("\r\n"+operation+":"))
	}
	r.Sequence &^= removedBit | erasedBit
	return r, true
}

func wholeHeaders(h []byte) bool {
	return bytes.HasPrefix(h, []byte(headersBegin)) && bytes.Index(h, []byte(headersEnd)) == len(h)-len(headersEnd)
}

// records calls each with the whole records of a block, and lost with each part between them
// that is not a record.
func (b *block) records(each func(record), lost func(from, to int)) {
	from := -1 // of the lost part
	for at := 0; at < len(b.data); {
		r, ok := recordAt(b.data, at, b.sum)
		if !ok {
			if from < 0 {
				from = at
			}
			at++ // the length may be wrong, so the next record is searched for
			continue
		}
		if from >= 0 {
			lost(from, at)
			from = -1
		}
		each(r)
		at += r.size
	}
	if from >= 0 {
		lost(from, len(b.data))
	}
}

// scan reads all block files. It calls each with the whole records of a file, and then damaged
// with the file if it has other parts.
func scan(ctx context.Context, dir string, each func(*block, record), damaged func(*block, []Fault) error) error {
	indices, err := blockFiles(dir)
	if err != nil {
		return err
	}
	for _, index := range indices {
		if err := ctx.Err(); err != nil {
			return err
		}
		b, err := readBlock(dir, index)
		if err != nil {
			return err
		}
		var faults []Fault
		b.records(func(r record) { each(b, r) }, func(from, to int) {
			faults = append(faults, Fault{filepath.Base(b.name), int64(from), int64(to)})
		})
		if len(faults) > 0 && damaged != nil {
			if err := damaged(b, faults); err != nil {
				return err
			}
		}
	}
	return nil
}

// Scan reads the files of an embedded store without changing them. It calls each with the whole
// entries and fault with the damaged parts. The error is fs.ErrNotExist if there is no store.
func Scan(ctx context.Context, dir string, each func(Entry), fault func(Fault)) error {
	if _, err := os.Stat(dir); err != nil {
		return err
	}
	if !wholeMeta(dir) {
		fault(Fault{File: metaName})
	}
	return scan(ctx, dir, func(_ *block, r record) { each(r.Entry) }, func(_ *block, faults []Fault) error {
		for _, f := range faults {
			fault(f)
		}
		return nil
	})
}
