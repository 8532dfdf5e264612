package editor

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/cryptotest"
	"testing/synctest"
	"time"

	"espalier/trees"
	"espalier/trees/treetest"
	"espalier/web/app"
	"espalier/web/cluster/natssim"
	"espalier/web/socket"
	"espalier/web/store/records"
	"espalier/web/treestore"
)

var (
	simSeed  = flag.Uint64("sim-seed", 0, "the only seed of TestSimulatedSessions; 0: the first ones of -sim-seeds")
	simSeeds = flag.Int("sim-seeds", 0, "how many seeds TestSimulatedSessions takes; 0: as many as every day")
	simOps   = flag.Int("sim-ops", 0, "how many edits TestSimulatedSessions makes of each seed; 0: as many as every day")
)

// A sessionSim is some servers on one simulated bucket, and pages that edit one
// tree over connections which break. The sessions, drafts and the store are the
// real code; the websocket, the pages and all below the store are simulated.
type sessionSim struct {
	t       *testing.T
	seed    uint64
	ops     int
	world   *natssim.World
	key     treestore.Key
	running atomic.Int64

	mu      sync.Mutex // guards what follows
	servers []*simServer
	ended   bool           // pages stay connected, and end when they have the newest revision
	newest  int            // then
	acked   map[string]int // by token: the revision that was made
	refused map[string]string
	failed  bool
}

type simServer struct {
	node     *natssim.Node
	store    *treestore.Store
	drafts   *Drafts
	handlers *socket.Handlers
	conns    map[int]*socket.Conn // by the number of the page
}

func (s *sessionSim) errorf(format string, args ...any) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.failed {
		s.t.Errorf("to repeat this: go test ./web/editor -run '^TestSimulatedSessions$' -sim-seed %d -sim-ops %d", s.seed, s.ops)
	}
	s.failed = true
	s.t.Errorf(format, args...)
}

func (s *sessionSim) start(place int) {
	node := s.world.NewNode()
	rng := rand.New(rand.NewPCG(uint64(node.ID()), 7))
	var drawing sync.Mutex // goroutines of a store share rng
	l, err := treestore.Open(treestore.Config{Engine: node, Machine: &records.Machine{Now: node.Now, Tag: node.Tag, Turn: node.Turn,
		Jitter: func(most time.Duration) time.Duration {
			drawing.Lock()
			defer drawing.Unlock()
			return time.Duration(rng.Int64N(int64(most)))
		}}})
	if err != nil {
		s.t.Fatal(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	drafts := NewDrafts(app.NewCore(app.Config{Library: l}))
	s.servers[place] = &simServer{node, l, drafts, socket.New(drafts.Core, drafts.Feature()), map[int]*socket.Conn{}}
}

// stop ends a server and its connections without waiting for them.
func (s *sessionSim) stop(server *simServer) {
	server.node.Kill()
	s.mu.Lock()
	for _, number := range slices.Sorted(maps.Keys(server.conns)) { // in one order, so that a run can be repeated
		server.conns[number].Cut()
	}
	s.mu.Unlock()
	go server.store.Close()
}

// simulateSessions simulates a seed. log, which may be nil, gets each thing that happens.
func simulateSessions(t *testing.T, seed uint64, pages, ops int, log func(line string)) {
	cryptotest.SetGlobalRandom(t, seed)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // goroutines that wake at one moment run in one order
	synctest.Test(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(seed, 3))
		often := func(one int) int { return []int{0, one, one / 4}[rng.IntN(3)] }
		pause := []int{10, 200, 1000}[rng.IntN(3)]
		world := natssim.New(seed, natssim.Faults{})
		world.Log = log
		s := &sessionSim{t: t, seed: seed, ops: ops, world: world, servers: make([]*simServer, 2), acked: map[string]int{}, refused: map[string]string{}}
		s.running.Store(int64(pages))
		for place := range s.servers {
			s.start(place)
		}
		s.create()
		world.Faults = natssim.Faults{Drop: often(400), Duplicate: often(40), Pause: pause, PauseTime: time.Duration(4*pause) * time.Millisecond,
			Cut: often(2000), Crash: often(4000), Elect: often(400), Jump: often(100)}
		world.OnCrash = func(n *natssim.Node) {
			for place, server := range s.servers {
				if server.node == n {
					s.stop(server)
					s.start(place)
				}
			}
		}
		var all []*page
		run := func(p *page) {
			go p.run()
			synctest.Wait() // one after the other, so that a run can be repeated
		}
		for number := range pages {
			p := &page{s: s, number: number, rng: rand.New(rand.NewPCG(seed, uint64(100+number)))}
			all = append(all, p)
			run(p)
		}
		s.steps()
		world.Heal()
		s.check()
		s.mu.Lock()
		s.ended = true // all pages come to the newest revision
		s.mu.Unlock()
		s.running.Store(int64(pages))
		for _, p := range all {
			p.seen = 0
			run(p)
		}
		s.steps()
		time.Sleep(time.Minute)
		for place, server := range s.servers {
			if n := len(server.drafts.sessions.byID); n > 0 {
				s.errorf("server %d has %d sessions, and no page is open", place, n)
			}
			s.stop(server)
		}
		time.Sleep(time.Minute) // all goroutines end
	})
}

