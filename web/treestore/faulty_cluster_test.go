//go:build unix

package treestore

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"espalier/trees/treetest"
	"espalier/web/cluster/faulty"
	"espalier/web/cluster/natstest"
)

// A cluster of three servers on faulty disks, of which one at a time has faults. Clocks are wrong
// on any.
func TestFaultsCluster(t *testing.T) {
	if treetest.RaceDetector {
		t.Skip("its servers are other processes, which the race detector does not see")
	}
	eachSeed(t, *clusterSeeds, faultsCluster)
}

func faultsCluster(t *testing.T, seed uint64, program string) *faultRun {
	r := newFaultRun(t, seed, program)
	ports := natstest.FreePorts(t, 2*natstest.Servers)
	var urls []string
	for i := range natstest.Servers {
		urls = append(urls, fmt.Sprintf("nats://127.0.0.1:%d", ports[i]))
		name := fmt.Sprint("server", i)
		// A server with a lost block may hang: storeRawMsg of nats-server tries without end to remove a record that
		// it does not have. An operator, or what starts the server, kills it then.
		hung := func() {
			r.happens("%s hangs, and is killed", name)
			r.mu.Lock()
			defer r.mu.Unlock()
			r.stuck++
		}
		r.servers = append(r.servers, r.start(&process{name: name, hung: hung, plan: plan{Dir: filepath.Join(r.dir, name), Server: true, Number: i, Ports: ports}}))
	}
	for end := time.Now().Add(faultPatience); !r.ready() && time.Now().Before(end); {
		time.Sleep(20 * time.Millisecond)
	}
	espalier := func(i int) *process {
		name := fmt.Sprint("Espalier", i)
		from := i % len(urls)
		return r.start(&process{name: name, plan: plan{Dir: filepath.Join(r.dir, name), URL: strings.Join(append(slices.Clone(urls[from:]), urls[:from]...), ",")}})
	}
	r.espaliers = []*process{espalier(0)}
	for range 4 {
		r.create(r.espaliers[0])
	}
	if len(r.trees) == 0 {
		t.Fatalf("no tree can be made: %s; %s; %s", r.lastRefusal, r.state(), r.espaliers[0].log)
	}
	r.espaliers = append(r.espaliers, espalier(1))
	r.work(3, 6)()
	for range *faultRounds {
		for range r.rng.IntN(3) {
			r.create(r.espaliers[r.rng.IntN(2)])
		}
		if len(r.trees) > 4 && r.rng.IntN(6) == 0 {
			r.remove(r.espaliers[r.rng.IntN(2)], r.tree())
		}
		if v := r.value(); v != nil && r.rng.IntN(6) == 0 {
			r.removeValue(r.espaliers[r.rng.IntN(2)], v)
		}
		r.oneServer()
		r.awaitCurrent()
		r.check()
		if t.Failed() || r.over {
			return r
		}
	}
	// One that never had the trees has its marks from the others.
	r.espaliers = append(r.espaliers, espalier(2))
	r.check()
	return r
}

