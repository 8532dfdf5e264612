package socket_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"espalier/web"
	"espalier/web/app"
	"espalier/web/webtest"
)

// The description names every key that a client may send, and every key of a
// draft message.
func TestSocketDescriptionIsComplete(t *testing.T) {
	words := webtest.At(webtest.Description(t), "paths", "/ws", "get", "description").(string)
	// keys returns the keys between the start of a message and its end.
	keys := func(begins string) (list []string) {
		_, after, _ := strings.Cut(words, begins)
		depth := 1
		for i, r := range after {
			switch r {
			case '{':
				depth++
			case '}':
				if depth--; depth == 0 {
					return regexp.MustCompile(`\w+`).FindAllString(after[:i], -1)
				}
			}
		}
		return nil
	}
	table := web.New(app.Config{}).Socket
	for _, kind := range table.MessageTypes() {
		for _, key := range table.KeysOf(kind) {
			if !slices.Contains(keys("{type: "+kind+","), key) {
				t.Errorf("%s of the message %s is not described", key, kind)
			}
		}
	}
	for _, key := range []string{"folded", "opened", "at"} {
		if !slices.Contains(keys("{type: open,"), key) {
			t.Errorf("%s of a view is not described", key)
		}
	}
	draft, patch := append(keys("{type: draft,"), keys("with {")...), keys("patch {")
	_, ts := webtest.ServeWithStore(t)
	p := webtest.Dial(t, ts)
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	p.Send(`{"type":"open","id":"d1","saved":%q,"patches":true}`, m.Key)
	p.Send(`{"type":"edit","id":"d1","seq":1,"edit":{"op":"child","node":1}}`)
	for seen := map[string]bool{}; !seen["patch"]; {
		_, text, err := p.WS.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		var said map[string]json.RawMessage
		if err := json.Unmarshal(text, &said); err != nil {
			t.Fatal(err)
		}
		if string(said["type"]) != `"draft"` {
			continue
		}
		for key := range said {
			seen[key] = true
			if key != "type" && !slices.Contains(draft, key) {
				t.Errorf("%s of a draft message is not described", key)
			}
		}
		var changed map[string]json.RawMessage
		json.Unmarshal(said["patch"], &changed)
		for key := range changed {
			if !slices.Contains(patch, key) {
				t.Errorf("%s of a patch is not described", key)
			}
		}
	}
}
