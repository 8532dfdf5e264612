package classroom_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http/httptest"
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
	lib, err := treestore.Open(treestore.Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	s := web.New(app.Config{Library: lib})
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
	return ts, end
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
