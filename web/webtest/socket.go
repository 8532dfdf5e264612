package webtest

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"espalier/trace"
	"espalier/web/problem"
)

// A Peer is a client of the websocket under test.
type Peer struct {
	t  testing.TB
	WS *websocket.Conn
}

func Dial(t testing.TB, ts *httptest.Server) *Peer {
	t.Helper()
	return DialAs(t, ts, "")
}

// DialAs connects as a client, to a server that believes X-Forwarded-For.
func DialAs(t testing.TB, ts *httptest.Server, client string) *Peer {
	t.Helper()
	return DialWith(t, ts, http.Header{"X-Forwarded-For": {client}})
}

// DialWith connects with headers.
func DialWith(t testing.TB, ts *httptest.Server, header http.Header) *Peer {
	t.Helper()
	ws, resp, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(ts.URL, "http")+"/ws", header)
	if err != nil {
		t.Fatalf("%v: %v", err, resp)
	}
	t.Cleanup(func() { ws.Close() })
	return &Peer{t, ws}
}

func (p *Peer) Send(format string, args ...any) {
	p.t.Helper()
	if err := p.WS.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, format, args...)); err != nil {
		p.t.Fatal(err)
	}
}

// patience is how long a test waits for a message before it fails: the largest
// trees take many seconds under the race detector on a busy machine.
const patience = time.Minute

type Reply struct {
	Type, ID, Title, Detail string
	Events                  []json.RawMessage
	Errors                  []problem.Fault
	Tree                    json.RawMessage
	From, Count             int
	Data                    []int    // for each step: type and size, node, line, extra, the number of changes, and of each its node, bits and text
	Texts                   []string // of the steps, without their scores
	Steps                   json.RawMessage
	Truncated               bool
	Cancelled               bool
	Value                   json.RawMessage
	Stats                   struct{ Nodes int }
	Ran                     *struct { // what a program comes to
		Value json.RawMessage
		Nodes int
		Error *struct{ Line int }
	}
}

func (p *Peer) Next() Reply {
	p.t.Helper()
	p.WS.SetReadDeadline(time.Now().Add(patience))
	kind, text, err := p.WS.ReadMessage()
	if err != nil {
		p.t.Fatalf("reading: %v", err)
	}
	if kind == websocket.BinaryMessage {
		return ReadSteps(text)
	}
	var r Reply
	if err := json.Unmarshal(text, &r); err != nil {
		p.t.Fatalf("%v: %.300s", err, text)
	}
	return r
}

// ReadSteps reads a message of a trace.StepPacker.
func ReadSteps(b []byte) Reply {
	word := func() int {
		n := binary.LittleEndian.Uint32(b)
		b = b[4:]
		return int(int32(n))
	}
	column := func(count int) []int {
		list := make([]int, count)
		for i := range list {
			list[i] = word()
		}
		return list
	}
	if version := word(); version != trace.StepsMessage {
		return Reply{Type: fmt.Sprintf("binary message %d", version)}
	}
	head := column(7)
	r := Reply{Type: "steps", From: head[0], Count: head[1]}
	changes, extras, texts := head[2], head[3], head[4]
	node, changeAt, changeNode, changeBits, changeText := column(r.Count), column(changes), column(changes), column(changes), column(changes)
	extraAt, extra, ends := column(extras), column(extras), column(texts)
	lines, kinds := b[:2*r.Count], b[2*r.Count:3*r.Count]
	b = b[3*r.Count:]
	for i := range r.Count {
		more := 0
		if kind := trace.Type(kinds[i] & 15); kind == trace.Backup {
			more = int(kinds[i] >> 4)
		}
		if len(extraAt) > 0 && extraAt[0] == r.From+i {
			more, extraAt, extra = extra[0], extraAt[1:], extra[1:]
		}
		r.Data = append(r.Data, int(kinds[i]), node[i], int(binary.LittleEndian.Uint16(lines[2*i:])), more, 0)
		count := len(r.Data) - 1
		for len(changeAt) > 0 && changeAt[0] == r.From+i {
			r.Data = append(r.Data, changeNode[0], changeBits[0], changeText[0])
			r.Data[count]++
			changeAt, changeNode, changeBits, changeText = changeAt[1:], changeNode[1:], changeBits[1:], changeText[1:]
		}
	}
	for i, end := range ends {
		start := 0
		if i > 0 {
			start = ends[i-1]
		}
		text, _, _ := strings.Cut(string(b[start:end]), "\x00")
		r.Texts = append(r.Texts, text)
	}
	r.ID = string(b[head[5]:])
	return r
}

