package classroom_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"espalier/web/treestore"
	"espalier/web/webtest"
)

// The presenter gets how many answers the store has lost, without those of one who was taken out.
func TestPresenterSeesLostAnswers(t *testing.T) {
	m := webtest.NewClock(time.Now())
	c := treestore.Config{Dir: t.TempDir()}
	_, ts, end := serveAt(t, c, m)
	room := namedRoom(t, ts)
	act(t, ts, room, "ask", `{"question":{"kind":"cut","node":3}}`)
	for _, name := range []string{"Ada", "Bob", "Eve"} {
		p := dial(t, ts.URL)
		p.send(`{"type":"join","id":"j","code":%q,"nick":%q}`, room.Code, name)
		p.until("room", nil)
		p.send(`{"type":"answer","id":"j","question":"q1","answer":[5]}`)
		p.until("answered", nil)
	}
	by, _, _ := people(t, ts, room)
	act(t, ts, room, "take-out", fmt.Sprintf(`{"person":%q}`, by["Eve"].ID))
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
	if _, table := webtest.Get(t, ts.URL+room.path("/answers.csv")); strings.Count(string(table), "q1,damaged,") != 2 {
		t.Errorf("the table is %s", table)
	}
}
