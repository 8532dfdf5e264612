package classroom_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"espalier/web/classroom"
	"espalier/web/classroom/entry"
	"espalier/web/treestore"
	"espalier/web/webtest"
)

// A personSeen is a person as presenters see them.
type personSeen struct {
	ID, Name, State string
	Lost            bool
	Answer          json.RawMessage
	Right           *bool
}

// people returns who is in a room, by name.
func people(t *testing.T, ts *httptest.Server, m madeRoom) (by map[string]personSeen, nameless int, locked bool) {
	t.Helper()
	resp, b := webtest.Get(t, ts.URL+m.path("/people"))
	var got struct {
		Locked   bool
		Nameless int
		People   []personSeen
	}
	if err := json.Unmarshal(b, &got); err != nil || resp.StatusCode != 200 {
		t.Fatalf("%s %s", resp.Status, b)
	}
	by = map[string]personSeen{}
	for _, p := range got.People {
		by[p.Name] = p
	}
	return by, got.Nameless, got.Locked
}

// namedRoom makes a room that asks for names.
func namedRoom(t *testing.T, ts *httptest.Server) (m madeRoom) {
	t.Helper()
	resp, b := webtest.Post(t, ts.URL+"/api/v1/rooms", fmt.Sprintf(`{"names":true,"show":%s}`, fmt.Sprintf(korf6, 11)))
	if err := json.Unmarshal(b, &m); err != nil || resp.StatusCode != 201 {
		t.Fatalf("%s %s", resp.Status, b)
	}
	return m
}

// A room that asks for names takes answers from those who have given one, and the presenter sees who is here, who has
// answered what and who is lost. Followers see no names and no answers.
func TestNames(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := namedRoom(t, ts)
	ada, bob := dial(t, ts.URL), dial(t, ts.URL)
	ada.send(`{"type":"join","id":"j","code":%q,"nick":"Ada"}`, m.Code)
	bob.send(`{"type":"join","id":"j","code":%q}`, m.Code)
	if v := ada.until("room", nil); v["names"] != true {
		t.Errorf("the room does not say that it asks for names: %v", v)
	}
	bob.until("room", nil)
	act(t, ts, m, "ask", `{"question":{"kind":"pick","text":"=Which?"}}`)
	for _, f := range []*peer{ada, bob} {
		f.until("room", func(v message) bool { return v["question"] != nil })
		f.send(`{"type":"answer","id":"j","question":"q1","answer":3}`)
	}
	ada.until("answered", nil)
	bob.refused("asks for your name")
	ada.send(`{"type":"lost","id":"j","on":true}`)
	bob.send(`{"type":"leave","id":"j"}`)
	bob.send(`{"type":"join","id":"j","code":%q,"nick":"Bob"}`, m.Code)
	bob.until("room", nil)
	webtest.Eventually(t, time.Minute, func() bool { by, _, _ := people(t, ts, m); return by["Ada"].Lost }, "Ada is not lost")
	by, nameless, _ := people(t, ts, m)
	if a := by["Ada"]; a.State != "here" || string(a.Answer) != "3" || a.Right != nil {
		t.Errorf("Ada is %+v", a)
	}
	if b := by["Bob"]; b.State != "here" || b.Answer != nil || nameless != 0 {
		t.Errorf("Bob is %+v, %d have no name", b, nameless)
	}
	resp, table := webtest.Get(t, ts.URL+m.path("/answers.csv?for=long"))
	if resp.StatusCode != 200 || !strings.Contains(string(table), "\nAda,1,1,pick,'=Which?,answered,,,d,") {
		t.Errorf("the long table is %s %s", resp.Status, table)
	}
	for _, f := range []*peer{ada, bob} {
		if strings.Contains(f.read, "Ada") || strings.Contains(f.read, "Bob") {
			t.Errorf("a follower was sent %s", f.read)
		}
	}
	if resp, _ := webtest.Get(t, ts.URL+"/api/v1/rooms/"+m.Code+"/people"); resp.StatusCode != 404 {
		t.Errorf("the people without the key: %s", resp.Status)
	}
}

