package faulty

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

//go:embed testdata/os_faulty.go.txt
var osLayer string

//go:embed testdata/time_faulty.go.txt
var timeLayer string

// A change replaces a text in a file of the Go toolchain. The text must be there
// once.
type change struct{ file, old, new string }

// changes call the layer. The files are below src of the toolchain.
var changes = []change{
	{"time/time.go", `	sec, nsec, mono := runtimeNow()
	if mono == 0 {
		return Time{uint64(nsec), sec + unixToInternal, Local}
	}
	mono -= startNano`, `	sec, nsec, mono := runtimeNow()
	sec += FaultyClock.Load()
	if mono == 0 {
		return Time{uint64(nsec), sec + unixToInternal, Local}
	}
	mono -= startNano`},
	{"os/file_unix.go", `type file struct {
`, `type file struct {
	faulty *faultyDisk
	node   *faultyFile
	synced bool // each write is synced

`},
	{"os/file_unix.go", `func rename(oldname, newname string) error {
`, `func rename(oldname, newname string) error {
	if d := faultyOf(oldname); d != nil {
		return d.rename(oldname, newname, func() error { return rename_(oldname, newname) })
	}
	return rename_(oldname, newname)
}

func rename_(oldname, newname string) error {
`},
	{"os/file_unix.go", `func openFileNolog(name string, flag int, perm FileMode) (*File, error) {
`, `func openFileNolog(name string, flag int, perm FileMode) (*File, error) {
	d := faultyOf(name)
	if d == nil {
		return openFileNolog_(name, flag, perm)
	}
	done, err := d.opening(name, flag)
	if err != nil {
		return nil, &PathError{Op: "open", Path: name, Err: err}
	}
	f, err := openFileNolog_(name, flag, perm)
	done(f)
	return f, err
}

func openFileNolog_(name string, flag int, perm FileMode) (*File, error) {
`},
	{"os/file_unix.go", `func Truncate(name string, size int64) error {
	e := ignoringEINTR(func() error {
		return syscall.Truncate(name, size)
	})
`, `func Truncate(name string, size int64) error {
	do := func() error { return ignoringEINTR(func() error { return syscall.Truncate(name, size) }) }
	d := faultyOf(name)
	var e error
	if d != nil {
		e = d.truncate(name, nil, size, do)
	} else {
		e = do()
	}
`},
	{"os/file_unix.go", `func Remove(name string) error {
`, `func Remove(name string) error {
	if d := faultyOf(name); d != nil {
		return d.remove(name, func() error { return remove_(name) })
	}
	return remove_(name)
}

func remove_(name string) error {
`},
	{"os/removeall_at.go", `func removeAll(path string) error {
`, `func removeAll(path string) error {
	if d := faultyOf(path); d != nil {
		return d.removeAll(path)
	}
`},
	{"os/file.go", `	e := ignoringEINTR(func() error {
		return syscall.Mkdir(longName, syscallMode(perm))
	})
`, `	do := func() error { return ignoringEINTR(func() error { return syscall.Mkdir(longName, syscallMode(perm)) }) }
	var e error
	if d := faultyOf(name); d != nil {
		e = d.mkdir(name, do)
	} else {
		e = do()
	}
`},
	{"os/file_posix.go", `	n, err = f.pfd.Write(b)
`, `	if f.faulty != nil {
		return f.faulty.write(f, b, -1)
	}
	n, err = f.pfd.Write(b)
`},
	{"os/file_posix.go", `	n, err = f.pfd.Pwrite(b, off)
`, `	if f.faulty != nil {
		return f.faulty.write(f, b, off)
	}
	n, err = f.pfd.Pwrite(b, off)
`},
	{"os/file_posix.go", `	if e := f.pfd.Ftruncate(size); e != nil {
`, `	if f.faulty != nil {
		return f.wrapErr("truncate", f.faulty.truncate(f.name, f.node, size, func() error { return f.pfd.Ftruncate(size) }))
	}
	if e := f.pfd.Ftruncate(size); e != nil {
`},
	{"os/file_posix.go", `	if e := f.pfd.Fsync(); e != nil {
`, `	if f.faulty != nil {
		return f.wrapErr("sync", f.faulty.sync(f))
	}
	if e := f.pfd.Fsync(); e != nil {
`},
	{"os/zero_copy_linux.go", `func (f *File) readFrom(r io.Reader) (written int64, handled bool, err error) {
`, `func (f *File) readFrom(r io.Reader) (written int64, handled bool, err error) {
	if f.faulty != nil {
		return 0, false, nil
	}
`},
}

// Build compiles the tests of the package in a folder, as "go test -c" does, and returns the
// program.
func Build(t testing.TB, folder string) string {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("the layer of a faulty disk is written for Linux")
	}
	dir := t.TempDir()
	src := filepath.Join(run(t, folder, "go", "env", "GOROOT"), "src")
	replace := map[string]string{}
	texts := map[string]string{}
	for _, c := range changes {
		name := filepath.Join(src, filepath.FromSlash(c.file))
		text, read := texts[c.file]
		if !read {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			text = string(b)
		}
		if n := strings.Count(text, c.old); n != 1 {
			t.Fatalf("%s has this %d times, want once: package faulty has to be adapted to it\n%s", name, n, c.old)
		}
		texts[c.file] = strings.Replace(text, c.old, c.new, 1)
	}
	texts["os/faulty.go"], texts["time/faulty.go"] = osLayer, timeLayer
	for name, text := range texts {
		copied := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(copied, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(src, filepath.FromSlash(name))] = copied
	}
	b, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	overlay, program := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "program")
	if err := os.WriteFile(overlay, b, 0o600); err != nil {
		t.Fatal(err)
	}
	// Without symbols for a debugger the program is linked in half the time.
	run(t, folder, "go", "test", "-c", "-trimpath", "-vet=off", "-ldflags=-s -w", "-overlay", overlay, "-o", program, ".")
	return program
}

// run runs a command and returns what it prints.
func run(t testing.TB, folder, name string, args ...string) string {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir = folder
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	var problems strings.Builder
	c.Stderr = &problems
	out, err := c.Output()
	if err != nil {
		t.Fatal(fmt.Errorf("%s: %w\n%s", c, err, problems.String()))
	}
	return strings.TrimSpace(string(out))
}
