package stream

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"espalier/trees"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/request"
)

// A message is what a client sends over the websocket.
type message struct {
	Type     string
	ID       string
	Events   int              // credit
	From     int              // details
	To       int              // details
	Page     bool             // run
	Drawn    []int32          // run of a page: the nodes that it shows; nil: the server's choice
	Until    *int             // run of a page: the last step that is sent; nil: all are
	Every    bool             // run of a page: it may show every node of the tree, some at a time
	Step     int              // picture
	Named    []int32          // picture: nodes that it has to draw besides those of the step
	Followed string           // progress: the id of a run of an experiment
	Run      []problem.Member // run: the request
	Room     []problem.Member // of a room: all besides type and id
	lease    *fair.Lease      // of a large message; nil: a small one
	draftMessage
}

// messageKeys are the required and the optional keys of each type, in addition to
// type and id. A run also has those of a request.
var messageKeys = map[string]struct{ Needed, Allowed []string }{
	"run":      {nil, []string{"page", "drawn", "every", "until"}},
	"credit":   {[]string{"events"}, nil},
	"cancel":   {},
	"details":  {[]string{"from", "to"}, nil},
	"picture":  {[]string{"step"}, []string{"named", "folded", "opened"}},
	"release":  {},
	"progress": {[]string{"run"}, nil},                                         // of an experiment
	"open":     {nil, []string{"saved", "view", "quiet", "patches", "scenes"}}, // a saved tree, or scenes of a room
	"view":     {[]string{"folded", "opened"}, []string{"at"}},
	"edit":     {[]string{"seq", "edit"}, []string{"token", "base", "since"}},
	"close":    {},

	"presence": {nil, []string{"name", "nodes"}},

	"join":      {[]string{"code"}, []string{"nick", "you"}},
	"lead":      {nil, []string{"key", "code"}},
	"show":      {[]string{"show"}, nil},
	"ask":       {nil, []string{"question"}},
	"stop":      {},
	"tally":     {},
	"reveal":    {},
	"pause":     {nil, []string{"paused"}},
	"scene":     {nil, []string{"lesson", "scene"}},
	"anonymous": {[]string{"on"}, nil},
	"answer":    {[]string{"question", "answer"}, nil},
	"hand-in":   {[]string{"text"}, nil},
	"leave":     {},
}

// MessageTypes returns the types of the messages of clients.
func MessageTypes() []string { return slices.Sorted(maps.Keys(messageKeys)) }

// roomTypes are the types that are about rooms alone. close and open are about what
// has the id.
var roomTypes = []string{"join", "lead", "show", "ask", "stop", "tally", "reveal", "pause", "scene", "anonymous", "answer", "hand-in", "leave"}

const messageTypes = "run, credit, cancel, details, picture, release, progress, open, view, edit, presence, close, and of rooms " +
	"join, lead, show, ask, stop, tally, reveal, pause, scene, anonymous, answer, hand-in and leave"

// readMessage decodes a client's message. With an error it still has the id, if
// that could be decoded, for the answer. The request of a run can be large, so
// the run decodes it.
func readMessage(text []byte) (m message, err error) {
	members, err := problem.SplitObject(text, "")
	if err != nil {
		return m, atMessage(err)
	}
	var id, kind *problem.Member
	for i := range members {
		switch members[i].Key {
		case "id":
			id = &members[i]
		case "type":
			kind = &members[i]
		}
	}
	if id != nil {
		if m.ID, err = readID(id.Raw); err != nil {
			return m, err
		}
	}
	if kind == nil {
		return m, problem.Malformed("type", "the type is missing; there are %s", messageTypes)
	}
	if m.Type, err = problem.ReadString(kind.Raw, "type"); err != nil {
		return m, err
	}
	keys, known := messageKeys[m.Type]
	switch {
	case !known:
		return m, problem.Malformed("type", "there is no message of type %q; there are %s", m.Type, messageTypes)
	case id == nil:
		return m, problem.Malformed("id", "the id of the run, the draft or the room is missing")
	}
	given := map[string]bool{}
	for _, member := range members {
		switch {
		case member.Key == "type" || member.Key == "id":
		case m.Type == "open" && member.Key == "scenes":
			given["saved"] = true
			m.Room = append(m.Room, member)
			if !json.Valid(member.Raw) {
				err = problem.Malformed(member.Key, "this is not JSON")
			}
		case m.OfRoom() && (slices.Contains(keys.Needed, member.Key) || slices.Contains(keys.Allowed, member.Key)):
			given[member.Key] = true
			m.Room = append(m.Room, member)
			if !json.Valid(member.Raw) {
				err = problem.Malformed(member.Key, "this is not JSON")
			}
		case member.Absent() && slices.Contains(keys.Allowed, member.Key):
		case slices.Contains(keys.Needed, member.Key) || slices.Contains(keys.Allowed, member.Key):
			given[member.Key] = true
			err = m.read(member)
		case m.Type == "run":
			m.Run = append(m.Run, member)
		default:
			err = problem.UnknownKey("", member.Key, slices.Concat([]string{"type", "id"}, keys.Needed, keys.Allowed))
		}
		if err != nil {
			return m, err
		}
	}
	needed := keys.Needed
	if m.Type == "open" {
		needed = []string{"saved"}
	}
	for _, key := range needed {
		if !given[key] {
			return m, problem.Malformed(key, "the key is missing in a message of type %s", m.Type)
		}
	}
	if m.Type == "details" && (m.To <= m.From || m.To-m.From > MaxDetails) {
		return m, problem.Refused("to", "details are of 1 to %d steps; from %d to %d are %d", MaxDetails, m.From, m.To, m.To-m.From)
	}
	return m, nil
}

