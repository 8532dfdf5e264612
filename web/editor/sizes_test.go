package editor_test

import (
	"encoding/json"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"espalier/web/draw"
	"espalier/web/webtest"
)

// TestSizes: the page gives the scripts the sizes that the server draws with, and each that
// a script asks for.
func TestSizes(t *testing.T) {
	_, ts := webtest.Serve(t)
	_, page := webtest.Get(t, ts.URL+"/edit")
	said := regexp.MustCompile(`data-sizes="([^"]*)"`).FindSubmatch(page)
	if said == nil {
		t.Fatal("the page has no sizes")
	}
	var sizes draw.Sizes
	var named map[string]float64
	text := []byte(html.UnescapeString(string(said[1])))
	if json.Unmarshal(text, &sizes) != nil || json.Unmarshal(text, &named) != nil || sizes != draw.NodeSizes() {
		t.Errorf("the sizes are %s, want those of %+v", text, draw.NodeSizes())
	}
	scripts, err := filepath.Glob("../../static/js/editor/*.js")
	if err != nil {
		t.Fatal(err)
	}
	used := 0
	for _, name := range scripts {
		script, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\bsizes\.(\w+)`).FindAllSubmatch(script, -1) {
			if used++; named[string(m[1])] == 0 && string(m[1]) != "js" { // sizes.js is a file
				t.Errorf("%s uses the size %s, which the page does not give", name, m[1])
			}
		}
	}
	if used < 10 {
		t.Errorf("the scripts use %d sizes", used)
	}
}
