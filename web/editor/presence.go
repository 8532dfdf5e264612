package editor

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"espalier/trees"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/socket"
	"espalier/web/store/records"
	"espalier/web/treestore"
)

// Presence is who else has a tree open to edit it, and at which nodes. It is kept in
// memory while the connection lasts: it is in no revision, no file and no log. The
// servers of a cluster inform each other by plain messages of NATS; one that is lost
// is made up for by the next one.

// A person is one open editor.
type person struct {
	Who   string     `json:"who"` // random, for as long as the draft is open
	Guest int        `json:"guest"`
	Name  string     `json:"name,omitempty"` // "": guest and the number
	Nodes []trees.ID `json:"nodes"`
}

// A presenceUpdate is what one server sends to the others about a tree.
type presenceUpdate struct {
	Server string   `json:"server"`
	Ask    bool     `json:"ask,omitempty"` // the others send who is there
	People []person `json:"people,omitempty"`
	Left   string   `json:"left,omitempty"` // who
}

// A presence holds the people of a tree. Its mutex is the last one that is taken.
type presence struct {
	store  *records.Store
	id     treestore.ID
	server string

	mu      sync.Mutex
	version int // differs after each change
	here    map[*draftClient]*person
	away    map[string]*awayPerson // at other servers
	stop    func()                 // ends the messages of other servers; nil: not begun
	ticker  *time.Timer
	ended   bool
	changed func() // notifies the editors here
}

type awayPerson struct {
	person
	seen time.Time
}

// put sets the name and the nodes of a client.
func (p *presence) put(client *draftClient, name string, nodes []trees.ID) {
	p.begin()
	p.broadcast(presenceUpdate{People: []person{p.set(client, name, nodes)}})
	p.changed()
}

// set is put without a message to the others.
func (p *presence) set(client *draftClient, name string, nodes []trees.ID) person {
	p.mu.Lock()
	defer p.mu.Unlock()
	me := p.here[client]
	if me == nil {
		me = &person{Who: rand.Text()[:12], Guest: p.freeNumber()}
		p.here[client] = me
	}
	me.Name, me.Nodes = name, append([]trees.ID{}, nodes...)
	p.version++
	return *me
}

// remove forgets a client.
func (p *presence) remove(client *draftClient) {
	p.mu.Lock()
	me := p.here[client]
	delete(p.here, client)
	p.version++
	p.mu.Unlock()
	if me != nil {
		p.broadcast(presenceUpdate{Left: me.Who})
	}
}

// freeNumber returns the least number that nobody has. The caller holds mu.
func (p *presence) freeNumber() int {
	taken := map[int]bool{}
	for _, one := range p.here {
		taken[one.Guest] = true
	}
	for _, one := range p.away {
		taken[one.Guest] = true
	}
	n := 1
	for taken[n] {
		n++
	}
	return n
}

// An othersAnswer says to a person who else is there.
type othersAnswer struct {
	Me     int      `json:"me"`
	Others []person `json:"others"`
}

// others returns the other people, for one of them; nil: nothing is new since the version that
// it has, or it has sent nothing of itself.
func (p *presence) others(client *draftClient, known int) (*othersAnswer, int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	me := p.here[client]
	if me == nil || p.version == known {
		return nil, known
	}
	list := []person{}
	for other, one := range p.here {
		if other != client {
			list = append(list, *one)
		}
	}
	for _, one := range p.away {
		list = append(list, one.person)
	}
	slices.SortFunc(list, byNumber)
	return &othersAnswer{me.Guest, list}, p.version
}

func byNumber(a, b person) int {
	return cmp.Or(cmp.Compare(a.Guest, b.Guest), strings.Compare(a.Who, b.Who))
}

// begin listens to other servers, where there are any.
func (p *presence) begin() {
	if !p.store.Shared() || !p.begins() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), app.StoreTimeout)
	defer cancel()
	stop, err := p.store.Listen(ctx, p.id, p.onMessage)
	if err != nil {
		return // the people of this server are shown
	}
	if !p.begun(stop) {
		stop()
		return
	}
	p.broadcast(presenceUpdate{Ask: true})
}

