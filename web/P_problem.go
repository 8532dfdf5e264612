package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"espalier/search"
	"espalier/trees"
	"espalier/web/library"
)

// A problem is an RFC 9457 document: what went wrong, where, and what would
// be right. The page shows the same words.
type problem struct {
	Title  string  `json:"title"`
	Status int     `json:"status"`
	Detail string  `json:"detail"`
	Errors []fault `json:"errors"`
}

// A fault is one place that is wrong.
type fault struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

// An inputError is a request that cannot be served, with its status.
type inputError struct {
	Status  int
	Path    string
	Message string
}

func (e *inputError) Error() string { return e.Path + ": " + e.Message }

// malformed is a body that is not what its format says.
func malformed(path, format string, args ...any) error {
	return &inputError{http.StatusBadRequest, path, fmt.Sprintf(format, args...)}
}

// refused is a well-formed body that asks for what cannot be.
func refused(path, format string, args ...any) error {
	return &inputError{http.StatusUnprocessableEntity, path, fmt.Sprintf(format, args...)}
}

var errStopping = errors.New("the server is shutting down; try again in a moment")

var titles = map[int]string{
	http.StatusBadRequest:            "Malformed request",
	http.StatusForbidden:             "Refused",
	http.StatusNotFound:              "Not found",
	http.StatusConflict:              "Conflict",
	http.StatusInsufficientStorage:   "The library is full",
	http.StatusMethodNotAllowed:      "Method not allowed",
	http.StatusRequestEntityTooLarge: "Over a limit",
	http.StatusUnprocessableEntity:   "Refused",
	http.StatusServiceUnavailable:    "Not available now",
	http.StatusInternalServerError:   "Internal error",
}

func newProblem(status int, path, message string) problem {
	title := titles[status]
	if title == "" {
		title = http.StatusText(status)
	}
	detail := message
	if path != "" {
		detail = path + ": " + message
	}
	return problem{title, status, detail, []fault{{path, message}}}
}

// problemOf words any error of the rooms below. An error that nothing below
// explains is ours: what it says goes to the log, not to the client.
func problemOf(err error) problem {
	var (
		input   *inputError
		query   *queryError
		tree    *trees.Error
		refusal *search.RefusedError
		unknown *search.UnknownLeafError
		limit   *search.LimitError
		large   *http.MaxBytesError
		stands  *library.ConflictError
		spelled *library.SpellingError
		away    *library.UnavailableError
		damaged *library.DamagedError
		later   *library.NoRevisionError
	)
	switch {
	case errors.As(err, &input):
		return newProblem(input.Status, input.Path, input.Message)
	case errors.As(err, &query):
		return newProblem(http.StatusUnprocessableEntity, query.Name, query.Message)
	case errors.As(err, &tree):
		status := http.StatusUnprocessableEntity
		if tree.Limit {
			status = http.StatusRequestEntityTooLarge
		}
		return newProblem(status, tree.Path, tree.Message)
	case errors.As(err, &refusal):
		return newProblem(http.StatusUnprocessableEntity, refusal.Path, refusal.Message)
	case errors.As(err, &unknown):
		return newProblem(http.StatusUnprocessableEntity, fmt.Sprintf("values.%d", unknown.Node), unknown.Error())
	case errors.As(err, &limit):
		return newProblem(http.StatusUnprocessableEntity, "algorithm", limit.Message)
	case errors.As(err, &large):
		return newProblem(http.StatusRequestEntityTooLarge, "body",
			fmt.Sprintf("the body is larger than %d bytes, the limit of a request", large.Limit))
	case errors.As(err, &stands):
		return newProblem(http.StatusConflict, "edit", stands.Message)
	case errors.As(err, &spelled):
		return newProblem(http.StatusNotFound, "saved", spelled.Message)
	case errors.As(err, &later):
		return newProblem(http.StatusNotFound, "revision", later.Error())
	case errors.Is(err, library.ErrNotFound):
		return newProblem(http.StatusNotFound, "saved", err.Error())
	case errors.Is(err, library.ErrFull):
		return newProblem(http.StatusInsufficientStorage, "library", err.Error())
	case errors.As(err, &away):
		return newProblem(http.StatusServiceUnavailable, "library", away.Error())
	case errors.As(err, &damaged):
		return newProblem(http.StatusInternalServerError, "saved", damaged.Error())
	case errors.Is(err, context.DeadlineExceeded):
		return newProblem(http.StatusServiceUnavailable, "", "this took longer than it may; try again in a moment")
	case errors.Is(err, errStopping):
		return newProblem(http.StatusServiceUnavailable, "", errStopping.Error())
	}
	return newProblem(http.StatusInternalServerError, "", "the server made an error; it has been logged")
}

func (p problem) write(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	h.Set("Cache-Control", "no-store")
	if p.Status == http.StatusServiceUnavailable {
		h.Set("Retry-After", "1")
	}
	w.WriteHeader(p.Status)
	json.NewEncoder(w).Encode(p)
}
