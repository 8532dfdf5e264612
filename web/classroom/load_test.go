package classroom_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"espalier/web/cluster/natstest"
	"espalier/web/webtest"
)

// The load generator of rooms:
//
//	go test ./web/classroom -run TestFollowers -v -followers 500 -seconds 10
//
// measures how long a step takes from the presenter to the followers, beside a bare
// broadcast of the same bytes that takes turns with it, and what a follower costs the
// server. Without the flags it is a test of moderate size.
var (
	loadFollowers = flag.Int("followers", 50, "followers of TestFollowers")
	loadSeconds   = flag.Int("seconds", 1, "seconds of each of the six turns of TestFollowers")
)

const (
	loadPace      = 50 * time.Millisecond // 20 steps a second
	loadSteps     = 20                    // a step comes again after a second
	bareBroadcast = "bare"
)

// A bareHub sends what one connection sends to all others: one goroutine a connection,
// with small buffers, and messages that are framed once.
type bareHub struct {
	mu   sync.Mutex
	outs map[chan *websocket.PreparedMessage]bool
}

func newBareHub() *bareHub { return &bareHub{outs: map[chan *websocket.PreparedMessage]bool{}} }

func (h *bareHub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/healthz" {
		return
	}
	upgrader := websocket.Upgrader{ReadBufferSize: 512, WriteBufferSize: 1 << 10, WriteBufferPool: &sync.Pool{}}
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer ws.Close()
	out := make(chan *websocket.PreparedMessage, 64)
	h.mu.Lock()
	h.outs[out] = true
	h.mu.Unlock()
	go func() {
		for m := range out {
			ws.SetWriteDeadline(time.Now().Add(10 * time.Second))
			ws.WritePreparedMessage(m)
		}
	}()
	for {
		_, text, err := ws.ReadMessage()
		h.mu.Lock()
		if err != nil {
			delete(h.outs, out)
			close(out)
			h.mu.Unlock()
			return
		}
		m, _ := websocket.NewPreparedMessage(websocket.TextMessage, text)
		for other := range h.outs {
			select {
			case other <- m:
			default:
			}
		}
		h.mu.Unlock()
	}
}

// A loadClass is a presenter and followers of one server.
type loadClass struct {
	t    *testing.T
	lead *websocket.Conn
	show func(step int) []byte // the presenter's message
	sent [loadSteps]atomic.Int64
	mu   sync.Mutex
	took []time.Duration
	got  atomic.Int64
	last atomic.Int64 // followers that have got the step after all others
}

func (c *loadClass) dial(addr, first string) *websocket.Conn {
	c.t.Helper()
	ws, _, err := websocket.DefaultDialer.Dial("ws://"+addr+"/ws", nil)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { ws.Close() })
	if first != "" {
		ws.WriteMessage(websocket.TextMessage, []byte(first))
	}
	return ws
}

// follow reads, and notes how long each step took.
func (c *loadClass) follow(ws *websocket.Conn) {
	var took []time.Duration
	for {
		_, text, err := ws.ReadMessage()
		now := time.Now().UnixNano()
		if err != nil {
			break
		}
		_, after, found := bytes.Cut(text, []byte(`"step":`))
		if !found {
			continue
		}
		end := bytes.IndexByte(after, ',')
		step, err := strconv.Atoi(string(after[:max(end, 0)]))
		if err == nil && step == loadSteps {
			c.last.Add(1)
		}
		if err != nil || step >= loadSteps {
			continue
		}
		c.got.Add(1)
		if sent := c.sent[step].Load(); sent > 0 {
			took = append(took, time.Duration(now-sent))
		}
		if len(took) == loadSteps {
			c.mu.Lock()
			c.took = append(c.took, took...)
			c.mu.Unlock()
			took = took[:0]
		}
	}
}

// run shows steps for some time, and then a last one that it waits for.
func (c *loadClass) run(seconds int) {
	tick := time.NewTicker(loadPace)
	defer tick.Stop()
	for i := range seconds * loadSteps {
		<-tick.C
		step := i % loadSteps
		text := c.show(step)
		c.sent[step].Store(time.Now().UnixNano())
		if err := c.lead.WriteMessage(websocket.TextMessage, text); err != nil {
			c.t.Fatal(err)
		}
	}
	// On a machine that is too slow a follower skips steps, but none misses the last.
	all := c.last.Load() + int64(*loadFollowers)
	if err := c.lead.WriteMessage(websocket.TextMessage, c.show(loadSteps)); err != nil {
		c.t.Fatal(err)
	}
	webtest.Eventually(c.t, time.Minute, func() bool { return c.last.Load() == all }, "not all have the last step")
}

