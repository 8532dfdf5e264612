package web_test

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"espalier/static"
	"espalier/web/webtest"
)

var (
	listedKey  = regexp.MustCompile(`<kbd data-act="([^"]+)"[^>]*>([^<]+)`)
	titledKeys = regexp.MustCompile(`aria-keyshortcuts="[^"]*" title="[^"]*\(([^"]+)\)"`)
)

// TestKeysAreTheHelps: the scripts have an action for each key in the help of a page that plays, and its buttons name
// no other keys.
func TestKeysAreTheHelps(t *testing.T) {
	_, ts := webtest.Serve(t)
	var scripts strings.Builder
	err := fs.WalkDir(static.Files, "js", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(static.Files, path)
		scripts.Write(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/figures/k1991-fig6?algorithm=deep", "/lockstep?figure=k1991-fig6&a=shallow&b=deep", "/games/sergeant-major/search?algorithm=shallow&depth=9", "/embed?figure=k1991-fig6&algorithm=deep", "/learn/paranoid"} {
		_, b := webtest.Get(t, ts.URL+path)
		listed := map[string]bool{}
		for _, m := range listedKey.FindAllStringSubmatch(string(b), -1) {
			act, key := m[1], m[2]
			listed[key] = true
			if !regexp.MustCompile(`\b` + act + `("|,|: \()`).MatchString(scripts.String()) {
				t.Errorf("%s: the help has %s for %s, and no script does that", path, key, act)
			}
		}
		if len(listed) < 10 {
			t.Errorf("%s lists %d keys", path, len(listed))
		}
		for _, m := range titledKeys.FindAllStringSubmatch(string(b), -1) {
			for key := range strings.SplitSeq(m[1], ", ") {
				if !listed[key] {
					t.Errorf("%s: a button has the key %s, and the help does not", path, key)
				}
			}
		}
	}
}