// Who is taken out leaves the class with their name, answers and hand-ins, and comes back only if let in; so does
// everybody new. Earlier answers stay out, also after a restart.
func TestTakenOut(t *testing.T) {
	dir, clock := t.TempDir(), webtest.NewClock(time.Now())
	s, ts, end := serveAt(t, treestore.Config{Dir: dir}, clock)
	m := namedRoom(t, ts)
	eve, ada := dial(t, ts.URL), dial(t, ts.URL)
	eve.send(`{"type":"join","id":"j","code":%q,"nick":"Eve"}`, m.Code)
	you := fmt.Sprint(eve.until("room", nil)["you"])
	ada.send(`{"type":"join","id":"j","code":%q,"nick":"Ada"}`, m.Code)
	ada.until("room", nil)
	act(t, ts, m, "ask", `{"question":{"kind":"pick","text":"Which?"}}`)
	for _, f := range []*peer{eve, ada} {
		f.until("room", func(v message) bool { return v["question"] != nil })
		f.send(`{"type":"answer","id":"j","question":"q1","answer":3}`)
		f.until("answered", nil)
		f.send(`{"type":"hand-in","id":"j","text":"players 3 1[ (1,2,3) (3,2,1) ]"}`)
		f.until("handed", nil)
	}
	by, _, _ := people(t, ts, m)
	id := by["Eve"].ID
	act(t, ts, m, "take-out", fmt.Sprintf(`{"person":%q}`, id))
	if w := eve.until("wait", nil); w["out"] != true {
		t.Errorf("the message is %v", w)
	}
	eve.send(`{"type":"answer","id":"j","question":"q1","answer":3}`)
	eve.refused("let you in")
	if _, b := webtest.Get(t, ts.URL+m.path("/answers")); !strings.Contains(string(b), `"answers":1`) {
		t.Errorf("the answers are %s", b)
	}
	if _, b := webtest.Get(t, ts.URL+m.path("/wall")); strings.Contains(string(b), "Eve") || strings.Count(string(b), `"id"`) != 1 {
		t.Errorf("the wall is %s", b)
	}
	keys, err := s.Rooms.Keys(t.Context(), "room.>")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range keys {
		if data, _, err := s.ReadValue(t.Context(), key); err == nil && strings.Contains(string(data), "Eve") {
			t.Errorf("the store has the name of one who was taken out in %s: %s", key, data)
		}
	}
	// A new person waits, too, and one who is known does not.
	bob, again := dial(t, ts.URL), dial(t, ts.URL)
	bob.send(`{"type":"join","id":"j","code":%q,"nick":"Bob"}`, m.Code)
	if w := bob.until("wait", nil); w["out"] != false || w["you"] == "" {
		t.Errorf("the message is %v", w)
	}
	again.send(`{"type":"join","id":"j","code":%q,"nick":"Eve","you":%q}`, m.Code, you)
	again.until("wait", nil)
	by, _, locked := people(t, ts, m)
	if !locked || by["Bob"].State != "waiting" || by["Ada"].State != "here" {
		t.Errorf("locked %v, the people are %v", locked, by)
	}
	act(t, ts, m, "let-in", fmt.Sprintf(`{"person":%q}`, by["Bob"].ID))
	bob.until("room", nil)
	act(t, ts, m, "let-in", fmt.Sprintf(`{"person":%q}`, id))
	eve.until("room", nil)
	again.until("room", nil)
	by, _, _ = people(t, ts, m)
	if by["Eve"].State != "here" || by["Eve"].Answer != nil || by["Bob"].State != "here" {
		t.Errorf("the people are %v", by)
	}
	bob.send(`{"type":"answer","id":"j","question":"q1","answer":4}`)
	bob.until("answered", nil)
	end()
	_, ts, _ = serveAt(t, treestore.Config{Dir: dir}, clock)
	_, table := webtest.Get(t, ts.URL+m.path("/answers.csv?for=long"))
	if strings.Contains(string(table), "Eve") || !strings.Contains(string(table), "\nAda,") || !strings.Contains(string(table), "\nBob,") {
		t.Errorf("after a restart the table is %s", table)
	}
	// Without the question there is nothing to keep: names end with the room.
	act(t, ts, m, "close", `{}`)
	_, table = webtest.Get(t, ts.URL+m.path("/answers.csv?for=long"))
	if strings.Contains(string(table), "Ada") || !strings.Contains(string(table), "Which?") {
		t.Errorf("after the end the table is %s", table)
	}
}

