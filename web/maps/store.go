package maps

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"espalier/trace"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

const (
	// MaxEvents bounds the events that are kept of one search. What comes later is counted, a whole
	// subtree at a time.
	MaxEvents = 40_000_000

	// MaxNodes bounds the nodes of a map in the same way.
	MaxNodes = 12_000_000

	// MaxSearched bounds the nodes of a search whose map is drawn: those that are only counted still
	// take 4 bytes each.
	MaxSearched = 50_000_000

	// MaxTime bounds a search whose map is drawn.
	MaxTime = 120 * time.Second

	// keptTime is how long a map stays that nobody watches.
	keptTime = 10 * time.Minute
)

// Handlers have the searches whose maps are drawn.
type Handlers struct {
	*app.Core
	pool *fair.Pool

	// Follow returns the events of the run of another program while it still comes in, or if it is too
	// large to be a tree; unplayable: it is known to be. nil: it is searched as every other run.
	Follow func(ctx context.Context, of run.Recorded, unplayable bool) (Printed, error)

	mu       sync.Mutex
	searches map[string]*mapped // by key
}

// New returns the handlers of a server.
func New(core *app.Core) *Handlers {
	h := &Handlers{Core: core, searches: map[string]*mapped{}}
	h.pool = core.MemoryPool("maps", "maps", app.MapPart, "map_bytes", fair.PoolConfig{Lone: true})
	core.Gauge("espalier_map_bytes", "Memory of the maps of searches.", h.pool.Used)
	return h
}

// A wish says which map is asked for.
type wish struct {
	of      *run.Resolved // nil: it is printed
	printed Printed       // nil: it is a search of the server
	stop    trace.Rule    // the search stops at the first cut by it; none: it does not
	tree    bool          // the map of the tree alone, which is not searched
}

// allowed returns an error unless whoever asks may see the whole map.
func (w *wish) allowed(ctx context.Context) error {
	switch {
	case w.printed != nil:
		return w.printed.Allowed(ctx)
	case w.tree:
		return nil
	}
	return w.of.Allowed(ctx)
}

// key names the map. It says nothing of the run to those who do not have it.
func (w *wish) key() string {
	if w.printed != nil {
		sum := sha256.Sum256([]byte("trace " + w.printed.Key() + "\x00" + w.stop.String()))
		return hex.EncodeToString(sum[:12])
	}
	named := fmt.Sprintf("%s\x00%v\x00%s\x00%t", w.of.Body(), w.of.Values, w.stop, w.tree)
	if w.of.Of.Saved != nil {
		named += strconv.Itoa(w.of.Of.Saved.Number) // a later revision is another tree
	}
	if p := w.of.Of.Printed; p != nil {
		named += fmt.Sprint(p.Number, len(p.Run.Events)) // so is a later run, and one that still comes in
	}
	sum := sha256.Sum256([]byte(named))
	return hex.EncodeToString(sum[:12])
}

// open returns the map that is asked for. Its search begins if it is new. The caller calls leave
// when it does not watch it any more.
func (h *Handlers) open(ctx context.Context, w wish) (m *mapped, leave func(), err error) {
	if h.Stopping.Err() != nil {
		return nil, nil, problem.ErrStopping
	}
	key := w.key()
	h.mu.Lock()
	defer h.mu.Unlock()
	m = h.searches[key]
	if m != nil && (m.gone() || m.watchers == 0 && !m.memory.claim()) {
		h.drop(m)
		m = nil
	}
	if m == nil {
		if err := h.makeRoom(); err != nil {
			return nil, nil, err
		}
		m = newMapped(h, key, w)
		h.searches[key] = m
		m.begin(ctx)
	}
	m.watchers++
	return m, sync.OnceFunc(func() { h.leave(m) }), nil
}

// maxMaps bounds the maps that are kept: each has a few goroutines and tables besides what the
// pool counts.
const maxMaps = 64

// makeRoom drops maps that nobody watches: those that are old, and the oldest while they are too
// many. Their memory is spare besides. The caller holds mu.
func (h *Handlers) makeRoom() error {
	now := time.Now()
	for {
		var oldest *mapped
		for _, m := range h.searches {
			if m.watchers == 0 && (oldest == nil || m.left.Before(oldest.left)) {
				oldest = m
			}
		}
		switch {
		case oldest != nil && (now.Sub(oldest.left) > keptTime || len(h.searches) >= maxMaps):
			h.drop(oldest)
		case len(h.searches) >= maxMaps:
			return &problem.Error{Status: http.StatusServiceUnavailable, Path: "map", Message: "the server draws " + words.Plural(maxMaps, "map") + ", which is its limit; try again later"}
		default:
			return nil
		}
	}
}

// drop forgets a map and ends its search. The caller holds mu.
func (h *Handlers) drop(m *mapped) {
	delete(h.searches, m.id)
	m.end()
}

// leave says that one less watches a map. A search that nobody watches is cancelled.
func (h *Handlers) leave(m *mapped) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if m.watchers--; m.watchers > 0 {
		return
	}
	m.left = time.Now()
	if m.cancelAlone() || m.tree {
		h.drop(m) // what is known of it is of no use to the next one who asks; a tree is drawn again in no time
		return
	}
	h.spare(m)
}

// spare keeps a map that nobody watches until its memory is needed. The caller holds mu.
func (h *Handlers) spare(m *mapped) {
	m.memory.spare(func() {
		go func() { // whoever needs the memory may hold mu
			h.mu.Lock()
			defer h.mu.Unlock()
			if h.searches[m.id] == m && m.watchers == 0 {
				h.drop(m)
			}
		}()
	})
}

// watched returns how many watch a map.
func (h *Handlers) watched(m *mapped) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return m.watchers
}

// find returns the map of a key; nil: there is none.
func (h *Handlers) find(key string) *mapped {
	h.mu.Lock()
	defer h.mu.Unlock()
	m := h.searches[key]
	if m != nil && m.watchers == 0 {
		if !m.memory.claim() {
			return nil // its memory was needed
		}
		m.left = time.Now()
		h.spare(m) // as the one that was used last
	}
	return m
}

// Close ends all searches.
func (h *Handlers) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, m := range h.searches {
		h.drop(m)
	}
}
