package records

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"espalier/trees"
	"espalier/web/store"
	"espalier/web/store/key"
)

// An export is a file of JSON lines. The first one says that it is an export. Then each key has a
// line with its value: first the keys of the logs, each log in a row and its head last, then those
// of the values of features, in the order of their kinds. The last line has the numbers of logs and
// values. Version 1 had only logs; version 2 had lessons, too, whose number its last line has.
const (
	exportName    = "espalier-library"
	exportVersion = 3
)

// A Count is what was written or read.
type Count struct {
	Logs   int
	Values int            // records of features, of all kinds
	Kinds  map[string]int // of the values, those with the key of a root, by what they are called in many
}

// String names what there is, as "2 trees, 1 lesson and 3 rooms".
func (c Count) String() string {
	parts := []string{countLogs(c.Logs)}
	for _, k := range kinds {
		if n := c.Kinds[k.Many]; n == 1 {
			parts = append(parts, "1 "+k.One)
		} else if n > 1 {
			parts = append(parts, strconv.Itoa(n)+" "+k.Many)
		}
	}
	return listed(parts)
}

// countLogs names a number of logs.
func countLogs(n int) string {
	if n == 1 {
		return "1 " + Damage{}.What()
	}
	return strconv.Itoa(n) + " " + Damage{}.what(n)
}

// add counts the value of a key.
func (c *Count) add(key string) {
	c.Values++
	if kind := kindOfKey(key); kind != nil && key == rootOf(key) {
		if c.Kinds == nil {
			c.Kinds = map[string]int{}
		}
		c.Kinds[kind.Many]++
	}
}

type exportLine struct {
	Export  string `json:"export,omitempty"` // in the first line
	Version int    `json:"version,omitempty"`

	Key   string `json:"key,omitempty"`
	Value []byte `json:"value,omitempty"`

	End     bool `json:"end,omitempty"` // in the last line
	Logs    int  `json:"trees,omitempty"`
	Values  int  `json:"values,omitempty"`
	Lessons int  `json:"lessons,omitempty"` // in version 2
}

// Export writes the logs with these ids, with all their revisions, and the values of features with
// these ids. Without ids it writes everything. It returns how much it has written.
func (l *Store) Export(ctx context.Context, w io.Writer, ids ...ID) (n Count, err error) {
	buffered := bufio.NewWriter(w)
	out := json.NewEncoder(buffered)
	if err := out.Encode(exportLine{Export: exportName, Version: exportVersion}); err != nil {
		return n, err
	}
	logs, keys, err := l.toExport(ctx, ids)
	if err != nil {
		return n, err
	}
	for _, id := range logs {
		if err := l.exportLog(ctx, out, id); err != nil {
			return n, err
		}
		n.Logs++
	}
	for _, key := range keys {
		value, _, err := l.Value(ctx, key)
		if errors.Is(err, store.ErrNoKey) {
			continue // it was deleted meanwhile
		}
		if err == nil {
			err = out.Encode(exportLine{Key: key, Value: value})
		}
		if err != nil {
			return n, err
		}
		n.add(key)
	}
	if err := out.Encode(exportLine{End: true, Logs: n.Logs, Values: n.Values}); err != nil {
		return n, err
	}
	return n, buffered.Flush()
}

// toExport returns the logs and the keys of the values with these ids, or all of them without ids. An
// id that no value has is that of a log.
func (l *Store) toExport(ctx context.Context, ids []ID) (logs []ID, keys []string, err error) {
	if len(ids) == 0 {
		err := l.EachLog(ctx, func(id ID) error { logs = append(logs, id); return nil })
		if err != nil {
			return nil, nil, err
		}
	}
	named := map[string]bool{}
	for _, kind := range kinds {
		all, err := l.ListValues(ctx, kind.Prefix+">")
		if err != nil && !errors.Is(err, store.ErrNoKey) {
			return nil, nil, err
		}
		slices.Sort(all) // a root comes before what is below it
		for _, key := range all {
			name := kind.words(key)[0]
			if len(ids) == 0 || slices.Contains(ids, ID(name)) {
				keys = append(keys, key)
				named[name] = true
			}
		}
	}
	for _, id := range ids {
		if !named[string(id)] {
			logs = append(logs, id)
		}
	}
	return logs, keys, nil
}

func (l *Store) exportLog(ctx context.Context, out *json.Encoder, id ID) error {
	if logs == nil {
		return fmt.Errorf("%s: %w", id, store.ErrNoKey)
	}
	var head *exportLine
	err := l.Each(ctx, string(id)+".>", true, func(name string, value []byte) error {
		line := exportLine{Key: name, Value: value}
		switch strings.TrimPrefix(name, string(id)+".") {
		case logs.Own:
			return nil
		case logs.Head:
			head = &line
			return nil
		}
		return out.Encode(line)
	})
	if err == nil && head == nil {
		err = fmt.Errorf("%s: %w", id, logs.NotFound)
	}
	if err != nil {
		return err
	}
	return out.Encode(head)
}

