package lockstep

import "espalier/web/app"

// Handlers serve runs side by side.
type Handlers struct{ *app.Core }
