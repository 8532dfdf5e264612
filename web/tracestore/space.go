package tracestore

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"espalier/web/problem"
	"espalier/web/store/key"
	"espalier/web/store/records"
)

// All traces together take MaxStored at most. What a feature keeps (Trace.Of), what something else in
// the store names by its id, and a run that goes on are never removed for others. Of the rest, the
// oldest trace of the address that has the most is removed first. Nothing is removed of an address that
// has less than the sender; the sender's own oldest traces are removed instead. If that does not
// suffice, what is sent is refused.

const (
	// warnPercent is the part of MaxStored from which on the log and the page of traces say how much
	// is used.
	warnPercent = 80
	// freePercent is how much is freed at a time, since finding what can be removed reads all that
	// may refer to a trace.
	freePercent = 5
	// countEvery is how long a count of what is used is believed in a cluster, where others send, too.
	countEvery = time.Minute
	// RefusedTime is for how long traces are refused before it is looked again what can be removed.
	RefusedTime = 10 * time.Minute
)

// A Space has what all traces take, as far as a process knows it.
type Space struct {
	Log *slog.Logger

	counting chan struct{} // capacity 1: held while all traces are counted

	mu      sync.Mutex
	counted time.Time // when all were counted; zero: not yet
	most    int64
	used    int64                // of the documents, and of what was sent since
	sending map[Place]sendingRun // not in a document yet
	warned  bool
	refused map[string]refusal // by owner
}

type sendingRun struct {
	owner string
	bytes int64
}

// A refusal is what is answered until a time.
type refusal struct {
	err   *problem.LaterError
	until time.Time
}

// NewSpace returns a space that is not counted yet.
func NewSpace(log *slog.Logger) *Space {
	return &Space{Log: log, counting: make(chan struct{}, 1), sending: map[Place]sendingRun{}, refused: map[string]refusal{}}
}

// Used returns what all traces take and may take, in bytes. It is 0 until something was sent.
func (p *Space) Used() (used, most int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.used, p.most
}

// Count counts what all traces take.
func (s Store) Count(ctx context.Context) error {
	select {
	case s.Space.counting <- struct{}{}:
		defer func() { <-s.Space.counting }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	s.Space.limit(s.most())
	_, err := s.count(ctx)
	return err
}

// limit sets what all traces may take.
func (p *Space) limit(most int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.most = most
}

// Nearly reports whether most of the space is used.
func (p *Space) Nearly() bool {
	used, most := p.Used()
	return most > 0 && used > most/100*warnPercent
}

// dropped takes that the chunks of a run are removed.
func (p *Space) dropped(place Place) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.used -= p.sending[place].bytes
	delete(p.sending, place)
}

// settled takes that the document names a run now.
func (p *Space) settled(place Place) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.sending, place)
}

func (s Store) most() int64 {
	if s.Most > 0 {
		return s.Most
	}
	return MaxStored
}

// reserveFor makes room for bytes of a run that is sent.
func (s Store) reserveFor(ctx context.Context, place Place, owner string, bytes int64) error {
	if err := s.reserve(ctx, key.ID(strings.TrimPrefix(place.Root(), Prefix)), owner, bytes); err != nil {
		return err
	}
	s.Space.mu.Lock()
	defer s.Space.mu.Unlock()
	one := s.Space.sending[place]
	s.Space.sending[place] = sendingRun{owner, one.bytes + bytes}
	return nil
}

