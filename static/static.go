// Package static holds style sheets, plain modules, fonts and the icon. There is no
// build step: the server leaves out the comments when it sends a file.
//
// fonts is made by the test of web/draw, favicon.ico and apple-touch-icon.png by the
// test of this package, from icon.svg. js and css have the same folders. The modules of a
// folder import those of their own, and of the folders behind it here:
//
//	shared          what several pages use: sockets, viewport, forms, theme
//	run             the page of a run, its quiz and comparison     shared
//	editor          the page on which a tree is edited             shared
//	lockstep        runs side by side                              shared, run
//	figures         spaces, listings, sliders of figures           shared, run
//	counterexample  the search for counterexamples                 shared
//	share           the Share dialog, notices of new revisions     shared
//	export          the standalone file, the handout               shared, run, figures
//
// A page loads main.js of its folder, or the module of a part that it has. A
// test checks the imports, and that every export and every class is used.
package static

import "embed"

// Files are the files of this folder, by their path below it.
//
//go:embed css fonts js icon.svg favicon.ico apple-touch-icon.png
var Files embed.FS
