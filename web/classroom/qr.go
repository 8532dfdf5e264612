package classroom

import (
	"net/http"

	"espalier/web/classroom/entry"
)

// QR answers GET /api/v1/rooms/{room}/qr.svg: the address of the room for followers,
// to be joined with a phone. It is black on white in every theme: many readers take
// nothing else.
func (h *Handlers) QR(w http.ResponseWriter, r *http.Request) {
	h.withCode(w, r, func(room *room) error {
		picture, err := entry.QRPicture(joinAddress(r, room.code))
		if err != nil {
			return err
		}
		w.Header().Set("Content-Type", "image/svg+xml")
		w.Write(picture)
		return nil
	})
}
