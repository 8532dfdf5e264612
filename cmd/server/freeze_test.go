//go:build linux

package main

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// mounted mounts a file system of a few MiB, which only root can: of kind tmpfs, or ext4
// in a file.
func mounted(t *testing.T, kind string, args ...string) string {
	t.Helper()
	at := t.TempDir()
	if out, err := exec.Command("mount", append(args, at)...).CombinedOutput(); err != nil {
		t.Skipf("SKIPPED, not tested: a %s cannot be mounted here: %v, %s", kind, err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", "--lazy", at).CombinedOutput(); err != nil {
			t.Errorf("umount: %v, %s", err, out)
		}
	})
	return at
}

// On a full disk /readyz has status 503, and everything that was saved is served. When
// there is space again it is ready, without a restart.
func TestReadyOnFullDisk(t *testing.T) {
	at := mounted(t, "tmpfs", "-t", "tmpfs", "-o", "size=8m", "none")
	url, _, _, _ := started(t, "-data", filepath.Join(at, "data"))
	kept := keep(t, url, "players 3 1[ ? ? ]")
	if status, text, _ := asked(t, url+"readyz"); status != http.StatusOK {
		t.Fatalf("GET readyz = %d, %s", status, text)
	}
	filler := filepath.Join(at, "filler")
	exec.Command("dd", "if=/dev/zero", "of="+filler, "bs=4k").Run() // until it is full
	// Nothing was edited since: it is known all the same, some seconds later.
	want := func(status int, part string) {
		t.Helper()
		for end := time.Now().Add(time.Minute); ; {
			got, text, _ := asked(t, url+"readyz")
			if got == status && strings.HasPrefix(text, part) {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("GET readyz = %d, %s; want %d, %s", got, text, status, part)
			}
		}
	}
	want(http.StatusServiceUnavailable, "not ready: the disk of the library is full")
	for _, page := range []string{"", "t/" + kept.ID, "edit/" + kept.Key} {
		if status, text, _ := asked(t, url+page); status != http.StatusOK {
			t.Errorf("GET /%s = %d, %.200s", page, status, text)
		}
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	want(http.StatusOK, "ok")
	if status, text, _, _ := labelled(t, url, kept, "b", "t1"); status != http.StatusOK {
		t.Errorf("an edit when there is space again = %d, %s", status, text)
	}
}

// A real file system stalls for as long as $ESPALIER_FREEZE says, such as 38s. The
// process goes on, everybody is answered within the limits, and nothing acknowledged is lost.
func TestFrozenFileSystem(t *testing.T) {
	stall, err := time.ParseDuration(os.Getenv("ESPALIER_FREEZE"))
	if err != nil {
		t.Skip("SKIPPED, not tested: set ESPALIER_FREEZE=38s, as root, to freeze a file system for so long")
	}
	image := filepath.Join(t.TempDir(), "image")
	if out, err := exec.Command("sh", "-c", "truncate -s 96M "+image+" && mkfs.ext4 -q "+image).CombinedOutput(); err != nil {
		t.Skipf("SKIPPED, not tested: no file system can be made: %v, %s", err, out)
	}
	at := mounted(t, "ext4", "-o", "loop", image)
	server := exec.Command(built(t), "-addr", "127.0.0.1:0", "-data", filepath.Join(at, "data"))
	out, err := server.StdoutPipe()
	if err == nil {
		server.Stderr = os.Stderr
		err = server.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	defer server.Process.Kill()
	url := urlIn(t, out)
	go func() { ended <- server.Wait() }()
	kept, other := keep(t, url, "players 3 1[ ? ? ]"), keep(t, url, "players 3 1[ ? ? ? ]")

	type series struct {
		name    string
		ask     func(n int) int // returns the status
		longest time.Duration
		status  map[int]int
	}
	var acknowledged sync.Map // the answers, by token
	var count atomic.Int64
	all := []*series{
		{name: "edits", ask: func(n int) int {
			token := fmt.Sprintf("t%d", n)
			status, text, _, _ := labelled(t, url, kept, fmt.Sprintf("n%d", n), token)
			if status == http.StatusOK {
				acknowledged.Store(token, text)
				count.Add(1)
			}
			return status
		}},
		{name: "reads of a tree in memory", ask: func(int) int { s, _, _ := asked(t, url+"t/"+kept.ID); return s }},
		{name: "reads of another tree in memory", ask: func(int) int { s, _, _ := asked(t, url+"t/"+other.ID); return s }},
		{name: "reads of an old revision", ask: func(int) int { s, _, _ := asked(t, url+"t/"+kept.ID+"?revision=1"); return s }},
		{name: "wrong codes of rooms", ask: func(int) int { s, _, _ := asked(t, url+"api/v1/rooms/ABC"); return s }},
		{name: "lessons", ask: func(int) int { s, _, _ := asked(t, url+"lessons/"+other.ID); return s }},
		{name: "experiments", ask: func(int) int { s, _, _ := asked(t, url+"experiments"); return s }},
		{name: "readyz", ask: func(int) int { s, _, _ := asked(t, url+"readyz"); return s }},
		{name: "metrics", ask: func(int) int { s, _, _ := asked(t, url+"metrics"); return s }},
		{name: "figures", ask: func(int) int { s, _, _ := asked(t, url+"figures/k1991-fig6"); return s }},
	}
	over := make(chan struct{})
	var asking sync.WaitGroup
	for _, s := range all {
		s.status = map[int]int{}
		asking.Go(func() {
			for n := 0; ; n++ {
				began := time.Now()
				s.status[s.ask(n)]++
				s.longest = max(s.longest, time.Since(began))
				select {
				case <-over:
					return
				case <-time.After(20 * time.Millisecond):
				}
			}
		})
	}
	for count.Load() < 10 {
		<-time.After(time.Millisecond)
	}
	// A process that waits for the disk cannot be killed: this one must not touch it.
	thaw := func() { exec.Command("fsfreeze", "-u", at).Run() }
	if out, err := exec.Command("fsfreeze", "-f", at).CombinedOutput(); err != nil {
		t.Skipf("SKIPPED, not tested: no file system can be frozen: %v, %s", err, out)
	}
	t.Cleanup(thaw)
	before := count.Load()
	<-time.After(stall)
	during := count.Load() - before
	thaw()
	alive := true
	select {
	case err := <-ended:
		alive = false
		t.Errorf("the process has ended: %v", err)
	case <-time.After(10 * time.Second): // it ended 0.1 s after the disk was back
	}
	close(over)
	asking.Wait()
	for _, s := range all {
		t.Logf("%-32s longest %v, status %v", s.name, s.longest.Round(time.Millisecond), s.status)
	}
	for name, limit := range map[string]time.Duration{"edits": 7 * time.Second, "readyz": 3 * time.Second, "figures": 2 * time.Second, "reads of an old revision": 4 * time.Second, "lessons": 4 * time.Second,
		"reads of a tree in memory": 2 * time.Second, "reads of another tree in memory": 2 * time.Second} {
		for _, s := range all {
			if s.name == name && s.longest > limit {
				t.Errorf("%s took %v, want %v", name, s.longest, limit)
			}
		}
	}
	if !alive {
		return
	}
	t.Logf("%d edits were acknowledged, %d of them while the file system was frozen", count.Load(), during)
	if status, text, _ := asked(t, url+"readyz"); status != http.StatusOK {
		t.Errorf("GET readyz = %d, %s", status, text)
	}
	// Each edit that was acknowledged is there: sent again, it is that revision.
	acknowledged.Range(func(token, text any) bool {
		var n int
		fmt.Sscanf(token.(string), "t%d", &n)
		made := func(text string) string {
			_, rest, _ := strings.Cut(text, `"made":`)
			number, _, _ := strings.Cut(rest, ",")
			return number
		}
		status, again, _, _ := labelled(t, url, kept, fmt.Sprintf("n%d", n), token.(string))
		if status != http.StatusOK || made(again) != made(text.(string)) {
			t.Errorf("edit %s was acknowledged with %s; sent again = %d, %s", token, text, status, again)
		}
		return true
	})
	began := time.Now()
	server.Process.Signal(syscall.SIGTERM)
	if err := <-ended; err != nil || time.Since(began) > 5*time.Second {
		t.Errorf("the server ends after %v: %v", time.Since(began), err)
	}
}
