package app

import (
	"cmp"
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"runtime"

	"espalier/web/fair"
	"espalier/web/run"
	"espalier/web/store/records"
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

	// Memory is what the process may use, in bytes; 0: as much as Go may.
	Memory int64

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
	Store   *records.Store // of the records, beside the trees
	Log     *slog.Logger
	Assets  *assets
	Base    Base
	Memory  Memory

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

	TraceMemory  *fair.Pool // of the traces of other programs
	SearchMemory *fair.Pool // of searches, and of the runs that rooms keep
	reads        *run.Reads

	Comparing chan struct{} // one of maxCompared slots per comparison

	measures    *measures
	allowances  allowances
	secret      secret
	secretPaths SecretPaths
	traceSpace  *tracestore.Space
}

// NewCore returns the core of a server.
func NewCore(c Config) *Core {
	m := newMeasures()
	processors := cmp.Or(c.Processors, runtime.GOMAXPROCS(0))
	s := &Core{measures: m, allowances: m.allowances(), Library: c.Library, Store: c.Library.Records(), Log: c.Log, Base: c.Base, origins: crossOrigin(c.Base), proxies: c.Proxies, hosts: c.Hosts, accessLog: c.AccessLog,
		processors: processors, turns: fair.NewTurns(processors, c.spareProcessors()),
		searches:  fair.NewPool(fair.PoolConfig{Name: "searches", Refused: m.refused("searches"), Size: MaxSearches, MaxWaiting: maxWaitingSearches, MaxWait: MaxWait}),
		generated: fair.NewPool(fair.PoolConfig{Name: "searches", Refused: m.refused("generated_searches"), Size: MaxGenerated, MaxWaiting: maxWaitingSearches, MaxWait: MaxWait}),
		pages:     fair.NewPool(fair.PoolConfig{Name: "pages", Refused: m.refused("pages"), Size: MaxPages, MaxWaiting: maxWaitingPages, MaxWait: MaxWait}),
		Comparing: make(chan struct{}, maxCompared)}
	s.Memory = MemoryOf(c.Memory)
	s.bodies = s.MemoryPool("body", "request bodies", BodyPart, "bodies", fair.PoolConfig{Reserved: true, MaxWaiting: maxWaitingBodies, MaxWait: MaxWait})
	s.trees = s.MemoryPool("trees", "trees", TreePart, "trees", fair.PoolConfig{MaxWaiting: maxWaitingTrees, MaxWait: MaxWait})
	s.answers = s.MemoryPool("answers", "answers", SmallAnswerPart, "small_answers", fair.PoolConfig{Reserved: true, MaxWaiting: maxWaitingAnswers, MaxWait: MaxWait})
	s.messages = s.MemoryPool("messages", "messages that are not read yet", MessagePart, "messages", fair.PoolConfig{Reserved: true, MaxWaiting: maxWaitingMessages, MaxWait: MaxWait})
	s.largeAnswers = s.MemoryPool("answers", "answers that are not read yet", LargeAnswerPart, "answers", fair.PoolConfig{MaxWaiting: maxWaitingLarge, MaxWait: MaxWait})
	s.TraceMemory = s.MemoryPool(TraceMemoryName, "traces", TracePart, "traces", fair.PoolConfig{MaxWaiting: maxWaitingTraces, MaxWait: MaxWait, Lone: true})
	s.SearchMemory = s.MemoryPool("searches", "searches", SearchPart, "search_bytes", fair.PoolConfig{})
	s.reads = fair.NewCache[run.ReadKey, *run.TraceRun](s.TraceMemory)
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	s.traceSpace = tracestore.NewSpace(s.Log)
	s.Assets = newAssets(c.Static)
	s.Stopping, s.Stop = context.WithCancelCause(context.Background())
	s.gauges()
	s.Store.SetAdmission(s.admit)
	s.Library.SetTurns(fair.TakeTurn)
	go s.Store.KeepSwept(s.Stopping)
	return s
}
