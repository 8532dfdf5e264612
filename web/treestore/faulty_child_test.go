//go:build unix

package treestore

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"espalier/trees"
	"espalier/web/cluster/natstest"
	"espalier/web/store"
	"espalier/web/store/records"
)

// The processes of TestFaults. They are these tests, built by package faulty. A process is an
// Espalier, with its store embedded or in a cluster, or a server of the cluster. It reads orders
// from its input, one a line, and prints the answers, in any order.

const childPlan = "ESPALIER_LIBRARY_PLAN" // a plan

// A plan says what a process is.
type plan struct {
	Dir string // of the Espalier, or of the server
	URL string // of the cluster; "" if the store is embedded

	Server bool
	Number int
	Ports  []int
}

// An order is for a process. The fields besides N and Op are those that the operation needs.
type order struct {
	N        int
	Op       string // create, edit, at, delete, sweep, put, adopt, restore, value, remove, health, stop; of a server state, lead, stop
	ID       ID
	Key      string // of a value
	Label    string
	Revision int
}

// An outcome answers an order.
type outcome struct {
	N    int
	Kind string // one of the kinds below
	Text string `json:",omitempty"` // of the error, or of the draft

	ID        ID            `json:",omitempty"`
	Revision  int           `json:",omitempty"`
	Duplicate bool          `json:",omitempty"`
	State     records.State `json:",omitempty"` // of the store
	Damaged   []ID          `json:",omitempty"`
	Faults    int           `json:",omitempty"` // damaged parts of files
	Leader    bool          `json:",omitempty"` // of the bucket
	Current   bool          `json:",omitempty"` // the server has all of the bucket
	Peers     int           `json:",omitempty"` // if it leads the servers; else 0
	Server    string        `json:",omitempty"` // its state in words
}

const (
	done        = "done"
	unavailable = "unavailable" // also no answer
	damaged     = "damaged"
	absent      = "absent"
	wrong       = "wrong"
)

func kindOf(err error) string {
	var away *store.UnavailableError
	switch {
	case err == nil:
		return done
	case errors.As(err, &away), errors.Is(err, context.DeadlineExceeded), errors.Is(err, store.ErrFull):
		return unavailable
	case records.IsDamaged(err):
		return damaged
	case errors.Is(err, ErrNotFound):
		return absent
	}
	return wrong
}

// runPlan runs a process until it is asked to stop, or killed.
func runPlan(text string) error {
	var p plan
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		return err
	}
	if p.Server {
		return runServer(p)
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelInfo}))
	l, err := Open(Config{Dir: p.Dir, URL: p.URL, Synced: true, Log: log, DoubtEvery: 100 * time.Millisecond,
		Failed: func(err error) { fmt.Fprintln(os.Stderr, "failed:", err); os.Exit(3) }})
	if err != nil {
		return err
	}
	return answer(func(o order) outcome { return followOrder(l, o) }, func() error { return l.Close() })
}

// answer follows the orders of the input, all at once.
func answer(follow func(order) outcome, stop func() error) error {
	var mu sync.Mutex
	out := json.NewEncoder(os.Stdout)
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var o order
		if err := json.Unmarshal(lines.Bytes(), &o); err != nil {
			return err
		}
		if o.Op == "stop" {
			return stop()
		}
		go func() {
			result := follow(o)
			result.N = o.N
			mu.Lock()
			defer mu.Unlock()
			out.Encode(result)
		}()
	}
	return lines.Err()
}

func followOrder(l *Store, o order) (r outcome) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if o.Key != "" {
		return followValueOrder(ctx, l, o)
	}
	var err error
	var saved *Saved
	switch o.Op {
	case "create":
		var t *trees.Tree
		if t, err = trees.ReadText(small); err == nil {
			var key Key
			if key, saved, err = l.Create(ctx, trees.NewDraft(t), "made"); err == nil {
				r.ID = key.ID()
			}
		}
	case "edit":
		var e trees.Edit
		if e, err = trees.ReadEdit(fmt.Appendf(nil, `{"op":"set","nodes":[2],"label":%q}`, o.Label)); err == nil {
			var edited *Edited
			if edited, err = l.Edit(ctx, o.ID, Request{Edit: e, Token: o.Label, Since: o.Revision}); err == nil {
				saved, r.Duplicate = &edited.Saved, edited.Duplicate
				r.Revision = edited.NewRevision
			}
		}
	case "at":
		saved, err = l.At(ctx, o.ID, o.Revision)
	case "delete":
		err = l.Remove(ctx, o.ID)
	case "sweep":
		err = l.records.Sweep(ctx)
	case "health":
		h := l.records.Health(ctx)
		r.State, r.Faults = h.State, len(h.Faults)
		for _, d := range h.Damaged {
			r.Damaged = append(r.Damaged, d.ID)
		}
	default:
		err = fmt.Errorf("there is no operation %q", o.Op)
	}
	if saved != nil {
		r.Text = written(saved.Draft)
		if r.Revision == 0 {
			r.Revision = saved.Number
		}
	}
	if r.Kind = kindOf(err); err != nil {
		r.Text = err.Error()
	}
	return r
}

// runServer runs a server of a cluster.
func runServer(p plan) error {
	natstest.QuickElections()
	s, err := natstest.StartNode(p.Number, p.Ports, p.Dir)
	if err != nil {
		return err
	}
	return answer(func(o order) outcome {
		if o.Op == "lead" {
			s.Lead(clusterStream) // another one may be chosen
		}
		return outcome{Kind: done, Leader: s.Leads(clusterStream), Current: s.Current(clusterStream), Peers: s.Peers(), Server: s.State(clusterStream)}
	}, func() error {
		s.Stop()
		return nil
	})
}
