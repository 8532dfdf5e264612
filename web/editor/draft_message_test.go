package editor

import (
	"strings"
	"testing"

	"espalier/web/app"
	"espalier/web/draw"
	"espalier/web/socket"
)

func TestDraftMessagesAreChecked(t *testing.T) {
	core := app.NewCore(app.Config{})
	c, _ := socket.New(core, NewDrafts(core).Feature()).Pipe(t.Context(), 1)
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
		if err := c.Receive([]byte(text)); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("Receive(%.80s) = %v, want %q in it", text, err, words)
		}
	}
}