// begins reports whether nobody has begun to listen, and notes that somebody does.
func (p *presence) begins() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stop != nil {
		return false
	}
	p.stop = func() {}
	return true
}

// begun notes how to stop to listen, and returns false if it is to be stopped at once.
func (p *presence) begun(stop func()) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return false
	}
	p.stop = stop
	p.ticker = time.AfterFunc(presenceEvery, p.again)
	return true
}

// end stops to listen.
func (p *presence) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	if p.stop != nil {
		p.stop()
	}
	if p.ticker != nil {
		p.ticker.Stop()
	}
}

// broadcast sends an update to the other servers.
func (p *presence) broadcast(u presenceUpdate) {
	if !p.store.Shared() {
		return
	}
	u.Server = p.server
	text, _ := json.Marshal(u)
	ctx, cancel := context.WithTimeout(context.Background(), app.StoreTimeout)
	defer cancel()
	p.store.Announce(ctx, p.id, text) // a message that is lost comes again
}

// again sends who is here, and forgets people of whom nothing has come.
func (p *presence) again() {
	update, gone := p.forgetSilent()
	if len(update.People) > 0 {
		p.broadcast(update)
	}
	if gone {
		p.changed()
	}
}

// forgetSilent forgets people of whom nothing has come, and returns who is here.
func (p *presence) forgetSilent() (update presenceUpdate, gone bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return update, false
	}
	for who, one := range p.away {
		if time.Since(one.seen) > 3*presenceEvery {
			delete(p.away, who)
			gone = true
		}
	}
	if gone {
		p.version++
	}
	p.ticker.Reset(presenceEvery)
	return p.local(), gone
}

// local returns the update of everybody here. The caller holds mu.
func (p *presence) local() (update presenceUpdate) {
	for _, one := range p.here {
		update.People = append(update.People, *one)
	}
	slices.SortFunc(update.People, byNumber)
	return update
}

// onMessage reads an update of another server.
func (p *presence) onMessage(text []byte) {
	var update presenceUpdate
	if json.Unmarshal(text, &update) != nil || update.Server == p.server {
		return
	}
	reply, answer := p.take(update)
	if answer && len(reply.People) > 0 {
		p.broadcast(reply)
	}
	p.changed()
}

// take notes the people of another server. It returns those here, and whether they are to be sent.
func (p *presence) take(update presenceUpdate) (reply presenceUpdate, answer bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if update.Left != "" {
		delete(p.away, update.Left)
	}
	answer = update.Ask
	for _, one := range update.People {
		if len(p.away) >= MaxPeople && p.away[one.Who] == nil {
			break
		}
		p.away[one.Who] = &awayPerson{one, time.Now()}
		// Two servers may have given one number at the same moment.
		for _, mine := range p.here {
			if mine.Guest == one.Guest && mine.Who > one.Who {
				mine.Guest = p.freeNumber()
				answer = true
			}
		}
	}
	p.version++
	return p.local(), answer
}

// present handles the name and the nodes that a client sends.
func (client *draftClient) present(m *presenceMessage) {
	if client.key == "" {
		client.c.Fail(client.id, problem.Refused("type", "a reader is not shown to others; presence needs the edit key"))
		return
	}
	client.session.presence.put(client, m.Name, m.Nodes)
}

// showPresence sends who else is there, if that has changed.
func (client *draftClient) showPresence() {
	others, version := client.session.presence.others(client, client.presence)
	if others == nil {
		return
	}
	client.presence = version
	client.nextOthers = time.Now().Add(othersInterval)
	client.c.Send(client.ctx, socket.NewMessage("others", client.id, others))
}

// readName reads the name that a person chose.
func readName(raw []byte) (string, error) {
	name, err := problem.ReadString(raw, "name")
	if err != nil {
		return "", err
	}
	name = strings.TrimSpace(name)
	if n := utf8.RuneCountInString(name); n > MaxNameRunes {
		return "", problem.Refused("name", "the name has %d characters; a name has at most %d", n, MaxNameRunes)
	}
	if strings.ContainsFunc(name, unicode.IsControl) {
		return "", problem.Refused("name", "the name has a control character")
	}
	return name, nil
}
