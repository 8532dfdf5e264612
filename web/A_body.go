package web

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// readBody reads a whole request body as the members of its object.
func (s *Core) readBody(w http.ResponseWriter, r *http.Request) ([]member, error) {
	// Not the server's ReadTimeout: that one would also end a long answer.
	control := http.NewResponseController(w)
	control.SetReadDeadline(time.Now().Add(bodyTime))
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	if err != nil {
		var large *http.MaxBytesError
		if errors.As(err, &large) {
			return nil, err
		}
		return nil, malformed("body", "the body could not be read: %s", err)
	}
	control.SetReadDeadline(time.Time{})
	if len(body) == 0 {
		return nil, malformed("body", "the body is empty; a JSON object is wanted")
	}
	return splitObject(body, "")
}

func writeJSON(w http.ResponseWriter, b []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Write(b)
}