// oneServer makes a fault at one server, mostly the leader, and perhaps ends Espaliers.
func (r *faultRun) oneServer() {
	victim := r.leader()
	if victim < 0 || r.rng.IntN(4) == 0 {
		victim = r.rng.IntN(len(r.servers))
	}
	p := r.servers[victim]
	r.happens("%s:", p.name)
	wait := r.work(2, 8)
	restart := true
	switch r.rng.IntN(10) {
	case 0:
		time.Sleep(time.Duration(r.rng.IntN(30)) * time.Millisecond)
		r.stop(p, powerCut)
	case 1:
		which := []string{"/", ".blk", "/streams/", "/$SYS/"}[r.rng.IntN(4)]
		r.happens("syncs of %s do nothing", which)
		p.disk.Lie(which)
		r.work(2, 6)()
		r.stop(p, powerCut)
	case 2, 3, 4: // while it does not run
		r.stop(p, ending(r.rng.IntN(3)))
		r.damageSome(p)
	case 5, 6: // while it runs
		r.damageSome(p)
		r.work(2, 5)()
		r.stop(p, ending(r.rng.IntN(3)))
	case 7:
		free := r.rng.IntN(20_000)
		r.happens("full after %d bytes", free)
		p.disk.Free(int64(free))
		r.work(2, 6)()
		p.disk.Free(-1)
		restart = false
	case 8:
		if r.rng.IntN(2) == 0 {
			r.happens("each write fails for a while")
			p.disk.Fail(true)
			r.work(2, 5)()
			p.disk.Fail(false)
		} else {
			stall := time.Duration(r.rng.IntN(3000)) * time.Millisecond
			r.happens("stalled for %s", stall)
			p.disk.Stall(true)
			time.Sleep(stall)
			p.disk.Stall(false)
		}
		restart = false
	case 9:
		for _, one := range slices.Concat(r.servers, r.espaliers) {
			if r.rng.IntN(2) == 0 {
				wrong := r.someDays()
				r.happens("the clock of %s is wrong by %s", one.name, wrong.Round(time.Hour))
				one.disk.Clock(wrong)
			}
		}
		restart = false
	}
	wait()
	// What an Espalier has known is on its disk, or the other one has it.
	var again []int
	switch r.rng.IntN(4) {
	case 0:
		i := r.rng.IntN(len(r.espaliers))
		r.stop(r.espaliers[i], ending(r.rng.IntN(3)))
		again = []int{i}
	case 1:
		for i, e := range r.espaliers {
			r.stop(e, ending(r.rng.IntN(2)))
			again = append(again, i)
		}
	}
	if restart {
		r.servers[victim] = r.start(p)
	}
	for _, i := range again {
		r.espaliers[i] = r.start(r.espaliers[i])
	}
	r.work(2, 6)()
	if r.rng.IntN(2) == 0 {
		r.servers[victim].do(order{Op: "lead"})
	}
}

func (r *faultRun) stop(p *process, how ending) {
	r.happens("%s %s", p.name, how)
	r.end(p, how)
}

// damageSome damages some files of a server.
func (r *faultRun) damageSome(p *process) {
	for range 1 + r.rng.IntN(4) {
		files, err := faulty.Files(p.plan.Dir, ignored)
		if err != nil || len(files) == 0 {
			return
		}
		if own := slices.DeleteFunc(slices.Clone(files), func(name string) bool {
			return !strings.Contains(name, clusterStream) || !strings.HasSuffix(name, ".blk")
		}); len(own) > 0 && r.rng.IntN(2) > 0 {
			files = own
		}
		what, err := faulty.Damage(r.rng, files[r.rng.IntN(len(files))])
		if err == nil {
			r.damages++
			r.happens("%s", what)
		} // else the server has just removed it
	}
}

// ready reports whether the servers have found each other and have chosen one that makes buckets.
func (r *faultRun) ready() bool {
	return slices.ContainsFunc(r.servers, func(s *process) bool { return s.do(order{Op: "state"}).Peers == natstest.Servers })
}

// leader returns the server that leads the bucket, or -1.
func (r *faultRun) leader() int {
	return slices.IndexFunc(r.servers, func(s *process) bool { return s.do(order{Op: "state"}).Leader })
}

// awaitCurrent waits until all servers have all of the bucket. A server that does not get there is
// started again, and then with an empty folder, as the operator is advised to do.
func (r *faultRun) awaitCurrent() {
	began := time.Now()
	for tried := 0; ; {
		behind := slices.IndexFunc(r.servers, func(s *process) bool { return !s.do(order{Op: "state"}).Current })
		r.revive()
		if behind < 0 && r.leader() >= 0 {
			return
		}
		waited := time.Since(began)
		if waited > faultPatience {
			r.late++
			r.happens("the servers do not agree after %s: %s", waited.Round(time.Second), r.state())
			return
		}
		if waited > time.Duration(1+tried)*serverPatience && tried < 2 && behind >= 0 {
			p := r.servers[behind]
			r.stop(p, cleanly)
			if tried == 0 {
				r.happens("%s is started again, since it stays behind", p.name)
			} else if r.leader() >= 0 {
				r.emptied++
				r.happens("%s is started with an empty folder, since it stays behind", p.name)
				if err := os.RemoveAll(p.plan.Dir); err != nil {
					r.t.Fatal(err)
				}
			}
			r.servers[behind] = r.start(p)
			tried++
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// revive starts again the servers that were killed because they did not answer, as a supervisor would.
func (r *faultRun) revive() {
	for i, s := range r.servers {
		select {
		case <-s.ended:
			r.servers[i] = r.start(s)
		default:
		}
	}
}

// serverPatience is how long a server may be behind until it is started again.
const serverPatience = 8 * time.Second
