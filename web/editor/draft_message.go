package editor

import (
	"slices"

	"espalier/trees"
	"espalier/web/draw"
	"espalier/web/play"
	"espalier/web/problem"
)

// An openMessage opens a saved tree.
type openMessage struct {
	Saved   string // the key or the id
	View    draw.DraftView
	Quiet   bool // the client wants revision numbers without pictures
	Patches bool // the client wants the whole picture once, then patches
}

func (m *openMessage) read(member problem.Member) (err error) {
	switch member.Key {
	case "saved":
		m.Saved, err = problem.ReadString(member.Raw, "saved")
	case "quiet":
		m.Quiet, err = problem.ReadBool(member.Raw, "quiet")
	case "patches":
		m.Patches, err = problem.ReadBool(member.Raw, "patches")
	case "view":
		err = m.readView(member.Raw)
	}
	return err
}

// A viewMessage changes what the client sees of the tree.
type viewMessage struct{ draw.DraftView }

func (m *viewMessage) read(member problem.Member) error { return readView(&m.DraftView, member) }

func readView(v *draw.DraftView, member problem.Member) (err error) {
	switch member.Key {
	case "folded":
		v.Folded, err = play.ReadIDs(member.Raw, "folded")
	case "opened":
		v.Opened, err = play.ReadIDs(member.Raw, "opened")
	case "at":
		var at int
		at, err = problem.ReadWhole(member.Raw, "at", 0, 1<<32-1)
		v.At = trees.ID(at)
	case "sideways":
		v.Sideways, err = problem.ReadBool(member.Raw, "sideways")
	}
	return err
}

// An editMessage edits the tree.
type editMessage struct {
	Seq   int    // named in the answer
	Token string // the same token is applied once
	Base  int    // the revision that a text was typed against
	Since int    // the newest revision when it was sent for the first time
	Edit  []byte // still encoded
}

func (m *editMessage) read(member problem.Member) (err error) {
	switch member.Key {
	case "seq":
		m.Seq, err = problem.ReadWhole(member.Raw, "seq", 0, problem.MaxCount)
	case "base":
		m.Base, err = problem.ReadWhole(member.Raw, "base", 0, problem.MaxCount)
	case "since":
		m.Since, err = problem.ReadWhole(member.Raw, "since", 0, problem.MaxCount)
	case "token":
		m.Token, err = ReadToken(member.Raw)
	case "edit":
		m.Edit = member.Raw
	}
	return err
}

// A presenceMessage says who has the tree open, and at which nodes.
type presenceMessage struct {
	Name  string // that the person chose
	Nodes []trees.ID
}

func (m *presenceMessage) read(member problem.Member) (err error) {
	switch member.Key {
	case "name":
		m.Name, err = readName(member.Raw)
	case "nodes":
		m.Nodes, err = play.ReadIDs(member.Raw, "nodes")
		if err == nil && len(m.Nodes) > MaxPresenceNodes {
			err = problem.Refused("nodes", "%d nodes are selected; others see at most %d of them", len(m.Nodes), MaxPresenceNodes)
		}
	}
	return err
}

var viewKeys = []string{"folded", "opened", "at", "sideways"}

func (m *openMessage) readView(raw []byte) error {
	members, err := problem.SplitObject(raw, "view")
	if err != nil {
		return err
	}
	for _, member := range members {
		if !slices.Contains(viewKeys, member.Key) {
			return problem.UnknownKey("view", member.Key, viewKeys)
		}
		if err := readView(&m.View, member); err != nil {
			return err
		}
	}
	return nil
}
