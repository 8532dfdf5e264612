package classroom_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"espalier/web/treestore"
	"espalier/web/webtest"
)

// The presenter gets how many answers the store has lost.
func TestPresenterSeesLostAnswers(t *testing.T) {
	m := webtest.NewClock(time.Now())
	c := treestore.Config{Dir: t.TempDir()}
	_, ts, end := serveAt(t, c, m)
	room := makeRoom(t, ts, fmt.Sprintf(korf6, 0))
	act(t, ts, room, "ask", `{"question":{"kind":"cut","node":3}}`)
	for range 2 {
		p := dial(t, ts.URL)
		p.send(`{"type":"join","id":"j","code":%q}`, room.Code)
		p.until("room", nil)
		p.send(`{"type":"answer","id":"j","question":"q1","answer":[5]}`)
		p.until("answered", nil)
	}
	end()

	// A bit of each record of answers is flipped.
	blocks, err := filepath.Glob(filepath.Join(c.Dir, "*", "jetstream", "*", "streams", "*", "msgs", "*.blk"))
	if err != nil || len(blocks) == 0 {
		t.Fatal(blocks, err)
	}
	for _, name := range blocks {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		key := []byte("room." + room.Code + ".a.")
		for at := bytes.Index(b, key); at >= 0; at = bytes.Index(b, key) {
			b[at] ^= 1
		}
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}

	_, ts, _ = serveAt(t, c, m)
	p := dial(t, ts.URL)
	p.send(`{"type":"lead","id":"l","key":%q}`, room.Key)
	p.until("class", func(v message) bool { return v.at("damaged") != nil && v.number("damaged") == 2 })
}
