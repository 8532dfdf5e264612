package treestore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"espalier/web/cluster"
	"espalier/web/store"
	"espalier/web/store/clock"
	"espalier/web/store/records"
)

// When the library is nearly full, trees that were never edited and never opened again are
// removed in two steps. First a tree is marked, and the log names it. A day later it is checked
// again, copied to a file, and removed. If it is opened or edited in between, or kept by Keep,
// the mark is removed. A removed tree can be put back from the file.
//
// Both steps need a steady clock. The day between them is measured in time that processes have
// seen pass, so no jump of a clock can shorten it.

const (
	// KeepUnopened is how long a tree is kept at least if it was never edited and never
	// opened again.
	KeepUnopened = 180 * 24 * time.Hour
	// RemovalGrace is the time between the mark of a tree and its removal. It passes only
	// while a server runs.
	RemovalGrace = 24 * time.Hour
	// KeepRemoved is how long the copies of removed trees are kept. The time passes only
	// while a server runs.
	KeepRemoved = 30 * 24 * time.Hour
	// RemovedFolder is the folder in Config.Dir with the copies of removed trees. They are
	// exports that "library import" and "library keep" read.
	RemovedFolder = "removed"

	// openedAfter is the age from which reading a tree counts as opening it, since whoever
	// makes a tree sees it at once.
	openedAfter = time.Hour
	// markTime is the time between two searches for trees to mark. Each reads all trees.
	markTime = 24 * time.Hour
	// maxMarked bounds the trees that are marked at a time, so that their record stays below
	// records.MaxValue. More trees are marked when these are removed.
	maxMarked = 5_000
	// idsInLine bounds the trees that one line of the log names.
	idsInLine = 50

	// removalKey is the key of the record of marked trees and copies.
	removalKey = "removal.marked"
)

// A removals is the record of the trees that are about to be removed and of the copies.
type removals struct {
	Marked []marked `json:"marked,omitempty"`
	Copies []copied `json:"copies,omitempty"`
}

// A marked is a tree that is about to be removed.
type marked struct {
	ID ID            `json:"id"`
	Up time.Duration `json:"up"` // when it was marked, by clock.Clock.Up
}

// A copied is a file with trees that were removed.
type copied struct {
	File string        `json:"file"` // in RemovedFolder
	Up   time.Duration `json:"up"`   // when it was made, by clock.Clock.Up
}

// A Marked is a tree that is about to be removed.
type Marked struct {
	ID   ID
	Left time.Duration // until the removal; it passes only while a server runs
}

// countsAsOpened reports whether reading the newest revision of a tree counts as opening it,
// for markOpened.
func (l *Store) countsAsOpened(s *Saved) bool {
	now, _ := l.records.Now()
	return s.Number == 1 && clock.Age(now, s.made) >= openedAfter
}

// markOpened records that a tree without edits was opened some time after it was made. The
// caller holds sem.
func (t openTree) markOpened() {
	if t.opened || !t.store.countsAsOpened(t.newest.Load()) || t.bucket.Shared() || t.bucket.ReadOnly {
		return
	}
	t.opened = true
	if t.store.disk.Suspect() {
		t.store.openedLater(t.id)
		return
	}
	done := t.store.records.Hold()
	go func() {
		defer done()
		if err := t.bucket.recordOpened(t.store.ctx, t.id); err != nil {
			t.store.log.Debug("library: that a tree was opened is not recorded yet", "id", t.id, "err", err)
			t.store.openedLater(t.id)
		}
	}()
}

func (b openBucket) recordOpened(ctx context.Context, id ID) error {
	_, err := b.Create(ctx, openedKey(id), []byte("1"))
	if errors.Is(err, store.ErrKeyExists) {
		return nil
	}
	return err
}

// openedLater remembers a tree that was opened if the store could not record it. A full store
// still has to know that before it removes something.
func (l *Store) openedLater(id ID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.unrecorded == nil {
		l.unrecorded = map[ID]bool{}
	}
	l.unrecorded[id] = true
}

// recordUnrecorded records the trees that openedLater has remembered. It keeps those that
// cannot be recorded now.
func (l *Store) recordUnrecorded(ctx context.Context) {
	l.mu.Lock()
	var ids []ID
	for id := range l.unrecorded {
		ids = append(ids, id)
	}
	l.mu.Unlock()
	for _, id := range ids {
		err := l.withTree(ctx, id, "request", func(t openTree) error {
			if _, _, err := t.bucket.Get(ctx, headKey(id)); errors.Is(err, store.ErrNoKey) {
				return nil // deleted meanwhile
			} else if err != nil {
				return err
			}
			return t.bucket.recordOpened(ctx, id)
		})
		if err != nil {
			return // the next call tries again
		}
		l.mu.Lock()
		delete(l.unrecorded, id)
		l.mu.Unlock()
	}
}

