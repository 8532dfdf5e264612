package web

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
	log     *slog.Logger
	assets  *assets

	// stop ends running streams and searches, whose contexts derive from stopping.
	stopping context.Context
	stop     context.CancelCauseFunc

	searches  chan struct{} // a slot each of MaxSearches
	generated chan struct{} // a slot each of MaxGenerated
	comparing chan struct{} // a slot each of maxCompared
}

// newCore makes the core of a server.
func newCore(c Config) *Core {
	s := &Core{Library: c.Library, log: c.Log, searches: make(chan struct{}, MaxSearches), generated: make(chan struct{}, MaxGenerated),
		comparing: make(chan struct{}, maxCompared)}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	s.assets = &assets{files: c.Static}
	if c.Static == nil {
		s.assets.files, s.assets.keep = static.Files, true
	}
	s.stopping, s.stop = context.WithCancelCause(context.Background())
	return s
}
