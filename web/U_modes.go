package web

// ownTree is where a page that plays a tree can edit it.
type ownTree struct{ Key, ID, Revision string }

// modes are the two sides of a tree that can be edited: the switch keeps what
// is played, and its step.
type modes struct {
	Edit, Play string
	Playing    bool
}

// followed is the tree of a page that tells when there is a newer revision.
type followed struct {
	ID       string
	Revision int
	Newest   string // address of the newest revision
	Fixed    bool   // the page is that of one revision, on purpose
}

// areaText is a text for a text area, of whose content HTML leaves out a line
// break at the beginning.
func areaText(text string) string { return "\n" + text }