// A hand-in alone can be taken out, and the names of a room that no longer asks for them are deleted.
func TestHandInTakenOut(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	m := namedRoom(t, ts)
	ada := dial(t, ts.URL)
	ada.send(`{"type":"join","id":"j","code":%q,"nick":"Ada"}`, m.Code)
	ada.until("room", nil)
	ada.send(`{"type":"hand-in","id":"j","text":"players 3 1[ (1,2,3) (3,2,1) ]"}`)
	ada.until("handed", nil)
	act(t, ts, m, "take-out", `{"hand":"h1"}`)
	if _, b := webtest.Get(t, ts.URL+m.path("/wall")); strings.TrimSpace(string(b)) != "[]" {
		t.Errorf("the wall is %s", b)
	}
	for _, body := range []string{`{"hand":"h1"}`, `{"person":"x"}`, `{}`, `{"hand":"x"}`} {
		if resp, b := webtest.Post(t, ts.URL+m.path("/take-out"), body); resp.StatusCode != 422 {
			t.Errorf("%s: %s %s", body, resp.Status, b)
		}
	}
	act(t, ts, m, "names", `{"on":false}`)
	keys, err := s.Rooms.Keys(t.Context(), "room."+m.Code+".p.*")
	if err != nil || len(keys) != 1 {
		t.Fatalf("the store has %v, %v", keys, err)
	}
	if data, _, err := s.ReadValue(t.Context(), keys[0]); err != nil || strings.Contains(string(data), "Ada") {
		t.Errorf("the store has %s, %v", data, err)
	}
	if resp, b := webtest.Post(t, ts.URL+m.path("/lock"), `{"on":true}`); resp.StatusCode != 422 {
		t.Errorf("a lock without names: %s %s", resp.Status, b)
	}
}

// An answer that was stored between taking a person out and letting them in does not count, here and after a restart.
func TestAnswersOfOneTakenOut(t *testing.T) {
	dir, clock := t.TempDir(), webtest.NewClock(time.Now())
	s, ts, end := serveAt(t, treestore.Config{Dir: dir}, clock)
	m := namedRoom(t, ts)
	eve := dial(t, ts.URL)
	eve.send(`{"type":"join","id":"j","code":%q,"nick":"Eve"}`, m.Code)
	you := fmt.Sprint(eve.until("room", nil)["you"])
	act(t, ts, m, "ask", `{"question":{"kind":"pick"}}`)
	by, _, _ := people(t, ts, m)
	id := entry.FollowerID(by["Eve"].ID)
	person := fmt.Sprintf(`{"person":%q}`, id)
	act(t, ts, m, "take-out", person)
	// Another server stores an answer that it has accepted before.
	batch := fmt.Sprintf(`{"q":1,"a":[{"y":%q,"a":3},{"y":"ANN","a":5}]}`, id)
	code := entry.Code(m.Code)
	// An early record has the number itself.
	for key, value := range map[string]string{classroom.AnswersKey(code, 1, "LATE"): batch, classroom.PersonKey(code, "ANN"): `{"n":"Ann","v":1000000,"r":3,"t":0,"b":"x"}`} {
		if err := s.Rooms.Put(t.Context(), key, []byte(value)); err != nil {
			t.Fatal(err)
		}
	}
	act(t, ts, m, "let-in", person)
	eve.until("room", func(v message) bool { return v["question"] != nil })
	end()
	_, ts, end = serveAt(t, treestore.Config{Dir: dir}, clock)
	if table := answersOf(t, ts, m); table[0].Answers != 0 {
		t.Errorf("after a restart the table is %+v", table)
	}
	if by, _, _ := people(t, ts, m); by["Ann"].State != "away" || by["Ann"].Answer != nil {
		t.Errorf("after a restart the people are %v", by)
	}
	// A later answer counts, and still does after a new name and a restart.
	eve = dial(t, ts.URL)
	eve.send(`{"type":"join","id":"j","code":%q,"nick":"Eva","you":%q}`, m.Code, you)
	eve.until("room", nil)
	eve.send(`{"type":"answer","id":"j","question":"q1","answer":4}`)
	eve.until("answered", nil)
	end()
	_, ts, _ = serveAt(t, treestore.Config{Dir: dir}, clock)
	if table := answersOf(t, ts, m); table[0].Answers != 1 || string(table[0].Counts[0].Answer) != "4" {
		t.Errorf("after another restart the table is %+v", table)
	}
}

