package classroom

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"espalier/web/app"
	"espalier/web/classroom/entry"
	"espalier/web/problem"
	"espalier/web/store"
)

// A room can ask for names. Then a follower who has given one is a person: the presenter sees who is here, who has
// answered what and who is lost, and can take a person out. The name, the answers and the hand-ins of that person go,
// and the room is locked: new people, and those who were taken out, wait until the presenter lets them in.
// Names end with the room.

// A person is the stored form.
type person struct {
	Name string `json:"n,omitempty"` // empty: the person was taken out
	Out  bool   `json:"o,omitempty"`
	// Void is the sequence number of the store when the person was let in again. Earlier answers do not count. The record
	// that lets them in has its own number only after it is stored, so it says LetIn instead.
	Void     uint64 `json:"v,omitempty"`
	LetIn    bool   `json:"l,omitempty"`
	Revision int    `json:"r"` // each write increases it
	At       int64  `json:"t"` // when the person came, in ms by the time of the library
	By       string `json:"b"` // identifies this write

	sequence uint64
}

// The standing of a connection in a room.
const (
	standsIn   = iota
	standsWait // a new one in a locked room
	standsOut  // one whom the presenter has taken out
)

// A standing is one of these, with the number of its changes. The writer of the connection reads it without the lock of
// the room, and also sees that it has changed there and back.
type standing struct{ all atomic.Int32 }

// is returns one of the standings.
func (s *standing) is() int32 { return standingIn(s.all.Load()) }

// standingIn returns the standing without the number of its changes.
func standingIn(all int32) int32 { return all & 3 }

// become changes the standing. The caller holds mu of the room.
func (s *standing) become(now int32) { s.all.Store((s.all.Load()>>2+1)<<2 | now) }

// readPersonRecord reads what is stored of a person under a sequence number.
func readPersonRecord(data []byte, sequence uint64) (*person, error) {
	p := &person{}
	if err := json.Unmarshal(data, p); err != nil {
		return nil, err
	}
	p.storedAs(sequence)
	return p, nil
}

// storedAs notes the sequence number of the record.
func (p *person) storedAs(sequence uint64) {
	p.sequence = sequence
	if p.LetIn {
		p.Void, p.LetIn = sequence, false
	}
}

// counts reports whether an answer of a follower counts that the store has under a sequence number. The caller holds mu.
func (r *room) counts(id entry.FollowerID, sequence uint64) bool {
	p := r.people[id]
	return p == nil || !p.Out && sequence > p.Void
}

// standingOf returns the standing of a follower who enters. The caller holds mu.
func (r *room) standingOf(id entry.FollowerID) int32 {
	p := r.people[id]
	switch {
	case p != nil && p.Out:
		return standsOut
	case p == nil && r.value.Names && r.value.Locked && r.followers[id].connections == 0:
		return standsWait
	}
	return standsIn
}

// mayEnter reports whether a follower need not wait.
func (r *room) mayEnter(id entry.FollowerID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.standingOf(id) == standsIn
}

