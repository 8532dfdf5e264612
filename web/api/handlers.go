package api

import "espalier/web/app"

// Handlers serves everything below /api/v1, and the page that describes it.
type Handlers struct {
	*app.Core
	limits      []app.Limit
	description []byte        // openapi.json with the limits and lists
	batches     chan struct{} // a slot each of MaxBatches
}

// New returns the handlers. limits are those that a user can reach, lists those that openapi.json names.
func New(core *app.Core, limits []app.Limit, lists map[string][]string) *Handlers {
	return &Handlers{Core: core, limits: limits, description: openapiDocument(limits, lists, core.Base), batches: make(chan struct{}, app.MaxBatches)}
}
