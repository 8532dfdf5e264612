package classroom_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"espalier/web"
	"espalier/web/app"
	"espalier/web/classroom"
	"espalier/web/classroom/entry"
	"espalier/web/fair"
	"espalier/web/judge"
	"espalier/web/treestore"
	"espalier/web/webtest"
)

// Wrong codes of an address are counted, over HTTP and the websocket together. Then a
// right code is refused, too, but not a follower who comes back.
func TestGuesserIsStopped(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	now := time.Now()
	s.Rooms.SetNow(func() time.Time { return now })
	m := makeRoom(t, ts, fmt.Sprintf(korf6, 0))
	follower := dial(t, ts.URL)
	follower.send(`{"type":"join","id":"j","code":%q}`, m.Code)
	you := follower.until("room", nil)["you"]
	const most = entry.MaxGuesses + 1 // one for the follower
	guesser := dial(t, ts.URL)
	for i := range most {
		if i%2 == 0 {
			if resp, b := webtest.Get(t, ts.URL+"/api/v1/rooms/ZZZZZZ"+fmt.Sprint(22+i)); resp.StatusCode != 404 {
				t.Fatalf("guess %d = %s %s", i, resp.Status, b)
			}
			continue
		}
		guesser.send(`{"type":"join","id":"g","code":"ZZZZZZ%d","you":"made-up"}`, 22+i)
		guesser.refused("no such room")
	}
	for _, code := range []string{"ZZZZZZZZ", m.Code} {
		resp, b := webtest.Get(t, ts.URL+"/api/v1/rooms/"+code)
		webtest.CheckProblem(t, resp, b, 429, "room", "wrong codes")
		if after, err := strconv.Atoi(resp.Header.Get("Retry-After")); err != nil || after < 1 || after > 60 {
			t.Errorf("Retry-After = %q", resp.Header.Get("Retry-After"))
		}
		guesser.send(`{"type":"join","id":"g","code":%q}`, code)
		guesser.refused("wrong codes")
	}
	back := dial(t, ts.URL)
	back.send(`{"type":"join","id":"j","code":%q,"you":%q}`, m.Code, you)
	back.until("room", nil)
	act(t, ts, m, "show", `{"show":`+fmt.Sprintf(korf6, 2)+`}`) // the presenter is not disturbed
	follower.until("room", func(v message) bool { return v.number("show", "step") == 2 })
	now = now.Add(time.Minute + time.Second)
	if resp, b := webtest.Get(t, ts.URL+"/api/v1/rooms/"+m.Code); resp.StatusCode != 200 {
		t.Errorf("a minute later: %s %s", resp.Status, b)
	}
}

func TestRoomsOfAddressAreLimited(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	body := `{"show":` + fmt.Sprintf(korf6, 0) + `}`
	for i := range entry.MaxCreated {
		if resp, b := webtest.Post(t, ts.URL+"/api/v1/rooms", body); resp.StatusCode != 201 {
			t.Fatalf("room %d = %s %s", i, resp.Status, b)
		}
	}
	resp, b := webtest.Post(t, ts.URL+"/api/v1/rooms", body)
	webtest.CheckProblem(t, resp, b, 429, "rooms", "within an hour")
}

