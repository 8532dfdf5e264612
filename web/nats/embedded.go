package nats

import (
	"cmp"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	client "github.com/nats-io/nats.go"
)

const (
	// lockName is the lock in Config.Dir.
	lockName = "lock"

	// startTime bounds the start of the embedded server. It takes a few
	// milliseconds; after a crash it reads what was not yet indexed, at worst
	// the whole bucket.
	startTime = 30 * time.Second
	// startWait is between two checks whether the start has failed.
	startWait = 100 * time.Millisecond

	// storeSlack is what the server may use beyond the bucket: it counts the
	// bucket's reservation against its own limit.
	storeSlack = 64 << 20
	// storeMemory is for streams in memory, of which there are none.
	storeMemory = 16 << 20

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
		JetStreamMaxStore:      MaxBytes + storeSlack,
		JetStreamMaxMemory:     storeMemory,
		DisableJetStreamBanner: true,
		NoSystemAccount:        true,
	}
}

// Embed starts a server in this process and opens the bucket there. It locks
// c.Dir, so that no other process uses it at the same time. Its errors are
// shown to every visitor, and do not name the folder; the log does.
func Embed(c Config) (*Bucket, error) {
	log := c.logger()
	if err := os.MkdirAll(c.Dir, 0o700); err != nil {
		return nil, &UnavailableError{"the folder of the library cannot be made", reasonOf(err)}
	}
	lock, held, err := lockFile(filepath.Join(c.Dir, lockName), log)
	if held {
		return nil, &UnavailableError{"another Espalier serves from this folder; give this one a folder of its own with -data", nil}
	}
	if err != nil {
		return nil, &UnavailableError{"the folder of the library cannot be locked", reasonOf(err)}
	}
	b, err := startEmbedded(c, log)
	if err != nil {
		lock.Close()
		return nil, err
	}
	b.release = append(b.release, func() { lock.Close() })
	b.disk = c.Disk
	return b, nil
}

func startEmbedded(c Config, log *slog.Logger) (*Bucket, error) {
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
