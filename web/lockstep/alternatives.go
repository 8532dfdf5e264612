package lockstep

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strings"

	"espalier/search"
	"espalier/trees"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/request"
	"espalier/web/words"
)

// Runs side by side may differ in the values of leaves: a.v5=3,0,6 is the value
// of leaf 5 in the first run alone.

// takeLaneValues moves the values of single lanes out of the query: for each
// lane, those by leaf.
func takeLaneValues(t *trees.Tree, q url.Values) (map[string]map[int]trees.Vector, error) {
	lanes := map[string]map[int]trees.Vector{}
	for _, name := range slices.Sorted(maps.Keys(q)) {
		letter, leaf, found := strings.Cut(name, ".")
		node, isValue := request.LeafOfParameter(leaf)
		if !found || !isValue || !slices.Contains(play.Lanes, letter) {
			continue
		}
		value, err := trees.ParseVector(q.Get(name), t.Width())
		if err != nil {
			return nil, &problem.QueryError{Name: name, Message: err.Error()}
		}
		q.Del(name)
		if lanes[letter] == nil {
			lanes[letter] = map[int]trees.Vector{}
		}
		lanes[letter][node] = value
	}
	return lanes, nil
}

// referenceOf returns the true values of the lanes in words: By Maxⁿ: (5, 2, 2)
// with f = (2, 3, 4), (6, 1, 2) with f = (3, 0, 6). It is empty where all lanes
// have one tree.
func referenceOf(ctx context.Context, t *trees.Tree, laneTrees []*trees.Tree, laneValues map[string]map[int]trees.Vector) string {
	if len(laneValues) == 0 {
		return ""
	}
	plain := search.PlainFor(t)
	var list []string
	for i, with := range laneTrees {
		res, err := plain.Run(ctx, search.OnTree(with, 0), search.Options{}, nil)
		if err != nil {
			return ""
		}
		value := t.FormatValue(res.Value)
		if own := laneValues[play.Lanes[i]]; len(own) > 0 {
			value += " with " + inWords(t, own)
		}
		list = append(list, value)
	}
	return "By " + words.MaxN(plain.Name) + ": " + strings.Join(list, ", ") + "."
}

// inWords names the values that a lane has to itself: f = (3, 0, 6).
func inWords(t *trees.Tree, own map[int]trees.Vector) string {
	var list []string
	for _, node := range slices.Sorted(maps.Keys(own)) {
		list = append(list, t.Name(node)+" = "+t.FormatValue(own[node]))
	}
	return strings.Join(list, ", ")
}
