package web

// apiHandlers answer everything below /api/v1, and the page that describes it.
type apiHandlers struct {
	*Core
	limits      []Limit
	description []byte        // openapi.json with the limits
	batches     chan struct{} // a slot each of maxBatches
}

// newAPI makes the handlers; the limits are those that a user can meet.
func newAPI(core *Core, limits []Limit) *apiHandlers {
	return &apiHandlers{Core: core, limits: limits, description: openapiDocument(limits), batches: make(chan struct{}, maxBatches)}
}
