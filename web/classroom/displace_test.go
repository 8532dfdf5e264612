package classroom_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"espalier/web"
	"espalier/web/app"
	"espalier/web/cluster/natstest"
	"espalier/web/fair"
	"espalier/web/treestore"
	"espalier/web/webtest"
)

// A hall is a server with few rooms, which believes the X-Forwarded-For of the tests.
type hall struct {
	*httptest.Server
	t      testing.TB
	server *web.Server
	end    func()
	log    *safeText
}

// A safeText is a log that can be read while it is written.
type safeText struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *safeText) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

func (s *safeText) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func openHall(t testing.TB, store treestore.Config, rooms int) *hall {
	t.Helper()
	lib, err := treestore.Open(store)
	if err != nil {
		t.Fatal(err)
	}
	h := &hall{t: t, log: &safeText{}}
	h.server = web.New(app.Config{Library: lib, Proxies: fair.Proxies{netip.MustParsePrefix("127.0.0.0/8")}, Log: slog.New(slog.NewTextHandler(h.log, nil))})
	h.server.Rooms.SetMaxRooms(rooms)
	h.Server = httptest.NewServer(h.server)
	h.end = sync.OnceFunc(func() {
		h.server.Shutdown(context.Background())
		h.CloseClientConnections()
		h.Close()
		lib.Close()
	})
	t.Cleanup(h.end)
	return h
}

// try asks for a room from an address.
func (h *hall) try(from string) (*http.Response, []byte) {
	h.t.Helper()
	return webtest.Send(h.t, "POST", h.URL+"/api/v1/rooms", `{"show":`+fmt.Sprintf(korf6, 0)+`}`, "X-Forwarded-For", from)
}

func (h *hall) open(from string) (m madeRoom) {
	h.t.Helper()
	resp, b := h.try(from)
	if err := json.Unmarshal(b, &m); err != nil || resp.StatusCode != 201 {
		h.t.Fatalf("a room from %s = %s %s", from, resp.Status, b)
	}
	return m
}

// fill opens all rooms that there can be, by turns from some addresses; the oldest is first.
func (h *hall) fill(n, addresses int) (all []madeRoom) {
	h.t.Helper()
	for i := range n {
		all = append(all, h.open(fmt.Sprintf("192.0.2.%d", 1+i%addresses)))
	}
	return all
}

// isOpen reports whether there is a room, without joining it.
func (h *hall) isOpen(m madeRoom) bool {
	h.t.Helper()
	resp, b := webtest.Send(h.t, "GET", h.URL+m.path("/answers"), "")
	if resp.StatusCode != 200 && resp.StatusCode != 404 {
		h.t.Fatalf("the answers = %s %s", resp.Status, b)
	}
	return resp.StatusCode == 200
}

func (h *hall) join(m madeRoom) *peer {
	p := dial(h.t, h.URL)
	p.send(`{"type":"join","id":"j","code":%q}`, m.Code)
	p.until("room", nil)
	return p
}

// stored waits until the record of a room says that it is in use.
func (h *hall) stored(m madeRoom) {
	h.t.Helper()
	webtest.Eventually(h.t, 10*time.Second, func() bool {
		joined, led := h.server.Rooms.Attended(m.Code)
		return joined || led
	}, "the record of the room does not say that somebody was there")
}

