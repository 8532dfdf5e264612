package desk_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"espalier/web/desk"
	"espalier/web/store/key"
	"espalier/web/webtest"
)

// A seen is a desk as clients get it.
type seen struct {
	Revision int
	Link     string
	Things   []struct {
		Kind, ID, Key, Title, Folder, State, Why string
		Added, Until                             int64
		Students                                 *int
		Links                                    []struct{ Rel, Label, Path string }
	}
}

func (d *seen) ids() (list []string) {
	for _, one := range d.Things {
		list = append(list, one.ID)
	}
	return list
}

// ask sends a request, and wants a status.
func ask(t *testing.T, ts *httptest.Server, method, path, body string, status int, into any) string {
	t.Helper()
	resp, b := webtest.Send(t, method, ts.URL+path, body, "Content-Type", "application/json")
	if resp.StatusCode != status {
		t.Fatalf("%s %s = %s %s, want %d", method, path, resp.Status, b, status)
	}
	if into != nil {
		if err := json.Unmarshal(b, into); err != nil {
			t.Fatalf("%s %s: %v: %s", method, path, err, b)
		}
	}
	return string(b)
}

// newDesk makes a desk, and returns its path in the API.
func newDesk(t *testing.T, ts *httptest.Server) (k, path string) {
	t.Helper()
	var made struct{ Key, Link string }
	ask(t, ts, "POST", "/api/v1/desks", "", 201, &made)
	if made.Link != "/desk/"+made.Key {
		t.Errorf("the link is %s", made.Link)
	}
	return made.Key, "/api/v1/desks/" + made.Key
}

const show = `{"figure":"k1991-fig6","algorithm":"deep","step":11}`

// A made is the answer with a key of a new thing.
type made struct{ ID, Key, Code string }

// things makes a thing of each kind.
func things(t *testing.T, ts *httptest.Server) map[string]made {
	t.Helper()
	all := map[string]made{}
	for kind, request := range map[string][2]string{
		"lesson":     {"/api/v1/lessons", `{"title":"Bounds","scenes":[{"show":` + show + `,"question":{"kind":"pick","text":"Which?"}}]}`},
		"room":       {"/api/v1/rooms", `{"show":` + show + `}`},
		"assignment": {"/api/v1/assignments", `{"title":"Week 3","lesson":"deep-fails"}`},
		"task":       {"/api/v1/tasks", `{"title":"Max^n","algorithm":"maxn","trees":[{"figure":"k1991-fig6"}]}`},
		"tree":       {"/api/v1/trees", `{"text":"players 3 maxsum 9 1[ (1,2,3) (3,2,1) ]"}`},
		"trace":      {"/api/v1/traces", "{\"title\":\"Mine\"}\n{\"type\":\"enter\"}\n{\"type\":\"leaf\",\"value\":1}\n{\"type\":\"exit\",\"value\":1}\n"},
	} {
		var m made
		ask(t, ts, "POST", request[0], request[1], 201, &m)
		all[kind] = m
	}
	return all
}

func TestDeskListsThings(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	_, path := newDesk(t, ts)
	all := things(t, ts)
	var add []string
	kinds := []string{"assignment", "task", "lesson", "room", "tree", "trace"}
	for _, kind := range kinds {
		add = append(add, fmt.Sprintf(`{"kind":%q,"key":%q,"title":"as it was"}`, kind, all[kind].Key))
	}
	var put struct{ Revision, Things int }
	ask(t, ts, "PUT", path+"/things", `{"add":[`+strings.Join(add, ",")+`]}`, 200, &put)
	if put.Revision != 2 || put.Things != len(kinds) {
		t.Errorf("PUT = %+v", put)
	}
	ask(t, ts, "POST", "/api/v1/assignments/"+all["assignment"].ID+"/students", `{}`, 201, nil)
	ask(t, ts, "PUT", "/api/v1/assignments/"+all["assignment"].Key, `{"closes":1}`, 200, nil)
	var d seen
	doc := webtest.Description(t)
	body := ask(t, ts, "GET", path, "", 200, &d)
	var v any
	numbers := json.NewDecoder(strings.NewReader(body))
	numbers.UseNumber()
	if err := numbers.Decode(&v); err != nil {
		t.Fatal(err)
	}
	if err := webtest.Conforms(doc, webtest.At(doc, "components", "schemas", "Desk"), v, ""); err != nil {
		t.Error(err)
	}
	cookies, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := http.Client{Jar: cookies}
	want := map[string]string{"assignment": "Week 3 closed 1", "task": "Max^n open 0", "lesson": "Bounds open", "room": "as it was open 0", "tree": "as it was open", "trace": "Mine open"}
	for n, one := range d.Things {
		kind := kinds[n]
		got := one.Title + " " + one.State
		if one.Students != nil {
			got += fmt.Sprint(" ", *one.Students)
		}
		if one.Kind != kind || got != want[kind] || one.Key != all[kind].Key || one.ID != all[kind].ID+all[kind].Code || one.Added == 0 {
			t.Errorf("%s is %+v, %q, want %q", kind, one, got, want[kind])
		}
		for _, l := range one.Links {
			resp, err := browser.Get(ts.URL + l.Path)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if resp.StatusCode != 200 || l.Label == "" || l.Rel == "" {
				t.Errorf("%s: %+v = %s", kind, l, resp.Status)
			}
		}
		if len(one.Links) == 0 {
			t.Errorf("%s has no address", kind)
		}
	}
	if len(d.Things) != len(kinds) {
		t.Errorf("the desk has %d things", len(d.Things))
	}
}

