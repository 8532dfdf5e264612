// Package wake wakes goroutines when something has changed. A goroutine that was woken looks itself for what is new, so
// that any number of changes before it runs wake it once. The package imports no other package of the module.
package wake

// A Signal wakes one goroutine, which receives from it.
type Signal chan struct{}

// NewSignal returns a signal that has not been sent.
func NewSignal() Signal { return make(Signal, 1) }

// Send wakes the goroutine. It never blocks, and does nothing if a wake-up is pending already.
func (s Signal) Send() {
	select {
	case s <- struct{}{}:
	default:
	}
}

// A Broadcast wakes all goroutines that wait. The zero value is ready. A lock of the caller guards it.
type Broadcast struct{ next chan struct{} }

// Next returns a channel that the next Send closes.
func (b *Broadcast) Next() <-chan struct{} {
	if b.next == nil {
		b.next = make(chan struct{})
	}
	return b.next
}

// Send wakes all who wait for a channel of Next.
func (b *Broadcast) Send() {
	if b.next != nil {
		close(b.next)
		b.next = nil
	}
}