// readPeople reads the people among keys. Without all, those that are known are not read again.
func (r *room) readPeople(ctx context.Context, keys []string, all bool) error {
	for _, name := range keys {
		id, ok := PersonIn(name, r.code)
		if !ok {
			continue
		}
		r.mu.Lock()
		known := r.people[id] != nil
		r.mu.Unlock()
		if known && !all {
			continue
		}
		if err := r.readPerson(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// readNewPeople reads the people whom other servers have stored, so that no name is missed.
func (r *room) readNewPeople(ctx context.Context) error {
	if !r.h.shared {
		return nil
	}
	keys, err := r.h.ListValues(ctx, PeopleOf(r.code))
	if err != nil {
		return err
	}
	return r.readPeople(ctx, keys, false)
}

// readPerson reads what is stored of a follower, who can be nobody.
func (r *room) readPerson(ctx context.Context, id entry.FollowerID) error {
	data, sequence, err := r.h.ReadValue(ctx, PersonKey(r.code, id))
	if errors.Is(err, store.ErrNoKey) {
		return nil
	}
	if damaged(err) { // the name is lost, the answers stay
		return nil
	}
	if err != nil {
		return err
	}
	p, err := readPersonRecord(data, sequence)
	if err != nil {
		return err
	}
	r.know(id, p)
	return nil
}

// know takes what was stored of a person, unless something newer is known: who is out leaves the class at once.
func (r *room) know(id entry.FollowerID, p *person) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if known := r.people[id]; known != nil && known.sequence >= p.sequence {
		return
	}
	r.people[id] = p
	for m := range r.members {
		if m.follower != id || m.leads {
			continue
		}
		switch now := m.standing.is(); {
		case p.Out && now == standsIn:
			r.unfollow(id)
			m.standing.become(standsOut)
		case !p.Out && now != standsIn && r.follow(id, m.client.peer.Client()):
			m.standing.become(standsIn)
		}
		m.client.peer.Notify()
	}
	if p.Out {
		r.waiting = slices.DeleteFunc(r.waiting, func(w waitingAnswer) bool { return w.entry.By == id })
	}
	for _, q := range r.questions {
		if q != nil {
			q.answers.drop(id, func(sequence uint64) bool { return r.counts(id, sequence) })
		}
	}
	r.classChanged()
}

// savePerson changes what is stored of a person.
func (r *room) savePerson(ctx context.Context, id entry.FollowerID, change func(p *person) error) error {
	key, by := PersonKey(r.code, id), newTag()
	for began := time.Now(); ; {
		p, exists := &person{At: r.h.stamp()}, true
		data, sequence, err := r.h.ReadValue(ctx, key)
		switch {
		case errors.Is(err, store.ErrNoKey):
			exists = false
		case err != nil:
			return err
		default:
			if p, err = readPersonRecord(data, sequence); err != nil {
				return err
			}
		}
		if p.By != by { // otherwise an earlier try was stored whose answer was lost
			if err := change(p); err != nil {
				return err
			}
			p.By = by
			p.Revision++
			if data, err = json.Marshal(p); err != nil {
				return err
			}
			if exists {
				sequence, err = r.h.UpdateValue(ctx, key, data, sequence, "")
			} else {
				sequence, err = r.h.CreateValue(ctx, key, data, "")
			}
			if errors.Is(err, store.ErrKeyExists) && time.Since(began) < app.RetryTime {
				continue // another server was first
			}
			if err != nil {
				return err
			}
			p.storedAs(sequence)
		}
		r.know(id, p)
		r.announce(update{Person: id})
		return nil
	}
}

// setName stores the name that a follower gives in a room that asks for names.
func (r *room) setName(ctx context.Context, m *member) error {
	r.mu.Lock()
	p, people := r.people[m.follower], len(r.people)
	r.mu.Unlock()
	if p != nil && p.Name == m.nick {
		return nil
	}
	if p == nil && people >= MaxPeople {
		return problem.OverLimit("nick", "%d people have given their names in this room, the limit", MaxPeople)
	}
	turn, err := r.h.handIns.Acquire(ctx, m.client.peer.Client(), 1)
	if err != nil {
		return err
	}
	defer turn.Release()
	return r.savePerson(ctx, m.follower, func(p *person) error {
		if !p.Out {
			p.Name = m.nick
		}
		return nil
	})
}

// nameOf returns the name of a person; empty: the room does not have it. The caller holds mu.
func (r *room) nameOf(id entry.FollowerID) string {
	if p := r.people[id]; p != nil && r.value.Names {
		return p.Name
	}
	return ""
}

// mayAct reports why a follower cannot answer or hand in; nil: they can.
func (r *room) mayAct(m *member) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case m.standing.is() != standsIn:
		return errWaits
	case r.value.Names && r.nameOf(m.follower) == "":
		return problem.Refused("nick", "this room asks for your name; save it first")
	}
	return nil
}

