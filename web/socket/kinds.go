package socket

import (
	"encoding/json"
	"slices"
	"strings"

	"espalier/trees"
	"espalier/web/fair"
	"espalier/web/problem"
)

// A Message is what a client sends. Its envelope is read; what else it has is read by the
// kind of its type.
type Message struct {
	Type, ID string
	Members  []problem.Member // all besides type and id
	lease    *fair.Lease      // of a large message; nil: a small one
}

// Has reports whether the message has a member.
func (m *Message) Has(key string) bool {
	return slices.ContainsFunc(m.Members, func(one problem.Member) bool { return one.Key == key })
}

// Release gives back the memory of a message of a kind that Keeps it.
func (m *Message) Release() { m.lease.Release() }

// Keys are the keys that a message has besides type and id.
type Keys struct {
	Needed, Allowed []string
	Any             bool // it may have others, too
	Nulls           bool // a member that is null is read, too: it takes something away
}

// A Kind is the entry of a type of messages in the table. Two features can have the same
// type: Takes decides.
type Kind struct {
	Type string
	Keys Keys
	// Keeps: the handler calls Release when the message is not needed any more. Else it is
	// released when the handler returns. After an error it is not needed.
	Keeps bool

	takes  func(c Client, m *Message) bool // nil: every message
	read   func() (into any, member func(problem.Member) error)
	handle func(c Client, m *Message, v any) error

	feature *Feature
}

// On returns the kind of a type. read takes a member of the message; handle gets what the
// feature keeps of the connection. It must be fast: the reader of the connection waits. An error that it returns
// is sent with the id of the message.
func On[C Client, T any](kind string, keys Keys, read func(*T, problem.Member) error, handle func(c C, m *Message, v *T) error) Kind {
	return Kind{Type: kind, Keys: keys,
		read: func() (any, func(problem.Member) error) {
			v := new(T)
			return v, func(member problem.Member) error { return read(v, member) }
		},
		handle: func(c Client, m *Message, v any) error { return handle(c.(C), m, v.(*T)) }}
}

// Kept returns the kind with Keeps.
func (k Kind) Kept() Kind {
	k.Keeps = true
	return k
}

// For returns the kind for the messages that takes accepts. Others of the type are for
// another feature. c is the zero value where the feature keeps nothing of the connection yet.
func For[C Client](k Kind, takes func(c C, m *Message) bool) Kind {
	k.takes = func(c Client, m *Message) bool {
		own, _ := c.(C)
		return takes(own, m)
	}
	return k
}

// None reads a message without members.
func None(*struct{}, problem.Member) error { return nil }

// A Feature is a part of the server with messages of its own.
type Feature struct {
	Of    string // what its messages are about, for errors; empty: nothing to say
	Kinds []Kind
	// Cookies begins the names of the cookies that its clients read; empty: none.
	Cookies string
	// Attach returns what the feature keeps of a connection that sends its first message.
	Attach func(*Conn) Client
}

// A Client is what a feature keeps of a connection.
type Client interface {
	// Stop ends what goes on, since the server stops.
	Stop()
	// Detach is called once, when the connection has ended.
	Detach()
}

// A Writer is a client that decides what is written when the connection is ready for it:
// a reader that is slow then gets the newest state alone.
type Writer interface {
	Client
	// Next returns the next message to write, or false. Only the writer calls it, after
	// Notify, when the message before has been written.
	Next() (Outgoing, bool)
}

// A table has the kinds by their types, in the order of the features.
type table struct {
	byType map[string][]*Kind
	types  string // in words
}

func newTable(features []*Feature) table {
	t := table{byType: map[string][]*Kind{}}
	var plain []string
	var about strings.Builder
	for _, f := range features {
		var own []string
		for i := range f.Kinds {
			k := &f.Kinds[i]
			k.feature = f
			if k.takes == nil {
				own = append(own, k.Type)
				t.byType[k.Type] = append(t.byType[k.Type], k)
			} else { // it is asked before the one that takes every message
				t.byType[k.Type] = slices.Insert(t.byType[k.Type], 0, k)
			}
		}
		if f.Of == "" {
			plain = append(plain, own...)
		} else {
			about.WriteString(", and of " + f.Of + " " + trees.InWords(own))
		}
	}
	t.types = strings.Join(plain, ", ") + about.String()
	return t
}

// keys are all that messages of a type may have, in the order of the features.
func (t *table) keys(kind string) (list []string) {
	for _, k := range slices.Backward(t.byType[kind]) {
		for _, key := range slices.Concat(k.Keys.Needed, k.Keys.Allowed) {
			if !slices.Contains(list, key) {
				list = append(list, key)
			}
		}
	}
	return list
}

// envelope reads the type and the id of a message. With an error it still has the id, if
// that could be read, for the answer.
func (t *table) envelope(text []byte) (m Message, err error) {
	members, err := problem.SplitObject(text, "")
	if err != nil {
		return m, atMessage(err)
	}
	var id, kind *problem.Member
	for i, member := range members {
		switch member.Key {
		case "id":
			id = &members[i]
		case "type":
			kind = &members[i]
		default:
			m.Members = append(m.Members, member)
		}
	}
	if id != nil {
		if m.ID, err = readID(id.Raw); err != nil {
			return m, err
		}
	}
	if kind == nil {
		return m, problem.Malformed("type", "the type is missing; there are %s", t.types)
	}
	if m.Type, err = problem.ReadString(kind.Raw, "type"); err != nil {
		return m, err
	}
	switch {
	case t.byType[m.Type] == nil:
		return m, problem.Malformed("type", "there is no message of type %q; there are %s", m.Type, t.types)
	case id == nil:
		return m, problem.Malformed("id", "the id of the run, the draft or the room is missing")
	}
	return m, nil
}

// decode reads the members of a message.
func (t *table) decode(k *Kind, m *Message) (v any, err error) {
	v, read := k.read()
	given := map[string]bool{}
	for _, member := range m.Members {
		needed, allowed := slices.Contains(k.Keys.Needed, member.Key), slices.Contains(k.Keys.Allowed, member.Key)
		switch {
		case allowed && !k.Keys.Nulls && member.Absent():
		case needed || allowed || k.Keys.Any:
			given[member.Key] = true
			err = read(member)
		default:
			err = problem.UnknownKey("", member.Key, slices.Concat([]string{"type", "id"}, t.keys(m.Type)))
		}
		if err != nil {
			return nil, err
		}
	}
	for _, key := range k.Keys.Needed {
		if !given[key] {
			return nil, problem.Malformed(key, "the key is missing in a message of type %s", m.Type)
		}
	}
	return v, nil
}

// ReadJSON checks that a member that is read later is JSON.
func ReadJSON(member problem.Member) error {
	if !json.Valid(member.Raw) {
		return problem.Malformed(member.Key, "this is not JSON")
	}
	return nil
}

// MaxIDBytes bounds the id of a run, a draft or a room, which every message repeats.
const MaxIDBytes = 64

func readID(raw []byte) (string, error) {
	id, err := problem.ReadString(raw, "id")
	if err != nil {
		return "", err
	}
	if id == "" || len(id) > MaxIDBytes {
		return "", problem.Refused("id", "an id has 1 to %d bytes; this one has %d", MaxIDBytes, len(id))
	}
	return id, nil
}

// atMessage replaces the place "body" of an HTTP error by "message".
func atMessage(err error) error {
	if e, ok := err.(*problem.Error); ok && e.Path == "body" {
		e.Path, e.Message = "message", strings.Replace(e.Message, "the body", "the message", 1)
	}
	return err
}
