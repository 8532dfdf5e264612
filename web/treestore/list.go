package treestore

import (
	"context"
	"strings"
	"time"

	"espalier/web/store/records"
)

// A Listed is an entry in the list of trees.
type Listed struct {
	ID        ID
	Revisions int
	Bytes     int64 // of all its keys and values
	Nodes     int
	Made      time.Time
	Edited    time.Time
	Title     string
	Opened    bool  // some time after it was made
	Err       error // why it cannot be read; the fields above may be missing then
}

// List returns all trees. It reads the whole store.
func (l *Store) List(ctx context.Context) ([]*Listed, error) {
	byID := map[ID]*Listed{}
	var all []*Listed
	err := l.records.Each(ctx, ">", true, func(name string, value []byte) error {
		id, rest, _ := strings.Cut(name, ".")
		one := byID[ID(id)]
		if one == nil {
			one = &Listed{ID: ID(id)}
			byID[one.ID] = one
		}
		one.Bytes += int64(len(name)+len(value)) + records.KeyOverhead
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

// describe fills the fields that are read from the newest and the first revision.
func (one *Listed) describe(ctx context.Context, l *Store) error {
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
