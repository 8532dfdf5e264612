package web_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"espalier/web/webtest"
)

// This file has a room that asks for names, locked, with one who was taken out and one who waits. Nothing that a
// follower, one who waits, or a stranger can reach has a name, an id of a person, an answer or a hand-in; and one who
// waits is sent nothing of the room.

// A roomOfNames is such a room, with what nobody but its presenter may see.
type roomOfNames struct {
	*testing.T
	ts        *httptest.Server
	code, key string
	secrets   []string
}

func (r *roomOfNames) lead(action, body string) string {
	r.Helper()
	resp, b := webtest.Post(r, r.ts.URL+"/api/v1/rooms/"+r.key+"/"+action, body)
	if resp.StatusCode != 200 {
		r.Fatalf("%s %s: %s %s", action, body, resp.Status, b)
	}
	return string(b)
}

// idOf returns the id of a person.
func (r *roomOfNames) idOf(name string) string {
	r.Helper()
	_, b := webtest.Get(r, r.ts.URL+"/api/v1/rooms/"+r.key+"/people")
	var got struct {
		People []struct{ ID, Name string }
	}
	if err := json.Unmarshal(b, &got); err != nil {
		r.Fatal(err)
	}
	for _, p := range got.People {
		if p.Name == name {
			return p.ID
		}
	}
	r.Fatalf("there is no %s among %s", name, b)
	return ""
}

// join enters with a name and reads up to a type of message.
func (r *roomOfNames) join(p *pupil, name, until string) (ws *webtest.Peer, read string) {
	r.Helper()
	ws = p.dial()
	ws.Send(`{"type":"join","id":"j","code":"%s","nick":"%s"}`, r.code, name)
	return ws, readUntil(r, ws, `"type":"`+until+`"`)
}

// ownToken is the token of a follower, which begins with their id.
var ownToken = regexp.MustCompile(`"you":"[^"]*"`)

// finds reports what of the secrets a text has.
func (r *roomOfNames) finds(who, from, text string) {
	r.Helper()
	text = ownToken.ReplaceAllString(text, "")
	for _, secret := range r.secrets {
		if strings.Contains(text, secret) {
			r.Errorf("%s: %s has %q", who, from, secret)
		}
	}
	if strings.Contains(text, `"correct"`) || strings.Contains(text, `"counts":[{`) {
		r.Errorf("%s: %s has answers: %.300s", who, from, text)
	}
}

// looks asks everywhere, with the cookies of a browser.
func (r *roomOfNames) looks(who string, p *pupil) {
	r.Helper()
	got := p.collect("/c/" + r.code)
	api := "/api/v1/rooms/" + r.code
	got["the API"] = p.send("GET", api, "", nil)
	for _, path := range []string{"/people", "/wall", "/answers", "/answers.csv", "/answers.csv?for=long"} {
		status, text := p.ask("GET", api+path, "")
		if status != 404 {
			r.Errorf("%s: GET %s without the key is answered with %d", who, path, status)
		}
		got[path] = text
	}
	for _, action := range []string{`names {"on":false}`, `lock {"on":false}`, `take-out {"hand":"h1"}`, `let-in {"person":"` + r.secrets[len(r.secrets)-1] + `"}`, `tally {}`, `reveal {}`} {
		name, body, _ := strings.Cut(action, " ")
		status, text := p.ask("POST", api+"/"+name, body)
		if status != 404 {
			r.Errorf("%s: POST %s without the key is answered with %d", who, name, status)
		}
		got[name] = strings.ReplaceAll(text, body, "")
	}
	for from, text := range got {
		r.finds(who, from, text)
	}
}

