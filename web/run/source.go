package run

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/problem"
	"espalier/web/treestore"
)

// A Source says which tree a run is on. It is one of the types of this file.
type Source interface {
	// Key is the member of a body, and the parameter of an address, that has such a source.
	Key() string
	isSource()
}

// A Typed source holds the whole tree: a document or the notation.
type Typed struct {
	Notation string          // "tree" or "text"
	Raw      json.RawMessage // the document, or the notation as a JSON string
}

// A Figure is a figure of a paper.
type Figure struct{ ID string }

// A Saved source is a saved tree by its read-only id.
type Saved struct {
	ID       treestore.ID
	Revision int // 0: the newest
}

// A Generated source describes a tree that a generator makes.
type Generated struct {
	Raw    json.RawMessage
	Expand int // 0: the tree is implicit, and not built
}

// A Game is a position of a game.
type Game struct {
	Raw    json.RawMessage // its document
	Expand int             // the depth to which its tree is built; 0: it is implicit
	// Further is the most plies below that depth to which unstable positions are built, too, for a
	// search with quiescence.
	Further int
}

// A Recorded source is the run of another program, by the id of its trace. Its tree is that of
// the run. A program that is kept ("code") has the id of the trace of its runs.
type Recorded struct {
	ID       treestore.ID
	Revision int // 0: the newest
}

// A Shown source is a typed tree that a room keeps. Only that room can open it.
type Shown struct {
	Hash string // of the tree, sha256:HEX
	Hand string // the hand-in that it comes from; empty: none
}

func (s Typed) Key() string   { return s.Notation }
func (Figure) Key() string    { return "figure" }
func (Saved) Key() string     { return "saved" }
func (Generated) Key() string { return "generate" }
func (Game) Key() string      { return "game" }
func (Recorded) Key() string  { return "trace" }
func (Shown) Key() string     { return "source" }

func (Typed) isSource()     {}
func (Figure) isSource()    {}
func (Saved) isSource()     {}
func (Generated) isSource() {}
func (Game) isSource()      {}
func (Recorded) isSource()  {}
func (Shown) isSource()     {}

// Sources are the keys of which a request has exactly one.
var Sources = []string{"tree", "text", "figure", "saved", "generate", "game", "trace", "code"}

// revised are the sources that have revisions.
var revised = []string{"saved", "trace", "code"}

// ExplicitSources are the keys that give a whole tree with its values.
var ExplicitSources = append(slices.Clone(Sources[:4]), "trace", "code")

// TypedText returns the source of a text in the notation.
func TypedText(text string) Typed {
	return Typed{Notation: "text", Raw: trees.AppendQuoted(nil, text)}
}

// Text returns the notation; ok is false if the source is a document.
func (s Typed) Text() (text string, ok bool) {
	ok = s.Notation == "text" && json.Unmarshal(s.Raw, &text) == nil
	return text, ok
}

// A Body is the text of the members of a request. Those that are absent are nil.
type Body struct {
	Tree, Text, Figure, Saved, Generate, Game, Trace, Code []byte // the sources
	Revision, Expand, Further, Algorithm, Options, Values  []byte
	As, Root, Players, Numbers                             []byte // how a text is read
	Hash, Hand                                             []byte // of a Shown source
}

// Fields returns the fields of some keys.
func (b *Body) Fields(keys ...string) []problem.Field {
	return problem.Choose([]problem.Field{
		{Key: "tree", Raw: &b.Tree}, {Key: "text", Raw: &b.Text}, {Key: "figure", Raw: &b.Figure}, {Key: "saved", Raw: &b.Saved},
		{Key: "generate", Raw: &b.Generate}, {Key: "game", Raw: &b.Game}, {Key: "trace", Raw: &b.Trace}, {Key: "code", Raw: &b.Code},
		{Key: "revision", Raw: &b.Revision}, {Key: "expand", Raw: &b.Expand}, {Key: "further", Raw: &b.Further},
		{Key: "algorithm", Raw: &b.Algorithm}, {Key: "options", Raw: &b.Options}, {Key: "values", Raw: &b.Values},
		{Key: "as", Raw: &b.As}, {Key: "root", Raw: &b.Root}, {Key: "players", Raw: &b.Players}, {Key: "numbers", Raw: &b.Numbers},
		{Key: "source", Raw: &b.Hash}, {Key: "hand", Raw: &b.Hand},
	}, keys...)
}

// Member returns the text of a member; nil: it is absent.
func (b *Body) Member(key string) []byte { return *b.Fields(key)[0].Raw }

// given returns those of some keys that are given.
func (b *Body) given(keys ...string) (list []string) {
	for _, f := range b.Fields(keys...) {
		if *f.Raw != nil {
			list = append(list, f.Key)
		}
	}
	return list
}

