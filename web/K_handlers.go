package web

// lockstepHandlers serve runs side by side.
type lockstepHandlers struct{ *Core }
