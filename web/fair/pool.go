package fair

import (
	"container/list"
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"espalier/trees"
	"espalier/web/problem"
)

// A Pool is a resource that is counted: slots for searches, bytes of bodies.
// A client may hold as much as it leaves free for others (more of a pool that is Lone), and always one
// request of any size. So the next client always gets some, and nobody waits while
// more than half is free.
type Pool struct {
	config     PoolConfig
	reservedOf *Budget // of a pool with a reserve: returns its memory to the system

	mu      *sync.Mutex // that of the budget, if it has one
	used    int64
	most    int64 // largest used since TakePeak
	waiting int
	shares  map[Client]*share
	turns   []*share // with waiters, in the order in which they are served
}

// A PoolConfig describes a pool.
type PoolConfig struct {
	Name string // in errors: what there is too much of, as "searches"
	Size int64

	// Budget is what the pool is a part of, which counts bytes then. Reserved: its size is taken out
	// of the budget, so that no other pool can use it. What says what memory is for, as "maps".
	Budget   *Budget
	Reserved bool
	What     string

	// Lone: a client can have nearly all of the pool while nobody else needs much, in several requests
	// too. It is for work of which one piece is large, and that ends by itself.
	Lone bool

	// MaxWaiting is how many requests of one client may wait, and MaxWait for how long.
	MaxWaiting int
	MaxWait    time.Duration

	// Refused, if not nil, is called when a request is refused.
	Refused func()
}

// NewPool returns a pool of which nothing is used.
func NewPool(c PoolConfig) *Pool {
	p := &Pool{config: c, mu: &sync.Mutex{}, shares: map[Client]*share{}}
	b := c.Budget
	switch {
	case b == nil:
	case c.Reserved:
		b.mu.Lock()
		defer b.mu.Unlock()
		b.size -= c.Size
		p.config.Budget, p.reservedOf = nil, b
	default:
		b.mu.Lock()
		defer b.mu.Unlock()
		p.mu = &b.mu
		b.pools = append(b.pools, p)
	}
	return p
}

// A share is what a client holds of a pool, and its requests that wait.
type share struct {
	client  Client
	used    int64
	waiters []*waiter
}

type waiter struct {
	amount  int64
	granted chan struct{}
	drops   []func() // set before granted is closed
}

// A Lease is what one request holds of a pool. It must be released.
type Lease struct {
	pool   *Pool
	share  *share
	amount int64

	kept *list.Element // of the budget, if the lease is spare; else nil
	drop func()        // of a spare lease
}

// Acquire takes an amount for a client, and waits for its turn if too
// little is free. A search that waits holds no processor. The error is the cause of the context's end, or a problem with status 429.
func (p *Pool) Acquire(ctx context.Context, c Client, amount int64) (*Lease, error) {
	if amount > p.largest() {
		return nil, p.tooLarge(amount)
	}
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	s, w, err := p.enter(c, amount)
	if err != nil {
		return nil, err
	}
	if w.isGranted() {
		return p.leased(s, w), nil
	}
	patience := time.NewTimer(p.config.MaxWait)
	defer patience.Stop()
	granted := false
	trees.Blocked(ctx, func() { // those that hold the pool may need the processor
		select {
		case <-w.granted:
			granted = true
		case <-ctx.Done():
			err = context.Cause(ctx)
		case <-patience.C:
		}
	})
	if granted {
		return p.leased(s, w), nil
	}
	drops, err := p.giveUp(s, w, err)
	call(drops)
	return nil, err
}

// enter takes an amount for a client, or lets it wait, or refuses it.
func (p *Pool) enter(c Client, amount int64) (*share, *waiter, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.shareOf(c)
	w := &waiter{amount: amount, granted: make(chan struct{})}
	switch {
	case len(s.waiters) == 0 && p.fits(s, amount):
		w.drops = p.take(s, amount)
		close(w.granted)
	case len(s.waiters) >= p.config.MaxWaiting:
		defer p.forget(s)
		return nil, nil, p.refuse(s, amount, p.tooMany(s))
	default:
		if s.waiters = append(s.waiters, w); len(s.waiters) == 1 {
			p.turns = append(p.turns, s)
		}
		p.waiting++
	}
	return s, w, nil
}

func (w *waiter) isGranted() bool {
	select {
	case <-w.granted:
		return true
	default:
		return false
	}
}

// leased returns the lease of a request that was granted.
func (p *Pool) leased(s *share, w *waiter) *Lease {
	call(w.drops)
	return &Lease{pool: p, share: s, amount: w.amount}
}

