package treestore

import (
	"context"
	"flag"
	"testing"
	"testing/synctest"
	"time"

	"espalier/trees/treetest"
	"espalier/web/cluster/natssim"
)

var (
	simSeed  = flag.Uint64("sim-seed", 0, "the only seed of TestSimulation; 0: the first ones of -sim-seeds")
	simSeeds = flag.Int("sim-seeds", 0, "how many seeds TestSimulation takes; 0: as many as every day")
	simOps   = flag.Int("sim-ops", 0, "how many edits TestSimulation makes of each seed; 0: as many as every day")
)

// Whatever happens below the stores, two and five editors end with the same tree, no
// acknowledged edit is lost, none is made twice, and revision numbers only increase.
func TestSimulation(t *testing.T) {
	seeds, ops := 2000, 12
	if testing.Short() || treetest.RaceDetector {
		seeds = 60
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
	for seed := first; seed < first+uint64(seeds); seed++ {
		editors, labels := []int{2, 5}[seed%2], seed%4 < 2
		edits := ops
		if seed%16 == 10 && *simOps == 0 {
			edits = 6 * ops // the history of some is longer
		}
		if _, ok := simulate(t, seed, editors, edits, labels); !ok {
			return
		}
	}
}

// These are errors that the simulation has found.
func TestFoundBySimulation(t *testing.T) {
	ctx := context.Background()
	synctest.Test(t, func(t *testing.T) {
		s := &simulation{t: t, world: natssim.New(1, natssim.Faults{}), servers: make([]*simServer, 2)} // none follows the tree
		s.key = s.create()
		s.start(0)
		s.start(1)
		id := s.key.ID()
		var e *Edited
		var err error
		on := func(server int, req Request) {
			s.await(func() { e, err = s.servers[server].store.Edit(ctx, id, req) })
		}
		s.await(func() { _, err = s.servers[1].store.Load(ctx, id) })
		for range 4 {
			on(0, Request{Edit: edit(t, `{"op":"child","node":1}`)})
		}
		// The other server does not have the revision with that node in memory.
		on(1, Request{Edit: edit(t, `{"op":"set","nodes":[%d],"label":"x"}`, e.Created[0])})
		if err != nil || e.Number != 6 {
			t.Errorf("an edit of a node that another server has just made = %+v, %v", e, err)
		}
		// A leader that lacks the newest revisions is no proof that the tree was deleted.
		s.world.Elect()
		on(1, Request{Undo: 6})
		if err != nil || e.NewRevision != 7 {
			t.Errorf("an undo while the leader lacks the revision = %+v, %v; want it to be made once the leader has it", e, err)
		}
		for _, server := range s.servers {
			s.stop(server)
		}
		time.Sleep(time.Minute)
	})
}

// A seed always gives the same run.
func TestSimulationCanBeRepeated(t *testing.T) {
	if treetest.RaceDetector {
		t.Skip("the race detector runs goroutines that wake at the same moment in an order of its own")
	}
	for seed := uint64(1); seed <= 10; seed++ {
		one, _ := simulate(t, seed, 5, 40, false)
		two, _ := simulate(t, seed, 5, 40, false)
		if one != two {
			t.Errorf("seed %d: two runs differ", seed)
		}
	}
}
