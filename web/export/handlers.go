package export

import "espalier/web/app"

// Handlers serve what can be taken away from a page.
type Handlers struct{ *app.Core }
