package treestore

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"espalier/web/nats"
)

// What an operator does with a store: see cmd/server's library commands.

// A Listed is a tree in a list.
type Listed struct {
	ID        ID
	Revisions int
	Bytes     int64 // of all its keys and values
	Nodes     int
	Made      time.Time
	Edited    time.Time
	Title     string
	Opened    bool  // some time after its making
	Err       error // why it cannot be read; what precedes may be missing then
}

// eachID calls f with each tree, until f returns an error.
func (l *Store) eachID(ctx context.Context, f func(ID) error) error {
	return l.each(ctx, "*.head", false, func(key string, _ []byte) error {
		id, _, _ := strings.Cut(key, ".")
		return f(ID(id))
	})
}

// each calls f with each key of a pattern. A store in which nothing was stored has
// none.
func (l *Store) each(ctx context.Context, pattern string, values bool, f func(key string, value []byte) error) error {
	st, done, err := l.use(ctx, false)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	defer done()
	if b, ok := st.bucket.(*nats.Bucket); ok {
		return b.Each(ctx, pattern, values, f)
	}
	return eachOf(ctx, st, pattern, values, f)
}

// eachOf is each for a bucket that lists its keys alone.
func eachOf(ctx context.Context, st *store, pattern string, values bool, f func(key string, value []byte) error) error {
	keys, err := st.Keys(ctx)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if !matches(pattern, key) {
			continue
		}
		var value []byte
		if values {
			if value, _, err = st.Get(ctx, key); errors.Is(err, nats.ErrNoKey) {
				continue
			} else if err != nil {
				return err
			}
		}
		if err := f(key, value); err != nil {
			return err
		}
	}
	return nil
}

// matches reports whether a pattern of keys has a key: ">" and "*.head" of all
// trees, or "ID.>".
func matches(pattern, key string) bool {
	if rest, found := strings.CutPrefix(pattern, "*"); found {
		return strings.HasSuffix(key, rest)
	}
	return strings.HasPrefix(key, strings.TrimSuffix(pattern, ">"))
}

