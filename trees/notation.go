package trees

import (
	"context"
	"fmt"
	"slices"
)

// headerWords are the keys of a header.
var headerWords = []string{"kind", "players", "maxsum", "minp", "maxp", "delta", "outcomes", "title"}

// ReadText reads a tree in the text notation, of at most MaxBytes. An *Error
// names the line and column and, if it is about a node, the node's place as in
// a JSON document.
func ReadText(src string) (*Tree, error) { return ReadTextIn(context.Background(), src) }

// ReadTextIn is ReadText in a context; see WithPass. The error may be that of the context.
func ReadTextIn(ctx context.Context, src string) (*Tree, error) {
	t, _, err := ReadTextNoted(ctx, src)
	return t, err
}

// ReadTextNoted is ReadTextIn that also returns a sentence for everything that the text
// does not say and that was assumed.
func ReadTextNoted(ctx context.Context, src string) (t *Tree, notes []string, err error) {
	t, err = readInUnits(func(s *scale) (*Tree, error) {
		r := newTextReader(src, Header{Unit: s.unit()})
		r.b.pace, r.b.scale = paceOf(ctx), s
		t, err := r.tree(r.document)
		notes = r.notes()
		return t, err
	})
	if err == nil {
		notes = append(notes, t.ReadingNotes()...)
	}
	return t, notes, err
}

func newTextReader(src string, h Header) *textReader {
	return &textReader{src: src, b: NewBuilder(h), word: map[string]int{}}
}

// tree calls read and returns the checked tree.
func (r *textReader) tree(read func() error) (t *Tree, err error) {
	defer catch(&err)
	if len(r.src) > MaxBytes {
		return nil, ErrorOverLimit("text", "it has %d bytes; a tree has at most %d", len(r.src), MaxBytes)
	}
	if err = read(); err == nil {
		t, err = r.b.Tree()
	}
	if wrong, ok := err.(*Error); ok {
		return nil, r.reachedBy(r.placed(wrong))
	}
	if err != nil {
		return nil, err
	}
	if t.most, err = t.checkBytes(len(r.src), r.b.pace); err != nil {
		return nil, err
	}
	return t, nil
}

type textReader struct {
	src string
	pos int
	b   *Builder

	width  int   // scores of a vector; 0: not known yet, any number is accepted
	scalar bool  // values are bare numbers
	start  []int // start of each node
	end    []int // end of each node
	word   map[string]int

	limitScores []textLimits
	assumed     assumedKind
	whole       bool // the text was read to its end
}

// placed adds line and column to an error of the Builder.
func (r *textReader) placed(e *Error) *Error {
	pos, ok := r.word[fieldOf(e.Path)]
	switch {
	case e.about > 0:
		pos = r.start[e.about-1]
	case e.Path == "root" && len(r.start) > 0:
		pos = r.start[len(r.start)-1]
	case !ok:
		return e
	}
	placed := *e
	placed.Path = r.at(pos) + ", " + e.Path
	placed.pos = pos + 1
	return &placed
}

// reachedBy returns an error of the reading with how far it came.
func (r *textReader) reachedBy(e *Error) *Error {
	if r.whole && e.reached < len(r.src) {
		whole := *e
		whole.reached = len(r.src)
		return &whole
	}
	return e
}

// fieldOf returns the key of the header in a path such as outcomes[3].
func fieldOf(path string) string {
	for i := range len(path) {
		if path[i] == '[' {
			return path[:i]
		}
	}
	return path
}

func (r *textReader) document() (err error) {
	defer catch(&err)
	r.valid()
	if r.mark() == len(r.src) {
		r.expected("a tree, such as players 2 1[ (3,1) (0,4) ]")
	}
	r.header()
	if r.peek() == 0 && r.pos == len(r.src) {
		r.expected("the root of the tree")
	}
	r.node()
	if r.peek(); r.pos < len(r.src) {
		r.expected("nothing more, since the tree ends here")
	}
	r.whole = true
	return nil
}

func (r *textReader) valid() {
	if bad := notUTF8(r.src); bad != NoNode {
		r.fail(bad, "the byte 0x%02X is not UTF-8", r.src[bad])
	}
}

