package web_test

import (
	"bytes"
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

	"espalier/search/engine"
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

// TestSearchesWaitForTheirTurn: while all slots are in use, a request waits. So does one
// that builds the tree of a game before it searches.
func TestSearchesWaitForTheirTurn(t *testing.T) {
	s, ts := proxied(t)
	held, large := holdSlots(t, s, app.SmallSearch, app.MaxSearches), holdSlots(t, s, app.LargeSearch, app.MaxGenerated)
	waits := func(what, path, body string) (answer chan int, give func()) {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		answer = make(chan int, 1)
		go func() {
			status, _, _ := as(ctx, other, ts.URL+path, body)
			answer <- status
		}()
		webtest.Eventually(t, 10*time.Second, func() bool { return s.WaitingSearches() == 1 }, what+" does not wait")
		return answer, cancel
	}
	done, _ := waits("the solve", "/api/v1/solve", webtest.TextBody("maxn", ""))
	held[0]()
	if status := <-done; status != 200 {
		t.Errorf("after its turn has come: %d", status)
	}
	held[0] = slotOf(t, s, app.SmallSearch)
	// One of these trees is small, the other one would be too large.
	small, huge := `"game":{"id":"tic-tac-toe"},"expand":2`, `"game":{"id":"hearts"},"expand":20`
	for _, game := range []string{small, huge} {
		for path, rest := range map[string]string{"solve": "", "trace": "", "region": `,"leaf":2,"players":[1,2]`, "practice/check": `,"done":[]`} {
			answer, giveUp := waits(path+" of "+game, "/api/v1/"+path, webtest.Body(game, "maxn", rest))
			giveUp()
			<-answer
			webtest.Eventually(t, 10*time.Second, func() bool { return s.WaitingSearches() == 0 }, "a request that was given up waits")
		}
	}
	p := webtest.Dial(t, ts)
	p.Send("%s", webtest.RunMessage("waits", webtest.Body(small, "maxn", "")))
	webtest.Eventually(t, 10*time.Second, func() bool { return s.WaitingSearches() == 1 }, "the building of a tree does not wait")
	p.Send(`{"type":"cancel","id":"waits"}`)
	if r := p.Next(); r.Type != "end" || r.ID != "waits" {
		t.Errorf("a run that is cancelled while it waits gets %+v, want its end", r)
	}
	// One after the other: each builds its tree for so long that the other would be refused.
	p.Send("%s", webtest.RunMessage("r", webtest.Body(huge, "maxn", "")))
	webtest.Eventually(t, 10*time.Second, func() bool { return s.WaitingSearches() == 1 }, "the run of a huge tree does not wait")
	large[0]()
	if r := p.Next(); r.Type != "error" || !strings.Contains(r.Detail, "600000 nodes") {
		t.Errorf("a tree that is too large gets %+v", r)
	}
	large[0] = slotOf(t, s, app.LargeSearch)
	done, _ = waits("the solve of a huge tree", "/api/v1/solve", webtest.Body(huge, "maxn", ""))
	large[0]()
	if status := <-done; status != 422 {
		t.Errorf("a tree that is too large gets %d", status)
	}
	done, _ = waits("the solve of a small tree", "/api/v1/solve", webtest.Body(small, "maxn", `,"options":{"nodes":1000}`))
	held[0]()
	if status := <-done; status != 200 {
		t.Errorf("the solve of the tree of a game: %d", status)
	}
	for _, release := range append(held[1:], large[1:]...) {
		release()
	}
	if all, _ := s.Searches(); all != 0 {
		t.Errorf("%d searches at the end", all)
	}
}

// holdSlots takes all slots of a kind.
func holdSlots(t *testing.T, s *web.Server, kind app.SearchKind, all int) (held []func()) {
	t.Helper()
	for i := 0; i < 40 && len(held) < all; i++ {
		ctx := fair.WithClient(t.Context(), fair.ClientAt(netip.AddrFrom4([4]byte{198, 51, 100, byte(i)})))
		for {
			ctx, cancel := context.WithTimeout(ctx, time.Millisecond)
			_, release, err := s.AcquireSearchSlot(ctx, kind)
			cancel()
			if err != nil {
				break
			}
			held = append(held, release)
		}
	}
	if len(held) != all {
		t.Fatalf("%d slots are held, want all %d", len(held), all)
	}
	return held
}

// slotOf takes a slot of searches.
func slotOf(t *testing.T, s *web.Server, kind app.SearchKind) (release func()) {
	t.Helper()
	_, release, err := s.AcquireSearchSlot(fair.WithClient(t.Context(), fair.ClientAt(netip.AddrFrom4([4]byte{198, 51, 101, 1}))), kind)
	if err != nil {
		t.Fatal(err)
	}
	return release
}

// TestLargeTreesWaitForMemory: while other clients hold all memory of trees, a large
// document waits, over HTTP and over the websocket. It is charged meanwhile, and nothing is
// charged at the end.
func TestLargeTreesWaitForMemory(t *testing.T) {
	s, ts := proxied(t)
	var leases []*fair.Lease
	for i := range byte(4) { // four of the largest take all
		ctx := fair.WithClient(t.Context(), fair.ClientAt(netip.AddrFrom4([4]byte{198, 51, 100, i})))
		lease, err := s.AcquireTree(ctx, bytes.Repeat([]byte(" "), app.MaxBody))
		if err != nil {
			t.Fatal(err)
		}
		leases = append(leases, lease)
	}
	source := `"text":` + webtest.Quote("players 3 1[ "+strings.Repeat("(1,2,3) ", 20_000)+"]")
	if status, text, err := as(t.Context(), other, ts.URL+"/api/v1/solve", webtest.TextBody("maxn", "")); status != 200 || err != nil {
		t.Errorf("a small tree: %d %.200s, %v", status, text, err)
	}
	answer := make(chan int, 1)
	go func() {
		status, _, _ := as(t.Context(), other, ts.URL+"/api/v1/solve", webtest.Body(source, "maxn", ""))
		answer <- status
	}()
	p := webtest.Dial(t, ts)
	p.Send("%s", webtest.RunMessage("r", strings.TrimSuffix(webtest.Body(source, "maxn", ""), "}")+`,"page":true,"drawn":[]}`))
	p.Send(`{"type":"credit","id":"r",%s}`, webtest.Plentiful)
	charged := func(what string) func() bool {
		return func() bool {
			_, metrics, _ := as(t.Context(), other, ts.URL+"/metrics", "")
			return strings.Contains(metrics, what)
		}
	}
	size := 2 * (len(source) - 10) // of the request and of the message
	webtest.Eventually(t, 10*time.Second, func() bool {
		_, metrics, _ := as(t.Context(), other, ts.URL+"/metrics", "")
		_, value, _ := strings.Cut(metrics, "\nespalier_body_bytes ")
		bytes := 0.0
		fmt.Sscan(value, &bytes)
		return int(bytes) >= size && int(bytes) < app.MaxBody
	}, "the documents that wait are not charged")
	select {
	case status := <-answer:
		t.Errorf("without memory for its tree the solve gets %d", status)
	default:
	}
	for _, lease := range leases {
		lease.Release()
	}
	if status := <-answer; status != 200 {
		t.Errorf("the solve gets %d", status)
	}
	if end, steps := p.Until("end", "r"); steps == 0 || string(end.Value) == "null" {
		t.Errorf("the run ends with %+v after %d steps", end, steps)
	}
	webtest.Eventually(t, 10*time.Second, charged("\nespalier_tree_bytes 0\n"), "memory of trees stays charged")
	webtest.Eventually(t, 10*time.Second, charged("\nespalier_body_bytes 0\n"), "bodies stay charged")
	if charged("\nespalier_run_bytes 0\n")() {
		t.Error("the run that is kept is charged for nothing")
	}
	p.Send(`{"type":"release","id":"r"}`)
	webtest.Eventually(t, 10*time.Second, charged("\nespalier_run_bytes 0\n"), "the memory of a run stays charged")
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

// TestLargeEditsWaitForTheirTurn: while others have all processors, a large edit waits, and
// so do an edit of a large tree, and who opens one that has to be read. Small ones do not.
func TestLargeEditsWaitForTheirTurn(t *testing.T) {
	dir := t.TempDir()
	_, ts, end := webtest.ServeWithStoreIn(t, dir)
	text := `"text":` + webtest.Quote("players 3 1[ "+strings.Repeat("(1,2,3) ", fair.LargeBody/8)+"]") + `}`
	large := `{"op":"text",` + text
	stored, small := webtest.MakeTree(t, ts, "{"+text), webtest.MakeTree(t, ts, webtest.Korf6Source)
	end()
	s, ts, _ := webtest.ServeWithStoreIn(t, dir)
	first, second := webtest.MakeTree(t, ts, webtest.Korf6Source), webtest.MakeTree(t, ts, "{"+text)
	var gives []func()
	for range s.Processors() {
		give, err := engine.TakeTurn(s.WithTurn(t.Context()))
		if err != nil {
			t.Fatal(err)
		}
		gives = append(gives, give)
	}
	p, other := webtest.Dial(t, ts), webtest.Dial(t, ts)
	p.Open("d1", first.Key)
	p.Send(`{"type":"edit","id":"d1","seq":1,"edit":%s}`, large)
	webtest.Eventually(t, 10*time.Second, func() bool { return s.WaitingTurns() == 1 }, "the large edit does not wait")
	answer := make(chan int, 1)
	go func() {
		resp, _ := webtest.Post(t, ts.URL+second.Edits(), `{"edit":{"op":"set","nodes":[2],"label":"b"}}`)
		answer <- resp.StatusCode
	}()
	webtest.Eventually(t, 10*time.Second, func() bool { return s.WaitingTurns() == 2 }, "the edit of a large tree does not wait")
	reader := webtest.Dial(t, ts)
	reader.Send(`{"type":"open","id":"d1","saved":%q}`, stored.ID)
	webtest.Eventually(t, 10*time.Second, func() bool { return s.WaitingTurns() == 3 }, "the reading of a large tree does not wait")
	other.Open("d1", small.Key)
	if r := other.Edit("d1", 1, `{"op":"set","nodes":[2],"label":"small"}`); r.Type != "draft" {
		t.Errorf("a small edit meanwhile: %+v", r)
	}
	for _, give := range gives {
		give()
	}
	if r := p.Draft("draft", "refused"); r.Type != "draft" || r.Revision != 2 || r.Nodes < fair.LargeBody/8 {
		t.Errorf("the edit over a websocket: %s, revision %d, %d nodes", r.Type, r.Revision, r.Nodes)
	}
	if status := <-answer; status != 200 {
		t.Errorf("the edit over HTTP: %d", status)
	}
	if r := reader.Draft("draft", "error"); r.Type != "draft" || r.Nodes < fair.LargeBody/8 {
		t.Errorf("the tree that was read: %s, %d nodes", r.Type, r.Nodes)
	}
}
