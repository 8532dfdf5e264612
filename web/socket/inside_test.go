package socket

import (
	"strings"
	"testing"

	"espalier/web/app"
	"espalier/web/problem"
)

// brokenClient panics at its message.
type brokenClient struct{}

func (brokenClient) Stop()   {}
func (brokenClient) Detach() {}

// A panic ends neither the connection nor the server.
func TestPanicIsReportedToSender(t *testing.T) {
	broken := &Feature{
		Kinds:  []Kind{On("broken", Keys{}, None, func(brokenClient, *Message, *struct{}) error { panic("broken") })},
		Attach: func(*Conn) Client { return brokenClient{} },
	}
	c, out := New(app.NewCore(app.Config{}), broken).Pipe(t.Context(), 1)
	if err := c.Receive([]byte(`{"type":"broken","id":"r"}`)); err != nil {
		t.Fatal(err)
	}
	select {
	case m := <-out:
		if !strings.Contains(string(m.Data), `"type":"error","id":"r"`) {
			t.Errorf("the answer is %s, want an error of r", m.Data)
		}
	default:
		t.Error("the panic was not answered")
	}
}

// TestTypeOfSeveralFeatures: of the kinds of a type the one that takes a message gets it, and
// the keys of an error are those of all.
func TestTypeOfSeveralFeatures(t *testing.T) {
	var got string
	feature := func(name string, k Kind) *Feature {
		return &Feature{Kinds: []Kind{k}, Attach: func(*Conn) Client { return brokenClient{} }}
	}
	on := func(name string, keys ...string) Kind {
		return On("open", Keys{Needed: keys}, func(*struct{}, problem.Member) error { return nil },
			func(brokenClient, *Message, *struct{}) error { got = name; return nil })
	}
	h := New(app.NewCore(app.Config{}), feature("tree", on("tree", "saved")),
		feature("room", For(on("room", "scenes"), func(_ brokenClient, m *Message) bool { return m.Has("scenes") })))
	c, _ := h.Pipe(t.Context(), 1)
	for i, text := range []string{`{"type":"open","id":"a","saved":1}`, `{"type":"open","id":"a","scenes":1}`} {
		want := []string{"tree", "room"}[i]
		if err := c.Receive([]byte(text)); err != nil || got != want {
			t.Errorf("%s goes to %s, want %s (%v)", text, got, want, err)
		}
		if n := len(c.attachedClients()); n != i+1 {
			t.Errorf("after %s %d features keep something of the connection, want those that got a message", text, n)
		}
	}
	err := c.Receive([]byte(`{"type":"open","id":"a","saved":1,"other":1}`))
	if err == nil || !strings.Contains(err.Error(), "there are type, id, saved, scenes") {
		t.Errorf("an unknown key: %v", err)
	}
}
