package editor_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"espalier/web"
	"espalier/web/app"
	"espalier/web/cluster/natstest"
	"espalier/web/editor"
	"espalier/web/treestore"
	"espalier/web/webtest"
)

type othersMessage struct {
	Type   string
	Me     int
	Others []struct {
		Who, Name string
		Guest     int
		Nodes     []int
	}
}

// untilOthers reads up to a message about the others for which ok holds.
func untilOthers(t *testing.T, p *webtest.Peer, ok func(m othersMessage) bool) {
	t.Helper()
	var last []byte
	for {
		p.WS.SetReadDeadline(time.Now().Add(20 * time.Second))
		_, text, err := p.WS.ReadMessage()
		if err != nil {
			t.Fatalf("waiting for the others: %v; the last were %s", err, last)
		}
		var m othersMessage
		if json.Unmarshal(text, &m); m.Type == "others" {
			if last = text; ok(m) {
				return
			}
		}
	}
}

// seen reports whether the others are one person.
func seen(guest int, name string, nodes ...int) func(othersMessage) bool {
	return func(m othersMessage) bool {
		return len(m.Others) == 1 && m.Others[0].Guest == guest && m.Others[0].Name == name && fmt.Sprint(m.Others[0].Nodes) == fmt.Sprint(nodes)
	}
}

// Each sees the number, the name and the nodes of the other, and that it has gone.
// Nothing of it is in the log.
func TestPresence(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	a, b := webtest.Dial(t, ts), webtest.Dial(t, ts)
	a.Open("d1", m.Key)
	b.Open("d1", m.Key)
	a.Send(`{"type":"presence","id":"d1","nodes":[5]}`)
	untilOthers(t, a, func(m othersMessage) bool { return m.Me == 1 && len(m.Others) == 0 })
	b.Send(`{"type":"presence","id":"d1","nodes":[]}`)
	untilOthers(t, a, seen(2, ""))
	untilOthers(t, b, seen(1, "", 5))
	b.Send(`{"type":"presence","id":"d1","name":" Ada ","nodes":[7,4]}`)
	untilOthers(t, a, seen(2, "Ada", 7, 4))
	b.WS.Close()
	untilOthers(t, a, func(m othersMessage) bool { return len(m.Others) == 0 })
	if _, page := webtest.Get(t, ts.URL+"/api/v1/trees/"+m.ID+"/revisions"); strings.Contains(string(page), "Ada") {
		t.Errorf("the history has the name: %s", page)
	}
}

func TestPresenceRefused(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	p := webtest.Dial(t, ts)
	p.Open("reader", m.ID)
	p.Open("d1", m.Key)
	many := strings.TrimSuffix(strings.Repeat("3,", editor.MaxPresenceNodes+1), ",")
	for _, c := range []struct{ message, want string }{
		{`{"type":"presence","id":"reader","nodes":[3]}`, "needs the edit key"},
		{fmt.Sprintf(`{"type":"presence","id":"d1","name":%q}`, strings.Repeat("é", editor.MaxNameRunes+1)), "a name has at most 24"},
		{`{"type":"presence","id":"d1","name":"a\u0007"}`, "control character"},
		{`{"type":"presence","id":"d1","nodes":[` + many + `]}`, "at most 16"},
		{`{"type":"presence","id":"d1","mail":"x"}`, `"mail"`},
	} {
		p.Send("%s", c.message)
		if r := p.Draft("error"); !strings.Contains(r.Detail, c.want) {
			t.Errorf("%s is answered by %q, want %q in it", c.message, r.Detail, c.want)
		}
	}
}

// Two servers that share their store see each other's people, under numbers of their own.
func TestPresenceOfTwoServers(t *testing.T) {
	_, address := natstest.Start(t, nil)
	var peers []*webtest.Peer
	var m webtest.MadeTree
	for i := range 2 {
		lib, err := treestore.Open(treestore.Config{URL: address})
		if err != nil {
			t.Fatal(err)
		}
		ts := httptest.NewServer(web.New(app.Config{Library: lib}))
		t.Cleanup(func() {
			ts.Close()
			lib.Close()
		})
		if i == 0 {
			m = webtest.MakeTree(t, ts, webtest.Korf6Source)
		}
		p := webtest.Dial(t, ts)
		p.Open("d1", m.Key)
		p.Send(`{"type":"presence","id":"d1","name":"%d","nodes":[%d]}`, i, i+4)
		peers = append(peers, p)
	}
	numbers := map[int]bool{}
	for i, p := range peers {
		untilOthers(t, p, func(m othersMessage) bool {
			ok := len(m.Others) == 1 && m.Others[0].Guest != m.Me && seen(m.Others[0].Guest, fmt.Sprint(1-i), 5-i)(m)
			numbers[m.Me] = numbers[m.Me] || ok
			return ok
		})
	}
	if !numbers[1] || !numbers[2] {
		t.Errorf("the numbers are %v, want 1 and 2", numbers)
	}
	peers[1].WS.Close()
	untilOthers(t, peers[0], func(m othersMessage) bool { return len(m.Others) == 0 })
}