// List returns all trees. It reads the whole store.
func (l *Store) List(ctx context.Context) ([]*Listed, error) {
	byID := map[ID]*Listed{}
	var all []*Listed
	err := l.each(ctx, ">", true, func(key string, value []byte) error {
		name, rest, _ := strings.Cut(key, ".")
		one := byID[ID(name)]
		if one == nil {
			one = &Listed{ID: ID(name)}
			byID[one.ID] = one
		}
		one.Bytes += int64(len(key)+len(value)) + keyOverhead
		switch {
		case rest == "head":
			all = append(all, one)
		case rest == "opened":
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
		one.Err = l.describe(ctx, one)
	}
	return all, nil
}

// describe adds what the newest and the first revision tell.
func (l *Store) describe(ctx context.Context, one *Listed) error {
	return l.withTree(ctx, one.ID, func(st *store, t *tree) error {
		if err := l.ready(ctx, st, t, true); err != nil {
			return err
		}
		s := t.newest.Load()
		one.Revisions, one.Nodes, one.Edited, one.Title = s.Number, s.Nodes, s.Time, s.Draft.Tree().Title
		first, err := st.readRecord(ctx, one.ID, 1)
		if err != nil {
			return asNotFound(err)
		}
		one.Made = first.head.Time
		return nil
	})
}

// Look returns a revision, 0: the newest, without counting that as opening it.
func (l *Store) Look(ctx context.Context, id ID, revision int) (*Saved, error) {
	var saved *Saved
	err := l.withTree(ctx, id, func(st *store, t *tree) (err error) {
		if err := l.ready(ctx, st, t, true); err != nil {
			return err
		}
		if saved = t.newest.Load(); revision != 0 {
			saved, err = l.at(ctx, st, t, revision)
		}
		return err
	})
	return saved, err
}

// An export is a file of JSON lines: a mark, each key with its value, those of a
// tree in a row and its head last, and the number of trees.
const (
	exportName    = "espalier-library"
	exportVersion = 1
)

type exportLine struct {
	Export  string `json:"export,omitempty"` // of the first line
	Version int    `json:"version,omitempty"`

	Key   string `json:"key,omitempty"`
	Value []byte `json:"value,omitempty"`

	End   bool `json:"end,omitempty"` // of the last line
	Trees int  `json:"trees,omitempty"`
}

// Export writes trees with all their revisions; none named: all. It returns how
// many.
func (l *Store) Export(ctx context.Context, w io.Writer, ids ...ID) (trees int, err error) {
	if len(ids) == 0 {
		if err := l.eachID(ctx, func(id ID) error { ids = append(ids, id); return nil }); err != nil {
			return 0, err
		}
	}
	buffered := bufio.NewWriter(w)
	out := json.NewEncoder(buffered)
	if err := out.Encode(exportLine{Export: exportName, Version: exportVersion}); err != nil {
		return 0, err
	}
	for _, id := range ids {
		var head *exportLine
		err := l.each(ctx, allKeys(id), true, func(key string, value []byte) error {
			line := exportLine{Key: key, Value: value}
			if key == headKey(id) {
				head = &line
				return nil
			}
			return out.Encode(line)
		})
		if err == nil && head == nil {
			err = fmt.Errorf("%s: %w", id, ErrNotFound)
		}
		if err == nil {
			err = out.Encode(head)
		}
		if err != nil {
			return trees, err
		}
		trees++
	}
	if err := out.Encode(exportLine{End: true, Trees: trees}); err != nil {
		return trees, err
	}
	return trees, buffered.Flush()
}

// keyForm is how a key of a tree continues after its id.
var keyForm = regexp.MustCompile(`^[a-z0-9]+(\.[a-z0-9]+)*$`)

// Import adds the trees of an export. A tree that the store has stays as it is.
// Where the export ends early or a tree cannot be read, what came before is kept.
func (l *Store) Import(ctx context.Context, r io.Reader) (added, skipped int, err error) {
	in := json.NewDecoder(bufio.NewReader(r))
	var line exportLine
	if err := in.Decode(&line); err != nil || line.Export != exportName {
		return 0, 0, errors.New("this is no export of a library")
	}
	if line.Version != exportVersion {
		return 0, 0, fmt.Errorf("the export has version %d; this program reads version %d", line.Version, exportVersion)
	}
	st, done, err := l.use(ctx, true)
	if err != nil {
		return 0, 0, err
	}
	defer done()
	var id ID
	var there bool    // the store has the tree
	var revisions int // of the tree in the export
	var sum chainSum  // of the last one
	begun := func(next ID) error {
		id, revisions = next, 0
		_, _, err := st.Get(ctx, headKey(id))
		if there = err == nil; there || !errors.Is(err, nats.ErrNoKey) {
			return err
		}
		return st.Purge(ctx, allKeys(id)) // of an import that was cut short
	}
	for {
		line = exportLine{}
		if err := in.Decode(&line); err != nil {
			return added, skipped, fmt.Errorf("the export ends early or is damaged, after %d trees: %w", added+skipped, err)
		}
		if line.End {
			if line.Trees != added+skipped {
				return added, skipped, fmt.Errorf("the export had %d trees, and %d were in it", line.Trees, added+skipped)
			}
			return added, skipped, nil
		}
		name, rest, _ := strings.Cut(line.Key, ".")
		next, err := ParseID(name)
		if err != nil || !keyForm.MatchString(rest) {
			return added, skipped, fmt.Errorf("%.80q is no key of a tree", line.Key)
		}
		if next != id {
			if err := begun(next); err != nil {
				return added, skipped, err
			}
		}
		if !there {
			if _, err := st.Create(ctx, line.Key, line.Value); err != nil {
				return added, skipped, err
			}
		}
		if _, found := revisionOf(line.Key); found {
			revisions++
			sum = sumOf(line.Value)
		}
		if rest != "head" {
			continue
		}
		id = ""
		if there {
			skipped++
			continue
		}
		if err := st.ledger.revived(next, revisions, sum); err != nil {
			return added, skipped, err
		}
		if err := l.checkImported(ctx, next, revisions); err != nil {
			return added, skipped, err
		}
		added++
	}
}

// checkImported removes a tree again that cannot be read.
func (l *Store) checkImported(ctx context.Context, id ID, revisions int) error {
	saved, err := l.Look(ctx, id, 0)
	if err == nil && saved.Number != revisions {
		err = fmt.Errorf("revision %d of %d is missing", saved.Number+1, revisions)
	}
	if err == nil {
		err = l.withTree(ctx, id, func(st *store, t *tree) error { return st.checkRecords(ctx, id, revisions) })
	}
	if err == nil {
		return nil
	}
	return errors.Join(fmt.Errorf("the tree %s of the export is not added: %w", id, err), l.withTree(ctx, id, func(st *store, t *tree) error { return l.remove(ctx, st, t) }))
}

// checkRecords reads all records of a tree.
func (s *store) checkRecords(ctx context.Context, id ID, revisions int) error {
	for from := 1; from <= revisions; from += readAhead {
		for _, r := range s.readRecords(ctx, id, from, min(readAhead, revisions-from+1)) {
			if r.err != nil {
				return r.err
			}
			if _, err := s.parts(ctx, id, &r); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}
