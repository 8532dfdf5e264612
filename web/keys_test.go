package web_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"path"
	"regexp"
	"strings"
	"testing"

	"espalier/web/webtest"
)

var (
	listedKey  = regexp.MustCompile(`<kbd data-act="([^"]+)"([^>]*)>([^<]+)`)
	titledKeys = regexp.MustCompile(`aria-keyshortcuts="[^"]*" title="[^"]*\(([^"]+)\)"`)
	framesKey  = regexp.MustCompile(`<button[^>]* id="site-search"[^>]* aria-keyshortcuts="([^"]*)"`)
	scriptTag  = regexp.MustCompile(`<script type="module" src="([^"]+)"`)
	importOf   = regexp.MustCompile(`(?:\bfrom|\bimport\(?)\s*"(\.[^"]+)"`)
)

// scriptsOf returns the text of the modules of a page, with all that they import.
func scriptsOf(t *testing.T, server, page string) string {
	t.Helper()
	var text strings.Builder
	read := map[string]bool{}
	var load func(address string)
	load = func(address string) {
		if read[address] {
			return
		}
		read[address] = true
		_, b := webtest.Get(t, server+address)
		text.Write(b)
		for _, m := range importOf.FindAllSubmatch(b, -1) {
			load(path.Join(path.Dir(address), string(m[1])))
		}
	}
	for _, m := range scriptTag.FindAllStringSubmatch(page, -1) {
		load(m[1])
	}
	return text.String()
}

// TestKeysAreTheHelps: a page that plays has scripts with an action for each key in its help. No key is for two actions at
// the same place, and no button names another key.
func TestKeysAreTheHelps(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	made, body := webtest.Post(t, ts.URL+"/api/v1/rooms", `{"show":{"figure":"k1991-fig6","algorithm":"deep","step":3}}`)
	var room struct{ Code, Present string }
	if err := json.Unmarshal(body, &room); err != nil || made.StatusCode != http.StatusCreated {
		t.Fatalf("%s %s", made.Status, body)
	}
	jar, _ := cookiejar.New(nil)
	presenter := &http.Client{Jar: jar}
	get := func(address string) string {
		r, err := presenter.Get(ts.URL + address)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		b, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s, %v", address, r.Status, err)
		}
		return string(b)
	}
	for _, address := range []string{room.Present, "/c/" + room.Code, "/figures/k1991-fig6?algorithm=deep", "/lockstep?figure=k1991-fig6&a=shallow&b=deep", "/games/sergeant-major/search?algorithm=shallow&depth=9", "/embed?figure=k1991-fig6&algorithm=deep", "/learn/paranoid"} {
		page := get(address)
		scripts := scriptsOf(t, ts.URL, page)
		listed, places := map[string]bool{}, map[string]string{}
		for _, m := range listedKey.FindAllStringSubmatch(page, -1) {
			act, place, key := m[1], m[2], m[3]
			listed[key] = true
			if other := places[key+place]; other != "" {
				t.Errorf("%s: the help has %s for %s and for %s", address, key, other, act)
			}
			places[key+place] = act
			if keys := framesKey.FindStringSubmatch(page); act == "site-search" && keys != nil && strings.Contains(" "+strings.ReplaceAll(keys[1], "Control", "Ctrl")+" ", " "+key+" ") {
				continue // the script of the frame reads it from the button
			}
			if !regexp.MustCompile(`(?m)(^|[{,\s"])` + act + `"?\s*:|\.includes\("` + act + `"\)`).MatchString(scripts) {
				t.Errorf("%s: the help has %s for %s, and no script of the page does that", address, key, act)
			}
		}
		if len(listed) < 10 {
			t.Errorf("%s lists %d keys", address, len(listed))
		}
		for _, m := range titledKeys.FindAllStringSubmatch(page, -1) {
			for key := range strings.SplitSeq(m[1], ", ") {
				if !listed[key] {
					t.Errorf("%s: a button has the key %s, and the help does not", address, key)
				}
			}
		}
	}
}