// takeOut takes a person or a hand-in out of the room.
func (r *room) takeOut(ctx context.Context, given *actionBody) (value, error) {
	if (given.person == nil) == (given.hand == nil) {
		return value{}, problem.Refused("person", "send person, an id of the people, or hand, an id of the wall")
	}
	if given.hand != nil {
		id, err := problem.ReadString(given.hand, "hand")
		if err != nil {
			return value{}, err
		}
		n, ok := ReadNumber("h", id)
		if !ok {
			return value{}, problem.Refused("hand", "%.20q is not the id of a hand-in, such as h24", id)
		}
		if _, err := r.readHandIn(ctx, n); errors.Is(err, store.ErrNoKey) {
			return value{}, r.noHandIn(ctx, n)
		} else if err != nil && !damaged(err) {
			return value{}, err
		}
		return r.removeHandIns(ctx, r.outHands(ctx, []int{n}), func(*value) error { return nil })
	}
	id, err := r.readPersonID(given.person)
	if err != nil {
		return value{}, err
	}
	if err := r.savePerson(ctx, id, func(p *person) error {
		*p = person{Out: true, At: p.At, Revision: p.Revision}
		return nil
	}); err != nil {
		return value{}, err
	}
	hands, err := r.handsOf(ctx, id)
	if err != nil {
		return value{}, err
	}
	if err := r.readAnswers(ctx); err != nil {
		return value{}, err
	}
	return r.removeHandIns(ctx, hands, func(v *value) error {
		v.Locked = true
		if v.Question == nil || v.Question.Tally == nil {
			return nil
		}
		return r.count(ctx, v.Question)
	})
}

// letIn lets a person in who waits or was taken out.
func (r *room) letIn(ctx context.Context, raw []byte) (value, error) {
	id, err := r.readPersonID(raw)
	if err != nil {
		return value{}, err
	}
	r.mu.Lock()
	name := ""
	for m := range r.members {
		if m.follower == id && m.nick != "" {
			name = m.nick
		}
	}
	for _, there := range r.elsewhere {
		for _, one := range there.People {
			if one.ID == id && one.Name != "" {
				name = one.Name
			}
		}
	}
	r.mu.Unlock()
	err = r.savePerson(ctx, id, func(p *person) error {
		if p.Out {
			p.Out, p.LetIn = false, true
		}
		if p.Name == "" {
			p.Name = name
		}
		return nil
	})
	if err != nil {
		return value{}, err
	}
	return r.change(ctx, false, func(v *value) error {
		v.Outs++
		return nil
	})
}

// readPersonID reads the id of a person who is known or waits here.
func (r *room) readPersonID(raw []byte) (entry.FollowerID, error) {
	text, err := problem.ReadString(raw, "person")
	if err != nil {
		return "", err
	}
	id := entry.FollowerID(text)
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.people[id]
	known := p != nil
	if p == nil {
		for m := range r.members {
			known = known || m.follower == id && !m.leads
		}
		for _, there := range r.elsewhere {
			known = known || slices.ContainsFunc(there.People, func(one presentPerson) bool { return one.ID == id })
		}
	}
	if !known {
		return "", problem.Refused("person", "there is no person %.40q in this room", text)
	}
	return id, nil
}

// askNames makes the room ask for names, or no longer. Then the names are deleted.
func (r *room) askNames(ctx context.Context, on bool) (value, error) {
	v, err := r.change(ctx, false, func(v *value) error {
		v.Names = on
		v.Locked = v.Locked && on
		return nil
	})
	if err != nil || on {
		r.inClass(func() {})
		return v, err
	}
	r.mu.Lock()
	var named []entry.FollowerID
	for id, p := range r.people {
		if p.Name != "" {
			named = append(named, id)
		}
	}
	r.mu.Unlock()
	for _, id := range named {
		if err := r.savePerson(ctx, id, func(p *person) error {
			p.Name = ""
			return nil
		}); err != nil {
			return v, err
		}
	}
	r.inClass(func() {})
	return v, nil
}

// A presentPerson is what other servers learn of a follower here, in a room that asks for names.
type presentPerson struct {
	ID    entry.FollowerID `json:"id"`
	Name  string           `json:"name,omitempty"` // of one who waits
	Lost  bool             `json:"lost,omitempty"`
	Waits bool             `json:"waits,omitempty"`
}