// An answer that waits for the disk when its person is taken out is not stored, nor acknowledged after they are let in.
func TestWaitingAnswerOfOneTakenOut(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	m := namedRoom(t, ts)
	eve, ada := dial(t, ts.URL), dial(t, ts.URL)
	eve.send(`{"type":"join","id":"j","code":%q,"nick":"Eve"}`, m.Code)
	ada.send(`{"type":"join","id":"j","code":%q,"nick":"Ada"}`, m.Code)
	ada.until("room", nil)
	act(t, ts, m, "ask", `{"question":{"kind":"pick"}}`)
	eve.until("room", func(v message) bool { return v["question"] != nil })
	release := s.Rooms.HoldAnswers(m.Code)
	for _, f := range []*peer{eve, ada} {
		f.send(`{"type":"answer","id":"j","question":"q1","answer":3}`)
		f.send(`{"type":"answer","id":"j","question":"q9","answer":3}`) // is refused after the first was accepted
		f.refused("q9")
	}
	by, _, _ := people(t, ts, m)
	id := by["Eve"].ID
	act(t, ts, m, "take-out", fmt.Sprintf(`{"person":%q}`, id))
	eve.until("wait", nil)
	release()
	ada.until("answered", nil)
	keys, err := s.Rooms.Keys(t.Context(), "room."+m.Code+".a.>")
	if err != nil || len(keys) != 1 {
		t.Fatalf("the store has %v, %v", keys, err)
	}
	if data, _, err := s.ReadValue(t.Context(), keys[0]); err != nil || strings.Contains(string(data), id) || !strings.Contains(string(data), by["Ada"].ID) {
		t.Errorf("the store has %s, %v", data, err)
	}
	act(t, ts, m, "let-in", fmt.Sprintf(`{"person":%q}`, id))
	if v := eve.until("room", nil); v["mine"] != nil {
		t.Errorf("one who was let in has answered %v", v["mine"])
	}
	eve.send(`{"type":"answer","id":"j","question":"q1","answer":4}`)
	eve.until("answered", nil)
	if n := strings.Count(eve.read, `"answered"`); n != 1 {
		t.Errorf("%d answers were acknowledged, want 1", n)
	}
}

// A batch that is being written when a person is taken out has their answer. It does not count, and is not acknowledged.
func TestAnswerBeingStoredOfOneTakenOut(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	m := namedRoom(t, ts)
	eve := dial(t, ts.URL)
	eve.send(`{"type":"join","id":"j","code":%q,"nick":"Eve"}`, m.Code)
	act(t, ts, m, "ask", `{"question":{"kind":"pick"}}`)
	eve.until("room", func(v message) bool { return v["question"] != nil })
	s.Rooms.HoldAnswers(m.Code)
	eve.send(`{"type":"answer","id":"j","question":"q1","answer":3}`)
	eve.send(`{"type":"answer","id":"j","question":"q9","answer":3}`)
	eve.refused("q9")
	store := s.Rooms.TakeAnswers(m.Code)
	by, _, _ := people(t, ts, m)
	person := fmt.Sprintf(`{"person":%q}`, by["Eve"].ID)
	act(t, ts, m, "take-out", person)
	eve.until("wait", nil)
	store()
	act(t, ts, m, "let-in", person)
	eve.until("room", nil)
	act(t, ts, m, "pause", `{}`)
	eve.until("room", func(v message) bool { return v["state"] == "paused" })
	if table := answersOf(t, ts, m); table[0].Answers != 0 || strings.Contains(eve.read, `"answered"`) {
		t.Errorf("the table is %+v, and one who was let in was sent %s", table, eve.read)
	}
}

