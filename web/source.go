package web

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"espalier/search"
	"espalier/trees"
)

// A request is what solve, trace and a run of the websocket ask for: a
// source, an algorithm with options, and values for some leaves.
type request struct {
	Tree      *trees.Tree      // nil for an implicit tree
	Generate  *trees.Generator // nil for an explicit tree
	Source    string           // the key that named the source
	Algorithm *search.Algorithm
	Options   search.Options
}

// sources are the keys of which a request has exactly one.
var sources = []string{"tree", "text", "figure", "saved", "generate"}

// explicit are those that give a tree to be built; generate alone does not.
var explicit = sources[:4]

// requestKeys are the keys of a request besides its source.
var requestKeys = []string{"revision", "algorithm", "options", "values"}

// readRequest reads the members of a body. What it refuses it refuses before
// anything is searched.
func readRequest(core *Core, ctx context.Context, members []member) (*request, error) {
	raw := map[string][]byte{}
	for _, m := range members {
		if !slices.Contains(sources, m.Key) && !slices.Contains(requestKeys, m.Key) {
			return nil, unknownKey("", m.Key, append(slices.Clone(sources), requestKeys...))
		}
		raw[m.Key] = m.Raw
	}
	q := &request{}
	if err := readTreeSource(core, ctx, q, raw); err != nil {
		return nil, err
	}
	text, ok := raw["algorithm"]
	if !ok {
		return nil, refused("algorithm", "the algorithm is missing; there are %s", algorithmIDs())
	}
	id, err := readString(text, "algorithm")
	if err != nil {
		return nil, err
	}
	if q.Algorithm, ok = search.Find(id); !ok {
		return nil, refused("algorithm", "there is no algorithm %q; there are %s", id, algorithmIDs())
	}
	if text, ok := raw["options"]; ok {
		if err := q.readOptions(text); err != nil {
			return nil, err
		}
	}
	if text, ok := raw["values"]; ok {
		return q, q.readValues(text)
	}
	return q, nil
}

func unknownKey(path, key string, known []string) error {
	return refused(join(path, key), "there is no key %q here; there are %s", key, strings.Join(known, ", "))
}

// readTreeSource reads the source of a request.
func readTreeSource(core *Core, ctx context.Context, q *request, raw map[string][]byte) (err error) {
	var given []string
	for _, key := range sources {
		if raw[key] != nil {
			given = append(given, key)
		}
	}
	switch len(given) {
	case 0:
		return refused("source", "a source is missing: one of %s", strings.Join(sources, ", "))
	case 1:
	default:
		return refused(given[1], "a request has one source, and this one has %s", strings.Join(given, " and "))
	}
	q.Source = given[0]
	text := raw[q.Source]
	if raw["revision"] != nil && q.Source != "saved" {
		return refused("revision", "only a saved tree has revisions; this request has a %s", q.Source)
	}
	switch q.Source {
	case "tree", "text":
		q.Tree, _, err = readNotation(member{q.Source, text})
	case "figure":
		q.Tree, err = readFigure(text)
	case "saved":
		q.Tree, err = readSavedTree(core, ctx, text, raw["revision"])
	case "generate":
		q.Generate, err = readGenerator(text)
	}
	return err
}

func readFigure(raw []byte) (*trees.Tree, error) {
	id, err := readString(raw, "figure")
	if err != nil {
		return nil, err
	}
	figure, ok := trees.FindFigure(id)
	if !ok {
		return nil, refused("figure", "there is no figure %q; GET /api/v1/figures lists them", id)
	}
	if figure.Tree == nil {
		other := ""
		if figure.Companion != nil {
			other = fmt.Sprintf("; %q shows what it is about", figure.Companion.ID)
		}
		return nil, refused("figure", "figure %q has no tree to search%s", id, other)
	}
	return figure.Tree, nil
}

var generatorKeys = []string{"kind", "branching", "depth", "players", "maxsum", "seed"}

