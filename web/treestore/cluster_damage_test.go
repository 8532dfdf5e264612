package treestore

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"espalier/web/cluster/natstest"
	"espalier/web/store"
	"espalier/web/store/records"
)

var (
	damageSeed  = flag.Uint64("damage-seed", 0, "the only seed of TestClusterKeepsItsPromise; 0: the first ones of -damage-seeds")
	damageSeeds = flag.Int("damage-seeds", 3, "how many seeds TestClusterKeepsItsPromise takes")
)

// A promise is what was acknowledged: the text of each revision of each tree.
type promise struct {
	t     *testing.T
	seed  uint64
	rng   *rand.Rand
	trees []*promised

	served, named, unavailable int
}

type promised struct {
	id        ID
	revisions []string // from revision 1
	lost      bool     // its edits are refused
}

func (p *promise) errorf(format string, args ...any) {
	p.t.Helper()
	p.t.Errorf("seed %d: "+format, append([]any{p.seed}, args...)...)
}

func (p *promise) create(l *Store) {
	key, s := created(p.t, l, small)
	p.trees = append(p.trees, &promised{id: key.ID(), revisions: []string{written(s.Draft)}})
}

// edit makes an edit of a tree. It may be refused, but an acknowledged one has a new number.
func (p *promise) edit(l *Store, tree *promised) {
	label := fmt.Sprintf("x%d", p.rng.Uint32())
	e, err := l.Edit(context.Background(), tree.id, Request{Edit: edit(p.t, `{"op":"set","nodes":[2],"label":%q}`, label)})
	var away *store.UnavailableError
	switch {
	case errors.As(err, &away):
		p.unavailable++
	case records.IsDamaged(err):
		tree.lost = true
	case err != nil:
		p.errorf("an edit of %s = %v", tree.id, err)
	case e.NewRevision <= len(tree.revisions):
		p.errorf("an edit of %s is revision %d, which was acknowledged before", tree.id, e.NewRevision)
	default:
		for len(tree.revisions) < e.NewRevision-1 { // of an edit without an answer
			tree.revisions = append(tree.revisions, "")
		}
		tree.revisions = append(tree.revisions, written(e.Draft))
	}
}

// check reads each acknowledged revision. It is served, or named as damaged.
func (p *promise) check(who string, c *natstest.Cluster, l *Store) {
	p.t.Helper()
	ctx := context.Background()
	until := time.Now().Add(40 * time.Second)
	for _, tree := range p.trees {
		for i, want := range tree.revisions {
			if want == "" {
				continue
			}
			for {
				s, err := l.At(ctx, tree.id, i+1)
				var away *store.UnavailableError
				if errors.As(err, &away) && time.Now().Before(until) {
					time.Sleep(20 * time.Millisecond) // the state is not known yet
					continue
				}
				switch {
				case errors.As(err, &away):
					// On a machine that is busy, the servers may fail to choose a leader for minutes.
					if h := l.records.Health(ctx); h.State != records.StateUnavailable && h.State != records.StateDamaged {
						p.errorf("%s: the NATS servers do not answer, and Health says %s", who, h.State)
					}
					p.t.Skipf("seed %d: %s: the NATS servers do not come back: %v; %s", p.seed, who, err, c.State("KV_espalier"))
				case err == nil && written(s.Draft) == want:
					p.served++
				case records.IsDamaged(err):
					p.named++
					if h := l.records.Health(ctx); h.State != records.StateDamaged {
						p.errorf("%s: revision %d of %s is damaged, and Health says %s", who, i+1, tree.id, h.State)
					}
				case err == nil:
					p.errorf("%s: revision %d of %s was replaced", who, i+1, tree.id)
				default:
					p.errorf("%s: revision %d of %s = %v", who, i+1, tree.id, err)
				}
				break
			}
		}
	}
}

// Whatever happens to the files of one server, each acknowledged revision is served or named as
// damaged, and no revision number is used twice.
func TestClusterKeepsItsPromise(t *testing.T) {
	if testing.Short() {
		t.Skip("starts clusters")
	}
	first, seeds := uint64(1), *damageSeeds
	if *damageSeed > 0 {
		first, seeds = *damageSeed, 1
	}
	for seed := first; seed < first+uint64(seeds); seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { keepsItsPromise(t, seed) })
	}
}

