package treestore

import (
	"cmp"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

const (
	// folder stands in Config.Dir and holds all that the library keeps, and
	// the lock.
	folder   = "library"
	lockName = "lock"

	// startTime bounds the start of the embedded server. It takes a few
	// milliseconds; after a crash it reads what was not yet indexed, which is
	// the disk's time for the whole library at worst.
	startTime = 30 * time.Second
	// startWait is between looks whether it has given its start up.
	startWait = 100 * time.Millisecond

	// storeSlack is what the server may use beyond the trees: it counts the
	// reservation of a bucket against its own limit.
	storeSlack = 64 << 20
	// storeMemory is for streams in memory, of which the library has none.
	storeMemory = 16 << 20

	// storeName is the server's name, said in its log lines alone.
	storeName = "espalier"
)

// embeddedOptions are the options of the server in this process. They are in
// one place so that a test can hold the running server against them.
func embeddedOptions(dir string) *server.Options {
	return &server.Options{
		ServerName: storeName,
		DontListen: true, // no port: this process alone talks to it
		NoSigs:     true, // signals are the program's
		JetStream:  true,
		StoreDir:   dir,
		// JetStream acknowledges before it syncs, every two minutes, unless it
		// is told otherwise. What this library acknowledges is on the disk.
		SyncAlways:             true,
		JetStreamMaxStore:      MaxBytes + storeSlack,
		JetStreamMaxMemory:     storeMemory,
		DisableJetStreamBanner: true,
		NoSystemAccount:        true,
	}
}

// embed starts a server in this process on a folder that no other process
// may use meanwhile. Its errors are for every visitor, and do not name the
// folder, which the log does.
func embed(c Config, log *slog.Logger) (*store, error) {
	home := filepath.Join(c.Dir, folder)
	if err := os.MkdirAll(home, 0o700); err != nil {
		return nil, &UnavailableError{"the folder of the library cannot be made", reasonOf(err)}
	}
	lock, taken, err := lockFile(filepath.Join(home, lockName), log)
	if taken {
		return nil, &UnavailableError{"another Espalier serves from this folder; give this one a folder of its own with -data", nil}
	}
	if err != nil {
		return nil, &UnavailableError{"the folder of the library cannot be locked", reasonOf(err)}
	}
	st, err := startEmbedded(home, c, log)
	if err != nil {
		lock.Close()
		return nil, err
	}
	st.release = append(st.release, func() { lock.Close() })
	return st, nil
}

func startEmbedded(home string, c Config, log *slog.Logger) (*store, error) {
	options := embeddedOptions(home)
	if c.options != nil {
		c.options(options)
	}
	s, err := server.NewServer(options)
	if err != nil {
		return nil, &UnavailableError{"the library's store cannot be set up", err}
	}
	logger := &storeLog{log: log}
	s.SetLoggerV2(logger, false, false, false)
	s.Start()
	stop := func() {
		s.Shutdown()
		s.WaitForShutdown()
	}
	for began := time.Now(); !s.ReadyForConnections(startWait) && !logger.failed.Load() && time.Since(began) < startTime; {
	}
	if !s.JetStreamEnabled() {
		stop()
		return nil, &UnavailableError{"the library's store did not start; the server's log says why", nil}
	}
	nc, err := nats.Connect("", nats.InProcessServer(s), nats.NoReconnect(), nats.Name(storeName))
	if err != nil {
		stop()
		return nil, &UnavailableError{"the library's store does not answer", err}
	}
	st := &store{nc: nc, embedded: s, release: []func(){nc.Close, stop}}
	if err := st.bind(cmp.Or(c.limit, MaxBytes), 1); err != nil {
		st.close()
		return nil, st.unavailable(err)
	}
	return st, nil
}
