package web

// exportHandlers serve what can be taken away from a page.
type exportHandlers struct{ *Core }
