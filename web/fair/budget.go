package fair

import (
	"container/list"
	"fmt"
	"runtime/debug"
	"sync"
	"time"
)

// A Budget is memory, in bytes, of which several pools take their parts. What all pools hold
// together stays within it, and one client holds at most a part of what the others leave: see portion.
// A pool with a reserve has that for itself.
//
// What is kept only because it may be wanted again is spare (Lease.Spare). It takes nothing from
// anybody: when the memory is needed, what was used least recently is dropped.
type Budget struct {
	mu     sync.Mutex
	size   int64 // without the reserves
	used   int64 // without them, spare leases included
	spare  int64
	shares map[Client]int64 // what clients hold, spare leases left out
	pools  []*Pool
	kept   list.List // of spare leases, the least recently used first

	freed   int64 // bytes given back since memory was returned to the system
	pending bool  // it will be returned soon
}

// NewBudget returns a budget of which nothing is used.
func NewBudget(bytes int64) *Budget { return &Budget{size: bytes, shares: map[Client]int64{}} }

const (
	// leftShare is the part of what others leave that one client leaves for more of them at most, and
	// leftAlone the part of all that it leaves at least.
	leftShare, leftAlone = 4, 16
	// leftTimes is how often one client leaves what others hold or wait for.
	leftTimes = 4
)

// portion returns what one client can have of memory of which others hold or want some: three quarters of
// what they leave, and more while they need little. It is more than half, since one run of a program or
// one map can be a large part of all.
func portion(size, others int64) int64 {
	left := max(0, size-others)
	return left - min(left/leftShare, max(size/leftAlone, leftTimes*others))
}

// Size returns how many bytes the pools share, those of the reserves left out.
func (b *Budget) Size() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.size
}

// Used returns how many bytes are held or kept, those of the reserves left out.
func (b *Budget) Used() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.used
}

// Kept returns how many of the used bytes are spare.
func (b *Budget) Kept() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.spare
}

// fits reports whether a client may take more. It may when spare leases have to be dropped for it.
func (b *Budget) fits(c Client, amount int64) bool {
	own := b.shares[c]
	return own+amount <= portion(b.size, b.used-b.spare-own+b.wanted(c))
}

// wanted returns what requests of other clients wait for, one of each client and pool.
func (b *Budget) wanted(by Client) (bytes int64) {
	for _, p := range b.pools {
		bytes += p.wanted(by)
	}
	return bytes
}

// take adds to what a client holds, and drops spare leases if it must. The caller holds mu, and runs
// what it returns without it.
func (b *Budget) take(c Client, amount int64) (drops []func()) {
	b.used += amount
	b.hold(c, amount)
	for b.used > b.size && b.kept.Len() > 0 {
		drops = append(drops, b.kept.Front().Value.(*Lease).dropSpare())
	}
	return drops
}

// hold adds to the share of a client.
func (b *Budget) hold(c Client, amount int64) {
	if b.shares[c] += amount; b.shares[c] == 0 {
		delete(b.shares, c)
	}
}

// grant serves what waits in all pools.
func (b *Budget) grant() {
	for _, p := range b.pools {
		p.grant()
	}
}

// Memory that is given back is returned to the system if it is much: Go keeps it else, for minutes
// at least. It is looked for a moment later, when what was given back is not used any more.
const (
	returnFrom  = 32 << 20
	returnAfter = 5 * time.Second
	// spareTime is how long so much is spare: a page is loaded again within it, and the memory of a large run
	// is given back within a minute.
	spareTime = 30 * time.Second
)

// gaveBack counts bytes that are not used any more. The caller holds mu.
func (b *Budget) gaveBack(bytes int64) {
	if b.freed += bytes; b.freed < returnFrom || b.pending {
		return
	}
	b.pending = true
	time.AfterFunc(returnAfter, func() {
		b.mu.Lock()
		b.freed, b.pending = 0, false
		b.mu.Unlock()
		debug.FreeOSMemory()
	})
}

// gaveBackReserved is gaveBack for a pool with a reserve.
func (b *Budget) gaveBackReserved(bytes int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.gaveBack(bytes)
}

// Spare says that what the lease is for is kept although nobody uses it. When memory is short, or after a
// while if it is large, it is given back, and drop is called, which forgets it. A lease of a pool without a budget is released,
// and drop is called.
func (l *Lease) Spare(drop func()) {
	b := l.pool.config.Budget
	if b == nil {
		l.Release()
		drop()
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if l.kept != nil || l.amount == 0 {
		return
	}
	l.drop = drop
	l.kept = b.kept.PushBack(l)
	b.spare += l.amount
	b.hold(l.share.client, -l.amount)
	l.pool.give(l.share, l.amount)
	if kept := l.kept; l.amount >= returnFrom {
		time.AfterFunc(spareTime, func() { l.dropIfKept(kept) })
	}
}

// dropIfKept gives a lease back that has been spare since it was kept.
func (l *Lease) dropIfKept(kept *list.Element) {
	var drop func()
	defer func() { // without the lock
		if drop != nil {
			drop()
		}
	}()
	b := l.pool.config.Budget
	b.mu.Lock()
	defer b.mu.Unlock()
	if l.kept == kept {
		drop = l.dropSpare()
		b.grant()
	}
}

// dropSpare gives a spare lease back, and returns what forgets what it is for. The caller holds mu.
func (l *Lease) dropSpare() (drop func()) {
	b := l.pool.config.Budget
	drop = l.drop
	l.forgetSpare()
	b.used -= l.amount
	b.gaveBack(l.amount)
	l.amount = 0
	return drop
}

// Claim says that what was spare is used again. It returns false if it was dropped.
func (l *Lease) Claim() bool {
	b := l.pool.config.Budget
	if b == nil {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if l.kept == nil {
		return l.amount > 0
	}
	l.forgetSpare()
	b.hold(l.share.client, l.amount)
	l.share = l.pool.shareOf(l.share.client)
	l.pool.count(l.share, l.amount)
	return true
}

// forgetSpare takes a lease out of those that are spare.
func (l *Lease) forgetSpare() {
	b := l.pool.config.Budget
	b.kept.Remove(l.kept)
	b.spare -= l.amount
	l.kept, l.drop = nil, nil
}

// inWords writes a number of bytes.
func inWords(bytes int64) string {
	if bytes < 1<<20 {
		return fmt.Sprintf("%d KiB", (bytes+1023)>>10)
	}
	return fmt.Sprintf("%d MiB", bytes>>20)
}
