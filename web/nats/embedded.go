package nats

import (
	"cmp"
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
)

const (
	// lockName is the lock in Config.Dir.
	lockName = "lock"

	// startTime bounds the start of the embedded server. It takes a few
	// milliseconds; after a crash it reads what was not yet indexed, at worst
	// the whole bucket, some hundred megabytes in a second.
	startTime = 2 * time.Minute
	// stopTime bounds its end, which also takes milliseconds.
	stopTime = 5 * time.Second
	// startWait is between two checks whether the start has failed.
	startWait = 100 * time.Millisecond

	// maxStore is the server's own limit, which must be above that of a bucket made
	// by an earlier start.
	maxStore = MostBytes + 64<<20
	// storeMemory is for the queue of tasks, whose own limit is lower.
	storeMemory = 2 * maxQueue

	// storeName is the server's name in its log lines.
	storeName = "espalier"
)

// embeddedOptions returns the options of the server in this process.
func embeddedOptions(dir string) *server.Options {
	return &server.Options{
		ServerName: storeName,
		DontListen: true, // no port: only this process uses it
		NoSigs:     true, // the program handles signals
		JetStream:  true,
		StoreDir:   dir,
		// By default JetStream acknowledges first and syncs every two minutes.
		// Here an acknowledgement comes after the sync.
		SyncAlways:             true,
		JetStreamMaxStore:      maxStore,
		JetStreamMaxMemory:     storeMemory,
		DisableJetStreamBanner: true,
		NoSystemAccount:        true,
	}
}

// ErrReadOnlyDir reports that nothing can be written to the folder of a store;
// OpenArchive may read it.
var ErrReadOnlyDir = errors.New("nothing can be written to the folder of the library")

var errServed = &UnavailableError{"another Espalier serves from this folder; stop it first, or give another folder with -data", nil}

// Embed starts a server in this process and opens the bucket there. It locks
// c.Dir, so that no other process uses it at the same time, and reads and mends
// the files first. Its errors are shown to every visitor, and do not name the
// folder; the log does.
func Embed(c Config) (*Bucket, error) {
	log := c.logger()
	if err := os.MkdirAll(c.Dir, 0o700); isReadOnly(err) {
		return nil, ErrReadOnlyDir
	} else if err != nil {
		return nil, &UnavailableError{"the folder of the library cannot be made", reasonOf(err)}
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
	if errors.Is(err, errHanging) {
		return nil, err // the lock stays: the server that hangs has the files
	}
	if err != nil {
		unlock()
		return nil, err
	}
	b.release = append(b.release, unlock)
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
		return nil, &UnavailableError{"the folder of the library cannot be locked", reasonOf(err)}
	}
	return lock, nil
}

// isReadOnly reports whether an error means that nothing can be written.
func isReadOnly(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}

// openEmbedded mends the files and starts the server. unlock is called where the
// server has started too late, and has been ended.
func openEmbedded(c Config, log *slog.Logger, unlock func()) (*Bucket, error) {
	trial, err := os.CreateTemp(c.Dir, ".trial-*")
	if err == nil {
		trial.Close()
		os.Remove(trial.Name())
	} else if isReadOnly(err) {
		return nil, ErrReadOnlyDir
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
		return nil, &UnavailableError{"the files of the library cannot be checked", reasonOf(err)}
	}
	return startEmbedded(c, log, unlock)
}

func startEmbedded(c Config, log *slog.Logger, unlock func()) (*Bucket, error) {
	options := embeddedOptions(c.Dir)
	if c.Options != nil {
		c.Options(options)
	}
	s, err := server.NewServer(options)
	if err != nil {
		return nil, &UnavailableError{"the library's store cannot be set up", err}
	}
	logger := &storeLog{log: log}
	s.SetLoggerV2(logger, false, false, false)
	// Start reads the files.
	if !finishes(cmp.Or(c.StartTime, startTime), s.Start, func() {
		s.Shutdown()
		s.WaitForShutdown()
		unlock()
	}) {
		if c.Hung != nil {
			c.Hung(errHanging)
		}
		return nil, errHanging
	}
	stop := func() {
		if !finishes(stopTime, func() {
			s.Shutdown()
			s.WaitForShutdown()
		}, nil) {
			log.Error("library: the store does not end; what it acknowledged is on the disk")
		}
	}
	for began := time.Now(); !s.ReadyForConnections(startWait) && !logger.failed.Load() && time.Since(began) < startTime; {
	}
	if !s.JetStreamEnabled() {
		stop()
		return nil, &UnavailableError{"the library's store did not start; the server's log says why", nil}
	}
	nc, err := client.Connect("", client.InProcessServer(s), client.NoReconnect(), client.Name(storeName))
	if err != nil {
		stop()
		return nil, &UnavailableError{"the library's store does not answer", err}
	}
	b := &Bucket{nc: nc, embedded: s, release: []func(){nc.Close, stop}}
	if err := b.bind(cmp.Or(c.Limit, MaxBytes), 1); err != nil {
		b.Close()
		return nil, b.Unavailable(err)
	}
	return b, nil
}
