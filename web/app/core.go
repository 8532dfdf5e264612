package app

import (
	"context"
	"io/fs"
	"log/slog"

	"espalier/static"
	"espalier/web/library"
)

// A Config is what a server needs from outside.
type Config struct {
	Log     *slog.Logger     // nil: nothing is logged
	Static  fs.FS            // nil: the embedded files
	Library *library.Library // where trees are kept; nil: saved trees are answered with 503. The opener closes it, after Shutdown
}

// A Core is what the handlers of all packages share: the log, the store, the
// assets, and the slots that bound what runs at a time.
type Core struct {
	Library *library.Library
	Log     *slog.Logger
	Assets  *assets

	// stop ends running streams and searches, whose contexts derive from stopping.
	Stopping context.Context
	Stop     context.CancelCauseFunc

	searches  chan struct{} // a slot each of MaxSearches
	generated chan struct{} // a slot each of MaxGenerated
	Comparing chan struct{} // a slot each of maxCompared
}

// NewCore makes the core of a server.
func NewCore(c Config) *Core {
	s := &Core{Library: c.Library, Log: c.Log, searches: make(chan struct{}, MaxSearches), generated: make(chan struct{}, MaxGenerated),
		Comparing: make(chan struct{}, maxCompared)}
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	s.Assets = &assets{Files: c.Static}
	if c.Static == nil {
		s.Assets.Files, s.Assets.keep = static.Files, true
	}
	s.Stopping, s.Stop = context.WithCancelCause(context.Background())
	return s
}
