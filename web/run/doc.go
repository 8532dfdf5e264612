// Package run holds the page of a run: its playback, panels, quiz, sliders,
// comparison of all algorithms and story. A feature makes a [Page] with
// [NewPage], adds its own components and renders it with [PageView].
//
// It imports the packages below it (words, problem, draw, app, request),
// treestore for its keys, and the engines, never a feature. A page with
// questions (Page.Ask) must not hold anything of the steps after the one that
// it shows.
package run
