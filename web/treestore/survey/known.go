package survey

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"espalier/web/nats"
	"espalier/web/treestore/key"
)

// A Known is what is known to be wrong with a store that is open. Its zero value is that
// of a whole store.
type Known struct {
	mu      sync.Mutex
	damaged map[key.ID]Damage
	faults  []nats.Fault
	hangs   error
}

// Found replaces what is known by the result of an opening. The faults stay:
// what was damaged is taken out of the files at the first opening.
func (k *Known) Found(f Finding, faults []nats.Fault) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.damaged = maps.Clone(f.Damaged)
	k.faults = append(k.faults, faults...)
}

// Add adds a tree or a lesson, and reports whether it is new.
func (k *Known) Add(one Damage) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, known := k.damaged[one.ID]; known {
		return false
	}
	if k.damaged == nil {
		k.damaged = map[key.ID]Damage{}
	}
	k.damaged[one.ID] = one
	return true
}

// Any reports whether a tree or a lesson is damaged.
func (k *Known) Any() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.damaged) > 0
}

// Forget drops a tree or a lesson, which was mended or deleted.
func (k *Known) Forget(id key.ID) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.damaged, id)
}

// List returns the damages in the order of the ids, and the damaged parts of files.
func (k *Known) List() ([]Damage, []nats.Fault) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return inOrder(k.damaged), slices.Clone(k.faults)
}

// inOrder returns damages in the order of the ids.
func inOrder(damaged map[key.ID]Damage) []Damage {
	return slices.SortedFunc(maps.Values(damaged), func(a, b Damage) int { return cmp.Compare(a.ID, b.ID) })
}

// Hang notes why the store does not answer any more.
func (k *Known) Hang(err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.hangs = err
}

// Hanging returns that reason; nil: the store does not hang.
func (k *Known) Hanging() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.hangs
}
