package treestore

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// A large edit, an edit of a large tree, and the reading of a large tree wait for a
// processor before they compute, and hold none while something is stored. Small ones do not
// wait.
func TestLargeEditsTakeTurns(t *testing.T) {
	l := opened(t, t.TempDir())
	held, taken := 0, 0
	var refused error
	l.SetTurns(func(context.Context) (func(), error) {
		if held++; held > 1 {
			t.Error("an edit waits for a second processor")
		}
		taken++
		return func() { held-- }, refused
	})
	l.records.SetAdmission(func(context.Context, bool, int64) (func(bool), error) {
		if held > 0 {
			t.Error("a processor is held while a revision is stored")
		}
		return func(bool) {}, nil
	})
	key, _ := created(t, l, wide(20))
	load := func() (*Saved, error) { // reads it from the disk
		l.mu.Lock()
		if t := cached(l, key.ID()); t != nil {
			l.forget(t)
		}
		l.mu.Unlock()
		return l.Load(t.Context(), key.ID())
	}
	edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"small"}`)})
	if _, err := load(); err != nil || taken > 0 {
		t.Errorf("a small edit and a small load have waited %d times, %v", taken, err)
	}
	text := `{"op":"text","text":"players 3 1[ ` + strings.Repeat("(1,2,3) ", largeDraft/nodeSize) + `]"}`
	base := edited(t, l, key.ID(), Request{Edit: edit(t, "%s", text)}).Number
	for _, one := range []struct {
		what string
		Request
	}{
		{"an edit of a large tree", Request{Edit: edit(t, `{"op":"set","nodes":[3],"label":"large"}`)}},
		{"a text on an older revision", Request{Edit: edit(t, "%s", text), Base: base - 1}},
		{"the undo of a large change", Request{Undo: base}},
		{"the return to a large revision", Request{Restore: base}},
	} {
		taken = 0
		edited(t, l, key.ID(), one.Request)
		if taken == 0 || held != 0 {
			t.Errorf("%s has waited %d times, and %d processors are still held", one.what, taken, held)
		}
	}
	newest := edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[4],"label":"last"}`)})
	taken = 0
	before, err := load()
	if err != nil {
		t.Fatal(err)
	}
	same(t, "read in turn", before, &newest.Saved)
	if taken == 0 || held != 0 {
		t.Errorf("a large load has waited %d times, and %d processors are still held", taken, held)
	}
	noProcessor := errors.New("no processor is free")
	refused = noProcessor
	if _, err := load(); !errors.Is(err, noProcessor) {
		t.Errorf("a load without a processor = %v", err)
	}
	held, refused = 0, nil
	if _, err := load(); err != nil {
		t.Errorf("a load after that = %v", err)
	}
	refused = noProcessor // refuses the edit, since the tree is in memory
	if _, err := l.Edit(t.Context(), key.ID(), Request{Edit: edit(t, "%s", strings.Replace(text, "1[", "2[", 1))}); !errors.Is(err, noProcessor) {
		t.Errorf("an edit without a processor = %v", err)
	}
	if now, err := l.Load(t.Context(), key.ID()); err != nil || now.Number != before.Number {
		t.Errorf("it has made a revision: %+v, %v", now, err)
	}
}
