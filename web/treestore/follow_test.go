package treestore

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"espalier/web/cluster/natstest"
)

func TestFollowReportsNewerRevisions(t *testing.T) {
	ctx := context.Background()
	l := opened(t, t.TempDir())
	key, _ := created(t, l, small)
	received := make(chan *Saved, 100)
	stop, err := l.Follow(ctx, key.ID(), 1, func(s *Saved) { received <- s })
	if err != nil {
		t.Fatal(err)
	}
	for i := range 10 {
		e := edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"n%d"}`, i)})
		same(t, "received", <-received, &e.Saved)
	}
	stop()
	stop()
	l.mu.Lock()
	tree := cached(l, key.ID())
	l.mu.Unlock()
	following := func() int {
		tree.followers.mu.Lock()
		defer tree.followers.mu.Unlock()
		return len(tree.followers.all)
	}
	for end := time.Now().Add(10 * time.Second); following() > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("a follower that was stopped still follows")
		}
	}
	edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"last"}`)})
	select {
	case s := <-received:
		t.Errorf("after stop revision %d arrives", s.Number)
	default:
	}
	// A follower that knows revision 3 receives the newest at once.
	stop, err = l.Follow(ctx, key.ID(), 3, func(s *Saved) { received <- s })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	if s := <-received; s.Number != 12 {
		t.Errorf("Follow(3) gets revision %d, want 12", s.Number)
	}
}

// A slow follower delays neither the edits nor two thousand other followers.
func TestSlowFollowerSkipsRevisions(t *testing.T) {
	ctx := context.Background()
	l := opened(t, t.TempDir())
	key, _ := created(t, l, small)
	hold := make(chan struct{})
	var slow []int
	var last sync.WaitGroup
	last.Add(1)
	if _, err := l.Follow(ctx, key.ID(), 1, func(s *Saved) {
		slow = append(slow, s.Number)
		<-hold
		if s.Number == 51 {
			last.Done()
		}
	}); err != nil {
		t.Fatal(err)
	}
	const others = 2000
	var there atomic.Int64
	for range others {
		if _, err := l.Follow(ctx, key.ID(), 1, func(s *Saved) {
			if s.Number == 51 {
				there.Add(1)
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 50 {
		edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"n%d"}`, i)})
	}
	start := time.Now()
	for there.Load() < others {
		if time.Since(start) > 10*time.Second {
			t.Fatalf("%d of %d followers have the newest", there.Load(), others)
		}
		time.Sleep(time.Millisecond)
	}
	close(hold)
	last.Wait()
	if len(slow) > 3 {
		t.Errorf("a slow follower got %v, want the newest alone after the first", slow)
	}
}

// If Follow is called during edits, the newest revision always arrives.
func TestFollowMissesNoRevision(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	l := opened(t, t.TempDir())
	key, _ := created(t, l, small)
	const edits = 50
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			s, err := l.Load(ctx, key.ID())
			if err != nil {
				t.Error(err)
				return
			}
			end := make(chan struct{})
			var once sync.Once
			stop, err := l.Follow(ctx, key.ID(), s.Number, func(s *Saved) {
				if s.Number == edits+1 {
					once.Do(func() { close(end) })
				}
			})
			if err != nil {
				t.Error(err)
				return
			}
			defer stop()
			if s.Number == edits+1 {
				return
			}
			select {
			case <-end:
			case <-ctx.Done():
				t.Error("a follower did not get the newest revision")
			}
		})
	}
	for i := range edits {
		edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"n%d"}`, i)})
	}
	all.Wait()
	if ctx.Err() != nil && !errors.Is(ctx.Err(), context.Canceled) {
		t.Error(ctx.Err())
	}
}

// The edit happens on another server, shortly before or after Follow.
func TestFollowReportsEditsOfOtherServers(t *testing.T) {
	ctx := context.Background()
	_, address := natstest.Start(t, nil)
	one, two := openedWith(t, Config{URL: address}), openedWith(t, Config{URL: address})
	for i := range 40 {
		key, _ := created(t, one, small)
		if _, err := two.Load(ctx, key.ID()); err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		all.Go(func() {
			time.Sleep(time.Duration(i%10) * 70 * time.Microsecond)
			edited(t, one, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"x"}`)})
		})
		received := make(chan int, 10)
		stop, err := two.Follow(ctx, key.ID(), 1, func(s *Saved) { received <- s.Number })
		if err != nil {
			t.Fatal(err)
		}
		select {
		case n := <-received:
			if n != 2 {
				t.Errorf("round %d: revision %d arrived, want 2", i, n)
			}
		case <-time.After(3 * time.Second):
			t.Fatalf("round %d: no revision of another server arrived", i)
		}
		all.Wait()
		stop()
	}
}
