package classroom_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"espalier/trees/treetest"
	"espalier/web"
	"espalier/web/app"
	"espalier/web/treestore"
	"espalier/web/webtest"
)

// A follower that does not read delays nobody, and gets the newest value when it reads
// again: between the values that its buffers held and the newest there is a gap.
func TestSlowReaderDelaysNobody(t *testing.T) {
	s, _ := webtest.ServeWithStore(t)
	ts := httptest.NewUnstartedServer(s)
	ts.Config.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		c.(*net.TCPConn).SetWriteBuffer(4 << 10) // soon full
		return ctx
	}
	ts.Start()
	t.Cleanup(ts.Close)
	m := makeRoom(t, ts, fmt.Sprintf(korf6, 0))
	dialer := websocket.Dialer{NetDial: func(network, addr string) (net.Conn, error) {
		c, err := net.Dial(network, addr)
		if err == nil {
			err = c.(*net.TCPConn).SetReadBuffer(4 << 10)
		}
		return c, err
	}}
	ws, _, err := dialer.Dial("ws"+ts.URL[4:]+"/ws", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	slow := &peer{t: t, ws: ws}
	slow.send(`{"type":"join","id":"j","code":%q}`, m.Code)
	slow.until("room", nil)
	quick, lead := dial(t, ts.URL), dial(t, ts.URL)
	quick.send(`{"type":"join","id":"j","code":%q}`, m.Code)
	quick.until("room", nil)
	lead.send(`{"type":"lead","id":"p","key":%q}`, m.Key)
	lead.until("room", nil)
	// Until the buffers of the slow one are full, and then some.
	const shows = 2000
	var worst time.Duration
	last := 0
	for i := range shows {
		start := time.Now()
		step := 1 + i%20
		lead.send(`{"type":"show","id":"p","show":%s}`, fmt.Sprintf(korf6, step))
		v := quick.until("room", func(v message) bool { return v.number("show", "step") == step })
		last = v.number("revision")
		worst = max(worst, time.Since(start))
		if i%100 == 99 {
			lead.until("room", func(v message) bool { return v.number("revision") >= last })
		}
	}
	t.Logf("the slowest of %d shows took %s", shows, worst)
	before, gap := 0, 0
	for before < last {
		v := slow.until("room", nil)
		revision := v.number("revision")
		if revision <= before {
			t.Fatalf("revision %d comes after %d", revision, before)
		}
		gap = max(gap, revision-before)
		before = revision
	}
	t.Logf("the largest gap: %d revisions", gap)
	if gap < 100 {
		t.Errorf("the largest gap in what the slow one got is %d revisions: nothing was left out", gap)
	}
}

const (
	childDir  = "ESPALIER_ROOMS_CHILD"
	childAddr = "ESPALIER_ROOMS_ADDR"
)

// TestMain serves, in a child of TestKillInTheMiddle, TestFollowers or
// TestClassSurvivesLossOfServers.
func TestMain(m *testing.M) {
	dir := os.Getenv(childDir)
	if dir == "" {
		flag.Parse()
		os.Exit(m.Run())
	}
	var handler http.Handler = newBareHub()
	var err error
	if dir != bareBroadcast {
		config := treestore.Config{Dir: dir}
		if strings.HasPrefix(dir, "nats://") {
			config = treestore.Config{URL: dir}
		}
		var lib *treestore.Store
		lib, err = treestore.Open(config)
		handler = web.New(app.Config{Library: lib})
	}
	if err == nil {
		err = http.ListenAndServe(os.Getenv(childAddr), handler)
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// startChild starts a server in a process of its own, with a folder of data or the address
// of NATS servers, and waits until it serves.
func startChild(t *testing.T, dir, addr string) *exec.Cmd {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childDir+"="+dir, childAddr+"="+addr)
	child.Stderr = os.Stderr
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		child.Process.Kill()
		child.Wait()
	})
	webtest.Eventually(t, 30*time.Second, func() bool {
		resp, err := http.Get("http://" + addr + "/healthz")
		if err == nil {
			resp.Body.Close()
		}
		return err == nil && resp.StatusCode == 200
	}, "the server does not start")
	return child
}

// A killFollower is one of a class whose server is killed: it connects again, and
// sends what was not acknowledged again.
type killFollower struct {
	t            *testing.T
	addr, code   string
	number       int
	you, epoch   string
	revision     int
	acknowledged atomic.Bool
	inStep       atomic.Int64 // the last revision that it has
	lives        atomic.Int64 // connections that entered the room
}

// follow follows until the context ends.
func (f *killFollower) follow(ctx context.Context) {
	for ctx.Err() == nil {
		ws, _, err := websocket.DefaultDialer.Dial("ws://"+f.addr+"/ws", nil)
		if err != nil {
			time.Sleep(20 * time.Millisecond)
			continue
		}
		stop := context.AfterFunc(ctx, func() { ws.Close() })
		f.read(ws)
		stop()
		ws.Close()
	}
}

