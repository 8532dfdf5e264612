package treestore

import (
	"context"
	"os"
	"testing"

	"espalier/web/store/storetest"
)

// BenchmarkLoad measures the reading of a tree that is not in memory.
func BenchmarkLoad(b *testing.B) {
	l := opened(b, b.TempDir())
	key, _ := created(b, l, wide(200))
	for i := range 31 {
		edited(b, l, key.ID(), Request{Edit: edit(b, `{"op":"set","nodes":[2],"label":"n%d"}`, i)})
	}
	for b.Loop() {
		l.mu.Lock()
		l.forget(cached(l, key.ID()))
		l.mu.Unlock()
		if _, err := l.Load(context.Background(), key.ID()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOpen measures the opening of a store until the first tree is read.
func BenchmarkOpen(b *testing.B) {
	dir := b.TempDir()
	l := opened(b, dir)
	key, _ := created(b, l, wide(1000))
	var edits []Key
	for range 20 {
		k, _ := created(b, l, wide(1000))
		edits = append(edits, k)
	}
	for i := range 4000 {
		edited(b, l, edits[i%20].ID(), Request{Edit: edit(b, `{"op":"set","nodes":[%d],"label":"n%d"}`, 2+i%900, i)})
	}
	storetest.Close(b, l)
	size := int64(0)
	if info, err := os.Stat(dir + "/library/jetstream/$G/streams/KV_espalier/msgs/1.blk"); err == nil {
		size = info.Size()
	}
	b.SetBytes(size)
	for b.Loop() {
		l, err := Open(Config{Dir: dir})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := l.Load(context.Background(), key.ID()); err != nil {
			b.Fatal(err)
		}
		storetest.Close(b, l)
	}
}
