package cluster

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

const (
	metaName    = "meta.inf" // how the server describes the stream
	metaSumName = "meta.sum"
	indexName   = "index.db" // the server makes a missing one from the blocks

	// DamagedDir is the folder with the damaged files as they were found.
	DamagedDir = "damaged"
)

// mendStore takes damaged parts out of the files, so that the server can open them. It
// keeps each file that it changes in the folder DamagedDir. It calls each with the whole
// entries, fault with the parts that were taken out, and read with the number of bytes that
// were read.
func mendStore(dir string, limit int64, log *slog.Logger, each func(Entry), fault func(Fault), read func(done, total int64)) error {
	m := &mender{dir: dir, log: log, now: time.Now().UTC().Format("20060102-150405.000000000")}
	if _, err := os.Stat(streamDir(dir)); errors.Is(err, fs.ErrNotExist) {
		return nil // nothing was stored yet
	}
	if !wholeMeta(dir) {
		fault(Fault{File: metaName})
		if err := m.writeMeta(limit); err != nil {
			return err
		}
	}
	total, err := blockBytes(dir)
	if err != nil {
		return err
	}
	var done int64
	var last *block
	defer func() { read(total, total) }()
	return scan(context.Background(), dir, func(b *block, r record) {
		if b != last {
			read(done, total)
			last = b
			done += int64(len(b.data))
		}
		each(r.Entry)
	}, func(b *block, faults []Fault) error {
		for _, f := range faults {
			fault(f)
		}
		return m.rewrite(b)
	})
}

type mender struct {
	dir string
	log *slog.Logger
	now string
}

// keep copies a file to the folder of damaged files.
func (m *mender) keep(name string) error {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	folder := filepath.Join(m.dir, DamagedDir)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	copied := filepath.Join(folder, m.now+"-"+filepath.Base(name))
	m.log.Warn("library: a file is damaged and is kept as it was found", "file", filepath.Base(name), "copy", copied)
	return writeFile(copied, data)
}

// rewrite replaces a block file by one that has only its whole records.
func (m *mender) rewrite(b *block) error {
	if err := m.keep(b.name); err != nil {
		return err
	}
	var whole []byte
	b.records(func(r record) { whole = append(whole, b.data[r.at:r.at+r.size]...) }, func(int, int) {})
	// The index is removed first, since it describes the file as it was.
	if err := os.Remove(filepath.Join(blocksDir(m.dir), indexName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return writeFile(b.name, whole)
}

// writeFile replaces a whole file, and returns when it is on the disk.
func writeFile(name string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
		return err
	}
	SyncDir(filepath.Dir(name))
	return nil
}

// wholeMeta reports whether the description of the stream has the right sum. Without a
// stream there is nothing to describe.
func wholeMeta(dir string) bool {
	folder := streamDir(dir)
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		return true
	}
	text, err := os.ReadFile(filepath.Join(folder, metaName))
	if err != nil {
		return false
	}
	sum, err := os.ReadFile(filepath.Join(folder, metaSumName))
	return err == nil && bytes.Equal(sum, metaSum(text))
}

func metaSum(text []byte) []byte {
	sum := keyedSum(streamName)
	sum.Write(text)
	return []byte(hex.EncodeToString(sum.Sum(nil)))
}

// writeMeta writes the description of the stream as it is when makeBucket makes the bucket.
// The server ignores a stream whose description has a wrong sum, and would make an empty
// one in its place.
func (m *mender) writeMeta(limit int64) error {
	info := server.FileStreamInfo{Created: time.Now().UTC(), StreamConfig: server.StreamConfig{
		Name: streamName, Description: bucketDescription, Subjects: []string{subject(">")},
		Retention: server.LimitsPolicy, MaxConsumers: -1, MaxMsgs: -1, MaxBytes: limit, MaxMsgsPer: 1, MaxMsgSize: -1,
		Discard: server.DiscardNew, Storage: server.FileStorage, Replicas: 1, Duplicates: duplicateWindow,
		AllowDirect: true, DenyDelete: true, AllowRollup: true, Metadata: map[string]string{"_nats.req.level": "0"},
	}}
	text, err := json.Marshal(&info)
	if err != nil {
		return err
	}
	folder := streamDir(m.dir)
	for _, name := range []string{metaName, metaSumName} {
		if err := m.keep(filepath.Join(folder, name)); err != nil {
			return err
		}
	}
	return errors.Join(writeFile(filepath.Join(folder, metaName), text), writeFile(filepath.Join(folder, metaSumName), metaSum(text)))
}
