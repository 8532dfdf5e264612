package socket_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"espalier/web"
	"espalier/web/app"
	"espalier/web/editor"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/socket"
	"espalier/web/webtest"
)

// FuzzSocketMessage: any input is either a valid message or rejected with a place
// and a reason.
func FuzzSocketMessage(f *testing.F) {
	for _, seed := range []string{
		webtest.RunMessage("r1", webtest.TextBody("shallow", `,"options":{"root":2},"values":{"5":[3,0.5,6]}`)),
		webtest.PageMessage("r1", webtest.Body(`"generate":`+strings.Replace(webtest.Generator, "10", "2", 1), "maxn", `,"drawn":[0,1]`)),
		webtest.RunMessage("r1", webtest.Body(`"tree":{"players":1,"root":{"value":[1]}}`, "maxn", "")),
		`{"type":"credit","id":"r1","events":10000}`, `{"type":"cancel","id":"r1"}`,
		`{"type":"open","id":"d1","saved":"abcdefghijklmnopqrstuvwxyz","view":{"folded":[1,2],"opened":[],"at":3},"quiet":true,"patches":true}`,
		`{"type":"view","id":"d1","folded":[3],"opened":[4294967295]}`, `{"type":"close","id":"d1"}`,
		`{"type":"edit","id":"d1","seq":17,"token":"t","base":3,"edit":{"op":"set","nodes":[3],"value":[1,2,3],"label":"<b>"}}`,
		`{"type":"edit","id":"d1","seq":1,"edit":{"op":"undo","revision":12}}`, `{"type":"edit","id":"d1","seq":1,"edit":{"op":"text","text":"\u00e9"}}`,
		`{"type":"details","id":"r1","from":3,"to":9}`, `{"type":"details","id":"r1","from":00003,"to":9}`, `{"type":"release","id":"\u0072"}`,
		`{"type":"run","id":"r1","tree":{]}`, `{"a":[[[`, `{"":1,"":2}`, "{\"id\":\"\xff\"}", `[]`, ``,
	} {
		f.Add([]byte(seed))
	}
	s := web.New(app.Config{})
	f.Fuzz(func(t *testing.T, text []byte) {
		kept := bytes.Clone(text)
		m, err := s.Socket.Decode(text)
		if !bytes.Equal(text, kept) {
			t.Fatal("readMessage changed the text")
		}
		switch {
		case err != nil:
		case m.Type == "run":
			_, err = run.Read(context.Background(), s.Saved(), m.Members)
		case m.Type == "edit":
			for _, member := range m.Members {
				if member.Key == "edit" {
					_, err = editor.ReadEdit(member.Raw, "edit")
				}
			}
		case !json.Valid(text):
			t.Errorf("readMessage(%q) = %+v, but this is not JSON", text, m)
		}
		if err == nil {
			if m.ID == "" || !utf8.ValidString(m.ID) || len(m.ID) > socket.MaxIDBytes {
				t.Errorf("readMessage(%q) has the id %q", text, m.ID)
			}
			return
		}
		p := problem.Of(err)
		if p.Status == 500 || p.Title == "" || p.Detail == "" || len(p.Errors) != 1 {
			t.Errorf("readMessage(%q): problem %+v of %v", text, p, err)
		}
		if b := socket.AppendError(nil, m.ID, p); !json.Valid(b) {
			t.Errorf("readMessage(%q): the answer %s is not JSON", text, b)
		}
	})
}