// giveUp ends the waiting of a request whose context has ended, or, without an error, of one that
// has waited too long. If it was granted at the same moment, it returns what drops spare leases.
func (p *Pool) giveUp(s *share, w *waiter, ended error) (drops []func(), err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err = ended; err == nil {
		err = p.refuse(s, w.amount, fmt.Sprintf("the request waited %s for its turn: other requests from your address are still running", p.config.MaxWait))
	}
	if !p.leave(s, w) {
		drops = w.drops
		p.release(s, w.amount)
	}
	return drops, err
}

// shareOf returns the share of a client. The caller holds mu.
func (p *Pool) shareOf(c Client) *share {
	s := p.shares[c]
	if s == nil {
		s = &share{client: c}
		p.shares[c] = s
	}
	return s
}

// call calls what drops spare leases, without a lock.
func call(drops []func()) {
	for _, drop := range drops {
		drop()
	}
}

// Try takes an amount for a client without waiting. The lease is nil if and only if the error is
// not: a *TakenError if too little is free for the client now, or a problem with status 413 if the
// amount is more than there is.
func (p *Pool) Try(c Client, amount int64) (*Lease, error) {
	if amount > p.largest() {
		return nil, p.tooLarge(amount)
	}
	var drops []func()
	defer func() { call(drops) }() // without the lock
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.shares[c]
	if s == nil {
		s = &share{client: c}
	}
	if len(s.waiters) > 0 || !p.fits(s, amount) {
		return nil, &TakenError{*p.refusal(s, amount, fmt.Sprintf("%d more are needed; of %d, %d are free, and your address holds %d", amount, p.config.Size, p.config.Size-p.used, s.used))}
	}
	p.shares[c] = s
	drops = p.take(s, amount)
	return &Lease{pool: p, share: s, amount: amount}, nil
}

// A TakenError says that a client cannot have an amount of a pool now.
type TakenError struct{ Problem problem.Error }

func (e *TakenError) Error() string { return e.Problem.Error() }
func (e *TakenError) Unwrap() error { return &e.Problem }

func (p *Pool) tooLarge(amount int64) error {
	if p.config.What != "" {
		return &problem.Error{Status: http.StatusRequestEntityTooLarge, Path: p.config.Name,
			Message: fmt.Sprintf("%s of memory are needed, and one address can have %s for %s", inWords(amount), inWords(p.largest()), p.config.What)}
	}
	return &problem.Error{Status: http.StatusRequestEntityTooLarge, Path: p.config.Name,
		Message: fmt.Sprintf("%d are needed, and the server has %d in all", amount, p.config.Size)}
}

// largest returns the largest amount that one request can have.
func (p *Pool) largest() int64 {
	if b := p.config.Budget; b != nil {
		return min(p.config.Size, portion(b.Size(), 0))
	}
	return p.config.Size
}

// Size returns how much there is in all.
func (p *Pool) Size() int64 { return p.config.Size }

// Used returns how much of the pool is held.
func (p *Pool) Used() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.used
}

// A Share is what a client has of a pool whose slots are taken one by one.
type Share struct {
	Held int64 // by the client
	Most int64 // that it can hold while the others hold what they hold
	Used int64 // by all
	Size int64
}

