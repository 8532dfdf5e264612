// Package natssim simulates a bucket that several servers share, and the network between
// them. Messages are delayed, reordered, duplicated or lost. A server is cut off or killed,
// possibly between a write and its acknowledgement. A newly elected leader does not have
// the newest values yet. A seed decides everything, and all happens in the time of a
// testing/synctest bubble, so that a run can be repeated.
//
// One goroutine, that of the test, calls Step until the test is done. All others wait for the
// world while it chooses what happens next.
//
// It imports web/store of the module, for its errors. Only tests may import it.
package natssim

import (
	"cmp"
	"fmt"
	"hash"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing/synctest"
	"time"

	"espalier/web/store"
)

const (
	// opTime is how long a server waits for an answer, like opTime of package cluster.
	opTime = 2 * time.Second

	// cutTime is the longest time that a server is cut off.
	cutTime = 20 * time.Second
	// longestPause is the longest time in which nothing happens while nobody waits for a
	// message.
	longestPause = time.Second

	// stepTime is the longest time that a step takes.
	stepTime = time.Microsecond

	// electionTime is how long a new leader may lack the newest values. lagging is how many
	// values it may lack.
	electionTime = 300 * time.Millisecond
	lagging      = 3
	// electionGap is the least time between two elections of Faults. Servers take some seconds
	// until they miss a leader.
	electionGap = 3 * time.Second
)

// Faults has how often each fault occurs: once in the given number, or never if it is 0.
type Faults struct {
	Drop      int // a message is lost
	Duplicate int // a message arrives twice
	Pause     int // up to PauseTime passes before the next message
	PauseTime time.Duration
	Cut       int // in steps: a server is cut off for a while
	Crash     int // in steps: OnCrash is called with a server
	Elect     int // in steps: another leader is elected
	Jump      int // in steps: the clock of a server jumps
}

// A World is a bucket, its servers, and the network.
type World struct {
	Rand    *rand.Rand
	Log     func(line string) // gets a line for each event; may be nil
	Faults  Faults
	OnCrash func(*Node) // may kill the server

	Skew time.Duration // how far the clock of the servers that keep the bucket is ahead

	values      map[string]value
	last        uint64    // the last sequence
	elected     time.Time // zero once the leader has all values
	lastElected time.Time
	lacking     uint64 // the new leader lacks the values after this sequence
	settled     uint64 // every leader has the values up to this sequence

	nodes   []*Node
	pending []*packet
	idle    time.Duration // the length of the last pause without a message
	trace   hash.Hash64
	Steps   int

	mu       sync.Mutex
	arrivals []*packet // since the last step
}

type value struct {
	data     []byte
	sequence uint64
	deleted  bool // the key has a delete marker
	before   *value
}

// A packet is a message that has not arrived yet.
type packet struct {
	node    *Node
	name    string // describes it, for the order and the trace
	serial  int
	request func() result // is called at the store; nil for an answer or an update
	deliver func()        // is called at the server
	here    bool          // it does not leave the server, so it is neither lost nor duplicated
}

type result struct {
	value    []byte
	sequence uint64
	keys     []string  // of a list
	now      time.Time // of a clock
	err      error
}

// New makes a world.
func New(seed uint64, faults Faults) *World {
	return &World{Rand: rand.New(rand.NewPCG(seed, 42)), Faults: faults, values: map[string]value{}, trace: fnv.New64a()}
}

// Trace returns a number that is the same for equal runs.
func (w *World) Trace() uint64 { return w.trace.Sum64() }

// chance reports whether something happens that happens once in a number of times.
func (w *World) chance(one int) bool { return one > 0 && w.Rand.IntN(one) == 0 }

// Step makes one event happen, and waits until every goroutine waits for a message or for
// time to pass. Each step takes some time. Otherwise timers that two steps start with the
// same duration would end at the same moment, and so in any order.
func (w *World) Step() {
	synctest.Wait()
	w.step()
	synctest.Wait()
	time.Sleep(1 + time.Duration(w.Rand.Int64N(int64(stepTime))))
}

