package treestore

import (
	"context"
	"strings"
	"testing"
)

// The base of a text with a syntax error survives a restart, an undo, a redo
// and a restore.
func TestBaseOfUnparsedText(t *testing.T) {
	dir := t.TempDir()
	l := opened(t, dir)
	key, first := created(t, l, sixth)
	half := strings.Replace(sixth, "f:", "n: (1, f:", 1)
	tree := sixth[len("players 3 maxsum 9 "):]
	base := func(what string, want int) {
		t.Helper()
		s, err := l.Load(context.Background(), key.ID())
		if err != nil {
			t.Fatal(err)
		}
		if s.Base != want {
			t.Errorf("the base of revision %d, %s, = %d, want %d", s.Number, what, s.Base, want)
		}
	}
	base("a tree", 0)
	typedAt(t, l, key, 1, half, tree)
	base("half a text", 1)
	edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[%d],"player":2}`, first.Draft.ID(3))})
	base("a gesture", 0)
	tree = strings.Replace(tree, "d: 3[", "d: 2[", 1)
	typedAt(t, l, key, 1, half+" ", tree)
	base("half a text again", 1)
	edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"notes","text":"said"}`)})
	base("notes", 1)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l = opened(t, dir)
	base("read again", 1)
	typedAt(t, l, key, 1, strings.Replace(half, "(1, ", "(1,1,1) ", 1), strings.Replace(tree, "f:", "n: (1,1,1) f:", 1))
	base("the whole text", 0)
	edited(t, l, key.ID(), Request{Undo: 6})
	base("half a text by an undo", 1)
	edited(t, l, key.ID(), Request{Undo: 7})
	base("the whole text by a redo", 0)
	edited(t, l, key.ID(), Request{Restore: 5})
	base("half a text out of the history", 1)
}
