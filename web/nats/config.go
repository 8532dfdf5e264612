package nats

import (
	"log/slog"
	"time"
)

// A Config is for Connect or Embed.
type Config struct {
	Log *slog.Logger // nil: nothing is logged

	// For Connect.
	URL         string // of the servers, with commas between
	MinPayload  int    // bytes that a server must accept as one message
	Reconnected func() // called after a lost connection; may be nil

	// For Embed.
	Dir    string                  // of the server's files; made where it is missing
	Disk   *Disk                   // of Dir
	Limit  int64                   // of the bucket, in bytes; 0: MaxBytes; SameLimit: what it is
	Locked bool                    // the caller has the lock of Dir, and keeps it
	Entry  func(Entry)             // gets each whole record of the files before the server starts; may be nil
	Read   func(read, total int64) // gets how many bytes of the files were read, before each file and at the end; may be nil
	Fault  func(Fault)             // gets each part of the files that was damaged, and was taken out; may be nil
	Hung   func(error)             // called when the server does not answer any more; may be nil

	SyncLater bool // an acknowledgement does not wait until the disk has synced the write

	// For tests.
	Patience  time.Duration      // how long a read or a write may take at least; 0: the usual time
	StartTime time.Duration      // how long the server may take to start; 0: the usual time
	Start     func(start func()) // is called to start the server, and calls start; may be nil
}

func (c *Config) logger() *slog.Logger {
	if c.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return c.Log
}