// EachLog calls f with the id of each log, until f returns an error.
func (l *Store) EachLog(ctx context.Context, f func(ID) error) error {
	if logs == nil {
		return nil
	}
	return l.Each(ctx, "*."+logs.Head, false, func(key string, _ []byte) error {
		id, _, _ := strings.Cut(key, ".")
		return f(ID(id))
	})
}

// Each calls f with each key that matches a pattern, until f returns an error. A store in
// which nothing was stored has no keys.
func (l *Store) Each(ctx context.Context, pattern string, values bool, f func(key string, value []byte) error) error {
	bucket, done, err := l.Use(ctx, false)
	if errors.Is(err, ErrUnused) {
		return nil
	}
	if err != nil {
		return err
	}
	defer done()
	b, ok := bucket.Engine.(interface {
		Each(ctx context.Context, pattern string, values bool, f func(key string, value []byte) error) error
	})
	if !ok {
		return bucket.Unavailable(nil)
	}
	return b.Each(ctx, pattern, values, f)
}

// keyForm matches what follows the id in a key of a log.
var keyForm = regexp.MustCompile(`^[a-z0-9]+(\.[a-z0-9]+)*$`)

// Import adds the logs and the values of an export; with ids, only these. A log or value that the
// store already has is skipped, and so are the values of what was deleted for ever. A value that the
// store has lost is put back. If the export ends early or a log cannot be read, what comes before that
// is kept.
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
			return i.added, i.skipped, fmt.Errorf("the export ends early or is damaged, after %s: %w", i.all, err)
		}
		if line.End {
			if line.Logs != i.all.Logs || line.Values+line.Lessons != i.all.Values {
				return i.added, i.skipped, fmt.Errorf("the export had %s and %s, and %s and %s were in it", countLogs(line.Logs),
					trees.Plural(line.Values+line.Lessons, "record"), countLogs(i.all.Logs), trees.Plural(i.all.Values, "record"))
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
	all            Count    // also what is without one of the ids in only
	id             ID       // of the log whose lines are being read
	adding         Adoption // nil if the store has the log
}

func (i *importer) wanted(id ID) bool { return len(i.only) == 0 || slices.Contains(i.only, id) }

func (i *importer) take(ctx context.Context, line *exportLine) error {
	if kind := kindOfKey(line.Key); kind != nil {
		return i.value(ctx, ID(kind.words(line.Key)[0]), line)
	}
	name, rest, _ := strings.Cut(line.Key, ".")
	next, err := key.ParseID(name)
	if err != nil || !keyForm.MatchString(rest) || logs == nil {
		return fmt.Errorf("%.80q is not a key of a %s, nor of anything else that this program stores", line.Key, Damage{}.What())
	}
	if rest == logs.Head {
		i.all.Logs++
	}
	if !i.wanted(next) {
		return nil
	}
	if next != i.id {
		if i.adding, err = i.l.logs.Adopt(ctx, next); err != nil {
			return err
		}
		i.id = next
	}
	if i.adding != nil {
		if err := i.adding.Put(ctx, line.Key, line.Value); err != nil {
			return err
		}
	}
	if rest != logs.Head {
		return nil
	}
	i.id = ""
	if i.adding == nil {
		i.skipped.Logs++
		return nil
	}
	if err := i.adding.End(ctx); err != nil {
		return err
	}
	i.added.Logs++
	return nil
}

func (i *importer) value(ctx context.Context, id ID, line *exportLine) error {
	i.all.add(line.Key)
	if !i.wanted(id) {
		return nil
	}
	added, err := i.l.AdoptValue(ctx, line.Key, line.Value)
	switch {
	case err != nil:
		return err
	case added:
		i.added.add(line.Key)
	default:
		i.skipped.add(line.Key)
	}
	return nil
}

// AdoptValue adds a value from another store. added is false if this store has one, or has deleted its
// root for ever. A value that this store has lost is replaced if the other one is not older.
func (l *Store) AdoptValue(ctx context.Context, key string, value []byte) (added bool, err error) {
	err = l.withValues(ctx, true, func(bucket *Bucket) error {
		if numberOf(key, value) == 0 {
			return fmt.Errorf("%s in the export cannot be read", describeValue(key))
		}
		m := bucket.Ledger.Of(key)
		there, sequence, err := bucket.Get(ctx, key)
		switch {
		case err != nil && !errors.Is(err, store.ErrNoKey):
			return err
		case bucket.Ledger.Gone(key):
			l.log.Warn("library: "+describeValue(key)+" was deleted here for good, and is not added", "value", key)
			return nil
		case err == nil && loss(m, key, there, nil) == nil:
			return nil
		case m.Number > 0 && !proves(m, key, value):
			l.log.Warn("library: "+describeValue(key)+" is lost here, and the export has an earlier one, which is not added", "value", key)
			return nil
		case err == nil:
			_, err = bucket.Update(ctx, key, value, sequence)
		default:
			_, err = bucket.Create(ctx, key, value)
		}
		if err == nil {
			err = l.acknowledgedValue(bucket, key, value, m.Note)
		}
		if err == nil {
			added = true
			l.damage.Forget(ID(key))
			l.settled(ID(key))
		}
		return err
	})
	return added, err
}
