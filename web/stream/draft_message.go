package stream

import (
	"slices"

	"espalier/trees"
	"espalier/web/draw"
	"espalier/web/problem"
	"espalier/web/request"
)

// A draftMessage is a client's message about a draft.
type draftMessage struct {
	Saved   string         // open: the key or the id of a saved tree
	View    draw.DraftView // open, view
	Quiet   bool           // open: the client wants revision numbers without pictures
	Patches bool           // open: the client wants the whole picture once, then patches
	Seq     int            // edit: named in the answer
	Token   string         // edit: the same token is applied once
	Base    int            // edit: the revision that a text was typed against
	Since   int            // edit: the newest revision when it was sent for the first time
	Edit    []byte         // edit: the edit, still encoded
	Name    string         // presence: the name that the person chose
	Nodes   []trees.ID     // presence: the selected nodes
}

func (m *draftMessage) read(member problem.Member) (err error) {
	switch member.Key {
	case "saved":
		m.Saved, err = problem.ReadString(member.Raw, "saved")
	case "quiet":
		m.Quiet, err = problem.ReadBool(member.Raw, "quiet")
	case "patches":
		m.Patches, err = problem.ReadBool(member.Raw, "patches")
	case "view":
		err = m.readView(member.Raw)
	case "folded":
		m.View.Folded, err = request.ReadIDs(member.Raw, "folded")
	case "opened":
		m.View.Opened, err = request.ReadIDs(member.Raw, "opened")
	case "at":
		var at int
		at, err = problem.ReadWhole(member.Raw, "at", 0, 1<<32-1)
		m.View.At = trees.ID(at)
	case "seq":
		m.Seq, err = problem.ReadWhole(member.Raw, "seq", 0, problem.MaxCount)
	case "base":
		m.Base, err = problem.ReadWhole(member.Raw, "base", 0, problem.MaxCount)
	case "since":
		m.Since, err = problem.ReadWhole(member.Raw, "since", 0, problem.MaxCount)
	case "token":
		m.Token, err = request.ReadToken(member.Raw)
	case "edit":
		m.Edit = member.Raw
	case "name":
		m.Name, err = readName(member.Raw)
	case "nodes":
		m.Nodes, err = request.ReadIDs(member.Raw, "nodes")
		if err == nil && len(m.Nodes) > MaxPresenceNodes {
			err = problem.Refused("nodes", "these are %d nodes; others see at most %d that one has selected", len(m.Nodes), MaxPresenceNodes)
		}
	}
	return err
}

var viewKeys = []string{"folded", "opened", "at"}

func (m *draftMessage) readView(raw []byte) error {
	members, err := problem.SplitObject(raw, "view")
	if err != nil {
		return err
	}
	for _, member := range members {
		if !slices.Contains(viewKeys, member.Key) {
			return problem.UnknownKey("view", member.Key, viewKeys)
		}
		if err := m.read(member); err != nil {
			return err
		}
	}
	return nil
}
