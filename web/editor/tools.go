package editor

import (
	"strconv"

	"espalier/trees"
	"espalier/trees/figures"
	"espalier/web/app"
	"espalier/web/play"
	"espalier/web/words"
)

// An editTool is a button of the editor's toolbar. The page's script finds its
// action by its name.
type editTool struct {
	Name, Label string
	Sign        string // shown instead of the label, which screen readers use
	Does        string // the tooltip
	Key         string
	Aria        string // the key as ARIA spells it; empty: not announced
}

// editTools are the tools in groups, in the order of their use.
var editTools = []struct {
	Name  string
	Tools []editTool
}{
	{"Add", []editTool{
		{"child", "Child", "", "Add a child below the selected node", "Tab", "Tab"},
		{"sibling", "Sibling", "", "Add a node after the selected one", "Enter", "Enter"},
		{"parent", "Parent", "", "Put a new node above the selected one", "Ctrl+Enter", "Control+Enter"},
	}},
	{"Undo", []editTool{
		{"undo", "Undo", "", "Undo the last edit made here", "Ctrl+Z", "Control+Z"},
		{"redo", "Redo", "", "Redo the edit", "Ctrl+Y", "Control+Y"},
	}},
	{"Change", []editTool{
		{"edit", "Change", "", "Change the value, the label or the mover; or just type a digit or a letter", "F2", "F2"},
		{"name", "Name move", "Name", "Name the move to the node", "<", "<"},
		{"chance", "Chance", "", "Switch between chance node and player’s node", "*", "*"},
		{"left", "Left", "←", "Move the node one place to the left", "Ctrl+←", "Control+ArrowLeft"},
		{"right", "Right", "→", "Move the node one place to the right", "Ctrl+→", "Control+ArrowRight"},
		{"fold", "Fold", "", "Fold what is below the node, or unfold it", "Space", "Space"},
	}},
	{"Delete", []editTool{
		{"delete", "Delete", "", "Delete the node and all below it", "Delete", "Delete"},
		{"dissolve", "Delete, keep children", "", "Delete only the node; its children take its place", "Shift+Delete", "Shift+Delete"},
	}},
	{"Clipboard", []editTool{
		{"cut", "Cut", "", "Cut the subtree, as text", "Ctrl+X", "Control+X"},
		{"copy", "Copy", "", "Copy the subtree, as text", "Ctrl+C", "Control+C"},
		{"paste", "Paste", "", "Paste nodes below the selected one", "Ctrl+V", "Control+V"},
	}},
}

// editKeys are the lines of the help.
var editKeys = play.KeyTable{
	{Keys: []string{"Tab"}, Does: "add a child"},
	{Keys: []string{"Enter", "Shift Enter"}, Does: "add a node after, or before"},
	{Keys: []string{"Ctrl Enter"}, Does: "put a node above"},
	{Keys: []string{"0–9"}, Does: "type a leaf’s value or an inner node’s mover"},
	{Keys: []string{"a–z", "F2"}, Does: "label; F2 edits what is there"},
	{Keys: []string{"<"}, Does: "name the move to the node; so does a double click on its edge"},
	{Keys: []string{"*"}, Does: "switch between chance node and player’s node"},
	{Keys: []string{"@"}, Does: "probability of a move of chance, such as 1/3"},
	{Keys: []string{"Shift F2"}, Does: "edit all fields (such as bounds) in the panel; Esc returns to the tree"},
	{Keys: []string{"↑", "↓", "←", "→"}, Does: "to the parent, first child, neighbours; with Shift several are selected"},
	{Keys: []string{"Ctrl ←", "Ctrl →"}, Does: "move the node to the left or right of its neighbour; Ctrl ↑ and ↓ do the same"},
	{Keys: []string{"Ctrl A", "Shift drag"}, Does: "select all nodes, or those in a rectangle"},
	{Keys: []string{"Ctrl F"}, Does: "find nodes by label, path, value or mover, and go to them"},
	{Keys: []string{"↑", "↓", "←", "→"}, Does: "in the map of a large tree: from node to node; Enter goes to the node in the tree, + and − zoom, F fits, Esc goes back"},
	{Keys: []string{"Ctrl K"}, Does: "all commands"},
	{Keys: []string{"Ctrl D"}, Does: "duplicate the selected subtrees"},
	{Keys: []string{"Ctrl Shift F"}, Does: "zoom to the selected nodes"},
	{Keys: []string{"Shift F10"}, Does: "open the context menu of the node"},
	{Keys: []string{"Delete", "Shift Delete"}, Does: "delete the subtree, or only the node"},
	{Keys: []string{"Ctrl Z", "Ctrl Y"}, Does: "undo, redo"},
	{Keys: []string{"Ctrl X", "Ctrl C", "Ctrl V"}, Does: "cut, copy, paste subtrees as text"},
	{Keys: []string{"Space"}, Does: "fold or unfold"},
	{Keys: []string{"Esc"}, Does: "close a panel or menu, or clear the selection; then Tab leaves the tree"},
	{Keys: []string{"Esc", "Shift Tab"}, Does: "go back to the toolbar; kind, players and maxsum are under Tree and in the first line of the text"},
	{Keys: []string{"?"}, Does: "this help"},
}

// A headerField is one of the small fields about the whole tree.
type headerField struct{ Name, Label, Value, Hint, Title string }

func (p *editPage) headerFields() []headerField {
	h := p.Header
	given := func(b trees.Opt) string {
		if !b.Given {
			return ""
		}
		return b.Score.In(h.Unit).String()
	}
	limits := func(l *trees.Limits) string {
		if !l.Given {
			return ""
		}
		return h.LimitsText(l)
	}
	delta := ""
	if h.Delta > 0 {
		delta = h.Delta.In(h.Unit).String()
	}
	return []headerField{
		{"maxsum", "maxsum", given(h.MaxSum), "unknown", "An upper bound on the sum of the scores of any outcome; empty: unknown"},
		{"minp", "minp", limits(&h.MinP), "0", "A lower bound on one player’s score, or one for each, as (-1,0,0); empty: 0, or unknown where a score is below 0"},
		{"maxp", "maxp", limits(&h.MaxP), "maxsum", "An upper bound on one player’s score, or one for each, as (9,5,5); empty: what maxsum leaves"},
		{"delta", "δ", delta, "none", "The smallest difference between two scores of one player; empty: continuous"},
	}
}

func (p *editPage) players() string { return strconv.Itoa(p.Header.Players) }

var treeKinds = []app.Choice{
	{Value: "maxn", Text: "maxⁿ"}, {Value: "minimax", Text: "minimax"}, {Value: "path", Text: "path costs"},
}

// savedStatus is the first text of the status line; the script updates it.
func (p *editPage) savedStatus() string {
	switch {
	case p.Locked:
		return "Cannot be saved now"
	case p.Key == "":
		return "Not saved yet; the first edit saves it"
	}
	return "Saved, revision " + words.Grouped(p.Revision)
}

// editableFigures are the figures that have a tree to copy.
func editableFigures() []*figures.Figure {
	var list []*figures.Figure
	for _, f := range figures.All() {
		if f.Tree != nil {
			list = append(list, f)
		}
	}
	return list
}

func (p *editPage) pageTitle() string {
	if p.Title == "" {
		return "A tree of your own"
	}
	return p.Title
}
