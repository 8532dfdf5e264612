package request

import (
	"encoding/json"
	"strconv"

	"espalier/trees"
	"espalier/web/treestore"
)

// RunBody returns the body with which the playback requests the run.
func RunBody(t *trees.Tree, v View) string {
	return runBody(v, map[string]any{"tree": json.RawMessage(t.AppendJSON(nil))})
}

// SavedRunBody returns the body of a run on a revision of a saved tree.
func SavedRunBody(saved *treestore.Saved, v View) string {
	t, values := saved.Draft.Tree(), map[string]json.RawMessage{}
	for node, value := range v.Values {
		values[strconv.Itoa(node)] = trees.AppendValueJSON(nil, &value, t.Width(), t.Kind != trees.MaxN)
	}
	return runBody(v, map[string]any{"saved": saved.ID, "revision": saved.Number, "values": values})
}

func runBody(v View, source map[string]any) string {
	options := map[string]any{}
	for _, o := range v.Options.Given() {
		if o.Flag {
			options[o.Name] = true
		} else {
			options[o.Name] = o.Num
		}
	}
	source["algorithm"], source["options"] = v.Algorithm.ID, options
	body, err := json.Marshal(source)
	if err != nil {
		return ""
	}
	return string(body)
}
