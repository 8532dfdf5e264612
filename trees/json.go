package trees

import (
	"context"
	"espalier/trees/jsonscan"
	"fmt"
)

// This file reads the JSON document of a tree.

// Format is the value of "format" in documents of trees.
const Format = "espalier/tree/1"

var (
	headerKeys = []string{"format", "title", "kind", "players", "maxsum", "minp", "maxp", "delta", "outcomes", "root"}
	nodeKeys   = []string{"action", "prob", "label", "player", "chance", "cost", "value", "alternatives", "chosen", "low", "up", "static", "infoset", "children"}
	kindNames  = []string{MaxN.String(), Minimax.String(), Path.String()}
)

// ReadJSON reads a JSON document of at most MaxBytes. An *Error names the
// place of what is wrong; nothing is dropped or rounded.
//
// In a minimax tree a value, an alternative and an outcome are numbers. The
// low, up and static of a minimax or path tree may be a number or a list of
// one.
func ReadJSON(src []byte) (*Tree, error) { return readJSON(src, nil, nil) }

// ReadJSONIn is ReadJSON in a context; see WithPass. The error may be that of the context.
func ReadJSONIn(ctx context.Context, src []byte) (*Tree, error) {
	return readJSON(src, nil, paceOf(ctx))
}

// readJSON reads as ReadJSON does, and checks the limits with j.
func readJSON(src []byte, j *faultCollector, p *pace) (t *Tree, err error) {
	defer catch(&err)
	if len(src) > MaxBytes {
		return nil, ErrorOverLimit("document", "it has %d bytes; a document has at most %d", len(src), MaxBytes)
	}
	return readInUnits(func(s *scale) (*Tree, error) {
		if j != nil {
			*j = faultCollector{}
		}
		r := &jsonReader{Scanner: jsonscan.Scanner{Src: src}, b: NewBuilder(Header{Unit: s.unit()})}
		r.b.faults, r.b.pace, r.b.scale = j, p, s
		return r.tree()
	})
}

