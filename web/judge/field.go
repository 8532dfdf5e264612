package judge

import (
	"encoding/json"
	"strconv"

	"github.com/a-h/templ"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/question"
	"espalier/web/app"
	"espalier/web/words"
)

// A Field describes the field in which an answer is typed. A script can make a slider or a list of it:
// the typed text is the answer in any case.
type Field struct {
	Label, Hint string
	Node        int      // change: the leaf; else -1
	Values      []string // change: the values of the leaf, from its own on; order: the names of the children
	Nodes       []int32  // order: the children
}

// FieldOf returns the field of a question whose answer is typed.
func FieldOf(q *question.Question, r *question.Run) Field {
	f := Field{Label: "Value", Hint: "e.g. 2, 2, 5", Node: -1}
	if r.Scalar {
		f.Hint = "e.g. 3"
	}
	switch q.Kind {
	case question.Change:
		f.Label, f.Node = "Value of "+NameOf(r.Tree, q.Node), q.Node
		path, err := q.Path(r)
		if err != nil {
			return f
		}
		for i := range path {
			f.Values = append(f.Values, r.Tree.FormatValue(path[i]))
		}
		f.Hint = "e.g. " + f.Values[1]
	case question.Order:
		f.Nodes = q.Form(r).Among
		for _, n := range f.Nodes {
			f.Values = append(f.Values, NameOf(r.Tree, int(n)))
		}
		f.Label, f.Hint = "The children in order, the first one to search first", "e.g. "+orderInWords(r, f.Nodes)
	}
	return f
}

// Attributes are for the script: the values of a slider with its leaf, or the names and the numbers of the
// children.
func (f Field) Attributes() templ.Attributes {
	if f.Values == nil {
		return nil
	}
	values, _ := json.Marshal(f.Values)
	if f.Nodes == nil {
		return templ.Attributes{"data-values": string(values), "data-leaf": strconv.Itoa(f.Node)}
	}
	nodes, _ := json.Marshal(f.Nodes)
	return templ.Attributes{"data-order": string(values), "data-nodes": string(nodes)}
}

// OtherSearches are the algorithms with which a question can compare a run.
func OtherSearches() (list []app.Choice) {
	for _, a := range algorithms.All() {
		list = append(list, app.Choice{Value: a.ID, Text: words.MaxN(engine.SpokenName(a))})
	}
	return list
}
