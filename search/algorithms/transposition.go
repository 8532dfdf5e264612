package algorithms

import (
	"cmp"
	"math/bits"
	"unsafe"

	"espalier/search/engine"
	"espalier/trees"
)

// The transposition table of a search stores results for positions that may be
// reached again by other orders of moves (option transposition), and the best move
// in these positions (option deepening).
//
// An entry is found by the position's hash and the mover. Its result is valid for
// the number of plies that were left to search, or for this number and any larger
// number if no static value was used. If a node was cut, its value is not the value
// of the position; it is stored as a lower bound on the mover's score. If it were
// stored as exact, results would be wrong. In Korf's procedure this distinction is
// simple: whether a node's value is exact depends only on a cut at this node. The
// reason is that a node takes the value of a child only if it is strictly better for
// the node's mover, and the value of a child that was cut is not.

const (
	// maxEntries limits a table to some 12 MiB for 3 players, and 22 MiB for 8, unless
	// Problem.TableSize says something else.
	maxEntries = 1 << 18
	// firstEntries is the initial size; the table doubles when it fills.
	firstEntries = 1 << 10
	// probes is the number of adjacent slots that may contain an entry.
	probes = 4
)

// allPlies is the number of plies left in a search without a depth limit.
const allPlies = int32(trees.MaxLevels + 1)

type entry struct {
	hash  uint64
	cost  uint32 // nodes searched for the result; 0: the slot is empty
	left  int32  // plies left to search
	best  uint16 // the best move
	mover uint8
	// exact: the scores are the value of the position. If exact is false, the
	// search was cut: the scores are the value of a leaf, and the mover gets at
	// least the mover's score in it.
	exact  bool
	proved bool  // no static value was used
	reach  uint8 // see Problem.TableChains
}

type table struct {
	entries []entry
	scores  []trees.Score // one score per player and slot
	players int
	most    int // slots
	used    int
	shift   int
}

func newTable(players, most int) *table {
	t := &table{players: players, most: most}
	t.resize(min(firstEntries, most))
	return t
}

// bytes returns how much memory the table takes.
func (t *table) bytes() int64 {
	return int64(len(t.entries))*int64(unsafe.Sizeof(entry{})) + int64(len(t.scores))*int64(unsafe.Sizeof(trees.Score(0)))
}

func (t *table) resize(n int) {
	t.entries, t.scores = make([]entry, n+probes-1), make([]trees.Score, (n+probes-1)*t.players)
	t.used, t.shift = 0, 64-bits.TrailingZeros(uint(n))
}

// slot returns the first slot to try for an entry. A hash may be the encoded position
// itself, so that similar positions have similar hashes. The multiplication
// distributes them over the table.
func (t *table) slot(hash uint64, mover uint8) int {
	return int((hash + uint64(mover)) * 0x9E3779B97F4A7C15 >> t.shift)
}

// find returns the slot of a position's entry, or -1.
func (t *table) find(hash uint64, mover uint8) int {
	i := t.slot(hash, mover)
	for k := i; k < i+probes; k++ {
		if e := &t.entries[k]; e.hash == hash && e.mover == mover && e.cost > 0 {
			return k
		}
	}
	return -1
}

// clear removes all entries.
func (t *table) clear() {
	clear(t.entries)
	t.used = 0
}

func (t *table) value(slot int) []trees.Score {
	return t.scores[slot*t.players:][:t.players]
}

// store stores an entry and replaces the previous entry of the position. If no slot
// is free, it replaces the entry that needed the fewest nodes.
func (t *table) store(e entry, value []trees.Score) {
	to := t.find(e.hash, e.mover)
	if to < 0 {
		if t.used*4 > len(t.entries)*3 && len(t.entries) < t.most {
			t.grow()
		}
		start := t.slot(e.hash, e.mover)
		to = start
		for k := start + 1; k < start+probes; k++ {
			if t.entries[k].cost < t.entries[to].cost {
				to = k
			}
		}
		if t.entries[to].cost == 0 {
			t.used++
		}
	}
	t.entries[to] = e
	copy(t.value(to), value)
}

// storeHeld stores an entry of a run, which holds the table, at a position of some ply.
func (t *table) storeHeld(r *engine.Run, ply int32, e entry, value []trees.Score) {
	before := t.bytes()
	t.store(e, value)
	if more := t.bytes() - before; more > 0 {
		r.Hold(ply, more)
	}
}

func (t *table) grow() {
	old := *t
	t.resize(2 * (len(old.entries) - probes + 1))
	for k, e := range old.entries {
		if e.cost > 0 {
			t.store(e, old.value(k))
		}
	}
}

// tabled is a run with a table, used by the engines of deepening.go.
type tabled struct {
	*engine.Run
	hashed trees.Hashed
	table  *table
	best   []int // by ply: the best move
}

