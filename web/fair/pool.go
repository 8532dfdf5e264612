package fair

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"espalier/web/problem"
)

// A Pool is a resource that is counted: slots for searches, bytes of bodies.
// A client may hold as much as it leaves free for others, and always one request
// of any size. So the next client always gets some, and nobody waits while
// more than half is free.
type Pool struct {
	config PoolConfig

	mu      sync.Mutex
	used    int64
	peak    int64 // largest used since the pool was last idle
	most    int64 // and since TakePeak
	waiting int
	shares  map[Client]*share
	turns   []*share // with waiters, in the order in which they are served
}

// A PoolConfig describes a pool.
type PoolConfig struct {
	Name string // in errors: what there is too much of, as "searches"
	Size int64

	// MaxWaiting is how many requests of one client may wait, and MaxWait for how long.
	MaxWaiting int
	MaxWait    time.Duration

	// Refused, if not nil, is called when a request is refused.
	Refused func()

	// Idle, if not nil, is called when nothing is held any more, if at least IdlePeak was
	// held since the pool was last idle.
	Idle     func()
	IdlePeak int64
}

// NewPool returns a pool of which nothing is used.
func NewPool(c PoolConfig) *Pool { return &Pool{config: c, shares: map[Client]*share{}} }

// A share is what a client holds of a pool, and its requests that wait.
type share struct {
	client  Client
	used    int64
	waiters []*waiter
}

type waiter struct {
	amount  int64
	granted chan struct{}
}

// A Lease is what one request holds of a pool. It must be released.
type Lease struct {
	pool   *Pool
	share  *share
	amount int64
}

// Acquire takes an amount for a client, and waits for its turn if too
// little is free. The error is the cause of the context's end, or a problem with status 429.
func (p *Pool) Acquire(ctx context.Context, c Client, amount int64) (*Lease, error) {
	if amount > p.config.Size {
		return nil, p.tooLarge(amount)
	}
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	p.mu.Lock()
	s := p.shares[c]
	if s == nil {
		s = &share{client: c}
		p.shares[c] = s
	}
	if len(s.waiters) == 0 && p.fits(s, amount) {
		p.take(s, amount)
		p.mu.Unlock()
		return &Lease{p, s, amount}, nil
	}
	if len(s.waiters) >= p.config.MaxWaiting {
		held := s.used
		p.forget(s)
		p.mu.Unlock()
		return nil, p.refuse(p.tooMany(held))
	}
	w := &waiter{amount: amount, granted: make(chan struct{})}
	if s.waiters = append(s.waiters, w); len(s.waiters) == 1 {
		p.turns = append(p.turns, s)
	}
	p.waiting++
	p.mu.Unlock()

	patience := time.NewTimer(p.config.MaxWait)
	defer patience.Stop()
	var err error
	select {
	case <-w.granted:
		return &Lease{p, s, amount}, nil
	case <-ctx.Done():
		err = context.Cause(ctx)
	case <-patience.C:
		err = p.refuse(fmt.Sprintf("the request waited %s for its turn: other requests from your address are still running", p.config.MaxWait))
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.leave(s, w) { // granted at the same moment
		p.give(s, amount)
	}
	return nil, err
}

// Try takes an amount for a client without waiting. The lease is nil if and only if the error is
// not: a *TakenError if too little is free for the client now, or a problem with status 413 if the
// amount is more than there is.
func (p *Pool) Try(c Client, amount int64) (*Lease, error) {
	if amount > p.config.Size {
		return nil, p.tooLarge(amount)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.shares[c]
	if s == nil {
		s = &share{client: c}
	}
	if len(s.waiters) > 0 || !p.fits(s, amount) {
		return nil, &TakenError{problem.Error{Status: http.StatusTooManyRequests, Path: p.config.Name,
			Message: fmt.Sprintf("%d more are needed; of %d, %d are free, and your address holds %d; try again in a few seconds", amount, p.config.Size, p.config.Size-p.used, s.used)}}
	}
	p.shares[c] = s
	p.take(s, amount)
	return &Lease{p, s, amount}, nil
}

// A TakenError says that a client cannot have an amount of a pool now.
type TakenError struct{ Problem problem.Error }

func (e *TakenError) Error() string { return e.Problem.Error() }
func (e *TakenError) Unwrap() error { return &e.Problem }

func (p *Pool) tooLarge(amount int64) error {
	return &problem.Error{Status: http.StatusRequestEntityTooLarge, Path: p.config.Name,
		Message: fmt.Sprintf("%d are needed, and the server has %d in all", amount, p.config.Size)}
}

// Used returns how much of the pool is held.
func (p *Pool) Used() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.used
}

// TakePeak returns the most that was held since it was last called.
func (p *Pool) TakePeak() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	most := p.most
	p.most = p.used
	return most
}

