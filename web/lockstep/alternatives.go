package lockstep

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strings"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// Runs side by side may differ in the values of leaves: a.v5=3,0,6 is the value
// of leaf 5 in the first run alone.

// takeLaneValues moves the values of single lanes out of the query: for each
// lane, those by leaf.
func takeLaneValues(t *trees.Tree, q url.Values) (map[string]run.Values, error) {
	lanes := map[string]run.Values{}
	for _, name := range slices.Sorted(maps.Keys(q)) {
		letter, leaf, found := strings.Cut(name, ".")
		node, isValue := run.LeafOfParameter(leaf)
		if !found || !isValue || !slices.Contains(play.Lanes, letter) {
			continue
		}
		value, err := t.ParseValue(q.Get(name))
		if err != nil {
			return nil, &problem.QueryError{Name: name, Message: err.Error()}
		}
		q.Del(name)
		lanes[letter] = lanes[letter].With(node, value)
	}
	return lanes, nil
}

// referenceOf returns the true values of the lanes in words: By Maxⁿ: (5, 2, 2)
// with f = (2, 3, 4), (6, 1, 2) with f = (3, 0, 6). It is empty where all lanes
// have one tree.
func referenceOf(ctx context.Context, lanes []*run.Resolved) string {
	differ := false
	for _, lane := range lanes {
		differ = differ || len(lane.Values) > 0
	}
	if !differ {
		return ""
	}
	plain := algorithms.PlainFor(lanes[0].Tree)
	var list []string
	for _, lane := range lanes {
		res, err := lane.With(engine.AlgorithmConfig{Algorithm: plain}).Run(ctx, nil)
		if err != nil {
			return ""
		}
		value := lane.Tree.FormatValue(res.Value)
		if len(lane.Values) > 0 {
			value += " with " + inWords(lane.Tree, lane.Values)
		}
		list = append(list, value)
	}
	return "By " + words.InnerName(plain) + ": " + strings.Join(list, ", ") + "."
}

// inWords names the values that a lane has to itself: f = (3, 0, 6).
func inWords(t *trees.Tree, values run.Values) string {
	var list []string
	for _, v := range values {
		list = append(list, t.Name(v.Leaf)+" = "+t.FormatValue(v.Value))
	}
	return strings.Join(list, ", ")
}
