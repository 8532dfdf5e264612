// Package recent has a map that knows which of its values was used last, for caches that
// let the least recently used values go.
//
// What a cache may hold differs (numbers, nodes, values in use), so that the map removes
// nothing by itself. It imports no other package of the module.
package recent

import (
	"container/list"
	"iter"
)

// A Map holds values by key, in the order of their last use. The zero value is an empty map.
// It must not be used by two goroutines at once.
type Map[K comparable, V any] struct {
	byKey map[K]*list.Element
	order list.List // of *entry[K, V], the most recently used first
}

type entry[K comparable, V any] struct {
	key   K
	value V
}

// Len returns the number of values.
func (m *Map[K, V]) Len() int { return m.order.Len() }

// Get returns the value of a key, which becomes the most recently used one.
func (m *Map[K, V]) Get(key K) (value V, found bool) {
	if e := m.byKey[key]; e != nil {
		m.order.MoveToFront(e)
	}
	return m.Peek(key)
}

// Peek returns the value of a key and leaves the order as it is.
func (m *Map[K, V]) Peek(key K) (value V, found bool) {
	e := m.byKey[key]
	if e == nil {
		return value, false
	}
	return e.Value.(*entry[K, V]).value, true
}

// Put sets the value of a key, which becomes the most recently used one.
func (m *Map[K, V]) Put(key K, value V) {
	m.Remove(key)
	if m.byKey == nil {
		m.byKey = map[K]*list.Element{}
	}
	m.byKey[key] = m.order.PushFront(&entry[K, V]{key, value})
}

// Remove removes a key, if it is there.
func (m *Map[K, V]) Remove(key K) {
	if e := m.byKey[key]; e != nil {
		m.order.Remove(e)
		delete(m.byKey, key)
	}
}

// Oldest yields all values, the least recently used first. The key that was yielded last may
// be removed meanwhile.
func (m *Map[K, V]) Oldest() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for e := m.order.Back(); e != nil; {
			before, at := e.Prev(), e.Value.(*entry[K, V])
			if !yield(at.key, at.value) {
				return
			}
			e = before
		}
	}
}
