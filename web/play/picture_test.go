package play_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"espalier/web/webtest"
)

// TestPictureAroundStep: a page that may show every node asks for the part of the tree
// around a step of its run.
func TestPictureAroundStep(t *testing.T) {
	_, ts := webtest.Serve(t)
	p := webtest.Dial(t, ts)
	p.Send("%s", webtest.RunMessage("r1", fmt.Sprintf(`{"text":%q,"algorithm":"maxn","page":true,"every":true}`, wideText(4, 4))))
	data, _, _ := p.Steps("r1")
	if len(data) == 0 {
		t.Fatal("no steps")
	}
	answer := func(ask string) (m struct{ Type, ID, SVG, Detail string }) {
		t.Helper()
		p.Send("%s", ask)
		_, text, err := p.WS.ReadMessage()
		if err == nil {
			err = json.Unmarshal(text, &m)
		}
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	picture := func(ask string) (drawn, folded []string, svg string) {
		t.Helper()
		m := answer(ask)
		if m.Type != "picture" || m.ID != "r1" {
			t.Fatalf("the answer to %s is %+v", ask, m)
		}
		svg = m.SVG
		for _, g := range regexp.MustCompile(`<g class="node([^"]*)" id="n(\d+)"`).FindAllStringSubmatch(svg, -1) {
			if strings.Contains(g[1], "more") {
				folded = append(folded, g[2])
			} else {
				drawn = append(drawn, g[2])
			}
		}
		return drawn, folded, svg
	}
	drawn, folded, svg := picture(`{"type":"picture","id":"r1","step":5}`)
	if len(folded) == 0 || len(drawn) > 100 || strings.Contains(svg, "href") {
		t.Errorf("%d nodes are drawn, %d folded: %.200s", len(drawn), len(folded), svg)
	}
	opened, _, _ := picture(`{"type":"picture","id":"r1","step":5,"opened":[` + folded[0] + `]}`)
	if !strings.Contains(" "+strings.Join(opened, " ")+" ", " "+folded[0]+" ") {
		t.Errorf("node %s was opened, and these are drawn: %v", folded[0], opened)
	}
	named, _, _ := picture(`{"type":"picture","id":"r1","step":5,"named":[300],"folded":[256]}`)
	if !strings.Contains(" "+strings.Join(named, " ")+" ", " 300 ") {
		t.Errorf("node 300 was named, and these are drawn: %v", named)
	}
	if m := answer(`{"type":"picture","id":"r1","step":100000}`); m.Type != "error" || !strings.Contains(m.Detail, "is not recorded") {
		t.Errorf("a step after the last: %+v", m)
	}
	if m := answer(`{"type":"picture","id":"r9","step":1}`); m.Type != "error" {
		t.Errorf("the picture of a run that is not there: %+v", m)
	}
}

// TestPictureAlongPath: of the tree of a game a page asks for the part along the path to the node
// at work, in the width of its window.
func TestPictureAlongPath(t *testing.T) {
	_, ts := webtest.Serve(t)
	p := webtest.Dial(t, ts)
	p.Send("%s", webtest.RunMessage("r1", `{"game":{"id":"sergeant-major"},"expand":3,"algorithm":"shallow","page":true,"every":true}`))
	p.Until("end", "r1")
	answer := func(more string) (m struct{ Type, SVG, Detail string }) {
		t.Helper()
		p.Send(`{"type":"picture","id":"r1","step":100%s}`, more)
		_, text, err := p.WS.ReadMessage()
		if err == nil {
			err = json.Unmarshal(text, &m)
		}
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for _, wide := range []int{620, 1700} {
		m := answer(fmt.Sprintf(`,"wide":%d`, wide))
		if !strings.Contains(m.SVG, fmt.Sprintf(`viewBox="0 0 %d `, wide)) || !strings.Contains(m.SVG, fmt.Sprintf(`data-wide="%d"`, wide)) {
			t.Errorf("with the width %d the answer is %+.300v", wide, m)
		}
	}
	if narrow, wide := answer(`,"wide":620`).SVG, answer(`,"wide":1700`).SVG; !strings.Contains(narrow, " moves</text>") || strings.Count(narrow, "<g ") >= strings.Count(wide, "<g ") {
		t.Error("a narrow picture sums up no moves, or has as many nodes as a wide one")
	}
	if m := answer(""); strings.Contains(m.SVG, "data-wide") {
		t.Error("without a width the picture is along the path")
	}
	for _, bad := range []string{`,"wide":319`, `,"wide":4001`, `,"wide":620,"child":-1`} {
		if m := answer(bad); m.Type != "error" {
			t.Errorf("%s gets %.300v", bad, m)
		}
	}
	if m := answer(`,"wide":620,"child":2000000000`); m.Type != "picture" {
		t.Errorf("a child that is none gets %.300v", m)
	}
}

// wideText returns a tree with so many children at each node.
func wideText(branching, depth int) string {
	node := "(1,2,3)"
	for level := depth; level > 0; level-- {
		node = "1[" + strings.Repeat(node+" ", branching) + "]"
	}
	return "players 3 maxsum 9 " + node
}
