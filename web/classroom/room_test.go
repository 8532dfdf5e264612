package classroom_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"espalier/web/webtest"
)

func TestRoomOverHTTP(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := makeRoom(t, ts, fmt.Sprintf(korf6, 3))
	if !regexp.MustCompile(`^[2-9A-HJKMNP-TV-Z]{8}$`).MatchString(m.Code) || len(m.Key) < 26 || m.Join != "/c/"+m.Code || m.Present != "/present/"+m.Key {
		t.Errorf("a new room is %+v", m)
	}
	code := ts.URL + "/api/v1/rooms/" + m.Code
	resp, text := webtest.Get(t, code)
	for header, want := range map[string]string{"Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer"} {
		if got := resp.Header.Get(header); got != want {
			t.Errorf("%s = %q, want %q", header, got, want)
		}
	}
	if strings.Contains(string(text), m.Key) {
		t.Errorf("the value has the key: %s", text)
	}
	v := getJSON(t, code)
	if v["state"] != "open" || v["code"] != m.Code || v.number("show", "step") != 3 || v.text("show", "values") != `{"5":[3,0,6]}` || v["question"] != nil || v.number("now") == 0 {
		t.Errorf("the value is %s", text)
	}
	if shown := act(t, ts, m, "show", `{"show":`+fmt.Sprintf(korf6, 7)+`}`); shown.number("show", "step") != 7 || shown.number("revision") <= v.number("revision") {
		t.Errorf("after a show: %v", shown)
	}
	if paused := act(t, ts, m, "pause", `{"paused":true}`); paused["state"] != "paused" {
		t.Errorf("after pause: %v", paused)
	}
	if paused := act(t, ts, m, "pause", `{"paused":null}`); paused["state"] != "paused" { // as if it were not there
		t.Errorf("after pause with null: %v", paused)
	}
	if open := act(t, ts, m, "pause", `{"paused":false}`); open["state"] != "open" {
		t.Errorf("after pause false: %v", open)
	}

	last := "2"
	if strings.HasSuffix(m.Key, last) {
		last = "3"
	}
	wrong := m.Key[:len(m.Key)-1] + last

	// Each action takes the code or the key, and the other is not found.
	for _, c := range []struct {
		method, path, body string
		want               int
	}{
		{"GET", "/api/v1/rooms/" + m.Key, "", 404}, {"GET", "/api/v1/rooms/" + m.Key + "/qr.svg", "", 404},
		{"POST", "/api/v1/rooms/" + m.Code + "/show", `{"show":{}}`, 404}, {"GET", "/api/v1/rooms/" + m.Code + "/answers", "", 404},
		{"GET", "/api/v1/rooms/" + m.Code + "/answers.csv", "", 404}, {"GET", "/api/v1/rooms/" + m.Code + "/wall", "", 404},
		{"DELETE", "/api/v1/rooms/" + m.Code, "", 404}, {"POST", "/api/v1/rooms/" + wrong + "/stop", "{}", 404},
		{"GET", "/present/" + wrong, "", 404}, {"GET", "/api/v1/rooms/" + strings.ToLower(m.Code), "", 200},
		{"POST", "/api/v1/rooms/" + m.Key + "/stop", "{}", 422},
		{"POST", "/api/v1/rooms/" + m.Key + "/show", fmt.Sprintf(`{"show":%s}`, fmt.Sprintf(korf6, 1_000)), 422},
		{"POST", "/api/v1/rooms", `{"show":{"figure":"none","algorithm":"maxn"}}`, 422}, {"POST", "/api/v1/rooms", `{}`, 422},
	} {
		if resp, b := webtest.Send(t, c.method, ts.URL+c.path, c.body); resp.StatusCode != c.want {
			t.Errorf("%s %s = %s %s, want %d", c.method, c.path, resp.Status, b, c.want)
		}
	}
	if resp, b := webtest.Send(t, "POST", code+"/pause", `{"paused":true}`, "Authorization", "Bearer "+m.Key); resp.StatusCode != 200 {
		t.Errorf("with the key in the header: %s %s", resp.Status, b)
	}
	for _, origin := range []string{"http://evil.example", "null"} {
		if resp, b := webtest.Send(t, "POST", ts.URL+m.path("/pause"), `{"paused":true}`, "Origin", origin); resp.StatusCode != 403 {
			t.Errorf("from %s: %s %s", origin, resp.Status, b)
		}
	}
	if resp, b := webtest.Get(t, code+"/qr.svg"); resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "image/svg+xml" || !strings.Contains(string(b), "<path") {
		t.Errorf("the QR code: %s %.100s", resp.Status, b)
	}
	if resp, b := webtest.Send(t, "DELETE", ts.URL+m.path(""), ""); resp.StatusCode != 204 {
		t.Errorf("DELETE = %s %s", resp.Status, b)
	}
	for _, url := range []string{code, ts.URL + m.path("/answers"), ts.URL + m.Present} {
		if resp, b := webtest.Get(t, url); resp.StatusCode != 404 {
			t.Errorf("after DELETE, GET %s = %s %.200s", url, resp.Status, b)
		}
	}
}

