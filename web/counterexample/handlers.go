package counterexample

import "espalier/web/app"

// Handlers serve the page of counterexamples.
type Handlers struct{ *app.Core }
