package main

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"espalier/web/app"
	"espalier/web/webtest"
)

// The load generator: one rude client, and another one that notices as little of it
// as possible.
//
//	go test ./cmd/server -run TestLoad -v -load
//
// measures what the README quotes, in some two minutes. Without -load it is a test of
// moderate size.
var loadInFull = flag.Bool("load", false, "TestLoad with the numbers that the README quotes")

const (
	rude, other  = "192.0.2.1", "192.0.2.2"
	childServes  = "ESPALIER_TEST_SERVES" // a variable of the environment
	requestTime  = 30 * time.Second
	settlingTime = time.Minute

	// What the other client may notice: its slowest requests take ten times as long as
	// on a quiet server, and those beside unfinished bodies a quarter of a second.
	mostTimes    = 10
	besideBodies = 250 * time.Millisecond
	// The numbers of the everyday test are too small for a 99th percentile on a busy
	// machine.
	everyday = 2 * time.Second

	bodyMemory = 512 << 20
	givenBack  = 64 << 20 // above rest
)

// TestMain serves, in a child of TestLoad.
func TestMain(m *testing.M) {
	if os.Getenv(childServes) != "" {
		main()
	}
	os.Exit(m.Run())
}

// A loadServer is a server in a process of its own.
type loadServer struct {
	t     *testing.T
	url   string
	addr  string
	child *exec.Cmd
	log   bytes.Buffer
	conns []net.Conn      // of post
	quiet []time.Duration // what requests took on the quiet server
}

// loadMemory is what the server has for its clients.
var loadMemory = app.MemoryOf(unitMemory / 10 * 9)

// inFull returns the first number with -load, else the second one.
func inFull(full, small int) int {
	if *loadInFull {
		return full
	}
	return small
}

func startLoad(t *testing.T) *loadServer {
	t.Helper()
	s := &loadServer{t: t, child: exec.Command(os.Args[0], "-addr", "127.0.0.1:0", "-data", t.TempDir(), "-trusted-proxies", "127.0.0.0/8")}
	s.child.Env = append(os.Environ(), childServes+"=1", fmt.Sprintf("GOMEMLIMIT=%d", unitMemory/10*9)) // as in the documented unit
	s.child.Stderr = &s.log
	out, err := s.child.StdoutPipe()
	if err == nil {
		err = s.child.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.child.Process.Kill()
		s.child.Wait()
		if text := s.log.String(); strings.Contains(text, "level=ERROR") || strings.Contains(text, "panic") {
			t.Errorf("the log has %s", text)
		}
	})
	s.url = urlIn(t, out)
	s.addr = strings.TrimSuffix(strings.TrimPrefix(s.url, "http://"), "/")
	s.requests(10) // what is made at the first request
	s.quiet = s.requests(inFull(400, 50))
	return s
}

