//go:build unix

package treestore

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"espalier/trees/treetest"
	"espalier/web/cluster/faulty"
	"espalier/web/store/ledger"
	"espalier/web/store/records"
	"espalier/web/store/storetest"
)

var (
	// A seed chooses the same faults each time, but when they come, and which bytes of the files they
	// reach, depends on the scheduler.
	faultSeed    = flag.Uint64("fault-seed", 0, "the only seed of TestFaultsEmbedded and TestFaultsCluster; 0: the first ones of -fault-seeds")
	faultFirst   = flag.Uint64("fault-first", 1, "the first seed")
	faultSeeds   = flag.Int("fault-seeds", 4, "how many seeds TestFaultsEmbedded takes")
	clusterSeeds = flag.Int("cluster-seeds", 1, "how many seeds TestFaultsCluster takes")
	faultRounds  = flag.Int("fault-rounds", 3, "how many faults a seed has")
)

const clusterStream = "KV_espalier"

// A process is an Espalier or a server of a cluster, on a faulty disk.
type process struct {
	name string
	plan plan
	hung func() // is called before it is killed because it does not answer; nil: it is not killed

	cmd   *exec.Cmd
	disk  *faulty.Disk
	input io.WriteCloser
	log   *bytes.Buffer
	ended chan struct{}

	mu      sync.Mutex
	n       int
	waiting map[int]chan outcome
	dead    bool
}

// noAnswer is the outcome of an order to a process that ended before it answered.
var noAnswer = outcome{Kind: unavailable, Text: "the process has ended"}

// do gives an order and waits for the outcome.
func (p *process) do(o order) outcome {
	p.mu.Lock()
	if p.dead {
		p.mu.Unlock()
		return noAnswer
	}
	p.n++
	o.N = p.n
	c := make(chan outcome, 1)
	p.waiting[o.N] = c
	line, err := json.Marshal(o)
	if err == nil {
		_, err = p.input.Write(append(line, '\n'))
	}
	p.mu.Unlock()
	if err != nil {
		<-p.ended
	}
	if p.hung == nil {
		return <-c
	}
	select {
	case result := <-c:
		return result
	case <-time.After(faultPatience):
		p.hung()
		p.cmd.Process.Kill()
		return <-c
	}
}

func (p *process) listen(out io.Reader) {
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r outcome
		if json.Unmarshal(lines.Bytes(), &r) != nil {
			continue // it was killed while it wrote
		}
		p.mu.Lock()
		c := p.waiting[r.N]
		delete(p.waiting, r.N)
		p.mu.Unlock()
		if c != nil {
			c <- r
		}
	}
	p.cmd.Wait()
	p.mu.Lock()
	p.dead = true
	for _, c := range p.waiting {
		c <- noAnswer
	}
	p.waiting = nil
	p.mu.Unlock()
	p.disk.Close()
	close(p.ended)
}

// A faultRun is one seed.
type faultRun struct {
	t       *testing.T
	seed    uint64
	rng     *rand.Rand // chooses the faults
	picks   *rand.Rand // chooses what the clients do; guarded by mu
	program string
	dir     string

	espaliers []*process
	servers   []*process

	mu     sync.Mutex
	trees  []*faultyTree
	values []*faultyValue
	labels int
	happen []string // the faults so far

	acknowledged, served, named, retried, unanswered int
	lastRefusal                                      string
	runs                                             int // acknowledged parts of runs
	damages                                          int // damaged files
	alarms                                           int // reads of deleted trees that are named as damaged
	emptied                                          int // servers whose folder was removed
	stuck                                            int // servers that were killed since they hung
	over                                             bool
	late                                             int // times that a cluster had no leader for long
	began                                            time.Time
}

// A faultyTree is what was acknowledged of a tree.
type faultyTree struct {
	id        ID
	revisions []string // the text of each, from 1; "" if it is not known
	unsure    []string // labels of edits without an answer
	lost      bool     // an edit was refused since the tree is damaged
	removed   bool
	removing  bool // the deletion had no answer
}