func newTabled(r *engine.Run) *tabled {
	t := newTable(r.Players, cmp.Or(r.TableSize, maxEntries))
	r.Hold(0, t.bytes())
	return &tabled{Run: r, hashed: r.Pos.(trees.Hashed), table: t, best: make([]int, len(r.Frames))}
}

func usesTable(o *engine.Options) bool { return o.Transposition || o.Deepening }

// keeps reports whether the table is used at f.
func (s *tabled) keeps(f *engine.Frame) bool { return s.TablePlies == nil || s.TablePlies[f.Ply] }

// left returns the number of plies that may be searched below f.
func (s *tabled) left(f *engine.Frame) int32 {
	if s.Limit == engine.NoLimit {
		return allPlies
	}
	return int32(s.Limit) - f.Ply
}

// recall looks up the position of f. first is the best move of the last search, or 0.
// ends reports whether the entry ends the search of f; then f has the value of the
// entry. This value is exact, or it gives the mover at least bound, the score at
// which f would be cut. If bound is NoScore, only exact values are accepted. proved
// reports whether the value depends on no static value. If the entry ends the search,
// an exit event is emitted.
func (s *tabled) recall(f *engine.Frame, hash uint64, bound trees.Score) (first int, proved, ends bool) {
	if !s.keeps(f) {
		return 0, false, false
	}
	slot := s.table.find(hash, uint8(f.Mover))
	if slot < 0 {
		return 0, false, false
	}
	e := &s.table.entries[slot]
	if s.Deepening {
		first = int(e.best)
	}
	value := s.table.value(slot)
	if !s.Transposition || !s.fits(e, f) || !e.exact && value[f.Mover-1] < bound {
		return first, false, false
	}
	copy(f.Value[:], value)
	f.Known, f.Leaf = true, f.Node
	s.best[f.Ply] = int(e.best)
	s.Result.Recalled++
	s.Exit(f, e.exact && e.proved)
	return first, e.proved, true
}

// fits reports whether an entry is valid for the plies that are left at f.
func (s *tabled) fits(e *entry, f *engine.Frame) bool {
	left := s.left(f)
	return e.left == left || e.proved && e.left <= left
}

// bound returns the value and the best move of an entry of the position of f that is not
// exact.
func (s *tabled) bound(f *engine.Frame, hash uint64) (value []trees.Score, best int, proved, found bool) {
	if !s.keeps(f) {
		return nil, 0, false, false
	}
	slot := s.table.find(hash, uint8(f.Mover))
	if slot < 0 {
		return nil, 0, false, false
	}
	e := &s.table.entries[slot]
	return s.table.value(slot), int(e.best), e.proved, !e.exact && s.fits(e, f)
}

// storeResult stores the result of the search of f.
func (s *tabled) storeResult(f *engine.Frame, hash uint64, nodesBefore int, exact, proved bool) {
	if s.keeps(f) {
		s.table.storeHeld(s.Run, f.Ply, s.entryOf(f, hash, nodesBefore, exact, proved), f.Value[:s.Players])
	}
}

// entryOf returns the entry of the search of f.
func (s *tabled) entryOf(f *engine.Frame, hash uint64, nodesBefore int, exact, proved bool) entry {
	return entry{
		hash: hash, mover: uint8(f.Mover), left: s.left(f), best: uint16(s.best[f.Ply]),
		cost: uint32(s.Stats.Nodes-nodesBefore) + 1, exact: exact, proved: proved,
	}
}

// NoScore is above every score, and above every sum of scores.
const NoScore = trees.Score(1) << 62

// hash returns the hash of the present position, at which f is; 0 where the table is not
// used.
func (s *tabled) hash(f *engine.Frame) uint64 {
	if !s.keeps(f) {
		return 0
	}
	return s.hashed.Hash()
}

// follow finds the leaf of the result, which determines its line. A value from the
// table has no leaf on this path, so follow plays the best moves from the root, and
// re-searches a position that is no longer in the table. It emits no events and does
// not change the counters.
func (s *tabled) follow(search func(f *engine.Frame, moves int)) {
	s.Result.Move = s.best[0]
	if !s.HasNumbers {
		return
	}
	defer unwatched(s.Run)()
	f, moves := s.AtRoot()
	value := f.Value
	played := 0
	for moves > 0 && !s.Stops(f.Ply) {
		moves = s.Play(f, s.best[f.Ply])
		f = f.Below
		played++
		search(f, moves)
	}
	for range played {
		s.Pos.Undo()
	}
	top := &s.Frames[0]
	top.Value, top.Leaf = value, f.Node
}

// unwatched lets a run search on for the line of its result. Until done is called, no events are emitted, and nothing is counted
// or limited.
func unwatched(r *engine.Run) (done func()) {
	observer, stats, recalled, most := r.Observer, r.Stats, r.Result.Recalled, r.NodeLimit
	r.Observer, r.NodeLimit = nil, engine.NoLimit
	return func() { r.Observer, r.Stats, r.Result.Recalled, r.NodeLimit = observer, stats, recalled, most }
}
