package classpage_test

import (
	"encoding/json"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"

	"espalier/web/webtest"
)

// openRoom opens a room that shows Korf's Fig. 6 at a step, and returns its code and key.
func openRoom(t *testing.T, base string) (code, key string) {
	t.Helper()
	status, text := post(t, base+"/api/v1/rooms", `{"show":{"figure":"k1991-fig6","algorithm":"deep","step":11}}`)
	var room struct{ Code, Key string }
	if err := json.Unmarshal([]byte(text), &room); err != nil || status != http.StatusCreated {
		t.Fatalf("%d %s", status, text)
	}
	return room.Code, room.Key
}

func post(t *testing.T, address, body string) (int, string) {
	t.Helper()
	r, text := webtest.Post(t, address, body)
	return r.StatusCode, string(text)
}

// The page of a follower has nothing that comes after the step of an open question.
func TestFollowersPageHidesWhatFollows(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	code, key := openRoom(t, ts.URL)
	page := func() string {
		r, text := webtest.Get(t, ts.URL+"/c/"+code)
		if r.StatusCode != http.StatusOK || r.Header.Get("Referrer-Policy") != "no-referrer" || r.Header.Get("Cache-Control") != "private, no-store" {
			t.Fatalf("%d %v", r.StatusCode, r.Header)
		}
		if strings.Contains(strings.ToLower(string(text)), key) {
			t.Error("the page has the presenter's key")
		}
		return string(text)
	}
	if text := page(); !strings.Contains(text, "step 11 of 22") || strings.Contains(text, "data-until") {
		t.Error("without a question the page has not all steps")
	}
	act := func(action, body string) {
		if status, text := post(t, ts.URL+"/api/v1/rooms/"+key+"/"+action, body); status != http.StatusOK {
			t.Fatalf("%s: %d %s", action, status, text)
		}
	}
	act("ask", `{"question":{"kind":"cut","node":3}}`)
	act("show", `{"show":{"figure":"k1991-fig6","algorithm":"deep","step":20}}`)
	text := page()
	for _, want := range []string{"step 11 of 11", `data-until="11"`, `max="11"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	for _, tells := range []string{" of 22", `id="verdict"`, `class="story"`, `class="cut"`, "correct", "/figures/k1991-fig6"} {
		if strings.Contains(text, tells) {
			t.Errorf("the page has %s", tells)
		}
	}
	act("reveal", "{}")
	if text := page(); !strings.Contains(text, "step 20 of 22") {
		t.Error("after the answer the page has not all steps")
	}
	// The step of a question about a cut is that cut, whose reason is the answer.
	act("ask", `{"question":{"kind":"terms","step":12}}`)
	if text := page(); !strings.Contains(text, "step 11 of 11") {
		t.Error("the page shows the cut whose reason is asked for")
	}
}

// The presenter's page opens with the cookie alone, which the address with the key sets.
func TestPresentersPageNeedsItsCookie(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	code, key := openRoom(t, ts.URL)
	if r, _ := webtest.Get(t, ts.URL+"/present/"+code); r.StatusCode != http.StatusNotFound {
		t.Errorf("without the cookie: %d", r.StatusCode)
	}
	jar, _ := cookiejar.New(nil)
	client := &http.Client{Jar: jar}
	r, err := client.Get(ts.URL + "/present/" + key)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK || r.Request.URL.Path != "/present/"+code {
		t.Errorf("%d at %s", r.StatusCode, r.Request.URL)
	}
	other, _ := openRoom(t, ts.URL)
	r, err = client.Get(ts.URL + "/present/" + other)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusNotFound {
		t.Errorf("with the cookie of another room: %d", r.StatusCode)
	}
}