// ReadBody reads the members of a request. Their keys must be known, or those of further fields.
func ReadBody(members []problem.Member, known []string, further ...problem.Field) (Body, error) {
	var b Body
	err := problem.ReadFields(members, "", append(b.Fields(known...), further...)...)
	return b, err
}

// Source reads the source of a request, of which it has exactly one.
func (b *Body) Source() (Source, error) {
	given := b.given(Sources...)
	switch len(given) {
	case 0:
		return nil, problem.Refused("source", "a source is missing: one of %s", strings.Join(Sources, ", "))
	case 1:
	default:
		return nil, problem.Refused(given[1], "a request has one source, and this one has %s", strings.Join(given, " and "))
	}
	key := given[0]
	if b.Further != nil && (key != "game" || b.Expand == nil) {
		return nil, problem.Refused("further", "only the tree of a game that is expanded goes on below its depth; give game and expand, or leave further out")
	}
	if b.Revision != nil && !slices.Contains(revised, key) {
		return nil, problem.Refused("revision", "only a saved tree, a trace and a program have revisions; this request has a %s", key)
	}
	if b.Expand != nil && key != "game" && key != "generate" {
		return nil, problem.Refused("expand", "only the tree of a game or of a generator is expanded; this request has a %s", key)
	}
	return b.source(key)
}

// source reads the source that a key has.
func (b *Body) source(key string) (Source, error) {
	raw := b.Member(key)
	switch key {
	case "figure":
		id, err := problem.ReadString(raw, key)
		return Figure{id}, err
	case "saved":
		return b.saved()
	case "trace", "code":
		return b.recorded(key)
	case "generate":
		g := Generated{Raw: raw}
		if b.Expand == nil {
			return g, nil
		}
		described, err := ReadGenerator(raw) // its error comes first
		if err == nil {
			// The positions of a generator have no static values, so the whole tree is built.
			g.Expand, err = problem.ReadWhole(b.Expand, "expand", described.Depth, trees.MaxLevels-1)
		}
		g.Expand = max(1, g.Expand)
		return g, err
	case "game":
		g := Game{Raw: raw}
		if b.Expand == nil {
			return g, nil
		}
		_, _, err := openGame(raw) // its error comes first
		if err == nil {
			g.Expand, err = problem.ReadWhole(b.Expand, "expand", 1, trees.MaxLevels-1)
		}
		if err == nil && b.Further != nil {
			g.Further, err = problem.ReadWhole(b.Further, "further", 0, engine.MaxQuiescence)
		}
		return g, err
	}
	return Typed{Notation: key, Raw: raw}, nil
}

// saved reads the id of a saved tree, or its edit key, which the source does not keep.
func (b *Body) saved() (Source, error) {
	text, err := problem.ReadString(b.Saved, "saved")
	if err != nil {
		return nil, err
	}
	_, id, err := treestore.ParseAny(text)
	if err != nil {
		return nil, err
	}
	s := Saved{ID: id}
	if b.Revision != nil {
		s.Revision, err = problem.ReadWhole(b.Revision, "revision", 1, problem.MaxCount)
	}
	return s, err
}

// recorded reads the id of a trace, or its key, which the source does not keep.
func (b *Body) recorded(key string) (Source, error) {
	text, err := problem.ReadString(b.Member(key), key)
	if err != nil {
		return nil, err
	}
	s := Recorded{}
	if s.ID, err = ReadTraceID(key, text); err != nil {
		return nil, err
	}
	if b.Revision != nil {
		s.Revision, err = problem.ReadWhole(b.Revision, "revision", 1, problem.MaxCount)
	}
	return s, err
}

// ReadTraceID reads the id of a trace, or of a program that is kept, or its key, of which it returns the id.
func ReadTraceID(key, text string) (treestore.ID, error) {
	_, id, err := treestore.ParseAny(text)
	if err != nil {
		what := "trace"
		if key == "code" {
			what = "program"
		}
		return "", &problem.Error{Status: http.StatusNotFound, Path: key, Message: fmt.Sprintf("%.40q is no id of a %s", text, what)}
	}
	return id, nil
}

// ReadRevision reads the number of a revision in an address.
func ReadRevision(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, &problem.QueryError{Name: "revision", Message: strconv.Quote(text) + " is not the number of a revision, 1 or more"}
	}
	return n, nil
}

// openGame reads the document of a position and opens it.
func openGame(raw []byte) (*games.Document, games.Position, error) {
	d, err := ReadGameDocument(raw)
	if err != nil {
		return nil, nil, err
	}
	pos, err := games.Open(d)
	return d, pos, err
}

// ReadGame reads the document of a position that can be opened.
func ReadGame(raw []byte) (*games.Document, error) {
	d, _, err := openGame(raw)
	return d, err
}

// noFigure returns the error of a figure that does not exist.
func noFigure(id string) *problem.Error {
	return &problem.Error{Status: http.StatusUnprocessableEntity, Path: "figure", Message: "there is no figure " + strconv.Quote(id) + "; GET /api/v1/figures lists them"}
}
