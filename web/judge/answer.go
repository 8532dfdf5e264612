package judge

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"espalier/search/question"
	"espalier/trees"
	"espalier/web/problem"
)

// MaxAnswer bounds an answer in bytes of JSON.
const MaxAnswer = 512

// ReadAnswer reads an answer.
func ReadAnswer(raw []byte, f *question.Form) (question.Answer, error) {
	if len(raw) > MaxAnswer {
		return nil, problem.Refused("answer", "the answer has %d bytes; at most %d are allowed", len(raw), MaxAnswer)
	}
	answer, err := readAnswer(raw, f)
	if _, several := answer.(question.Orders); several {
		return nil, problem.Refused("answer", "send one order")
	}
	return answer, err
}

// readAnswer reads an answer of any length.
func readAnswer(raw []byte, f *question.Form) (question.Answer, error) {
	const path = "answer"
	below := f.Below
	if below == 0 {
		below = 1 << 31
	}
	switch f.Shape {
	case question.NodesShape:
		nodes, err := ReadNodes(raw, path, below)
		if err != nil {
			return nil, err
		}
		for i, n := range nodes {
			switch {
			case i > 0 && n <= nodes[i-1]:
				return nil, problem.Refused(path, "the nodes must be in ascending order, each once")
			case f.Among != nil && !slices.Contains(f.Among, n):
				return nil, problem.Refused(path, "node %d is not a %s of the node in the question", n, f.Relation)
			}
		}
		return question.Nodes(nodes), nil
	case question.OrderShape:
		return readOrder(raw, path, below, f)
	case question.NodeShape:
		n, err := problem.ReadWhole(raw, path, 0, below-1)
		return question.Node(n), err
	case question.TruthShape:
		yes, err := problem.ReadBool(raw, path)
		return question.Truth(yes), err
	case question.IndexShape:
		count := f.Count
		if count == 0 {
			count = 1 << 31
		}
		n, err := problem.ReadWhole(raw, path, 0, count-1)
		return question.Index(n), err
	}
	return readScore(raw, path, f.Width, f.Scalar)
}

// readOrder reads an order of nodes. The right answer is stored as a list of orders.
func readOrder(raw []byte, path string, below int, f *question.Form) (question.Answer, error) {
	if list, err := problem.SplitArray(raw, path); err == nil && len(list) > 0 && problem.TypeOf(list[0]) == "an array" {
		orders := make(question.Orders, len(list))
		for i, one := range list {
			nodes, err := ReadNodes(one, path, below)
			if err != nil {
				return nil, err
			}
			orders[i] = nodes
		}
		return orders, nil
	}
	nodes, err := ReadNodes(raw, path, below)
	if err != nil {
		return nil, err
	}
	sorted := slices.Sorted(slices.Values(nodes))
	if f.Among != nil && !slices.Equal(sorted, f.Among) {
		return nil, problem.Refused(path, "the order must have each child of the node once")
	}
	return question.Ordered(nodes), nil
}

// TypedOrder returns a typed order of children, by their names, as JSON for ReadAnswer.
func TypedOrder(text string, q *question.Question, r *question.Run) ([]byte, error) {
	form := q.Form(r)
	nodes := []int32{}
	for _, name := range strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ' ' }) {
		i := slices.IndexFunc(form.Among, func(n int32) bool { return strings.EqualFold(NameOf(r.Tree, int(n)), name) })
		if i < 0 {
			return nil, problem.Refused("answer", "%.40q is not a child of %s; %s", name, NameOf(r.Tree, q.Node), ChildrenInWords(q, r))
		}
		nodes = append(nodes, form.Among[i])
	}
	return trees.AppendNodes(nil, nodes), nil
}

// ChildrenInWords says which children an order has.
func ChildrenInWords(q *question.Question, r *question.Run) string {
	return "write the names of all its children, such as " + orderInWords(r, question.Ordered(q.Form(r).Among))
}

