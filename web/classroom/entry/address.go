package entry

import (
	"fmt"
	"net/http"
	"sync"
	"time"

	"espalier/web/fair"
	"espalier/web/problem"
)

const (
	// MaxGuesses bounds the wrong codes of one address in guessTime, plus one for each follower
	// connected from there.
	MaxGuesses = 30
	guessTime  = time.Minute

	// MaxCreated bounds the rooms that one address opens in createdTime: a whole school can have one
	// address.
	MaxCreated  = 100
	createdTime = time.Hour
)

// Addresses counts the recent actions of each address: wrong codes and opened rooms. The counts are
// only in memory.
type Addresses struct {
	now func() time.Time

	mu sync.Mutex
	of map[fair.Client]*address
}

type address struct {
	followers       int
	wrong, creation []time.Time // the oldest first
}

// NewAddresses returns empty counts.
func NewAddresses(now func() time.Time) *Addresses {
	return &Addresses{now: now, of: map[fair.Client]*address{}}
}

// get returns the counts of an address. The caller holds mu.
func (a *Addresses) get(c fair.Client) *address {
	one := a.of[c]
	if one == nil {
		one = &address{}
		a.of[c] = one
	}
	return one
}

// Drop removes times that are too old.
func Drop(times []time.Time, before time.Time) []time.Time {
	n := 0
	for n < len(times) && !times[n].After(before) {
		n++
	}
	return times[n:]
}

// MayGuess returns an error if the address has sent too many wrong codes. Then even a right code is
// not looked up, because the answer would show that it is not wrong.
func (a *Addresses) MayGuess(c fair.Client) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	one := a.of[c]
	if one == nil {
		return nil
	}
	now := a.now()
	one.wrong = Drop(one.wrong, now.Add(-guessTime))
	most := MaxGuesses + one.followers
	if len(one.wrong) < most {
		return nil
	}
	free := one.wrong[len(one.wrong)-most].Add(guessTime).Sub(now)
	return TooMany("room", free, "your address tried %d wrong codes within a minute, the limit", most)
}

// Guessed counts a wrong code.
func (a *Addresses) Guessed(c fair.Client) {
	a.mu.Lock()
	defer a.mu.Unlock()
	one := a.get(c)
	one.wrong = append(one.wrong, a.now())
}

// Creating counts a room that will be opened, or returns an error.
func (a *Addresses) Creating(c fair.Client) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	one, now := a.get(c), a.now()
	one.creation = Drop(one.creation, now.Add(-createdTime))
	if len(one.creation) >= MaxCreated {
		return TooMany("rooms", one.creation[0].Add(createdTime).Sub(now), "your address opened %d rooms within an hour, the limit", MaxCreated)
	}
	one.creation = append(one.creation, now)
	return nil
}

// Follow adds a follower to the count, or removes one.
func (a *Addresses) Follow(c fair.Client, change int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.get(c).followers += change
}

// Sweep forgets addresses without recent actions.
func (a *Addresses) Sweep() {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.now()
	for c, one := range a.of {
		one.wrong, one.creation = Drop(one.wrong, now.Add(-guessTime)), Drop(one.creation, now.Add(-createdTime))
		if one.followers == 0 && len(one.wrong) == 0 && len(one.creation) == 0 {
			delete(a.of, c)
		}
	}
}

// TooMany returns the error of a limit that a later try will not reach.
func TooMany(path string, after time.Duration, format string, args ...any) error {
	seconds := max(time.Second, (after + time.Second - 1).Truncate(time.Second))
	message := fmt.Sprintf(format, args...) + fmt.Sprintf("; try again in %d s", seconds/time.Second)
	return &problem.LaterError{Problem: problem.Error{Status: http.StatusTooManyRequests, Path: path, Message: message}, After: seconds}
}
