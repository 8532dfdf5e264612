package classroom_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"espalier/web"
	"espalier/web/app"
	"espalier/web/classroom"
	"espalier/web/cluster/natstest"
	"espalier/web/store/clock"
	"espalier/web/treestore"
	"espalier/web/webtest"
)

// serveAt starts a server on a machine with a clock; end stops it.
func serveAt(t *testing.T, c treestore.Config, m *webtest.Clock) (s *web.Server, ts *httptest.Server, end func()) {
	t.Helper()
	c.Machine = m.Machine()
	lib, err := treestore.Open(c)
	if err != nil {
		t.Fatal(err)
	}
	s = web.New(app.Config{Library: lib})
	s.Rooms.SetWall(m.Now)
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

func wantRoom(t *testing.T, what string, ts *httptest.Server, m madeRoom, status int) {
	t.Helper()
	if resp, b := webtest.Get(t, ts.URL+"/api/v1/rooms/"+m.Code); resp.StatusCode != status {
		t.Errorf("%s the room = %s %s, want %d", what, resp.Status, b, status)
	}
}

// A clock that jumps ends no room, however often somebody asks for it. Time that passes
// does, and so does the time while no server ran, once the clock was steady for a while.
func TestOnlyTimeEndsARoom(t *testing.T) {
	ctx := context.Background()
	begin := time.Now()
	m := webtest.NewClock(begin)
	c := treestore.Config{Dir: t.TempDir()}
	s, ts, end := serveAt(t, c, m)
	room := makeRoom(t, ts, fmt.Sprintf(korf6, 0))
	m.Pass(20 * time.Second)
	m.Jump(25 * time.Hour)
	wantRoom(t, "25 hours ahead", ts, room, 200)
	s.Rooms.Sweep(ctx)
	m.Pass(2 * clock.Settle)
	s.Rooms.Sweep(ctx)
	wantRoom(t, "25 hours ahead for a while", ts, room, 200)
	act(t, ts, room, "pause", `{"paused":true}`)
	m.Jump(-50 * time.Hour)
	s.Rooms.Sweep(ctx)
	wantRoom(t, "25 hours behind", ts, room, 200)
	m.Jump(25 * time.Hour)
	m.Pass(classroom.Lifetime - time.Minute)
	s.Rooms.Sweep(ctx)
	wantRoom(t, "a minute before its end", ts, room, 200)
	m.Pass(2 * time.Minute)
	wantRoom(t, "a minute after its end", ts, room, 404)

	// The server does not run for three days.
	room = makeRoom(t, ts, fmt.Sprintf(korf6, 0))
	end()
	m.Pass(72 * time.Hour)
	s, ts, end = serveAt(t, c, m)
	young := makeRoom(t, ts, fmt.Sprintf(korf6, 0))
	s.Rooms.Sweep(ctx)
	wantRoom(t, "three days later, right after the start,", ts, room, 200)
	m.Pass(clock.Settle)
	s.Rooms.Sweep(ctx)
	wantRoom(t, "three days later, some minutes after the start,", ts, room, 404)
	wantRoom(t, "some minutes after it was opened", ts, young, 200)
	end()
	m.Jump(-72 * time.Hour)
	s, ts, _ = serveAt(t, c, m)
	m.Pass(clock.Settle)
	s.Rooms.Sweep(ctx)
	wantRoom(t, "after a start with a clock that was set back", ts, young, 200)
}

// One Espalier whose clock is 25 hours ahead closes no room of the others, and they open
// the links that it makes for other devices.
func TestClockOfOneServerIsAhead(t *testing.T) {
	ctx := context.Background()
	_, url := natstest.Start(t, nil)
	right, wrong := webtest.NewClock(time.Now()), webtest.NewClock(time.Now().Add(25*time.Hour))
	_, one, _ := serveAt(t, treestore.Config{URL: url}, right)
	s, two, _ := serveAt(t, treestore.Config{URL: url}, wrong)
	room := makeRoom(t, one, fmt.Sprintf(korf6, 0))
	f := dial(t, one.URL)
	f.send(`{"type":"join","id":"j","code":%q}`, room.Code)
	f.until("room", nil)
	for _, m := range []*webtest.Clock{right, wrong} {
		m.Pass(clock.Settle + time.Minute)
	}
	wantRoom(t, "at the server whose clock is ahead", two, room, 200)
	s.Rooms.Sweep(ctx)
	act(t, one, room, "show", `{"show":`+fmt.Sprintf(korf6, 2)+`}`)
	f.until("room", func(v message) bool { return v.number("show", "step") == 2 })
	for i, ts := range []*httptest.Server{one, two} {
		other := []*httptest.Server{two, one}[i]
		made, text := webtest.Post(t, ts.URL+room.path("/hand-over"), "")
		var pass struct{ Present string }
		if err := json.Unmarshal(text, &pass); err != nil || made.StatusCode != 200 {
			t.Fatalf("%s %s", made.Status, text)
		}
		jar, _ := cookiejar.New(nil)
		resp, err := (&http.Client{Jar: jar}).Get(other.URL + pass.Present)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != 200 || !strings.HasSuffix(resp.Request.URL.Path, room.Code) {
			t.Errorf("the link of server %d at the other one = %s", i, resp.Status)
		}
	}
}
