package web

// counterexampleHandlers serve the page of counterexamples.
type counterexampleHandlers struct{ *Core }

// editorHandlers serve the editor of saved and unsaved trees, and their playback.
type editorHandlers struct{ *Core }

// exportHandlers serve what can be taken away from a page.
type exportHandlers struct{ *Core }

// figuresHandlers serve the gallery and the figures.
type figuresHandlers struct{ *Core }

// lockstepHandlers serve runs side by side.
type lockstepHandlers struct{ *Core }
