package classroom_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"espalier/web/classroom"
	"espalier/web/webtest"
)

// The answers of the API are as its description says.
func TestRoomsAreDescribed(t *testing.T) {
	doc := webtest.Description(t)
	_, ts := webtest.ServeWithStore(t)
	check := func(schema string, b []byte) {
		t.Helper()
		d := json.NewDecoder(bytes.NewReader(b))
		d.UseNumber()
		var v any
		if err := d.Decode(&v); err != nil {
			t.Errorf("%v: %s", err, b)
		} else if err := webtest.Conforms(doc, webtest.At(doc, "components", "schemas", schema), v, ""); err != nil {
			t.Errorf("this is no %s: %v\n%s", schema, err, b)
		}
	}
	_, b := webtest.Post(t, ts.URL+"/api/v1/rooms", `{"show":`+fmt.Sprintf(korf6, 3)+`}`)
	check("NewRoom", b)
	var m madeRoom
	json.Unmarshal(b, &m)
	value := func() {
		t.Helper()
		_, b := webtest.Get(t, ts.URL+"/api/v1/rooms/"+m.Code)
		check("Room", b)
	}
	value()
	p := dial(t, ts.URL)
	p.send(`{"type":"join","id":"j","code":%q}`, m.Code)
	for _, ask := range []string{`{"kind":"cut","node":3}`, `{"kind":"choice","text":"?","choices":["a","b"],"correct":0}`, `{"kind":"root","node":5,"value":[1,2,3]}`} {
		check("NewQuestion", []byte(ask))
		id := act(t, ts, m, "ask", `{"question":`+ask+`}`).at("question", "id")
		value()
		p.until("room", func(v message) bool { return v.at("question", "id") == id })
		p.send(`{"type":"answer","id":"j","question":%q,"answer":%s}`, id, map[any]string{"q1": "[5]", "q2": "1", "q3": "true"}[id])
		p.until("answered", nil)
		act(t, ts, m, "tally", "{}")
		value()
		act(t, ts, m, "reveal", "{}")
		value()
	}
	act(t, ts, m, "show", `{"show":{"text":`+webtest.Quote(webtest.Korf6)+`,"algorithm":"maxn","play":{"speed":0.5,"by":"cuts"},"point":[1,2],"theme":"projector"}}`)
	value()
	_, b = webtest.Get(t, ts.URL+m.path("/answers"))
	check("RoomAnswers", b)
	act(t, ts, m, "names", `{"on":true}`)
	value()
	p.send(`{"type":"leave","id":"j"}`)
	p.send(`{"type":"join","id":"j","code":%q,"nick":"Ada"}`, m.Code)
	p.until("room", nil)
	_, b = webtest.Get(t, ts.URL+m.path("/people"))
	check("RoomPeople", b)
	p.send(`{"type":"hand-in","id":"j","text":%s}`, webtest.Quote(webtest.Korf6))
	p.until("handed", nil)
	var wall []json.RawMessage
	_, b = webtest.Get(t, ts.URL+m.path("/wall"))
	if json.Unmarshal(b, &wall); len(wall) != 1 {
		t.Fatalf("the wall is %s", b)
	}
	check("HandIn", wall[0])
}