func (w *World) step() {
	w.Steps++
	w.collect()
	w.fault()
	if len(w.pending) == 0 || w.chance(w.Faults.Pause) {
		w.idle = min(2*w.idle+time.Millisecond, longestPause)
		pause := w.idle + time.Duration(w.Rand.Int64N(int64(time.Millisecond))) // so that it does not end together with a timer of whole milliseconds
		if w.Faults.PauseTime > 0 && len(w.pending) > 0 {
			pause = 1 + time.Duration(w.Rand.Int64N(int64(w.Faults.PauseTime)))
		}
		w.note("pause", pause)
		time.Sleep(pause)
		return
	}
	w.idle = 0
	at := w.Rand.IntN(len(w.pending))
	p := w.pending[at]
	again := w.chance(w.Faults.Duplicate) && !p.here
	if !again {
		w.pending = slices.Delete(w.pending, at, at+1)
	}
	lost := !p.here && (w.chance(w.Faults.Drop) || p.node.cut() || p.node.Dead() && p.request == nil)
	w.note(p.node.id, p.name, again, lost)
	switch {
	case lost:
	case p.request != nil:
		r := p.request()
		w.send(&packet{node: p.node, name: "answer " + p.name, deliver: func() { w.answer(p, r) }})
	default:
		p.deliver()
	}
}

func (w *World) answer(p *packet, r result) { p.node.answer(p.serial, r) }

// note adds an event to the trace.
func (w *World) note(what ...any) {
	line := fmt.Sprintln(what...)
	w.trace.Write([]byte(line))
	if w.Log != nil {
		w.Log(line)
	}
}

// collect adds the requests since the last step. Several goroutines may have made them at
// the same time, so they are sorted.
func (w *World) collect() {
	w.mu.Lock()
	arrivals := w.arrivals
	w.arrivals = nil
	w.mu.Unlock()
	slices.SortStableFunc(arrivals, func(a, b *packet) int {
		return cmp.Or(cmp.Compare(a.node.id, b.node.id), strings.Compare(a.name, b.name))
	})
	w.pending = append(w.pending, arrivals...)
}

func (w *World) send(p *packet) { w.pending = append(w.pending, p) }

// fault begins or ends a fault.
func (w *World) fault() {
	if len(w.nodes) == 0 {
		return
	}
	n := w.nodes[w.Rand.IntN(len(w.nodes))]
	switch f := w.Faults; {
	case n.Dead():
	case w.chance(f.Cut):
		n.cutUntil = time.Now().Add(time.Duration(w.Rand.Int64N(int64(cutTime))))
		w.note("cut", n.id)
	case w.chance(f.Crash) && w.OnCrash != nil:
		w.note("crash", n.id)
		w.OnCrash(n)
	case w.chance(f.Elect) && time.Since(w.lastElected) >= electionGap:
		w.Elect()
	case w.chance(f.Jump):
		w.note("jump", n.id)
		n.skew.Add(w.Rand.Int64N(int64(48*time.Hour)) - int64(24*time.Hour))
	}
}

// Elect elects a leader that lacks the newest values for a while.
func (w *World) Elect() {
	w.note("elect")
	w.lastElected = time.Now()
	w.elected, w.lacking = w.lastElected, w.last-min(lagging, w.last-w.settled)
}

// Settle gives all leaders what is stored now.
func (w *World) Settle() { w.settled = w.last }

// Heal ends all faults.
func (w *World) Heal() {
	w.Faults = Faults{}
	w.elected = time.Time{}
	for _, n := range w.nodes {
		n.cutUntil = time.Time{}
	}
}

// Now is the clock of the servers that keep the bucket.
func (w *World) Now() time.Time { return time.Now().Add(w.Skew) }

// Keys returns all keys of the bucket.
func (w *World) Keys() []string {
	var keys []string
	for key, v := range w.values {
		if !v.deleted {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// get reads a value from the leader.
func (w *World) get(key string) result {
	v, ok := w.values[key]
	for ok && time.Since(w.elected) < electionTime && v.sequence > w.lacking {
		if ok = v.before != nil; ok {
			v = *v.before
		}
	}
	switch {
	case !ok:
		return result{err: store.ErrNoKey}
	case v.deleted:
		return result{err: store.ErrDeleted}
	}
	return result{value: v.data, sequence: v.sequence}
}

func (w *World) put(key string, v value) result {
	w.elected = time.Time{} // a leader writes only once it has all values
	if old, ok := w.values[key]; ok {
		v.before = &old
	}
	w.last++
	v.sequence = w.last
	w.values[key] = v
	return result{sequence: w.last}
}

// publish announces a key to all servers that watch it.
func (w *World) publish(key string, deleted bool) {
	for _, n := range w.nodes {
		for _, f := range n.watching(key) {
			w.send(&packet{node: n, name: "update " + key, deliver: func() { f(key, deleted) }})
		}
	}
}
