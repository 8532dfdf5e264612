package run

import (
	"slices"

	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/problem"
)

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
