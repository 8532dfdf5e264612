package editor

import "espalier/web/app"

// Handlers serve the editor of saved and unsaved trees, and their playback.
type Handlers struct{ *app.Core }
