package web

// editorHandlers serve the editor of saved and unsaved trees, and their playback.
type editorHandlers struct{ *Core }
