// Package archive is what an operator does with the saved trees of a store: it lists
// them, writes them to a file with all revisions, reads such a file, and writes the
// store anew without what no tree needs. Lessons are written and read with them. Rooms
// are not: they end after some hours. It imports the store, nats, words, and the keys
// and the ledger of the store.
package archive

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"espalier/web/treestore"
	"espalier/web/treestore/key"
	"espalier/web/words"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// A Listed is a tree in a list.
type Listed struct {
	ID        key.ID
	Revisions int
	Bytes     int64 // of all its keys and values
	Nodes     int
	Made      time.Time
	Edited    time.Time
	Title     string
	Opened    bool  // some time after its making
	Err       error // why it cannot be read; what precedes may be missing then
}

// List returns all trees. It reads the whole store.
func List(ctx context.Context, l *treestore.Store) ([]*Listed, error) {
	byID := map[key.ID]*Listed{}
	var all []*Listed
	err := l.Each(ctx, ">", true, func(name string, value []byte) error {
		id, rest, _ := strings.Cut(name, ".")
		one := byID[key.ID(id)]
		if one == nil {
			one = &Listed{ID: key.ID(id)}
			byID[one.ID] = one
		}
		one.Bytes += int64(len(name)+len(value)) + treestore.KeyOverhead
		switch rest {
		case "head":
			all = append(all, one)
		case "opened":
			one.Opened = true
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, one := range all {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		one.Err = one.describe(ctx, l)
	}
	return all, nil
}

// describe adds what the newest and the first revision tell.
func (one *Listed) describe(ctx context.Context, l *treestore.Store) error {
	s, err := l.Look(ctx, one.ID, 0)
	if err != nil {
		return err
	}
	one.Revisions, one.Nodes, one.Edited, one.Title = s.Number, s.Nodes, s.Time, s.Draft.Tree().Title
	first, err := l.Revisions(ctx, one.ID, 2, 1)
	if err == nil && len(first) == 1 {
		one.Made = first[0].Time
	}
	return err
}

// An export is a file of JSON lines: a mark, each key with its value, those of a
// tree in a row and its head last, then those of the lessons, and how many trees and
// lessons there are. Version 1 had no lessons.
const (
	exportName    = "espalier-library"
	exportVersion = 2
	lessonPrefix  = "lesson."
)

// A Count is how many trees and lessons were written, or read.
type Count struct{ Trees, Lessons int }

func (c Count) String() string {
	return words.Plural(c.Trees, "tree") + " and " + words.Plural(c.Lessons, "lesson")
}

type exportLine struct {
	Export  string `json:"export,omitempty"` // of the first line
	Version int    `json:"version,omitempty"`

	Key   string `json:"key,omitempty"`
	Value []byte `json:"value,omitempty"`

	End     bool `json:"end,omitempty"` // of the last line
	Trees   int  `json:"trees,omitempty"`
	Lessons int  `json:"lessons,omitempty"`
}

// Export writes trees with all their revisions, and lessons; none named: all. It
// returns how many.
func Export(ctx context.Context, l *treestore.Store, w io.Writer, ids ...key.ID) (n Count, err error) {
	named := map[key.ID]bool{}
	for _, id := range ids {
		named[id] = true
	}
	if len(ids) == 0 {
		if err := l.EachID(ctx, func(id key.ID) error { ids = append(ids, id); return nil }); err != nil {
			return n, err
		}
	}
	var lessons []exportLine
	isLesson := map[key.ID]bool{}
	if err := l.Each(ctx, lessonPrefix+">", true, func(name string, value []byte) error {
		id := key.ID(strings.TrimPrefix(name, lessonPrefix))
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
		if err := exportTree(ctx, l, out, id); err != nil {
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

// Copy is Export for treestore.Config.
func Copy(ctx context.Context, l *treestore.Store, w io.Writer, ids ...key.ID) error {
	if len(ids) == 0 {
		return errors.New("no tree is named")
	}
	_, err := Export(ctx, l, w, ids...)
	return err
}

// PutBack adds a tree that was removed because the library was nearly full, from the
// newest copy of it in a folder. The error is treestore.ErrNotFound if there is none.
func PutBack(ctx context.Context, l *treestore.Store, folder string, id key.ID) error {
	files, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var unread error
	for _, file := range slices.Backward(files) { // their names begin with their times
		added, err := putBack(ctx, l, filepath.Join(folder, file.Name()), id)
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
	return treestore.ErrNotFound
}

func putBack(ctx context.Context, l *treestore.Store, name string, id key.ID) (added bool, err error) {
	file, err := os.Open(name)
	if err != nil {
		return false, err
	}
	defer file.Close()
	n, _, err := Import(ctx, l, file, id)
	return n.Trees > 0, err
}

func exportTree(ctx context.Context, l *treestore.Store, out *json.Encoder, id key.ID) error {
	var head *exportLine
	err := l.Each(ctx, string(id)+".>", true, func(name string, value []byte) error {
		line := exportLine{Key: name, Value: value}
		if name == string(id)+".head" {
			head = &line
			return nil
		}
		return out.Encode(line)
	})
	if err == nil && head == nil {
		err = fmt.Errorf("%s: %w", id, treestore.ErrNotFound)
	}
	if err != nil {
		return err
	}
	return out.Encode(head)
}

// keyForm is how a key of a tree continues after its id.
var keyForm = regexp.MustCompile(`^[a-z0-9]+(\.[a-z0-9]+)*$`)

// Import adds the trees and lessons of an export, or of these the ones that are named.
// What the store has stays as it is. Where the export ends early or a tree cannot be
// read, what came before is kept.
func Import(ctx context.Context, l *treestore.Store, r io.Reader, only ...key.ID) (added, skipped Count, err error) {
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

// An importer adds one line after the other.
type importer struct {
	l              *treestore.Store
	only           []key.ID // empty: all
	added, skipped Count
	passed         Count               // that are not named
	id             key.ID              // of the tree whose lines come
	adding         *treestore.Adoption // nil: the store has the tree
}

func (i *importer) all() Count {
	return Count{i.added.Trees + i.skipped.Trees + i.passed.Trees, i.added.Lessons + i.skipped.Lessons + i.passed.Lessons}
}

func (i *importer) wanted(id key.ID) bool { return len(i.only) == 0 || slices.Contains(i.only, id) }

func (i *importer) take(ctx context.Context, line *exportLine) error {
	if name, found := strings.CutPrefix(line.Key, lessonPrefix); found {
		return i.lesson(ctx, name, line)
	}
	name, rest, _ := strings.Cut(line.Key, ".")
	next, err := key.ParseID(name)
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
	id, err := key.ParseID(name)
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
