package wake

import "testing"

func sent(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// TestSignal: several sends before a receive are one, and a later send is another.
func TestSignal(t *testing.T) {
	s := NewSignal()
	for round := range 2 {
		s.Send()
		s.Send()
		if !sent(s) || sent(s) {
			t.Errorf("round %d: two sends are not one signal", round)
		}
	}
}

// TestBroadcast: a send wakes all who wait, and none who begin to wait later.
func TestBroadcast(t *testing.T) {
	var b Broadcast
	b.Send()
	one, two := b.Next(), b.Next()
	if sent(one) {
		t.Error("a send before Next wakes")
	}
	b.Send()
	if !sent(one) || !sent(two) || sent(b.Next()) {
		t.Error("a send does not wake exactly those who waited")
	}
}
