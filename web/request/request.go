package request

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"espalier/search"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/trees/games"
	"espalier/web/app"
	"espalier/web/problem"
)

// A Request is the body of solve, of trace and of a run of the websocket: a
// source, an algorithm with options, and values for some leaves.
type Request struct {
	Tree      *trees.Tree      // nil for an implicit tree
	Generate  *games.Generator // nil for an explicit tree
	Game      *games.Document  // nil: not a game; else Position is set, too
	Position  games.Position   // of Game; no search may use it
	Source    string           // the key that named the source
	Algorithm *search.Algorithm
	Options   search.Options
}

// Sources are the keys of which a request has exactly one.
var Sources = []string{"tree", "text", "figure", "saved", "generate", "game"}

// ExplicitSources are the keys that give a whole tree; generate and game do not.
var ExplicitSources = Sources[:4]

// requestKeys are the keys of a request besides its source.
var requestKeys = []string{"revision", "expand", "algorithm", "options", "values"}

// ReadRequest reads the members of a body. It checks them before anything is
// searched.
func ReadRequest(core *app.Core, ctx context.Context, members []problem.Member) (*Request, error) {
	raw := map[string][]byte{}
	for _, m := range members {
		if !slices.Contains(Sources, m.Key) && !slices.Contains(requestKeys, m.Key) {
			return nil, problem.UnknownKey("", m.Key, append(slices.Clone(Sources), requestKeys...))
		}
		if !m.Absent() {
			raw[m.Key] = m.Raw
		}
	}
	q := &Request{}
	if err := ReadTree(core, ctx, q, raw); err != nil {
		return nil, err
	}
	text, ok := raw["algorithm"]
	if !ok {
		return nil, problem.Refused("algorithm", "the algorithm is missing; there are %s", search.IDs())
	}
	id, err := problem.ReadString(text, "algorithm")
	if err != nil {
		return nil, err
	}
	if q.Algorithm, ok = search.Find(id); !ok {
		return nil, problem.Refused("algorithm", "there is no algorithm %q; there are %s", id, search.IDs())
	}
	if text, ok := raw["options"]; ok {
		if err := q.readOptions(text); err != nil {
			return nil, err
		}
	}
	if text, ok := raw["values"]; ok {
		return q, q.ReadValues(text)
	}
	return q, nil
}

// ReadTree reads the source of a request.
func ReadTree(core *app.Core, ctx context.Context, q *Request, raw map[string][]byte) (err error) {
	var given []string
	for _, key := range Sources {
		if raw[key] != nil {
			given = append(given, key)
		}
	}
	switch len(given) {
	case 0:
		return problem.Refused("source", "a source is missing: one of %s", strings.Join(Sources, ", "))
	case 1:
	default:
		return problem.Refused(given[1], "a request has one source, and this one has %s", strings.Join(given, " and "))
	}
	q.Source = given[0]
	text := raw[q.Source]
	if raw["revision"] != nil && q.Source != "saved" {
		return problem.Refused("revision", "only a saved tree has revisions; this request has a %s", q.Source)
	}
	if raw["expand"] != nil && q.Source != "game" && q.Source != "generate" {
		return problem.Refused("expand", "only the tree of a game or of a generator is expanded; this request has a %s", q.Source)
	}
	switch q.Source {
	case "tree", "text":
		q.Tree, _, err = ReadNotationInTurn(ctx, problem.Member{Key: q.Source, Raw: text})
	case "figure":
		q.Tree, err = ReadFigure(text)
	case "saved":
		q.Tree, err = readSavedTree(core, ctx, text, raw["revision"])
	case "generate":
		if q.Generate, err = ReadGenerator(text); err == nil && raw["expand"] != nil {
			err = q.expandGenerated(ctx, raw["expand"])
		}
	case "game":
		if err = q.readGame(text); err == nil && raw["expand"] != nil {
			err = q.expand(ctx, raw["expand"])
		}
	}
	return err
}

// ReadFigure reads the id of a figure and returns its tree.
func ReadFigure(raw []byte) (*trees.Tree, error) {
	id, err := problem.ReadString(raw, "figure")
	if err != nil {
		return nil, err
	}
	figure, ok := figures.Find(id)
	if !ok {
		return nil, problem.Refused("figure", "there is no figure %q; GET /api/v1/figures lists them", id)
	}
	if figure.Tree == nil {
		other := ""
		if figure.Companion != nil {
			other = fmt.Sprintf("; %q shows what it is about", figure.Companion.ID)
		}
		return nil, problem.Refused("figure", "figure %q has no tree to search%s", id, other)
	}
	return figure.Tree, nil
}

var generatorKeys = []string{"kind", "branching", "depth", "players", "maxsum", "seed"}

