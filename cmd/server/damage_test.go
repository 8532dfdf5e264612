package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"espalier/web/cluster/faulty"
	"espalier/web/store/records"
	"espalier/web/treestore"
	"espalier/web/webtest"
)

// A damaged tree differs from one that was never kept: on its page, in the
// API and in the log. Its whole revisions and the other trees are served.
func TestDamagedTreeIsNamed(t *testing.T) {
	data := t.TempDir()
	url, stop, status, _ := started(t, "-data", data)
	broken, whole := keep(t, url, "players 3 1[ ? ? ]"), keep(t, url, "players 3 1[ ? ? ]")
	for _, tree := range []keptTree{broken, whole} {
		for n := range 3 {
			body := fmt.Sprintf(`{"edit":{"op":"set","nodes":[2],"label":"n%d"}}`, n)
			if _, err := post(url+"api/v1/trees/"+tree.Key+"/edits", body, &struct{}{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	stop()
	<-status
	faulty.DamageRecord(t, data, broken.ID+".r.000000004")
	url, stop, status, log := started(t, "-data", data)
	for path, want := range map[string]struct {
		status int
		words  string
	}{
		"t/" + broken.ID:                           {503, `<a href="/t/` + broken.ID + `?revision=3">Revision 3 of the tree</a>`},
		"api/v1/trees/" + broken.ID:                {503, "was kept here"},
		"t/" + broken.ID + "?revision=3":           {200, "n1"},
		"t/" + whole.ID:                            {200, "n2"},
		"t/" + strings.Repeat("a", 25) + "b":       {404, ""},
		"t/" + string(treestore.Key("x").ID()):     {404, "never stored here"},
		"api/v1/trees/" + broken.ID + "/revisions": {200, "cannot be read"},
		"edit/" + broken.Key:                       {503, `?revision=3">Revision 3 of the tree</a>`},
		"t/" + broken.ID + "?revision=4":           {503, "The page of the tree"},
	} {
		resp, err := http.Get(url + path)
		if err != nil {
			t.Fatal(err)
		}
		page, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if resp.StatusCode != want.status || !strings.Contains(string(page), want.words) {
			t.Errorf("GET %s = %s, %q; want %d with %q", path, resp.Status, page, want.status, want.words)
		}
	}
	stop()
	<-status
	if text := log.String(); !strings.Contains(text, `"library: a tree is damaged" id=`+broken.ID) || !strings.Contains(text, "library restore "+broken.ID+",") || strings.Contains(text, broken.Key) || strings.Contains(text, whole.ID) {
		t.Errorf("the log is %s", text)
	}
}

// One command names what is damaged, a tree and a lesson, another one mends them from a
// backup.
func TestLibraryCommands(t *testing.T) {
	data, backups := t.TempDir(), t.TempDir()
	url, stop, status, _ := started(t, "-data", data)
	tree := keep(t, url, "players 3 1[ ? ? ]")
	var kept keptTree
	if _, err := post(url+"api/v1/lessons", lesson, &kept); err != nil {
		t.Fatal(err)
	}
	stop()
	<-status
	backUp(t, data, backups)
	run := func(args ...string) (int, string) {
		var out bytes.Buffer
		status := Run(context.Background(), append([]string{"-data", data, "-backup", backups, "library"}, args...), &out, &out)
		return status, out.String()
	}
	if got, out := run("verify"); got != 0 || !strings.Contains(out, "trees: 1, revisions: 1, damaged trees: 0") {
		t.Errorf("verify = %d, %s", got, out)
	}
	faulty.DamageRecord(t, data, tree.ID+".r.000000001")
	faulty.DamageRecord(t, data, "lesson."+kept.ID)
	if got, out := run("verify"); got != 1 || !strings.Contains(out, "tree "+tree.ID+": revision 1 of 1 cannot be read") || !strings.Contains(out, "the lesson "+kept.ID+" (lesson."+kept.ID+") cannot be read") || !strings.Contains(out, "1.blk, bytes 0 to ") {
		t.Errorf("verify of a damaged store = %d, %s", got, out)
	}
	if got, out := run("restore", tree.ID, kept.ID); got != 0 || !strings.Contains(out, tree.ID+": revisions put back: 1\n"+kept.ID+": revisions put back: 1\n") {
		t.Errorf("restore = %d, %s", got, out)
	}
	if got, out := run("verify"); got != 0 {
		t.Errorf("verify after restore = %d, %s", got, out)
	}
	if got, out := run("restore", tree.ID, kept.ID); got != 0 || strings.Contains(out, "back: 1") {
		t.Errorf("restore of what is whole = %d, %s", got, out)
	}
	for what, args := range map[string][]string{"The commands": {}, "restore takes: ID": {"restore"}, `"nothing" is not a command`: {"nothing"}} {
		if got, out := run(args...); got != 2 || !strings.Contains(out, "library verify") || !strings.Contains(out, what) {
			t.Errorf("library %v = %d, %s; want %s, and the commands", args, got, out, what)
		}
	}
	if got, out := run("restore", tree.Key); got != 1 || strings.Contains(out, tree.Key) {
		t.Errorf("restore of a key = %d, %s", got, out)
	}
}

// backUp starts a server with -backup until there is one, and returns it.
func backUp(t *testing.T, data, backups string) string {
	t.Helper()
	_, stop, status, _ := started(t, "-data", data, "-backup", backups)
	var made []string
	for len(made) == 0 {
		made, _ = filepath.Glob(filepath.Join(backups, "espalier-*"))
		time.Sleep(time.Millisecond)
	}
	stop()
	<-status
	return made[0]
}

// A damaged assignment is named by its id at the start, by /readyz and by verify, which counts each kind, and
// a backup brings it back.
func TestDamagedAssignmentIsNamed(t *testing.T) {
	data, backups := t.TempDir(), t.TempDir()
	url, stop, status, _ := started(t, "-data", data)
	var made struct{ ID, Key string }
	var student struct{ Token string }
	if _, err := post(url+"api/v1/tasks", `{"algorithm":"maxn","trees":[{"text":"players 2 maxsum 3 1[ (1,2) (2,1) ]"}]}`, &made); err != nil {
		t.Fatal(err)
	}
	if _, err := post(url+"api/v1/tasks/"+made.ID+"/students", `{"name":"Ada"}`, &student); err != nil {
		t.Fatal(err)
	}
	stop()
	<-status
	l, err := treestore.Open(treestore.Config{Dir: data})
	if err == nil {
		_, err = l.Records().Backup(t.Context(), backups)
		err = errors.Join(err, l.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	if out, _ := operate(t, data, 0, "verify"); !strings.Contains(out, "assignments: 1, records: 2, damaged records: 0") {
		t.Errorf("verify of a whole task: %s", out)
	}
	faulty.DamageRecord(t, data, "homework."+made.ID)
	if out, _ := operate(t, data, 1, "verify"); !strings.Contains(out, "damaged: the assignment "+made.ID) || !strings.Contains(out, "assignments: 1, records: 2, damaged records: 1") {
		t.Errorf("verify of a damaged task: %s", out)
	}
	url, stop, status, log := started(t, "-data", data)
	for _, path := range []string{"api/v1/tasks/" + made.ID, "a/" + made.ID, "api/v1/tasks/" + made.Key + "/results"} {
		if resp, text := webtest.Get(t, url+path); resp.StatusCode != 503 || !strings.Contains(string(text), "damaged") {
			t.Errorf("GET %s = %s %.300s", path, resp.Status, text)
		}
	}
	if _, text := webtest.Get(t, url+"readyz"); !strings.Contains(string(text), "revisions of 1 assignment cannot be read: assignment "+made.ID[:6]+"…") {
		t.Errorf("/readyz = %s", text)
	}
	stop()
	<-status
	if !strings.Contains(log.String(), "library: an assignment is damaged") {
		t.Errorf("the log is %s", log)
	}
	var out, words bytes.Buffer
	if got := Run(t.Context(), []string{"-data", data, "-backup", backups, "library", "restore", made.ID}, &out, &words); got != 0 || !strings.Contains(out.String(), "revisions put back: 1") {
		t.Errorf("restore = %d: %s%s", got, &out, &words)
	}
	if out, _ := operate(t, data, 0, "verify"); !strings.Contains(out, "damaged records: 0") {
		t.Errorf("verify after the restoration: %s", out)
	}
}

// The process ends, with an error, when the store hangs.
func TestHangingStoreEndsServer(t *testing.T) {
	var hang func(error)
	openStore = func(c treestore.Config) (*treestore.Store, error) {
		hang = c.Failed
		return treestore.Open(c)
	}
	defer func() { openStore = treestore.Open }()
	_, _, status, log := started(t, "-data", t.TempDir())
	hang(errors.New("it hangs"))
	if got := <-status; got != 1 || !strings.Contains(log.String(), "it hangs") {
		t.Errorf("status = %d, log %s; want 1 and the reason", got, log)
	}
}

// -backup makes copies from which the trees can be served.
func TestBackupOption(t *testing.T) {
	data, backups := t.TempDir(), t.TempDir()
	url, stop, status, _ := started(t, "-data", data)
	tree := keep(t, url, "players 3 1[ ? ? ]")
	stop()
	<-status
	made := backUp(t, data, backups)
	if r, err := records.Verify(context.Background(), made); err != nil || !r.Whole() || r.Logs != 1 {
		t.Errorf("Verify of the backup = %+v, %v", r, err)
	}
	url, _, _, _ = started(t, "-data", made)
	resp, err := http.Get(url + "t/" + tree.ID)
	if err != nil || resp.StatusCode != 200 {
		t.Fatalf("GET of the tree from the backup = %v, %v", resp, err)
	}
	resp.Body.Close()
}
