package app

import (
	"context"
	"fmt"
	"net/http"
)

// ndjson is the type of an answer line by line.
const ndjson = "application/x-ndjson"

type progressKey struct{}

// ReportProgress reports to the client of a request which part begins now, if it
// asked for that: a page that is requested as ndjson has a line for every part,
// {"part":3,"of":12}, and in the last line itself, {"html":"…"}. A page that has no
// parts is answered as always. The lines are few and short: a slow reader holds the slot
// of a page no longer than before.
func ReportProgress(ctx context.Context, part, of int) {
	if lines, asked := ctx.Value(progressKey{}).(*NDJSON); asked {
		lines.Line(fmt.Appendf(nil, `{"part":%d,"of":%d}`, part, of))
	}
}

// withProgress returns the request with the means to report progress, if it asks for
// that. The page is a string of JSON then, which is not compressed.
func (s *Core) withProgress(page *answer, r *http.Request) (*http.Request, context.CancelFunc) {
	if r.Method != http.MethodGet || r.Header.Get("Accept") != ndjson {
		return r, func() {}
	}
	ctx, cancel := context.WithCancel(r.Context())
	page.lines = s.NewNDJSON(ctx, page.ResponseWriter, cancel)
	r = r.Clone(context.WithValue(ctx, progressKey{}, page.lines))
	r.Header.Del("Accept-Encoding")
	return r, cancel
}