// ReadGenerator reads the description of an implicit tree. Defaults are those of
// the yardstick.
func ReadGenerator(raw []byte) (*games.Generator, error) {
	members, err := problem.SplitObject(raw, "generate")
	if err != nil {
		return nil, err
	}
	g := games.Generator{Players: 3, MaxSum: 100, Seed: 1}
	given := map[string]bool{}
	for _, m := range members {
		path, n := "generate."+m.Key, 0
		if m.Absent() && slices.Contains(generatorKeys, m.Key) {
			continue
		}
		given[m.Key] = true
		switch m.Key {
		case "kind":
			g.Kind, err = problem.ReadString(m.Raw, path)
		case "branching":
			g.Branching, err = problem.ReadWhole(m.Raw, path, 1, games.MaxBranching)
		case "depth":
			g.Depth, err = problem.ReadWhole(m.Raw, path, 0, games.MaxDepth)
		case "players":
			g.Players, err = problem.ReadWhole(m.Raw, path, 1, trees.MaxPlayers)
		case "maxsum":
			g.MaxSum, err = problem.ReadWhole(m.Raw, path, 0, int(trees.MaxScore/trees.Unit))
		case "seed":
			n, err = problem.ReadWhole(m.Raw, path, 0, 1<<32-1)
			g.Seed = uint32(n)
		default:
			err = problem.UnknownKey("generate", m.Key, generatorKeys)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, key := range generatorKeys[:3] {
		if !given[key] {
			return nil, problem.Refused("generate."+key, "the key is missing")
		}
	}
	_, err = g.Position()
	return &g, err
}

// readOptions rejects an option that the algorithm does not list: if it were
// ignored, the answer would be to another question.
func (q *Request) readOptions(raw []byte) error {
	members, err := problem.SplitObject(raw, "options")
	if err != nil {
		return err
	}
	own := q.Algorithm.OptionNames()
	for _, m := range members {
		path := "options." + m.Key
		if !slices.Contains(own, m.Key) {
			return problem.Refused(path, "%s has no option %q; it takes %s", q.Algorithm.ID, m.Key, strings.Join(own, ", "))
		}
		if m.Absent() {
			continue
		}
		option := search.FindOption(m.Key)
		if option == nil {
			return fmt.Errorf("%s lists option %s, which is not in search.OptionSpecs", q.Algorithm.ID, m.Key)
		}
		if option.Kind == search.FlagOption {
			var on bool
			on, err = problem.ReadBool(m.Raw, path)
			option.SetOn(&q.Options, on)
		} else {
			var n int
			n, err = problem.ReadWhole(m.Raw, path, 0, option.Most)
			option.SetNumber(&q.Options, n)
		}
		if err == nil && option.Kind == search.NodeOption {
			err = q.CheckRoot(path)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// CheckRoot reports an error at path if the tree does not have the root of the
// options.
func (q *Request) CheckRoot(path string) error {
	root := q.Options.Root
	switch {
	case q.Tree == nil && root != 0:
		return problem.Refused(path, "an implicit tree is searched from its root, 0: its other nodes have no number yet")
	case q.Tree != nil && root >= q.Tree.Len():
		return problem.Refused(path, "there is no node %d; the tree has the nodes 0 to %d", root, q.Tree.Len()-1)
	}
	return nil
}

// ReadValues reads values of leaves for this run: {"5": [3,0,6]}.
func (q *Request) ReadValues(raw []byte) error {
	members, err := problem.SplitObject(raw, "values")
	if err != nil {
		return err
	}
	if q.Tree == nil && len(members) > 0 {
		return problem.Refused("values", "an implicit tree has no leaves to set")
	}
	values := map[int]trees.Vector{}
	for _, m := range members {
		path := "values." + m.Key
		node, err := strconv.Atoi(m.Key)
		if err != nil || strconv.Itoa(node) != m.Key || node < 0 || node >= q.Tree.Len() {
			return problem.Refused(path, "%q is not the number of a node; the tree has the nodes 0 to %d", m.Key, q.Tree.Len()-1)
		}
		if values[node], err = problem.ReadVector(m.Raw, path, q.Tree); err != nil {
			return err
		}
	}
	q.Tree, err = q.Tree.WithValues(values)
	return err
}

// Problem returns the input of the engine. Each call returns another position of a
// generated tree or a game: a search that is stopped does not take its moves back.
func (q *Request) Problem() (search.Problem, error) {
	if q.Game != nil {
		position, err := games.Open(q.Game)
		if err != nil {
			return search.Problem{}, err
		}
		p := search.OnGame(q.Game.ID, position)
		p.Numbered = true
		return p, nil
	}
	if q.Generate != nil {
		p, err := search.OnGenerated(*q.Generate)
		p.Numbered = true
		return p, err
	}
	return search.OnTree(q.Tree, q.Options.Root), nil
}

// SearchKind returns what the search of the request needs memory for.
func (q *Request) SearchKind() app.SearchKind {
	if q.Game != nil {
		return app.KindOfGame(q.Position, &q.Options)
	}
	return app.KindOf(q.Generate)
}
