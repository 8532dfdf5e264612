package fair

import (
	"context"
	"sync"
)

// A Meter charges to a client what one piece of work holds as it grows.
type Meter struct {
	pool   *Pool
	client Client

	mu    sync.Mutex
	lease *Lease // nil: nothing is held
}

// Meter returns a meter of a client that holds nothing.
func (p *Pool) Meter(c Client) *Meter { return &Meter{pool: p, client: c} }

// ahead is what a meter takes besides what is held, so that it need not be asked at each step.
func ahead(bytes int64) int64 { return 16<<10 + bytes/16 }

// Grow says how many bytes are held now. It returns how many may be held before it is called again. It
// does not wait; the error says what the client has to do.
func (m *Meter) Grow(bytes int64) (granted int64, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.lease != nil && bytes <= m.lease.Amount() {
		return m.lease.Amount(), nil
	}
	for _, want := range [...]int64{bytes + ahead(bytes), bytes} {
		if m.lease == nil {
			m.lease, err = m.pool.Try(m.client, want)
		} else {
			err = m.lease.TryResize(want)
		}
		if err == nil {
			return m.lease.Amount(), nil
		}
	}
	if refused := m.pool.config.Refused; refused != nil {
		refused()
	}
	return 0, err
}

// Await takes bytes at first, and waits for its turn: at most half of what one client can have.
func (m *Meter) Await(ctx context.Context, bytes int64) error {
	lease, err := m.pool.Acquire(ctx, m.client, min(bytes, m.pool.largest()/2))
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lease = lease
	return nil
}

// Settle says how many bytes are held, at most as many as were granted, and gives the rest back.
func (m *Meter) Settle(bytes int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.lease != nil {
		m.lease.Shrink(bytes)
	}
}

// Held returns how many bytes are charged.
func (m *Meter) Held() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.lease == nil {
		return 0
	}
	return m.lease.Amount()
}

// Release gives everything back. It may be called more than once.
func (m *Meter) Release() { m.Settle(0) }

// spare and claim are those of the lease.
func (m *Meter) spare(drop func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.lease == nil {
		drop()
		return
	}
	m.lease.Spare(drop)
}

func (m *Meter) claim() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.lease != nil && m.lease.Claim()
}
