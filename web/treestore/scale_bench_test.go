//go:build unix

package treestore

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"espalier/web/cluster/natstest"
	"espalier/web/store/records"
	"espalier/web/store/storetest"
)

// BenchmarkStart opens a store with 1,000 and with 100,000 records, until a tree and a value are read, until
// Health is well, and until it is closed again: a quarter each of revisions of trees, of chunks of runs, of students' records,
// and of rooms. The smaller one is the baseline. An Espalier of a cluster reads its ledger and the keys.
func BenchmarkStart(b *testing.B) {
	for _, size := range []int{1_000, 100_000} {
		b.Run(fmt.Sprintf("embedded/records=%d", size), func(b *testing.B) {
			benchmarkStart(b, size, Config{Dir: b.TempDir(), SyncLater: true})
		})
		b.Run(fmt.Sprintf("cluster/records=%d", size), func(b *testing.B) {
			_, address := natstest.Start(b, nil)
			benchmarkStart(b, size, Config{URL: address, Dir: b.TempDir()})
		})
	}
}

func benchmarkStart(b *testing.B, size int, c Config) {
	c.Log = slog.New(slog.DiscardHandler)
	l := openedWith(b, c)
	const perTree = 4 // revisions
	first, _ := created(b, l, wide(20))
	value := func(key, text string) {
		if _, err := l.records.CreateValue(b.Context(), key, []byte(text), ""); err != nil {
			b.Error(key, err)
		}
	}
	record := `{"revision":1,"r":1,"name":"Ada","x":"` + string(bytes.Repeat([]byte("x"), 300)) + `"}`
	var compressed strings.Builder
	z := gzip.NewWriter(&compressed)
	z.Write(lineOf("chunk"))
	if err := z.Close(); err != nil {
		b.Fatal(err)
	}
	chunk := compressed.String()
	quarter := make(chan int)
	var writers sync.WaitGroup
	for range 16 {
		writers.Go(func() {
			for i := range quarter {
				if i%perTree == 0 {
					key, _ := created(b, l, wide(20))
					for n := range perTree - 1 {
						edited(b, l, key.ID(), Request{Edit: edit(b, `{"op":"set","nodes":[%d],"label":"n%d"}`, 2+n, i)})
					}
				}
				value(fmt.Sprintf("room.r%d", i), record)
				value(fmt.Sprintf("task.t%d.s.u%d", i/30, i), record)
				if root, n := fmt.Sprintf("run.r%d", i/20), i%20; n == 0 {
					value(root, `{"tag":"t","revision":1}`)
				} else {
					value(fmt.Sprintf("%s.c.t.%06d", root, n), chunk)
				}
			}
		})
	}
	for i := range size / 4 {
		quarter <- i
	}
	close(quarter)
	writers.Wait()
	storetest.Close(b, l)
	var read, well []time.Duration
	for b.Loop() {
		began := time.Now()
		l, err := Open(c)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := l.Load(b.Context(), first.ID()); err != nil {
			b.Fatal(err)
		}
		if _, _, err := l.records.Value(b.Context(), "room.r0"); err != nil {
			b.Fatal(err)
		}
		read = append(read, time.Since(began))
		for l.records.Health(b.Context()).State != records.StateOK {
			time.Sleep(time.Millisecond)
		}
		well = append(well, time.Since(began))
		storetest.Close(b, l)
	}
	slices.Sort(read)
	slices.Sort(well)
	b.ReportMetric(float64(read[len(read)/2].Milliseconds()), "ms-read-p50")
	b.ReportMetric(float64(well[len(well)/2].Milliseconds()), "ms-well-p50")
}

// BenchmarkAcknowledge measures an edit of a tree with 200 nodes until it is acknowledged, and as the
// baseline the engine's creation of a key with as many bytes. What an edit takes beyond that is the
// store's own.
func BenchmarkAcknowledge(b *testing.B) {
	b.Run("embedded", func(b *testing.B) {
		benchmarkAcknowledge(b, func(b *testing.B) *Store {
			return openedWith(b, Config{Dir: b.TempDir(), Log: slog.New(slog.DiscardHandler)})
		})
	})
	b.Run("cluster", func(b *testing.B) {
		c := natstest.StartCluster(b)
		benchmarkAcknowledge(b, func(b *testing.B) *Store {
			return openedWith(b, Config{URL: c.URL(0), Dir: b.TempDir(), Log: slog.New(slog.DiscardHandler)})
		})
	})
}

func benchmarkAcknowledge(b *testing.B, open func(*testing.B) *Store) {
	var record int // bytes
	for _, what := range []string{"edit", "create"} {
		b.Run(what, func(b *testing.B) {
			l := open(b)
			tree, _ := created(b, l, wide(199))
			i := 0
			one := func() {
				edited(b, l, tree.ID(), Request{Edit: edit(b, `{"op":"set","nodes":[%d],"label":"n%d"}`, 2+i%190, i)})
			}
			if what == "create" {
				run := fmt.Sprintf("bench.%d", time.Now().UnixNano()) // the cluster has the keys of the run before
				value := bytes.Repeat([]byte("x"), record)
				one = func() {
					err := withBucket(b.Context(), l, func(bucket openBucket) error {
						_, err := bucket.Create(b.Context(), fmt.Sprintf("%s.%d", run, i), value)
						return err
					})
					if err != nil {
						b.Fatal(err)
					}
				}
			} else if err := withBucket(b.Context(), l, func(bucket openBucket) error {
				one()
				value, _, err := bucket.Get(b.Context(), revisionKey(tree.ID(), 2))
				record = len(value)
				return err
			}); err != nil {
				b.Fatal(err)
			}
			for i = range 20 { // the first ones open connections and files
				one()
			}
			var took []time.Duration
			for i = 1000; b.Loop(); i++ {
				began := time.Now()
				one()
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds()), "µs-p50")
		})
	}
}
