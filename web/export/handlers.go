package export

import "espalier/web/app"

// Handlers serve the exports and the Share panel.
type Handlers struct{ *app.Core }
