package cluster

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	client "github.com/nats-io/nats.go"

	"espalier/web/store"
)

const (
	// lockName is the lock in Config.Dir.
	lockName = "lock"

	// startTime bounds the start of the embedded server, which usually takes a few
	// milliseconds. After a crash the server reads what was not yet indexed, at worst the
	// whole bucket, at some hundred megabytes a second.
	startTime = 2 * time.Minute
	// stopTime bounds its end, which also takes milliseconds.
	stopTime = 5 * time.Second
	// startWait is the time between two checks whether the start has failed.
	startWait = 100 * time.Millisecond

	// maxStore is the server's own limit. It must be higher than the limit of a bucket that
	// was made earlier.
	maxStore = MostBytes + 64<<20
	// storeMemory is the memory for the queue of tasks, whose own limit is lower.
	storeMemory = 2 * maxQueue

	// storeName is the server's name in its log lines.
	storeName = "espalier"
)

// embeddedOptions returns the options of the server in this process.
func embeddedOptions(c Config) *server.Options {
	return &server.Options{
		ServerName: storeName,
		DontListen: true, // no port: only this process uses it
		NoSigs:     true, // the program handles signals
		JetStream:  true,
		StoreDir:   c.Dir,
		// By default JetStream acknowledges first and syncs every two minutes.
		// Here an acknowledgement comes after the sync.
		SyncAlways:             !c.SyncLater,
		JetStreamMaxStore:      maxStore,
		JetStreamMaxMemory:     storeMemory,
		DisableJetStreamBanner: true,
		NoSystemAccount:        true,
	}
}

// ErrReadOnlyDir reports that nothing can be written to the folder of a store;
// OpenArchive may read it.
var ErrReadOnlyDir = errors.New("nothing can be written to the folder of the library")

var errClosing = store.Unavailable("the library is closing; try again in a moment", nil)

var errServed = store.Unavailable("another Espalier serves from this folder; stop it first, or give another folder with -data", nil)

// Embed starts a server in this process and opens the bucket there. It locks c.Dir, so that no
// other process uses it at the same time, and reads and mends the files first. Its errors are
// shown to every visitor and do not name the folder. The log names it.
func Embed(c Config) (*Bucket, error) {
	log := c.logger()
	if err := os.MkdirAll(c.Dir, 0o700); isReadOnly(err) {
		return nil, ErrReadOnlyDir
	} else if err != nil {
		return nil, store.Unavailable("the folder of the library cannot be made", reasonOf(err))
	}
	unlock := func() {}
	if !c.Locked {
		lock, err := Lock(c.Dir, log)
		if err != nil {
			return nil, err
		}
		unlock = func() { lock.Close() }
	}
	b, err := openEmbedded(c, log, unlock)
	if err != nil {
		return nil, err
	}
	b.disk, b.hung, b.hangTime, b.patience = c.Disk, c.Hung, hangTime, c.Patience
	for _, name := range []string{filepath.Join(c.Dir, lockName), blocksDir(c.Dir)} {
		if info, err := os.Stat(name); err == nil {
			b.files = append(b.files, ownFile{name, info})
		}
	}
	return b, nil
}

// Lock keeps other processes from using a folder, until the lock is closed.
func Lock(dir string, log *slog.Logger) (io.Closer, error) {
	lock, held, err := lockFile(filepath.Join(dir, lockName), log)
	switch {
	case held:
		return nil, errServed
	case isReadOnly(err):
		return nil, ErrReadOnlyDir
	case err != nil:
		return nil, store.Unavailable("the folder of the library cannot be locked", reasonOf(err))
	}
	return lock, nil
}

// isReadOnly reports whether an error means that nothing can be written.
func isReadOnly(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}

// openEmbedded mends the files and starts the server. unlock is called when nothing uses the
// files any more, which is after an error or when the server has ended.
func openEmbedded(c Config, log *slog.Logger, unlock func()) (*Bucket, error) {
	if err := mendFiles(c, log); err != nil {
		unlock()
		return nil, err
	}
	return startEmbedded(c, log, unlock)
}