// Until reads up to a message of the given type for the given run.
func (p *Peer) Until(kind, id string) (last Reply, events int) {
	p.t.Helper()
	for {
		r := p.Next()
		if r.ID == id {
			events += len(r.Events) + r.Count
		}
		if r.ID == id && r.Type == kind {
			return r, events
		}
		if r.Type == "error" {
			p.t.Fatalf("error of %q: %s", r.ID, r.Detail)
		}
	}
}

func RunMessage(id, request string) string {
	return `{"type":"run","id":` + Quote(id) + `,` + request[1:]
}

// A DraftReply is a message of the server about a draft.
type DraftReply struct {
	Type, ID, Title, Detail, Words, Op, SVG, HTML, Notes string
	Status, Revision, Made, Seq, Select, People, Nodes   int
	Created, Folded                                      []int
	Text                                                 *string
	Spans                                                []int
	TypedFault                                           *struct {
		Line, Column, Offset int
		Message              string
	}
	Header struct {
		Title, Kind string
		Players     int
	}
	Faults []struct {
		ID, Node       int
		Field, Message string
	}
	Patch  map[string]any
	Errors []problem.Fault
}

// Draft reads up to a message of one of the types.
func (p *Peer) Draft(kinds ...string) DraftReply {
	p.t.Helper()
	for {
		p.WS.SetReadDeadline(time.Now().Add(patience))
		_, text, err := p.WS.ReadMessage()
		if err != nil {
			p.t.Fatalf("waiting for %v: %v", kinds, err)
		}
		var r DraftReply
		if err := json.Unmarshal(text, &r); err != nil {
			p.t.Fatalf("%v: %.300s", err, text)
		}
		for _, kind := range kinds {
			if r.Type == kind {
				return r
			}
		}
		if r.Type == "error" || r.Type == "refused" {
			p.t.Fatalf("waiting for %v: %s", kinds, text)
		}
	}
}

func (p *Peer) Open(id, saved string) DraftReply {
	p.t.Helper()
	p.Send(`{"type":"open","id":%q,"saved":%q}`, id, saved)
	return p.Draft("draft")
}

// Edit makes an edit and waits for its answer.
func (p *Peer) Edit(id string, seq int, edit string) DraftReply {
	p.t.Helper()
	p.Send(`{"type":"edit","id":%q,"seq":%d,"edit":%s}`, id, seq, edit)
	for {
		if r := p.Draft("draft", "refused"); r.Seq == seq {
			return r
		}
	}
}

func PageMessage(id, request string) string {
	return RunMessage(id, strings.TrimSuffix(request, "}")+`,"page":true}`)
}

// Steps takes the steps messages of a run up to its end.
func (p *Peer) Steps(id string) (data []int, texts []string, end Reply) {
	p.t.Helper()
	return p.StepsFrom(id, 0)
}

// StepsFrom takes the steps messages of a run from a step to the next end.
func (p *Peer) StepsFrom(id string, count int) (data []int, texts []string, end Reply) {
	p.t.Helper()
	for {
		r := p.Next()
		switch {
		case r.ID != id:
			p.t.Fatalf("message %+v", r)
		case r.Type == "end":
			return data, texts, r
		case r.Type != "steps" || r.From != count:
			p.t.Fatalf("message %s from %d, want steps from %d: %s", r.Type, r.From, count, r.Detail)
		}
		count += r.Count
		data = append(data, r.Data...)
		texts = append(texts, r.Texts...)
	}
}

// Endless is a search that takes minutes.
var Endless = Body(`"generate":`+strings.Replace(Generator, `"depth":10`, `"depth":14`, 1), "maxn", "")

var Plentiful = fmt.Sprintf(`"events":%d`, problem.MaxCount)
