package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

// socketFlows are what happens on websockets, message by message.
var socketFlows = []flow{
	{"runs", runFlow},
	{"bad messages", badMessageFlow},
	{"drafts", draftFlow},
	{"classroom", classroomFlow},
}

// A peer is a connection of a flow.
type peer struct {
	site  *site
	ws    *websocket.Conn
	ended bool

	// The newest value of a room. A server may send a value twice, or skip one that a
	// newer one follows, so that a flow records the value when it knows its revision.
	room     []byte
	revision float64
}

const patience = 20 * time.Second

func (s *site) dial() *peer {
	ws, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(s.base, "http")+"/ws", nil)
	if err != nil {
		s.record("dial", []byte(err.Error()))
		return &peer{site: s, ended: true}
	}
	return &peer{site: s, ws: ws}
}

// write sends a message and records what comes back, up to a message with the id of one of
// the types. What comes at any time is not recorded: the
// counts of a class, who else edits, the results of a draft, and the tree of a room.
func (p *peer) send(message, id string, until ...string) (last map[string]any) {
	if p.ended {
		p.site.record(message, []byte("the connection has ended"))
		return nil
	}
	if err := p.ws.WriteMessage(websocket.TextMessage, []byte(message)); err != nil {
		p.site.record(message, []byte(err.Error()))
		return nil
	}
	return p.read(message, id, until...)
}

// write sends a message that has no answer.
func (p *peer) write(message string) {
	if !p.ended {
		p.ws.WriteMessage(websocket.TextMessage, []byte(message))
	}
}

// read records what comes without being asked for.
func (p *peer) read(what, id string, until ...string) map[string]any {
	if p.ended {
		return nil
	}
	for n := 0; ; n++ {
		p.ws.SetReadDeadline(time.Now().Add(patience))
		_, answer, err := p.ws.ReadMessage()
		if err != nil {
			p.ended = true
			p.site.record(what, []byte(err.Error()))
			fmt.Fprintf(os.Stderr, "%s: after %.200s: %v\n", p.site.base, what, err)
			return nil
		}
		var m map[string]any
		json.Unmarshal(answer, &m)
		if m["type"] == "class" || m["type"] == "presence" || m["type"] == "results" || m["type"] == "source" {
			continue
		}
		if revision, ok := m["revision"].(float64); ok {
			p.revision = revision
		}
		if you, ok := m["you"].(string); ok {
			p.site.name(you, "follower")
		}
		if hand, ok := m["hand"].(string); ok {
			p.site.name(hand, "hand-in")
		}
		if m["type"] == "room" {
			p.room = answer
		} else {
			p.site.record(fmt.Sprint(what, " → ", n), answer)
		}
		for _, kind := range until {
			if m["type"] == kind && (m["id"] == id || id == "") {
				return m
			}
		}
	}
}

// run starts a run with all the credit that it needs, and records it up to its end.
func (p *peer) run(id, members string) (last map[string]any) {
	message := `{"type":"run","id":` + quote(id) + `,` + members
	p.write(message)
	return p.send(`{"type":"credit","id":`+quote(id)+`,"events":1000000}`, id, "end", "error")
}

func runFlow(s *site) {
	p := s.dial()
	for i, source := range []string{`"figure":"k1991-fig6"`, `"figure":"s2003-fig6"`, `"figure":"sk2000-fig6"`, `"text":` + quote(typed), `"text":` + quote(typedTrees[1]), `"text":` + quote(typedTrees[2]), `"text":` + quote(typedTrees[4]), `"text":` + quote(typedTrees[7]),
		`"game":{"id":"tic-tac-toe"},"expand":2`, `"game":{"id":"hearts","cards":2}`, `"generate":{"kind":"h32","branching":2,"depth":4}`, `"generate":{"kind":"equal","branching":2,"depth":3},"expand":3`} {
		for _, a := range []string{"maxn", "deep", "speculative", "alphabeta", "dfbnb", "bnb"} {
			for _, more := range []string{"", `,"page":true`, `,"page":true,"drawn":[0,1,2]`, `,"page":true,"every":true`, `,"page":true,"until":5`, `,"values":{"5":[1,1,1]}`} {
				id := fmt.Sprintf("%d-%s-%d", i, a, len(more))
				end := p.run(id, source+`,"algorithm":`+quote(a)+more+`}`)
				if strings.Contains(more, "page") && end["type"] == "end" {
					p.send(`{"type":"details","id":`+quote(id)+`,"from":0,"to":3}`, id, "details", "error")
					p.send(`{"type":"picture","id":`+quote(id)+`,"step":2}`, id, "picture", "error")
					p.send(`{"type":"picture","id":`+quote(id)+`,"step":99999}`, id, "picture", "error")
					p.write(`{"type":"release","id":` + quote(id) + `}`)
				}
			}
		}
	}
}

