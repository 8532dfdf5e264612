package app

import (
	"errors"
	"io"
	"net/http"
	"time"

	"espalier/web/problem"
)

// ReadBody reads a whole request body and returns the members of its object.
func (s *Core) ReadBody(w http.ResponseWriter, r *http.Request) ([]problem.Member, error) {
	// Not the server's ReadTimeout: that one would also end a long answer.
	control := http.NewResponseController(w)
	control.SetReadDeadline(time.Now().Add(BodyTimeout))
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	if err != nil {
		var large *http.MaxBytesError
		if errors.As(err, &large) {
			return nil, err
		}
		return nil, problem.Malformed("body", "the body could not be read: %s", err)
	}
	control.SetReadDeadline(time.Time{})
	if len(body) == 0 {
		return nil, problem.Malformed("body", "the body is empty; a JSON object is wanted")
	}
	return problem.SplitObject(body, "")
}

// WriteJSON answers with a JSON document.
func WriteJSON(w http.ResponseWriter, b []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Write(b)
}
