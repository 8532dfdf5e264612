package classroom

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"espalier/web/app"
	"espalier/web/classroom/entry"
	"espalier/web/fair"
	"espalier/web/store"
	"espalier/web/store/key"
)

// Servers that share a room send each other what they have stored. Each server has one subscription
// for each of its rooms. If a message is lost, polling the store makes up for it.

// An update is a message of a server to the others about a room.
type update struct {
	Server   string           `json:"server"`
	Value    []byte           `json:"value,omitempty"` // as stored
	Sequence uint64           `json:"sequence,omitempty"`
	Batch    *answersLog      `json:"batch,omitempty"`
	Key      string           `json:"key,omitempty"` // of the batch
	Here     *presence        `json:"here,omitempty"`
	Walled   int              `json:"walled,omitempty"` // the number of hand-ins on the wall
	Out      []outHand        `json:"out,omitempty"`    // the hand-ins that were taken out
	Person   entry.FollowerID `json:"person,omitempty"` // whose record has changed
}

// A presence has the followers at another server.
type presence struct {
	Followers int             `json:"followers"`
	Names     []string        `json:"names,omitempty"`
	Lost      int             `json:"lost,omitempty"`
	People    []presentPerson `json:"people,omitempty"`
	received  time.Time
}

func (r *room) topic() key.ID { return key.ID("room." + string(r.code)) }

func (r *room) listen(ctx context.Context) error {
	if !r.h.shared {
		return nil
	}
	stop, err := r.h.Store.Listen(ctx, r.topic(), r.onMessage)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stopListening = stop
	return nil
}

func (r *room) announce(u update) {
	if !r.h.shared {
		return
	}
	u.Server = r.h.process
	text, err := json.Marshal(u)
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), app.StoreTimeout)
	defer cancel()
	r.h.Store.Announce(ctx, r.topic(), text) // a server that misses it polls the store
}

func (r *room) sendValue(v *value, sequence uint64) {
	if r.h.shared {
		r.announce(update{Value: v.stored(), Sequence: sequence})
	}
}

// sendFollowers sends the other servers who follows here.
func (r *room) sendFollowers() {
	r.announce(update{Here: r.here()})
}

// here returns who follows at this server.
func (r *room) here() *presence {
	r.mu.Lock()
	defer r.mu.Unlock()
	return &presence{Followers: len(r.followers), Names: r.names(), Lost: r.countLost(), People: r.present()}
}

// onMessage handles an update of another server.
func (r *room) onMessage(text []byte) {
	var n update
	if json.Unmarshal(text, &n) != nil || n.Server == r.h.process || !r.isLoaded() {
		return
	}
	switch {
	case n.Value != nil:
		if v, err := readValue(n.Value); err == nil {
			r.take(context.Background(), v, n.Sequence)
		}
	case n.Batch != nil:
		r.inClass(func() { r.apply(n.Key, n.Batch, n.Sequence) })
	case n.Walled > 0:
		// At least one more: both servers may have had a new hand-in.
		r.inClass(func() { r.walled = max(r.walled+1, n.Walled) })
	case n.Out != nil:
		r.noteOut(n.Out)
	case n.Person != "":
		r.h.background.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), app.StoreTimeout)
			defer cancel()
			if err := r.readPerson(ctx, n.Person); err != nil {
				r.h.Log.Warn("rooms: could not read who was let in or taken out", "err", err)
			}
		})
	case n.Here != nil:
		n.Here.received = time.Now()
		r.inClass(func() { r.elsewhere[n.Server] = n.Here })
	}
}

// take makes a stored value the current one, if it is newer.
func (r *room) take(ctx context.Context, v value, sequence uint64) error {
	if now := r.snapshot(); v.Revision <= now.Revision {
		return nil
	}
	sources, err := r.sourcesOf(ctx, &v)
	if err != nil {
		return err
	}
	if v.Asked > 0 {
		if _, err := r.question(ctx, v.Asked); err != nil {
			return err
		}
	}
	// The lock makes the value and its sequence change together for a change that is being stored.
	if err := fair.Enter(ctx, r.storing); err != nil {
		return err
	}
	defer fair.Leave(r.storing)
	r.mu.Lock()
	defer r.mu.Unlock()
	if v.Revision > r.value.Revision {
		r.sequence = max(r.sequence, sequence)
		r.set(v, sources...)
		r.classChanged()
	}
	return nil
}

// reload takes the value from the store.
func (r *room) reload(ctx context.Context) error {
	data, sequence, err := r.h.ReadValue(ctx, ValueKey(r.code))
	if errors.Is(err, store.ErrNoKey) {
		return errNoRoom
	}
	if err != nil {
		return err
	}
	v, err := readValue(data)
	if err != nil {
		return err
	}
	return r.take(ctx, v, sequence)
}

// refresh reads what was missed.
func (r *room) refresh(ctx context.Context) {
	if r.closed() {
		return
	}
	err := r.reload(ctx)
	if err == nil {
		err = r.readOuts(ctx)
	}
	if err == nil {
		err = r.readAnswers(ctx)
	}
	if err != nil && !errors.Is(err, errNoRoom) {
		return // the next poll may succeed
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for server, p := range r.elsewhere {
		if time.Since(p.received) > 4*hereTime {
			delete(r.elsewhere, server)
			r.classChanged()
		}
	}
}
