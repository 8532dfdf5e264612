package cluster

import "sync"

// A Gate simulates a stalled disk for tests. While it is shut, the operations of a Disk
// wait and no answer of the embedded server arrives, although the server does what it was
// asked. The zero value is open. A nil Gate is always open.
type Gate struct {
	mu   sync.Mutex
	open chan struct{} // closed when the gate opens; nil if it is open
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

// Pass waits until the gate is open.
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