func (r *jsonReader) tree() (t *Tree, err error) {
	defer catch(&err)
	if err := r.document(); err != nil {
		return nil, err
	}
	t, err = r.b.Tree()
	if err == nil {
		t.most, err = t.checkBytes(len(r.Src), r.b.pace)
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// checkBytes checks that the document of a tree that was read from `read`
// bytes is within MaxBytes, so that it can be read again. The text notation is
// shorter; the document is at most sixteen times as long as the input.
// It returns the size, or 0 if it did not have to be found out.
func (t *Tree) checkBytes(read int, p *pace) (n int, err error) {
	if read <= MaxBytes/16 {
		return 0, nil
	}
	if n = len(t.appendJSON(nil, p, nil)); n > MaxBytes {
		return n, ErrorOverLimit("document", "written out as JSON it has %d bytes; a document has at most %d", n, MaxBytes)
	}
	return n, nil
}

// CheckWritten returns an error if the document of the tree is larger than MaxBytes, so that
// it could not be read again. It is for readers of other notations.
func (t *Tree) CheckWritten(ctx context.Context) (err error) {
	defer catch(&err)
	_, err = t.checkBytes(MaxBytes, paceOf(ctx))
	return err
}

// ReadValue reads one JSON value of a tree with this header, for example a value in the
// "values" of a request.
func (h Header) ReadValue(src []byte) (v Vector, err error) {
	r := &jsonReader{Scanner: jsonscan.Scanner{Src: src}, b: NewBuilder(h)}
	r.applyHeader()
	at := docPlace{NoNode, "value", NoNode}
	err = r.alone(at, func() { v = r.value(at) })
	return v, err
}

// ReadString reads a JSON string. Unlike encoding/json it rejects invalid
// UTF-8 and unpaired surrogates.
func ReadString(src []byte) (s string, err error) {
	r := &jsonReader{Scanner: jsonscan.Scanner{Src: src}, b: NewBuilder(Header{})}
	at := docPlace{NoNode, "string", NoNode}
	err = r.alone(at, func() { s = string(r.text(at, "a string")) })
	return s, err
}

// alone reads a document that is a single value.
func (r *jsonReader) alone(at docPlace, read func()) (err error) {
	defer catch(&err)
	read()
	r.finish(at)
	return nil
}

// catch converts the panic of a reader's fail, and of a pace, into an error.
func catch(err *error) {
	switch e := recover().(type) {
	case nil:
	case *Error:
		*err = e
	case *misfitError:
		*err = e
	case ended:
		*err = e.err
	default:
		panic(e)
	}
}

type jsonReader struct {
	jsonscan.Scanner
	b *Builder

	width  int  // scores of a vector; 0: not known yet, any number is accepted
	scalar bool // values are bare numbers

	limitScores []limitScores
}

func (r *jsonReader) document() (err error) {
	defer catch(&err)
	h := r.b.Header()
	at := docPlace{NoNode, "", NoNode}
	var seen uint
	// The length of a vector is not known before the whole header is read, so
	// values with vectors are skipped and read at the end.
	outcomes, root := NoNode, NoNode
	r.open('{', at, "an object")
	for first := true; r.more(first, '}', at); first = false {
		switch key := r.key(headerKeys, &seen, at, "a key of a tree document"); key {
		case "outcomes":
			outcomes = r.postpone(func() { r.outcomes(h, at.within(key)) })
		case "root":
			root = r.postpone(func() { r.node(at) })
		default:
			r.header(h, key, at.within(key))
		}
	}
	r.finish(at)
	if err := h.checkHeader(r.b.faults); err != nil {
		panic(err)
	}
	r.applyHeader()
	r.checkLimitScores()
	if outcomes != NoNode {
		r.Pos = outcomes
		r.outcomes(h, at.within("outcomes"))
	}
	if root == NoNode {
		r.fail(at.within("root"), "the document has no root")
	}
	r.Pos = root
	r.node(at)
	return nil
}

// postpone skips a value and returns its start. A value that cannot be skipped
// is read at once, to report its error.
func (r *jsonReader) postpone(read func()) int {
	r.Space()
	start := r.Pos
	if !r.skip() {
		r.Pos = start
		r.applyHeader()
		read()
		r.expected(docPlace{NoNode, "", NoNode}, "matching brackets") // not reached: read has failed
	}
	return start
}

// applyHeader sets how vectors are read, according to the header.
func (r *jsonReader) applyHeader() {
	r.width, r.scalar = r.b.t.Width(), r.b.t.Kind != MaxN
}

func (r *jsonReader) finish(at docPlace) {
	if r.Space(); r.Pos < len(r.Src) {
		r.expected(at, "nothing more")
	}
}

func (r *jsonReader) header(h *Header, key string, at docPlace) {
	number := func() Score { return r.score(at, func() string { return "a number" }) }
	switch key {
	case "format":
		if format := string(r.text(at, quoted(Format))); format != Format {
			r.fail(at, "%s is not a supported format; it must be %q", quoted(format), Format)
		}
	case "title":
		h.Title = string(r.text(at, "a string"))
	case "kind":
		name := string(r.text(at, `"maxn", "minimax" or "path"`))
		kind, ok := ParseKind(name)
		if !ok {
			r.fail(at, "%s", unknownWord(name, "a kind of tree", kindNames))
		}
		h.Kind = kind
	case "players":
		if h.Players = r.integer(at); h.Players < 1 {
			r.fail(at, "%d is out of range: a tree has 1 to %d players", h.Players, MaxPlayers)
		}
	case "maxsum":
		h.MaxSum = Some(number())
	case "minp":
		h.MinP = r.limits(at)
	case "maxp":
		h.MaxP = r.limits(at)
	case "delta":
		h.Delta = number()
	}
}

// ParseKind returns the kind with the given name.
func ParseKind(name string) (Kind, bool) {
	for k, known := range kindNames {
		if name == known {
			return Kind(k), true
		}
	}
	return 0, false
}

// limits reads a score for all players, or a list with one for each.
func (r *jsonReader) limits(at docPlace) Limits {
	if r.Space(); r.Pos == len(r.Src) || r.Src[r.Pos] != '[' {
		return All(r.score(at, func() string { return "a number, or a list with one for each player" }))
	}
	var v Vector
	n := 0
	r.open('[', at, "a list of scores")
	for first := true; r.more(first, ']', at); first = false {
		at.index = n
		if n == MaxPlayers {
			r.fail(at, "there are more than %d scores, the most players of a tree", MaxPlayers)
		}
		v[n] = r.score(at, func() string { return "a number" })
		n++
		at.index = NoNode
	}
	if n == 0 {
		r.fail(at, "the list is empty; it has a score for each player")
	}
	r.limitScores = append(r.limitScores, limitScores{at, n})
	return Each(v)
}

// limitScores is the number of scores in a minp or maxp; it is compared with the players once
// they are known.
type limitScores struct {
	at docPlace
	n  int
}

func (r *jsonReader) checkLimitScores() {
	for _, l := range r.limitScores {
		if l.n != r.width && r.width > 0 {
			r.fail(l.at, "there %s, and the tree has %s; it must be a number for all players, or one for each", areScores(l.n), count(r.width, "player"))
		}
	}
}

func areScores(n int) string {
	if n == 1 {
		return "is 1 score"
	}
	return fmt.Sprintf("are %d scores", n)
}

func (r *jsonReader) outcomes(h *Header, at docPlace) {
	h.Outcomes = r.values(at, MaxOutcomes, "outcomes")
	if len(h.Outcomes) == 0 {
		r.fail(at, "a tree without outcomes has no values; leave the key out where the outcomes are those of the leaves")
	}
}

func (r *jsonReader) values(at docPlace, limit int, what string) []Vector {
	var list []Vector
	r.open('[', at, "a list of values")
	for first := true; r.more(first, ']', at); first = false {
		if at.index = len(list); at.index == limit {
			at.index = NoNode
			panic(ErrorOverLimit(r.path(at), "there are more than %d %s, the most that are allowed", limit, what))
		}
		list = append(list, r.value(at))
		at.index = NoNode
	}
	return list
}

// value reads the value of a leaf: a list of scores, or a number.
func (r *jsonReader) value(at docPlace) Vector {
	if r.scalar {
		return Vector{r.score(at, func() string { return "one number" })}
	}
	return r.vector(at)
}

// bound reads low, up or static of an inner node. Where values are numbers it
// may be a list of one.
func (r *jsonReader) bound(at docPlace) Vector {
	if r.scalar && r.Space() != '[' {
		return Vector{r.score(at, func() string { return "a number" })}
	}
	return r.vector(at)
}

func (r *jsonReader) vector(at docPlace) Vector {
	var v Vector
	n := 0
	if r.Space() != '[' {
		r.expected(at, r.expectedScores())
	}
	r.Pos++
	for first := true; r.more(first, ']', at); first = false {
		s := r.score(at, func() string { return fmt.Sprintf("the score of player %d", n+1) })
		if n < MaxPlayers {
			v[n] = s
		}
		n++
	}
	if n != r.width && (r.width != 0 || n > MaxPlayers) {
		r.fail(at, "the list has %s; %s", count(n, "score"), r.b.t.expectedScores())
	}
	return v
}

// expectedScores describes the number of scores of a vector, and the reason for
// it.
func (h *Header) expectedScores() string {
	if h.Kind != MaxN {
		return "a value of a " + h.Kind.String() + " tree is one number"
	}
	if h.Players == 0 { // not known yet
		return fmt.Sprintf("a tree has at most %d players", MaxPlayers)
	}
	return fmt.Sprintf("this tree has %s, so there must be %d", count(h.Players, "player"), h.Players)
}

func (r *jsonReader) expectedScores() string {
	switch r.width {
	case 0:
		return "a list of scores, one a player"
	case 1:
		return "a list of 1 score"
	}
	return "a list of " + count(r.width, "score") + ", one a player"
}
