package classroom_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http/httptest"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"espalier/web"
	"espalier/web/app"
	"espalier/web/cluster/natstest"
	"espalier/web/treestore"
	"espalier/web/webtest"
)

// serveOn starts an Espalier on NATS servers; end stops it.
func serveOn(t *testing.T, url string) (ts *httptest.Server, end func()) {
	t.Helper()
	_, ts, end = serverOn(t, url)
	return ts, end
}

// serverOn is serveOn, and also returns the server.
func serverOn(t *testing.T, url string) (s *web.Server, ts *httptest.Server, end func()) {
	t.Helper()
	lib, err := treestore.Open(treestore.Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	s = web.New(app.Config{Library: lib})
	ts = httptest.NewServer(s)
	var once sync.Once
	end = func() {
		once.Do(func() {
			s.Shutdown(context.Background())
			ts.CloseClientConnections()
			ts.Close()
			lib.Close()
		})
	}
	t.Cleanup(end)
	return s, ts, end
}

// Two Espaliers on one NATS server have the same room: each shows what the other
// shows, and the answers of both are one table.
func TestTwoServersShareARoom(t *testing.T) {
	_, url := natstest.Start(t, nil)
	one, endOne := serveOn(t, url)
	two, _ := serveOn(t, url)
	m := makeRoom(t, one, fmt.Sprintf(korf6, 0))
	enter := func(ts *httptest.Server, you string) (*peer, string) {
		p := dial(t, ts.URL)
		p.send(`{"type":"join","id":"j","code":%q,"you":%q}`, m.Code, you)
		v := p.until("room", nil)
		token, _ := v["you"].(string)
		return p, token
	}
	a, youA := enter(one, "")
	b, _ := enter(two, "")
	lead := dial(t, one.URL)
	lead.send(`{"type":"lead","id":"p","key":%q}`, m.Key)
	epoch := lead.until("room", nil)["epoch"]
	lead.until("class", func(c message) bool { return c.number("followers") == 2 })
	lead.send(`{"type":"show","id":"p","show":%s}`, fmt.Sprintf(korf6, 4))
	for _, p := range []*peer{a, b} {
		if v := p.until("room", func(v message) bool { return v.number("show", "step") == 4 }); v["epoch"] != epoch {
			t.Errorf("another epoch: %v", v)
		}
	}
	// Typed trees go to the other server, too.
	act(t, two, m, "show", `{"show":{"text":`+webtest.Quote(webtest.Korf6)+`,"algorithm":"maxn","step":3}}`)
	a.until("source", nil)
	b.until("source", nil)
	act(t, one, m, "show", `{"show":`+fmt.Sprintf(korf6, 4)+`}`)
	act(t, two, m, "ask", `{"question":{"kind":"cut","node":3}}`)
	for i, p := range []*peer{a, b} {
		p.until("room", func(v message) bool { return v.at("question", "id") == "q1" })
		p.send(`{"type":"answer","id":"j","question":"q1","answer":%s}`, []string{"[5]", "[]"}[i])
		p.until("answered", nil)
	}
	lead.until("class", func(c message) bool { return c.number("answers") == 2 })
	for _, ts := range []*httptest.Server{one, two} {
		if v := act(t, ts, m, "tally", "{}"); v.number("question", "tally", "answers") != 2 {
			t.Errorf("the tally is %s", v.text("question"))
		}
	}
	// The presenter learns what is handed in at either.
	for i, p := range []*peer{a, b} {
		p.send(`{"type":"hand-in","id":"j","text":%s}`, webtest.Quote(webtest.Korf6))
		p.until("handed", nil)
		lead.until("class", func(c message) bool { return c.number("hands") == i+1 })
	}

	// Presenters at both servers at the same time.
	var all sync.WaitGroup
	const each = 25
	for i, ts := range []*httptest.Server{one, two} {
		all.Go(func() {
			for k := range each {
				resp, text := webtest.Post(t, ts.URL+m.path("/show"), `{"show":`+fmt.Sprintf(korf6, 1+k%9+10*i)+`}`)
				if resp.StatusCode != 200 {
					t.Errorf("show = %s %s", resp.Status, text)
				}
			}
		})
	}
	all.Wait()
	var values [2]message
	webtest.Eventually(t, 10*time.Second, func() bool {
		values = [2]message{getJSON(t, one.URL+"/api/v1/rooms/"+m.Code), getJSON(t, two.URL+"/api/v1/rooms/"+m.Code)}
		return values[0].number("revision") == values[1].number("revision")
	}, "the servers do not agree")
	if values[0].text("show") != values[1].text("show") || values[0].number("revision") < 2*each {
		t.Errorf("the servers have %v and %v", values[0], values[1])
	}
	for _, p := range []*peer{a, b} {
		before := 0
		for before < values[0].number("revision") {
			v := p.until("room", nil)
			if v.number("revision") <= before {
				t.Fatalf("revision %d comes after %d", v.number("revision"), before)
			}
			before = v.number("revision")
		}
	}

	// One server goes. Its follower goes on at the other one, and nothing is lost.
	endOne()
	a, again := enter(two, youA)
	if again != youA {
		t.Error("at another server a follower is another one")
	}
	act(t, two, m, "show", `{"show":`+fmt.Sprintf(korf6, 7)+`}`)
	v := a.until("room", func(v message) bool { return v.number("show", "step") == 7 })
	if v["epoch"] != epoch {
		t.Errorf("all was stored, and the epoch is another one: %v", v)
	}
	if table := answersOf(t, two, m); table[0].Answers != 2 {
		t.Errorf("the table is %+v", table)
	}
	if resp, _ := webtest.Send(t, "DELETE", two.URL+m.path(""), ""); resp.StatusCode != 204 {
		t.Errorf("DELETE = %s", resp.Status)
	}
	a.until("room", func(v message) bool { return v["state"] == "closed" })
}

// Two servers have the same people, lock and wall: who or what is taken out or let in at one is so at the other, also
// where the messages between them are lost.
func TestTwoServersTakeOut(t *testing.T) {
	for _, deaf := range []bool{false, true} {
		t.Run(fmt.Sprintf("deaf=%v", deaf), func(t *testing.T) { twoServersTakeOut(t, deaf) })
	}
}

func twoServersTakeOut(t *testing.T, deaf bool) {
	_, url := natstest.Start(t, nil)
	one, _ := serveOn(t, url)
	s, two, _ := serverOn(t, url)
	m := namedRoom(t, one)
	enter := func(ts *httptest.Server, name string) *peer {
		p := dial(t, ts.URL)
		p.send(`{"type":"join","id":"j","code":%q,"nick":%q}`, m.Code, name)
		return p
	}
	ada, eve := enter(one, "Ada"), enter(two, "Eve")
	lead := dial(t, two.URL)
	lead.send(`{"type":"lead","id":"p","key":%q}`, m.Key)
	act(t, one, m, "ask", `{"question":{"kind":"pick"}}`)
	for _, f := range []*peer{ada, eve} {
		f.until("room", func(v message) bool { return v["question"] != nil })
		f.send(`{"type":"answer","id":"j","question":"q1","answer":3}`)
		f.until("answered", nil)
	}
	act(t, one, m, "tally", `{}`)
	eves, others := eve.handsIn(evesTree), ada.handsIn(webtest.Korf6)
	lead.until("class", func(c message) bool { return c.number("hands") == 2 })
	for _, ts := range []*httptest.Server{one, two} { // both have a run of it
		act(t, ts, m, "show", fmt.Sprintf(`{"show":{"hand":%q,"algorithm":"maxn","step":1}}`, eves))
		act(t, ts, m, "show", `{"show":`+fmt.Sprintf(korf6, 11)+`}`)
		act(t, ts, m, "show", fmt.Sprintf(`{"show":{"hand":%q,"algorithm":"maxn","step":1}}`, eves))
	}
	ada.until("room", func(v message) bool { return v.at("show", "hand") == eves })
	refresh := func() {}
	if deaf {
		refresh = s.Rooms.Deafen(m.Code)
	}
	by, _, _ := people(t, one, m)
	id := by["Eve"].ID
	if v := act(t, one, m, "take-out", fmt.Sprintf(`{"person":%q}`, id)); v.at("show", "figure") != "k1991-fig6" || v.number("question", "tally", "answers") != 1 {
		t.Errorf("after Eve was taken out the room is %v", v)
	}
	refresh()
	if w := eve.until("wait", nil); w["out"] != true {
		t.Errorf("the message is %v", w)
	}
	lead.until("class", func(c message) bool { return c.number("hands") == 1 && c.number("answers") == 1 })
	for i, ts := range []*httptest.Server{one, two} {
		if table := answersOf(t, ts, m); table[0].Answers != 1 {
			t.Errorf("server %d has the answers %+v", i+1, table)
		}
		for _, path := range []string{"/wall", "/answers.csv?for=long"} {
			if _, b := webtest.Get(t, ts.URL+m.path(path)); strings.Contains(string(b), "Eve") || !strings.Contains(string(b), "Ada") {
				t.Errorf("server %d: %s is %s", i+1, path, b)
			}
		}
		now, _, locked := people(t, ts, m)
		for _, p := range now {
			if is := p.ID == id; is != (p.State == "waiting" || p.State == "out") || is && p.Answer != nil || !locked {
				t.Errorf("server %d: locked %v, %+v", i+1, locked, p)
			}
		}
		for action, body := range map[string]string{"show": fmt.Sprintf(`{"show":{"hand":%q,"algorithm":"maxn","step":1}}`, eves), "take-out": fmt.Sprintf(`{"hand":%q}`, eves)} {
			if resp, b := webtest.Post(t, ts.URL+m.path("/"+action), body); resp.StatusCode != 422 || !strings.Contains(string(b), eves+" was taken out") {
				t.Errorf("server %d: %s = %s %s", i+1, action, resp.Status, b)
			}
		}
		if v := getJSON(t, ts.URL+"/api/v1/rooms/"+m.Code); v.at("show", "figure") != "k1991-fig6" {
			t.Errorf("server %d shows %s", i+1, v.text("show"))
		}
	}
	// A new one waits at either server, and is let in at the other.
	cyd := enter(two, "Cyd")
	cyd.until("wait", nil)
	webtest.Eventually(t, 10*time.Second, func() bool {
		by, _, locked := people(t, one, m)
		return locked && by["Cyd"].State == "waiting"
	}, "the other server does not know who waits")
	by, _, _ = people(t, one, m)
	act(t, one, m, "let-in", fmt.Sprintf(`{"person":%q}`, by["Cyd"].ID))
	act(t, one, m, "let-in", fmt.Sprintf(`{"person":%q}`, id))
	refresh()
	cyd.until("room", nil)
	eve.until("room", nil)
	act(t, two, m, "take-out", fmt.Sprintf(`{"hand":%q}`, others))
	if _, b := webtest.Get(t, one.URL+m.path("/wall")); strings.TrimSpace(string(b)) != "[]" {
		t.Errorf("the wall is %s", b)
	}
	for i, p := range []*peer{eve, ada} {
		if hand := p.handsIn(webtest.Korf6); hand == eves || hand == others {
			t.Errorf("hand-in %d has the number %s of one that was taken out", i, hand)
		}
	}
	for _, f := range []*peer{ada, eve, cyd} {
		for _, name := range []string{"Ada", "Eve", "Cyd"} {
			if strings.Contains(f.read, name) {
				t.Errorf("a follower was sent a name: %s", f.read)
			}
		}
	}
}

type tableQuestion struct {
	ID, Kind string
	Answers  int
	Counts   []struct {
		Answer json.RawMessage
		Count  int
		Right  *bool
	}
	Nodes   map[string]int
	Correct json.RawMessage
}

func answersOf(t testing.TB, ts *httptest.Server, m madeRoom) []tableQuestion {
	t.Helper()
	var table struct{ Questions []tableQuestion }
	resp, b := webtest.Get(t, ts.URL+m.path("/answers"))
	if err := json.Unmarshal(b, &table); err != nil || resp.StatusCode != 200 {
		t.Fatalf("answers = %s %s", resp.Status, b)
	}
	return table.Questions
}

// Three NATS servers and two Espaliers: either kind is lost in the middle of a class,
// and the class goes on.
func TestClassSurvivesLossOfServers(t *testing.T) {
	c := natstest.StartCluster(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	child := startChild(t, c.URL(0), addr)
	one := &httptest.Server{URL: "http://" + addr}
	two, _ := serveOn(t, c.URL(1))
	m := makeRoom(t, one, fmt.Sprintf(korf6, 0))
	const each = 10
	var tokens [2 * each]string
	var class [2 * each]*peer
	for i := range class {
		class[i] = dial(t, []string{one.URL, two.URL}[i%2])
		class[i].send(`{"type":"join","id":"j","code":%q}`, m.Code)
		tokens[i] = class[i].until("room", nil)["you"].(string)
	}
	act(t, one, m, "ask", `{"question":{"kind":"pick"}}`)
	for _, p := range class {
		p.until("room", func(v message) bool { return v.at("question", "id") == "q1" })
	}
	// The NATS server that answers the writes goes while answers are on their way.
	leader, stopped := c.Leader("KV_espalier"), make(chan struct{})
	if leader < 0 {
		t.Fatal("the cluster has no leader")
	}
	for i, p := range class {
		if i == each/2 {
			go func() {
				defer close(stopped)
				c.Stop(leader)
			}()
		}
		if i == each {
			<-stopped
		}
		p.send(`{"type":"answer","id":"j","question":"q1","answer":%d}`, i%3)
	}
	start := time.Now()
	for i, p := range class {
		if m := p.until("answered", nil); m["question"] != "q1" {
			t.Errorf("follower %d gets %v", i, m)
		}
	}
	t.Logf("all answers are acknowledged %s after a NATS server was lost", time.Since(start))
	act(t, two, m, "show", `{"show":`+fmt.Sprintf(korf6, 3)+`}`)
	for _, p := range class {
		p.until("room", func(v message) bool { return v.number("show", "step") == 3 })
	}
	c.Start(t, leader)

	// Then an Espalier is killed while answers are on their way: half of them are
	// acknowledged, and come no more.
	act(t, two, m, "ask", `{"question":{"kind":"pick"}}`)
	for i, p := range class {
		p.until("room", func(v message) bool { return v.at("question", "id") == "q2" })
		p.send(`{"type":"answer","id":"j","question":"q2","answer":%d}`, i%3)
		if i < each {
			p.until("answered", func(a message) bool { return a["question"] == "q2" })
		}
	}
	child.Process.Signal(syscall.SIGKILL)
	child.Wait()
	killed := time.Now()
	for i := range class {
		again := i >= each
		if i%2 == 0 {
			class[i] = dial(t, two.URL)
			class[i].send(`{"type":"join","id":"j","code":%q,"you":%q}`, m.Code, tokens[i])
			if v := class[i].until("room", nil); v["you"] != tokens[i] || v.at("question", "id") != "q2" {
				t.Errorf("follower %d comes back to %v", i, v)
			}
			if again {
				class[i].send(`{"type":"answer","id":"j","question":"q2","answer":%d}`, i%3)
			}
		}
		if again {
			class[i].until("answered", func(a message) bool { return a["question"] == "q2" })
		}
	}
	t.Logf("the class is back and has answered %s after an Espalier was killed", time.Since(killed))
	lead := dial(t, two.URL)
	lead.send(`{"type":"lead","id":"p","key":%q}`, m.Key)
	lead.until("class", func(c message) bool { return c.number("followers") == len(class) && c.number("answers") == len(class) })
	act(t, two, m, "stop", `{}`)
	if table := answersOf(t, two, m); table[0].Answers != len(class) || table[1].Answers != len(class) {
		t.Errorf("after the losses the table is %+v", table)
	}
}
