package classroom

import "testing"

// A follower who is taken out and let in before anything is written to them enters again, so that their page learns that
// their answers are gone.
func TestTakenOutAndLetInAtOnce(t *testing.T) {
	m := &member{client: &client{}}
	m.standing.become(standsIn)
	m.nextStanding()
	m.entered, m.notes = true, [][]byte{[]byte("answered")}
	m.standing.become(standsOut)
	m.standing.become(standsIn)
	if note, waits := m.nextStanding(); note != nil || waits || m.entered {
		t.Errorf("the message is %s, the follower waits %v and has entered %v", note, waits, m.entered)
	}
	if note, waits := m.nextStanding(); note != nil || waits {
		t.Errorf("without a change the message is %s, and the follower waits %v", note, waits)
	}
	m.standing.become(standsOut)
	if note, waits := m.nextStanding(); note == nil || !waits || len(m.notes) > 0 {
		t.Errorf("the message is %s, the follower waits %v with %d notes", note, waits, len(m.notes))
	}
}