// Share returns what a client has of the pool.
func (p *Pool) Share(c Client) Share {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := Share{Used: p.used, Size: p.config.Size}
	if own := p.shares[c]; own != nil {
		s.Held = own.used
	}
	s.Most = max(s.Held, (s.Size-(s.Used-s.Held)+1)/2) // it leaves as much free as it holds before the last one
	return s
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

func (p *Pool) tooMany(s *share) string {
	if p.config.MaxWaiting == 0 {
		return fmt.Sprintf("%d are open from your address, and the others are kept for other addresses", s.used)
	}
	return fmt.Sprintf("%d requests from your address wait for their turn already, the limit", p.config.MaxWaiting)
}

// refuse returns the error of a client that gets nothing. Of slots why says the reason, of memory
// what the client and the others use. The caller holds mu.
func (p *Pool) refuse(s *share, amount int64, why string) error {
	if p.config.Refused != nil {
		p.config.Refused()
	}
	return p.refusal(s, amount, why)
}

func (p *Pool) refusal(s *share, amount int64, why string) *problem.Error {
	e := &problem.Error{Status: http.StatusTooManyRequests, Path: p.config.Name, Message: why + "; try again in a few seconds"}
	if p.config.What != "" {
		e.Status, e.Message = p.short(s, amount)
	}
	return e
}

// short says why there is no memory for a client.
func (p *Pool) short(s *share, amount int64) (status int, message string) {
	held, all := s.used, p.config.Size
	if b := p.config.Budget; b != nil {
		held = b.shares[s.client]
	}
	need := fmt.Sprintf("%s of memory for %s", inWords(amount), p.config.What)
	if held == 0 {
		return http.StatusServiceUnavailable, fmt.Sprintf("there is no memory for this now: %s are needed, and other addresses use most of what the server has; try again in a minute", need)
	}
	return http.StatusTooManyRequests, fmt.Sprintf("there is no memory for this now: %s are needed; your address already holds %s for open pages and running requests, and the rest of the %s is kept for other addresses. Close a page, or try again in a few seconds", need, inWords(held), inWords(all))
}

// wanted returns what waits of other clients, one request of each. The caller holds mu.
func (p *Pool) wanted(by Client) (amount int64) {
	for _, s := range p.turns {
		if s.client != by {
			amount += s.waiters[0].amount
		}
	}
	return amount
}

func (p *Pool) fits(s *share, amount int64) bool { return p.fitsLarger(s, 0, amount) }

// take takes an amount that fits. The caller holds mu, and calls what is returned without it.
func (p *Pool) take(s *share, amount int64) (drops []func()) {
	p.count(s, amount)
	if b := p.config.Budget; b != nil {
		drops = b.take(s.client, amount)
	}
	return drops
}

func (p *Pool) count(s *share, amount int64) {
	p.used += amount
	p.most = max(p.most, p.used)
	s.used += amount
}

// release returns an amount to the pool and its budget.
func (p *Pool) release(s *share, amount int64) {
	if b := p.config.Budget; b != nil {
		b.used -= amount
		b.hold(s.client, -amount)
		b.gaveBack(amount)
	}
	if b := p.reservedOf; b != nil {
		b.gaveBackReserved(amount)
	}
	p.give(s, amount)
}

// give returns an amount to the pool, and grants what fits then.
func (p *Pool) give(s *share, amount int64) {
	p.used -= amount
	s.used -= amount
	if b := p.config.Budget; b != nil {
		b.grant()
	} else {
		p.grant()
	}
	p.forget(s)
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
		l.shrink(to)
	}
}

// shrink is Shrink while mu is held.
func (l *Lease) shrink(to int64) {
	more := l.amount - to
	if l.kept != nil {
		b := l.pool.config.Budget
		b.used -= more
		b.spare -= more
		b.gaveBack(more)
		if l.amount = to; to == 0 {
			l.forgetSpare()
		}
		b.grant()
		return
	}
	l.amount = to
	l.pool.release(l.share, more)
}

// Resize changes the amount of a lease, and reports whether it could. It does not wait:
// if too little is free, the lease stays as it is.
func (l *Lease) Resize(to int64) bool { return l.TryResize(to) == nil }

// TryResize is Resize, with the error of Try.
func (l *Lease) TryResize(to int64) error {
	p := l.pool
	if to > p.largest() {
		return p.tooLarge(to)
	}
	var drops []func()
	defer func() { call(drops) }() // without the lock
	p.mu.Lock()
	defer p.mu.Unlock()
	if to <= l.amount {
		l.shrink(to)
		return nil
	}
	more := to - l.amount
	l.share = p.shareOf(l.share.client) // it is forgotten while it holds nothing
	if s := l.share; l.kept != nil || !p.fitsLarger(s, l.amount, more) {
		err := &TakenError{*p.refusal(s, more, fmt.Sprintf("%d more are needed; of %d, %d are free, and your address holds %d", more, p.config.Size, p.config.Size-p.used, s.used))}
		p.forget(s)
		return err
	}
	drops = p.take(l.share, more)
	l.amount = to
	return nil
}

// fitsLarger reports whether a lease of an amount may have more.
func (p *Pool) fitsLarger(s *share, amount, more int64) bool {
	if b := p.config.Budget; b != nil && !b.fits(s.client, more) {
		return false
	}
	besides, free := s.used-amount, p.config.Size-p.used+amount
	switch {
	case amount+more > free:
		return false
	case p.config.Lone:
		return besides == 0 || s.used+more <= portion(p.config.Size, p.used-s.used+p.wanted(s.client))
	}
	return besides == 0 || besides+amount+more <= free
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
		w.drops = p.take(s, w.amount)
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
