package socket

import (
	"encoding/json"

	"github.com/gorilla/websocket"

	"espalier/trees"
	"espalier/web/app"
	"espalier/web/problem"
)

// The server's messages.

// AppendHead starts a message: its type and its id. What follows starts with a comma, or
// ends it.
func AppendHead(b []byte, kind, id string) []byte {
	b = append(b, `{"type":"`...)
	b = append(b, kind...)
	b = append(b, `","id":`...)
	return trees.AppendQuoted(b, id)
}

// NewMessage returns a message: its type, its id, and the members of a struct, at least one.
func NewMessage(kind, id string, members any) []byte {
	return append(app.AppendMembers(append(AppendHead(nil, kind, id), ','), members), '}')
}

// ErrorMessage returns the message of an error.
func ErrorMessage(id string, err error) []byte { return appendError(nil, id, problem.Of(err)) }

func appendError(b []byte, id string, p problem.Problem) []byte {
	b = AppendHead(b, "error", id)
	b = append(b, ',')
	text, _ := json.Marshal(p)
	return append(b, text[1:]...)
}

// An Outgoing is a message for one connection, or one that many share.
type Outgoing struct {
	Data   []byte
	Shared *websocket.PreparedMessage // nil: Data
}

// Share returns a message that is framed once for all connections.
func Share(data []byte) Outgoing {
	m, err := websocket.NewPreparedMessage(websocket.TextMessage, data)
	if err != nil {
		return Outgoing{Data: data}
	}
	return Outgoing{Shared: m}
}