func mendFiles(c Config, log *slog.Logger) error {
	trial, err := os.CreateTemp(c.Dir, ".trial-*")
	if err == nil {
		trial.Close()
		os.Remove(trial.Name())
	} else if isReadOnly(err) {
		return ErrReadOnlyDir
	}
	// The server does not sync what it purges: without this, a record that is seen to be gone could be
	// there again after a power failure. Windows syncs only what is open for writing.
	if err := SyncFolder(c.Dir); err != nil && !errors.Is(err, fs.ErrPermission) {
		return store.Unavailable("the files of the library cannot be synced", reasonOf(err))
	}
	each, fault := c.Entry, c.Fault
	if each == nil {
		each = func(Entry) {}
	}
	if fault == nil {
		fault = func(Fault) {}
	}
	limit := int64(MaxBytes)
	if c.Limit > 0 {
		limit = c.Limit
	}
	read := c.Read
	if read == nil {
		read = func(int64, int64) {}
	}
	if err := mendStore(c.Dir, limit, log, each, fault, read); err != nil {
		return store.Unavailable("the files of the library cannot be checked", reasonOf(err))
	}
	return nil
}

func startEmbedded(c Config, log *slog.Logger, unlock func()) (*Bucket, error) {
	s, err := server.NewServer(embeddedOptions(c))
	if err != nil {
		unlock()
		return nil, store.Unavailable("the library's store cannot be set up", err)
	}
	logger := &storeLog{log: log}
	s.SetLoggerV2(logger, false, false, false)
	ended := make(chan struct{})
	end := func() {
		s.Shutdown()
		s.WaitForShutdown()
		unlock() // before ended is closed, since who waits for that may lock the folder
		close(ended)
	}
	started := make(chan struct{})
	if !starts(c, s, started) {
		go func() {
			<-started // until then the folder stays locked
			end()
		}()
		if c.Hung != nil {
			c.Hung(errHanging)
		}
		return nil, errHanging
	}
	stop := func() {
		go end()
		timer := time.NewTimer(stopTime)
		defer timer.Stop()
		select {
		case <-ended:
		case <-timer.C:
			log.Error("library: the store does not end; what it acknowledged is on the disk")
		}
	}
	// failed ends a server that cannot be used, and returns when its files are free.
	failed := func(err error) (*Bucket, error) {
		stop()
		return nil, cmp.Or(awaitEnd(ended, c.Disk, c.Hung), err)
	}
	for began := time.Now(); !s.ReadyForConnections(startWait) && !logger.failed.Load() && time.Since(began) < startTime; {
	}
	if !s.JetStreamEnabled() {
		return failed(store.Unavailable("the library's store did not start; the server's log says why", nil))
	}
	var gate *Gate
	if c.Disk != nil {
		gate = c.Disk.gate
	}
	nc, err := client.Connect("", client.InProcessServer(inProcess{s, gate}), client.NoReconnect(), client.Name(storeName))
	if err != nil {
		return failed(store.Unavailable("the library's store does not answer", err))
	}
	b := &Bucket{nc: nc, embedded: s, release: []func(){nc.Close, stop}, ended: ended}
	if err := b.bind(context.Background(), bindTime, cmp.Or(c.Limit, MaxBytes), 1); err != nil {
		nc.Close()
		return failed(b.Unavailable(err))
	}
	return b, nil
}

// starts starts the server, which reads the files, and then closes started. It returns false if
// the server hangs.
func starts(c Config, s *server.Server, started chan struct{}) bool {
	start := s.Start
	if c.Start != nil {
		start = func() { c.Start(s.Start) }
	}
	go func() {
		start()
		close(started)
	}()
	timer := time.NewTimer(cmp.Or(c.StartTime, startTime))
	defer timer.Stop()
	select {
	case <-started:
		return true
	case <-timer.C:
	}
	// A slow server does not hang, since the disk may have stalled.
	hangs := c.Disk.hangs(min(cmp.Or(c.StartTime, startTime), hangTime), func(context.Context) <-chan struct{} { return started })
	if !hangs {
		<-started
	}
	return !hangs
}

// awaitEnd waits until the files of a server that was ended are free, or reports that the server
// hangs.
func awaitEnd(ended <-chan struct{}, d *Disk, hung func(error)) error {
	for {
		select {
		case <-ended:
			return nil
		default:
		}
		if d.hangs(hangTime, func(context.Context) <-chan struct{} { return ended }) {
			if hung != nil {
				hung(errHanging)
			}
			return errHanging
		}
		select {
		case <-ended:
		case <-d.closed():
			return errClosing
		case <-time.After(stallTime): // the disk accepts nothing
		}
	}
}
