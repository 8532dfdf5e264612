package classroom_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"espalier/web/webtest"
)

// TestStoredRoomsStayReadable opens rooms as an earlier version stored them: what they show
// and ask is the same, and their pages are drawn.
func TestStoredRoomsStayReadable(t *testing.T) {
	file, err := os.Open("testdata/stored-rooms.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	s, ts := webtest.ServeWithStore(t)
	s.Rooms.SetNow(func() time.Time { return time.Date(2026, 11, 25, 12, 0, 1, 0, time.UTC) })
	rooms := 0
	for lines := bufio.NewScanner(file); lines.Scan(); rooms++ {
		var r struct {
			Show, Code string
			Stored     map[string]json.RawMessage
			Sent       struct {
				Show, Question json.RawMessage
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		for key, value := range r.Stored {
			if err := s.Rooms.Put(t.Context(), key, value); err != nil {
				t.Fatal(err)
			}
		}
		resp, b := webtest.Get(t, ts.URL+"/api/v1/rooms/"+r.Code)
		var now struct {
			Show, Question json.RawMessage
		}
		if err := json.Unmarshal(b, &now); err != nil || resp.StatusCode != http.StatusOK {
			t.Errorf("the room with %s = %d %s", r.Show, resp.StatusCode, b)
			continue
		}
		if string(now.Show) != string(r.Sent.Show) || string(now.Question) != string(r.Sent.Question) {
			t.Errorf("the room with %s shows %s and asks %s,\nwant %s and %s", r.Show, now.Show, now.Question, r.Sent.Show, r.Sent.Question)
		}
		if resp, b := webtest.Get(t, ts.URL+"/c/"+r.Code); resp.StatusCode != http.StatusOK || !strings.Contains(string(b), `id="n0"`) {
			t.Errorf("the page of the room with %s = %d, and has no tree", r.Show, resp.StatusCode)
		}
	}
	if rooms != 5 {
		t.Errorf("%d rooms were read, want 5", rooms)
	}
}
