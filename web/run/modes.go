package run

// OwnTree is where a page that plays a tree can edit it.
type OwnTree struct{ Key, ID, Revision string }

// Modes are the two sides of a tree that can be edited: the switch keeps what
// is played, and its step.
type Modes struct {
	Edit, Play string
	Playing    bool
}

// Followed is the tree of a page that tells when there is a newer revision.
type Followed struct {
	ID       string
	Revision int
	Newest   string // address of the newest revision
	Fixed    bool   // the page is that of one revision, on purpose
}

// AreaText is a text for a text area, of whose content HTML leaves out a line
// break at the beginning.
func AreaText(text string) string { return "\n" + text }