func (r *textReader) header() {
	h := r.b.Header()
	outcomes := NoNode
	for {
		at := r.mark()
		name := r.lookWord()
		if name == "" || !slices.Contains(headerWords, name) {
			r.notHeader(name)
			break
		}
		r.pos += len(name)
		if r.peek() == ':' { // a label that looks like a word of the header
			r.pos = at
			break
		}
		if _, twice := r.word[name]; twice {
			r.fail(at, "%s is repeated; give it once", name)
		}
		r.word[name] = at
		if name == "outcomes" {
			// The length of a vector may be stated later in the header.
			outcomes = r.mark()
			r.values()
		} else {
			r.field(h, name)
		}
	}
	r.assumeKind(h)
	if err := h.checkHeader(r.b.faults); err != nil {
		if _, given := r.word[err.Path]; !given {
			placed := r.errAt(r.mark(), ", "+err.Path, "%s", err.Message)
			placed.reached = r.assumed.looked
			panic(placed)
		}
		panic(err)
	}
	r.checkLimitScores(h)
	r.width, r.scalar = h.Width(), h.Kind != MaxN
	if outcomes != NoNode {
		end := r.pos
		r.pos = outcomes
		h.Outcomes = r.values()
		r.pos = end
	}
}

// notHeader reports a word that begins neither an entry of the header nor a
// node.
func (r *textReader) notHeader(word string) {
	if word == "" || word == "only" || word == "max" || word == "min" {
		return
	}
	at := r.pos
	r.pos += len(word)
	labelled := r.peek() == ':'
	r.pos = at
	if !labelled {
		r.fail(at, "%s", unknownWord(word, "a word of the header, nor a label with a colon after it", headerWords))
	}
}

func (r *textReader) field(h *Header, name string) {
	at := r.mark()
	switch name {
	case "title":
		h.Title = r.quotedText(`a title in double quotes`)
	case "kind":
		kind := r.lookWord()
		known, ok := ParseKind(kind)
		switch {
		case kind == "":
			r.expected("maxn, minimax or path")
		case !ok:
			r.fail(at, "%s", unknownWord(kind, "a kind of tree", kindNames))
		}
		h.Kind = known
		r.pos += len(kind)
	case "players":
		if h.Players = r.integer("the number of players"); h.Players < 1 {
			r.fail(at, "%d is out of range: a tree has 1 to %d players", h.Players, MaxPlayers)
		}
	case "maxsum":
		h.MaxSum = Some(r.score("a number"))
	case "minp":
		h.MinP = r.limits()
	case "maxp":
		h.MaxP = r.limits()
	case "delta":
		h.Delta = r.score("a number")
	}
}

// limits reads a score for all players, or one for each in brackets. How many there must be
// may be stated later in the header.
func (r *textReader) limits() Limits {
	at := r.mark()
	if r.peek() != '(' {
		return All(r.score("a number, or one for each player in brackets"))
	}
	v, n := r.scores()
	r.limitScores = append(r.limitScores, textLimits{at, n})
	return Each(v)
}

// textLimits is the number of scores in a minp or maxp, and its place.
type textLimits struct{ at, n int }

func (r *textReader) checkLimitScores(h *Header) {
	for _, l := range r.limitScores {
		if h.Players > 0 && l.n != h.Width() {
			r.fail(l.at, "there %s in the brackets, and the tree has %s; it must be a number for all players, or one for each", areScores(l.n), count(h.Width(), "player"))
		}
	}
}

// values reads the outcomes of the header up to the first token that is no
// outcome.
func (r *textReader) values() []Vector {
	var list []Vector
	vectors := r.peek() == '('
	for c := r.peek(); vectors && c == '(' || !vectors && r.startsNumber(); c = r.peek() {
		if len(list) == MaxOutcomes {
			err := r.errAt(r.pos, ", outcomes", "there are more than %d outcomes, the most that are allowed", MaxOutcomes)
			err.OverLimit = true
			panic(err)
		}
		list = append(list, r.value())
	}
	if list == nil {
		r.expected("an outcome, such as " + r.exampleValue())
	}
	return list
}

// vectors reports whether values are known to be vectors. If not, the text
// itself decides.
func (r *textReader) vectors() bool { return r.width > 0 && !r.scalar }

func (r *textReader) exampleValue() string {
	if r.scalar {
		return "5"
	}
	width := r.width
	if width == 0 {
		width = 3
	}
	example := "(1"
	for p := 2; p <= width; p++ {
		example += fmt.Sprintf(",%d", p)
	}
	return example + ")"
}