// readScore reads a vector, or a number where a value is one. width 0: it is not known.
func readScore(raw []byte, path string, width int, scalar bool) (question.Answer, error) {
	elements := [][]byte{raw}
	if !scalar {
		var err error
		if elements, err = problem.SplitArray(raw, path); err != nil {
			return nil, err
		}
		if width > 0 && len(elements) != width || len(elements) > trees.MaxPlayers {
			return nil, problem.Refused(path, "the value has %d scores; %d are needed", len(elements), width)
		}
	}
	s := question.Score{Scalar: scalar}
	for _, e := range elements {
		n, err := problem.ReadNumber(e, path)
		if err != nil {
			return nil, err
		}
		s.Value = append(s.Value, n)
	}
	return s, nil
}

// ReadNodes reads a list of nodes, which are below a number.
func ReadNodes(raw []byte, path string, below int) ([]int32, error) {
	elements, err := problem.SplitArray(raw, path)
	if err != nil {
		return nil, err
	}
	nodes := make([]int32, 0, len(elements))
	for i, e := range elements {
		n, err := problem.ReadWhole(e, fmt.Sprintf("%s[%d]", path, i), 0, below-1)
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, int32(n))
	}
	return nodes, nil
}

// AppendAnswer appends an answer as JSON; nil: null.
func AppendAnswer(b []byte, a question.Answer) []byte {
	switch a := a.(type) {
	case question.Nodes:
		return trees.AppendNodes(b, a)
	case question.Ordered:
		return trees.AppendNodes(b, a)
	case question.Orders:
		b = append(b, '[')
		for i, one := range a {
			if i > 0 {
				b = append(b, ',')
			}
			b = trees.AppendNodes(b, one)
		}
		return append(b, ']')
	case question.Node:
		return strconv.AppendInt(b, int64(a), 10)
	case question.Score:
		if a.Scalar {
			return a.Value[0].AppendJSON(b)
		}
		b = append(b, '[')
		for i, n := range a.Value {
			if i > 0 {
				b = append(b, ',')
			}
			b = n.AppendJSON(b)
		}
		return append(b, ']')
	case question.Truth:
		return strconv.AppendBool(b, bool(a))
	case question.Index:
		return strconv.AppendInt(b, int64(a), 10)
	}
	return append(b, "null"...)
}

// A Right is the right answer as it is stored. No follower gets it before it is revealed.
type Right struct {
	Answer  json.RawMessage `json:"correct"` // null: there is none
	At      *int            `json:"at,omitempty"`
	Settled int             `json:"settled,omitempty"` // see question.Right
	Results *Results        `json:"results,omitempty"` // why, if the results of two searches are compared
	Why     string          `json:"why,omitempty"`     // why, if no step shows it and no results do
}

// Results are those of a search without the value that a question gives to a leaf, and
// with it.
type Results struct {
	Before Result `json:"before"`
	After  Result `json:"after"`
}

// A Result is what a search returns.
type Result struct {
	Value json.RawMessage `json:"value"`           // null: none
	Truth json.RawMessage `json:"truth,omitempty"` // by exhaustive search; empty: not known
}

// Stored returns the right answer as it is stored.
func Stored(right question.Right) Right {
	stored := Right{Answer: AppendAnswer(nil, right.Answer), Settled: right.Settled}
	if right.At >= 0 {
		stored.At = &right.At
	}
	if r := right.Results; r != nil {
		stored.Results = &Results{storedResult(r.Before), storedResult(r.After)}
	}
	return stored
}

func storedResult(r question.Result) (stored Result) {
	stored.Value = json.RawMessage("null")
	if r.Value != nil {
		stored.Value = AppendAnswer(nil, *r.Value)
	}
	if r.Truth != nil {
		stored.Truth = AppendAnswer(nil, *r.Truth)
	}
	return stored
}

// Read returns the right answer, which has been stored; nil: there is none. The form may be
// that without a run: an algorithm can back up numbers on a tree of vectors.
func (r *Right) Read(f *question.Form) (question.Answer, error) {
	switch kind := problem.TypeOf(r.Answer); {
	case kind == "null":
		return nil, nil
	case kind == "a number" && f.Shape == question.ValueShape:
		return readScore(r.Answer, "answer", 1, true)
	}
	return readAnswer(r.Answer, f)
}