func (r *faultRun) errorf(format string, args ...any) {
	r.t.Helper()
	r.t.Errorf("seed %d, after %s: "+format, append([]any{r.seed, strings.Join(r.happen, "; ")}, args...)...)
}

func (r *faultRun) start(p *process) *process {
	r.t.Helper()
	if err := os.MkdirAll(p.plan.Dir, 0o700); err != nil {
		r.t.Fatal(err)
	}
	text, err := json.Marshal(p.plan)
	if err != nil {
		r.t.Fatal(err)
	}
	log := p.log
	if log == nil {
		log = &bytes.Buffer{}
	}
	q := &process{name: p.name, plan: p.plan, hung: p.hung, waiting: map[int]chan outcome{}, ended: make(chan struct{}), log: log}
	q.cmd = exec.Command(r.program)
	q.cmd.Env = append(os.Environ(), childPlan+"="+string(text))
	q.cmd.Stderr = q.log
	if q.input, err = q.cmd.StdinPipe(); err != nil {
		r.t.Fatal(err)
	}
	out, err := q.cmd.StdoutPipe()
	if err != nil {
		r.t.Fatal(err)
	}
	if q.disk, err = faulty.Start(q.cmd, p.plan.Dir, p.plan.Dir+".shadow"); err != nil {
		r.t.Fatal(err)
	}
	go q.listen(out)
	return q
}

// An ending is how a process ends.
type ending int

const (
	cleanly ending = iota
	killed
	powerCut
)

func (e ending) String() string { return [...]string{"stopped", "killed", "cut off from power"}[e] }

func (r *faultRun) end(p *process, how ending) {
	switch how {
	case cleanly:
		p.mu.Lock()
		if !p.dead {
			p.input.Write([]byte(`{"Op":"stop"}` + "\n"))
		}
		p.mu.Unlock()
	case killed:
		p.cmd.Process.Signal(syscall.SIGKILL)
	case powerCut:
		p.disk.Cut(r.seed*1000 + uint64(len(r.happen)))
	}
	select {
	case <-p.ended:
	case <-time.After(30 * time.Second):
		p.cmd.Process.Signal(syscall.SIGQUIT) // it prints its goroutines
		<-p.ended
		if p.hung != nil && strings.Contains(p.log.String(), "storeRawMsg") {
			p.hung()
			return
		}
		r.errorf("%s does not end when it is %s:\n%s", p.name, how, p.log)
	}
}

// tree returns a tree, mostly one that can be edited.
func (r *faultRun) tree() *faultyTree {
	r.mu.Lock()
	defer r.mu.Unlock()
	for range 3 {
		if one := r.trees[r.picks.IntN(len(r.trees))]; !one.lost && !one.removed {
			return one
		}
	}
	return r.trees[r.picks.IntN(len(r.trees))]
}

func (r *faultRun) create(p *process) {
	o := p.do(order{Op: "create"})
	r.mu.Lock()
	defer r.mu.Unlock()
	switch o.Kind {
	case done:
		r.acknowledged++
		r.trees = append(r.trees, &faultyTree{id: o.ID, revisions: []string{o.Text}})
	case unavailable:
		r.unanswered++
		r.lastRefusal = o.Text
	default:
		r.errorf("a new tree: %s, %s", o.Kind, o.Text)
	}
}

