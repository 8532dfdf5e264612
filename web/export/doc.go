// Package export offers trees, pictures and runs for use elsewhere: files to
// download, a page for a frame, a handout to print, a page that plays without
// a server, and the Share panel with links to all of them. It is below the
// features.
//
// An export is one entry of the registry in registry.go. Invariants: an
// export never has an edit key in it, and a page that plays without a server
// fetches nothing.
package export
