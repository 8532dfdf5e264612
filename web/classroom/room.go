package classroom

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"espalier/web/app"
	"espalier/web/classroom/entry"
	"espalier/web/fair"
	"espalier/web/socket"
	"espalier/web/store"
)

// A room is the state in memory of a room that is or was recently in use.
type room struct {
	h    *Handlers
	code entry.Code

	// Guarded by Handlers.mu.
	refs int

	loading  chan struct{} // held while the room is read from the store
	changing chan struct{} // held while the value is changed
	storing  chan struct{} // held while the value is stored; guards sequence
	sequence uint64

	current atomic.Pointer[broadcast] // the current message

	// mu guards the following fields, and is never held while waiting.
	mu            sync.Mutex
	loaded        bool
	value         value
	reserved      int       // the revisions up to here may be sent
	unsaved       time.Time // when the oldest unstored change was sent
	saving        bool      // saveNow is about to run
	saveFails     bool
	members       map[*member]struct{}
	leads         int
	commonID      string // the id of the first follower, which most followers use
	followers     map[entry.FollowerID]follower
	joined        entry.Shares // of MaxFollowers, by address
	handedIn      entry.Shares // of MaxHandIns, since the room was read
	people        map[entry.FollowerID]*person
	questions     []*askedQuestion   // by number, from 1; nil: not known here
	sources       map[string]*source // the typed trees that are shown, by digest
	stored        map[string]bool    // digests of the typed trees in the store
	waiting       []waitingAnswer
	storeAll      bool                     // the goroutine that stores answers is running
	hands         int                      // the last number of a hand-in
	walled        int                      // the number of hand-ins on the wall
	out           map[int]bool             // the hand-ins that were taken out, by number
	outsRead      int                      // the value of Outs when it was last read who and what is out
	handed        map[entry.FollowerID]int // hand-ins of each follower, since the room was read
	class         class
	elsewhere     map[string]*presence // followers at other servers
	damaged       map[string]lostPart  // questions and batches of answers that are lost, by key
	stopListening func()
	ends          int64       // the time limit of the current question; 0: it has none
	ending        *time.Timer // stops the question

	// See census.go.
	attended    bool // somebody has joined here since the room was read
	noting      bool // this is being stored
	beingClosed bool // the room is being closed for a new one
}

func newRoom(h *Handlers, c entry.Code) *room {
	return &room{h: h, code: c, loading: make(chan struct{}, 1), changing: make(chan struct{}, 1), storing: make(chan struct{}, 1),
		members: map[*member]struct{}{}, followers: map[entry.FollowerID]follower{}, people: map[entry.FollowerID]*person{}, joined: entry.Shares{}, handedIn: entry.Shares{}, sources: map[string]*source{}, stored: map[string]bool{},
		handed: map[entry.FollowerID]int{}, out: map[int]bool{}, elsewhere: map[string]*presence{}}
}

// A broadcast is the message with a value that all members get.
type broadcast struct {
	revision int
	state    string
	made     time.Time
	question string // the id of the current one; "": there is none
	revealed bool
	members  []byte // of the message, after its id
	sources  []*source

	// The message for the id that most followers use.
	commonID string
	common   socket.Outgoing
}

// message returns the message for a connection's id. The first message to a follower has their
// token. mine is for only this follower; nil: none.
func (b *broadcast) message(id, token string, mine *mineAnswer) socket.Outgoing {
	if token == "" && mine == nil && id == b.commonID {
		return b.common
	}
	return socket.Outgoing{Data: b.append(id, ownAnswer{token, mine})}
}

// An ownAnswer is what a message with a value has for only one follower.
type ownAnswer struct {
	You  string      `json:"you,omitempty"` // the token
	Mine *mineAnswer `json:"mine,omitempty"`
}

func (b *broadcast) append(id string, own ownAnswer) []byte {
	m := socket.AppendHead(make([]byte, 0, len(b.members)+headRoom), "room", id)
	if own != (ownAnswer{}) {
		m = app.AppendMembers(append(m, ','), own)
	}
	return append(append(m, b.members...), '}')
}

func (r *room) isLoaded() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.loaded
}

func (r *room) closed() bool { return r.snapshot().State == stateClosed }

func (r *room) hash() string { return r.snapshot().Hash }

// isOver reports whether the time of the room is over.
func (r *room) isOver() bool {
	v := r.snapshot()
	return v.State != stateClosed && r.h.isOlder(&v, Lifetime)
}

func (r *room) isSaved() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.unsaved.IsZero() && !r.saving && !r.storeAll && !r.noting
}

// snapshot returns the value.
func (r *room) snapshot() value {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.value.copy()
}

// set makes a value the current one and sends it. The caller holds mu.
func (r *room) set(v value, sources ...*source) {
	onScreen := map[string]*source{}
	for _, s := range sources {
		if s != nil && v.names(s.hash) {
			onScreen[s.digest()] = s
		}
	}
	for digest, s := range r.sources {
		if _, known := onScreen[digest]; !known && v.names(s.hash) {
			onScreen[digest] = s
		}
	}
	r.value, r.sources = v, onScreen
	r.publish()
	r.watchTime()
	for m := range r.members {
		m.client.peer.Notify()
	}
}

