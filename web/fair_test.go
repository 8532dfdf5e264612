package web_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"espalier/web"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/webtest"
)

// proxied is a server that believes the X-Forwarded-For of the tests.
func proxied(t testing.TB) (*web.Server, *httptest.Server) {
	s := web.New(app.Config{Proxies: fair.Proxies{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}})
	ts := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Shutdown(context.Background())
		ts.Close()
	})
	return s, ts
}

// as sends a request for a client. Without a body it is a GET.
func as(ctx context.Context, client, url, body string) (int, string, error) {
	method := http.MethodGet
	if body != "" {
		method = http.MethodPost
	}
	r, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
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

const hog, other = "192.0.2.1", "192.0.2.2"

// largeSolve keeps a core busy for minutes.
var largeSolve = webtest.Body(`"generate":`+strings.Replace(webtest.Generator, `"depth":10`, `"depth":20`, 1), "maxn", "")

// hogs starts large solves of one client and waits until they are at work.
func hogs(t testing.TB, s *web.Server, url string, n int) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	for range n {
		all.Go(func() { as(ctx, hog, url+"/api/v1/solve", largeSolve) })
	}
	webtest.Eventually(t, 10*time.Second, func() bool {
		_, large := s.Searches()
		return large+s.WaitingSearches() == n
	}, "the large solves do not begin")
	return func() {
		cancel()
		all.Wait()
	}
}

// TestOtherClientIsServedBesideHog: 64 large solves of one client leave another
// client's solves, pages and large solves served, and the hog's own small ones.
func TestOtherClientIsServedBesideHog(t *testing.T) {
	s, ts := proxied(t)
	stop := hogs(t, s, ts.URL, 64)
	defer stop()
	if _, large := s.Searches(); large > app.MaxGenerated/2 {
		t.Errorf("one client has %d of %d slots for large searches", large, app.MaxGenerated)
	}
	for _, client := range []string{other, hog, "2001:db8::1"} {
		for range 5 {
			if status, b, err := as(t.Context(), client, ts.URL+"/api/v1/solve", webtest.TextBody("speculative", "")); status != 200 || err != nil {
				t.Fatalf("a small solve of %s: %d %s (%v)", client, status, b, err)
			}
		}
	}
	if status, b, err := as(t.Context(), other, ts.URL+"/figures/k1991-fig6", ""); status != 200 || err != nil {
		t.Errorf("a page: %d %.200s (%v)", status, b, err)
	}
	large := strings.Replace(largeSolve, `"depth":20`, `"depth":9`, 1) // 2.4 million nodes
	if status, b, err := as(t.Context(), other, ts.URL+"/api/v1/solve", large); status != 200 || err != nil {
		t.Errorf("a large solve of another client: %d %s (%v)", status, b, err)
	}
}

// TestSearchesWaitForTheirTurn: while all slots are in use, a request waits.
func TestSearchesWaitForTheirTurn(t *testing.T) {
	s, ts := proxied(t)
	var held []func()
	for i := 0; i < 40; i++ {
		ctx := fair.WithClient(t.Context(), fair.ClientAt(netip.AddrFrom4([4]byte{198, 51, 100, byte(i)})))
		for {
			ctx, cancel := context.WithTimeout(ctx, time.Millisecond)
			_, release, err := s.AcquireSearchSlot(ctx, app.SmallSearch)
			cancel()
			if err != nil {
				break
			}
			held = append(held, release)
		}
	}
	if len(held) != app.MaxSearches {
		t.Fatalf("%d slots are held, want all %d", len(held), app.MaxSearches)
	}
	done := make(chan int)
	go func() {
		status, _, _ := as(t.Context(), other, ts.URL+"/api/v1/solve", webtest.TextBody("maxn", ""))
		done <- status
	}()
	webtest.Eventually(t, 10*time.Second, func() bool { return s.WaitingSearches() == 1 }, "the solve does not wait")
	held[0]()
	if status := <-done; status != 200 {
		t.Errorf("after its turn has come: %d", status)
	}
	// So does a run for which the tree of a game is built: this one would be too large.
	held[0] = slotOf(t, s)
	p := webtest.Dial(t, ts)
	expand := webtest.Body(`"game":{"id":"hearts"},"expand":20`, "maxn", "")
	p.Send("%s", webtest.RunMessage("waits", expand))
	webtest.Eventually(t, 10*time.Second, func() bool { return s.WaitingSearches() == 1 }, "the building of a tree does not wait")
	p.Send(`{"type":"cancel","id":"waits"}`)
	if r := p.Next(); r.Type != "end" || r.ID != "waits" {
		t.Errorf("a run that is cancelled while it waits gets %+v, want its end", r)
	}
	p.Send("%s", webtest.RunMessage("r", expand))
	webtest.Eventually(t, 10*time.Second, func() bool { return s.WaitingSearches() == 1 }, "the building of a tree does not wait")
	held[0]()
	if r := p.Next(); r.Type != "error" || !strings.Contains(r.Detail, "600000 nodes") {
		t.Errorf("a tree that is too large gets %+v", r)
	}
	held = held[1:]
	for _, release := range held {
		release()
	}
	if all, _ := s.Searches(); all != 0 {
		t.Errorf("%d searches at the end", all)
	}
}

// slotOf takes a slot of searches.
func slotOf(t *testing.T, s *web.Server) (release func()) {
	t.Helper()
	_, release, err := s.AcquireSearchSlot(fair.WithClient(t.Context(), fair.ClientAt(netip.AddrFrom4([4]byte{198, 51, 101, 1}))), app.SmallSearch)
	if err != nil {
		t.Fatal(err)
	}
	return release
}

// TestUnfinishedBodies: bodies of which the last byte never comes do not keep
// another client from sending one.
func TestUnfinishedBodies(t *testing.T) {
	_, ts := proxied(t)
	for range 60 {
		c, err := net.Dial("tcp", ts.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		fmt.Fprintf(c, "POST /api/v1/parse HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: %s\r\nContent-Length: %d\r\n\r\n{", hog, app.MaxBody)
	}
	body := `{"text":` + webtest.Quote("players 3 1[ "+strings.Repeat("(1,2,3) ", 50_000)+"]") + `}`
	if status, b, err := as(t.Context(), other, ts.URL+"/api/v1/parse", body); status != 200 || err != nil {
		t.Errorf("another client’s body: %d %.200s (%v)", status, b, err)
	}
	if status, b, _ := as(t.Context(), other, ts.URL+"/api/v1/parse", strings.Repeat(" ", app.MaxBody+1)); status != 413 {
		t.Errorf("a body over the limit: %d %.200s", status, b)
	}
}
