package classroom

import (
	"fmt"
	"net/http"

	"espalier/web/problem"
)

var (
	errNoRoom = &problem.Error{Status: http.StatusNotFound, Path: "room",
		Message: "there is no such room: the code or the key is wrong, or the room has been closed"}
	errNotLeading = problem.Refused("id", "nobody leads a room under this id; lead it first")
	errNotInRoom  = problem.Refused("id", "there is no room under this id; join or lead it first")
)

// overLimit returns the error of something that is too large or too many.
func overLimit(path, format string, args ...any) error {
	return &problem.Error{Status: http.StatusRequestEntityTooLarge, Path: path, Message: fmt.Sprintf(format, args...)}
}
