package assign_test

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"espalier/web"
	"espalier/web/app"
	"espalier/web/cluster/natstest"
	"espalier/web/treestore"
	"espalier/web/webtest"
)

// serveOn starts an Espalier on a NATS server.
func serveOn(t *testing.T, url string) *httptest.Server {
	t.Helper()
	library, err := treestore.Open(treestore.Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	s := web.New(app.Config{Library: library})
	ts := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Shutdown(t.Context())
		ts.CloseClientConnections()
		ts.Close()
		library.Close()
	})
	return ts
}

// Two Espaliers on one NATS server have the same assignment: a student answers at either, and
// the results that are watched at the one have what is answered at the other.
func TestTwoServers(t *testing.T) {
	_, url := natstest.Start(t, nil)
	one := assigned(t, serveOn(t, url), `{"lesson":"deep-fails"}`)
	two := &class{t: t, ts: serveOn(t, url), made: one.made}
	p := webtest.Dial(t, one.ts)
	p.Send(`{"type":"results","id":"r","key":%q}`, one.Key)
	// wait reads until the results are as they are to be.
	wait := func(until func(r *results) bool) {
		t.Helper()
		for {
			_, text, err := p.WS.ReadMessage()
			if err != nil {
				t.Fatal(err)
			}
			var r results
			if err := json.Unmarshal(text, &r); err != nil || r.Type == "error" {
				t.Fatalf("%v: %s", err, text)
			}
			if until(&r) {
				return
			}
		}
	}
	wait(func(r *results) bool { return len(r.Students) == 0 })
	token := two.student("Ada")
	two.answer(token, 0, `0`)
	wait(func(r *results) bool { return len(r.Students) == 1 && r.Students[0].Items[0].Tries == 1 })
	one.answer(token, 0, `0`)
	if v := two.view(token); v.Items[0].Tries != 2 {
		t.Errorf("the other server has %+v", v.Items[0])
	}
	wait(func(r *results) bool { return r.Students[0].Items[0].Tries == 2 })

	// What the teacher changes at the one, the other follows.
	two.want(200, "PUT", two.byKey(""), "", `{"title":"Other"}`, nil)
	for {
		_, text, err := p.WS.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), `"title":"Other"`) {
			break
		}
	}
	two.want(204, "DELETE", two.byKey(""), "", "", nil)
	for {
		_, text, err := p.WS.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), `"error"`) {
			break
		}
	}
	one.want(404, "GET", one.byKey("/results"), "", "", nil)
}
