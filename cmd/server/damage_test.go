package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"espalier/web/treestore"
)

// A damaged tree is told apart from one that was never kept: on its page, in the
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
	blocks, err := filepath.Glob(filepath.Join(data, "library", "jetstream", "*", "streams", "*", "msgs", "*.blk"))
	if err != nil || len(blocks) != 1 {
		t.Fatal(blocks, err)
	}
	bytesOf, err := os.ReadFile(blocks[0])
	if err != nil {
		t.Fatal(err)
	}
	last := broken.ID + ".r.000000004"
	at := bytes.Index(bytesOf, []byte(last))
	bytesOf[at-8] ^= 0x40 // the sequence: nats-server would count to it
	if err := os.WriteFile(blocks[0], bytesOf, 0o600); err != nil {
		t.Fatal(err)
	}
	url, stop, status, log := started(t, "-data", data)
	for path, want := range map[string]struct {
		status int
		words  string
	}{
		"t/" + broken.ID:                           {500, "revision 3 is the newest that can be read"},
		"api/v1/trees/" + broken.ID:                {500, "was kept here"},
		"t/" + broken.ID + "?revision=3":           {200, "n1"},
		"t/" + whole.ID:                            {200, "n2"},
		"t/" + strings.Repeat("a", 25) + "b":       {404, ""},
		"t/" + string(treestore.Key("x").ID()):     {404, "never kept here"},
		"api/v1/trees/" + broken.ID + "/revisions": {200, "cannot be read"},
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
	if text := log.String(); !strings.Contains(text, `"library: a tree is damaged" id=`+broken.ID) || strings.Contains(text, broken.Key) || strings.Contains(text, whole.ID) {
		t.Errorf("the log is %s", text)
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
	_, stop, status, _ = started(t, "-data", data, "-backup", backups)
	var made []string
	for len(made) == 0 {
		made, _ = filepath.Glob(filepath.Join(backups, "espalier-*"))
	}
	stop()
	<-status
	if r, err := treestore.Verify(context.Background(), made[0]); err != nil || !r.Whole() || r.Trees != 1 {
		t.Errorf("Verify of the backup = %+v, %v", r, err)
	}
	url, _, _, _ = started(t, "-data", made[0])
	resp, err := http.Get(url + "t/" + tree.ID)
	if err != nil || resp.StatusCode != 200 {
		t.Fatalf("GET of the tree from the backup = %v, %v", resp, err)
	}
	resp.Body.Close()
	var wrong bytes.Buffer
	if got := Run(context.Background(), []string{"-backup", backups, "-nats", "nats://127.0.0.1:1"}, io.Discard, &wrong); got != 2 || !strings.Contains(wrong.String(), "-backup") {
		t.Errorf("-backup with -nats = %d, %s", got, &wrong)
	}
}
