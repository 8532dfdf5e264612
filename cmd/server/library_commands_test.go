package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"espalier/web/cluster/faulty"
	"espalier/web/treestore"
	"espalier/web/webtest"
)

// operate runs a command on the library of a folder.
func operate(t *testing.T, data string, want int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, words bytes.Buffer
	if got := Run(context.Background(), append([]string{"-data", data, "library"}, args...), &out, &words); got != want {
		t.Fatalf("library %q: exit status %d, want %d: %s%s", args, got, want, out.String(), words.String())
	}
	return out.String(), words.String()
}

const lesson = `{"title":"Kept","scenes":[{"show":{"figure":"k1991-fig6","algorithm":"deep","step":11},"note":"One"}]}`

// keptLesson is the one that filled makes.
var keptLesson keptTree

// filled makes a folder with trees and a lesson, and ends its server. The first tree has
// a history.
func filled(t *testing.T) (data string, kept []keptTree) {
	data = filepath.Join(t.TempDir(), "data")
	url, stop, status, _ := started(t, "-data", data)
	for _, text := range []string{`players 3 title "The first" 1[ (1,2,3) ? ]`, `players 2 title "The second" 1[ (1,2) ]`, "players 2 1[" + strings.Repeat(" (1,2)", 500) + " ]"} {
		kept = append(kept, keep(t, url, text))
	}
	for _, label := range []string{"x", "y", "z"} {
		var answer struct{ Revision int }
		if _, err := post(url+"api/v1/trees/"+kept[0].Key+"/edits", `{"edit":{"op":"set","nodes":[2],"label":"`+label+`"}}`, &answer); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := post(url+"api/v1/lessons", lesson, &keptLesson); err != nil {
		t.Fatal(err)
	}
	if _, stderr := operate(t, data, 1, "list"); !strings.Contains(stderr, "another Espalier serves") {
		t.Errorf("list beside a server: %q", stderr)
	}
	if _, stderr := operate(t, data, 1, "compact"); !strings.Contains(stderr, "another Espalier serves") {
		t.Errorf("compact beside a server: %q", stderr)
	}
	stop()
	<-status
	return data, kept
}

func TestLibraryIsManaged(t *testing.T) {
	data, kept := filled(t)
	out, summary := operate(t, data, 0, "list")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 4 || !strings.HasPrefix(lines[1], kept[0].ID) || !strings.Contains(out, `"The second"`) || !strings.HasPrefix(summary, "trees: 3, ") {
		t.Errorf("list:\n%s%s", out, summary)
	}
	if row := regexp.MustCompile(kept[0].ID + ` +\d{3,} +4 +3 +2`).FindString(out); row == "" {
		t.Errorf("list has no row with 4 revisions and 3 nodes:\n%s", out)
	}
	for _, tree := range kept {
		if strings.Contains(out, tree.Key) {
			t.Error("the list has an edit key")
		}
	}
	out, _ = operate(t, data, 0, "show", kept[0].ID)
	if !strings.Contains(out, "# revision 4, ") || !strings.Contains(out, "z: (1,2,3)") {
		t.Errorf("show:\n%s", out)
	}
	if out, _ = operate(t, data, 0, "show", kept[0].ID, "2"); strings.Contains(out, "# revision 3") || !strings.Contains(out, "x: (1,2,3)") {
		t.Errorf("show of revision 2:\n%s", out)
	}
	if _, stderr := operate(t, data, 1, "show", kept[0].Key); !strings.Contains(stderr, "edit key") || strings.Contains(stderr, kept[0].Key) {
		t.Errorf("show of an edit key: %s", stderr)
	}

	file := filepath.Join(t.TempDir(), "trees.jsonl")
	operate(t, data, 0, "export", file)
	whole, err := os.ReadFile(file)
	if err != nil || bytes.Contains(whole, []byte(kept[0].Key)) {
		t.Fatalf("the export holds an edit key, or: %v", err)
	}
	operate(t, data, 0, "remove", kept[1].ID)
	operate(t, data, 1, "show", kept[1].ID)
	operate(t, data, 1, "remove", kept[1].ID)
	if _, words := operate(t, data, 0, "import", file); !strings.Contains(words, "1 tree added, 2 trees and 1 lesson were there") {
		t.Errorf("import: %s", words)
	}
	operate(t, data, 0, "show", kept[1].ID)

	// In another folder everything is as it was, for readers and for holders of a key.
	other := filepath.Join(t.TempDir(), "other")
	operate(t, other, 1, "list")
	operate(t, other, 0, "import", file)
	one, _ := operate(t, other, 0, "export", "-", kept[0].ID)
	if n := strings.Count(one, "\n"); n != 1+4+1+1 { // the first line, four revisions, the head, the last line
		t.Errorf("the export of one tree has %d lines:\n%s", n, one)
	}
	url, stop, status, _ := started(t, "-data", other)
	var answer struct{ Revision int }
	if _, err := post(url+"api/v1/trees/"+kept[0].Key+"/edits", `{"edit":{"op":"set","nodes":[2],"label":"again"}}`, &answer); err != nil || answer.Revision != 5 {
		t.Errorf("an edit of the imported tree: revision %d, %v", answer.Revision, err)
	}
	resp, err := http.Get(url + "api/v1/trees/" + kept[1].ID)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var saved struct{ Title string }
	if json.NewDecoder(resp.Body).Decode(&saved); saved.Title != "The second" {
		t.Errorf("the imported tree: %s %+v", resp.Status, saved)
	}
	resp, text := webtest.Send(t, "PUT", url+"api/v1/lessons/"+keptLesson.Key, strings.Replace(lesson, "Kept", "Changed", 1), "If-Match", `"1"`)
	if resp.StatusCode != 200 {
		t.Errorf("a change of the imported lesson: %s %s", resp.Status, text)
	}
	stop()
	<-status

	// An export of one lesson, one of the version before, and one of a time without lessons.
	if one, words := operate(t, other, 0, "export", "-", keptLesson.ID); strings.Count(one, "\n") != 3 || !strings.Contains(words, "0 trees and 1 lesson written") {
		t.Errorf("the export of a lesson: %s%s", words, one)
	}
	second := strings.Replace(strings.Replace(string(whole), `"version":3`, `"version":2`, 1), `,"values":1`, `,"lessons":1`, 1)
	if err := os.WriteFile(file, []byte(second), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, words := operate(t, t.TempDir(), 0, "import", file); !strings.Contains(words, "3 trees and 1 lesson added") {
		t.Errorf("import of an export of version 2: %s", words)
	}
	before := regexp.MustCompile(`(?m)^.*"lesson\..*\n|,"values":1`).ReplaceAll(whole, nil)
	if err := os.WriteFile(file, bytes.Replace(before, []byte(`"version":3`), []byte(`"version":1`), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, words := operate(t, t.TempDir(), 0, "import", file); !strings.Contains(words, "3 trees added") {
		t.Errorf("import of an export of version 1: %s", words)
	}
}

// A damaged lesson differs from one that was never kept, and named at start, by
// /readyz and by verify. Its author can delete it, and an import brings it back.
func TestDamagedLessonIsNamed(t *testing.T) {
	data, _ := filled(t)
	file := filepath.Join(t.TempDir(), "library.jsonl")
	operate(t, data, 0, "export", file)
	if out, _ := operate(t, data, 0, "verify"); !strings.Contains(out, "lessons: 1, records: 1, damaged records: 0") {
		t.Errorf("verify of a whole library: %s", out)
	}
	faulty.DamageRecord(t, data, "lesson."+keptLesson.ID)
	if out, _ := operate(t, data, 1, "verify"); !strings.Contains(out, "damaged: the lesson "+keptLesson.ID+" (lesson."+keptLesson.ID+") cannot be read") || !strings.Contains(out, "damaged trees: 0\nlessons: 1, records: 1, damaged records: 1") {
		t.Errorf("verify of a damaged lesson: %s", out)
	}
	url, stop, status, log := started(t, "-data", data)
	for _, c := range []struct {
		method, path string
		status       int
		words        string
	}{
		{"GET", "readyz", 200, "ok, but damaged: revisions of 1 lesson cannot be read"},
		{"GET", "api/v1/lessons/" + keptLesson.ID, 503, "It was stored here"},
		{"GET", "api/v1/lessons/" + strings.Repeat("a", 26), 404, "no such lesson"},
		{"GET", "t/" + keptLesson.ID, 404, "never stored here"}, // it is no tree
		{"DELETE", "api/v1/lessons/" + keptLesson.Key, 204, ""},
		{"GET", "api/v1/lessons/" + keptLesson.ID, 404, "no such lesson"},
		{"GET", "readyz", 200, "ok\n"},
	} {
		resp, text := webtest.Send(t, c.method, url+c.path, "")
		if resp.StatusCode != c.status || !strings.Contains(string(text), c.words) {
			t.Errorf("%s %s = %s %s, want %d with %q", c.method, c.path, resp.Status, text, c.status, c.words)
		}
	}
	stop()
	<-status
	if !strings.Contains(log.String(), `"library: a lesson is damaged" id=lesson.`+keptLesson.ID) || strings.Contains(log.String(), keptLesson.Key) {
		t.Errorf("the log is %s", log)
	}
	if _, words := operate(t, data, 0, "import", file); !strings.Contains(words, "0 trees and 1 lesson added") {
		t.Errorf("import: %s", words)
	}
	if out, _ := operate(t, data, 0, "verify"); !strings.Contains(out, "damaged records: 0") {
		t.Errorf("verify after the import: %s", out)
	}
}

// A damaged, shortened or foreign export adds no tree that cannot be read.
func TestBadExports(t *testing.T) {
	data, kept := filled(t)
	file := filepath.Join(t.TempDir(), "trees.jsonl")
	operate(t, data, 0, "export", file, kept[1].ID, kept[0].ID)
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	whole := string(b)
	lines := strings.SplitAfter(whole, "\n")
	for name, c := range map[string]struct{ text, words string }{
		"empty":             {"", "no export of a library"},
		"foreign":           {`{"trees":[]}`, "no export of a library"},
		"of another time":   {strings.Replace(whole, `"version":3`, `"version":9`, 1), "version 9"},
		"cut short":         {whole[:len(whole)/2], "ends early"},
		"without an end":    {strings.Join(lines[:len(lines)-2], ""), "ends early"},
		"without a tree":    {lines[0] + strings.Join(lines[3:], ""), "had 2 trees and 0 records, and 1"},
		"with another key":  {strings.Replace(whole, kept[0].ID+".r.000000001", "../../x", 1), "is not a key"},
		"of a changed byte": {strings.Replace(whole, `.r.000000003","value":"ZXNwcjEK`, `.r.000000003","value":"ZXNwcjEA`, 1), "is not added"},
		"without a record":  {strings.Join(append(append([]string{}, lines[:4]...), lines[5:]...), ""), "is not added"},
	} {
		if c.text == whole {
			t.Fatalf("%s: the export is not changed", name)
		}
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		other := filepath.Join(t.TempDir(), "other")
		if _, words := operate(t, other, 1, "import", file); !strings.Contains(words, c.words) {
			t.Errorf("an export that is %s: %q, want words with %q", name, words, c.words)
		}
		if _, err := os.Stat(other); err == nil {
			if out, _ := operate(t, other, 0, "list"); strings.Contains(out, "cannot be read") || strings.Contains(out, kept[0].ID) != (name == "without an end" || name == "without a tree") {
				t.Errorf("after an export that is %s:\n%s", name, out)
			}
		}
	}
}

// Compacting gives back the room of deleted trees and keeps all others.
func TestCompact(t *testing.T) {
	data, kept := filled(t)
	operate(t, data, 0, "remove", kept[2].ID)
	before, _ := operate(t, data, 0, "export", "-")
	if _, words := operate(t, data, 0, "compact"); !regexp.MustCompile(`^\d+ bytes before, \d+ after`).MatchString(words) {
		t.Errorf("compact: %s", words)
	}
	if after, _ := operate(t, data, 0, "export", "-"); after != before {
		t.Errorf("the trees are others after compacting:\n%s\n%s", before, after)
	}
	// A process that ended between the two renamings has lost nothing.
	library := filepath.Join(data, "library")
	if err := os.Rename(library, library+"-before"); err != nil {
		t.Fatal(err)
	}
	if after, _ := operate(t, data, 0, "export", "-"); after != before {
		t.Errorf("the trees are others after compacting was interrupted: %s", after)
	}
	entries, err := os.ReadDir(data)
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v, %v; want the library alone", entries, err)
	}
}

func TestLibraryUsage(t *testing.T) {
	data := t.TempDir()
	for _, args := range [][]string{{}, {"burn"}, {"show"}, {"list", "x"}, {"import", "a", "b"}} {
		if _, words := operate(t, data, 2, args...); !strings.Contains(words, "export FILE [ID...]") {
			t.Errorf("library %q: %q", args, words)
		}
	}
}

func TestCheck(t *testing.T) {
	url, stop, status, _ := started(t, "-data", filepath.Join(t.TempDir(), "data"), "-base-url", "https://example.edu/espalier")
	url = regexp.MustCompile(`^http://[^/]+/`).FindString(url)
	var out, errors bytes.Buffer
	for _, at := range []string{"readyz", "espalier/readyz"} {
		if got := Run(context.Background(), []string{"-check", url + at}, &out, &errors); got != 0 {
			t.Errorf("-check %s: exit status %d, %s", at, got, errors.String())
		}
	}
	if got := Run(context.Background(), []string{"-check", url + "nowhere"}, io.Discard, &errors); got != 1 || !strings.Contains(errors.String(), "404") {
		t.Errorf("-check of no page: exit status %d, %s", got, errors.String())
	}
	stop()
	<-status
	if got := Run(context.Background(), []string{"-check", url + "readyz"}, io.Discard, &errors); got != 1 {
		t.Errorf("-check of no server: exit status %d", got)
	}
}

// A damaged tree is named by verify and by /readyz, and mended by restore. Until
// then nothing is compacted.
func TestVerifyAndRestore(t *testing.T) {
	data, kept := filled(t)
	if out, _ := operate(t, data, 0, "verify"); !strings.HasPrefix(out, "trees: 3, revisions: 6, damaged trees: 0") {
		t.Errorf("verify of a whole library: %s", out)
	}
	blocks, err := filepath.Glob(filepath.Join(data, "library", "jetstream", "*", "streams", "*", "msgs", "*.blk"))
	if err != nil || len(blocks) != 1 {
		t.Fatal(blocks, err)
	}
	b, err := os.ReadFile(blocks[0])
	if err != nil {
		t.Fatal(err)
	}
	b[bytes.Index(b, []byte(kept[0].ID+".r.000000004"))+40] ^= 1
	if err := os.WriteFile(blocks[0], b, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, _ := operate(t, data, 1, "verify"); !strings.Contains(out, "damaged: 1.blk, bytes ") || !strings.Contains(out, "tree "+kept[0].ID+": revision 4 of 4 cannot be read") {
		t.Errorf("verify of a damaged library:\n%s", out)
	}
	url, stop, status, _ := started(t, "-data", data)
	resp, err := http.Get(url + "readyz")
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(resp.Body)
	resp.Body.Close()
	if resp.StatusCode != 200 || !strings.HasPrefix(string(text), "ok, but damaged: revisions of 1 tree cannot be read: tree "+kept[0].ID[:6]+"…") || strings.Contains(string(text), kept[0].ID) {
		t.Errorf("/readyz: %s %q", resp.Status, text)
	}
	stop()
	<-status
	if _, words := operate(t, data, 1, "compact"); !strings.Contains(words, "restore or remove them first") {
		t.Errorf("compact of a damaged library: %s", words)
	}
	if out, _ := operate(t, data, 1, "restore", kept[0].ID); !strings.Contains(out, "revision 5 is a copy of the newest one") || !strings.Contains(out, "stay lost: [4]") {
		t.Errorf("restore: %s", out)
	}
	if out, _ := operate(t, data, 0, "show", kept[0].ID); !strings.Contains(out, "y: (1,2,3)") {
		t.Errorf("the restored tree:\n%s", out)
	}
}

// keep lists the trees that are about to be removed, keeps them, and puts back those that
// were removed.
func TestLibraryKeeps(t *testing.T) {
	data, kept := filled(t)
	if _, words := operate(t, data, 0, "keep"); !strings.Contains(words, "about to be removed: 0") {
		t.Errorf("keep: %s", words)
	}
	l, err := treestore.Open(treestore.Config{Dir: data})
	if err != nil {
		t.Fatal(err)
	}
	_, err = l.Records().CreateValue(context.Background(), "removal.marked", []byte(`{"marked":[{"id":"`+kept[0].ID+`","up":0}]}`), "")
	if err := errors.Join(err, l.Close()); err != nil {
		t.Fatal(err)
	}
	if out, words := operate(t, data, 0, "keep"); !strings.Contains(out, kept[0].ID) || !strings.Contains(out, "24h") || !strings.Contains(words, "about to be removed: 1") {
		t.Errorf("keep: %s%s", out, words)
	}
	if _, words := operate(t, data, 0, "keep", kept[0].ID); !strings.Contains(words, "kept "+kept[0].ID) {
		t.Errorf("keep of a tree that is there: %s", words)
	}
	if _, words := operate(t, data, 0, "keep"); !strings.Contains(words, "about to be removed: 0") {
		t.Errorf("keep: %s", words)
	}
	copies := filepath.Join(data, treestore.RemovedFolder)
	if err := os.Mkdir(copies, 0o700); err != nil {
		t.Fatal(err)
	}
	operate(t, data, 0, "export", filepath.Join(copies, "removed-20260301-120000.jsonl"), kept[1].ID, kept[2].ID)
	operate(t, data, 0, "remove", kept[1].ID, kept[2].ID)
	if _, words := operate(t, data, 0, "keep", kept[1].ID); !strings.Contains(words, "put back "+kept[1].ID) {
		t.Errorf("keep of a tree that was removed: %s", words)
	}
	operate(t, data, 0, "show", kept[1].ID)
	operate(t, data, 1, "show", kept[2].ID)
	if err := os.RemoveAll(copies); err != nil {
		t.Fatal(err)
	}
	if _, words := operate(t, data, 1, "keep", kept[2].ID); !strings.Contains(words, "no copy in "+copies) {
		t.Errorf("keep without a copy: %s", words)
	}
}