// OfRoom reports whether a message is about a room whatever its id is.
func (m *message) OfRoom() bool { return slices.Contains(roomTypes, m.Type) }

func readID(raw []byte) (string, error) {
	id, err := problem.ReadString(raw, "id")
	if err != nil {
		return "", err
	}
	if id == "" || len(id) > request.MaxIDBytes {
		return "", problem.Refused("id", "an id has 1 to %d bytes; this one has %d", request.MaxIDBytes, len(id))
	}
	return id, nil
}

func (m *message) read(member problem.Member) (err error) {
	switch member.Key {
	case "events":
		m.Events, err = problem.ReadWhole(member.Raw, "events", 1, problem.MaxCount)
	case "from":
		m.From, err = problem.ReadWhole(member.Raw, "from", 0, problem.MaxCount)
	case "to":
		m.To, err = problem.ReadWhole(member.Raw, "to", 0, problem.MaxCount)
	case "page":
		m.Page, err = problem.ReadBool(member.Raw, "page")
	case "drawn":
		m.Drawn, err = readDrawn(member.Raw, "drawn")
	case "every":
		m.Every, err = problem.ReadBool(member.Raw, "every")
	case "step":
		m.Step, err = problem.ReadWhole(member.Raw, "step", 0, problem.MaxCount)
	case "run":
		m.Followed, err = problem.ReadString(member.Raw, "run")
	case "named":
		m.Named, err = readDrawn(member.Raw, "named")
	case "until":
		m.Until = new(int)
		*m.Until, err = problem.ReadWhole(member.Raw, "until", 0, problem.MaxCount)
	default:
		err = m.draftMessage.read(member)
	}
	return err
}

// readDrawn reads a list of nodes of a picture.
func readDrawn(raw []byte, key string) ([]int32, error) {
	elements, err := problem.SplitArray(raw, key)
	if err != nil {
		return nil, err
	}
	if len(elements) > MaxDrawn {
		return nil, problem.Refused(key, "these are %d nodes; a page draws at most %d", len(elements), MaxDrawn)
	}
	drawn := make([]int32, len(elements))
	for i, e := range elements {
		n, err := problem.ReadWhole(e, key, 0, 1<<31-1)
		if err != nil {
			return nil, err
		}
		drawn[i] = int32(n)
	}
	return drawn, nil
}

// atMessage replaces the place "body" of an HTTP error by "message".
func atMessage(err error) error {
	if e, ok := err.(*problem.Error); ok && e.Path == "body" {
		e.Path, e.Message = "message", strings.Replace(e.Message, "the body", "the message", 1)
	}
	return err
}

// The server's messages.

// appendHead starts a message; what follows starts with a comma or ends it.
func appendHead(b []byte, kind, id string) []byte {
	b = append(b, `{"type":"`...)
	b = append(b, kind...)
	b = append(b, `","id":`...)
	return trees.AppendQuoted(b, id)
}

func appendError(b []byte, id string, p problem.Problem) []byte {
	b = appendHead(b, "error", id)
	b = append(b, ',')
	text, _ := json.Marshal(p)
	return append(b, text[1:]...)
}
