package code

import (
	"espalier/web/app"
	"espalier/web/traces"
)

// Handlers serve the searches that people write.
type Handlers struct {
	*app.Core
	traces *traces.Handlers
}

// New returns the handlers.
func New(core *app.Core, t *traces.Handlers) *Handlers { return &Handlers{Core: core, traces: t} }
