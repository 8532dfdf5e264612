package run

import (
	"encoding/json"
	"slices"
	"strconv"

	"espalier/search/engine"
	"espalier/trees"
	"espalier/web/problem"
	"espalier/web/treestore"
)

// This file writes and reads a run as the text that a room stores and sends: one JSON object,
// whose members are in a fixed order. Equal runs have equal texts.

// roomKeys are the keys of a source that only a room has.
var roomKeys = []string{"source", "hand"}

// RoomKeys are all keys of a run in a room.
var RoomKeys = slices.Concat(Sources, specKeys, roomKeys)

// RoomSource reads the source of a run in a room: as that of a request, or a typed tree that
// the room has shown, or a hand-in.
func (b *Body) RoomSource() (Source, error) {
	own := b.given("tree", "text", "source", "hand")
	if len(own) == 0 {
		return b.Source()
	}
	key := own[0]
	for _, other := range b.given(slices.Concat(Sources, roomKeys)...) {
		// What shows a hand-in names its tree, too.
		if other != key && !(key == "source" && other == "hand") {
			return nil, problem.Refused(other, "a show has one source, and this one has %s and %s", key, other)
		}
	}
	if key == "tree" || key == "text" {
		return b.source(key)
	}
	var s Shown
	var err error
	if b.Hash != nil {
		s.Hash, err = problem.ReadString(b.Hash, "source")
	}
	if err == nil && b.Hand != nil {
		s.Hand, err = problem.ReadString(b.Hand, "hand")
	}
	return s, err
}

// A storedRun is the text of a run. Its source has some of the first members.
type storedRun struct {
	Figure   string          `json:"figure,omitempty"`
	Saved    treestore.ID    `json:"saved,omitempty"`
	Trace    treestore.ID    `json:"trace,omitempty"`
	Generate json.RawMessage `json:"generate,omitempty"`
	Game     json.RawMessage `json:"game,omitempty"`
	Hand     string          `json:"hand,omitempty"`
	Source   string          `json:"source,omitempty"`
	Revision int             `json:"revision,omitempty"`
	Expand   int             `json:"expand,omitempty"`
	Further  int             `json:"further,omitempty"`

	Algorithm string         `json:"algorithm"`
	Options   problem.Object `json:"options"`
	Values    problem.Object `json:"values"`
}

// Stored returns the text of the run. It cannot hold a typed tree, nor one that is at hand:
// a room keeps those beside it, and names them.
func (r *Resolved) Stored() ([]byte, error) {
	s := storedRun{Algorithm: r.Algorithm.ID, Options: OptionsOf(&r.Options)}
	if err := s.setSource(r.Source); err != nil {
		return nil, err
	}
	for _, v := range r.Values {
		s.Values = append(s.Values, problem.Numbered(v.Leaf, appendValue(nil, &v.Value, r.Tree)))
	}
	return problem.Raw(s), nil
}

func (r *storedRun) setSource(s Source) error {
	switch s := s.(type) {
	case Figure:
		r.Figure = s.ID
	case Saved:
		r.Saved, r.Revision = s.ID, s.Revision
	case Recorded:
		r.Trace, r.Revision = s.ID, s.Revision
	case Generated:
		r.Generate, r.Expand = s.Raw, s.Expand
		return checkDocument("generate", s.Raw)
	case Game:
		r.Game, r.Expand, r.Further = s.Raw, s.Expand, s.Further
		return checkDocument("game", s.Raw)
	case Shown:
		r.Hand, r.Source = s.Hand, s.Hash
	default:
		return errNotStored
	}
	return nil
}

func checkDocument(key string, raw []byte) error {
	if !json.Valid(raw) {
		return problem.Malformed(key, "this is not JSON")
	}
	return nil
}

// OptionsOf returns the options that are given: flags, words and numbers.
func OptionsOf(options *engine.Options) (list problem.Object) {
	for _, o := range options.Given() {
		raw := []byte("true")
		if o.Word != "" {
			raw = trees.AppendQuoted(nil, o.Word)
		} else if !o.Flag {
			raw = strconv.AppendInt(nil, int64(o.Num), 10)
		}
		list = append(list, problem.Member{Key: o.Name, Raw: raw})
	}
	return list
}

var errNotStored = problem.Refused("source", "a room stores a typed tree beside the run, not in it")

// ReadStored reads the text of a run that a room has stored.
func ReadStored(text []byte) (b Body, s Source, err error) {
	members, err := problem.SplitObject(text, "show")
	if err != nil {
		return b, nil, err
	}
	if b, err = ReadBody(members, RoomKeys); err != nil {
		return b, nil, err
	}
	s, err = b.RoomSource()
	return b, s, err
}
