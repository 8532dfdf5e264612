package treestore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"espalier/trees"
	"espalier/trees/treetest"
	"espalier/web/cluster/natssim"
	"espalier/web/store"
	"espalier/web/store/records"
)

// A simulation has some servers on a simulated bucket, and editors of one tree. Everything
// below the Store is simulated, but the Store is the real one.
type simulation struct {
	t     *testing.T
	seed  uint64
	world *natssim.World

	key     Key
	editors int
	ops     int
	labels  bool // each editor only labels a node of its own
	running atomic.Int64

	mu       sync.Mutex // guards the fields below
	log      bytes.Buffer
	tokens   map[string]int    // for an acknowledged edit, the revision that it made
	refused  map[string]string // for a refused edit, the reason
	labelled map[int]string    // for each editor, the last label that was acknowledged
	servers  []*simServer
	failed   bool
}

// A simServer is a server. When it is killed, another one replaces it.
type simServer struct {
	node   *natssim.Node
	store  *Store
	seen   int // the newest revision that its follower received
	follow func()
}

func (s *simulation) errorf(format string, args ...any) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.failed {
		s.t.Errorf("to repeat this: go test ./web/treestore -run '^TestSimulation$' -sim-seed %d -sim-ops %d", s.seed, s.ops)
	}
	s.failed = true
	s.t.Errorf(format, args...)
}

// start starts the server with a number.
func (s *simulation) start(place int) {
	node := s.world.NewNode()
	rng := rand.New(rand.NewPCG(uint64(node.ID()), 7))
	var drawing sync.Mutex // goroutines of a store share rng
	l, err := Open(Config{Engine: node, Log: slog.New(slog.NewTextHandler(&s.log, &slog.HandlerOptions{Level: slog.LevelError})),
		Machine: &records.Machine{Now: node.Now, Tag: node.Tag, Turn: node.Turn, Jitter: func(most time.Duration) time.Duration {
			drawing.Lock()
			defer drawing.Unlock()
			return time.Duration(rng.Int64N(int64(most)))
		}}})
	if err != nil {
		s.t.Fatal(err)
	}
	server := &simServer{node: node, store: l}
	s.mu.Lock()
	s.servers[place] = server
	s.mu.Unlock()
	go func() { // until a message arrives
		for !node.Dead() && s.running.Load() > 0 {
			stop, err := l.Follow(context.Background(), s.key.ID(), server.seen, func(saved *Saved) {
				if saved.Number <= server.seen {
					s.errorf("server %d: a follower gets revision %d after %d", node.ID(), saved.Number, server.seen)
				}
				server.seen = saved.Number
			})
			if err == nil {
				s.mu.Lock()
				server.follow = stop
				s.mu.Unlock()
				return
			}
			time.Sleep(atRandom(rng, 50*time.Millisecond, 150*time.Millisecond))
		}
	}()
	synctest.Wait()
}

// stop ends a server without waiting for it.
func (s *simulation) stop(server *simServer) {
	server.node.Kill()
	s.mu.Lock()
	follow := server.follow
	s.mu.Unlock()
	if follow != nil {
		follow()
	}
	go server.store.Close()
}

// edits makes the edits of an editor as a page does: an edit without an answer is sent
// again with the same token until it has one.
func (s *simulation) edits(editor int, rng *rand.Rand) {
	defer func() { s.running.Add(-1) }()
	known := 0
	for i := range s.ops / s.editors {
		token := fmt.Sprintf("editor%d-%d", editor, i)
		var req Request
		for try := 0; ; try++ {
			server := s.anyServer(rng)
			ctx, cancel := context.WithTimeout(context.Background(), atRandom(rng, time.Second, 10*time.Second))
			if try == 0 {
				newest, err := server.store.Load(ctx, s.key.ID())
				if err != nil {
					cancel()
					s.again(rng, err)
					try--
					continue
				}
				// A new leader may not have it yet.
				if newest.Number < known && s.world.Faults.Elect == 0 {
					s.errorf("server %d has revision %d after an acknowledgement of %d", server.node.ID(), newest.Number, known)
				}
				req = s.request(rng, editor, i, newest)
				req.Token = token
			}
			e, err := server.store.Edit(ctx, s.key.ID(), req)
			cancel()
			if err == nil {
				s.acknowledged(editor, req, e)
				known = max(known, e.NewRevision)
				break
			}
			if s.isRefused(err) {
				s.mu.Lock()
				s.refused[token] = err.Error()
				s.mu.Unlock()
				break
			}
			s.again(rng, err)
		}
		if rng.IntN(4) == 0 {
			time.Sleep(atRandom(rng, 0, 200*time.Millisecond))
		}
	}
}

