package traces

import (
	"bytes"
	"testing"
	"time"

	"espalier/web/tracestore"
)

// What comes of a body in small pieces is stored as one block, as far as a chunk has room.
func TestGatherWaitsForTheRest(t *testing.T) {
	piece := bytes.Repeat([]byte("x"), liveBlock)
	const pieces = tracestore.ChunkBytes/liveBlock + 3
	blocks := make(chan []byte)
	go func() {
		defer close(blocks)
		for range pieces - 1 {
			blocks <- piece
		}
	}()
	first := gather(append([]byte(nil), piece...), blocks, time.Hour)
	if len(first) != tracestore.ChunkBytes/liveBlock*liveBlock {
		t.Errorf("the first block has %d bytes, want as many pieces as a chunk has room for", len(first))
	}
	if second := gather(append([]byte(nil), <-blocks...), blocks, time.Hour); len(first)+len(second) != pieces*liveBlock {
		t.Errorf("%d and %d bytes, want %d in all", len(first), len(second), pieces*liveBlock)
	}
}

// What has not come within the time is not waited for.
func TestGatherIsLate(t *testing.T) {
	if got := gather([]byte("a"), make(chan []byte), 0); string(got) != "a" {
		t.Errorf("got %q", got)
	}
}
