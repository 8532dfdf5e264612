// Package archive is what an operator does with the saved trees of a store: it lists
// them, writes them to a file with all revisions, reads such a file, and writes the
// store anew without what no tree needs. It imports the store, package nats, and the
// keys and the ledger of the store.
package archive

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"espalier/web/treestore"
	"espalier/web/treestore/key"
	"fmt"
	"io"
	"regexp"
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
func Export(ctx context.Context, l *treestore.Store, w io.Writer, ids ...key.ID) (trees int, err error) {
	if len(ids) == 0 {
		if err := l.EachID(ctx, func(id key.ID) error { ids = append(ids, id); return nil }); err != nil {
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
func Import(ctx context.Context, l *treestore.Store, r io.Reader) (added, skipped int, err error) {
	in := json.NewDecoder(bufio.NewReader(r))
	var line exportLine
	if err := in.Decode(&line); err != nil || line.Export != exportName {
		return 0, 0, errors.New("this is no export of a library")
	}
	if line.Version != exportVersion {
		return 0, 0, fmt.Errorf("the export has version %d; this program reads version %d", line.Version, exportVersion)
	}
	var id key.ID
	var adding *treestore.Adoption // nil: the store has the tree
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
		next, err := key.ParseID(name)
		if err != nil || !keyForm.MatchString(rest) {
			return added, skipped, fmt.Errorf("%.80q is no key of a tree", line.Key)
		}
		if next != id {
			if adding, err = l.Adopt(ctx, next); err != nil {
				return added, skipped, err
			}
			id = next
		}
		if adding != nil {
			if err := adding.Put(ctx, line.Key, line.Value); err != nil {
				return added, skipped, err
			}
		}
		if rest != "head" {
			continue
		}
		id = ""
		if adding == nil {
			skipped++
			continue
		}
		if err := adding.End(ctx); err != nil {
			return added, skipped, err
		}
		added++
	}
}