func (s *simulation) anyServer(rng *rand.Rand) *simServer {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.servers[rng.IntN(len(s.servers))]
}

// request returns the next edit of an editor.
func (s *simulation) request(rng *rand.Rand, editor, i int, newest *Saved) Request {
	if s.labels {
		return Request{Edit: edit(s.t, `{"op":"set","nodes":[%d],"label":"e%d_%d"}`, 2+editor, editor, i)}
	}
	req, _ := randomRequest(rng, newest)
	if newest.Nodes > 60 && req.Edit.Op() == "copy" {
		return Request{Restore: 1}
	}
	return req
}

func (s *simulation) acknowledged(editor int, req Request, e *Edited) {
	if e.NewRevision > e.Number {
		s.errorf("revision %d was made, and the newest is %d", e.NewRevision, e.Number)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tokens[req.Token] = e.NewRevision
	if s.labels {
		s.labelled[editor] = label(s.t, e.Draft, trees.ID(2+editor))
	}
}

// isRefused reports whether an edit will never be made.
func (s *simulation) isRefused(err error) bool {
	var wrong *trees.Error
	var conflict *ConflictError
	var none *NoRevisionError
	return errors.As(err, &wrong) || errors.As(err, &conflict) || errors.As(err, &none)
}

// again pauses before a request is sent again.
func (s *simulation) again(rng *rand.Rand, err error) {
	var away *store.UnavailableError
	if !errors.As(err, &away) && !errors.Is(err, context.DeadlineExceeded) {
		s.errorf("an edit fails with %v", err)
	}
	time.Sleep(atRandom(rng, 100*time.Millisecond, time.Second))
}

// atRandom returns a random time in nanoseconds, so that no two goroutines wake at the same
// moment. Which of them runs first could not be repeated.
func atRandom(rng *rand.Rand, from, to time.Duration) time.Duration {
	return from + time.Duration(rng.Int64N(int64(to-from)))
}

// simulate runs a seed, and returns the trace of the world.
func simulate(t *testing.T, seed uint64, editors, ops int, labels bool) (trace uint64, ok bool) {
	if !treetest.RaceDetector {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // goroutines that wake at the same moment run in the same order
	}
	synctest.Test(t, func(t *testing.T) {
		// Each seed has its own faults: of each kind none, some or many.
		rng := rand.New(rand.NewPCG(seed, 1))
		often := func(one int) int { return []int{0, one, one / 4}[rng.IntN(3)] }
		pause := []int{10, 200, 1000}[rng.IntN(3)]
		world := natssim.New(seed, natssim.Faults{Drop: often(400), Duplicate: often(40), Pause: pause,
			PauseTime: time.Duration(4*pause) * time.Millisecond, Cut: often(2000), Crash: often(4000), Elect: often(400), Jump: often(100)})
		s := &simulation{t: t, seed: seed, world: world, servers: make([]*simServer, 2+rng.IntN(2)), editors: editors, ops: ops, labels: labels,
			tokens: map[string]int{}, refused: map[string]string{}, labelled: map[int]string{}}
		s.running.Store(int64(editors))
		if *simSeed > 0 && testing.Verbose() {
			world.Log = func(line string) { t.Log(time.Now().Format("15:04:05.000"), world.Steps, strings.TrimSpace(line)) }
		}
		world.OnCrash = func(n *natssim.Node) {
			for place, server := range s.servers {
				if server != nil && server.node == n {
					s.stop(server)
					s.start(place)
				}
			}
		}
		faults := world.Faults
		world.Faults = natssim.Faults{}
		s.key = s.create()
		world.Faults = faults
		for place := range s.servers {
			s.start(place)
		}
		for editor := range editors {
			go s.edits(editor, rand.New(rand.NewPCG(seed, uint64(100+editor))))
			synctest.Wait() // one after the other, so that a run can be repeated
		}
		for limit := 5000 + 500*ops; s.running.Load() > 0; {
			if world.Steps > limit {
				panic(fmt.Sprintf("seed %d: after %d steps %d editors are not done", seed, limit, s.running.Load()))
			}
			world.Step()
		}
		world.Heal()
		s.check()
		for _, server := range s.servers {
			s.stop(server)
		}
		time.Sleep(time.Minute) // all goroutines end
		trace, ok = world.Trace(), !s.failed
	})
	return trace, ok && !t.Failed()
}

// create makes the tree, with a key that is always the same.
func (s *simulation) create() Key {
	node := s.world.NewNode()
	l, err := Open(Config{Engine: node, Machine: &records.Machine{Now: node.Now, Tag: node.Tag}})
	if err != nil {
		s.t.Fatal(err)
	}
	key := Key("ovc233ylrxty4lrw7mgpldwsdy")
	s.await(func() {
		t := l.acquire(key.ID())
		t.gen.Store(int64(bucketOfStore(l).Gen))
		made := openTree{t, l, bucketOfStore(l)}
		if _, err := made.add(context.Background(), &step{draft: draftOf(s.t, wide(max(8, s.editors))), op: opCreate, summary: "made"}, node.Tag()); err != nil {
			s.t.Error(err)
		}
		l.release(t)
	})
	s.world.Settle()
	go l.Close()
	return key
}

// await steps until f has returned.
func (s *simulation) await(f func()) {
	var done atomic.Bool
	go func() {
		f()
		done.Store(true)
	}()
	for steps := 0; !done.Load(); steps++ {
		if steps > 200_000 {
			s.t.Fatal("a call does not return in a healthy world")
		}
		s.world.Step()
	}
}

// check compares the final state of all servers and of a new one.
func (s *simulation) check() {
	s.servers = append(s.servers, nil)
	last := len(s.servers) - 1
	s.start(last)
	var first *Saved
	for _, server := range s.servers {
		var saved *Saved
		var err error
		s.await(func() { saved, err = server.store.Load(context.Background(), s.key.ID()) })
		switch {
		case err != nil:
			s.errorf("server %d: Load = %v", server.node.ID(), err)
			return
		case first == nil:
			first = saved
		case saved.Number != first.Number || written(saved.Draft) != written(first.Draft):
			s.errorf("server %d has revision %d, another one revision %d, or another draft", server.node.ID(), saved.Number, first.Number)
		}
	}
	fresh := s.servers[last].store
	made := map[string]int{}
	var before chainSum
	s.await(func() {
		for from := 1; from <= first.Number; from += records.AtOnce {
			for _, r := range bucketOfStore(fresh).readRecords(context.Background(), s.key.ID(), from, min(records.AtOnce, first.Number-from+1)) {
				switch {
				case r.err != nil:
					s.errorf("revision %d = %v", r.revision, r.err)
				case made[r.head.Token] != 0 && r.head.Token != "":
					s.errorf("the edit %s was made twice: revisions %d and %d", r.head.Token, made[r.head.Token], r.revision)
				case r.revision > 1 && r.head.Prev != before:
					s.errorf("revision %d does not follow the one before it", r.revision)
				}
				made[r.head.Token] = r.revision
				before = r.sum
			}
		}
	})
	for token, revision := range s.tokens {
		if revision != made[token] {
			s.errorf("the edit %s was acknowledged as revision %d, and is revision %d", token, revision, made[token])
		}
	}
	for token, why := range s.refused {
		if made[token] != 0 {
			s.errorf("the edit %s was refused (%s), and is revision %d", token, why, made[token])
		}
	}
	for editor, want := range s.labelled {
		if got := label(s.t, first.Draft, trees.ID(2+editor)); got != want {
			s.errorf("the node of editor %d has the label %q, want %q, which was acknowledged", editor, got, want)
		}
	}
	if s.log.Len() > 0 {
		s.errorf("the log says %s", &s.log)
	}
}