// A room ends a day after its presenter's last action, with all that is kept of it. So does one that
// nobody has in memory.
func TestRoomEnds(t *testing.T) {
	clock := webtest.NewClock(time.Now())
	s, ts, _ := serveAt(t, treestore.Config{Dir: t.TempDir()}, clock)
	sweep := func() {
		t.Helper()
		if err := s.Rooms.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	makeRoom(t, ts, fmt.Sprintf(korf6, 0)) // nobody has it in memory
	m := makeRoom(t, ts, `{"text":`+webtest.Quote(webtest.Korf6)+`,"algorithm":"maxn"}`)
	idle := makeRoom(t, ts, fmt.Sprintf(korf6, 0))
	f := dial(t, ts.URL)
	f.send(`{"type":"join","id":"j","code":%q}`, m.Code)
	f.until("source", nil)
	f.until("room", nil)
	act(t, ts, m, "ask", `{"question":{"kind":"pick","text":"Which?"}}`)
	f.until("room", func(v message) bool { return v["question"] != nil })
	f.send(`{"type":"answer","id":"j","question":"q1","answer":3}`)
	f.until("answered", nil)
	f.send(`{"type":"hand-in","id":"j","text":%s}`, webtest.Quote(webtest.Korf6))
	f.until("handed", nil)
	clock.Pass(classroom.Lifetime - time.Minute)
	sweep()
	act(t, ts, m, "pause", `{"paused":true}`)
	clock.Pass(2 * time.Minute)
	sweep()
	if resp, _ := webtest.Get(t, ts.URL+"/api/v1/rooms/"+idle.Code); resp.StatusCode != 404 {
		t.Errorf("the idle room after a day = %s", resp.Status)
	}
	if resp, _ := webtest.Get(t, ts.URL+"/api/v1/rooms/"+m.Code); resp.StatusCode != 200 {
		t.Errorf("a room a day after it was opened, and minutes after it was used = %s", resp.Status)
	}
	clock.Pass(classroom.Lifetime)
	sweep()
	f.until("room", func(v message) bool { return v["state"] == "closed" })
	if resp, _ := webtest.Get(t, ts.URL+m.path("/answers")); resp.StatusCode != 404 {
		t.Errorf("the answers after a day = %s", resp.Status)
	}
	keys, err := s.Rooms.Keys(context.Background(), "room.>")
	if err != nil || len(keys) > 0 {
		t.Errorf("the store still has %v, %v", keys, err)
	}
}

func TestShowsAreChecked(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := makeRoom(t, ts, fmt.Sprintf(korf6, 0))
	many, vectors, points := []string{}, []string{}, []string{}
	for i := range 40 {
		many = append(many, fmt.Sprintf(`"%d":[1,2,3]`, i+1))
		vectors = append(vectors, "(1,2,3)")
		points = append(points, "1")
	}
	wide := webtest.Quote("players 3 maxsum 9 1[" + strings.Join(vectors, " ") + "]")
	for show, c := range map[string]struct {
		status int
		path   string
	}{
		`{"figure":"k1991-fig6","algorithm":"deep","step":99}`:                                   {422, "show.step"},
		`{"figure":"k1991-fig6","algorithm":"deep","step":-1}`:                                   {422, "show.step"},
		`{"figure":"k1991-fig6","algorithm":"deep","stpe":1}`:                                    {422, "show.stpe"},
		`{"figure":"k1991-fig6","algorithm":"walk"}`:                                             {422, "show.algorithm"},
		`{"figure":"k1991-fig6","text":"x","algorithm":"deep"}`:                                  {422, ""},
		`{"figure":"k1991-fig6","algorithm":"dfbnb"}`:                                            {422, ""},
		`{"figure":"k1991-fig6","algorithm":"deep","theme":"pink"}`:                              {422, ""},
		`{"figure":"k1991-fig6","algorithm":"deep","point":[77]}`:                                {422, "show.point[0]"},
		`{"figure":"k1991-fig6","algorithm":"deep","point":[` + strings.Join(points, ",") + `]}`: {413, "show.point"},
		`{"figure":"k1991-fig6","algorithm":"deep","play":{"speed":-1}}`:                         {422, "show.play.speed"},
		`{"figure":"k1991-fig6","algorithm":"deep","play":{"by":"leaps"}}`:                       {422, "show.play.by"},
		`{"text":` + wide + `,"algorithm":"maxn","values":{` + strings.Join(many, ",") + `}}`:    {413, "show.values"},
		`{"source":"sha256:` + strings.Repeat("ab", 32) + `","algorithm":"maxn"}`:                {422, "show.source"},
		`{"hand":"h1"}`: {422, "show.hand"},
		`{"text":` + webtest.Quote(`players 1 1[ "`+strings.Repeat(`x`, 60)+`": (1)`+strings.Repeat(" (1)", 40_000)+"]") + `,"algorithm":"maxn"}`: {413, "show"},
	} {
		resp, b := webtest.Post(t, ts.URL+m.path("/show"), `{"show":`+show+`}`)
		if resp.StatusCode != c.status {
			t.Errorf("%.80s = %s %.300s, want %d", show, resp.Status, b, c.status)
			continue
		}
		webtest.CheckProblem(t, resp, b, c.status, c.path, "")
	}
	for question, path := range map[string]string{
		`{"kind":"guess"}`: "question.kind", `{"kind":"cut"}`: "question.node", `{"kind":"cut","node":5}`: "question.node", `{"kind":"terms","step":1}`: "question.step",
		`{"kind":"choice","choices":["a"]}`: "question.choices", `{"kind":"choice","choices":["a","b"],"correct":2}`: "question.correct", `{"kind":"root","node":5}`: "question.value",
		`{"kind":"pick","text":"` + strings.Repeat("x", 201) + `"}`: "question.text", `{"kind":"pick","correct":1}`: "question.correct", `{"kind":"root","node":2,"value":[1,2,3]}`: "question.value",
		`{"kind":"choice","choices":["a","` + strings.Repeat("x", 61) + `"]}`: "question.choices[1]",
	} {
		resp, b := webtest.Post(t, ts.URL+m.path("/ask"), `{"question":`+question+`}`)
		var p struct{ Errors []struct{ Path string } }
		if json.Unmarshal(b, &p); resp.StatusCode/100 != 4 || len(p.Errors) == 0 || p.Errors[0].Path != path {
			t.Errorf("ask %s = %s %s, want an error at %s", question, resp.Status, b, path)
		}
	}
	if v := getJSON(t, ts.URL+"/api/v1/rooms/"+m.Code); v["question"] != nil || v.number("revision") != 1 {
		t.Errorf("after what was refused: %v", v)
	}
}

// The value is small whatever a presenter shows.
func TestValueIsSmall(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	leaves, values := []string{}, []string{}
	for i := range 40 {
		leaves = append(leaves, "(1,2,3)")
		if i < classroom.MaxValues {
			values = append(values, fmt.Sprintf(`"%d":[3,2.5,1]`, i+1))
		}
	}
	m := makeRoom(t, ts, `{"text":`+webtest.Quote("players 3 maxsum 9 1["+strings.Join(leaves, " ")+"]")+`,"algorithm":"maxn","values":{`+strings.Join(values, ",")+`}}`)
	p := dial(t, ts.URL)
	var texts []string
	for range judge.MaxChoices {
		texts = append(texts, webtest.Quote(strings.Repeat("y", judge.MaxChoice)))
	}
	act(t, ts, m, "ask", `{"question":{"kind":"choice","text":"`+strings.Repeat("x", judge.MaxText)+`","choices":[`+strings.Join(texts, ",")+`],"correct":1}}`)
	p.send(`{"type":"join","id":"j","code":%q}`, m.Code)
	p.until("source", nil)
	if _, raw := p.next(); len(raw) > classroom.MaxValue || strings.Contains(raw, "correct") {
		t.Errorf("the message has %d bytes: %s", len(raw), raw)
	}
}

func TestFloodsAreLimited(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := makeRoom(t, ts, fmt.Sprintf(korf6, 0))
	act(t, ts, m, "ask", `{"question":{"kind":"pick"}}`)
	flood, calm := dial(t, ts.URL), dial(t, ts.URL)
	for _, p := range []*peer{flood, calm} {
		p.send(`{"type":"join","id":"j","code":%q}`, m.Code)
		p.until("room", nil)
	}
	go func() {
		for range 500 {
			flood.ws.WriteMessage(websocket.TextMessage, []byte(`{"type":"answer","id":"j","question":"q1","answer":2}`))
		}
	}()
	flood.refused("messages to rooms")
	start := time.Now()
	calm.send(`{"type":"answer","id":"j","question":"q1","answer":3}`)
	calm.until("answered", nil)
	t.Logf("beside a flood an answer took %s", time.Since(start))
	for text, words := range map[string]string{
		`{"type":"answer","id":"j","question":"q1","answer":` + strings.Repeat(" ", 600) + `[` + strings.Repeat("1,", 400) + `1]}`: "bytes",
		`{"type":"hand-in","id":"j","text":"` + strings.Repeat("x", classroom.MaxHandIn+1) + `"}`:                                  "a hand-in has at most",
		`{"type":"hand-in","id":"j","text":"1[ (1"}`:                                                                               "text",
		`{"type":"join","id":"k","code":"` + m.Code + `","nick":"` + strings.Repeat("é", 25) + `"}`:                                "characters",
		`{"type":"join","id":"j","code":"` + m.Code + `"}`:                                                                         "is in use",
		`{"type":"answer","id":"none","question":"q1","answer":1}`:                                                                 "no room with this id",
		`{"type":"lead","id":"l","key":"` + m.Key[:10] + `"}`:                                                                      "no such room",
		`{"type":"join","id":"k"}`:                               "code",
		`{"type":"answer","id":"j","question":"q1","answer":[1}`: "",
		`{"type":"join"`:                                         "",
	} {
		calm.send("%s", text)
		calm.refused(words)
	}
	var v struct{ Questions []struct{ Answers int } }
	_, b := webtest.Get(t, ts.URL+m.path("/answers"))
	json.Unmarshal(b, &v)
	if len(v.Questions) != 1 || v.Questions[0].Answers != 2 {
		t.Errorf("answers = %s", b)
	}
}

// A client that takes all that one address can have of a room leaves room for others.
func TestFloodLeavesRoomForOthers(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	m := makeRoom(t, ts, fmt.Sprintf(korf6, 0))
	act(t, ts, m, "ask", `{"question":{"kind":"pick"}}`)
	const join, answer, handIn = `{"type":"join","id":"j","code":%q}`, `{"type":"answer","id":"j","question":"q1","answer":2}`, `{"type":"hand-in","id":"j","text":"players 3 maxsum 9 1[ (1,1,1) ]"}`
	from := net.IPv4(127, 0, 0, 1)
	inside := dialFrom(t, ts.URL, from)
	inside.send(join, m.Code)
	inside.until("room", nil)
	s.Rooms.Flood(m.Code, fair.ClientAt(netip.MustParseAddr(from.String())))
	const unreadable = `{"type":"hand-in","id":"j","text":"1["}`
	for _, send := range []string{answer, handIn, unreadable} { // the text is not even parsed
		inside.send("%s", send)
		inside.refused("half of what others leave free")
	}
	outside := dialFrom(t, ts.URL, from)
	outside.send(join, m.Code)
	outside.refused("half of what others leave free")

	other := dialFrom(t, ts.URL, net.IPv4(127, 0, 0, 2))
	other.send(join, m.Code)
	other.until("room", nil)
	other.send("%s", answer)
	other.until("answered", nil)
	for range classroom.MaxHandInsEach { // what cannot be read takes no place
		other.send("%s", unreadable)
		other.refused("text:")
	}
	other.send("%s", handIn)
	other.until("handed", nil)
}

// One address writes one hand-in at a time, and others do not wait for it.
func TestHandInsAreWrittenByTurns(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	m := makeRoom(t, ts, fmt.Sprintf(korf6, 0))
	const handIn = `{"type":"hand-in","id":"j","text":"players 3 maxsum 9 1[ (1,1,1) ]"}`
	enter := func(last byte) *peer {
		p := dialFrom(t, ts.URL, net.IPv4(127, 0, 0, last))
		p.send(`{"type":"join","id":"j","code":%q}`, m.Code)
		p.until("room", nil)
		return p
	}
	rude, other := enter(1), enter(2)
	written, err := s.Rooms.WriteHandIn(fair.ClientAt(netip.MustParseAddr("127.0.0.1")))
	if err != nil {
		t.Fatal(err)
	}
	rude.send("%s", handIn)
	webtest.Eventually(t, 10*time.Second, func() bool { return s.Rooms.WaitingHandIns() == 1 }, "the second hand-in of the address does not wait")
	other.send("%s", handIn)
	other.until("handed", nil)
	if n := s.Rooms.WaitingHandIns(); n != 1 {
		t.Errorf("%d hand-ins wait, want that of the first address", n)
	}
	written()
	rude.until("handed", nil)
}

// The key is in no log line.
func TestKeyIsNotLogged(t *testing.T) {
	ts, logged := serveLogged(t)
	m := makeRoom(t, ts, fmt.Sprintf(korf6, 0))
	act(t, ts, m, "pause", `{"paused":true}`)
	for _, path := range []string{m.Present, m.Present + "/more", m.path("/none"), m.path("/answers.csv")} {
		webtest.Send(t, http.MethodGet, ts.URL+path, "")
	}
	webtest.Send(t, http.MethodDelete, ts.URL+m.path(""), "")
	if text := logged(); !strings.Contains(text, "/api/v1/rooms/") || strings.Contains(text, m.Key) || strings.Contains(text, m.Key[8:]) {
		t.Errorf("the log is %s", text)
	}
}

// A thousand rooms that nobody is in cost little, and the last one works as the first.
func TestThousandIdleRooms(t *testing.T) {
	lib, err := treestore.Open(treestore.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	s := web.New(app.Config{Library: lib, Proxies: fair.Proxies{netip.MustParsePrefix("127.0.0.0/8")}})
	ts := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Shutdown(context.Background())
		ts.Close()
		lib.Close()
	})
	const rooms = 1_000
	open := func(i int) (m madeRoom) {
		resp, b := webtest.Send(t, "POST", ts.URL+"/api/v1/rooms", `{"show":`+fmt.Sprintf(korf6, 3)+`}`, "X-Forwarded-For", fmt.Sprintf("192.0.2.%d", i%100))
		if err := json.Unmarshal(b, &m); err != nil || resp.StatusCode != 201 {
			t.Fatalf("room %d = %s %s", i, resp.Status, b)
		}
		getJSON(t, ts.URL+"/api/v1/rooms/"+m.Code)
		return m
	}
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc + m.StackInuse
	}
	first := open(0)
	before := heap()
	var last madeRoom
	for i := range rooms {
		last = open(i + 1)
	}
	grown := int64(heap()) - int64(before)
	t.Logf("%d idle rooms take %d KiB, %d of them are in memory", rooms, grown>>10, s.Rooms.InMemory())
	if grown > 64<<20 {
		t.Errorf("%d idle rooms take %d bytes", rooms, grown)
	}
	for _, m := range []madeRoom{first, last} {
		p := dial(t, ts.URL)
		p.send(`{"type":"join","id":"j","code":%q}`, m.Code)
		p.until("room", func(v message) bool { return v.number("show", "step") == 3 })
		act(t, ts, m, "show", `{"show":`+fmt.Sprintf(korf6, 5)+`}`)
		p.until("room", func(v message) bool { return v.number("show", "step") == 5 })
	}
}
