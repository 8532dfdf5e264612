package editor

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/app"
	"espalier/web/draw"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/socket"
	"espalier/web/treestore"
	"espalier/web/wake"
	"espalier/web/words"
)

// Drafts are the saved trees that are open over websockets, which several clients edit at the
// same time.
type Drafts struct {
	*app.Core
	open     *fair.Pool // bytes of saved trees
	sessions editSessions
}

// NewDrafts returns the drafts of a server.
func NewDrafts(core *app.Core) *Drafts {
	d := &Drafts{Core: core, open: core.MemoryPool("drafts", "saved trees that are open", app.DraftPart, "draft_bytes", fair.PoolConfig{})}
	core.Gauge("espalier_draft_bytes", "Memory of the saved trees that are open.", d.open.Used)
	return d
}

// Feature has the messages about drafts.
func (d *Drafts) Feature() *socket.Feature {
	return &socket.Feature{
		Kinds: []socket.Kind{
			socket.On("open", socket.Keys{Needed: []string{"saved"}, Allowed: []string{"view", "quiet", "patches"}}, (*openMessage).read, (*connection).open),
			socket.On("view", socket.Keys{Needed: []string{"folded", "opened"}, Allowed: []string{"at", "sideways"}}, (*viewMessage).read, (*connection).view),
			socket.On("edit", socket.Keys{Needed: []string{"seq", "edit"}, Allowed: []string{"token", "base", "since"}}, (*editMessage).read, (*connection).edit).Kept(),
			socket.On("presence", socket.Keys{Allowed: []string{"name", "nodes"}}, (*presenceMessage).read, (*connection).presence),
			socket.On("close", socket.Keys{}, socket.None, (*connection).close),
		},
		Attach: func(c *socket.Conn) socket.Client {
			return &connection{Conn: c, s: d, drafts: map[string]*draftClient{}}
		},
	}
}

// A connection has the drafts that are open on it.
type connection struct {
	*socket.Conn
	s *Drafts

	mu     sync.Mutex
	drafts map[string]*draftClient
}

// A draftRequest is a message for the goroutine of a draft. Its fields but id are nil, unless
// it is of their type; if all are, it closes the draft.
type draftRequest struct {
	message  *socket.Message
	view     *viewMessage
	edit     *editMessage
	presence *presenceMessage
}

// release gives back the memory of an edit, which is kept until it is applied.
func (r *draftRequest) release() {
	if r.edit != nil {
		r.message.Release()
	}
}

func (c *connection) view(m *socket.Message, v *viewMessage) error {
	c.queue(&draftRequest{message: m, view: v})
	return nil
}

func (c *connection) edit(m *socket.Message, v *editMessage) error {
	c.queue(&draftRequest{message: m, edit: v})
	return nil
}

func (c *connection) presence(m *socket.Message, v *presenceMessage) error {
	c.queue(&draftRequest{message: m, presence: v})
	return nil
}

func (c *connection) close(m *socket.Message, _ *struct{}) error {
	c.queue(&draftRequest{message: m})
	return nil
}

// Stop ends all drafts.
func (c *connection) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, v := range c.drafts {
		v.cancel(problem.ErrStopping)
	}
}

// Detach does nothing: a draft ends with the context of its connection.
func (c *connection) Detach() {}

// A draftClient is a saved tree that is open on a connection; with the key the
// client may edit it. One goroutine handles its messages in order and sends
// revisions of others. A slow client receives only the newest.
type draftClient struct {
	c       *connection
	id      string
	ctx     context.Context
	cancel  context.CancelCauseFunc
	key     treestore.Key // empty: read-only
	tree    treestore.ID
	quiet   bool
	patches bool // the client wants patches of the picture it has
	session *editSession

	requests chan *draftRequest // view, edit, presence and close
	wake     wake.Signal        // newest or the number of editors has changed
	newest   atomic.Pointer[treestore.Saved]

	// Used by the goroutine only.
	view          draw.DraftView
	shown         *treestore.Saved
	editorCount   int                   // as last sent
	sentPicture   *draw.EditablePicture // as last sent, with patches
	nextOthers    time.Time             // earliest time to send revisions of others
	othersTimer   <-chan time.Time
	presence      int // the version that was last sent
	cancelResults func()
}