// What is gone, and what has a wrong key, is listed.
func TestDeskListsWhatIsGone(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	_, path := newDesk(t, ts)
	all := things(t, ts)
	wrongRoom := strings.ToLower(all["room"].Code) + strings.Repeat("2", len(all["room"].Key)-len(all["room"].Code))
	ask(t, ts, "PUT", path+"/things", fmt.Sprintf(`{"add":[{"kind":"lesson","key":%q},{"kind":"tree","key":%q,"title":"Nothing"},{"kind":"room","key":%q,"title":"Of others"},{"kind":"trace","key":"no key"}]}`, all["lesson"].Key, key.New(), wrongRoom), 200, nil)
	var d seen
	ask(t, ts, "GET", path, "", 200, &d)
	ask(t, ts, "DELETE", "/api/v1/lessons/"+all["lesson"].Key, "", 204, nil)
	ask(t, ts, "GET", path, "", 200, &d)
	if one := d.Things[0]; one.State != "deleted" || one.Title != "Bounds" || one.Until == 0 || len(one.Links) != 1 {
		t.Errorf("a deleted lesson is %+v", one)
	} else {
		ask(t, ts, "POST", one.Links[0].Path, "{}", 200, nil)
		if ask(t, ts, "GET", path, "", 200, &d); d.Things[0].State != "open" {
			t.Errorf("the restored lesson is %+v", d.Things[0])
		}
	}
	ask(t, ts, "PUT", path+"/things", fmt.Sprintf(`{"remove":[%q]}`, d.Things[0].ID), 200, nil)
	ask(t, ts, "PUT", path+"/things", fmt.Sprintf(`{"add":[{"kind":"lesson","key":%q,"title":"Bounds"}]}`, key.New()), 200, nil)
	ask(t, ts, "GET", path, "", 200, &d)
	for n, want := range []string{"Nothing gone", "Of others gone", " wrong", "Bounds gone"} {
		if one := d.Things[n]; one.Title+" "+one.State != want || one.Why == "" || len(one.Links) > 0 {
			t.Errorf("thing %d is %+v, want %s", n, one, want)
		}
	}
	// The right key takes the place of the wrong one.
	ask(t, ts, "PUT", path+"/things", fmt.Sprintf(`{"add":[{"kind":"room","key":%q}]}`, all["room"].Key), 200, nil)
	if ask(t, ts, "GET", path, "", 200, &d); len(d.Things) != 4 || d.Things[1].State != "open" {
		t.Errorf("the room is %+v", d.Things[1])
	}
}

