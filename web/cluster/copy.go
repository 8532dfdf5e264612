package cluster

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Copy copies the files of an embedded store, which may be in use, to a new folder that
// OpenArchive and Embed can open. A block file that has not changed since an earlier copy, if
// that is not "", is linked to it. Damaged parts are not copied, but named in the faults.
func Copy(ctx context.Context, from, to, earlier string) ([]Fault, error) {
	if err := os.MkdirAll(blocksDir(to), 0o700); err != nil {
		return nil, err
	}
	for _, name := range []string{metaName, metaSumName} {
		text, err := os.ReadFile(filepath.Join(streamDir(from), name))
		if err == nil {
			err = writeFile(filepath.Join(streamDir(to), name), text)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	indices, err := blockFiles(from)
	if err != nil {
		return nil, err
	}
	var faults []Fault
	for _, index := range indices {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		more, err := copyBlock(from, to, earlier, index)
		if errors.Is(err, fs.ErrNotExist) {
			continue // the server has removed the file meanwhile
		}
		if err != nil {
			return nil, err
		}
		faults = append(faults, more...)
	}
	return faults, nil
}

func copyBlock(from, to, earlier string, index int) ([]Fault, error) {
	info, err := os.Stat(blockName(from, index))
	if err != nil {
		return nil, err
	}
	if earlier != "" {
		before, err := os.Stat(blockName(earlier, index))
		if err == nil && before.Size() == info.Size() && before.ModTime().Equal(info.ModTime()) &&
			os.Link(blockName(earlier, index), blockName(to, index)) == nil {
			return nil, nil
		}
	}
	b, err := readBlock(from, index)
	if err != nil {
		return nil, err
	}
	var faults []Fault
	whole := make([]byte, 0, len(b.data))
	b.records(func(r record) { whole = append(whole, b.data[r.at:r.at+r.size]...) }, func(from, to int) {
		faults = append(faults, Fault{filepath.Base(b.name), int64(from), int64(to)})
	})
	if err := writeFile(blockName(to, index), whole); err != nil {
		return nil, err
	}
	if int64(len(whole)) == info.Size() {
		// If it has changed since, the next call copies it again.
		return faults, os.Chtimes(blockName(to, index), info.ModTime(), info.ModTime())
	}
	return faults, nil
}