func badMessageFlow(s *site) {
	p := s.dial()
	for _, m := range []string{"", "7", "{", `{}`, `{"type":"run"}`, `{"type":7,"id":"a"}`, `{"type":"none","id":"a"}`, `{"type":"none"}`, `{"id":"a"}`, `{"type":"run","id":""}`, `{"type":"run","id":7}`, `{"type":"credit","id":"a"}`, `{"type":"credit","id":"a","events":-1}`,
		`{"type":"details","id":"a","from":0,"to":0}`, `{"type":"details","id":"a","from":0,"to":3}`, `{"type":"picture","id":"a"}`, `{"type":"picture","id":"a","step":1}`, `{"type":"progress","id":"a","run":"none"}`, `{"type":"open","id":"a"}`, `{"type":"open","id":"a","saved":"none"}`, `{"type":"open","id":"a","scenes":[1]}`,
		`{"type":"join","id":"a"}`, `{"type":"join","id":"a","code":"none"}`, `{"type":"join","id":"a","code":7,"none":1}`, `{"type":"lead","id":"a","key":"none"}`, `{"type":"lead","id":"a"}`,
		`{"type":"show","id":"a","show":{}}`, `{"type":"ask","id":"a"}`, `{"type":"stop","id":"a"}`, `{"type":"tally","id":"a"}`, `{"type":"reveal","id":"a"}`, `{"type":"pause","id":"a"}`, `{"type":"scene","id":"a"}`, `{"type":"anonymous","id":"a"}`, `{"type":"answer","id":"a"}`, `{"type":"answer","id":"a","question":"q1","answer":1}`, `{"type":"hand-in","id":"a","text":"(1)"}`} {
		p.send(m, "", "error")
	}
	// What is about a run or a draft that has ended is not answered; the message behind it is.
	for _, m := range []string{`{"type":"view","id":"a","folded":[],"opened":[]}`, `{"type":"edit","id":"a","seq":1,"edit":{"op":"label"}}`, `{"type":"credit","id":"a","events":1}`, `{"type":"cancel","id":"a"}`, `{"type":"release","id":"a"}`, `{"type":"close","id":"a"}`, `{"type":"presence","id":"a","nodes":[1]}`} {
		p.write(m)
		p.send(`{"type":"none","id":"behind"}`, "behind", "error")
	}
	each(bodyFaults, func(faults []member) {
		p.run("f", body([]member{{"text", quote(typed)}, {"algorithm", `"deep"`}}, faults)[1:])
	})
}

