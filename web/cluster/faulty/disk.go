package faulty

import (
	"bufio"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// A Disk orders the faults of the disk and the clock of one process. Its methods return an error
// only if the process has ended.
type Disk struct {
	mu      sync.Mutex
	orders  *os.File
	answers *bufio.Reader
	read    *os.File
}

// Start starts a command whose program was built by Build. The folder dir is on the faulty disk.
// What a power cut may bring back is kept in the folder shadow, on the same file system.
func Start(c *exec.Cmd, dir, shadow string) (*Disk, error) {
	if err := os.RemoveAll(shadow); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(shadow, 0o700); err != nil {
		return nil, err
	}
	in, orders, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	answers, out, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	c.ExtraFiles = []*os.File{in, out}
	c.Env = append(c.Env, "ESPALIER_FAULTY_DISK="+dir, "ESPALIER_FAULTY_SHADOW="+shadow)
	err = c.Start()
	in.Close()
	out.Close()
	return &Disk{orders: orders, answers: bufio.NewReader(answers), read: answers}, err
}

// Close is called when the process has ended.
func (d *Disk) Close() {
	d.orders.Close()
	d.read.Close()
}

func (d *Disk) order(format string, args ...any) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, err := fmt.Fprintf(d.orders, format+"\n", args...); err != nil {
		return err
	}
	answer, err := d.answers.ReadString('\n')
	if err == nil && answer != "ok\n" {
		err = fmt.Errorf("the faulty disk answers %q to %q", answer, fmt.Sprintf(format, args...))
	}
	return err
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// Stall makes each operation that changes a file wait until it is called with false.
func (d *Disk) Stall(on bool) error { return d.order("stall %s", onOff(on)) }

// Fail makes each operation that changes a file, and each sync, return EIO.
func (d *Disk) Fail(on bool) error { return d.order("fail %s", onOff(on)) }

// Free limits the bytes by which files may still grow. After that they get ENOSPC, and a write that
// needs more is cut off. -1 is no limit.
func (d *Disk) Free(bytes int64) error { return d.order("free %d", bytes) }

// Lie makes syncs of all files do nothing whose path has one of the texts, until the next call.
func (d *Disk) Lie(paths ...string) error { return d.order("lie %s", strings.Join(paths, " ")) }

// Synced reports whether a power cut takes nothing of what was written to the files whose path has a text.
func (d *Disk) Synced(path string) bool { return d.order("synced %s", path) == nil }

// Clock sets by how much the clock of the process is wrong.
func (d *Disk) Clock(wrong time.Duration) error {
	return d.order("clock %d", int64(wrong/time.Second))
}

// Cut cuts the power. The process has ended, or ends at once.
func (d *Disk) Cut(seed uint64) error { return d.order("cut %d", seed>>1) }

// Files returns the files below a folder, in order, except those for which skip is true.
func Files(dir string, skip func(path string) bool) (files []string, err error) {
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil // it was removed meanwhile
		}
		if err == nil && e.Type().IsRegular() && !skip(path) {
			files = append(files, path)
		}
		return err
	})
	return files, err
}

// Damage damages a file: it flips a bit, cuts the file off, or removes it. The result says what was
// done. A program that has the file open may go on.
func Damage(rng *rand.Rand, name string) (what string, err error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	short := filepath.Join(filepath.Base(filepath.Dir(name)), filepath.Base(name))
	switch kind := rng.IntN(4); {
	case kind == 0, len(b) == 0:
		return short + " is removed", os.Remove(name)
	case kind == 1:
		at := rng.IntN(len(b))
		return fmt.Sprintf("%s is cut off at %d of %d", short, at, len(b)), os.Truncate(name, int64(at))
	}
	at := rng.IntN(len(b))
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return "", err
	}
	defer f.Close()
	_, err = f.WriteAt([]byte{b[at] ^ 1<<rng.IntN(8)}, int64(at))
	return fmt.Sprintf("a bit of byte %d of %d of %s is flipped", at, len(b), short), err
}
