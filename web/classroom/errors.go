package classroom

import (
	"net/http"

	"espalier/web/problem"
)

var (
	errNoRoom = &problem.Error{Status: http.StatusNotFound, Path: "room",
		Message: "there is no such room: the code or key is wrong, or the room was closed"}
	errNotLeading = problem.Refused("id", "you do not lead a room with this id; send lead first")
	errNotInRoom  = problem.Refused("id", "there is no room with this id; send join or lead first")
)
