package web

import (
	"encoding/json"
	"strconv"

	"espalier/trees"
	"espalier/web/library"
)

// requestOf is the body of the run as the player sends it.
func requestOf(t *trees.Tree, v view) string {
	return runRequest(v, map[string]any{"tree": json.RawMessage(t.AppendJSON(nil))})
}

// savedRequest is the body of a run on a revision of a saved tree.
func savedRequest(saved *library.Saved, v view) string {
	t, values := saved.Draft.Tree(), map[string]json.RawMessage{}
	for node, value := range v.Values {
		values[strconv.Itoa(node)] = trees.AppendValueJSON(nil, &value, t.Width(), t.Kind != trees.MaxN)
	}
	return runRequest(v, map[string]any{"saved": saved.ID, "revision": saved.Number, "values": values})
}

func runRequest(v view, source map[string]any) string {
	options := map[string]any{}
	if v.Options.Root != 0 {
		options["root"] = v.Options.Root
	}
	if v.Options.HasDepth {
		options["depth"] = v.Options.Depth
	}
	for _, name := range flagsOn(&v.Options) {
		options[name] = true
	}
	source["algorithm"], source["options"] = v.Algorithm.ID, options
	body, err := json.Marshal(source)
	if err != nil {
		return ""
	}
	return string(body)
}
