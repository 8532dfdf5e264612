package api

import "espalier/web/app"

// Handlers serves everything below /api/v1, and the page that describes it.
type Handlers struct {
	*app.Core
	limits      []app.Limit
	description []byte        // openapi.json with the limits
	batches     chan struct{} // a slot each of MaxBatches
}

// New returns the handlers; limits are those that a user can reach.
func New(core *app.Core, limits []app.Limit) *Handlers {
	return &Handlers{Core: core, limits: limits, description: openapiDocument(limits, core.Base), batches: make(chan struct{}, app.MaxBatches)}
}
