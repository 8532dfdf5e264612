package classroom

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"espalier/web/app"
	"espalier/web/classroom/entry"
)

// HandOver answers POST /api/v1/rooms/{room}/hand-over: a link with which another device can lead
// the room, also as a QR code. The link works for entry.PassTime.
func (h *Handlers) HandOver(w http.ResponseWriter, r *http.Request) error {
	return h.withKey(r, func(room *room) error {
		secret, err := h.tokens(r.Context())
		if err != nil {
			return err
		}
		k, _ := keyOf(r) // withKey has found it
		aged, _ := h.aged()
		until := h.now().Add(entry.PassTime) // by the same clock as the header Date
		path := "/present/" + secret.NewPass(k, aged.Add(entry.PassTime))
		picture, err := entry.QRPicture(h.WholeAddress(r, path), "The address for another device, as a QR code")
		if err != nil {
			return err
		}
		app.Answer(w, http.StatusOK, struct {
			Present string `json:"present"`
			Address string `json:"address"`
			Until   int64  `json:"until"`
			QR      string `json:"qr"`
		}{h.Link(path), h.WholeAddress(r, path), until.UnixMilli(), string(picture)})
		return nil
	})
}

// presentedKey returns the key in the address of a presenter's page. The address has the key or a
// pass.
func (h *Handlers) presentedKey(r *http.Request) (entry.Key, error) {
	text := chi.URLParam(r, "room")
	if k, ok := entry.ReadKey(text); ok {
		return k, nil
	}
	secret, err := h.tokens(r.Context())
	if err != nil {
		return "", err
	}
	aged, _ := h.aged()
	k, ok := secret.ReadPass(text, aged)
	if !ok {
		return "", errNoRoom
	}
	return k, nil
}
