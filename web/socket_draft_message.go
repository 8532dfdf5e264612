package web

import (
	"slices"

	"espalier/trees"
)

// A draftMessage is what a client says of a draft that it shows or edits.
type draftMessage struct {
	Saved   string    // open: the key or the id of a saved tree
	View    draftView // open, view
	Quiet   bool      // open: the client wants to know of revisions, not to see them
	Patches bool      // open: the client wants the whole picture once, and then what changed of it
	Seq     int       // edit: named in the answer
	Token   string    // edit: the same token is applied once
	Base    int       // edit: the revision that a text was typed against
	Edit    []byte    // edit: the edit itself, which is read where it is applied
}

func (m *draftMessage) read(member member) (err error) {
	switch member.Key {
	case "saved":
		m.Saved, err = readString(member.Raw, "saved")
	case "quiet":
		m.Quiet, err = readBool(member.Raw, "quiet")
	case "patches":
		m.Patches, err = readBool(member.Raw, "patches")
	case "view":
		err = m.readView(member.Raw)
	case "folded":
		m.View.Folded, err = readIDs(member.Raw, "folded")
	case "opened":
		m.View.Opened, err = readIDs(member.Raw, "opened")
	case "at":
		var at int
		at, err = readWhole(member.Raw, "at", 0, 1<<32-1)
		m.View.At = trees.ID(at)
	case "seq":
		m.Seq, err = readWhole(member.Raw, "seq", 0, MaxCredit)
	case "base":
		m.Base, err = readWhole(member.Raw, "base", 0, MaxCredit)
	case "token":
		m.Token, err = readToken(member.Raw)
	case "edit":
		m.Edit = member.Raw
	}
	return err
}

var viewKeys = []string{"folded", "opened", "at"}

func (m *draftMessage) readView(raw []byte) error {
	members, err := splitObject(raw, "view")
	if err != nil {
		return err
	}
	for _, member := range members {
		if !slices.Contains(viewKeys, member.Key) {
			return unknownKey("view", member.Key, viewKeys)
		}
		if err := m.read(member); err != nil {
			return err
		}
	}
	return nil
}
