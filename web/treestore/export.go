package treestore

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"espalier/web/words"
)

// An export is a file of JSON lines. The first one says that it is an export. Then each
// key has a line with its value: first the keys of the trees, each tree in a row and its
// head last, then those of the lessons. The last line has the numbers of trees and lessons.
// Version 1 had no lessons. Rooms are not exported, since they end after some hours.
const (
	exportName    = "espalier-library"
	exportVersion = 2
)

// A Count is the number of trees and lessons that were written or read.
type Count struct{ Trees, Lessons int }

func (c Count) String() string {
	return words.Plural(c.Trees, "tree") + " and " + words.Plural(c.Lessons, "lesson")
}

type exportLine struct {
	Export  string `json:"export,omitempty"` // in the first line
	Version int    `json:"version,omitempty"`

	Key   string `json:"key,omitempty"`
	Value []byte `json:"value,omitempty"`

	End     bool `json:"end,omitempty"` // in the last line
	Trees   int  `json:"trees,omitempty"`
	Lessons int  `json:"lessons,omitempty"`
}

// Export writes the trees with these ids, with all their revisions, and the lessons with
// these ids. Without ids it writes all trees and lessons. It returns how many it has written.
func (l *Store) Export(ctx context.Context, w io.Writer, ids ...ID) (n Count, err error) {
	named := map[ID]bool{}
	for _, id := range ids {
		named[id] = true
	}
	if len(ids) == 0 {
		if err := l.EachID(ctx, func(id ID) error { ids = append(ids, id); return nil }); err != nil {
			return n, err
		}
	}
	var lessons []exportLine
	isLesson := map[ID]bool{}
	if err := l.Each(ctx, lessonPrefix+">", true, func(name string, value []byte) error {
		id := ID(strings.TrimPrefix(name, lessonPrefix))
		if len(named) == 0 || named[id] {
			lessons = append(lessons, exportLine{Key: name, Value: bytes.Clone(value)})
			isLesson[id] = true
		}
		return nil
	}); err != nil {
		return n, err
	}
	buffered := bufio.NewWriter(w)
	out := json.NewEncoder(buffered)
	if err := out.Encode(exportLine{Export: exportName, Version: exportVersion}); err != nil {
		return n, err
	}
	for _, id := range ids {
		if isLesson[id] {
			continue
		}
		if err := l.exportTree(ctx, out, id); err != nil {
			return n, err
		}
		n.Trees++
	}
	for i := range lessons {
		if err := out.Encode(&lessons[i]); err != nil {
			return n, err
		}
		n.Lessons++
	}
	if err := out.Encode(exportLine{End: true, Trees: n.Trees, Lessons: n.Lessons}); err != nil {
		return n, err
	}
	return n, buffered.Flush()
}

// PutBack adds a tree that was removed because the library was nearly full, from the
// newest copy in a folder. The error is ErrNotFound if there is no copy.
func (l *Store) PutBack(ctx context.Context, folder string, id ID) error {
	files, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var unread error
	for _, file := range slices.Backward(files) { // the newest first, since their names begin with their times
		added, err := l.putBackFrom(ctx, filepath.Join(folder, file.Name()), id)
		if added {
			return nil
		}
		if err != nil {
			unread = errors.Join(unread, fmt.Errorf("%s: %w", file.Name(), err))
		}
	}
	if unread != nil {
		return unread
	}
	return ErrNotFound
}

// putBackFrom adds a removed tree from one file of copies, if the file has it.
func (l *Store) putBackFrom(ctx context.Context, name string, id ID) (added bool, err error) {
	file, err := os.Open(name)
	if err != nil {
		return false, err
	}
	defer file.Close()
	n, _, err := l.Import(ctx, file, id)
	return n.Trees > 0, err
}

