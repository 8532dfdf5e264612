package api

import (
	"context"
	"math"
	"slices"

	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/problem"
)

var growKeys = []string{"players", "branching", "depth", "maxsum", "constant", "seed", "uneven"}

// readGrow reads the parameters of a random tree and generates it.
func readGrow(ctx context.Context, raw []byte) (*trees.Tree, error) {
	members, err := problem.SplitObject(raw, "grow")
	if err != nil {
		return nil, err
	}
	g := games.RandomTree{Players: 3, Branching: 2, Depth: 3, MaxSum: 9, Constant: true, Seed: 1}
	for _, m := range members {
		path, seed := "grow."+m.Key, 0
		if m.Absent() && slices.Contains(growKeys, m.Key) {
			continue
		}
		switch m.Key {
		case "players":
			g.Players, err = problem.ReadWhole(m.Raw, path, 1, trees.MaxPlayers)
		case "branching":
			g.Branching, err = problem.ReadWhole(m.Raw, path, 1, games.MaxBranching)
		case "depth":
			g.Depth, err = problem.ReadWhole(m.Raw, path, 0, games.MaxDepth)
		case "maxsum":
			g.MaxSum, err = problem.ReadWhole(m.Raw, path, 0, int(trees.MaxScore/trees.Unit))
		case "constant":
			g.Constant, err = problem.ReadBool(m.Raw, path)
		case "uneven":
			g.Uneven, err = problem.ReadBool(m.Raw, path)
		case "seed":
			seed, err = problem.ReadWhole(m.Raw, path, 0, math.MaxUint32)
			g.Seed = uint32(seed)
		default:
			err = problem.UnknownKey("grow", m.Key, growKeys)
		}
		if err != nil {
			return nil, err
		}
	}
	give, err := engine.TakeTurn(ctx)
	if err != nil {
		return nil, err
	}
	defer give()
	return g.BuildWith(func() error { return engine.PassTurn(ctx) })
}
