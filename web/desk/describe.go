package desk

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"espalier/web/problem"
	"espalier/web/store/records"
)

// The states of a thing.
const (
	stateOpen    = "open"
	stateClosed  = "closed"
	stateDeleted = "deleted" // it can be restored
	stateGone    = "gone"    // the server has none with this key
	stateWrong   = "wrong"   // the key has the form of no key of such a thing
	stateDamaged = "damaged" // the store has lost it, or a part
)

// States lists the states of a thing.
var States = []string{stateOpen, stateClosed, stateDeleted, stateGone, stateWrong, stateDamaged}

// A described is a thing as clients get it.
type described struct {
	Kind     string `json:"kind"`
	ID       string `json:"id"`
	Key      string `json:"key"`
	Title    string `json:"title"`
	Folder   string `json:"folder"`
	Added    int64  `json:"added"`
	State    string `json:"state"`
	Why      string `json:"why,omitempty"` // of a thing that is neither open nor closed
	Students *int   `json:"students,omitempty"`
	Until    int64  `json:"until,omitempty"` // when a deleted thing is removed, in ms
	Links    []link `json:"links"`
}

type link struct {
	Rel   string `json:"rel"`
	Label string `json:"label"`
	Path  string `json:"path"`
}

// describe describes the things of a desk in their order. A title that has changed is noted in the desk.
func (h *Handlers) describe(ctx context.Context, d *desk) ([]described, error) {
	list := make([]described, len(d.things))
	errs := make([]error, len(d.things))
	var reads sync.WaitGroup
	slots := make(chan struct{}, describedAtOnce)
	for n := range d.things {
		slots <- struct{}{}
		reads.Go(func() {
			defer func() { <-slots }()
			list[n], errs[n] = h.describeOne(ctx, &d.things[n])
		})
	}
	reads.Wait()
	return list, errors.Join(errs...)
}

// describeOne describes a thing. The error is one of the server or of the request, not of the thing.
func (h *Handlers) describeOne(ctx context.Context, i *item) (described, error) {
	one := described{Kind: i.Kind, ID: i.id, Key: i.Key, Title: i.Title, Folder: i.Folder, Added: i.Added, Links: []link{}}
	k := h.kind(i.Kind)
	if k == nil { // a newer version of the server has put it there
		one.State, one.Why = stateWrong, "this server does not know things of this kind"
		return one, nil
	}
	if _, ok := k.ID(i.Key); !ok {
		one.State, one.Why = stateWrong, "this is not the key of a "+k.Sentence()+": it is not whole, or it belongs to something else"
		return one, nil
	}
	about, err := k.About(ctx, i.Key)
	switch {
	case records.IsDamaged(err):
		one.State, one.Why = stateDamaged, problem.Message(err)
	case err != nil && problem.Of(err).Status == http.StatusNotFound:
		one.State, one.Why = stateGone, "the server has no "+k.Sentence()+" with this key: it was deleted, its time is over, or the key is wrong"
	case err != nil:
		return one, err
	default:
		one.State = stateOpen
		if about.Closed {
			one.State = stateClosed
		}
		if about.Until > 0 {
			one.State, one.Until = stateDeleted, about.Until
		}
		if about.Title != "" {
			one.Title = about.Title
		}
		one.Students = about.Students
		for _, l := range about.Links {
			one.Links = append(one.Links, link{l.Rel, l.Label, h.Link(l.Path)})
		}
	}
	return one, nil
}

// opened notes that a desk was opened, and the titles that its things have now: a thing that is gone is listed with
// its last title. It writes once a day, or if a title has changed. It may fail: nothing is lost then.
func (h *Handlers) opened(ctx context.Context, d *desk, seen []described) {
	titles := map[string]string{}
	for n := range seen {
		if seen[n].Title != d.things[n].Title {
			titles[seen[n].ID] = seen[n].Title
		}
	}
	if len(titles) == 0 && h.stamp()-d.touched < int64(touchTime/time.Millisecond) {
		return
	}
	_, err := h.change(ctx, d.key, func(d *desk) (bool, error) {
		for id, title := range titles {
			if at := d.find(id); at >= 0 {
				d.things[at].Title = title
			}
		}
		return true, nil
	})
	if err != nil && ctx.Err() == nil {
		h.Log.Warn("desks: the opening of a desk is not noted", "err", err)
	}
}
