package treestore

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"espalier/web/cluster"
	"espalier/web/store"
	"espalier/web/store/clock"
	"espalier/web/store/storetest"
)

// A nearlyFull is a library that is nearly full, on a simulated clock.
type nearlyFull struct {
	*Store
	*storetest.Clock
	t   *testing.T
	dir string
	log bytes.Buffer
}

func newNearlyFull(t *testing.T) *nearlyFull {
	f := &nearlyFull{Clock: storetest.NewClock(), t: t, dir: t.TempDir()}
	f.start()
	return f
}

// start ends the process, if there is one, and starts another one.
func (f *nearlyFull) start() {
	if f.Store != nil {
		storetest.Close(f.t, f.Store)
	}
	f.Store = openedWith(f.t, Config{Dir: f.dir, Machine: f.Clock.Machine(), Log: slog.New(slog.NewTextHandler(&f.log, nil))})
	f.records.Health(context.Background())
}

// look does what the server does once a minute.
func (f *nearlyFull) look() {
	f.t.Helper()
	f.lookAt(true)
}

func (f *nearlyFull) lookAt(nearly bool) {
	f.t.Helper()
	err := f.records.ReadClock(context.Background())
	if err == nil {
		err = f.removeUnopened(context.Background(), nearly)
	}
	if err != nil {
		f.t.Fatal(err)
	}
}

// passAndLook makes time pass and looks once an hour.
func (f *nearlyFull) passAndLook(d time.Duration) {
	f.t.Helper()
	for ; d > 0; d -= time.Hour {
		f.Pass(min(d, time.Hour))
		f.look()
	}
}

func (f *nearlyFull) made() Key {
	f.t.Helper()
	key, _ := created(f.t, f.Store, small)
	if _, err := f.Load(context.Background(), key.ID()); err != nil { // as the page does that is shown after a tree is made
		f.t.Fatal(err)
	}
	return key
}

func (f *nearlyFull) want(what string, key Key, there bool) {
	f.t.Helper()
	if _, err := f.Look(context.Background(), key.ID(), 0); (err == nil) != there || err != nil && !errors.Is(err, ErrNotFound) {
		f.t.Errorf("the tree that is %s: %v; want it there: %v", what, err, there)
	}
}

func (f *nearlyFull) isMarked(key Key) bool {
	f.t.Helper()
	all, err := f.Marked(context.Background())
	if err != nil {
		f.t.Fatal(err)
	}
	for _, m := range all {
		if m.ID == key.ID() {
			return true
		}
	}
	return false
}

// Only a tree that is old and was never edited or opened again is removed. That happens a
// day after the log has named it, and a file keeps a copy.
func TestUnopenedTreesAreRemoved(t *testing.T) {
	ctx := context.Background()
	f := newNearlyFull(t)
	made := map[string]Key{}
	for _, name := range []string{"old", "edited", "opened", "followed", "opened in time", "edited in time", "kept in time"} {
		made[name] = f.made()
	}
	f.Pass(2 * time.Hour)
	edited(t, f.Store, made["edited"].ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"x"}`)})
	if _, err := f.At(ctx, made["opened"].ID(), 1); err != nil {
		t.Fatal(err)
	}
	stop, err := f.Follow(ctx, made["followed"].ID(), 0, func(*Saved) {})
	if err != nil {
		t.Fatal(err)
	}
	stop()
	f.Pass(KeepUnopened - 3*time.Hour)
	f.look()
	made["young"] = f.made()
	if n := strings.Count(f.log.String(), "about to be removed"); n != 0 {
		t.Errorf("the log names %d trees that are not old enough", n)
	}
	f.Pass(2 * time.Hour)
	f.start()
	f.look()
	if f.isMarked(made["old"]) {
		t.Error("a tree is marked right after a start")
	}
	f.Pass(clock.Settle)
	f.look()
	for name, key := range made {
		old := name == "old" || strings.HasSuffix(name, "in time")
		if f.isMarked(key) != old || strings.Contains(f.log.String(), string(key.ID())) != old {
			t.Errorf("the tree that is %s: marked and named: want %v", name, old)
		}
		f.want(name, key, true)
	}
	f.start() // the marks are in the store
	f.Pass(RemovalGrace / 2)
	f.look()
	if _, err := f.Load(ctx, made["opened in time"].ID()); err != nil {
		t.Fatal(err)
	}
	edited(t, f.Store, made["edited in time"].ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"x"}`)})
	if err := f.Keep(ctx, made["kept in time"].ID()); err != nil || f.isMarked(made["kept in time"]) {
		t.Errorf("Keep = %v, and the tree is marked: %v", err, f.isMarked(made["kept in time"]))
	}
	f.want("old, half a day later", made["old"], true)
	f.Pass(RemovalGrace/2 + clock.WriteEvery)
	f.log.Reset()
	f.look()
	for name, key := range made {
		f.want(name, key, name != "old")
	}
	if text := f.log.String(); !strings.Contains(text, string(made["old"].ID())) || !strings.Contains(text, "are removed") || !strings.Contains(text, RemovedFolder) {
		t.Errorf("the log does not name the tree, and where its copy is: %s", text)
	}
	copies, _ := filepath.Glob(filepath.Join(f.dir, RemovedFolder, "*"))
	if len(copies) != 1 {
		t.Fatalf("the copies are %v", copies)
	}
	if text, err := os.ReadFile(copies[0]); strings.Count(string(text), `.head"`) != 1 || !strings.Contains(string(text), string(made["old"].ID())+`.head"`) {
		t.Errorf("the copy holds %q, %v; want the removed tree alone", text, err)
	}
	if all, err := f.Marked(ctx); err != nil || len(all) > 0 {
		t.Errorf("still marked: %v, %v", all, err)
	}
	// The copies are kept for KeepRemoved.
	f.Pass(KeepRemoved - time.Hour)
	f.lookAt(false)
	if _, err := os.Stat(copies[0]); err != nil {
		t.Error(err)
	}
	f.Jump(KeepRemoved)
	f.lookAt(false)
	if _, err := os.Stat(copies[0]); err != nil {
		t.Error(err)
	}
	f.Pass(2 * time.Hour)
	f.lookAt(false)
	if _, err := os.Stat(copies[0]); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the copies after their time: %v", err)
	}
}

