package experiments

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"time"

	"espalier/search/experiment"
)

// A run is the state in memory of a run.
type run struct {
	id   string
	of   *experiment.Experiment
	jobs []experiment.Job
	size int // jobs of a task, but for the last one

	// Guarded by Handlers.mu.
	document document
	loaded   time.Time          // when the document was
	ctx      context.Context    // of its jobs at this process; nil: it is not running
	cancel   context.CancelFunc // ends ctx
	working  int                // tasks at work at this process
	fresh    bool               // the queue has to be filled
	dryUntil time.Time          // until then there is nothing in the queue
	since    time.Time          // known here as running
	used     time.Time          // last

	mu     sync.Mutex // held while results are read
	counts []experiment.Counts
	done   []bool    // by task
	left   int       // tasks that are not done
	count  int       // jobs that are done
	last   time.Time // of a result
	looked time.Time // for results
	took   []columnTime
	rows   []experiment.Row
	rowsAt int // count for which rows were computed; -1: none
}

// A columnTime is the time that the jobs of a column took.
type columnTime struct {
	jobs, done int
	millis     int64
}

func newRun(id string, d document) (*run, error) {
	of, known := experiment.Find(d.Experiment)
	if !known {
		return nil, fmt.Errorf("the run %s belongs to the experiment %q, which does not exist here", id, d.Experiment)
	}
	v, err := of.Values(d.Parameters)
	if err != nil {
		return nil, fmt.Errorf("the run %s: %w", id, err)
	}
	r := &run{id: id, of: of, document: d, jobs: of.Jobs(v), loaded: time.Now(), rowsAt: -1}
	if tasksOf(len(r.jobs)) != d.Tasks {
		return nil, fmt.Errorf("the run %s was split into %d tasks by another version", id, d.Tasks)
	}
	r.document.Parameters = v
	r.size = taskSize(len(r.jobs))
	r.counts = make([]experiment.Counts, len(r.jobs))
	r.done = make([]bool, d.Tasks)
	r.left = d.Tasks
	for _, j := range r.jobs {
		for len(r.took) <= j.Column {
			r.took = append(r.took, columnTime{})
		}
		r.took[j.Column].jobs++
	}
	return r, nil
}

func taskSize(jobs int) int { return (jobs + maxTasks - 1) / maxTasks }

func tasksOf(jobs int) int {
	size := taskSize(jobs)
	return (jobs + size - 1) / size
}

// span returns the jobs of a task, from one to before another.
func (r *run) span(task int) (from, to int) {
	return task * r.size, min((task+1)*r.size, len(r.jobs))
}

// add adds the result of a task. The caller holds r.mu.
func (r *run) add(task int, res *result) {
	from, to := r.span(task)
	if task < 0 || task >= len(r.done) || r.done[task] || len(res.Counts) != to-from || len(res.Millis) != to-from {
		return
	}
	r.done[task] = true
	r.left--
	r.count += to - from
	copy(r.counts[from:to], res.Counts)
	if res.At.After(r.last) {
		r.last = res.At
	}
	for i, j := range r.jobs[from:to] {
		r.took[j.Column].done++
		r.took[j.Column].millis += res.Millis[i]
	}
}

// refresh reads the results that this process does not have yet, and returns the number of
// unfinished tasks.
func (h *Handlers) refresh(ctx context.Context, r *run) (left int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.left == 0 {
		return 0, nil
	}
	r.looked = time.Now()
	names, err := h.names(ctx, resultPrefix+r.id+".")
	if err != nil {
		return r.left, err
	}
	for _, name := range names {
		task, err := strconv.Atoi(name)
		if err != nil || task < 0 || task >= len(r.done) || r.done[task] {
			continue
		}
		res, err := h.readResult(ctx, r.id, task)
		if err != nil {
			return r.left, err
		}
		r.add(task, res)
	}
	return r.left, nil
}

func (h *Handlers) readResult(ctx context.Context, id string, task int) (*result, error) {
	res := &result{}
	data, _, err := h.ReadValue(ctx, resultKey(id, task))
	if err != nil {
		return res, err
	}
	err = json.Unmarshal(data, res)
	return res, err
}

// leftSeconds estimates the remaining time. It assumes that jobs of a column take as long as
// before, and that as many jobs run at a time as before. The caller holds r.mu.
func (r *run) leftSeconds(seconds float64) *float64 {
	var spent, jobs, rest float64
	for _, c := range r.took {
		spent += float64(c.millis)
		jobs += float64(c.done)
	}
	if jobs == 0 || seconds == 0 {
		return nil
	}
	for _, c := range r.took {
		mean := spent / jobs
		if c.done > 0 {
			mean = float64(c.millis) / float64(c.done)
		}
		rest += mean * float64(c.jobs-c.done)
	}
	if spent == 0 { // of jobs that take less than can be measured
		rest, spent = float64(len(r.jobs))-jobs, jobs
	}
	left := rest / spent * seconds
	return &left
}

// A status is a run as its address answers it.
type status struct {
	ID         string            `json:"id"`
	Experiment string            `json:"experiment"`
	State      string            `json:"state"`
	Error      string            `json:"error,omitempty"`
	Done       int               `json:"done"`
	Of         int               `json:"of"`
	Seconds    float64           `json:"seconds"`
	Left       *float64          `json:"left_seconds"`
	Parameters experiment.Values `json:"parameters"`
	Rows       []experiment.Row  `json:"rows"`
	Choices    []string          `json:"choices"`
}

// statusOf returns the state of a run.
func (h *Handlers) statusOf(ctx context.Context, id string) (*status, error) {
	r, err := h.find(ctx, id)
	if err != nil {
		return nil, err
	}
	h.mu.Lock()
	d := r.document
	h.mu.Unlock()
	r.mu.Lock()
	looked := r.looked
	r.mu.Unlock()
	if d.State != running || time.Since(looked) > dryTime { // many may follow a run
		if _, err := h.refresh(ctx, r); err != nil {
			return nil, err
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.rowsAt != r.count {
		r.rows, r.rowsAt = r.of.Rows(d.Parameters, r.counts), r.count
	}
	s := &status{ID: id, Experiment: d.Experiment, State: d.State, Error: d.Error, Done: r.count, Of: len(r.jobs), Seconds: tenths(d.seconds(h.aged())),
		Parameters: d.Parameters, Rows: r.rows, Choices: r.of.Choices}
	switch d.State {
	case running:
		if left := r.leftSeconds(d.seconds(h.aged())); left != nil {
			rounded := tenths(*left)
			s.Left = &rounded
		}
	case done:
		s.Left = new(float64)
	}
	return s, nil
}

func tenths(x float64) float64 {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'f', 1, 64), 64)
	return x
}
