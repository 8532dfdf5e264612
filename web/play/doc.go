// Package play implements the page of a run: its playback, panels, quiz, sliders,
// comparison of all algorithms and story. A feature package creates a [Page] with
// [NewPage], adds its own components and renders the page with [PageView].
//
// It also has the runs of websockets ([Runs]): searches whose events are sent as the
// client gives credit for them, and the recordings of pages.
//
// The package imports the packages below it (words, problem, fair, run, draw, app, socket),
// treestore for its keys, and the engines. It never imports a feature package. A
// page with questions (Page.Ask) must not contain anything about the steps after
// the current step.
package play
