//go:build unix

package treestore

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"espalier/trees"
	"espalier/trees/treetest"
	"espalier/web/store/storetest"
)

const (
	// childDir is the folder of a child process that edits until it is killed.
	childDir = "ESPALIER_LIBRARY_CHILD"
	childKey = "ESPALIER_LIBRARY_KEY"
	childJob = "ESPALIER_LIBRARY_JOB" // "delete"; anything else means to edit

	killEdits   = 1000
	killEditors = 4
)

// TestMain runs the child of TestKillLosesNoAcknowledgedEdit, or a process of TestFaults.
func TestMain(m *testing.M) {
	if text := os.Getenv(childPlan); text != "" {
		if err := runPlan(text); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if dir := os.Getenv(childDir); dir != "" {
		job := editUntilKilled
		if os.Getenv(childJob) == "delete" {
			job = deleteAndWait
		}
		if err := job(dir, Key(os.Getenv(childKey))); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// editUntilKilled labels the leaves without a label, and prints the number of
// each when it is acknowledged.
func editUntilKilled(dir string, key Key) error {
	ctx := context.Background()
	l, err := Open(Config{Dir: dir})
	if err != nil {
		return err
	}
	s, err := l.Load(ctx, key.ID())
	if err != nil {
		return err
	}
	var todo []int
	for n := range killEdits {
		if at, _ := s.Draft.Find(trees.ID(2 + n)); s.Draft.Tree().Label(at) == "" {
			todo = append(todo, n)
		}
	}
	fmt.Println("ready")
	var all sync.WaitGroup
	errs := make([]error, killEditors)
	for who := range killEditors {
		all.Go(func() {
			for i := who; i < len(todo) && errs[who] == nil; i += killEditors {
				var e trees.Edit
				if e, errs[who] = trees.ReadEdit(fmt.Appendf(nil, `{"op":"set","nodes":[%d],"label":"n%d"}`, 2+todo[i], todo[i])); errs[who] != nil {
					return
				}
				if _, errs[who] = l.Edit(ctx, key.ID(), Request{Edit: e, Token: fmt.Sprint("token", todo[i])}); errs[who] == nil {
					fmt.Println(todo[i]) // in a single write, which arrives as a whole or not at all
				}
			}
		})
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return l.Close()
}

// A process is killed again and again during 1,000 edits, and restarted until all are done.
func TestKillLosesNoAcknowledgedEdit(t *testing.T) {
	if treetest.RaceDetector {
		t.Skip("what a killed process leaves is the same without the race detector, and takes a tenth of the time")
	}
	ctx := context.Background()
	dir := t.TempDir()
	l := opened(t, dir)
	key, _ := created(t, l, wide(killEdits))
	storetest.Close(t, l)
	acknowledged := map[int]bool{}
	kills := 0
	for round := 0; len(acknowledged) < killEdits; round++ {
		if round > 20 {
			t.Fatalf("after %d rounds %d edits are done", round, len(acknowledged))
		}
		stop := 60 + 45*round // the number of edits before it is killed
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), childDir+"="+dir, childKey+"="+string(key))
		child.Stderr = os.Stderr
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for output := 0; lines.Scan(); {
			if line := lines.Text(); line != "ready" {
				n, err := strconv.Atoi(line)
				if err != nil {
					t.Fatalf("the child says %q", line)
				}
				acknowledged[n] = true
				output++
			}
			if output == stop {
				kills++
				if err := child.Process.Signal(syscall.SIGKILL); err != nil {
					t.Fatal(err)
				}
			}
		}
		child.Wait()

		l := opened(t, dir)
		s, err := l.Load(ctx, key.ID())
		if err != nil {
			t.Fatal(err)
		}
		done := 0
		for n := range killEdits {
			got, want := label(t, s.Draft, trees.ID(2+n)), fmt.Sprint("n", n)
			if acknowledged[n] && got != want {
				t.Errorf("round %d: edit %d was acknowledged and is lost", round, n)
			}
			if got == want {
				done++
			}
		}
		if s.Number != done+1 {
			t.Errorf("round %d: revision %d holds %d edits", round, s.Number, done)
		}
		if done > len(acknowledged)+killEditors {
			t.Errorf("round %d: %d edits are there, %d were acknowledged", round, done, len(acknowledged))
		}
		history, err := l.Revisions(ctx, key.ID(), 0, MaxRevisions)
		if err != nil || len(history) != min(s.Number, MaxRevisions) {
			t.Errorf("Revisions = %d, %v", len(history), err)
		}
		for n := range killEdits { // edits that were stored but not acknowledged are not made again
			if label(t, s.Draft, trees.ID(2+n)) != "" {
				acknowledged[n] = true
			}
		}
		storetest.Close(t, l)
	}
	t.Logf("killed %d times, %d edits", kills, len(acknowledged))
	if kills < 3 {
		t.Errorf("the child was killed %d times, want more", kills)
	}
	if left := leftovers(dir); left != "" {
		t.Errorf("there is still %s", left)
	}
}

// deleteAndWait deletes a tree, prints "deleted" and waits to be killed.
func deleteAndWait(dir string, key Key) error {
	l, err := Open(Config{Dir: dir})
	if err != nil {
		return err
	}
	if err := l.Delete(context.Background(), key); err != nil {
		return err
	}
	fmt.Println("deleted")
	select {}
}

func TestDeletedTreeStaysDeletedAfterKill(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	l := opened(t, dir)
	key, _ := created(t, l, small)
	other, _ := created(t, l, small)
	for i := range 2 * wholeEvery {
		edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"n%d"}`, i)})
	}
	storetest.Close(t, l)
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childDir+"="+dir, childKey+"="+string(key), childJob+"=delete")
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "deleted\n" {
		t.Fatalf("the child says %q, %v", line, err)
	}
	if err := child.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	child.Wait()
	l = opened(t, dir)
	if _, err := l.Load(ctx, key.ID()); !errors.Is(err, ErrNotFound) {
		t.Errorf("Load of a tree whose deletion was acknowledged = %v, want %v", err, ErrNotFound)
	}
	if _, err := l.Load(ctx, other.ID()); err != nil {
		t.Errorf("Load of another tree = %v", err)
	}
	names, err := bucketOfStore(l).List(ctx, ">")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		// JetStream may restore an old hint, which is only a number.
		if strings.HasPrefix(name, string(key.ID())) && name != headKey(key.ID()) {
			t.Errorf("%s of the deleted tree is there", name)
		}
	}
}

// leftovers lists temporary files that were not removed.
func leftovers(dir string) string {
	out, _ := exec.Command("find", dir, "-name", "*.tmp").Output()
	return strings.TrimSpace(string(out))
}