// The description names each action of a presenter with what it takes, over HTTP and over
// the websocket, and no other one. Each is accepted in both ways, from a presenter alone.
func TestActionsAreDescribed(t *testing.T) {
	doc := webtest.Description(t)
	words := webtest.At(doc, "paths", "/ws", "get", "description").(string)
	_, after, _ := strings.Cut(words, "A presenter sends")
	part, _, found := strings.Cut(after, "A follower sends")
	if !found {
		t.Fatalf("the description does not say what presenters and followers send: %s", words)
	}
	described := map[string][]string{}
	for _, m := range regexp.MustCompile(`\{type: ([a-z-]+), id([^}]*)\}`).FindAllStringSubmatch(part, -1) {
		described[m[1]] = regexp.MustCompile(`\w+`).FindAllString(m[2], -1)
	}
	if len(described) != len(classroom.Actions) {
		t.Errorf("described are %v, and there are the actions %v", described, classroom.Actions)
	}

	bodies := map[string]string{
		"show": `"show":` + fmt.Sprintf(korf6, 3), "ask": `"question":{"kind":"pick","text":"Where?"}`, "time": `"seconds":60`, "stop": "", "tally": "", "reveal": "", "end": "",
		"pause": `"paused":false`, "anonymous": `"on":true`, "scene": `"lesson":"deep-fails","scene":0`, "open": `"scenes":[1]`, "close": "",
		"names": `"on":true`, "lock": `"on":true`, "take-out": `"hand":"h1"`, "let-in": `"person":"ADA"`,
	}
	actions := slices.DeleteFunc(slices.Clone(classroom.Actions), func(action string) bool { return action == "close" })
	actions = append(actions, "close") // it ends the room
	_, ts := webtest.ServeWithStore(t)
	byHTTP, bySocket := makeRoom(t, ts, fmt.Sprintf(korf6, 0)), makeRoom(t, ts, fmt.Sprintf(korf6, 0))
	p := dial(t, ts.URL)
	p.send(`{"type":"lead","id":"p","key":%q}`, bySocket.Key)
	revision := p.until("room", nil).number("revision")
	p.send(`{"type":"join","id":"j","code":%q}`, bySocket.Code)
	p.until("room", func(v message) bool { return v["id"] == "j" })
	// ada returns the id of a follower who waits.
	ada := func(m madeRoom) string {
		f := dial(t, ts.URL)
		f.send(`{"type":"join","id":"j","code":%q,"nick":"Ada"}`, m.Code)
		f.until("wait", nil)
		by, _, _ := people(t, ts, m)
		return by[""].ID // an action before this one hides the names
	}
	for _, m := range []madeRoom{byHTTP, bySocket} {
		f := dial(t, ts.URL)
		f.send(`{"type":"join","id":"j","code":%q}`, m.Code)
		f.send(`{"type":"hand-in","id":"j","text":%s}`, webtest.Quote(webtest.Korf6))
		f.until("handed", nil)
	}
	for _, action := range actions {
		keys := slices.Sorted(slices.Values(classroom.ActionKeys[action]))
		if got := slices.Sorted(slices.Values(described[action])); !slices.Equal(got, keys) {
			t.Errorf("over the websocket %s is described with %v, and takes %v", action, got, keys)
		}
		schema := webtest.At(doc, "paths", "/api/v1/rooms/{room}/"+action, "post", "requestBody", "content", "application/json", "schema", "properties")
		named, _ := schema.(map[string]any)
		if got := slices.Sorted(maps.Keys(named)); !slices.Equal(got, keys) {
			t.Errorf("over HTTP %s is described with %v, and takes %v", action, got, keys)
		}
		body, known := bodies[action]
		if !known {
			t.Errorf("this test has no body for %s", action)
			continue
		}
		for _, wrong := range []string{"/api/v1/rooms/" + byHTTP.Code, "/api/v1/rooms/" + bySocket.Code} {
			if resp, b := webtest.Post(t, ts.URL+wrong+"/"+action, "{"+body+"}"); resp.StatusCode != 404 {
				t.Errorf("%s by the code alone: %s %s", action, resp.Status, b)
			}
		}
		rest := ""
		if body != "" {
			rest = "," + body
		}
		if action == "let-in" {
			body, rest = strings.Replace(body, "ADA", ada(byHTTP), 1), strings.Replace(rest, "ADA", ada(bySocket), 1)
		}
		act(t, ts, byHTTP, action, "{"+body+"}")
		p.send(`{"type":%q,"id":"j"%s}`, action, rest)
		p.refused("send lead first")
		p.send(`{"type":%q,"id":"p"%s}`, action, rest)
		revision = p.until("room", func(v message) bool { return v["id"] == "p" && v.number("revision") > revision }).number("revision")
	}
}
