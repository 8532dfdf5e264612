package treestore

import (
	"strings"
	"testing"
)

const sixth = "players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (2,3,4) ] g: (6,1,2) ] ]"

// typedAt sends a text based on a revision, and checks the resulting tree.
func typedAt(t *testing.T, l *Store, key Key, base int, text, want string) *Edited {
	t.Helper()
	e := edited(t, l, key.ID(), Request{Base: base, Edit: edit(t, `{"op":"text","text":%q}`, text)})
	got := strings.Join(strings.Fields(e.Draft.Tree().Text()), " ")
	if want = "players 3 maxsum 9 " + want; got != want {
		t.Errorf("the tree after %q of revision %d = %s, want %s", text, base, got, want)
	}
	return e
}

// One editor types a node before f, with syntax errors in between; another one
// changes the mover of d and deletes b.
func TestUnparsedTextIsMergedWithOtherEdits(t *testing.T) {
	l := opened(t, t.TempDir())
	key, first := created(t, l, sixth)
	d, b := first.Draft.ID(3), first.Draft.ID(1)
	half := strings.Replace(sixth, "f:", "n: (1, f:", 1)
	whole := strings.Replace(sixth, "f:", "n: (1,1,1) f:", 1)
	typedAt(t, l, key, 1, half, sixth[len("players 3 maxsum 9 "):])
	edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[%d],"player":2}`, d)})
	e := typedAt(t, l, key, 1, half+" ", "a: 1[ b: (5,2,2) c: 2[ d: 2[ e: (2,2,5) f: (2,3,4) ] g: (6,1,2) ] ]")
	if text, fault := e.Draft.TypedText(); fault == nil || text != half+" " {
		t.Errorf("a text that cannot be read is kept as %q, %v", text, fault)
	}
	edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"delete","nodes":[%d]}`, b)})
	e = typedAt(t, l, key, 1, whole, "a: 1[ c: 2[ d: 2[ e: (2,2,5) n: (1,1,1) f: (2,3,4) ] g: (6,1,2) ] ]")
	if text, fault := e.Draft.TypedText(); fault != nil {
		t.Errorf("after a text that can be read, the text is %q with %v", text, fault)
	}
}

// After a syntax error was typed and removed, tree and text are as before.
func TestUnparsedTextCanBeReverted(t *testing.T) {
	l := opened(t, t.TempDir())
	key, first := created(t, l, sixth)
	one := strings.Replace(sixth, "(6,", "(7,", 1)
	tree := one[len("players 3 maxsum 9 "):]
	typedAt(t, l, key, 1, one, tree)
	wrong := strings.Replace(one, "(7,", "(7x,", 1)
	for _, by := range []string{"", "somebody else"} {
		if by != "" {
			edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[%d],"player":2}`, first.Draft.ID(3))})
			tree = strings.Replace(tree, "d: 3[", "d: 2[", 1)
		}
		typedAt(t, l, key, 2, wrong, tree)
		e := typedAt(t, l, key, 2, one, tree)
		if text, fault := e.Draft.TypedText(); fault != nil {
			t.Errorf("after the text of revision 2 came back, with an edit by %q: the text is %q with %v", by, text, fault)
		}
	}
}

// Two editors write comments while the picture is edited; undo restores the text.
func TestConcurrentCommentsAreMerged(t *testing.T) {
	l := opened(t, t.TempDir())
	const text = "players 3 maxsum 9\na: 1[\n  b: (5,2,2)\n  c: 2[ d: 3[ e: (2,2,5) f: (2,3,4) ]\n  g: (6,1,2) ] ]\n"
	key, _ := created(t, l, text)
	wantText := func(when, want string) {
		t.Helper()
		s, err := l.Load(t.Context(), key.ID())
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := s.Draft.Text(); got != want {
			t.Errorf("%s the text is\n%s\nwant\n%s", when, got, want)
		}
	}
	const tree = "a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (2,3,4) ] g: (6,1,2) ] ]"
	my := strings.Replace(text, "(5,2,2)\n", "(5,2,2) # mine\n", 1)
	their := strings.Replace(text, "g:", "# theirs\n  g:", 1)
	typedAt(t, l, key, 1, text, tree)
	typedAt(t, l, key, 2, their, tree)
	e := typedAt(t, l, key, 2, my, tree)
	both := strings.Replace(my, "g:", "# theirs\n  g:", 1)
	wantText("after two texts", both)
	g := e.Draft.ID(6)
	moved := edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[%d],"value":[7,1,1]}`, g)})
	wantText("after an edit of the picture", strings.Replace(both, "(6,1,2)", "(7,1,1)", 1))
	typedAt(t, l, key, e.Number, strings.Replace(both, "mine", "mine, too", 1), strings.Replace(tree, "(6,1,2)", "(7,1,1)", 1))
	wantText("after a text from before that edit", strings.NewReplacer("mine", "mine, too", "(6,1,2)", "(7,1,1)").Replace(both))
	edited(t, l, key.ID(), Request{Undo: moved.Number})
	wantText("after that edit is undone", strings.Replace(both, "mine", "mine, too", 1))
}