// names reports whether the value or its question uses a typed tree.
func (v *value) names(hash string) bool {
	return v.Show.Source == hash || v.Question != nil && sourceOf(v.askedRun()) == hash
}

// keeps reports whether the typed tree of a hash stays stored.
func (v *value) keeps(hash string) bool {
	return v.names(hash) || v.Before != nil && sourceOf(v.Before.Run) == hash
}

// sourceOf returns the hash of the typed tree of a run; "": none.
func sourceOf(run json.RawMessage) string {
	s := show{Run: run}
	s.readSource()
	return s.Source
}

// publish makes the message of the current value. The caller holds mu.
func (r *room) publish() *broadcast {
	now := r.h.now()
	b := &broadcast{revision: r.value.Revision, state: r.value.State, made: time.Now()}
	b.members = r.value.appendMembers([]byte{','}, now.UnixMilli())
	if q := r.value.Question; q != nil {
		b.question, b.revealed = q.ID, q.Revealed
	}
	for _, s := range r.sources {
		b.sources = append(b.sources, s)
	}
	if b.commonID = r.commonID; b.commonID != "" {
		b.common = socket.Share(b.append(b.commonID, ownAnswer{}))
	}
	r.current.Store(b)
	return b
}

// fresh returns the current message with the current time.
func (r *room) fresh() *broadcast {
	b := r.current.Load()
	if time.Since(b.made) < staleAfter {
		return b
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if b = r.current.Load(); time.Since(b.made) < staleAfter {
		return b
	}
	return r.publish()
}

// stored returns the value as it is stored.
func (v *value) stored() []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // cannot happen: the value has only JSON types
	}
	return b
}

func readValue(data []byte) (value, error) {
	var v value
	err := json.Unmarshal(data, &v)
	v.Show.readSource()
	return v, err
}

// load reads the room from the store, once.
func (r *room) load(ctx context.Context) error {
	if r.isLoaded() {
		return nil
	}
	if err := fair.Enter(ctx, r.loading); err != nil {
		return err
	}
	defer fair.Leave(r.loading)
	if r.isLoaded() {
		return nil
	}
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
	if v.State == stateClosed {
		return errNoRoom
	}
	if err := r.listen(ctx); err != nil {
		return err
	}
	if r.h.shared {
		// Updates from before the subscription are in the store now.
		if data, sequence, err = r.h.ReadValue(ctx, ValueKey(r.code)); err == nil {
			v, err = readValue(data)
		}
	}
	if err == nil {
		err = r.readParts(ctx, &v)
	}
	if err != nil {
		r.end()
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sequence, r.reserved, r.outsRead = sequence, v.Reserved, v.Outs
	if !r.h.shared && v.Epoch != r.h.process {
		// The previous process may have sent revisions that it did not store.
		v.Epoch, v.Revision = r.h.process, v.Reserved+1
	}
	r.loaded = true
	r.value = v
	r.publish()
	r.watchTime()
	return nil
}

// countParts notes the stored trees and hand-ins. It returns the hand-ins that were taken out and are not deleted yet.
func (r *room) countParts(keys []string) (left []int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	onWall := 0
	for _, name := range keys {
		if digest, ok := DigestIn(name, r.code); ok {
			r.stored[digest] = true
		}
		if n, ok := NumberIn(name, r.code, "o"); ok {
			r.hands = max(r.hands, n)
			r.out[n] = true
		}
	}
	for _, name := range keys {
		if n, ok := NumberIn(name, r.code, "h"); ok && r.out[n] {
			left = append(left, n)
		} else if ok {
			r.hands = max(r.hands, n)
			onWall++
		}
	}
	r.walled = max(r.walled, onWall)
	return left
}

// readParts reads the questions, the answers, and the shown typed trees.
func (r *room) readParts(ctx context.Context, v *value) error {
	keys, err := r.h.ListValues(ctx, PartsOf(r.code))
	if err != nil {
		return err
	}
	if left := r.countParts(keys); len(left) > 0 {
		if err := r.deleteOut(ctx, r.outHands(ctx, left)); err != nil {
			return err
		}
	}
	if err := r.readPeople(ctx, keys, false); err != nil { // before the answers, of which some may no longer count
		return err
	}
	if err := r.readQuestions(ctx, keys, v.Asked); err != nil {
		return err
	}
	sources, err := r.sourcesOf(ctx, v)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range sources {
		r.sources[s.digest()] = s
	}
	return nil
}

// sourcesOf returns the typed trees that a value uses.
func (r *room) sourcesOf(ctx context.Context, v *value) (list []*source, err error) {
	hashes := []string{v.Show.Source}
	if v.Question != nil && v.Question.Run != nil {
		hashes = append(hashes, sourceOf(v.Question.Run))
	}
	for _, hash := range hashes {
		if digest, ok := readDigest(hash); ok {
			s, err := r.source(ctx, digest)
			if err != nil {
				return nil, err
			}
			list = append(list, s)
		}
	}
	return list, nil
}

// end stops the background work for the room.
func (r *room) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopListening != nil {
		r.stopListening()
		r.stopListening = nil
	}
	if r.class.timer != nil {
		r.class.timer.Stop()
	}
	if r.ends = 0; r.ending != nil {
		r.ending.Stop()
	}
}