// present returns the followers here, in a room that asks for names. The caller holds mu.
func (r *room) present() (list []presentPerson) {
	if !r.value.Names {
		return nil
	}
	seen := map[entry.FollowerID]bool{}
	for m := range r.members {
		if m.leads || seen[m.follower] {
			continue
		}
		seen[m.follower] = true
		one := presentPerson{ID: m.follower, Lost: r.followers[m.follower].lost, Waits: m.standing.is() != standsIn}
		if one.Waits {
			one.Name = m.nick
		}
		list = append(list, one)
	}
	return list
}

// A personAnswer is a person as presenters see them.
type personAnswer struct {
	ID     entry.FollowerID `json:"id"`
	Name   string           `json:"name"`
	State  string           `json:"state"`
	Lost   bool             `json:"lost"`
	Answer json.RawMessage  `json:"answer,omitempty"` // to the current question; missing: none
	Right  *bool            `json:"right,omitempty"`
}

// PersonStates lists the states of a person: here, away, waiting to be let in, and taken out.
var PersonStates = []string{personHere, personAway, personWaiting, personOut}

const (
	personHere    = "here"
	personAway    = "away"
	personWaiting = "waiting"
	personOut     = "out"
)

// People answers GET /api/v1/rooms/{room}/people with the key: who is in a room that asks for names.
func (h *Handlers) People(w http.ResponseWriter, r *http.Request) error {
	return h.withKey(r, func(room *room) error {
		if err := room.readNewPeople(r.Context()); err != nil {
			return err
		}
		if err := app.StreamAnswer(r.Context(), 0); err != nil {
			return err
		}
		app.WriteJSON(w, append(app.AppendJSON(nil, room.peopleAnswer()), '\n'))
		return nil
	})
}

// A peopleAnswer has the people of a room.
type peopleAnswer struct {
	Names    bool           `json:"names"`
	Locked   bool           `json:"locked"`
	Nameless int            `json:"nameless"` // followers who have not given a name
	People   []personAnswer `json:"people"`
}

func (r *room) peopleAnswer() *peopleAnswer {
	r.mu.Lock()
	defer r.mu.Unlock()
	a := &peopleAnswer{Names: r.value.Names, Locked: r.value.Locked, People: []personAnswer{}}
	if !a.Names {
		return a
	}
	here := map[entry.FollowerID]presentPerson{}
	for _, there := range r.elsewhere {
		for _, one := range there.People {
			here[one.ID] = one
		}
	}
	for _, one := range r.present() {
		here[one.ID] = one
	}
	q := r.currentQuestion()
	for id, p := range r.people {
		one := personAnswer{ID: id, Name: p.Name, State: personAway}
		at, is := here[id]
		switch {
		case p.Out && is:
			one.State, one.Name = personWaiting, at.Name
		case p.Out:
			one.State = personOut
		case is:
			one.State, one.Lost = personHere, at.Lost
		}
		if q != nil {
			if own := q.answers.of(id); own != nil {
				one.Answer = json.RawMessage(own.text)
				if q.Revealed || r.value.Question.Revealed {
					one.Right = rightIn(q.judge(own.answer))
				}
			}
		}
		if p.Name == "" && !p.Out { // the name was deleted
			if is {
				a.Nameless++
			}
			continue
		}
		a.People = append(a.People, one)
	}
	for id, at := range here {
		if r.people[id] != nil {
			continue
		}
		if at.Waits {
			a.People = append(a.People, personAnswer{ID: id, Name: at.Name, State: personWaiting})
		} else {
			a.Nameless++
		}
	}
	if r.value.Anonymous {
		for i := range a.People {
			a.People[i].Name = ""
		}
	}
	slices.SortFunc(a.People, func(x, y personAnswer) int {
		if c := strings.Compare(strings.ToLower(x.Name), strings.ToLower(y.Name)); c != 0 {
			return c
		}
		return strings.Compare(string(x.ID), string(y.ID))
	})
	return a
}

// currentQuestion returns the current question with its answers; nil: there is none, or it is not known here. The
// caller holds mu.
func (r *room) currentQuestion() *askedQuestion {
	if r.value.Question == nil {
		return nil
	}
	n, ok := ReadNumber("q", r.value.Question.ID)
	if !ok || n >= len(r.questions) {
		return nil
	}
	return r.questions[n]
}