// Rooms that nobody joins are closed for new ones, so that a teacher always gets one. What
// is in use stays: a room that was joined, is presented, or has asked something.
func TestUnusedRoomsAreClosedForNewOnes(t *testing.T) {
	const limit = 24
	h := openHall(t, treestore.Config{Dir: t.TempDir()}, limit)
	all := h.fill(limit, 4)
	joined, left, led, asked, acted, plain := all[0], all[1], all[2], all[3], all[4], all[5]
	h.join(joined)
	gone := h.join(left)
	h.stored(left)
	gone.ws.Close()
	presenter := dial(t, h.URL)
	presenter.send(`{"type":"lead","id":"p","key":%q}`, led.Key)
	presenter.until("room", nil)
	act(t, h.Server, asked, "ask", `{"question":{"kind":"pick"}}`)
	act(t, h.Server, acted, "show", `{"show":`+fmt.Sprintf(korf6, 2)+`}`)
	if resp, b := webtest.Get(t, h.URL+"/c/"+plain.Code); resp.StatusCode != 200 { // a follower without scripts
		t.Fatalf("the page = %s %s", resp.Status, b)
	}
	inUse := []madeRoom{joined, left, led, asked, acted, plain}
	for _, m := range inUse {
		h.stored(m)
	}

	teacher := h.open("198.51.100.1")
	h.join(teacher)
	if closed := slices.DeleteFunc(slices.Clone(all), h.isOpen); len(closed) != 1 {
		t.Errorf("%d rooms were closed for one", len(closed))
	} else if keys, err := h.server.Rooms.Keys(context.Background(), "room."+closed[0].Code+".>"); err != nil || len(keys) > 0 {
		t.Errorf("the closed room has left %v, %v", keys, err)
	} else if text := h.log.String(); !strings.Contains(text, "code="+closed[0].Code) || strings.Contains(text, closed[0].Key[8:]) {
		t.Errorf("the log is %s", text)
	}
	for i := range 3 * limit { // whatever others do
		h.open(fmt.Sprintf("192.0.2.%d", 1+i%100))
	}
	for i, m := range append(inUse, teacher) {
		if !h.isOpen(m) {
			t.Errorf("room %d was closed, and it is in use", i)
		}
	}
	presenter.send(`{"type":"show","id":"p","show":%s}`, fmt.Sprintf(korf6, 3))
	presenter.until("room", func(v message) bool { return v.number("show", "step") == 3 })
	if keys, err := h.server.Rooms.Keys(context.Background(), "room.*"); err != nil || len(keys) != limit {
		t.Errorf("%d rooms are open, %v; want %d", len(keys), err, limit)
	}
}

// The address with most unused rooms loses the oldest of them.
func TestAddressWithMostUnusedRoomsLosesOne(t *testing.T) {
	h := openHall(t, treestore.Config{Dir: t.TempDir()}, 8)
	var tick atomic.Int64
	start := time.Now()
	h.server.Rooms.SetNow(func() time.Time { return start.Add(time.Duration(tick.Add(1)) * time.Second) })
	honest := h.open("198.51.100.1") // the oldest of all
	one := []madeRoom{h.open("192.0.2.1"), h.open("192.0.2.1"), h.open("192.0.2.1"), h.open("192.0.2.1"), h.open("192.0.2.1")}
	two := []madeRoom{h.open("192.0.2.2"), h.open("192.0.2.2")}
	for i := range 3 {
		if h.open("198.51.100.2"); h.isOpen(one[i]) {
			t.Errorf("room %d of the address with most is still there", i)
		}
		if !h.isOpen(one[i+1]) {
			t.Errorf("room %d was closed with an older one", i+1)
		}
	}
	for _, m := range append(two, honest) {
		if !h.isOpen(m) {
			t.Error("an address with fewer rooms has lost one")
		}
	}
	records, err := h.server.Rooms.Records(context.Background())
	if err != nil || len(records) != 8 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	for _, record := range records {
		if strings.Contains(record, "192.0.2") || strings.Contains(record, "198.51") {
			t.Errorf("the record of a room has an address: %s", record)
		}
	}
}

// While all rooms are in use a new one is refused, and the error says so.
func TestRoomsInUseAreNotClosed(t *testing.T) {
	const limit = 3
	h := openHall(t, treestore.Config{Dir: t.TempDir()}, limit)
	for _, m := range h.fill(limit, limit) {
		h.join(m)
	}
	resp, b := h.try("198.51.100.1")
	webtest.CheckProblem(t, resp, b, 503, "rooms", "3 rooms are open, the limit, and all are in use; try again later")
}

// Many rooms at a time are opened at the limit: each closes one, and no more.
func TestManyOpenAtTheLimit(t *testing.T) {
	const limit, more = 20, 15
	h := openHall(t, treestore.Config{Dir: t.TempDir()}, limit)
	h.fill(limit, 5)
	var all sync.WaitGroup
	for i := range more {
		all.Go(func() {
			if resp, b := h.try(fmt.Sprintf("198.51.100.%d", i)); resp.StatusCode != 201 {
				t.Errorf("a room at the limit = %s %s", resp.Status, b)
			}
		})
	}
	all.Wait()
	if keys, err := h.server.Rooms.Keys(context.Background(), "room.*"); err != nil || len(keys) != limit {
		t.Errorf("%d rooms are open, %v; want %d", len(keys), err, limit)
	}
}

