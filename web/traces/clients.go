package traces

import (
	_ "embed"
	"net/http"
	"strings"
	"time"
)

// pythonClient is the file that a Python program imports to print its search.
//
//go:embed clients/espalier.py
var pythonClient string

// ServeClient answers GET /clients/espalier.py.
func (h *Handlers) ServeClient(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/x-python; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	http.ServeContent(w, r, "", time.Time{}, strings.NewReader(pythonClient))
}
