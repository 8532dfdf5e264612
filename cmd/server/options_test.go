package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"espalier/web/treestore"
)

func TestWrongOptions(t *testing.T) {
	for _, c := range []struct{ option, value, words string }{
		{"-trusted-proxies", "10.0.0.1", `"10.0.0.1" is not a network`},
		{"-host", "https://trees.example.edu", "without scheme and port"},
		{"-nats", " ", "-nats is empty"},
		{"-base-url", "example.edu/espalier", "https://example.edu/espalier is"},
		{"-base-url", "https://example.edu/trees", "/trees is a page of Espalier itself"},
		{"-max-store", "8", "is not a size from 64MiB to 1024TiB"},
		{"-max-store", "1MiB", "is not a size"},
		{"-max-store", "99999999999999GiB", "is not a size"},
		{"-check", "http://127.0.0.1:1/", "refused"},
		{"-addr", "127.0.0.1:0 stray", "cannot serve on"},
	} {
		var out, errors bytes.Buffer
		if got := Run(context.Background(), []string{"-data", t.TempDir(), "-addr", "127.0.0.1:0", c.option, c.value}, &out, &errors); got == 0 || !strings.Contains(errors.String(), c.words) {
			t.Errorf("%s %q: exit status %d, %q; want an error with %q", c.option, c.value, got, errors.String(), c.words)
		}
	}
	var out, errors bytes.Buffer
	if got := Run(context.Background(), []string{"-nats-synced", "-addr", "127.0.0.1:0"}, &out, &errors); got != 2 || !strings.Contains(errors.String(), "-nats-synced is about the servers of -nats") {
		t.Errorf("-nats-synced alone: exit status %d, %q", got, errors.String())
	}
	errors.Reset()
	if got := Run(context.Background(), []string{"stray"}, &out, &errors); got != 2 || !strings.Contains(errors.String(), `"stray" is not an option; there are -access-log, -addr,`) {
		t.Errorf("a stray argument: exit status %d, %q", got, errors.String())
	}
}

func TestVersion(t *testing.T) {
	var out bytes.Buffer
	if got := Run(context.Background(), []string{"-version"}, &out, io.Discard); got != 0 || !strings.HasPrefix(out.String(), "espalier ") || !strings.Contains(out.String(), "commit") {
		t.Errorf("exit status %d, %q", got, out.String())
	}
}

// A page elsewhere whose name points to this server is not served; nor may it post.
func TestOtherHostsAndOrigins(t *testing.T) {
	url, _, _, _ := started(t, "-data", filepath.Join(t.TempDir(), "data"), "-host", "trees.example.edu", "-base-url", "https://proxy.example.edu")
	for _, c := range []struct {
		method, path, host, origin string
		status                     int
	}{
		{"GET", "", "", "", 200},
		{"GET", "", "localhost", "", 200},
		{"GET", "", "trees.example.edu", "", 200},
		{"GET", "", "proxy.example.edu", "", 200}, // of -base-url
		{"GET", "", "evil.example", "", 421},
		{"GET", "api/v1/figures", "evil.example:80", "", 421},
		{"POST", "api/v1/parse", "", "", 200},
		{"POST", "api/v1/parse", "", "https://proxy.example.edu", 200},
		{"POST", "api/v1/parse", "", "https://evil.example", 403},
	} {
		r, err := http.NewRequest(c.method, url+c.path, strings.NewReader(`{"text":"players 1 1[ (1) ]"}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Host = c.host
		if c.origin != "" {
			r.Header.Set("Origin", c.origin)
			r.Header.Set("Content-Type", "text/plain")
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != c.status {
			t.Errorf("%s /%s with Host %q and Origin %q: %d, want %d", c.method, c.path, c.host, c.origin, resp.StatusCode, c.status)
		}
	}
}

// The log of accesses names path and client, and no edit key.
func TestAccessLog(t *testing.T) {
	url, stop, status, errors := started(t, "-data", filepath.Join(t.TempDir(), "data"), "-access-log", "-trusted-proxies", "127.0.0.0/8", "-pprof", "127.0.0.1:0")
	secret := treestore.NewKey()
	key, id := string(secret), string(secret.ID())
	for _, path := range []string{"edit/" + key, "t/" + key, "/edit/" + key, "edit//" + key, "c/" + key + "012345678", "t/" + id, "figures/k1991-fig6?step=3"} {
		r, _ := http.NewRequest("GET", url+path, nil)
		r.Header.Set("X-Forwarded-For", "198.51.100.7")
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if path == "edit/"+key && (resp.Header.Get("Referrer-Policy") != "no-referrer" || !strings.Contains(resp.Header.Get("Cache-Control"), "no-store")) {
			t.Errorf("the headers of an edit page are %v", resp.Header)
		}
	}
	stop()
	<-status
	log := errors.String()
	if strings.Contains(log, key) {
		t.Errorf("the log has an edit key: %s", log)
	}
	for _, words := range []string{"path=/edit/…", "path=//edit/…", "path=/t/… ", "path=/c/… ", "path=/t/" + id, "path=/figures/k1991-fig6 status=200", "client=198.51.100.7", "profiles are served", "memory_bytes="} {
		if !strings.Contains(log, words) {
			t.Errorf("the log has no %q: %s", words, log)
		}
	}
}
