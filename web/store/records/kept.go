package records

import (
	"bytes"
	"sync"

	"espalier/web/recent"
)

// keptBytes bounds the records that an Espalier of a cluster keeps in memory to mend the bucket
// with them. They are the newest ones that it has stored or read, a few hundred bytes for most
// edits.
const keptBytes = 64 << 20

// Kept are the stored forms of the records that were stored or read last, by their keys.
// A nil Kept keeps nothing.
type Kept struct {
	mu    sync.Mutex
	all   recent.Map[string, keptRecord]
	bytes int
}

type keptRecord struct {
	key   string
	value []byte
}

func (k keptRecord) size() int { return len(k.key) + len(k.value) + KeyOverhead }

// Put keeps a record.
func (k *Kept) Put(key string, value []byte) {
	if k == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if old, found := k.all.Get(key); found {
		if bytes.Equal(old.value, value) {
			return
		}
		k.bytes -= old.size()
	}
	one := keptRecord{key, value}
	k.all.Put(key, one)
	k.bytes += one.size()
	for _, oldest := range k.all.Oldest() {
		if k.bytes <= keptBytes {
			break
		}
		k.all.Remove(oldest.key)
		k.bytes -= oldest.size()
	}
}

// Get returns a record, or nil if it is not kept.
func (k *Kept) Get(key string) []byte {
	if k == nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	one, _ := k.all.Peek(key)
	return one.value
}
