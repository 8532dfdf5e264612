package app

import (
	"context"
	"io/fs"
	"log/slog"

	"espalier/web/treestore"
)

// A Config is what the caller of a server supplies.
type Config struct {
	Log     *slog.Logger     // nil: nothing is logged
	Static  fs.FS            // nil: the embedded files
	Library *treestore.Store // where trees are kept; nil: saved trees are answered with 503. The opener closes it, after Shutdown
}

// A Core is what the handlers of all packages share: the log, the store, the
// assets, and the slots that bound what runs at a time.
type Core struct {
	Library *treestore.Store
	Log     *slog.Logger
	Assets  *assets

	// Stop ends running streams and searches, whose contexts derive from Stopping.
	Stopping context.Context
	Stop     context.CancelCauseFunc

	searches  chan struct{} // one of MaxSearches slots per search
	generated chan struct{} // one of MaxGenerated slots per search of an implicit tree
	Comparing chan struct{} // one of maxCompared slots per comparison
}

// NewCore returns the core of a server.
func NewCore(c Config) *Core {
	s := &Core{Library: c.Library, Log: c.Log, searches: make(chan struct{}, MaxSearches), generated: make(chan struct{}, MaxGenerated),
		Comparing: make(chan struct{}, maxCompared)}
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	s.Assets = newAssets(c.Static)
	s.Stopping, s.Stop = context.WithCancelCause(context.Background())
	return s
}
