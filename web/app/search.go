package app

import (
	"context"
	"net/http"

	"espalier/search/engine"
	"espalier/trees/games"
	"espalier/web/fair"
	"espalier/web/problem"
)

// Identify puts the client of a request into its context, and the turns that its
// searches take.
func (s *Core) Identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := s.proxies.ClientOf(r)
		turn := s.turns.For(c)
		defer turn.End()
		next.ServeHTTP(w, r.WithContext(s.withTurn(fair.WithClient(r.Context(), c), c, turn)))
	})
}

// WithTurn returns a context whose searches, one at a time, take turns with those
// of other clients. The client is charged for what they hold.
func (s *Core) WithTurn(ctx context.Context) context.Context {
	c := fair.ClientFrom(ctx)
	return s.withTurn(ctx, c, s.turns.For(c))
}

func (s *Core) withTurn(ctx context.Context, c fair.Client, t *fair.Turn) context.Context {
	ctx = engine.WithMemory(ctx, func() engine.Memory { return s.SearchMemory.Meter(c) })
	return engine.WithTurn(engine.WithTally(ctx, s.measures.searched), t)
}

// WithBackgroundTurn returns a context of work for a client that computes while no
// searches of pages want to, and for a slice each fair.BackgroundWait although they do.
func (s *Core) WithBackgroundTurn(ctx context.Context, c fair.Client) context.Context {
	return s.withTurn(ctx, c, s.turns.Background(c))
}

// WaitingTurns returns how many searches and large edits wait for a processor.
func (s *Core) WaitingTurns() int { return s.turns.Waiting() }

// Processors returns how many searches compute at a time.
func (s *Core) Processors() int { return s.processors }

// Searches returns the number of searches under way, and how many of them search
// large implicit trees.
func (s *Core) Searches() (all, large int) {
	large = int(s.generated.Used())
	return int(s.searches.Used()) + large, large
}

// WaitingSearches returns how many searches wait for a slot.
func (s *Core) WaitingSearches() int { return s.searches.Waiting() + s.generated.Waiting() }

// A SearchKind says what a search needs memory for.
type SearchKind int

const (
	SmallSearch SearchKind = iota
	LargeSearch
)

// KindOf returns the kind of a search of an implicit tree; nil: of an explicit one.
func KindOf(g *games.Generator) SearchKind {
	if g == nil || g.MostNodes() <= smallSearch {
		return SmallSearch
	}
	return LargeSearch
}

// KindOfGame returns the kind of a search of a game.
func KindOfGame(p games.Position, o *engine.Options) SearchKind {
	if _, small := games.NodeBound(p, smallSearch); small || o.HasNodes && o.Nodes <= smallSearch {
		return SmallSearch
	}
	return LargeSearch
}

// AcquireSlot takes a slot for a search, and waits for the client's turn if too
// many searches are under way.
func (s *Core) AcquireSlot(ctx context.Context, kind SearchKind) (*fair.Lease, error) {
	pool := s.searches
	if kind == LargeSearch {
		pool = s.generated
	}
	return pool.Acquire(ctx, fair.ClientFrom(ctx), 1)
}

// AcquireSearchSlot returns the context of a search, which ends with the request
// and with the server. It waits as AcquireSlot does. The caller calls release
// after the search.
func (s *Core) AcquireSearchSlot(parent context.Context, kind SearchKind) (ctx context.Context, release func(), err error) {
	if s.Stopping.Err() != nil {
		return nil, nil, problem.ErrStopping
	}
	ctx, cancel := context.WithCancelCause(parent)
	undo := context.AfterFunc(s.Stopping, func() { cancel(problem.ErrStopping) })
	end := func() {
		undo()
		cancel(nil)
	}
	lease, err := s.AcquireSlot(ctx, kind)
	if err != nil {
		end()
		return nil, nil, err
	}
	return ctx, func() {
		end()
		lease.Release()
	}, nil
}