func TestDeskChanges(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	_, path := newDesk(t, ts)
	keys := []key.Key{key.New(), key.New(), key.New()}
	a, b, c := string(keys[0].ID()), string(keys[1].ID()), string(keys[2].ID())
	for _, k := range keys {
		ask(t, ts, "PUT", path+"/things", fmt.Sprintf(`{"add":[{"kind":"tree","key":%q}]}`, k), 200, nil)
	}
	var d seen
	for _, step := range []struct {
		body string
		want []string
	}{
		{fmt.Sprintf(`{"order":[%q,%q]}`, c, a), []string{c, a, b}},
		{fmt.Sprintf(`{"add":[{"kind":"tree","key":%q}]}`, keys[1]), []string{c, a, b}},
		{fmt.Sprintf(`{"folders":{%q:"Monday"}}`, a), []string{c, a, b}},
		{fmt.Sprintf(`{"remove":[%q,"nothing"],"order":[%q]}`, c, b), []string{b, a}},
	} {
		ask(t, ts, "PUT", path+"/things", step.body, 200, nil)
		if ask(t, ts, "GET", path, "", 200, &d); !slices.Equal(d.ids(), step.want) {
			t.Errorf("after %s the things are %v, want %v", step.body, d.ids(), step.want)
		}
	}
	if d.Things[1].Folder != "Monday" || d.Things[0].Folder != "" {
		t.Errorf("the folders are %q and %q", d.Things[1].Folder, d.Things[0].Folder)
	}
	ask(t, ts, "PUT", path+"/things", fmt.Sprintf(`{"folders":{%q:null}}`, a), 200, nil)
	if ask(t, ts, "GET", path, "", 200, &d); d.Things[1].Folder != "" {
		t.Errorf("the folder is %q", d.Things[1].Folder)
	}
	full := strings.TrimSuffix(strings.Repeat(`{"kind":"tree","key":"x"},`, desk.MaxThings+1), ",")
	for body, says := range map[string]string{
		`{}`:                                 "the keys are add, remove, folders and order",
		`{"sort":[]}`:                        "sort",
		`{"add":[{"key":"x"}]}`:              "add[0].kind: the kind is missing; it is one of assignment, task, lesson, room, tree, trace",
		`{"add":[{"kind":"cat","key":"x"}]}`: `there is no kind \"cat\"; the kinds are assignment`,
		`{"add":[{"kind":"tree"}]}`:          "add[0].key: the key is missing",
		`{"add":[{"kind":"tree","key":""}]}`: "a key has 1 to 64 bytes",
		`{"add":[` + full + `]}`:             "the maximum is",
		`{"order":["nothing"]}`:              `order[0]: there is no thing \"nothing\" on this desk`,
		`{"folders":{"nothing":"Monday"}}`:   "folders.nothing",
		`{"folders":{"` + a + `":"` + strings.Repeat("f", desk.MaxFolder+1) + `"}}`:                  "characters; the maximum is",
		`{"add":[{"kind":"tree","key":"x","title":"` + strings.Repeat("t", desk.MaxTitle+1) + `"}]}`: "add[0].title",
	} {
		status := 422
		if strings.Contains(says, "the maximum is") || strings.Contains(says, "has 1 to") || says == "add[0].title" {
			status = 413
		}
		if b := ask(t, ts, "PUT", path+"/things", body, status, nil); !strings.Contains(b, says) {
			t.Errorf("%.80s is answered with %s, want %s", body, b, says)
		}
	}
}

// A desk takes MaxThings and no more; from a full one things can be removed.
func TestDeskIsBounded(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	_, path := newDesk(t, ts)
	var add []string
	for range desk.MaxThings {
		add = append(add, fmt.Sprintf(`{"kind":"tree","key":%q}`, key.New()))
	}
	ask(t, ts, "PUT", path+"/things", `{"add":[`+strings.Join(add, ",")+`]}`, 200, nil)
	one := fmt.Sprintf(`{"kind":"tree","key":%q}`, key.New())
	if b := ask(t, ts, "PUT", path+"/things", `{"add":[`+one+`]}`, 413, nil); !strings.Contains(b, "remove some first") {
		t.Errorf("a full desk answers %s", b)
	}
	var d seen
	ask(t, ts, "GET", path, "", 200, &d)
	ask(t, ts, "PUT", path+"/things", fmt.Sprintf(`{"remove":[%q],"add":[%s]}`, d.Things[0].ID, one), 200, nil)
}