// readRemovals reads the record of removals.
func (b openBucket) readRemovals(ctx context.Context) (r removals, sequence uint64, err error) {
	data, sequence, err := b.Get(ctx, removalKey)
	if errors.Is(err, store.ErrNoKey) {
		return r, 0, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &r)
	}
	return r, sequence, err
}

// writeRemovals replaces the record of removals, and returns its sequence.
func (b openBucket) writeRemovals(ctx context.Context, r removals, sequence uint64) (uint64, error) {
	data, err := json.Marshal(r)
	if err != nil {
		return 0, err
	}
	if sequence == 0 {
		return b.Create(ctx, removalKey, data)
	}
	return b.Update(ctx, removalKey, data, sequence)
}

// removeUnopened marks trees, and removes those that were marked before, if the library is
// nearly full. Otherwise it removes nothing but the marks.
func (l *Store) removeUnopened(ctx context.Context, nearly bool) error {
	l.removing.Lock()
	defer l.removing.Unlock()
	bucket, done, err := l.use(ctx, false)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	defer done()
	if bucket.Shared() || bucket.ReadOnly { // no server of a cluster records what is opened
		return nil
	}
	l.recordUnrecorded(ctx)
	r, sequence, err := bucket.readRemovals(ctx)
	if err != nil {
		return err
	}
	save := func() error {
		sequence, err = bucket.writeRemovals(ctx, r, sequence)
		return err
	}
	if err := l.dropCopies(&r, save); err != nil {
		return err
	}
	now, steady := l.records.Now()
	switch {
	case !nearly && len(r.Marked) > 0:
		l.logTrees("library: it is not nearly full any more; these trees are not removed", idsOf(r.Marked))
		r.Marked = nil
		return save()
	case !nearly || !steady:
		return nil
	}
	before := now.Add(-KeepUnopened)
	if err := l.removeMarked(ctx, &r, before, save); err != nil {
		return err
	}
	if at := l.machine.Elapsed(); l.lookedAt == nil || at-*l.lookedAt >= markTime {
		if err := l.markUnopened(ctx, &r, before, save); err != nil {
			return err
		}
		l.lookedAt = &at
	}
	return nil
}

func idsOf(all []marked) (ids []ID) {
	for _, m := range all {
		ids = append(ids, m.ID)
	}
	return ids
}

// logTrees logs a message about trees, and names each of them.
func (l *Store) logTrees(message string, ids []ID, more ...any) {
	for some := range slices.Chunk(ids, idsInLine) {
		names := make([]string, len(some))
		for i, id := range some {
			names[i] = string(id)
		}
		l.log.Warn(message, append([]any{"trees", len(ids), "ids", strings.Join(names, " ")}, more...)...)
	}
}

// markUnopened marks the trees that were made before a time and never edited or opened again.
func (l *Store) markUnopened(ctx context.Context, r *removals, before time.Time, save func() error) error {
	known := map[ID]bool{}
	for _, m := range r.Marked {
		known[m.ID] = true
	}
	var found []ID
	err := l.records.EachLog(ctx, func(id ID) error {
		if known[id] || len(known)+len(found) >= maxMarked {
			return nil
		}
		unopened := false
		err := l.withTree(ctx, id, "request", func(t openTree) (err error) {
			unopened, err = t.isUnopened(ctx, before)
			return err
		})
		if unopened {
			found = append(found, id)
		}
		return err
	})
	if err != nil || len(found) == 0 {
		return err
	}
	up := l.records.Up()
	for _, id := range found {
		r.Marked = append(r.Marked, marked{id, up})
	}
	if err := save(); err != nil {
		return err
	}
	l.logTrees("library: it is nearly full; these trees are about to be removed: they were never edited, and not opened for a long time; opening one keeps it",
		found, "in", RemovalGrace, "keep", "open the tree’s page; or server -data DIR library keep ID..., when no server runs")
	return nil
}

// removeMarked removes the trees that were marked long enough ago. It removes the marks of those
// that were opened or edited.
func (l *Store) removeMarked(ctx context.Context, r *removals, before time.Time, save func() error) error {
	var due, kept []ID
	var stay []marked
	up := l.records.Up()
	for _, m := range r.Marked {
		if up-m.Up < RemovalGrace {
			stay = append(stay, m)
			continue
		}
		unopened := false
		err := l.withTree(ctx, m.ID, "request", func(t openTree) (err error) {
			unopened, err = t.isUnopened(ctx, before)
			return err
		})
		if err != nil {
			return err
		}
		if unopened {
			due = append(due, m.ID)
		} else {
			kept = append(kept, m.ID)
		}
	}
	if len(due)+len(kept) == 0 {
		return nil
	}
	var where string
	var err error
	if len(due) > 0 {
		file, err := l.writeCopies(ctx, due)
		if err != nil {
			return fmt.Errorf("their copies cannot be written: %w", err)
		}
		where = filepath.Join(l.config.Dir, RemovedFolder, file)
		r.Copies = append(r.Copies, copied{file, up})
		if err := save(); err != nil {
			return err
		}
	}
	var removed []ID
	for _, id := range due {
		err = l.withTree(ctx, id, "request", func(t openTree) error {
			unopened, err := t.isUnopened(ctx, before) // it may have been opened since it was copied
			if err != nil || !unopened {
				return err
			}
			if err = t.remove(ctx); err == nil {
				removed = append(removed, id)
			}
			return err
		})
		if err != nil {
			break
		}
	}
	if len(removed) > 0 {
		l.logTrees("library: these trees are removed: they were never edited, and not opened for a long time", removed,
			"copies", where, "kept_for", KeepRemoved, "put_back", "server -data DIR library keep ID..., when no server runs")
	}
	if err != nil {
		return err // the next call goes on
	}
	if len(kept) > 0 {
		l.logTrees("library: these trees were opened, edited or deleted meanwhile, and are not removed", kept)
	}
	r.Marked = stay
	return save()
}