// readGenerator reads the description of an implicit tree; what it leaves out
// is the yardstick's.
func readGenerator(raw []byte) (*trees.Generator, error) {
	members, err := splitObject(raw, "generate")
	if err != nil {
		return nil, err
	}
	g := trees.Generator{Players: 3, MaxSum: 100, Seed: 1}
	given := map[string]bool{}
	for _, m := range members {
		path, n := "generate."+m.Key, 0
		given[m.Key] = true
		switch m.Key {
		case "kind":
			g.Kind, err = readString(m.Raw, path)
		case "branching":
			g.Branching, err = readWhole(m.Raw, path, 1, trees.MaxBranching)
		case "depth":
			g.Depth, err = readWhole(m.Raw, path, 0, trees.MaxDepth)
		case "players":
			g.Players, err = readWhole(m.Raw, path, 1, trees.MaxPlayers)
		case "maxsum":
			g.MaxSum, err = readWhole(m.Raw, path, 0, int(trees.MaxScore/trees.Unit))
		case "seed":
			n, err = readWhole(m.Raw, path, 0, 1<<32-1)
			g.Seed = uint32(n)
		default:
			err = unknownKey("generate", m.Key, generatorKeys)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, key := range generatorKeys[:3] {
		if !given[key] {
			return nil, refused("generate."+key, "the key is missing")
		}
	}
	_, err = g.Position()
	return &g, err
}

// readOptions refuses what the algorithm does not list: an option that is
// silently ignored would answer another question.
func (q *request) readOptions(raw []byte) error {
	members, err := splitObject(raw, "options")
	if err != nil {
		return err
	}
	own := optionsOf(q.Algorithm)
	for _, m := range members {
		path := "options." + m.Key
		if !slices.Contains(own, m.Key) {
			return refused(path, "%s has no option %q; it takes %s", q.Algorithm.ID, m.Key, strings.Join(own, ", "))
		}
		o := &q.Options
		switch m.Key {
		case "depth":
			o.HasDepth = true
			o.Depth, err = readWhole(m.Raw, path, 0, trees.MaxLevels)
		case "root":
			if o.Root, err = readWhole(m.Raw, path, 0, trees.MaxNodes); err == nil {
				err = q.checkRoot(path)
			}
		case "transposition":
			o.Transposition, err = readBool(m.Raw, path)
		case "deepening":
			o.Deepening, err = readBool(m.Raw, path)
		default:
			on := flagOf(o, m.Key)
			if on == nil {
				return fmt.Errorf("%s lists option %s, which nobody reads", q.Algorithm.ID, m.Key)
			}
			*on, err = readBool(m.Raw, path)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// optionsOf lists what an algorithm takes: its own options, and root.
func optionsOf(a *search.Algorithm) []string {
	return append(slices.Clone(a.Options), "root")
}

func (q *request) checkRoot(path string) error {
	root := q.Options.Root
	switch {
	case q.Tree == nil && root != 0:
		return refused(path, "an implicit tree is searched from its root, 0: its other nodes have no number yet")
	case q.Tree != nil && root >= q.Tree.Len():
		return refused(path, "there is no node %d; the tree has the nodes 0 to %d", root, q.Tree.Len()-1)
	}
	return nil
}

// readValues sets leaves for this run: {"5": [3,0,6]}.
func (q *request) readValues(raw []byte) error {
	members, err := splitObject(raw, "values")
	if err != nil {
		return err
	}
	if q.Tree == nil && len(members) > 0 {
		return refused("values", "an implicit tree has no leaves to set")
	}
	values := map[int]trees.Vector{}
	for _, m := range members {
		path := "values." + m.Key
		node, err := strconv.Atoi(m.Key)
		if err != nil || strconv.Itoa(node) != m.Key || node < 0 || node >= q.Tree.Len() {
			return refused(path, "%q is not the number of a node; the tree has the nodes 0 to %d", m.Key, q.Tree.Len()-1)
		}
		if values[node], err = readVector(m.Raw, path, q.Tree); err != nil {
			return err
		}
	}
	q.Tree, err = q.Tree.WithValues(values)
	return err
}

// problem is what the engine gets, ready at its root.
func (q *request) problem() (search.Problem, error) {
	if q.Generate != nil {
		p, err := search.Generated(*q.Generate)
		p.Numbered = true
		return p, err
	}
	return search.OnTree(q.Tree, q.Options.Root), nil
}