// The totals that are shown are counted again when a person is taken out.
func TestTotalsWithoutOneTakenOut(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := namedRoom(t, ts)
	eve, ada := dial(t, ts.URL), dial(t, ts.URL)
	eve.send(`{"type":"join","id":"j","code":%q,"nick":"Eve"}`, m.Code)
	ada.send(`{"type":"join","id":"j","code":%q,"nick":"Ada"}`, m.Code)
	act(t, ts, m, "ask", `{"question":{"kind":"pick"}}`)
	for i, f := range []*peer{eve, ada} {
		f.until("room", func(v message) bool { return v["question"] != nil })
		f.send(`{"type":"answer","id":"j","question":"q1","answer":%d}`, 3+i)
		f.until("answered", nil)
	}
	const both, one = `{"answers":2,"counts":[{"answer":3,"count":1},{"answer":4,"count":1}],"nodes":{"3":1,"4":1},"other":0}`, `{"answers":1,"counts":[{"answer":4,"count":1}],"nodes":{"4":1},"other":0}`
	if v := act(t, ts, m, "tally", "{}"); v.text("question", "tally") != both {
		t.Fatalf("the totals are %s", v.text("question", "tally"))
	}
	act(t, ts, m, "reveal", "{}")
	by, _, _ := people(t, ts, m)
	if v := act(t, ts, m, "take-out", fmt.Sprintf(`{"person":%q}`, by["Eve"].ID)); v.text("question", "tally") != one {
		t.Errorf("without Eve the totals are %s", v.text("question", "tally"))
	}
	ada.until("room", func(v message) bool { return v.text("question", "tally") == one })
}

// evesTree is a tree that a follower hands in.
const evesTree = `players 3 1[ (1,2,77) (3,2,1) ]`

// handsIn hands a tree in, and returns the id.
func (p *peer) handsIn(text string) string {
	p.t.Helper()
	p.send(`{"type":"hand-in","id":"j","text":%s}`, webtest.Quote(text))
	return fmt.Sprint(p.until("handed", nil)["hand"])
}

// A hand-in that is on the screen leaves it when it or its person is taken out: the show before it comes back, at its
// step. A question about it ends.
func TestShownHandInTakenOut(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	for _, c := range []struct{ name, before, back string }{
		{"after a figure", fmt.Sprintf(korf6, 7), `"figure":"k1991-fig6"`},
		{"after a typed tree", `{"text":` + webtest.Quote(webtest.Korf6) + `,"algorithm":"deep","step":7}`, `"source":"sha256:`},
	} {
		for _, person := range []bool{true, false} {
			m := namedRoom(t, ts)
			eve := dial(t, ts.URL)
			eve.send(`{"type":"join","id":"j","code":%q,"nick":"Eve"}`, m.Code)
			first, second := eve.handsIn(evesTree), eve.handsIn("players 3 1[ (1,2,3) (3,2,1) ]")
			before := act(t, ts, m, "show", `{"show":`+c.before+`}`)
			act(t, ts, m, "show", fmt.Sprintf(`{"show":{"hand":%q,"algorithm":"maxn","step":1}}`, second))
			shown := act(t, ts, m, "show", fmt.Sprintf(`{"show":{"hand":%q,"algorithm":"maxn","step":1}}`, first))
			if _, b := webtest.Get(t, ts.URL+"/c/"+m.Code); !strings.Contains(string(b), "2, 77") {
				t.Fatalf("the page of the room has no tree of Eve")
			}
			act(t, ts, m, "ask", `{"question":{"kind":"pick"}}`)
			by, _, _ := people(t, ts, m)
			body := fmt.Sprintf(`{"hand":%q}`, first)
			if person {
				body = fmt.Sprintf(`{"person":%q}`, by["Eve"].ID)
			}
			v := act(t, ts, m, "take-out", body)
			if v.text("show") != before.text("show") || !strings.Contains(v.text("show"), c.back) || v["question"] != nil {
				t.Errorf("%s, person %v: the room shows %s and asks %s, want %s", c.name, person, v.text("show"), v.text("question"), before.text("show"))
			}
			if resp, b := webtest.Get(t, ts.URL+"/api/v1/rooms/"+m.Code+"/sources/"+fmt.Sprint(shown.at("show", "source"))); resp.StatusCode != 404 {
				t.Errorf("%s, person %v: its tree is answered with %s %s", c.name, person, resp.Status, b)
			}
			if resp, b := webtest.Get(t, ts.URL+"/c/"+m.Code); resp.StatusCode != 200 || strings.Contains(string(b), "2, 77") {
				t.Errorf("%s, person %v: the page of the room is %s", c.name, person, resp.Status)
			}
		}
	}
}

