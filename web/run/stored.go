package run

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"espalier/search/engine"
	"espalier/trees"
	"espalier/web/problem"
)

// This file writes and reads a run as the text that a room stores and sends: one JSON object,
// whose members are in a fixed order. Equal runs have equal texts.

// roomKeys are the keys of a source that only a room has.
var roomKeys = []string{"source", "hand"}

// RoomKeys are all keys of a run in a room.
var RoomKeys = slices.Concat(Sources, specKeys, roomKeys)

// RoomSource reads the source of a run in a room: as that of a request, or a typed tree that
// the room has shown, or a hand-in.
func (b Body) RoomSource() (Source, error) {
	for _, key := range []string{"tree", "text", "source", "hand"} {
		if b[key] == nil {
			continue
		}
		for _, other := range slices.Concat(Sources, roomKeys) {
			// What shows a hand-in names its tree, too.
			if other != key && b[other] != nil && !(key == "source" && other == "hand") {
				return nil, problem.Refused(other, "a show has one source, and this one has %s and %s", key, other)
			}
		}
		if key == "tree" || key == "text" {
			return Typed{Notation: key, Raw: b[key]}, nil
		}
		var s Shown
		var err error
		if b["source"] != nil {
			s.Hash, err = problem.ReadString(b["source"], "source")
		}
		if err == nil && b["hand"] != nil {
			s.Hand, err = problem.ReadString(b["hand"], "hand")
		}
		return s, err
	}
	return b.Source()
}

// Stored returns the text of the run. It cannot hold a typed tree, nor one that is at hand:
// a room keeps those beside it, and names them.
func (r *Resolved) Stored() ([]byte, error) {
	b, err := appendStoredSource([]byte{'{'}, r.Source)
	if err != nil {
		return nil, err
	}
	b = append(append(b, `,"algorithm":"`...), r.Algorithm.ID...)
	b = AppendOptions(append(b, `","options":`...), &r.Options)
	b = append(b, `,"values":{`...)
	for i, v := range r.Values {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(append(b, '"'), int64(v.Leaf), 10)
		b = appendValue(append(b, `":`...), &v.Value, r.Tree)
	}
	return append(b, "}}"...), nil
}

// AppendOptions appends the options that are given as an object: flags and numbers.
func AppendOptions(b []byte, options *engine.Options) []byte {
	b = append(b, '{')
	for i, o := range options.Given() {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, '"'), o.Name...), `":`...)
		if o.Flag {
			b = append(b, "true"...)
		} else if o.Word != "" {
			b = trees.AppendQuoted(b, o.Word)
		} else {
			b = strconv.AppendInt(b, int64(o.Num), 10)
		}
	}
	return append(b, '}')
}

func appendStoredSource(b []byte, s Source) ([]byte, error) {
	number := func(key string, n int) {
		if n > 0 {
			b = trees.AppendNumberKey(b, key, n)
		}
	}
	document := func(key string, raw []byte) error {
		var plain bytes.Buffer
		if err := json.Compact(&plain, raw); err != nil {
			return problem.Malformed(key, "this is not JSON")
		}
		b = append(append(append(b, '"'), key...), `":`...)
		b = append(b, plain.Bytes()...)
		return nil
	}
	var err error
	switch s := s.(type) {
	case Figure:
		b = trees.AppendQuoted(append(b, `"figure":`...), s.ID)
	case Saved:
		b = trees.AppendQuoted(append(b, `"saved":`...), string(s.ID))
		number("revision", s.Revision)
	case Recorded:
		b = trees.AppendQuoted(append(b, `"trace":`...), string(s.ID))
		number("revision", s.Revision)
	case Generated:
		err = document("generate", s.Raw)
		number("expand", s.Expand)
	case Game:
		err = document("game", s.Raw)
		number("expand", s.Expand)
		number("further", s.Further)
	case Shown:
		if s.Hand != "" {
			b = append(trees.AppendQuoted(append(b, `"hand":`...), s.Hand), ',')
		}
		b = trees.AppendQuoted(append(b, `"source":`...), s.Hash)
	default:
		err = errNotStored
	}
	return b, err
}

var errNotStored = problem.Refused("source", "a room stores a typed tree beside the run, not in it")

// ReadStored reads the text of a run that a room has stored.
func ReadStored(text []byte) (Body, Source, error) {
	members, err := problem.SplitObject(text, "show")
	if err != nil {
		return nil, nil, err
	}
	b, err := ReadBody(members, RoomKeys...)
	if err != nil {
		return nil, nil, err
	}
	s, err := b.RoomSource()
	return b, s, err
}
