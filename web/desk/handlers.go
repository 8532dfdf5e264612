package desk

import (
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"espalier/web/app"
	"espalier/web/classroom/entry"
	"espalier/web/desk/thing"
	"espalier/web/store/key"
)

// Handlers serves desks.
type Handlers struct {
	*app.Core
	kinds []thing.Kind
}

// New returns the handlers, with the kinds of things that can be on a desk.
func New(core *app.Core, kinds ...thing.Kind) *Handlers { return &Handlers{core, kinds} }

// kind returns the kind of a name, or nil.
func (h *Handlers) kind(name string) *thing.Kind {
	for i := range h.kinds {
		if h.kinds[i].Name == name {
			return &h.kinds[i]
		}
	}
	return nil
}

// kindNames returns the names of the kinds, for an error.
func (h *Handlers) kindNames() string {
	var names []string
	for _, k := range h.kinds {
		names = append(names, k.Name)
	}
	return strings.Join(names, ", ")
}

// idOf returns the id of a thing. It is public, and follows from the key.
func (h *Handlers) idOf(i *item) string {
	if k := h.kind(i.Kind); k != nil {
		if id, ok := k.ID(i.Key); ok {
			return id
		}
	}
	return string(key.Key(i.Key).ID()) // the text is no key; its hash names it all the same
}

// keyOf returns the key of the desk that a request is about.
func keyOf(r *http.Request) (key.Key, error) {
	k, err := key.ParseKey(chi.URLParam(r, "desk"))
	if err != nil {
		return "", errNoDesk
	}
	return k, nil
}

// link returns the link with which another machine opens a desk.
func (h *Handlers) link(k key.Key) string { return h.Link("/desk/" + string(k)) }

// A made is the answer with a new key.
type made struct {
	Key  string `json:"key"`
	Link string `json:"link"`
}

// Create answers POST /api/v1/desks.
func (h *Handlers) Create(w http.ResponseWriter, r *http.Request) error {
	k, err := h.create(r.Context(), []item{})
	if err != nil {
		return err
	}
	w.Header().Set("Location", h.Link("/api/v1/desks/"+string(k)))
	app.Answer(w, http.StatusCreated, made{string(k), h.link(k)})
	return nil
}

// Get answers GET /api/v1/desks/{desk}: the things in their order.
func (h *Handlers) Get(w http.ResponseWriter, r *http.Request) error {
	k, err := keyOf(r)
	if err != nil {
		return err
	}
	d, err := h.load(r.Context(), k)
	if err != nil {
		return err
	}
	things, err := h.describe(r.Context(), d)
	if err != nil {
		return err
	}
	h.opened(r.Context(), d, things)
	app.Answer(w, http.StatusOK, struct {
		Revision int         `json:"revision"`
		Link     string      `json:"link"`
		Things   []described `json:"things"`
	}{d.revision, h.link(k), things})
	return nil
}

// Put answers PUT /api/v1/desks/{desk}/things: it adds, removes and orders things, and puts them into folders.
func (h *Handlers) Put(w http.ResponseWriter, r *http.Request) error {
	k, err := keyOf(r)
	if err != nil {
		return err
	}
	members, err := h.ReadBody(w, r)
	if err != nil {
		return err
	}
	c, err := h.readChanges(members)
	if err != nil {
		return err
	}
	d, err := h.change(r.Context(), k, func(d *desk) (bool, error) { return d.make(c, h.stamp()) })
	if err != nil {
		return err
	}
	app.Answer(w, http.StatusOK, struct {
		Revision int `json:"revision"`
		Things   int `json:"things"`
	}{d.revision, len(d.things)})
	return nil
}

// Renew answers POST /api/v1/desks/{desk}/renew: a new key and link. The old ones open nothing any more.
func (h *Handlers) Renew(w http.ResponseWriter, r *http.Request) error {
	k, err := keyOf(r)
	if err != nil {
		return err
	}
	if k, err = h.renew(r.Context(), k); err != nil {
		return err
	}
	w.Header().Set("Location", h.Link("/api/v1/desks/"+string(k)))
	app.Answer(w, http.StatusCreated, made{string(k), h.link(k)})
	return nil
}

// QR answers GET /api/v1/desks/{desk}/qr.svg: the whole link as a QR code.
func (h *Handlers) QR(w http.ResponseWriter, r *http.Request) error {
	k, err := keyOf(r)
	if err != nil {
		return err
	}
	if _, err := h.load(r.Context(), k); err != nil {
		return err
	}
	picture, err := entry.QRPicture(h.WholeAddress(r, "/desk/"+string(k)), "The link of this desk, as a QR code")
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Write(picture)
	return nil
}
