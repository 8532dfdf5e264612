package trees

import (
	"fmt"
	"strings"
)

// kind decides the kind of the tree when all payoffs are known.
func (r *efgReader) kind() {
	h := r.b.Header()
	values := r.b.t.vectors // values of the leaves; no other vectors exist yet
	stated := r.header()
	opposed, paid := h.Players == 2, false
	for i := range values {
		opposed = opposed && values[i].Sum(h.Players) == 0
		paid = paid || values[i] != Vector{}
	}
	if opposed && (paid || stated != nil && stated.Kind == Minimax) {
		h.Kind = Minimax
		for i := range values {
			values[i][1] = 0
		}
	}
	r.restore(stated)
}

// header reads the header that EFG wrote into the comment; nil if there is
// none.
func (r *efgReader) header() *Header {
	text, ok := strings.CutPrefix(r.names.comment, efgMark)
	if !ok {
		return nil
	}
	line, _, _ := strings.Cut(text, "\n")
	h, err := readHeader(line)
	if err != nil {
		r.names.unused = "it cannot be read (" + err.Error() + ")"
		return nil
	}
	return h
}

// readHeader reads a header of the text notation without a tree.
func readHeader(src string) (h *Header, err error) {
	defer catch(&err)
	r := &textReader{src: src, b: NewBuilder(Header{}), word: map[string]int{}}
	r.header()
	if r.peek(); r.pos < len(src) {
		r.expected("nothing more, since this is a header alone")
	}
	return r.b.Header(), nil
}

// restore uses the header of the comment where it agrees with the payoffs,
// which may have been changed since.
func (r *efgReader) restore(stated *Header) {
	h := r.b.Header()
	if stated != nil {
		r.names.unused = stated.headerProblem(h, r.b.t.vectors)
	}
	if stated == nil || r.names.unused != "" {
		r.names.most = r.largestSum()
		return
	}
	stated.Title = h.Title
	*h = *stated
	_, r.names.comment, _ = strings.Cut(r.names.comment, "\n")
}

// headerProblem returns the reason why h cannot be the header of a game with the header
// found and the given leaf values, or "" if it can.
func (h *Header) headerProblem(found *Header, values []Vector) string {
	switch {
	case h.Kind != found.Kind:
		return fmt.Sprintf("it is that of a %s tree, and the payoffs make a %s tree", h.Kind, found.Kind)
	case h.Players != found.Players:
		return fmt.Sprintf("it has %s, and the game has %d", count(h.Players, "player"), found.Players)
	}
	for i := range values {
		if why := h.vectorProblem(&values[i]); why != "" {
			return "of a leaf, " + why
		}
	}
	for i := range h.Outcomes {
		if why := h.vectorProblem(&h.Outcomes[i]); why != "" {
			return "of an outcome, " + why
		}
	}
	return ""
}

// largestSum returns the largest sum of a leaf of a maxn tree; "" for other trees.
func (r *efgReader) largestSum() string {
	h := r.b.Header()
	if h.Kind != MaxN {
		return ""
	}
	var most Score
	for i := range r.b.t.vectors {
		most = max(most, r.b.t.vectors[i].Sum(h.Players))
	}
	return most.In(h.Unit).String()
}
