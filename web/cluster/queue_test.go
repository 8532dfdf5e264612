package cluster_test

import (
	"context"
	"testing"
	"time"

	"espalier/web/cluster"
	"espalier/web/cluster/natstest"
	"espalier/web/store"
)

// Two processes share a list. Each task is given to one of them. If it is not reported for
// a while, the other one gets it, and a task that is reported stays.
func TestQueue(t *testing.T) {
	_, url := natstest.Start(t, nil)
	ctx := context.Background()
	open := func() store.Queue {
		b, err := cluster.Connect(cluster.Config{URL: url})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.Close)
		q, err := b.Queue(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	one, two := open(), open()
	take := func(q store.Queue, list string) *store.Task {
		t.Helper()
		task, err := q.Take(ctx, list)
		if err != nil {
			t.Fatal(err)
		}
		return task
	}
	// What is put and what is done is seen by a list a moment later.
	left := func(list string, waiting, taken int) {
		t.Helper()
		for end := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
			w, n, err := two.Left(ctx, list)
			if w == waiting && n == taken && err == nil {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("%s: %d wait and %d are taken, %v; want %d and %d", list, w, n, err, waiting, taken)
			}
		}
	}
	if task := take(two, "a"); task != nil {
		t.Errorf("a list that nobody made has the task %d", task.Number)
	}
	left("a", 0, 0)
	const wait = 400 * time.Millisecond
	if err := one.Put(ctx, "a", wait, []int{7, 8, 9}); err != nil {
		t.Fatal(err)
	}
	if err := one.Put(ctx, "b", wait, []int{1}); err != nil {
		t.Fatal(err)
	}
	left("a", 3, 0)
	first, second, third := take(one, "a"), take(two, "a"), take(two, "a")
	if first.Number != 7 || second.Number != 8 || third.Number != 9 || take(one, "a") != nil {
		t.Errorf("taken: %d, %d, %d and more", first.Number, second.Number, third.Number)
	}
	if err := third.Return(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) { // task 7 is not reported
		second.Working()
		if again := take(one, "a"); again != nil {
			if again.Done(); again.Number == 7 {
				break
			}
			if again.Number != 9 {
				t.Fatalf("%d is given again", again.Number)
			}
		}
		if time.Now().After(end) {
			t.Fatal("a task that nobody reports is not given again")
		}
	}
	second.Working()
	left("a", 0, 1)
	second.Done()
	left("a", 0, 0)
	if err := one.Remove(ctx, "b"); err != nil {
		t.Fatal(err)
	}
	if task := take(two, "b"); task != nil {
		t.Errorf("a removed list has the task %d", task.Number)
	}
	if err := two.Put(ctx, "b", wait, []int{2}); err != nil {
		t.Fatal(err)
	}
	left("b", 1, 0)
	if task := take(one, "b"); task == nil || task.Number != 2 {
		t.Errorf("a list that was made again has the task %v", task)
	}
}