// open opens a saved tree.
func (c *connection) open(m *socket.Message, v *openMessage) error {
	return c.begin(m.ID, v)
}

func (c *connection) begin(id string, v *openMessage) error {
	key, tree, err := treestore.ParseAny(v.Saved)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.Stopped():
		return problem.ErrStopping
	case c.drafts[id] != nil:
		return problem.Refused("id", "a draft with the id %q is open; close it, or take another id", id)
	case len(c.drafts) == MaxDrafts:
		return problem.Refused("id", "%s are open on this connection, the limit; close one", words.Plural(MaxDrafts, "saved tree"))
	}
	client := &draftClient{c: c, id: id, key: key, tree: tree, quiet: v.Quiet, patches: v.Patches, view: v.View,
		requests: make(chan *draftRequest, MaxPendingEdits), wake: wake.NewSignal(), cancelResults: func() {}}
	client.ctx, client.cancel = context.WithCancelCause(c.Context())
	begun := c.Go(id, func() {
		defer client.drop()
		defer client.cancel(nil)
		defer c.freeDraft(client)
		if err := client.serve(); err != nil && c.Context().Err() == nil {
			c.Fail(client.id, err)
		}
	})
	if !begun {
		return problem.ErrStopping
	}
	c.drafts[id] = client
	return nil
}

// freeDraft releases the id of a draft.
func (c *connection) freeDraft(client *draftClient) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.drafts[client.id] == client {
		delete(c.drafts, client.id)
	}
}

// queue queues a message for its draft. It blocks while the queue is full, so that the
// connection is not read.
func (c *connection) queue(r *draftRequest) {
	id := r.message.ID
	c.mu.Lock()
	client := c.drafts[id]
	c.mu.Unlock()
	switch {
	case client == nil && r.edit != nil:
		r.release()
		c.rejectEdit(id, r.edit, problem.Refused("id", "there is no draft %q open on this connection; open it first", id))
	case client == nil:
		// It was closed; the client may not know yet.
	default:
		if r.closes() { // queued after the edits before it
			c.freeDraft(client)
		}
		select {
		case client.requests <- r:
			if client.ctx.Err() != nil {
				client.drop()
			}
		case <-client.ctx.Done():
			r.release()
		}
	}
}

func (r *draftRequest) closes() bool { return r.view == nil && r.edit == nil && r.presence == nil }

// serve sends the draft's revisions until it is closed. It returns an error
// unless the client has closed it.
func (client *draftClient) serve() error {
	saved, err := client.load()
	if err != nil {
		return err
	}
	memory, err := client.c.s.open.Acquire(client.ctx, fair.ClientFrom(client.ctx), draftBytes)
	if err != nil {
		return tooMuchOpen(client.ctx, err, saved)
	}
	defer memory.Release()
	client.session = client.c.s.sessions.enter(client.c.s.Store, client.tree, client)
	defer client.c.s.sessions.leave(client.session, client)
	defer func() { client.cancelResults() }()
	if err := client.session.charge(client.c.s.open, client, saved); err != nil {
		return err
	}
	stop, err := client.c.s.Library.Follow(client.c.s.WithTurn(client.ctx), client.tree, saved.Number, func(s *treestore.Saved) {
		client.newest.Store(s)
		client.wake.Send()
	})
	if err != nil {
		return err
	}
	defer stop()
	client.show(saved, nil)
	for {
		// First what the client has sent: which of two that are ready comes first can be
		// repeated so, and an answer shows what others did as well.
		select {
		case m := <-client.requests:
			if closed, err := client.take(m); closed {
				return err
			}
			continue
		default:
		}
		select {
		case <-client.ctx.Done():
			return client.ended()
		case m := <-client.requests:
			if closed, err := client.take(m); closed {
				return err
			}
		case <-client.wake:
			if wait := time.Until(client.nextOthers); wait <= 0 {
				if err := client.showOthers(); err != nil {
					return err
				}
			} else if client.othersTimer == nil {
				client.othersTimer = time.After(wait)
			}
		case <-client.othersTimer:
			client.othersTimer = nil
			client.wake.Send()
		}
	}
}

