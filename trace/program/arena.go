package program

import "strings"

const (
	// chunk is the size of a piece of memory that short texts share.
	chunk = 1 << 16
	// maxShared is the most different moves and labels that are kept only once: a run has few
	// moves, or many that are all different.
	maxShared = 1 << 12
)

// An arena keeps short texts in large pieces of memory.
type arena struct {
	piece strings.Builder
	seen  map[string]string
	bytes int64 // of all pieces
}

// own returns a text as a string.
func (a *arena) own(text []byte) string {
	if len(text) == 0 {
		return ""
	}
	if a.piece.Cap()-a.piece.Len() < len(text) {
		a.piece = strings.Builder{}
		a.piece.Grow(max(chunk, len(text)))
		a.bytes += int64(a.piece.Cap())
	}
	start := a.piece.Len()
	a.piece.Write(text)
	return a.piece.String()[start:]
}

// shared does so with a text that may come often.
func (a *arena) shared(text []byte) string {
	if s, ok := a.seen[string(text)]; ok {
		return s
	}
	s := a.own(text)
	if a.seen == nil {
		a.seen = map[string]string{}
	}
	if len(a.seen) < maxShared {
		a.seen[s] = s
	}
	return s
}