// edit makes an edit with a new label, or one again that had no answer.
func (r *faultRun) edit(p *process, tree *faultyTree) {
	r.mu.Lock()
	before := len(tree.revisions)
	label := fmt.Sprintf("e%d", r.labels)
	r.labels++
	if n := len(tree.unsure); n > 0 && r.picks.IntN(2) == 0 {
		label = tree.unsure[n-1]
		tree.unsure = tree.unsure[:n-1]
	}
	removed := tree.removed || tree.removing
	r.mu.Unlock()
	o := p.do(order{Op: "edit", ID: tree.id, Label: label, Revision: 1})
	r.mu.Lock()
	defer r.mu.Unlock()
	removed = removed || tree.removed || tree.removing
	switch {
	case o.Kind == unavailable:
		r.unanswered++
		tree.unsure = append(tree.unsure, label)
	case o.Kind == damaged:
		tree.lost = true
	case o.Kind == absent && removed:
	case o.Kind != done:
		r.errorf("%s: an edit of %s, which has %d revisions: %s, %s", p.name, tree.id, before, o.Kind, o.Text)
	case tree.removed && !removed:
		r.errorf("%s: an edit of %s, which was deleted, is revision %d", p.name, tree.id, o.Revision)
	case o.Duplicate:
		r.retried++ // an earlier attempt was stored, perhaps of the same call
	case o.Revision <= before:
		r.errorf("%s: an edit of %s is revision %d, and %d were acknowledged before", p.name, tree.id, o.Revision, before)
	default:
		for len(tree.revisions) < o.Revision {
			tree.revisions = append(tree.revisions, "")
		}
		if tree.revisions[o.Revision-1] != "" {
			r.errorf("%s: two edits of %s are revision %d", p.name, tree.id, o.Revision)
		}
		if !strings.Contains(o.Text, `"`+label+`"`) {
			r.errorf("%s: revision %d of %s does not have its edit: %s", p.name, o.Revision, tree.id, o.Text)
		}
		r.acknowledged++
		tree.revisions[o.Revision-1] = o.Text
	}
}

// remove deletes a tree. A deleted tree does not come back.
func (r *faultRun) remove(p *process, tree *faultyTree) {
	r.mu.Lock()
	tree.removing = true
	r.mu.Unlock()
	o := p.do(order{Op: "delete", ID: tree.id})
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case o.Kind == done, o.Kind == absent && tree.removed:
		tree.removed = true
	case o.Kind == wrong:
		r.errorf("%s: deleting %s: %s", p.name, tree.id, o.Text)
	}
}

// read reads an acknowledged revision. It returns false if there was no answer. A removed tree must
// be absent.
func (r *faultRun) read(p *process, tree *faultyTree, n int) bool {
	r.mu.Lock()
	want, removed, removing := tree.revisions[n-1], tree.removed, tree.removing
	r.mu.Unlock()
	o := p.do(order{Op: "at", ID: tree.id, Revision: n})
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case o.Kind == unavailable:
		return false
	case removed && o.Kind == damaged:
		r.alarms++ // the ledger has lost the deletion, and the store has nothing
	case removed && o.Kind != absent:
		r.errorf("%s: revision %d of %s, which was deleted: %s, %s", p.name, n, tree.id, o.Kind, o.Text)
	case o.Kind == absent && (removed || removing || tree.removing):
	case o.Kind == damaged:
		r.named++
		tree.lost = true
	case o.Kind != done:
		r.errorf("%s: revision %d of %d of %s is denied: %s, %s", p.name, n, len(tree.revisions), tree.id, o.Kind, o.Text)
	case want != "" && o.Text != want:
		r.errorf("%s: revision %d of %s was replaced: %s, want %s", p.name, n, tree.id, o.Text, want)
	default:
		r.served++
	}
	return true
}