func draftFlow(s *site) {
	for i, t := range typedTrees {
		p, second := s.dial(), s.dial()
		key, id := s.makeTree(t, fmt.Sprint("draft ", i))
		a, b := fmt.Sprint("a", i), fmt.Sprint("b", i)
		p.send(`{"type":"open","id":`+quote(a)+`,"saved":`+quote(key)+`}`, a, "draft", "error")
		second.send(`{"type":"open","id":`+quote(b)+`,"saved":`+quote(id)+`,"patches":true}`, b, "draft", "error")
		for seq, edit := range []string{`{"op":"label","node":0,"label":"root"}`, `{"op":"none"}`, `{"op":"add-child","node":0}`, `{"op":"undo","revision":3}`, `{"op":"restore","revision":1}`, `{"op":"set-value","node":1,"value":[1,1,1]}`} {
			done := p.send(fmt.Sprintf(`{"type":"edit","id":%q,"seq":%d,"edit":%s}`, a, seq+1, edit), a, "draft", "refused", "error")
			if done["type"] == "draft" && p.revision > second.revision {
				second.read("reader of "+edit, b, "draft", "error")
			}
		}
		p.send(`{"type":"view","id":`+quote(a)+`,"folded":[0],"opened":[]}`, a, "draft", "error")
		p.send(`{"type":"edit","id":`+quote(a)+`,"seq":99}`, a, "refused", "error")
		second.send(`{"type":"edit","id":`+quote(b)+`,"seq":1,"edit":{"op":"label","node":0,"label":"x"}}`, b, "refused", "error")
		p.ws.Close()
		second.ws.Close()
	}
}

// classroomFlow leads and follows a room on websockets: both record the value that each
// action brings. The actions go over HTTP, whose answer says which revision that is; the
// messages on the websocket that do the same come after them.
func classroomFlow(s *site) {
	key, code := s.makeRoom(shownFigure)
	lead, follower := s.dial(), s.dial()
	lead.send(`{"type":"lead","id":"p","key":`+quote(key)+`}`, "p", "room", "error")
	follower.send(`{"type":"join","id":"j","code":`+quote(code)+`,"nick":"Ada"}`, "j", "room", "error")
	act := func(action, body string) {
		var value struct{ Revision float64 }
		json.Unmarshal(s.do(post("/api/v1/rooms/"+key+"/"+action, body)), &value)
		for _, p := range []*peer{lead, follower} {
			for p.revision < value.Revision && !p.ended {
				p.read("after "+body, "", "room")
			}
			s.record("the room after "+body, p.room)
		}
	}
	answer := func(question, answer string) {
		follower.send(`{"type":"answer","id":"j","question":`+quote(question)+`,"answer":`+answer+`}`, "j", "answered", "error")
	}
	act("ask", `{"question":{"kind":"cut","node":3}}`)
	answer("q1", `[5]`)
	answer("q1", `[]`)
	answer("q1", `"x"`)
	answer("q9", `[5]`)
	act("stop", `{}`)
	answer("q1", `[5]`)
	act("tally", `{}`)
	act("reveal", `{}`)
	act("show", `{"show":`+strings.Replace(shownFigure, "11", "14", 1)+`}`)
	act("ask", `{"question":{"kind":"choice","text":"Which?","choices":["a","b"],"correct":1}}`)
	answer("q2", `1`)
	act("reveal", `{}`)
	act("scene", `{"lesson":"maxn","scene":1}`)
	act("scene", `{"lesson":"maxn","scene":2}`)
	act("show", `{"show":{"text":`+quote(typed)+`,"algorithm":"shallow","step":4,"point":[3,5]}}`)
	follower.send(`{"type":"hand-in","id":"j","text":`+quote(typed)+`}`, "j", "handed", "error")
	follower.send(`{"type":"hand-in","id":"j","text":"1["}`, "j", "handed", "error")
	s.do(get("/api/v1/rooms/" + key + "/wall"))
	s.do(get("/api/v1/rooms/" + key + "/answers"))
	s.do(get("/api/v1/rooms/" + key + "/answers.csv"))
	act("show", `{"show":{"hand":"h1"}}`)
	act("show", `{"show":{"hand":"h9"}}`)
	act("pause", `{"paused":true}`)
	act("pause", `{"paused":false}`)
	act("ask", `{"question":null}`)
	follower.send(`{"type":"stop","id":"j"}`, "j", "error")
	for _, m := range []string{`"type":"ask","question":{"kind":"none"}`, `"type":"show","show":{"hand":"h9"}`, `"type":"scene","lesson":"none","scene":1`, `"type":"reveal"`, `"type":"none"`} {
		lead.send(`{"id":"p",`+m+`}`, "p", "error")
	}
	act("close", `{}`)
}
