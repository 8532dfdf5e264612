package fair

import (
	"fmt"
	"net/http"
	"sync"
	"time"

	"espalier/web/problem"
)

const (
	// period is the time for which an allowance is given.
	period = time.Hour
	// part is what usage is counted by: usage counts for up to that much longer than
	// the period.
	part = time.Minute
)

// An Allowance is what each client may use of something within any hour.
type Allowance struct {
	config AllowanceConfig
	began  time.Time // parts are counted from here

	mu      sync.Mutex
	clients map[Client][]usage // the newest last
	cleared int64              // when clients without usage were last forgotten
}

// An AllowanceConfig describes an allowance.
type AllowanceConfig struct {
	Name    string           // in errors: what is refused, as "new trees"
	Of      string           // in errors: what is counted, as "new trees"
	Most    int64            // for a client within an hour
	Refused func()           // called when a client is refused; may be nil
	Now     func() time.Time // nil: time.Now. Only differences count, by its monotonic clock
}

// A usage is what a client has used in one part of an hour.
type usage struct{ part, amount int64 }

// NewAllowance returns an allowance of which nothing is used.
func NewAllowance(c AllowanceConfig) *Allowance {
	if c.Now == nil {
		c.Now = time.Now
	}
	return &Allowance{config: c, began: c.Now(), clients: map[Client][]usage{}}
}

// Take uses an amount, which giveBack returns. The error is a *problem.LaterError
// with the time after which the amount is free.
func (a *Allowance) Take(c Client, amount int64) (giveBack func(), err error) {
	now := int64(a.config.Now().Sub(a.began) / part) // a clock that jumps frees nothing early, and locks nobody out
	a.mu.Lock()
	defer a.mu.Unlock()
	a.clear(now)
	list := a.current(c, now)
	over := amount - a.config.Most
	for _, u := range list {
		over += u.amount
	}
	if over > 0 {
		if a.config.Refused != nil {
			a.config.Refused()
		}
		return nil, a.refuse(list, over, now)
	}
	if n := len(list); n > 0 && list[n-1].part == now {
		list[n-1].amount += amount
	} else {
		list = append(list, usage{now, amount})
	}
	a.clients[c] = list
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		for i, u := range a.clients[c] {
			if u.part == now {
				a.clients[c][i].amount -= amount
			}
		}
	}, nil
}

// refuse returns the error of a client that would use too much by over.
func (a *Allowance) refuse(list []usage, over, now int64) error {
	at := now + int64(period/part) // for an amount that is always too large
	for _, u := range list {
		if over -= u.amount; over <= 0 {
			at = u.part + int64(period/part)
			break
		}
	}
	wait := time.Duration(at+1-now) * part
	return &problem.LaterError{After: wait, Problem: problem.Error{Status: http.StatusTooManyRequests, Path: a.config.Name,
		Message: fmt.Sprintf("one address may use %d %s an hour, and yours has; try again in %d minutes", a.config.Most, a.config.Of, wait/time.Minute)}}
}

// current drops what a client has used before the last hour.
func (a *Allowance) current(c Client, now int64) []usage {
	list := a.clients[c]
	for len(list) > 0 && list[0].part < now-int64(period/part) {
		list = list[1:]
	}
	return list
}

// clear forgets the clients that have used nothing within the last hour.
func (a *Allowance) clear(now int64) {
	if a.cleared == now {
		return
	}
	a.cleared = now
	for c := range a.clients {
		if list := a.current(c, now); len(list) == 0 {
			delete(a.clients, c)
		}
	}
}