func TestRenewedDesk(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	old, path := newDesk(t, ts)
	thing := key.New()
	ask(t, ts, "PUT", path+"/things", fmt.Sprintf(`{"add":[{"kind":"tree","key":%q,"folder":"Monday"}]}`, thing), 200, nil)
	var next struct{ Key, Link string }
	ask(t, ts, "POST", path+"/renew", "", 201, &next)
	if next.Key == old || next.Link != "/desk/"+next.Key {
		t.Errorf("the new key and link are %+v", next)
	}
	var d seen
	if ask(t, ts, "GET", "/api/v1/desks/"+next.Key, "", 200, &d); len(d.Things) != 1 || d.Things[0].Key != string(thing) || d.Things[0].Folder != "Monday" {
		t.Errorf("the renewed desk has %+v", d.Things)
	}
	for _, request := range [][2]string{{"GET", path}, {"PUT", path + "/things"}, {"POST", path + "/renew"}, {"GET", path + "/qr.svg"}} {
		if b := ask(t, ts, request[0], request[1], `{"remove":["x"]}`, 404, nil); !strings.Contains(b, "a newer link has replaced it") {
			t.Errorf("%s is answered with %s", request[1], b)
		}
	}
	resp, b := webtest.Get(t, ts.URL+"/desk/"+old)
	if resp.StatusCode != 404 || !strings.Contains(string(b), "If the desk got a new link, use that one") {
		t.Errorf("the old link is answered with %s %s", resp.Status, b)
	}
}

// The link gives the browser the key, and leads to an address without it.
func TestLinkOfDesk(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	k, path := newDesk(t, ts)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("GET", "/desk/"+k, nil))
	cookie := w.Header().Get("Set-Cookie")
	if w.Code != 303 || w.Header().Get("Location") != "/teach" || !strings.Contains(cookie, k) || !strings.Contains(cookie, "Max-Age=60") || !strings.Contains(cookie, "SameSite=Strict") {
		t.Errorf("the link is answered with %d %v", w.Code, w.Header())
	}
	if b := ask(t, ts, "GET", path+"/qr.svg", "", 200, nil); !strings.HasPrefix(b, "<svg") || strings.Contains(b, k) {
		t.Errorf("the QR code is %.100s", b)
	}
	for _, wrong := range []string{string(key.New()), string(key.Key(k).ID()), k[:20]} {
		ask(t, ts, "GET", "/api/v1/desks/"+wrong, "", 404, nil)
	}
}

// Neither the key of a desk nor what is on it can be found in the files of the store.
func TestStoreAloneOpensNothing(t *testing.T) {
	dir := t.TempDir()
	s, ts, end := webtest.ServeWithStoreIn(t, dir)
	k, path := newDesk(t, ts)
	thing := key.New()
	ask(t, ts, "PUT", path+"/things", fmt.Sprintf(`{"add":[{"kind":"tree","key":%q,"title":"Very special title","folder":"Very special folder"}]}`, thing), 200, nil)
	value, _, err := s.ReadValue(context.Background(), "desk."+string(key.Key(k).ID()))
	if err != nil {
		t.Fatal(err)
	}
	other, _ := newDesk(t, ts)
	// The content of one desk opens with no other key, also in the place of the other desk.
	_, sequence, err := s.ReadValue(context.Background(), "desk."+string(key.Key(other).ID()))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.UpdateValue(context.Background(), "desk."+string(key.Key(other).ID()), value, sequence, ""); err != nil {
		t.Fatal(err)
	}
	if b := ask(t, ts, "GET", "/api/v1/desks/"+other, "", 500, nil); strings.Contains(b, "special") {
		t.Errorf("another key opens the content: %s", b)
	}
	end()
	ids := 0
	err = filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(name)
		text := string(b)
		for _, secret := range []string{k, string(thing), string(thing.ID()), "Very special"} {
			if strings.Contains(text, secret) {
				t.Errorf("%s has %s", name, secret)
			}
		}
		if strings.Contains(text, string(key.Key(k).ID())) {
			ids++
		}
		return err
	})
	if err != nil || ids == 0 {
		t.Errorf("%d files have the id of the desk, %v", ids, err)
	}
}

// Changes of two machines at the same time are both made.
func TestDeskOfTwoMachines(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	_, path := newDesk(t, ts)
	const machines, each = 2, 5
	done := make(chan error, machines)
	for range machines {
		go func() {
			var err error
			for range each {
				resp, b := webtest.Send(t, "PUT", ts.URL+path+"/things", fmt.Sprintf(`{"add":[{"kind":"tree","key":%q}]}`, key.New()), "Content-Type", "application/json")
				if resp.StatusCode != 200 {
					err = fmt.Errorf("%s %s", resp.Status, b)
				}
			}
			done <- err
		}()
	}
	for range machines {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	var d seen
	if ask(t, ts, "GET", path, "", 200, &d); len(d.Things) != machines*each {
		t.Errorf("%d things are on the desk", len(d.Things))
	}
}