// Waiting returns how many requests wait.
func (p *Pool) Waiting() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.waiting
}

func (p *Pool) tooMany(held int64) string {
	if p.config.MaxWaiting == 0 {
		return fmt.Sprintf("%d are open from your address, and the others are kept for other addresses", held)
	}
	return fmt.Sprintf("%d requests from your address wait for their turn already, the limit", p.config.MaxWaiting)
}

func (p *Pool) refuse(why string) error {
	if p.config.Refused != nil {
		p.config.Refused()
	}
	return &problem.Error{Status: http.StatusTooManyRequests, Path: p.config.Name, Message: why + "; try again in a few seconds"}
}

func (p *Pool) fits(s *share, amount int64) bool {
	free := p.config.Size - p.used
	return amount <= free && (s.used == 0 || s.used+amount <= free)
}

func (p *Pool) take(s *share, amount int64) {
	p.used += amount
	p.peak, p.most = max(p.peak, p.used), max(p.most, p.used)
	s.used += amount
}

// give returns an amount to the pool, and grants what fits then.
func (p *Pool) give(s *share, amount int64) {
	p.used -= amount
	s.used -= amount
	p.grant()
	p.forget(s)
	if p.used == 0 {
		if p.config.Idle != nil && p.peak >= p.config.IdlePeak {
			go p.config.Idle()
		}
		p.peak = 0
	}
}

// Amount returns how much the lease holds.
func (l *Lease) Amount() int64 { return l.amount }

// Release gives everything back. It may be called more than once, and of no lease.
func (l *Lease) Release() {
	if l != nil {
		l.Shrink(0)
	}
}

// Shrink gives back what is above an amount.
func (l *Lease) Shrink(to int64) {
	l.pool.mu.Lock()
	defer l.pool.mu.Unlock()
	if to < l.amount {
		more := l.amount - to
		l.amount = to
		l.pool.give(l.share, more)
	}
}

// Resize changes the amount of a lease, and reports whether it could. It does not wait:
// if too little is free, the lease stays as it is.
func (l *Lease) Resize(to int64) bool {
	p, s := l.pool, l.share
	p.mu.Lock()
	defer p.mu.Unlock()
	if to <= l.amount {
		more := l.amount - to
		l.amount = to
		p.give(s, more)
		return true
	}
	s.used -= l.amount
	p.used -= l.amount
	fits := p.fits(s, to)
	if fits {
		l.amount = to
	}
	p.take(s, l.amount)
	return fits
}

// grant serves the clients that wait, one request each, until no first request fits.
func (p *Pool) grant() {
	for stuck := 0; stuck < len(p.turns); {
		s := p.turns[0]
		p.turns = p.turns[1:]
		w := s.waiters[0]
		if !p.fits(s, w.amount) {
			p.turns = append(p.turns, s)
			stuck++
			continue
		}
		stuck = 0
		p.take(s, w.amount)
		s.waiters = s.waiters[1:]
		p.waiting--
		close(w.granted)
		if len(s.waiters) > 0 {
			p.turns = append(p.turns, s)
		}
	}
}

// leave removes a request that no longer waits; it returns false if it was granted.
func (p *Pool) leave(s *share, w *waiter) bool {
	for i, other := range s.waiters {
		if other != w {
			continue
		}
		s.waiters = append(s.waiters[:i:i], s.waiters[i+1:]...)
		p.waiting--
		if len(s.waiters) == 0 {
			for j, turn := range p.turns {
				if turn == s {
					p.turns = append(p.turns[:j:j], p.turns[j+1:]...)
					break
				}
			}
		}
		p.grant() // what stood behind it may be smaller
		p.forget(s)
		return true
	}
	return false
}

// forget drops the share of a client that holds nothing and waits for nothing.
func (p *Pool) forget(s *share) {
	if s.used == 0 && len(s.waiters) == 0 && p.shares[s.client] == s {
		delete(p.shares, s.client)
	}
}
