package editor

import (
	"context"
	"encoding/json"
	"net/netip"
	"strings"
	"testing"
	"time"

	"espalier/trees"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/socket"
	"espalier/web/treestore"
)

// A draftPeer is a connection without a websocket.
type draftPeer struct {
	t *testing.T
	*socket.Conn
	out <-chan socket.Sent
}

func (p draftPeer) say(text string) {
	if err := p.Receive([]byte(text)); err != nil {
		p.t.Fatal(err)
	}
}

// next returns the next message of one of some types.
func (p draftPeer) next(types ...string) (a answer) {
	p.t.Helper()
	for {
		select {
		case m := <-p.out:
			if err := json.Unmarshal(m.Data, &a); err != nil {
				p.t.Fatal(err)
			}
			for _, one := range types {
				if a.Type == one {
					return a
				}
			}
		case <-time.After(20 * time.Second):
			p.t.Fatalf("none of %v comes", types)
		}
	}
}

// What a client has open is charged to it: a tree once, however many have it open, each
// connection besides, and what an edit adds. Others still get theirs, and all comes back.
func TestOpenDraftsAreCharged(t *testing.T) {
	store, err := treestore.Open(treestore.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	core := app.NewCore(app.Config{Library: store})
	drafts := NewDrafts(core)
	h := socket.New(core, drafts.Feature())
	text := "players 3 1[ " + strings.Repeat("(1,2,3) ", 2000) + "]"
	tree, err := trees.ReadText(text)
	if err != nil {
		t.Fatal(err)
	}
	large := trees.NewDraft(tree)
	cost := int64(revisionsHeld*large.Bytes() + draftBytes)
	drafts.open = fair.NewPool(fair.PoolConfig{Name: "drafts", Size: 3*cost + 12*draftBytes})
	save := func(d *trees.Draft) string {
		key, _, err := store.Create(t.Context(), d, "made")
		if err != nil {
			t.Fatal(err)
		}
		return string(key)
	}
	first, second, third, small := save(large), save(large), save(large), save(trees.EmptyDraft())
	dial := func(host byte) draftPeer {
		c, out := h.Pipe(fair.WithClient(context.Background(), fair.ClientAt(netip.AddrFrom4([4]byte{192, 0, 2, host}))), 100)
		return draftPeer{t, c, out}
	}
	open := func(p draftPeer, id, key string) answer {
		t.Helper()
		p.say(`{"type":"open","id":"` + id + `","saved":"` + key + `","quiet":true}`)
		return p.next("draft", "error")
	}
	used := func(want int64, when string) {
		t.Helper()
		for end := time.Now().Add(10 * time.Second); drafts.open.Used() != want; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s: %d bytes, want %d", when, drafts.open.Used(), want)
			}
		}
	}
	one, other, another := dial(1), dial(2), dial(3)
	if a := open(one, "a", first); a.Type != "draft" {
		t.Fatalf("the first tree: %+v", a)
	}
	used(cost, "a tree is not charged")
	if a := open(one, "b", first); a.Type != "draft" {
		t.Errorf("the same tree: %+v", a)
	}
	used(cost+draftBytes, "a tree that is open twice is charged twice")
	if a := open(one, "c", small); a.Type != "draft" {
		t.Errorf("a small tree: %+v", a)
	}
	if a := open(other, "a", second); a.Type != "draft" {
		t.Errorf("another client’s tree: %+v", a)
	}
	if a := open(one, "d", third); a.Type != "error" || a.Status != 429 || !strings.Contains(a.Detail, "2001 nodes does not fit") {
		t.Errorf("one tree too many: %+v", a)
	}
	before := drafts.open.Used()
	one.say(`{"type":"edit","id":"c","seq":1,"edit":{"op":"text","text":"` + text + `"}}`)
	if a := one.next("draft", "error"); a.Type != "draft" || a.Made != 2 {
		t.Errorf("an edit that makes a tree large: %+v", a)
	}
	if a := one.next("error"); a.Status != 429 {
		t.Errorf("the tree that has become too large: %+v", a)
	}
	used(before-draftBytes-int64(revisionsHeld*trees.EmptyDraft().Bytes()), "a tree that was closed is charged")
	if a := open(another, "b", small); a.Type != "draft" || a.Revision != 2 {
		t.Errorf("for a client with nothing else: %+v", a)
	}
	for _, p := range []draftPeer{one, other, another} {
		p.End()
	}
	used(0, "what was closed is charged")
}