// A hand-in that was marked as taken out before the server ended is deleted when its room is read again.
func TestHandInMarkedBeforeTheEnd(t *testing.T) {
	dir, clock := t.TempDir(), webtest.NewClock(time.Now())
	s, ts, end := serveAt(t, treestore.Config{Dir: dir}, clock)
	m := namedRoom(t, ts)
	eve := dial(t, ts.URL)
	eve.send(`{"type":"join","id":"j","code":%q,"nick":"Eve"}`, m.Code)
	eve.handsIn(evesTree)
	if err := s.Rooms.Put(t.Context(), classroom.OutKey(entry.Code(m.Code), 1), []byte("{}")); err != nil {
		t.Fatal(err)
	}
	end()
	s, ts, _ = serveAt(t, treestore.Config{Dir: dir}, clock)
	if resp, b := webtest.Get(t, ts.URL+m.path("/wall")); resp.Header.Get("Hand-Ins") != "0" || strings.TrimSpace(string(b)) != "[]" {
		t.Errorf("the wall of %s is %s", resp.Header.Get("Hand-Ins"), b)
	}
	if keys, err := s.Rooms.Keys(t.Context(), "room."+m.Code+".h.*"); err != nil || len(keys) != 0 {
		t.Errorf("the store has %v, %v", keys, err)
	}
}

// Where the show before a hand-in was not kept, as in a room of an early version, the room shows the first figure.
func TestShownHandInTakenOutWithoutBefore(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	m := namedRoom(t, ts)
	eve := dial(t, ts.URL)
	eve.send(`{"type":"join","id":"j","code":%q,"nick":"Eve"}`, m.Code)
	hand := eve.handsIn(evesTree)
	act(t, ts, m, "show", fmt.Sprintf(`{"show":{"hand":%q,"algorithm":"maxn","step":1}}`, hand))
	s.Rooms.ForgetBefore(m.Code)
	if v := act(t, ts, m, "take-out", fmt.Sprintf(`{"hand":%q}`, hand)); !strings.Contains(v.text("show"), `"figure":`) {
		t.Errorf("the room shows %s", v.text("show"))
	}
	// What is shown by the hash of the tree leaves the screen, too.
	hand = eve.handsIn(evesTree)
	shown := act(t, ts, m, "show", fmt.Sprintf(`{"show":{"hand":%q,"algorithm":"maxn","step":1}}`, hand))
	act(t, ts, m, "show", fmt.Sprintf(`{"show":{"source":%q,"algorithm":"maxn","step":1}}`, shown.at("show", "source")))
	if v := act(t, ts, m, "take-out", fmt.Sprintf(`{"hand":%q}`, hand)); !strings.Contains(v.text("show"), `"figure":`) {
		t.Errorf("the room shows %s", v.text("show"))
	}
}