// After a restart the records say which rooms were joined, and how many there are.
func TestUnusedRoomsAreKnownAfterARestart(t *testing.T) {
	const limit = 12
	store := treestore.Config{Dir: t.TempDir()}
	h := openHall(t, store, limit)
	all := h.fill(limit, 3)
	h.join(all[0])
	presenter := dial(t, h.URL)
	presenter.send(`{"type":"lead","id":"p","key":%q}`, all[1].Key)
	presenter.until("room", nil)
	h.stored(all[0])
	h.stored(all[1])
	h.end()

	h = openHall(t, store, limit)
	for i := range 2 * limit {
		h.open(fmt.Sprintf("198.51.100.%d", i))
	}
	if !h.isOpen(all[0]) || !h.isOpen(all[1]) {
		t.Errorf("joined: %t, presented a moment ago: %t; both must be open", h.isOpen(all[0]), h.isOpen(all[1]))
	}
	if keys, err := h.server.Rooms.Keys(context.Background(), "room.*"); err != nil || len(keys) != limit {
		t.Errorf("%d rooms are open, %v; want %d", len(keys), err, limit)
	}
	// The presenter has not come back: some time later the room is unused.
	h.server.Rooms.SetNow(func() time.Time { return time.Now().Add(time.Hour) })
	for i := range 2 * limit {
		h.open(fmt.Sprintf("203.0.113.%d", i))
	}
	if !h.isOpen(all[0]) || h.isOpen(all[1]) {
		t.Errorf("joined: %t, want true; presented an hour ago: %t, want false", h.isOpen(all[0]), h.isOpen(all[1]))
	}
}

// While a presenter is connected the room stays, however long.
func TestRoomOfAConnectedPresenterStays(t *testing.T) {
	const limit = 4
	h := openHall(t, treestore.Config{Dir: t.TempDir()}, limit)
	var hours atomic.Int64
	h.server.Rooms.SetNow(func() time.Time { return time.Now().Add(time.Duration(hours.Load()) * time.Hour) })
	m := h.open("192.0.2.1")
	presenter := dial(t, h.URL)
	presenter.send(`{"type":"lead","id":"p","key":%q}`, m.Key)
	presenter.until("room", nil)
	h.stored(m)
	hours.Store(1)
	h.fill(2*limit, 2)
	if !h.isOpen(m) {
		t.Error("the room was closed while its presenter was connected")
	}
}

// Servers that share a store close no room that another one has seen in use.
func TestUnusedRoomsInACluster(t *testing.T) {
	const limit = 10
	_, url := natstest.Start(t, nil)
	one, two := openHall(t, treestore.Config{URL: url}, limit), openHall(t, treestore.Config{URL: url}, limit)
	all := one.fill(limit, 2)
	two.open("192.0.2.9") // two knows all rooms from here on, and none of them is in use
	all = slices.DeleteFunc(all, func(m madeRoom) bool { return !one.isOpen(m) })
	follower := one.join(all[0])
	presenter := dial(t, one.URL)
	presenter.send(`{"type":"lead","id":"p","key":%q}`, all[1].Key)
	presenter.until("room", nil)
	one.stored(all[0])
	one.stored(all[1])
	for i := range 2 * limit {
		two.open(fmt.Sprintf("198.51.100.%d", i))
	}
	for i, m := range all {
		if open := one.isOpen(m); open != (i < 2) {
			t.Errorf("room %d is open: %t; the first two are in use", i, open)
		}
	}
	presenter.send(`{"type":"show","id":"p","show":%s}`, fmt.Sprintf(korf6, 3))
	act(t, two.Server, all[0], "show", `{"show":`+fmt.Sprintf(korf6, 4)+`}`)
	follower.until("room", func(v message) bool { return v.number("show", "step") == 4 })
}