// isUnopened reports whether a tree was made before a time and never edited or opened again. The
// caller holds sem.
func (t openTree) isUnopened(ctx context.Context, before time.Time) (bool, error) {
	t.store.mu.Lock()
	opened := t.store.unrecorded[t.id]
	t.store.mu.Unlock()
	if opened || t.opened || t.bucket.treeMark(t.id).Number > 1 { // even if the later revisions are lost
		return false, nil
	}
	for _, key := range []string{openedKey(t.id), revisionKey(t.id, 2)} {
		if _, _, err := t.bucket.Get(ctx, key); !errors.Is(err, store.ErrNoKey) {
			return false, err // without an error, it was opened or edited
		}
	}
	r, err := t.bucket.readRecord(ctx, t.id, 1)
	if records.IsDamaged(err) || errors.Is(err, store.ErrNoKey) {
		return false, nil // a damaged tree is never removed
	}
	return err == nil && !r.head.made().After(before), err
}

// writeCopies exports trees to a new file, and returns the name of the file.
func (l *Store) writeCopies(ctx context.Context, ids []ID) (name string, err error) {
	dir := filepath.Join(l.config.Dir, RemovedFolder)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	first := "removed-" + l.machine.Now().UTC().Format(records.FileTime)
	name = first + ".jsonl"
	file, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	for n := 2; errors.Is(err, fs.ErrExist); n++ { // the clock may go back
		name = fmt.Sprintf("%s-%d.jsonl", first, n)
		file, err = os.OpenFile(filepath.Join(dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	}
	if err != nil {
		return "", err
	}
	if _, err = l.records.Export(ctx, file, ids...); err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		os.Remove(file.Name())
		return "", err
	}
	return name, cluster.SyncDir(dir)
}

// dropCopies deletes the copies of trees that were removed long ago.
func (l *Store) dropCopies(r *removals, save func() error) error {
	up := l.records.Up()
	old := slices.IndexFunc(r.Copies, func(c copied) bool { return up-c.Up < KeepRemoved })
	if old < 0 {
		old = len(r.Copies)
	}
	if old == 0 {
		return nil
	}
	for _, c := range r.Copies[:old] {
		name := filepath.Join(l.config.Dir, RemovedFolder, filepath.Base(c.File))
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		l.log.Info("library: copies of removed trees are deleted after their time", "file", name, "kept_for", KeepRemoved)
	}
	r.Copies = r.Copies[old:]
	return save()
}

// Marked returns the trees that are about to be removed.
func (l *Store) Marked(ctx context.Context) (all []Marked, err error) {
	bucket, done, err := l.use(ctx, false)
	if errors.Is(err, ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer done()
	r, _, err := bucket.readRemovals(ctx)
	up := l.records.Up()
	for _, m := range r.Marked {
		all = append(all, Marked{m.ID, max(0, RemovalGrace-(up-m.Up))})
	}
	return all, err
}

// Keep records that a tree was opened, so that it is not removed when the library is nearly
// full, and removes its mark.
func (l *Store) Keep(ctx context.Context, id ID) error {
	l.removing.Lock()
	defer l.removing.Unlock()
	return l.withTree(ctx, id, "request", func(t openTree) error {
		if _, _, err := t.bucket.Get(ctx, headKey(id)); errors.Is(err, store.ErrNoKey) {
			return ErrNotFound
		} else if err != nil {
			return err
		}
		if err := t.bucket.recordOpened(ctx, id); err != nil {
			return err
		}
		t.opened = true
		r, sequence, err := t.bucket.readRemovals(ctx)
		if err != nil {
			return err
		}
		n := len(r.Marked)
		if r.Marked = slices.DeleteFunc(r.Marked, func(m marked) bool { return m.ID == id }); len(r.Marked) == n {
			return nil
		}
		_, err = t.bucket.writeRemovals(ctx, r, sequence)
		return err
	})
}
