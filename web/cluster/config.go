package cluster

import (
	"context"
	"log/slog"
	"time"
)

// A Config is for Connect or Embed.
type Config struct {
	Log *slog.Logger // if it is nil, nothing is logged

	// For Connect.
	URL         string // of the servers, with commas between them
	MinPayload  int    // the bytes that a server must accept in one message
	Reconnected func() // called after a lost connection; may be nil
	// Context ends the wait for a cluster without a leader; nil means context.Background.
	Context context.Context
	// Synced confirms that sync_interval is "always" on each server; see warnUnsynced.
	Synced bool

	// For Embed.
	Dir    string                  // of the server's files; it is made if it does not exist
	Disk   *Disk                   // of Dir
	Limit  int64                   // of the bucket, in bytes; 0 means MaxBytes, and SameLimit leaves it as it is
	Locked bool                    // the caller has the lock of Dir and keeps it
	Entry  func(Entry)             // gets each whole record of the files before the server starts; may be nil
	Read   func(read, total int64) // gets the number of bytes of the files that were read, before each file and at the end; may be nil
	Fault  func(Fault)             // gets each damaged part that was taken out of the files; may be nil
	Hung   func(error)             // called when the server does not answer any more; may be nil

	SyncLater bool // an acknowledgement does not wait until the disk has synced the write

	// For tests.
	Patience  time.Duration      // the least time that a read or a write may take; 0 means the usual time
	StartTime time.Duration      // the time that the server may take to start; 0 means the usual time
	Start     func(start func()) // is called in place of start, and calls it; may be nil
}

func (c *Config) logger() *slog.Logger {
	if c.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return c.Log
}
