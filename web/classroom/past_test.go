package classroom_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"espalier/web/classroom"
	"espalier/web/store/clock"
	"espalier/web/treestore"
	"espalier/web/webtest"
)

// answeredRoom makes a room with an answer of a follower, who has a name.
func answeredRoom(t *testing.T, ts *httptest.Server) madeRoom {
	t.Helper()
	m := makeRoom(t, ts, fmt.Sprintf(korf6, 0))
	f := dial(t, ts.URL)
	f.send(`{"type":"join","id":"j","code":%q,"nick":"Ada"}`, m.Code)
	f.until("room", nil)
	act(t, ts, m, "ask", `{"question":{"kind":"pick","text":"Which?"}}`)
	f.until("room", func(v message) bool { return v["question"] != nil })
	f.send(`{"type":"answer","id":"j","question":"q1","answer":3}`)
	f.until("answered", nil)
	f.ws.Close()
	return m
}

// The answers of a room that has ended are served to its key, on the desk too, without a name, until they are deleted.
func TestPastRoom(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	m := answeredRoom(t, ts)
	_, before := webtest.Get(t, ts.URL+m.path("/answers.csv"))
	if strings.Contains(string(before), "Ada") || !strings.Contains(string(before), "Which?") {
		t.Fatalf("the answers are %s", before)
	}
	act(t, ts, m, "close", `{}`)
	resp, after := webtest.Get(t, ts.URL+m.path("/answers.csv"))
	if resp.StatusCode != 200 || string(after) != string(before) || !strings.Contains(resp.Header.Get("Content-Disposition"), m.Code) || resp.Header.Get("Content-Type") != "text/csv; charset=utf-8" {
		t.Errorf("after the end the answers are %s %v %s, want %s", resp.Status, resp.Header, after, before)
	}
	about, err := s.Rooms.OnDesk().About(t.Context(), m.Key)
	if err != nil || !about.Closed || *about.Students != 1 || len(about.Links) != 1 || about.Links[0].Path != m.path("/answers.csv?for=long") {
		t.Errorf("the desk has %+v, %v", about, err)
	}
	wrong := strings.ToLower(m.Code) + strings.Repeat("2", len(m.Key)-len(m.Code))
	if resp, _ := webtest.Get(t, ts.URL+"/api/v1/rooms/"+wrong+"/answers.csv"); resp.StatusCode != 404 {
		t.Errorf("a wrong key = %s", resp.Status)
	}
	if resp, b := webtest.Send(t, "DELETE", ts.URL+"/api/v1/rooms/"+wrong, ""); resp.StatusCode != 404 {
		t.Errorf("DELETE with a wrong key = %s %s", resp.Status, b)
	}
	if resp, b := webtest.Send(t, "DELETE", ts.URL+m.path(""), ""); resp.StatusCode != 204 {
		t.Errorf("DELETE = %s %s", resp.Status, b)
	}
	if resp, _ := webtest.Get(t, ts.URL+m.path("/answers.csv")); resp.StatusCode != 404 {
		t.Errorf("after DELETE the answers are %s", resp.Status)
	}
}

// A room that is deleted, or in which nothing was asked, leaves nothing.
func TestPastRoomLeavesNothing(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	deleted, empty := answeredRoom(t, ts), makeRoom(t, ts, fmt.Sprintf(korf6, 0))
	webtest.Send(t, "DELETE", ts.URL+deleted.path(""), "")
	act(t, ts, empty, "close", `{}`)
	if keys, err := s.Rooms.Keys(t.Context(), "past.>"); err != nil || len(keys) > 0 {
		t.Errorf("the store has %v, %v", keys, err)
	}
}

// A room whose time is over leaves its answers, and they are kept for KeepResults.
func TestPastRoomAfterADay(t *testing.T) {
	clock := webtest.NewClock(time.Now())
	s, ts, _ := serveAt(t, treestore.Config{Dir: t.TempDir()}, clock)
	m := answeredRoom(t, ts)
	clock.Pass(classroom.Lifetime + time.Minute)
	if err := s.Rooms.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if resp, b := webtest.Get(t, ts.URL+m.path("/answers.csv")); resp.StatusCode != 200 || !strings.Contains(string(b), "Which?") {
		t.Errorf("the answers are %s %s", resp.Status, b)
	}
	if resp, b := webtest.Get(t, ts.URL+m.path("/answers")); resp.StatusCode != 404 {
		t.Errorf("the table as JSON = %s %s", resp.Status, b)
	}
	var stored struct{ Ended int64 }
	data, _, err := s.ReadValue(t.Context(), "past."+m.Code)
	if err == nil {
		err = json.Unmarshal(data, &stored)
	}
	if err != nil || stored.Ended == 0 || strings.Contains(string(data), m.Key) {
		t.Errorf("the store has %s, %v", data, err)
	}
}

// A room whose time ends while no server has it in memory leaves its answers, too.
func TestPastRoomWithoutServer(t *testing.T) {
	machine, dir := webtest.NewClock(time.Now()), t.TempDir()
	_, ts, end := serveAt(t, treestore.Config{Dir: dir}, machine)
	m := answeredRoom(t, ts)
	machine.Pass(2 * clock.Settle)
	end()
	machine.Pass(classroom.Lifetime + 2*time.Hour)
	s, ts, _ := serveAt(t, treestore.Config{Dir: dir}, machine)
	if err := s.Rooms.Sweep(t.Context()); err != nil { // the clock is not steady yet
		t.Fatal(err)
	}
	machine.Pass(2 * clock.Settle)
	if n := s.Rooms.InMemory(); n != 0 {
		t.Fatalf("%d rooms are in memory", n)
	}
	if err := s.Rooms.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if keys, err := s.Rooms.Keys(t.Context(), "room.>"); err != nil || len(keys) > 0 {
		t.Errorf("the store has %v, %v", keys, err)
	}
	about, err := s.Rooms.OnDesk().About(t.Context(), m.Key)
	if err != nil || !about.Closed || *about.Students != 1 {
		t.Errorf("the desk has %+v, %v", about, err)
	}
	if resp, b := webtest.Get(t, ts.URL+m.path("/answers.csv")); resp.StatusCode != 200 || !strings.Contains(string(b), "Which?") {
		t.Errorf("the answers are %s %s", resp.Status, b)
	}
}
