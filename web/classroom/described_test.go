package classroom_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"espalier/web/webtest"
)

// The answers of the API are as its description says.
func TestRoomsAreDescribed(t *testing.T) {
	doc := webtest.Description(t)
	_, ts := webtest.ServeWithStore(t)
	check := func(schema string, b []byte) {
		t.Helper()
		d := json.NewDecoder(bytes.NewReader(b))
		d.UseNumber()
		var v any
		if err := d.Decode(&v); err != nil {
			t.Errorf("%v: %s", err, b)
		} else if err := webtest.Conforms(doc, webtest.At(doc, "components", "schemas", schema), v, ""); err != nil {
			t.Errorf("this is no %s: %v\n%s", schema, err, b)
		}
	}
	_, b := webtest.Post(t, ts.URL+"/api/v1/rooms", `{"show":`+fmt.Sprintf(korf6, 3)+`}`)
	check("NewRoom", b)
	var m madeRoom
	json.Unmarshal(b, &m)
	value := func() {
		t.Helper()
		_, b := webtest.Get(t, ts.URL+"/api/v1/rooms/"+m.Code)
		check("Room", b)
	}
	value()
	p := dial(t, ts.URL)
	p.send(`{"type":"join","id":"j","code":%q}`, m.Code)
	for _, ask := range []string{`{"kind":"cut","node":3}`, `{"kind":"choice","text":"?","choices":["a","b"],"correct":0}`, `{"kind":"root","node":5,"value":[1,2,3]}`} {
		check("NewQuestion", []byte(ask))
		id := act(t, ts, m, "ask", `{"question":`+ask+`}`).at("question", "id")
		value()
		p.until("room", func(v message) bool { return v.at("question", "id") == id })
		p.send(`{"type":"answer","id":"j","question":%q,"answer":%s}`, id, map[any]string{"q1": "[5]", "q2": "1", "q3": "true"}[id])
		p.until("answered", nil)
		act(t, ts, m, "tally", "{}")
		value()
		act(t, ts, m, "reveal", "{}")
		value()
	}
	act(t, ts, m, "show", `{"show":{"text":`+webtest.Quote(webtest.Korf6)+`,"algorithm":"maxn","play":{"speed":0.5,"by":"cuts"},"point":[1,2],"theme":"projector"}}`)
	value()
	_, b = webtest.Get(t, ts.URL+m.path("/answers"))
	check("RoomAnswers", b)
	p.send(`{"type":"hand-in","id":"j","text":%s}`, webtest.Quote(webtest.Korf6))
	p.until("handed", nil)
	var wall []json.RawMessage
	_, b = webtest.Get(t, ts.URL+m.path("/wall"))
	if json.Unmarshal(b, &wall); len(wall) != 1 {
		t.Fatalf("the wall is %s", b)
	}
	check("HandIn", wall[0])
}
