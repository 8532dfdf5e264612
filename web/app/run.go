package app

import (
	"context"
	"fmt"
	"time"

	"espalier/search/engine"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/tracestore"
	"espalier/web/treestore"
)

// Saved returns the saved trees as the sources of runs. Each operation has StoreTimeout.
func (s *Core) Saved() run.Library { return savedTrees{s.Library, s.Traces(), s.reads} }

// Traces returns the store of the traces of other programs.
func (s *Core) Traces() tracestore.Store { return tracestore.Store{Library: s, Space: s.traceSpace} }

// ChargeStore is the admission of a value that is stored beside the trees.
func (s *Core) ChargeStore(ctx context.Context, first bool, value []byte) (settle func(stored bool), err error) {
	return s.Store.Charge(ctx, first, value)
}

// Referred returns those of some ids of a kind that something else in the store names.
func (s *Core) Referred(ctx context.Context, prefix string, ids map[treestore.ID]bool) (map[treestore.ID]bool, error) {
	return s.Store.Referred(ctx, prefix, ids)
}

// StoreTime returns the time of the library, which does not jump.
func (s *Core) StoreTime() time.Time {
	now, _ := s.Store.Now()
	return now
}

type savedTrees struct {
	store  *treestore.Store
	traces tracestore.Store
	reads  *run.Reads
}

func (l savedTrees) Reads() *run.Reads { return l.reads }

func (l savedTrees) Load(ctx context.Context, id treestore.ID) (*treestore.Saved, error) {
	ctx, cancel := context.WithTimeout(ctx, StoreTimeout)
	defer cancel()
	return l.store.Load(ctx, id)
}

func (l savedTrees) At(ctx context.Context, id treestore.ID, revision int) (*treestore.Saved, error) {
	ctx, cancel := context.WithTimeout(ctx, StoreTimeout)
	defer cancel()
	return l.store.At(ctx, id, revision)
}

func (l savedTrees) Trace(ctx context.Context, id treestore.ID, revision int) (*run.Sent, error) {
	t, err := l.traces.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	r, ok := t.Revision(revision)
	if !ok {
		return nil, problem.Refused("revision", "there is no revision %d of this trace; there are %d to %d", revision, t.First, t.Newest())
	}
	if revision == 0 {
		revision = t.Newest()
	}
	sent := &run.Sent{Number: revision, Bytes: r.Bytes, Live: r.Live, Nodes: r.Nodes, Events: r.Events, SkipOther: r.SkipOther}
	if r.Live {
		sent.Bytes = -1 // the document is written when it ends
	}
	if sent.Basis, err = run.ReadBasis(t.Basis); err != nil {
		return nil, err
	}
	sent.Source = l.traces.NewReader(ctx, t.Place(revision), sent.Bytes)
	return sent, nil
}

// KindOfRun returns what the search of a run needs memory for.
func KindOfRun(r *run.Resolved) SearchKind {
	if pos := r.Of.Position(); pos != nil {
		return KindOfGame(pos, &r.Options)
	}
	return KindOf(r.Of.Generator)
}

// KindToOpen reports whether opening the source of a request builds its tree, and the slot
// that this takes.
func KindToOpen(ctx context.Context, members []problem.Member) (kind SearchKind, builds bool) {
	var b run.Body
	_ = problem.ReadFields(members, "", b.Fields(run.Keys...)...) // whoever reads the request refuses other keys
	s, err := b.Source()
	if err != nil {
		return SmallSearch, false // the request is refused
	}
	builds, large := run.Builds(ctx, s)
	if large && builds {
		kind = LargeSearch
	}
	return kind, builds
}

// AcquireCounterexampleSlot returns the context of a search for a counterexample, which
// keeps a core busy and stores values: as many run at a time as searches of implicit trees.
func (s *Core) AcquireCounterexampleSlot(parent context.Context) (context.Context, func(), error) {
	ctx, release, err := s.AcquireSearchSlot(parent, LargeSearch)
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, counterTimeout, &engine.LimitError{
		Message: fmt.Sprintf("the search was stopped: it took more than %s, the limit of one search for a counterexample; ask for smaller or fewer trees", counterTimeout)})
	return ctx, func() {
		cancel()
		release()
	}, nil
}

// counterTimeout bounds one search for a counterexample: a longer search hardly ever finds
// one, and keeps a core busy.
const counterTimeout = 60 * time.Second