// as sends a request for a client. Without a body it is a GET.
func (s *loadServer) as(ctx context.Context, client, path, body string) (status int, text string, err error) {
	method := http.MethodGet
	if body != "" {
		method = http.MethodPost
	}
	r, err := http.NewRequestWithContext(ctx, method, s.url+path, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("X-Forwarded-For", client)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(b), err
}

// requests lets the other client ask for pages and small solves by turns, and returns
// how long each took, the shortest first.
func (s *loadServer) requests(n int) (took []time.Duration) {
	s.t.Helper()
	for i := range n {
		path, body := "figures/k1991-fig6?algorithm=deep", ""
		if i%2 == 1 {
			path, body = "api/v1/solve", webtest.TextBody("speculative", "")
		}
		ctx, cancel := context.WithTimeout(s.t.Context(), requestTime)
		start := time.Now()
		status, text, err := s.as(ctx, other, path, body)
		took = append(took, time.Since(start))
		cancel()
		if err != nil || status != 200 {
			s.t.Fatalf("%s = %d %.300s, %v; request %d of %d", path, status, text, err, i+1, n)
		}
	}
	slices.Sort(took)
	return took
}

func percentile(took []time.Duration, p float64) time.Duration {
	return took[int(float64(len(took)-1)*p)].Round(10 * time.Microsecond)
}

// notices measures what the other client notices, and reports more than most; 0: ten
// times what it takes on a quiet server.
func (s *loadServer) notices(what string, most time.Duration) {
	s.t.Helper()
	before, now := s.quiet, s.requests(inFull(400, 50))
	p99 := percentile(now, 0.99)
	times := float64(p99) / float64(percentile(before, 0.99))
	s.t.Logf("%s: p50 %s, p99 %s; quiet: p50 %s, p99 %s; %.1f times", what, percentile(now, 0.5), p99, percentile(before, 0.5), percentile(before, 0.99), times)
	if most = cmp.Or(most, mostTimes*percentile(before, 0.99)); !*loadInFull {
		most = everyday
	}
	if p99 > most {
		s.t.Errorf("%s: p99 is %s, want at most %s", what, p99, most)
	}
}

// gauge returns a value of /metrics.
func (s *loadServer) gauge(name string) int {
	s.t.Helper()
	_, text, err := s.as(s.t.Context(), other, "metrics", "")
	_, after, found := strings.Cut(text, "\n"+name+" ")
	value, wrong := strconv.ParseFloat(strings.TrimSpace(strings.SplitN(after, "\n", 2)[0]), 64)
	if err != nil || !found || wrong != nil {
		s.t.Fatalf("/metrics has no %s: %v %v", name, err, wrong)
	}
	return int(value)
}

// await waits for a value of /metrics, and returns how long that took.
func (s *loadServer) await(name string, ok func(int) bool) time.Duration {
	s.t.Helper()
	start := time.Now()
	webtest.Eventually(s.t, settlingTime, func() bool { return ok(s.gauge(name)) }, name+" of /metrics is not what it should be")
	return time.Since(start)
}

// memory returns the resident memory of the server; 0: the system does not say.
func (s *loadServer) memory() int {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.child.Process.Pid))
	_, after, _ := strings.Cut(string(status), "VmRSS:")
	kib, _ := strconv.Atoi(strings.TrimSpace(strings.SplitN(after, "kB", 2)[0]))
	return kib << 10
}

// watchMemory samples the memory until stop, which returns the most that it was.
func (s *loadServer) watchMemory() (stop func() int) {
	done, most := make(chan struct{}), make(chan int)
	go func() {
		peak := 0
		for tick := time.NewTicker(20 * time.Millisecond); ; {
			peak = max(peak, s.memory())
			select {
			case <-done:
				most <- peak
				return
			case <-tick.C:
			}
		}
	}()
	return func() int { close(done); return <-most }
}

// socket opens a websocket of a client.
func (s *loadServer) socket(client string) *websocket.Conn {
	s.t.Helper()
	ws, resp, err := websocket.DefaultDialer.Dial("ws://"+s.addr+"/ws", http.Header{"X-Forwarded-For": {client}})
	if err != nil {
		s.t.Fatalf("a websocket: %v, %+v", err, resp)
	}
	s.t.Cleanup(func() { ws.Close() })
	return ws
}

// post sends a request with a body of which the last byte never comes, or without
// a body, over a connection of its own. It does not wait: the server may not read.
func (s *loadServer) post(client, path string, length int, body []byte) {
	s.t.Helper()
	c, err := net.Dial("tcp", s.addr)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { c.Close() })
	s.conns = append(s.conns, c)
	go func() {
		fmt.Fprintf(c, "POST /%s HTTP/1.1\r\nHost: %s\r\nX-Forwarded-For: %s\r\nContent-Length: %d\r\n\r\n", path, s.addr, client, length)
		c.Write(body) // fails when the test closes the connection
	}()
}

// hangUp closes the connections of post.
func (s *loadServer) hangUp() {
	for _, c := range s.conns {
		c.Close()
	}
	s.conns = nil
}