// If the clock jumps ahead while the server runs, nothing is removed or marked.
func TestJumpRemovesNoTree(t *testing.T) {
	for _, by := range []time.Duration{KeepUnopened + 24*time.Hour, -2 * KeepUnopened} {
		f := newNearlyFull(t)
		before := f.made()
		f.look()
		f.Jump(by)
		after := f.made()
		f.look()
		f.passAndLook(3 * RemovalGrace)
		for _, key := range []Key{before, after} {
			f.want("some days old", key, true)
			if f.isMarked(key) {
				t.Errorf("after a jump by %s a tree is marked", by)
			}
		}
		if text := f.log.String(); strings.Count(text, "jumped") != 1 {
			t.Errorf("the log names the jump %d times: %s", strings.Count(text, "jumped"), text)
		}
		// The clock jumps back. A tree that was made meanwhile has its true age.
		f.Jump(-by)
		f.passAndLook(3 * RemovalGrace)
		f.want("made during the jump", after, true)
		// After KeepUnopened it is old.
		f.Pass(KeepUnopened)
		f.look()
		if !f.isMarked(after) || !f.isMarked(before) {
			t.Error("an old tree is not marked")
		}
	}
}

// A server that starts with a clock that is ahead removes nothing for a day. If the clock
// is corrected by then, it removes nothing afterwards either.
func TestStartWithWrongClockRemovesNoTree(t *testing.T) {
	const ahead = KeepUnopened + 24*time.Hour
	f := newNearlyFull(t)
	key := f.made()
	f.Pass(clock.SampleEvery)
	f.look() // stores the time
	f.Jump(ahead)
	f.start()
	f.Pass(time.Minute)
	f.look()
	if f.isMarked(key) {
		t.Error("the tree is marked a minute after the start")
	}
	f.passAndLook(RemovalGrace - time.Hour)
	f.want("seconds old", key, true)
	if !f.isMarked(key) {
		t.Error("nothing shows that the clock is wrong, and nothing is marked")
	}
	f.Jump(-ahead)
	f.passAndLook(3 * RemovalGrace)
	f.want("some days old", key, true)
	if f.isMarked(key) {
		t.Error("the mark stays after the clock was corrected")
	}
}

// A tree that is made while the clock is in 1970 is not old when the clock is corrected.
func TestClockBehindRemovesNoTree(t *testing.T) {
	f := newNearlyFull(t)
	f.made()
	f.Pass(clock.SampleEvery)
	f.look() // stores the time
	behind := f.Machine().Now().Sub(time.Unix(0, 0))
	f.Jump(-behind)
	f.start()
	f.Pass(time.Hour)
	f.look()
	key := f.made()
	f.Jump(behind)
	f.passAndLook(3 * RemovalGrace)
	f.want("some days old", key, true)
	if f.isMarked(key) {
		t.Error("a young tree is marked")
	}
}

// A library that is no longer nearly full keeps the trees that were marked.
func TestMarksAreTakenBack(t *testing.T) {
	f := newNearlyFull(t)
	key := f.made()
	f.Pass(KeepUnopened + time.Hour)
	f.look()
	if !f.isMarked(key) {
		t.Fatal("the tree is not marked")
	}
	f.lookAt(false)
	if f.isMarked(key) {
		t.Error("the tree is still marked")
	}
	f.passAndLook(RemovalGrace - time.Hour)
	f.want("marked again", key, true)
}

// full refuses each new key.
type full struct {
	*cluster.Bucket
	refuses bool
}

func (b *full) Create(ctx context.Context, key string, value []byte) (uint64, error) {
	if b.refuses {
		return 0, store.ErrFull
	}
	return b.Bucket.Create(ctx, key, value)
}

// Opening a tree keeps it, even if the store is so full that this cannot be recorded.
func TestOpeningCountsInFullStore(t *testing.T) {
	f := newNearlyFull(t)
	key := f.made()
	other := f.made()
	f.Pass(KeepUnopened + time.Hour)
	f.look()
	bucket := &full{bucketOfStore(f.Store).Engine.(*cluster.Bucket), true}
	bucketOfStore(f.Store).Engine = bucket
	if _, err := f.Load(context.Background(), key.ID()); err != nil {
		t.Fatal(err)
	}
	for ended := false; !ended; runtime.Gosched() { // until the attempt to record that has failed
		f.Store.mu.Lock()
		ended = f.unrecorded[key.ID()]
		f.Store.mu.Unlock()
	}
	f.Store.mu.Lock()
	f.forget(cached(f.Store, key.ID())) // as after many other trees
	f.Store.mu.Unlock()
	f.passAndLook(RemovalGrace + time.Hour)
	f.want("opened", key, true)
	f.want("unopened", other, false)
	bucket.refuses = false
	f.look()
	if _, _, err := bucketOfStore(f.Store).Get(context.Background(), openedKey(key.ID())); err != nil {
		t.Errorf("the opening is not recorded when there is capacity again: %v", err)
	}
}