func (f *killFollower) read(ws *websocket.Conn) {
	you := ""
	if f.you != "" {
		you = `,"you":"` + f.you + `"`
	}
	ws.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"type":"join","id":"j","code":%q%s}`, f.code, you))
	for first := true; ; {
		var m message
		if ws.ReadJSON(&m) != nil {
			return
		}
		switch m["type"] {
		case "error":
			f.t.Errorf("follower %d: %v", f.number, m)
			return
		case "answered":
			f.acknowledged.Store(true)
		case "room":
			if first {
				f.lives.Add(1)
				you, _ := m["you"].(string)
				if f.you != "" && you != f.you {
					f.t.Errorf("follower %d comes back as another one", f.number)
				}
				f.you = you
			}
			first = false
			if revision := m.number("revision"); revision < f.revision || revision == f.revision && m["epoch"] != f.epoch {
				f.t.Errorf("follower %d: revision %d of epoch %v after %d of %s", f.number, revision, m["epoch"], f.revision, f.epoch)
			} else {
				f.revision, f.epoch = revision, m["epoch"].(string)
				f.inStep.Store(int64(revision))
			}
			if m.at("question", "id") == "q1" && m.at("question", "state") == "open" && !f.acknowledged.Load() {
				ws.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"type":"answer","id":"j","question":"q1","answer":%d}`, f.number%7))
			}
		}
	}
}

var killFollowers = flag.Int("kill-followers", 200, "followers of TestKillInTheMiddle")

// The server is killed while steps are shown and answers come. All are back and in
// step soon after its return, revisions rise, and no acknowledged answer is lost.
func TestKillInTheMiddle(t *testing.T) {
	count := *killFollowers
	if treetest.RaceDetector || testing.Short() {
		count = 40
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr, dir := l.Addr().String(), t.TempDir()
	l.Close()
	child := startChild(t, dir, addr)
	post := func(path, body string) (message, error) {
		resp, err := http.Post("http://"+addr+path, "application/json", strings.NewReader(body))
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close()
		var m message
		err = json.NewDecoder(resp.Body).Decode(&m)
		if err == nil && resp.StatusCode/100 != 2 {
			err = fmt.Errorf("%s: %v", resp.Status, m)
		}
		return m, err
	}
	made, err := post("/api/v1/rooms", `{"show":`+fmt.Sprintf(korf6, 0)+`}`)
	if err != nil {
		t.Fatal(err)
	}
	room := "/api/v1/rooms/" + made["key"].(string)
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel()
	followers := make([]*killFollower, count)
	for i := range followers {
		followers[i] = &killFollower{t: t, addr: addr, code: made["code"].(string), number: i}
		all.Go(func() { followers[i].follow(ctx) })
	}
	every := func(ok func(*killFollower) bool) (n int) {
		for _, f := range followers {
			if ok(f) {
				n++
			}
		}
		return n
	}
	acknowledged := func() int { return every(func(f *killFollower) bool { return f.acknowledged.Load() }) }
	webtest.Eventually(t, 30*time.Second, func() bool { return every(func(f *killFollower) bool { return f.lives.Load() == 1 }) == count }, "not all enter")

	// A presenter shows steps all the time, and is killed with the server.
	lead, _, err := websocket.DefaultDialer.Dial("ws://"+addr+"/ws", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer lead.Close()
	lead.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"type":"lead","id":"p","key":%q}`, made["key"]))
	if _, err := post(room+"/ask", `{"question":{"kind":"pick","step":19}}`); err != nil {
		t.Fatal(err)
	}
	for i := 0; acknowledged() < count/4; i++ {
		if lead.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"type":"show","id":"p","show":%s}`, fmt.Sprintf(korf6, i%20))) != nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	child.Process.Signal(syscall.SIGKILL)
	child.Wait()
	kept := acknowledged()
	t.Logf("killed when %d of %d answers were acknowledged", kept, count)

	startChild(t, dir, addr)
	returned := time.Now()
	v, err := post(room+"/show", `{"show":`+fmt.Sprintf(korf6, 5)+`}`)
	if err != nil {
		t.Fatal(err)
	}
	webtest.Eventually(t, 30*time.Second, func() bool {
		return every(func(f *killFollower) bool {
			return f.lives.Load() == 2 && f.inStep.Load() >= int64(v.number("revision"))
		}) == count
	}, "not all are back and in step")
	t.Logf("all %d are back and in step %s after the return", count, time.Since(returned))
	webtest.Eventually(t, 30*time.Second, func() bool { return acknowledged() == count }, "not all answers are acknowledged")
	resp, err := http.Get("http://" + addr + room + "/answers")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var table struct {
		Questions []struct {
			Answers int
			Counts  []struct{ Answer, Count int }
		}
	}
	if err := json.NewDecoder(resp.Body).Decode(&table); err != nil || len(table.Questions) != 1 || table.Questions[0].Answers != count {
		t.Fatalf("the table is %+v, %v; want %d answers", table, err, count)
	}
	for _, c := range table.Questions[0].Counts {
		if want := every(func(f *killFollower) bool { return f.number%7 == c.Answer }); c.Count != want {
			t.Errorf("answer %d was given %d times, want %d", c.Answer, c.Count, want)
		}
	}
}
