package recent

import (
	"slices"
	"testing"
)

// keys lists the keys, the least recently used first.
func keys(m *Map[string, int]) (list []string) {
	for k := range m.Oldest() {
		list = append(list, k)
	}
	return list
}

func TestOrder(t *testing.T) {
	var m Map[string, int]
	if _, found := m.Get("a"); found || m.Len() != 0 {
		t.Fatal("a new map is not empty")
	}
	m.Remove("a")
	for i, k := range []string{"a", "b", "c"} {
		m.Put(k, i)
	}
	m.Get("a")
	m.Peek("b")
	if got := keys(&m); !slices.Equal(got, []string{"b", "c", "a"}) {
		t.Errorf("after a use of a: %v", got)
	}
	m.Put("b", 7)
	if v, found := m.Peek("b"); v != 7 || !found || m.Len() != 3 {
		t.Errorf("b = %d, %t; %d values", v, found, m.Len())
	}
	if got := keys(&m); !slices.Equal(got, []string{"c", "a", "b"}) {
		t.Errorf("after another value of b: %v", got)
	}
}

// TestEviction: a loop removes some of the oldest values and passes over others.
func TestEviction(t *testing.T) {
	var m Map[string, int]
	for i, k := range []string{"a", "b", "c", "d", "e"} {
		m.Put(k, i)
	}
	for k, v := range m.Oldest() {
		if m.Len() <= 3 {
			break
		}
		if v != 1 { // b is in use
			m.Remove(k)
		}
	}
	if got := keys(&m); !slices.Equal(got, []string{"b", "d", "e"}) {
		t.Errorf("left are %v", got)
	}
	if _, found := m.Peek("a"); found || m.Len() != 3 {
		t.Errorf("a is there: %t; %d values", found, m.Len())
	}
}