// The address with the key leads to one without it, and the key is a cookie then.
func TestPresenterCookie(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := makeRoom(t, ts, fmt.Sprintf(korf6, 0))
	resp, body := webtest.Send(t, "GET", ts.URL+m.Present, "")
	cookies := resp.Cookies()
	if resp.StatusCode != 303 || resp.Header.Get("Location") != "/present/"+m.Code || resp.Header.Get("Referrer-Policy") != "no-referrer" ||
		!strings.Contains(resp.Header.Get("Cache-Control"), "no-store") || len(cookies) != 1 || strings.Contains(string(body), m.Key) {
		t.Fatalf("GET /present/KEY = %s %v %s", resp.Status, resp.Header, body)
	}
	if c := cookies[0]; !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Value != m.Key {
		t.Errorf("the cookie is %v", c)
	}
	cookie := cookies[0].Name + "=" + cookies[0].Value
	p := dial(t, ts.URL, "Origin", ts.URL, "Cookie", cookie)
	p.send(`{"type":"lead","id":"p","code":%q}`, m.Code)
	p.until("room", nil)
	// Without an Origin it may be a program, or a page that hides where it comes from.
	p = dial(t, ts.URL, "Cookie", cookie)
	p.send(`{"type":"lead","id":"p","code":%q}`, m.Code)
	p.refused("no such room")
	if resp, b := webtest.Send(t, "GET", ts.URL+"/api/v1/rooms/"+m.Code+"/answers", "", "Cookie", cookie); resp.StatusCode != 200 {
		t.Errorf("answers with the cookie = %s %s", resp.Status, b)
	}
}

