package classroom

import "espalier/web/problem"

// A follower can say that they are lost. Presenters see how many are lost, and who is where the room asks for names
// (people.go). This is not stored. It ends when the follower takes it back or leaves.

// lost notes that a follower is lost, or no longer is.
func (r *room) lost(m *member, raw []byte) error {
	on, err := problem.ReadBool(raw, "on")
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	f, known := r.followers[m.follower]
	if !known || f.lost == on {
		return nil
	}
	f.lost = on
	r.followers[m.follower] = f
	r.classChanged()
	return nil
}

// countLost returns how many followers here are lost. The caller holds mu.
func (r *room) countLost() (n int) {
	for _, f := range r.followers {
		if f.lost {
			n++
		}
	}
	return n
}