func (l *Store) exportTree(ctx context.Context, out *json.Encoder, id ID) error {
	var head *exportLine
	err := l.Each(ctx, string(id)+".>", true, func(name string, value []byte) error {
		line := exportLine{Key: name, Value: value}
		if name == importedKey(id) {
			return nil // it is about this store
		}
		if name == string(id)+".head" {
			head = &line
			return nil
		}
		return out.Encode(line)
	})
	if err == nil && head == nil {
		err = fmt.Errorf("%s: %w", id, ErrNotFound)
	}
	if err != nil {
		return err
	}
	return out.Encode(head)
}

// keyForm matches what follows the id in a key of a tree.
var keyForm = regexp.MustCompile(`^[a-z0-9]+(\.[a-z0-9]+)*$`)

// Import adds the trees and lessons of an export; with ids, only these. A tree or lesson
// that the store already has is skipped. If the export ends early or a tree cannot be read,
// those before it are kept.
func (l *Store) Import(ctx context.Context, r io.Reader, only ...ID) (added, skipped Count, err error) {
	in := json.NewDecoder(bufio.NewReader(r))
	var line exportLine
	if err := in.Decode(&line); err != nil || line.Export != exportName {
		return added, skipped, errors.New("this is no export of a library")
	}
	if line.Version < 1 || line.Version > exportVersion {
		return added, skipped, fmt.Errorf("the export has version %d; this program reads the versions 1 to %d", line.Version, exportVersion)
	}
	i := importer{l: l, only: only}
	for {
		line = exportLine{}
		if err := in.Decode(&line); err != nil {
			return i.added, i.skipped, fmt.Errorf("the export ends early or is damaged, after %s: %w", i.all(), err)
		}
		if line.End {
			if want := (Count{line.Trees, line.Lessons}); want != i.all() {
				return i.added, i.skipped, fmt.Errorf("the export had %s, and %s were in it", want, i.all())
			}
			return i.added, i.skipped, nil
		}
		if err := i.take(ctx, &line); err != nil {
			return i.added, i.skipped, err
		}
	}
}

// An importer adds an export line by line.
type importer struct {
	l              *Store
	only           []ID // if it is empty, all are added
	added, skipped Count
	passed         Count     // without one of the ids in only
	id             ID        // of the tree whose lines are being read
	adding         *Adoption // nil if the store has the tree
}

func (i *importer) all() Count {
	return Count{i.added.Trees + i.skipped.Trees + i.passed.Trees, i.added.Lessons + i.skipped.Lessons + i.passed.Lessons}
}

func (i *importer) wanted(id ID) bool { return len(i.only) == 0 || slices.Contains(i.only, id) }

func (i *importer) take(ctx context.Context, line *exportLine) error {
	if name, found := strings.CutPrefix(line.Key, lessonPrefix); found {
		return i.lesson(ctx, name, line)
	}
	name, rest, _ := strings.Cut(line.Key, ".")
	next, err := ParseID(name)
	if err != nil || !keyForm.MatchString(rest) {
		return fmt.Errorf("%.80q is no key of a tree", line.Key)
	}
	if !i.wanted(next) {
		if rest == "head" {
			i.passed.Trees++
		}
		return nil
	}
	if next != i.id {
		if i.adding, err = i.l.Adopt(ctx, next); err != nil {
			return err
		}
		i.id = next
	}
	if i.adding != nil {
		if err := i.adding.Put(ctx, line.Key, line.Value); err != nil {
			return err
		}
	}
	if rest != "head" {
		return nil
	}
	i.id = ""
	if i.adding == nil {
		i.skipped.Trees++
		return nil
	}
	if err := i.adding.End(ctx); err != nil {
		return err
	}
	i.added.Trees++
	return nil
}

func (i *importer) lesson(ctx context.Context, name string, line *exportLine) error {
	id, err := ParseID(name)
	if err != nil {
		return fmt.Errorf("%.80q is no key of a lesson", line.Key)
	}
	if !i.wanted(id) {
		i.passed.Lessons++
		return nil
	}
	added, err := i.l.AdoptLesson(ctx, id, line.Value)
	switch {
	case err != nil:
		return err
	case added:
		i.added.Lessons++
	default:
		i.skipped.Lessons++
	}
	return nil
}
