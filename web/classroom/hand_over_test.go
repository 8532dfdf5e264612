package classroom_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"
	"time"

	"espalier/web/webtest"
)

// Another device leads a room by a link that a presenter has made, for some minutes. The
// link does not hold the key.
func TestHandOver(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	now := time.Now()
	s.Rooms.SetNow(func() time.Time { return now })
	m := makeRoom(t, ts, fmt.Sprintf(korf6, 0))
	if r, text := webtest.Post(t, ts.URL+"/api/v1/rooms/"+m.Code+"/hand-over", ""); r.StatusCode != http.StatusNotFound {
		t.Errorf("without the key: %s %s", r.Status, text)
	}
	made, text := webtest.Post(t, ts.URL+m.path("/hand-over"), "")
	var pass struct {
		Present, Address, QR string
		Until                int64
	}
	if err := json.Unmarshal(text, &pass); err != nil || made.StatusCode != http.StatusOK {
		t.Fatalf("%s %s", made.Status, text)
	}
	if strings.Contains(strings.ToLower(string(text)), m.Key[8:]) || pass.Address != ts.URL+pass.Present || !strings.HasPrefix(pass.QR, "<svg") || pass.Until <= now.UnixMilli() {
		t.Errorf("the link is %s", text)
	}
	follow := func(path string) int {
		jar, _ := cookiejar.New(nil)
		r, err := (&http.Client{Jar: jar}).Get(ts.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if r.StatusCode == http.StatusOK && r.Request.URL.Path != "/present/"+m.Code {
			t.Errorf("the link leads to %s", r.Request.URL)
		}
		return r.StatusCode
	}
	for range 2 { // a messenger may look at a link before the person does
		if status := follow(pass.Present); status != http.StatusOK {
			t.Errorf("the link: %d", status)
		}
	}
	changed := []byte(pass.Present)
	changed[len(changed)-5] ^= 1
	if status := follow(string(changed)); status != http.StatusNotFound {
		t.Errorf("a link that was changed: %d", status)
	}
	now = time.UnixMilli(pass.Until).Add(time.Millisecond)
	if status := follow(pass.Present); status != http.StatusNotFound {
		t.Errorf("the link after its time: %d", status)
	}
}