// drop gives back what is charged for messages that are not taken any more.
func (client *draftClient) drop() {
	for {
		select {
		case m := <-client.requests:
			m.release()
		default:
			return
		}
	}
}

// take handles a message, and reports whether the draft is closed.
func (client *draftClient) take(r *draftRequest) (closed bool, err error) {
	// After the end no message is handled: an edit could otherwise be made
	// without those before it.
	defer r.release()
	if client.ctx.Err() != nil {
		return true, client.ended()
	}
	switch {
	case r.view != nil:
		client.view = r.view.DraftView
		client.show(client.shown, nil)
	case r.edit != nil:
		client.edit(r.edit)
	case r.presence != nil:
		client.present(r.presence)
	default:
		return true, nil
	}
	return false, nil
}

// ended returns why the draft has ended; nil: the client has closed it.
func (client *draftClient) ended() error {
	cause := context.Cause(client.ctx)
	if errors.Is(cause, problem.ErrStopping) || errors.As(cause, new(*problem.Error)) {
		return cause
	}
	return nil
}

func (client *draftClient) load() (*treestore.Saved, error) {
	ctx, cancel := context.WithTimeout(client.c.s.WithTurn(client.ctx), app.StoreTimeout)
	defer cancel()
	return client.c.s.Library.Load(ctx, client.tree)
}

// showOthers sends the newest revision of other clients.
func (client *draftClient) showOthers() error {
	if s := client.newest.Load(); s != nil && s.Deleted {
		return treestore.ErrNotFound
	} else if s != nil && s.Number > client.shown.Number {
		client.show(s, nil)
	}
	if k := client.session.editorCount(); client.key != "" && k != client.editorCount {
		client.editorCount = k
		client.c.Send(client.ctx, socket.NewMessage("people", client.id, struct {
			People int `json:"people"`
		}{k}))
	}
	client.showPresence()
	return nil
}

// edit applies an edit. It is acknowledged once it is on the disk, also during
// shutdown.
func (client *draftClient) edit(m *editMessage) {
	if client.key == "" {
		client.c.rejectEdit(client.id, m, ErrReadOnly)
		return
	}
	lease, err := client.c.s.AcquireTree(client.c.Context(), m.Edit)
	ctx, cancel := context.WithTimeout(client.c.s.WithTurn(context.WithoutCancel(client.ctx)), app.StoreTimeout)
	defer cancel()
	var edit treestore.Request
	if err == nil {
		defer lease.Release()
		edit, err = ReadEditInTurn(ctx, m.Edit, "edit")
	}
	if err != nil {
		client.c.rejectEdit(client.id, m, err)
		return
	}
	edit.Base, edit.Token, edit.Since = m.Base, m.Token, m.Since
	edited, err := client.c.s.Library.Edit(ctx, client.tree, edit)
	if err != nil {
		client.c.rejectEdit(client.id, m, AtEdit("edit", err))
		return
	}
	if at := edited.Select; at != 0 {
		client.view.At = at
	}
	client.show(&edited.Saved, &editResult{m.Seq, edited})
}

// rejectEdit sends the error of an edit.
func (c *connection) rejectEdit(id string, m *editMessage, err error) {
	p := problem.Of(err)
	if p.Status == http.StatusInternalServerError {
		c.s.Log.Error("edit failed", "id", id, "err", err)
	}
	c.Send(c.Context(), socket.NewMessage("refused", id, struct {
		Seq int `json:"seq"`
		problem.Problem
	}{m.Seq, p}))
}

// editResult is the edit of this client that a draft message acknowledges.
type editResult struct {
	seq    int
	edited *treestore.Edited
}

