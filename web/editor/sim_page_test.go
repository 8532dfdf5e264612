package editor

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"time"

	"espalier/web/socket"
)

// A page is an editor in a browser: it sends its edits with tokens, and those
// without an answer again when it is connected again.
type page struct {
	s       *sessionSim
	rng     *rand.Rand
	number  int
	made    int // edits
	own     []int
	waiting []pageEdit
	seen    int // the newest revision on this connection; 0: none has come
}

type pageEdit struct {
	seq         int
	since       int // when it was sent for the first time
	token, edit string
}

// answer is what the page reads of a message.
type answer struct {
	Type     string
	Revision int
	Seq      int
	Made     int
	Status   int
	Detail   string
}

func (p *page) run() {
	defer func() { p.s.running.Add(-1) }()
	for !p.done() {
		p.s.mu.Lock()
		server := p.s.servers[p.rng.IntN(len(p.s.servers))]
		p.s.mu.Unlock()
		p.connection(server)
		time.Sleep(p.time(10*time.Millisecond, 300*time.Millisecond))
	}
}

// done reports whether all edits were answered, and then whether the page has
// seen the newest revision.
func (p *page) done() bool {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	return p.made == p.s.ops && len(p.waiting) == 0 && (!p.s.ended || p.seen == p.s.newest)
}

func (p *page) time(from, to time.Duration) time.Duration {
	return from + time.Duration(p.rng.Int64N(int64(to-from)))
}

// connection opens the tree, and edits it until the connection breaks.
func (p *page) connection(server *simServer) {
	c, out := server.handlers.Pipe(context.Background(), 4)
	p.s.mu.Lock()
	server.conns[p.number] = c
	p.s.mu.Unlock()
	defer func() {
		time.Sleep(p.time(time.Microsecond, time.Millisecond)) // the server goes on meanwhile
		c.End()
		p.s.mu.Lock()
		delete(server.conns, p.number)
		p.s.mu.Unlock()
	}()
	p.seen = 0
	p.send(c, `{"type":"open","id":"d1","saved":%q,"quiet":true}`, p.s.key)
	p.send(c, `{"type":"presence","id":"d1","name":"page %d","nodes":[1]}`, p.number)
	broken := time.After(p.time(20*time.Millisecond, 8*time.Second))
	// Not for each message: how many are taken in at a time is not always the same.
	later := func() <-chan time.Time { return time.After(p.time(time.Millisecond, 40*time.Millisecond)) }
	next := later()
	for {
		select { // what has come before what is to be sent
		case m := <-out:
			if !p.receive(c, m.Data) {
				return
			}
			continue
		default:
		}
		if p.done() {
			return
		}
		select {
		case m := <-out:
			if !p.receive(c, m.Data) {
				return
			}
		case <-c.Context().Done():
			return
		case <-broken:
			return
		case <-next:
			next = later()
			if p.seen > 0 && p.made < p.s.ops && len(p.waiting) < 3 {
				e := p.next()
				p.waiting = append(p.waiting, e)
				p.sendEdit(c, e)
			}
		}
	}
}

func (p *page) send(c *socket.Conn, format string, args ...any) {
	if err := c.Receive(fmt.Appendf(nil, format, args...)); err != nil {
		p.s.errorf("the message cannot be read: %v", err)
	}
}

func (p *page) sendEdit(c *socket.Conn, e pageEdit) {
	p.send(c, `{"type":"edit","id":"d1","seq":%d,"token":%q,"since":%d,"edit":%s}`, e.seq, e.token, e.since, e.edit)
}

// next returns another edit.
func (p *page) next() pageEdit {
	p.made++
	e := pageEdit{seq: p.made, since: p.seen, token: fmt.Sprintf("page%d-%d", p.number, p.made)}
	switch kind := p.rng.IntN(6); {
	case kind == 0:
		e.edit = `{"op":"child","node":1}`
	case kind == 1 && len(p.own) > 0:
		e.edit = fmt.Sprintf(`{"op":"undo","revision":%d}`, p.own[p.rng.IntN(len(p.own))])
	case kind == 2:
		e.edit = fmt.Sprintf(`{"op":"delete","nodes":[%d]}`, 2+p.rng.IntN(30))
	default:
		e.edit = fmt.Sprintf(`{"op":"set","nodes":[%d],"label":"p%d_%d"}`, 2+p.number, p.number, p.made)
	}
	return e
}

// receive takes in a message; false: the page connects again.
func (p *page) receive(c *socket.Conn, data []byte) bool {
	var a answer
	if err := json.Unmarshal(data, &a); err != nil {
		p.s.errorf("the answer %s = %v", data, err)
		return false
	}
	switch a.Type {
	case "draft":
		if a.Revision < p.seen {
			p.s.errorf("page %d gets revision %d after %d", p.number, a.Revision, p.seen)
		}
		if p.seen == 0 {
			for _, e := range p.waiting {
				p.sendEdit(c, e)
			}
		}
		p.seen = a.Revision
		if a.Seq > 0 {
			p.answered(a, false)
		}
	case "refused":
		if a.Status == 503 {
			return false
		}
		p.answered(a, true)
	case "error":
		if a.Status != 503 {
			p.s.errorf("page %d gets %s", p.number, data)
		}
		return false
	}
	return true
}

// answered takes in the answer of the oldest edit that waits.
func (p *page) answered(a answer, refused bool) {
	if len(p.waiting) == 0 || p.waiting[0].seq != a.Seq {
		p.s.errorf("page %d gets an answer of edit %d; it waits for %+v", p.number, a.Seq, p.waiting)
		return
	}
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	token := p.waiting[0].token
	p.waiting = p.waiting[1:]
	if refused {
		p.s.refused[token] = a.Detail
		return
	}
	p.s.acked[token] = a.Made
	if a.Made > 0 {
		p.own = append(p.own, a.Made)
	}
}
