package classroom

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"espalier/trees/foreign"
	"espalier/web/problem"
	"espalier/web/store"
)

// readHandIn reads a hand-in of the room.
func (r *room) readHandIn(ctx context.Context, n int) (handIn, error) {
	data, _, err := r.h.ReadValue(ctx, HandInKey(r.code, n))
	if err != nil {
		return handIn{}, err
	}
	return readHandIn(data)
}

// handNumbers returns the numbers of all hand-ins in order, without those that were taken out.
func (r *room) handNumbers(ctx context.Context) ([]int, error) {
	keys, err := r.h.ListValues(ctx, HandInsOf(r.code))
	if err != nil {
		return nil, err
	}
	var numbers []int
	for _, name := range keys {
		if n, ok := NumberIn(name, r.code, "h"); ok && !r.isOut(n) {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	return numbers, nil
}

// handIn stores a tree in the notation, and returns the id of the hand-in.
func (r *room) handIn(ctx context.Context, m *member, raw []byte) (string, error) {
	text, err := problem.ReadString(raw, "text")
	if err != nil {
		return "", err
	}
	if len(text) > MaxHandIn {
		return "", problem.OverLimit("text", "the text has %d bytes; a hand-in has at most %d", len(text), MaxHandIn)
	}
	if err := r.takeHandIn(m); err != nil {
		return "", err // floods are refused before their texts are parsed
	}
	reading, err := foreign.Read(ctx, text, foreign.Options{})
	if err == nil && reading.As != foreign.Espalier {
		// The wall reads the text notation.
		if text = reading.Tree.Text(); len(text) > MaxHandIn {
			err = problem.OverLimit("text", "in the text notation the tree has %d bytes; a hand-in has at most %d", len(text), MaxHandIn)
		}
	}
	if err != nil {
		r.giveHandInBack(m)
		return "", problem.Refused("text", "%s", err)
	}
	data, err := json.Marshal(handIn{m.follower, m.nick, text})
	if err != nil {
		return "", err
	}
	turn, err := r.h.handIns.Acquire(ctx, m.client.peer.Client(), 1)
	if err != nil {
		return "", err
	}
	defer turn.Release()
	for n := r.nextHand(); ; n = r.nextHand() {
		if n > MaxHandIns {
			return "", problem.OverLimit("text", "this room has %d hand-ins, the limit", MaxHandIns)
		}
		_, err := r.h.CreateValue(ctx, HandInKey(r.code, n), data, m.nick)
		if errors.Is(err, store.ErrKeyExists) {
			// Another server was first, or the answer to our earlier try was lost.
			in, err := r.readHandIn(ctx, n)
			if damaged(err) {
				continue // an earlier one, which is lost
			}
			if err != nil {
				return "", err
			}
			if in.By != m.follower || in.Text != text {
				continue
			}
		} else if err != nil {
			return "", err
		}
		if used, err := r.mayStay(ctx, m, n); used || err != nil {
			if removed := r.h.RemoveMatching(ctx, HandInKey(r.code, n)); err != nil || removed != nil {
				return "", cmp.Or(err, removed)
			}
			continue
		}
		r.onWall()
		return handID(n), nil
	}
}

// takeHandIn counts a hand-in of a follower. The error names the limit.
func (r *room) takeHandIn(m *member) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	// The limit of a follower comes before that of the room.
	r.handed[m.follower]++
	switch {
	case r.handed[m.follower] > MaxHandInsEach:
		return problem.OverLimit("text", "you have handed in %d trees, the limit", MaxHandInsEach)
	case !r.handedIn.Take(m.client.peer.Client(), r.hands, MaxHandIns):
		return problem.OverLimit("text", "%d trees were handed in; the limit of a room is %d, and one address can use half of what others leave free", r.hands, MaxHandIns)
	}
	return nil
}

// giveHandInBack undoes takeHandIn.
func (r *room) giveHandInBack(m *member) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.handed[m.follower]--
	r.handedIn.GiveBack(m.client.peer.Client())
}

// onWall notifies presenters, also at other servers, of a new hand-in.
func (r *room) onWall() {
	var walled int
	r.inClass(func() {
		r.walled++
		walled = r.walled
	})
	r.announce(update{Walled: walled})
}

// nextHand returns a number that this server has not used for a hand-in.
func (r *room) nextHand() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.hands++
	return r.hands
}
