package request

import (
	"encoding/json"
	"maps"
	"strconv"

	"espalier/trees"
	"espalier/web/treestore"
)

// RunBody returns the body with which the playback requests the run.
func RunBody(t *trees.Tree, v View) string {
	return runBody(v, map[string]any{"tree": json.RawMessage(t.AppendJSON(nil))})
}

// FigureShow returns what a room shows of a figure, without what runs on it. Values
// that the figure has already are left out.
func FigureShow(id string, t *trees.Tree, v View) string {
	return encode(figureMembers(id, t, v))
}

// FigureRun returns the same with what runs on it, and the step.
func FigureRun(id string, t *trees.Tree, v View) string {
	show := figureMembers(id, t, v)
	if v.HasStep {
		show["step"] = v.Step
	}
	return runBody(v, show)
}

func figureMembers(id string, t *trees.Tree, v View) map[string]any {
	values := maps.Clone(v.Values)
	maps.DeleteFunc(values, func(n int, given trees.Vector) bool {
		own, known := t.Value(n)
		return known && own == given
	})
	show := map[string]any{"figure": id}
	if len(values) > 0 {
		show["values"] = valuesOf(t, values)
	}
	return show
}

// SavedRunBody returns the body of a run on a revision of a saved tree.
func SavedRunBody(saved *treestore.Saved, v View) string {
	return runBody(v, map[string]any{"saved": saved.ID, "revision": saved.Number, "values": valuesOf(saved.Draft.Tree(), v.Values)})
}

func valuesOf(t *trees.Tree, given map[int]trees.Vector) map[string]json.RawMessage {
	values := map[string]json.RawMessage{}
	for node, value := range given {
		values[strconv.Itoa(node)] = trees.AppendValueJSON(nil, &value, t.Width(), t.Kind != trees.MaxN)
	}
	return values
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
	return encode(source)
}

func encode(members map[string]any) string {
	body, err := json.Marshal(members)
	if err != nil {
		return ""
	}
	return string(body)
}