// steps lets the world go on until all pages are done.
func (s *sessionSim) steps() {
	for limit := s.world.Steps + 20_000 + 3000*s.ops*int(s.running.Load()); s.running.Load() > 0; s.world.Step() {
		if s.world.Steps > limit {
			panic(fmt.Sprintf("seed %d: %d pages are not done", s.seed, s.running.Load()))
		}
	}
}

// await steps until f has returned.
func (s *sessionSim) await(f func()) {
	var done atomic.Bool
	go func() {
		f()
		done.Store(true)
	}()
	for !done.Load() {
		s.world.Step()
	}
}

func (s *sessionSim) create() {
	tree, err := trees.ReadText("players 3 1[" + strings.Repeat(" ?", 20) + " ]")
	if err != nil {
		s.t.Fatal(err)
	}
	s.await(func() {
		s.key, _, err = s.servers[0].store.Create(context.Background(), trees.NewDraft(tree), "made")
	})
	if err != nil {
		s.t.Fatal(err)
	}
	s.world.Settle()
}

// check compares the log with what the pages received.
func (s *sessionSim) check() {
	made := map[int]string{}
	for token, revision := range s.acked {
		if other := made[revision]; revision > 0 && other != "" {
			s.errorf("the edits %s and %s were both acknowledged as revision %d", token, other, revision)
		}
		if revision > 0 {
			made[revision] = token
		}
	}
	drafts := map[string]bool{}
	for _, server := range s.servers {
		var saved *treestore.Saved
		var err error
		s.await(func() { saved, err = server.store.Load(context.Background(), s.key.ID()) })
		if err != nil {
			s.errorf("Load = %v", err)
			return
		}
		s.newest = saved.Number
		drafts[string(saved.Draft.AppendJSON(nil))] = true
	}
	if len(drafts) != 1 {
		s.errorf("the servers have %d different trees", len(drafts))
	}
	if s.newest != 1+len(made) {
		s.errorf("the newest revision is %d after %d acknowledged edits; refused: %v", s.newest, len(made), s.refused)
	}
	// Each acknowledged edit is in the log: sent again, it is known, unless it is so old
	// that its token is forgotten.
	for revision := max(2, s.newest-treestore.MaxRememberedTokens+1); revision <= s.newest; revision++ {
		token := made[revision]
		req, err := ReadEdit([]byte(`{"op":"child","node":1}`), "edit")
		if err != nil {
			s.t.Fatal(err)
		}
		req.Token = token
		var e *treestore.Edited
		s.await(func() { e, err = s.servers[0].store.Edit(context.Background(), s.key.ID(), req) })
		// Either it is that edit, or the token names another one.
		if err == nil && (!e.Duplicate || e.NewRevision != revision) || err != nil && !strings.Contains(err.Error(), fmt.Sprintf("which made revision %d;", revision)) {
			s.errorf("the edit %s was acknowledged as revision %d; sent again: %+v, %v", token, revision, e, err)
		}
	}
}

// Whatever happens to connections, servers and the store, two and five pages end
// with the same revision, no acknowledged edit is lost, none is made twice, and
// no page gets an older revision after a newer one.
func TestSimulatedSessions(t *testing.T) {
	seeds, ops := 150, 12
	if testing.Short() || treetest.RaceDetector {
		seeds = 20
	}
	if *simSeeds > 0 {
		seeds = *simSeeds
	}
	if *simOps > 0 {
		ops = *simOps
	}
	first := uint64(1)
	if *simSeed > 0 {
		first, seeds = *simSeed, 1
	}
	for seed := first; seed < first+uint64(seeds) && !t.Failed(); seed++ {
		simulateSessions(t, seed, []int{2, 5}[seed%2], ops, nil)
	}
}

// A seed is the same run each time, so that what it finds can be looked into. In the
// longest one many requests of a server that is cut off end at the same time.
func TestSimulatedSessionsCanBeRepeated(t *testing.T) {
	if treetest.RaceDetector {
		t.Skip("the race detector runs goroutines that wake at the same moment in an order of its own")
	}
	for seed, ops := range map[uint64]int{1: 12, 2: 12, 3: 12, 4: 12, 5: 12, 6: 12, 19: 100} {
		var runs [4][]string
		for i := range runs {
			simulateSessions(t, seed, 5, ops, func(line string) { runs[i] = append(runs[i], line) })
		}
		for _, run := range runs[1:] {
			same := 0
			for same < min(len(runs[0]), len(run)) && runs[0][same] == run[same] {
				same++
			}
			if same < len(runs[0]) || same < len(run) {
				next := func(lines []string) []string { return lines[same:min(same+3, len(lines))] }
				t.Errorf("seed %d: two runs are the same for %d lines, then one has %q and the other %q", seed, same, next(runs[0]), next(run))
				break
			}
		}
	}
}