// Each way to a hand-in that was taken out says so, here and after a restart, and its number and its tree are gone. The
// same tree of somebody else stays.
func TestEveryWayToAHandInTakenOut(t *testing.T) {
	dir, clock := t.TempDir(), webtest.NewClock(time.Now())
	s, ts, end := serveAt(t, treestore.Config{Dir: dir}, clock)
	m := namedRoom(t, ts)
	eve, ada := dial(t, ts.URL), dial(t, ts.URL)
	eve.send(`{"type":"join","id":"j","code":%q,"nick":"Eve"}`, m.Code)
	ada.send(`{"type":"join","id":"j","code":%q,"nick":"Ada"}`, m.Code)
	adas, eves, last := ada.handsIn(evesTree), eve.handsIn(evesTree), eve.handsIn(webtest.Korf6)
	shown := act(t, ts, m, "show", fmt.Sprintf(`{"show":{"hand":%q,"algorithm":"maxn","step":1}}`, eves))
	source := fmt.Sprint(shown.at("show", "source"))
	act(t, ts, m, "ask", `{"question":{"kind":"value","node":0,"step":1}}`)
	ada.until("room", func(v message) bool { return v["question"] != nil })
	ada.send(`{"type":"answer","id":"j","question":"q1","answer":[3,2,1]}`)
	ada.until("answered", nil)
	act(t, ts, m, "show", `{"show":`+fmt.Sprintf(korf6, 0)+`}`)
	act(t, ts, m, "take-out", fmt.Sprintf(`{"hand":%q}`, eves))
	act(t, ts, m, "take-out", fmt.Sprintf(`{"hand":%q}`, last))
	keys, err := s.Rooms.Keys(t.Context(), "room."+m.Code+".*.*")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range keys {
		data, _, err := s.ReadValue(t.Context(), key)
		if err != nil || strings.Contains(string(data), "2,77") && !strings.HasSuffix(key, ".h.1") || strings.Contains(key, ".s.") {
			t.Errorf("the store has %s: %s, %v", key, data, err)
		}
	}
	ways := func(when string) {
		t.Helper()
		for _, id := range []string{eves, last} {
			for action, body := range map[string]string{
				"show":     fmt.Sprintf(`{"show":{"hand":%q,"algorithm":"maxn","step":1}}`, id),
				"take-out": fmt.Sprintf(`{"hand":%q}`, id),
			} {
				resp, b := webtest.Post(t, ts.URL+m.path("/"+action), body)
				if resp.StatusCode != 422 || !strings.Contains(string(b), id+" was taken out") {
					t.Errorf("%s, %s %s = %s %s", when, action, body, resp.Status, b)
				}
			}
		}
		resp, b := webtest.Post(t, ts.URL+m.path("/show"), fmt.Sprintf(`{"show":{"hand":%q,"source":%q,"algorithm":"maxn","step":1}}`, eves, source))
		if resp.StatusCode != 422 || !strings.Contains(string(b), eves+" was taken out") {
			t.Errorf("%s, by its hand and its hash: %s %s", when, resp.Status, b)
		}
		if resp, b := webtest.Post(t, ts.URL+m.path("/show"), fmt.Sprintf(`{"show":{"source":%q,"algorithm":"maxn","step":1}}`, source)); resp.StatusCode != 422 {
			t.Errorf("%s, by its hash: %s %s", when, resp.Status, b)
		}
		if resp, b := webtest.Get(t, ts.URL+"/api/v1/rooms/"+m.Code+"/sources/"+source); resp.StatusCode != 404 {
			t.Errorf("%s, its tree: %s %s", when, resp.Status, b)
		}
		resp, b = webtest.Get(t, ts.URL+m.path("/wall"))
		if resp.Header.Get("Hand-Ins") != "1" || strings.Contains(string(b), "Eve") || !strings.Contains(string(b), "Ada") {
			t.Errorf("%s the wall of %s is %s", when, resp.Header.Get("Hand-Ins"), b)
		}
		if _, b := webtest.Get(t, ts.URL+m.path("/answers.csv?for=long")); !strings.Contains(string(b), "\nAda,") {
			t.Errorf("%s the answers are %s", when, b)
		}
	}
	ways("at once")
	act(t, ts, m, "show", fmt.Sprintf(`{"show":{"hand":%q,"algorithm":"maxn","step":1}}`, adas))
	act(t, ts, m, "show", `{"show":`+fmt.Sprintf(korf6, 0)+`}`)
	end()
	_, ts, _ = serveAt(t, treestore.Config{Dir: dir}, clock)
	if resp, _ := webtest.Get(t, ts.URL+"/c/"+m.Code); resp.StatusCode != 200 {
		t.Errorf("after a restart the page is %s", resp.Status)
	}
	lead := dial(t, ts.URL)
	lead.send(`{"type":"lead","id":"p","key":%q}`, m.Key)
	lead.until("class", func(c message) bool { return c.number("hands") == 1 })
	ada = dial(t, ts.URL)
	ada.send(`{"type":"join","id":"j","code":%q,"nick":"Ada"}`, m.Code)
	if id := ada.handsIn(webtest.Korf6); id == last || id == eves {
		t.Errorf("a new hand-in has the number %s of one that was taken out", id)
	}
	act(t, ts, m, "take-out", `{"hand":"h4"}`)
	// Ada's tree was shown after the other was taken out, so the room has it by its hash.
	act(t, ts, m, "show", fmt.Sprintf(`{"show":{"source":%q,"hand":%q,"algorithm":"maxn","step":1}}`, source, adas))
}