// reserve makes room for bytes that an owner sends for a trace, if that is possible.
func (s Store) reserve(ctx context.Context, id key.ID, owner string, bytes int64) error {
	p := s.Space
	if done, err := p.take(s.most(), owner, bytes); done || err != nil {
		return err
	}
	select { // others wait for the one who counts
	case p.counting <- struct{}{}:
		defer func() { <-p.counting }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if done, err := p.take(s.most(), owner, bytes); done || err != nil {
		return err
	}
	all, err := s.count(ctx)
	if err != nil {
		return err
	}
	if done, err := p.take(s.most(), owner, bytes); done || err != nil {
		return err
	}
	if err := s.evict(ctx, all, id, owner, bytes); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.used += bytes
	return nil
}

// take uses bytes if they are known to be free. The error is that of a refusal that still counts.
func (p *Space) take(most int64, owner string, bytes int64) (done bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.most = most
	if p.counted.IsZero() || time.Since(p.counted) > countEvery && p.used+bytes > most/2 {
		return false, nil
	}
	if p.used+bytes <= most {
		p.used += bytes
		p.warn()
		return true, nil
	}
	if r, found := p.refused[owner]; found && time.Now().Before(r.until) {
		return false, &problem.LaterError{After: time.Until(r.until), Problem: r.err.Problem}
	}
	return false, nil
}

// warn logs once that most of the space is used. The caller holds mu.
func (p *Space) warn() {
	nearly := p.used > p.most/100*warnPercent
	if nearly && !p.warned {
		p.Log.Warn("traces: most of their space is used; when it is full, old ones that nothing refers to are removed, and then new ones are refused",
			"bytes", p.used, "limit", p.most)
	}
	p.warned = nearly
}

// A held is what the documents say of a trace.
type held struct {
	id    key.ID
	owner string
	size  int64
	last  time.Time // the newest run
	kept  bool      // a feature keeps it, or it is live or damaged
}

// count counts all traces.
func (s Store) count(ctx context.Context) (all []held, err error) {
	began := time.Now()
	sum := int64(0)
	err = s.Each(ctx, func(id key.ID, t *Trace) error {
		one := held{id: id, kept: true}
		if t != nil {
			one = held{id: id, owner: t.Owner, size: t.Size() + t.bytes, last: t.Created, kept: t.Of != "" || t.live()}
			if r, ok := t.Revision(0); ok {
				one.last = r.Created
			}
			if t.live() { // its document says how much it takes when it ends
				chunks, err := s.ListValues(ctx, t.Place(t.Newest()).All())
				if err != nil {
					return err
				}
				one.size += int64(len(chunks)) * ChunkBytes
			}
		}
		sum += one.size
		all = append(all, one)
		return nil
	})
	if err != nil {
		return nil, err
	}
	p := s.Space
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, one := range p.sending {
		sum += one.bytes
	}
	p.used, p.counted = sum, began
	p.warn()
	return all, nil
}

// evict removes traces until bytes of an owner have room.
func (s Store) evict(ctx context.Context, all []held, id key.ID, owner string, bytes int64) error {
	p := s.Space
	used, most := p.Used()
	must := used + bytes - most
	free := max(must, used+bytes-most/100*(100-freePercent))
	own := bytes
	p.mu.Lock()
	for _, one := range p.sending {
		if one.owner == owner {
			own += one.bytes
		}
	}
	p.mu.Unlock()
	ids := map[key.ID]bool{}
	for _, one := range all {
		if one.owner == owner {
			own += one.size
		}
		if !one.kept && one.id != id {
			ids[one.id] = true
		}
	}
	referred, err := s.Referred(ctx, Prefix, ids)
	if records.IsDamaged(err) {
		return s.refuse(owner, bytes, "a part of the store is damaged, which may refer to any of them, so none is removed for yours")
	}
	if err != nil {
		return err
	}
	sums, of := map[string]int64{}, map[string][]held{}
	slices.SortFunc(all, func(a, b held) int { return a.last.Compare(b.last) })
	for _, one := range all {
		if ids[one.id] && !referred[one.id] {
			sums[one.owner] += one.size
			of[one.owner] = append(of[one.owner], one)
		}
	}
	var removed []string
	var freed int64
	for freed < free {
		from := owner
		for o, sum := range sums {
			if sum > sums[from] && sum > own {
				from = o
			}
		}
		if len(of[from]) == 0 {
			break
		}
		if freed >= must && from != owner && sums[from]-of[from][0].size <= own {
			break // no more than it must
		}
		one := of[from][0]
		of[from] = of[from][1:]
		if err := s.Remove(ctx, one.id); err != nil {
			return err
		}
		sums[from] -= one.size
		if from == owner {
			own -= one.size
		}
		freed += one.size
		removed = append(removed, string(one.id))
	}
	p.mu.Lock()
	p.used -= freed
	p.mu.Unlock()
	if len(removed) > 0 {
		p.Log.Info("traces: the space is full; old ones that nothing refers to were removed", "traces", len(removed), "bytes", freed, "ids", removed[:min(len(removed), 20)])
	}
	if freed >= must {
		return nil
	}
	others := int64(0)
	for o, sum := range sums {
		if o != owner {
			others += sum
		}
	}
	if others >= must-freed {
		return s.refuse(owner, bytes, fmt.Sprintf("your address has %s of them, more than the others whose traces could be removed", size(own-bytes)))
	}
	return s.refuse(owner, bytes, "the others are used by tasks, rooms, lessons or homework, or still go on, so none can be removed for yours")
}

// refuse notes and returns the error of an owner for whom there is no room.
func (s Store) refuse(owner string, bytes int64, why string) error {
	p := s.Space
	p.mu.Lock()
	defer p.mu.Unlock()
	minutes := int(RefusedTime / time.Minute)
	err := &problem.LaterError{After: RefusedTime, Problem: problem.Error{Status: http.StatusInsufficientStorage, Path: "trace",
		Message: fmt.Sprintf("there is no space for this trace: all traces together take %s of at most %s, and %s; delete traces that you do not need, or try again in %d minutes", size(p.used), size(p.most), why, minutes)}}
	for o, r := range p.refused { // those of long ago
		if time.Now().After(r.until) {
			delete(p.refused, o)
		}
	}
	p.refused[owner] = refusal{err, time.Now().Add(RefusedTime)}
	p.Log.Warn("traces: what is sent is refused, since there is no space", "bytes", bytes, "used", p.used, "limit", p.most, "why", why)
	return err
}

// size writes a number of bytes.
func size(bytes int64) string {
	if bytes < 1<<20 {
		return fmt.Sprintf("%d KiB", (bytes+1<<10-1)>>10)
	}
	return fmt.Sprintf("%d MiB", bytes>>20)
}
