package editor

import (
	"slices"
	"strings"
)

// An editCommand is a line of the menu at a node and of the list of all
// commands. The page's script finds what it does by its name.
type editCommand struct {
	Name  string // of the script's command; empty: see Click
	Click string // the id of an element that is clicked instead
	Words string
	Key   string
	Menus string // the menus that have it: "node", "canvas"
}

// editCommands are all commands in groups, in the order of their use.
var editCommands = [][]editCommand{
	{
		{"edit", "", "Edit the value, label or mover", "F2", "node"},
		{"beside", "", "Edit all fields, beside the tree", "Shift+F2", ""},
		{"name", "", "Name the move to this node", "<", "node"},
		{"chance", "", "Switch between chance node and player’s node", "*", "node"},
		{"prob", "", "Edit the probability of the move to this node", "@", "node"},
		{"equal", "", "Make all chance moves equally likely", "", "node"},
	},
	{
		{"child", "", "Add a child", "Tab", "node"},
		{"sibling", "", "Add a node after this one", "Enter", "node"},
		{"before", "", "Add a node before it", "Shift+Enter", ""},
		{"parent", "", "Put a node above this one", "Ctrl+Enter", "node"},
		{"duplicate", "", "Duplicate", "Ctrl+D", "node"},
		{"left", "", "Move it one place to the left", "Ctrl+←", ""},
		{"right", "", "Move it one place to the right", "Ctrl+→", ""},
	},
	{
		{"cut", "", "Cut", "Ctrl+X", "node"},
		{"copy", "", "Copy", "Ctrl+C", "node"},
		{"paste", "", "Paste below this node", "Ctrl+V", "node"},
	},
	{
		{"delete", "", "Delete the subtree", "Delete", "node"},
		{"dissolve", "", "Delete only the node", "Shift+Delete", "node"},
	},
	{
		{"fill", "", "Random values below this node", "", "node"},
		{"mirror", "", "Mirror the subtree", "", "node"},
		{"symmetric", "", "Mirror the left half of the subtree onto the right", "", "node"},
	},
	{
		{"fold", "", "Fold or unfold", "Space", "node"},
		{"subtree", "", "Select the subtree", "", "node"},
		{"zoom", "", "Zoom to the selection", "Ctrl+Shift+F", "node"},
		{"find", "", "Find nodes…", "Ctrl+F", "canvas"},
		{"all", "", "Select all nodes", "Ctrl+A", "canvas"},
		{"marquee", "", "Select by a rectangle", "Shift+drag", "canvas"},
		{"fit", "", "Fit the tree to the window", "", "canvas"},
		{"", "sideways", "Sideways, or from the top", "", "canvas"},
		{"", "unfold", "Unfold all", "", "canvas"},
		{"", "zoom-in", "Zoom in", "", ""},
		{"", "zoom-out", "Zoom out", "", ""},
	},
	{
		{"palette", "", "All commands…", "Ctrl+K", "canvas"},
		{"undo", "", "Undo", "Ctrl+Z", ""},
		{"redo", "", "Redo", "Ctrl+Y", ""},
		{"", "show-start", "Start another tree…", "", ""},
		{"", "show-history", "History…", "", ""},
		{"", "play", "Play", "", ""},
		{"", "side", "Hide or show the panels beside the tree", "", ""},
		{"", "show-help", "All keys…", "?", ""},
	},
}

// commandsOf returns the groups of a menu; those that have no command in it are
// left out.
func commandsOf(menu string) (groups [][]editCommand) {
	for _, group := range editCommands {
		var list []editCommand
		for _, c := range group {
			if slices.Contains(strings.Fields(c.Menus), menu) {
				list = append(list, c)
			}
		}
		if list != nil {
			groups = append(groups, list)
		}
	}
	return groups
}
