package treestore

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"espalier/trees"
	"espalier/trees/treetest"
	"espalier/web/store/storetest"
)

// This holds after a restart, and while the token is one of the newest.
func TestTokenIsAppliedOnce(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	l := opened(t, dir)
	key, _ := created(t, l, small)
	id := key.ID()
	req := Request{Edit: edit(t, `{"op":"child","node":1}`), Token: "the-first"}
	first := edited(t, l, id, req)
	if first.Duplicate || first.NewRevision != 2 || len(first.Created) != 1 {
		t.Fatalf("Edit = %+v", first)
	}
	check := func(newest int) {
		t.Helper()
		again := edited(t, l, id, req)
		if !again.Duplicate || again.NewRevision != 2 || again.Number != newest || again.Select != first.Select ||
			fmt.Sprint(again.Created) != fmt.Sprint(first.Created) {
			t.Errorf("Edit with the same token = %+v, made %d, created %v; want revision 2 again, created %v, and %d as the newest",
				again.Revision, again.NewRevision, again.Created, first.Created, newest)
		}
	}
	check(2)
	for i := range MaxRememberedTokens - 1 {
		edited(t, l, id, Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"n%d"}`, i)})
		if i%50 == 0 {
			storetest.Close(t, l)
			l = opened(t, dir)
			check(i + 3)
		}
	}
	check(MaxRememberedTokens + 1)
	if s, _ := l.Load(ctx, id); s.Number != MaxRememberedTokens+1 {
		t.Errorf("the newest revision = %d, want %d", s.Number, MaxRememberedTokens+1)
	}
	edited(t, l, id, Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"last"}`)})
	if e := edited(t, l, id, req); e.Duplicate || e.NewRevision != MaxRememberedTokens+3 {
		t.Errorf("Edit with a token of %d revisions ago = %+v", MaxRememberedTokens+1, e)
	}
	var tooLong *trees.Error
	if _, err := l.Edit(ctx, id, Request{Edit: req.Edit, Token: strings.Repeat("x", MaxTokenBytes+1)}); !errors.As(err, &tooLong) {
		t.Errorf("Edit with a long token = %v", err)
	}
}

// The same request is recognised with other white space and another order of members.
func TestTokenOfOtherRequestIsRejected(t *testing.T) {
	dir := t.TempDir()
	l := opened(t, dir)
	key, _ := created(t, l, small)
	first := edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"x"}`), Token: "t"})
	edited(t, l, key.ID(), Request{Undo: first.NewRevision, Token: "u"})
	storetest.Close(t, l)
	l = opened(t, dir)
	for _, r := range []Request{
		{Edit: edit(t, `{"op":"set","nodes":[2],"label":"y"}`), Token: "t"},
		{Undo: 2, Token: "t"},
		{Restore: 2, Token: "u"},
		{Edit: edit(t, `{"op":"text","text":"players 3 (1,2,3)"}`), Token: "u"},
	} {
		var wrong *trees.Error
		if _, err := l.Edit(context.Background(), key.ID(), r); !errors.As(err, &wrong) || wrong.Path != "token" {
			t.Errorf("another request with the token %q = %v, want that it is refused", r.Token, err)
		}
	}
	again := edited(t, l, key.ID(), Request{Edit: edit(t, ` {"label": "x", "op": "set", "nodes": [2]}`), Token: "t"})
	if !again.Duplicate || again.NewRevision != first.NewRevision || again.Number != 3 {
		t.Errorf("the same request made %d of %d, again %v; want revision 2 again", again.NewRevision, again.Number, again.Duplicate)
	}
}

// A resent request that changed nothing gets the same answer, even after an edit
// of another client to the same node.
func TestTokenOfEditWithoutChange(t *testing.T) {
	l := opened(t, t.TempDir())
	key, _ := created(t, l, small)
	label := func(text, token string) Request {
		return Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":%q}`, text), Token: token}
	}
	edited(t, l, key.ID(), label("mine", ""))
	first := edited(t, l, key.ID(), label("mine", "t"))
	if first.NewRevision != 0 || first.Duplicate || first.Number != 2 {
		t.Fatalf("an edit of nothing made %d of %d, again %v", first.NewRevision, first.Number, first.Duplicate)
	}
	edited(t, l, key.ID(), label("theirs", "u"))
	again := edited(t, l, key.ID(), label("mine", "t"))
	if again.NewRevision != 0 || !again.Duplicate || again.Number != 3 || again.Select != first.Select || again.Draft.Tree().Label(1) != "theirs" {
		t.Errorf("sent again it made %d of %d, again %v, and the label is %q; want nothing, again, and theirs",
			again.NewRevision, again.Number, again.Duplicate, again.Draft.Tree().Label(1))
	}
	var wrong *trees.Error
	if _, err := l.Edit(context.Background(), key.ID(), label("another", "t")); !errors.As(err, &wrong) || wrong.Path != "token" {
		t.Errorf("another request with its token = %v, want that it is refused", err)
	}
	for i := range MaxRememberedTokens {
		edited(t, l, key.ID(), label("theirs", fmt.Sprintf("n%d", i)))
	}
	if e := edited(t, l, key.ID(), label("mine", "t")); e.NewRevision != 4 || e.Duplicate {
		t.Errorf("after %d others it made %d, again %v, want revision 4", MaxRememberedTokens, e.NewRevision, e.Duplicate)
	}
}