// messageInTurn returns the message of a revision, which is made in turn with the searches of others.
func (client *draftClient) messageInTurn(ctx context.Context, s *treestore.Saved, answers *editResult) ([]byte, error) {
	give, err := fair.TakeTurnForTree(client.c.s.WithTurn(ctx), s.Draft.Tree())
	if err != nil {
		return nil, err
	}
	defer give()
	return client.message(s, answers), nil
}

// show sends a revision with its picture.
func (client *draftClient) show(s *treestore.Saved, answers *editResult) {
	began := time.Now()
	client.editorCount = client.session.editorCount()
	// An acknowledgement must arrive even if the draft is being closed.
	ctx := client.ctx
	if answers != nil {
		ctx = client.c.Context()
	}
	lease, ok := client.c.Reserve(ctx, client.messageBytes(s))
	if !ok {
		return // the connection ends
	}
	b, err := client.messageInTurn(ctx, s, answers)
	if err != nil {
		lease.Release()
		return // the client has gone
	}
	// Throttled so that drawing for others does not delay edits.
	client.nextOthers = began.Add(max(othersInterval, min(othersShare*time.Since(began), maxOthersInterval)))
	isNew := client.shown == nil || client.shown.Number != s.Number
	client.shown = s
	client.c.SendReserved(ctx, b, lease)
	if err := client.session.charge(client.c.s.open, client, s); err != nil {
		client.cancel(err) // the revision is stored, and was sent
	}
	if isNew && !client.quiet {
		client.results(s)
	}
}

// messageBytes returns about the size of the draft message of a revision.
func (client *draftClient) messageBytes(s *treestore.Saved) int {
	size := 1 << 10
	if !client.quiet {
		size += draw.BytesOfNode*min(s.Nodes, layout.MaxDrawn) + min(4*s.Draft.Bytes(), 2*MaxPaneText)
	}
	return size
}

// A revisionAnswer is what a draft message says of its revision. The picture and a draftAnswer follow.
type revisionAnswer struct {
	Revision int    `json:"revision"`
	Words    string `json:"words"`
	Op       string `json:"op"`
	Of       int    `json:"of"`
	People   int    `json:"people"`
	*editAnswer
	Gone   []trees.ID `json:"gone,omitzero"`
	Folded []trees.ID `json:"folded,omitzero"`
}

// An editAnswer acknowledges an edit.
type editAnswer struct {
	Seq     int        `json:"seq"`
	Made    int        `json:"made"`
	Created []trees.ID `json:"created"`
	Select  trees.ID   `json:"select"`
	Unread  bool       `json:"unread"` // the newest revision may be another client's
}

// message returns the draft message of a revision.
func (client *draftClient) message(s *treestore.Saved, answers *editResult) []byte {
	a := revisionAnswer{Revision: s.Number, Words: s.Summary, Op: s.Op, Of: s.Target, People: client.editorCount}
	if answers != nil {
		made := answers.edited
		a.editAnswer = &editAnswer{answers.seq, made.NewRevision, app.List(made.Created), made.Select, made.Unparsed}
	}
	if !client.quiet && client.shown != nil && client.shown.Number < s.Number {
		a.Gone = draw.Gone(s.Draft, client.shown.Draft, maxGone)
		if s.Op != "undo" { // what an undo brings back comes as it was
			a.Folded = client.view.FoldNew(s.Draft, client.shown.Draft)
		}
	}
	b := socket.AppendHead(make([]byte, 0, client.messageBytes(s)), "draft", client.id)
	b = app.AppendMembers(append(b, ','), a)
	if client.quiet {
		return append(b, '}')
	}
	now := client.session.sharedPicture(s, &client.view)
	if now == nil {
		now = draw.NewEditablePicture(s.Draft, layout.SelectFor(s.Draft.Tree(), client.view.Resolve(s.Draft)), client.view.Sideways)
	}
	b = append(b, client.session.pictureMember(now, client.sentPicture)...)
	if client.patches {
		client.sentPicture = now
	}
	b = append(b, client.session.message(s)...)
	return append(b, '}')
}