func TestRoomOfNamesGivesNothingAway(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	r := &roomOfNames{T: t, ts: ts, secrets: []string{"Zeraphina", "Quillon", "Mortimer", "Philippa", "(1,2,77)", "[1,2,77]"}}
	_, b := webtest.Post(t, ts.URL+"/api/v1/rooms", `{"names":true,"show":{"figure":"k1991-fig6","algorithm":"deep","step":8}}`)
	var made struct{ Code, Key string }
	if err := json.Unmarshal(b, &made); err != nil {
		t.Fatal(err)
	}
	r.code, r.key = made.Code, made.Key
	browsers := map[string]*pupil{}
	for _, name := range []string{"Zeraphina", "Quillon", "Mortimer", "Philippa", "a stranger"} {
		browsers[name] = newPupil(t, ts)
		browsers[name].cookies = map[string]string{}
		browsers[name].send("GET", "/c/"+r.code, "", nil)
	}
	ada, read := r.join(browsers["Zeraphina"], "Zeraphina", "room")
	eve, evesRead := r.join(browsers["Quillon"], "Quillon", "room")
	bob, bobsRead := r.join(browsers["Philippa"], "Philippa", "room")
	r.lead("ask", `{"question":{"kind":"cut","node":3}}`)
	for _, one := range []struct {
		ws   *webtest.Peer
		read *string
	}{{ada, &read}, {eve, &evesRead}, {bob, &bobsRead}} {
		*one.read += readUntil(t, one.ws, `"kind":"cut"`)
		if one.ws != bob {
			one.ws.Send(`{"type":"answer","id":"j","question":"q1","answer":[5]}`)
			*one.read += readUntil(t, one.ws, `"type":"answered"`)
			one.ws.Send(`{"type":"hand-in","id":"j","text":"players 3 1[ (1,2,77) (3,2,1) ]"}`)
			*one.read += readUntil(t, one.ws, `"type":"handed"`)
		}
	}
	ada.Send(`{"type":"lost","id":"j","on":true}`)
	r.secrets = append(r.secrets, r.idOf("Zeraphina"), r.idOf("Philippa"), r.idOf("Quillon"))
	quillon := r.idOf("Quillon")
	r.lead("take-out", fmt.Sprintf(`{"person":%q}`, quillon))
	// What is sent to those who wait: that they wait, and nothing else.
	evesRead = readUntil(t, eve, `"type":"wait"`)
	evesRead = evesRead[strings.LastIndex(evesRead, `{"type":"wait"`):]
	cyd, cydsRead := r.join(browsers["Mortimer"], "Mortimer", "wait")
	r.secrets = append(r.secrets, r.idOf("Mortimer"))
	r.lead("pause", `{"paused":true}`)
	r.lead("pause", `{"paused":false}`)
	for _, one := range []struct {
		ws   *webtest.Peer
		read *string
	}{{eve, &evesRead}, {cyd, &cydsRead}} {
		for _, message := range []string{
			`{"type":"answer","id":"j","question":"q1","answer":[5]}`, `{"type":"hand-in","id":"j","text":"players 3 1[ (1,2,3) (3,2,1) ]"}`, `{"type":"lost","id":"j","on":true}`,
			`{"type":"let-in","id":"j","person":"` + quillon + `"}`, `{"type":"lock","id":"j","on":false}`, `{"type":"names","id":"j","on":false}`, `{"type":"take-out","id":"j","hand":"h1"}`,
		} {
			one.ws.Send("%s", message)
			*one.read += readReply(t, one.ws)
		}
		for _, word := range []string{`"type":"room"`, "k1991", `"kind"`, `"step"`, `"type":"answered"`, `"type":"handed"`} {
			if strings.Contains(*one.read, word) {
				t.Errorf("one who waits is sent %s: %s", word, *one.read)
			}
		}
		r.finds("one who waits", "the websocket", *one.read)
	}
	for name, p := range browsers {
		r.looks(name, p)
	}
	r.lead("pause", `{"paused":true}`)
	read += readUntil(t, ada, `"state":"paused"`)
	bobsRead += readUntil(t, bob, `"state":"paused"`)
	r.finds("one who has answered", "the websocket", read)
	r.finds("a follower", "the websocket", bobsRead)

	// With the totals and the answer all still are nameless, and one who was taken out is in none of them.
	r.lead("tally", `{}`)
	read = readUntil(t, ada, `"tally":{`)
	r.lead("reveal", `{}`)
	read += readUntil(t, ada, `"correct"`)
	if strings.Contains(read, `"answers":2`) || !strings.Contains(read, `"answers":1`) {
		t.Errorf("the totals are %s", read)
	}
	for _, secret := range r.secrets {
		if strings.Contains(ownToken.ReplaceAllString(read, ""), secret) {
			t.Errorf("with the totals a follower is sent %q", secret)
		}
	}
	for path, want := range map[string]string{"/people": "Zeraphina", "/wall": "Zeraphina", "/answers": `"answers":1`, "/answers.csv": "q1,cut", "/answers.csv?for=long": "Zeraphina"} {
		_, b := webtest.Get(t, ts.URL+"/api/v1/rooms/"+r.key+path)
		if text := string(b); !strings.Contains(text, want) || path != "/people" && (strings.Contains(text, "Quillon") || strings.Contains(text, quillon)) {
			t.Errorf("%s of the presenter is %s", path, text)
		}
	}
}

// readReply returns the messages of a websocket up to an error.
func readReply(t testing.TB, ws *webtest.Peer) (all string) {
	t.Helper()
	for {
		_, b, err := ws.WS.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		all += string(b)
		if strings.Contains(string(b), `"type":"error"`) {
			return all
		}
	}
}