// A page that was offline for a long time sends its edit again. The edit is searched for
// among all revisions since the page first sent it.
func TestTokenIsSearchedSince(t *testing.T) {
	treetest.SkipUnderRace(t)
	ctx := context.Background()
	dir := t.TempDir()
	l := opened(t, dir)
	key, _ := created(t, l, small)
	id := key.ID()
	others := func(n int) {
		t.Helper()
		for i := range n {
			edited(t, l, id, Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"n%d"}`, i)})
		}
	}
	others(40)
	req := Request{Edit: edit(t, `{"op":"child","node":1}`), Token: "mine", Since: 41}
	if first := edited(t, l, id, req); first.Duplicate || first.NewRevision != 42 {
		t.Fatalf("Edit = %+v", first)
	}
	lost := Request{Edit: req.Edit, Token: "lost", Since: 42} // never arrives
	for _, more := range []int{MaxRememberedTokens - 1, 1, 1, MaxRememberedTokens + 100} {
		others(more)
		if again := edited(t, l, id, req); !again.Duplicate || again.NewRevision != 42 {
			t.Fatalf("sent again when revision %d is the newest, it made revision %d", again.Number, again.NewRevision)
		}
	}
	storetest.Close(t, l)
	l = opened(t, dir)
	if again := edited(t, l, id, req); !again.Duplicate || again.NewRevision != 42 {
		t.Errorf("sent again after a restart, it made revision %d", again.NewRevision)
	}
	var wrong *trees.Error
	if _, err := l.Edit(ctx, id, Request{Edit: edit(t, `{"op":"child","node":2}`), Token: "mine", Since: 41}); !errors.As(err, &wrong) || wrong.Path != "token" {
		t.Errorf("another request with the token = %v, want that it is refused", err)
	}
	newest, _ := l.Load(ctx, id)
	if e := edited(t, l, id, lost); e.Duplicate || e.NewRevision != newest.Number+1 {
		t.Errorf("an edit that had not arrived = %+v", e)
	}
	// If older revisions cannot be read, it is unknown whether the edit was made.
	for revision := 144; revision < 144+2*wholeEvery; revision++ {
		if err := bucketOfStore(l).Purge(ctx, revisionKey(id, revision)); err != nil {
			t.Fatal(err)
		}
	}
	var conflict *ConflictError
	for _, since := range []int{1, 42} {
		if _, err := l.Edit(ctx, id, Request{Edit: req.Edit, Token: "unknown", Since: since}); !errors.As(err, &conflict) || !strings.Contains(err.Error(), fmt.Sprintf("revision %d was the newest", since)) {
			t.Errorf("an edit since revision %d of a damaged tree = %v, want that it is refused", since, err)
		}
	}
	if after, _ := l.Load(ctx, id); after.Number != newest.Number+1 {
		t.Errorf("the refused edits made revision %d", after.Number)
	}
}