// work makes edits, and sometimes reads, with some clients at once.
func (r *faultRun) work(clients, each int) (wait func()) {
	var all sync.WaitGroup
	for range clients {
		all.Go(func() {
			for range each {
				r.mu.Lock()
				p := r.espaliers[r.picks.IntN(len(r.espaliers))]
				kind := r.picks.IntN(18)
				r.mu.Unlock()
				tree := r.tree()
				switch {
				case kind == 0:
					r.mu.Lock()
					n := 1 + r.picks.IntN(len(tree.revisions))
					known := tree.revisions[n-1] != ""
					r.mu.Unlock()
					if known {
						r.read(p, tree, n)
					}
				case kind == 1:
					r.create(p)
				case kind == 2:
					r.newValue(p)
				case kind < 6:
					if v := r.value(); v != nil {
						r.put(p, v)
					}
				case kind == 6:
					if v := r.value(); v != nil {
						r.readValue(p, v)
					}
				case kind == 7:
					r.sweep(p)
				case kind == 8:
					if v := r.value(); v != nil && !strings.HasPrefix(v.key, storetest.LessonPrefix) {
						r.restoreValue(p, v)
					}
				default:
					r.edit(p, tree)
				}
				p.mu.Lock()
				dead := p.dead
				p.mu.Unlock()
				if dead {
					time.Sleep(time.Millisecond)
				}
			}
		})
	}
	return all.Wait
}

// check reads every acknowledged revision at every Espalier.
func (r *faultRun) check() {
	for _, p := range slices.Concat(r.espaliers, r.servers) {
		select {
		case <-p.ended:
			r.errorf("%s has ended: %s", p.name, p.log)
			return
		default:
		}
	}
	for _, p := range r.espaliers {
		until := time.Now().Add(faultPatience)
		refused := map[ID]bool{}
		for _, tree := range r.trees {
			for n := 1; n <= len(tree.revisions); n++ {
				if tree.revisions[n-1] == "" {
					continue
				}
				before := r.named
				for !r.read(p, tree, n) {
					if time.Now().After(until) {
						r.away(p, order{Op: "at", ID: tree.id, Revision: n})
						return
					}
					time.Sleep(10 * time.Millisecond)
				}
				if r.named > before {
					refused[tree.id] = true
				}
				if tree.removed {
					break
				}
			}
		}
		for id := range refused {
			r.awaitNamed(p, id, func() string { return r.unreadable(p, id) })
		}
		if !r.checkValues(p, until) {
			return
		}
	}
}

// away takes a read that stayed unavailable. The servers of a cluster may not come back for a while;
// then Health must say so, and the seed ends. An embedded store has no excuse.
func (r *faultRun) away(p *process, read order) {
	r.mu.Lock()
	defer r.mu.Unlock()
	o := p.do(read)
	h := p.do(order{Op: "health"})
	if o.Kind != unavailable {
		return // just now
	}
	if read.Key == "" {
		read.Key = fmt.Sprintf("revision %d of %s", read.Revision, read.ID)
	}
	if len(r.servers) == 0 || h.State == records.StateOK {
		r.errorf("%s: %s stays unavailable, the health is %s: %s; %s", p.name, read.Key, h.State, o.Text, r.state())
	}
	r.late++
	r.over = true
	r.happen = append(r.happen, fmt.Sprintf("%s: %s stays unavailable: %s; %s", p.name, read.Key, o.Text, r.state()))
}

// namedPatience is how long a damaged tree may be missing in Health.
const namedPatience = 15 * time.Second

// unreadable returns what cannot be read of a tree that was damaged, or "" if it is whole now or is
// deleted.
func (r *faultRun) unreadable(p *process, id ID) string {
	for _, tree := range r.trees {
		if tree.id == id {
			for n, text := range tree.revisions {
				o := p.do(order{Op: "at", ID: id, Revision: n + 1})
				if text != "" && o.Kind != done && (o.Kind != absent || !tree.removed && !tree.removing) {
					return fmt.Sprintf("revision %d: %s, %s", n+1, o.Kind, o.Text)
				}
			}
		}
	}
	return ""
}

const faultPatience = 40 * time.Second

func (r *faultRun) state() string {
	var all []string
	for _, s := range r.servers {
		all = append(all, s.do(order{Op: "state"}).Server)
	}
	return strings.Join(all, "; ")
}

