package app

import (
	"cmp"
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"runtime"

	"espalier/web/fair"
	"espalier/web/tracestore"
	"espalier/web/treestore"
)

// A Config is what the caller of a server supplies.
type Config struct {
	Log     *slog.Logger     // nil: nothing is logged
	Static  fs.FS            // nil: the embedded files
	Library *treestore.Store // where trees are kept; nil: saved trees are answered with 503. The opener closes it, after Shutdown
	Proxies fair.Proxies     // whose X-Forwarded-For names the client

	// Processors is how many searches compute at a time; 0: as many as Go uses. If Go
	// uses more, pages and messages need not wait for a search.
	Processors int

	// Hosts are the names of the server besides its addresses and localhost; nil:
	// any name is served.
	Hosts []string

	AccessLog bool // log every request

	Base Base // where clients reach the server
}

// spareProcessors returns how many of the processors that Go uses and searches do not
// are for short searches. The others are for what searches nothing.
func (c *Config) spareProcessors() int {
	if c.Processors == 0 {
		return 0
	}
	return max(0, runtime.GOMAXPROCS(0)-c.Processors) / 2
}

// A Core is what the handlers of all packages share: the log, the store, the
// assets, and the slots that bound what runs at a time.
type Core struct {
	Library *treestore.Store
	Log     *slog.Logger
	Assets  *assets
	Base    Base

	// Stop ends running streams and searches, whose contexts derive from Stopping.
	Stopping context.Context
	Stop     context.CancelCauseFunc

	proxies fair.Proxies
	hosts   []string
	origins *http.CrossOriginProtection

	accessLog  bool
	processors int
	turns      *fair.Turns // of the processors, for searches

	// What clients share: searches on explicit trees and small implicit ones,
	// searches of large implicit trees, pages, bytes of request bodies, of the trees that
	// are read from them, of answers, and of messages of websockets.
	searches, generated, pages, bodies, trees, answers, largeAnswers, messages *fair.Pool

	Comparing chan struct{} // one of maxCompared slots per comparison

	measures   *measures
	allowances allowances
	secret     secret
	traceSpace *tracestore.Space
}

// NewCore returns the core of a server.
func NewCore(c Config) *Core {
	m := newMeasures()
	processors := cmp.Or(c.Processors, runtime.GOMAXPROCS(0))
	s := &Core{measures: m, allowances: m.allowances(), Library: c.Library, Log: c.Log, Base: c.Base, origins: crossOrigin(c.Base), proxies: c.Proxies, hosts: c.Hosts, accessLog: c.AccessLog,
		processors: processors, turns: fair.NewTurns(processors, c.spareProcessors()),
		searches:  fair.NewPool(fair.PoolConfig{Name: "searches", Refused: m.refused("searches"), Size: MaxSearches, MaxWaiting: maxWaitingSearches, MaxWait: MaxWait}),
		generated: fair.NewPool(fair.PoolConfig{Name: "searches", Refused: m.refused("generated_searches"), Size: MaxGenerated, MaxWaiting: maxWaitingSearches, MaxWait: MaxWait}),
		pages:     fair.NewPool(fair.PoolConfig{Name: "pages", Refused: m.refused("pages"), Size: MaxPages, MaxWaiting: maxWaitingPages, MaxWait: MaxWait}),
		bodies:    fair.NewPool(fair.PoolConfig{Name: "body", Refused: m.refused("bodies"), Size: MaxBodies, MaxWaiting: maxWaitingBodies, MaxWait: MaxWait, Idle: releaseMemory, IdlePeak: largePeak}),
		trees:     fair.NewPool(fair.PoolConfig{Name: "trees", Refused: m.refused("trees"), Size: MaxTreeBytes, MaxWaiting: maxWaitingTrees, MaxWait: MaxWait, Idle: releaseMemory, IdlePeak: largePeak}),
		answers:   fair.NewPool(fair.PoolConfig{Name: "answers", Refused: m.refused("small_answers"), Size: MaxSmallAnswers, MaxWaiting: maxWaitingAnswers, MaxWait: MaxWait, Idle: releaseMemory, IdlePeak: largePeak}),

		messages:     fair.NewPool(fair.PoolConfig{Name: "messages", Refused: m.refused("messages"), Size: MaxMessageBytes, MaxWaiting: maxWaitingMessages, MaxWait: MaxWait, Idle: releaseMemory, IdlePeak: largePeak}),
		largeAnswers: fair.NewPool(fair.PoolConfig{Name: "answers", Refused: m.refused("answers"), Size: MaxAnswers, MaxWaiting: maxWaitingLarge, MaxWait: MaxWait, Idle: releaseMemory, IdlePeak: largePeak}),
		Comparing:    make(chan struct{}, maxCompared)}
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	s.traceSpace = tracestore.NewSpace(s.Log)
	s.Assets = newAssets(c.Static)
	s.Stopping, s.Stop = context.WithCancelCause(context.Background())
	s.gauges()
	s.Library.SetAdmission(s.admit)
	s.Library.SetTurns(fair.TakeTurn)
	return s
}
