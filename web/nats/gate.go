package nats

import "sync"

// A Gate simulates a disk that stalls, for tests. While it is shut, what a Disk
// does waits, and no answer of the embedded server arrives; what the server was
// asked is done all the same. Its zero value is open; nil is always open.
type Gate struct {
	mu   sync.Mutex
	open chan struct{} // closed when it opens; nil: it is open
}

// Shut begins a stall.
func (g *Gate) Shut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.open == nil {
		g.open = make(chan struct{})
	}
}

// Open ends a stall.
func (g *Gate) Open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.open != nil {
		close(g.open)
		g.open = nil
	}
}

// Pass returns when the gate is open.
func (g *Gate) Pass() {
	if g == nil {
		return
	}
	g.mu.Lock()
	open := g.open
	g.mu.Unlock()
	if open != nil {
		<-open
	}
}
