package web

// counterexampleHandlers serve the page of counterexamples.
type counterexampleHandlers struct{ *Core }
