package stream

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"espalier/trees"
	"espalier/web/app"
	"espalier/web/draw"
	"espalier/web/treestore"
)

func TestFailedComparisonIsRetriedByNextClient(t *testing.T) {
	core := app.NewCore(app.Config{})
	in := &editSession{}
	panicked := make(chan any, 1)
	func() {
		defer func() { panicked <- recover() }()
		in.comparison(context.Background(), core, &treestore.Saved{Revision: treestore.Revision{Number: 1}})
	}()
	if <-panicked == nil {
		t.Fatal("a revision without a draft is compared")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if in.comparison(ctx, core, &treestore.Saved{Revision: treestore.Revision{Number: 1}, Draft: trees.EmptyDraft()}) == nil {
		t.Error("after a panic the revision is not compared any more")
	}
}

func TestReadDraftMessages(t *testing.T) {
	m, err := readMessage([]byte(`{"type":"open","id":"d1","saved":"abc","view":{"folded":[3,4],"opened":[]},"quiet":true}`))
	if err != nil || m.Saved != "abc" || !m.Quiet || !slices.Equal(m.View.Folded, []trees.ID{3, 4}) {
		t.Errorf("open = %+v, %v", m, err)
	}
	m, err = readMessage([]byte(`{"type":"edit","id":"d1","seq":17,"token":"t","base":12,"edit":{"op":"undo","revision":3}}`))
	if err != nil || m.Seq != 17 || m.Token != "t" || m.Base != 12 || string(m.Edit) != `{"op":"undo","revision":3}` {
		t.Errorf("edit = %+v, %v", m, err)
	}
	for text, words := range map[string]string{
		`{"type":"open","id":"d1"}`:                                                                      "saved: the key is missing",
		`{"type":"open","id":"d1","saved":"a","view":{"fold":[]}}`:                                       `view.fold: there is no key "fold"`,
		`{"type":"open","id":"d1","saved":7}`:                                                            "saved: this is a number",
		`{"type":"view","id":"d1","folded":[]}`:                                                          "opened: the key is missing",
		`{"type":"view","id":"d1","folded":[0],"opened":[]}`:                                             "folded[0]: 0 is out of range",
		`{"type":"view","id":"d1","folded":[1.5],"opened":[]}`:                                           "folded[0]: 1.5 is not a whole number",
		`{"type":"edit","id":"d1","edit":{}}`:                                                            "seq: the key is missing",
		`{"type":"edit","id":"d1","seq":1,"token":"","edit":{}}`:                                         "token: a token has 1 to 64 bytes",
		`{"type":"edit","id":"d1","seq":1,"edit":{},"events":4}`:                                         `there is no key "events" here`,
		`{"type":"close"}`:                                                                               "id: the id of the run, the draft or the room is missing",
		`{"type":"view","id":"d1","opened":[],"folded":[1` + strings.Repeat(",1", draw.MaxFolded) + `]}`: "at most 10000",
	} {
		if _, err := readMessage([]byte(text)); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("readMessage(%.80s) = %v, want %q in it", text, err, words)
		}
	}
}

// A page that is left is no error of the server, wherever its run is then.
func TestRunOfAClientThatIsGoneIsNoError(t *testing.T) {
	var log bytes.Buffer
	c := &conn{s: New(app.NewCore(app.Config{Log: slog.New(slog.NewTextHandler(&log, nil))})), runs: map[string]*searchRun{}, out: make(chan outMessage, 1)}
	c.ctx, c.cancel = context.WithCancelCause(context.Background())
	c.cancel(errGone)
	for _, text := range []string{
		`{"type":"run","id":"small","text":"players 3 1[(1,2,3) (3,2,1)]","algorithm":"maxn"}`,
		`{"type":"run","id":"game","game":{"id":"sergeant-major","hands":["AS 5H","KS 2D","QS 3D"],"expand":2},"algorithm":"shallow"}`,
	} {
		m, err := readMessage([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.start(&m); err != nil {
			t.Fatal(err)
		}
		c.work.Wait()
	}
	if log.Len() > 0 {
		t.Error(log.String())
	}
}

// A panic ends neither the connection nor the server.
func TestPanicIsReportedToSender(t *testing.T) {
	c := &conn{s: &Handlers{Core: app.NewCore(app.Config{})}, ctx: t.Context(), out: make(chan outMessage, 1)}
	broken := &searchRun{c: c, id: "r", ctx: t.Context()}
	broken.page.Store(&pageRun{}) // it has no recording to read
	c.runs = map[string]*searchRun{"r": broken}
	c.handle(&message{Type: "details", ID: "r", From: 0, To: 1})
	select {
	case m := <-c.out:
		if !strings.Contains(string(m.data), `"type":"error","id":"r"`) {
			t.Errorf("the answer is %s, want an error of r", m.data)
		}
	default:
		t.Error("the panic was not answered")
	}
}