func keepsItsPromise(t *testing.T, seed uint64) {
	p := &promise{t: t, seed: seed, rng: rand.New(rand.NewPCG(seed, 46))}
	c := natstest.StartCluster(t)
	dirs := []string{t.TempDir(), t.TempDir()}
	open := func(i int) *Store {
		dir := ""
		if i < len(dirs) {
			dir = dirs[i]
		}
		l, err := Open(Config{URL: c.URL(i), Dir: dir, Synced: true, DoubtEvery: 50 * time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		return l
	}
	stores := []*Store{open(0), open(1)}
	edits := func(n int) {
		for range n {
			p.edit(stores[p.rng.IntN(len(stores))], p.trees[p.rng.IntN(len(p.trees))])
		}
	}
	for range 12 {
		p.create(stores[0])
	}
	edits(100)
	const stream = "KV_espalier"
	for range 1 + p.rng.IntN(2) {
		victim := c.Leader(stream)
		if victim < 0 || p.rng.IntN(4) == 0 {
			victim = p.rng.IntN(natstest.Servers)
		}
		running := p.rng.IntN(2) == 0
		if !running {
			c.Stop(victim)
		}
		what := p.damage(c.Blocks(t, stream, victim))
		if p.rng.IntN(2) == 0 { // while the file is damaged
			edits(10)
		}
		restarted := p.rng.IntN(3) > 0 // the Espaliers know only what is in their ledgers then
		if restarted {
			for i, l := range stores {
				l.Close()
				stores[i] = nil
			}
		}
		c.Stop(victim)
		if !restarted && p.rng.IntN(2) == 0 {
			edits(10)
		}
		c.Start(t, victim)
		if p.rng.IntN(2) == 0 {
			c.Lead(t, stream, victim)
		}
		for i := range stores {
			if stores[i] == nil {
				stores[i] = open(i)
			}
		}
		edits(30)
		t.Logf("server %d: %s; Espaliers restarted: %v", victim, what, restarted)
		// One server at a time: the next fault comes when the others have everything.
		for end := time.Now().Add(20 * time.Second); !c.Current(stream) && time.Now().Before(end); {
			time.Sleep(20 * time.Millisecond)
		}
	}
	// One that never had the trees has its marks from the others.
	stores = append(stores, open(2))
	for i, l := range stores {
		p.check(fmt.Sprintf("Espalier %d", i), c, l)
	}
	edits(30)
	for i, l := range stores {
		p.check(fmt.Sprintf("Espalier %d, later", i), c, l)
	}
	lost := 0
	for _, tree := range p.trees {
		if tree.lost {
			lost++
		}
	}
	t.Logf("%d served, %d named as damaged; %d edits without an answer; edits of %d of %d trees were refused as damaged", p.served, p.named, p.unavailable, lost, len(p.trees))
}

// damage damages one of the files.
func (p *promise) damage(files []string) (what string) {
	name := files[p.rng.IntN(len(files))]
	b, err := os.ReadFile(name)
	if err != nil {
		p.t.Fatal(err)
	}
	switch kind := p.rng.IntN(4); {
	case kind == 0, len(b) == 0:
		err, what = os.Remove(name), "the file is removed"
	case kind == 1:
		at := p.rng.IntN(len(b))
		err, what = os.Truncate(name, int64(at)), fmt.Sprintf("the file is cut off at %d of %d", at, len(b))
	default:
		at := p.rng.IntN(len(b))
		b[at] ^= 1 << p.rng.IntN(8)
		f, oerr := os.OpenFile(name, os.O_WRONLY, 0)
		if oerr != nil {
			p.t.Fatal(oerr)
		}
		_, err = f.WriteAt(b[at:at+1], int64(at))
		err, what = errors.Join(err, f.Close()), fmt.Sprintf("a bit of byte %d of %d is flipped", at, len(b))
	}
	if err != nil {
		p.t.Fatal(err)
	}
	return what
}