func TestFollowersAndQuestion(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := makeRoom(t, ts, fmt.Sprintf(korf6, 0))
	lead := dial(t, ts.URL)
	lead.send(`{"type":"lead","id":"p","key":%q}`, m.Key)
	if v := lead.until("room", nil); v["you"] != nil || v["id"] != "p" {
		t.Errorf("the presenter gets %v", v)
	}
	var followers [3]*peer
	var tokens []string
	for i := range followers {
		followers[i] = dial(t, ts.URL)
		followers[i].send(`{"type":"join","id":"j%d","code":%q,"nick":"Ana%d"}`, i%2, m.Code, i)
		v := followers[i].until("room", nil)
		token, _ := v["you"].(string)
		tokens = append(tokens, token)
		if len(token) < 22 || v["id"] != fmt.Sprintf("j%d", i%2) {
			t.Errorf("a follower gets %v", v)
		}
	}
	c := lead.until("class", func(c message) bool { return c.number("followers") == 3 })
	if c.text("names") != `["Ana0","Ana1","Ana2"]` {
		t.Errorf("class = %v", c)
	}
	// Korf's Fig. 6: which children of d (3) are cut, asked before they are.
	step := stepBefore(t, ts, 3)
	lead.send(`{"type":"show","id":"p","show":%s}`, fmt.Sprintf(korf6, step))
	for _, f := range followers {
		f.until("room", func(v message) bool { return v.number("show", "step") == step })
	}
	lead.send(`{"type":"ask","id":"p","question":{"kind":"cut","node":3,"text":"What happens next?"}}`)
	var seen []string
	for i, f := range followers {
		for {
			v, raw := f.next()
			seen = append(seen, raw)
			if v["type"] == "room" && v["question"] != nil {
				if v.text("question", "id") != `"q1"` || v.number("question", "step") != step || v.text("question", "state") != `"open"` || v.text("question", "show", "figure") != `"k1991-fig6"` {
					t.Errorf("the question is %s", raw)
				}
				break
			}
		}
		f.send(`{"type":"answer","id":"j%d","question":"q1","answer":%s}`, i%2, []string{"[5]", "[4,5]", "[5]"}[i])
		f.until("answered", nil)
	}
	followers[1].send(`{"type":"answer","id":"j1","question":"q1","answer":[]}`)
	followers[1].until("answered", nil)
	c = lead.until("class", func(c message) bool { return c.number("answers") == 3 && len(c["counts"].([]any)) == 2 })
	t.Log(c)
	for answer, words := range map[string]string{`[5,4]`: "ascend", `[0]`: "not a child", `"x"`: "array", `{}`: "array", `[4,4]`: "ascend"} {
		followers[0].send(`{"type":"answer","id":"j0","question":"q1","answer":%s}`, answer)
		followers[0].refused(words)
	}
	followers[0].send(`{"type":"answer","id":"j0","question":"q2","answer":[5]}`)
	followers[0].refused("the current question is not")
	// A follower can do nothing that is the presenter's.
	for _, action := range []string{`"show","show":{}`, `"ask","question":null`, `"stop"`, `"tally"`, `"reveal"`, `"pause"`, `"close"`, `"anonymous","on":true`, `"scene"`, `"open","scenes":[1]`} {
		followers[0].send(`{"type":%s,"id":"j0"}`, action)
		followers[0].refused("you do not lead a room")
	}
	lead.send(`{"type":"stop","id":"p"}`)
	v := followers[2].until("room", func(v message) bool { return v.text("question", "state") == `"stopped"` })
	if v.at("question", "tally") != nil {
		t.Errorf("after stop: %v", v)
	}
	followers[2].send(`{"type":"answer","id":"j0","question":"q1","answer":[]}`)
	followers[2].refused("no more answers")
	lead.send(`{"type":"tally","id":"p"}`)
	v = followers[2].until("room", func(v message) bool { return v.at("question", "tally") != nil })
	if v.number("question", "tally", "answers") != 3 || v.text("question", "tally", "counts") != `[{"answer":[5],"count":2},{"answer":[],"count":1}]` || v.text("question", "tally", "nodes") != `{"5":2}` {
		t.Errorf("the tally is %s", v.text("question", "tally"))
	}
	for _, f := range followers[:1] {
		v = f.until("room", func(v message) bool { return v.at("question", "tally") != nil })
		raw, _ := json.Marshal(v)
		seen = append(seen, string(raw))
	}
	for _, raw := range seen {
		if strings.Contains(raw, "correct") || strings.Contains(raw, "Ana") || strings.Contains(raw, m.Key) {
			t.Errorf("a follower sees too much: %s", raw)
		}
	}
	lead.send(`{"type":"reveal","id":"p"}`)
	v = followers[2].until("room", func(v message) bool { return v.text("question", "correct") != "null" })
	want := nextCut(t, ts, 3, step)
	if v.text("question", "correct") != want || v.text("question", "answer") != want {
		t.Errorf("correct = %s, want %s", v.text("question", "correct"), want)
	}
	// Coming back is no guess, and shows the present state to the same follower.
	followers[2].ws.Close()
	back := dial(t, ts.URL)
	back.send(`{"type":"join","id":"j","code":%q,"you":%q}`, m.Code, tokens[2])
	if v := back.until("room", nil); v["you"] != tokens[2] || v.text("question", "correct") != want {
		t.Errorf("back, a follower gets %v", v)
	}
	resp, b := webtest.Get(t, ts.URL+m.path("/answers"))
	var table message
	json.Unmarshal(b, &table)
	if want := fmt.Sprintf(`"answers":3,"counts":[{"answer":[5],"count":2,"right":%v},{"answer":[],"count":1,"right":%v}],"nodes":{"5":2},"names":{"3":"d","5":"f"},"correct":%s`, want == "[5]", want == "[]", want); !strings.Contains(string(b), want) {
		t.Errorf("answers = %s %s, want %s in it", resp.Status, b, want)
	}
	resp, b = webtest.Get(t, ts.URL+m.path("/answers.csv"))
	if !strings.HasPrefix(resp.Header.Get("Content-Type"), "text/csv") || len(strings.Split(strings.TrimSpace(string(b)), "\n")) != 4 {
		t.Errorf("the CSV is %s", b)
	}
	lead.send(`{"type":"close","id":"p"}`)
	back.until("room", func(v message) bool { return v["state"] == "closed" })
	if resp, _ := webtest.Get(t, ts.URL+"/api/v1/rooms/"+m.Code); resp.StatusCode != 404 {
		t.Errorf("after close: %s", resp.Status)
	}
}

// trace returns the events of Korf's Fig. 6.
func trace(t testing.TB, ts *httptest.Server) (events []message) {
	_, b := webtest.Post(t, ts.URL+"/api/v1/trace", `{"figure":"k1991-fig6","algorithm":"deep","values":{"5":[3,0,6]}}`)
	for line := range strings.Lines(string(b)) {
		var e message
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		events = append(events, e)
	}
	return events
}

// stepBefore returns a step after which a node is searched.
func stepBefore(t testing.TB, ts *httptest.Server, node int) int {
	for _, e := range trace(t, ts) {
		if e["type"] == "enter" && e.number("node") == node {
			return e.number("seq")
		}
	}
	t.Fatal("the node is not entered")
	return 0
}

// nextCut returns what is cut at a node after a step, before the search leaves it.
func nextCut(t testing.TB, ts *httptest.Server, node, step int) string {
	for _, e := range trace(t, ts) {
		if e.number("seq") <= step || e.number("node") != node {
			continue
		}
		switch e["type"] {
		case "prune":
			return e.text("cut")
		case "exit":
			return "[]"
		}
	}
	return "[]"
}