func (c *loadClass) percentile(p float64) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	slices.Sort(c.took)
	if len(c.took) == 0 {
		return 0
	}
	return c.took[int(float64(len(c.took)-1)*p)].Round(10 * time.Microsecond)
}

// residentBytes returns the memory of a process; 0: the system does not say.
func residentBytes(child *exec.Cmd) int {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", child.Process.Pid))
	_, after, _ := strings.Cut(string(status), "VmRSS:")
	kib, _ := strconv.Atoi(strings.TrimSpace(strings.SplitN(after, "kB", 2)[0]))
	return kib << 10
}

func TestFollowers(t *testing.T) {
	ports := natstest.FreePorts(t, 2)
	roomAddr, bareAddr := fmt.Sprintf("127.0.0.1:%d", ports[0]), fmt.Sprintf("127.0.0.1:%d", ports[1])
	server := startChild(t, t.TempDir(), roomAddr)
	startChild(t, bareBroadcast, bareAddr)
	resp, err := http.Post("http://"+roomAddr+"/api/v1/rooms", "application/json", strings.NewReader(`{"show":`+fmt.Sprintf(korf6, 0)+`}`))
	if err != nil {
		t.Fatal(err)
	}
	var m madeRoom
	err = json.NewDecoder(resp.Body).Decode(&m)
	resp.Body.Close()
	if err != nil || m.Code == "" {
		t.Fatalf("a new room: %+v, %v", m, err)
	}
	rooms, bare := &loadClass{t: t}, &loadClass{t: t}
	rooms.show = func(step int) []byte {
		return fmt.Appendf(nil, `{"type":"show","id":"p","show":`+korf6+`}`, step)
	}
	rooms.lead = rooms.dial(roomAddr, `{"type":"lead","id":"p","key":"`+m.Key+`"}`)
	go func() { // the presenter reads, too
		for {
			if _, _, err := rooms.lead.ReadMessage(); err != nil {
				return
			}
		}
	}()
	value := ""
	before := residentBytes(server)
	for i := range *loadFollowers {
		ws := rooms.dial(roomAddr, `{"type":"join","id":"j","code":"`+m.Code+`"}`)
		_, first, err := ws.ReadMessage()
		if err != nil || !bytes.Contains(first, []byte(`"you"`)) {
			t.Fatalf("follower %d enters with %s, %v", i, first, err)
		}
		value = string(first)
		go rooms.follow(ws)
	}
	after := residentBytes(server)
	if before > 0 {
		t.Logf("%d followers: %.1f KiB of the server's memory each", *loadFollowers, float64(after-before)/float64(*loadFollowers)/1024)
	}
	// The same bytes, with another step in them.
	head, tail, _ := strings.Cut(value, `"step":0`)
	bare.show = func(step int) []byte { return fmt.Appendf(nil, `%s"step":%d%s`, head, step, tail) }
	bare.lead = bare.dial(bareAddr, "")
	go func() {
		for {
			if _, _, err := bare.lead.ReadMessage(); err != nil {
				return
			}
		}
	}()
	for range *loadFollowers {
		go bare.follow(bare.dial(bareAddr, ""))
	}
	const turns = 3
	for range turns {
		for _, c := range []*loadClass{rooms, bare} {
			runtime.GC() // not in the middle
			c.run(*loadSeconds)
		}
	}
	t.Logf("%.1f %% of all steps arrived one by one", 100*float64(rooms.got.Load())/float64(turns**loadSeconds*loadSteps**loadFollowers))
	ratio := float64(rooms.percentile(0.99)) / float64(max(bare.percentile(0.99), 1))
	t.Logf("from presenter to follower: p50 %s, p99 %s; a bare broadcast: p50 %s, p99 %s; %.2f times", rooms.percentile(0.5), rooms.percentile(0.99), bare.percentile(0.5), bare.percentile(0.99), ratio)
}