// newFaultRun begins a run. Its files are in memory if the system has a folder for that.
func newFaultRun(t *testing.T, seed uint64, program string) *faultRun {
	dir, err := os.MkdirTemp("/dev/shm", "faults")
	if err != nil {
		dir = t.TempDir()
	}
	r := &faultRun{t: t, seed: seed, rng: rand.New(rand.NewPCG(seed, 463)), picks: rand.New(rand.NewPCG(seed, 464)), program: program, dir: dir, began: time.Now()}
	t.Cleanup(func() {
		for _, p := range slices.Concat(r.espaliers, r.servers) {
			p.cmd.Process.Signal(syscall.SIGKILL)
			<-p.ended
			if t.Failed() && *faultSeed > 0 {
				t.Logf("%s:\n%s", p.name, p.log)
			}
		}
		if !t.Failed() || *faultSeed == 0 {
			os.RemoveAll(dir)
		} else {
			t.Log("the files are in", dir)
		}
	})
	return r
}

func (r *faultRun) happens(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.happen = append(r.happen, fmt.Sprintf(format, args...))
}

func (r *faultRun) report() {
	lost := 0
	for _, tree := range r.trees {
		if tree.lost {
			lost++
		}
	}
	r.t.Logf("seed %d: %.1f s; %d acknowledged, %d without an answer, %d of those found later; %d reads served, %d named as damaged, %d of %d trees; %s",
		r.seed, time.Since(r.began).Seconds(), r.acknowledged, r.unanswered, r.retried, r.served, r.named, lost, len(r.trees), strings.Join(r.happen, "; "))
}

// someDays returns an error of a clock.
func (r *faultRun) someDays() time.Duration {
	return time.Duration(r.rng.Int64N(int64(60*24*time.Hour))) - 30*24*time.Hour
}

// ignored reports whether a file has no content, or is none of the disk.
func ignored(path string) bool {
	return strings.HasSuffix(path, "lock") || strings.Contains(path, ".shadow/")
}

// eachSeed runs seeds, and reports the sums.
func eachSeed(t *testing.T, seeds int, run func(t *testing.T, seed uint64, program string) *faultRun) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	program := faulty.Build(t, ".")
	first := *faultFirst
	if *faultSeed > 0 {
		first, seeds = *faultSeed, 1
	}
	var sum faultRun
	faults, sound := 0, 0
	for seed := first; seed < first+uint64(seeds); seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := run(t, seed, program)
			r.report()
			sum.acknowledged += r.acknowledged
			sum.runs += r.runs
			sum.served += r.served
			sum.named += r.named
			sum.damages += r.damages
			sum.late += r.late
			sum.alarms += r.alarms
			sum.emptied += r.emptied
			sum.stuck += r.stuck
			faults += len(r.happen)
			if !t.Failed() {
				sound++
			}
		})
	}
	t.Logf("%d of %d seeds keep the promise; %d faults and ends, of which %d damaged files; %d acknowledged, %d of those of runs; %d reads served, %d named as damaged; %d reads of deleted trees named as damaged; %d servers started with an empty folder, %d killed since they hung, %d times no common leader",
		sound, seeds, faults, sum.damages, sum.acknowledged, sum.runs, sum.served, sum.named, sum.alarms, sum.emptied, sum.stuck, sum.late)
}

// The embedded store on a faulty disk.
func TestFaultsEmbedded(t *testing.T) {
	if treetest.RaceDetector {
		t.Skip("its servers are other processes, which the race detector does not see")
	}
	eachSeed(t, *faultSeeds, faultsEmbedded)
}

