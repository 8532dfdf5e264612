package os

import (
	"internal/stringslite"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// This file becomes a part of package os in a program that is built by package faulty. All files
// below one folder are on a disk whose faults another process chooses, by lines on file
// descriptor 3. Each line is answered on file descriptor 4.

const (
	faultyDirEnv    = "ESPALIER_FAULTY_DISK"
	faultyShadowEnv = "ESPALIER_FAULTY_SHADOW"
	faultyIn        = 3
	faultyOut       = 4
)

// A faultyDisk is the disk. What a power cut may undo is in files and names.
//
// A file loses what was written after its last sync, from some write on; that write may be torn.
// Creating, renaming and removing are in one ordered log, as in the journals of ext4 and XFS. Any
// sync makes the whole log durable.
type faultyDisk struct {
	dir    string
	shadow string // the folder of the files that were removed or replaced, on the same file system

	mu      sync.Mutex
	ready   sync.Cond // of mu: the disk does not stall
	files   map[string]*faultyFile
	names   []faultyName
	removed int // counts the files in shadow

	stalls  bool
	fails   bool
	limited bool
	free    int64    // bytes, if limited
	lies    []string // syncs of files with one of these in their path do nothing
}

// A faultyFile is a file that is not synced.
type faultyFile struct {
	path string
	undo []faultyWrite // the oldest first
}

// A faultyWrite can undo a write or a change of the length.
type faultyWrite struct {
	at   int64
	n    int    // bytes that were written
	old  []byte // at the same place before
	size int64  // of the file before
}

type faultyKind byte

const (
	faultyCreated faultyKind = iota
	faultyRemoved
	faultyRenamed
	faultyMade // a folder
	faultyUnmade
)

// A faultyName can undo an operation on a name.
type faultyName struct {
	kind     faultyKind
	path, to string
	kept     string // the file that was at path, or at to before a rename; "" if there was none
}

var theFaultyDisk atomic.Pointer[faultyDisk]

func init() {
	dir, _ := syscall.Getenv(faultyDirEnv)
	if dir == "" {
		return
	}
	shadow, _ := syscall.Getenv(faultyShadowEnv)
	d := &faultyDisk{dir: dir, shadow: shadow, files: map[string]*faultyFile{}}
	d.ready.L = &d.mu
	theFaultyDisk.Store(d)
	syscall.CloseOnExec(faultyIn)
	syscall.CloseOnExec(faultyOut)
	go d.listen()
}

// faultyOf returns the disk with a path, or nil.
func faultyOf(path string) *faultyDisk {
	d := theFaultyDisk.Load()
	if d != nil && stringslite.HasPrefix(path, d.dir) && (len(path) == len(d.dir) || path[len(d.dir)] == '/') {
		return d
	}
	return nil
}

// listen follows the orders: a word, and mostly a number or a text.
func (d *faultyDisk) listen() {
	var line []byte
	b := make([]byte, 1)
	for {
		n, err := syscall.Read(faultyIn, b)
		if err == syscall.EINTR {
			continue
		}
		if n <= 0 {
			return
		}
		if b[0] != '\n' {
			line = append(line, b[0])
			continue
		}
		word, rest, _ := stringslite.Cut(string(line), " ")
		line = line[:0]
		answer := "ok\n"
		if !d.order(word, rest) {
			answer = "unknown\n"
		}
		syscall.Write(faultyOut, []byte(answer))
	}
}

func (d *faultyDisk) order(word, rest string) bool {
	number := func() (n int64) {
		digits, negative := stringslite.CutPrefix(rest, "-")
		for _, c := range []byte(digits) {
			n = 10*n + int64(c-'0')
		}
		if negative {
			n = -n
		}
		return n
	}
	if word == "clock" { // seconds
		time.FaultyClock.Store(number())
		return true
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	switch word {
	case "stall":
		d.stalls = rest == "on"
		d.ready.Broadcast()
	case "fail":
		d.fails = rest == "on"
	case "free": // bytes; -1 is no limit
		d.free = number()
		d.limited = d.free >= 0
	case "lie": // texts
		d.lies = nil
		for rest != "" {
			var one string
			one, rest, _ = stringslite.Cut(rest, " ")
			d.lies = append(d.lies, one)
		}
	case "cut": // a seed
		d.cut(uint64(number()))
		syscall.Write(faultyOut, []byte("ok\n"))
		syscall.Kill(syscall.Getpid(), syscall.SIGKILL)
		select {}
	default:
		return false
	}
	return true
}

// begin waits while the disk stalls. The caller unlocks mu.
func (d *faultyDisk) begin() error {
	d.mu.Lock()
	for d.stalls {
		d.ready.Wait()
	}
	if d.fails {
		return syscall.EIO
	}
	return nil
}

func (d *faultyDisk) file(path string) *faultyFile {
	f := d.files[path]
	if f == nil {
		f = &faultyFile{path: path}
		d.files[path] = f
	}
	return f
}

// faultyRead reads a part of a file, as much as there is.
func faultyRead(path string, at int64, n int) []byte {
	if n <= 0 {
		return nil
	}
	fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer syscall.Close(fd)
	b := make([]byte, n)
	read := 0
	for read < n {
		m, err := syscall.Pread(fd, b[read:], at+int64(read))
		if err == syscall.EINTR {
			continue
		}
		if m <= 0 {
			break
		}
		read += m
	}
	return b[:read]
}

func faultySize(path string) int64 {
	var s syscall.Stat_t
	if syscall.Stat(path, &s) != nil {
		return 0
	}
	return s.Size
}

func faultyExists(path string) bool {
	var s syscall.Stat_t
	return syscall.Lstat(path, &s) == nil
}

// opening is called before a file is opened. The caller calls done with the file or nil.
func (d *faultyDisk) opening(path string, flag int) (done func(*File), err error) {
	if flag&(O_WRONLY|O_RDWR|O_CREATE|O_TRUNC) == 0 {
		return func(f *File) {
			if f != nil {
				d.mu.Lock()
				defer d.mu.Unlock()
				f.faulty, f.node = d, d.files[path] // it may be opened to be synced
			}
		}, nil
	}
	err = d.begin()
	there := faultyExists(path)
	if err == nil && !there && d.limited && d.free <= 0 {
		err = syscall.ENOSPC
	}
	if err != nil {
		d.mu.Unlock()
		return nil, err
	}
	var before []byte
	if there && flag&O_TRUNC != 0 {
		before = faultyRead(path, 0, int(faultySize(path)))
	}
	return func(f *File) {
		if f != nil {
			f.faulty = d
			node := d.file(path)
			f.node = node
			f.synced = flag&O_SYNC != 0
			if !there {
				d.names = append(d.names, faultyName{kind: faultyCreated, path: path})
			}
			if len(before) > 0 {
				node.undo = append(node.undo, faultyWrite{old: before, size: int64(len(before))})
			}
		}
		d.mu.Unlock()
	}, nil
}

// write writes at a place, or at the place of the file if at is negative.
func (d *faultyDisk) write(f *File, b []byte, at int64) (n int, err error) {
	err = d.begin()
	defer d.mu.Unlock()
	if err != nil {
		return 0, err
	}
	node := f.node
	if node == nil {
		if at < 0 {
			return f.pfd.Write(b)
		}
		return f.pfd.Pwrite(b, at)
	}
	size := faultySize(node.path)
	place := at
	if at < 0 {
		if place, err = f.pfd.Seek(0, 1); err != nil {
			return 0, err
		}
		if f.appendMode {
			place = size
		}
	}
	full := false
	if grows := place + int64(len(b)) - max(size, place); d.limited && grows > 0 {
		if grows > d.free {
			b, full = b[:int64(len(b))-(grows-d.free)], true
			grows = d.free
		}
		d.free -= grows
	}
	undo := faultyWrite{at: place, size: size, old: faultyRead(node.path, place, int(min(int64(len(b)), max(0, size-place))))}
	if len(b) > 0 {
		if at < 0 {
			n, err = f.pfd.Write(b)
		} else {
			n, err = f.pfd.Pwrite(b, at)
		}
	}
	if undo.n = max(0, n); n > 0 {
		node.undo = append(node.undo, undo)
		if f.synced {
			d.flush(node)
		}
	}
	if err == nil && full {
		err = syscall.ENOSPC
	}
	return n, err
}

func (d *faultyDisk) truncate(path string, node *faultyFile, size int64, do func() error) error {
	err := d.begin()
	defer d.mu.Unlock()
	if err != nil {
		return err
	}
	if node == nil {
		node = d.file(path)
	}
	before := faultySize(node.path)
	undo := faultyWrite{at: size, size: before, old: faultyRead(node.path, size, int(before-size))}
	if err = do(); err == nil {
		node.undo = append(node.undo, undo)
	}
	return err
}

// sync makes a file durable. It does nothing if the disk lies about it.
func (d *faultyDisk) sync(f *File) error {
	err := d.begin()
	defer d.mu.Unlock()
	if err == nil {
		d.flush(f.node)
	}
	return err
}

func (d *faultyDisk) flush(node *faultyFile) {
	if node != nil {
		for _, part := range d.lies {
			if stringslite.Index(node.path, part) >= 0 {
				return
			}
		}
		node.undo = nil
	} else if len(d.lies) > 0 {
		return
	}
	for _, one := range d.names {
		if one.kept != "" {
			syscall.Unlink(one.kept)
			delete(d.files, one.kept)
		}
	}
	d.names = nil
}

// keep moves a file to the shadow before it is removed or replaced. It returns "" if there is
// no such file.
func (d *faultyDisk) keep(path string) string {
	d.removed++
	digits := []byte{}
	for n := d.removed; n > 0; n /= 10 {
		digits = append([]byte{byte('0' + n%10)}, digits...)
	}
	kept := d.shadow + "/" + string(digits)
	if syscall.Link(path, kept) != nil {
		return ""
	}
	if node := d.files[path]; node != nil {
		delete(d.files, path)
		node.path = kept
		d.files[kept] = node
	}
	return kept
}

// moved gives the unsynced files at a path, or below it, their new path.
func (d *faultyDisk) moved(from, to string) {
	for path, node := range d.files {
		if rest, below := stringslite.CutPrefix(path, from); below && (rest == "" || rest[0] == '/') {
			delete(d.files, path)
			node.path = to + rest
			d.files[node.path] = node
		}
	}
}

func (d *faultyDisk) rename(from, to string, do func() error) error {
	err := d.begin()
	defer d.mu.Unlock()
	if err != nil {
		return &LinkError{"rename", from, to, err}
	}
	kept := d.keep(to)
	if err := do(); err != nil {
		if kept != "" {
			syscall.Unlink(kept)
			d.moved(kept, to)
		}
		return err
	}
	d.moved(from, to)
	d.names = append(d.names, faultyName{kind: faultyRenamed, path: from, to: to, kept: kept})
	return nil
}

func (d *faultyDisk) remove(path string, do func() error) error {
	err := d.begin()
	defer d.mu.Unlock()
	if err != nil {
		return &PathError{Op: "remove", Path: path, Err: err}
	}
	kept := d.keep(path)
	if err := do(); err != nil {
		if kept != "" {
			syscall.Unlink(kept)
			d.moved(kept, path)
		}
		return err
	}
	kind := faultyRemoved
	if kept == "" {
		kind = faultyUnmade
	}
	d.names = append(d.names, faultyName{kind: kind, path: path, kept: kept})
	return nil
}

func (d *faultyDisk) removeAll(path string) error {
	entries, err := ReadDir(path)
	if err == nil {
		for _, e := range entries {
			if err := d.removeAll(path + "/" + e.Name()); err != nil {
				return err
			}
		}
	}
	if err := Remove(path); err != nil && !IsNotExist(err) {
		return err
	}
	return nil
}

func (d *faultyDisk) mkdir(path string, do func() error) error {
	err := d.begin()
	defer d.mu.Unlock()
	if err == nil && d.limited && d.free <= 0 {
		err = syscall.ENOSPC
	}
	if err != nil {
		return err
	}
	if err = do(); err == nil {
		d.names = append(d.names, faultyName{kind: faultyMade, path: path})
	}
	return err
}

// cut undoes what a power cut loses.
func (d *faultyDisk) cut(seed uint64) {
	random := func(n int) int { // 0, …, n-1; SplitMix64
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return int((z ^ z>>31) % uint64(n))
	}
	paths := make([]string, 0, len(d.files)) // in order, so that a seed can be repeated
	for path, node := range d.files {
		if len(node.undo) == 0 {
			continue
		}
		at := len(paths)
		for at > 0 && paths[at-1] > path {
			at--
		}
		paths = append(paths, "")
		copy(paths[at+1:], paths[at:])
		paths[at] = path
	}
	for _, path := range paths {
		node := d.files[path]
		fd, err := syscall.Open(node.path, syscall.O_RDWR|syscall.O_CLOEXEC, 0)
		if err != nil {
			continue
		}
		stay := random(len(node.undo) + 1)
		for i := len(node.undo) - 1; i >= stay; i-- {
			one := node.undo[i]
			var torn []byte
			if i == stay && one.n > 0 {
				torn = faultyRead(node.path, one.at, random(one.n+1))
			}
			if len(one.old) > 0 {
				syscall.Pwrite(fd, one.old, one.at)
			}
			syscall.Ftruncate(fd, one.size)
			if len(torn) > 0 {
				syscall.Pwrite(fd, torn, one.at)
			}
		}
		syscall.Close(fd)
	}
	stay := random(len(d.names) + 1)
	for i := len(d.names) - 1; i >= stay; i-- {
		switch one := d.names[i]; one.kind {
		case faultyCreated:
			syscall.Unlink(one.path)
		case faultyRemoved:
			syscall.Rename(one.kept, one.path)
		case faultyRenamed:
			syscall.Rename(one.to, one.path)
			if one.kept != "" {
				syscall.Rename(one.kept, one.to)
			}
		case faultyMade:
			syscall.Rmdir(one.path)
		case faultyUnmade:
			syscall.Mkdir(one.path, 0o700)
		}
	}
}
