package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"espalier/web/cluster"
	"espalier/web/store/records"
	"espalier/web/treestore"
	"espalier/web/webtest"
)

// asked returns the status and the text of a page, and how long it took.
func asked(t *testing.T, url string) (status int, text string, took time.Duration) {
	t.Helper()
	began := time.Now()
	resp, err := http.Get(url)
	if err != nil {
		t.Error(err)
		return 0, "", time.Since(began)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Error(err)
	}
	return resp.StatusCode, string(b), time.Since(began)
}

// labelled makes an edit, and returns the status and the answer.
func labelled(t *testing.T, url string, kept keptTree, label, token string) (status int, text, retry string, took time.Duration) {
	t.Helper()
	body, _ := json.Marshal(map[string]any{"edit": json.RawMessage(fmt.Sprintf(`{"op":"set","nodes":[2],"label":%q}`, label)), "token": token})
	began := time.Now()
	resp, err := http.Post(url+"api/v1/trees/"+kept.Key+"/edits", "application/json", strings.NewReader(string(body)))
	if err != nil {
		t.Error(err)
		return 0, "", "", time.Since(began)
	}
	defer resp.Body.Close()
	b, _ := io.ReadAll(resp.Body)
	return resp.StatusCode, string(b), resp.Header.Get("Retry-After"), time.Since(began)
}

// freed waits until the library of a server that stopped while its disk had stalled has ended:
// it writes until then, and another one can be opened after that.
func freed(t *testing.T, dir string, id treestore.ID) {
	t.Helper()
	webtest.Eventually(t, time.Minute, func() bool {
		library, err := treestore.Open(treestore.Config{Dir: dir})
		if err != nil {
			return false
		}
		defer library.Close()
		_, err = library.Load(t.Context(), id)
		return err == nil
	}, "the library of the server does not end")
}

// While the disk has stalled, /readyz says so in time, an edit gets 503, trees in memory
// and all other pages are served; and the server ends in time all the same.
func TestServerOnStalledDisk(t *testing.T) {
	const slack = 2 * time.Second // of a machine with other work
	gate, dir := &cluster.Gate{}, t.TempDir()
	var id treestore.ID
	defer func() {
		gate.Open()
		freed(t, dir, id)
	}()
	openStore = func(c treestore.Config) (*treestore.Store, error) {
		c.Gate = gate
		return treestore.Open(c)
	}
	defer func() { openStore = treestore.Open }()
	url, stop, status, log := started(t, "-data", dir)
	kept := keep(t, url, "players 3 1[ ? ? ]")
	id = treestore.ID(kept.ID)
	if status, text, _ := asked(t, url+"readyz"); status != http.StatusOK {
		t.Fatalf("GET readyz = %d, %s", status, text)
	}
	gate.Shut()
	edited := make(chan struct{})
	go func() {
		defer close(edited)
		if status, text, retry, took := labelled(t, url, kept, "b", "t1"); status != http.StatusServiceUnavailable || !strings.Contains(text, "disk") || retry == "" || took > 5*time.Second+slack {
			t.Errorf("an edit has status %d after %v, Retry-After %q: %s", status, took, retry, text)
		}
	}()
	for range 2 {
		if status, text, took := asked(t, url+"readyz"); status != http.StatusServiceUnavailable || !strings.HasPrefix(text, "not ready: the library's disk has not answered for ") || took > records.HealthTime+slack {
			t.Errorf("GET readyz = %d after %v, %s", status, took, text)
		}
		for _, page := range []string{"", "healthz", "figures/k1991-fig6", "t/" + kept.ID, "edit/" + kept.Key, "api/v1/trees/" + kept.ID} {
			if status, text, took := asked(t, url+page); status != http.StatusOK || took > slack {
				t.Errorf("GET /%s = %d after %v, %.200s", page, status, took, text)
			}
		}
		<-edited
	}
	began := time.Now()
	stop()
	if got := <-status; got != 0 {
		t.Errorf("exit status = %d, want 0: %s", got, log)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("the end took %v", took)
	}
}