func faultsEmbedded(t *testing.T, seed uint64, program string) *faultRun {
	r := newFaultRun(t, seed, program)
	p := r.start(&process{name: "Espalier", plan: plan{Dir: filepath.Join(r.dir, "data")}})
	r.espaliers = []*process{p}
	for range 4 {
		r.create(p)
	}
	r.work(3, 6)()
	for range *faultRounds {
		if len(r.trees) > 2 && r.rng.IntN(6) == 0 {
			r.remove(p, r.tree())
		}
		if v := r.value(); v != nil && r.rng.IntN(6) == 0 {
			r.removeValue(p, v)
		}
		for range r.rng.IntN(3) {
			r.create(p)
		}
		how := ending(r.rng.IntN(3))
		lies := r.whileRunning(p)
		both := lies != ""
		wait := r.work(2, 6)
		switch {
		case both, r.rng.IntN(4) == 0:
			both = true
			wait()
			// What a power cut and another fault take together is noticed by the ledger, once it
			// is synced.
			if marks := "/" + ledger.Name; lies != marks {
				r.awaitSynced(p, marks)
			}
			how = powerCut
		case how != cleanly:
			time.Sleep(time.Duration(r.rng.IntN(20)) * time.Millisecond)
		default:
			wait()
		}
		r.happens("%s", how)
		r.end(p, how)
		wait()
		if (how != powerCut || both) && r.rng.IntN(2) == 0 {
			r.damageOne(p, lies)
		}
		p = r.start(p)
		r.espaliers[0] = p
		if h := p.do(order{Op: "health"}); h.State == records.StateHanging {
			r.errorf("the store hangs: %s", p.log)
		}
		r.check()
		if t.Failed() {
			return r
		}
	}
	return r
}

// awaitSynced waits until a power cut takes nothing of some files.
func (r *faultRun) awaitSynced(p *process, path string) {
	for end := time.Now().Add(faultPatience); !p.disk.Synced(path); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			r.errorf("%s is not synced", path)
			return
		}
	}
}

// damageOne damages one file of a process that does not run: one that the disk lied about, if it
// did. What the store and the ledger lose at once is not noticed.
func (r *faultRun) damageOne(p *process, lies string) {
	files, err := faulty.Files(p.plan.Dir, func(path string) bool { return ignored(path) || !strings.Contains(path, lies) })
	if err != nil {
		r.t.Fatal(err)
	}
	if len(files) == 0 {
		return
	}
	// Most of the files are small, and what was acknowledged is in a few.
	if own := slices.DeleteFunc(slices.Clone(files), func(name string) bool {
		base := filepath.Base(name)
		return !strings.HasSuffix(name, ".blk") && !strings.HasPrefix(base, ledger.Name)
	}); len(own) > 0 && r.rng.IntN(3) > 0 {
		files = own
	}
	what, err := faulty.Damage(r.rng, files[r.rng.IntN(len(files))])
	if err != nil {
		r.t.Fatal(err)
	}
	r.damages++
	r.happens("%s", what)
}

// whileRunning makes a fault while the process runs. If the disk lies, the result says of which
// files, and the power has to be cut next.
func (r *faultRun) whileRunning(p *process) (lies string) {
	wait := r.work(3, 5)
	defer wait()
	switch r.rng.IntN(8) {
	case 0:
		free := r.rng.IntN(6000)
		r.happens("full after %d bytes", free)
		p.disk.Free(int64(free))
		r.work(2, 4)()
		p.disk.Free(-1)
	case 1:
		stall := time.Duration(r.rng.IntN(1500)) * time.Millisecond
		r.happens("stalled for %s", stall)
		p.disk.Stall(true)
		time.Sleep(stall)
		p.disk.Stall(false)
	case 2:
		r.happens("each write fails for a while")
		p.disk.Fail(true)
		r.work(2, 3)()
		p.disk.Fail(false)
	case 3:
		wrong := r.someDays()
		r.happens("the clock is wrong by %s", wrong.Round(time.Hour))
		p.disk.Clock(wrong)
		r.work(2, 4)()
		if r.rng.IntN(2) == 0 {
			p.disk.Clock(0)
		}
	case 4, 5:
		lies = []string{"/jetstream/", ".blk", "/" + ledger.Name}[r.rng.IntN(3)]
		r.happens("syncs of %s do nothing", lies)
		p.disk.Lie(lies)
	}
	return lies
}
