package classpage_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"slices"
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

const deal = `"game":{"id":"sergeant-major","hands":["KS TD 3D","JH KC 6D","QS KH 7C"]},"algorithm":"speculative","options":{"depth":5}`

// The pages draw the tree of a game, and its position, also where the room's search does
// not build the tree: both searches have the same steps.
func TestRoomOfAGameIsDrawn(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	var steps [2][]string
	for i, more := range []string{"", `,"expand":5`} {
		_, text := post(t, ts.URL+"/api/v1/trace", "{"+deal+more+"}")
		for line := range strings.Lines(text) {
			steps[i] = append(steps[i], strings.Split(line, `"type":`)[1][:7])
		}
	}
	if !slices.Equal(steps[0], steps[1]) || len(steps[0]) < 30 {
		t.Fatalf("the steps differ: %d and %d", len(steps[0]), len(steps[1]))
	}
	for _, more := range []string{"", `,"expand":5`} {
		status, text := post(t, ts.URL+"/api/v1/rooms", `{"show":{`+deal+more+`,"step":7}}`)
		var room struct{ Code, Key string }
		if err := json.Unmarshal([]byte(text), &room); err != nil || status != http.StatusCreated {
			t.Fatalf("%d %s", status, text)
		}
		jar, _ := cookiejar.New(nil)
		client := &http.Client{Jar: jar}
		for _, address := range []string{"/c/" + room.Code, "/present/" + room.Key} {
			r, err := client.Get(ts.URL + address)
			if err != nil {
				t.Fatal(err)
			}
			page, err := io.ReadAll(r.Body)
			r.Body.Close()
			if err != nil || r.StatusCode != http.StatusOK {
				t.Fatalf("%s: %d %v", address, r.StatusCode, err)
			}
			wants := []string{"<h1>Sergeant Major</h1>", fmt.Sprintf("step 7 of %d", len(steps[0])-1), `id="at-work"`, "playing-card", "expand&#34;:5", "games/watch"}
			if strings.HasPrefix(address, "/present") && more == "" {
				wants = append(wants, `data-expand="5"`)
			}
			for _, want := range wants {
				if !strings.Contains(string(page), want) {
					t.Errorf("the page %s of a room with %q has no %s", address[:9], more, want)
				}
			}
		}
	}
	r, text := webtest.Post(t, ts.URL+"/api/v1/rooms", `{"show":{"game":{"id":"sergeant-major","seed":1},"expand":12,"algorithm":"maxn","options":{"depth":12}}}`)
	webtest.CheckProblem(t, r, text, http.StatusRequestEntityTooLarge, "show.expand", "20,000")
	status, created := post(t, ts.URL+"/api/v1/rooms", `{"show":{"game":{"id":"othello"},"algorithm":"maxn","options":{"depth":7}}}`)
	var room struct{ Code string }
	if err := json.Unmarshal([]byte(created), &room); err != nil || status != http.StatusCreated {
		t.Fatalf("%d %s", status, created)
	}
	if r, page := webtest.Get(t, ts.URL+"/c/"+room.Code); r.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(string(page), "too large to be drawn") {
		t.Errorf("a game whose tree is too large: %d", r.StatusCode)
	}
}
